"""Kept rulings as text, to move them, to back them up, to read them with other programs: NDJSON in ASCII.

A line is a ruling, or a ruleset; a ruleset stands once, in front of the first ruling that was given under it. The same
rulings are the same bytes, whatever database they come from.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final, TypeVar

from bummerl.rulesets.digest import digest

from .ids import read_id
from .met import MOST, Met
from .model import Ruling, StoredRuleset
from .rows import body_of
from .times import said
from .verdicts import is_verdict

LONGEST: Final = 16 * 1024 * 1024
"""Bytes of a line that is read."""
_RULING: Final = {
    "id": str,
    "kept_at": str,
    "ruleset": str,
    "options": dict,
    "lang": str,
    "cards": (str, type(None)),
    "record": dict,
    "log": (str, type(None)),
    "verdict": dict,
    "engine": str,
    "delete_hash": (str, type(None)),
}
_RULESET: Final = {"id": str, "version": str, "digest": str, "source": dict}
_HASH: Final = re.compile(r"[0-9a-f]{64}")
_DIGEST: Final = re.compile(r"sha256:[0-9a-f]{64}")
Value = TypeVar("Value")
Written = TypeVar("Written")
_TIME: Final = "%Y-%m-%dT%H:%M:%S.%f%z"


class BadLine(ValueError):
    """A line that is no ruling and no ruleset; the sentence says why."""


def written(rulings: Iterable[Ruling]) -> Iterator[bytes]:
    """The lines of an archive, each with its line end."""
    known: set[str] = set()
    for ruling in rulings:
        if ruling.ruleset.digest not in known:
            known.add(ruling.ruleset.digest)
            yield _line("ruleset", {name: getattr(ruling.ruleset, name) for name in _RULESET})
        fields = {name: getattr(ruling, name) for name in _RULING}
        yield _line("ruling", {**fields, "kept_at": said(ruling.kept_at), "ruleset": ruling.ruleset.digest})


class Reader:
    """Reads the lines of an archive one after the other.

    `find` looks for a ruleset that no line before has told of: a piece of an archive can be read by whoever has it.
    """

    def __init__(self, find: Callable[[str], StoredRuleset | None]) -> None:
        self._find = find
        self._met = Met()

    def read(self, line: bytes) -> Ruling | None:
        """The ruling on a line; None if it tells of a ruleset, or is empty.  Raises `BadLine`."""
        if len(line) > LONGEST:
            raise BadLine(f"The line is longer than {LONGEST} bytes.")
        if not line.strip():
            return None
        try:
            value = json.loads(line)
        except json.JSONDecodeError as wrong:
            raise BadLine(f"This is not JSON, from character {wrong.colno} on.") from None
        except (ValueError, RecursionError):
            raise BadLine("This is not JSON that can be read.") from None
        match value:
            case {"kind": "ruling"}:
                return self._ruling(value)
            case {"kind": "ruleset"}:
                self._met.add(_ruleset(value))
                return None
        raise BadLine("`kind` must be `ruling` or `ruleset`: this is no line of an export.")

    def _ruling(self, value: Mapping[str, Any]) -> Ruling:
        fields = _fields(value, _RULING)
        if read_id(fields["id"]) != fields["id"]:
            raise BadLine(f"`{fields['id'][:40]}` is no id of a ruling; ids look like 7F3KQ-2MD4X.")
        if not is_verdict(fields["verdict"]):
            raise BadLine(
                "`verdict` is not as the program gives one: look at `status`, `violations`, `outcome` and their parts."
            )
        if not _are_names(fields["record"].get("players", {})):
            raise BadLine("`players` of the record must be names by seat.")
        if fields["log"] is not None and not _is_text(fields["log"]):
            raise BadLine("`log` has half of a surrogate pair in it, which is no text.")
        if fields["delete_hash"] is not None and not _HASH.fullmatch(fields["delete_hash"]):
            raise BadLine("`delete_hash` must be 64 hexadecimal digits, or null.")
        if not _DIGEST.fullmatch(fields["ruleset"]):
            raise BadLine("`ruleset` must be a digest: `sha256:` and 64 hexadecimal digits.")
        ruleset = self._met.get(fields["ruleset"], self._find)
        if ruleset is None:
            where = f"not in the database, nor among the last {MOST} that lines above tell of"
            raise BadLine(f"Its ruleset {fields['ruleset']} is {where}.")
        ruling = Ruling(**{**fields, "kept_at": _time(fields["kept_at"]), "ruleset": ruleset})
        _writable(body_of, ruling)
        return ruling


def _ruleset(value: Mapping[str, Any]) -> StoredRuleset:
    ruleset = StoredRuleset(**_fields(value, _RULESET))
    if not (ruleset.id.isprintable() and ruleset.version.isprintable()):
        raise BadLine("`id` or `version` has signs in it that cannot be.")
    if _writable(digest, ruleset.source) != ruleset.digest:
        raise BadLine("The ruleset is not the one that its digest names: something was changed in it.")
    return ruleset


def _writable(write: Callable[[Value], Written], value: Value) -> Written:
    """What is written of a value that was read; some of what Python reads is no JSON."""
    try:
        return write(value)
    except (ValueError, RecursionError):
        raise BadLine("This has numbers in it that are none, or too many brackets inside each other.") from None


def _fields(value: Mapping[str, Any], shape: Mapping[str, Any]) -> dict[str, Any]:
    for name, kind in shape.items():
        if name not in value:
            raise BadLine(f"`{name}` is missing.")
        if not isinstance(value[name], kind):
            raise BadLine(f"`{name}` is of another type than an export has there.")
    return {name: value[name] for name in shape}


def _are_names(players: Any) -> bool:
    return isinstance(players, dict) and all(isinstance(name, str) for name in players.values())


def _is_text(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _time(text: str) -> datetime:
    try:
        time = datetime.strptime(text, _TIME).astimezone(UTC)
        if said(time) == text and time.year >= 1970:
            return time
    except (ValueError, OverflowError):
        pass
    raise BadLine(f"`kept_at` must be a time such as 2026-11-30T20:00:00.000Z, not `{text[:40]}`.")


def _line(kind: str, fields: Mapping[str, Any]) -> bytes:
    return json.dumps({"kind": kind, **fields}, separators=(",", ":"), allow_nan=False).encode("ascii") + b"\n"
