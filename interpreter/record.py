"""A record of any shape becomes a sheet of integers, or a list of what is wrong with it.

Nothing that JSON can say makes this raise: a record that does not fit its ruleset has faults, all of them, each
at its place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bummerl.grammar import MOST_MOVES, suggest

from .faults import MOST, UNRECORDED, Fault, below, is_number
from .position.reading import PositionReader
from .rules import Rules
from .sheet import HIDDEN, Sheet
from .vocabulary import Misread

__all__ = ["DEAL_KEYS", "HIDDEN", "KEYS", "MOST", "UNRECORDED", "Fault", "Reader", "Sheet", "is_number"]

MOST_NAME: Final = 200
"""Characters of a player's name."""
MOST_FAULTS: Final = 100
"""So many mistakes of one record are told."""
MOST_KEYS: Final = 500
"""In an object with more names than these, none is taken for a slip of another."""

DEAL_KEYS: Final = ("hands", "turn_up", "talon")
KEYS: Final = (
    *("ruleset", "options", "players", "dealer", "deal", "moves", "result", "position", "brought"),
    *("score", "number"),
    *("headers", "comments", "cards", "language", "trick_numbers", "event", "date", "site", "id", "hand"),
)


class Reader:
    """Reads one record under the rules that were settled for it."""

    def __init__(self, record: Mapping[str, Any], rules: Rules) -> None:
        self.record, self.rules = record, rules
        self.faults: list[Fault] = []
        self.places: dict[int, str] = {}
        self.twice = "card-twice"

    def fault(
        self, code: str, message: str, path: str, token: Any = None, suggestion: str | None = None, **values: Any
    ) -> None:
        """Notes one thing that is wrong."""
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(
                Fault(code, message, values, path, token if isinstance(token, str) else None, suggestion)
            )

    def misread(self, odd: Misread, path: str, text: str) -> None:
        """Notes a card or a move that nobody knows."""
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault(odd.code, odd.message, odd.values, path, text, odd.suggestion))

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
        sheet = PositionReader(self, dealer).read(record["position"])
        return sheet if sheet is not None else Sheet(dealer, [], HIDDEN, [], [], [])

    # ---- shapes
    def mapping(self, value: Any, path: str) -> Mapping[str, Any]:
        """A mapping, or an empty one and a fault."""
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            self.fault("record.type", "type.mapping", path, what=path[1:])
            return {}
        return value

    def keys(self, found: Mapping[str, Any], known: Sequence[str], path: str, *, guess: bool) -> None:
        """Names that mean nothing here; at the top of a record only those that look like a slip."""
        for key in found if len(found) <= MOST_KEYS or not guess else ():
            if key in known:
                continue
            if len(self.faults) == MOST_FAULTS:
                return
            near = suggest(str(key), [k for k in known if k not in found])
            if not guess or (near and abs(len(near) - len(str(key))) < 2):
                self.fault("record.key", "key", below(path, key), str(key), near, key=str(key))

    # ---- the deal
    def seat(self, value: Any) -> int:
        """The number of a seat, or -1."""
        return self.rules.seats.index(value) if isinstance(value, str) and value in self.rules.seats else HIDDEN

    def seat_of(self, name: Any) -> str | None:
        """The seat of a player who is called so, if that can be one player only."""
        players = self.record.get("players")
        if not isinstance(players, Mapping) or not isinstance(name, str):
            return None
        said = name.strip().casefold()
        seats = [seat for seat, own in players.items() if isinstance(own, str) and own.strip().casefold() == said]
        return seats[0] if len(seats) == 1 and seats[0] in self.rules.seats else None

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

    def cards(self, value: Any, path: str) -> list[int] | None:
        """The numbers of a list of cards; `None` and a fault if it is no list."""
        if not isinstance(value, list | tuple) or len(value) > 100:
            self.fault("record.type", "type.cards", path, what=path[1:])
            return None
        return [HIDDEN if card == UNRECORDED else self.card(card, f"{path}/{i}") for i, card in enumerate(value)]

    def card(self, value: Any, path: str) -> int:
        """A card that is dealt here: it cannot be dealt anywhere else."""
        card = self.read_card(value, path)
        return HIDDEN if card == HIDDEN else self.lie(card, path)

    def lie(self, card: int, path: str) -> int:
        """Notes where a card lies; of two equal cards the one that lies nowhere yet. A fault if there is none."""
        for copy in range(card, card + self.rules.copies):
            if copy not in self.places:
                self.places[copy] = path
                return copy
        code = self.rules.codes[card]
        self.fault("record.card-twice", self.twice, path, code, card=code, other=self.places[card])
        return HIDDEN

    def known_seats(self, found: Mapping[str, Any], path: str) -> None:
        """A fault for every key that is no seat of this game."""
        for key in found:
            if key not in self.rules.seats:
                self.fault("record.seat", "seat", below(path, key), str(key), seats=self.rules.seats, seat=str(key))

    def read_card(self, value: Any, path: str) -> int:
        """The number of a card, wherever it lies."""
        if not isinstance(value, str):
            self.fault("record.type", "type.card", path, what=path[1:])
            return HIDDEN
        try:
            return self.rules.vocabulary.card(value)
        except Misread as odd:
            self.misread(odd, path, value)
            return HIDDEN

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

    def by_seat(self, value: Any, key: str) -> dict[int, int]:
        """Figures by seat: card points `brought` along from a hand that this one continues, the `score` after it."""
        found = self.mapping(value, f"/{key}")
        points = {}
        for seat, number in found.items():
            path = below(f"/{key}", seat)
            if seat not in self.rules.seats:
                self.fault("record.seat", "seat", path, str(seat), seats=self.rules.seats, seat=str(seat))
            elif not is_number(number) or abs(number) > MOST:
                self.fault("record.number", "number", path, what=f"{key}/{seat}")
            else:
                points[self.rules.seats.index(seat)] = number
        return points

    def hand_number(self, value: Any) -> None:
        """The how manieth hand of its match."""
        if value is not None and (not is_number(value) or not 0 < value <= MOST):
            self.fault("record.number", "number", "/number", what="number")

    def trick_numbers(self, value: Any, moves: int) -> dict[int, int]:
        """Trick numbers by the move they stand in front of."""
        found = self.mapping(value, "/trick_numbers")
        numbers = {}
        for key, number in found.items():
            path = below("/trick_numbers", key)
            if not (isinstance(key, str) and key.isascii() and key.isdecimal() and len(key) < 6 and int(key) < moves):
                self.fault("record.type", "type.trick-number", path, what=path[1:])
            elif not is_number(number) or abs(number) > MOST:
                self.fault("record.number", "number", path, what=path[1:])
            else:
                numbers[int(key)] = number
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
            points = found["game_points"]
            if not is_number(points) or abs(points) > MOST:
                self.fault("record.number", "number", "/result/game_points", what="result/game_points")
            stated["game_points"] = points
        if isinstance(value, Mapping) and not stated:
            self.fault("record.result", "result.empty", "/result")
        return stated
