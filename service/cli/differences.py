"""The rules in which two rulesets differ, one under the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..spelled import plain
from .judging import write_line
from .labels import Labels
from .page import Page, bold, dim, ink
from .rulebook import titled

if TYPE_CHECKING:
    from bummerl.rulesets import Difference, Ruleset

SAME, DIFFERENT = 0, 1
WORDS = ("title", "names", "text")
"""Keys under which stand words by language."""


def show_differences(page: Page, a: Ruleset, b: Ruleset, as_json: bool, lang: str) -> int:
    """Print what differs; the exit status."""
    from bummerl.rulesets import diff

    found, labels = diff(a, b), Labels(lang)
    if as_json:
        for one in found:
            write_line(one.to_json())
        return DIFFERENT if found else SAME
    page.line(bold(a.id), f" {a.version}  –  ", bold(b.id), f" {b.version}")
    page.line(labels.count("diff.title", len(found)) if found else labels("diff.same"))
    for one in found:
        show_one(page, one, (a.id, b.id), labels)
    return DIFFERENT if found else SAME


def show_one(page: Page, one: Difference, ids: tuple[str, str], labels: Labels) -> None:
    """One thing that both say differently, or only one of them says."""
    page.line()
    where = f"  {one.contract}" if one.contract else ""
    only = {"added": ids[1], "removed": ids[0]}.get(one.change)
    note = f"  {labels('diff.only', id=only)}" if only else ""
    page.line(dim(f"{one.kind} "), bold(one.id), dim(where + note))
    for sign, colour, value in (("-", "red", one.before), ("+", "green", one.after)):
        if value is not None:
            show_side(page, value, one.keys, sign, colour, labels.lang)


def in_words(said: Any, lang: str) -> str:
    """Words in one language; of several that have names, each behind its own."""
    if isinstance(said, Mapping) and any(isinstance(each, Mapping) for each in said.values()):
        return plain({name: titled(each, lang) for name, each in said.items()})
    return titled(said, lang)


def show_side(page: Page, value: Any, keys: tuple[str, ...], sign: str, colour: str, lang: str) -> None:
    """What one of them says, of the keys that differ."""
    if not isinstance(value, Mapping):
        page.line(ink(f"{sign} {plain(value)}", fg=colour), indent=2)
        return
    for key in keys or tuple(value):
        if key in value:
            said = in_words(value[key], lang) if key in WORDS else plain(value[key])
            for i, row in enumerate(page.wrapped(f"{key}: {said}", indent=4)):
                page.line(ink(f"{sign if i == 0 else ' '} {row}", fg=colour), indent=2)
