"""A dispute is settled: from an empty page, by clicks alone, with script and without, by keys alone, on a phone."""

from __future__ import annotations

import re
import time

import pytest
from bummerl.grammar import read_log
from playwright.sync_api import Page, Route, expect

from .conftest import PHONE, Open
from .logs import hand

REVOKE = read_log(hand("revoke")["log"])[0].record


class Table:
    """Somebody who clicks a hand into the desk, and counts: cards, and everything else."""

    def __init__(self, page: Page) -> None:
        self.page, self.cards, self.others = page, 0, 0

    def press(self, name: str, value: str) -> None:
        card = re.fullmatch("[SHDC][ATKQJ9]", value) is not None
        self.cards, self.others = self.cards + card, self.others + (not card)
        before = self.log
        button = self.page.locator(f'#cards button[name="{name}"][value="{value}"]:enabled').first
        if not button.is_visible():
            self.page.locator("#cards details.more:not([open]) > summary").first.click()
            self.others += 1
        button.click()
        self.wait_for_another_log(before)

    @property
    def log(self) -> str:
        return self.page.locator("textarea[name=log]").input_value()

    def wait_for_another_log(self, before: str) -> None:
        for _ in range(200):
            if self.log != before:
                return
            time.sleep(0.05)
        raise AssertionError(f"the log is still {before!r}")

    def deal(self) -> None:
        deal = REVOKE["deal"]
        for card in (*deal["hands"]["A"], *deal["hands"]["B"], deal["turn_up"], *deal["talon"]):
            self.press("add", card)

    def play(self) -> None:
        for move in REVOKE["moves"]:
            self.press("add", move)


@pytest.mark.parametrize("script", [True, False])
def test_a_dispute_by_clicks_alone_within_twenty_and_the_cards(open_page: Open, script: bool) -> None:
    table = Table(open_page("/", script=script))
    table.deal()
    table.play()
    table.page.locator('button[value="adjudicate"]').click()
    table.others += 1
    expect(table.page.locator("h1")).to_contain_text("9th move is illegal")
    assert table.others <= 20
    assert table.cards == 20 + sum(re.fullmatch("[SHDC][ATKQJ9]", move) is not None for move in REVOKE["moves"])


def test_it_is_the_record_that_was_meant(open_page: Open) -> None:
    table = Table(open_page("/"))
    table.deal()
    table.play()
    entered = read_log(table.log)[0].record
    assert (entered["deal"], entered["moves"]) == (REVOKE["deal"], REVOKE["moves"])


@pytest.mark.parametrize("script", [True, False])
def test_undo_takes_everything_back(open_page: Open, script: bool) -> None:
    table = Table(open_page("/", script=script))
    empty = table.log
    for card in ("SA", "SK", "HT"):
        table.press("add", card)
    for _ in range(3):
        table.press("undo", "1")
    assert table.log.replace('[Dealer "B"]\n', "").strip() == empty.strip()


def test_by_keys_alone(open_page: Open) -> None:
    page = open_page("/")
    page.locator("textarea[name=log]").focus()
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(hand("revoke")["log"])
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.value") == "adjudicate":
            break
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("9th move is illegal")


def test_cards_by_keys_alone(open_page: Open) -> None:
    page = open_page("/")
    page.locator('#cards button[value="SA"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("textarea[name=log]")).to_have_value(re.compile('A "SA'))
    assert page.evaluate("document.querySelector('#cards').contains(document.activeElement)")


def test_on_a_phone(open_page: Open) -> None:
    page = open_page("/", width=PHONE, has_touch=True)
    page.locator('#cards button[value="SA"]').tap()
    expect(page.locator("textarea[name=log]")).to_have_value(re.compile('A "SA'))
    box = page.locator('#cards button[value="SK"]').bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44


def test_what_is_not_legal_can_be_clicked(open_page: Open) -> None:
    page = open_page("/", {"log": hand("revoke")["log"].replace("8. SQ HQ", "8. SQ")})
    illegal = page.locator('#cards button[name="add"][value="HQ"]')
    expect(illegal).to_be_enabled()
    illegal.click()
    expect(page.locator("textarea[name=log]")).to_have_value(re.compile("8. SQ HQ"))


def test_a_late_answer_to_an_older_text_is_not_taken(open_page: Open) -> None:
    page = open_page("/")
    asked: list[str] = []

    def slowly(route: Route) -> None:
        asked.append(route.request.post_data or "")
        if len(asked) == 1:
            time.sleep(1.2)  # the first is answered after the second was asked
        route.continue_()

    page.route("**/", slowly)
    log = page.locator("textarea[name=log]")
    log.fill('[Ruleset "schnapsen"]\n[A "SX"]\n')
    page.wait_for_timeout(500)
    log.fill('[Ruleset "schnapsen"]\n[A "SA ? ? ? ?"]\n')
    page.wait_for_timeout(2_500)
    expect(page.locator("#status")).to_contain_text("Readable so far")
    expect(log).to_have_value('[Ruleset "schnapsen"]\n[A "SA ? ? ? ?"]\n')


def test_typing_keeps_the_focus_and_tells_problems(open_page: Open) -> None:
    page = open_page("/")
    log = page.locator("textarea[name=log]")
    log.fill('[Ruleset "schnapsen"]\n[A "SA XX"]\n')
    expect(page.locator("#problems")).to_contain_text("XX")
    expect(log).to_be_focused()


def test_a_check_that_fails_says_so_and_the_button_still_works(open_page: Open) -> None:
    page = open_page("/")
    page.route(
        "**/", lambda route: route.fulfill(status=503, body="") if route.request.method == "POST" else route.continue_()
    )
    page.locator("textarea[name=log]").fill('[Ruleset "schnapsen"]\n[A "SA ? ? ? ?"]\n')
    expect(page.locator("#say")).to_contain_text("did not come through")
    page.unroute("**/")
    page.locator('button[value="adjudicate"]').click()
    expect(page.locator(".ruling")).to_be_visible()


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('[Ruleset "schnapsen"]\n; an emoji 🃏 before\n1. SA {🂡🂡} XX\n', 3, 12),
        ('[Ruleset "schnapsen"]\n1. SA XX\n', 2, 7),
    ],
)
def test_a_place_is_a_place_in_the_text(open_page: Open, text: str, line: int, column: int) -> None:
    page = open_page("/")
    page.locator("textarea[name=log]").fill(text)
    link = page.locator(f'#problems [data-line="{line}"][data-column="{column}"]').first
    link.click()
    picked = page.evaluate(
        "(log => log.value.slice(log.selectionStart, log.selectionEnd))(document.querySelector('textarea[name=log]'))"
    )
    assert picked == "XX"


@pytest.mark.parametrize("played", ["♠A", "A♠", "sa", "H10", "SA\u00a0ST", "SA\tST"])
def test_what_people_paste(open_page: Open, played: str) -> None:
    page = open_page("/", {"log": f'[Ruleset "schnapsen"]\r\n[Dealer "B"]\r\n\r\n1. {played}\r\n'})
    expect(page.locator("#status")).to_contain_text("Readable so far")


def test_a_long_log_keeps_its_numbers_beside_its_lines(open_page: Open) -> None:
    page = open_page("/")
    log = page.locator("textarea[name=log]")
    log.fill('[Ruleset "schnapsen"]\n' + "; a line\n" * 200)
    log.evaluate("log => { log.scrollTop = log.scrollHeight; log.dispatchEvent(new Event('scroll')); }")
    expect(page.locator("#gutter li")).to_have_count(202)
    gutter, text = page.evaluate(
        "['#gutter', 'textarea[name=log]'].map(name => document.querySelector(name).scrollTop)"
    )
    assert abs(gutter - text) <= 2


@pytest.mark.parametrize("script", [True, False])
def test_a_dispute_in_the_third_trick_from_an_empty_page(open_page: Open, script: bool) -> None:
    """Nobody remembers how it came to this; the talon was closed, and suit was not followed."""
    table = Table(open_page("/", script=script))
    page = table.page
    table.press("middle", "on")
    before = table.log
    page.locator('#cards input[name="position.trick"]').fill("3")
    page.locator('#cards select[name="position.memory.closer"]').select_option("A")
    page.locator('#cards input[name="position.leader"][value="A"]').check(force=True)
    if not script:
        page.locator('#cards .position button[name="set"]').click()
    expect(page.locator("textarea[name=log]")).to_have_value(re.compile('Leader "A"'))
    assert "Position" in before
    for name, value in [("add", "SQ"), ("add", "HA"), ("add", "DT"), ("zone", "B"), ("add", "HK"), ("add", "DK")]:
        if name == "zone":
            page.locator('#cards button[name="zone"][value="B"]').click()
            expect(page.locator('#cards button[name="zone"][value="B"]')).to_have_attribute("aria-pressed", "true")
        else:
            table.press(name, value)
    page.locator('#cards button[name="zone"][value="TurnUp"]').click()
    expect(page.locator('#cards button[name="zone"][value="TurnUp"]')).to_have_attribute("aria-pressed", "true")
    table.press("add", "HJ")
    page.locator('#cards button[name="rest"]').click()
    expect(page.locator(".turn")).to_contain_text("leads to trick 3")
    table.press("add", "HA")
    table.press("add", "DK")
    page.locator('button[value="adjudicate"]').click()
    expect(page.locator("h1")).to_contain_text("1st move is illegal")


def test_a_field_of_the_position_keeps_the_focus(open_page: Open) -> None:
    page = open_page("/")
    page.locator('#cards button[name="middle"]').click()
    trick = page.locator('#cards input[name="position.trick"]')
    trick.fill("3")
    page.keyboard.press("Tab")
    expect(page.locator("textarea[name=log]")).to_have_value(re.compile('Position "trick 3"'))
    assert page.evaluate("document.activeElement.name") == "position.leader"


def test_after_a_wrong_card_the_focus_stays_with_the_cards(open_page: Open) -> None:
    """It goes to the sentence that says so: in the log, a phone would open its keyboard over it."""
    page = open_page("/", {"log": hand("revoke")["log"].replace("8. SQ HQ", "8. SQ")}, width=PHONE)
    page.locator('#cards button[name="add"][value="HQ"]').click()
    expect(page.locator(".turn")).to_contain_text("against the rules")
    expect(page.locator(".turn")).to_be_focused()


@pytest.mark.parametrize("button", ['button[value="adjudicate"]', 'button[name="lang"][value="de"]'])
def test_a_click_that_is_under_way_is_waited_for(open_page: Open, button: str) -> None:
    """The answer to the last card takes its time, and the next button is pressed before it comes."""
    page = open_page("/", {"log": hand("revoke")["log"].replace("8. SQ HQ", "8. SQ")})

    def slowly(route: Route) -> None:
        time.sleep(0.6)
        route.continue_()

    page.route("**/*", lambda route: slowly(route) if route.request.method == "POST" else route.continue_())
    page.locator('#cards button[name="add"][value="HQ"]').click()
    page.evaluate("selector => document.querySelector(selector).click()", button)
    if "adjudicate" in button:
        expect(page.locator("h1")).to_contain_text("9th move is illegal")
    else:
        expect(page.locator("html")).to_have_attribute("lang", "de")
        expect(page.locator("textarea[name=log]")).to_have_value(re.compile("8. SQ HQ"))


def test_a_click_that_did_not_come_through_is_not_judged_without(open_page: Open) -> None:
    page = open_page("/", {"log": hand("revoke")["log"].replace("8. SQ HQ", "8. SQ")})
    page.route(
        "**/*",
        lambda route: route.fulfill(status=503, body="") if route.request.method == "POST" else route.continue_(),
    )
    page.evaluate(
        """() => {
          document.querySelector('#cards button[name="add"][value="HQ"]').click();
          document.querySelector('button[value="adjudicate"]').click();
        }"""
    )
    expect(page.locator("#status")).to_contain_text("did not come through")
    expect(page.locator("textarea[name=log]")).to_be_visible()
