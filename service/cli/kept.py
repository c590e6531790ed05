"""A kept ruling as people read it, and as programs do."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from bummerl.rulesets import Ruleset, RulesetError, load

from ..kept import hand_of, ruleset_of, told
from ..store import said
from .inputs import Entry
from .labels import Labels
from .page import Page
from .ruling import Ruling as Shown
from .ruling import show

if TYPE_CHECKING:
    from bummerl.service.store import Ruling

HIDDEN = "delete_hash"
"""Of use to nobody but the database."""


def json_of(ruling: Ruling) -> dict[str, Any]:
    """A ruling as one JSON object, its ruleset whole."""
    value = {field.name: getattr(ruling, field.name) for field in fields(ruling) if field.name != HIDDEN}
    value["kept_at"] = said(ruling.kept_at)
    value["ruleset"] = {field.name: getattr(ruling.ruleset, field.name) for field in fields(ruling.ruleset)}
    return {"id": value.pop("id"), "kept_at": value.pop("kept_at"), **value}


def show_kept(page: Page, ruling: Ruling, lang: str, cards: str | None) -> None:
    """The ruling in a language, under the ruleset that is kept with it; what was kept, should it come out otherwise."""
    labels, hand = Labels(lang), hand_of(ruling)
    lines = ruling.log.split("\n") if ruling.log is not None else ()
    entry = Entry(ruling.id, 1, ruling.record, hand, lines=lines)
    found = told(ruling, lang, cards, explain=False)
    if not found.same:
        page.paragraph(labels("kept.otherwise"))
    show(page, Shown(entry, found.verdict, loaded(ruling), found.replay["positions"], labels, False))


def loaded(ruling: Ruling) -> Ruleset | None:
    """The ruleset of a ruling, for its title and texts; None if this program cannot read it."""
    found = ruleset_of(ruling)
    try:
        return found if isinstance(found, Ruleset) else load(found)
    except RulesetError:
        return None
