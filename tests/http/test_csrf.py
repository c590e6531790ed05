"""Forms that keep or delete: taken from a page of ours, and from nowhere else."""

from __future__ import annotations

import re
from typing import Any

import pytest
from bummerl.service.http import Config, create_app, csrf
from flask import Flask
from flask.testing import FlaskClient

HERE = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}


def made(**settings: Any) -> Flask:
    """The service with a form and a place where it is sent."""
    app = create_app(Config(**settings))

    @app.get("/form")
    def form() -> str:
        return f"{csrf.token()} {csrf.token()}"

    @app.post("/form")
    def send() -> str:
        csrf.check()
        return "done"

    return app


@pytest.fixture
def desk() -> FlaskClient:
    return made(secret="one").test_client()


def taken(client: FlaskClient, **more: Any) -> str:
    one, other = client.get("/form", **more).text.split()
    assert one == other
    return one


def send(client: FlaskClient, token: str | None, headers: dict[str, str] | None = None) -> tuple[int, str]:
    response = client.post(
        "/form", data={} if token is None else {"csrf": token}, headers=HERE if headers is None else headers
    )
    return response.status_code, (response.json or {}).get("code", "") if response.is_json else response.text


def test_a_form_of_ours_is_taken_as_often_as_one_likes(desk: FlaskClient) -> None:
    token = taken(desk)
    for _ in range(2):
        assert send(desk, token) == (200, "done")
    assert send(desk, token, {"Origin": "http://localhost"}) == (200, "done")
    assert send(desk, token, {}) == (200, "done")


def test_the_cookie_is_for_us_only_and_the_page_for_one_browser(desk: FlaskClient) -> None:
    response = desk.get("/form")
    (cookie,) = response.headers.getlist("Set-Cookie")
    assert re.fullmatch(r"bummerl-form=[A-Za-z0-9_-]{43}; HttpOnly; Path=/; SameSite=Lax", cookie)
    assert "private" in response.headers["Cache-Control"]
    assert "Cookie" in response.headers["Vary"]
    assert not desk.get("/form").headers.getlist("Set-Cookie")
    assert not desk.get("/healthz").headers.getlist("Set-Cookie")


def test_by_https_the_cookie_is_secure() -> None:
    client = made(forwarded=1).test_client()
    cookie = client.get("/form", headers={"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}).headers[
        "Set-Cookie"
    ]
    assert cookie.startswith("__Host-bummerl-form=")
    assert set(cookie.split("; ")[1:]) == {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"}


@pytest.mark.parametrize("token", [None, "", "x", "IngiLg", "a.b", "ü" * 50])
def test_without_a_token_of_ours(desk: FlaskClient, token: str | None) -> None:
    taken(desk)
    assert send(desk, token) == (403, "request.csrf")


def test_without_the_cookie(desk: FlaskClient) -> None:
    token = taken(desk)
    desk.delete_cookie("bummerl-form")
    assert send(desk, token) == (403, "request.csrf")


def test_with_the_token_of_another_browser(desk: FlaskClient) -> None:
    theirs = taken(desk.application.test_client())
    taken(desk)
    assert send(desk, theirs) == (403, "request.csrf")


def test_a_token_made_without_the_secret(desk: FlaskClient) -> None:
    desk.set_cookie("bummerl-form", "a" * 43)
    assert send(desk, taken(made(secret="other").test_client())) == (403, "request.csrf")
    forger = made(secret="other").test_client()
    forger.set_cookie("bummerl-form", "a" * 43)
    assert send(desk, taken(forger)) == (403, "request.csrf")


def test_a_cookie_that_is_none_of_ours_is_replaced(desk: FlaskClient) -> None:
    desk.set_cookie("bummerl-form", "short")
    assert send(desk, taken(desk)) == (200, "done")


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Origin": "http://localhost"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
    ],
)
def test_from_another_site_the_right_token_does_not_help(desk: FlaskClient, headers: dict[str, str]) -> None:
    assert send(desk, taken(desk), headers) == (403, "request.origin")


def test_a_form_outlives_a_restart_if_the_secret_does(desk: FlaskClient) -> None:
    token = taken(desk)
    cookie = desk.get_cookie("bummerl-form")
    assert cookie is not None
    for secret, expected in (("one", 200), ("", 403)):
        again = made(secret=secret).test_client()
        again.set_cookie("bummerl-form", cookie.value)
        assert send(again, token)[0] == expected


def test_a_page_that_is_cached_for_all_is_not_once_it_has_a_token() -> None:
    app = made()

    @app.get("/public")
    def public() -> Any:
        response = app.make_response(csrf.token())
        response.cache_control.public = True
        response.cache_control.max_age = 300
        return response

    headers = app.test_client().get("/public").headers["Cache-Control"]
    assert "public" not in headers
    assert {"private", "no-cache"} <= set(headers.split(", "))
