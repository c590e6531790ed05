"""The hands kept beside this file are still played as they were; see `play.py`."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ..tables import SHIPPED
from .play import HERE, agreed, read, transcript


def kept(name: str) -> list[dict[str, Any]]:
    hands: list[dict[str, Any]] = json.loads((HERE / f"{name}.json").read_text())
    return hands


@pytest.mark.parametrize("name", SHIPPED)
def test_every_step(name: str) -> None:
    for hand in kept(name):
        now = transcript(name, read(name, hand))
        for step, (before, after) in enumerate(zip(hand["steps"], now["steps"], strict=True)):
            assert after == before, f"step {step}"
        assert now["ruling"] == hand["ruling"]


@pytest.mark.parametrize("name", SHIPPED)
def test_the_naive_reading_agrees(name: str) -> None:
    for hand in kept(name)[:1]:
        agreed(name, hand)
