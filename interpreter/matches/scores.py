"""The running score as players write it down, beside the score as it was counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .audit import Audit, Page
from .series import Series
from .tally import Tally
from .written import Total


class Scores:
    """Compares written scores with the tally. A mistake is told where it was made: `off` is by how much the record is
    off for each seat, and a later score that is off by as much follows from it. `unsure`: hands are missing, so that
    the next written score is taken as it stands.
    """

    def __init__(self, audit: Audit, tally: Tally, target: int, write: str) -> None:
        self.audit, self.tally, self.target, self.write = audit, tally, target, write
        self.off = [0] * len(tally.scores)
        self.unsure = False
        self.last_game: tuple[Page, list[int]] | None = None

    # ---- up and down
    def as_written(self, scores: Sequence[int]) -> dict[str, int]:
        """The score as it stands on the slate: counted up, or down from the target."""
        return {seat: self.turned(x) for seat, x in zip(self.audit.rules.seats, scores, strict=True)}

    def turned(self, points: int) -> int:
        """Points as they are written, or written points as they are counted: the one is the other way round."""
        return self.target - points if self.write == "down" else points

    def whole(self, page: Page) -> bool:
        """Does the record say how everyone stands?"""
        return len(page.written.score) == len(self.tally.scores)

    def possible(self, page: Page, follows: bool) -> bool:
        """Can this whole score be that after the hand? If not, that is told. `follows`: the score before it is known.

        Where hands take nothing away, nobody has less than nothing, or less than before, unless a new game has begun;
        and not everyone is at the target.
        """
        tally, seats = self.tally, self.audit.rules.seats
        counted = {i: self.turned(points) for i, points in page.written.score.items()}
        wrong = bool(self.target) and min(counted.values()) >= self.target
        if not self.audit.rules.forfeits:
            before = tally.scores if follows and any(counted.values()) else [0] * len(seats)
            wrong = wrong or any(points < before[i] for i, points in counted.items())
        if wrong:
            stated = {seats[i]: points for i, points in sorted(page.written.score.items())}
            words = self.audit.score_in_words(self.as_written(tally.scores)), self.audit.score_in_words(stated)
            self.audit.find("match.score", page, "/score", None, stated, "match.score.cannot", words)
        return not wrong

    # ---- the score after a hand
    def compare(self, page: Page, dealer_wrong: bool) -> None:
        """Compares the score written after a hand with the counted one."""
        written = page.written.score
        if not written:
            return
        counted = self.tally.scores
        off = self.off[:]
        for i, points in written.items():
            off[i] = self.turned(points) - counted[i]
        if self.reaches(written):
            off = [0] * len(off)
        if off == self.off:
            return
        wrong, self.off = any(off), off
        if not wrong:
            return
        seats = self.audit.rules.seats
        expected = {seats[i]: self.turned(counted[i]) for i in sorted(written)}
        stated = {seats[i]: written[i] for i in sorted(written)}
        words = self.audit.score_in_words(expected), self.audit.score_in_words(stated)
        if self.played_on(written):
            assert self.last_game is not None
            last, message = self.last_game[0].hand, "match.after-end.game"
            self.audit.find("match.after-end", page, "/score", expected, stated, message, words, last=last)
        else:
            message = "match.score.missing" if dealer_wrong else "match.score"
            self.audit.find("match.score", page, "/score", expected, stated, message, words)

    def reaches(self, written: Mapping[int, int]) -> bool:
        """Is this the counted score, with the target itself written for who has gone beyond it?"""
        counted, most = self.tally.scores, self.target
        if not most or max(counted) < most:
            return False
        return all(self.turned(points) in (counted[i], min(counted[i], most)) for i, points in written.items())

    def played_on(self, written: Mapping[int, int]) -> bool:
        """Does this score go on from that of a game that was over?"""
        if self.last_game is None:
            return False
        before, most = self.last_game[1], self.target
        return all(
            self.turned(points) - self.tally.scores[i] in (before[i], min(before[i], most))
            for i, points in written.items()
        )

    def take_over(self, page: Page) -> None:
        """The score that was written is the score from now on."""
        for i, points in page.written.score.items():
            self.tally.scores[i] = self.turned(points)
        self.tally.carried, self.unsure, self.off = 0, False, [0] * len(self.off)
        self.tally.note()

    def game_over(self, page: Page) -> None:
        """A game is won: its last score is remembered, and the count begins anew."""
        self.last_game = page, self.tally.scores[:]
        self.off = [0] * len(self.off)
        self.tally.reset()

    # ---- the end of the match
    def total(self, total: Total, series: Series) -> None:
        """Compares what was written of the match as a whole."""
        audit, seats = self.audit, self.audit.rules.seats
        winner = series.winner if series.exists else series.leader()
        if total.winner is not None and total.winner != winner:
            due, said = audit.won_by(winner), audit.won_by(total.winner)
            message = "match.total.winner" if winner else "match.total.nobody"
            words = audit.listed(winner), audit.listed(total.winner)
            audit.find("match.total", None, "/result/winner", due, said, message, words)
        games = {seats[i]: series.games[i] for i in sorted(total.games)}
        self._same("games", games, {seats[i]: total.games[i] for i in sorted(total.games)})
        if not total.score:
            return
        stated = {seats[i]: total.score[i] for i in sorted(total.score)}
        possible = [self.tally.scores]
        if not any(self.tally.scores) and self.last_game is not None:  # the last hand won a game
            final = self.last_game[1]
            possible = [final, [min(x, self.target) for x in final], *possible]
        every = [{seats[i]: self.turned(scores[i]) for i in sorted(total.score)} for scores in possible]
        self._same("score", every[0] if stated not in every else stated, stated)

    def _same(self, what: str, expected: Mapping[str, int], stated: Mapping[str, int]) -> None:
        if expected != stated:
            words = self.audit.score_in_words(expected), self.audit.score_in_words(stated)
            self.audit.find(
                "match.total", None, f"/result/{what}", dict(expected), dict(stated), f"match.total.{what}", words
            )
