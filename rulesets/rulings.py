"""Rulings: worked hands beside a ruleset, in a form that a card player can write, and how they are read.

A file `ID.rulings.yaml` names deals and says in one line a hand what comes of it::

    rulings: schnapsen
    deals:
      E20: {A: HJ SA ST CA CT, B: SK SQ DK DQ HK, up: HQ, talon: DA DT CK CQ HA HT SJ DJ CJ}
    hands:
      - about: Claiming 66
        options: last_trick_bonus=10
        hands:
          - [E20, B, SA SQ claim, B 3 score.false-claim]
          - [E20, B, close SA DK, illegal 2 follow.suit SK SQ]

Each line is deal, dealer, moves as in a move log, and the ruling:

* `A 3 score.schwarz`: over; the winners (or `nobody`), the game points, the rule that gave the figure, and if wanted
  the other rules that led to it. After a semicolon card points may follow: `A 3 score.schwarz; points A 91 B 14`.
* `illegal 2 follow.suit SK SQ`: the first illegal move (counted from 0), its rule, and if wanted all the cards that
  could have been played. After a semicolon what it costs: `illegal 2 follow.suit; A 3 wrong.follow`, or `; nothing`.
* `ongoing B`: not over; who is to move, and if wanted the cards that may be played.
* `undetermined`: what was not recorded decides.
* `unreadable record.card-twice`: not a record of this game, and the code that says why.

A group with `match: A 7 B 2` is one match: its hands follow each other, and in the end the score is as said, the way
the ruleset writes it. After semicolons may follow what a finished game is worth, the games won so far, who has won the
series (`nobody`: it is drawn), and who deals next: `match: A 0 B 5; game A 1 match.plain; games A 2 B 0; series A`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

from bummerl.grammar import SEATS, Problem
from bummerl.grammar.diagnostics import shown

from . import source
from .shipped import text_of_file

_MOVE: Final = re.compile(r"\([^)]*\)|\S+")
_SEATS: Final = re.compile(rf"[{SEATS}]+|nobody")
_NUMBER: Final = re.compile(r"[0-9]{1,7}")
_RULE: Final = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+")
_DEAL_KEYS: Final = (*SEATS, "up", "talon")


@dataclass(frozen=True, slots=True)
class Result:
    """How a hand ends: the winning seats (none: void), the game points, and the rules named, the figure's first."""

    winner: tuple[str, ...]
    game_points: int
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Expected:
    """A ruling, taken apart. `text` is the ruling as written; what it does not mention is None and not compared.

    `result` of an illegal move is what it costs; `fined` tells whether that was mentioned at all.
    """

    text: str
    status: str
    result: Result | None = None
    fined: bool = False
    points: Mapping[str, int] = field(default_factory=dict)
    move: int | None = None
    rule: str | None = None
    to_move: str | None = None
    cards: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """One worked hand: a record of the ruleset, and what comes of it."""

    about: str
    deal: str
    record: Mapping[str, Any]
    expected: Expected
    line: int
    column: int
    file: str | None = None

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves as written."""
        return tuple(self.record["moves"])


def rulings_of(ruleset: str | None, beside: Path | None = None) -> tuple[list[Ruling | Played], list[Problem]]:
    """The rulings beside a ruleset's file, or of a shipped ruleset by its id; none where there is no such file.

    Rulings that say they are of another ruleset are not read; of a file's ruleset without a name anything is.
    """
    if beside is None:
        shipped = files(__package__).joinpath("variants", f"{ruleset}.rulings.yaml")
        if ruleset is None or not re.fullmatch(r"[a-z0-9-]+", ruleset) or not shipped.is_file():
            return [], []
        return _read(shipped, shipped.name, ruleset)
    file = beside.with_name(f"{beside.stem}.rulings.yaml")
    return _read(file, str(file), ruleset) if file.is_file() else ([], [])


def _read(file: Traversable, called: str, ruleset: str | None) -> tuple[list[Ruling | Played], list[Problem]]:
    text, problems = text_of_file(file, called)
    return read_rulings(text, called, ruleset) if not problems else ([], problems)


def read_rulings(
    text: str, file: str | None = None, ruleset: str | None = None
) -> tuple[list[Ruling | Played], list[Problem]]:
    """A file of rulings (of this ruleset, if one is named), and all that is wrong with its form; what is right in it
    is read all the same.
    """
    found, problems = source.read(text, file)
    if found is None or problems:
        return [], problems
    reader = _Reader(found, file)
    if ruleset is not None and reader.of_another(ruleset):
        return [], reader.problems
    return list(reader.read()), sorted(reader.problems, key=lambda problem: problem.sort_key)


@dataclass(frozen=True, slots=True)
class Standing:
    """How a match stands: the score, the game that the last hand finished, the games won so far, who has won the series
    (no seats: it is drawn) and who deals next. What a ruling does not mention is None, or empty, and not compared.
    """

    score: Mapping[str, int]
    game: Result | None = None
    games: Mapping[str, int] = field(default_factory=dict)
    series: tuple[str, ...] | None = None
    dealer: str | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """Hands in a row, and what comes of them in the end."""

    hands: tuple[Ruling, ...]
    end: Standing
    line: int
    column: int
    file: str | None = None

    @property
    def game(self) -> Result | None:
        """The game that the last hand finished, if the ruling says."""
        return self.end.game


class _Malformed(Exception):
    """Says what is wrong with a line."""


class _Reader:
    def __init__(self, found: source.Source, file: str | None) -> None:
        self.source, self.file, self.problems = found, file, list[Problem]()
        self.ruleset, self.deals = "", dict[str, Mapping[str, Any]]()

    def refuse(self, path: source.Steps, message: str) -> None:
        """Notes what is wrong: with a key if nothing but the key is wrong, otherwise with a value."""
        place = self.source.key(path) if message.startswith("unknown key") else self.source.place(path)
        report = partial(Problem.at, place) if place else Problem
        self.problems.append(report("ruleset.ruling-form", message, file=self.file))

    def of_another(self, ruleset: str) -> bool:
        """Are these rulings of another ruleset than this one? That is then a problem, at its name."""
        name = self.source.data.get("rulings") if isinstance(self.source.data, dict) else None
        if not isinstance(name, str) or name == ruleset:
            return False
        message = f"these are rulings of `{shown(name)}`, not of `{ruleset}`"
        place = self.source.place(("rulings",))
        report = partial(Problem.at, place) if place else Problem
        self.problems.append(report("ruleset.ruling", message, file=self.file, token=shown(name), suggestion=ruleset))
        return True

    def read(self) -> Iterator[Ruling | Played]:
        data = self.source.data
        if not isinstance(data, dict) or not isinstance(data.get("rulings"), str):
            return self.refuse((), "a file of rulings begins with the ruleset: `rulings: schnapsen`")
        for key in data.keys() - {"rulings", "deals", "hands"}:
            self.refuse((key,), f"unknown key `{shown(key)}`; there are rulings, deals, hands")
        self.ruleset = data["rulings"]
        deals = data.get("deals")
        if not isinstance(deals, dict):
            self.refuse(("deals",), "`deals` names the deals: `E20: {A: HJ SA ST CA CT, B: …, up: HQ, talon: …}`")
            deals = {}
        for name, deal in deals.items():
            try:
                self.deals[name] = _deal(deal)
            except _Malformed as error:
                self.refuse(("deals", name), str(error))
        hands = data.get("hands")
        if not isinstance(hands, list):
            return self.refuse(("hands",), "`hands` lists the rulings")
        yield from self.lines(hands, ("hands",))
        return None

    def lines(self, lines: list[Any], path: source.Steps) -> Iterator[Ruling | Played]:
        for at, line in enumerate(lines):
            here = (*path, at)
            if isinstance(line, dict) and isinstance(line.get("hands"), list):
                yield from self.group(line, here)
            else:
                yield from self.hand(line, here, "hands", {})

    def group(self, group: dict[str, Any], path: source.Steps) -> Iterator[Ruling | Played]:
        for key in group.keys() - {"about", "options", "match", "hands"}:
            self.refuse((*path, key), f"unknown key `{shown(key)}`; there are about, options, match, hands")
        about, options = group.get("about", "hands"), dict[str, str]()
        if not isinstance(about, str):
            self.refuse((*path, "about"), "`about` is a text, what these hands are about")
        try:
            options = dict(_options(group.get("options")))
        except _Malformed as error:
            self.refuse((*path, "options"), str(error))
        found = [ruling for at, line in enumerate(group["hands"])
                 for ruling in self.hand(line, (*path, "hands", at), about, options)]  # fmt: skip
        if "match" not in group:
            yield from found
            return
        try:
            end = standing(str(group["match"]))
        except _Malformed as error:
            self.refuse((*path, "match"), str(error))
            return
        if not group["hands"]:
            self.refuse((*path, "hands"), "a match has at least one hand")
        if found and len(found) == len(group["hands"]):
            yield Played(tuple(found), end, *self.at((*path, "match")), self.file)

    def hand(self, line: Any, path: source.Steps, about: str, options: Mapping[str, str]) -> Iterator[Ruling]:
        if not isinstance(line, list):
            self.refuse(path, "a ruling is `[deal, dealer, moves, ruling]`; a group has `about` and `hands`")
            return
        try:
            yield self.ruling(line, path, about, options)
        except _Malformed as error:
            self.refuse(path, str(error))

    def at(self, path: source.Steps) -> tuple[int, int]:
        place = self.source.place(path)
        return (place.line, place.column) if place else (1, 1)

    def ruling(self, line: list[Any], path: source.Steps, about: str, options: Mapping[str, str]) -> Ruling:
        if len(line) != 4 or not all(isinstance(part, str) for part in (line[0], line[1], line[3])):
            raise _Malformed(f"a ruling has four parts, deal, dealer, moves and ruling, and this one has {len(line)}")
        deal, dealer, moves, expected = line[0], line[1], str(line[2] or ""), line[3]
        if deal not in self.deals:
            raise _Malformed(f"there is no deal `{shown(deal)}` above")
        record = {"ruleset": self.ruleset, "dealer": dealer, "deal": self.deals[deal], "moves": _MOVE.findall(moves)}
        if options:
            record["options"] = dict(options)
        return Ruling(about, deal, record, expectation(expected), *self.at(path), self.file)


def _deal(said: Any) -> Mapping[str, Any]:
    """`{A: HJ SA, up: HQ, talon: DA DT}` as the deal of a record."""
    if not isinstance(said, dict) or not all(isinstance(cards, str) for cards in said.values()):
        raise _Malformed("a deal says who holds what: `{A: HJ SA ST CA CT, B: …, up: HQ, talon: …}`")
    for key in said:
        if key not in _DEAL_KEYS:
            raise _Malformed(f"`{shown(key)}` is no part of a deal: {', '.join(_DEAL_KEYS)}")
    deal: dict[str, Any] = {"hands": {seat: cards.split() for seat, cards in said.items() if len(seat) == 1}}
    if "up" in said:
        deal["turn_up"] = said["up"]
    if "talon" in said:
        deal["talon"] = said["talon"].split()
    return deal


def _options(said: Any) -> Mapping[str, str]:
    """`settle=at_once last_trick_bonus=10` by name."""
    if said is None:
        return {}
    found = {}
    for part in str(said).split():
        name, equals, value = part.partition("=")
        if not equals:
            raise _Malformed(f"`{shown(part)}` is no option: write `name=value`")
        found[name] = value
    return found


def expectation(text: str) -> Expected:
    """A ruling taken apart; raises with what is wrong if it is none."""
    head, _, tail = (part.strip() for part in text.partition(";"))
    words = head.split()
    match words:
        case ["undetermined"]:
            return Expected(text, "undetermined")
        case ["unreadable", *code] if len(code) < 2:
            return Expected(text, "unreadable", rule=code[0] if code else None)
        case ["ongoing", str(seat), *cards] if seat in tuple(SEATS):
            return Expected(text, "ongoing", to_move=seat, cards=_cards(cards), points=_points(tail))
        case ["illegal", str(move), str(rule), *cards] if _NUMBER.fullmatch(move) and _RULE.fullmatch(rule):
            cost = None if tail in ("", "nothing") else _result(tail.split())
            return Expected(text, "illegal", cost, bool(tail), move=int(move), rule=rule, cards=_cards(cards))
        case _:
            return Expected(text, "complete", _result(words), points=_points(tail))


def understood(text: str) -> Expected | None:
    """The same; None if it is no ruling."""
    try:
        return expectation(text)
    except _Malformed:
        return None


def _cards(words: list[str]) -> frozenset[str] | None:
    return frozenset(words) if words else None


def _points(text: str) -> Mapping[str, int]:
    words = text.split()
    pairs = dict(zip(words[1::2], words[2::2], strict=False))
    if text and (words[0] != "points" or len(words) % 2 == 0 or not all(map(_NUMBER.fullmatch, pairs.values()))):
        raise _Malformed(f"`{shown(text)}` are no card points: write `points A 91 B 14`")
    return {seat: int(number) for seat, number in pairs.items()}


def standing(text: str) -> Standing:
    """How a match stands, taken apart; raises with what is wrong if it is not written so."""
    head, *parts = (part.strip() for part in text.split(";"))
    found: dict[str, Any] = {"score": _score(head)}
    for part in parts:
        match part.split():
            case ["game", *result]:
                found["game"] = _result(result)
            case ["games", *_]:
                found["games"] = _score(part.removeprefix("games"))
            case ["series", str(seats)] if _SEATS.fullmatch(seats):
                found["series"] = () if seats == "nobody" else tuple(seats)
            case ["dealer", str(seat)] if seat in tuple(SEATS):
                found["dealer"] = seat
            case _:
                raise _Malformed(
                    f"`{shown(part)}` is nothing that a match says: write `game A 2 match.schneider`, `games A 2 B 0`, "
                    "`series A` or `dealer B`"
                )
    return Standing(**found)


def _score(text: str) -> Mapping[str, int]:
    words = text.split()
    score = dict(zip(words[::2], words[1::2], strict=False))
    if len(words) % 2 or not all(_NUMBER.fullmatch(number.removeprefix("-")) for number in score.values()):
        raise _Malformed(f"`{shown(text.strip())}` is no score: write `A 7 B 2`")
    return {seat: int(number) for seat, number in score.items()}


def _result(words: list[str]) -> Result:
    match words:
        case [str(winner), str(points), *rules] if (
            _SEATS.fullmatch(winner) and _NUMBER.fullmatch(points) and all(map(_RULE.fullmatch, rules))
        ):
            return Result(() if winner == "nobody" else tuple(winner), int(points), tuple(rules))
    raise _Malformed(
        f"`{shown(' '.join(words))}` is no ruling: write `A 3 score.schwarz`, `illegal 2 follow.suit SK SQ`, "
        "`ongoing B`, `undetermined` or `unreadable`"
    )
