"""What must stay true of the shape of the code: arrows between folders, and no game's name or figure in Python."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import bummerl.interpreter
import pytest

ROOT = Path(__file__).resolve().parents[1]
CODE = sorted(p for folder in ("grammar", "rulesets", "interpreter", "service") for p in (ROOT / folder).rglob("*.py"))
PROGRAM = [p for p in CODE if "variants" not in p.parts]
FOLDERS = ("grammar", "rulesets", "interpreter", "service")


def ids_of_variants() -> set[str]:
    """The ids of the shipped rulesets, and the words they are made of that name a game."""
    ids = {p.name.split(".")[0] for p in (ROOT / "rulesets" / "variants").glob("*.yaml")}
    plain = {"trick-taking", "doubling"}  # what variants share: words of the field, not games
    return ids - plain


def strings(path: Path) -> Iterator[tuple[int, str]]:
    """The string constants of a file that are not docstrings, with their lines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = set()
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            docs |= {id(e.value) for e in body if isinstance(e, ast.Expr) and isinstance(e.value, ast.Constant)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.lineno, node.value


def names(path: Path) -> Iterator[tuple[int, str]]:
    """Every name that a file defines or uses, with its line."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield node.lineno, name
            case ast.arg(arg=name):
                yield node.lineno, name


def relative(path: Path) -> str:
    """A path as it stands in the repository, for test ids and messages."""
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", PROGRAM, ids=relative)
def test_no_code_names_a_variant(path: Path) -> None:
    ids = ids_of_variants()
    words = {part for name in ids for part in (name, name.replace("-", "_"))}
    pattern = re.compile(
        r"(?<![a-z])(" + "|".join(sorted(map(re.escape, words), key=len, reverse=True)) + r")(?![a-z])"
    )
    told = SHOWN_TO_PEOPLE.get(relative(path), frozenset())
    texts = [*strings(path), *names(path)]
    found = [(line, text) for line, text in texts if pattern.search(text.lower()) and text not in told]
    assert found == []


SHOWN_TO_PEOPLE: dict[str, frozenset[str]] = {
    "rulesets/rulings.py": frozenset({"a file of rulings begins with the ruleset: `rulings: schnapsen`"}),
}
"""Sentences that name a game as an example of what to write, by file: nothing depends on them."""


SUITS_AND_RANKS = re.compile(
    r"(?<![a-z])(spades?|hearts?|diamonds?|clubs?|ace|king|queen|jack|ober|unter|oros|copas|espadas|bastos)(?![a-z])"
)


@pytest.mark.parametrize("path", PROGRAM, ids=relative)
def test_no_code_names_a_suit_or_a_rank(path: Path) -> None:
    found = [(line, text) for line, text in (*strings(path), *names(path)) if SUITS_AND_RANKS.search(text.lower())]
    assert found == []


def figures_of_rules() -> set[int]:
    """The figures by which the shipped games are counted, read from their files: points of the pack, points to go out,
    what a meld is worth. Numbers up to 20, and some round ones, count other things as well.
    """
    found: set[int] = set()
    for path in (ROOT / "rulesets" / "variants").glob("*.yaml"):
        if path.name.count(".") == 1:
            text = re.sub(r"#.*|\"[^\"\n]*\"", "", path.read_text(encoding="utf-8"))
            found |= {int(n) for n in re.findall(r"(?<![\w.-])\d{2,3}(?![\w.-])", text)}
    return {n for n in found if n > 20} - {24, 30, 32, 40, 50, 64, 100} | {66, 120, 130}


FIGURES = figures_of_rules()


@pytest.mark.parametrize("path", [p for p in PROGRAM if p.parts[-2] != "grammar"], ids=relative)
def test_no_code_holds_a_figure_of_a_rule(path: Path) -> None:
    """The figures that make this family what it is: points to go out, points in the pack, points of a meld."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    named = (ast.Assign, ast.AnnAssign)  # a limit with a name of its own, a numbered slot of the core
    numbered = {id(node.value) for node in tree.body if isinstance(node, named)}
    figures = [
        (node.lineno, node.value)
        for node in ast.walk(tree)
        if id(node) not in numbered
        and isinstance(node, ast.Constant)
        and type(node.value) is int
        and node.value in FIGURES
    ]
    assert figures == []


@pytest.mark.parametrize("path", CODE, ids=relative)
def test_folders_are_imported_as_bummerl_across_and_relatively_inside(path: Path) -> None:
    own = path.relative_to(ROOT).parts[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        modules = (
            [node.module or ""]
            if isinstance(node, ast.ImportFrom) and node.level == 0
            else [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else []
        )
        for module in modules:
            assert module.split(".")[0] not in FOLDERS, (
                f"line {node.lineno}: `{module}` is another project's when installed"
            )
            assert own == "service" or not module.startswith("bummerl.service"), f"line {node.lineno}: {module}"


TOOLS = ("coverage", "dump", "messages", "rulings")
"""Modules of the interpreter that are offered as a whole, to tools around rulesets."""
OF_THE_INTERPRETER = {"bummerl.interpreter", *(f"bummerl.interpreter.{tool}" for tool in TOOLS)}


@pytest.mark.parametrize("path", [p for p in CODE if p.parts[len(ROOT.parts)] == "service"], ids=relative)
def test_the_service_uses_what_the_interpreter_offers(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("bummerl.interpreter"):
            assert node.module in OF_THE_INTERPRETER, f"line {node.lineno}: {node.module}"
            if node.module == "bummerl.interpreter":
                assert {alias.name for alias in node.names} <= {*bummerl.interpreter.__all__}, f"line {node.lineno}"


def test_all_that_is_offered_is_there() -> None:
    for name in bummerl.interpreter.__all__:
        assert getattr(bummerl.interpreter, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        getattr(bummerl.interpreter, "nothing")  # noqa: B009


def test_the_imports_keep_to_their_contracts() -> None:
    command = Path(sys.executable).with_name("lint-imports")
    if not command.exists():
        pytest.skip("import-linter is not installed")
    done = subprocess.run([command, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


LARGEST = 400
LARGER: dict[str, str] = {
    "interpreter/core.py": "the machine and the manual of the machine are one file, so that neither is read alone",
}
"""Files that may be longer, with the reason."""


@pytest.mark.parametrize("path", CODE, ids=relative)
def test_files_can_be_read_in_a_sitting(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert (lines > LARGEST) == (relative(path) in LARGER), f"{lines} lines"
