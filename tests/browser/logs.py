"""Hands for the browser: those of examples/, and changes of them."""

from __future__ import annotations

from .every_page import EXAMPLES


def hand(name: str) -> dict[str, str]:
    """A hand of examples/, as the field of a form."""
    return {"log": (EXAMPLES / f"{name}.txt").read_text(encoding="utf-8")}


def with_players(name: str, *players: str) -> dict[str, str]:
    """A hand with other names of players."""
    lines = hand(name)["log"].splitlines()
    return {
        "log": "\n".join(f'[Players "{"; ".join(players)}"]' if line.startswith("[Players") else line for line in lines)
    }
