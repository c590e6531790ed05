"""A record of any shape becomes a sheet of integers, or a list of what is wrong with it.

Nothing that JSON can say makes this raise: a record that does not fit its ruleset has faults, all of them, each
at its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bummerl.grammar import MOST_MOVES

from .faults import MOST_FAULTS, UNRECORDED, below, figure
from .pieces import Pieces
from .position.reading import read_position
from .rules import Rules
from .sheet import HIDDEN, Sheet
from .vocabulary import Misread

MOST_NAME: Final = 200
"""Characters of a player's name."""

DEAL_KEYS: Final = ("hands", "turn_up", "talon")
KEYS: Final = (
    *("ruleset", "options", "players", "dealer", "deal", "moves", "result", "position", "brought"),
    *("score", "number"),
    *("headers", "comments", "cards", "language", "trick_numbers", "event", "date", "site", "id", "hand"),
)


class Reader(Pieces):
    """Reads one record under the rules that were settled for it."""

    def __init__(self, record: Mapping[str, Any], rules: Rules) -> None:
        super().__init__(rules, record)
        self.record = record

    def read(self) -> Sheet | None:
        """The sheet, or `None` if there are faults."""
        record = self.record
        self.keys(record, KEYS, "", guess=True)
        dealer = self.dealer(record.get("dealer"))
        if record.get("position") is None:
            sheet = self.dealt(record.get("deal"), dealer)
        else:
            sheet = self.middle(record, dealer)
        sheet.tokens, sheet.texts = self.moves(record.get("moves"))
        sheet.names = self.names(record.get("players"))
        sheet.brought = self.by_seat(record.get("brought"), "brought")
        sheet.numbers = self.trick_numbers(record.get("trick_numbers"), len(sheet.texts))
        sheet.stated = self.result(record.get("result"))
        self.by_seat(record.get("score"), "score")
        self.hand_number(record.get("number"))
        if self.faults:
            return None
        return sheet

    def dealt(self, value: Any, dealer: int) -> Sheet:
        """The beginning of a sheet that begins with the deal."""
        rules, deal = self.rules, self.mapping(value, "/deal")
        self.keys(deal, DEAL_KEYS, "/deal", guess=False)
        hands = self.hands(deal.get("hands"), dealer)
        talon = self.talon(deal.get("talon"))
        turn_up = self.turn_up(deal.get("turn_up"), hands, dealer)
        whole = dealer != HIDDEN and not any(HIDDEN in hand for hand in (*hands, talon))
        whole = whole and not ((rules.turned or rules.shown) and turn_up == HIDDEN)
        return Sheet(dealer, hands, turn_up, talon, [], [], whole=whole)

    def middle(self, record: Mapping[str, Any], dealer: int) -> Sheet:
        """The beginning of a sheet that begins in the middle of a hand."""
        if record.get("deal") is not None:
            self.fault("record.position", "position.deal", "/deal")
        self.twice = "card-twice.position"
        sheet = read_position(self, record["position"], dealer)
        return sheet if sheet is not None else Sheet(dealer, [], HIDDEN, [], [], [])

    # ---- the deal
    def dealer(self, value: Any) -> int:
        """Who deals; `HIDDEN` if it was not recorded."""
        if value is None:
            return HIDDEN
        seat = self.seat(value)
        if seat == HIDDEN:
            near = self.seat_of(value)
            self.fault("record.dealer", "dealer", "/dealer", value, near, seats=self.rules.seats)
        return seat

    def hands(self, value: Any, dealer: int) -> list[list[int]]:
        """The hands, one a seat, as they were dealt."""
        rules, found = self.rules, self.mapping(value, "/deal/hands")
        self.known_seats(found, "/deal/hands")
        hands: list[list[int]] = []
        for i, seat in enumerate(rules.seats):
            path = f"/deal/hands/{seat}"
            cards = found.get(seat)
            if rules.sits_out and i == dealer:
                if cards is not None and cards != []:
                    self.fault("record.seat", "seat.sits-out", path, seat, seat=seat)
                hands.append([])
                continue
            if cards is None:
                hands.append([HIDDEN] * rules.hand_size)
                continue
            hand = self.cards(cards, path)
            if hand is not None and len(hand) != rules.hand_size:
                self.fault("record.hand-size", "hand-size", path, seat=seat, n=len(hand), size=rules.hand_size)
            hands.append(hand if hand is not None else [HIDDEN] * rules.hand_size)
        return hands

    def talon(self, value: Any) -> list[int]:
        """The cards face down, in the order they are drawn."""
        size = self.rules.talon_size
        if value is None:
            return [HIDDEN] * size
        cards = self.cards(value, "/deal/talon")
        if cards is None:
            return [HIDDEN] * size
        if len(cards) != size:
            self.fault(
                "record.talon-size", "talon-size" if size else "talon-size.none", "/deal/talon", n=len(cards), size=size
            )
        return cards

    def turn_up(self, value: Any, hands: list[list[int]], dealer: int) -> int:
        """The card turned up, or the one the dealer shows."""
        rules, path = self.rules, "/deal/turn_up"
        if value is None or value == UNRECORDED:
            return HIDDEN
        if not rules.turned and not rules.shown:
            self.fault("record.turn-up", "turn-up.none", path, value)
            return HIDDEN
        if rules.turned:
            return self.card(value, path)
        card = self.read_card(value, path)
        shown = [rules.codes[c] for c in hands[dealer]] if dealer != HIDDEN and HIDDEN not in hands[dealer] else []
        if card != HIDDEN and shown and rules.codes[card] not in shown:
            self.fault("record.turn-up", "turn-up.dealer", path, value, card=value)
        return card

    # ---- what was done
    def moves(self, value: Any) -> tuple[list[int], list[str]]:
        """The moves as integers, and as they were written."""
        if value is None:
            value = []
        if not isinstance(value, list | tuple):
            self.fault("record.type", "type.moves", "/moves", what="moves")
            return [], []
        if len(value) > MOST_MOVES:
            self.fault("record.moves", "moves", "/moves", n=len(value), most=MOST_MOVES)
            return [], []
        tokens, token = [], self.rules.vocabulary.token
        for i, text in enumerate(value):
            if len(self.faults) == MOST_FAULTS:
                break
            if not isinstance(text, str):
                self.fault("record.type", "type.move", f"/moves/{i}", what=f"moves/{i}")
                continue
            try:
                tokens.append(token(text))
            except Misread as odd:
                self.misread(odd, f"/moves/{i}", text)
        return tokens, list(value)

    # ---- what stands beside it
    def names(self, value: Any) -> dict[str, str]:
        """The players' names by seat."""
        found = self.mapping(value, "/players")
        names = {}
        for key, name in found.items():
            if key not in self.rules.seats:
                self.fault(
                    "record.seat", "seat", below("/players", key), str(key), seats=self.rules.seats, seat=str(key)
                )
            elif name is not None and not isinstance(name, str):
                self.fault("record.type", "type.name", below("/players", key), what=f"players/{key}")
            elif name and len(name) > MOST_NAME:
                path = below("/players", key)
                self.fault("record.type", "name-long", path, what=f"players/{key}", n=len(name), most=MOST_NAME)
            elif name:
                names[str(key)] = name
        return names

    def hand_number(self, value: Any) -> None:
        """The how manieth hand of its match."""
        if value is not None and (figure(value) or 0) < 1:
            self.fault("record.number", "number", "/number", what="number")

    def trick_numbers(self, value: Any, moves: int) -> dict[int, int]:
        """Trick numbers by the move they stand in front of."""
        found = self.mapping(value, "/trick_numbers")
        numbers = {}
        for key, number in found.items():
            path = below("/trick_numbers", key)
            if not (isinstance(key, str) and key.isascii() and key.isdecimal() and len(key) < 6 and int(key) < moves):
                self.fault("record.type", "type.trick-number", path, what=path[1:])
            elif (read := self.figure(number, path)) is not None:
                numbers[int(key)] = read
        return numbers

    def result(self, value: Any) -> dict[str, Any] | None:
        """What the players wrote down, to be compared."""
        if value is None:
            return None
        found = self.mapping(value, "/result")
        stated: dict[str, Any] = {}
        if "winner" in found:
            winner = found["winner"]
            seats = [winner] if isinstance(winner, str) else [] if winner is None else winner
            if not isinstance(seats, list | tuple) or any(self.seat(seat) == HIDDEN for seat in seats):
                near = self.seat_of(winner)
                self.fault("record.result", "result.winner", "/result/winner", winner, near, seats=self.rules.seats)
            stated["winner"] = (
                list(seats) if isinstance(seats, list | tuple) and not isinstance(winner, str) and winner else winner
            )
        if "game_points" in found:
            points, path = found["game_points"], "/result/game_points"
            read = self.figure(points, path)
            if read is not None and read < 0:
                self.fault("record.result", "result.below", path, n=read)
            stated["game_points"] = points
        if isinstance(value, Mapping) and not stated:
            self.fault("record.result", "result.empty", "/result")
        return stated
