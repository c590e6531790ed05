"""The desk without script: clicks and fields write the log, problems are told, and nothing that is sent breaks it."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from bummerl.grammar import read_log
from bummerl.interpreter import languages
from bummerl.rulesets import catalogue
from bummerl.service.http import create_app
from bummerl.service.http.config import Config
from flask import Flask
from flask.testing import FlaskClient

from .clicking import Desk

CASES = yaml.safe_load((Path(__file__).parent / "desk.yaml").read_text(encoding="utf-8"))
DEAL = "SA SK HT DJ CQ HK HQ DA CJ ST HJ CA DT DK SQ CK DQ CT SJ HA"


@pytest.fixture(scope="module")
def app() -> Flask:
    return create_app(Config(database=None, log_requests=False))


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.mark.parametrize("case", CASES["clicks"], ids=lambda case: case["about"])
def test_clicks_write_the_log(client: FlaskClient, case: dict[str, Any]) -> None:
    reader = {name: case[name] for name in ("lang", "cards") if name in case}
    desk = Desk(client, **({"log": case["begin"]} if "begin" in case else {"ruleset": case["ruleset"]}), **reader)
    desk.click(*case["clicks"].split())
    assert desk.log == case["log"]
    assert read_log(desk.log)[0].readable or "XX" in case.get("begin", "")
    if "turn" in case:
        assert desk.turn == case["turn"]
    if "legal" in case:
        assert desk.legal == case["legal"].split()


@pytest.mark.parametrize("case", CASES["fields"], ids=lambda case: case["about"])
def test_changed_fields_write_headers(client: FlaskClient, case: dict[str, Any]) -> None:
    desk = Desk(client, log=case["begin"]).press("set", **case["change"])
    assert desk.log == case["log"]


def test_a_field_that_nobody_changed_leaves_the_log_alone(client: FlaskClient) -> None:
    desk = Desk(client, log='[Ruleset "schnapsen"]\n[Dealer "A"]\n')
    typed = '[Ruleset "sixty-six"]\n[Dealer "B"]\n[Players "C; D"]\n'
    assert desk.type(typed).press("set").log == typed


@pytest.mark.parametrize("log", CASES["spelt"])
def test_people_spell_as_they_like(client: FlaskClient, log: str) -> None:
    desk = Desk(client).type(log).press("set")
    assert 'class="problem"' not in desk.page
    assert "Readable so far" in desk.words
    assert desk.press("rest").turn.startswith("A leads to trick 2.")


@pytest.mark.parametrize("case", CASES["problems"], ids=lambda case: case["code"])
def test_problems_are_told_at_their_place(client: FlaskClient, case: dict[str, Any]) -> None:
    desk = Desk(client).type(case["log"])
    desk.press("do", "adjudicate")
    assert desk.log == case["log"]
    assert re.search(r"<title>\d+ problems?: Correct the hand", desk.page)
    assert re.search(r'id="summary"[^>]*tabindex="-1" autofocus', desk.page)
    for place in case["at"]:
        assert desk.words.count(place) == 2, "in the summary and under the text"
    assert case["code"] in desk.words
    assert f'href="/docs/errors/{case["code"]}"' in desk.page
    assert client.get(f"/docs/errors/{case['code']}").status_code == 200
    if "fix" in case:
        assert desk.press("fix", case["fix"]).log == case["fixed"]
    else:
        assert desk.buttons("fix") == []


@pytest.mark.parametrize("lang", languages())
def test_problems_are_told_in_the_language_of_the_reader(client: FlaskClient, lang: str) -> None:
    log = '[Ruleset "schnapsen"]\n[Dealer "B"]\n[A "SA SA HT DJ CQ"]\n'
    told = {
        each: Desk(client, log=log, lang=each).page.partition("<p><code>SA</code>")[2].partition("</p>")[0]
        for each in ("en", lang)
    }
    assert told[lang]
    assert (told[lang] == told["en"]) == (lang == "en")


@pytest.mark.parametrize("lang", languages())
def test_every_text_of_the_desk_is_there(lang: str) -> None:
    texts = [yaml.safe_load((_texts() / f"desk.{each}.json").read_text(encoding="utf-8")) for each in ("en", lang)]
    assert texts[0].keys() == texts[1].keys()
    for key, text in texts[0].items():
        assert set(re.findall(r"{\w+}", text)) == set(re.findall(r"{\w+}", texts[1][key])), key


def _texts() -> Path:
    import bummerl.service.http.pages as pages

    return Path(pages.__file__).parent / "texts"


def test_a_dispute_is_settled_by_clicks_alone(client: FlaskClient) -> None:
    """From an empty desk, a whole deal and an illegal card: the cards, and one button."""
    desk = Desk(client, ruleset="schnapsen").click(*DEAL.split())
    desk.click("close", "SA", "HK")
    answer = desk.client.post("/", data={**desk.form.fields, "do": "adjudicate"})
    assert answer.status_code == 200
    assert "illegal" in answer.get_data(as_text=True)
    assert answer.headers["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize("ruleset", [summary.id for summary in catalogue()])
def test_every_ruleset_can_be_dealt_and_played(client: FlaskClient, ruleset: str) -> None:
    """The first free card, the first legal card or word, until nothing is left to do."""
    desk = Desk(client, ruleset=ruleset)
    while 'class="turn"' not in desk.page:
        placed = len(re.findall(r"[A-Z][A-Z0-9]\b", desk.log))
        desk.press("add", desk.buttons("add")[0])
        assert len(re.findall(r"[A-Z][A-Z0-9]\b", desk.log)) > placed
    said = ("pass", "leave", "trump:", "call:")
    for _ in range(12):
        words = [value for value in desk.buttons("add") if value.startswith(said)]
        choice = desk.legal or words
        if not choice or "The hand is over" in desk.words:
            break
        desk.press("add", choice[0])
        assert "against the rules" not in desk.words, desk.log
    hand = read_log(desk.log)[0]
    assert hand.readable
    assert hand.record["moves"]


@pytest.mark.parametrize("ruleset", [summary.id for summary in catalogue()])
def test_every_ruleset_has_an_example(client: FlaskClient, ruleset: str) -> None:
    desk = Desk(client, ruleset=ruleset).press("sample")
    assert len(read_log(desk.log)[0].record["moves"]) > 3
    assert 'class="problem"' not in desk.page
    for lang in languages():
        assert client.get("/", query_string={"log": desk.log, "lang": lang}).status_code == 200


def test_a_hand_that_looks_begun_is_asked_about(client: FlaskClient) -> None:
    desk = Desk(client, ruleset="schnapsen").click("SQ", "HA", "DT", "rest=1")
    assert "Was the hand already under way?" in desk.words
    assert Desk(client, ruleset="schnapsen").click("rest=1").words.count("Was the hand already under way?") == 0


def test_a_position_is_asked_for_what_its_ruleset_keeps_in_mind(client: FlaskClient) -> None:
    """What ends a hand at once is not asked, and what was noted with a move only when that was made."""
    desk = Desk(client, ruleset="schnapsen").press("middle", "on")
    assert {name for name in desk.form.fields if "memory" in name} == {"position.memory.closer"}
    desk.press("set", **{"position.memory.closer": "A"})
    assert "position.memory.tricks_at_close" in desk.form.fields
    assert "position.talon" in desk.form.fields
    assert "position.talon" not in Desk(client, ruleset="tute-partners").press("middle", "on").form.fields


@pytest.mark.parametrize("ruleset", [summary.id for summary in catalogue()])
def test_every_ruleset_can_be_begun_in_the_middle(client: FlaskClient, ruleset: str) -> None:
    """Three cards for the first player near the end of the hand; then whatever the page says comes next."""
    desk = Desk(client, ruleset=ruleset).press("middle", "on")
    most = len(desk.form.fields) and max(2, len(read_log(desk.press("sample").log)[0].record["deal"]["hands"]["A"]) - 2)
    desk = Desk(client, ruleset=ruleset).press("middle", "on").press("set", **{"position.trick": str(most)})
    desk.press("add", desk.buttons("add")[0]).press("rest")
    assert f'[Position "trick {most}"]' in desk.log
    assert desk.turn


def test_words_are_offered_to_those_who_may_say_them(client: FlaskClient) -> None:
    """Kontra is said by those who play against the declarer, A here, whose turn it is."""
    log = """[Ruleset "talonschnapsen"]
[Dealer "C"]
[A "SA SK HT DJ CQ CA"]
[B "HK HQ DA CJ ST HJ"]
[C "DT DK SQ CK DQ CT"]
[Talon "SJ HA"]

trump:S pass pass pass take discard:DJ discard:CQ
"""
    page = Desk(client, log=log, lang="en").page
    offered = re.findall(r'name="add" value="((?:\w:)?kontra)"[^>]*>(.*?)</button>', page, re.DOTALL)
    assert [(token, re.sub(r"<[^>]+>", "", words).strip()) for token, words in offered] == [
        ("B:kontra", "Kontra (double): B"),
        ("C:kontra", "Kontra (double): C"),
    ]


def test_partners_and_the_order_of_the_deal_are_shown(client: FlaskClient) -> None:
    desk = Desk(client, ruleset="bauernschnapsen", lang="en")
    assert re.findall(r'class="zone-name" name="zone" value="(\w)"', desk.page) == ["A", "C", "B", "D"]
    assert "In the order dealt (3 + 2)" in desk.words
    assert desk.page.count('class="empty apart"') == 4
    assert "In the order dealt" not in Desk(client, ruleset="schnapsen", lang="en").words


def test_several_hands_are_a_match(client: FlaskClient) -> None:
    log = '[Ruleset "schnapsen"]\n1. SA ST\n\n[Ruleset "schnapsen"]\n1. SK SQ\n'
    for desk in (Desk(client, log=log), Desk(client).type(log).press("do", "adjudicate")):
        assert "The log has 2 hands" in desk.words
        assert 'formaction="/match"' in desk.page
        assert desk.log == log
    answer = client.post("/match", data=desk.form.fields, content_type="multipart/form-data")
    assert answer.status_code == 200


def test_a_file_is_opened(client: FlaskClient) -> None:
    log = '[Ruleset "schnapsen"]\n[Dealer "A"]\n'
    sent = {"log": "something else", "file": (io.BytesIO(("\ufeff" + log).encode()), "hand.txt"), "set": "1"}
    page = client.post("/", data=sent, content_type="multipart/form-data").get_data(as_text=True)
    assert "[Dealer &#34;A&#34;]" in page
    assert "something else" not in page


def test_a_file_that_is_no_text_is_told_and_nothing_is_lost(client: FlaskClient) -> None:
    sent = {"log": '[Ruleset "schnapsen"]', "file": (io.BytesIO(b"\xff\xfe\x00\x01"), "hand.doc"), "set": "1"}
    page = client.post("/", data=sent, content_type="multipart/form-data").get_data(as_text=True)
    assert "log.encoding" in page
    assert "[Ruleset &#34;schnapsen&#34;]" in page


def test_a_house_ruleset_comes_along(client: FlaskClient) -> None:
    house = "ruleset: mine\nversion: 1.0.0\ntitle: My own\nextends: [schnapsen]\n"
    page = client.post("/", data={"log": "", "house": house}).get_data(as_text=True)
    assert "My own" in page
    assert 'name="house"' in page
    assert 'id="ruleset"' not in page


def test_language_and_cards_can_be_changed_without_losing_the_log(client: FlaskClient) -> None:
    desk = Desk(client).type('[Ruleset "schnapsen"]\n[Dealer "B"]\n[A "SA ? ? ? ?"]\n')
    log = desk.log
    desk.press("lang", "de").press("cards", "german")
    assert desk.log == log
    assert '<html lang="de" data-deck="german"' in desk.page


def test_the_first_button_of_the_form_changes_nothing(client: FlaskClient) -> None:
    """It is what the Enter key in a field presses, and must not be one of the menus."""
    assert Desk(client).form.buttons[0]["name"] == "set"


def test_cards_are_named_by_owner_and_the_focus_goes_to_the_next_one(client: FlaskClient) -> None:
    desk = Desk(client, ruleset="schnapsen", lang="en", cards="french").click("SA")
    assert 'aria-label="ace of spades, A"' in desk.page
    assert re.search(r'value="ST"[^>]* autofocus', desk.page)
    assert "SA" not in desk.buttons("add")


def test_a_legal_card_says_so(client: FlaskClient) -> None:
    desk = Desk(client, log=CASES["clicks"][8]["begin"], lang="en", cards="french")
    assert "B plays: ten of spades, legal" in desk.page
    assert 'B plays: king of hearts"' in desk.page
    assert set(desk.buttons("add")) > {"HK", "HQ", "DA", "CJ", "ST", "concede", "exchange"}


def test_an_illegal_move_is_told_in_the_words_of_the_readers_cards(client: FlaskClient) -> None:
    log = CASES["clicks"][8]["begin"].rstrip() + " HK\n"
    assert "Laub" in Desk(client, log=log, lang="de", cards="german").words
    assert "Pik" in Desk(client, log=log, lang="de", cards="french").words


def test_two_packs(client: FlaskClient) -> None:
    """Each card can be dealt twice, and no more often."""
    deck = "{style: french, suits: [S, H, D, C], ranks: {A: 11, T: 10, K: 4, Q: 3, J: 2}, copies: 2}"
    house = f"ruleset: double\nversion: 1.0.0\ntitle: Double\nextends: [schnapsen]\ndeck: {deck}\n"
    desk = Desk(client)
    desk.form.fields = {"log": "", "house": house}
    assert desk.click("SA", "SA", "SA", "SK").log == '[Dealer "B"]\n[A "SA SA SK ? ?"]\n'


def test_the_address_may_bring_a_log(client: FlaskClient) -> None:
    log = '[Ruleset "tute-six"]\n[Dealer "A"]\n'
    assert Desk(client, log=log).log == log
    assert Desk(client, ruleset="tute-six").log == '[Ruleset "tute-six"]\n'
    assert Desk(client, ruleset="no-such-thing").log.startswith('[Ruleset "')


def test_names_stand_by_themselves_and_cannot_break_out(client: FlaskClient) -> None:
    log = '[Ruleset "schnapsen"]\n[Players "<script>alert(1)</script>; אבג"]\n[Dealer "B"]\n[A "SA SK HT DJ CQ"]\n'
    page = Desk(client, log=log).press("rest").page
    assert "<script>alert" not in page
    assert "<bdi>&lt;script&gt;alert(1)&lt;/script&gt;</bdi>" in page
    assert "<bdi>אבג</bdi>" in page
