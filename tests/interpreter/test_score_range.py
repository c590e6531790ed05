"""How many card points a side can have at most, counted by hand: the pack has 120; king and queen count 40 in trumps
and 20 in each other suit, so four suits make 100, however many tricks there are.
"""

from __future__ import annotations

from typing import Any

import pytest
from bummerl.interpreter import score
from bummerl.rulesets import catalogue, load

PACK, MARRIAGES = 120, 40 + 20 + 20 + 20
WIDE = {
    "schnapsen-tournament",  # what is announced can be taken back
    "sixty-six-partners",  # a partner who announced need not play one of the two cards
}
NO_MARRIAGES = {"schnapsen-no-marriage"}


def range_of(ruleset: Any, fact: str = "A.points") -> dict[str, Any]:
    (answer,) = score({}, [ruleset])["answers"]
    found: dict[str, Any] = next((one for one in answer["facts"] if one["fact"] == fact), {})
    return found


@pytest.mark.parametrize("id", [one.id for one in catalogue()])
def test_a_side_has_at_most_the_pack_and_one_announcement_for_each_suit(id: str) -> None:
    found = range_of(id)
    if not found:
        return  # this ruleset does not look at card points
    assert sum(load(id).data["deck"]["ranks"].values()) * 4 == PACK
    assert found.get("rough", False) is (id in WIDE)
    if id in WIDE:
        assert found["max"] >= PACK + MARRIAGES
    else:
        assert (found["min"], found["max"]) == (0, PACK + (0 if id in NO_MARRIAGES else MARRIAGES))


def house(**marriage: Any) -> dict[str, Any]:
    """Schnapsen with other words about marriages."""
    return {
        "ruleset": "house", "version": "1.0.0", "extends": "schnapsen", "title": {"en": "House"}, "cite": "x",
        "sources": {"x": {"title": "X"}}, **marriage,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("ruleset", "most"),
    [
        (house(terms={"marriage_worth": "60 if suit is trump else 30"}), PACK + 60 + 3 * 30),
        (house(terms={"marriage_worth": "10"}), PACK + 4 * 10),
        # whoever need not lead one of the two cards may announce them again, before each of ten tricks and after them
        (house(play={"lead": [{"id": "marriage.lead", "off": True}]}), None),
        # two of a suit before one lead: the one that is led takes nothing from the other
        (house(moves={"marriage": {"require": [{"id": "marriage.once", "off": True}]}}), None),
        # without the pair in hand anything can be announced
        (house(moves={"marriage": {"require": [{"id": "marriage.pair", "off": True}]}}), None),
    ],
    ids=["dearer", "all alike", "not led", "not once", "not held"],
)
def test_a_house_ruleset_has_the_range_that_its_own_words_make_certain(
    ruleset: dict[str, Any], most: int | None
) -> None:
    found = range_of(ruleset)
    assert found["max"] == (PACK + 11 * 40 if most is None else most)
    assert found.get("rough", False) is (most is None)
