"""Chart and table of the points: the totals are the verdict's, the lines those of the rules."""

from __future__ import annotations

import re
from typing import Any

import pytest
from bummerl.rulesets import catalogue, load
from bummerl.rulesets.rulings import rulings_of
from bummerl.service.http.pages.points.limits import NO_LIMITS, Limits, limits_of

from .showing import Element, Shown, as_log, show, worked_hands

NAMES = [summary.id for summary in catalogue() if rulings_of(summary.id)[0]]
LIMITS = {
    "schnapsen": Limits([33, 66], 66),
    "santase": Limits([33, 66], 66),
    "sixty-six-three": Limits([33], None),  # whoever has most wins
    "tute-partners": Limits([100], 100),
    "tute-six": NO_LIMITS,  # 101 counts with what was brought from the hand before
}
"""What must be reached, by the rules of each game: rules.md."""


@pytest.fixture(scope="module", params=NAMES)
def hands(request: pytest.FixtureRequest) -> list[Shown]:
    return [show(as_log(hand.record), table=False) for hand in worked_hands(request.param, 2)]


def test_the_last_totals_are_those_of_the_verdict(hands: list[Shown]) -> None:
    for hand in hands:
        score, rows = hand.judged.verdict["score"], hand.page.one("table", "tricks").all("tr")
        last = [cell.text.split()[0] for cell in rows[-1].all("td", "run")]
        sides = hand.judged.replay[-1]["sides"]
        if not hand.judged.verdict["moves_checked"] and len(rows) == 1:
            continue
        assert last == [str(score[side[0]]["points"]) for side in sides]


def test_the_lines_of_the_chart_end_at_the_totals(hands: list[Shown]) -> None:
    for hand in hands:
        wide, narrow = hand.page.one("div", "chart").all("svg")
        assert (wide["class"], narrow["class"]) == ("wide", "narrow")
        totals = [str(hand.judged.verdict["score"][side[0]]["points"]) for side in hand.judged.replay[-1]["sides"]]
        for chart in (wide, narrow):
            assert [label.text.split()[-1] for label in chart.all("text", "end")] == totals[::-1]
            assert len(chart.all("path", "wrong")) == len(hand.judged.verdict["violations"])
            assert chart["role"] == "img"
            assert all(total in chart["aria-label"] for total in totals)
            _inside(chart)


def _inside(chart: Element) -> None:
    """All that is drawn lies in the view box."""
    width, height = (float(number) for number in chart["viewbox"].split()[2:])
    for text in chart.all("text"):
        assert 0 <= float(text["x"]) <= width
        assert 0 <= float(text["y"]) <= height
    for line in chart.all("path", "line"):
        assert all(-1 <= float(number) <= width for number in re.findall(r"-?[0-9.]+", line["d"]))


def test_each_trick_has_its_row(hands: list[Shown]) -> None:
    for hand in hands:
        taken: list[dict[str, Any]] = [now["taken"] for now in hand.judged.replay if now["taken"]]
        rows = [row for row in hand.page.one("table", "tricks").all("tr") if row.all("td", "played")]
        worths = [row.all("td")[1].text.split("+")[1] for row in rows if "+" in row.all("td")[1].text]
        assert worths == [str(trick["points"]) for trick in taken]
        chips = [len(row.one("td", "played").all("span", "chip")) for row in rows]
        assert chips[: len(taken)] == [len(trick["cards"]) for trick in taken]


def test_the_row_of_the_illegal_move_is_marked(hands: list[Shown]) -> None:
    for hand in hands:
        marked = hand.page.one("table", "tricks").all("tbody", "bad")
        assert len(marked) == len(hand.judged.verdict["violations"])
        for part in marked:
            assert "illegal" in part.text


def test_rows_have_headers_and_as_many_cells_as_there_are_columns(hands: list[Shown]) -> None:
    for hand in hands:
        table = hand.page.one("table", "tricks")
        columns, under = len(table.one("thead").all("th")), 0
        assert all(head["scope"] == "col" for head in table.one("thead").all("th"))
        for row in [row for part in table.all("tbody") for row in part.all("tr")]:
            cells = row.all("th") + row.all("td")
            assert sum(int(cell["colspan"] or 1) for cell in cells) + under == columns
            under = sum(int(cell["rowspan"] or 1) - 1 for cell in cells)
            assert all(head["scope"] in ("row", "rowgroup") for head in row.all("th"))


@pytest.mark.parametrize(("name", "limits"), LIMITS.items())
def test_the_figures_come_from_the_rules(name: str, limits: Limits) -> None:
    assert limits_of(load(name), {}) == limits


def test_a_declaration_that_does_not_count_yet_is_hollow() -> None:
    hand = show(
        '[Ruleset "schnapsen"] [Dealer "B"] [A "SK SQ DJ CJ HJ"] [B "SA ST DA CA HK"] [TurnUp "HQ"] '
        '[Talon "DT DK DQ CT CK CQ HA HT SJ"] 1. SK+20 SA 2. DA DJ'
    )
    wide = hand.page.one("svg", "wide")
    assert [dot["class"] for dot in wide.all("", "hollow")] == ["dot of-A hollow"]
    assert [event.text for event in wide.all("text", "event")] == ["(+20)"]
    assert [label.text.split()[-1] for label in wide.all("text", "end")] == ["28", "0"]
    assert "(+20)" in hand.page.one("table", "tricks").all("td", "run")[0].text
    assert hand.captions[1].endswith("It does not count yet.")
