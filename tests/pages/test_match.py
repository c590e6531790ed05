"""The page of a match: how it stands, the slate, every hand with its ruling, what was written down otherwise."""

from __future__ import annotations

import re
from html import unescape
from io import BytesIO
from pathlib import Path

import pytest
from bummerl.service.http import create_app
from bummerl.service.http.config import Config
from flask.testing import FlaskClient

EXAMPLES = Path(__file__).parents[2] / "examples"
LANGUAGES = ("en", "de", "hu", "es", "it", "pt")
HEADINGS = {
    "en": "games won", "de": "gewonnene Bummerl", "hu": "nyert játszmák", "es": "partidas ganadas",
    "it": "partite vinte", "pt": "jogos ganhos",
}  # fmt: skip


@pytest.fixture
def client() -> FlaskClient:
    return create_app(Config(database=None, log_requests=False)).test_client()


def posted(client: FlaskClient, log: str, **more: str) -> str:
    answer = client.post("/match", data={"log": log, **more})
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def seen(page: str) -> str:
    """The words of a page."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def columns(page: str) -> list[list[str]]:
    """The figures that are chalked, game by game, row by row."""
    games = re.findall(r'<li class="slate">(.*?)</li>', page, re.DOTALL)
    return [[" ".join(re.findall(r"<td[^>]*>(-?\d+)", row)) for row in re.findall(r"<tr.*?</tr>", game, re.DOTALL)]
            for game in games]  # fmt: skip


def test_a_game_from_seven_down(client: FlaskClient) -> None:
    # Counted by hand: 2, 3, 3, 3 and 3 game points to Anna, Bert, Bert, Anna and Anna, taken off seven.
    page = posted(client, (EXAMPLES / "evening.txt").read_text())
    assert "games won: Anna 1, Bert 0." in seen(page)
    [game] = columns(page)
    assert [row for row in game if row] == ["7 7", "5 7", "5 4", "5 1", "2 1", "-1 1"]
    assert page.count('class="bummerl"') == 1


def test_what_was_written_down_otherwise_is_shown_at_its_line(client: FlaskClient) -> None:
    words = seen(posted(client, (EXAMPLES / "score-sheet.txt").read_text()))
    assert "2 things were not written down as they are" in words
    assert '33 │ [Score "A 5 B 2"]' in words
    assert "1 hand is missing before it" in words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language(client: FlaskClient, lang: str) -> None:
    page = posted(client, (EXAMPLES / "score-sheet.txt").read_text(), lang=lang)
    assert f'<html lang="{lang}"' in page
    heading = re.search(r'<h1 id="answer">(.*?)</h1>', page, re.DOTALL)
    assert heading
    assert "Anna" in heading[1]
    assert HEADINGS[lang] in heading[1]


def test_a_hand_goes_to_its_ruling_with_what_the_match_says_of_it(client: FlaskClient) -> None:
    first, *rest = (EXAMPLES / "evening.txt").read_text().split("\n\n[Ruleset")
    second = rest[0].replace(' "schnapsen"]\n', "", 1).replace('[Dealer "A"]\n', "")
    page = posted(client, first + "\n\n" + second)
    logs = [unescape(log) for log in re.findall(r'name="log" value="([^"]*)"', page)]
    assert len(logs) == 2
    assert logs[1].startswith('[Ruleset "schnapsen"]\n[Dealer "A"]\n')


def test_a_hand_that_cannot_be_read_stops_the_score_and_says_why(client: FlaskClient) -> None:
    words = seen(posted(client, (EXAMPLES / "slips.txt").read_text()))
    assert "The score stops" in words
    assert "Line 10, column 4 : exchnage is no move" in words


@pytest.mark.parametrize(
    "log", ["[", '[Ruleset "nonsense"]\nSA', "﻿", "\0", "SA " * 3000, '[Ruleset "schnapsen"]\n' * 400]
)
def test_nothing_that_is_typed_breaks_the_page(client: FlaskClient, log: str) -> None:
    assert client.post("/match", data={"log": log}).status_code in (200, 422)


def test_names_are_only_names(client: FlaskClient) -> None:
    log = (EXAMPLES / "evening.txt").read_text().replace("Anna", "<b>Anna")
    page = posted(client, log)
    assert "<b>Anna" not in page
    assert "&lt;b&gt;Anna" in page.split("<textarea")[0]


def test_another_hand_and_files_are_set_behind_the_others(client: FlaskClient) -> None:
    first, second, third = re.split(r"\n\n(?=\[Ruleset)", (EXAMPLES / "evening.txt").read_text())[:3]
    form = {"log": first, "more": second, "file": [(BytesIO(third.encode()), "three.txt")], "lang": "en"}
    page = client.post("/match", data=form, content_type="multipart/form-data").get_data(as_text=True)
    [game] = columns(page)
    assert [row for row in game if row] == ["7 7", "5 7", "5 4", "5 1"]  # as the first three of the evening
    text = re.search(r'<textarea id="hands-log"[^>]*>\n(.*?)</textarea>', page, re.DOTALL)
    assert text
    assert unescape(text[1]).count("[Ruleset") == 3
    assert '<textarea id="another"' in page


def test_a_file_that_is_no_text_is_refused_by_name(client: FlaskClient) -> None:
    form = {"log": "", "file": [(BytesIO(b"\xff\xfe\x00\xd8"), "photo.jpg")], "lang": "en"}
    answer = client.post("/match", data=form, content_type="multipart/form-data")
    assert answer.status_code == 422
    assert "photo.jpg" in answer.get_data(as_text=True)


def test_what_differs_is_told_by_name_in_the_order_of_lines_and_marked_in_its_row(client: FlaskClient) -> None:
    log = (EXAMPLES / "evening.txt").read_text().replace('[Dealer "A"]', '[Dealer "B"]', 1)
    log = log.replace('[Ruleset "schnapsen"]', '[Ruleset "schnapsen"]\n[Result "B 1"]', 1)
    page = posted(client, log, lang="en")
    found = re.findall(r'<li id="finding-\d+".*?<p>(.*?)</p>.*?Line (\d+)', page, re.DOTALL)
    assert [int(line) for _, line in found] == sorted(int(line) for _, line in found)
    said = seen(" ".join(text for text, _ in found))
    assert "the result is Anna 2 , but Bert 1 was written down" in said
    assert "the dealer should be Anna, the record says Bert" in said
    row = re.search(r'<tr class="odd"><th scope="row">(.*?)</th>', page)  # the score stops before hand 2
    assert row
    assert 'href="#finding-1"' in row[1]
