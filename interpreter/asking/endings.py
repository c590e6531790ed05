"""How a hand ended: it is over as soon as one of the ruleset's ends holds, and not before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bummerl.rulesets.facts import FACTS
from bummerl.rulesets.typed import Typed

from ..image import Row
from .evaluation import LIMIT, Evaluation
from .narrowing import Impossible, Step
from .values import Among, Span, without

DERIVED: Final = frozenset({"forehand", "everyone", "contract"})
"""Facts that follow from others, or are known otherwise."""


class Endings(Step):
    """What follows from the hand being over. Ends are asked for before any bonus is counted."""

    def all(self) -> None:
        """Everything once; which ends there are hangs on the contract."""
        contract = self.contract()
        if contract is not None:
            self.ends(contract)

    def evaluation(self, contract: int, known: Mapping[str, Among] | None = None) -> Evaluation:
        """Expressions as they stood before the end."""
        return Evaluation(self.table, self.known if known is None else known, contract, self.work, bonuses=False)

    def ends(self, contract: int) -> None:
        """A hand is over as soon as one end holds, and not before."""
        table = self.table
        rows = table.rows(contract, "ends")
        said = {rule["id"]: rule for rule in table.under[contract].data.get("ends", ())}
        after = {move for row in rows for move in said[row.id].get("then_may", ())}
        open_ones = [row for row in rows if self.may_have_held(row, contract, after)]
        if not open_ones:
            raise Impossible("", "certain.no-end", {})
        only = open_ones[0]
        if len(open_ones) == 1 and only.when is not None and not self.may_be_late(after):
            self.assume(only.when, True, contract, only.id)
        for signal in self.certainty.at_once[contract]:
            self.over_before(signal, contract, rows, said)

    def may_be_late(self, after: set[str]) -> bool:
        """May one of these moves, which alone can follow the end, have been made after it?

        Not if it would have left a sign that is not there. Others may take a sign back only before the end.
        """
        certainty = self.certainty
        not_made = set[str]()
        for name, moves in certainty.leaves_sign.items():
            if after & moves and not after & (certainty.setters[name] - moves) and self.at_start(name):
                not_made |= moves
        return not after <= not_made

    def may_have_held(self, row: Row, contract: int, after: set[str]) -> bool:
        """May this end have been reached, whatever was said after it?"""
        if row.when is None:
            return True
        known = self.known
        if self.may_be_late(after):
            late = {name for name, settings in self.table.settings.items() if any(s.move in after for s in settings)}
            known = {name: among for name, among in known.items() if name not in late}
        return self.evaluation(contract, known).value(row.when, {}).holds is not False

    def over_before(self, signal: str, contract: int, rows: tuple[Row, ...], said: Mapping[str, Any]) -> None:
        """If another end holds without the moves that give a signal, they were not made: the hand was over."""
        certainty = self.certainty
        starts: dict[str, Among] = {name: frozenset((certainty.start(name),)) for name in certainty.follow[signal]}
        evaluation = self.evaluation(contract, {**self.known, **starts})
        for row in rows:
            if row.when is None or certainty.setters[signal] & set(said[row.id].get("then_may", ())):
                continue
            if any(leaf.op == "attr" and leaf.value == "last_move" for leaf in row.when.walk()):
                continue
            if evaluation.value(row.when, {}).holds is True:
                moves = certainty.moves(signal)
                self.narrow(signal, starts[signal], "certain.over", rule=row.id, move=moves)

    def assume(self, node: Typed, holds: bool, contract: int, rule: str) -> None:
        """A condition is known to hold, or not: what that says of single facts."""
        match node.op:
            case "not":
                self.assume(node.args[0], not holds, contract, rule)
            case "and" | "or" if (node.op == "and") is holds:
                for arg in node.args:
                    self.assume(arg, holds, contract, rule)
            case "and" | "or":
                evaluation = self.evaluation(contract)
                able = [arg for arg in node.args if evaluation.value(arg, {}).holds is not (not holds)]
                if len(able) == 1:
                    self.assume(able[0], holds, contract, rule)
            case "is" | "compare":
                name, limit = _fact_of(node.args[0]), node.args[1]
                if name is not None and limit.op == "const":
                    sign = "is" if node.op == "is" else str(node.value)
                    among = _those(self.now(name), sign, limit.value, holds)
                    if among is not None:
                        self.narrow(name, among, "certain.one-end", rule=rule)


def _fact_of(node: Typed) -> str | None:
    """The name of a fact that stands by itself."""
    if node.op == "talon_size":
        return "talon.size"
    told = node.op == "mem" or (node.op == "attr" and node.value in FACTS and node.value not in DERIVED)
    return str(node.value) if told and node.type not in ("cards", "suits") else None


def _those(now: Among, sign: str, limit: Any, holds: bool) -> Among | None:
    """The values for which the comparison comes out as it should; None if that is no one span."""
    if sign == "is":
        if isinstance(now, frozenset):
            return now & {limit} if holds else now - {limit}
        if holds:
            return Span(limit, limit)
        return without(now, limit)
    upward = (sign in (">", ">=")) is holds
    includes = (sign in ("<=", ">=")) is holds
    if upward:
        return Span(limit if includes else limit + 1, LIMIT)
    return Span(-LIMIT, limit if includes else limit - 1)
