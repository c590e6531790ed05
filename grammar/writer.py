"""Records back to text: the canonical form of a move log.

Canonical text is a fixed point: reading it and writing the record again gives the same text. Every record can be
written, also one that fits no ruleset. What the headers cannot say goes into a `Json` header, and whether they can is
not guessed but tried: a part is written as a header only if reading that header gives the same part.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from .diagnostics import Severity
from .headers import READERS, settle
from .notation import HEADER_NAME, MOST_MOVES, SEATS, braced, is_move, quoted, to_line_end

WIDTH: Final = 100
"""Columns after which a line of moves is broken."""

Headers = list[tuple[str, str]]


def write_log(record: Mapping[str, Any], *, width: int = WIDTH) -> str:
    """One hand as canonical text: headers, a blank line, the moves with a line for each numbered trick.

    Lossless: `read_log(write_log(record))[0].record` equals the record, except that empty parts (no options, say) are
    the same as missing ones and `moves` is always there. Raises `ValueError` or `TypeError` for what is no JSON, such
    as NaN.
    """
    return write_logs([record], width=width)


def write_logs(records: Iterable[Mapping[str, Any]], *, width: int = WIDTH) -> str:
    """Several hands as one canonical text, a blank line between them."""
    written = [_Written(record, width) for record in records]
    texts = []
    for hand, after in zip(written, [*written[1:], None], strict=True):
        closed = not hand.moves or (after is not None and not after.headers)
        texts.append(hand.text(closed))
    return "\n".join(texts)


class _Written:
    """A record taken apart into what is written where."""

    def __init__(self, record: Mapping[str, Any], width: int) -> None:
        self.width = width
        moves = record.get("moves", [])
        self.moves: list[str] = moves if _are_moves(moves) else []
        self.comments: list[dict[str, Any]] = []
        self.tricks: dict[str, int] = {}
        left: dict[str, Any] = {}
        self.headers: Headers = []
        for key, value in record.items():
            if key == "moves":
                if value is not self.moves:
                    left[key] = value
            elif key == "comments" and _are_comments(value, len(self.moves)):
                self.comments = value
            elif key == "trick_numbers" and _are_numbers(value, len(self.moves)):
                self.tricks = value
            elif key in _MAY_BE_EMPTY and _pruned(value) == {}:
                pass
            elif (headers := _as_headers(key, value, record)) is not None:
                self.headers += headers
            else:
                left[key] = value
        self.headers.sort(key=lambda header: _PLACE.get(header[0], _CARRIED))
        if left:
            self.headers.append(("Json", json.dumps(left, ensure_ascii=False, allow_nan=False)))

    def text(self, closed: bool) -> str:
        """The hand's text; `closed` puts `*` at its end."""
        lines = [f"[{name} {quoted(value)}]" for name, value in self.headers]
        body = [*self._lines(), *(["*"] if closed else [])]
        gap = [""] if lines and body else []
        return "\n".join([*lines, *gap, *body]) + "\n"

    def _lines(self) -> Iterator[str]:
        line = ""
        for piece, begins, ends in self._pieces():
            if line and (begins or len(line) + 1 + len(piece.partition("\n")[0]) > self.width):
                yield line
                line = ""
            line = f"{line} {piece}" if line else piece
            if ends:
                yield line
                line = ""
        if line:
            yield line

    def _pieces(self) -> Iterator[tuple[str, bool, bool]]:
        """Moves and comments in order; whether a line begins with the piece, and whether it must end behind it."""
        waiting = list(self.comments)
        for index, move in enumerate([*self.moves, ""]):
            while waiting and waiting[0]["before"] == index:
                comment = waiting.pop(0)
                line = comment["form"] == "line"
                yield (to_line_end if line else braced)(comment["text"]), False, line
            number = self.tricks.get(str(index))
            if move:
                yield move if number is None else f"{number}. {move}", number is not None, False


_NAMES: Final = ("Ruleset", "Option", "Players", "Position", "Dealer", "Leader", "Trump", *SEATS, "TurnUp", "Talon",
                 *(f"Seat {seat}" for seat in SEATS), "Memory", "Result", "Score", "Hand",
                 "Cards", "Language")  # fmt: skip
_PLACE: Final = {name: place for place, name in enumerate(_NAMES)}
_CARRIED: Final = len(_NAMES)
_MAY_BE_EMPTY: Final = frozenset({"options", "players", "deal", "headers"})
"""Keys of a record for which empty is the same as missing."""
_MAY_BE_EMPTY_INSIDE: Final = frozenset({"hands", "seats", "memory", "melds"})
"""The same for keys of its deal and its position."""
_name: Final = re.compile(HEADER_NAME).fullmatch


def _as_headers(key: str, value: Any, record: Mapping[str, Any]) -> Headers | None:
    """Headers that say a part of a record, or `None` if there are none that do."""
    if key == "deal" and "position" in record:
        return None
    try:
        headers = list(_say(key, value))
        if not all(isinstance(text, str) for _, text in headers):
            return None
        read, complaints = settle(headers)
        if any(complaint.severity is Severity.ERROR for complaint in complaints):
            return None
        return headers if set(read) == {key} and _same(read[key], value) else None
    except (AttributeError, IndexError, KeyError, RecursionError, TypeError, ValueError):
        return None


def _same(left: Any, right: Any) -> bool:
    """Equality that tells `1`, `1.0` and `True` apart and for which empty parts are missing."""
    return json.dumps(_pruned(left), sort_keys=True) == json.dumps(_pruned(right), sort_keys=True)


def _pruned(value: Any) -> Any:
    """A part of a record without the empty parts that are as good as missing."""
    if not isinstance(value, dict):
        return value
    parts = {key: _pruned(part) for key, part in value.items()}
    return {key: part for key, part in parts.items() if part != {} or key not in _MAY_BE_EMPTY_INSIDE}


def _say(key: str, value: Any) -> Iterator[tuple[str, str]]:
    match key:
        case "ruleset" | "dealer" | "cards" | "language":
            yield key.title(), value
        case "options":
            for name, chosen in value.items():
                yield "Option", f"{name}={_scalar(chosen)}"
        case "players":
            yield "Players", "; ".join(value.get(seat, "") for seat in SEATS[: 1 + max(map(SEATS.index, value))])
        case "result":
            yield "Result", f"{'-' if value['winner'] is None else ''.join(value['winner'])} {value['game_points']}"
        case "score":
            yield "Score", " ".join(f"{seat} {points}" for seat, points in value.items())
        case "number":
            yield "Hand", str(value)
        case "deal":
            yield from _say_cards(value)
        case "position":
            yield from _say_position(value)
        case "headers":
            for name, text in value.items():
                if name in READERS or not _name(name):
                    raise ValueError(name)
                yield name, text


def _say_cards(held: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for seat, cards in held.get("hands", {}).items():
        yield seat, " ".join(cards)
    if "turn_up" in held:
        yield "TurnUp", _or_none(held["turn_up"])
    if "talon" in held:
        yield "Talon", " ".join(held["talon"])


def _say_position(value: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield "Position", f"trick {value['trick']}" if "trick" in value else ""
    for key, name in (("leader", "Leader"), ("trump", "Trump")):
        if key in value:
            yield name, _or_none(value[key])
    yield from _say_cards(value)
    for seat, facts in value.get("seats", {}).items():
        clauses = [
            f"{word} {facts[fact]}"
            for fact, word in (("tricks", "tricks"), ("trick_points", "points"))
            if fact in facts
        ]
        clauses += [f"meld {suit} {points}" for suit, points in facts.get("melds", {}).items()]
        clauses += [f"won {' '.join(trick)}" for trick in facts.get("won", [])]
        clauses += [f"played {' '.join(facts['played'])}"] if "played" in facts else []
        yield f"Seat {seat}", "; ".join(clauses)
    if value.get("memory"):
        yield "Memory", "; ".join(_say_memory(value["memory"]))


def _say_memory(memory: Mapping[str, Any]) -> Iterator[str]:
    for name, kept in memory.items():
        for seat, own in kept.items() if isinstance(kept, dict) else [("", kept)]:
            words = map(_scalar, own) if isinstance(own, list) else [_scalar(own)]
            yield f"{name}{'.' if seat else ''}{seat} {' '.join(words)}"


def _or_none(value: str | None) -> str:
    return "-" if value is None else value


def _scalar(value: Any) -> str:
    return {True: "yes", False: "no", None: "-"}[value] if value is None or isinstance(value, bool) else str(value)


def _are_moves(moves: Any) -> bool:
    return (
        isinstance(moves, list)
        and len(moves) <= MOST_MOVES
        and all(isinstance(move, str) and is_move(move) for move in moves)
    )


def _are_comments(comments: Any, moves: int) -> bool:
    """Whether comments can stand between that many moves: in order, each with a place, a text and a form."""
    last = 0
    for comment in comments if isinstance(comments, list) else [None]:
        if not isinstance(comment, dict) or comment.keys() != {"before", "text", "form"}:
            return False
        before, text, form = comment["before"], comment["text"], comment["form"]
        if (
            type(before) is not int
            or not last <= before <= moves
            or not isinstance(text, str)
            or form not in ("brace", "line")
        ):
            return False
        last = before
    return True


def _are_numbers(numbers: Any, moves: int) -> bool:
    places = {str(index) for index in range(moves)}
    return isinstance(numbers, dict) and all(
        place in places and type(number) is int and 0 <= number <= 9999 for place, number in numbers.items()
    )
