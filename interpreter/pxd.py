"""Writes what Cython needs to know to compile `core.py`, and the fingerprint of its text.

`python -m bummerl.interpreter.pxd` after every edit of `core.py`; with `--check` it only says whether that was done.

The types follow from the annotations: `Ints` is the address of 64-bit integers, `int` is a 64-bit integer. A function
that takes a `Column` is a door: it stays a Python function. The declarations stand in a folder of their own, laid out
like the package, because Cython looks for them by the extension's name and this package's folder is not called after
it.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import Final

from .fingerprint import stamped

HERE: Final = Path(__file__).parent
SOURCE: Final = HERE / "core.py"
DECLARATIONS: Final = HERE / "types" / "bummerl" / "interpreter" / "_core.pxd"
C_TYPES: Final = {"Ints": "long long*", "int": "long long", "None": "void"}


def declarations(text: str) -> str:
    """The `.pxd` of this text: a line for every constant and every function inside the machine."""
    lines = [
        "# Written by `python -m bummerl.interpreter.pxd` from core.py: what Cython needs to know to compile it.",
        "",
    ]
    tree = ast.parse(text).body
    for node in tree:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and _is_number(node.value):
            lines.append(f"cdef long long {node.targets[0].id}")
    lines += ["", "cdef long long* ints(long long[::1] a)"]
    lines += [_function(node) for node in tree if isinstance(node, ast.FunctionDef) and not _is_door(node)]
    return "\n".join(lines) + "\n"


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) or (isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant))


def _is_door(node: ast.FunctionDef) -> bool:
    return node.name == "fingerprint" or any(
        ast.unparse(arg.annotation) == "Column" for arg in node.args.args if arg.annotation
    )


def _function(node: ast.FunctionDef) -> str:
    args = ", ".join(f"{C_TYPES[ast.unparse(arg.annotation)]} {arg.arg}" for arg in node.args.args if arg.annotation)
    gives = C_TYPES[ast.unparse(node.returns)] if node.returns else "void"
    takes_lock = any(isinstance(inner, ast.With) for inner in ast.walk(node))
    return f"cdef {gives} {node.name}({args}) noexcept{'' if takes_lock else ' nogil'}"


def current() -> bool:
    """Do the declarations and the fingerprint belong to `core.py` as it is?"""
    text = SOURCE.read_text(encoding="utf-8")
    return (
        stamped(text) == text
        and DECLARATIONS.is_file()
        and DECLARATIONS.read_text(encoding="utf-8") == declarations(text)
    )


def main(arguments: list[str]) -> int:
    """Writes both, or checks them."""
    if "--check" in arguments:
        return 0 if current() else 1
    text = stamped(SOURCE.read_text(encoding="utf-8"))
    SOURCE.write_text(text, encoding="utf-8")
    DECLARATIONS.parent.mkdir(parents=True, exist_ok=True)
    DECLARATIONS.write_text(declarations(text), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
