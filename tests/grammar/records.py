"""Hypothesis strategies: records of every shape, and logs well-formed and spoilt."""

from __future__ import annotations

from bummerl.grammar import SEATS
from hypothesis import strategies as st

ANY_TEXT = st.text(st.characters(), max_size=12)
"""Any code points at all, lone surrogates and control characters among them."""
AWKWARD = st.lists(
    st.sampled_from(
        [
            "}",
            "{",
            '"',
            "\\",
            "\\\\",
            "\\u0041",
            "\n",
            "\r\n",
            "\t",
            ";",
            "*",
            "[A",
            "]",
            "ß",
            "🂡",
            "\u2028",
            "\ud800",
            " ",
        ]
    ),
    max_size=6,
).map("".join)
TEXTS = ANY_TEXT | AWKWARD

CARDS = st.sampled_from(["SA", "HT", "h10", "♠A", "Q♥", "10H", "O2", "Herz-König", "kőr", "?"])
SPOKEN = st.sampled_from(["HK+40", "H+20", "trump:H", "turn:DQ", "bid:gang", "call:HA", "bid:3", "discard:SJ"])
WORDS = st.sampled_from(["exchange", "close", "claim", "pass", "knock", "kontra"])
DRAWN = st.lists(CARDS, min_size=1, max_size=4).map(lambda cards: f"({' '.join(cards)})")


@st.composite
def _moves(draw) -> str:
    move = draw(CARDS.filter(lambda card: card != "?") | SPOKEN | WORDS)
    return draw(st.sampled_from(["", "", "A:", "F:"])) + move


MOVES = st.lists(_moves() | DRAWN | CARDS, max_size=12)
HAND = st.lists(CARDS, max_size=5)
SEAT = st.sampled_from(SEATS)
HEADER_NAME = st.sampled_from(["Event", "Date", "Venue", "Größe", "x-1", "Wind2"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)

DEAL = st.fixed_dictionaries(
    {}, optional={"hands": st.dictionaries(SEAT, HAND, min_size=1), "turn_up": st.none() | CARDS, "talon": HAND}
).filter(bool)
OPTIONS = st.dictionaries(
    st.sampled_from(["last_trick_bonus", "failed_close", "x"]),
    st.integers(-9, 99) | st.booleans() | st.sampled_from(["three"]),
)
RESULT = st.fixed_dictionaries(
    {
        "winner": st.none() | SEAT | st.lists(SEAT, min_size=2, max_size=3, unique=True),
        "game_points": st.integers(0, 60),
    }
)
SEAT_FACTS = st.fixed_dictionaries(
    {},
    optional={
        "tricks": st.integers(0, 10),
        "trick_points": st.integers(0, 120),
        "melds": st.dictionaries(st.sampled_from("SHDC"), st.sampled_from([20, 40]), min_size=1),
        "won": st.lists(st.lists(CARDS, min_size=1, max_size=3), min_size=1, max_size=3),
    },
)
POSITION = st.fixed_dictionaries(
    {},
    optional={
        "trick": st.integers(1, 20),
        "leader": st.none() | SEAT,
        "trump": st.none() | st.sampled_from("SHDC"),
        "hands": st.dictionaries(SEAT, HAND, min_size=1),
        "turn_up": st.none() | CARDS,
        "talon": HAND,
        "seats": st.dictionaries(SEAT, SEAT_FACTS, min_size=1),
        "memory": st.dictionaries(
            st.sampled_from(["closer", "stake"]), st.none() | st.integers(0, 9) | SEAT, min_size=1
        ),
    },
)


@st.composite
def records(draw) -> dict:
    """A record of the form that is published, with anything that may be left out left out now and then."""
    moves = draw(MOVES)
    record = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "ruleset": st.sampled_from(["schnapsen", "tute-habanero"]),
                "options": OPTIONS,
                "players": st.dictionaries(SEAT, TEXTS),
                "dealer": SEAT,
                "result": RESULT,
                "score": st.dictionaries(SEAT, st.integers(-30, 9999), min_size=1),
                "number": st.integers(1, 9999),
                "cards": st.sampled_from(["french-de"]),
                "language": st.just("de"),
                "headers": st.dictionaries(HEADER_NAME, TEXTS),
            },
        )
    )
    start = draw(st.sampled_from(["deal", "position", "neither"]))
    if start != "neither":
        record[start] = draw(DEAL if start == "deal" else POSITION)
    record["moves"] = moves
    places = draw(st.lists(st.integers(0, len(moves)), max_size=4).map(sorted))
    if places:
        record["comments"] = [
            {"before": place, "text": draw(TEXTS), "form": draw(st.sampled_from(["brace", "line"]))} for place in places
        ]
    if moves:
        numbers = draw(st.dictionaries(st.integers(0, len(moves) - 1).map(str), st.integers(0, 99), max_size=4))
        record |= {"trick_numbers": numbers} if numbers else {}
    return record


ODD_RECORDS = st.dictionaries(
    st.sampled_from(
        [
            "ruleset",
            "options",
            "players",
            "dealer",
            "deal",
            "position",
            "moves",
            "result",
            "score",
            "number",
            "cards",
            "headers",
            "comments",
            "trick_numbers",
            "note",
        ]
    )
    | TEXTS,
    JSON,
    max_size=5,
)
"""Any JSON object that looks somewhat like a record."""

PIECES = [
    '[Ruleset "schnapsen"]\n',
    '[Dealer "B"]\n',
    '[A "SA SK"]\n',
    '[B "HQ"] ',
    '[TurnUp "HJ"]\n',
    '[Talon ""]\n',
    '[Event "x"]\n',
    '[Seat A "tricks 3"]\n',
    '[Position ""]\n',
    '[Option "a=1"]\n',
    '[Result "A 2"]\n',
    '[Datum "x"]\n',
    '[Event "a \\" b"]\n',
    '[ Site "x" ]\n',
    '[Json "{\\"note\\": 1}"]',
    "\n",
    " ",
    "\t",
    "1. ",
    "2.",
    "12. ",
    "SA ",
    "ST\n",
    "h10 ",
    "HK+40 ",
    "trump:H ",
    "B:SA ",
    "exchange ",
    "(HT DQ) ",
    "(HT  ?)",
    "( SA )",
    "{a comment} ",
    "{two\nlines}",
    "{\\}}",
    "; to the end\n",
    ";",
    "* ",
    "*",
    "?",
    "\x1f",
    "\u2028",
]
JUNK = [
    "[",
    "]",
    "{",
    "}",
    '"',
    "(",
    ")",
    ":",
    "+",
    ".",
    "\\",
    "!",
    "\0",
    "[Dealer",
    '[A "',
    "x:SA",
    "SA?",
    "1..",
    "12345.",
    '[dealer "B"]',
    "(1. SA)",
    "HK+",
    "HK+1234567",
    "a" * 61,
    "é",
    "\u0308",
    "-",
    "'",
]
LOGS = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)
"""Logs of pieces that mostly fit, so that many are well-formed."""
SPOILT_LOGS = st.lists(st.sampled_from(PIECES) | st.sampled_from(JUNK) | TEXTS, max_size=25).map("".join)
