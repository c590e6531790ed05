"""The rulesets under test: those that are shipped, and foreign games that show that nothing was made for one family."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from bummerl.rulesets import Ruleset, catalogue, load

from .naive import Game

SHIPPED = tuple(summary.id for summary in catalogue())
FOREIGN = {path.stem: path for path in sorted((Path(__file__).parent / "fixtures" / "rulesets").glob("*.yaml"))}
EVERY = (*SHIPPED, *FOREIGN)

THOROUGH = os.environ.get("BUMMERL_THOROUGH", "") not in ("", "0")
"""Run every property at length."""


@cache
def ruleset(name: str) -> Ruleset:
    return load(FOREIGN.get(name, name))


@cache
def game(name: str, options: tuple[tuple[str, Any], ...] = ()) -> Game:
    return Game(ruleset(name).data, dict(options))


def draw_options(name: str, rng: Random) -> tuple[tuple[str, Any], ...]:
    """House rules at random; half the time none."""
    if rng.random() < 0.5:
        return ()
    declared = ruleset(name).data.get("options", {})
    return tuple((key, rng.choice(option.get("allowed", [True, False]))) for key, option in sorted(declared.items()))


def duties(name: str) -> set[str]:
    """What may not be played because of what is held."""
    data = ruleset(name).data
    plays = [data["play"], *(contract.get("play", {}) for contract in data.get("contracts", []))]
    return {line["id"] for play in plays for ladder in ("lead", "follow") for line in play.get(ladder, [])}
