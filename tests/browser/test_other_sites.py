"""What pages of other sites can do to a service at this computer, tried with a real browser: ask, and no more."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bummerl.service.http import Config, create_app
from bummerl.service.store import open_store
from playwright.sync_api import Page, Playwright
from werkzeug.serving import BaseWSGIServer, make_server
from werkzeug.wrappers import Response

from .conftest import ARGUMENTS, CHROMIUM

LOG = '[Ruleset "schnapsen"]\n[Dealer "B"]\n[A "SA SK HT DJ CQ"]\n1. SA'
SEND = """async ([address, method, type, body, mode]) => {
    const headers = type ? {"Content-Type": type} : {};
    try {
        const answer = await fetch(address, {method, headers, body, mode});
        return answer.type === "opaque" ? "sent" : answer.status;
    } catch { return "refused by the browser"; }
}"""


@pytest.fixture
def database(tmp_path: Path) -> str:
    return str(tmp_path / "rulings.db")


@pytest.fixture
def port(database: str) -> Iterator[int]:
    """A service at this computer that keeps rulings for whoever sits there."""
    yield from served(create_app(Config(database=database, keeping="open", log_requests=False, metrics=False)))


@pytest.fixture
def elsewhere() -> Iterator[int]:
    """The server of another site."""
    yield from served(Response("<!doctype html><title>Elsewhere</title>", mimetype="text/html"))


def served(app: Any) -> Iterator[int]:
    server: BaseWSGIServer = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server.port
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def page(playwright_: Playwright) -> Iterator[Page]:
    """A browser for which a name of another site leads to this computer."""
    assert CHROMIUM is not None
    browser = playwright_.chromium.launch(
        executable_path=CHROMIUM, args=[*ARGUMENTS, "--host-resolver-rules=MAP evil.example 127.0.0.1"]
    )
    yield browser.new_page()
    browser.close()


def send(page: Page, address: str, method: str = "POST", type: str = "text/plain", mode: str = "cors") -> Any:
    return page.evaluate(SEND, [address, method, type, LOG if method == "POST" else None, mode])


def count(database: str) -> int:
    store = open_store(database)
    found = store.count()
    store.close()
    return found


@pytest.mark.parametrize("host", ["evil.example", "localhost", "127.0.0.1"])
def test_another_site_may_ask_and_not_keep(page: Page, port: int, elsewhere: int, database: str, host: str) -> None:
    page.goto(f"http://{host}:{elsewhere}/")
    service = f"http://127.0.0.1:{port}"
    assert send(page, f"{service}/v1/adjudicate") == 200
    assert send(page, f"{service}/v1/adjudicate", type="application/json") == 400, "asked after a preflight"
    assert send(page, f"{service}/v1/rulesets/schnapsen", "GET", "") == 200
    assert send(page, f"{service}/v1/rulings") == "refused by the browser"
    assert send(page, f"{service}/v1/rulings", type="application/json") == "refused by the browser"
    assert send(page, f"{service}/v1/rulings/22222-22222", "DELETE", "") == "refused by the browser"
    assert send(page, f"{service}/v1/rulings", mode="no-cors") == "sent"
    assert count(database) == 0


def test_a_form_of_another_site_keeps_nothing(page: Page, port: int, elsewhere: int, database: str) -> None:
    page.goto(f"http://evil.example:{elsewhere}/")
    page.set_content(
        f'<form method="post" enctype="text/plain" action="http://127.0.0.1:{port}/v1/rulings">'
        '<input name="[Ruleset &quot;schnapsen&quot;] {" value="}"><button>Win a prize</button></form>'
    )
    with page.expect_navigation() as answer:
        page.click("button")
    assert answer.value.status == 403
    assert count(database) == 0


def test_a_name_that_leads_here_keeps_nothing(page: Page, port: int, database: str) -> None:
    page.goto(f"http://evil.example:{port}/docs/errors/log.move")
    assert send(page, "/v1/adjudicate") == 200
    assert send(page, "/v1/rulings") == 421
    assert send(page, "/v1/rulings/22222-22222", "DELETE", "") in (401, 421)
    assert count(database) == 0


def test_a_page_of_ours_keeps_what_is_sent(page: Page, port: int, database: str) -> None:
    page.goto(f"http://127.0.0.1:{port}/docs/errors/log.move")
    assert send(page, "/v1/rulings") == 201
    assert count(database) == 1
