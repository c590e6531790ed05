"""Names are only names, whatever people are called."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import NARROW, PHONE, Open
from .every_page import width
from .logs import with_players

NAMES = {
    "long": ("Wolfgang Amadeus Oberschnapsler", "Maria Magdalena von und zu Talon"),
    "a letter": ("X", "Y"),
    "ending in s": ("Hans", "Klaus"),
    "right to left": ("שרה", "عمر"),
    "marked up": ("<b>Anna</b>", "<script>alert(1)</script>"),
    "the same": ("Anna", "Anna"),
}


@pytest.mark.parametrize("players", NAMES.values(), ids=NAMES)
@pytest.mark.parametrize("size", [PHONE, NARROW])
def test_names(open_page: Open, players: tuple[str, str], size: int) -> None:
    page = open_page("/ruling", with_players("revoke", *players), width=size)
    assert width(page) == size
    expect(page.locator("h1")).to_contain_text(players[1])
    expect(page.locator("main b:text-is('Anna'), main script")).to_have_count(0)
