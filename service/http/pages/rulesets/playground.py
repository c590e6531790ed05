"""A place to write a house ruleset: what is wrong with it, what it changes, what comes of hands under it.

Nothing is kept: the text goes to and fro in its form.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from bummerl.grammar import Problem
from bummerl.rulesets import Option, Ruleset, RulesetError, check_text, load, load_text
from bummerl.rulesets.rulings import read_rulings, rulings_of
from flask import Response, request

from ...problems import Refusal
from ...state import config
from ..errors import subject
from ..frame import Frame, frame, page
from ..hands import lines
from . import shelf, worked
from .captions import in_language
from .differences import Differences, differences
from .expressions import plain
from .findings import Finding, bad_lines, findings, mended, underlay

routes = subject("playground")
MOST_HANDS: Final = 200
"""So many hands are tried at once."""
SECONDS: Final = 2.0
"""So long."""
SHOWN: Final = 12
"""So many hands that come out otherwise than under the parent are shown."""
_NAME: Final = re.compile(r"^ruleset:[ \t]*([a-z0-9][a-z0-9-]{0,59})[ \t]*(#.*)?$", re.MULTILINE)
Title = tuple[str, str, str]


@dataclass(frozen=True)
class Text:
    """One of the two fields: what stands in it, and what is wrong with it."""

    text: str
    found: list[Finding]

    @property
    def rows(self) -> list[str]:
        """Its lines."""
        return self.text.split("\n")

    @property
    def classes(self) -> dict[int, str]:
        """The class of each line with a problem."""
        return bad_lines(self.found)

    @property
    def errors(self) -> int:
        """How many problems stand in the way."""
        return sum(not one.warning for one in self.found)

    def underlay(self) -> str:
        """What lies behind the field."""
        return underlay(self.text, self.found)


@dataclass(frozen=True)
class Tested:
    """What a ruleset that has no mistakes changes, and what comes of hands under it."""

    ruleset: Ruleset
    parent: Title | None
    changes: Differences | None
    own: worked.Tries | None
    own_groups: list[worked.Group]
    inherited: worked.Tries | None
    otherwise: list[worked.Hand]


@routes.get("/playground")
def blank() -> Response:
    """A ruleset to begin with: an example, or one that extends the ruleset named in the address."""
    f = frame("rulesets", "playground")
    parent = request.args.get("extends", "")
    begun = _beginning(parent, f) if list(shelf.titles([parent], f.words)) else None
    if begun is not None:
        return _page(f, begun, "", quick=True)
    return _page(f, _sample("house.yaml"), _sample("house.rulings.yaml"), quick=True)


@routes.post("/playground")
def check() -> Response:
    """The ruleset in the form, checked, corrected in one place, or sent back as a file."""
    f = frame("rulesets", "playground")
    house, rulings = _field("house"), _field("rulings")
    act = request.form.get("act", "")
    if act == "keep":
        return _file(house, f"{_name(house)}.yaml")
    if act == "keep-rulings":
        return _file(rulings, f"{_name(house)}.rulings.yaml")
    if key := request.form.get("fix", ""):
        house = mended(house, findings(check_text(house), house), key)
    return _page(f, house, rulings, quick=act == "look")


def _field(name: str) -> str:
    """The text of a field, with its line ends as in a file."""
    text, limit = lines(request.form.get(name, "")), config().max_ruleset
    if len(text.encode("utf-8", "replace")) > limit:
        raise Refusal(413, "request.too-large", f"A ruleset, or its rulings, have at most {limit} bytes.")
    return text


def _page(f: Frame, house: str, rulings: str, *, quick: bool) -> Response:
    """The page; a `quick` one does not try hands and looks for no differences."""
    problems = check_text(house)
    text = Text(house, findings(problems, house))
    ruleset = _built(house) if not text.errors and house.strip() else None
    name = ruleset.id if ruleset else None
    found, wrong = read_rulings(rulings, None, name) if rulings.strip() else ([], [])
    tested = _tested(f, ruleset, found) if ruleset and not quick else None
    wrong = [*wrong, *_not_as_counted(tested)]
    return page(
        "playground/playground.html",
        f,
        nav="rulesets",
        carry="house-form",
        styles=("rulesets", "playground"),
        scripts=("playground",),
        house=text,
        rulings=Text(rulings, findings(wrong, rulings)),
        ruleset=ruleset,
        tested=tested,
        quick=quick,
        linked=False,
        most=SHOWN,
    )


def _built(text: str) -> Ruleset | None:
    try:
        return load_text(text)
    except RulesetError:
        return None


def _tested(f: Frame, ruleset: Ruleset, own: list[worked.Worked]) -> Tested:
    parents = list(shelf.titles(ruleset.parents, f.words))
    parent = parents[0] if parents else None
    mine = worked.try_some(own, ruleset, MOST_HANDS, SECONDS) if own else None
    groups = worked.groups(mine.rulings, mine.outcomes, f.words) if mine else []
    theirs = worked.try_some(rulings_of(parent[0])[0], ruleset, MOST_HANDS, SECONDS) if parent else None
    return Tested(
        ruleset,
        parent,
        differences(load(parent[0]), ruleset, f.words) if parent else None,
        mine,
        groups,
        theirs,
        _otherwise(theirs, f) if theirs else [],
    )


def _otherwise(tries: worked.Tries, f: Frame) -> list[worked.Hand]:
    """The hands that come out otherwise than they do under the ruleset whose they are."""
    return [
        hand
        for group in worked.groups(tries.rulings, tries.outcomes, f.words)
        for hand in group.hands
        if hand.holds is False
    ]


def _not_as_counted(tested: Tested | None) -> list[Problem]:
    return list(worked.problems(tested.own.outcomes)) if tested and tested.own else []


def _name(text: str) -> str:
    """What a file with this ruleset is called."""
    found = _NAME.search(text)
    return found[1] if found else "house"


def _file(text: str, name: str) -> Response:
    response = Response(text.encode("utf-8", "replace"), content_type="application/yaml; charset=utf-8")
    response.headers.set("Content-Disposition", "attachment", filename=name)
    response.headers["Cache-Control"] = "no-store"
    return response


def _sample(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _beginning(parent: str, f: Frame) -> str:
    """A ruleset that changes nothing yet in the one it extends; house rules to choose stand there as comments."""
    ruleset = load(parent)
    title = f.words("play.ours", title=in_language(ruleset.title, f.lang)[1])
    options = [_commented(option, f.lang) for option in ruleset.options.values()]
    head = (
        f"ruleset: house-{ruleset.id}\nversion: 1.0.0\nextends: {ruleset.id}\ntitle:\n  en: {_quoted(_ours(ruleset))}\n"
    )
    head += f"  {f.lang}: {_quoted(title)}\n" if f.lang != "en" else ""
    return head + ("\n# options:\n" + "".join(options) if options else "")


def _ours(ruleset: Ruleset) -> str:
    return f"{in_language(ruleset.title, 'en')[1]} (house rules)"


def _commented(option: Option, lang: str) -> str:
    allowed = f", allowed: {plain(option.allowed)}" if option.allowed else ""
    about = " ".join((option.text(lang) or "").split())
    return f"#   {option.name}: {{type: {option.type}, default: {plain(option.default)}{allowed}}}  # {about}\n"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
