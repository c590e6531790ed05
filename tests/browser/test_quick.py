"""The quick question: what does not matter is not asked, with and without script; the answer has an address."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

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
    page.locator("#question > .btn").click()
    expect(page.locator("#answer")).to_contain_text("3")
    again = open_page(page.url[page.url.index("/quick") :])
    expect(again.locator("#answer")).to_contain_text("3")


def test_it_asks_by_itself_and_the_address_follows(open_page: Open) -> None:
    page = open_page("/quick?ruleset=schnapsen")
    page.locator('[name="closer"][value="A"]').check(force=True)
    page.locator('[name="claimer"][value="A"]').check(force=True)
    page.locator('[name="A.points"]').fill("70")
    page.locator('[name="tricks_at_close"]').fill("0")
    expect(page.locator("#answer h2")).to_have_text("A wins 3 game points.")
    expect(page.locator("#short")).to_have_text("A wins 3 game points.")
    expect(page.locator('[name="tricks_at_close"]')).to_be_focused()
    expect(page.locator("#answer")).to_be_visible()
    again = open_page(page.url[page.url.index("/quick") :], script=False)
    expect(again.locator("#answer h2")).to_have_text("A wins 3 game points.")


def test_no_answer_stands_beside_other_facts_and_a_late_one_is_dropped(open_page: Open) -> None:
    page = open_page("/quick?ruleset=schnapsen&closer=A&claimer=A&A.points=70&tricks_at_close=0")
    expect(page.locator("#answer h2")).to_have_text("A wins 3 game points.")
    waiting: list[Route] = []
    page.route("**/quick?*", lambda route: waiting.append(route))
    page.locator('[name="A.points"]').fill("20")
    expect(page.locator("#answer h2")).to_be_hidden()
    expect(page.locator("#short")).to_contain_text("Asking")
    page.locator('[name="A.points"]').fill("66")
    page.wait_for_timeout(600)
    assert len(waiting) == 2
    waiting[1].continue_()
    expect(page.locator("#answer h2")).to_have_text("A wins 3 game points.")
    waiting[0].continue_()
    page.wait_for_timeout(300)
    expect(page.locator("#answer")).to_contain_text("66")


def test_another_ruleset_brings_its_own_questions(open_page: Open) -> None:
    page = open_page("/quick?ruleset=schnapsen")
    page.locator("#ruleset").focus()
    page.locator("#ruleset").select_option("bauernschnapsen")
    expect(page.locator('[name="contract"]')).to_be_visible()
    expect(page.locator('[name="closer"]')).to_have_count(0)
    expect(page.locator("#ruleset")).to_be_focused()


def test_on_a_phone_the_answer_is_in_view_while_one_fills_the_form(open_page: Open) -> None:
    page = open_page("/quick?ruleset=schnapsen", width=390)
    page.locator('[name="closer"][value="A"]').check(force=True)
    page.locator('[name="claimer"][value="A"]').check(force=True)
    bar = page.locator("#short a")
    expect(bar).not_to_be_empty()
    expect(bar).to_be_in_viewport()
    bar.click()
    expect(page.locator("#answer h2")).to_be_in_viewport()
