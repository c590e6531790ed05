"""Rulings that are kept from the page: keeping, reading, judging again, deleting; who may not."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from bummerl.rulesets import load
from bummerl.service import kept as kept_rulings
from bummerl.service.http import Config, create_app, keeping
from bummerl.service.http.config import Keeping
from bummerl.service.http.state import state
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from .structure import Page

EXAMPLES = Path(__file__).parents[2] / "examples"
LOG = (EXAMPLES / "revoke.txt").read_text("utf-8")
OURS = {"Origin": "http://localhost"}


def service(path: Path, keeping: Keeping = "open") -> Flask:
    found = Config(database=str(path / "rulings.db"), keeping=keeping, log_requests=False, metrics=False)
    return create_app(found)


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return service(tmp_path)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def field(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found is not None
    return found[1]


def keep(client: FlaskClient, log: str = LOG, **more: str) -> TestResponse:
    """Presses the button."""
    page = client.post("/ruling", data={"log": log, "lang": "en", **more}).text
    hidden = {"csrf": field(page, "csrf"), "key": field(page, "key")}
    return client.post("/rulings", data={"log": log, **hidden, **more}, headers=OURS)


def kept(client: FlaskClient, log: str = LOG, **more: str) -> str:
    """The address of a ruling that was kept just now."""
    answer = keep(client, log, **more)
    assert answer.status_code == 303
    return answer.headers["Location"]


def test_a_kept_ruling_has_a_page(client: FlaskClient) -> None:
    address = kept(client)
    answer = client.get(address, query_string={"lang": "en"})
    page = Page(answer.text)
    assert page.faults == []
    assert page.answer.startswith("Bert’s 9th move is illegal:")
    assert f"Ruling {address.removeprefix('/r/')}" in page.said
    assert f'value="http://localhost{address}"' in answer.text
    assert '<meta name="robots" content="noindex">' in answer.text
    assert answer.headers["X-Robots-Tag"] == "noindex"


def test_it_is_told_in_the_language_of_the_reader(client: FlaskClient) -> None:
    answer = client.get(kept(client), query_string={"lang": "de", "cards": "german"})
    assert Page(answer.text).answer.startswith(
        "Zug 9 von Bert ist regelwidrig: Bert hat in der ausgespielten Farbe (Laub)"
    )


def test_its_number_may_be_written_in_any_way(client: FlaskClient) -> None:
    address = kept(client)
    answer = client.get(address.lower().replace("/r/", "/R/").replace("-", "").replace("/R/", "/r/"))
    assert (answer.status_code, answer.headers["Location"]) == (301, address)


def test_the_token_is_shown_to_whoever_kept_it_and_to_nobody_else(app: Flask, client: FlaskClient) -> None:
    answer = keep(client)
    address = answer.headers["Location"]
    cookie = next(c for c in answer.headers.getlist("Set-Cookie") if c.startswith("bummerl-delete="))
    assert "HttpOnly" in cookie
    assert f"Path={address}" in cookie
    token = cookie.partition("=")[2].partition(";")[0]
    mine = client.get(address)
    assert token in mine.text
    assert "no-store" in mine.headers["Cache-Control"]
    assert token not in app.test_client().get(address).text


def test_names_can_be_left_out(client: FlaskClient) -> None:
    address = kept(client, anonymous="yes")
    for text in (client.get(address).text, client.get(f"{address}.txt").text):
        assert "Anna" not in text
        assert "Bert" not in text
    assert Page(client.get(address, query_string={"lang": "en"}).text).answer.startswith("B’s 9th move is illegal:")


def test_pressing_twice_keeps_once(client: FlaskClient) -> None:
    page = client.post("/ruling", data={"log": LOG}).text
    form = {"log": LOG, "csrf": field(page, "csrf"), "key": field(page, "key")}
    first, second = (client.post("/rulings", data=form, headers=OURS).headers["Location"] for _ in range(2))
    assert first == second


def test_its_data(client: FlaskClient) -> None:
    address = kept(client)
    log = client.get(f"{address}.txt")
    assert (log.text, log.mimetype) == (LOG, "text/plain")
    data = client.get(f"{address}.json", follow_redirects=True)
    assert data.json is not None
    assert data.json["verdict"]["status"] == "illegal"


def test_deleting_takes_the_token(client: FlaskClient) -> None:
    address = kept(client)
    page = client.get(address).text
    form = {"csrf": field(page, "csrf"), "token": field(page, "token")}
    assert client.post(f"{address}/delete", data={**form, "token": "of another"}, headers=OURS).status_code == 403
    assert client.get(address).status_code == 200
    gone = client.post(f"{address}/delete", data=form, headers=OURS)
    assert gone.status_code == 303, "loading the page anew does not send the form anew"
    gone = client.get(f"{gone.headers['Location']}&lang=en")
    assert Page(gone.text).answer == f"Ruling {address.removeprefix('/r/')} is gone"
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("wrong", [{"csrf": "x"}, {}])
def test_another_site_can_neither_keep_nor_delete(client: FlaskClient, wrong: Mapping[str, str]) -> None:
    address = kept(client)
    assert client.post("/rulings", data={"log": LOG, **wrong}, headers=OURS).status_code == 403
    assert client.post(f"{address}/delete", data={"token": "x", **wrong}, headers=OURS).status_code == 403
    page = client.get(address).text
    form = {"csrf": field(page, "csrf"), "token": field(page, "token")}
    elsewhere = {"Origin": "https://elsewhere.example"}
    assert client.post(f"{address}/delete", data=form, headers=elsewhere).status_code == 403
    assert client.get(address).status_code == 200


def test_where_nothing_is_kept_the_page_says_so(tmp_path: Path) -> None:
    client = service(tmp_path, "off").test_client()
    answer = client.post("/ruling", data={"log": LOG, "lang": "en"}).text
    assert 'action="/rulings"' not in answer
    assert "This service keeps no rulings." in Page(answer).said
    assert client.post("/rulings", data={"log": LOG}, headers=OURS).status_code == 403


def token_of(app: Flask, *may: str) -> str:
    with app.app_context():
        store = state().store
        assert store is not None
        return store.create_token("a club", frozenset(may)).secret


def keep_with(client: FlaskClient, token: str | None) -> TestResponse:
    page = client.post("/ruling", data={"log": LOG, "lang": "en"}).text
    assert Page(page).faults == []
    assert 'type="password" name="api_token" autocomplete="current-password"' in page
    form = {"log": LOG, "csrf": field(page, "csrf"), "key": field(page, "key")}
    return client.post("/rulings", data=form if token is None else {**form, "api_token": token}, headers=OURS)


def test_a_club_keeps_rulings_with_its_token(tmp_path: Path) -> None:
    app = service(tmp_path, "token")
    answer = keep_with(app.test_client(), f" {token_of(app, 'keep')} ")
    assert answer.status_code == 303
    assert app.test_client().get(answer.headers["Location"]).status_code == 200


@pytest.mark.parametrize(("token", "said"), [
    (None, "Keeping a ruling takes an access token here."),
    ("bummerl_wrong", "This token is not known here"),
    ("of the list", "This token is not known here"),
])  # fmt: skip
def test_without_a_token_that_may_keep_nothing_is_kept_and_the_ruling_stays(
    tmp_path: Path, token: str | None, said: str
) -> None:
    app = service(tmp_path, "token")
    client = app.test_client()
    answer = keep_with(client, token_of(app, "list") if token == "of the list" else token)
    assert answer.status_code == 401
    page = Page(answer.text)
    assert page.faults == []
    assert said in page.said
    assert page.answer.startswith("Bert’s 9th move is illegal:")
    assert "bummerl_" not in answer.text, "a secret is not sent back"


def test_a_token_does_not_make_up_for_another_site(tmp_path: Path) -> None:
    app = service(tmp_path, "token")
    form = {"log": LOG, "csrf": "x", "api_token": token_of(app, "keep")}
    assert app.test_client().post("/rulings", data=form, headers=OURS).status_code == 403


def test_a_ruling_is_found_by_its_number(client: FlaskClient) -> None:
    address = kept(client)
    number = address.removeprefix("/r/")
    page = client.get("/r", query_string={"lang": "en"})
    assert Page(page.text).faults == []
    assert Page(page.text).answer == "Find a ruling"
    for written in (number, number.lower().replace("-", " "), f"  {number.replace('-', '')} "):
        answer = client.get("/r", query_string={"number": written})
        assert (answer.status_code, answer.headers["Location"]) == (303, address)
    wrong = client.get("/r", query_string={"number": "0O1<", "lang": "en"})
    assert wrong.status_code == 422
    assert "can be no number" in Page(wrong.text).said
    assert 'value="0O1&lt;"' in wrong.text


@pytest.mark.parametrize("lang", ["en", "de", "hu", "es", "it", "pt"])
def test_every_page_leads_to_it(client: FlaskClient, lang: str) -> None:
    assert '<a href="/r">' in client.get("/about", query_string={"lang": lang}).text


def test_a_number_that_there_is_not_may_be_put_right(client: FlaskClient) -> None:
    answer = client.get("/r/AAAAA-AAAAA", query_string={"lang": "en"})
    assert answer.status_code == 404
    assert Page(answer.text).faults == []
    assert 'name="number"' in answer.text
    assert "openapi" not in answer.text


def test_a_wrong_deletion_token_leads_back(client: FlaskClient) -> None:
    address = kept(client)
    form = {"csrf": field(client.get(address).text, "csrf"), "token": "of another", "lang": "en"}
    answer = client.post(f"{address}/delete", data=form, headers=OURS)
    assert answer.status_code == 403
    page = Page(answer.text)
    assert page.faults == []
    assert page.answer == "This is not the token of this ruling"
    assert f'href="{address}"' in answer.text


def test_that_a_ruling_is_gone_is_said_of_none_that_is_there(client: FlaskClient) -> None:
    number = kept(client).removeprefix("/r/")
    page = Page(client.get("/r", query_string={"deleted": number, "lang": "en"}).text)
    assert page.answer == "Find a ruling"
    assert number not in page.said


def test_number_and_address_come_before_the_deletion_token(client: FlaskClient) -> None:
    answer = client.get(kept(client), query_string={"lang": "en"}).text
    assert answer.index('id="kept-link"') < answer.index('id="answer"') < answer.index('id="token"')
    assert '<details class="more no-print" id="delete">' in answer, "folded"


@pytest.mark.parametrize("address", ["/rulings", "/r/AAAAA-AAAAA/delete"])
def test_a_menu_never_keeps_or_deletes(tmp_path: Path, address: str) -> None:
    client = service(tmp_path / "there").test_client()
    page = client.post("/ruling", data={"log": LOG}).text
    form = {"log": LOG, "csrf": field(page, "csrf"), "key": "k", "token": "t", "lang": "en"}
    (tmp_path / "there" / "rulings.db").unlink(missing_ok=True)
    refused = client.post(address, data={**form, "csrf": "old"}, headers=OURS)
    assert refused.status_code == 403
    assert 'id="again"' not in refused.text
    assert 'name="csrf"' not in refused.text
    assert client.get(address).status_code == 302, "menus are links, which lead to a page that can be read"


def test_what_cannot_be_read_is_not_kept(client: FlaskClient) -> None:
    page = client.post("/ruling", data={"log": LOG}).text
    form = {"log": LOG.replace("SQ HQ", "SQ QQ"), "csrf": field(page, "csrf"), "key": "k"}
    assert client.post("/rulings", data=form, headers=OURS).status_code == 422


def test_an_id_that_there_is_not(client: FlaskClient) -> None:
    for address in ("/r/AAAAA-AAAAA", "/r/x", "/r/" + "A" * 500, "/r/AAAAA-AAAAA.txt", "/r/AAAAA-AAAAA.json"):
        assert client.get(address).status_code == 404
    page = client.get("/r/AAAAA-AAAAA", query_string={"lang": "en"})
    assert page.mimetype == "text/html"


HOUSE = """\
ruleset: corner-table
version: 1.0.0
extends: schnapsen
title: Corner table
terms: {schneider: 10}
"""


def test_a_ruling_under_a_house_ruleset_keeps_the_ruleset(client: FlaskClient) -> None:
    log = (EXAMPLES / "marriage.txt").read_text("utf-8").replace('[Ruleset "schnapsen"]\n', "")
    page = Page(client.get(kept(client, log, house=HOUSE), query_string={"lang": "en"}).text)
    assert page.faults == []
    assert page.answer.startswith("Anna wins 1 game point: Bert had 12 card points, at least 10."), "not Schneider here"
    assert "corner-table 1.0.0" in page.said


def test_options_that_were_asked_for_beside_the_log_still_count(client: FlaskClient) -> None:
    log = (EXAMPLES / "marriage.txt").read_text("utf-8")
    answer = client.post("/v1/rulings?option=last_trick_bonus=10", data=log, content_type="text/plain", headers=OURS)
    assert answer.json is not None
    page = Page(client.get(f"/r/{answer.json['id']}", query_string={"lang": "en"}).text)
    assert "last_trick_bonus=10" in page.said


def test_a_ruleset_that_the_program_reads_no_more_leaves_the_ruling_as_it_was_told(client: FlaskClient) -> None:
    log = LOG.replace('[Ruleset "schnapsen"]\n', "")
    address = kept(client, log, house=HOUSE)
    with client.application.app_context():
        store = state().store
        assert store is not None
        ruling = store.ruling(address.removeprefix("/r/"))
        assert ruling is not None
        source = {**ruling.ruleset.source, "of_old": 1}
        old = replace(ruling, id="22222-22222", ruleset=replace(ruling.ruleset, digest="sha256:1", source=source))
        store.take_in(old)
    page = Page(client.get("/r/22222-22222", query_string={"lang": "en"}).text)
    assert page.faults == []
    assert page.answer.startswith("Bert’s 9th move is illegal:")
    assert "The program of today would rule otherwise" in page.said


def changed(monkeypatch: pytest.MonkeyPatch, **parts: Any) -> None:
    """As if the program had come with another version of the ruleset since."""
    newer = replace(load("schnapsen"), version="2.0.0", digest="sha256:" + "0" * 64, **parts)
    for module in (keeping, kept_rulings):
        monkeypatch.setattr(module, "shipped_today", lambda ruling: newer)


def test_judged_again_under_a_newer_ruleset(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    address = kept(client)
    assert "Judged again" not in client.get(address, query_string={"lang": "en"}).text
    changed(monkeypatch)
    page = Page(client.get(address, query_string={"lang": "en"}).text)
    assert page.faults == []
    assert "schnapsen now has version 2.0.0." in page.said
    assert "Judged again, it comes to the same." in page.said
    assert page.answer.startswith("Bert’s 9th move is illegal:"), "what was kept stays"


def test_both_answers_are_shown_if_a_newer_ruleset_gives_another(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = kept(client)
    found = {"status": "ongoing", "violations": [], "outcome": None}
    again = keeping.Again(replace(load("schnapsen"), version="2.0.0"), found, False)
    monkeypatch.setattr(keeping, "again", lambda *_: again)
    page = Page(client.get(address, query_string={"lang": "en"}).text)
    assert "Judged again, it comes out differently: Not finished" in page.said
    assert page.answer.startswith("Bert’s 9th move is illegal:")


def test_what_was_kept_counts_if_the_program_would_rule_otherwise_today(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = kept(client)
    ruling = keeping.kept
    stored = {
        "status": "complete",
        "ruleset": {"id": "schnapsen", "version": "1.0.0", "digest": "sha256:0"},
        "moves_checked": 17,
        "violations": [],
        "outcome": {
            "winner": "B", "game_points": 1, "rule": "score.last-trick", "because": ["score.last-trick"],
            "message": "Bert wins 1 game point. Bert took the last trick.", "cite": [],
        },
        "score": None, "to_move": None, "legal": [],
    }  # fmt: skip
    monkeypatch.setattr(keeping, "kept", lambda id: replace(ruling(id), verdict=stored))
    page = Page(client.get(address, query_string={"lang": "en"}).text)
    assert page.faults == []
    assert page.answer == "Bert wins 1 game point."
    assert "Bert took the last trick." in page.said
    assert "The program of today would rule otherwise; what was kept is what counts." in page.said
