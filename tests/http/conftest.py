"""A hand to judge, the application, and a real server."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from bummerl.service.http import Config, create_app
from flask import Flask
from flask.testing import FlaskClient

# B deals; A leads.  Hearts are trumps.
HAND = {
    "ruleset": "schnapsen",
    "players": {"A": "Anna", "B": "Bert"},
    "dealer": "B",
    "deal": {
        "hands": {"A": ["SA", "SK", "HT", "DJ", "CQ"], "B": ["HK", "HQ", "DA", "CJ", "ST"]},
        "turn_up": "HJ",
        "talon": ["CA", "DT", "DK", "SQ", "CK", "DQ", "CT", "SJ", "HA"],
    },
    "moves": ["SA", "ST", "HT", "HK"],
}
LOG = """\
[Ruleset "schnapsen"]
[Dealer "B"]
[A "SA SK HT DJ CQ"]
[B "HK HQ DA CJ ST"]
[TurnUp "HJ"]
[Talon "CA DT DK SQ CK DQ CT SJ HA"]

1. SA ST
2. HT HK
"""


@pytest.fixture
def hand() -> dict[str, Any]:
    """Two tricks: A's ace takes the ten (21 points), A's trump ten the king (14); A is to lead."""
    return copy.deepcopy(HAND)


@pytest.fixture
def illegal(hand: dict[str, Any]) -> dict[str, Any]:
    """A exchanges without holding the lowest trump, which lies face up."""
    return {**hand, "moves": ["exchange"]}


@pytest.fixture
def log() -> str:
    """The same hand as a move log."""
    return LOG


@pytest.fixture(scope="session")
def app() -> Flask:
    return create_app(Config())


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def post(client: FlaskClient) -> Callable[..., Any]:
    """Posts JSON and gives what came back, after checking that it was a success."""

    def send(path: str, value: Any, **more: Any) -> Any:
        response = client.post(path, json=value, **more)
        assert response.status_code == 200, response.text
        return response.json

    return send


@contextmanager
def running(
    arguments: str = "", environment: dict[str, str] | None = None
) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server in a process of its own on a free port; it is stopped, and must then end, when the block is left."""
    program = f"from bummerl.service.http.server import serve; serve(port=0, {arguments})"

    process = subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONWARNINGS": "ignore", **(environment or {})},
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("Bummerl listens on http://127.0.0.1:"), line + process.communicate(timeout=90)[1]
        yield process, int(line.split("http://127.0.0.1:")[1].split()[0])
    finally:
        if process.poll() is None:
            process.terminate()
        try:
            process.communicate(timeout=90)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise


@pytest.fixture(name="running", scope="session")
def running_fixture() -> Callable[..., Any]:
    return running


def ndjson(values: list[Any]) -> bytes:
    return b"".join(json.dumps(value).encode() + b"\n" for value in values)


@pytest.fixture(name="ndjson")
def ndjson_fixture() -> Callable[[list[Any]], bytes]:
    """Values as lines of JSON."""
    return ndjson
