"""Kept rulings: the functions that the API and the pages share.

A kept ruling never changes.  It is told again in the reader's language by judging its record once more, under the very
ruleset that it was judged by; what was kept is what counts, should the two ever differ.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any, Final, NamedTuple

from bummerl.interpreter import adjudicate
from bummerl.rulesets import Ruleset, load

from ..gist import same_ruling
from ..kept import Told, Verdict, hand_of, ruleset_of, shipped_today, told
from ..store import BadCursor, Draft, IdempotencyKey, Kept, Page, Ruling, StoredRuleset, read_id
from .access import client, may_delete, may_keep, may_list
from .anonymous import text_without_names, without_names
from .answers import count_all, dumps
from .negotiation import Asked, refused_parameter
from .problems import Refusal, as_error
from .rates import count_keeping
from .referee import named, one_hand, verdict, verdict_on_text
from .storing import storing

__all__ = ["Again", "Told", "again", "delete", "keep", "kept", "listed", "record_of", "told"]
_NO_SUCH: Final = "There is no ruling `{}`: it was never kept here, or it has been deleted."


class Again(NamedTuple):
    """The same record under the ruleset as it is today, and whether that comes to the same."""

    ruleset: Ruleset
    verdict: Verdict
    same: bool


def keep(hand: Mapping[str, Any] | str, wish: Asked, *, anonymous: bool = False, key: str | None = None) -> Kept:
    """Judges a hand, a record or the text of a log, as `wish` says, and keeps the ruling.

    `anonymous` replaces the names of players by their seats first, wherever they stand.  `key` is the client's
    Idempotency-Key: the same request again keeps nothing twice.  Asks `may_keep` itself; a form is to be checked before
    (`csrf.check`).

    Raises `Refusal`: 401, 403, 421 for who may not; 429 for who had too many; 400, 404, 422 as a verdict would be
    refused, and 422 for a hand that cannot be read; 409 for another one under the same key; 503 or 507 if the store
    cannot keep it.
    """
    may_keep()
    if anonymous and isinstance(hand, str):
        one_hand(hand)  # what is none is refused before anything else is done with it
        hand = text_without_names(hand)
    elif anonymous and not isinstance(hand, str):
        hand = without_names(hand)
    draft = _draft(hand, wish)
    request = hashlib.sha256(dumps([hand, wish.ruleset, wish.options, wish.lang, wish.cards, wish.explain])).hexdigest()
    count_keeping()
    count_all([draft.verdict])
    with storing() as store:
        return store.keep(draft, IdempotencyKey(client(), key, request) if key is not None else None)


def kept(id: str) -> Ruling:
    """The ruling of this id, written in any case, with or without hyphen.  Raises `Refusal`: 404, 503."""
    known = read_id(id)
    with storing() as store:
        found = store.ruling(known) if known is not None else None
    if found is None:
        raise _no_such(id)
    return found


def again(ruling: Ruling, lang: str, cards: str | None = None) -> Again | None:
    """The verdict under the shipped ruleset of the same id, if it has changed since; None if not, or if it is no such.

    Options that the ruleset no longer has are left out.
    """
    today = shipped_today(ruling)
    if today is None or today.digest == ruling.ruleset.digest:
        return None
    options = {name: value for name, value in ruling.options.items() if name in today.options}
    lexicon = cards if cards is not None else ruling.cards
    found = adjudicate(
        dict(ruling.record), ruleset=today, options=options, lang=lang, cards=lexicon, hand=hand_of(ruling)
    )
    return Again(today, found, same_ruling(found, ruling.verdict))


def record_of(ruling: Ruling) -> dict[str, Any]:
    """The record as it can be sent to be judged as it was: with the id of its ruleset if that has not changed since,
    else with the whole ruleset.
    """
    found = ruleset_of(ruling)
    source = found.id if isinstance(found, Ruleset) else found
    return {"ruleset": source, **{key: value for key, value in ruling.record.items() if key != "ruleset"}}


def listed(limit: int, after: str | None = None) -> Page:
    """A part of the list of rulings, newest first.  Asks `may_list` itself.  Raises `Refusal`: 400, 401, 403, 503."""
    may_list()
    try:
        with storing() as store:
            return store.listed(limit=limit, after=after)
    except BadCursor:
        raise refused_parameter("after", "`after` is what the answer before said, letter for letter.") from None


def delete(id: str, token: str) -> None:
    """Deletes a ruling with the token that was given when it was kept.  Raises `Refusal`: 403, 404, 421, 503, 507."""
    may_delete()
    known = read_id(id)
    with storing() as store:
        gone = store.delete(known, token) if known is not None else None
    if gone is None:
        raise _no_such(id)
    if not gone:
        raise Refusal(403, "request.forbidden", "This is not the token that was given when this ruling was kept.")


def _draft(hand: Mapping[str, Any] | str, wish: Asked) -> Draft:
    """The ruling on a hand, as it is to be kept."""
    record: Mapping[str, Any]
    if isinstance(hand, str):
        read = one_hand(hand)
        found, record, log = verdict_on_text(read, wish), read.record, hand
    else:
        found, record, log = verdict(hand, wish), hand, None
    if found["status"] == "unreadable":
        raise _unreadable(found)
    source = wish.ruleset if wish.ruleset is not None else record["ruleset"]
    ruleset = named(source) if isinstance(source, str) else load(source)
    options = found.get("options", {})
    played = {key: value for key, value in record.items() if key not in ("ruleset", "options")}
    shipped = {"ruleset": ruleset.id} if isinstance(source, str) else {}
    return Draft(
        record={**shipped, **({"options": options} if options else {}), **played},
        log=log,
        ruleset=StoredRuleset(ruleset.id, ruleset.version, ruleset.digest, ruleset.data),
        options=options,
        lang=wish.lang,
        cards=wish.cards,
        verdict=found,
        engine=version("bummerl"),
    )


def _unreadable(found: Verdict) -> Refusal:
    errors = [as_error(dict(problem)) for problem in found["problems"]]
    detail = "Nothing was judged, so nothing is kept: the hand cannot be read."
    return Refusal(422, "request.unreadable", detail, errors)


def _no_such(id: str) -> Refusal:
    return Refusal(404, "request.ruling", _NO_SUCH.format(id[:60]))
