"""Batches: cut into lines as they come, answered in order, whatever the lines hold."""

from __future__ import annotations

import io
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from bummerl.interpreter import Judge
from bummerl.service.http import Config, create_app, streaming
from bummerl.service.http.schema import validator
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

NDJSON = "application/x-ndjson"


def answers(client: FlaskClient, body: bytes, path: str = "/v1/batch", **headers: str) -> list[dict[str, Any]]:
    response = client.post(path, data=body, content_type=NDJSON, headers=headers)
    assert response.status_code == 200, response.text
    assert response.mimetype == NDJSON
    assert response.data.endswith(b"\n") or not response.data
    verdicts = [json.loads(line) for line in response.data.splitlines()]
    for verdict in verdicts:
        validator("Verdict").validate(verdict)
    return verdicts


def test_a_verdict_a_line_in_order(
    client: FlaskClient, hand: dict[str, Any], illegal: dict[str, Any], ndjson: Any
) -> None:
    verdicts = answers(client, ndjson([hand, illegal, {**hand, "moves": []}]))
    assert [(v["status"], v["moves_checked"]) for v in verdicts] == [("ongoing", 4), ("illegal", 0), ("ongoing", 0)]
    one = client.post("/v1/adjudicate", json=illegal).json
    assert verdicts[1] == one


def test_broken_lines_cost_the_others_nothing(client: FlaskClient, hand: dict[str, Any]) -> None:
    good = json.dumps(hand).encode()
    broken = [
        b"{", b"\xff\xfe\x00", b"[]", b"null", b"3", b'"x"', b'{"moves": NaN}', b"[" * 5000, b'{"moves": ["\\ud800"]}',
        b'{"ruleset": "../x", "moves": []}', b'{"ruleset": {"extends": "schnapsen"}, "moves": []}', b'{"moves": {}}',
        b"\x00",
    ]  # fmt: skip
    lines = [line for bad in broken for line in (good, bad)] + [good]
    verdicts = answers(client, b"\n".join(lines))
    assert len(verdicts) == len(lines)
    for line, verdict in zip(lines, verdicts, strict=True):
        assert verdict["status"] == ("ongoing" if line == good else "unreadable"), line
        if line != good:
            assert verdict["problems"][0]["message"], line


def test_empty_lines_are_left_out_and_the_last_needs_no_end(client: FlaskClient, hand: dict[str, Any]) -> None:
    good = json.dumps(hand).encode()
    assert len(answers(client, b"\n\r\n" + good + b"\r\n  \n\n" + good)) == 2
    assert answers(client, b"") == []
    assert answers(client, b"\n\n") == []


def test_ruleset_option_and_language_of_a_batch(client: FlaskClient, illegal: dict[str, Any], ndjson: Any) -> None:
    del illegal["ruleset"]
    (verdict,) = answers(client, ndjson([illegal]), "/v1/batch?ruleset=schnapsen-sharp&lang=de")
    assert verdict["ruleset"]["id"] == "schnapsen-sharp"
    english = answers(client, ndjson([illegal]), "/v1/batch?ruleset=schnapsen-sharp")[0]
    assert verdict["violations"][0]["message"] != english["violations"][0]["message"]
    assert client.post("/v1/batch?ruleset=nope", data=b"", content_type=NDJSON).status_code == 404


def test_a_line_may_be_too_long(hand: dict[str, Any], ndjson: Any) -> None:
    client = create_app(Config(max_record=1000)).test_client()
    long = {**hand, "headers": {"Event": "x" * 100_000}}
    verdicts = answers(client, ndjson([hand, long, hand, long]))
    assert [verdict["status"] for verdict in verdicts] == ["ongoing", "unreadable"] * 2
    assert verdicts[1]["problems"][0]["code"] == "request.too-large"


def test_a_line_may_hold_too_much(client: FlaskClient, hand: dict[str, Any], ndjson: Any) -> None:
    keys = b'{"moves":[],' + b",".join(b'"%d":1' % i for i in range(90_000)) + b"}\n"
    began = time.process_time()
    verdicts = answers(client, ndjson([hand]) + keys + ndjson([hand]))
    assert time.process_time() - began < 1
    assert [verdict["status"] for verdict in verdicts] == ["ongoing", "unreadable", "ongoing"]
    assert verdicts[1]["problems"][0]["code"] == "request.too-many"


def test_a_mistake_of_ours_costs_one_line(
    client: FlaskClient, hand: dict[str, Any], ndjson: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = Judge.line

    def breaks(judge: Judge, raw: bytes) -> bytes:
        if b"Anna" not in raw:
            raise RuntimeError("inner detail")
        return line(judge, raw)

    monkeypatch.setattr(Judge, "line", breaks)
    verdicts = answers(client, ndjson([hand, {"moves": []}, hand]))
    assert [verdict["status"] for verdict in verdicts] == ["ongoing", "unreadable", "ongoing"]
    assert verdicts[1]["problems"][0]["code"] == "request.internal"
    assert "inner" not in verdicts[1]["problems"][0]["message"]


def test_a_batch_may_have_too_many_records(hand: dict[str, Any], ndjson: Any) -> None:
    client = create_app(Config(max_batch_records=3)).test_client()
    assert len(answers(client, ndjson([hand] * 3))) == 3
    verdicts = answers(client, ndjson([hand] * 500))
    assert [verdict["status"] for verdict in verdicts] == ["ongoing"] * 3 + ["unreadable"]
    assert verdicts[3]["problems"][0]["code"] == "request.too-many"


def test_a_batch_may_take_too_long(hand: dict[str, Any], ndjson: Any) -> None:
    client = create_app(Config(max_batch_seconds=0)).test_client()
    verdicts = answers(client, ndjson([hand] * 500))
    assert len(verdicts) < 500
    assert verdicts[-1]["problems"][0]["code"] == "request.time"


def unknown_length(stream: Any) -> dict[str, Any]:
    """How a server announces a body that comes in chunks."""
    return {"wsgi.input": stream, "wsgi.input_terminated": True, "CONTENT_LENGTH": ""}


def test_a_batch_of_unknown_length_may_be_too_long(hand: dict[str, Any], ndjson: Any) -> None:
    client = create_app(Config(max_batch=10_000)).test_client()
    body = io.BytesIO(ndjson([hand] * 200))
    response = client.post("/v1/batch", content_type=NDJSON, environ_overrides=unknown_length(body))
    last = json.loads(response.data.splitlines()[-1])
    assert last["problems"][0]["code"] == "request.too-large"


class Trickle(io.RawIOBase):
    """Gives what it has in blocks as they are asked for, and notes how much was taken."""

    def __init__(self, data: bytes) -> None:
        self.data, self.taken = data, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        block = self.data[self.taken : self.taken + len(buffer)]
        buffer[: len(block)] = block
        self.taken += len(block)
        return len(block)


def test_answers_come_before_all_is_read(client: FlaskClient, hand: dict[str, Any], ndjson: Any) -> None:
    stream = Trickle(ndjson([hand] * 1000))
    response = client.post("/v1/batch", content_type=NDJSON, environ_overrides=unknown_length(stream))
    first = next(response.iter_encoded())
    assert b'"status"' in first
    assert stream.taken < len(stream.data) / 10
    response.close()


@given(
    st.lists(st.binary(max_size=40).filter(lambda line: b"\n" not in line), max_size=30),
    st.booleans(),
    st.lists(st.integers(1, 25), min_size=1, max_size=5),
)
def test_lines_are_the_lines_however_they_are_cut(lines: list[bytes], ended: bool, sizes: list[int]) -> None:
    data = b"\n".join(lines) + (b"\n" if ended and lines else b"")

    class Uneven:
        at, turn = 0, 0

        def read(self, _: int) -> bytes:
            self.turn += 1
            block = data[self.at : self.at + sizes[self.turn % len(sizes)]]
            self.at += len(block)
            return block

    found = [line for block in streaming.lines(Uneven(), 1000) for line in block]
    expected = data.split(b"\n")
    assert found == (expected[:-1] if expected[-1] == b"" else expected)


def test_a_line_without_end_takes_little_room() -> None:
    class Endless:
        left = 400

        def read(self, size: int) -> bytes:
            self.left -= 1
            return b"x" * size if self.left else b""

    (block,) = streaming.lines(Endless(), 1000)
    assert [len(line) for line in block] == [1001]


def sent_through(answers: list[bytes], reader: Callable[[socket.socket], bytes]) -> bytes:
    """What a client gets that reads as `reader` does, with the answers sent as the server sends them."""
    server, client = socket.socketpair()
    result: list[bytes] = []
    thread = threading.Thread(target=lambda: result.append(reader(client)))
    thread.start()
    for piece in streaming.unhindered(answers, server):
        server.sendall(piece)
    server.close()
    thread.join(10)
    client.close()
    return result[0]


def everything(client: socket.socket) -> bytes:
    found = b""
    while block := client.recv(65536):
        found += block
    return found


def test_answers_wait_for_a_client_that_does_not_read_yet() -> None:
    produced = threading.Event()
    parts = [bytes([65 + i % 26]) * 10_000 for i in range(400)]

    def source() -> Iterator[bytes]:
        yield from parts
        produced.set()

    def late(client: socket.socket) -> bytes:
        assert produced.wait(10), "the answers were held up by a client that does not read"
        return everything(client)

    assert sent_through(source(), late) == b"".join(parts)  # type: ignore[arg-type]


def test_answers_go_at_once_to_a_client_that_reads() -> None:
    parts = [bytes([65 + i % 26]) * 10_000 for i in range(400)]
    assert sent_through(parts, everything) == b"".join(parts)
    assert list(streaming.unhindered(parts, None)) == parts


@pytest.mark.parametrize(
    "media_type", ["application/ndjson", "application/jsonl", "application/x-ndjson; charset=utf-8"]
)
def test_names_of_the_media_type(client: FlaskClient, media_type: str) -> None:
    assert client.post("/v1/batch", data=b"", content_type=media_type).status_code == 200
