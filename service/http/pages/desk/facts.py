"""The fields of a position: what is known of the hand so far, besides the cards that everybody still holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from bummerl.grammar import SEATS
from bummerl.interpreter import CODES, replay
from bummerl.rulesets import Ruleset

from ..saying import contract_text
from .clauses import clause
from .dealing import TALON, TURN_UP
from .logtext import UNKNOWN
from .middle import LEADER, MEMORY, NONE, POSITION, TRUMP
from .standing import Standing

CONTRACT: Final = "contract"
_NUMBER: Final = "number"


@dataclass(frozen=True)
class Fact:
    """One thing to say: the name of its field, what it is, and its value as the log has it; `""` is not known."""

    name: str
    text: str
    value: str
    choices: tuple[tuple[str, str], ...] = ()
    """Values as they are written and as people read them; none: a number or a few words."""
    number: bool = False
    usual: str = ""
    """The number that follows from the rest, if it does."""
    empty: str = ""
    """What it means that nothing is said, if not that it is not known."""
    under: bool = False
    """Whether it is only asked because of what was said before it."""

    @property
    def id(self) -> str:
        """The id of the field in the page."""
        return "position-" + "".join(char if char.isalnum() else "-" for char in self.name)


@dataclass(frozen=True)
class Player:
    """What one seat has by then."""

    seat: str
    tricks: Fact
    points: Fact
    melds: tuple[tuple[str, Fact], ...]
    """What was declared, by suit."""


@dataclass(frozen=True)
class Facts:
    """All fields of a position."""

    trick: Fact
    leader: Fact
    trump: Fact
    talon: Fact | None
    players: tuple[Player, ...]
    memory: tuple[Fact, ...]

    @property
    def values(self) -> dict[str, str]:
        """The values as they are shown, by the names of the fields."""
        facts = [self.trick, self.leader, self.trump, *self.memory, *([self.talon] if self.talon else [])]
        for player in self.players:
            facts += [player.tricks, player.points, *(fact for _, fact in player.melds)]
        return {fact.name: fact.value for fact in facts}

    @property
    def counted(self) -> bool:
        """Whether something is said of tricks, points, declarations, or how large the talon is."""
        facts = [fact for player in self.players for fact in (player.tricks, player.points)]
        facts += [fact for player in self.players for _, fact in player.melds]
        return any(fact.value for fact in (*facts, *([self.talon] if self.talon else [])))


def facts_of(now: Standing) -> Facts | None:
    """The fields of the position on the desk; `None` if the hand begins with its deal."""
    if not now.from_position:
        return None
    log, w = now.log, now.frame.words
    trick = clause(log.header(POSITION) or "", "trick") or ""
    playing = [seat for seat in now.seats if now.deal.sizes.hands[seat]]
    contracts = [(each["id"], contract_text(each, w.lang)) for each in now.ruleset.data.get("contracts", ())]
    suits = [(suit, now.pack.suit_name(suit)) for suit in now.pack.suits]
    suits += [(NONE, w("desk.position.trump.none"))] if contracts else []
    trump = log.header(TRUMP) or ""
    trump = next((suit for suit in now.spelt.suits if now.spelt.write(suit) == trump), trump)
    return Facts(
        trick=Fact("trick", w("desk.position.trick"), trick, number=True),
        leader=Fact(
            "leader", w("desk.position.leader"), log.header(LEADER) or "", tuple((seat, seat) for seat in playing)
        ),
        trump=Fact("trump", w("desk.position.trump"), trump, tuple(suits), empty=_turned_up(now)),
        talon=_talon(now),
        players=tuple(_player(now, seat) for seat in playing),
        memory=tuple(_memory(now, playing, tuple(contracts))),
    )


def _turned_up(now: Standing) -> str:
    up = now.deal.zone(TURN_UP)
    return now.frame.words("desk.position.trump.up") if up is not None and up.known else ""


def _talon(now: Standing) -> Fact | None:
    if not any("talon" in packet for packet in now.ruleset.data["deal"]):
        return None
    said = now.log.header(TALON)
    value = "" if said is None else str(len(said.split()))
    return Fact("talon", now.frame.words("desk.position.talon"), value, number=True, usual=_usual(now))


def _usual(now: Standing) -> str:
    loose = any(zone.loose for zone in now.deal.zones)
    return "" if loose else str(now.deal.sizes.talon)


def _player(now: Standing, seat: str) -> Player:
    w, said = now.frame.words, now.log.header(f"Seat {seat}") or ""
    worth = [str(each) for move in _melds(now.ruleset) for each in move.get("says", ())]
    melds = tuple(
        (
            suit,
            Fact(
                f"{seat}.{suit}", now.pack.suit_name(suit), clause(said, "meld", now.spelt.write(suit)) or "",
                tuple((each, each) for each in dict.fromkeys(worth)),
            ),
        )
        for suit in (now.spelt.suits if worth else ())
    )  # fmt: skip
    return Player(
        seat,
        Fact(f"{seat}.tricks", w("desk.position.tricks"), clause(said, "tricks") or "", number=True),
        Fact(f"{seat}.points", w("desk.position.points"), clause(said, "points") or "", number=True),
        melds,
    )


def _melds(ruleset: Ruleset) -> list[Mapping[str, Any]]:
    return [
        move for move in ruleset.data["moves"].values() if isinstance(move, Mapping) and move.get("names") == "meld"
    ]


def _memory(now: Standing, playing: list[str], contracts: tuple[tuple[str, str], ...]) -> list[Fact]:
    """What the ruleset keeps in mind: who did something, each with what is noted of it once that is said."""
    kinds = dict(now.ruleset.data.get("memory", {}))
    for name in _ending(now.ruleset):
        kinds.pop(name, None)
    said = now.log.header(MEMORY) or ""
    under = _noted_with(now.ruleset)
    found = [_contract(now, said, contracts)] if contracts else []
    for name in (each for each in kinds if under.get(each) not in kinds):
        found += _kept(now, name, kinds[name], said, playing)
        if clause(said, name):
            for other in (each for each in kinds if under.get(each) == name):
                found += _kept(now, other, kinds[other], said, playing, under=True)
    return found


def _noted_with(ruleset: Ruleset) -> dict[str, str]:
    """What a move notes besides who made it, each with the name of that."""
    found: dict[str, str] = {}
    for move in ruleset.data["moves"].values():
        noted = move.get("set", {}) if isinstance(move, Mapping) else {}
        makers = [name for name, value in noted.items() if value == "actor"]
        found |= {name: makers[0] for name in noted if makers and name not in makers and name not in found}
    return found


def _contract(now: Standing, said: str, contracts: tuple[tuple[str, str], ...]) -> Fact:
    value = clause(said, CONTRACT) or ""
    return Fact(f"memory.{CONTRACT}", now.frame.words("desk.position.contract"), value, contracts)


def _kept(now: Standing, name: str, kind: Any, said: str, playing: list[str], *, under: bool = False) -> list[Fact]:
    w = now.frame.words
    texts = now.ruleset.data.get("facts", {}).get(name, {}).get("text", {})
    text = str(texts.get(w.lang) or texts.get("en") or name)
    text = text[:1].upper() + text[1:]
    each, _, own = str(kind).rpartition(" ")
    names = [f"{name}.{seat}" for seat in playing] if each else [name]
    choices: tuple[tuple[str, str], ...] = ()
    if own == "player":
        choices = tuple((seat, now.names.get(seat, seat)) for seat in playing)
    elif own == "suit":
        choices = tuple((now.spelt.write(suit), now.pack.suit_name(suit)) for suit in now.pack.suits)
    elif own == "truth":
        choices = (("yes", w("desk.yes")), ("no", w("desk.no")))
    number = own == _NUMBER or own.isdecimal()
    choices += ((UNKNOWN, w("desk.position.not-known")),) if choices and not under else ()
    return [
        Fact(f"memory.{key}", f"{text} ({key[-1]})" if each else text, clause(said, key) or "", choices, number,
             under=under)
        for key in names
    ]  # fmt: skip


@lru_cache(maxsize=64)
def _ending(ruleset: Ruleset) -> frozenset[str]:
    """The names of memory that end a hand as soon as they are somebody: a position never has them."""
    seats = SEATS[: ruleset.data["seats"]]
    found = set[str]()
    for name in ruleset.data.get("memory", {}):
        position = {"trick": 1, "leader": seats[0], "memory": {name: seats[0]}}
        record = {"position": position, "dealer": seats[-1], "moves": []}
        first = replay(record, ruleset=ruleset, cards=CODES)["positions"][:1]
        found |= {name for each in first if each["over"]}
    return frozenset(found)
