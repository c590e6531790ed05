"""One hand under several rulesets: a form, who gives which answer, and where they part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bummerl.grammar import Hand, Severity, in_language
from flask import Response, request

from ...referee import all_named
from ...state import config
from ..errors import subject
from ..frame import Frame, frame, page
from ..hands import Typed, only_hand, own_ruleset, typed
from .choosing import ASKED, FAMILY, Shelf, fitting, shelves
from .telling import Comparison, compared

SUBJECTS = ("compare", "rulesets")
routes = subject("comparisons")


@routes.route("/compare", methods=["GET", "POST"])
def comparison() -> Response:
    """A form for a log and rulesets; with a log, what each ruleset says of it."""
    f = frame(*SUBJECTS)
    hand = typed()
    chosen = all_named(list(dict.fromkeys(request.values.getlist("rulesets"))), in_body=False)
    if not hand.log.strip():
        return _page(f, hand, chosen, None)
    read = _under(only_hand(hand.log, config()), hand)
    if not read.readable:
        return _page(f, hand, chosen, None, problems=_problems(read, f))
    which = request.values.get("which") or (ASKED if chosen else "")
    asked = chosen if which == ASKED and chosen else fitting(own_ruleset(read), family=which == FAMILY)
    found = compared(hand, read, asked, f)
    if unread := found.unread:
        return _page(f, hand, asked, None, problems=unread)
    if which != ASKED and found.applied:
        asked = found.applied
        found = found.without_others()
    return _page(f, hand, asked, found)


def _under(read: Hand, hand: Typed) -> Hand:
    """The hand, with the ruleset that the form names in place of the one that the log names."""
    if hand.ruleset:
        read.record["ruleset"] = hand.ruleset
    return read


def _problems(read: Hand, f: Frame) -> list[dict[str, object]]:
    """Why a log cannot be read."""
    wrong = (each for each in read.problems if each.severity is Severity.ERROR)
    return [in_language(each, f.lang).to_json() for each in wrong]


def _page(
    f: Frame,
    hand: Typed,
    chosen: list[str],
    found: Comparison | None,
    problems: Sequence[Mapping[str, object]] = (),
) -> Response:
    kin: list[Shelf] = shelves(f.words)
    return page(
        "compare/compare.html", f, nav="compare", carry="hand", pack=found.pack if found else None,
        styles=("compare",), hand=hand, chosen=frozenset(chosen), shelves=kin, found=found, problems=problems,
    )  # fmt: skip
