"""The list of all rulesets, and how those of one family differ, as tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .. import tongue
from ..diff import pieces
from ..library import Summary, catalogue, load
from ..model import Ruleset
from ..reference import table
from .prose import code, english, value

SAME, OTHER, ABSENT = "·", "≠", "–"
SHORT = 24
"""A value of so many characters is shown in a table of differences."""


def index() -> str:
    """The page that leads to all others."""
    parts = [
        "# The rulesets\n",
        "This page and those it leads to are written from the rulesets themselves: "
        "`python -m bummerl.rulesets.book docs/rulesets`.\n",
        *(_family(head, kin) for head, kin in families().items()),
        "## In figures\n",
        _figures(load(summary.id) for summary in catalogue()),
        "## How the kin differ\n",
        "For each family, what its rulesets do not all say alike. What is short is shown, of an option the usual "
        f"value; otherwise `{SAME}` stands for what the first of them says, `{OTHER}` for something else, `{ABSENT}` "
        "for nothing. `bummerl rulesets diff A B` shows the words and conditions.\n",
        *(_matrix(head, [load(one.id) for one in kin]) for head, kin in families().items() if len(kin) > 1),
    ]
    return "\n".join(parts)


def families() -> dict[str, list[Summary]]:
    """The rulesets by the head of their family, which comes first among them."""
    found: dict[str, list[Summary]] = {}
    for summary in catalogue():
        found.setdefault(summary.family, []).append(summary)
    return {head: sorted(kin, key=lambda one: (one.id != head, one.id)) for head, kin in sorted(found.items())}


def _family(head: str, kin: list[Summary]) -> str:
    title = kin[0].family_title or english(kin[0].title)
    rows = [
        (
            f"[{english(one.title)}]({one.id}.md)",
            f"`{one.id}`",
            str(one.seats),
            str(one.cards),
            ", ".join(tongue.country("en", code) for code in one.country),
            english(one.about),
        )
        for one in kin
    ]
    return f"## {title}\n\n" + table(("", "id", "players", "cards", "country", "what is special"), rows)


def _figures(rulesets: Iterable[Ruleset]) -> str:
    head = ("ruleset", "players", "cards", "in hand", "game to", "written", "next dealer", "contracts", "options")
    return table(head, (_row(ruleset) for ruleset in rulesets))


def _row(ruleset: Ruleset) -> tuple[str, ...]:
    data = ruleset.data
    deck, match = data["deck"], data.get("match", {})
    cards = len(deck["suits"]) * len(deck["ranks"]) * deck.get("copies", 1)
    hand = sum(n for packet in data["deal"] for what, n in packet.items() if what == "hands" and isinstance(n, int))
    return (
        f"[{ruleset.id}]({ruleset.id}.md)",
        str(data["seats"]),
        str(cards),
        str(hand),
        code(match["target"]) if "target" in match else "",
        str(match.get("write", "up")),
        code(match["dealer"]) if "dealer" in match else "",
        str(len(data.get("contracts", ()))),
        str(len(ruleset.options)),
    )


def _matrix(head: str, kin: list[Ruleset]) -> str:
    said = [dict(pieces(ruleset)) for ruleset in kin]
    keys = dict.fromkeys(key for each in said for key in each if key[0] != "order")
    rows = []
    for key in keys:
        first, values = said[0].get(key), [each.get(key) for each in said]
        if all(each == first for each in values):
            continue
        marks = [_mark(key[0], each, first) for each in values]
        kind, name, contract = key
        rows.append((kind, f"`{name}`" + (f" ({contract})" if contract else ""), *marks))
    links = [f"[{ruleset.id}]({ruleset.id}.md)" for ruleset in kin]
    return f"### {english(kin[0].title)}\n\n" + table(("", "", *links), rows)


def _mark(kind: str, said: Any, first: Any) -> str:
    """What one ruleset says, if that is short, or whether it is what the first of them says."""
    if said is None:
        return ABSENT
    plain = said.get("default") if kind == "option" and isinstance(said, Mapping) else said
    if isinstance(plain, str | int) and len(value(plain)) <= SHORT:
        return code(plain)
    return SAME if said == first else OTHER
