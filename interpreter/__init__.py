"""Ruleset and record in, verdict out.

>>> adjudicate({"moves": 7})["status"]
'unreadable'

These names are what the service and other programs use. Beside them stand four modules for tools around rulesets:
`messages` (sentences by language), `rulings` (worked hands beside a ruleset), `coverage` (which rules they exercise)
and `dump` (what the machine runs). Everything else may change without notice.
"""

from typing import TYPE_CHECKING, Any

from . import machine
from .adjudication import adjudicate, adjudicate_text, canonical, legal
from .batch import Judge
from .compare import compare
from .matches import adjudicate_match
from .messages import languages
from .replay import replay
from .rules import CODES, Unusable
from .strict import NotJson
from .strict import decode as decode_json
from .verdict import placed, unreadable

if TYPE_CHECKING:
    from .asking import score

__all__ = [
    "CODES",
    "Judge",
    "NotJson",
    "Unusable",
    "adjudicate",
    "adjudicate_match",
    "adjudicate_text",
    "canonical",
    "compare",
    "decode_json",
    "engine",
    "languages",
    "legal",
    "placed",
    "replay",
    "score",
    "unreadable",
]


def engine() -> str:
    """Which machine is loaded: `python`, or `compiled`."""
    return "compiled" if machine.COMPILED else "python"


def __getattr__(name: str) -> Any:
    """`score`, when somebody asks for it: a sixth of the time to start goes into what only the quick question needs."""
    if name != "score":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .asking import score

    return score
