"""From files to resolved rules: what a ruleset extends is found, read and laid under it, in order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from bummerl.grammar import Problem, pointer, suggest
from bummerl.grammar.diagnostics import shown

from . import limits
from .inherit import Misfit, lay, moves_off, settle
from .normal import basics_cited, normal
from .options import option_of
from .origin import Laid, Origin
from .overlay import resolve_likes
from .shipped import ids, read_file, read_shipped, shipped_translations, translations_in
from .source import Source
from .translations import Translation, translated

Validate = Callable[[Source], tuple[Laid | None, list[Problem]]]
"""Looks at the shape of one file: the rules to go on with, if there are any, and what is wrong with them."""
NOT_INHERITED = ("title", "about", "country", "family", "family_title", "version", "ruleset")


@dataclass(slots=True)
class Resolved:
    """Rules laid over each other: the result, if there is one; what they were laid from; what was wrong on the way,
    with or without a result; and from how many files.
    """

    laid: Laid | None
    parents: tuple[str, ...] = ()
    problems: list[Problem] = field(default_factory=list)
    files: int = 1


def resolve(
    source: Source, validate: Validate, folder: Path | None = None, translations: tuple[Translation, ...] = ()
) -> Resolved:
    """All that `source` extends, laid under it.

    `validate` looks at the shape of one file, `folder` is where sibling files may be looked for, if
    anywhere, and `translations` are the texts that lie beside the file itself.
    """
    name = source.data.get("ruleset") if isinstance(source.data, Mapping) else None
    try:
        found = _Resolver(validate, folder).whole(source, (str(name),), translations)
    except TooMany:
        message = f"more than {limits.PARENTS} files are laid over each other"
        return Resolved(None, (), [located(Origin(source, ("extends",)), "ruleset.parents", message)])
    if found.laid is not None:
        misfits: list[Misfit] = []
        moves_off(found.laid, misfits)
        laid = _with_names_that_fit(resolve_likes(settle(found.laid, misfits), misfits), source)
        found.laid = laid if not misfits else None
        found.problems += [misfit_problem(misfit) for misfit in misfits]
    return found


def _with_names_that_fit(laid: Laid, own: Source) -> Laid:
    """The rules without inherited names of values that an option may not have any more.

    Names that the file itself gives, or the one that says what is allowed, stay: they are to be told as mistakes.
    """
    for name, option in laid.value.get("options", {}).items():
        fitting, origin = option_of(name, option).names, laid.origin.at(("options", name))
        allowing, kept = origin.child("allowed").source, dict(option.get("names", {}))
        for value in [value for value in kept if value not in fitting]:
            source = origin.at(("names", value)).source
            if source is not allowing and source is not own:
                del kept[value]
        if len(kept) < len(option.get("names", {})):
            laid = laid.put(("options", name, "names"), Laid(kept, origin.child("names")))
    return laid


def misfit_problem(misfit: Misfit) -> Problem:
    """A misfit as a problem, in the file where it was written."""
    return located(misfit.origin, misfit.code, str(misfit), token=misfit.token, suggestion=misfit.suggestion)


def located(origin: Origin, code: str, message: str, **more: Any) -> Problem:
    """A problem where a value was written."""
    span = origin.source.place(origin.path)
    more = {"file": origin.source.file, "path": pointer(origin.path), **more}
    return Problem.at(span, code, message, **more) if span else Problem(code, message, **more)


def trusted(source: Source) -> tuple[Laid, list[Problem]]:
    """Nothing is wrong with the shape of a shipped file: the tests have looked, and nobody need look at every start."""
    return Laid(source.data, Origin(source)), []


class TooMany(Exception):
    """More files than may be laid over each other."""


class _Resolver:
    def __init__(self, validate: Validate, folder: Path | None) -> None:
        self.validate, self.folder, self.files = validate, folder, 0

    def whole(self, source: Source, seen: tuple[str, ...], translations: tuple[Translation, ...]) -> Resolved:
        """A file with all that it extends."""
        shape, problems = self.validate(source)
        if shape is None:
            return Resolved(None, (), problems)
        own = shape.value
        laid = translated(Laid(basics_cited(normal(own), own.get("cite")), shape.origin), list(translations))
        extends = own.get("extends", [])
        parents = [extends] if isinstance(extends, str) else list(extends)
        under, whole = Laid({}, Origin(source)), True
        for i, name in enumerate(parents):
            origin = shape.origin.at(("extends",) if isinstance(extends, str) else ("extends", i))
            parent = self.parent(name, origin, seen)
            problems += parent.problems
            if parent.laid is None:
                whole = False
            else:
                value = {key: found for key, found in parent.laid.value.items() if key not in NOT_INHERITED}
                under = lay(under, Laid(value, parent.laid.origin))
        return Resolved(lay(under, laid) if whole else None, tuple(parents), problems)

    def parent(self, name: str, origin: Origin, seen: tuple[str, ...]) -> Resolved:
        if name in seen:
            way = " → ".join([*seen[seen.index(name) :], name])
            message = f"`extends` goes round in a circle: {way}"
            return Resolved(None, (), [located(origin, "ruleset.extends-circle", message, token=name)])
        if name in ids() and name not in self.siblings():
            found = _shipped(name)
            self.count(found.files)
            return found
        self.count(1)
        source, problems = self.find(name)
        if source is None and not problems:
            message, meant = f"there is no ruleset `{shown(name)}` to extend", suggest(name, [*ids(), *self.siblings()])
            problems = [located(origin, "ruleset.unknown", message, token=shown(name), suggestion=meant)]
        if source is None or problems:
            return Resolved(None, (), problems)
        translations, problems = translations_in(self.folder, name) if self.folder is not None else ((), [])
        return self.whole(source, (*seen, name), translations) if not problems else Resolved(None, (), problems)

    def count(self, files: int) -> None:
        """So many files more."""
        self.files += files
        if self.files > limits.PARENTS:
            raise TooMany

    def find(self, name: str) -> tuple[Source | None, list[Problem]]:
        """A file beside the one that extends it. A name is never a path."""
        if self.folder is None or name not in self.siblings():
            return None, []
        file = self.folder / f"{name}.yaml"
        return read_file(file, str(file))

    def siblings(self) -> list[str]:
        """What the files beside are called."""
        files = sorted(self.folder.glob("*.yaml")) if self.folder is not None else []
        return [file.name.removesuffix(".yaml") for file in files if file.name.count(".") == 1 and file.is_file()]


@cache
def _shipped(id: str) -> Resolved:
    """A shipped ruleset with all that it extends, which is shipped, too."""
    source, problems = read_shipped(id)
    if source is None or problems:
        return Resolved(None, (), problems)
    resolver = _Resolver(trusted, None)
    found = resolver.whole(source, (id,), shipped_translations(id))
    found.files = 1 + resolver.files
    return found
