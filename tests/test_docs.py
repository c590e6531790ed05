"""The documentation says what is so: its commands run, its links lead somewhere, and no command is left out."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from bummerl.service.cli.main import bummerl

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])

_spec = importlib.util.spec_from_file_location("console_blocks", Path(__file__).with_name("console.py"))
assert _spec is not None
assert _spec.loader is not None
console = importlib.util.module_from_spec(_spec)
sys.modules["console_blocks"] = console
_spec.loader.exec_module(console)

BLOCKS = [block for page in PAGES for block in console.blocks(page) if any(c.runs for c in block.commands)]


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.name)
def test_a_command_prints_what_the_page_says(block: console.Block) -> None:
    for command, real in zip(block.commands, console.run(block), strict=True):
        if command.runs and not console.agrees(command.output, real):
            claimed = "\n".join(command.output)
            pytest.fail(
                f"{block.path.name}:{command.line}: $ {command.text}\n{claimed}\n--- really:\n" + "\n".join(real)
            )


def test_elision_stands_for_any_text_and_nothing_else_does() -> None:
    assert console.agrees(["a ... d", "...", "z"], ["a b c d", "1", "2", "z"])
    assert console.agrees(["...", "z"], ["z"])
    assert not console.agrees(["a ... d", "z"], ["a b c", "z"])
    assert not console.agrees(["a"], ["a", "b"])
    assert not console.agrees(["a.c"], ["abc"])


# ---- links

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as code hosts make them."""
    heads = re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", re.sub(r"[`*]", "", head)).strip().lower().replace(" ", "-") for head in heads}


def links() -> Iterator[tuple[Path, str]]:
    """Every link of every page that leads to a place of ours."""
    for page in PAGES:
        text = re.sub(r"^```.*?^```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
        for found in LINK.finditer(text):
            if not re.match(r"[a-z]+:", found[1]):
                yield page, found[1]


def test_links_lead_somewhere() -> None:
    dead = []
    for page, link in links():
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target)):
            dead.append(f"{page.relative_to(ROOT)}: {link}")
    assert dead == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_page_begins_with_its_title_and_has_no_machine_in_it(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert not re.search(r"/(work|root|home|tmp)/(?!\.\.\.)|\.pyenv", text)


# ---- commands


def commands(group: click.Group, name: str = "bummerl") -> Iterator[tuple[str, click.Command]]:
    """Every command with its full name."""
    context = click.Context(group)
    for word in group.list_commands(context):
        command = group.get_command(context, word)
        assert command is not None
        yield f"{name} {word}", command
        if isinstance(command, click.Group):
            yield from commands(command, f"{name} {word}")


COMMANDS = list(commands(bummerl))


@pytest.mark.parametrize(("name", "command"), COMMANDS, ids=[name for name, _ in COMMANDS])
def test_every_command_and_option_is_explained(name: str, command: click.Command) -> None:
    manual = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    assert name in manual
    assert command.help, f"{name} has no help"
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{name} {parameter.opts[0]} has no help"
            assert f"`{parameter.opts[0]}" in manual, f"docs/cli.md does not mention {parameter.opts[0]} of {name}"
