"""The Python core made a tenth faster, for long work: its constants are written out as numbers.

The text of `core.py` stays the only one. CPython looks a global name up each time it meets it, and the core consists
of little else; what it looks up are whole numbers that never change. So each function gets the code that the same text
compiles to with the numbers in place of their names. A compiled core has no use for it.
"""

from __future__ import annotations

import ast
import threading
from copy import deepcopy
from pathlib import Path
from types import CodeType, FunctionType

from bummerl.interpreter import core

_lock = threading.Lock()
_done = False


def hasten() -> None:
    """Does it, once in a process; it takes some thirty milliseconds. Without the source everything stays as it is."""
    global _done
    with _lock:
        if _done:
            return
        _done = True
        path = str(core.__file__)
        try:
            text = Path(path).read_text(encoding="utf-8")
        except OSError:
            return
        for name, code in written_out(text, path).items():
            function = getattr(core, name)
            if isinstance(function, FunctionType):
                function.__code__ = code


def written_out(text: str, path: str) -> dict[str, CodeType]:
    """The code of each function of a module, with the module's whole numbers in capitals written out."""
    tree = ast.parse(text, path)
    constants = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and is_whole(node.value)
        for target in node.targets
        if isinstance(target, ast.Name) and target.id.isupper()
    }
    writer = _Writer(constants)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            writer.visit(node)
    module = compile(tree, path, "exec")
    return {code.co_name: code for code in module.co_consts if isinstance(code, CodeType)}


def is_whole(node: ast.expr) -> bool:
    """Is this a whole number, as it is written?"""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
    return isinstance(node, ast.Constant) and type(node.value) is int


class _Writer(ast.NodeTransformer):
    """Puts numbers in the place of names."""

    def __init__(self, constants: dict[str, ast.expr]) -> None:
        self.constants = constants

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if isinstance(node.ctx, ast.Load) and node.id in self.constants:
            return ast.copy_location(deepcopy(self.constants[node.id]), node)
        return node
