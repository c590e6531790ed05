"""The parser of the expression language (seed: still hands out lark trees)."""
import pathlib

from lark import Lark, Token
from lark.exceptions import UnexpectedInput

PARSER = Lark((pathlib.Path(__file__).parent / "expression.lark").read_text(encoding="utf-8"), parser="lalr",
              propagate_positions=True, maybe_placeholders=False)
