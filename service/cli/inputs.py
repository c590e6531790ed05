"""Reading what the user names: files or standard input, text or JSON, one hand or many.

A file that cannot be read is a result like any other, so that it never costs the files beside it their ruling.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
from bummerl.grammar import Hand, Problem, Severity, UndecodableError, decode
from bummerl.grammar.messages import say as sentence
from bummerl.interpreter import NotJson, decode_json

from ..ids import read_hands
from ..json_mistakes import in_words, mistake, place_of
from .streams import stdin

STDIN = "-"
_DECODER = json.JSONDecoder()
SHARED = ("ruleset", "options", "players", "cards", "language")
"""What a match says for all its hands."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One hand as it came in: from which file, the how manieth there, its record or what is wrong with it.

    `match` is the match that it is a hand of, where the file says so. `warnings` are what looks like a slip and keeps
    nobody from reading the hand, such as a header that is nearly one of the known.
    """

    file: str
    number: int
    record: Mapping[str, Any] = field(default_factory=dict)
    hand: Hand | None = None
    problems: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()
    lines: Sequence[str] = ()
    match: Mapping[str, Any] | None = None

    @property
    def title(self) -> str:
        """The file as a person would call it."""
        return "standard input" if self.file == STDIN else self.file


def read_all(names: Sequence[str]) -> list[list[Entry]]:
    """The hands of each file, in order."""
    if names.count(STDIN) > 1:
        raise click.UsageError("Standard input (`-`) can be read only once.")
    return [read_entries(name) for name in names]


def read_entries(name: str) -> list[Entry]:
    """Every hand of one file; a file that cannot be read is one entry with its problems."""
    if Path(name).suffix.lower() in (".yaml", ".yml"):
        return [_no_file(name, _a_ruleset(name))]
    try:
        data = stdin().read() if name == STDIN else Path(name).read_bytes()
    except OSError as error:
        return [_no_file(name, _why_not(name, error))]
    except ValueError:  # a NUL in the name
        return [_no_file(name, "This is no name of a file.")]
    try:
        text = decode(data)
    except UndecodableError as error:
        return [Entry(name, 1, problems=(error.problem,))]
    lines = text.split("\n")  # as the notation counts them: other signs for a new line are none here
    return _json_entries(name, text, lines) if _is_json(name, text) else _text_entries(name, text, lines)


def _no_file(name: str, why: str) -> Entry:
    return Entry(name, 1, problems=(Problem("request.file", why),))


def _a_ruleset(name: str) -> str:
    if not Path(name).is_file():
        return f"There is no file `{name}`."
    return f"`{name}` is a ruleset, not a hand. Try `bummerl rulesets check {name}`, or a hand with `--ruleset {name}`."


def _why_not(name: str, error: OSError) -> str:
    match error:
        case FileNotFoundError():
            return f"There is no file `{name}`."
        case IsADirectoryError():
            return f"`{name}` is a folder; name the files in it."
        case PermissionError():
            return f"`{name}` may not be read: permission denied."
        case _:
            return f"`{name}` cannot be read: {error.strerror or error}."


def _is_json(name: str, text: str) -> bool:
    """JSON by its name, or by how it begins: a log may begin with `[Ruleset` or with a comment in braces."""
    suffix = Path(name).suffix.lower()
    if suffix in (".json", ".ndjson", ".jsonl"):
        return True
    return suffix != ".txt" and re.match(r'\s*(\{\s*["}]|\[\s*[\]{])', text) is not None


def _text_entries(name: str, text: str, lines: Sequence[str]) -> list[Entry]:
    return [_entry(name, number, hand, lines) for number, hand in enumerate(read_hands(text), 1)]


def _entry(name: str, number: int, hand: Hand, lines: Sequence[str]) -> Entry:
    if not hand.readable:
        return Entry(name, number, hand.record, hand, hand.problems, lines=lines)
    slips = tuple(problem for problem in hand.problems if problem.severity is Severity.WARNING)
    return Entry(name, number, hand.record, hand, warnings=slips, lines=lines)


def _json_entries(name: str, text: str, lines: Sequence[str]) -> list[Entry]:
    entries: list[Entry] = []
    for value in _json_values(text):
        if isinstance(value, Problem):
            entries.append(Entry(name, len(entries) + 1, problems=(value,), lines=lines))
        else:
            for record, match in _records(value):
                entries.append(Entry(name, len(entries) + 1, record, match=match))
    if not entries:
        empty = Problem("log.empty", "There is no hand here.", 1, 1)
        entries = [Entry(name, 1, problems=(empty,), lines=lines)]
    return entries


def _json_values(text: str) -> Iterator[Any]:
    """The JSON values that stand one after the other in `text`; the first mistake ends it, as a `Problem`."""
    at, end = _skip(text, 0), len(text)
    while at < end:
        begin = at
        try:
            at = _DECODER.raw_decode(text, at)[1]
            blank = re.sub(r"[^\n]", " ", text[:begin])  # so that places are those of the whole text
            value = decode_json(blank + text[begin:at])
        except json.JSONDecodeError as error:
            yield Problem("record.json", *mistake(error))
            return
        except NotJson as wrong:
            yield Problem("record.json", *in_words(wrong, text))
            return
        except RecursionError:
            yield Problem("record.json", sentence("json.deep"), *place_of(text, at))
            return
        except ValueError as error:
            yield Problem("record.json", sentence("json.not", why=str(error)), *place_of(text, at))
            return
        yield value
        at = _skip(text, at)


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at


def _records(value: Any) -> Iterator[tuple[Any, Mapping[str, Any] | None]]:
    """The records in a JSON value: the value itself, the members of a list, or the hands of a match, with the match."""
    if isinstance(value, list):
        for member in value:
            yield from _records(member) if isinstance(member, dict) else [(member, None)]
    elif isinstance(value, dict) and isinstance(value.get("hands"), list):
        shared = {key: value[key] for key in SHARED if key in value}
        for hand in value["hands"]:
            yield {**shared, **hand} if isinstance(hand, dict) else hand, value
    else:
        yield value, None
