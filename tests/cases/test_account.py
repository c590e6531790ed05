"""The account of the gathered cases is complete: `README.md` names each once, and each stands where it says."""

from __future__ import annotations

import re
from pathlib import Path

from .test_cases import HANDS, MATCHES
from .test_positions import CASES

HERE = Path(__file__).parent
GATHERED = 95


def test_every_case_is_accounted_for() -> None:
    parts = re.split(r"^## (.*)$", (HERE / "README.md").read_text(), flags=re.MULTILINE)
    told = dict(zip(parts[1::2], parts[2::2], strict=True))
    positions = set(re.findall(r"\b[a-z0-9]+(?:-[a-z0-9]+)+\b", told["In `positions.yaml`"].partition(":\n")[2]))
    assert positions == {case["case"] for case in CASES}
    hands, matches = rows(told["In `whole-hands.yaml`"]), rows(told["In `matches.yaml`"])
    assert set(hands.values()) <= {case["id"] for case in HANDS}
    assert set(matches.values()) <= {case["id"] for case in MATCHES}
    unused = rows(told["Not used"])
    names = [*positions, *hands, *matches, *unused]
    assert len(names) == len(set(names)) == GATHERED


def rows(part: str) -> dict[str, str]:
    """A table's first column, each with the second."""
    return dict(re.findall(r"^\| ([a-z0-9]+-[a-z0-9-]+) \| (.*) \|$", part, flags=re.MULTILINE))
