"""Bodies that are cut short, too long, badly framed or slow, against a real server, byte for byte."""

from __future__ import annotations

import json
import socket
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="gunicorn is Unix")
LIMIT = 4096


@pytest.fixture(scope="module")
def port(running: Any) -> Iterator[int]:
    environment = {"BUMMERL_MAX_RECORD": str(LIMIT), "BUMMERL_MAX_BODY_SECONDS": "1"}
    with running("workers=1, threads=4", environment) as (_, port):
        yield port


def talk(port: int, request: bytes, *, end: bool = True) -> tuple[int, dict[str, str], bytes]:
    """Sends bytes, ends the sending side if asked to, and reads what comes: status, headers, body."""
    with socket.create_connection(("127.0.0.1", port), timeout=90) as client:
        client.sendall(request)
        if end:
            client.shutdown(socket.SHUT_WR)
        got = b""
        while block := client.recv(65536):
            got += block
    head, _, body = got.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    return int(first.split()[1]), dict(line.lower().split(": ", 1) for line in lines), body


def post(path: str, *headers: str, kind: str = "application/json") -> bytes:
    lines = [f"POST {path} HTTP/1.1", "Host: localhost", "Connection: close", f"Content-Type: {kind}", *headers]
    return "\r\n".join([*lines, "", ""]).encode()


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(data), data)


CHUNKED = "Transfer-Encoding: chunked"
NDJSON = "application/x-ndjson"


def test_a_chunked_body_over_the_limit_is_refused_and_not_cut(port: int, hand: dict[str, Any]) -> None:
    record = json.dumps(hand).encode()
    data = record + b" " * (LIMIT - len(record)) + b"GARBAGE"
    status, _, body = talk(port, post("/v1/adjudicate", CHUNKED) + chunk(data) + chunk(b""))
    assert (status, json.loads(body)["code"]) == (413, "request.too-large")
    fits = record + b" " * (LIMIT - len(record))
    assert talk(port, post("/v1/adjudicate", CHUNKED) + chunk(fits) + chunk(b""))[0] == 200


@pytest.mark.parametrize("path", ["/v1/adjudicate", "/v1/validate", "/v1/replay"])
def test_a_body_that_is_shorter_than_promised_is_no_record(port: int, hand: dict[str, Any], path: str) -> None:
    status, _, body = talk(port, post(path, "Content-Length: 4000") + json.dumps(hand).encode())
    assert (status, json.loads(body)["code"]) == (400, "request.malformed")


def test_a_chunk_that_is_none(port: int) -> None:
    status, headers, body = talk(port, post("/v1/adjudicate", CHUNKED) + b"ZZ\r\n{}\r\n0\r\n\r\n")
    assert (status, json.loads(body)["code"]) == (400, "request.malformed")
    assert headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("chunked", [True, False])
def test_a_batch_that_breaks_off_says_so_behind_what_was_whole(port: int, hand: dict[str, Any], chunked: bool) -> None:
    line = json.dumps(hand).encode() + b"\n"
    lines = line * 2 + line[:40]
    if chunked:
        request = post("/v1/batch", CHUNKED, kind=NDJSON) + b"%x\r\n" % (len(lines) + 500) + lines
    else:
        request = post("/v1/batch", "Content-Length: 9000", kind=NDJSON) + lines
    status, _, body = talk(port, request)
    assert status == 200
    found = [json.loads(row) for row in body.splitlines() if row.startswith(b"{")]
    assert [verdict["status"] for verdict in found] == ["ongoing", "ongoing", "unreadable"]
    assert found[-1]["problems"][0]["code"] == "request.malformed"


def test_who_sends_nothing_more_is_not_waited_for(port: int) -> None:
    status, _, body = talk(port, post("/v1/adjudicate", "Content-Length: 1000") + b"{", end=False)
    assert (status, json.loads(body)["code"]) == (408, "request.malformed")


def test_who_does_not_take_the_answers_is_not_waited_for(port: int) -> None:
    """Twice as many as there are threads ask for much and read nothing; others are answered all the same."""
    asked = b"GET /docs/static/rapidoc-min.js HTTP/1.1\r\nHost: localhost\r\n\r\n" * 40
    clients = []
    for _ in range(8):
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        client.connect(("127.0.0.1", port))
        client.sendall(asked)
        clients.append(client)
    alive = b"GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=90) as other:
        other.sendall(alive)
        assert other.recv(65536).startswith(b"HTTP/1.1 200")
    for client in clients:
        client.close()


def test_a_service_that_stops_does_not_wait_for_them_either(running: Any) -> None:
    with running("workers=1, grace=60") as (process, port):
        client = socket.create_connection(("127.0.0.1", port), timeout=90)
        client.sendall(post("/v1/batch", "Content-Length: 1000", kind=NDJSON) + b"{")
        time.sleep(0.3)
        process.terminate()
        assert process.wait(90) == 0
        client.close()


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 414),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 9000 + b"\r\n\r\n", 431),
        (post("/v1/adjudicate", "Content-Length: many"), 400),
        (post("/v1/adjudicate", "Transfer-Encoding: shredded"), 501),
        (b"what?\r\n\r\n", 400),
    ],
    ids=["address", "header", "length", "coding", "no HTTP"],
)
def test_what_is_no_http_is_a_problem_too(port: int, request_: bytes, status: int) -> None:
    found, headers, body = talk(port, request_)
    assert found == status
    assert headers["content-type"] == "application/problem+json"
    problem = json.loads(body)
    assert (problem["status"], problem["code"]) == (status, "request.malformed")
    assert b"html" not in body
