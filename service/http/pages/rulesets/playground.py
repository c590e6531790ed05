"""A place to write a house ruleset: what is wrong with it, what it changes, what comes of hands under it.

Nothing is kept: the text goes to and fro in its form.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from bummerl.grammar import Problem
from bummerl.rulesets import Option, Ruleset, RulesetError, check_text, load, load_text
from bummerl.rulesets.rulings import read_rulings, rulings_of
from flask import Response, request

from ....spelled import plain
from ...problems import Refusal
from ...state import config
from ..compare.choosing import Shelf, shelves
from ..desk.catalog import usual
from ..errors import subject
from ..frame import Frame, frame, page
from ..hands import lines
from ..quick import chosen_options
from ..quick.asked import OptionField, option_fields
from . import shelf, worked
from .captions import in_language
from .differences import Differences, differences
from .findings import Finding, bad_lines, findings, mended, underlay

routes = subject("playground")
SUBJECTS: Final = ("rulesets", "playground", "quick", "compare")
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
    f = frame(*SUBJECTS)
    parent = request.args.get("extends", "")
    if list(shelf.titles([parent], f.words)):
        return _page(f, _beginning(load(parent), chosen_options(load(parent)), f), "", quick=True)
    return _page(f, _sample("house.yaml"), _sample("house.rulings.yaml"), quick=True)


@routes.post("/playground")
def check() -> Response:
    """The ruleset in the form, checked, corrected in one place, or sent back as a file."""
    f = frame(*SUBJECTS)
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
        most=SHOWN,
        writer=_writer(f),
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


@dataclass(frozen=True)
class Writer:
    """The form that writes a ruleset: the game it extends, and the house rules that can be chosen there."""

    parent: Ruleset
    title: Title
    shelves: Sequence[Shelf]
    options: Sequence[OptionField]
    example: str


def _writer(f: Frame) -> Writer:
    """The form for the game in the address, or for the usual one."""
    named = request.args.get("extends", "")
    (title,) = [*shelf.titles([named], f.words), *shelf.titles([usual()], f.words)][:1]
    parent = load(title[0])
    options = option_fields(parent.options.values(), chosen_options(parent), f.words)
    return Writer(parent, title, shelves(f.words), options, _example(parent))


def _example(parent: Ruleset) -> str:
    """A few lines that are a whole ruleset: another value for the first house rule, if there is one."""
    head = f"ruleset: our-table\nversion: 1.0.0\nextends: {parent.id}\ntitle: {{en: Our table}}\n"
    for option in parent.options.values():
        if other := [value for value in option.values if value != option.default]:
            return f"{head}options: {{{_line(option, plain(other[0]))}}}\n"
    return head


def _beginning(ruleset: Ruleset, chosen: Mapping[str, str], f: Frame) -> str:
    """A ruleset that changes nothing in the one it extends but the house rules that were chosen; the others stand
    there as comments.
    """
    title = f.words("play.ours", title=in_language(ruleset.title, f.lang)[1])
    head = (
        f"ruleset: house-{ruleset.id}\nversion: 1.0.0\nextends: {ruleset.id}\ntitle:\n  en: {_quoted(_ours(ruleset))}\n"
    )
    head += f"  {f.lang}: {_quoted(title)}\n" if f.lang != "en" else ""
    options = list(ruleset.options.values())
    changed = [option for option in options if option.name in chosen]
    if not changed:
        return head + ("\n# options:\n" + "".join(_commented(option, f.lang) for option in options) if options else "")
    written = "".join(f"  {_line(option, chosen[option.name])}{_about(option, f.lang)}" for option in changed)
    left = "".join(_commented(option, f.lang) for option in options if option.name not in chosen)
    return f"{head}\noptions:\n{written}{left}"


def _ours(ruleset: Ruleset) -> str:
    return f"{in_language(ruleset.title, 'en')[1]} (house rules)"


def _commented(option: Option, lang: str) -> str:
    return f"#   {_line(option, plain(option.default))}{_about(option, lang)}"


def _line(option: Option, default: str) -> str:
    """The declaration of an option."""
    allowed = f", allowed: {plain(option.allowed)}" if option.allowed else ""
    return f"{option.name}: {{type: {option.type}, default: {default}{allowed}}}"


def _about(option: Option, lang: str) -> str:
    """What it is about, as a comment."""
    return f"  # {' '.join((option.text(lang) or '').split())}\n"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
