"""From a checked ruleset to its image, in order: seats and cards, memory, the sections, stages, words, the match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from bummerl.grammar import Problem
from bummerl.interpreter import core as C
from bummerl.rulesets.check_expressions import UNSETTLED, below_nothing, series_fault
from bummerl.rulesets.model import Ruleset, RulesetError
from bummerl.rulesets.names import Names
from bummerl.rulesets.places import scope_of
from bummerl.rulesets.typist import Typist

from . import limits
from .answers import Answers, facts_named
from .image import Image, Match, Unit
from .masks import LAST, Masks
from .pack import Deal, Pack, Seating
from .rules import WITHOUT_CALL, Rules
from .tokens import NO_FORM, Tokens
from .writer import ALWAYS, NEVER

BASICS: Final = ("turn", "stage", "holds", "over", "draw")
"""The rules every table has, in the order of their numbers."""
NOBODY_YET: Final = (C.TRUMP, C.TURN_UP, C.LED, C.LED_SUIT, C.BEST, C.CONTRACT, C.CARD, C.SUIT, C.CALL)
"""Slots that begin as none."""
SIDES: Final = scope_of("winner", "loser")


def build(ruleset: Ruleset, options: Mapping[str, Any] | None = None) -> Image:
    """The image of a ruleset.

    `options` are those that are not at their defaults (all settled ones will do). Raises `RulesetError` with code
    `ruleset.too-many` if the ruleset is too large for the core or takes too long to work out.
    """
    settled, problems = ruleset.settle_options(options or {})
    if problems:
        raise RulesetError(tuple(problems))
    try:
        return _Builder(ruleset, settled).image()
    except RulesetError as error:
        raise RulesetError(tuple(_placed(ruleset, problem) for problem in error.problems)) from None


def _placed(ruleset: Ruleset, problem: Problem) -> Problem:
    """The problem with the line and column of its path, where that is known."""
    laid = ruleset.laid
    if problem.line is not None or laid is None or not (problem.path or "").startswith("/"):
        return problem
    steps = [int(step) if step.isdigit() else step for step in str(problem.path)[1:].split("/")]
    origin = laid.origin.at(tuple(steps))
    span = origin.source.place(origin.path)
    if span is None:
        return problem
    return replace(
        problem,
        line=span.line,
        column=span.column,
        end_line=span.end_line,
        end_column=span.end_column,
        file=origin.source.file,
    )


def _typist(ruleset: Ruleset, options: Mapping[str, Any]) -> Typist:
    """The typist of these options; with all at their defaults, the one that checked the ruleset and knows them."""
    checked = ruleset.typist
    if checked is not None and all(options[name] == option.default for name, option in ruleset.options.items()):
        return checked
    return Typist(ruleset, options)


class _Builder:
    """One build."""

    def __init__(self, ruleset: Ruleset, options: Mapping[str, Any]) -> None:
        self.ruleset, self.data, self.options = ruleset, ruleset.data, options
        self.typist = _typist(ruleset, options)
        self.names: Names = self.typist.names
        self.pack = Pack.of(self.data["deck"], self.names)
        self.seating = Seating.of(self.names.seats, self.data.get("partners"))
        self.deal = Deal.of(self.data, self.pack.size)
        self.w = Masks(self.names, self.pack, self.seating, self.deal)
        self.forms = self._forms()
        self.melds = {move: kind for kind, move in enumerate(move for move in self.names.moves if self._scores(move))}
        self.rules = Rules(self.w, self.typist, self.melds)

    def image(self) -> Image:
        """Writes everything."""
        w = self.w
        for key in BASICS:
            w.rule(self.data["basics"][key]["id"])
        self._seats_and_cards()
        self._slots()
        self._suits_and_values()
        contracts = range(len(self.names.contracts))
        w.contract_values[:] = [self._worth(i) for i in contracts]
        w.head(C.SECTIONS, w.table([self.rules.section(contract) for contract in (WITHOUT_CALL, *contracts)], 1))
        stages = self._stages()
        w.head(C.CALLS, w.table([self.rules.call(contract) for contract in contracts]))
        tokens = Tokens(w, self.names, self.pack, self.forms)
        tokens.write(self._says())
        self._quick_enough(tokens)
        match = self._match()
        self.rules.finish()
        first_packets = w.first_packets  # what texts name changes nothing
        answers = Answers(w, self.typist, self.rules.strengths)
        facts, parts = answers.facts(facts_named(self.ruleset)), answers.rows(self.rules.parts)
        w.head(C.WIDTH, len(w.init))
        melds = {move: C.MEMORY + C.SEATS * kind for move, kind in self.melds.items()}
        return Image(
            self.ruleset,
            self.options,
            w,
            self.names,
            self.pack,
            self.deal,
            words=tokens.words,
            number_words=tokens.number_words,
            melds=melds,
            stages=stages,
            match=match,
            parts=parts,
            facts=facts,
            first_packets=first_packets,
        )

    # ---- what moves there are
    def _variants(self, move: str) -> list[Mapping[str, Any]]:
        """What the base game and the contracts say of a move, where it is not switched off."""
        parts = (self.data, *self.data.get("contracts", ()))
        found = [part.get("moves", {}).get(move, NO_FORM) for part in parts]
        return [said for said in found if said != NO_FORM]

    def _forms(self) -> dict[str, str | None]:
        """What each move names."""
        forms: dict[str, str | None] = {}
        for move in self.data.get("moves", {}):
            said = self._variants(move)
            forms[move] = said[0].get("names") if said else NO_FORM
        return forms

    def _scores(self, move: str) -> bool:
        return any("scores" in said for said in self._variants(move))

    def _says(self) -> dict[str, tuple[int, ...]]:
        """The numbers that a move may name, where the ruleset lists them."""
        found = {}
        for move in self.forms:
            lists = [said["says"] for said in self._variants(move) if "says" in said]
            if lists:
                found[move] = tuple(dict.fromkeys(int(number) for number in lists[0]))
        return found

    # ---- tables
    def _seats_and_cards(self) -> None:
        w, pack, deal = self.w, self.pack, self.deal
        log = [0] * C.LOG_SIZE
        for bit in range(C.QUESTIONS):
            log[(1 << bit) % C.LOG_SIZE] = bit
        w.fixed(C.LOG, log)
        w.fixed(C.AFTER, self.seating.after)
        w.fixed(C.SIDES, self.seating.sides)
        same = C.NO_TABLE if pack.copies == 1 else w.table([0, *map(pack.same, range(pack.size))], 1)
        header = {
            C.N: self.names.seats,
            C.CARDS: pack.size,
            C.DECK: pack.all,
            C.SUIT_ROWS: pack.suits + 1,
            C.ROW: pack.size + 1,
            C.SAME_CARDS: same,
            C.HAND_SIZE: deal.hand_size,
            C.PACKET: deal.packet,
            C.TALON: deal.talon,
            C.TURNED: 1 if deal.turned else 2 if deal.shown else 0,
            C.DEALT_TO: deal.hands,
            C.MELD_KINDS: len(self.melds),
        }
        for field, value in header.items():
            w.head(field, value)
        if deal.hands * deal.hand_size + deal.talon + deal.turned > pack.size or deal.talon < 0:
            raise limits.refusal("more cards are dealt than there are", "/deal")

    def _slots(self) -> None:
        """Melds, memory, and what every hand begins with; then who sits out and who plays together."""
        w, init = self.w, self.w.init
        for _ in range(C.SEATS * len(self.melds)):
            w.slot()
        for name, kept in self.names.memory.items():
            w.memory[name] = (len(init), kept)
            for _ in range(C.SEATS if kept.each else 1):
                w.slot(kept.start)
        w.head(C.KEEP, len(init))
        init[C.YES], init[C.TRICK_NUMBER], init[C.ALL] = 1, 1, (1 << self.names.seats) - 1
        init[C.PATIENCE] = C.MOST_WORK
        for slot in NOBODY_YET:
            init[slot] = -1
        sits_out = (
            w.value(self.typist.typed(self.data["sits_out"], "players", {}, "/sits_out"))
            if self.names.sits_out
            else NEVER
        )
        w.head(C.SITS_OUT, sits_out)
        w.head(C.PARTNERS, C.NO_PROGRAM)
        if isinstance(self.data.get("partners"), str):
            partners = self.typist.typed(self.data["partners"], "players", {}, "/partners")
            w.alone = False
            w.head(C.PARTNERS, w.value(partners))
            w.partners = partners

    def _suits_and_values(self) -> None:
        """Rows by trump: the suit each card belongs to, and what it counts; the first line that fits says so."""
        w, deck, card = self.w, self.data["deck"], scope_of("card")

        def lines(part: str, what: str) -> list[tuple[int, int]]:
            found = []
            for line in deck.get(part, ()):
                cards = self.typist.typed(line["cards"], "truth", card, f"/deck/{part}", printed=part == "belongs")
                suit = self.typist.typed(
                    line[what], "suit" if what == "suit" else "number", card, f"/deck/{part}", printed=part == "belongs"
                )
                found.append((w.cond(cards), w.value(suit)))
            return found

        def rows(lines: list[tuple[int, int]], none: int, printed: tuple[int, ...]) -> list[int]:
            S, table = list(w.init), []
            for trump in range(LAST, self.pack.suits):
                w.set_trump(S, trump)
                table.append(none)
                for number in range(self.pack.size):
                    S[C.CARD] = number
                    found = next((w.run(value, S) for fits, value in lines if w.run(fits, S)), None)
                    table.append(printed[number] if found is None or (none < 0 and found < 0) else found)
            return table

        belongs = lines("belongs", "suit")
        w.head(C.SUITS_BY_TRUMP, w.table(rows(belongs, -1, self.pack.suit), w.R[C.ROW] + 1))
        w.head(C.VALUES_BY_TRUMP, w.table(rows(lines("points", "points"), 0, self.pack.worth), w.R[C.ROW] + 1))

    def _stages(self) -> tuple[str, ...]:
        """The stages, and behind the last the one in which nothing can be done any more. Gives their ids."""
        w, typed = self.w, self.typist.typed
        stages = self.data.get("stages") or [{"id": "play", "moves": list(self.data.get("moves", {}))}]
        table = []
        for stage in stages:
            play, where = stage["id"] == "play", f"/stages/{stage['id']}"
            when = w.cond(typed(stage["when"], "truth", {}, where)) if "when" in stage else ALWAYS
            until = w.cond(typed(stage["until"], "truth", {}, where)) if "until" in stage and not play else NEVER
            turn = w.value(typed(stage["turn"], "players", {}, where)) if "turn" in stage else ~C.NO
            first = w.value(typed(stage["first"], "players", {}, where)) if "first" in stage else ~C.FOREHAND
            moves = sum(1 << self.names.moves[move] for move in stage.get("moves", ()))
            table += [when, until, turn, first, moves, C.G_PLAY if play else C.G_WORDS]
        w.head(C.STAGES, w.table([*table, ALWAYS, NEVER, ~C.NO, ~C.FOREHAND, 0, C.G_END]))
        return (*(stage["id"] for stage in stages), "end")

    def _quick_enough(self, tokens: Tokens) -> None:
        """Refuses a ruleset under which listing the legal moves takes too long."""
        calls = [self.rules.parts[contract, "call"] for contract in range(len(self.names.contracts))]
        called = max((sum(map(self.rules.effort, rows)) for rows in calls), default=0)
        for contract in (WITHOUT_CALL, *range(len(self.names.contracts))):
            effort = 0
            for move, form in self.forms.items():
                each = self.rules.work.get((contract, move), 0) + (called if form == "contract" else 0)
                effort += each * tokens.wordings[move]
            if effort > limits.LISTING_WORK:
                raise limits.refusal(
                    "its moves and what they require take too long to try one after the other", "/moves"
                )

    def _worth(self, contract: int) -> int:
        """What a contract is worth."""
        value = self.data["contracts"][contract].get("value", 0)
        return int(self._settled(value, "number", f"contracts/{contract}/value"))

    def _settled(self, text: Any, want: str, path: str) -> Any:
        """What the options alone settle."""
        found = self.typist.typed(text, want, {}, path)
        if found.op != "const":
            raise limits.refusal(UNSETTLED, f"/{path}", "ruleset.unsettled")
        return found.value

    def _games(self, key: str) -> int:
        """The games of a series: a figure that the options settle."""
        found = self.typist.typed(self.data.get("match", {}).get(key, 0), "number", {}, f"match/{key}")
        fault = series_fault(found)
        if fault:
            raise limits.refusal(fault, f"/match/{key}", "ruleset.series")
        return int(found.value)

    def _from_nothing(self, text: Any, known: Mapping[str, str], path: str) -> int:
        """The program of a figure that is not below 0, where the options settle it."""
        found = self.typist.typed(text, "number", known, path)
        if found.op == "const" and found.value < 0:
            raise limits.refusal(below_nothing(found.value), f"/{path}", "ruleset.range")
        return self.w.value(found)

    def _match(self) -> Match:
        w, match = self.w, self.data.get("match", {})

        def program(key: str, want: str, default: Any, known: Mapping[str, str] = SIDES) -> int:
            return w.value(self.typist.typed(match.get(key, default), want, known, f"match/{key}"))

        units = []
        for unit in match.get("units", ()):
            when = (
                w.cond(self.typist.typed(unit["when"], "truth", SIDES, f"match/{unit['id']}"))
                if "when" in unit
                else ALWAYS
            )
            units.append(Unit(unit["id"], when, self._from_nothing(unit["worth"], SIDES, f"match/{unit['id']}")))
        return Match(
            target=self._from_nothing(match.get("target", 0), {}, "match/target"),
            write=str(self._settled(match.get("write", "up"), "direction", "match/write")),
            dealer=program("dealer", "players", "dealer.next"),
            carry=program("carry", "number", 0),
            forfeit=program("forfeit", "number", 0),
            exact=program("exact", "truth", "no", {}),
            goes_on=program("continue", "truth", "no"),
            best_of=self._games("best_of"),
            first_to=self._games("first_to"),
            units=tuple(units),
        )
