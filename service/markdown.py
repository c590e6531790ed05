"""The pages about diagnostic codes, read: they use headings, paragraphs, lists, quotations, code and links, no more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import Literal, NamedTuple

Kind = Literal["title", "heading", "paragraph", "item", "quote", "code"]
_LINK = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")
_FENCE = "```"
_MARKS: tuple[tuple[str, Kind], ...] = (("# ", "title"), ("## ", "heading"), ("- ", "item"), ("> ", "quote"))


class Block(NamedTuple):
    """A piece of a page: running text on one line, or code on as many as it has."""

    kind: Kind
    text: str


def blocks(page: str) -> Iterator[Block]:
    """The pieces of a page, in order."""
    lines = iter(page.splitlines())
    kind: Kind = "paragraph"
    text: list[str] = []
    for line in lines:
        begins = next(((mark, what) for mark, what in _MARKS if line.startswith(mark)), None)
        if text and (begins or not line.strip() or line.startswith(_FENCE)):
            yield Block(kind, " ".join(text))
            text = []
        if line.startswith(_FENCE):
            code: list[str] = []
            for row in lines:
                if row.startswith(_FENCE):
                    break
                code.append(row)
            yield Block("code", "\n".join(code))
        elif line.strip():
            kind = begins[1] if begins else kind if text else "paragraph"
            text.append(line.removeprefix(begins[0]) if begins else line.strip())
    if text:
        yield Block(kind, " ".join(text))


def without_links(text: str) -> str:
    """Running text for a terminal, where a link leads nowhere."""
    return _LINK.sub(r"\1", text)


_TAGS = {"title": "h1", "heading": "h2", "paragraph": "p", "item": "li", "quote": "blockquote", "code": "pre"}


def as_html(page: str) -> str:
    """The page as HTML; a link to another code's page leads to it, any other becomes plain text."""
    found = []
    for kind, text in blocks(page):
        tag = _TAGS[kind]
        found.append(f"<{tag}>{escape(text) if kind == 'code' else _inline(text)}</{tag}>")
    return "\n".join(found)


def _inline(text: str) -> str:
    parts = re.split(r"`([^`]+)`", text)
    marked = [f"<code>{escape(part)}</code>" if i % 2 else escape(part) for i, part in enumerate(parts)]
    return re.sub(
        _LINK,
        lambda link: f'<a href="{link[2][:-3]}">{link[1]}</a>' if _beside(link[2]) else link[1],
        "".join(marked),
    )


def _beside(target: str) -> bool:
    return re.fullmatch(r"[a-z-]+\.[a-z-]+\.md", target) is not None
