"""Everything that can be wrong with a ruleset, found in one go: shape, what it extends, names, sums, types, limits,
texts, lints.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bummerl.grammar import Problem, Severity

from .check_deck import check_deck, check_orders
from .check_expressions import Budget, check_base, check_section, check_trumps
from .check_moves import check_contracts, check_moves, check_stages, check_worths
from .check_names import check_names, check_options, check_sizes, check_sources, check_twice
from .check_texts import check_texts
from .context import Context, Findings
from .inherit import Misfit, lay
from .lints import lint, lint_translations
from .mending import shaped
from .normal import normal
from .origin import Laid, Origin
from .overlay import laid_under
from .resolve import Resolved, misfit_problem, resolve, trusted
from .shipped import BASE, read_shipped
from .source import Source
from .translations import Translation
from .typist import Typist

NEEDED = {
    "seats": "how many play",
    "deck": "the pack",
    "deal": "how it is dealt",
    "play": "how tricks are played",
    "basics": "what every table takes for granted",
}
"""What rules must have once everything is laid over each other."""
GAME = ("seats", "deck", "deal", "play")
"""What makes a game of rules; without any of it they are a part that games extend."""
BASICS = ("turn", "stage", "holds", "over", "draw")


@dataclass(slots=True)
class Checked:
    """What came of a check: the resolved rules, if there are any, and what was found. `part`: rules that others
    extend, no whole game.
    """

    laid: Laid | None
    parents: tuple[str, ...]
    findings: Findings
    typist: Typist | None = None
    sections: tuple[Context, ...] = ()
    part: bool = False


def check(
    source: Source,
    folder: Path | None = None,
    translations: tuple[Translation, ...] = (),
    *,
    shipped: bool = False,
) -> Checked:
    """Checks rules and all they extend; errors only (see `lint_all` for warnings).

    The shape of `shipped` files is known to be right.
    """
    found = resolve(source, trusted if shipped else _shape, folder, translations)
    checked = _looked_through(found, source)
    for problem in found.problems:
        checked.findings.add(problem)
    return checked


def _looked_through(found: Resolved, source: Source) -> Checked:
    """What is wrong with rules once they are resolved."""
    findings = Findings()
    if found.laid is None:
        return Checked(None, found.parents, findings)
    part = not any(_own(found.laid, key) for key in GAME)
    laid = _on_the_base(found.laid) if part else found.laid
    if not _whole(laid, findings):
        return Checked(None, found.parents, findings, part=part)
    return _checked(laid, source, found.parents, findings, part)


def _shape(source: Source) -> tuple[Laid | None, list[Problem]]:
    """The shape of one file."""
    laid, problems = shaped(source)
    if laid is None:
        return None, problems
    twice = Findings()
    check_twice(laid.value, Context(laid, None, twice))  # type: ignore[arg-type]
    return (laid if not twice.sorted else None), problems + twice.sorted


def _own(laid: Laid, key: str) -> bool:
    """Has this table, or what it extends, said this itself? The base only holds the place."""
    return key in laid.value and laid.origin.child(key).source.data.get("ruleset") != BASE


def _on_the_base(laid: Laid) -> Laid:
    """A part that others extend is checked as if it lay over the base that every table shares."""
    base, _ = read_shipped(BASE)
    if base is None or "basics" in laid.value:
        return laid
    return lay(Laid(normal(base.data), Origin(base)), laid)


def _whole(laid: Laid, findings: Findings) -> bool:
    """Is everything there that a game needs?"""
    for key, what in NEEDED.items():
        if key not in laid.value:
            hint = f": `extends: {BASE}` brings it" if key == "basics" else ""
            _at_top(laid, findings, "missing-part", f"`{key}` is missing: {what}{hint}", key)
    for name in BASICS:
        if name not in laid.value.get("basics", {name: None}):
            _at_top(laid, findings, "missing-part", f"`basics` has no `{name}`: `extends: {BASE}` brings it", name)
    return not findings.errors


def _at_top(laid: Laid, findings: Findings, code: str, message: str, token: str) -> None:
    source = laid.origin.source
    span = source.key(("ruleset",))
    more: dict[str, Any] = {"file": source.file, "token": token}
    findings.add(
        Problem.at(span, f"ruleset.{code}", message, **more) if span else Problem(f"ruleset.{code}", message, **more)
    )


def _checked(laid: Laid, own: Source, parents: tuple[str, ...], findings: Findings, part: bool) -> Checked:
    names = Context(laid, None, findings, None, own)  # type: ignore[arg-type]
    for before in (check_sizes, check_deck, check_names, check_options, check_sources, check_contracts):
        before(names)
    if findings.errors:  # names are not to be relied on
        return Checked(laid, parents, findings, part=part)
    typist = Typist(laid.value)
    base, budget, sections = Context(laid, typist, findings, None, own), Budget(), []
    check_orders(base)
    check_stages(base)
    check_moves(base, laid.value)
    check_worths(base)
    check_base(base, budget)
    for i, contract in enumerate(laid.value.get("contracts", [])):
        misfits: list[Misfit] = []
        section = Context(laid_under(laid, i, misfits), typist.under(i), findings, contract["id"], own)
        for misfit in misfits:
            findings.add(misfit_problem(misfit))
        check_orders(section)
        check_moves(section, laid.value)
        check_section(section, budget)
        sections.append(section)
        if budget.left < 0:
            break
    if not findings.errors:
        check_trumps(base, sections)
        check_texts(base)
    return Checked(laid, parents, findings, typist, tuple(sections), part)


def lint_all(checked: Checked, source: Source, translations: tuple[Translation, ...] = ()) -> list[Problem]:
    """The warnings about one file (none about what it inherits), sorted; those found while checking are among them."""
    findings = Findings()
    if checked.laid is not None and checked.typist is not None:
        lint(
            Context(checked.laid, checked.typist, findings, None, source),
            [Context(each.laid, each.typist, findings, each.contract) for each in checked.sections],
        )
        lint_translations(Context(checked.laid, checked.typist, findings), source.data, list(translations))
    files = {source.file, *(translation.source.file for translation in translations)}
    for problem in checked.findings.sorted:
        findings.add(problem)
    return [problem for problem in findings.sorted if problem.severity == Severity.WARNING and problem.file in files]
