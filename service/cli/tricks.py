"""The hand trick by trick: the cards, who took them, and what everybody had then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .labels import Labels
from .page import Page


def show_tricks(
    page: Page,
    positions: Sequence[Mapping[str, Any]],
    verdict: Mapping[str, Any],
    names: Mapping[str, str],
    labels: Labels,
) -> None:
    """Print the table; nothing where no trick was played."""
