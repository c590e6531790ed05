"""Whatever is sent to the desk, it answers with a page."""

from __future__ import annotations

import pytest
from bummerl.service.http import create_app
from bummerl.service.http.config import Config
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

CLIENT = create_app(Config(database=None, log_requests=False)).test_client()
HEAD = '[Ruleset "schnapsen"]\n[Dealer "B"]\n'
DEAL = HEAD + '[A "SA SK HT DJ CQ"]\n[B "HK HQ DA CJ ST"]\n[TurnUp "HJ"]\n'
LINES = (
    '[Ruleset "schnapsen"]', '[Ruleset "tute-partners"]', '[Ruleset "talonschnapsen"]', '[Ruleset "x"]',
    '[Dealer "A"]', '[Dealer "D"]', '[A "SA SK"]', '[A "? ? ? ? ?"]', '[B "SA SA HT HT HT"]', '[C "OA"]',
    '[TurnUp "HJ"]', '[TurnUp "?"]', '[TurnUp "-"]', '[Talon "CA ?"]', '[Talon ""]', '[Option "series=2"]',
    '[Option "=="]', '[Players ";;;"]', '[Cards "german.de"]', '[Cards "x"]', '[Position "trick 6"]',
    '[Position "trick 99"]', '[Leader "A"]', '[Trump "H"]', '[Json "{\\"moves\\": 7}"]',
    '[Json "{\\"players\\": [1], \\"deal\\": 3}"]', '[Memory "closer B"]', '[Result "A 2"]', "1. SA ST",
    "2. HT (CA ?)", "(CA DT)", "()", "*", "{x", "; x", "claim", "HK+40", "trump:H", "bid:gang", "B:SA", "close", "7.",
    "[", '"', "}", "SA SK HT", "\x00", "\U0001f600", "XX", "[A]", "pass", "exchange", "concede", "A:concede",
)  # fmt: skip
BUTTONS = st.one_of(
    st.tuples(st.just("add"), st.sampled_from(["SA", "HJ", "claim", "HK+40", "bid:gang", "?", "", "x y", "(", "OA"])),
    st.tuples(st.just("zone"), st.sampled_from(["A", "D", "TurnUp", "Talon", "play", "", "Z"])),
    st.tuples(st.sampled_from(["undo", "rest", "sample", "set", "lang", "cards", "theme"]), st.just("1")),
    st.tuples(st.just("fix"), st.sampled_from(["1:1:x", "::", "-1:0:", "9999999999999999999999:1:a", "", "1:2"])),
    st.tuples(st.just("do"), st.just("adjudicate")),
    st.tuples(st.just("middle"), st.sampled_from(["on", "off", ""])),
)
FIELDS = st.dictionaries(
    st.sampled_from(
        [
            "at",
            "shown",
            "ruleset",
            "dealer",
            "player.A",
            "player.Z",
            "option.series",
            "option.x",
            "option.",
            "position.trick",
            "position.trump",
            "position.talon",
            "position.A.tricks",
            "position.B.H",
            "position.Z.points",
            "position.memory.closer",
            "position.",
            "house",
            "ruleset",
        ]
    ),
    st.one_of(
        st.text(max_size=40),
        st.sampled_from(["A", "Talon", "play", "3", "99999", "?", "schnapsen", "tute-six", "ruleset: ["]),
        st.sampled_from(["ruleset=x&dealer=Q&option.a=b"]),
        st.sampled_from(["position.trick=&position.talon=", "A; B 7"]),
    ),
    max_size=5,
)
LOGS = st.one_of(
    st.lists(st.sampled_from(LINES), max_size=9).map("\n".join),
    st.lists(st.sampled_from(LINES), max_size=4).map(lambda lines: DEAL + "\n".join(lines)),
    st.text(max_size=60),
)


def answered(status: int) -> bool:
    """A page, or a page that says what is wrong with what was sent."""
    return status in (200, 404, 413, 422)


@settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck))
@given(log=LOGS, button=BUTTONS, fields=FIELDS)
def test_odd_forms(log: str, button: tuple[str, str], fields: dict[str, str]) -> None:
    answer = CLIENT.post("/", data={"log": log, **fields, button[0]: button[1]})
    assert answered(answer.status_code), answer.get_data(as_text=True)[-500:]
    assert answer.content_type == "text/html; charset=utf-8"


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    query=st.dictionaries(
        st.sampled_from(["log", "ruleset", "at", "lang", "house"]), st.one_of(st.text(max_size=30), LOGS)
    )
)
def test_odd_addresses(query: dict[str, str]) -> None:
    assert answered(CLIENT.get("/", query_string=query).status_code)


@pytest.mark.parametrize(
    "log",
    [
        "SA " * 400_000,
        DEAL + "SA " * 300_000,
        "[" * 5_000,
        '[A "x"]\n' * 30_000,
        "{" * 200_000,
        DEAL + "(" * 100_000,
        "1. " * 100_000,
        "x" * 900_000,
        "\n" * 900_000,
        '[Ruleset "schnapsen"]\n1. SA\n\n' * 20_000,
    ],
    ids=lambda log: f"{log[-10:]!r}{len(log)}",
)
@pytest.mark.parametrize("button", [("set", "1"), ("add", "SA"), ("do", "adjudicate")], ids=lambda button: button[0])
def test_long_logs(log: str, button: tuple[str, str]) -> None:
    """Answered within the limits of the service; the page does not grow without bounds."""
    answer = CLIENT.post("/", data={"log": log, button[0]: button[1]})
    assert answered(answer.status_code), answer.get_data(as_text=True)[-500:]
    assert len(answer.data) < 6 * len(log) + 500_000


def test_parts_that_are_no_text() -> None:
    body = b'--x\r\nContent-Disposition: form-data; name="log"\r\n\r\n\xff\xfe\x00\r\n--x\r\n\r\n--x--'
    assert answered(CLIENT.post("/", data=body, content_type="multipart/form-data; boundary=x").status_code)
    odd = b"%ff=%ff&log=%00%ff"
    assert CLIENT.post("/", data=odd, content_type="application/x-www-form-urlencoded").status_code == 200
    assert CLIENT.post("/", data=b"{}", content_type="application/json").status_code == 200
