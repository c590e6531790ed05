"""What must be right in the HTML of any page, whatever it shows."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser


class Page(HTMLParser):
    """A page taken apart: its ids, what points to them, its headings and what it says."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.targets: list[str] = []
        self.headings: list[int] = []
        self.title = self.heading = ""
        self.styled: list[str] = []
        self.inline = 0
        self.text: list[str] = []
        self._in: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if "id" in found:
            self.ids[found["id"]] += 1
        for name in ("href", "aria-labelledby", "aria-describedby", "for", "form"):
            value = found.get(name, "")
            if name == "href" and not value.startswith("#"):
                continue
            self.targets += value.removeprefix("#").split()
        if "style" in found or any(name.startswith("on") for name in found):
            self.styled.append(tag)
        if tag == "style" or (tag == "script" and "src" not in found):
            self.inline += 1
        if tag in ("h1", "h2", "h3", "h4"):
            self.headings.append(int(tag[1]))
        self._in.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self._in and self._in.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if "title" in self._in[-1:]:
            self.title += data
        if "h1" in self._in:
            self.heading += data
        self.text.append(data)

    @property
    def said(self) -> str:
        """All words of the page, with single spaces."""
        return " ".join(" ".join(self.text).split())

    @property
    def answer(self) -> str:
        """The words of its first heading."""
        return " ".join(self.heading.split())

    @property
    def faults(self) -> list[str]:
        """What is wrong with it."""
        found = [f"the id {name} is there {n} times" for name, n in self.ids.items() if n > 1]
        found += [f"nothing has the id {name}" for name in dict.fromkeys(self.targets) if name not in self.ids]
        if self.headings.count(1) != 1:
            found.append(f"{self.headings.count(1)} first headings")
        steps = zip(self.headings, self.headings[1:], strict=False)
        found += [f"a heading {b} follows one of {a}" for a, b in steps if b > a + 1]
        found += [f"{tag} has a style or a handler of its own" for tag in self.styled]
        return found + ["script or style in the page"] * self.inline
