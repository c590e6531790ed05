"""Text to records and text to expressions: everything that is read or written as language.

A move log becomes hands with `read_log` and goes back to text with `write_log`; an expression of a ruleset becomes a
tree of `nodes` with `parse_expression`. What is wrong is told as `Problem` values with a place in the user's own text.
"""

from . import nodes
from .codes import CODES
from .decode import UndecodableError, decode
from .diagnostics import Problem, Severity, Span, suggest
from .expression import ExpressionError, parse_expression
from .log import Hand, read_log
from .messages import in_language
from .notation import MOST_MOVES, NAMING, NOTATION_WORDS, SEATS
from .pointers import escaped, pointer
from .record import Record
from .writer import write_log, write_logs

__all__ = [
    "CODES",
    "MOST_MOVES",
    "NAMING",
    "NOTATION_WORDS",
    "SEATS",
    "ExpressionError",
    "Hand",
    "Problem",
    "Record",
    "Severity",
    "Span",
    "UndecodableError",
    "decode",
    "escaped",
    "in_language",
    "nodes",
    "parse_expression",
    "pointer",
    "read_log",
    "suggest",
    "write_log",
    "write_logs",
]
