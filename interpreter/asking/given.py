"""Facts as people and programs write them: `closer=A`, `A.points=66+`, `{"B.tricks": {"max": 1}}`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from bummerl.grammar import SEATS, Problem, pointer, suggest
from bummerl.grammar.diagnostics import shown
from bummerl.rulesets import catalogue, load
from bummerl.rulesets.facts import FACTS

from ..messages import ENGLISH, say
from ..rules import notation
from .evaluation import LIMIT
from .table import Table
from .values import Among, Span, in_order, meet

NOT_ASKED: Final = frozenset({"everyone", "nobody", "forehand"})
"""Facts of the language that follow from others."""
_NUMBER: Final = re.compile(r"(<=?|>=?)?\s*(-?\d{1,7})\s*(\+|(?:-|–|\.\.|to)\s*(-?\d{1,7}))?", re.ASCII)
_TRUTHS: Final[dict[Any, bool]] = {"yes": True, "true": True, "no": False, "false": False}
_NOBODY: Final = frozenset({"nobody", "none", "no one"})
_SAYS_NOTHING: Final = frozenset({"nobody", "none", "no", "false", "0"})


class Unfit(Exception):
    """A value that a fact cannot have: `form` if it is written as no such value, else it is none of this game's."""

    def __init__(self, form: bool, allowed: str, suggestion: str | None = None) -> None:
        super().__init__(allowed)
        self.form, self.allowed, self.suggestion = form, allowed, suggestion

    def told(self, lang: str, values: Mapping[str, Any]) -> str:
        """The sentence that says so."""
        return say(lang, "facts-value", **values)


class TurnedRound(Unfit):
    """A span written from the higher number to the lower."""

    def told(self, lang: str, values: Mapping[str, Any]) -> str:
        """The sentence that says so, with the span as it should stand."""
        return say(lang, "facts-turned-round", example=self.suggestion, **values)


@dataclass(slots=True)
class Given:
    """Facts as one ruleset reads them: what is `told`, what it does not use, what is `wrong` with others, and what
    cannot be in this game (`amiss`), each by its name.
    """

    told: dict[str, Among] = field(default_factory=dict)
    not_used: list[str] = field(default_factory=list)
    wrong: dict[str, Problem] = field(default_factory=dict)
    amiss: dict[str, Problem] = field(default_factory=dict)


def read(facts: Mapping[str, Any], table: Table, lang: str) -> Given:
    """Reads facts for one ruleset."""
    found = Given()
    for name, raw in facts.items():
        if raw is None or raw == "?":
            continue
        fact, path = spelled(str(name)), pointer(("facts", str(name)))
        if table.kind(fact) is None or fact in NOT_ASKED:
            _unknown(found, fact, raw, path, table, lang)
            continue
        try:
            among = value_of(table, fact, raw)
        except Unfit as unfit:
            told: dict[str, Any] = {"fact": fact, "value": shown(written(raw)), "allowed": unfit.allowed}
            if unfit.form:
                message = unfit.told(lang, told)
                found.wrong[fact] = Problem(
                    "facts.value", message, token=shown(written(raw)), suggestion=unfit.suggestion, path=path
                )
            else:
                found.amiss[fact] = Problem("facts.inapplicable", say(lang, "facts-not-here", **told), path=path)
            continue
        told_before = found.told.get(fact)
        both = among if told_before is None else meet(told_before, among)
        possible = None if both is None else meet(both, table.domain(fact))
        if both is None or possible is None:
            only, called = len(allowed_values(table, fact)) == 1, in_words(table, fact, lang)
            key = "facts-always" if only else "facts-value"
            told = {"fact": fact, "value": shown(written(raw)), "allowed": allowed(table, fact)}
            if only and called:
                always = table.domain(fact) == frozenset((0,)) and table.kind(fact) == "players"
                nobody = say(lang, "value.nobody") if always else told["allowed"]
                told_as = say(lang, "facts-always.told", fact=fact, allowed=nobody, words=called)
                found.amiss[fact] = Problem("facts.inapplicable", told_as, path=path)
                continue
            code = "facts.inapplicable" if key == "facts-always" else "facts.impossible"
            found.amiss[fact] = Problem(code, say(lang, key, **told), path=path)
            continue
        found.told[fact] = possible
        if fact not in table.looked_at:
            found.not_used.append(fact)
    return found


def _unknown(found: Given, fact: str, raw: Any, path: str, table: Table, lang: str) -> None:
    """A fact that this ruleset does not know: another may."""
    seat, _, member = fact.partition(".")
    at_another_table = bool(member) and seat in SEATS and seat not in table.seats and table.kind(f"A.{member}")
    if fact not in words() and not at_another_table and table.kind(f"A.{member}") is None:
        known = [*table.looked_at, *sorted(words())]
        guess = suggest(fact, known)
        message = say(lang, "facts-unknown", fact=shown(fact))
        found.wrong[fact] = Problem("facts.unknown", message, token=shown(fact), suggestion=guess, path=path)
    elif at_another_table or (words().get(fact) in ("players", "contract") and not _empty(raw)):
        key = "facts-no-seat" if at_another_table else "facts-no-such"
        called = in_words(table, fact, lang) if key == "facts-no-such" else None
        key = f"{key}.told" if called else key
        message = say(lang, key, fact=fact, seat=seat, seats=", ".join(table.seats), words=called or "")
        found.amiss[fact] = Problem("facts.inapplicable", message, path=path)
    else:
        found.not_used.append(fact)


def in_words(table: Table, fact: str, lang: str) -> str | None:
    """What a fact is in the words of its ruleset, or of one that has it."""
    for data in (table.typist.data, *(load(summary.id).data for summary in catalogue())):
        said = data.get("facts", {}).get(fact)
        if said is not None:
            found = said["text"].get(lang) or said["text"].get(ENGLISH)
            return None if found is None else str(found)
    return None


def _empty(raw: Any) -> bool:
    return written(raw).lower() in _SAYS_NOTHING


def spelled(name: str) -> str:
    """A fact's name with its seat in capitals: `a.points` is `A.points`."""
    return name[0].upper() + name[1:] if len(name) > 2 and name[1] == "." else name


def written(raw: Any) -> str:
    """A value as it is shown in a message."""
    return {True: "yes", False: "no"}[raw] if isinstance(raw, bool) else str(raw)


@cache
def words() -> Mapping[str, str]:
    """Every fact that some shipped ruleset has a word for, with its type; those kept for each player by themselves."""
    found = {name: fact.type for name, fact in FACTS.items() if name not in NOT_ASKED and fact.type != "cards"}
    for summary in catalogue():
        table = load(summary.id)
        for name, kind in table.data.get("memory", {}).items():
            kept = kind.get("kind") if isinstance(kind, Mapping) else kind
            found.setdefault(name, "players" if str(kept).startswith("player") else "other")
    return found


# ---- values
def value_of(table: Table, fact: str, raw: Any) -> Among:
    """What a fact is said to be. Raises `Unfit`."""
    kind = table.kind(fact)
    if kind == "number":
        return _span(table, fact, raw)
    if kind == "truth":
        value = raw if isinstance(raw, bool) else _TRUTHS.get(str(raw).strip().lower())
        if value is None:
            raise Unfit(True, allowed(table, fact))
        return frozenset((value,))
    if kind == "players":
        return frozenset((_players(table, fact, raw),))
    return frozenset((_word(table, fact, str(kind), raw),))


def _span(table: Table, fact: str, raw: Any) -> Among:
    """A number, or a span of numbers: `33`, `66+`, `0-32`, `<33`, `{"min": 33}`."""
    if isinstance(raw, Mapping) and raw and set(raw) <= {"min", "max"} and all(map(_whole, raw.values())):
        least, most = raw.get("min", -LIMIT), raw.get("max", LIMIT)
    elif _whole(raw):
        least = most = raw
    else:
        found = _NUMBER.fullmatch(raw.strip()) if isinstance(raw, str) else None
        if found is None or (found[1] and found[3]):
            raise Unfit(True, allowed(table, fact))
        sign, n = found[1], int(found[2])
        least = {"<": -LIMIT, "<=": -LIMIT, ">": n + 1}.get(sign, n)
        most = {"<": n - 1, "<=": n, ">": LIMIT, ">=": LIMIT}.get(sign, n)
        if found[3]:
            most = LIMIT if found[4] is None else int(found[4])
    if least > most:
        if max(abs(least), abs(most)) > LIMIT:
            raise Unfit(True, allowed(table, fact))
        raise TurnedRound(True, allowed(table, fact), f"{most}-{least}")
    return Span(least, most)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LIMIT


def _players(table: Table, fact: str, raw: Any) -> int:
    """One player, several, or nobody."""
    letters: Iterable[Any] = raw if isinstance(raw, list) else re.split(r"[\s,+]+|\bwith\b", str(raw).strip())
    found = 0
    for letter in letters:
        seat = str(letter).strip()
        if seat.lower() in _NOBODY:
            continue
        if len(seat) != 1 or seat.upper() not in SEATS:
            raise Unfit(True, allowed(table, fact), suggest(seat, ["nobody", *table.seats]))
        if not table.seat(seat.upper()):
            raise Unfit(False, allowed(table, fact))
        found |= table.seat(seat.upper())
    return found


def _word(table: Table, fact: str, kind: str, raw: Any) -> Any:
    """A contract, suit, card, rank, colour or move by its name."""
    text = str(raw).strip()
    if text.lower() == "none":
        return None if kind == "colour" else -1
    names = list(table.names.moves) if kind == "move" else list(table.rules.names(kind))
    if text not in names:
        text = text.upper() if text.upper() in names else text.lower()
    if text not in names:
        raise Unfit(text not in notation(), allowed(table, fact), suggest(text, names))
    return text if kind in ("move", "colour") else names.index(text)


def allowed_values(table: Table, fact: str) -> list[Any]:
    """What a fact can be, as JSON has it; the ends of a span of numbers."""
    domain = table.domain(fact)
    if isinstance(domain, Span):
        return [domain.least, domain.most]
    return [as_json(table, fact, value) for value in sorted(domain, key=in_order)]


def as_json(table: Table, fact: str, value: Any) -> Any:
    """One value of a fact as JSON has it, and as it can be given."""
    kind = table.kind(fact)
    if kind == "players":
        seats = [seat for i, seat in enumerate(table.seats) if value >> i & 1]
        return seats[0] if len(seats) == 1 else seats or "nobody"
    if kind in ("number", "truth", "move"):
        return value
    if kind == "colour":
        return value or "none"
    return table.rules.names(str(kind))[value] if value >= 0 else "none"


def allowed(table: Table, fact: str) -> str:
    """What a fact can be, in signs that need no language."""
    values = allowed_values(table, fact)
    if isinstance(table.domain(fact), Span):
        return f"{values[0]}–{values[1]}"
    return ", ".join("+".join(v) if isinstance(v, list) else written(v) for v in values)
