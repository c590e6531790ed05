"""Laying one file over another, and a contract over the rules it is called from.

Maps merge key by key; a few are taken over whole. Lists of rules merge by id: a known id replaces that rule whole and
in its place, `off: true` takes it away. New lines of a ladder or table come first, in their own order, the special
before the general; new lines of other lists come last; `before` and `after` say otherwise. An empty list takes all
lines away.

`lay` keeps the lines that find nothing to take away or to stand next to: the rules they mean may come when the result
is laid over others (a part that several games share, a contract). `settle` ends that: it refuses what is left. Values
are never changed, only put together anew, and each keeps its origin.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from bummerl.grammar import suggest

from .origin import Laid, Origin

WHOLE: Final = frozenset({"deck", "deal", "partners", "order", "title", "about", "country", "text", "cite", "says"})
"""Taken over whole, never merged."""
OF_WHOLE: Final = frozenset({"names"})
"""Maps that merge key by key, with what stands under each key taken over whole: texts by language."""
LAST: Final = frozenset({"require", "ends", "bonuses", "contracts", "stages"})
"""Lists whose new lines come last."""
RULES: Final = LAST | {"lead", "follow", "score", "tiers", "irregularities", "units"}
"""Lists that merge by id."""
PLACING: Final = ("before", "after")


class Misfit(Exception):
    """Something laid over rules that it does not fit: parts of a `Problem`, and where it was written."""

    def __init__(self, code: str, message: str, origin: Origin, token: str, suggestion: str | None) -> None:
        """`origin` is that of the value that is wrong."""
        super().__init__(message)
        self.code, self.message, self.origin, self.token, self.suggestion = code, message, origin, token, suggestion


def lay(under: Laid, over: Laid, key: str = "") -> Laid:
    """`over` laid over `under`; `key` is the key of both."""
    if key not in WHOLE:
        if isinstance(under.value, dict) and isinstance(over.value, dict):
            return _maps(under, over, key)
        if key in RULES and isinstance(under.value, list) and isinstance(over.value, list) and over.value:
            return _lists(under, over, key)
    return over


def _maps(under: Laid, over: Laid, key: str) -> Laid:
    value, inner = dict(under.value), {}
    for name, found in over.value.items():
        part = over.child(name)
        if found == "off" and key == "options" and value.get(name, "off") != "off":
            del value[name]
            continue
        if name in value and key not in OF_WHOLE and "off" not in (found, value[name]):
            part = lay(under.child(name), part, name)
        elif isinstance(found, dict):
            part = lay(Laid({}, part.origin), part, name)
        elif isinstance(found, list):
            part = lay(Laid([], part.origin), part, name)
        origin = part.origin
        if name in value and (value[name] != "off" or under.origin.child(name).placed):
            origin = replace(origin, placed=True)
        value[name], inner[name] = part.value, origin
    return Laid(value, Origin(over.origin.source, over.origin.path, inner, under.origin))


def _lists(under: Laid, over: Laid, key: str) -> Laid:
    lines = [under.child(i) for i in range(len(under.value))]
    new = len(lines) if key in LAST else 0
    for i in range(len(over.value)):
        line = over.child(i)
        if not isinstance(line.value, dict) or "id" not in line.value:
            continue
        at = _find(lines, line.value["id"])
        if line.value.get("off"):
            if at is None:
                lines.append(line)
            elif not lines[at].value.get("off"):
                del lines[at]
                new -= at < new
        elif at is not None:
            lines[at] = lay(lines[at], line) if key == "contracts" and not lines[at].value.get("off") else line
        else:
            place = next((side for side in PLACING if side in line.value), None)
            beside = _find(lines, line.value[place]) if place else None
            if place and beside is not None:
                at = beside + (place == "after")
                new += beside < new
                line = Laid(line.value, replace(line.origin, placed=True))
            else:
                at, new = new, new + 1
            lines.insert(at, lay(Laid({}, line.origin), line) if key == "contracts" else line)
    return _list(lines, over.origin)


def _list(lines: list[Laid], origin: Origin) -> Laid:
    inner: dict[str | int, Origin] = {i: line.origin for i, line in enumerate(lines)}
    return Laid([line.value for line in lines], Origin(origin.source, origin.path, inner))


def _find(lines: list[Laid], name: Any) -> int | None:
    return next((i for i, line in enumerate(lines) if line.value.get("id") == name), None)


def settle(rules: Laid, misfits: list[Misfit], key: str = "") -> Laid:
    """The rules without words about merging. What still means a rule that is not there becomes a misfit.

    What stands inside contracts is left as it is: it is laid over these rules when the contract is played.
    """
    if isinstance(rules.value, dict):
        value, inner = dict(rules.value), {}
        for name, found in rules.value.items():
            if found == "off" and key == "options":
                misfits.append(
                    Misfit(
                        "ruleset.nothing-to-remove",
                        f"there is no option `{name}` to switch off",
                        rules.origin.child(name),
                        name,
                        suggest(name, [other for other, option in rules.value.items() if option != "off"]),
                    )
                )
                del value[name]
            elif isinstance(found, dict | list) and name not in WHOLE:
                part = settle(rules.child(name), misfits, name)
                value[name], inner[name] = part.value, part.origin
        return Laid(value, Origin(rules.origin.source, rules.origin.path, inner, rules.origin))
    if key not in RULES or not any(
        word in line for line in rules.value if isinstance(line, dict) for word in ("off", *PLACING)
    ):
        return rules
    lines = [rules.child(i) for i in range(len(rules.value))]
    known = [line.value["id"] for line in lines if not line.value.get("off")]
    kept = []
    for line in lines:
        place = next((side for side in PLACING if side in line.value), None)
        if line.value.get("off"):
            misfits.append(_missing(line, "id", known, "ruleset.nothing-to-remove", "there is no `{}` to switch off"))
            continue
        if place and not line.origin.placed and key != "contracts":
            misfits.append(_missing(line, place, known, "ruleset.no-neighbour", "there is no `{}` to stand next to"))
        kept.append(
            Laid({word: found for word, found in line.value.items() if word not in PLACING}, line.origin)
            if place
            else line
        )
    return _list(kept, rules.origin)


def moves_off(rules: Laid, misfits: list[Misfit]) -> None:
    """Moves that a file switches off are there to be switched off, in some file under it.

    Rules that extend nothing (resolved ones, sent along) may say of a word that it is known and no move.
    """
    moves = rules.value.get("moves", {})
    for name, move in moves.items():
        origin = rules.origin.child("moves").child(name)
        if move == "off" and not origin.placed and "extends" in origin.source.data:
            meant = suggest(name, [other for other, found in moves.items() if found != "off"])
            message = f"there is no move `{name}` to switch off"
            misfits.append(Misfit("ruleset.nothing-to-remove", message, origin, name, meant))


def _missing(line: Laid, key: str, known: list[str], code: str, message: str) -> Misfit:
    name = str(line.value[key])
    return Misfit(code, message.format(name), line.origin.child(key), name, suggest(name, known))
