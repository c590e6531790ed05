"""A real server in a process of its own: how it starts, streams, stops, counts over its processes."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from ..serving import wait_until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="gunicorn and signals are Unix")


def request(port: int, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=90)
    try:
        connection.request(method, path, body, {k.replace("_", "-"): v for k, v in headers.items()})
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


def begin_batch(port: int) -> socket.socket:
    """A batch whose length is not known yet."""
    client = socket.create_connection(("127.0.0.1", port), timeout=90)
    client.sendall(
        b"POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
        b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    )
    return client


def send(client: socket.socket, data: bytes) -> None:
    client.sendall(b"%x\r\n%b\r\n" % (len(data), data))


def receive_until(client: socket.socket, mark: bytes, got: bytes = b"") -> bytes:
    while mark not in got:
        block = client.recv(65536)
        if not block:
            raise AssertionError(f"the connection ended without {mark!r}: {got[-300:]!r}")
        got += block
    return got


def rest(client: socket.socket) -> bytes:
    got = b""
    while block := client.recv(65536):
        got += block
    client.close()
    return got


def attempt(call: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Tries to serve, in a process of its own; what is refused is printed as the command line would."""
    program = (
        f"from bummerl.service.http.server import serve, ServeError\ntry: {call}\nexcept ServeError as e: print(e)"
    )
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program],
        capture_output=True,
        text=True,
        timeout=90,
        check=True,
        env={**os.environ, **environment},
    )


def test_says_where_and_leaves_nothing_behind(running: Any, tmp_path: Path) -> None:
    with running("workers=1", {"TMPDIR": str(tmp_path), "HOME": str(tmp_path)}) as (process, port):
        assert json.loads(request(port, "GET", "/healthz")[1])["status"] == "ok"
        process.terminate()
        assert process.wait(90) == 0
    assert list(tmp_path.iterdir()) == []


def test_a_port_in_use_is_a_sentence(running: Any) -> None:
    with running("workers=1") as (_, port):
        done = attempt(f"serve(port={port})")
        assert done.stdout.startswith(f"Port {port} of 127.0.0.1 is in use.")
        assert done.stderr == ""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("host='no-such-host.invalid'", "There is no address `no-such-host.invalid`"),
        ("host='192.0.2.1'", "This computer does not have the address 192.0.2.1."),
    ],
)
def test_an_address_that_cannot_be_had_is_a_sentence(arguments: str, sentence: str) -> None:
    done = attempt(f"serve(port=0, {arguments})")
    assert sentence in done.stdout


def test_a_batch_is_answered_while_it_arrives_and_finished_after_sigterm(running: Any, hand: dict[str, Any]) -> None:
    line = json.dumps(hand).encode() + b"\n"
    block = line * (8 * 1024 // len(line) + 2)  # more than the first block that is read
    with running("workers=1, threads=4, grace=15") as (process, port):
        client = begin_batch(port)
        send(client, block)
        got = receive_until(client, b'"status":"ongoing"')  # the upload is far from its end
        process.terminate()
        deadline = time.monotonic() + 90
        while time.monotonic() < deadline:  # it stops accepting first
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
            except OSError:
                break
            time.sleep(0.02)
        else:
            pytest.fail("it goes on accepting connections")
        assert process.poll() is None, "it ended although a batch is under way"
        send(client, block)
        client.sendall(b"0\r\n\r\n")
        got += rest(client)
        assert got.count(b'"status":"ongoing"') == 2 * block.count(b"\n")
        assert process.wait(90) == 0


def test_a_client_that_reads_only_when_all_is_sent(running: Any) -> None:
    count = 80_000  # some twenty megabytes of answers, more than any two sockets hold
    with running("workers=1") as (_, port):
        client = socket.create_connection(("127.0.0.1", port), timeout=50)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
        client.sendall(
            b"POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
            b"Content-Length: %d\r\nConnection: close\r\n\r\n" % (count * 2)
        )
        client.sendall(b"x\n" * count)  # would never return if the answers were not taken out of the way
        response = http.client.HTTPResponse(client)
        response.begin()
        answer = response.read()
        client.close()
    assert answer.count(b'"unreadable"') == count


def test_many_at_once_under_different_rulesets(running: Any, hand: dict[str, Any], illegal: dict[str, Any]) -> None:
    ids = ["schnapsen", "schnapsen-sharp", "snapszli", "sixty-six"]
    with running("workers=1, threads=4") as (_, port):

        def judge(i: int) -> tuple[int, bytes]:
            record = {**(illegal if i % 3 else hand), "ruleset": ids[i % len(ids)]}
            status, body = request(
                port,
                "POST",
                f"/v1/adjudicate?lang={'de' if i % 2 else 'en'}",
                json.dumps(record),
                Content_Type="application/json",
            )
            assert status == 200
            return i % 12, body

        with ThreadPoolExecutor(8) as pool:
            results = list(pool.map(judge, range(96)))
    by_case: dict[int, set[bytes]] = {}
    for case, body in results:
        by_case.setdefault(case, set()).add(body)
    assert all(len(bodies) == 1 for bodies in by_case.values()), "the same question, another answer"
    assert len(by_case) == 12


def test_metrics_of_all_processes_together(running: Any) -> None:
    with running("workers=2, threads=2") as (_, port):
        for _ in range(40):
            request(port, "GET", "/healthz", Connection="close")
        counted = 'bummerl_requests_total{method="GET",route="/healthz",status="200"} 40.0'
        wait_until(lambda: counted in request(port, "GET", "/metrics")[1].decode())


def test_the_log_is_lines_of_json(running: Any) -> None:
    with running("workers=1") as (process, port):
        request(port, "GET", "/healthz", X_Request_ID="from-outside")
        process.terminate()
        errors = process.communicate(timeout=90)[1]
    lines = [json.loads(line) for line in errors.splitlines()]
    assert [(line["request_id"], line["route"]) for line in lines] == [("from-outside", "/healthz")]


def test_waitress_serves_and_stops_too(running: Any, hand: dict[str, Any]) -> None:
    pytest.importorskip("waitress")
    with running("server='waitress', threads=2") as (process, port):
        status, body = request(port, "POST", "/v1/adjudicate", json.dumps(hand), Content_Type="application/json")
        assert (status, json.loads(body)["status"]) == (200, "ongoing")
        line = json.dumps(hand).encode() + b"\n"
        status, body = request(port, "POST", "/v1/batch", line * 100, Content_Type="application/x-ndjson")
        assert body.count(b'"ongoing"') == 100
        process.terminate()
        assert process.wait(90) == 0


@pytest.mark.parametrize("server", ["gunicorn", "waitress"])
@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "Via"])
def test_a_proxy_that_nobody_told_of_is_seen(
    running: Any, hand: dict[str, Any], tmp_path: Path, server: str, header: str
) -> None:
    pytest.importorskip(server)
    told = {"BUMMERL_DATABASE": str(tmp_path / "rulings.db"), "BUMMERL_KEEPING": "open"}
    with running(f"server='{server}', workers=1, threads=2", told) as (_, port):
        headers = {"Content_Type": "application/json", header.replace("-", "_"): "1.1 x"}
        status, body = request(port, "POST", "/v1/rulings", json.dumps({"record": hand}), **headers)
    assert (status, json.loads(body)["code"]) == (421, "request.host")


def test_wrong_settings_are_a_sentence() -> None:
    done = attempt("serve(port=0)", BUMMERL_MAX_RECORD="plenty")
    assert done.stdout == "BUMMERL_MAX_RECORD is `plenty`; it must be a number.\n"
