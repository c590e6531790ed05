"""A match as it stands on the slate: a row a hand, and under it who has won, and what was written down wrongly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .inputs import Entry
from .labels import Labels
from .page import Ink, Page, bold, dim, ink
from .problems import show_problem
from .rulebook import titled
from .ruling import SHAPES, names_of, where

if TYPE_CHECKING:
    from bummerl.rulesets import Ruleset


class Slate:
    """Prints the match: a row a hand, what stopped it, the games won, and what was written down wrongly."""

    def __init__(
        self, page: Page, entries: Sequence[Entry], found: Mapping[str, Any], ruleset: Ruleset | None, labels: Labels
    ) -> None:
        self.page, self.entries, self.found, self.labels = page, entries, found, labels
        self.title = titled(ruleset.title, labels.lang) if ruleset is not None else None
        self.names: dict[str, str] = {}
        for entry in reversed(entries):
            self.names |= names_of(entry.record)
        self.sides: list[list[str]] = [[side] if isinstance(side, str) else side for side in found["sides"]]

    def show(self) -> None:
        """All of it."""
        page, labels, found = self.page, self.labels, self.found
        first, *more = where(self.entries[0], labels, several=False)
        page.line(dim(" · ".join(part for part in (first, self.title, *self.limits(), *more) if part)))
        page.line()
        head = [labels(f"slate.{name}") for name in ("hand", "dealer", "result")]
        page.table([*head, *map(self.who, self.sides)], self.rows(), right=(0, *range(3, 3 + len(self.sides))))
        self.show_reasons()
        if found["stopped"]:
            self.show_stop(found["stopped"])
        page.line()
        page.line(bold(labels.count("slate.games", len(found["running"]))), " ", self.by_side(found["games"]))
        self.show_outlook()
        self.show_audit()

    def limits(self) -> list[str]:
        """How long a game is, and the match."""
        labels, found, series = self.labels, self.found, self.found["series"] or {}
        game = [labels(f"slate.{found['write']}", n=found["target"])] if found["target"] else []
        if series.get("best_of"):
            game.append(labels("slate.best-of", n=series["best_of"]))
        if series.get("first_to"):
            game.append(labels.count("slate.first-to", series["first_to"]))
        return game

    # ---- players
    def name(self, seat: str | None) -> str:
        """The player, or the seat."""
        return self.names.get(seat, seat) if seat else "–"

    def who(self, seats: str | Sequence[str] | None) -> str:
        """One player, partners, or nobody."""
        return self.labels.players(seats, self.names)

    def by_side(self, figures: Mapping[str, int]) -> str:
        """A figure for each side."""
        return ", ".join(f"{self.who(side)} {figures[side[0]]}" for side in self.sides) + "."

    # ---- the hands
    def rows(self) -> list[list[Ink]]:
        """A row a hand, with a line under the last of each game."""
        rows: list[list[Ink]] = []
        for line in self.found["running"]:
            rows.append(self.row(line))
            if line["game"]:
                rows.append([bold(f"── {self.won(line['game'])} ──")])
        return rows

    def won(self, game: Mapping[str, Any]) -> str:
        """Whose game it is, and what it counts if that is not one."""
        name = "slate.game" if game["units"] == 1 else "slate.game.counts"
        return self.labels(name, n=game["number"], who=self.who(game["winner"]), units=game["units"])

    def row(self, line: Mapping[str, Any]) -> list[Ink]:
        """A hand: who dealt, who got what for it, and how it stands."""
        labels = self.labels
        shape, colour = SHAPES[line["status"]]
        settled, taken = line["status"] == "complete", line["taken"]
        if taken == "score" and not settled:
            result = labels("slate.taken.score")
        else:
            points = labels.count("points", line["game_points" if taken == "score" else "paid"])
            result = labels("to", what=points, who=self.who(line["winner"]))
            result += labels(f"slate.taken.{'sum' if taken == 'score' else taken}") if taken else ""
        text = Ink(result) if settled else ink(f"{shape} {result}", fg=colour)
        cells = [Ink(str(line["hand"] + 1)), Ink(self.name(line["dealer"])), text]
        return [*cells, *(Ink(str(line["score"][side[0]])) for side in self.sides)]

    def show_reasons(self) -> None:
        """Why hands are counted that did not end by the rules: what was illegal, unreadable or left open in each."""
        stopped = (self.found["stopped"] or {}).get("hand")
        for line in self.found["running"]:
            if line["status"] == "complete" or line["hand"] == stopped:
                continue
            verdict = self.found["hands"][line["hand"]]
            shape, colour = SHAPES[line["status"]]
            self.page.line()
            hand = self.labels("hand", n=line["hand"] + 1)
            self.page.line(ink(f"{shape} ", fg=colour), bold(hand[:1].upper() + hand[1:]), indent=2)
            for part in (*verdict.get("violations", ()), *verdict.get("problems", ())):
                place = ":".join(str(part[key]) for key in ("line", "column") if part.get(key) is not None)
                self.page.paragraph(f"{place}  {part['message']}" if place else part["message"], indent=4)
            if verdict.get("message"):
                self.page.paragraph(verdict["message"], indent=4)

    def show_stop(self, stopped: Mapping[str, Any]) -> None:
        """The hand at which the score stops, with the reason."""
        page = self.page
        shape, colour = SHAPES[stopped["status"]]
        page.line()
        page.line(ink(f"{shape} ", fg=colour), stopped["message"], indent=2)
        verdict = self.found["hands"][stopped["hand"]]
        for part in (*verdict.get("violations", ()), *verdict.get("problems", ())):
            page.paragraph(part["message"], indent=4)

    # ---- what follows
    def show_outlook(self) -> None:
        """Who has won the match, or what each side still needs, and who deals next."""
        page, labels, found, series = self.page, self.labels, self.found, self.found["series"]
        if series and series["decided_by"] is not None:
            won = labels("slate.drawn") if series["drawn"] else labels("slate.decided", who=self.who(series["winner"]))
            page.line(bold(won))
            return
        if series:
            page.line(labels("slate.needs-games"), " ", self.by_side(series["needs"]))
        if found["needs"]:
            page.line(labels("slate.needs"), " ", self.by_side(found["needs"]))
        if found["next_dealer"]:
            page.line(labels("slate.next-dealer", who=self.name(found["next_dealer"])))

    def show_audit(self) -> None:
        """What was written down otherwise than it is, each at its place."""
        found = self.found["audit"]
        if not found:
            return
        self.page.line()
        self.page.line(ink(f"✗ {self.labels.count('slate.audit', len(found))}", fg="red", bold=True))
        for finding in found:
            entry = self.entries[finding["hand"] or 0]
            pointer = finding["pointer"]
            if entry.match is None and finding["hand"] is not None:
                pointer = pointer.removeprefix(f"/hands/{finding['hand']}")
            self.page.line()
            show_problem(self.page, entry, self.labels, {**finding, "path": pointer})
