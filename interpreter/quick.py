"""Accept fast: a complete hand written as it should be goes from a record to its verdict in JSON without a detour.

Whatever is not quite as it should be is declined (`None`), and the general way takes it. The quick way may
decline anything; it never accepts what the general way refuses, and never says anything else: a test compares the
bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from json import JSONEncoder
from typing import Any, Final

from bummerl.grammar import MOST_MOVES
from bummerl.interpreter import core as C

from . import machine
from .faults import MOST
from .judged import Judged, in_order
from .machine import Ints
from .outcome import outcome_of
from .record import DEAL_KEYS, KEYS, MOST_NAME
from .rules import Rules, room
from .sheet import Sheet
from .trick_numbers import numbered_rightly
from .verdict import head, verdict_of
from .wording import placeholders

MOST_PIECES: Final = 1_000_000
"""So many characters of outcomes are kept as text; then all are forgotten."""
PIECE: Final = 500
"""What keeping one costs besides, in characters."""
SHORT: Final = 60
"""Outcomes in which somebody's name is longer than this are not kept."""
MOST_WORDS: Final = 1_000
"""So many lists of last words are kept."""
_PLAIN_KEYS: Final = frozenset(KEYS) - {"position", "brought", "score", "number"}
"""What may be said of a hand without the general way's having to look at it closely."""
_DEAL_KEYS: Final = frozenset(DEAL_KEYS)


written: Final = JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""A value as JSON, the way all verdicts are written."""


class Quick:
    """The quick way under one set of rules and in one language: its pieces of text are made when they are first
    needed.
    """

    def __init__(self, rules: Rules, lang: str) -> None:
        self.rules, self.lang = rules, lang
        self.head = written(head(rules, "complete") | {"moves_checked": 0})[:-2]
        self.score = self._score()
        self.seat = {seat: i for i, seat in enumerate(rules.seats)}
        self.pieces: dict[Any, str] = {}
        self.written = 0
        self.words: dict[tuple[int, ...], str] = {}
        self.rooms: list[Ints] = []
        self.facts: dict[tuple[int, int, int], tuple[int, ...]] = {}
        self.R, self.init = rules.R, rules.init
        self.needs_turn_up = rules.turned or rules.shown
        self.able = rules.copies == 1 and not rules.sits_out and not rules.shown

    def _score(self) -> str:
        keys = ("points", "trick_points", "meld_points", "bonus_points", "tricks")
        inner = ",".join(f'"{key}":%d' for key in keys)
        return "{" + ",".join(f'"{seat}":{{{inner}}}' for seat in self.rules.seats) + "}"

    def verdict(self, record: Mapping[str, Any]) -> str | None:
        """The verdict on a completely recorded hand as JSON, or `None` if the general way has to look at it."""
        if not self.able or not record.keys() <= _PLAIN_KEYS:
            return None
        rules = self.rules
        vocabulary, seats = rules.vocabulary, rules.seats
        try:
            deal, moves, hands = record["deal"], record["moves"], record["deal"]["hands"]
            cards, talon = vocabulary.cards, deal.get("talon", ())
            if (
                type(moves) is not list
                or len(hands) != rules.n
                or len(moves) > MOST_MOVES
                or not deal.keys() <= _DEAL_KEYS
            ):
                return None
            T = [self.seat[record["dealer"]]]
            for seat in seats:
                hand = hands[seat]
                if type(hand) is not list or len(hand) != rules.hand_size:
                    return None
                T += [cards[card] for card in hand]
            T.append(cards[deal["turn_up"]] if self.needs_turn_up else -1)
            if len(talon) != rules.talon_size or type(talon) not in (list, tuple):
                return None
            T += [cards[card] for card in talon]
            at, known = len(T), vocabulary.tokens
            T += [known[move] for move in moves]
        except (KeyError, TypeError, AttributeError):
            return None
        if not self.needs_turn_up and deal.get("turn_up") is not None:
            return None
        if not self._plain(record):
            return None
        T.append(0)
        return self._judged(record, T, at)

    def _plain(self, record: Mapping[str, Any]) -> bool:
        """Nothing stands beside the hand that would have to be looked at closely."""
        names = record.get("players")
        if names is None:
            return True
        return type(names) is dict and all(
            seat in self.seat and type(name) is str and len(name) <= MOST_NAME for seat, name in names.items()
        )

    def _judged(self, record: Mapping[str, Any], values: list[int], at: int) -> str | None:
        rules = self.rules
        S, T, row = self.init[:], machine.ints(values), self.rules.verdict_row()
        machine.replay_one(S, self.R, T, at, len(values) - 1, row)
        if row[C.V_STATUS] in (C.ILLEGAL, C.ONGOING):
            return self._unfinished(record, S, T, at, row)
        if row[C.V_STATUS] != C.COMPLETE or S[C.DOUBT] or rules.R[S[C.ROW_OF_WINNER] + C.R_PAYS] != C.NO_PROGRAM:
            return None
        numbers = record.get("trick_numbers")
        if numbers is not None and not numbered_rightly(rules, S, values[at:-1], numbers):
            return None
        check = self._check(record.get("result"), row)
        if check is None:
            return None
        score = []
        for i in range(C.V_SEATS, len(row), C.V_SEAT_WIDTH):
            trick, meld, bonus = row[i], row[i + 1], row[i + 2]
            score += [trick + meld + bonus, trick, meld, bonus, row[i + 3]]
        outcome = self._outcome(record, S, T, at, row)
        legal = "[]"
        if rules.R[rules.R[S[C.RULES] + C.P_THEN] + S[C.OVER]]:
            legal = self._last_words(S, T)
        return (
            f'{self.head}{row[C.V_MOVES]},"violations":[],"outcome":{outcome},"score":{self.score % tuple(score)}'
            f',"to_move":null,"legal":{legal}{check}}}'
        )

    def _last_words(self, S: Ints, T: Ints) -> str:
        """What may still be said when the hand is over, as text, kept by what it is."""
        try:
            out = self.rooms.pop()  # one for each thread that is here
        except IndexError:
            out = room(self.rules.image.room)
        tokens = tuple(out[: machine.next_tokens(S[:], self.R, T, out)])
        self.rooms.append(out)
        found = self.words.get(tokens)
        if found is None:
            if len(self.words) > MOST_WORDS:
                self.words.clear()
            texts = [self.rules.vocabulary.text(token) for token in sorted(set(tokens), key=in_order)]
            found = self.words[tokens] = written(texts)
        return found

    def _unfinished(self, record: Mapping[str, Any], S: Ints, T: Ints, at: int, row: Ints) -> str | None:
        """A hand that breaks a rule or goes on: in the words of the general way, but without reading it again."""
        if S[C.DOUBT] or record.get("result") is not None or record.get("trick_numbers") is not None:
            return None
        judged = self._whole(record, S, T, at, row)
        judged.count_before()
        return written(verdict_of(judged, self.lang))

    def _check(self, stated: Any, row: Ints) -> str | None:
        """The comparison with what the players wrote down; empty if they wrote nothing, `None` if it must be looked
        at.
        """
        if stated is None:
            return ""
        if type(stated) is not dict or stated.keys() != {"winner", "game_points"}:
            return None
        winner, points = stated["winner"], stated["game_points"]
        if type(points) is not int or not 0 <= points <= MOST or type(winner) is not str or winner not in self.seat:
            return None
        agrees = points == row[C.V_POINTS] and row[C.V_WINNER] >> self.seat[winner] & 1
        # the stated result in its own order of keys
        stated = written({key: stated[key] for key in ("winner", "game_points")})
        return f',"result_check":{{"stated":{stated},"agrees":{"true" if agrees else "false"}}}'

    def _outcome(self, record: Mapping[str, Any], S: Ints, T: Ints, at: int, row: Ints) -> str:
        """The outcome as text, kept by all that its words hang on."""
        names = record.get("players")
        under = (row[C.V_BECAUSE], row[C.V_RULE], S[C.RULES])
        programs = self.facts.get(under)
        if programs is None:
            programs = self.facts[under] = self._programs(under[:2], S)
        values = tuple([machine.value(S, self.R, program) for program in programs])
        key = (under, row[C.V_WINNER], row[C.V_POINTS], values, tuple(names.items()) if names else None)
        piece = self.pieces.get(key)
        if piece is None:
            piece = written(outcome_of(self._whole(record, S, T, at, row), self.lang))
            if not names or all(len(name) <= SHORT for name in names.values()):
                self._keep(key, piece)
        return piece

    def _keep(self, key: Any, piece: str) -> None:
        """Keeps a piece for the next hand that ends like this one."""
        if self.written > MOST_PIECES:
            self.pieces.clear()
            self.written = 0
        self.pieces[key] = piece
        self.written += len(piece) + PIECE

    def _programs(self, rows: tuple[int, ...], S: Ints) -> tuple[int, ...]:
        """Programs for the facts that the texts of these rules name, and for what losers lose of their own."""
        rules, contract = self.rules, self.rules.contract(S)
        texts = [rules.ruleset.text(rules.rule_ids[i], self.lang) for i in dict.fromkeys(rows)]
        named = {(contract, name): None for text in texts for name in placeholders(text)}
        told = [rules.image.facts[key].program for key in named if key in rules.image.facts]
        return (*told, rules.match.forfeit) if rules.forfeits else tuple(told)

    def _whole(self, record: Mapping[str, Any], S: Ints, T: Ints, at: int, row: Ints) -> Judged:
        """The same hand as the general way would have judged it."""
        names = {seat: name for seat, name in (record.get("players") or {}).items() if name}
        sheet = Sheet(T[0], [], -1, [], list(T[at:-1]), list(record["moves"]), names)
        return Judged(self.rules, sheet, S, T, at, list(row))
