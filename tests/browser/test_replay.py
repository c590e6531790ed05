"""Stepping through a hand: by links without script, by keys with it."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from .conftest import PHONE, Open
from .logs import hand

SHOWN = "#replay .step:visible"


def shown(page: Page) -> list[str]:
    """The ids of the steps that can be seen."""
    found: list[str] = page.locator(SHOWN).evaluate_all("steps => steps.map(step => step.id)")
    return found


def steps(page: Page) -> list[str]:
    found: list[str] = page.locator("#replay .step").evaluate_all("steps => steps.map(step => step.id)")
    return found


@pytest.mark.parametrize("script", [True, False])
def test_it_opens_at_the_move_that_matters_and_shows_one_step_at_a_time(open_page: Open, script: bool) -> None:
    page = open_page("/ruling", hand("revoke"), script=script)
    all_steps = steps(page)
    assert shown(page) == [all_steps[-1]]
    for step in all_steps:  # the one that is shown by itself must also be there when it is asked for
        page.goto(page.url.partition("#")[0] + f"#{step}")
        assert shown(page) == [step]


def test_links_go_through_the_whole_hand_without_script(open_page: Open) -> None:
    page = open_page("/ruling", hand("revoke"), script=False)
    all_steps = steps(page)
    seen = [*shown(page)]
    while page.locator(f"{SHOWN} a[rel=prev]").count():
        page.locator(f"{SHOWN} a[rel=prev]").click()
        seen += shown(page)
    assert seen == all_steps[::-1]


def test_keys(open_page: Open) -> None:
    page = open_page("/ruling", hand("revoke"))
    all_steps = steps(page)
    page.locator(f"{SHOWN} a[rel=prev]").focus()
    before = page.evaluate("[history.length, scrollY]")
    for key, step in [("ArrowLeft", -2), ("ArrowLeft", -3), ("ArrowRight", -2), ("Home", 0), ("End", -1)]:
        page.keyboard.press(key)
        assert shown(page) == [all_steps[step]], key
        assert page.evaluate("document.querySelector('#replay').contains(document.activeElement)"), key
    assert page.evaluate("[history.length, scrollY]") == before


def test_keys_with_others_held_are_left_alone(open_page: Open) -> None:
    page = open_page("/ruling", hand("revoke"))
    at = shown(page)
    page.locator(f"{SHOWN} a[rel=prev]").focus()
    page.keyboard.press("Control+ArrowLeft")
    assert shown(page) == at


def test_enter_held_on_next_goes_on(open_page: Open) -> None:
    page = open_page("/ruling", hand("revoke"))
    all_steps = steps(page)
    page.locator(f"{SHOWN} a[rel=prev]").focus()
    page.keyboard.press("Home")
    page.locator(f"{SHOWN} a[rel=next]").focus()
    for place in (1, 2, 3):
        page.keyboard.press("Enter")
        assert shown(page) == [all_steps[place]]


def test_one_sentence_is_spoken_for_a_step(open_page: Open) -> None:
    page = open_page("/ruling", hand("revoke"))
    page.locator(f"{SHOWN} a[rel=prev]").click()
    spoken = page.locator("#replay [role=status]")
    expect(spoken).to_have_count(1)
    expect(spoken).to_have_text(page.locator(f"{SHOWN} .cap").inner_text())


@pytest.mark.parametrize("script", [True, False])
def test_an_address_opens_a_step(open_page: Open, script: bool) -> None:
    log = hand("revoke")["log"]
    page = open_page(f"/ruling?{urlencode({'log': log})}#m7", script=script)
    assert shown(page) == ["m7"]


def test_a_trick_of_the_table_leads_to_its_step(open_page: Open) -> None:
    page = open_page("/ruling", hand("revoke"), width=PHONE)
    link = page.locator("table.tricks a").first
    target = (link.get_attribute("href") or "").lstrip("#")
    link.click()
    assert shown(page) == [target]


def test_back_leaves_the_ruling_however_many_steps_were_taken(open_page: Open) -> None:
    page = open_page("/ruling", hand("revoke"))
    for _ in range(4):
        page.locator(f"{SHOWN} a[rel=prev]").click()
    page.go_back()
    assert re.search("/a-form", page.url)
