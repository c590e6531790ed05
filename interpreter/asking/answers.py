"""The door of the quick question: facts and rulesets in, an answer for each ruleset out, equal answers together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, NamedTuple

from bummerl.grammar import Problem, pointer

from ..kept import Kept
from ..messages import ENGLISH, say, spoken
from ..rules import Rules, RulesetLike, UnknownCards, Unusable, rules_for, rules_with_own_options
from ..verdict import problem, spoken_by_rulesets
from .certain import Certainty
from .evaluation import TooMuch, Work
from .given import Given, read
from .narrowing import Impossible
from .question import Enquiry
from .table import PREPARING_WORK, Table, key_of
from .words import Words

REQUEST_WORK: Final = 600_000
"""Steps for all rulesets of a request together, some three millionths of a second each: enough for every shipped one at
once."""
RULESET_WORK: Final = 200_000
"""Steps for one ruleset: twice what the largest shipped one takes."""
KEPT: Final = 64
MOST_FACTS: Final = 200
NOT_HERE: Final = frozenset({"facts.inapplicable", "facts.unknown", "request.cards"})
"""Problems with what a game has not."""
STATUSES: Final = ("decided", "open", "impossible", "inapplicable", "given-up")


class Prepared(NamedTuple):
    """A ruleset prepared to be asked about; without certainty it is so large that this would take too long."""

    table: Table
    certainty: Certainty | None
    steps: int
    """What preparing took, which every request counts: so no answer hangs on what was asked before."""


_prepared: Final[Kept[Prepared]] = Kept(KEPT, lambda prepared: prepared.table.rules.size)


def prepared(rules: Rules) -> Prepared:
    """The table of these rules, with what it hangs on found out once."""

    def make() -> Prepared:
        work = Work(PREPARING_WORK)
        table, certainty = Table(rules, work), None
        with suppress(TooMuch):
            certainty = None if table.too_large else Certainty(table, work)
        return Prepared(table, certainty, PREPARING_WORK - work.left)

    return _prepared.get(key_of(rules), make)


class _Asked(NamedTuple):
    """One ruleset of a request, its table as cards are written, the facts as it reads them, and options it has not."""

    found: Prepared
    table: Table
    given: Given
    ignored: list[str]


class _Left(NamedTuple):
    """A ruleset of a request that was at an end before it: not even its facts were looked for."""

    rules: Rules
    ignored: list[str]


def score(
    facts: Any,
    rulesets: Sequence[RulesetLike],
    *,
    options: Mapping[str, Any] | None = None,
    lang: str = ENGLISH,
    cards: str | None = None,
) -> dict[str, Any]:
    """What is known of how a hand comes out, under each ruleset.

    `facts` are values by name; `rulesets` are ids or whole house rulesets; `options` count for every ruleset that has
    them. Cards are read, written and called as the lexicon `cards` has them. Each of `answers` has a `status`:
    `decided` (with the `outcome`), `open` (with the fact to ask `next`), `impossible` (these facts cannot stand
    together), `inapplicable` (they tell of what this game has not), or `given-up`. `groups` puts rulesets with the same
    answer together. A user's mistake never raises: then there are `problems` and no answers.
    """
    lang = spoken(lang)
    wrong = _shape(facts, rulesets, lang)
    if wrong is not None:
        return _unreadable([wrong])
    work = Work(REQUEST_WORK)
    asked, problems = _ask(facts, rulesets, options, lang, cards, work)
    if problems:
        return _unreadable(problems)
    answers = [_within(one, work, lang) for one in asked]
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
    return {"answers": [], "groups": [], "problems": [each.to_json() for each in problems]}


def _ask(
    facts: Mapping[str, Any],
    rulesets: Sequence[RulesetLike],
    options: Mapping[str, Any] | None,
    lang: str,
    cards: str | None,
    work: Work,
) -> tuple[list[_Asked | _Left], list[Problem]]:
    """The rulesets, each once, with the facts as each reads them, and what is wrong with the request."""
    asked, problems = dict[tuple[str, str], _Asked | _Left](), list[Problem]()
    for number, ruleset in enumerate(rulesets):
        try:
            rules, ignored = rules_with_own_options(ruleset, options)
            if key_of(rules) in asked:
                continue
            if isinstance(ruleset, Mapping):
                work.left -= rules.size  # compiling it took about as many steps
            asked[key_of(rules)] = _read(facts, ruleset, rules, ignored, options, lang, cards, work)
        except UnknownCards as unknown:
            return [], [problem(unknown.fault("request.cards"), lang)]
        except Unusable as unusable:
            problems += [_at(wrong, number, lang) for wrong in unusable.problems]
    found = list(asked.values())
    if not problems:
        read_by = [one for one in found if isinstance(one, _Asked)]
        problems = [*_slips_of_options(found, rulesets[0], options, lang), *_slips_of_facts(read_by)]
    return found, problems


def _read(
    facts: Mapping[str, Any],
    ruleset: RulesetLike,
    rules: Rules,
    ignored: list[str],
    options: Mapping[str, Any] | None,
    lang: str,
    cards: str | None,
    work: Work,
) -> _Asked | _Left:
    """A ruleset with the facts as it reads them. Raises `Unusable`; `UnknownCards` if no game knows this lexicon."""
    if work.left <= 0:
        return _Left(rules, ignored)
    found = prepared(rules)
    work.left -= found.steps
    if cards is None:
        return _Asked(found, found.table, read(facts, found.table, lang), ignored)
    own = {name: value for name, value in (options or {}).items() if name not in ignored}
    try:
        table = found.table.written_in(rules_for(ruleset, own, cards))
    except UnknownCards as unknown:
        if not unknown.message.startswith("cards.unfit"):
            raise
        unfit = Given(amiss={"": problem(unknown.fault("request.cards"), lang)})
        return _Asked(found, found.table, unfit, ignored)
    return _Asked(found, table, read(facts, table, lang), ignored)


def _slips_of_options(
    asked: Sequence[_Asked | _Left], first: RulesetLike, options: Mapping[str, Any] | None, lang: str
) -> Iterator[Problem]:
    """Options that no ruleset has."""
    ignored = Counter(name for one in asked for name in one.ignored)
    slips = {pointer(("options", name)) for name, count in ignored.items() if count == len(asked)}
    if slips:
        try:
            rules_for(first, options)
        except Unusable as unusable:
            yield from (_at(wrong, 0, lang) for wrong in unusable.problems if wrong.path in slips)


def _slips_of_facts(asked: Sequence[_Asked]) -> Iterator[Problem]:
    """Facts that no ruleset can read, and those that are written as no value of theirs."""
    for name in dict.fromkeys(name for one in asked for name in one.given.wrong):
        wrong = [one.given.wrong.get(name) for one in asked]
        told = [each for each in wrong if each is not None]
        if len(told) == len(wrong) or any(each.code == "facts.value" for each in told):
            yield told[0]


def _at(wrong: Problem, number: int, lang: str) -> Problem:
    """A problem with a ruleset, at its place in the request."""
    path = wrong.path or ""
    if path.startswith("/ruleset"):
        told = spoken_by_rulesets(wrong, lang)
        return replace(told, path=f"/rulesets/{number}{path.removeprefix('/ruleset')}")
    return spoken_by_rulesets(wrong, lang)


# ---- one ruleset
def _within(one: _Asked | _Left, work: Work, lang: str) -> dict[str, Any]:
    """The answer under one ruleset, within what the request has left."""
    if isinstance(one, _Left):
        return _blank(one.rules, one.ignored) | {"status": "given-up"}
    mine = Work(max(0, min(RULESET_WORK, work.left)))
    before = mine.left
    answer = _answer(one, one.found, mine, lang)
    work.left -= before - mine.left
    return answer


def _blank(rules: Rules, ignored: list[str]) -> dict[str, Any]:
    """An answer of which nothing is known yet."""
    keys: dict[str, Any] = {"status": "open", "outcome": None, "next": None}
    keys |= {"facts": [], "not_used": [], "problems": []}
    return {"ruleset": rules.header, **keys} | ({"options_ignored": ignored} if ignored else {})


def _answer(asked: _Asked, found: Prepared, work: Work, lang: str) -> dict[str, Any]:
    """The answer under one ruleset."""
    table, given = asked.table, asked.given
    words = Words(table, lang, work)
    answer = _blank(table.rules, asked.ignored)
    answer |= {"facts": [words.fact(name) for name in table.facts], "not_used": given.not_used}
    amiss = [*given.amiss.values(), *given.wrong.values()]
    if amiss:
        kinds = {wrong.code for wrong in amiss}
        answer["status"] = "inapplicable" if kinds & NOT_HERE else "impossible"
        answer["problems"] = [wrong.to_json() for wrong in amiss]
        return answer
    try:
        return answer | _found(found, given, work, words)
    except Impossible as impossible:
        why = say(lang, impossible.reason, **impossible.values)
        path = pointer(("facts", impossible.fact)) if impossible.fact in given.told else "/facts"
        wrong = Problem("facts.impossible", say(lang, "facts-impossible", why=why), path=path)
        return answer | {"status": "impossible", "problems": [wrong.to_json()]}
    except TooMuch:
        return answer | {"status": "given-up", "problems": []}


def _found(found: Prepared, given: Given, work: Work, words: Words) -> dict[str, Any]:
    if found.certainty is None:
        raise TooMuch
    enquiry = Enquiry(found.table, found.certainty, work)
    try:
        known, standing = enquiry.resolve({**found.table.presumed, **given.told})
    except Impossible:
        if not found.table.presumed.keys() - given.told:
            raise
        known, standing = enquiry.resolve(given.told)  # what hardly ever happens has
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
