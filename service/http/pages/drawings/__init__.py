"""How cards look: a data file for each style of pack, and the symbols that are made from it."""

from .draw import (
    BACK_ID,
    PLAIN,
    STYLES,
    UNKNOWN_ID,
    at_home,
    card_id,
    index,
    pip_id,
    printed_colours,
    sheet,
    suit_class,
)

__all__ = [
    "BACK_ID", "PLAIN", "STYLES", "UNKNOWN_ID", "at_home", "card_id", "index", "pip_id", "printed_colours", "sheet",
    "suit_class",
]  # fmt: skip
