"""What may have stood where a record has gaps: the rest of the pack, and what can be tried every way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from bummerl.interpreter import core as C

from .position.start import Start
from .rules import Rules
from .sheet import HIDDEN, Sheet


def completions(rules: Rules, sheet: Sheet) -> Iterator[Sheet]:
    """Every way to fill the gaps that the machine cannot leave open."""
    for dealer in dealers(rules, sheet):
        seated = replace(sheet, dealer=dealer)
        if rules.sits_out:
            seated.hands = [[] if i == dealer else hand for i, hand in enumerate(sheet.hands)]
        for turned in turn_ups(rules, seated):
            for begun in beginnings(turned):
                yield from leftovers(rules, begun)


def beginnings(sheet: Sheet) -> Iterator[Sheet]:
    """With all that a position does not say and that is to be tried, every way."""
    if sheet.start is None:
        yield sheet
        return
    for start in sheet.start.ways():
        yield replace(sheet, start=start)


def dealers(rules: Rules, sheet: Sheet) -> Sequence[int]:
    """Who may have dealt: whoever it is, nobody who sits out has cards. In the middle of a hand it seldom matters who
    dealt, and is left open like other figures.
    """
    if sheet.dealer != HIDDEN or (sheet.start is not None and not rules.sits_out):
        return (sheet.dealer,)
    if sheet.start is not None:
        return sheet.start.may_sit_out
    seats = range(rules.n)
    if rules.sits_out:
        return [i for i in seats if set(sheet.hands[i]) <= {HIDDEN}] or list(seats)
    return seats


def unseen(rules: Rules, sheet: Sheet) -> list[int]:
    """The cards that the record has not placed."""
    placed = {card for hand in (*sheet.hands, sheet.talon) for card in hand}
    if sheet.start is not None:
        placed |= sheet.start.played
    if rules.turned:
        placed.add(sheet.turn_up)
    return [card for card in range(len(rules.codes)) if card not in placed]


def turn_ups(rules: Rules, sheet: Sheet) -> Iterator[Sheet]:
    """With every card that may have been turned up. Hands stand in the order dealt, so where the dealer shows his last
    card it is known as soon as that card is.
    """
    if sheet.turn_up != HIDDEN or not (rules.turned or rules.shown):
        yield sheet
        return
    if sheet.start is not None:
        yield from turn_ups_left(rules, sheet, sheet.start)
        return
    cards = sheet.hands[sheet.dealer][-1:] if rules.shown else []
    if not cards or HIDDEN in cards:
        cards = unseen(rules, sheet)
    seen: set[str] = set()
    for card in cards:
        if rules.codes[card] not in seen:
            seen.add(rules.codes[card])
            yield replace(sheet, turn_up=card)


def turn_ups_left(rules: Rules, sheet: Sheet, start: Start) -> Iterator[Sheet]:
    """With every card that may still lie turned up under the talon, if somebody may come to hold it."""
    if not start.up or C.TURN_UP in start.left_alone():
        yield sheet
        return
    cards = {rules.codes[card]: card for card in reversed(unseen(rules, sheet)) if card in start.may_be_up}
    for card in sorted(cards.values()):
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
    if holder == rules.n or not rules.first_packets or sheet.start is not None:
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


def gaps(sheet: Sheet) -> bool:
    """Is a card of the deal missing?"""
    return any(HIDDEN in pile for pile in (*sheet.hands, sheet.talon))
