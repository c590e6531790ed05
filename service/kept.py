"""A kept ruling judged once more, under the very ruleset that it was judged by: so it is told in any language.

A record that names its ruleset by id was judged by one that ships with the program; one that names none was judged by a
house ruleset, which is kept with it as every ruleset is.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from bummerl.grammar import Hand, Severity, in_language
from bummerl.interpreter import adjudicate, replay
from bummerl.rulesets import Ruleset, load
from bummerl.rulesets.shipped import ids

from .gist import same_ruling
from .ids import read_hands
from .store import Ruling

Verdict = dict[str, Any]
Replay = dict[str, Any]


class Told(NamedTuple):
    """A kept ruling in the reader's words.

    `verdict` is what counts: in today's words if today's engine judges alike (`same`), else what was kept, as it was
    said then.  `replay` has the positions after every move, by today's engine.
    """

    verdict: Verdict
    replay: Replay
    same: bool


def told(ruling: Ruling, lang: str, cards: str | None = None, *, explain: bool = True) -> Told:
    """A ruling in the reader's language and cards: those of then, if `cards` is None or does not know the pack.

    `explain`: today's words have a `trace`.
    """
    arguments: dict[str, Any] = {"ruleset": ruleset_of(ruling), "options": dict(ruling.options), "lang": lang}
    hand, record = hand_of(ruling), dict(ruling.record)
    for lexicon in (cards, ruling.cards) if cards is not None else (ruling.cards,):
        arguments["cards"] = lexicon
        today = adjudicate(record, **arguments, explain=explain, hand=hand)
        if not any(problem["code"] == "request.cards" for problem in today.get("problems", ())):
            break
    if hand is not None:
        today = warned(today, hand, lang)
    same = same_ruling(today, ruling.verdict)
    return Told(today if same else dict(ruling.verdict), replay(record, **arguments, hand=hand), same)


def warned(found: Verdict, hand: Hand, lang: str) -> Verdict:
    """The verdict with what looks like a slip in the text of the hand: with another spelling it might be another."""
    slips = [in_language(problem, lang).to_json() for problem in hand.problems if problem.severity is Severity.WARNING]
    return found | {"problems": [*found.get("problems", ()), *slips]} if slips else found


def hand_of(ruling: Ruling) -> Hand | None:
    """The text that a ruling was read from, read again for its places."""
    return read_hands(ruling.log)[0] if ruling.log is not None else None


def shipped_today(ruling: Ruling) -> Ruleset | None:
    """The ruleset of the same id that ships today, if the ruling was given by one that shipped."""
    return load(ruling.ruleset.id) if "ruleset" in ruling.record and ruling.ruleset.id in ids() else None


def ruleset_of(ruling: Ruling) -> Ruleset | dict[str, Any]:
    """The ruleset of a ruling: the one that ships, which speaks all languages, if it still is the same."""
    today = shipped_today(ruling)
    if today is not None and today.digest == ruling.ruleset.digest:
        return today
    return dict(ruling.ruleset.source)
