"""What the desk's form says: the log, and what was done to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import parse_qsl, urlencode

from bummerl.grammar import SEATS, Problem, UndecodableError, decode
from flask import request

from ...state import config
from ..hands import Typed, lines

PLAY: Final = "play"
"""The zone of a desk on which the deal is done, though not all of it is known."""
POSITION: Final = "position."
"""What the names of the fields of a position begin with."""


@dataclass(frozen=True)
class Draft:
    """A hand on the desk.  The log says everything but where the next card goes."""

    log: str = ""
    zone: str = ""
    house: str | None = None
    ruleset: str | None = None
    """What the log is judged by as long as it names no ruleset."""
    unread: Problem | None = None
    """Why a file could not be opened."""

    @property
    def typed(self) -> Typed:
        """The same for the pages that judge it."""
        return Typed(self.log, None, self.house)


@dataclass(frozen=True)
class Setup:
    """The fields about ruleset, options and players; empty where a page does not show them."""

    ruleset: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    players: Mapping[str, str] = field(default_factory=dict)
    dealer: str = ""
    position: Mapping[str, str] = field(default_factory=dict)
    """How things stand in the middle of a hand, by the names of the fields."""

    def packed(self) -> str:
        """As one hidden field, so that the next request knows which fields were changed."""
        fields = [("ruleset", self.ruleset), ("dealer", self.dealer)]
        fields += [(f"option.{name}", value) for name, value in self.options.items()]
        fields += [(f"player.{seat}", name) for seat, name in self.players.items()]
        return urlencode(fields + [(f"{POSITION}{name}", value) for name, value in self.position.items()])


def sent() -> Draft:
    """The hand in this request, from a file if one was opened."""
    form, file = request.values, request.files.get("file")
    log, zone, unread = lines(form.get("log", "")), form.get("at", "")[:20], None
    if file is not None and file.filename:
        try:
            log, zone = lines(decode(file.read(), limit=config().max_record)), ""
        except UndecodableError as error:
            unread = error.problem
    return Draft(log, zone, lines(form.get("house", "")) or None, form.get("ruleset") or None, unread)


def changed(form: Mapping[str, str]) -> tuple[Setup, Setup]:
    """The fields of the setup as they were shown, and as they came back."""
    shown = dict(parse_qsl(form.get("shown", "")[:20_000], keep_blank_values=True))
    return _setup(shown), _setup(form)


def _setup(form: Mapping[str, str]) -> Setup:
    options = _under(form, "option.")
    players = {seat: " ".join(form[f"player.{seat}"].split())[:80] for seat in SEATS if f"player.{seat}" in form}
    return Setup(form.get("ruleset", ""), options, players, form.get("dealer", ""), _under(form, POSITION))


def _under(form: Mapping[str, str], prefix: str) -> dict[str, str]:
    return {name.removeprefix(prefix): value for name, value in form.items() if name.startswith(prefix)}
