"""Shows a hand the way a page does, and takes the page apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from typing import Any

from bummerl.grammar import write_log
from bummerl.rulesets import load
from bummerl.rulesets.rulings import Played, Ruling, rulings_of
from bummerl.service.http.app import create_app
from bummerl.service.http.config import Config
from bummerl.service.http.pages.frame import frame, page
from bummerl.service.http.pages.hands import Judged, Typed, judge
from bummerl.service.http.pages.points import points_of
from bummerl.service.http.pages.table import stage_of
from flask import Flask
from jinja2 import ChoiceLoader, DictLoader

PAGE = """{% extends "base.html" %}
{% from "table/stage.html" import stage with context %}
{% from "points/points.html" import points with context %}
{% block title %}A hand{% endblock %}
{% block main %}<h1>A hand</h1>{{ stage(table) }}{{ points(scored) }}{% endblock %}"""
VOID = {"meta", "link", "input", "br", "hr", "img"}


@cache
def app() -> Flask:
    """The service, with a page that has nothing but the table and the points."""
    found = create_app(Config())
    found.jinja_loader = ChoiceLoader([DictLoader({"shown.html": PAGE}), found.jinja_loader])  # type: ignore[method-assign,list-item]
    return found


@dataclass
class Element:
    """An element of a page."""

    tag: str
    attributes: Mapping[str, str]
    children: list[Element | str] = field(default_factory=list)

    def __getitem__(self, name: str) -> str:
        return self.attributes.get(name, "")

    @property
    def classes(self) -> list[str]:
        """Its classes."""
        return self["class"].split()

    @property
    def text(self) -> str:
        """All that stands in it, with single blanks."""
        return " ".join("".join(self._words()).split())

    def _words(self) -> Iterator[str]:
        for child in self.children:
            yield from child._words() if isinstance(child, Element) else [child]

    def all(self, tag: str = "", cls: str = "") -> list[Element]:
        """Every element below with this tag and class."""
        return list(self._all(tag, cls))

    def _all(self, tag: str, cls: str) -> Iterator[Element]:
        for child in self.children:
            if isinstance(child, Element):
                if tag in ("", child.tag) and (not cls or cls in child.classes):
                    yield child
                yield from child._all(tag, cls)

    def one(self, tag: str = "", cls: str = "") -> Element:
        """The only element below with this tag and class."""
        (found,) = self.all(tag, cls)
        return found


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Element("page", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(made)
        if tag not in VOID:
            self.open.append(made)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def parsed(html: str) -> Element:
    """A page as a tree; every element must be closed where it should be."""
    builder = _Builder()
    builder.feed(html)
    builder.close()
    assert builder.open == [builder.root]
    return builder.root


@dataclass(frozen=True)
class Shown:
    """A hand and its page."""

    judged: Judged
    html: str
    page: Element

    @property
    def steps(self) -> list[Element]:
        """The steps of the replay."""
        return self.page.all("section", "step")

    @property
    def captions(self) -> list[str]:
        """What is said at each step."""
        return [step.one("p", "cap").text for step in self.steps]


def show(log: str, lang: str = "en", *, table: bool = True, points: bool = True, **choice: str) -> Shown:
    """A log as a page, with the table, the points, or both."""
    with app().test_request_context("/", query_string={"lang": lang, **choice}):
        reader = frame()
        judged = judge(Typed(log), reader)
        parts = {"table": stage_of(judged) if table else None, "scored": points_of(judged) if points else None}
        response = page("shown.html", reader, pack=judged.pack, **parts)
        html = response.get_data(as_text=True)
    return Shown(judged, html, parsed(html))


def worked_hands(ruleset: str, most: int) -> list[Ruling]:
    """Hands from the rulings beside a ruleset: the longest, and as many that are illegal, each in another way."""
    hands = [hand for each in rulings_of(ruleset)[0] for hand in (each.hands if isinstance(each, Played) else [each])]
    hands.sort(key=lambda hand: (-len(hand.moves), hand.line))
    broken: dict[str | None, Ruling] = {}
    for hand in hands:
        if hand.expected.status == "illegal":
            broken.setdefault(hand.expected.rule, hand)
    whole = [hand for hand in hands if hand.expected.status != "illegal"]
    return [*whole[:most], *list(broken.values())[:most]]


def as_log(record: Mapping[str, Any]) -> str:
    """A record as it would be typed, with names."""
    players = dict(zip("ABCD"[: load(record["ruleset"]).data["seats"]], ["Anna", "Bert", "Cora", "Dora"], strict=False))
    return write_log({**record, "players": players})
