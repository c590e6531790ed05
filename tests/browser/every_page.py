"""The pages of pages.yaml, and what a page is made of, asked of the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, NamedTuple

import yaml
from playwright.sync_api import Page

HERE: Final = Path(__file__).parent
EXAMPLES: Final = HERE.parents[1] / "examples"


class Seen(NamedTuple):
    """A page and how one gets to it: an address, or a form that is sent to it."""

    name: str
    path: str
    form: dict[str, str] | None


def every_page() -> list[Seen]:
    """All of them."""
    listed: list[dict[str, Any]] = yaml.safe_load((HERE / "pages.yaml").read_text(encoding="utf-8"))
    return [Seen(entry["name"], entry["path"], _form(entry.get("log"))) for entry in listed]


def _form(log: str | None) -> dict[str, str] | None:
    return {"log": (EXAMPLES / log).read_text(encoding="utf-8")} if log else None


DANGLING: Final = """() => {
  const ids = [...document.querySelectorAll('[id]')].map(element => element.id);
  const known = new Set(ids);
  const twice = ids.filter((id, place) => ids.indexOf(id) !== place);
  const pictures = [...document.querySelectorAll('use')].map(use => use.getAttribute('href').slice(1));
  const links = [...document.querySelectorAll('a[href^="#"]')].map(link => decodeURIComponent(link.hash.slice(1)));
  const names = ['aria-labelledby', 'aria-describedby', 'for'];
  const labels = names.flatMap(name => [...document.querySelectorAll(`[${name}]`)].flatMap(element =>
    element.getAttribute(name).split(' ').filter(Boolean)));
  return {
    twice,
    pictures: pictures.filter(id => !known.has(id)),
    links: links.filter(id => id && !known.has(id)),
    labels: labels.filter(id => !known.has(id)),
    styles: [...document.querySelectorAll('[style],style')].map(element => element.outerHTML.slice(0, 80)),
    headings: [...document.querySelectorAll('h1')].length,
  };
}"""
"""What points to nothing, what is there twice, and what should not be there."""

SOUND: Final = {"twice": [], "pictures": [], "links": [], "labels": [], "styles": [], "headings": 1}


def width(page: Page) -> int:
    """How wide the page is, whatever the window shows of it, in pixels."""
    found: int = page.evaluate("document.documentElement.scrollWidth")
    return found
