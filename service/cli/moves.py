"""The moves that a player could make, as they would be written."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .labels import Labels
from .page import Ink, Page, bold, columns, dim, pad


def show_tokens(page: Page, legal: Sequence[str], labels: Labels, name: Callable[[str], str]) -> None:
    """Whole tokens as they could be written: cards first, then what may be said, then what the others may do."""
    if not legal:
        page.line(dim(labels("legal.none")), indent=2)
        return
    others: dict[str, list[str]] = {}
    for token in legal:
        if by := seat_of(token):
            others.setdefault(by, []).append(token)
    own = [token for token in legal if not seat_of(token)]
    packed(page, [token for token in own if is_card(token)], bold)
    packed(page, [token for token in own if not is_card(token)], dim)
    for seat, group in others.items():
        packed(page, group, dim, labels("may.other", player=name(seat)))


def packed(page: Page, group: Sequence[str], style: Callable[[object], Ink], label: str = "") -> None:
    """Tokens behind a label, as many to a line as fit."""
    edge = columns(label) + 2 if label else 0
    row = ""
    for token in group:
        if row and columns(row) + columns(token) + 4 + edge > page.width:
            page.line(pad(label, edge), style(row), indent=2)
            row, label = "", ""
        row += ("  " if row else "") + token
    if row:
        page.line(pad(label, edge), style(row), indent=2)


def is_draw(token: str) -> bool:
    """Whether a token is what somebody wrote down as drawn: that is no player's move."""
    return token.lstrip().startswith("(")


def seat_of(token: str) -> str | None:
    """The seat in front of a token: there is one where another than the player on turn may make the move."""
    seat, colon, _ = token.partition(":")
    return seat if colon and len(seat) == 1 and seat.isupper() else None


def is_card(token: str) -> bool:
    """Whether a token plays a card, with or without a word: cards are written in capitals."""
    return ":" not in token and token[:1].isupper()
