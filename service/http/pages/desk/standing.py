"""How things stand with a hand on the desk: what of it can be read, what is wrong with it, and what comes next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from bummerl.grammar import Hand, Severity, in_language
from bummerl.interpreter import CODES, adjudicate, replay, unreadable
from bummerl.rulesets import Ruleset, RulesetError, load
from flask import g
from markupsafe import Markup

from ....ids import as_known
from ...problems import Refusal
from ...referee import hands_of
from ...state import config
from ..frame import Frame
from ..hands import house_ruleset
from ..packs import Pack
from ..people import isolated
from . import catalog
from .dealing import TURN_UP, Deal, Sizes, Zone, deal_of, sides_of, sizes
from .draft import PLAY, Draft
from .logtext import DRAWN, MOVE, UNKNOWN, LogText, Piece
from .middle import POSITION, loosened, sizes_left
from .spelt import Spelt

SEVERAL: Final = "several"
DEAL: Final = "deal"
DRAW: Final = "draw"
_EMPTY: Final = "log.empty"
_HOW_FAR: Final = "record.trick"


@dataclass(frozen=True)
class Draws:
    """Cards that were drawn and not written down: by whom, winner first, as far as they are known by code."""

    seats: tuple[str, ...]
    cards: tuple[str, ...]
    group: bool
    """Whether the log has them as a group already."""


class Standing:
    """A draft, read and judged for one reader."""

    def __init__(self, draft: Draft, frame: Frame) -> None:
        self.draft, self.frame = draft, frame
        self.log = LogText(draft.log)
        limits = config()
        if len(draft.log.encode(errors="surrogatepass")) > limits.max_record:
            raise Refusal(413, "request.too-large", f"A log has at most {limits.max_record} bytes.")
        self.hands: list[Hand] = _read(draft.log)
        self.hand = self.hands[0]
        self.ruleset = self._ruleset()
        self.pack: Pack = frame.pack(self.ruleset.data["deck"])
        self.spelt = Spelt(self.ruleset, self.log.header("Cards"))
        self.options, _ = self.ruleset.settle_options(self._own_options())
        self.verdict, self.reached, self.positions = self._judged()
        """The verdict; the one on what comes before the first mistake of the text; the positions up to there."""

    # ---- the rules
    def _ruleset(self) -> Ruleset:
        if self.draft.house is not None:
            return house_ruleset(self.draft.house)
        for source in (self.log.header("Ruleset"), self.draft.ruleset):
            try:
                if source is not None:
                    return load(as_known(source))
            except RulesetError:
                continue
        return load(catalog.usual())

    def _own_options(self) -> dict[str, str]:
        known = self.ruleset.options
        return {name: value for name, value in self.log.options().items() if name in known}

    @cached_property
    def names(self) -> dict[str, str]:
        """The players by seat, as far as the log names them."""
        players = self.hand.record.get("players", {})
        players = players if isinstance(players, Mapping) else {}
        return {seat: str(name) for seat, name in players.items() if name and seat in self.seats}

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """The seats of this ruleset."""
        return tuple(self.deal.sizes.hands)

    # ---- the ruling, as far as the desk needs it
    def _judged(self) -> tuple[dict[str, Any], dict[str, Any], list[dict[str, Any]]]:
        hand, lang = self.hand, self.frame.lang
        if len(self.hands) > 1:
            several: dict[str, Any] = {"status": SEVERAL, "problems": []}
            return several, several, []
        if hand.readable:
            found = replay(hand.record, **self._how, hand=hand)
            verdict = dict(found["verdict"])
            if found["positions"]:
                return verdict, verdict, list(found["positions"])
        else:
            verdict = unreadable(in_language(problem, lang) for problem in hand.problems)
        verdict["problems"] = [problem for problem in verdict["problems"] if problem["code"] != _EMPTY]
        if not verdict["problems"]:
            verdict = {"status": "ongoing", "problems": []}
        part = replay(self._before(verdict["problems"]), **self._how)
        return verdict, dict(part["verdict"]), list(part["positions"])

    @property
    def _how(self) -> dict[str, Any]:
        own = None if self.draft.house is None and self.hand.record.get("ruleset") else self.ruleset
        return {"ruleset": own, "lang": self.frame.lang, "cards": CODES}

    def _before(self, problems: list[dict[str, Any]]) -> dict[str, Any]:
        """The record up to the first move that cannot be read; the rest of the log may be as it likes."""
        record: Mapping[str, Any] = self.hand.record
        moves = record.get("moves", [])
        end = self._spoilt_at(problems)
        if end is not None:
            places = (self.hand.place(f"/moves/{index}") for index in range(len(moves)))
            moves = [
                move
                for move, place in zip(moves, places, strict=True)
                if place is not None and self.log.offset(place.line, place.column) < end.start
            ]
        kept = ("options", "dealer", "deal", "position", "cards", "players")
        return {name: record[name] for name in kept if name in record} | {
            "ruleset": self.ruleset.id if self._how["ruleset"] is None else None, "moves": moves,
        }  # fmt: skip

    def _spoilt_at(self, problems: list[dict[str, Any]]) -> Piece | None:
        for problem in problems:
            if "line" in problem:
                at = self.log.offset(problem["line"], problem["column"])
                piece = next((each for each in self.log.pieces if each.start <= at < each.end), None)
                if piece is not None and piece.kind in (MOVE, DRAWN):
                    return piece
        return None

    @cached_property
    def spoilt(self) -> Piece | None:
        """The first move that cannot be read; a click puts another in its place."""
        return self._spoilt_at(self.verdict.get("problems", []))

    @property
    def problems(self) -> list[dict[str, Any]]:
        """All that is wrong with the log, and what looks like a slip."""
        unread = self.draft.unread
        found = [in_language(unread, self.frame.lang).to_json()] if unread is not None else []
        found += self.verdict.get("problems", [])
        if self.phase == DEAL and self.from_position and not self.log.header(POSITION):
            found = [problem for problem in found if problem["code"] != _HOW_FAR]  # it is being asked for
        known = {(problem.get("line"), problem.get("column"), problem["code"]) for problem in found}
        for problem in self.hand.problems:
            said = in_language(problem, self.frame.lang).to_json()
            if problem.severity is Severity.WARNING and (problem.line, problem.column, problem.code) not in known:
                found.append(said)
        return found

    @property
    def errors(self) -> list[dict[str, Any]]:
        """What keeps the log from being judged."""
        return [problem for problem in self.problems if problem["severity"] == "error"]

    @property
    def position(self) -> dict[str, Any] | None:
        """The table as it lies at the end, or before the first thing that is wrong."""
        return self.positions[-1] if self.positions else None

    @property
    def status(self) -> str:
        """`ongoing`, `complete`, `illegal`, `undetermined`, `unreadable` or `several`, of what can be read."""
        return str(self.reached["status"])

    @cached_property
    def sentence(self) -> Markup:
        """Why the last move is illegal, or what is missing to decide; with cards as the reader calls them."""
        if self.status not in ("illegal", "undetermined"):
            return Markup()
        record = self.hand.record if self.reached is self.verdict else self._before(self.verdict["problems"])
        said = adjudicate(record, **{**self._how, "cards": self.pack.lexicon.id})
        told = said["violations"][0]["message"] if said.get("violations") else said.get("message", "")
        return isolated(str(told), self.names)

    @cached_property
    def legal(self) -> list[str]:
        """What may be played or said now, as far as that is known; cards by code."""
        return list(self.reached.get("legal", [])) if self.reached["status"] == "ongoing" else []

    @property
    def mover(self) -> str:
        """Whose turn it is; of several, who comes first."""
        moves = self.position["to_move"] if self.position and self.status != "undetermined" else None
        return str(moves if isinstance(moves, str) else moves[0] if moves else "")

    @property
    def begins(self) -> bool:
        """Whether the next card is the first of a trick, and nothing was said before it."""
        drawn = bool(self.log.moves) and self.log.moves[-1].kind == DRAWN and len(self.positions) > 1
        before, now = [None, *self.positions][-2 - drawn :][:2] if self.positions else (None, None)
        if now is None or now["table"] or now["over"]:
            return False
        fresh = before is None or now["taken"] is not None or now["stage"] != before["stage"]
        return fresh and (not self.legal or any(map(self.is_card, self.legal)))

    @property
    def trump(self) -> str | None:
        """Trumps, if the log says or the hand has shown what they are."""
        position = self.position
        up = self.deal.zone(TURN_UP)
        said = self.log.header("Trump") is not None if self.from_position else up is None
        return position["trump"] if position is not None and (said or (up is not None and up.known)) else None

    @property
    def talon(self) -> str:
        """`open` or `closed` where cards are drawn in turn, `lying` where they are not, or nothing."""
        position = self.position
        if position is None or not self.dealt.talon:
            return ""
        if not self.dealt.turn_up:
            return "lying"
        return "open" if position["talon"]["open"] or not position["talon"]["size"] else "closed"

    # ---- the deal
    @cached_property
    def deal(self) -> Deal:
        """Where the cards were dealt, or where they lie in the middle of a hand."""
        if not self.from_position:
            return deal_of(self.ruleset, self.log, self.dealt, self.spelt)
        left = sizes_left(self.dealt, self.ruleset, self.options, self.hand.record)
        return deal_of(self.ruleset, self.log, left or loosened(self.dealt), self.spelt, loose=left is None)

    @cached_property
    def dealt(self) -> Sizes:
        """How the ruleset deals."""
        return sizes(self.ruleset, self.options, self.log.header("Dealer"))

    @cached_property
    def partners(self) -> dict[str, str]:
        """The other player of a side, where it is the same two in every hand."""
        pairs = [side for side in sides_of(self.ruleset) if len(side) == len("AC")]
        return {seat: other for one, two in pairs for seat, other in ((one, two), (two, one))}

    @property
    def from_position(self) -> bool:
        """Whether the record begins in the middle of a hand."""
        return self.log.header(POSITION) is not None

    @property
    def under_way(self) -> bool:
        """Whether the hand seems to have begun before what is written down: hands are small, nothing was played."""
        if self.from_position or self.log.moves:
            return False
        return any(0 < zone.known < zone.size for zone in self.deal.zones if len(zone.key) == 1)

    @cached_property
    def zone(self) -> Zone | None:
        """Where the next card of the deal goes; `None` if cards are played now."""
        if self.draft.zone == PLAY:
            return None
        chosen = self.deal.zone(self.draft.zone)
        if chosen is not None:
            return chosen
        return None if self.log.moves or self.from_position else self.deal.next()

    @cached_property
    def phase(self) -> str:
        """Whether cards are being dealt, drawn, or played; or the log is one of several hands."""
        if len(self.hands) > 1:
            return SEVERAL
        if self.zone is not None:
            return DEAL
        return DRAW if self.draws is not None else PLAY

    @cached_property
    def draws(self) -> Draws | None:
        """The cards that were drawn after the last trick, if somebody may still remember them."""
        if self.draft.zone == PLAY or self.spoilt is not None or len(self.positions) < 2:
            return None
        group = bool(self.log.moves) and self.log.moves[-1].kind == DRAWN
        if group and len(self.positions) < 3:
            return None
        now, before = self.positions[-1 - group], self.positions[-2 - group]
        drawn = before["talon"]["size"] - now["talon"]["size"]
        more = sum(self.positions[-1]["hidden"].values()) > sum(before["hidden"].values())
        if now["taken"] is None or now["over"] or drawn <= 0 or not more or self.reached["status"] != "ongoing":
            return None
        seats = _from(now["leader"], [seat for seat in self.seats if self.deal.sizes.hands[seat]])[:drawn]
        if group:
            cards = tuple(map(self.spelt.read, self.log.moves[-1].text.strip("()").split()))
        else:
            last = before["turn_up"] if now["talon"]["size"] == 0 and self.deal.sizes.turn_up else None
            cards = (*[UNKNOWN] * (drawn - 1), last if last and self.deal.zone(TURN_UP).known else UNKNOWN)  # type: ignore[union-attr]
        return Draws(tuple(seats), cards, group) if UNKNOWN in cards else None

    # ---- cards
    def is_card(self, token: str) -> bool:
        """Whether a token is the code of a card of this pack."""
        return token in self.pack.cards

    @cached_property
    def gone(self) -> dict[str, int]:
        """How many copies of each card lie where everybody who reads the log can see them: played, held, turned up."""
        position = self.position
        if position is None:
            return {}
        seen: list[str] = [card for hand in position["hands"].values() for card in hand]
        seen += [played["card"] for played in position["table"]]
        for each in self.positions:
            if each["taken"] is not None:
                seen += [played["card"] for played in each["taken"]["cards"]]
        zone = self.deal.zone(TURN_UP)
        if position["turn_up"] and position["talon"]["size"] and zone is not None and zone.known:
            seen.append(position["turn_up"])
        seen += [card for card in position["talon"]["cards"] if card != UNKNOWN]
        return {card: seen.count(card) for card in set(seen)}


def _read(log: str) -> list[Hand]:
    """The hands of a log, which one request may want several times."""
    if g.get("desk_log") != log:
        g.desk_log, g.desk_hands = log, hands_of(log, config().max_hands)
    return list(g.desk_hands)


def _from(leader: Any, seats: list[str]) -> list[str]:
    """Seats in order of play, beginning with this one."""
    at = seats.index(leader) if leader in seats else 0
    return seats[at:] + seats[:at]
