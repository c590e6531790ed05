"""Kept rulings: the functions that the API and the pages share.

A kept ruling never changes.  It is told again in the reader's language by judging its record once more, under the very
ruleset that it was judged by; what was kept is what counts, should the two ever differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import version
from typing import Any, Final, NamedTuple

from bummerl.grammar import Hand
from bummerl.interpreter import adjudicate, replay
from bummerl.rulesets import Ruleset, RulesetError, load
from bummerl.rulesets.shipped import ids

from ..store import BadCursor, Draft, IdempotencyKey, Kept, Page, Ruling, Store, StoredRuleset, read_id
from .access import client, may_delete, may_keep, may_list
from .anonymous import without_names
from .negotiation import Asked, refused_parameter
from .problems import Refusal
from .state import state

Verdict = dict[str, Any]
Replay = dict[str, Any]


class Told(NamedTuple):
    """A kept ruling in the reader's words.

    `verdict` is what counts: today's words if today's engine judges alike (`same`), else what was kept, as it was said
    then.  `replay` has the positions after every move, by today's engine.
    """

    verdict: Verdict
    replay: Replay
    same: bool


class Again(NamedTuple):
    """The same record under the newest edition of the ruleset, and whether what matters is the same."""

    ruleset: Ruleset
    verdict: Verdict
    same: bool


def keep(hand: Mapping[str, Any] | str, wish: Asked, *, anonymous: bool = False, key: str | None = None) -> Kept:
    """Judges a hand, a record or the text of a log, as `wish` says, and keeps the ruling.

    `anonymous` replaces the names of players by their seats first, wherever they stand.  `key` is the client's
    Idempotency-Key: the same request again keeps nothing twice.  Asks `may_keep` itself; a form is to be checked before
    (`csrf.check`).

    Raises `Refusal`: 401, 403, 421 who may not; 429 who had too many; 400, 404, 422 as a verdict would be refused, and 422
    for a log that cannot be read; 503 and 507 when the store cannot keep it.
    """
    raise NotImplementedError


def kept(id: str) -> Ruling:
    """The ruling of this id, written in any case, with or without hyphen.  Raises `Refusal`: 404, 503."""
    raise NotImplementedError


def told(ruling: Ruling, lang: str, cards: str | None = None) -> Told:
    """A ruling in the reader's language and with the reader's cards (None: as they were kept)."""
    raise NotImplementedError


def again(ruling: Ruling, lang: str, cards: str | None = None) -> Again | None:
    """The verdict under the ruleset that comes with the program today, if that is another than then; None if it is not."""
    raise NotImplementedError


def record_of(ruling: Ruling) -> dict[str, Any]:
    """The record as it can be sent to be judged again: with the id of its ruleset if that has not changed since, else
    with the whole ruleset as it was.
    """
    raise NotImplementedError


def listed(limit: int, after: str | None) -> Page:
    """A part of the list of rulings, newest first.  Asks `may_list` itself.  Raises `Refusal`: 400, 401, 403, 503."""
    raise NotImplementedError


def delete(id: str, token: str) -> None:
    """Deletes a ruling with the token that was given when it was kept.  Raises `Refusal`: 403, 404, 421, 503."""
    raise NotImplementedError
