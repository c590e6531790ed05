"""The pages of the rulesets: the list, a rule book, the difference of two."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import urlencode

from bummerl.rulesets import Ruleset, diff, load
from bummerl.rulesets.rulings import rulings_of
from bummerl.rulesets.shipped import text_of
from flask import Response, g, redirect, request

from ...answers import cached
from ...problems import Refusal, respond
from ...referee import named
from ..errors import as_page, subject
from ..frame import Frame, frame, page
from . import shelf, worked
from .book import Book
from .captions import in_language
from .differences import differences

TWO = 2
NOT_FOUND = 404
routes = subject("rulebooks")


@routes.get("/rulesets")
def shelves() -> Response:
    """All rulesets that answer to a search, by country."""
    f = frame("rulesets")
    query, seats = request.args.get("q", "")[:200].strip(), _number(request.args.get("n", ""))
    found = shelf.shelves(f.words, query, seats)
    ticked = list(shelf.titles(request.args.getlist("id"), f.words))
    shown = {volume.id for _, volumes in found for volume in volumes}
    return page(
        "rulesets/list.html",
        f,
        nav="rulesets",
        styles=("rulesets",),
        scripts=("rulesets",),
        shelves=found,
        number=len(shown),
        query=query,
        seats=seats,
        seat_counts=shelf.seat_counts(),
        ticked=ticked,
        hidden=[id for id, _, _ in ticked if id not in shown],
        asked="compare" in request.args,
    )


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < TWO else None


@routes.get("/rulesets/diff")
def choose() -> Response:
    """To the difference of the two that were ticked; back to the list if they are not two."""
    ids = [id for id, _, _ in shelf.titles(request.args.getlist("id"), frame().words)]
    if len(ids) == TWO:
        return _to(f"/rulesets/{ids[0]}/diff/{ids[1]}")
    kept = [(name, value) for name in ("q", "n") if (value := request.args.get(name, ""))]
    return _to(f"/rulesets?{urlencode([*kept, *(('id', id) for id in ids), ('compare', '1')])}")


def _to(address: str) -> Response:
    return redirect(request.script_root + address, 303)  # type: ignore[return-value]


@routes.get("/rulesets/<ruleset_id>.yaml")
def source(ruleset_id: str) -> Response:
    """The file as it was written, to be read in a browser."""
    ruleset = named(ruleset_id)
    return cached((text_of(ruleset.id) or "").encode(), "text/plain", f"{ruleset.digest};plain")


@routes.get("/rulesets/<ruleset_id>")
def book(ruleset_id: str) -> Response:
    """The rule book."""
    f = frame("rulesets")
    ruleset = named(ruleset_id)
    outcomes = worked.SHIPPED.tried(ruleset) if "check" in request.args else worked.SHIPPED.known(ruleset)
    pack = f.pack(ruleset.data["deck"])
    rulings = rulings_of(ruleset.id)[0]
    return page(
        "rulesets/book.html",
        f,
        nav="rulesets",
        pack=pack,
        styles=("rulesets",),
        scripts=("rulesets",),
        ruleset=ruleset,
        book=Book(ruleset, f.words, pack),
        title=in_language(ruleset.title, f.lang),
        about=in_language(ruleset.data.get("about"), f.lang),
        parents=list(shelf.titles(ruleset.parents, f.words)),
        differs=_differs(ruleset, f),
        target=shelf.target_of(ruleset),
        groups=worked.groups(rulings, outcomes, f.words),
        hands=sum(map(worked.size, rulings)),
        outcomes=outcomes,
        wrong=sum(not outcome.holds for outcome in outcomes or ()),
    )


def _differs(ruleset: Ruleset, f: Frame) -> list[tuple[str, str, str, int]]:
    """The games that a ruleset extends: id, title and its language, and in how many things it differs."""
    parents = shelf.titles(ruleset.parents, f.words)
    return [(id, title, lang, _number_of_differences(id, ruleset.id)) for id, title, lang in parents]


@lru_cache(maxsize=256)
def _number_of_differences(one: str, other: str) -> int:
    return len(diff(load(one), load(other)))


@routes.get("/rulesets/<first>/diff/<second>")
def differ(first: str, second: str) -> Response:
    """How two rulesets differ, rule by rule."""
    f = frame("rulesets")
    two = [named(first), named(second)]
    return page(
        "rulesets/diff.html",
        f,
        nav="rulesets",
        styles=("rulesets",),
        rulesets=two,
        titles=[in_language(one.title, f.lang) for one in two],
        found=differences(two[0], two[1], f.words),
        linked=True,
    )


@routes.errorhandler(Refusal)
def refused(refusal: Refusal) -> Response:
    """The page about a ruleset that there is not says which one may be meant; any other refusal has its usual page."""
    if refusal.status != NOT_FOUND:
        return as_page(refusal) or respond(refusal)
    g.problem = refusal.code
    f = frame("rulesets")
    error = refusal.errors[0] if refusal.errors else {}
    meant = list(shelf.titles([error.get("suggestion", "")], f.words))
    return page(
        "rulesets/unknown.html", f, nav="rulesets", status=NOT_FOUND, id=error.get("token", ""), code=refusal.code,
        part=error.get("code") == "ruleset.part", meant=meant,
    )  # fmt: skip
