"""The rules in force under each contract: ladders, moves, tables of results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bummerl.interpreter import core as C
from bummerl.rulesets.places import move_scope, scope_of, settable
from bummerl.rulesets.typed import Typed
from bummerl.rulesets.typist import Typist

from . import limits
from .image import Row
from .masks import Masks
from .restless import restless
from .writer import ALWAYS, NEVER

Scope = Mapping[str, str]
NOTHING: Final[Scope] = {}
NO_MORE: Final[Mapping[str, tuple[str, Scope]]] = {}
ACTOR: Final[Scope] = scope_of("actor")
SIDES: Final[Scope] = scope_of("winner", "loser")
CARD: Final[Scope] = scope_of("card")
REFUSED: Final[Scope] = scope_of("actor", "card")
EACH: Final[Scope] = scope_of("player")
TRUMP_THEN_SUIT: Final = ({"cards": "card.suit is trump"}, {"cards": "card.suit is led.suit"})
"""`wins`, if nothing is said."""
ONLY: Final = {"highest": C.ONLY_HIGHEST, "lowest": C.ONLY_LOWEST}
PICKS: Final = {"talon": C.PICKS_TALON, "turn_up": C.PICKS_TURN_UP}
WITHOUT_CALL: Final = -1


class Rules:
    """Writes the sections; `parts` gathers their rules for explanations."""

    def __init__(self, writer: Masks, typist: Typist, melds: Mapping[str, int]) -> None:
        """`melds`: moves that score, with the number of their kind."""
        self.w, self.base, self.melds = writer, typist, melds
        self.parts: dict[tuple[int, str], tuple[Row, ...]] = {}
        self.work: dict[tuple[int, str], int] = {}
        self.strengths: dict[int, tuple[object, int]] = {}
        self._wrongs: list[tuple[int, list[list[int]], list[tuple[str, ...]]]] = []
        self._early: list[tuple[int, int, str]] = []
        self.contract, self.typist, self.data = WITHOUT_CALL, typist, typist.data

    # ---- small tools
    def typed(self, text: Any, want: str, scope: Scope, where: str) -> Typed:
        """An expression under the contract that is being written."""
        return self.typist.typed(text, want, scope, where)

    def value(self, text: Any, want: str, scope: Scope, where: str) -> int:
        """A program for its value."""
        return self.w.value(self.typed(text, want, scope, where))

    def optional(self, rule: Mapping[str, Any], key: str, want: str, scope: Scope) -> int:
        """The program of a key that may be missing."""
        return self.value(rule[key], want, scope, f"{rule.get('id', '')}/{key}") if key in rule else C.NO_PROGRAM

    def when(self, node: Typed | None) -> int:
        """The program of a condition that may be missing."""
        return ALWAYS if node is None else self.w.cond(node)

    def rows(self, part: str, scope: Scope, more: Mapping[str, tuple[str, Scope]] = NO_MORE, that: str | None = None,
             rules: Sequence[Mapping[str, Any]] | None = None) -> list[tuple[Row, Mapping[str, Any]]]:  # fmt: skip
        """The rules of a list that options leave, typed and numbered."""
        found = []
        for rule in self.data.get(part, ()) if rules is None else rules:
            id = rule["id"]
            when = self.typed(rule["when"], "truth", scope, id) if "when" in rule else None
            if when is not None and when.op == "const":
                if not when.value:
                    continue
                when = None
            condition = None
            if that is not None and rule[that] != "any":
                condition = self.typed(rule[that], "truth", CARD if that == "play" else scope, id)
            others = {key: self.typed(rule[key], want, known, id) for key, (want, known) in more.items() if key in rule}
            found.append((Row(id, self.w.rule(id), when, condition, others), rule))
        self.parts[self.contract, part] = tuple(row for row, _ in found)
        return found

    # ---- a section
    def section(self, contract: int) -> int:
        """The complete set of rules under a contract (or without one); its place."""
        self.contract, self.typist = contract, self.base.under(contract)
        self.data = self.typist.data
        P = [0] * C.P_WIDTH
        self.play(P, self.data["play"])
        made = {move: self.move(move, said) for move, said in self.data.get("moves", {}).items() if said != "off"}
        P[C.P_MOVES] = self.w.table([0] * C.MOVES + [made.get(move, 0) for move in self.data.get("moves", {})] + [0])
        P[C.P_LAZY] = int(any(said != "off" and early(said) for said in self.data.get("moves", {}).values()))
        counts = self.counts()
        P[C.P_COUNTS] = self.w.table([self.w.cond(counts[move]) if move in counts else NEVER for move in self.melds])
        self.ends(P, counts)
        self.results(P)
        place = self.w.table(P)
        self.irregularities(place + C.P_WRONGS)
        return place

    def play(self, P: list[int], play: Mapping[str, Any]) -> None:
        """How tricks are played."""
        P[C.P_POWER] = self.powers(play)
        self.strengths[self.contract] = (self.w.power_key, self.w.power_at)
        P[C.P_LEADER] = self.value(play.get("leader", "forehand"), "players", NOTHING, "/play/leader")
        P[C.P_TRUMP] = self.value(play.get("trump", "trump"), "suit", NOTHING, "/play/trump")
        P[C.P_PLAYERS] = self.value(play.get("players", "everyone"), "players", NOTHING, "/play/players")
        P[C.P_DRAW] = C.NO_PROGRAM
        if "draw" in play:
            P[C.P_DRAW] = self.w.cond(self.typed(play["draw"]["when"], "truth", NOTHING, "/play/draw/when"))
        P[C.P_LEAD] = self.ladder("lead", play.get("lead", ()))
        P[C.P_FOLLOW] = self.ladder("follow", play.get("follow", ()))

    def powers(self, play: Mapping[str, Any]) -> int:
        """The strengths of the cards."""
        ranks = self.w.names.ranks
        order = play.get("order", list(ranks))

        def places(order: Sequence[Any]) -> list[int]:
            found = [0] * len(ranks)
            for behind, rank in enumerate(reversed(order)):
                found[ranks[str(rank)]] = behind + 1
            return found

        wins = []
        for line in play.get("wins", TRUMP_THEN_SUIT):
            node = self.typed(line["cards"], "truth", CARD, "/play/wins")
            ordered = any(part.op in ("beats", "highest", "lowest") for part in node.walk())
            if ordered or "best" in node.deps or not self.w.static(node):
                raise limits.refusal("`wins` may look at the card, trump and the suit led only", "/play/wins")
            wins.append((node, places(line.get("order", order))))
        return self.w.powers(wins, places(order))

    # ---- ladders
    def ladder(self, part: str, rules: Sequence[Mapping[str, Any]]) -> int:
        """The duties: how many lines, then each; neighbours that look at the table only share one."""
        groups: list[tuple[bool, list[tuple[Row, Mapping[str, Any]]]]] = []
        for row, rule in self.rows(part, NOTHING, that="play", rules=rules):
            plain = (
                row.when is None
                and self.how(rule) == 0
                and row.that is not None
                and row.that.op != "const"
                and self.w.static(row.that)
            )
            if plain and groups and groups[-1][0]:
                groups[-1][1].append((row, rule))
            else:
                groups.append((plain, [(row, rule)]))
        lines = [len(groups)]
        for plain, them in groups:
            lines += self.tabled([row for row, _ in them]) if plain else self.worked_out(*them[0])
        return self.w.table(lines)

    def how(self, rule: Mapping[str, Any]) -> int:
        """`only` and `firm` as a number."""
        return ONLY.get(rule.get("only", ""), 0) | (C.FIRM if rule.get("firm") in ("yes", True) else 0)

    def tabled(self, rows: list[Row]) -> list[int]:
        """A line of the machine for duties whose masks stand in a table."""
        at = self.w.described([row.that for row in rows if row.that is not None])
        rules = self.w.shared(("duties", *(row.number for row in rows)), lambda: [row.number for row in rows])
        return [ALWAYS, *self.w.R[at : at + C.L_BY_BEST], len(rows), 0, rules, C.YES]

    def worked_out(self, row: Row, rule: Mapping[str, Any]) -> list[int]:
        """A line whose mask a program gives."""
        everything = row.that is None or (row.that.op == "const" and row.that.value)
        program = ~self.w.constant(self.w.pack.all)
        if not everything and row.that is not None:
            self.w.affordable(row.that)
            program = self.w.mask(row.that, C.HELD, self.w.temp(0), ~self.w.temp(0), 1)
        rules = self.w.shared(("duties", row.number), lambda: [row.number])
        return [self.when(row.when), C.NO_TABLE, program, 0, 0, 1, self.how(rule), rules, self.guard(row.when)]

    def guard(self, node: Typed | None) -> int:
        """A slot that holds 0 only when the condition fails on that account: nobody has melded, the talon is gone,
        nobody closed."""
        if node is None:
            return C.YES
        parts: tuple[Typed, ...] = node.args if node.op == "and" else (node,)
        if node.op == "not" and node.args[0].op == "or":
            parts = tuple(Typed("not", "truth", (part,)) for part in node.args[0].args)
        for part in parts:
            if part.op == "not" and part.args[0].op == "is" and part.args[0].args[1].op == "const":
                left, right = part.args[0].args
                if self.w.number_of(right) != 0 or left.op == "const":
                    continue
                slot = C.MELDS if left.op == ".declared" else self.w.place(left)
                if slot is not None:
                    return slot
        return C.YES

    # ---- moves
    def move(self, name: str, said: Mapping[str, Any]) -> int:
        """One move; its place."""
        scope = scope_of(*move_scope(said))
        M = [0] * C.M_WIDTH
        M[C.M_REQUIRE] = self.requirements(f"require:{name}", said.get("require", ()), scope)
        M[C.M_BY], M[C.M_ALSO] = (
            self.optional(said, "by", "players", NOTHING),
            self.optional(said, "also", "players", NOTHING),
        )
        M[C.M_CALLS] = int(said.get("names") == "contract")
        M[C.M_SHOWS], M[C.M_SCORES] = (
            self.optional(said, "shows", "cards", scope),
            self.optional(said, "scores", "number", scope),
        )
        M[C.M_KIND] = self.melds.get(name, 0)
        M[C.M_SWAPS], M[C.M_DISCARDS] = (
            self.optional(said, "swaps", "card", scope),
            self.optional(said, "discards", "card", scope),
        )
        M[C.M_PICKS] = PICKS.get(said.get("picks_up", ""), 0)
        sets = [self.setting(name, target, text, scope) for target, text in said.get("set", {}).items()]
        if len(sets) > C.MOST_SETS:
            raise limits.refusal(f"sets more than {C.MOST_SETS} names", f"/moves/{name}/set")
        M[C.M_SETS] = len(sets)
        self.work[self.contract, name] = sum(map(self.effort, self.parts[self.contract, f"require:{name}"]))
        place = self.w.table(M + [value for row in sets for value in row])
        if early(said):
            self._early.append((place, self.contract, name))
        return place

    def effort(self, row: Row) -> int:
        """How many instructions asking a requirement takes at most."""
        return sum(
            limits.work(node, self.w.pack.size, self.w.seating.seats)
            for node in (row.when, row.that)
            if node is not None
        )

    def setting(self, move: str, target: str, text: Any, scope: Scope) -> list[int]:
        """One name that a move sets: program, slot, how."""
        where = f"/moves/{move}/set/{target}"
        kind = settable(target, self.w.names)
        if kind is None:
            raise limits.refusal(f"`{target}` is no name that can be set", where)
        program = self.value(text, kind, scope, where)
        if target == "trump":
            return [program, C.TRUMP, C.SET_TRUMP]
        if target == "contract":
            return [program, C.CONTRACT, 0]
        slot, kept = self.w.memory[target]
        return [program, slot, (C.SET_EACH if kept.each else 0) | (C.SET_NUMBER if kept.type == "number" else 0)]

    def requirements(self, part: str, rules: Sequence[Mapping[str, Any]], scope: Scope) -> int:
        """One program: the number of the first requirement that is not met, or 0."""
        rows = [row for row, _ in self.rows(part, scope, that="that", rules=rules)]
        pc = ~self.w.constant(0)
        for row in reversed(rows):
            if row.that is None:
                continue
            self.w.affordable(row.that)
            test = self.w.truth(row.that, pc, ~self.w.constant(row.number))
            pc = test if row.when is None else self.w.truth(row.when, test, pc)
        return pc

    def call(self, contract: int) -> int:
        """What a contract asks of who calls it: in the words of the game without one."""
        self.contract, self.typist, self.data = contract, self.base, self.base.data
        return self.requirements("call", self.data["contracts"][contract].get("require", ()), scope_of("actor", "call"))

    # ---- ends and results
    def counts(self) -> dict[str, Typed]:
        """When the meld points of a move count."""
        moves = self.data.get("moves", {})
        found = {
            move: self.typed(moves[move].get("counts", "yes"), "truth", EACH, f"/moves/{move}/counts")
            for move in self.melds
            if moves.get(move, "off") != "off"
        }
        for move, node in found.items():
            if any(
                part.op in (".points", ".meld_points", ".own_points") and part.args[0].type == "players"
                for part in node.walk()
            ):
                raise limits.refusal("whether a meld counts cannot hang on points", f"/moves/{move}/counts")
        return found

    def ends(self, P: list[int], counts: Mapping[str, Typed]) -> None:
        """When the hand is over, what may follow, how often it must be asked, and bonuses."""
        ends = self.rows("ends", NOTHING)
        P[C.P_ENDS] = self.w.chain([(row.when, number) for number, (row, _) in enumerate(ends, 1)])
        may = [sum(1 << self.w.names.moves[move] for move in rule.get("then_may", ())) for _, rule in ends]
        P[C.P_THEN] = self.w.table([0, *may])
        often = [restless(row.when, self.w.partners) for row, _ in ends if row.when is not None]
        often += [
            C.ENDS_WITH_CARDS
            for node in counts.values()
            if restless(node, self.w.partners, drawn=True) == C.ENDS_WITH_CARDS
        ]
        P[C.P_OFTEN] = max(often, default=C.ENDS_WITH_WORDS)
        bonuses = self.rows("bonuses", NOTHING, {"points": ("number", NOTHING), "to": ("players", NOTHING)})
        table = [len(bonuses)]
        for row, _ in bonuses:
            table += [self.when(row.when), self.w.value(row.more["points"]), self.w.value(row.more["to"])]
        P[C.P_BONUSES] = self.w.table(table)

    def results(self, P: list[int]) -> None:
        """Who wins, and how much."""
        score = self.rows(
            "score",
            NOTHING,
            {"winner": ("players", NOTHING), "worth": ("number", SIDES), "pays": ("number", {**SIDES, **EACH})},
        )
        tiers = self.rows("tiers", SIDES, {"worth": ("number", SIDES)})
        P[C.P_SCORE] = self.w.chain([(row.when, number) for number, (row, _) in enumerate(score, 1)])
        P[C.P_TIERS] = self.w.chain([(row.when, number) for number, (row, _) in enumerate(tiers, 1)])
        P[C.P_SCORE_ROWS] = self.result_rows(score)
        P[C.P_TIER_ROWS] = self.result_rows(tiers)
        P[C.P_TIMES] = (
            self.value(self.data["multiply"], "number", SIDES, "/multiply") if "multiply" in self.data else ~C.YES
        )

    def result_rows(self, rows: list[tuple[Row, Mapping[str, Any]]]) -> int:
        """The table of what rows of score or tiers say, entered at row 1."""

        def program(row: Row, key: str) -> int:
            return self.w.value(row.more[key]) if key in row.more else C.NO_PROGRAM

        table = [0] * C.R_WIDTH
        for row, _ in rows:
            table += [program(row, "winner"), program(row, "worth"), program(row, "pays"), row.number]
        return self.w.table(table)

    def order(self, contract: int, move: str, *, calls: bool) -> list[int]:
        """By rule: its place among the requirements of a move, from 1; then those of a contract that it `calls`."""
        own = self.parts[contract, f"require:{move}"]
        called = range(len(self.base.data["contracts"])) if calls else ()
        found = [0] * len(self.w.rule_ids)
        for rows in (*(own + self.parts[other, "call"] for other in called), own):
            for place, row in enumerate(rows, 1):
                found[row.number] = place
        return found

    # ---- irregularities
    def irregularities(self, place: int) -> None:
        """What an illegal move costs; the tables by rule wait until every rule has its number."""
        scope = {**REFUSED, **SIDES}
        rows = self.rows("irregularities", REFUSED, {"winner": ("players", REFUSED), "worth": ("number", scope)})
        table = [
            [self.when(row.when), self.w.value(row.more["winner"]), self.w.value(row.more["worth"]), row.number]
            for row, _ in rows
        ]
        self._wrongs.append((place, table, [tuple(rule["for"]) for _, rule in rows]))

    def finish(self) -> None:
        """Writes the tables by rule: in which order early moves require what they do, what irregularities are for."""
        for m, contract, move in self._early:
            order = self.order(contract, move, calls=bool(self.w.R[m + C.M_CALLS]))
            self.w.R[m + C.M_EARLY] = self.w.constant_table("order", order)
        for place, rows, patterns in self._wrongs:
            table = [len(rows)]
            for row, fors in zip(rows, patterns, strict=True):
                table += [*row, self.w.constant_table("wrong", [int(_fits(id, fors)) for id in self.w.rule_ids])]
            self.w.R[place] = self.w.table(table)


def _fits(id: str, patterns: tuple[str, ...]) -> bool:
    """Is this rule one of those named, or of a family (`follow.*`)?"""
    return any(id == pattern or (pattern.endswith("*") and id.startswith(pattern[:-1])) for pattern in patterns)


def early(said: Mapping[str, Any]) -> bool:
    """May this move come before drawing?"""
    return said.get("before_draw") == "yes"
