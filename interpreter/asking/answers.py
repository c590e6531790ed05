"""The door of the quick question: facts and rulesets in, an answer for each ruleset out, equal answers together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from bummerl.grammar import Problem, pointer

from ..kept import Kept
from ..messages import ENGLISH, say, spoken
from ..rules import Rules, RulesetLike, Unusable, rules_for
from ..verdict import spoken_by_rulesets
from .certain import Certainty
from .evaluation import TooMuch, Work
from .given import Given, read
from .narrowing import Impossible
from .question import Enquiry
from .table import RULESET_WORK, Table, key_of
from .words import Words

REQUEST_WORK: Final = 3_000_000
"""Steps for all rulesets of a request together."""
ALWAYS: Final = 5_000
"""So many each of them has even then."""
KEPT: Final = 64
MOST_FACTS: Final = 200
STATUSES: Final = ("decided", "open", "impossible", "inapplicable", "given-up")


class Prepared(NamedTuple):
    """A ruleset prepared to be asked about; without certainty it is so large that this would take too long."""

    table: Table
    certainty: Certainty | None


_prepared: Final[Kept[Prepared]] = Kept(KEPT, lambda prepared: prepared.table.rules.size)


def prepared(rules: Rules) -> Prepared:
    """The table of these rules, with what it hangs on found out once."""

    def make() -> Prepared:
        table = Table(rules)
        try:
            return Prepared(table, None if table.too_large else Certainty(table))
        except TooMuch:
            return Prepared(table, None)

    return _prepared.get(key_of(rules), make)


class _Asked(NamedTuple):
    """One ruleset of a request, the facts as it reads them, and options it has not."""

    found: Prepared
    given: Given
    ignored: list[str]


def score(
    facts: Any,
    rulesets: Sequence[RulesetLike],
    *,
    options: Mapping[str, Any] | None = None,
    lang: str = ENGLISH,
) -> dict[str, Any]:
    """What is known of how a hand comes out, under each ruleset.

    `facts` are values by name; `rulesets` are ids or whole house rulesets; `options` count for every ruleset that has
    them. Each of `answers` has a `status`: `decided` (with the `outcome`), `open` (with the fact to ask `next`),
    `impossible` (these facts cannot stand together), `inapplicable` (they tell of what this game has not), or
    `given-up`. `groups` puts rulesets with the same answer together. A user's mistake never raises: then there are
    `problems` and no answers.
    """
    lang = spoken(lang)
    wrong = _shape(facts, rulesets, lang)
    if wrong is not None:
        return _unreadable([wrong])
    asked, problems = _ask(facts, rulesets, options, lang)
    if problems:
        return _unreadable(problems)
    work, answers = Work(REQUEST_WORK), list[dict[str, Any]]()
    for one in asked:
        mine = Work(max(min(RULESET_WORK, work.left), ALWAYS))
        before = mine.left
        answers.append(_answer(one, one.found, mine, lang))
        work.left -= before - mine.left
    return {"answers": answers, "groups": grouped(answers), "problems": []}


def _shape(facts: Any, rulesets: Sequence[RulesetLike], lang: str) -> Problem | None:
    if not isinstance(facts, Mapping):
        return Problem("facts.type", say(lang, "facts-type"), path="/facts")
    if len(facts) > MOST_FACTS:
        return Problem("facts.type", say(lang, "facts-many", most=MOST_FACTS), path="/facts")
    if not rulesets:
        return Problem("record.ruleset", say(lang, "no-ruleset"), path="/rulesets")
    return None


def _unreadable(problems: Iterable[Problem]) -> dict[str, Any]:
    return {"answers": [], "groups": [], "problems": [problem.to_json() for problem in problems]}


def _ask(
    facts: Mapping[str, Any], rulesets: Sequence[RulesetLike], options: Mapping[str, Any] | None, lang: str
) -> tuple[list[_Asked], list[Problem]]:
    """The rulesets with the facts as each reads them, and what is wrong with the request."""
    asked, problems = list[_Asked](), list[Problem]()
    lacking: dict[str, int] = {}
    for number, ruleset in enumerate(rulesets):
        try:
            rules, ignored = _rules(ruleset, options)
        except Unusable as unusable:
            problems += [_at(problem, number, lang) for problem in unusable.problems]
            continue
        for name in ignored:
            lacking[name] = lacking.get(name, 0) + 1
        found = prepared(rules)
        asked.append(_Asked(found, read(facts, found.table, lang), ignored))
    if asked and not problems:
        for name, count in lacking.items():
            if count == len(asked):  # no ruleset has it: a slip
                try:
                    _options_of(rulesets[0], options)
                except Unusable as unusable:
                    problems += [_at(p, 0, lang) for p in unusable.problems if p.path == pointer(("options", name))]
        for name in dict.fromkeys(name for one in asked for name in one.given.wrong):
            wrong = [one.given.wrong.get(name) for one in asked]
            if None not in wrong or any(w is not None and w.code == "facts.value" for w in wrong):
                problems.append(next(w for w in wrong if w is not None))
    return asked, problems


def _rules(ruleset: RulesetLike, options: Mapping[str, Any] | None) -> tuple[Rules, list[str]]:
    """The rules with the options they have, and the names of those they have not."""
    try:
        return rules_for(ruleset, options), []
    except Unusable as unusable:
        if not options or not all(problem.code == "record.option" for problem in unusable.problems):
            raise
    known = rules_for(ruleset).options
    own = {name: value for name, value in options.items() if name in known}
    return rules_for(ruleset, own), [name for name in options if name not in known]


def _options_of(ruleset: RulesetLike, options: Mapping[str, Any] | None) -> None:
    rules_for(ruleset, options)


def _at(problem: Problem, number: int, lang: str) -> Problem:
    """A problem with a ruleset, at its place in the request."""
    path = problem.path or ""
    if path.startswith("/ruleset"):
        told = spoken_by_rulesets(problem, lang)
        return replace(told, path=f"/rulesets/{number}{path.removeprefix('/ruleset')}")
    return spoken_by_rulesets(problem, lang)


# ---- one ruleset
def _answer(asked: _Asked, found: Prepared, work: Work, lang: str) -> dict[str, Any]:
    """The answer under one ruleset."""
    table, given = found.table, asked.given
    words = Words(table, lang)
    answer: dict[str, Any] = {
        "ruleset": table.rules.header,
        "status": "open",
        "outcome": None,
        "next": None,
        "facts": [words.fact(name) for name in table.facts],
        "not_used": given.not_used,
        "problems": [],
    }
    if asked.ignored:
        answer["options_ignored"] = asked.ignored
    amiss = [*given.amiss.values(), *given.wrong.values()]
    if amiss:
        kinds = {problem.code for problem in amiss}
        answer["status"] = "inapplicable" if kinds & {"facts.inapplicable", "facts.unknown"} else "impossible"
        answer["problems"] = [problem.to_json() for problem in amiss]
        return answer
    try:
        return answer | _found(found, given, work, words)
    except Impossible as impossible:
        why = say(lang, impossible.reason, **impossible.values)
        path = pointer(("facts", impossible.fact)) if impossible.fact in given.told else "/facts"
        problem = Problem("facts.impossible", say(lang, "facts-impossible", why=why), path=path)
        return answer | {"status": "impossible", "problems": [problem.to_json()]}
    except TooMuch:
        return answer | {"status": "given-up", "problems": []}


def _found(found: Prepared, given: Given, work: Work, words: Words) -> dict[str, Any]:
    if found.certainty is None:
        raise TooMuch
    enquiry = Enquiry(found.table, found.certainty, work)
    known, standing = enquiry.resolve(given.told)
    decided = standing.decided
    if decided is not None:
        return {"status": "decided", "outcome": words.outcome(decided, known)}
    return {"status": "open", "next": words.question(enquiry.question(known))}


# ---- equal answers
def grouped(answers: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Rulesets with the same answer together: what is decided first, then the largest group."""
    groups: dict[tuple[Any, ...], list[Mapping[str, Any]]] = {}
    for answer in answers:
        groups.setdefault(_key(answer), []).append(answer)
    ordered = sorted(groups.values(), key=lambda group: (STATUSES.index(group[0]["status"]), -len(group)))
    return [_group(group) for group in ordered]


def _key(answer: Mapping[str, Any]) -> tuple[Any, ...]:
    outcome, question = answer["outcome"], answer["next"]
    if outcome is not None:
        return "decided", str(outcome["winner"]), outcome["game_points"]
    return (answer["status"], question["fact"] if question is not None else None)


def _group(group: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    first = group[0]
    found: dict[str, Any] = {"rulesets": [one["ruleset"]["id"] for one in group], "status": first["status"]}
    if first["outcome"] is not None:
        found |= {key: first["outcome"][key] for key in ("winner", "game_points")}
    if first["next"] is not None:
        found["next"] = first["next"]["fact"]
    return found
