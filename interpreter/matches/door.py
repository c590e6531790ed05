"""The way in: a match of any shape becomes its rules and hands, or is refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bummerl.grammar import Hand, Problem

from ..messages import spoken
from ..record import Fault
from ..rules import RulesetLike, Unusable, rules_for
from ..verdict import problem
from .play import Match
from .written import Total


def adjudicate_match(
    match: Any,
    *,
    ruleset: RulesetLike | None = None,
    options: Mapping[str, Any] | None = None,
    lang: str = "en",
    explain: bool = False,
    hands: Sequence[Hand | None] | None = None,
    cards: str | None = None,
) -> dict[str, Any]:
    """A verdict for each hand of a match, the running score by the ruleset's `match` part, and an audit.

    `match` is `{"ruleset": …, "options": …, "result": …, "hands": [record, …]}`; a hand may leave out what the match
    says, and the dealer, who follows from the hand before; its own `options` are laid over those of the match,
    `options` given here win over both. A hand may also be a `Hand` as `read_log` gives it; `hands` are the same hands
    as read from a text, for lines and columns. `audit` lists what was written down wrongly: dealers, results, scores
    (`score` of a hand, `result` of the match), numbers, hands after the end. A hand that has no result is counted as
    the players wrote it down, and is marked; if they wrote nothing, the score stops until a hand says how it stands.
    Cards in the verdicts are written as in each hand, or as the lexicon `cards` has them.
    Never raises for what a user sends: a match that cannot be read has `problems`.
    """
    lang = spoken(lang)
    if not isinstance(match, Mapping) or not isinstance(match.get("hands"), list | tuple):
        where = "" if not isinstance(match, Mapping) else "/hands"
        return refused([problem(Fault("record.type", "type.match", {}, where), lang)])
    source = ruleset if ruleset is not None else match.get("ruleset")
    given = options if options is not None else match.get("options")
    if source is None:
        source, given = first_ruleset(match["hands"], given)
    try:
        rules = rules_for(source, given)
    except Unusable as error:
        return refused(error.problems)
    total, faults = Total.read(match.get("result"), rules)
    if faults:
        return refused(problem(fault, lang) for fault in faults)
    playing = Match(rules, lang, explain, ruleset, options, cards, match.get("cards"))
    return playing.play(match["hands"], hands, total, match.get("players"))


def first_ruleset(hands: Sequence[Any], given: Any) -> tuple[Any, Any]:
    """The rules of the first hand, where the match itself names none."""
    first = hands[0].record if hands and isinstance(hands[0], Hand) else hands[0] if hands else {}
    first = first if isinstance(first, Mapping) else {}
    return first.get("ruleset"), given if given is not None else first.get("options")


def refused(problems: Iterable[Problem]) -> dict[str, Any]:
    """A match that cannot be read at all."""
    found = [p.to_json() for p in problems]
    verdict: dict[str, Any] = {"status": "unreadable", "ruleset": None, "hands": [], "running": [], "score": None}
    return verdict | {"audit": [], "problems": found}
