"""The table of every ruleset: its worked hands as pages, taken apart and compared with verdict and replay."""

from __future__ import annotations

from collections import Counter

import pytest
from bummerl.rulesets import catalogue
from bummerl.rulesets.rulings import rulings_of
from bummerl.service.http.pages import table

from .showing import Element, Shown, as_log, show, worked_hands

NAMES = [summary.id for summary in catalogue() if rulings_of(summary.id)[0]]
BOUND = 400_000
"""Bytes of a page, about what a phone can bear."""


@pytest.fixture(scope="module", params=NAMES)
def hands(request: pytest.FixtureRequest) -> list[Shown]:
    return [show(as_log(hand.record), points=False) for hand in worked_hands(request.param, 2)]


def test_every_hand_has_all_its_steps_and_the_last_is_the_first_shown(hands: list[Shown]) -> None:
    for hand in hands:
        moves = hand.judged.verdict["moves_checked"] + len(hand.judged.verdict["violations"])
        assert [step["id"] for step in hand.steps] == [f"m{n}" for n in range(moves + 1)]
        assert [step["id"] for step in hand.steps if "start" in step.classes] == [f"m{moves}"]
        assert all(hand.captions)


def test_every_picture_is_in_the_page_and_every_link_leads_somewhere(hands: list[Shown]) -> None:
    for hand in hands:
        ids = [element["id"] for element in hand.page.all() if element["id"]]
        assert len(ids) == len(set(ids))
        aims = [use["href"] for use in hand.page.all("use")] + [
            link["href"] for link in hand.page.all("a") if link["href"].startswith("#")
        ]
        assert {aim.removeprefix("#") for aim in aims} <= set(ids)


def test_links_lead_one_step_on_and_back(hands: list[Shown]) -> None:
    for hand in hands:
        last = len(hand.steps) - 1
        for n, step in enumerate(hand.steps):
            links = {link["rel"]: link["href"] for link in step.one("nav", "ctl").all("a") if link["rel"]}
            wanted = {"prev": f"#m{n - 1}"} if n else {}
            assert links == (wanted | {"next": f"#m{n + 1}"} if n < last else wanted)


def test_no_card_is_lost_and_none_is_there_twice(hands: list[Shown]) -> None:
    """In hands, on the table, in the talon, in the tricks; put away are only those that somebody discarded."""
    for hand in hands:
        deck, laid_away = len(hand.judged.pack.cards), 0  # type: ignore[union-attr]
        positions = hand.judged.replay
        for n, step in enumerate(hand.steps):
            now = positions[min(n, len(positions) - 1)]
            laid_away += bool(n < len(positions) and (now["token"] or "").startswith("discard"))
            cards = _cards(step, held={card for held in now["hands"].values() for card in held})
            known = [card for card in cards if card != "?"]
            assert not [card for card, times in Counter(known).items() if times > 1]
            under = now["talon"]["size"] - sum("up" in card.classes for card in step.all("svg", "card"))
            assert len(cards) + under + laid_away == deck, (hand.judged.record, n)


def _cards(step: Element, held: set[str]) -> list[str]:
    """The cards of a step, those face down apart; an illegal card that nobody held before is not one of them."""
    parts = (*step.all("ul", "hand"), *step.all("div", "lay"), *step.all("ul", "won"), *step.all("div", "stock"))
    found = [(_code(card), "bad" in part.classes) for part in parts for card in part.all("svg", "card")]
    once = [card for card, bad in found if not bad and card != "back"]
    return once + [card for card, bad in found if bad and card in held and card not in once]


def test_the_illegal_move_is_the_last_step(hands: list[Shown]) -> None:
    for hand in hands:
        violations = hand.judged.verdict["violations"]
        marked = [step["id"] for step in hand.steps if step.all("b", "badt")]
        assert marked == [f"m{violation['move'] + 1}" for violation in violations]
        if not violations:
            continue
        step, (violation,) = hand.steps[-1], violations
        assert {link["href"] for link in step.all("a", "bad")} <= {f"#{step['id']}"}
        bad = [_code(lay) for lay in step.all("div", "lay") if "bad" in lay.classes]
        assert len(bad) <= 1
        assert all(card in violation["token"] for card in bad)
        could = {_code(held) for held in step.all("li", "ok")}
        assert could <= set(violation["legal"])
        if bad and bad[0] not in violation["legal"]:
            assert could == set(violation["legal"]) & set(hand.judged.replay[-1]["hands"][violation["seat"]])


def _code(element: Element) -> str:
    return element.all("use")[0]["href"].split("-")[-1]


def test_the_points_of_a_step_are_those_of_the_replay(hands: list[Shown]) -> None:
    for hand in hands:
        for step, now in zip(hand.steps, hand.judged.replay, strict=False):
            shown = sorted(pile.one("span", "pt").text.split()[0] for pile in step.all("div", "pile"))
            assert shown == sorted(str(sum(now["points"][seat]["points"] for seat in side)) for side in now["sides"])


def test_tricks_won_are_those_taken_before(hands: list[Shown]) -> None:
    for hand in hands:
        taken = 0
        for step, now in zip(hand.steps, hand.judged.replay, strict=False):
            assert len([li for won in step.all("ul", "won") for li in won.all("li") if li.all("use")]) == taken
            taken += now["taken"] is not None


@pytest.mark.parametrize("name", NAMES)
def test_a_page_stays_small(name: str) -> None:
    hand = show(as_log(worked_hands(name, 1)[0].record))
    assert len(hand.html.encode()) < BOUND


def test_a_card_that_was_not_recorded_is_a_card_all_the_same() -> None:
    log = '[Ruleset "schnapsen"] [Dealer "B"] [A "SA ? ? CA CT"] [TurnUp "HQ"] 1. SA ST'
    step = show(log).steps[-1]
    hands = [[_code(held) for held in hand.all("li")] for hand in step.all("ul", "hand")]
    assert sorted(len(hand) for hand in hands) == [5, 5]
    assert {card for hand in hands for card in hand} == {"CA", "CT", "unknown"}
    assert "not recorded" in {card["aria-label"] for card in step.all("svg", "card")}


def test_a_record_may_begin_in_the_middle() -> None:
    hand = show(
        '[Ruleset "schnapsen"] [Position "trick 8"] [Leader "A"] [Trump "H"] [A "SA CK HT"] [B "ST CJ HJ"] '
        '[Seat A "tricks 4; points 40"] [Seat B "won SK SQ; won DA DT; won CQ CT"] SA ST'
    )
    assert hand.captions[0].startswith("The record begins with trick 8.")
    assert [pile.one("span", "pt").text for pile in hand.steps[0].all("div", "pile")] == ["41 points", "40 points"]
    assert "4 tricks not recorded" in hand.steps[0].text
    assert [link.text for link in hand.steps[0].one("nav", "scrub").all("a")] == ["8"]


def test_of_a_very_long_log_the_end_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "MOST_CARDS", 5 * 20)
    hand = show(as_log(worked_hands("schnapsen", 1)[0].record))
    last = hand.judged.verdict["moves_checked"]
    assert [step["id"] for step in hand.steps] == [f"m{n}" for n in range(last - 4, last + 1)]
    assert "the last 5 moves" in hand.page.one("p", "earlier").text
    ids = {element["id"] for element in hand.page.all() if element["id"]}
    assert {link["href"][1:] for link in hand.page.all("a") if link["href"].startswith("#")} <= ids


def test_names_stand_as_they_are_and_are_no_markup() -> None:
    hand = show(as_log(worked_hands("schnapsen", 1)[0].record).replace("Anna", "<i>Hans'</i>"))
    assert any(caption.startswith("<i>Hans'</i> leads the") for caption in hand.captions)
    assert "<i>Hans" not in hand.html


@pytest.mark.parametrize("lang", ["de", "es", "hu", "it", "pt"])
def test_every_language_says_every_kind_of_move(lang: str) -> None:
    """Bids, passes, declarations, exchanges, claims: nothing is left open, and nothing is English."""
    for name in ("bauernschnapsen", "talonschnapsen", "snapszer-four", "sixty-six", "tute-habanero", "snapszli-knock"):
        for ruling in worked_hands(name, 2):
            there, here = show(as_log(ruling.record)).captions, show(as_log(ruling.record), lang).captions
            assert len(here) == len(there)
            assert not [each for each in here if "{" in each]
            assert not set(here) & set(there)
