"""What pages of other sites may do: ask, and read; never keep, delete or list, and never with cookies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from bummerl.service.http import Config, create_app
from bummerl.service.http.cors import ASKING, READING
from bummerl.service.http.schema import document
from flask.testing import FlaskClient

ORIGIN = {"Origin": "https://club.example", "Sec-Fetch-Site": "cross-site"}
CLOSED = [("POST", "/v1/rulings"), ("GET", "/v1/rulings"), ("DELETE", "/v1/rulings/22222-22222")]
PAGES = ["/docs", "/docs/errors/log.move", "/docs/static/rapidoc-min.js", "/healthz", "/metrics", "/nothing"]


@pytest.fixture
def desk(tmp_path: Path) -> FlaskClient:
    return create_app(Config(database=str(tmp_path / "rulings.db"), keeping="open")).test_client()


def preflight(client: FlaskClient, method: str, path: str, headers: str = "content-type") -> Any:
    asked = {**ORIGIN, "Access-Control-Request-Method": method, "Access-Control-Request-Headers": headers}
    response = client.options(path, headers=asked)
    assert response.status_code in (200, 404)
    assert "Access-Control-Allow-Credentials" not in response.headers
    return response.headers


def test_every_post_that_is_not_closed_is_open() -> None:
    posts = {path for path, item in document()["paths"].items() if path.startswith("/v1/") and "post" in item}
    assert posts - {path for method, path in CLOSED if method == "POST"} == ASKING


@pytest.mark.parametrize("path", sorted(ASKING))
def test_other_sites_may_ask(desk: FlaskClient, path: str) -> None:
    headers = preflight(desk, "POST", path)
    assert headers["Access-Control-Allow-Origin"] == "*"
    assert headers["Access-Control-Allow-Methods"] == "POST"
    assert "Content-Type" in headers["Access-Control-Allow-Headers"]
    assert int(headers["Access-Control-Max-Age"]) > 0
    answer = desk.post(path, data="?", content_type="text/plain", headers=ORIGIN)
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "X-Request-ID" in answer.headers["Access-Control-Expose-Headers"]
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert len(answer.headers.getlist("Access-Control-Allow-Origin")) == 1


@pytest.mark.parametrize(
    "path",
    ["/v1/rulesets", "/v1/rulesets/schnapsen", "/v1/rulesets/no-such", "/v1/rulesets/schnapsen/diff/sixty-six",
     "/v1/rulings/22222-22222", "/openapi.json", "/openapi.yaml"],
)  # fmt: skip
def test_other_sites_may_read(desk: FlaskClient, path: str) -> None:
    assert preflight(desk, "GET", path)["Access-Control-Allow-Methods"] == "GET, HEAD"
    assert desk.get(path, headers=ORIGIN).headers["Access-Control-Allow-Origin"] == "*"
    assert desk.head(path, headers=ORIGIN).headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize(("method", "path"), CLOSED)
def test_other_sites_may_not_keep_list_or_delete(desk: FlaskClient, method: str, path: str, log: str) -> None:
    asked = preflight(desk, method, path, "authorization, content-type")
    assert method not in asked.get("Access-Control-Allow-Methods", "")
    assert "uthorization" not in asked.get("Access-Control-Allow-Headers", "")
    answer = desk.open(path, method=method, data=log, content_type="text/plain", headers=ORIGIN)
    assert answer.status_code in (401, 403)
    assert "Access-Control-Allow-Origin" not in answer.headers


@pytest.mark.parametrize("path", PAGES)
def test_pages_are_closed(desk: FlaskClient, path: str) -> None:
    assert "Access-Control-Allow-Origin" not in desk.get(path, headers=ORIGIN).headers
    assert "Access-Control-Allow-Origin" not in preflight(desk, "GET", path)


def test_what_is_open_exists() -> None:
    served = {rule.rule for rule in create_app(Config()).url_map.iter_rules()}
    assert served >= ASKING | READING
