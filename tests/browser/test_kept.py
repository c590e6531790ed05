"""A ruling is kept, sent round, printed and deleted, by people and not by strangers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import PHONE, WIDE, Open
from .every_page import DANGLING, SOUND, width
from .logs import hand
from .test_every_page import findings
from .test_print import pdf


def keep(page: Page, anonymous: bool = False) -> str:
    """Keeps the ruling that is open, and gives its path."""
    if anonymous:
        page.locator('#keep input[name="anonymous"]').check()
    page.locator("#keep button").click()
    page.wait_for_url(re.compile("/r/"))
    return page.url[page.url.index("/r/") :].partition("#")[0].partition("?")[0]


@pytest.mark.parametrize("script", [True, False])
def test_kept_read_by_another_and_deleted_by_its_owner(open_page: Open, script: bool) -> None:
    mine = open_page("/ruling", hand("revoke"), script=script)
    path = keep(mine)
    assert re.fullmatch("/r/[2-9A-HJKMNP-Z]{5}-[2-9A-HJKMNP-Z]{5}", path)
    token = mine.locator("#token").input_value()

    theirs = open_page(path, script=script)
    expect(theirs.locator("h1")).to_contain_text("9th move is illegal")
    expect(theirs.locator("#token")).to_have_count(0)
    assert token not in theirs.content()

    mine.locator("#delete summary").click()
    mine.locator("#delete button").click()
    expect(mine.locator("h1")).to_contain_text("is gone")


def test_names_are_replaced_by_seats(open_page: Open) -> None:
    path = keep(open_page("/ruling", hand("revoke")), anonymous=True)
    page = open_page(path)
    expect(page.locator("h1")).to_contain_text("B’s 9th move is illegal")
    assert "Bert" not in page.content()
    assert "Anna" not in page.content()


@pytest.mark.parametrize(("size", "scheme"), [(WIDE, "light"), (PHONE, "dark")])
def test_the_page_is_sound(open_page: Open, size: int, scheme: str) -> None:
    path = keep(open_page("/ruling", hand("marriage")))
    page = open_page(path, width=size, scheme=scheme)
    assert findings(page) == []
    assert page.evaluate(DANGLING) == SOUND
    assert width(page) == size


def test_it_is_told_in_the_language_of_whoever_reads_it(open_page: Open) -> None:
    path = keep(open_page("/ruling", hand("revoke")))
    page = open_page(f"{path}?lang=de&cards=german")
    expect(page.locator("h1")).to_contain_text("Zug 9 von Bert ist regelwidrig")
    expect(page.locator("h1")).to_contain_text("Laub")


def test_it_has_its_number_and_lines_for_signatures_on_paper(open_page: Open) -> None:
    path = keep(open_page("/ruling", hand("revoke")))
    first, second = pdf(open_page(path)).pages
    number = path.removeprefix("/r/")
    assert number in first.extract_text()
    assert number in second.extract_text()
    assert "Arbiter" in second.extract_text()
