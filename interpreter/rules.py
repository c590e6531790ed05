"""A ruleset under its options, ready to judge: built once, never changed, shared by all threads."""

from __future__ import annotations

import hashlib
import json
import threading
from array import array
from collections import OrderedDict
from collections.abc import Mapping, MutableSequence
from functools import cache
from typing import Any, Final

from bummerl.grammar import Problem
from bummerl.interpreter import core
from bummerl.interpreter._seed import Ruleset, RulesetError, load

from .lexicon import Lexicon
from .vocabulary import SEATS, Vocabulary

Ints = MutableSequence[int]

KEPT: Final = 64
"""How many compiled rulesets are kept; the one that was not used for longest goes first."""
machine = core


def ints(values: Any) -> Ints:
    """A sequence as the machine wants it."""
    return list(values)


class Unusable(Exception):
    """There are no such rules: an unknown ruleset, a broken house ruleset, an option that does not exist."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("; ".join(map(str, problems)))
        self.problems = problems


class Rules:
    """One ruleset with all its options settled, as an image for the machine and words for people.

    `options` are all settled options, `chosen` those that are not the default. `seats` are the letters in order of play.
    """

    def __init__(self, ruleset: Ruleset, options: Mapping[str, Any]) -> None:
        from bummerl.interpreter.image import Image

        self.ruleset, self.options = ruleset, dict(options)
        defaults, _ = ruleset.settle_options({})
        self.chosen = {name: v for name, v in self.options.items() if v != defaults[name]}
        image = self.image = Image(ruleset.data, {k: v for k, v in options.items()})
        self.R, self.init = ints(image.image), ints(image.init)
        self.n, self.seats = image.n, tuple(SEATS[: image.n])
        self.rule_ids: list[str] = image.rule_ids
        self.codes: list[str] = image.codes
        self.hand_size, self.talon_size, self.copies = image.hand_size, image.talon, image.copies
        self.turned, self.shown = bool(image.turned), bool(image.shown)
        self.sits_out = bool(image.w.sits_out)
        self.words = image.words_
        deck = ruleset.data["deck"]
        self.moves: dict[str, str | None] = {
            m: None if x == "off" else x.get("names") for m, x in ruleset.data.get("moves", {}).items()
        }
        self.suits, self.ranks = [str(s) for s in deck["suits"]], [str(r) for r in deck["ranks"]]
        self.vocabulary = Vocabulary(
            seats=self.seats,
            suits=self.suits,
            ranks=self.ranks,
            cards=image.first,
            rows=image.words_,
            moves=self.moves,
            notation=notation,
        )
        self.own_rules = 6
        self.card_parts = {s + r: (s, r) for s in self.suits for r in self.ranks}
        self.pays_by_seat = any("pays" in row for row in ruleset.data.get("score", ()))
        self.lexicon = Lexicon(deck.get("style"))
        self.first_packets = "first_packet" in json.dumps(ruleset.data)
        self.first_packet: int = next(part["hands"] for part in ruleset.data["deal"] if "hands" in part)
        self.memory: dict[str, tuple[int, str, bool]] = {
            **{name: (at, kind, False) for name, (at, kind) in image.w.memory.items()},
            **{name: (at, kind, True) for name, (at, kind) in image.w.each.items()},
        }
        self.melds: dict[str, int] = {move: core.MEMORY + core.SEATS * kind for move, kind in image.kinds.items()}
        self.header = {"id": ruleset.id, "version": ruleset.version, "digest": ruleset.digest}

    # ---- tokens
    def played_card(self, token: int) -> int:
        """The card that a token plays and nothing else; -1 if it is another move."""
        row = self.R[core.TOKENS] + core.T_WIDTH * (token & 1023)
        return self.R[row + core.T_CARD] if self.R[row + core.T_MOVE] == 0 else -1

    def led_card(self, token: int) -> int:
        """The card that a token puts on the table, alone or with a meld; -1 if none."""
        row = self.R[core.TOKENS] + core.T_WIDTH * (token & 1023)
        leads = self.R[row + core.T_MOVE] == 0 or self.R[row + core.T_FITS] == 2
        return self.R[row + core.T_CARD] if leads else -1

    def move_of(self, token: int) -> str | None:
        """The name of the move that a token makes; `None` if it only plays a card."""
        number = self.R[self.R[core.TOKENS] + core.T_WIDTH * (token & 1023) + core.T_MOVE]
        names = self.names("move")
        return names[number] if 3 <= number < len(names) else None

    # ---- conditions and values
    def parts(self, contract: int, part: str) -> Any:
        """The rules of one part under a contract, in their order."""
        return self.image.parts(contract, part) if hasattr(self.image, "parts") else []

    def evaluate(self, S: Ints, node: Any) -> int:
        """The value of a checked expression in a state."""
        return int(self.image.evaluate(S, node))

    def fact(self, text: str, S: Ints) -> tuple[str, int] | None:
        """Type and value of a fact that a text names; `None` if there is no such fact here."""
        return None

    def names(self, kind: str) -> list[str]:
        """The names of cards, suits, ranks, contracts, moves or colours, by number."""
        data = self.ruleset.data
        if kind == "card":
            return self.codes
        if kind == "suit":
            return self.suits
        if kind == "rank":
            return self.ranks
        if kind == "contract":
            return [c["id"] for c in data.get("contracts", ())]
        if kind == "move":
            return ["deal", "card", "trick", *self.moves]
        return list(data["deck"].get("colours", ())) if kind == "colour" else []

    def fresh(self) -> Ints:
        """The state before a hand."""
        return self.init[:]


@cache
def notation() -> frozenset[str]:
    """Every move and contract that some shipped ruleset, or the notation itself, has a word for."""
    from bummerl.rulesets.load import FOLDER

    words = set("exchange close claim concede pass bid kontra rekontra subkontra trump turn call take discard".split())
    for path in sorted(FOLDER.glob("*.yaml")):
        data = load(path.stem).data
        words |= set(data.get("moves", {})) | {c["id"] for c in data.get("contracts", [])}
    return frozenset(words)


_compiled: OrderedDict[tuple[str, str], Rules] = OrderedDict()
_lock = threading.Lock()


def _key(source: Any) -> str:
    """A short name for a ruleset however it is given. Raises `Unusable` if it is none."""
    if isinstance(source, str):
        return "id:" + source
    if isinstance(source, Ruleset):
        return "digest:" + source.digest
    if isinstance(source, Mapping):
        try:
            text = json.dumps(source, sort_keys=True, allow_nan=False)
        except (TypeError, ValueError, RecursionError) as error:
            raise Unusable(
                [Problem("record.ruleset", f"The ruleset cannot be read: {type(error).__name__}.", path="/ruleset")]
            ) from None
        return "text:" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    raise Unusable([Problem("record.ruleset", "A ruleset is named by its id, or sent as a whole object.", path="/ruleset")])


def rules_for(source: Any, options: Any = None) -> Rules:
    """The rules named by an id, or sent along as a mapping, under these options.

    Raises `Unusable` with all problems: an unknown ruleset, a ruleset with mistakes, an unknown option or a value it
    cannot have.
    """
    if options is None:
        options = {}
    if not isinstance(options, Mapping):
        raise Unusable([Problem("record.type", "`options` is a mapping of names to values.", path="/options")])
    try:
        key = (_key(source), repr(sorted(options.items(), key=lambda item: str(item[0]))))
    except (ValueError, RecursionError, TypeError):
        raise Unusable([Problem("record.option", "These options cannot be read.", path="/options")]) from None
    with _lock:
        found = _compiled.get(key)
        if found is not None:
            _compiled.move_to_end(key)
            return found
    try:
        ruleset = source if isinstance(source, Ruleset) else load(source)
    except RulesetError as error:
        raise Unusable(list(error.problems)) from error
    settled, problems = ruleset.settle_options(options)
    if problems:
        raise Unusable(problems)
    rules = Rules(ruleset, settled)
    with _lock:
        _compiled[key] = rules
        while len(_compiled) > KEPT:
            _compiled.popitem(last=False)
    return rules


def room(size: int) -> Ints:
    """Space for the machine to write into."""
    return array("q", bytes(8 * size))
