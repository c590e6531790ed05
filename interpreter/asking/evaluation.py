"""Expressions worked out from what is known: three-valued, with numbers as spans and everything else as sets.

This is the second reading of the language in the interpreter (the first is the core's), for the one purpose that the
core cannot serve: it judges a hand of which nothing but a few facts is told. It must never say anything else than the
core (`tests/properties/test_asking.py`); where it knows less it says so.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from bummerl.rulesets.facts import SCOPED
from bummerl.rulesets.fold import COMPARE
from bummerl.rulesets.limits import NUMBER
from bummerl.rulesets.typed import Typed

from .values import CARDS, Among, May, Span, hull, may, meet, truth

if TYPE_CHECKING:
    from .table import Table

Scope = Mapping[str, Any]
Known = Mapping[str, Among]
"""What is known, by the names of facts."""
LIMIT: Final = NUMBER
"""Numbers stay within a million either way."""
_SCOPED: Final = frozenset(SCOPED)
SIDED: Final = {".tricks": "tricks", ".card_points": "card_points", ".meld_points": "meld_points", ".points": "points"}
OWN: Final = {".own_tricks": "own_tricks", ".own_points": "own_points", ".brought": "brought"}
TURNED_ROUND: Final = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "is": "is"}
SETS: Final[dict[str, Callable[[int, int], int]]] = {"union": operator.or_, "minus": lambda a, b: a & ~b}


class TooMuch(Exception):
    """It would take too long to work out."""


class Work:
    """Steps that may still be taken; below zero it is given up."""

    __slots__ = ("left",)

    def __init__(self, left: int) -> None:
        self.left = left

    def spend(self, steps: int = 1) -> None:
        """Takes steps. Raises `TooMuch` when there are none left."""
        self.left -= steps
        if self.left < 0:
            raise TooMuch


def bits(players: int) -> Iterator[int]:
    """The players of a set, each as a set of one."""
    while players:
        yield players & -players
        players &= players - 1


class Evaluation:
    """Works out expressions of one table under one contract, from what is known; with or without the bonuses that come
    with the end.
    """

    def __init__(self, table: Table, known: Known, contract: int, work: Work, bonuses: bool = True) -> None:
        self.table, self.known, self.contract, self.work = table, known, contract, work
        self._memo: dict[tuple[int, int | None, tuple[Any, ...]], May] = {}
        self._bonuses: dict[tuple[int, int, bool], May] = {}
        self._counted = None if bonuses else 0
        self.met: dict[str, tuple[Typed, Scope]] = {}
        """What hangs on cards, as far as it was looked at: by its words."""
        self.cuts: dict[str, set[int]] = {}
        """Where comparisons that are open would turn, by the fact they hang on: the first number on the other side."""

    # ---- facts
    def fact(self, name: str) -> May:
        """A fact, as far as it is known."""
        among = self.known.get(name)
        return may(self.table.domain(name) if among is None else among, (name,))

    def hidden(self, node: Typed, scope: Scope) -> May:
        """What hangs on cards that nobody told of: a fact by its own words."""
        if node.type in ("cards", "suits"):
            return CARDS
        words = self.table.spelled(node, scope)
        self.met.setdefault(words, (node, dict(scope)))
        among = self.known.get(words)
        return may(self.table.any_of(node.type) if among is None else among, (words,))

    def everyone(self) -> May:
        """All who have cards."""
        away = self.table.sits_out
        if away is None:
            return may(frozenset((self.table.all,)))
        out = self.value(away, {})
        return may(frozenset(self.table.all & ~x for x in out.values), out.why)

    # ---- expressions
    def value(self, node: Typed, scope: Scope) -> May:
        """The value of an expression; `scope` says who winner, loser, player or actor are, where that is known."""
        if node.op == "const":
            return may(Span(node.value, node.value) if node.type == "number" else frozenset((node.value,)))
        key = (id(node), self._counted, tuple([scope.get(name) for name in sorted(node.deps & _SCOPED)]))
        found = self._memo.get(key)
        self.work.spend()
        if found is None:
            found = self._memo[key] = self._value(node, scope)
        return found

    def _value(self, node: Typed, scope: Scope) -> May:
        op = node.op
        if op in ("attr", "mem"):
            return self._named(node, scope)
        if op == "talon_size":
            return self.fact("talon.size")
        if op in ("and", "or"):
            return self._logic(node, scope)
        if op == "choose":
            return self._choose(node, scope)
        if op.startswith(("where_", "most_", "least_")):
            if op.endswith("cards"):
                return CARDS
            return self._where(node, scope) if op.startswith("where") else self._extreme(node, scope)
        args = [self.value(arg, scope) for arg in node.args]
        if any(arg.among is None for arg in args) or op in ("beats", "holder", "played", "highest", "lowest"):
            return self.hidden(node, scope)
        if op == "each" or op in SIDED or op in OWN:
            return self._of_players(node, args[0])
        whys = [arg.why for arg in args]
        if node.type == "number" and op in ("add", "sub", "mul"):
            return may(_calculated(op, args[0].span, args[1].span), *whys)
        if op == "compare" or (op == "is" and node.args[0].type == "number"):
            sign = node.value or "is"
            found = truth(_compared(sign, args[0].span, args[1].span), *whys)
            if not found.known:
                self._cut(sign, *args)
                self._cut(TURNED_ROUND[sign], *reversed(args))
            return found
        return self._combined(node, args, scope)

    def _named(self, node: Typed, scope: Scope) -> May:
        name = str(node.value)
        if node.op == "mem":
            return CARDS if node.type in ("cards", "suits") else self.fact(name)
        if name in SCOPED:
            if name in scope:
                value = scope[name]
                return may(Span(value, value) if node.type == "number" else frozenset((value,)))
            return may(self.table.any_of("actor" if name in ("actor", "player") else node.type), (name,))
        if name == "everyone":
            return self.everyone()
        if name == "forehand":
            dealer = self.fact("dealer")
            return may(frozenset(self.table.after[x] for x in dealer.values), dealer.why)
        if name == "contract":
            return may(frozenset((self.contract,)))
        return CARDS if node.type in ("cards", "suits") else self.fact(name)

    def _logic(self, node: Typed, scope: Scope) -> May:
        settles, whys = node.op == "or", list[tuple[str, ...]]()
        for arg in node.args:
            found = self.value(arg, scope)
            if found.holds is settles:
                return truth(settles)
            if found.holds is None:
                whys.append(found.why)
        return truth(None if whys else not settles, *whys)

    def _choose(self, node: Typed, scope: Scope) -> May:
        condition = self.value(node.args[1], scope)
        if condition.holds is not None:
            return self.value(node.args[0 if condition.holds else 2], scope)
        one, other = self.value(node.args[0], scope), self.value(node.args[2], scope)
        if one.among is None or other.among is None:
            return CARDS
        return may(hull((one.among, other.among)), condition.why, one.why, other.why)

    def _where(self, node: Typed, scope: Scope) -> May:
        base, found = self.value(node.args[0], scope), set[int]()
        whys = [base.why]
        for group in base.values:
            sets = {0}
            for one in bits(group):
                fits = self.value(node.args[1], {**scope, "player": one})
                whys.append(fits.why)
                more = {taken | one for taken in sets}
                sets = more if fits.holds else sets if fits.holds is False else sets | more
                self.work.spend(len(sets))
            found |= sets
        return may(frozenset(found), *whys)

    def _extreme(self, node: Typed, scope: Scope) -> May:
        base, found = self.value(node.args[0], scope), set[int]()
        whys = [base.why]
        sign = 1 if node.op.startswith("most") else -1
        for group in base.values:
            keys = {one: self.value(node.args[1], {**scope, "player": one}) for one in bits(group)}
            whys += [key.why for key in keys.values()]
            spans = {one: sorted((sign * key.span.least, sign * key.span.most)) for one, key in keys.items()}
            floor = max((least for least, _ in spans.values()), default=0)
            able = [one for one, (_, most) in spans.items() if most >= floor]
            sets = {0}
            for one in able:
                rest = max((most for other, (_, most) in spans.items() if other != one), default=spans[one][0])
                more = {taken | one for taken in sets}
                sets = more if spans[one][0] >= rest else sets | more
            found |= (sets - {0}) if group else {0}
            self.work.spend(len(sets))
        return may(frozenset(found), *whys)

    def _cut(self, sign: str, one: May, limit: May) -> None:
        """Notes where a comparison of a fact with a number turns: the fact as it stands, or with something added."""
        if one.known or not limit.known:
            return
        fact = one.why[0]
        now = self.known.get(fact) or self.table.domain(fact)
        if isinstance(now, Span) and one.span.least - now.least == one.span.most - now.most:
            at = limit.one - (one.span.least - now.least)
            cuts = {"<": (at,), ">=": (at,), "<=": (at + 1,), ">": (at + 1,)}.get(sign, (at, at + 1))
            self.cuts.setdefault(fact, set()).update(cuts)

    # ---- figures
    def _of_players(self, node: Typed, whose: May) -> May:
        parts, whys = list[Among](), [whose.why]
        for group in whose.values:
            self.work.spend(len(self.table.seats))
            part = self._each(node, group) if node.op == "each" else self._figure(node.op, group)
            assert part.among is not None
            parts.append(part.among)
            whys.append(part.why)
        return may(hull(parts), *whys)

    def _each(self, node: Typed, group: int) -> May:
        facts = [self.fact(f"{self.table.letter(one)}.{node.value}") for one in bits(group)]
        whys = [fact.why for fact in facts]
        if node.type == "truth":
            holds = [fact.holds for fact in facts]
            return truth(True if True in holds else None if None in holds else False, *whys)
        return may(_summed([fact.span for fact in facts]), *whys)

    def _figure(self, op: str, group: int) -> May:
        if op in OWN:
            return self._sum([self.own(OWN[op], one) for one in bits(group)])
        sides = self.sides_of(group)
        found = [self._sum([self.side(SIDED[op], side) for side in them]) for them in sides.values]
        return may(hull([part.span for part in found]), sides.why, *(part.why for part in found))

    def _sum(self, parts: list[May]) -> May:
        return may(_summed([part.span for part in parts]), *(part.why for part in parts))

    def own(self, member: str, one: int) -> May:
        """A figure of one player alone."""
        if member != "brought" and self.table.plays_alone(one):
            return self.side(member.removeprefix("own_"), one)
        found = self.fact(f"{self.table.letter(one)}.{member}")
        return self._sum([found, self.bonus(one, False)]) if member == "own_points" else found

    def side(self, member: str, side: int) -> May:
        """A figure of a whole side, what a rule adds for the end of the hand included."""
        among, first = None, f"{self.table.letter(side & -side)}.{member}"
        for one in bits(side):
            told = self.known.get(f"{self.table.letter(one)}.{member}")
            if told is not None:
                among = told if among is None else meet(among, told) or among
        found = self.fact(first) if among is None else may(among, (first,))
        return self._sum([found, self.bonus(side, True)]) if member == "points" else found

    def bonus(self, whose: int, whole_side: bool) -> May:
        """What the bonuses add for these players. A bonus comes once, to the first of those it is for."""
        rows, before = self.table.rows(self.contract, "bonuses"), self._counted
        end = len(rows) if before is None else before
        key = (whose, end, whole_side)
        if key not in self._bonuses:
            parts = [May(Span(0, 0))]
            for number, row in enumerate(rows[:end]):
                self._counted = number  # a bonus sees those above it
                try:
                    when = self.value(row.when, {}) if row.when is not None else truth(True)
                    if when.holds is not False:
                        to, points = self.value(row.more["to"], {}), self.value(row.more["points"], {})
                        gets = {bool(group & -group & whose) for group in to.values}
                        gets |= {False} if when.holds is None else set()
                        spans = [points.span if get else Span(0, 0) for get in gets]
                        parts.append(may(hull(spans), when.why, to.why, points.why))
                finally:
                    self._counted = before
            self._bonuses[key] = self._sum(parts)
        return self._bonuses[key]

    # ---- players
    def sides_of(self, group: int) -> May:
        """The sides that these players belong to, as tuples of sets."""
        if self.table.partners is None:
            return may(frozenset((tuple(dict.fromkeys(self.table.sides[one] for one in bits(group))),)))
        ways = set[tuple[int, ...]]()
        everyone, together = self.everyone(), self.value(self.table.partners, {})
        for all_, them in product(everyone.values, together.values):
            self.work.spend()
            sides = [_sided(them, one, all_) for one in bits(group)]
            ways.add(tuple(dict.fromkeys(sides)))
        return may(frozenset(ways), together.why, everyone.why)

    def side_of(self, group: int) -> May:
        """These players and their partners."""
        sides = self.sides_of(group)
        return may(frozenset(_joined(them) for them in sides.values), sides.why)

    def _combined(self, node: Typed, args: list[May], scope: Scope) -> May:
        """What is worked out from every combination of values."""
        op, whys = node.op, [arg.why for arg in args]
        if op in ("is", "in_set", "not", "subset", "card_in", "suit_in"):
            answers = {_asked(op, node.value, values) for values in self._combinations(args)}
            return may(frozenset(answers), *whys)
        if op in (".side", ".opponents", ".partner"):
            return self._related(op, args[0])
        work: Callable[..., Any] | None = self.table.works(op, node.value)
        if op in SETS:
            work = SETS[op]
        if op == ".place":
            forehand = self._named(Typed("attr", "players", value="forehand"), {})
            args, whys, work = [args[0], forehand], [*whys, forehand.why], self.table.place
        if work is None:
            return self.hidden(node, scope)
        found = frozenset(work(*values) for values in self._combinations(args))
        return may(Span(min(found), max(found)) if node.type == "number" else found, *whys)

    def _combinations(self, args: list[May]) -> Iterator[tuple[Any, ...]]:
        for values in product(*(arg.values for arg in args)):
            self.work.spend()
            yield values

    def _related(self, op: str, whose: May) -> May:
        found, whys = set[int](), [whose.why]
        for group in whose.values:
            side, everyone = self.side_of(group), self.everyone()
            whys += [side.why, everyone.why]
            for them, all_ in product(side.values, everyone.values):
                self.work.spend()
                related = {".side": them, ".partner": them & ~group, ".opponents": all_ & ~them if group else 0}
                found.add(related[op])
        return may(frozenset(found), *whys)


def _sided(players: int, one: int, everyone: int) -> int:
    """The side of a player where these play against the rest; if they are nobody, everyone plays alone."""
    if players == 0:
        return one
    return players if one & players else everyone & ~players


def _joined(sides: tuple[int, ...]) -> int:
    found = 0
    for side in sides:
        found |= side
    return found


def _summed(spans: list[Span]) -> Span:
    return Span(sum(s.least for s in spans), sum(s.most for s in spans))


def _calculated(op: str, one: Span, two: Span) -> Span:
    if op == "add":
        return Span(one.least + two.least, one.most + two.most)
    if op == "sub":
        return Span(one.least - two.most, one.most - two.least)
    products = [a * b for a in one for b in two]
    return Span(min(products), max(products))


def _compared(sign: str, one: Span, two: Span) -> bool | None:
    """The comparison of two numbers; None if both answers are possible."""
    if sign == "is":
        if one.most < two.least or two.most < one.least:
            return False
        return True if one.least == one.most == two.least == two.most else None
    test = COMPARE[sign]
    answers = {test(one.least, two.most), test(one.most, two.least)}
    return answers.pop() if len(answers) == 1 else None


def _asked(op: str, value: Any, args: tuple[Any, ...]) -> bool:
    match op:
        case "not":
            return not args[0]
        case "is":
            return bool(args[0] == args[1])
        case "in_set":
            return bool(args[0] in value)
        case "subset":
            return bool(args[0] != 0 and args[0] & ~args[1] == 0)
    return args[0] >= 0 and bool(args[1] >> args[0] & 1)
