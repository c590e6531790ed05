"""The first illegal move: who made it, which rule forbids it, and what would have been allowed."""

from __future__ import annotations

from typing import Any, Final

from bummerl.grammar import Hand
from bummerl.interpreter import core as C

from .explain import decided
from .faults import UNRECORDED
from .image import DRAWN_WORD
from .judged import Judged, next_tokens
from .messages import listed, say
from .rules import OWN_RULES
from .values import players
from .wording import Wording, as_judged, sentence, short

MOST_NAMED: Final = 8
"""More cards than these are not listed in a sentence."""


def violation(judged: Judged, lang: str, hand: Hand | None = None) -> dict[str, Any]:
    """The refused move as in a verdict. `hand` gives line and column, if the record came as text."""
    rules, S, move = judged.rules, judged.S, judged.row[C.V_MOVES]
    rule, legal = rules.rule_ids[judged.row[C.V_RULE]], instead(judged)
    actors, reasons = judged.actors(), decided(judged)
    span = hand.place(f"/moves/{move}") if hand is not None else None
    place = {"line": span.line, "column": span.column} if span else {}
    return {
        "move": move,
        "trick": S[C.TRICK_NUMBER],
        "seat": players(rules, S[C.BLAME]),
        "token": judged.sheet.texts[move],
        **place,
        "seat_move": actors.count(S[C.BLAME]) + (judged.refused & C.TOKEN_ROW == rules.words[DRAWN_WORD]),
        "rule": rule,
        "message": message(judged, rule, legal, lang),
        "legal": [rules.vocabulary.text(token) for token in legal],
        "facts": reasons.facts,
        "also": reasons.also,
        "also_messages": also_messages(judged, reasons.also, lang),
        "cite": rules.ruleset.citations(rule),
    }


def instead(judged: Judged) -> list[int]:
    """What could have come instead of the refused move: cards in the pack's order, then words.

    Where the choice of a card was wrong, the moves that put a card on the table: that one might also have given up is
    no answer to which card to play. Where it was wrong for a declaration that was made with it, the cards that go with
    the declaration, with it or without.
    """
    rules, refused, tokens = judged.rules, judged.refused, next_tokens(judged)
    if rules.led_card(refused) < 0 or judged.row[C.V_RULE] not in (C.TABLE_HOLDS, judged.S[C.DUTY]):
        return tokens
    meld = rules.meld_of(refused)
    cards = [token for token in tokens if rules.led_card(token) >= 0]
    fitting = {rules.led_card(token) for token in cards if rules.move_of(refused) and rules.meld_of(token) == meld}
    if fitting:
        cards = [token for token in cards if rules.played_card(token) in fitting or rules.meld_of(token) == meld]
    return cards or tokens


def message(judged: Judged, rule: str, legal: list[int], lang: str) -> str:
    """The rule in its own words. Behind it stands which cards were allowed, if it was the choice of the card that was
    wrong; or that the rule speaks of how things stand before drawing, if they are still to be drawn.
    """
    rules, token = judged.rules, judged.refused
    words, card = Wording(rules, lang, judged.sheet.names), rules.led_card(token)
    text = words.text(rule, as_judged(judged.S, card)) or say(lang, "refused", rule=rule)
    if judged.row[C.V_RULE] == C.TABLE_STAGE and not is_in_game(judged):
        return say(lang, "stage.never", token=short(judged.sheet.texts[judged.row[C.V_MOVES]]))
    if judged.row[C.V_RULE] == C.TABLE_DRAW:
        return f"{sentence(text)} {came_off(judged, words)}"
    if judged.S[C.UNDRAWN] and judged.row[C.V_RULE] >= OWN_RULES:
        return f"{sentence(text)} {say(lang, 'before-drawing')}"
    if judged.row[C.V_RULE] not in (C.TABLE_HOLDS, judged.S[C.DUTY]):
        return text
    cards = [rules.led_card(t) for t in legal if rules.led_card(t) >= 0 and rules.meld_of(t) == rules.meld_of(token)]
    cards = cards or [rules.played_card(t) for t in legal if rules.played_card(t) >= 0]
    if not 0 < len(cards) <= MOST_NAMED:
        return text
    return f"{sentence(text)} {say(lang, 'allowed', moves=words.cards(cards, 'or'))}"


def also_messages(judged: Judged, also: list[str], lang: str) -> list[str]:
    """The further rules that the move breaks, in words, as they read at that moment."""
    words = Wording(judged.rules, lang, judged.sheet.names)
    S = as_judged(judged.S, judged.rules.led_card(judged.refused))
    return [words.text(rule, S) for rule in also]


def is_in_game(judged: Judged) -> bool:
    """Can such a move be made at some point of some hand of this game? A meld can, if the game has any."""
    rules, token = judged.rules, judged.refused
    meld = "+" in judged.sheet.texts[judged.row[C.V_MOVES]] and "meld" in rules.moves.values()
    return meld or rules.led_card(token) >= 0 or rules.has_move(rules.move_of(token))


def came_off(judged: Judged, words: Wording) -> str:
    """Which cards were drawn, where others are named."""
    S = judged.S
    if not S[C.JUST_DRAWN]:
        return say(words.lang, "came-off.nothing")
    drawn = [S[C.DRAWN + i] for i in range(S[C.JUST_DRAWN])]
    cards = [words.card(card) if card >= 0 else UNRECORDED for card in drawn]
    return say(words.lang, "came-off", cards=listed(words.lang, cards, "and"))
