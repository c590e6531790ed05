"""Ruleset and record in, verdict out.

>>> adjudicate({"moves": 7})["status"]
'unreadable'
"""

from . import machine
from .adjudication import adjudicate, adjudicate_text, canonical, legal
from .batch import Judge
from .compare import compare
from .matches import adjudicate_match
from .replay import replay
from .rules import CODES
from .strict import NotJson
from .strict import decode as decode_json

__all__ = [
    "CODES",
    "Judge",
    "NotJson",
    "adjudicate",
    "adjudicate_match",
    "adjudicate_text",
    "canonical",
    "compare",
    "decode_json",
    "engine",
    "legal",
    "replay",
]


def engine() -> str:
    """Which machine is loaded: `python`, or `compiled`."""
    return "compiled" if machine.COMPILED else "python"
