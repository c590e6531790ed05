"""A match on the slate: games as they are chalked, sentences about how it stands, and where things were written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from bummerl.grammar import Hand
from bummerl.rulesets import Ruleset

from .frame import Frame
from .hands import own_ruleset

STATUSES: Final = ("complete", "illegal", "ongoing", "undetermined", "unreadable")


@dataclass(frozen=True)
class Game:
    """One game of a match: a Bummerl, chalked from its first hand to its last."""

    number: int
    rows: Sequence[Mapping[str, Any]]
    """The hands, as the running score has them."""
    start: int | None
    """What each side had before the first hand; `None` where points are written upwards, from nothing."""

    @property
    def won(self) -> Mapping[str, Any] | None:
        """Who won it, by which rule; `None` while it goes on."""
        found: Mapping[str, Any] | None = self.rows[-1]["game"]
        return found


@dataclass(frozen=True)
class Slate:
    """A match as it was judged."""

    log: str
    hands: Sequence[Hand]
    found: Mapping[str, Any]
    frame: Frame

    @cached_property
    def names(self) -> dict[str, str]:
        """The players by seat, as the first hand that names them does."""
        found: dict[str, str] = {}
        for hand in reversed(self.hands):
            found |= {seat: name for seat, name in hand.record.get("players", {}).items() if name}
        return found

    @property
    def sides(self) -> list[list[str]]:
        """Who plays together: seats."""
        return [[side] if isinstance(side, str) else list(side) for side in self.found["sides"]]

    @cached_property
    def ruleset(self) -> Ruleset | None:
        """The ruleset of the first hand that names one."""
        return next((ruleset for hand in self.hands if (ruleset := own_ruleset(hand)) is not None), None)

    @property
    def tone(self) -> str:
        """The status that the banner has the colour of."""
        stopped = self.found["stopped"]
        if self.found["status"] == "unreadable" or stopped:
            return stopped["status"] if stopped and stopped["status"] in STATUSES else "unreadable"
        return "illegal" if self.found["audit"] else "complete"

    @cached_property
    def games(self) -> list[Game]:
        """The hands, game by game."""
        start = self.found["target"] if self.found["write"] == "down" else None
        found: list[Game] = []
        rows: list[Mapping[str, Any]] = []
        for row in self.found["running"]:
            rows.append(row)
            if row["game"]:
                found.append(Game(row["game"]["number"], rows, start))
                rows = []
        if rows:
            found.append(Game(len(found) + 1, rows, start))
        return found

    # ---- sentences
    def who(self, seats: str | Sequence[str] | None) -> str:
        """One player, partners, or nobody."""
        return self.frame.words.players(seats, self.names)

    def by_side(self, figures: Mapping[str, int]) -> str:
        """A figure for each side."""
        return ", ".join(f"{self.who(side)} {figures[side[0]]}" for side in self.sides)

    @property
    def title(self) -> str:
        """The name of the ruleset."""
        titles = self.ruleset.title if self.ruleset is not None else {}
        return titles.get(self.frame.lang) or titles.get("en", "")

    @property
    def event(self) -> str | None:
        """Where it was played, if the log says so."""
        headers = (hand.record.get("headers", {}) for hand in self.hands)
        return next((text for said in headers if (text := said.get("Event"))), None)

    @property
    def limits(self) -> list[str]:
        """How long a game is, and the match."""
        w, found, series = self.frame.words, self.found, self.found["series"] or {}
        said = [w(f"slate.{found['write']}", n=found["target"])] if found["target"] else []
        if series.get("best_of"):
            said.append(w("slate.best-of", n=series["best_of"]))
        if series.get("first_to"):
            said.append(w.count("slate.first-to", series["first_to"]))
        return said

    @property
    def kicker(self) -> str:
        """What kind of answer it is: `stopped`, `audit` or `complete`."""
        if self.found["stopped"] or self.found["status"] == "unreadable":
            return "stopped"
        return "audit" if self.found["audit"] else "complete"

    @property
    def head(self) -> str:
        """How the match stands, in one sentence."""
        w, found, series = self.frame.words, self.found, self.found["series"]
        if found["status"] == "unreadable":
            return w("matches.head.unreadable")
        if found["stopped"]:
            return str(found["stopped"]["message"])
        if series and series["decided_by"] is not None:
            return w("slate.drawn") if series["drawn"] else w("slate.decided", who=self.who(series["winner"]))
        if any(found["games"].values()):
            return f"{w.count('slate.games', len(found['running']))} {self.by_side(found['games'])}."
        return w("matches.head.running", score=self.by_side(found["score"]))

    @property
    def outlook(self) -> list[str]:
        """What each side still needs, and who deals next."""
        w, found, series = self.frame.words, self.found, self.found["series"]
        if found["status"] == "unreadable" or (series and series["decided_by"] is not None):
            return []
        said = [f"{w('slate.needs-games')} {self.by_side(series['needs'])}."] if series else []
        if found["needs"]:
            said.append(f"{w('slate.needs')} {self.by_side(found['needs'])}.")
        if found["next_dealer"]:
            said.append(w("slate.next-dealer", who=self.who(found["next_dealer"])))
        return said

    def won(self, game: Mapping[str, Any]) -> str:
        """Whose game it is, and what it counts if that is not one."""
        name = "slate.game" if game["units"] == 1 else "slate.game.counts"
        return self.frame.words(name, n=game["number"], who=self.who(game["winner"]), units=game["units"])

    def caption(self, game: Game) -> str:
        """The line above a game."""
        return self.won(game.won) if game.won else self.frame.words("matches.game", n=game.number)

    def result(self, row: Mapping[str, Any]) -> str:
        """What a hand brought, and to whom."""
        w, settled, taken = self.frame.words, row["status"] == "complete", row["taken"]
        if taken == "score" and not settled:
            return w("slate.taken.score")
        points = w.count("points", row["game_points" if taken == "score" else "paid"])
        said = w("to", what=points, who=self.who(row["winner"]))
        return said + (w(f"slate.taken.{'sum' if taken == 'score' else taken}") if taken else "")

    def rule(self, row: Mapping[str, Any]) -> str | None:
        """The rule that gave a hand's figure."""
        outcome = self.found["hands"][row["hand"]].get("outcome")
        return outcome["rule"] if outcome and not row["taken"] else None

    def same(self, game: Game, side: int, row: Mapping[str, Any]) -> bool:
        """Whether a side has what it had before a hand: a slate repeats no figure."""
        seat, place = self.sides[side][0], game.rows.index(row)
        before = game.rows[place - 1]["score"][seat] if place else game.start
        return bool(before == row["score"][seat])

    # ---- what was written down otherwise
    @cached_property
    def audit(self) -> list[Mapping[str, Any]]:
        """What was written down otherwise, in the order of the lines."""
        return sorted(self.found["audit"], key=lambda finding: finding.get("line", 0))

    def findings(self, hand: int) -> list[Mapping[str, Any]]:
        """What of it stands in one hand."""
        return [finding for finding in self.audit if finding["hand"] == hand]

    # ---- places
    @property
    def problems(self) -> list[Mapping[str, Any]]:
        """Why there is no score: what could not be read, or what stopped it."""
        if self.found["status"] == "unreadable":
            return list(self.found["problems"])
        stopped = self.found["stopped"]
        return self.reasons(stopped["hand"]) if stopped else []

    def line(self, number: int) -> str:
        """A line of the log, by its number."""
        found = self.log.split("\n")
        return found[number - 1] if number <= len(found) else ""

    def log_of(self, number: int) -> str:
        """The log of one hand, told what the match says of it: its ruleset and who deals."""
        hand, later = self.hands[number], self.hands[number + 1 :]
        last = later[0].line - 1 if later else None
        text = "\n".join(self.log.split("\n")[hand.line - 1 : last]).strip("\n") + "\n"
        headers = ""
        if "ruleset" not in hand.record and self.ruleset is not None:
            headers += f'[Ruleset "{self.ruleset.id}"]\n'
        running = next((row for row in self.found["running"] if row["hand"] == number), None)
        if not {"dealer", "position"} & hand.record.keys() and running is not None and running["dealer"]:
            headers += f'[Dealer "{running["dealer"]}"]\n'
        return headers + text

    def reasons(self, number: int) -> list[Mapping[str, Any]]:
        """Why a hand that did not end by the rules did not: what was illegal, unreadable or left open in it."""
        verdict = self.found["hands"][number]
        parts = [*verdict.get("violations", ()), *verdict.get("problems", ())]
        return parts or ([{"message": verdict["message"]}] if verdict.get("message") else [])
