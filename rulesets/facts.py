"""What expressions may speak of: facts, members and functions, as one table that also writes the reference.

`docs/language.md` prints these tables, the type checker reads them, and nothing else says what exists. A new word of
the language is a new line here (and a way to work it out in the core).

`deps` says what a value hangs on besides the cards it is asked of: `card`, `trump`, `led`, `best` (what a table of
card masks can be keyed by), a scoped name, or `state` for everything else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .limits import CARDS, NUMBER, SEATS

POINTS: Final = 10**8
"""No player's card points can exceed this: 62 cards of a million, and melds."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that is known at the table: its type, what it means, what it hangs on, and (numbers) how great it can
    be.
    """

    type: str
    doc: str
    deps: tuple[str, ...] = ("state",)
    most: int = 0


@dataclass(frozen=True, slots=True)
class Function:
    """A function of one argument: the types it takes, the type it gives."""

    takes: tuple[str, ...]
    type: str
    doc: str
    deps: tuple[str, ...] = ()
    most: int = 0


FACTS: Final[dict[str, Fact]] = {
    "everyone": Fact("players", "all who play this hand", ()),
    "nobody": Fact("players", "the empty group of players", ()),
    "dealer": Fact("players", "who dealt"),
    "forehand": Fact("players", "the player after the dealer in order of play"),
    "leader": Fact("players", "leads or led the present trick"),
    "turn": Fact("players", "is to act"),
    "trump": Fact("suit", "the trump suit; `none` while there is none", ("trump",)),
    "turn_up": Fact("card", "the card turned up; `none` once drawn, or picked up by itself (not with the whole talon)"),
    "led": Fact("card", "the first card of the present trick; `none` before a lead", ("led",)),
    "best": Fact("card", "the card that wins the present trick so far; `none` before a lead", ("best",)),
    "trick.number": Fact("number", "the first trick is 1", most=CARDS),
    "trick.size": Fact("number", "cards of the present trick on the table", most=SEATS),
    "trick.cards": Fact("cards", "the cards of the present trick on the table"),
    "trick.winner": Fact("players", "whose card wins the present trick so far; `nobody` before a lead"),
    "talon.size": Fact("number", "cards not drawn yet, the turn-up included", most=CARDS),
    "undrawn": Fact("truth", "the cards for the last trick have not been drawn yet"),
    "last_trick.winner": Fact("players", "who won the last trick; `nobody` before the first is over"),
    "last_trick.cards": Fact("cards", "the cards of the last trick"),
    "last_move": Fact(
        "move", "what happened last: `deal`, `card`, `trick` (a card that completed one) or the name of a move"
    ),
    "cards_left": Fact("number", "cards in the hands of those who play this contract", most=CARDS),
    "contract": Fact("contract", "the contract called last; `none` until one is"),
}
"""Known everywhere."""

SCOPED: Final[dict[str, Fact]] = {
    "actor": Fact("players", "who makes the move", ("actor",)),
    "card": Fact("card", "the card looked at, or the card that the move names; `none` if it names none", ("card",)),
    "player": Fact("players", "the player looked at", ("player",)),
    "suit": Fact("suit", "the suit that the move names", ("suit",)),
    "said": Fact("number", "the number announced with a meld", ("said",), NUMBER),
    "call": Fact("contract", "the contract that the move names", ("call",)),
    "number": Fact("number", "the number that the move names", ("number",), NUMBER),
    "winner": Fact("players", "the side that wins the hand (in `match`, the game)", ("winner",)),
    "loser": Fact("players", "all the others", ("loser",)),
}
"""Known in some places only; `places.py` says where."""

MEMBERS: Final[dict[str, dict[str, Fact]]] = {
    "players": {
        "tricks": Fact("number", "tricks of the whole side", most=CARDS),
        "points": Fact("number", "card points of the whole side: tricks, melds that count, bonuses", most=POINTS),
        "card_points": Fact("number", "card points of the whole side's tricks alone", most=POINTS),
        "meld_points": Fact("number", "points of the whole side's melds that count", most=POINTS),
        "own_tricks": Fact("number", "tricks of these players alone", most=CARDS),
        "own_points": Fact("number", "card points of these players alone", most=POINTS),
        "brought": Fact("number", "card points brought along from a continued hand", most=POINTS),
        "place": Fact("number", "counted from forehand, who is 1; 0 for nobody", most=SEATS),
        "hand": Fact("cards", "cards held"),
        "won": Fact("cards", "cards taken in tricks"),
        "declared": Fact("cards", "cards shown since the last trick ended"),
        "first_packet": Fact("cards", "cards dealt in the first packet"),
        "melded": Fact("suits", "suits declared so far in this hand"),
        "side": Fact("players", "these players and their partners"),
        "opponents": Fact("players", "everyone not on their side; nobody's opponents are nobody"),
        "partner": Fact("players", "the side without these players"),
        "next": Fact("players", "the next player in order of play"),
        "score": Fact("number", "game points so far, in `match` only", most=NUMBER),
        "lead_to_nil": Fact(
            "number",
            "most game points they had while the winner had none (the winner: while all others had none), in `match` "
            "only",
            most=NUMBER,
        ),
    },
    "card": {
        "suit": Fact("suit", "the suit it belongs to (`deck.belongs`: a bower is a trump)", ()),
        "rank": Fact("rank", "its rank", ()),
        "points": Fact("number", "its card points", (), NUMBER),
        "printed_suit": Fact("suit", "the suit printed on it", ()),
    },
    "suit": {"colour": Fact("colour", "its colour (`deck.colours`)", ())},
    "contract": {"value": Fact("number", "its value; 0 without a contract", (), NUMBER)},
}
"""What may stand behind a dot, by the type before it."""

MATCH_ONLY: Final = frozenset({"score", "lead_to_nil"})
"""Members that mean something between hands only."""

FUNCTIONS: Final[dict[str, Function]] = {
    "count": Function(("cards", "players", "suits"), "number", "how many", most=CARDS),
    "suits": Function(("cards",), "number", "how many different suits", most=CARDS),
    "points": Function(("cards",), "number", "card points of cards", most=POINTS),
    "holder": Function(("card",), "players", "who was dealt it; `nobody` if it lies in the talon", ("state",)),
    "played": Function(("card",), "truth", "has it been played", ("state",)),
    "highest": Function(("cards",), "card", "the strongest, by the strengths of this trick", ("trump", "led")),
    "lowest": Function(("cards",), "card", "the weakest, by the strengths of this trick", ("trump", "led")),
}
"""The closed list of functions, each of one argument."""

TYPES: Final[dict[str, str]] = {
    "number": "a whole number, within a million either way",
    "truth": "`yes` or `no`",
    "card": "one card, or `none`",
    "cards": "a set of cards; `none` is the empty one",
    "suit": "a suit of the deck, or `none`",
    "suits": "a set of suits",
    "rank": "a rank of the deck",
    "players": "a group of players; one player is a group of one, `nobody` the empty group",
    "contract": "a contract of the ruleset, or `none`",
    "move": "the name of a move",
    "colour": "a colour of `deck.colours`",
    "direction": "`up` or `down`: which way scores are written",
    "word": "one of an option's `allowed` words; each option has a type of its own",
}
"""The types, for people."""

NONE: Final[dict[str, int]] = {"card": -1, "suit": -1, "contract": -1, "cards": 0}
"""What the word `none` is, by type."""

GROUPS: Final = frozenset(name.partition(".")[0] for name in FACTS if "." in name) | {"option"}
"""Names that need a dot and a further name."""

RESERVED: Final = (
    frozenset(name for name in FACTS if "." not in name)
    | frozenset(SCOPED)
    | GROUPS
    | {"yes", "no", "none", "any", "somebody"}
)
"""Names that memory and terms cannot take."""

_DESCRIBED: Final = {
    "number": "a number", "truth": "a condition (yes or no)", "card": "a card", "cards": "cards", "suit": "a suit",
    "suits": "suits",
    "rank": "a rank", "players": "players", "contract": "a contract", "move": "the name of a move",
    "colour": "a colour", "direction": "`up` or `down`",
    "literal": "a plain word", "list": "a list", "none": "none",
}  # fmt: skip


def described(type: str) -> str:
    """A type in words."""
    if type.startswith("word:"):
        return f"a choice of option `{type.removeprefix('word:')}`"
    return _DESCRIBED.get(type, type)
