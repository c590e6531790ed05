"""A syntax tree, a table and what is known at this place -> a value. Nothing is checked, nothing is prepared."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from bummerl.grammar import nodes, parse_expression
from bummerl.grammar.nodes import Node

from .values import NOBODY, Card, Code, Either, Rank, Set, Suit, Value, Word, alike, as_cards, same, spelled

if TYPE_CHECKING:
    from .table import Table

Known = Mapping[str, Value]
"""What is known at this place only: actor, suit, said, number, call, card, player, winner, loser."""


@lru_cache(2000)
def tree(text: str) -> Node:
    return parse_expression(text)


def value(text: Any, table: Table, known: Known | None = None) -> Value:
    """What an expression of the ruleset is worth now. YAML may have read a plain number or truth instead of a text."""
    if isinstance(text, bool):
        return text
    return evaluate(tree(str(text)), table, known or {})


def evaluate(node: Node, table: Table, known: Known) -> Value:
    def worth(part: Node) -> Value:
        return evaluate(part, table, known)

    match node:
        case nodes.Number(value=number):
            return number
        case nodes.Code(text=text):
            return Code(text)
        case nodes.Name(text=text):
            return named(text, table, known)
        case nodes.Listing(items=items):
            return [item.text for item in items]
        case nodes.Member(base=nodes.Name(text="option"), name=name):
            return table.game.options[name]
        case nodes.Member(base=nodes.Name(text=("trick" | "talon" | "last_trick") as group), name=name):
            return table.group(group, name)
        case nodes.Member(base=base, name=name):
            return member(worth(base), name, table)
        case nodes.Call(function=function, argument=argument):
            return call(function, worth(argument), table)
        case nodes.Of(ranks=ranks, suit=suit):
            return cards_of(worth(ranks), worth(suit), table)
        case nodes.Minus(operand=operand):
            return -worth(operand)
        case nodes.Arithmetic(operator="+", left=left, right=right):
            return worth(left) + worth(right)
        case nodes.Arithmetic(operator="-", left=left, right=right):
            return worth(left) - worth(right)
        case nodes.Arithmetic(operator="*", left=left, right=right):
            return worth(left) * worth(right)
        case nodes.Join(left=left, right=right):
            return members(worth(left), table) | members(worth(right), table)
        case nodes.Without(left=left, right=right):
            return members(worth(left), table) - members(worth(right), table)
        case nodes.Is(left=left, right=right, negated=negated):
            return is_(left, right, table, known) != negated
        case nodes.IsSomebody(operand=operand):
            return worth(operand) != NOBODY
        case nodes.In(left=left, right=nodes.Member(base=base, name="hand"), negated=negated):
            held = frozenset(Either(card.code) for seat in worth(base) for card in table.hands[seat])
            return within(worth(left), held, table) != negated  # of two equal cards, either will do
        case nodes.In(left=left, right=right, negated=negated):
            return within(worth(left), worth(right), table) != negated
        case nodes.Compare(operator="<", left=left, right=right):
            return worth(left) < worth(right)
        case nodes.Compare(operator="<=", left=left, right=right):
            return worth(left) <= worth(right)
        case nodes.Compare(operator=">", left=left, right=right):
            return worth(left) > worth(right)
        case nodes.Compare(operator=">=", left=left, right=right):
            return worth(left) >= worth(right)
        case nodes.Beats(left=left, right=right):
            return table.beats(worth(left), worth(right))
        case nodes.Not(operand=operand):
            return not worth(operand)
        case nodes.And(operands=operands):
            return all(worth(part) for part in operands)
        case nodes.Or(operands=operands):
            return any(worth(part) for part in operands)
        case nodes.Choose(value=yes, condition=condition, otherwise=no):
            return worth(yes) if worth(condition) else worth(no)
        case nodes.Where(base=base, condition=condition):
            return frozenset(x for x in worth(base) if evaluate(condition, table, {**known, **looked_at(x)}))
        case nodes.Extreme(base=base, key=key, most=most):
            keys = {x: evaluate(key, table, {**known, **looked_at(x)}) for x in worth(base)}
            best = (max if most else min)(keys.values(), default=0)
            return frozenset(x for x, at in keys.items() if at == best)
    raise AssertionError(node)


def looked_at(x: Value) -> dict[str, Value]:
    """Inside a `where`: `card`, or `player`."""
    return {"card": x} if isinstance(x, Card) else {"player": frozenset([x])}


def named(name: str, table: Table, known: Known) -> Value:
    """A bare name: what is known here, a fact, something in memory, a term; otherwise it is a word."""
    if name in ("yes", "no"):
        return name == "yes"
    if name == "none":
        return None
    if name in known:
        return known[name]
    if name in table.FACTS:
        return table.fact(name)
    if name in table.memory:
        return table.memory[name]
    if name in table.rules.get("terms", {}):
        return value(table.rules["terms"][name], table, known)
    return Word(name)


def is_(left: Node, right: Node, table: Table, known: Known) -> bool:
    """`last_move is close`: facing a word, a name is that word, even if something else is called the same."""

    def side(node: Node, other: Node) -> Value:
        if isinstance(node, nodes.Name) and node.text in table.game.words:
            opposite = evaluate(other, table, known)
            if isinstance(opposite, Word):
                return Word(node.text)
        return evaluate(node, table, known)

    return same(side(left, right), side(right, left))


def members(x: Value, table: Table) -> Set:
    """Players or cards, to be joined or taken away."""
    if isinstance(x, list):
        return frozenset(map(Either, x))
    if isinstance(x, Code):
        return frozenset([Either(x)])
    return as_cards(x)


def within(x: Value, y: Value, table: Table) -> bool:
    """`x in y`. Nobody and nothing is in nothing."""
    if x is None or x == NOBODY:
        return False
    if isinstance(y, list | Code | int) and not isinstance(y, bool):
        allowed = y if isinstance(y, list) else [str(y)]
        return all(spelled(each) in allowed for each in x) if isinstance(x, frozenset) else spelled(x) in allowed
    those = [x] if isinstance(x, str) and not isinstance(x, Code) else members(x, table)
    return all(any(alike(each, other) for other in as_cards(y)) for each in those)


def cards_of(ranks: Value, suit: Value, table: Table) -> Value:
    """`K of trump`; `(K Q) of suit`."""
    if isinstance(ranks, list):
        return NOBODY if suit is None else frozenset(Either(suit + rank) for rank in ranks)
    return Either(suit + spelled(ranks)) if suit is not None and ranks is not None else None


def call(function: str, x: Value, table: Table) -> Value:
    match function:
        case "count":
            return len(members(x, table))
        case "suits":
            return len({table.suit_of(card) for card in members(x, table)})
        case "points":
            return sum(table.points_of(card) for card in members(x, table))
        case "holder":
            return frozenset(seat for seat, dealt in table.dealt.items() if x in dealt)
        case "played":
            return x is not None and x in table.gone
    raise AssertionError(function)


def of_card(card: Card, name: str, table: Table) -> Value:
    match name:
        case "suit":
            return table.suit_of(card)
        case "printed_suit":
            return card.printed_suit
        case "rank":
            return card.rank
        case "points":
            return table.points_of(card)
    raise AssertionError(name)


def member(x: Value, name: str, table: Table) -> Value:
    """What follows a dot."""
    if x is None:
        return {"points": 0, "value": 0}.get(name)
    if isinstance(x, Card):
        return of_card(x, name, table)
    if isinstance(x, Suit):
        return table.game.colours.get(x)
    if isinstance(x, Word):
        return value(table.game.contracts[x]["value"], table)
    if isinstance(x, Rank):
        raise AssertionError(name)
    if name in table.each:
        values = [table.each[name][seat] for seat in x]
        return any(values) if table.is_truth(name) else sum(values)
    return table.of_players(x, name)
