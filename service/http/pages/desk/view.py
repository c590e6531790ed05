"""The desk as a page."""

from __future__ import annotations

from typing import Any

from flask import Response

from ..frame import page
from ..saying import contract_text
from . import catalog, setup
from .facts import facts_of
from .logtext import UNKNOWN
from .saying import sayings
from .standing import DEAL, DRAW, Standing
from .told import marked, told


def shown(now: Standing, *, submitted: bool = False, clicked: str = "", what: str = "") -> Response:
    """The page.

    `submitted`: the log should have been judged, so its problems stand first.  `clicked` and `what` are the button that
    was pressed: the focus goes on from there.
    """
    problems = told(now)
    fields, facts = setup.options(now), facts_of(now)
    return page(
        "desk/desk.html",
        now.frame,
        nav="desk",
        pack=now.pack,
        carry="desk",
        styles=("desk",),
        scripts=("desk",),
        now=now,
        title=setup.title(now),
        groups=catalog.groups(now.frame.words),
        fields=fields,
        facts=facts,
        shown=setup.shown(now, fields, facts).packed(),
        problems=problems,
        errors=[problem for problem in problems if problem.error],
        lines=marked(now, problems),
        submitted=submitted,
        focus=_focus(now, clicked, what),
        **_table(now),
    )


def _table(now: Standing) -> dict[str, Any]:
    position = now.position
    mover = now.mover
    held = now.pack.sorted(position["hands"][mover]) if position and mover else []
    hidden = position["hidden"][mover] if position and mover else 0
    contract = position["contract"] if position else None
    contracts = {each["id"]: each for each in now.ruleset.data.get("contracts", ())}
    legal = [token for token in now.legal if now.is_card(token)]
    return {
        "position": position,
        "mover": mover,
        "held": held,
        "hidden": hidden,
        "legal": legal,
        "contract": contract_text(contracts[contract], now.frame.lang) if contract in contracts else contract,
        "says": sayings(now),
        "deck": _deck(now),
        "columns": columns(len(now.pack.ranks), len(now.pack.suits)),
        "UNKNOWN": UNKNOWN,
    }


def columns(ranks: int, suits: int) -> int:
    """How many cards of the deck stand in a row: two suits as long as there is room, else one."""
    return ranks * 2 if ranks <= 6 and suits % 2 == 0 else ranks


def _deck(now: Standing) -> list[dict[str, Any]]:
    """Every card as it can be clicked: who has it, how many are left of it."""
    copies = now.ruleset.data["deck"].get("copies", 1)
    dealing = now.phase == DEAL
    shows = dealing and now.zone is not None and now.zone.key == "TurnUp" and now.deal.sizes.shown
    found = []
    for card in now.pack.cards:
        owners = now.deal.owners(card) if dealing else []
        used = len(owners) if dealing else now.gone.get(card, 0)
        free = used < copies
        if shows:
            dealt = now.deal.zone(now.deal.sizes.dealer)
            free = dealt is None or card in dealt.cards or (UNKNOWN in dealt.cards and not owners)
        found.append({"card": card, "owners": owners, "left": copies - used, "free": free})
    return found


def _focus(now: Standing, clicked: str, what: str) -> str:
    """The value of the button that has the focus: the next free card behind one that was just placed."""
    if clicked == "middle":
        return now.zone.key if now.zone is not None else ""
    if clicked != "add" or now.phase not in (DEAL, DRAW) or not now.is_card(what):
        return what if clicked in ("undo", "zone") else ""
    cards = now.pack.cards
    at = cards.index(what)
    free = {each["card"] for each in _deck(now) if each["free"]}
    return next((card for card in [*cards[at + 1 :], *cards[:at]] if card in free), "")
