"""A ruleset that cannot be used."""

from __future__ import annotations

from bummerl.grammar import Problem


class RulesetError(Exception):
    """A ruleset that cannot be used; `problems` say why, sorted by place.

    `unknown`: there is no such ruleset at all; `suggestion` is then the id that was probably meant.
    """

    def __init__(self, problems: tuple[Problem, ...], *, unknown: bool = False, suggestion: str | None = None) -> None:
        """At least one problem."""
        super().__init__("\n".join(map(str, problems)))
        self.problems, self.unknown, self.suggestion = problems, unknown, suggestion
