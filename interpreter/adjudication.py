"""The doors: a record or a text in, a verdict out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from bummerl.grammar import Hand, Problem, in_language, read_log
from bummerl.interpreter import core as C
from bummerl.rulesets import Ruleset

from .faults import Fault
from .judged import Judged, next_tokens
from .judging import judge
from .lexicon_hint import hint, is_odd
from .messages import ENGLISH, spoken
from .patience import Patience
from .record import Reader
from .rewriting import Rewriter
from .rules import CODES, Rules, RulesetLike, UnknownCards, Unusable, rules_for
from .sheet import Sheet
from .trick_numbers import misnumbered_in
from .verdict import placed, problem, spoken_by_rulesets, unreadable, verdict_of


class Reading(NamedTuple):
    """A record as far as it could be read: the rules to answer with, and its sheet, or problems. `written` are the same
    rules with cards as the record writes them.
    """

    rules: Rules | None
    sheet: Sheet | None
    problems: list[Problem]
    written: Rules | None = None


class Ruling(NamedTuple):
    """A record, judged as far as it could be read; without `judged`, `problems` say why."""

    rules: Rules | None
    judged: Judged | None
    problems: list[Problem]


def ruled(
    record: Any,
    ruleset: RulesetLike | None = None,
    options: Mapping[str, Any] | None = None,
    lang: str = ENGLISH,
    hand: Hand | None = None,
    patience: Patience | None = None,
    cards: str | None = None,
) -> Ruling:
    """Reads a record and judges it; never raises. Every door goes through here, so that all agree on what is
    readable. `patience` is that of the request, if the record is one of several. `cards` is the lexicon to answer in;
    without it the answer is written as the record is.
    """
    read = reading(record, ruleset, options, lang, hand, cards)
    rules, sheet = read.rules, read.sheet
    if rules is None or sheet is None:
        return Ruling(rules, None, read.problems)
    judged = judge(rules, sheet, patience.record() if patience is not None else None)
    wrong = misnumbered(judged)
    if wrong is not None:
        return Ruling(rules, None, [problem(wrong, lang, hand)])
    return Ruling(rules, judged, [])


def reading(
    record: Any,
    ruleset: RulesetLike | None,
    options: Mapping[str, Any] | None,
    lang: str,
    hand: Hand | None = None,
    cards: str | None = None,
) -> Reading:
    """Finds the rules of a record and reads it under them; never raises.

    The rules are those to answer with: cards as in the lexicon `cards`, or else as the record writes them.
    """
    if hand is not None and not hand.readable:
        return Reading(None, None, [in_language(found, lang) for found in hand.problems])
    if not isinstance(record, Mapping):
        return Reading(None, None, [problem(Fault("record.type", "type.record", {}, ""), lang, hand)])
    source = ruleset if ruleset is not None else record.get("ruleset")
    given = options if options is not None else record.get("options")
    rules, problems = rules_named(source, given, lang)
    if rules is None:
        return Reading(None, None, [placed(found, hand) for found in problems])
    own = record.get("cards")
    if own is not None and not isinstance(own, str):
        wrong = Fault("record.type", "type.cards-id", {}, "/cards")
        return Reading(rules, None, [problem(wrong, lang, hand)])
    try:
        written = rules if own is None else rules_for(source, given, own)
    except UnknownCards as error:
        return Reading(rules, None, [problem(error.fault("record.cards"), lang, hand)])
    try:
        answering = written if cards is None else rules_for(source, given, cards)
    except UnknownCards as error:
        return Reading(rules, None, [problem(error.fault("request.cards"), lang)])
    reader = Reader(record, written)
    sheet = reader.read()
    if sheet is not None and answering is not written:
        sheet.texts = list(map(Rewriter(written, answering).move, sheet.texts))
    problems = [problem(fault, lang, hand) for fault in reader.faults]
    also = hint(reader.faults, rules, lang) if problems and written is rules else None
    if also is not None:
        first = next(i for i, fault in enumerate(reader.faults) if is_odd(fault))
        problems[first] = replace(problems[first], message=f"{problems[first].message} {also}")
    return Reading(answering, sheet, problems, written)


def rules_named(source: Any, options: Any, lang: str) -> tuple[Rules | None, list[Problem]]:
    """The rules that a record or a match names, whatever stands there; or what is wrong, with pointers into it."""
    wrong = misnamed(source, options)
    if wrong is not None:
        return None, [problem(wrong, lang)]
    try:
        return rules_for(source, options), []
    except Unusable as error:
        return None, [spoken_by_rulesets(found, lang) for found in error.problems]


def misnamed(source: Any, options: Any) -> Fault | None:
    """What is wrong with the way in which rules are named, if they cannot be looked for at all."""
    if source is None:
        return Fault("record.ruleset", "no-ruleset", {}, "/ruleset")
    if not isinstance(source, str | Mapping | Ruleset):
        return Fault("record.ruleset", "type.ruleset", {}, "/ruleset")
    if options is not None and not isinstance(options, Mapping):
        return Fault("record.type", "type.options", {}, "/options")
    return None


def adjudicate(
    record: Any,
    *,
    ruleset: RulesetLike | None = None,
    options: Mapping[str, Any] | None = None,
    lang: str = ENGLISH,
    explain: bool = False,
    outcome: bool = True,
    hand: Hand | None = None,
    cards: str | None = None,
) -> dict[str, Any]:
    """The verdict on one record. A user's mistake never raises: it is a verdict too.

    `ruleset` (an id, a `Ruleset`, or a whole house ruleset) and `options` win over the record's own. `hand`, as
    `read_log` gives it, adds line and column. `explain` adds a trace; without `outcome` the result is left out.
    `cards` is the id of a lexicon: cards in the answer are written and called as it has them (`codes`: by their codes);
    without it, as in the record.
    """
    lang = spoken(lang)
    found = ruled(record, ruleset, options, lang, hand, cards=cards)
    if found.judged is None:
        return unreadable(found.problems, found.rules)
    return verdict_of(found.judged, lang, hand, outcome, explain)


def misnumbered(judged: Judged) -> Fault | None:
    """The first trick number in the log that is not the number of the trick that was due; one behind an illegal move
    is not looked at.
    """
    sheet = judged.sheet
    first = sheet.start.trick if sheet.start is not None else 1
    return misnumbered_in(judged.rules, judged.S, sheet.tokens[: judged.row[C.V_MOVES] + 1], sheet.numbers, first)


def adjudicate_hand(hand: Hand, **how: Any) -> dict[str, Any]:
    """The verdict on a hand of a move log."""
    return adjudicate(hand.record, hand=hand, **how)


def adjudicate_text(text: str, **how: Any) -> list[dict[str, Any]]:
    """A verdict for each hand of a move log; `how` is passed on to `adjudicate`."""
    return [adjudicate_hand(hand, **how) for hand in read_log(text)]


def judged(record: Any, ruleset: RulesetLike | None = None, options: Mapping[str, Any] | None = None) -> Judged:
    """A record, judged. Raises `Unusable` with its problems if it cannot be read."""
    found = ruled(record, ruleset, options)
    if found.judged is None:
        raise Unusable(found.problems)
    return found.judged


def legal(record: Any, *, ruleset: RulesetLike | None = None, options: Mapping[str, Any] | None = None) -> list[str]:
    """The tokens that may come next. Raises `Unusable` if the record cannot be read."""
    done = judged(record, ruleset, options)
    return [done.rules.vocabulary.text(token) for token in next_tokens(done)]


def canonical(
    record: Any,
    *,
    ruleset: RulesetLike | None = None,
    options: Mapping[str, Any] | None = None,
    cards: str = CODES,
    lang: str = ENGLISH,
) -> dict[str, Any]:
    """The same record with every card and move in canonical spelling: by their codes, or as the lexicon `cards` has
    them. Raises `Unusable` if it cannot be read.
    """
    read = reading(record, ruleset, options, spoken(lang), None, cards)
    if read.rules is None or read.sheet is None or read.written is None:
        raise Unusable(read.problems)
    return Rewriter(read.written, read.rules).record(record)
