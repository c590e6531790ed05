"""Checks of all expressions: every one is typed where it stands, under no contract and under each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from bummerl.grammar import ExpressionError, Severity

from . import limits, trump
from .context import Context
from .expanding import as_text
from .facts import SCOPED
from .places import Spot, scope_of, section_spots, spots
from .refusal import Place, Refusal
from .typed import Typed

SIDES_ASKED: Final = frozenset(
    {".side", ".opponents", ".partner", ".tricks", ".points", ".card_points", ".meld_points"}
)  # fmt: skip
ANYWHERE: Final = Place(tuple(sorted(scope_of(*SCOPED).items())), frozenset(), False, True)


class Budget:
    """How much all expressions of a ruleset may come to, terms written out and contracts counted each."""

    def __init__(self) -> None:
        """With all of it left."""
        self.left = limits.ALL_NODES

    def take(self, context: Context, text: str) -> bool:
        """Takes an expression's share; false when nothing is left, which is then a problem."""
        if self.left < 0:
            return False
        self.left -= context.typist.size_of(text)
        if self.left < 0:
            context.problem(
                (),
                "too-many",
                f"all expressions together are too large: at most {limits.ALL_NODES:,} parts, terms written out",
            )
        return self.left >= 0


def check_base(context: Context, budget: Budget) -> None:
    """The expressions that hold while nobody has called a contract, and the terms that nothing uses."""
    _check(context, spots(context.data, context.typist.names), budget)
    _spare_terms(context)


def check_section(context: Context, budget: Budget) -> None:
    """The expressions that hold under a contract."""
    _check(context, section_spots(context.data, context.typist.names), budget)


def _check(context: Context, found: Iterable[Spot], budget: Budget) -> None:
    for spot in found:
        try:
            typed = context.typist.spot(spot)
        except (Refusal, ExpressionError) as error:
            context.refused(spot, error)
            continue
        if not budget.take(context, as_text(spot.text)):
            return
        _looks(context, spot, typed)


def _spare_terms(context: Context) -> None:
    """Terms are checked where they are used; those that are not, as if everything were known."""
    for name in context.data.get("terms", {}):
        try:
            context.typist.check_term(name, ANYWHERE)
        except (Refusal, ExpressionError) as error:
            context.refused(("terms", name), error)


def _looks(context: Context, spot: Spot, typed: Typed) -> None:
    """Some places may look at a few things only."""
    path = spot.path
    if path[:2] == ("play", "wins"):
        _refuse(
            context,
            spot,
            typed,
            lambda node: not _of_the_card(node, led=True),
            "wins-looks",
            "`wins` looks at the card, trump and the suit led only",
        )
    elif path[0] == "deck":
        _refuse(
            context,
            spot,
            typed,
            lambda node: not _of_the_card(node, led=False) or node.op == ".points",
            "deck-looks",
            "the deck's lines look at the card and trump only",
        )
    elif path[-1] == "counts":
        _refuse(
            context,
            spot,
            typed,
            lambda node: node.op in (".points", ".own_points", ".meld_points") and node.args[0].type == "players",
            "counts-points",
            "whether a meld counts cannot hang on points: it would ask itself",
        )
    elif path in (("match", "best_of"), ("match", "first_to")):
        fault = series_fault(typed)
        if fault:
            context.in_expression(path, as_text(spot.text), "series", fault)
    elif path == ("match", "target") or (path[:2] == ("match", "units") and path[-1] == "worth"):
        if typed.op == "const" and typed.value < 0:
            context.in_expression(path, as_text(spot.text), "range", below_nothing(typed.value))
    elif path == ("match", "write") or (path[0] == "contracts" and path[2:] == ("value",)):
        if typed.op != "const":
            context.in_expression(path, as_text(spot.text), "unsettled", UNSETTLED)
    elif path == ("partners",):
        _refuse(
            context,
            spot,
            typed,
            lambda node: node.op in SIDES_ASKED,
            "partners-circle",
            "who plays together cannot hang on sides: it would ask itself",
        )


UNSETTLED: Final = "this is settled before the first card is dealt and can hang on options only"


def series_fault(typed: Typed) -> str | None:
    """What is wrong with a number of games for a series, under the options it was typed with; `None` if nothing is."""
    if typed.op != "const":
        return "how many games a series has can hang on options only"
    if not 0 <= typed.value <= limits.GAMES:
        return f"a series has at most {limits.GAMES} games, or 0: there is none; this says {typed.value}"
    return None


def below_nothing(value: int) -> str:
    """What is wrong with a figure of a match that is below 0."""
    return f"a game is won with 0 points or more, and counts 0 or more: this says {value}"


def _of_the_card(node: Typed, *, led: bool) -> bool:
    """Does this node (without what is below it) look at card and trump only, or at the suit led, where that may be?"""
    if _suit_led(node):
        return led
    if node.op == "attr":
        return node.value in ("card", "trump")
    if node.op.startswith("."):
        return node.args[0].type != "players"
    return node.op not in ("mem", "each", "talon_size", "beats", "highest", "lowest", "holder", "played")


def _suit_led(node: Typed) -> bool:
    return node.op == ".suit" and node.args[0].op == "attr" and node.args[0].value == "led"


def _refuse(context: Context, spot: Spot, typed: Typed, bad: Callable[[Typed], bool], code: str, message: str) -> None:
    """Refuses an expression if something in it is bad, pointing at it where it was not written out from a term."""
    rest = [typed]
    while rest:
        node = rest.pop()
        if bad(node):
            context.in_expression(spot.path, as_text(spot.text), code, message, piece=_piece(node, spot))
            return
        if not _suit_led(node):
            rest += node.args


def _piece(node: Typed, spot: Spot) -> tuple[int, int] | None:
    words = node.source
    return (words.column, words.end_column) if words and words.text == spot.text else None


def check_trumps(base: Context, sections: list[Context]) -> None:
    """What is asked of trump where there may be none."""
    every = [base, *sections]
    if trump.always_trumps([_trump(context) for context in every], base.typist.names):
        return
    for context in every:
        names = context.typist.names
        for spot in (spots if context is base else section_spots)(context.data, names):
            try:
                typed, sure = context.typist.spot(spot), trump.tells(_when(context, spot))
            except (Refusal, ExpressionError):
                continue
            for node, message, refuse in trump.unguarded(typed, names, sure):
                how = Severity.ERROR if refuse else Severity.WARNING
                piece = _piece(node, spot)
                context.in_expression(spot.path, as_text(spot.text), trump.CODE, message, piece=piece, severity=how)


def _trump(context: Context) -> Typed | None:
    text = context.data.get("play", {}).get("trump")
    try:
        return context.typist.spot(Spot(("play", "trump"), text, "suit")) if text is not None else None
    except (Refusal, ExpressionError):
        return None


def _when(context: Context, spot: Spot) -> Typed | None:
    """The `when` of the rule that an expression belongs to."""
    if spot.path[-1] in ("when", "id") or not isinstance(spot.path[-2] if len(spot.path) > 1 else None, int):
        return None
    rule = context.data
    for step in spot.path[:-1]:
        rule = rule[step]  # type: ignore[index]
    if "when" not in rule:
        return None
    return context.typist.spot(Spot((*spot.path[:-1], "when"), rule["when"], "truth", spot.scope))
