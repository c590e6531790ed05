"""Making parsers from the grammar files of this folder."""

from __future__ import annotations

from importlib import resources
from typing import Any

from lark import Lark, lexer


def parser(file: str, strict: bool, **how: Any) -> Lark:
    """A LALR parser from a grammar file; `strict` refuses any ambiguity of the grammar (needs `lark[interegular]`).

    Where that package is installed, lark looks for terminals that collide each time it makes a parser, strict or not,
    which takes a tenth of a second at every start of the program. The tests ask for it with `strict`; nobody else does.
    """
    source = resources.files(__package__).joinpath(file).read_text(encoding="utf-8")
    checked = lexer.has_interegular
    lexer.has_interegular = checked and strict
    try:
        return Lark(source, parser="lalr", lexer="basic", maybe_placeholders=False, strict=strict, **how)
    finally:
        lexer.has_interegular = checked
