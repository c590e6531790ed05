"""Language, cards, colours, display: kept by a cookie, and nothing that was typed is lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .conftest import Open
from .logs import hand


def choose(page: Page, menu: int, name: str, value: str) -> None:
    page.locator("details.menu").nth(menu).locator("summary").click()
    page.locator(f'.pop [name="{name}"][value="{value}"], .pop a[href*="{name}={value}"]').click()
    page.wait_for_load_state()


@pytest.mark.parametrize("script", [True, False])
def test_the_language_of_a_ruling_changes_and_the_ruling_stays(open_page: Open, script: bool) -> None:
    page = open_page("/ruling", hand("revoke"), script=script)
    choose(page, 0, "lang", "de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("h1")).to_contain_text("Bert")
    expect(page.locator(".ruling")).to_have_class("ruling is-illegal")


@pytest.mark.parametrize("script", [True, False])
def test_the_desk_keeps_its_log(open_page: Open, script: bool) -> None:
    page = open_page("/", script=script)
    page.locator("textarea[name=log]").fill('[Ruleset "schnapsen"]\n[A "SA SK HT"]\n')
    choose(page, 1, "cards", "german")
    expect(page.locator("html")).to_have_attribute("data-deck", "german")
    assert '[A "SA SK HT"]' in page.locator("textarea[name=log]").input_value()


def test_the_display_is_dark_from_the_first_moment_and_stays_so(open_page: Open) -> None:
    page = open_page("/about")
    choose(page, 1, "theme", "dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.goto(page.url.partition("?")[0])
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert max(map(int, colour.strip("rgb()").split(","))) < 60


def test_four_colours_are_four_colours(open_page: Open) -> None:
    page = open_page("/ruling?colours=four", hand("revoke"))
    colours = page.evaluate(
        """suits => suits.map(suit => getComputedStyle(document.querySelector(`main use[href$="-${suit}Q"]`)).color)""",
        list("SHDC"),
    )
    assert len(set(colours)) == 4


def test_a_menu_closes_by_escape_and_gives_the_focus_back(open_page: Open) -> None:
    page = open_page("/about")
    summary = page.locator("details.menu summary").first
    summary.click()
    page.keyboard.press("Escape")
    expect(page.locator("details.menu[open]")).to_have_count(0)
    expect(summary).to_be_focused()
