#!/bin/sh
# What `make demo` shows.  Each command is printed before it runs; one of the hands is illegal, so no status stops the show.
cd "$(dirname "$0")" || exit 1

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }
[ -t 1 ] && [ -z "${NO_COLOR:-}" ] || say() { printf '\n%s\n' "$*"; }

run() {
    printf '$ %s\n\n' "$*"
    "$@"
    case $? in 0 | 1 | 2) ;; *) exit 1 ;; esac
}

say "1. A hand that was won: who gets how much, and by which rule?"
run bummerl check marriage.txt

say "2. A card that should not have been played: the rule, what was allowed, where it is written"
run bummerl check revoke.txt

say "3. The same hand under several rulesets"
run bummerl compare marriage.txt --rulesets schnapsen,schnapsen-source-0,schnapsen-sharp,schnapsen-tournament,snapszli

say "4. Other games are other files of rules: 24 cards, four players, a house rule of one's own"
run bummerl check --brief sixty-six.txt four-players.txt
run bummerl check --brief marriage.txt --ruleset red-ox.yaml

say "That is all. Go on with:"
cat <<'TEXT'
  . .venv/bin/activate                so that the shell finds `bummerl`
  bummerl check examples/slips.txt    a log with slips of the pen
  bummerl rulesets                    what can be played
  make serve                          the pages and the API: http://127.0.0.1:8000
TEXT
