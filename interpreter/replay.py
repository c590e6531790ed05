"""The position after every move, for pages and programs that show a hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

from bummerl.grammar import Hand
from bummerl.interpreter import core as C

from . import machine
from .adjudication import ruled
from .explain import stage_name
from .image import DRAWN_WORD, KNOWN_WORD
from .judged import Judged, begin
from .machine import Ints
from .messages import spoken
from .position.writing import Writer, remembered
from .rules import RulesetLike, room
from .sheet import HIDDEN
from .values import Value, cards, members, players, value
from .verdict import unreadable, verdict_of


class Played(TypedDict):
    """A card on the table, and who put it there."""

    seat: str
    card: str


class Taken(TypedDict):
    """A trick that is over."""

    trick: int
    winner: str | list[str] | None
    cards: list[Played]
    points: int


class Lying(TypedDict):
    """Where the cards lie that are not on the table."""

    hands: dict[str, list[str]]
    hidden: dict[str, int]
    talon: dict[str, Any]
    due: dict[str, list[str]]
    turn_up: Value


class Position(Lying):
    """The table after a move; `replay` says what each means."""

    move: int | None
    token: str | None
    seat: str | list[str] | None
    stage: str
    trick: int
    table: list[Played]
    taken: Taken | None
    trump: Value
    contract: Value
    memory: dict[str, Any]
    points: dict[str, dict[str, int | None]]
    gained: list[dict[str, Any]]
    sides: list[list[str]]
    leader: str | list[str] | None
    to_move: str | list[str] | None
    over: bool
    position: dict[str, Any] | None


def replay(
    record: Any,
    *,
    ruleset: RulesetLike | None = None,
    options: Mapping[str, Any] | None = None,
    lang: str = "en",
    hand: Hand | None = None,
    cards: str | None = None,
) -> dict[str, Any]:
    """Every position of a hand: the first after the deal, then one after each legal move; with the verdict.

    A position says which move led to it (`move` counts from 0, `token`, `seat`, `trick`), what that move brought
    (`gained`), and then: `hands` (`hidden`: how many cards of each that nobody recorded), `table`, `talon`
    (`size` with the turn-up, `cards` face down in the order they are drawn, `open` while cards are drawn from it),
    `due` (by seat, what is still to be drawn after the last trick where something may be said before), `turn_up`,
    `trump`, `memory` (what the ruleset keeps in mind, such as who closed), `points` and tricks by seat, `taken` (the
    trick that this move ended), `sides` (the seats that play, each with its partners), `leader`,
    `to_move`, `over`. Where a trick begins, and nothing has been said yet, `position` is what a record may begin with
    that takes the hand up there; elsewhere it is `None`. If a move is refused that may only come after drawing, the
    cards are drawn in the last position. Cards are written as in the record, or as the lexicon
    `cards` has them.
    """
    lang = spoken(lang)
    found = ruled(record, ruleset, options, lang, hand, cards=cards)
    if found.judged is None:
        verdict = unreadable(found.problems, found.rules)
        return {"status": "unreadable", "verdict": verdict, "positions": [], "problems": verdict["problems"]}
    verdict = verdict_of(found.judged, lang, hand)
    return {"status": verdict["status"], "verdict": verdict, "positions": Positions(found.judged).all()}


class Positions:
    """Plays a judged record once more and looks at every state on the way."""

    def __init__(self, judged: Judged) -> None:
        self.judged, self.rules = judged, judged.rules
        self.S: Ints = begin(judged.rules, judged.sheet, judged.T)
        self.table: list[Played] = []
        self.lying: list[int] = []
        self.taken: Taken | None = None
        self.writer = Writer(judged)

    def all(self) -> list[Position]:
        """The positions, first to last."""
        judged, rules, S = self.judged, self.rules, self.S
        tokens = list(judged.T[judged.at : len(judged.T) - 1])
        held, drawn = rules.words[KNOWN_WORD], rules.words[DRAWN_WORD]
        while tokens and tokens[0] & C.TOKEN_ROW == held:
            machine.play_on(S, rules.R, judged.T, tokens.pop(0))
        found = [self.position(None, 0, [])]
        move = 0
        for k, token in enumerate(tokens):
            if token & C.TOKEN_ROW == held:
                continue
            if move >= judged.row[C.V_MOVES]:
                break
            before = S[:]
            if machine.play_on(S, rules.R, judged.T, token):
                break
            for later in tokens[k + 1 :]:
                if later & C.TOKEN_ROW != held:
                    break
                machine.play_on(S, rules.R, judged.T, later)
            self.watch(before)
            actor = 0 if token & C.TOKEN_ROW == drawn else S[C.BLAME]
            found.append(self.position(move, actor, self.gained(before), found[-1]["stage"]))
            move += 1
        if judged.status == C.ILLEGAL and S[C.UNDRAWN] and not judged.S[C.UNDRAWN]:
            self.S = self.drawn()
            found[-1] = {**found[-1], **self.lie()}
        return found

    def drawn(self) -> Ints:
        """The state with the cards drawn that are due: whoever lists what may come next draws them."""
        S = self.S[:]
        machine.next_tokens(S, self.rules.R, self.judged.T, room(self.rules.image.room))
        return S

    def lie(self) -> Lying:
        """Where the cards lie that are not on the table, and what is still to be drawn."""
        S, rules = self.S, self.rules
        due = dict[str, list[str]]()
        if S[C.UNDRAWN] and not S[C.OVER]:
            after = self.drawn()
            for i, seat in enumerate(rules.seats):
                unseen = ["?"] * (after[C.HIDDEN + i] - S[C.HIDDEN + i])
                if new := [*cards(rules, after[C.HAND + i] & ~S[C.HAND + i]), *unseen]:
                    due[seat] = new
        return {
            "hands": {seat: cards(rules, S[C.HAND + i]) for i, seat in enumerate(rules.seats)},
            "hidden": {seat: S[C.HIDDEN + i] for i, seat in enumerate(rules.seats)},
            "talon": self.talon(),
            "due": due,
            "turn_up": value(rules, "card", S[C.TURN_UP]),
        }

    def watch(self, before: Ints) -> None:
        """Keeps the cards on the table, and the trick that was just taken."""
        S, rules = self.S, self.rules
        self.taken, ended = None, list[tuple[int, int]]()
        new = S[C.GONE] & ~before[C.GONE]
        played = new and (S[C.TRICK_SIZE], S[C.TRICK_NUMBER]) != (before[C.TRICK_SIZE], before[C.TRICK_NUMBER])
        if played:
            seat = players(rules, before[C.TURN])
            self.table.append({"seat": str(seat), "card": cards(rules, new)[0]})
            self.lying.append(members(new)[0])
        if S[C.TRICK_NUMBER] != before[C.TRICK_NUMBER] and self.table:
            winner = S[C.LAST_WINNER]
            points = sum(S[C.CARD_POINTS + i] - before[C.CARD_POINTS + i] for i in range(rules.n))
            self.taken = {
                "trick": before[C.TRICK_NUMBER],
                "winner": players(rules, winner),
                "cards": self.table,
                "points": points,
            }
            ended = [(rules.seats.index(each["seat"]), card) for each, card in zip(self.table, self.lying, strict=True)]
            self.table, self.lying = [], []
        self.writer.watch(before, S, ended)

    def points(self) -> dict[str, dict[str, int | None]]:
        """Each seat's own points as they count now, and the melds that do not count yet; `None` for what the position
        leaves open with which the record begins.
        """
        S, rules = self.S, self.rules
        found: dict[str, dict[str, int | None]] = {}
        start = self.judged.sheet.start
        unknown = start.left_alone() if start is not None else set()
        for i, seat in enumerate(rules.seats):
            declared = sum(S[at + i] for at in rules.melds.values())
            found[seat] = {
                "points": S[C.POINTS + i],
                "trick_points": S[C.CARD_POINTS + i],
                "meld_points": S[C.MELD_POINTS + i],
                "bonus_points": S[C.BONUS + i],
                "waiting": declared - S[C.MELD_POINTS + i],
                "tricks": S[C.TRICKS + i],
            }
            if C.CARD_POINTS + i in unknown:
                found[seat] |= {"points": None, "trick_points": None}
            if C.TRICKS + i in unknown:
                found[seat]["tricks"] = None
        return found

    def gained(self, before: Ints) -> list[dict[str, Any]]:
        """Why the points changed: a trick, a meld, a meld that begins to count, a bonus."""
        S, rules, found = self.S, self.rules, []
        for i, seat in enumerate(rules.seats):
            trick = S[C.CARD_POINTS + i] - before[C.CARD_POINTS + i]
            if S[C.TRICKS + i] != before[C.TRICKS + i]:
                found.append({"seat": seat, "reason": "trick", "points": trick})
            for move, at in rules.melds.items():
                if S[at + i] != before[at + i]:
                    found.append(
                        {
                            "seat": seat,
                            "reason": "meld",
                            "move": move,
                            "declared": S[at + i] - before[at + i],
                            "points": 0,
                        }
                    )
            meld = S[C.MELD_POINTS + i] - before[C.MELD_POINTS + i]
            if meld:
                declared = [entry for entry in found if entry["seat"] == seat and entry["reason"] == "meld"]
                if declared and declared[0]["declared"] == meld:
                    declared[0]["points"] = meld
                else:
                    found.append({"seat": seat, "reason": "meld-counts", "points": meld})
            bonus = S[C.BONUS + i] - before[C.BONUS + i]
            if bonus:
                found.append({"seat": seat, "reason": "bonus", "points": bonus})
        return found

    def position(
        self, move: int | None, actor: int, gained: list[dict[str, Any]], before: str | None = None
    ) -> Position:
        """The table as it lies now; `before`: the stage before this move."""
        S, rules, sheet = self.S, self.rules, self.judged.sheet
        over, stage, lying = bool(S[C.OVER]), self.stage(), self.lie()
        begins = self.taken is not None or before is None or before != stage
        cards_are_played = rules.R[S[C.STAGE] + C.G_KIND] != C.G_WORDS
        ready = begins and cards_are_played and not self.table and not over
        return {
            "move": move,
            "token": None if move is None else sheet.texts[move],
            "seat": players(rules, actor),
            "stage": stage,
            "trick": S[C.TRICK_NUMBER],
            "hands": lying["hands"],
            "hidden": lying["hidden"],
            "table": list(self.table),
            "taken": self.taken,
            "talon": lying["talon"],
            "due": lying["due"],
            "turn_up": lying["turn_up"],
            "trump": value(rules, "suit", S[C.TRUMP]),
            "contract": value(rules, "contract", S[C.CONTRACT]),
            "memory": remembered(rules, S),
            "points": self.points(),
            "gained": gained,
            "sides": self.sides(),
            "leader": players(rules, S[C.LEADER]),
            "to_move": None if over else players(rules, S[C.TURN]),
            "over": over,
            "position": self.writer.position(S, lying["talon"]["cards"]) if ready else None,
        }

    def stage(self) -> str:
        """The name of the stage, such as bidding or play."""
        return stage_name(self.rules, self.S)

    def sides(self) -> list[list[str]]:
        """Who plays together now; whoever sits this contract out is on no side."""
        S, rules = self.S, self.rules
        playing = S[C.IN_PLAY] or S[C.ALL]
        sides = dict.fromkeys(rules.side_of(S, 1 << i) & playing for i in members(playing))
        return [[rules.seats[i] for i in members(side)] for side in sides]

    def talon(self) -> dict[str, Any]:
        """What is left to draw: `size` counts the turn-up, `cards` are those face down; `open`: whether the next trick
        is followed by drawing, as things stand.
        """
        S, rules, T = self.S, self.rules, self.judged.T
        draws = rules.R[S[C.RULES] + C.P_DRAW]
        goes_on = draws != C.NO_PROGRAM and machine.value(S[:], rules.R, draws)
        down = S[C.TALON_SIZE] - S[C.UP_IN_TALON]
        left = T[S[C.TALON_AT] : S[C.TALON_AT] + down]
        faces = ["?" if c == HIDDEN else rules.codes[c] for c in left]
        return {"size": S[C.TALON_SIZE], "cards": faces, "open": bool(goes_on and S[C.TALON_SIZE])}
