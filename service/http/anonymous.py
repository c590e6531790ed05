"""Hands without the names of those who played them: a name becomes its seat, wherever it stands.

Names stand in `players`, and people write them into comments and headers too, whole or the first name only, and with
the s of a genitive.  What says how the hand went (cards, moves, rules) is left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from bummerl.grammar import read_log, write_log
from bummerl.grammar.cutter import Cutter
from bummerl.grammar.headers import READERS

PLAYED: Final = frozenset(
    {
        "ruleset", "options", "dealer", "deal", "position", "brought", "score", "number", "moves", "result", "cards",
        "language", "trick_numbers",
    }
)  # fmt: skip
"""What a record says of the game; the rest is words."""
_LONGEST: Final = 200
"""Letters of a name; a longer one is taken out of `players` and not looked for elsewhere."""
_SHORTEST: Final = 3
"""Letters of a part of a name that is looked for by itself: `de` and `von` stand in every other sentence."""
_header = re.compile(r'\[\s*([^\W\d_][^\s"\[\]]*(?: [A-F])?)\s*').fullmatch
Hide = Callable[[str], str]


def without_names(record: Mapping[str, Any]) -> dict[str, Any]:
    """The record with seats in place of names."""
    names = _names(record)
    if not names:
        return dict(record)
    hide = _hiding(names)
    found = {key: value if key in PLAYED else _hidden(value, hide) for key, value in record.items()}
    return found | {"players": {seat: seat for seat in record["players"]}}


def text_without_names(text: str) -> str:
    """The text of one hand with seats in place of names; as it was typed, if names can be told in it from the rest."""
    record = read_log(text)[0].record
    names = _names(record)
    if not names:
        return text
    hide = _hiding(names)
    seats = [seat if seat in names else "" for seat in sorted(_up_to(names))]

    def told(part: str, header: str | None) -> str:
        if header == "Players":
            return f'[Players "{"; ".join(seats)}"'
        return part if header in READERS else hide(part)

    wanted = without_names(record)
    found = _retold(text, told)
    again = read_log(found)
    return found if len(again) == 1 and again[0].record == wanted else write_log(wanted)


def _retold(text: str, told: Callable[[str, str | None], str]) -> str:
    """The text with its words told anew: comments, and headers up to the end of their value, by name."""
    found: list[str] = []
    done = behind = 0
    for sign, begin, end in Cutter(text).pieces():
        if sign not in '"{;':
            continue
        header = None
        if sign == '"':
            opened = text.rfind("[", behind, begin)
            header = _header(text[opened:begin]) if opened >= 0 else None
            begin = opened if header else begin
        behind = end
        if header or sign != '"':
            found += text[done:begin], told(text[begin:end], header[1] if header else None)
            done = end
    return "".join(found) + text[done:]


def _names(record: Mapping[str, Any]) -> dict[str, str]:
    players = record.get("players")
    if not isinstance(players, Mapping):
        return {}
    return {seat: name.strip() for seat, name in players.items() if isinstance(name, str) and name.strip()}


def _up_to(seats: Mapping[str, str]) -> list[str]:
    return [chr(code) for code in range(ord("A"), ord(max(seats)) + 1)]


def _hiding(names: Mapping[str, str]) -> Hide:
    """What puts seats for these names into a text."""
    whose: dict[str, set[str]] = {}
    for seat, name in names.items():
        if len(name) > _LONGEST:
            continue
        whole = " ".join(name.split()).lower()
        for word in {whole, *(part for part in re.findall(r"\w+", whole) if len(part) >= _SHORTEST)}:
            if len(word) > 1:
                whose.setdefault(word, set()).add(seat)
    if not whose:
        return str
    known = "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in sorted(whose, key=len, reverse=True))
    pattern = re.compile(rf"(?<!\w)({known})(?:['’]?s)?(?!\w)", re.IGNORECASE)

    def its_seat(found: re.Match[str]) -> str:
        return "/".join(sorted(whose.get(" ".join(found[1].split()).lower(), "?")))

    return lambda text: pattern.sub(its_seat, text)


def _hidden(value: Any, hide: Hide) -> Any:
    if isinstance(value, str):
        return hide(value)
    if isinstance(value, Mapping):
        return {key: _hidden(part, hide) for key, part in value.items()}
    return [_hidden(part, hide) for part in value] if isinstance(value, list) else value
