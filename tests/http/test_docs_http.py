"""The page about the service says what is so: its requests are sent to a real server, its table lists all settings."""

from __future__ import annotations

import importlib.util
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import click
import pytest
from bummerl.grammar import CODES
from bummerl.service.cli.main import bummerl
from bummerl.service.http import Config, create_app
from bummerl.service.http.problems import Refusal

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "http.md"
TEXT = PAGE.read_text(encoding="utf-8")

_spec = importlib.util.spec_from_file_location("console_blocks_http", ROOT / "tests" / "console.py")
assert _spec is not None
assert _spec.loader is not None
console = importlib.util.module_from_spec(_spec)
sys.modules["console_blocks_http"] = console
_spec.loader.exec_module(console)
BLOCKS = [block for block in console.blocks(PAGE) if "bummerl serve" not in block.commands[0].text]


@pytest.fixture(scope="module")
def port(running: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    database = str(tmp_path_factory.mktemp("rulings") / "rulings.db")
    with running("workers=1", {"BUMMERL_DATABASE": database}) as (_, number):
        yield number


@pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")
@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.name)
def test_a_request_is_answered_as_the_page_says(block: Any, port: int) -> None:
    real = console.Block(
        block.path,
        block.line,
        [replace(c, text=c.text.replace("127.0.0.1:8000", f"127.0.0.1:{port}")) for c in block.commands],
    )
    for command, output in zip(block.commands, console.run(real), strict=True):
        assert console.agrees(command.output, output), f"{command.line}: {command.text}\n" + "\n".join(output)[:2000]


def test_the_page_shows_every_address() -> None:
    for rule in create_app().url_map.iter_rules():
        if rule.rule.startswith("/v1/"):
            path = re.sub(r"<\w+>", "{}", rule.rule)
            assert path in re.sub(r"\{\w+\}", "{}", TEXT), rule.rule


OPTION = re.compile(r"`(?:bummerl [a-z ]+)?(--[a-z][a-z-]*)")


def test_options_that_are_named_are_there() -> None:
    def options(command: click.Command) -> set[str]:
        context = click.Context(command)
        found = {word for each in command.get_params(context) for word in (*each.opts, *each.secondary_opts)}
        if isinstance(command, click.Group):
            for name in command.list_commands(context):
                found |= options(command.get_command(context, name) or command)
        return found

    known = options(bummerl)
    named = [
        (page.name, word)
        for page in (ROOT / "docs").rglob("*.md")
        if page.name != "benchmarks.md"  # which is about another program
        for word in OPTION.findall(page.read_text(encoding="utf-8"))
    ]
    assert len(named) > 30
    assert [(page, word) for page, word in named if word not in known] == []


def test_the_page_lists_every_setting_with_its_default() -> None:
    told = dict(re.findall(r"^\| `BUMMERL_([A-Z_]+)` \| (\S+) \|", TEXT, re.M))
    defaults = {f.name.upper(): getattr(Config(), f.name) for f in fields(Config)}
    assert told == {name: as_text(value) for name, value in defaults.items()}


def as_text(value: Any) -> str:
    """A setting's default as the page writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value in (None, "") else f"{value:.0f}" if isinstance(value, int | float) else value


def test_the_page_lists_every_code_of_a_refusal_with_its_status() -> None:
    told = set(re.findall(r"\[`(request\.[a-z-]+)`\]", TEXT))
    only_in_batches_or_odd = {"request.time", "request.file"}
    assert told == {code for code in CODES if code.startswith("request.")} - only_in_batches_or_odd


def test_codes_of_refusals_are_known() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "service" / "http").rglob("*.py"))
    used = set(re.findall(r'"(request\.[a-z-]+)"', source))
    assert used <= set(CODES)
    assert {code for code in CODES if code.startswith("request.")} - used <= {"request.file"}
    assert Refusal(404, "request.path", "x").body()["title"] == CODES["request.path"]
