"""Every page, wide and narrow, light and dark: accessible, whole, no wider than the window."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from .conftest import NARROW, PHONE, WIDE, Open
from .every_page import DANGLING, SOUND, Seen, every_page, width

PAGES = pytest.mark.parametrize("seen", every_page(), ids=lambda seen: seen.name)
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]


def findings(page: Any) -> list[str]:
    """What axe finds, in a window as tall as the page, so that no bar lies over what is scrolled under it."""
    size = page.viewport_size
    page.set_viewport_size({"width": size["width"], "height": page.evaluate("document.documentElement.scrollHeight")})
    answer = Axe().run(page, options={"runOnly": RULES}).response
    page.set_viewport_size(size)
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary'][:200]}"
        for rule in answer["violations"]
        for node in rule["nodes"]
    ]


@PAGES
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_axe_finds_nothing(open_page: Open, seen: Seen, scheme: str, size: int) -> None:
    page = open_page(seen.path, seen.form, width=size, scheme=scheme)
    assert findings(page) == []
    assert width(page) == size


@PAGES
def test_a_page_is_whole_narrow_and_with_large_letters(open_page: Open, seen: Seen) -> None:
    page = open_page(seen.path, seen.form, width=NARROW)
    assert page.evaluate(DANGLING) == SOUND
    assert width(page) == NARROW
    page.set_viewport_size({"width": WIDE, "height": 900})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert width(page) == WIDE
