"""The quick question: what does not matter is not asked, with and without script; the answer has an address."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import Open


@pytest.mark.parametrize("script", [True, False])
def test_what_the_other_side_had_is_asked_only_if_somebody_closed(open_page: Open, script: bool) -> None:
    page = open_page("/quick?ruleset=schnapsen", script=script)
    later = page.locator('[name="tricks_at_close"]')
    page.locator('[name="closer"][value="A"]').check(force=True)
    expect(later).to_be_visible()
    page.locator('[name="closer"][value="nobody"]').check(force=True)
    expect(later).to_be_hidden()


@pytest.mark.parametrize("script", [True, False])
def test_an_answer_and_its_address(open_page: Open, script: bool) -> None:
    page = open_page("/quick?ruleset=schnapsen", script=script)
    page.locator('[name="closer"][value="A"]').check(force=True)
    page.locator('[name="claimer"][value="A"]').check(force=True)
    page.locator('[name="tricks_at_close"]').fill("0")
    page.locator('[name="A.points"]').fill("70")
    page.locator("#question button[type=submit], form .btn").first.click()
    expect(page.locator("#answer")).to_contain_text("3")
    again = open_page(page.url[page.url.index("/quick") :])
    expect(again.locator("#answer")).to_contain_text("3")
