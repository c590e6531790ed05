"""A service of its own and a real browser for each test process.

Every page that a test opens is watched: a console message, a page error, a request to another host fails the test.
"""

from __future__ import annotations

import logging
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from bummerl.service.http import create_app
from bummerl.service.http.config import Config
from flask import request
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, sync_playwright
from werkzeug.serving import make_server

CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
)
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--font-render-hinting=none",
]  # fmt: skip
WIDE, PHONE, NARROW = 1280, 390, 320

Open = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without a browser these tests are skipped on a desk, and fail where everything has to be tested."""
    if CHROMIUM is not None or os.environ.get("CI"):
        return
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.skip(reason="there is no Chromium here"))


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service that keeps rulings in a file of its own."""
    database = tmp_path_factory.mktemp("rulings") / "rulings.db"
    app = create_app(Config(database=str(database), keeping="open", log_requests=False, metrics=False))
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    app.add_url_rule("/a-form", view_func=a_form)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="session")
def playwright_() -> Iterator[Playwright]:
    with sync_playwright() as found:
        yield found


@pytest.fixture(scope="session")
def browser(playwright_: Playwright) -> Iterator[Browser]:
    assert CHROMIUM is not None, "Chromium is not installed: apt-get install chromium"
    found = playwright_.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
    yield found
    found.close()


@pytest.fixture
def contexts(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Makes readers: each has a window and cookies of its own, a language, and may have no script."""
    made: list[BrowserContext] = []

    def make(width: int = WIDE, scheme: str = "light", script: bool = True, **more: Any) -> BrowserContext:
        context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme=scheme,  # type: ignore[arg-type]
            java_script_enabled=script,
            **{"locale": "en-GB", **more},
        )
        context.set_default_timeout(10_000)
        made.append(context)
        return context

    yield make
    for context in made:
        context.close()


@pytest.fixture
def open_page(contexts: Callable[..., BrowserContext], address: str) -> Iterator[Open]:
    """Opens an address, or sends a form to it, in a window of its own, and watches what the page does."""
    wrong: list[str] = []

    def watch(page: Page) -> None:
        page.on("console", lambda message: None if refused(message) else wrong.append(f"{page.url}: {message.text}"))
        page.on("pageerror", lambda error: wrong.append(f"script, {page.url}: {error}"))
        page.on("request", lambda sent: None if local(sent.url) else wrong.append(f"foreign: {sent.url}"))

    def refused(message: ConsoleMessage) -> bool:
        """Whether it only says that what was asked for is refused, where that is what the test is about."""
        if "Failed to load resource" not in message.text:
            return False
        return message.location["url"].startswith(address + "/nowhere") or "status of 503" in message.text

    def local(url: str) -> bool:
        return url.startswith((address, "data:", "about:"))

    def open_(path: str, form: dict[str, str] | None = None, **how: Any) -> Page:
        page = contexts(**how).new_page()
        watch(page)
        if form is None:
            page.goto(address + path)
        else:
            send(page, address, path, form)
        return page

    yield open_
    assert not wrong


def send(page: Page, base: str, path: str, form: dict[str, str]) -> None:
    """Sends a form that the service itself has shown, as every form of its pages is."""
    page.goto(f"{base}/a-form?{urlencode({'action': path, **form})}")
    page.get_by_role("button").click()
    page.wait_for_load_state()


def a_form() -> str:
    """A page with a form of whatever fields the address names."""
    fields = "".join(
        f'<textarea name="{escape(name)}">\n{escape(value)}</textarea>'
        for name, value in request.args.items()
        if name != "action"
    )
    action = escape(request.args["action"])
    return (
        f'<!doctype html><title>A form</title><form method="post" action="{action}">{fields}<button>Go</button></form>'
    )
