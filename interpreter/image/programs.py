"""Typed expressions become programs.

Conditions are wiring: `and`, `or`, `not`, `if else` need no instruction. A value that lies in a slot already costs
nothing; others get scratch slots by depth. Everything is written backwards: a function is told where to go on, and
gives its entry.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bummerl.interpreter import core as C
from bummerl.rulesets.names import Memory, Names
from bummerl.rulesets.typed import Typed

from . import limits
from .members import write_member
from .pack import Deal, Pack, Seating
from .writer import ALWAYS, NEVER, Writer

SLOTS: Final[dict[str, int]] = {
    "everyone": C.ALL, "dealer": C.DEALER, "forehand": C.FOREHAND, "leader": C.LEADER, "turn": C.TURN, "trump": C.TRUMP,
    "turn_up": C.TURN_UP, "led": C.LED, "best": C.BEST, "trick.number": C.TRICK_NUMBER, "trick.size": C.TRICK_SIZE,
    "trick.cards": C.TRICK_CARDS, "trick.winner": C.BEST_BY, "undrawn": C.UNDRAWN, "last_trick.winner": C.LAST_WINNER,
    "last_trick.cards": C.LAST_CARDS, "last_move": C.LAST_MOVE, "cards_left": C.CARDS_LEFT, "contract": C.CONTRACT,
    "actor": C.ACTOR, "card": C.CARD, "player": C.PLAYER, "suit": C.SUIT, "said": C.SAID, "number": C.NUMBER,
    "call": C.CALL, "winner": C.WINNER, "loser": C.LOSER,
}  # fmt: skip
"""Where facts lie."""
TWO: Final = {
    "add": C.OP_ADD, "sub": C.OP_TAKE, "mul": C.OP_TIMES, "union": C.OP_JOIN, "minus": C.OP_EXCEPT,
}  # fmt: skip
ONE: Final = {
    "card_set": C.OP_ONLY, "count": C.OP_COUNT, "suits": C.OP_SUITS, "points": C.OP_WORTH, "holder": C.OP_HOLDER,
    "highest": C.OP_TOP, "lowest": C.OP_BOTTOM,
}  # fmt: skip
TURNED_ROUND: Final = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
HANDS: Final = {".hand": C.HIDDEN, ".first_packet": C.PACKET_HIDDEN}
"""What may be hidden, and the row that says how many of its cards are."""
Then = Callable[[int, int], int]
"""What is written behind a value: given its slot and the next free depth, an entry."""


def shape(node: Typed) -> tuple[object, ...]:
    """An expression as a key: equal expressions are written once."""
    return (node.op, node.type, node.value, *map(shape, node.args))


def looks(node: Typed) -> list[Typed]:
    """The places where a test looks into a hand, other than `cards in player.hand` and `count(player.hand)`."""
    if node.op in HANDS:
        return [node]
    if node.op == "count" and node.args[0].op == ".hand":
        return []
    if node.op in ("card_in", "subset") and node.args[1].op == ".hand":
        return looks(node.args[0])
    return [place for arg in node.args for place in looks(arg)]


def value_looks(node: Typed) -> list[Typed]:
    """The same for a value: conditions inside it see to themselves."""
    if node.op in HANDS:
        return [node]
    if node.op == "count" and node.args[0].op == ".hand":
        return []
    return [place for arg in node.args if arg.type != "truth" for place in value_looks(arg)]


class Programs(Writer):
    """Writes programs for expressions over one pack and its seats."""

    def __init__(self, names: Names, pack: Pack, seating: Seating, deal: Deal) -> None:
        """`names` give words their numbers; the builder gives memory its slots later."""
        super().__init__()
        self.names, self.pack, self.seating, self.deal = names, pack, seating, deal
        self.partners: Typed | None = None
        self.alone = seating.alone
        self.contract_values: list[int] = []
        self.memory: dict[str, tuple[int, Memory]] = {}
        self.loop_slots: dict[str, int] = {}
        self.first_packets = False
        self.notes: dict[int, Typed] = {}
        self._affordable: dict[int, Typed] = {}

    def number_of(self, node: Typed) -> int:
        """A constant as the core knows it."""
        if node.type == "move":
            return self.names.moves[node.value]
        if node.type == "colour":
            return self.names.colours[node.value]
        return int(node.value)

    # ---- whole programs
    def cond(self, node: Typed) -> int:
        """A program that ends in NO or YES."""
        self.affordable(node)
        return self.truth(node, ALWAYS, NEVER)

    def value(self, node: Typed, depth: int = 0) -> int:
        """A program that ends in the slot of the value. Looking at hidden cards leaves a doubt."""
        self.affordable(node)
        if node.op == "choose" and node.type != "truth":
            return self.truth(node.args[1], self.value(node.args[0], depth), self.value(node.args[2], depth), depth)
        slot = self.place(node)
        pc = ~slot if slot is not None else self.into(node, self.temp(depth), ~self.temp(depth), depth + 1)
        if node.type != "truth":
            doubt = self.emit(C.OP_JOIN, C.DOUBT, self.constant(C.DOUBT_VALUE), pc, C.DOUBT)
            pc = self.veiled(value_looks(node), pc, doubt, depth)
        return pc

    def chain(self, rows: list[tuple[Typed | None, int]]) -> int:
        """A table as one program: the number of the first row that holds, 0 if none does."""
        pc = ~self.constant(0)
        for when, number in reversed(rows):
            if when is None:
                pc = ~self.constant(number)
            else:
                self.affordable(when)
                pc = self.truth(when, ~self.constant(number), pc)
        return pc

    def affordable(self, node: Typed) -> None:
        """Refuses an expression that takes too long to work out."""
        if id(node) not in self._affordable:
            if limits.work(node, self.pack.size, self.seating.seats) > limits.WORK:
                raise limits.refusal(
                    f"`{node.source}` takes too long to work out: loops over cards and players inside each other"
                )
            self._affordable[id(node)] = node

    # ---- values
    def place(self, node: Typed) -> int | None:
        """The slot in which the value lies already, if it does."""
        match node.op:
            case "const":
                return self.constant(self.number_of(node))
            case "mem":
                return self.memory[node.value][0]
            case "attr":
                return self.loop_slots.get(node.value, SLOTS[node.value])
            case "talon_size":
                return C.TALON_SIZE
            case "slot":
                return int(node.value)
            case ".suit" if node.args[0].op == "attr" and node.args[0].value == "led":
                return C.LED_SUIT
            case ".side" if self.alone:
                return self.place(node.args[0])
        return None

    def having(self, node: Typed, depth: int, then: Then) -> int:
        """Works the value out, if it lies in no slot yet, and goes on with `then(slot, depth)`."""
        slot = self.place(node)
        if slot is not None:
            return then(slot, depth)
        temp = self.temp(depth)
        return self.into(node, temp, then(temp, depth + 1), depth + 1)

    def both(self, node: Typed, depth: int, then: Then) -> int:
        """The same for two arguments: `then(slot, slot)`."""
        left, right = node.args
        return self.having(left, depth, lambda x, deep: self.having(right, deep, lambda y, _: then(x, y)))

    def into(self, node: Typed, d: int, then: int, depth: int) -> int:
        """Puts the value into slot d and goes on at `then`."""
        op, slot = node.op, self.place(node)
        if slot is not None:
            return self.emit(C.OP_PUT, slot, 0, then, d)
        if op == "choose":
            value, condition, otherwise = node.args
            return self.truth(condition, self.into(value, d, then, depth), self.into(otherwise, d, then, depth), depth)
        if node.type == "truth" and op != "each":
            return self.truth(
                node, self.emit(C.OP_PUT, C.YES, 0, then, d), self.emit(C.OP_PUT, C.NO, 0, then, d), depth
            )
        if op in TWO:
            return self.both(node, depth, lambda x, y: self.emit(TWO[op], x, y, then, d))
        if op == "count" and node.args[0].op == ".hand":
            return self.having(node.args[0].args[0], depth, lambda x, _: self.emit(C.OP_SIZE, x, 0, then, d))
        if op in ONE:
            return self.having(node.args[0], depth, lambda x, _: self.emit(ONE[op], x, 0, then, d))
        if op in ("of", "of_set"):
            table = self.cards_of(node)
            return self.having(node.args[-1], depth, lambda x, _: self.emit(C.OP_TABLE, x, table, then, d))
        if op == "where_cards":
            return self.filtered(node, self.temp(depth), d, then, depth + 1)
        if op == "where_players":
            return self.where(node, d, then, depth)
        if op.startswith(("most_", "least_")):
            return self.extreme(node, d, then, depth)
        return write_member(self, node, d, then, depth)

    def filtered(self, node: Typed, temp: int, d: int, then: int, depth: int) -> int:
        """`cards where …`: the cards for which it holds, in a slot of their own, and of those the ones in the set."""

        def behind(base: int, deep: int) -> int:
            return self.mask(node.args[1], base, temp, self.emit(C.OP_BOTH, base, temp, then, d), deep)

        return self.having(node.args[0], depth, behind)

    def cards_of(self, node: Typed) -> int:
        """The table by suit of `K of …` or `(K Q) of …`."""
        suits = range(self.pack.suits)
        if node.op == "of":
            rank = node.args[0].value
            return self.shared(("of", rank), lambda: [-1, *(self.pack.number(suit, rank) for suit in suits)], 1)
        ranks = sorted(set(node.value))
        return self.shared(
            ("cards of", *ranks),
            lambda: [0, *(sum(1 << self.pack.number(suit, r) for r in ranks) for suit in suits)],
            1,
        )

    # ---- conditions
    def truth(self, node: Typed, yes: int, no: int, depth: int = 0, *, veiled: bool = False) -> int:
        """Goes on at `yes` if it holds, else at `no`."""
        match node.op:
            case "const":
                return yes if node.value else no
            case "not":
                return self.truth(node.args[0], no, yes, depth)
            case "and" | "or":
                pc = yes if node.op == "and" else no
                for arg in reversed(node.args):
                    pc = self.truth(arg, pc, no, depth) if node.op == "and" else self.truth(arg, yes, pc, depth)
                return pc
            case "choose":
                value, condition, otherwise = node.args
                return self.truth(
                    condition, self.truth(value, yes, no, depth), self.truth(otherwise, yes, no, depth), depth
                )
        hands = [] if veiled else looks(node)
        if hands:  # a test of hidden cards can go either way
            pc, coin = self.truth(node, yes, no, depth, veiled=True), self.emit(C.OP_COIN, C.NO, 0, yes, no)
            return self.veiled(hands, pc, coin, depth)
        return self.test(node, yes, no, depth)

    def veiled(self, hands: list[Typed], pc: int, hidden: int, depth: int) -> int:
        """Goes on at pc if nothing in these hands is hidden, else at `hidden`."""
        for hand in hands:

            def behind(x: int, _: int, clear: int = pc, row: int = HANDS[hand.op]) -> int:
                return self.emit(C.OP_VEIL, x, row, clear, hidden)

            pc = self.having(hand.args[0], depth, behind)
        return pc

    def test(self, node: Typed, yes: int, no: int, depth: int) -> int:
        """One comparison."""

        def noted(op: int, x: int, y: int, yes: int = yes, no: int = no) -> int:
            pc = self.emit(op, x, y, yes, no)
            self.notes.setdefault(pc, node)
            return pc

        match node.op:
            case "is":
                left, right = node.args
                if left.op == "const":
                    left, right = right, left
                if right.op == "const":
                    return self.having(left, depth, lambda x, _: noted(C.OP_IS, x, self.number_of(right)))
                return self.both(node, depth, lambda x, y: noted(C.OP_SAME, x, y))
            case "compare":
                return self.comparison(node, yes, no, depth, noted)
            case "in_set":
                kind = node.args[0].type
                members = sum(1 << self.number_of(Typed("const", kind, value=v)) for v in node.value if v != -1)
                return self.having(node.args[0], depth, lambda x, _: noted(C.OP_AMONG, x, self.constant(members)))
            case "card_in" | "subset" if node.args[1].op == ".hand":
                cards = node.args[0] if node.op == "subset" else Typed("card_set", "cards", (node.args[0],))
                whose = node.args[1].args[0]
                return self.having(
                    cards, depth, lambda x, deep: self.having(whose, deep, lambda y, _: noted(C.OP_HOLDS, x, y))
                )
            case "card_in" | "suit_in":
                return self.both(node, depth, lambda x, y: noted(C.OP_AMONG, x, y))
            case "subset":
                return self.both(node, depth, lambda x, y: noted(C.OP_WITHIN, x, y))
            case "beats":
                return self.both(node, depth, lambda x, y: noted(C.OP_BEATS, x, y))
            case "played":
                return self.having(node.args[0], depth, lambda x, _: noted(C.OP_AMONG, x, C.GONE))
        return self.having(node, depth, lambda x, _: noted(C.OP_IS, x, 0, no, yes))

    def comparison(self, node: Typed, yes: int, no: int, depth: int, noted: Callable[..., int]) -> int:
        """Numbers: all four by `<`, since a > b is b < a, and a >= b is not a < b."""
        (left, right), sign = node.args, node.value
        if left.op == "const":
            left, right, sign = right, left, TURNED_ROUND[sign]
        if right.op == "const":
            limit = self.number_of(right) + (sign in ("<=", ">"))
            ways = (yes, no) if sign in ("<", "<=") else (no, yes)
            return self.having(left, depth, lambda x, _: noted(C.OP_BELOW, x, limit, *ways))
        if sign in ("<", ">="):
            ways = (yes, no) if sign == "<" else (no, yes)
            return self.having(
                left, depth, lambda x, deep: self.having(right, deep, lambda y, _: noted(C.OP_LESS, x, y, *ways))
            )
        ways = (yes, no) if sign == ">" else (no, yes)
        return self.having(
            left, depth, lambda x, deep: self.having(right, deep, lambda y, _: noted(C.OP_LESS, y, x, *ways))
        )

    # ---- loops
    def inside(self, variable: str, slot: int, write: Callable[[], int]) -> int:
        """Writes the body of a loop, in which the variable lies in its own slot."""
        outer = self.loop_slots.get(variable)
        self.loop_slots[variable] = slot
        try:
            return write()
        finally:
            if outer is None:
                del self.loop_slots[variable]
            else:
                self.loop_slots[variable] = outer

    def where(self, node: Typed, d: int, then: int, depth: int) -> int:
        """`where`: takes the set apart, one at a time, and gathers those for which the test holds."""
        cards = node.op.endswith("cards")
        rest, one, got, bit = (self.temp(depth + i) for i in range(4))
        head = self.open(C.OP_PICK if cards else C.OP_NEXT, rest, one)
        if cards:
            add = self.emit(C.OP_ONLY, one, 0, self.emit(C.OP_JOIN, got, bit, head, got), bit)
        else:
            add = self.emit(C.OP_JOIN, got, one, head, got)
        body = self.inside("card" if cards else "player", one, lambda: self.truth(node.args[1], add, head, depth + 4))
        self.close(head, body, self.emit(C.OP_PUT, got, 0, then, d))
        return self.into(node.args[0], rest, self.emit(C.OP_PUT, C.NO, 0, head, got), depth + 4)

    def extreme(self, node: Typed, d: int, then: int, depth: int) -> int:
        """`where most`, `where least`: all of those that have the greatest or smallest value."""
        cards = node.op.endswith("cards")
        rest, one, got, bit, best, now = (self.temp(depth + i) for i in range(6))
        head = self.open(C.OP_PICK if cards else C.OP_NEXT, rest, one)
        this = bit if cards else one
        new = self.emit(C.OP_PUT, this, 0, self.emit(C.OP_PUT, now, 0, head, best), got)
        equal = self.emit(C.OP_SAME, now, best, self.emit(C.OP_JOIN, got, this, head, got), head)
        order = (best, now) if node.op.startswith("most") else (now, best)
        first = self.emit(C.OP_IS, got, 0, new, self.emit(C.OP_LESS, *order, new, equal))
        if cards:
            first = self.emit(C.OP_ONLY, one, 0, first, bit)
        body = self.inside("card" if cards else "player", one, lambda: self.into(node.args[1], now, first, depth + 6))
        self.close(head, body, self.emit(C.OP_PUT, got, 0, then, d))
        return self.into(node.args[0], rest, self.emit(C.OP_PUT, C.NO, 0, head, got), depth + 6)

    def mask(self, node: Typed, base: int, d: int, then: int, depth: int) -> int:
        """Puts the cards for which a predicate holds into slot d (see `Masks`)."""
        raise NotImplementedError
