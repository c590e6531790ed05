"""YAML text to plain data, with the place of every key and value, and nothing that YAML can do beyond that.

Core types of YAML 1.2 only: text, whole numbers, `true`/`false`, nothing. Keys are text as written, so `9: 0` has the
key `"9"` and `no` stays a word. Anchors, aliases, tags, several documents, doubled keys, keys that are lists or maps,
fractions and anything too large or too deep are refused, each with its place. The text is read event by event:
nothing here recurses, however deep it is nested.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final

import yaml
from bummerl.grammar import Problem, Span
from bummerl.grammar.diagnostics import shown

from . import limits

Steps = tuple[str | int, ...]
"""The way to a value through maps and lists: keys, and places counted from 0."""
_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INT: Final = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT: Final = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_WORDS: Final[dict[str, bool | None]] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip
_UNPRINTABLE: Final = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(slots=True)
class Source:
    """A file or text as data, and where each part of it stands. For data that never was text only `data` is there."""

    data: Any
    file: str | None = None
    text: str = ""
    values: dict[Steps, Span] = field(default_factory=dict)
    keys: dict[Steps, Span] = field(default_factory=dict)
    pieces: dict[Steps, tuple[int, int]] = field(default_factory=dict)

    def place(self, path: Steps) -> Span | None:
        """Where the value at a path stands, or what is nearest around it."""
        while path not in self.values:
            if not path:
                return None
            path = path[:-1]
        return self.values[path]

    def key(self, path: Steps) -> Span | None:
        """Where the key of a path stands; in a list, where the entry begins."""
        return self.keys.get(path) or self.place(path)

    def within(self, path: Steps, column: int, end_column: int) -> Span | None:
        """Where a piece of the scalar at a path stands, given by columns in its value (from 1)."""
        if path not in self.pieces and path[:-1] in self.pieces:  # a text that was made a map by language
            path = path[:-1]
        if path not in self.pieces:
            return self.place(path)
        value, (start, end) = str(_at(self.data, path)), self.pieces[path]
        marks = _aligned(self.text[start:end], value)
        if marks is None:
            return self.place(path)
        first, last = (start + marks[min(c - 1, len(value))] for c in (column, max(end_column, column)))
        return Span(*self._line_column(first), *self._line_column(max(last, first)))

    def _line_column(self, index: int) -> tuple[int, int]:
        before = self.text[:index]
        breaks = [found.end() for found in re.finditer("\r\n|[\n\r\x85\u2028\u2029]", before)]
        return len(breaks) + 1, index - (breaks[-1] if breaks else 0) + 1


def _at(data: Any, path: Steps) -> Any:
    for step in path:
        data = data[step]
    return data


_GAP: Final = re.compile(r"[ \t]*[\n\r]\s*")


def _aligned(raw: str, value: str) -> list[int] | None:
    """For each character of a value (and its end) the place in the raw scalar that it comes from; None for what has
    escapes.

    A line end in the file, with the blanks around it, is one blank in the value, and one more line end for each empty
    line.
    """
    at = 1 if raw[:1] in ("'", '"') else 0
    marks = []
    folded = False
    for sign in value:
        gap = _GAP.match(raw, at) if sign in " \n" else None
        if gap is not None or (folded and sign == "\n"):
            marks.append(at)
            at, folded = gap.end() if gap else at, True
        elif at < len(raw) and raw[at] == sign:
            marks.append(at)
            at, folded = at + 1, False
        else:
            return None
    return [*marks, at]


def is_text(text: str) -> bool:
    """Has it only characters that may stand in a text?"""
    return _UNPRINTABLE.search(text) is None


def read(text: str, file: str | None = None) -> tuple[Source | None, list[Problem]]:
    """A text as data, with all that is wrong with it; no data if it is not even YAML."""
    if len(text) > limits.FILE_SIZE:
        return None, [
            Problem(
                "ruleset.size",
                f"the file has {len(text):,} characters, and at most {limits.FILE_SIZE:,} are read",
                1,
                1,
                file=file,
            )
        ]
    text = text.removeprefix("\ufeff")
    bad = _UNPRINTABLE.search(text)
    if bad:
        span = Source(None, file, text)._line_column(bad.start())
        return None, [
            Problem(
                "ruleset.character",
                f"`{shown(bad[0])}` is not a character of any text",
                *span,
                span[0],
                span[1] + 1,
                shown(bad[0]),
                file=file,
            )
        ]
    reader = _Reader(text, file)
    try:
        reader.read()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        reader.problems.append(Problem("ruleset.yaml", _yaml_words(error), *place, file=file))
        return None, reader.problems
    except _Enough:
        return None, reader.problems
    return reader.source, reader.problems


def _yaml_words(error: yaml.MarkedYAMLError) -> str:
    """libyaml's words, with what usually lies behind them."""
    problem = (error.problem or "this is not YAML").strip()
    if "did not find expected ',' or ']'" in problem or "did not find expected ',' or '}'" in problem:
        problem += " (quotes around a text with commas, brackets or colons?)"
    if "mapping values are not allowed" in problem:
        problem += " (quotes around a text with a colon?)"
    context = f" {error.context.strip()}" if error.context else ""
    return f"not readable as YAML: {problem}{context}"


class _Enough(Exception):
    """Reading stops here."""


class _Reader:
    """Builds data from the parser's events, on a stack of its own."""

    def __init__(self, text: str, file: str | None) -> None:
        self.text, self.file = text, file
        self.source = Source(None, file, text)
        self.problems: list[Problem] = []
        self.stack: list[tuple[Any, Steps]] = []
        self.key: str | None = None
        self.skip = 0
        self.count = 0

    def problem(self, code: str, message: str, event: Any, **more: Any) -> None:
        if len(self.problems) == limits.PROBLEMS:
            raise _Enough
        start, end = event.start_mark, event.end_mark
        self.problems.append(
            Problem(
                f"ruleset.{code}",
                message,
                start.line + 1,
                start.column + 1,
                end.line + 1,
                end.column + 1,
                file=self.file,
                **more,
            )
        )

    def read(self) -> None:
        documents = 0
        for event in yaml.parse(self.text, Loader=_LOADER):
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self.problem("documents", "a file holds one ruleset: here a second document begins", event)
                    return
            elif isinstance(event, yaml.AliasEvent):
                self.problem(
                    "alias",
                    f"`*{shown(str(event.anchor))}`: anchors and aliases are not used in rulesets",
                    event,
                    token=f"*{shown(str(event.anchor))}",
                )
                self.value(None, event)
            elif isinstance(event, yaml.NodeEvent):
                self.node(event)
            elif isinstance(event, yaml.CollectionEndEvent):
                self.end()
        if not documents or self.source.values.get(()) is None:
            self.problems.append(Problem("ruleset.empty", "there is nothing in this file", 1, 1, file=self.file))
            raise _Enough

    def node(self, event: Any) -> None:
        if event.anchor:
            self.problem(
                "alias",
                f"`&{shown(str(event.anchor))}`: anchors and aliases are not used in rulesets",
                event,
                token=f"&{shown(str(event.anchor))}",
            )
        if event.tag is not None:
            tag = shown(event.tag.replace("tag:yaml.org,2002:", "!!"))
            self.problem("tag", f"`{tag}`: tags are not used in rulesets", event, token=tag)
        self.count += 1
        if self.count > limits.FILE_VALUES:
            self.problem("size", f"the file has more than {limits.FILE_VALUES:,} values", event)
            raise _Enough
        if isinstance(event, yaml.ScalarEvent):
            self.scalar(event)
            return
        if self.expects_key():
            self.problem("key", "a key is a word, not a list or a map", event)
            raise _Enough
        if len(self.stack) >= limits.FILE_DEPTH:
            self.problem("depth", f"nested more than {limits.FILE_DEPTH} deep", event)
            raise _Enough
        made: Any = {} if isinstance(event, yaml.MappingStartEvent) else []
        path = self.value(made, event)
        self.stack.append((made, path))

    def expects_key(self) -> bool:
        return bool(self.stack) and isinstance(self.stack[-1][0], dict) and self.key is None

    def scalar(self, event: Any) -> None:
        if self.expects_key():
            holder, path = self.stack[-1]
            key = event.value
            if key in holder:
                first = self.source.keys[(*path, key)]
                self.problem(
                    "key-twice",
                    f"key `{shown(key)}` appears twice; first in line {first.line}",
                    event,
                    token=shown(key),
                )
                key = object()
            else:
                self.source.keys[(*path, key)] = self.span(event)
            self.key = key
        else:
            path = self.value(self.typed(event), event)
            if path not in self.source.pieces:
                self.source.pieces[path] = (event.start_mark.index, event.end_mark.index)

    def typed(self, event: Any) -> Any:
        """A scalar by the core schema of YAML 1.2."""
        value = event.value
        if event.style not in (None, ""):
            return value
        if value in _WORDS:
            return _WORDS[value]
        if _INT.fullmatch(value):
            if len(value) > 18:
                self.problem(
                    "number",
                    f"`{shown(value)}` is too large: numbers stay within {limits.NUMBER:,} either way",
                    event,
                    token=shown(value),
                )
                return 0
            return int(value, 0 if value[:2] in ("0o", "0x") else 10)
        if _FLOAT.fullmatch(value):
            self.problem(
                "fraction",
                f"`{shown(value)}` is a fraction; rulesets use whole numbers (a text needs quotes)",
                event,
                token=shown(value),
            )
            return 0
        return value

    def value(self, made: Any, event: Any) -> Steps:
        """Puts a value where it belongs."""
        path: Steps = ()
        if not self.stack:
            self.source.data = made
        else:
            holder, above = self.stack[-1]
            if isinstance(holder, list):
                path = (*above, len(holder))
                holder.append(made)
            elif isinstance(self.key, str):
                path = (*above, self.key)
                holder[self.key] = made
            else:
                path = (*above, "")
            self.key = None
        if path not in self.source.values:
            self.source.values[path] = self.span(event)
        return path

    def end(self) -> None:
        self.stack.pop()

    def span(self, event: Any) -> Span:
        start, end = event.start_mark, event.end_mark
        return Span(start.line + 1, start.column + 1, end.line + 1, end.column + 1)
