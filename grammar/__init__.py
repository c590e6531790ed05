"""Text to records and text to expressions: everything that is read or written as language."""

from . import nodes
from .codes import CODES
from .diagnostics import Problem, Severity, Span, suggest
from .expression import ExpressionError, parse_expression

__all__ = ["CODES", "ExpressionError", "Problem", "Severity", "Span", "nodes", "parse_expression", "suggest"]
