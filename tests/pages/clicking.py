"""A desk in a browser without script: it has the form's fields, and its buttons can be pressed."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

from flask.testing import FlaskClient


class Form(HTMLParser):
    """The fields of the desk's form as a browser would send them, its buttons, and all ids of the page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.buttons: list[dict[str, str]] = []
        self.ids: list[str] = []
        self._inside, self._area, self._select = False, "", ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = {name: value or "" for name, value in attrs}
        self.ids += [own["id"]] if "id" in own else []
        if tag == "form":
            self._inside = own.get("id") == "desk"
        if not self._inside and own.get("form") != "desk":
            return
        if tag == "button" and "name" in own:
            self.buttons.append(own)
        elif tag == "textarea":
            self._area = own["name"]
            self.fields[self._area] = ""
        elif tag == "select":
            self._select = own["name"]
        elif tag == "option" and (self._select not in self.fields or "selected" in own):
            self.fields[self._select] = own["value"]
        elif tag == "input" and (own.get("type") != "radio" or "checked" in own) and own.get("type") != "file":
            self.fields[own["name"]] = own.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self.fields[self._area] = self.fields[self._area].removeprefix("\n")
            self._area = ""
        elif tag == "form":
            self._inside = False

    def handle_data(self, data: str) -> None:
        if self._area:
            self.fields[self._area] += data


class Desk:
    """The page as it is now."""

    def __init__(self, client: FlaskClient, **query: str) -> None:
        self.client = client
        self._take(client.get("/", query_string=query).get_data(as_text=True))

    @property
    def log(self) -> str:
        return self.form.fields["log"]

    @property
    def words(self) -> str:
        """The words of the page."""
        return " ".join(unescape(re.sub(r"<svg.*?</svg>|<[^>]+>", " ", self.page, flags=re.DOTALL)).split())

    @property
    def turn(self) -> str:
        """The words of the sentence on what comes next."""
        found = re.search(r'<p class="turn"[^>]*>(.*?)</p>', self.page, re.DOTALL)
        return " ".join(unescape(re.sub(r"<[^>]+>", "", found[1])).split()) if found else ""

    def buttons(self, name: str) -> list[str]:
        """The values of the buttons of this name that can be pressed."""
        return [each["value"] for each in self.form.buttons if each["name"] == name and "disabled" not in each]

    @property
    def legal(self) -> list[str]:
        """The cards that are marked as legal."""
        return [each["value"] for each in self.form.buttons if "legal" in each.get("class", "").split()]

    def type(self, log: str) -> Desk:
        self.form.fields["log"] = log
        return self

    def press(self, name: str, value: str = "1", **changed: str) -> Desk:
        """Presses a button, after other fields were changed."""
        sent = {**self.form.fields, **changed, name: value}
        sent = {field: text.replace("\n", "\r\n") for field, text in sent.items()}
        answer = self.client.post("/", data=sent, content_type="multipart/form-data")
        assert answer.status_code == 200, answer.get_data(as_text=True)[-800:]
        self._take(answer.get_data(as_text=True))
        return self

    def click(self, *pressed: str) -> Desk:
        """Presses one button after the other: `SA` is a card or a word, `undo=1` the button of this name,
        `position.trick:3` a field that is filled in.
        """
        for each in pressed:
            if each.startswith("position."):
                field, _, value = each.partition(":")
                assert field in self.form.fields, field
                self.press("set", **{field: value})
                continue
            name, sign, value = each.partition("=")
            self.press(name, value) if sign else self.press("add", each)
        return self

    def _take(self, page: str) -> None:
        self.page, self.form = page, Form(page)
        ids = self.form.ids
        assert len(ids) == len(set(ids)), sorted({each for each in ids if ids.count(each) > 1})
        missing = set(re.findall(r'href="#([^"]+)"', page)) - set(ids)
        assert not missing, missing
