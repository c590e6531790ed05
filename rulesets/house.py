"""House rulesets that were sent along lately: a batch sends the same one with every record.

How many are kept hangs on how large they are, so that somebody who sends a new large one each time fills no memory.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from threading import Lock
from typing import Final

from .build import built
from .model import Ruleset
from .source import Source

MOST: Final = 64
"""As many are kept, if they are of the usual size."""
ROOM: Final = 25_000
"""What all that are kept may weigh together: some forty megabytes."""


def weight(ruleset: Ruleset, text: str) -> int:
    """How much a ruleset takes, in kilobytes or a little less: what any does, its rules for each contract that they are
    typed under, and its text.
    """
    return 150 + len(ruleset.rules) * (1 + len(ruleset.data.get("contracts", ()))) + len(text) // 20


class House:
    """The house rulesets that were used last, by their JSON."""

    def __init__(self) -> None:
        """With none."""
        self._kept: OrderedDict[str, tuple[Ruleset, int]] = OrderedDict()
        self._weight = 0
        self._lock = Lock()

    def __len__(self) -> int:
        """How many are kept."""
        return len(self._kept)

    def get(self, text: str) -> Ruleset:
        """The ruleset, built if it is not kept. Raises `RulesetError` with all that is wrong."""
        with self._lock:
            known = self._kept.get(text)
            if known is not None:
                self._kept.move_to_end(text)
                return known[0]
        return self._keep(text, built(Source(json.loads(text))))

    def _keep(self, text: str, ruleset: Ruleset) -> Ruleset:
        """Keeps one more, lets go of those that were used longest ago until there is room, and gives the one kept."""
        with self._lock:
            if text in self._kept:
                return self._kept[text][0]
            own = weight(ruleset, text)
            self._kept[text] = ruleset, own
            self._weight += own
            while len(self._kept) > MOST or (self._weight > ROOM and len(self._kept) > 1):
                _, (_, gone) = self._kept.popitem(last=False)
                self._weight -= gone
        return ruleset
