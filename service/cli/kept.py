"""A kept ruling as people read it, and as programs do."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from ..gist import same_ruling
from ..ids import read_hands
from .inputs import Entry
from .judging import verdict_and_positions
from .labels import Labels
from .page import Page
from .ruling import Ruling as Shown
from .ruling import show

if TYPE_CHECKING:
    from bummerl.rulesets import Ruleset
    from bummerl.service.store import Ruling, StoredRuleset

HIDDEN = "delete_hash"
"""Of use to nobody but the database."""


def json_of(ruling: Ruling) -> dict[str, Any]:
    """A ruling as one JSON object, its ruleset whole."""
    value = {field.name: getattr(ruling, field.name) for field in fields(ruling) if field.name != HIDDEN}
    value["kept_at"] = ruling.kept_at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    value["ruleset"] = {field.name: getattr(ruling.ruleset, field.name) for field in fields(ruling.ruleset)}
    return {"id": value.pop("id"), "kept_at": value.pop("kept_at"), **value}


def show_kept(page: Page, ruling: Ruling, lang: str, cards: str | None) -> None:
    """The ruling in a language, under the ruleset that is kept with it; what was kept, should it come out otherwise."""
    labels, ruleset = Labels(lang), loaded(ruling.ruleset)
    hand = next(iter(read_hands(ruling.log)), None) if ruling.log is not None else None
    lines = ruling.log.split("\n") if ruling.log is not None else ()
    entry = Entry(ruling.id, 1, ruling.record, hand, lines=lines)
    options = dict(ruling.options)
    verdict, positions = verdict_and_positions(entry, ruleset, options, lang, cards=cards or ruling.cards)
    if not same_ruling(verdict, ruling.verdict):
        page.paragraph(labels("kept.otherwise"))
        verdict = dict(ruling.verdict)
    show(page, Shown(entry, verdict, ruleset, positions, labels, False))


def loaded(kept: StoredRuleset) -> Ruleset:
    """The ruleset that was kept; if it still ships, the one that ships, which speaks all languages."""
    from bummerl.rulesets import load
    from bummerl.rulesets.shipped import ids

    shipped = load(kept.id) if kept.id in ids() else None
    return shipped if shipped is not None and shipped.digest == kept.digest else load(dict(kept.source))
