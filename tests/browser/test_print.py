"""On paper: two pages, black on white, whatever the screen shows."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from pypdf import PdfReader

from .conftest import PHONE, WIDE, Open
from .logs import hand


def pdf(page: Any, **how: Any) -> PdfReader:
    return PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=not how, **how)))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_a_ruling_fills_two_pages(open_page: Open, scheme: str, size: int) -> None:
    page = open_page("/ruling", hand("revoke"), scheme=scheme, width=size)
    first, second = pdf(page).pages
    assert re.search(r"Bert.s 9th move is illegal", " ".join(first.extract_text().split()))
    evidence = second.extract_text()
    for part in ("Points, trick by trick", "exchange DQ+20 DA", "sha256:", "Arbiter", "Anna", "Bert"):
        assert part in evidence, part


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("name", ["revoke", "marriage", "four-players"])
def test_on_both_sizes_of_paper(open_page: Open, paper: str, name: str) -> None:
    assert len(pdf(open_page("/ruling", hand(name)), format=paper).pages) == 2


def test_a_step_that_was_opened_is_the_one_on_paper(open_page: Open) -> None:
    page = open_page("/ruling", hand("revoke"), script=False)
    page.goto(page.url + "#m3")
    assert len(pdf(page).pages) == 2


def test_paper_is_white_and_ink_is_black(open_page: Open) -> None:
    page = open_page("/ruling", hand("revoke"), scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    ink, paper = page.evaluate(
        "[getComputedStyle(document.querySelector('h1')).color, getComputedStyle(document.body).backgroundColor]"
    )
    assert (ink, paper) == ("rgb(0, 0, 0)", "rgb(255, 255, 255)")
