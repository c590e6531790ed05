"""The pages that say what this is, and the frame around every page."""

from __future__ import annotations

import re

import pytest
from bummerl.grammar import CODES
from bummerl.rulesets import catalogue, load
from bummerl.service.http import create_app
from bummerl.service.http.config import Config
from flask.testing import FlaskClient

PAGES = ("/about", "/accessibility", "/sources", "/match", "/docs/errors/log.empty")


@pytest.fixture
def client() -> FlaskClient:
    return create_app(Config(database=None, log_requests=False)).test_client()


@pytest.mark.parametrize("address", PAGES)
@pytest.mark.parametrize("lang", ["en", "de", "hu", "es", "it", "pt"])
def test_every_page_in_every_language(client: FlaskClient, address: str, lang: str) -> None:
    answer = client.get(address, query_string={"lang": lang})
    page = answer.get_data(as_text=True)
    assert answer.status_code == 200
    assert answer.headers["Content-Language"] == lang
    assert f'<html lang="{lang}"' in page
    assert len(re.findall(r"<h1[ >]", page)) == 1
    assert "{" not in re.sub(r"<pre>.*?</pre>|<code>.*?</code>", "", page, flags=re.DOTALL)


def test_every_source_that_rules_name_is_listed(client: FlaskClient) -> None:
    page = client.get("/sources").get_data(as_text=True)
    titles = {source["title"] for summary in catalogue() for source in load(summary.id).sources.values()}
    missing = {title for title in titles if title not in page and title.replace("&", "&amp;") not in page}
    assert not {title for title in missing if "'" not in title and '"' not in title}


@pytest.mark.parametrize("code", sorted(CODES)[::7])
def test_a_code_has_its_page(client: FlaskClient, code: str) -> None:
    assert client.get(f"/docs/errors/{code}").status_code == 200


def test_the_address_goes_before_the_cookie_and_the_cookie_before_the_browser(client: FlaskClient) -> None:
    asks = {"Accept-Language": "es"}
    assert '<html lang="es"' in client.get("/about", headers=asks).get_data(as_text=True)
    assert '<html lang="hu"' in client.get("/about?lang=hu", headers=asks).get_data(as_text=True)
    assert '<html lang="hu"' in client.get("/about", headers=asks).get_data(as_text=True)
    assert '<html lang="de"' in client.get("/about?lang=de", headers=asks).get_data(as_text=True)


@pytest.mark.parametrize(("name", "value", "said"), [
    ("theme", "dark", 'data-theme="dark"'), ("colours", "four", 'data-colours="four"'),
])  # fmt: skip
def test_a_choice_is_kept_and_nonsense_is_not(client: FlaskClient, name: str, value: str, said: str) -> None:
    client.get("/about", query_string={name: value})
    assert said in client.get("/about").get_data(as_text=True)
    assert said in client.get("/about", query_string={name: "<script>"}).get_data(as_text=True)


def test_a_page_says_what_may_be_loaded_and_whom_it_depends_on(client: FlaskClient) -> None:
    headers = client.get("/about").headers
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert "Cookie" in headers["Vary"]
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_files_may_be_kept_for_ever_under_the_address_that_names_their_content(client: FlaskClient) -> None:
    page = client.get("/about").get_data(as_text=True)
    for address in re.findall(r'(?:href|src)="(/static/[^"]+[?]v=[^"]+)"', page):
        answer = client.get(address)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["Cache-Control"]
        assert "immutable" not in client.get(address.partition("?")[0] + "?v=other").headers["Cache-Control"]


def test_a_page_that_is_not_there_is_told_to_people_as_a_page_and_to_programs_as_json(client: FlaskClient) -> None:
    assert client.get("/nowhere", headers={"Accept": "text/html"}).mimetype == "text/html"
    assert client.get("/nowhere").mimetype == "application/problem+json"
    assert client.get("/v1/nowhere", headers={"Accept": "text/html"}).status_code == 404


def test_several_hands_are_offered_to_the_page_of_a_match_and_nothing_typed_is_lost(client: FlaskClient) -> None:
    log = '[Ruleset "schnapsen"]\nSA ST\n\n[Ruleset "schnapsen"]\nHA HT\n'
    answer = client.post("/ruling", data={"log": log})
    page = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert 'action="/match"' in page
    assert page.count("[Ruleset &#34;schnapsen&#34;]\nSA ST") == 3  # to the match, to the desk, and for the menus


def test_a_house_ruleset_with_a_mistake_is_told_which(client: FlaskClient) -> None:
    answer = client.post(
        "/ruling", data={"log": "SA", "house": "ruleset: x\nextends: schnapsen\nversion: 1.0.0\ntitle: x\nnubmer: 1\n"}
    )
    page = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert "nubmer" in page.partition("<main")[2].partition("</section>")[0]
    assert 'action="/playground"' in page
    assert page.count('name="house"') == 3  # to the playground, to the desk, and for the menus


def test_a_form_that_is_too_large_is_refused_on_a_page(client: FlaskClient) -> None:
    answer = client.post("/match", data={"log": "x" * 3_000_000})
    assert (answer.status_code, answer.mimetype) == (413, "text/html")


@pytest.mark.parametrize("path", ["/%5Cevil.example/x", "/%09/evil.example/x", "//evil.example/x", "/a%3Fb%23c"])
def test_the_menus_of_a_page_never_lead_to_another_host(client: FlaskClient, path: str) -> None:
    page = client.get(path, headers={"Accept": "text/html"}).get_data(as_text=True)
    addresses = re.findall(r'(?:href|action)="([^"]*)"', page)
    assert not [address for address in addresses if re.match(r"/[\\/\s]|[a-z]+:", address)]
    assert "/a?b" not in page
