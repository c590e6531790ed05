"""Where a part of resolved rules was written, however many files were laid over each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .source import Source, Steps


@dataclass(frozen=True, slots=True)
class Origin:
    """The file and the path in it that a value came from.

    A value that was merged has parts from elsewhere in `inner`, by key or place; what is not there is found in
    `rest`, or below the value itself. `placed`: a line whose `before` or `after` has been obeyed, or a
    value that was laid over another one.
    """

    source: Source
    path: Steps = ()
    inner: Mapping[str | int, Origin] = field(default_factory=dict)
    rest: Origin | None = None
    placed: bool = False

    def child(self, key: str | int) -> Origin:
        """The origin of a part."""
        found = self.inner.get(key)
        if found is not None:
            return found
        if self.rest is not None:
            return self.rest.child(key)
        return Origin(self.source, (*self.path, key))

    def at(self, path: Steps) -> Origin:
        """The origin of a part further below."""
        here = self
        for step in path:
            here = here.child(step)
        return here


@dataclass(frozen=True, slots=True)
class Laid:
    """A value with its origin."""

    value: Any
    origin: Origin

    def child(self, key: str | int) -> Laid:
        """A part with its origin."""
        return Laid(self.value[key], self.origin.child(key))

    def put(self, path: Steps, part: Laid) -> Laid:
        """The same with one part put in or replaced; what is not there on the way becomes a map."""
        if not path:
            return part
        step, here = path[0], self.origin
        if isinstance(self.value, list):
            at = int(step)
            part = self.child(step).put(path[1:], part)
            made: Any = [*self.value[:at], part.value, *self.value[at + 1 :]]
        else:
            under = self.child(step) if step in self.value else Laid({}, here.child(step))
            part = under.put(path[1:], part)
            made = {**self.value, step: part.value}
        return Laid(made, Origin(here.source, here.path, {**here.inner, step: part.origin}, here.rest, here.placed))
