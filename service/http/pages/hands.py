"""One hand as the pages pass it around and judge it: the log as it was typed.

A page needs cards twice: as codes, to draw them, and by name, in sentences.  So a hand is judged twice, once in each;
the ruling is the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from bummerl.grammar import Hand, in_language
from bummerl.interpreter import CODES, adjudicate, replay, unreadable
from bummerl.rulesets import Ruleset, RulesetError, load, load_text
from flask import request

from ..config import Config
from ..problems import Refusal, as_errors
from ..referee import hands_of, named
from ..state import config
from .frame import Frame
from .packs import Pack
from .people import People

Verdict = dict[str, Any]


@dataclass(frozen=True)
class Typed:
    """A hand as a form carries it.  The log says everything, its ruleset and options too; nothing is kept elsewhere."""

    log: str = ""
    ruleset: str | None = None
    """A ruleset to judge by in place of the one that the log names."""
    house: str | None = None
    """The text of a house ruleset to judge by."""


def typed() -> Typed:
    """The hand in the form or the address of this request."""
    values = request.values
    return Typed(lines(values.get("log", "")), values.get("ruleset") or None, lines(values.get("house", "")) or None)


def lines(text: str) -> str:
    """A text from a form, whose line ends are those of the web, with those of a file."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


@dataclass(frozen=True)
class Judged:
    """A hand that was judged under one ruleset for one reader."""

    typed: Typed
    hand: Hand
    under: Ruleset | None
    """The ruleset that stands in place of the one that the log names."""
    ruleset: Ruleset | None
    """The ruleset that it was judged by, if there is such."""
    pack: Pack | None
    verdict: Verdict
    """Cards as codes."""
    said: Verdict
    """The same ruling with cards as the reader calls them: where its sentences are from."""
    frame: Frame = field(repr=False)

    @property
    def record(self) -> Mapping[str, Any]:
        """What was read."""
        return self.hand.record

    @property
    def names(self) -> dict[str, str]:
        """The players by seat, as far as the record names them."""
        return {seat: name for seat, name in self.record.get("players", {}).items() if name}

    @cached_property
    def people(self) -> People:
        """The players as the page names them."""
        return People(self.names, self.frame.words)

    @property
    def status(self) -> str:
        """The status of the verdict."""
        return str(self.verdict["status"])

    @cached_property
    def replay(self) -> list[dict[str, Any]]:
        """The position after the deal and after each legal move; cards as codes.  Empty if nothing could be read."""
        if self.status == "unreadable":
            return []
        return list(replay(self.record, **self._how(CODES))["positions"])

    def _how(self, cards: str | None) -> dict[str, Any]:
        return {"ruleset": self.under, "lang": self.frame.lang, "cards": cards, "hand": self.hand}


def judge(typed: Typed, frame: Frame, *, under: Ruleset | None = None, explain: bool = True) -> Judged:
    """The only hand of a log, judged by its own ruleset, by the one that the form names, or by `under`.

    What cannot be read is a verdict, `unreadable`, with its problems.  Raises `Refusal` for a log of several hands, one
    over the limits, and a ruleset in the form that there is not.
    """
    hand = only_hand(typed.log, config())
    if under is None:
        under = chosen_ruleset(typed)
    ruleset = under or own_ruleset(hand)
    pack = frame.pack(ruleset.data["deck"]) if ruleset else None
    if not hand.readable:
        verdict = unreadable(in_language(problem, frame.lang) for problem in hand.problems)
        return Judged(typed, hand, under, ruleset, pack, verdict, verdict, frame)
    how: dict[str, Any] = {"ruleset": under, "lang": frame.lang, "hand": hand, "explain": explain}
    verdict = adjudicate(hand.record, **how, cards=CODES)
    lexicon = pack.lexicon.id if pack else None
    said = adjudicate(hand.record, **how, cards=lexicon) if lexicon else verdict
    return Judged(typed, hand, under, ruleset, pack, verdict, said, frame)


def only_hand(log: str, limits: Config) -> Hand:
    """The only hand of a log."""
    if len(log.encode()) > limits.max_record:
        raise Refusal(413, "request.too-large", f"A log has at most {limits.max_record} bytes.")
    hands = hands_of(log, limits.max_hands)
    if len(hands) > 1:
        message = f"The log has {len(hands)} hands; the page for several is that of a match."
        error = {"code": "request.hands", "message": message, "line": hands[1].line, "column": 1}
        raise Refusal(422, "request.hands", message, [error])
    return hands[0]


def chosen_ruleset(typed: Typed) -> Ruleset | None:
    """The ruleset that the form chooses, shipped or of the house; `None` if the log is to say."""
    if typed.house is not None:
        return house_ruleset(typed.house)
    return named(typed.ruleset) if typed.ruleset else None


def house_ruleset(text: str) -> Ruleset:
    """A ruleset that somebody wrote; refused, with its problems, if it is none."""
    limit = config().max_ruleset
    if len(text.encode()) > limit:
        raise Refusal(413, "request.too-large", f"A ruleset has at most {limit} bytes.")
    try:
        return load_text(text)
    except RulesetError as error:
        raise Refusal(
            422, "request.house-ruleset", "The house ruleset has mistakes.", as_errors(error.problems)
        ) from None


def own_ruleset(hand: Hand) -> Ruleset | None:
    """The ruleset that a log names; `None` if it names none, or one that there is not, which the verdict will say."""
    source = hand.record.get("ruleset")
    try:
        return load(source) if isinstance(source, str) else None
    except RulesetError:
        return None
