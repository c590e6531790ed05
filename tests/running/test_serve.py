"""`bummerl serve`: what it says at the start, what it refuses to start with, whom it believes."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from bummerl.service.http import Config, create_app
from bummerl.service.http.listening import keeps

from ..serving import COMMAND, HAND, serving

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="gunicorn and signals are Unix")


def attempt(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Starts a service that cannot start."""
    return subprocess.run(
        [*COMMAND, "serve", "--port", "0", *arguments],
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
        env={**os.environ, "PYTHONWARNINGS": "ignore", **environment},
    )


def test_by_default_rulings_are_kept_among_the_users_data(tmp_path: Path) -> None:
    environment = {"XDG_DATA_HOME": str(tmp_path), "BUMMERL_DATABASE": ""}
    process = subprocess.Popen(
        [*COMMAND, "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, **environment},
    )
    assert process.stdout is not None
    said = [process.stdout.readline(), process.stdout.readline()]
    process.terminate()
    process.communicate(timeout=90)
    file = tmp_path / "bummerl" / "rulings.db"
    assert said[1] == f"Rulings are kept in {file}; everybody who reaches this address may keep them.\n"
    assert file.exists()


def test_without_a_database_nothing_is_kept_and_nothing_is_left_behind(tmp_path: Path) -> None:
    with serving("--workers", 1, HOME=str(tmp_path), TMPDIR=str(tmp_path)) as service:
        assert "No rulings are kept." in service.said
        assert service.ask("POST", "/v1/adjudicate", HAND).status == 200
        assert service.ask("POST", "/v1/rulings", {"record": HAND}).status == 503
        assert service.ask("GET", "/readyz").status == 200
        assert service.stop() == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("host", "given", "keeping"),
    [
        ("127.0.0.1", {}, "open"),
        ("::1", {}, "open"),
        ("0.0.0.0", {}, "token"),
        ("127.0.0.1", {"BUMMERL_FORWARDED": "1"}, "token"),
        ("0.0.0.0", {"BUMMERL_KEEPING": "open"}, "open"),
        ("127.0.0.1", {"BUMMERL_KEEPING": "off"}, "off"),
    ],
)
def test_who_may_keep_hangs_on_who_reaches_it(host: str, given: dict[str, str], keeping: str) -> None:
    assert Config.at(host, given).keeping == keeping


def test_neither_user_nor_password_of_a_database_is_shown() -> None:
    said = keeps(Config(database="postgresql://kibitz:s3cret@db.example:5433/rulings?sslmode=require"))
    assert "PostgreSQL at db.example:5433, database rulings" in said
    assert "s3cret" not in said
    assert "kibitz" not in said


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--database", "/proc/nowhere/rulings.db"), "/proc/nowhere"),
        (("--database", "mysql://localhost/rulings"), "`mysql://…` is no database that Bummerl knows."),
        (("--database", "postgresql://postgres:hush@127.0.0.1:9/x"), "127.0.0.1"),
        (("--keeping", "perhaps"), "'perhaps' is not one of 'open', 'token', 'off'"),
        (("--rate", "often", "--database", "none"), "BUMMERL_RATES is `often`"),
        (("--behind-proxy", "many"), "--behind-proxy"),
    ],
)
def test_what_it_cannot_start_with_is_a_sentence_and_status_2(arguments: tuple[str, ...], sentence: str) -> None:
    done = attempt(*arguments)
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert "hush" not in done.stderr
    assert (done.returncode, done.stdout) == (2, "")


def test_a_file_that_is_no_database_is_a_sentence_and_stays_as_it_is(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear arbiter, " * 100)
    done = attempt("--database", str(letter))
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    assert letter.read_text().startswith("Dear arbiter, Dear")


def forwarded(*arguments: object) -> tuple[str, str]:
    """What the service takes for the client's network and where it sends one on to, if a proxy is claimed."""
    with serving("--workers", 1, *arguments, "--rate", "none") as service:
        headers = {
            "X-Forwarded-For": "203.0.113.9",
            "X-Forwarded-Proto": "https",
            "X-Forwarded-Host": "rules.example",
            "X-Forwarded-Prefix": "/cards",
        }
        with socket.create_connection(("127.0.0.1", service.port), timeout=10) as client:
            lines = [f"{name}: {value}" for name, value in headers.items()]
            client.sendall(
                "\r\n".join(["GET /v1/none HTTP/1.1", "Host: here", *lines, "Connection: close", "", ""]).encode()
            )
            while client.recv(65536):
                pass
        service.stop()
        return service.lines()[-1]["client"], service.said


def test_what_a_proxy_says_counts_only_where_one_was_announced() -> None:
    assert forwarded()[0] == "127.0.0.0/24"
    assert forwarded("--behind-proxy")[0] == "203.0.113.0/24"


@pytest.mark.parametrize(("proxies", "seen"), [(0, ("127.0.0.1", "http://localhost/")), (2, ("b", "https://h/p/"))])
def test_so_many_proxies_are_believed(proxies: int, seen: tuple[str, str]) -> None:
    app = create_app(Config(forwarded=proxies, metrics=False))

    @app.get("/who")
    def who() -> list[str]:
        from flask import request, url_for

        return [request.remote_addr or "", url_for("who", _external=True).removesuffix("who")]

    said = {
        "X-Forwarded-For": "a, b, c",
        "X-Forwarded-Proto": "http, https, http",
        "X-Forwarded-Host": "x, h, i",
        "X-Forwarded-Prefix": "/o, /p, /q",
    }
    assert tuple(app.test_client().get("/who", headers=said).json) == seen


@pytest.mark.parametrize(
    "prefix", ["//evil.example", "/\\\\evil.example", "https://evil.example", "/a/../b?c", "/a//b"]
)
def test_a_prefix_that_is_no_path_is_left_out(prefix: str) -> None:
    client = create_app(Config(forwarded=1, metrics=False)).test_client()
    for given, seen in ((prefix, ""), ("/cards", "/cards"), ("", "")):
        answer = client.get("/docs/errors", headers={"X-Forwarded-Prefix": given, "Accept": "text/html"})
        assert "evil" not in answer.text
        assert f'href="{seen}/' in answer.text


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="systemd")
def test_it_tells_systemd_when_it_is_ready(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(20)
        with serving("--workers", 1, NOTIFY_SOCKET=str(tmp_path / "notify")):
            assert b"READY=1" in systemd.recv(4096).splitlines()
