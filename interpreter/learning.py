"""What is played later was held earlier: hands are learnt from the moves, and what they do not show stays open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bummerl.interpreter import core as C

from . import machine
from .filling import leftovers
from .image import KNOWN_WORD
from .judged import Judged, begin
from .machine import Ints
from .patience import Patience
from .rules import OWN_RULES, Rules
from .sheet import HIDDEN, Sheet
from .values import members


def dealt(rules: Rules, sheet: Sheet, held: list[tuple[int, int]]) -> Sheet:
    """The sheet with these cards in the hands that were dealt, and whatever is left over then."""
    hands = [list(hand) for hand in sheet.hands]
    for seat, card in held:
        hands[seat][hands[seat].index(HIDDEN)] = card
    return next(leftovers(rules, replace(sheet, hands=hands)))


def with_knowledge(rules: Rules, sheet: Sheet, held: dict[int, list[tuple[int, int]]]) -> tuple[list[int], list[int]]:
    """The moves with what is known of the hands between them, and which move of the record each belongs to."""
    tokens, came, known = [], [], rules.words[KNOWN_WORD]
    for k, token in enumerate(sheet.tokens):
        for s, card in held.get(k, ()):
            tokens.append(known | (s + 1) << C.TOKEN_SEAT_AT | (1 | card << C.CARDS_AT) << C.TOKEN_REST_AT)
            came.append(k)
        tokens.append(token)
        came.append(k)
    return tokens, came


def held_since(rules: Rules, sheet: Sheet, patience: Patience) -> dict[int, list[tuple[int, int]]]:
    """By move: who is known to have held which card from then on (0: since the deal).

    Plays the moves through without asking for duties: a card that a player plays, and that was not known to be
    his, he has held since his last unknown draw.
    """
    R, seats, T = rules.R, range(rules.n), machine.ints([*sheet.deal(), 0])
    S = patience.lend(begin(rules, sheet, T))
    S[C.LENIENT] = 1
    since = [0] * rules.n
    found: dict[int, list[tuple[int, int]]] = {}
    hidden = [S[C.HIDDEN + s] for s in seats]
    for k, token in enumerate(sheet.tokens):
        placed, turn, before = known_places(S, seats), S[C.TURN], S[:]
        if S[C.PATIENCE] < 0 or S[C.DOUBT] & C.DOUBT_VALUE or machine.play_on(S, R, T, token):
            break  # illegal, or it is not even known whose turn it is
        new = S[C.GONE] & ~placed
        for s, card in shown(rules, before, S, token):
            if hidden[s] and not (placed | S[C.GONE]) >> card & 1:
                found.setdefault(since[s], []).append((s, card))
                S[C.HAND + s] |= 1 << card
                S[C.HIDDEN + s] -= 1
                hidden[s] -= 1
        for s in seats:
            drew = S[C.HIDDEN + s] > hidden[s]
            if turn == 1 << s and new and hidden[s]:
                drew = S[C.HIDDEN + s] == hidden[s]  # drawing was due: the card itself may have been drawn just now
                if not drew:
                    found.setdefault(since[s], []).append((s, new.bit_length() - 1))
                    hidden[s] -= 1
            if drew:
                since[s] = k + 1
            hidden[s] = S[C.HIDDEN + s]
    patience.take_back(S)
    return found


def shown(rules: Rules, before: Ints, after: Ints, token: int) -> list[tuple[int, int]]:
    """Who has shown which cards with this move."""
    R = rules.R
    move = R[R[C.TOKENS] + C.T_WIDTH * (token & C.TOKEN_ROW) + C.T_MOVE]
    place = R[R[before[C.RULES] + C.P_MOVES] + move] if move >= C.MOVES else 0
    if not place or R[place + C.M_SHOWS] == C.NO_PROGRAM:
        return []
    probe, seat = bound(before, after), after[C.ACTOR].bit_length() - 1
    return [(seat, card) for card in members(machine.value(probe, R, R[place + C.M_SHOWS]))]


def bound(before: Ints, after: Ints) -> Ints:
    """The state before a move, with what the move names."""
    S = before[:]
    for slot in (C.ACTOR, C.CARD, C.SUIT, C.SAID, C.NUMBER, C.CALL):
        S[slot] = after[slot]
    return S


def known_places(S: Ints, seats: Iterable[int]) -> int:
    """The cards that are known to lie somewhere: played, in a hand, or still in the talon."""
    placed = S[C.GONE] | S[C.TALON_CARDS]
    for s in seats:
        placed |= S[C.HAND + s]
    return placed | 1 << S[C.TURN_UP] if S[C.TURN_UP] >= 0 else placed


def open_requirement(judged: Judged, patience: Patience) -> tuple[int, int] | None:
    """The first move whose requirements hang on hidden cards, as an index into the machine's moves, and who made it.

    The machine gives the benefit of the doubt. Whoever shows a card or puts it away is taken to have held it; of cards
    that nobody sees, that is not enough.
    """
    rules, T = judged.rules, judged.T
    S, R = patience.lend(begin(rules, judged.sheet, T)), rules.R
    found = None
    for k, token in enumerate(T[judged.at : len(T) - 1]):
        before = S[:]
        refused = machine.play_on(S, R, T, token)
        if refused and refused < OWN_RULES:
            break
        move = R[R[C.TOKENS] + C.T_WIDTH * (token & C.TOKEN_ROW) + C.T_MOVE]
        if move >= C.MOVES and is_open(rules, before, S, move):
            found = k, S[C.BLAME]
            break
        if refused or S[C.DOUBT] or S[C.PATIENCE] < 0:
            break
    patience.take_back(S)
    return found


def laid_open(rules: Rules, S: Ints, place: int) -> list[int]:
    """The cards that the move at this place of the image shows, swaps or names."""
    shows, swaps = rules.R[place + C.M_SHOWS], rules.R[place + C.M_SWAPS]
    cards = members(machine.value(S[:], rules.R, shows)) if shows != C.NO_PROGRAM else []
    swapped = machine.value(S[:], rules.R, swaps) if swaps != C.NO_PROGRAM else HIDDEN
    return [card for card in (*cards, swapped, S[C.CARD]) if card >= 0]


def is_open(rules: Rules, before: Ints, after: Ints, move: int) -> bool:
    """Do the requirements of this move hang on cards that are hidden? What it takes to find out is counted in
    `after`.
    """
    R = rules.R
    place = R[R[before[C.RULES] + C.P_MOVES] + move]
    if not place or (before[C.UNDRAWN] and not R[place + C.M_EARLY]):
        return False
    before = bound(before, after)
    seat = before[C.ACTOR].bit_length() - 1
    if not before[C.HIDDEN + seat]:
        return False
    for card in laid_open(rules, before, place):
        if before[C.HIDDEN + seat] and not known_places(before, range(rules.n)) >> card & 1:
            before[C.HAND + seat] |= 1 << card
            before[C.HIDDEN + seat] -= 1
    programs = [R[place + C.M_REQUIRE]]
    if R[place + C.M_CALLS] and before[C.CALL] >= 0:
        programs.append(R[R[C.CALLS] + before[C.CALL]])
    for program in programs:
        probe = before[:]
        undecided = machine.asked(probe, R, program, C.UNDECIDED) == C.UNDECIDED
        after[C.PATIENCE] -= before[C.PATIENCE] - probe[C.PATIENCE]
        if undecided:
            return True
    return False


def open_duty(judged: Judged) -> bool:
    """Was a card refused that may have broken another rule than the one cited, because of hidden cards?"""
    S, seats = judged.S, range(judged.rules.n)
    if judged.status != C.ILLEGAL or judged.row[C.V_RULE] != S[C.DUTY]:
        return False
    return bool(S[C.HIDDEN + S[C.BLAME].bit_length() - 1] and S[C.DENIED] & ~known_places(S, seats))
