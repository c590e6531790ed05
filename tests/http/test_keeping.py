"""Rulings that are kept: what comes back, that it stays, how it is told again, and what is not kept."""

from __future__ import annotations

import copy
import dataclasses
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bummerl.interpreter import languages
from bummerl.rulesets import load
from bummerl.service.http import Config, create_app, keeping
from bummerl.service.http.negotiation import Asked
from bummerl.service.http.problems import Refusal
from bummerl.service.http.schema import validator
from bummerl.service.store import MAY, Ruling, StoredRuleset, open_store
from flask import Flask
from flask.testing import FlaskClient

REVOKE = """\
[Ruleset "schnapsen"]
[Players "Anna; Bert"]
[Dealer "B"]
[A "SA SK HT DJ CQ"]
[B "HK HQ DA CJ ST"]
[TurnUp "HJ"]

1. SA ST
2. exchange
"""
HOUSE = {"ruleset": "our-table", "version": "1.0.0", "title": "Our table", "extends": "schnapsen"}


@pytest.fixture
def database(tmp_path: Path) -> str:
    return str(tmp_path / "rulings.db")


@pytest.fixture
def desk(database: str) -> Flask:
    return create_app(Config(database=database, keeping="open"))


@pytest.fixture
def at_desk(desk: Flask) -> FlaskClient:
    return desk.test_client()


@pytest.fixture
def inside(desk: Flask) -> Iterator[None]:
    """A request is being served."""
    with desk.test_request_context("/"):
        yield


def kept(client: FlaskClient, body: dict[str, Any], query: str = "", **headers: str) -> dict[str, Any]:
    response = client.post(f"/v1/rulings{query}", json=body, headers=headers)
    assert response.status_code == 201, response.text
    found: dict[str, Any] = response.json
    validator("KeptRuling").validate(found)
    return found


# ---- keeping


def test_what_is_kept_is_the_verdict_of_adjudicate(at_desk: FlaskClient, hand: dict[str, Any]) -> None:
    response = at_desk.post("/v1/rulings?lang=de&cards=german.de", json={"record": hand})
    found = response.json
    assert found["verdict"] == at_desk.post("/v1/adjudicate?lang=de&cards=german.de", json=hand).json
    assert found["record"] == hand
    assert (found["lang"], found["cards"], found["log"]) == ("de", "german.de", None)
    assert response.headers["Location"] == found["url"] == f"/v1/rulings/{found['id']}"
    assert found["page"] == f"/r/{found['id']}"
    assert response.headers["Content-Language"] == "de"
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["X-Robots-Tag"] == "noindex"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", found["kept_at"])


def test_a_log_is_kept_as_it_was_typed(at_desk: FlaskClient) -> None:
    found = at_desk.post("/v1/rulings", data=REVOKE, content_type="text/plain").json
    judged = at_desk.post("/v1/adjudicate", data=REVOKE, content_type="text/plain").json
    assert found["log"] == REVOKE
    assert found["verdict"] == judged
    assert (judged["status"], judged["violations"][0]["line"]) == ("illegal", 9)


def test_the_ruleset_and_the_options_of_the_query_go_first(at_desk: FlaskClient, hand: dict[str, Any]) -> None:
    body = {"record": {**hand, "options": {"last_trick_bonus": 5}}, "ruleset": "sixty-six", "options": {}}
    found = kept(at_desk, body, "?ruleset=SCHNAPSEN&option=last_trick_bonus=10")
    assert found["ruleset"]["id"] == found["record"]["ruleset"] == "schnapsen"
    assert found["options"] == found["record"]["options"] == {"last_trick_bonus": 10}


def test_the_ruleset_and_the_options_of_the_body_go_before_those_of_the_record(
    at_desk: FlaskClient, hand: dict[str, Any]
) -> None:
    body = {"record": {**hand, "ruleset": "sixty-six"}, "ruleset": "schnapsen", "options": {"last_trick_bonus": 10}}
    found = kept(at_desk, body)
    assert (found["ruleset"]["id"], found["options"]) == ("schnapsen", {"last_trick_bonus": 10})


def test_a_house_ruleset_is_kept_whole(at_desk: FlaskClient, hand: dict[str, Any]) -> None:
    found = kept(at_desk, {"record": {**hand, "ruleset": HOUSE}})
    assert "ruleset" not in found["record"]
    shown = at_desk.get(f"{found['url']}?source=true").json
    assert load(shown["ruleset"]["ruleset"]).digest == shown["ruleset"]["digest"] == load(HOUSE).digest
    sent_back = {**found["record"], "ruleset": shown["ruleset"]["ruleset"]}
    assert at_desk.post("/v1/adjudicate", json=sent_back).json == found["verdict"]


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ('[Ruleset "schnapsen"]\n[Dealer "B"]\n1. SA !!', 3, "log.character"),
        ('[Ruleset "schnapsen"]\n[A "SA SA"]\n1. SA', 2, "record.twice"),
    ],
)
def test_what_cannot_be_read_is_not_kept(at_desk: FlaskClient, database: str, text: str, line: int, code: str) -> None:
    judged = at_desk.post("/v1/adjudicate", data=text, content_type="text/plain").json
    assert judged["status"] == "unreadable"
    response = at_desk.post("/v1/rulings", data=text, content_type="text/plain")
    problem = response.json
    assert (response.status_code, problem["code"], problem["line"]) == (422, "request.unreadable", line)
    assert [error["code"] for error in problem["errors"]] == [found["code"] for found in judged["problems"]]
    store = open_store(database)
    assert store.count() == 0
    store.close()


@pytest.mark.parametrize(
    ("query", "body", "status", "code"),
    [
        ("?ruleset=schnapsn", {}, 404, "request.ruleset"),
        ("?cards=spanish.es", {}, 400, "request.cards"),
        ("?anonymouss=true", {}, 400, "request.parameter"),
        ("?anonymous=perhaps", {}, 400, "request.parameter"),
        ("", {"record": None}, 422, "request.schema"),
        ("", {"recrd": {}}, 422, "request.schema"),
        ("", {"anonymous": "yes"}, 422, "request.schema"),
        ("", {"ruleset": {"ruleset": "ours"}}, 422, "request.house-ruleset"),
        ("", {"ruleset": "schnapsn"}, 404, "request.ruleset"),
        ("", {"options": {"no_such": 1}}, 422, "request.unreadable"),
    ],
)
def test_refused(
    at_desk: FlaskClient, hand: dict[str, Any], query: str, body: dict[str, Any], status: int, code: str
) -> None:
    response = at_desk.post(f"/v1/rulings{query}", json={"record": hand, **body})
    assert (response.status_code, response.json["code"]) == (status, code), response.text


# ---- reading


def test_an_id_is_read_in_any_spelling_and_told_in_one(at_desk: FlaskClient, hand: dict[str, Any]) -> None:
    found = kept(at_desk, {"record": hand})
    plain = found["id"].replace("-", "")
    for spelt in (found["id"], found["id"].lower(), plain, plain.lower()):
        shown = at_desk.get(f"/v1/rulings/{spelt}").json
        assert shown == {key: value for key, value in found.items() if key != "delete_token"}


@pytest.mark.parametrize("id", ["22222-22222", "x", "7F3KQ-2MD4O", "7F3KQ-2MD4X7", "%00", "ä" * 50])
def test_there_is_no_such_ruling(at_desk: FlaskClient, id: str) -> None:
    for response in (
        at_desk.get(f"/v1/rulings/{id}"),
        at_desk.delete(f"/v1/rulings/{id}", headers={"Authorization": "Bearer x"}),
    ):
        assert (response.status_code, response.json["code"]) == (404, "request.ruling")
        assert response.headers["X-Robots-Tag"] == "noindex"


def test_it_is_sent_once(at_desk: FlaskClient, hand: dict[str, Any]) -> None:
    url = kept(at_desk, {"record": hand})["url"]
    first = at_desk.get(url)
    assert "immutable" in first.headers["Cache-Control"]
    assert "private" in first.headers["Cache-Control"]
    assert at_desk.get(url, headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
    assert "immutable" not in at_desk.get(f"{url}?again=true").headers["Cache-Control"]


def test_the_list_is_told_in_parts(at_desk: FlaskClient, database: str, hand: dict[str, Any]) -> None:
    store = open_store(database)
    token = {"Authorization": f"Bearer {store.create_token('arbiter', MAY).secret}"}
    store.close()
    made = [kept(at_desk, {"record": hand})["id"] for _ in range(5)]
    url: str | None = "/v1/rulings?limit=2"
    seen: list[str] = []
    while url is not None:
        response = at_desk.get(url, headers=token)
        validator("RulingList").validate(response.json)
        assert response.headers["Cache-Control"] == "no-store"
        seen += [line["id"] for line in response.json["rulings"]]
        link = re.fullmatch(r'<(.+)>; rel="next"', response.headers.get("Link", ""))
        assert (link is None) == (response.json["after"] is None)
        url = link[1] if link else None
    assert seen == made[::-1]
    for query in ("limit=0", "limit=201", "limit=ten", "limit=-1", "after=nonsense", "before=x"):
        response = at_desk.get(f"/v1/rulings?{query}", headers=token)
        assert (response.status_code, response.json["code"]) == (400, "request.parameter")


def test_a_deleted_ruling_is_gone(at_desk: FlaskClient, hand: dict[str, Any]) -> None:
    found = kept(at_desk, {"record": hand})
    token = {"Authorization": f"Bearer {found['delete_token']}"}
    assert at_desk.get(found["url"]).status_code == 200
    response = at_desk.delete(found["url"].lower(), headers=token)
    assert (response.status_code, response.data) == (204, b"")
    assert at_desk.get(found["url"]).status_code == 404
    assert at_desk.delete(found["url"], headers=token).status_code == 404


# ---- the same request again


def test_the_same_request_again_keeps_nothing_twice(at_desk: FlaskClient, database: str, hand: dict[str, Any]) -> None:
    first = at_desk.post("/v1/rulings", json={"record": hand}, headers={"Idempotency-Key": "a"})
    second = at_desk.post("/v1/rulings", json={"record": hand}, headers={"Idempotency-Key": "a"})
    assert (second.status_code, second.json) == (201, first.json)
    assert "Idempotent-Replayed" not in first.headers
    assert second.headers["Idempotent-Replayed"] == "true"
    other = at_desk.post("/v1/rulings", json={"record": hand}, headers={"Idempotency-Key": "b"})
    assert other.json["id"] != first.json["id"]
    store = open_store(database)
    assert store.count() == 2
    store.close()


@pytest.mark.parametrize("query", ["?lang=de", "?explain=true", "?anonymous=true", "?option=last_trick_bonus=10"])
def test_another_request_under_the_same_key_is_refused(at_desk: FlaskClient, hand: dict[str, Any], query: str) -> None:
    kept(at_desk, {"record": hand}, **{"Idempotency-Key": "a"})
    response = at_desk.post(f"/v1/rulings{query}", json={"record": hand}, headers={"Idempotency-Key": "a"})
    assert (response.status_code, response.json["code"]) == (409, "store.conflict")


def test_another_client_has_keys_of_its_own(at_desk: FlaskClient, hand: dict[str, Any]) -> None:
    first = kept(at_desk, {"record": hand}, **{"Idempotency-Key": "a"})
    other = at_desk.post(
        "/v1/rulings",
        json={"record": hand},
        headers={"Idempotency-Key": "a"},
        environ_overrides={"REMOTE_ADDR": "192.0.2.7"},
    )
    assert other.status_code == 201
    assert other.json["id"] != first["id"]


@pytest.mark.parametrize("key", ["", "two words", "k" * 256, "schlüssel"])
def test_a_key_that_is_none(at_desk: FlaskClient, hand: dict[str, Any], key: str) -> None:
    response = at_desk.post("/v1/rulings", json={"record": hand}, headers={"Idempotency-Key": key})
    assert (response.status_code, response.json["code"]) == (400, "request.parameter")


# ---- told again


@pytest.mark.parametrize("lang", languages())
def test_a_ruling_is_told_in_every_language(desk: Flask, at_desk: FlaskClient, lang: str) -> None:
    id = at_desk.post("/v1/rulings?lang=en", data=REVOKE, content_type="text/plain").json["id"]
    judged = at_desk.post(f"/v1/adjudicate?lang={lang}&explain=true", data=REVOKE, content_type="text/plain").json
    with desk.test_request_context("/"):
        told = keeping.told(keeping.kept(id), lang)
    assert told.same
    assert told.verdict == judged
    assert len(told.replay["positions"]) == 3


def test_a_ruling_is_told_with_the_readers_cards_if_they_fit(
    desk: Flask, at_desk: FlaskClient, hand: dict[str, Any]
) -> None:
    id = kept(at_desk, {"record": hand}, "?cards=french.de")["id"]
    with desk.test_request_context("/"):
        ruling = keeping.kept(id)
        assert keeping.told(ruling, "en", "german.de").verdict["cards"] == "german.de"
        assert keeping.told(ruling, "en").verdict["cards"] == "french.de"
        assert keeping.told(ruling, "en", "spanish.es").verdict["cards"] == "french.de"


def test_what_was_kept_counts_if_today_would_rule_otherwise(
    desk: Flask, at_desk: FlaskClient, hand: dict[str, Any]
) -> None:
    id = kept(at_desk, {"record": hand})["id"]
    with desk.test_request_context("/"):
        ruling = keeping.kept(id)
        for change in (
            {"status": "illegal"},
            {"violations": [{"move": 1, "rule": "follow.suit"}]},
            {"outcome": {"winner": "A", "game_points": 2}},
        ):
            then = {**ruling.verdict, **change}
            told = keeping.told(dataclasses.replace(ruling, verdict=then), "hu")
            assert not told.same
            assert told.verdict == then
            assert len(told.replay["positions"]) == 5
        other_words = {**ruling.verdict, "legal": [], "message": "In other words."}
        assert keeping.told(dataclasses.replace(ruling, verdict=other_words), "hu").same


def test_a_ruling_by_a_ruleset_that_nobody_understands_any_more_can_be_read(
    desk: Flask, at_desk: FlaskClient, hand: dict[str, Any]
) -> None:
    id = kept(at_desk, {"record": hand})["id"]
    with desk.test_request_context("/"):
        ruling = keeping.kept(id)
        old = StoredRuleset("schnapsen", "0.1.0", "sha256:" + "0" * 64, {"ruleset": "schnapsen", "of": "another time"})
        told = keeping.told(dataclasses.replace(ruling, ruleset=old), "de")
    assert (told.same, told.verdict, told.replay["positions"]) == (False, ruling.verdict, [])


# ---- the ruleset has changed since


def earlier(ruling: Ruling, **changed: Any) -> Ruling:
    """The ruling as if it had been given by an earlier edition of its ruleset."""
    source = copy.deepcopy(dict(ruling.ruleset.source)) | {"version": "0.9.0"} | changed
    then = load(source)
    return dataclasses.replace(
        ruling, id="2345A-BCDEF", ruleset=StoredRuleset(then.id, then.version, then.digest, then.data)
    )


def test_nothing_has_changed(at_desk: FlaskClient, hand: dict[str, Any]) -> None:
    assert at_desk.get(kept(at_desk, {"record": hand})["url"] + "?again=true").json["again"] is None


def test_a_ruling_is_shown_by_both_editions(
    desk: Flask, at_desk: FlaskClient, database: str, hand: dict[str, Any]
) -> None:
    id = kept(at_desk, {"record": hand}, "?lang=de")["id"]
    with desk.test_request_context("/"):
        ruling = earlier(keeping.kept(id))
    store = open_store(database)
    store.take_in(ruling)
    store.close()
    shown = at_desk.get("/v1/rulings/2345A-BCDEF?again=true").json
    validator("Ruling").validate(shown)
    assert shown["ruleset"]["version"] == "0.9.0"
    assert shown["again"]["ruleset"]["digest"] == load("schnapsen").digest
    assert shown["again"]["same"] is True
    assert shown["again"]["verdict"]["ruleset"]["digest"] == load("schnapsen").digest
    assert "again" not in at_desk.get("/v1/rulings/2345A-BCDEF").json
    with desk.test_request_context("/"):
        sent_back = keeping.record_of(ruling)
        assert at_desk.post("/v1/adjudicate", json=sent_back).json["ruleset"]["version"] == "0.9.0"
        told = keeping.told(ruling, "en")
        assert (told.same, told.verdict["ruleset"]["version"]) == (True, "0.9.0")


def test_today_it_would_be_another_ruling(desk: Flask, at_desk: FlaskClient, hand: dict[str, Any]) -> None:
    id = kept(at_desk, {"record": hand})["id"]
    with desk.test_request_context("/"):
        ruling = earlier(keeping.kept(id))
        ruling = dataclasses.replace(ruling, verdict={**ruling.verdict, "status": "illegal"}, options={"gone_since": 3})
        found = keeping.again(ruling, "en")
    assert found is not None
    assert (found.same, found.verdict["status"]) == (False, "ongoing")


def test_a_house_ruleset_is_not_taken_for_the_shipped_one_of_its_name(
    desk: Flask, at_desk: FlaskClient, hand: dict[str, Any]
) -> None:
    house = {**json.loads(json.dumps(load("schnapsen").data)), "title": "Our own"}
    found = kept(at_desk, {"record": hand, "ruleset": house})
    assert found["ruleset"]["id"] == "schnapsen"
    assert at_desk.get(f"{found['url']}?again=true").json["again"] is None
    with desk.test_request_context("/"):
        sent_back = keeping.record_of(keeping.kept(found["id"]))
    assert at_desk.post("/v1/adjudicate", json=sent_back).json["ruleset"]["digest"] == found["ruleset"]["digest"]


# ---- without a database


@pytest.mark.parametrize(
    ("method", "path"),
    [("post", "/v1/rulings"), ("get", "/v1/rulings"), ("get", "/v1/rulings/22222-22222"), ("delete", "/v1/rulings/x")],
)
def test_a_service_without_a_database_says_so(hand: dict[str, Any], method: str, path: str) -> None:
    client = create_app(Config(keeping="open")).test_client()
    response = client.open(path, method=method, json={"record": hand}, headers={"Authorization": "Bearer x"})
    assert (response.status_code, response.json["code"]) == (503, "store.none")


@pytest.mark.usefixtures("inside")
def test_the_pages_are_held_to_the_same(hand: dict[str, Any]) -> None:
    made = keeping.keep(hand, Asked(), anonymous=True)
    assert made.ruling.record["players"] == {"A": "A", "B": "B"}
    keeping.delete(made.ruling.id.lower(), made.delete_token)
    with pytest.raises(Refusal):
        keeping.kept(made.ruling.id)
    with pytest.raises(Refusal):
        keeping.listed(10)
