"""Records with gaps: everything that the recorded cards decide is decided, and the rest is said to be open.

Three things help a record along before the machine judges it:

* what is left over: when all missing cards lie in one hand, or one card is missing, they are the rest of the pack;
* what is played later was held earlier, so a revoke that only shows later is found at the earlier move;
* a missing dealer, turn-up or order of a hand is tried every way; where all ways that fit the moves give the
  same answer, that
  is the answer.

A player is taken to hold what he puts on the table, unless the record says otherwise. What he only says of cards
that nobody recorded, such as a marriage, is open until they show.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, islice
from typing import Final

from bummerl.interpreter import core as C

from . import machine
from .judging import BECAUSE, CHECKED, ILLEGAL, ONGOING, RULE, STATUS, UNDETERMINED, Judged, begin, judge_deal
from .machine import Ints
from .record import HIDDEN, Sheet
from .rules import OWN_RULES, Rules

MOST_WAYS: Final = 300
"""So many ways to fill the gaps are tried; beyond them a record is undetermined."""


def judge_gaps(rules: Rules, sheet: Sheet) -> Judged:
    """Judges a record in which something is missing."""
    ways = list(islice(completions(rules, sheet), MOST_WAYS + 1))
    judged = [judge_one(rules, way) for way in ways]
    fitting = consistent(judged)
    first = fitting[0]
    if len(ways) <= MOST_WAYS and all(answer(other) == answer(first) for other in fitting):
        if first.status == UNDETERMINED:
            first.needed = needed(first)
        first.sheet, first.ways = sheet, fitting[1:]
        return first
    first.needed = unsettled(rules, sheet, fitting)
    first.row[STATUS] = UNDETERMINED
    first.row[CHECKED] = min(other.row[CHECKED] for other in fitting)
    first.row[RULE] = first.row[BECAUSE] = 0
    first.scored = len({tuple(other.row[6:]) for other in fitting}) == 1
    first.sheet = sheet
    return first


def answer(judged: Judged) -> tuple[object, ...]:
    """What must be the same for two judgements to be one."""
    return (*judged.row, judged.S[C.TURN] if judged.status == ONGOING else 0)


def consistent(judged: list[Judged]) -> list[Judged]:
    """The ways that agree with who plays what: whoever plays a card held it, and was on turn.

    If every way has somebody play out of turn or what he does not hold, those that come furthest.
    """
    basic = (C.TABLE_TURN, C.TABLE_HOLDS, C.TABLE_DRAW)
    good = [j for j in judged if not (j.row[STATUS] == ILLEGAL and j.row[RULE] in basic)]
    if good:
        return good
    furthest = max(j.row[CHECKED] for j in judged)
    return [j for j in judged if j.row[CHECKED] == furthest]


# ---- what is left over, and what may be tried
def completions(rules: Rules, sheet: Sheet) -> Iterator[Sheet]:
    """Every way to fill the gaps that the machine cannot leave open."""
    for dealer in dealers(rules, sheet):
        seated = replace(sheet, dealer=dealer)
        if rules.sits_out:
            seated.hands = [[] if i == dealer else hand for i, hand in enumerate(sheet.hands)]
        for turned in turn_ups(rules, seated):
            yield from leftovers(rules, turned)


def dealers(rules: Rules, sheet: Sheet) -> Sequence[int]:
    """Who may have dealt: whoever it is, nobody who sits out has cards."""
    if sheet.dealer != HIDDEN:
        return (sheet.dealer,)
    seats = range(rules.n)
    if rules.sits_out:
        return [i for i in seats if set(sheet.hands[i]) <= {HIDDEN}] or list(seats)
    return seats


def unseen(rules: Rules, sheet: Sheet) -> list[int]:
    """The cards that the record has not placed."""
    placed = {card for hand in (*sheet.hands, sheet.talon) for card in hand}
    if rules.turned:
        placed.add(sheet.turn_up)
    return [card for card in range(len(rules.codes)) if card not in placed]


def turn_ups(rules: Rules, sheet: Sheet) -> Iterator[Sheet]:
    """With every card that may have been turned up."""
    if sheet.turn_up != HIDDEN or not (rules.turned or rules.shown):
        yield sheet
        return
    hand = sheet.hands[sheet.dealer]
    own = [card for card in hand if card != HIDDEN] if rules.shown else []
    if rules.turned or HIDDEN in hand:
        own += unseen(rules, sheet)
    seen: set[str] = set()
    for card in own:
        if rules.codes[card] not in seen:
            seen.add(rules.codes[card])
            yield replace(sheet, turn_up=card)


def leftovers(rules: Rules, sheet: Sheet) -> Iterator[Sheet]:
    """A single missing hand is the rest of the pack; so is a single missing card."""
    places = [
        (i, k) for i, hand in enumerate([*sheet.hands, sheet.talon]) for k, card in enumerate(hand) if card == HIDDEN
    ]
    rest = unseen(rules, sheet)
    holders = {i for i, _ in places}
    if not places or len(places) != len(rest) or len(holders) > 1 or (len(rest) > 1 and rules.n in holders):
        yield sheet
        return
    (holder,) = holders
    if holder == rules.n or not rules.first_packets:
        yield filled(sheet, places, rest)
        return
    first = [place for place in places if place[1] < rules.first_packet]
    then = [place for place in places if place[1] >= rules.first_packet]
    for early in combinations(rest, len(first)):
        late = [card for card in rest if card not in early]
        yield filled(sheet, [*first, *then], [*early, *late])


def filled(sheet: Sheet, places: Sequence[tuple[int, int]], cards: Sequence[int]) -> Sheet:
    """The sheet with these cards in these places."""
    piles = [list(pile) for pile in (*sheet.hands, sheet.talon)]
    for (i, k), card in zip(places, cards, strict=True):
        piles[i][k] = card
    return replace(sheet, hands=piles[:-1], talon=piles[-1])


# ---- what is played later was held earlier
def judge_one(rules: Rules, sheet: Sheet) -> Judged:
    """Judges one way to fill the gaps; what the machine can leave open stays open."""
    held = held_since(rules, sheet)
    if not rules.first_packets:
        sheet = dealt(rules, sheet, held.pop(0, []))
    if not gaps(sheet):
        return judge_deal(rules, sheet, sheet.deal(), sheet.tokens, None)
    judged = judge_deal(rules, sheet, sheet.deal(), *with_knowledge(rules, sheet, held))
    judged.doubt = open_requirement(judged)
    if judged.doubt is not None or open_duty(judged):
        judged.row[STATUS] = UNDETERMINED
    return judged


def open_duty(judged: Judged) -> bool:
    """Was a card refused that may have broken another rule than the one cited, because of hidden cards?"""
    S, seats = judged.S, range(judged.rules.n)
    if judged.status != ILLEGAL or judged.row[RULE] != S[C.DUTY]:
        return False
    return bool(S[C.HIDDEN + S[C.BLAME].bit_length() - 1] and S[C.DENIED] & ~known_places(S, seats))


def gaps(sheet: Sheet) -> bool:
    """Is a card of the deal missing?"""
    return any(HIDDEN in pile for pile in (*sheet.hands, sheet.talon))


def dealt(rules: Rules, sheet: Sheet, held: list[tuple[int, int]]) -> Sheet:
    """The sheet with these cards in the hands that were dealt, and whatever is left over then."""
    hands = [list(hand) for hand in sheet.hands]
    for seat, card in held:
        hands[seat][hands[seat].index(HIDDEN)] = card
    return next(leftovers(rules, replace(sheet, hands=hands)))


def with_knowledge(rules: Rules, sheet: Sheet, held: dict[int, list[tuple[int, int]]]) -> tuple[list[int], list[int]]:
    """The moves with what is known of the hands between them, and which move of the record each belongs to."""
    tokens, came = [], []
    for k, token in enumerate(sheet.tokens):
        for s, card in held.get(k, ()):
            tokens.append(rules.words["!"] | (s + 1) << C.TOKEN_SEAT_AT | (1 | card << C.CARDS_AT) << C.TOKEN_REST_AT)
            came.append(k)
        tokens.append(token)
        came.append(k)
    return tokens, came


def held_since(rules: Rules, sheet: Sheet) -> dict[int, list[tuple[int, int]]]:
    """By move: who is known to have held which card from then on (0: since the deal).

    Plays the moves through without asking for duties: a card that a player plays, and that was not known to be
    his, he has held since his last unknown draw.
    """
    R, seats, T = rules.R, range(rules.n), machine.ints([*sheet.deal(), 0])
    S = begin(rules, sheet, T)
    S[C.LENIENT] = 1
    since = [0] * rules.n
    found: dict[int, list[tuple[int, int]]] = {}
    hidden = [S[C.HIDDEN + s] for s in seats]
    open_hand, first_card = [h > 0 for h in hidden], None
    for k, token in enumerate(sheet.tokens):
        placed, turn = known_places(S, seats), S[C.TURN]
        if S[C.DOUBT] & C.DOUBT_VALUE or machine.play_on(S, R, T, token):
            break  # illegal, or it is not even known whose turn it is
        new = S[C.GONE] & ~placed
        if S[C.GONE] and first_card is None:
            first_card = k
        for s in seats:
            if turn == 1 << s and new and hidden[s]:
                found.setdefault(since[s], []).append((s, new.bit_length() - 1))
                hidden[s] -= 1
            if S[C.HIDDEN + s] > hidden[s]:
                since[s] = k + 1
            hidden[s] = S[C.HIDDEN + s]
    if rules.first_packets and first_card:
        keep_one_back(found, [s for s in seats if open_hand[s]], first_card)
    return found


def known_places(S: Ints, seats: Iterable[int]) -> int:
    """The cards that are known to lie somewhere: played, in a hand, or still in the talon."""
    placed = S[C.GONE] | S[C.TALON_CARDS]
    for s in seats:
        placed |= S[C.HAND + s]
    return placed | 1 << S[C.TURN_UP] if S[C.TURN_UP] >= 0 else placed


def keep_one_back(found: dict[int, list[tuple[int, int]]], seats: Sequence[int], first_card: int) -> None:
    """Which cards came in the first packet stays unknown when a hand is learnt from its plays; while one card of it
    is hidden, the machine knows that it does not know.
    """
    for s in seats:
        own = [entry for entry in found.get(0, ()) if entry[0] == s]
        if own:
            found[0].remove(own[-1])
            found.setdefault(first_card, []).append(own[-1])


# ---- what a player says of cards that nobody recorded
def open_requirement(judged: Judged) -> tuple[int, int] | None:
    """The first move whose requirements hang on hidden cards, as an index into the machine's moves, and who made it.

    The machine gives the benefit of the doubt. Whoever puts a card on the table is taken to have held it; whoever
    only says that he holds cards is not.
    """
    rules, T = judged.rules, judged.T
    S, R = begin(rules, judged.sheet, T), rules.R
    for k, token in enumerate(T[judged.at : len(T) - 1]):
        before = S[:]
        refused = machine.play_on(S, R, T, token)
        if refused and refused < OWN_RULES:
            return None
        move = R[R[C.TOKENS] + C.T_WIDTH * (token & C.TOKEN_ROW) + C.T_MOVE]
        if move >= C.MOVES and is_open(rules, before, S, move):
            return k, S[C.BLAME]
        if refused or S[C.DOUBT]:
            return None
    return None


def is_open(rules: Rules, before: Ints, after: Ints, move: int) -> bool:
    """Do the requirements of this move hang on cards that are hidden?"""
    R = rules.R
    place = R[R[before[C.RULES] + C.P_MOVES] + move]
    if not place or (before[C.UNDRAWN] and not R[place + C.M_EARLY]):
        return False
    for slot in (C.ACTOR, C.CARD, C.SUIT, C.SAID, C.NUMBER, C.CALL):
        before[slot] = after[slot]
    seat = before[C.ACTOR].bit_length() - 1
    swaps = R[place + C.M_SWAPS]
    if not before[C.HIDDEN + seat]:
        return False
    put = before[C.CARD], machine.value(before[:], R, swaps) if swaps != C.NO_PROGRAM else HIDDEN
    for card in put:
        if card >= 0 and before[C.HIDDEN + seat] and not known_places(before, range(rules.n)) >> card & 1:
            before[C.HAND + seat] |= 1 << card
            before[C.HIDDEN + seat] -= 1
    programs = [R[place + C.M_REQUIRE]]
    if R[place + C.M_CALLS] and before[C.CALL] >= 0:
        programs.append(R[R[C.CALLS] + before[C.CALL]])
    return any(machine.asked(before[:], R, program, C.UNDECIDED) == C.UNDECIDED for program in programs)


# ---- what is needed
def unsettled(rules: Rules, sheet: Sheet, judged: list[Judged]) -> list[tuple[str, str | int]]:
    """Of what was tried every way, that which makes a difference."""
    found: list[tuple[str, str | int]] = []
    if len({j.sheet.dealer for j in judged}) > 1:
        found.append(("dealer", ""))
    if len({j.sheet.turn_up for j in judged}) > 1:
        found.append(("turn-up", ""))
    for i, hand in enumerate(sheet.hands):
        if rules.first_packets and HIDDEN in hand and len({tuple(j.sheet.hands[i]) for j in judged}) > 1:
            found.append(("order", rules.seats[i]))
    for j in judged:
        found += [need for need in (needed(j) if j.status == UNDETERMINED else ()) if need not in found]
    return found


def needed(judged: Judged) -> list[tuple[str, str | int]]:
    """The missing cards on which an undetermined verdict hangs: those of the player whose duty is in doubt, or all
    that are still hidden when the result is in doubt.
    """
    rules, T, at = judged.rules, judged.T, judged.at
    S = begin(rules, judged.sheet, T)
    talon = at - len(judged.sheet.talon)
    sources: list[list[tuple[str, str | int]]] = [[] for _ in rules.seats]
    for i, seat in enumerate(rules.seats):
        if S[C.HIDDEN + i]:
            sources[i].append(("hand", seat))
    refused = 0
    for k, token in enumerate(T[at : len(T) - 1]):
        if judged.doubt is not None and k == judged.doubt[0]:
            return sources[judged.doubt[1].bit_length() - 1]
        place, size = S[C.TALON_AT], [S[C.HIDDEN + i] for i in range(rules.n)]
        refused = machine.play_on(S, rules.R, T, token)
        if S[C.DOUBT] or refused:
            break
        drawn = [p for p in range(place, S[C.TALON_AT]) if T[p] == HIDDEN]
        who = S[C.LAST_WINNER] if drawn else 0
        for _ in range(rules.n):
            i = who.bit_length() - 1
            if drawn and S[C.HIDDEN + i] > size[i]:
                sources[i].append(("talon", drawn.pop(0) - talon + 1))
            who = rules.R[C.AFTER + who]
    if (S[C.DOUBT] or refused) and not S[C.OVER]:
        return sources[S[C.BLAME].bit_length() - 1]
    left = [("talon", p - talon + 1) for p in range(S[C.TALON_AT], at) if T[p] == HIDDEN]
    hidden = [need for i, needs in enumerate(sources) if S[C.HIDDEN + i] for need in needs]
    return [*hidden, *left]
