"""What the buttons of the desk do: each turns a draft into another one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from bummerl.grammar import SEATS
from bummerl.grammar.notation import is_move
from bummerl.rulesets import Ruleset, RulesetError, load
from bummerl.rulesets.options import written

from ....ids import as_known
from ..frame import Frame
from .dealing import Deal
from .draft import PLAY, Draft, Setup
from .logtext import DRAWN, UNKNOWN, LogText
from .middle import POSITION, begun, evened, left
from .middle import written as with_fact
from .samples import sample
from .spelt import Spelt
from .standing import DEAL, DRAW, Standing


def add(draft: Draft, frame: Frame, token: str) -> Draft:
    """Puts a card where the next one goes, or writes a move."""
    now = Standing(draft, frame)
    if now.phase == DEAL:
        return _dealt(now, token)
    if now.phase == DRAW and now.is_card(token):
        return _drawn(now, token)
    return _moved(now, token)


def zone(draft: Draft, frame: Frame, key: str) -> Draft:
    """Chooses where the next card goes."""
    return replace(draft, zone=key[:20])


def rest(draft: Draft, frame: Frame, _: str) -> Draft:
    """Leaves what is not written down unknown and goes on."""
    return replace(_ready(Standing(draft, frame)), zone=PLAY)


def middle(draft: Draft, frame: Frame, what: str) -> Draft:
    """Takes the hand up in the middle, or (`off`) from the deal again."""
    now = Standing(draft, frame)
    if what == "off":
        return replace(draft, log=left(now.log).text, zone="")
    if not now.from_position and not now.log.moves:
        draft = _begun_spelling(now)
        draft = replace(draft, log=begun(_with_ruleset(now, LogText(draft.log))).text)
    first = Standing(draft, frame).deal.zones[0]
    return replace(draft, zone=first.key)


def undo(draft: Draft, frame: Frame, _: str) -> Draft:
    """Takes back the last click: a move, a card that was drawn, or a card of the deal."""
    now = Standing(draft, frame)
    log = now.log
    if now.phase != DEAL and log.moves:
        last = log.moves[-1]
        cards = last.text.strip("()").split()
        known = [at for at, card in enumerate(cards) if card != UNKNOWN]
        if last.kind == DRAWN and len(known) > 1:
            cards[known[-1]] = UNKNOWN
            log = log.with_last_move(f"({' '.join(cards)})")
        else:
            log = log.without_last_move()
        return replace(draft, log=log.text, zone="" if log.moves else PLAY if draft.zone == PLAY else "")
    if now.from_position and now.phase != DEAL:
        return replace(draft, zone=now.deal.zones[0].key)
    if draft.zone == PLAY and now.deal.next() is not None:
        return replace(draft, zone="")
    zone = now.deal.last(draft.zone or (now.zone.key if now.zone else ""))
    if zone is None:
        return replace(draft, log=left(log).text, zone="")
    cards = list(map(now.spelt.write, zone.without_card()))
    log = evened(log.with_cards(zone.key, cards), now.deal.zones)
    return replace(draft, log=log.text, zone=zone.key)


def fix(draft: Draft, frame: Frame, what: str) -> Draft:
    """Writes what a problem suggests: `LINE:COLUMN:TEXT`, as it stands on the button."""
    now = Standing(draft, frame)
    for problem in now.problems:
        if "suggestion" in problem and what == f"{problem.get('line')}:{problem.get('column')}:{problem['suggestion']}":
            start = now.log.offset(problem["line"], problem["column"])
            end = now.log.offset(problem["end_line"], problem["end_column"])
            return replace(draft, log=now.log.replaced(start, end, problem["suggestion"]).text)
    return draft


def example(draft: Draft, frame: Frame, _: str) -> Draft:
    """Puts an example of the ruleset on the desk."""
    now = Standing(replace(draft, log=_only_setup(draft)), frame)
    return replace(draft, log=sample(now.ruleset, named=draft.house is None), zone="")


def settle(draft: Draft, frame: Frame, shown: Setup, now: Setup) -> Draft:
    """Writes into the log what was changed in the fields of ruleset, options and players."""
    if now == shown:
        return draft
    log = LogText(draft.log)
    if now.ruleset and now.ruleset != shown.ruleset and draft.house is None:
        log = _under(log, now.ruleset)
    draft = replace(draft, log=log.text)
    ruleset = Standing(draft, frame).ruleset
    for name, value in now.options.items():
        option = ruleset.options.get(name)
        if option is not None and value != shown.options.get(name):
            usual = value in ("", written(option.default))
            log = log.with_option(name, None if usual else value[:60])
    if now.players != shown.players and now.players:
        names = [now.players.get(seat, "") for seat in SEATS[: ruleset.data["seats"]]]
        names = [name.replace(";", ",") for name in names]
        while names and not names[-1]:
            names.pop()
        log = log.with_header("Players", "; ".join(names) if names else None)
    if now.dealer in SEATS and now.dealer and now.dealer != shown.dealer:
        log = log.with_header("Dealer", now.dealer)
    if log.header(POSITION) is not None and now.position != shown.position:
        spelt = Standing(replace(draft, log=log.text), frame).spelt
        for name, value in now.position.items():
            if value != shown.position.get(name, value):
                log = with_fact(log, name, value, spelt)
    return replace(draft, log=log.text, zone=draft.zone if now.ruleset == shown.ruleset else "")


def complete(draft: Draft, frame: Frame) -> Draft:
    """The draft as it is submitted: with its ruleset, whatever else is missing."""
    now = Standing(draft, frame)
    return replace(draft, log=_with_ruleset(now, now.log).text) if len(now.hands) == 1 else draft


ACTIONS: Final[Mapping[str, Callable[[Draft, Frame, str], Draft]]] = {
    "add": add, "zone": zone, "rest": rest, "middle": middle, "undo": undo, "fix": fix, "sample": example,
}  # fmt: skip
"""By the name of the button."""


def _dealt(now: Standing, card: str) -> Draft:
    zone = now.zone
    if zone is None or not now.is_card(card) or not zone.has_room:
        return now.draft
    held = now.deal.owners(card)
    shows = now.deal.sizes.shown and zone.key == "TurnUp"
    if not shows and len(held) >= now.ruleset.data["deck"].get("copies", 1):
        return now.draft
    draft = _begun_spelling(now)
    now = Standing(draft, now.frame)
    draft = _ready(now)
    cards = list(map(now.spelt.write, zone.with_card(card)))
    log = evened(LogText(draft.log).with_cards(zone.key, cards), now.deal.zones)
    placed = replace(draft, log=log.text)
    after = Standing(placed, now.frame).deal
    following = after.next(zone.key)
    if now.from_position:
        return replace(placed, zone=_going_on(after, zone.key))
    going_on = following is not None and (following.key == zone.key or not log.moves)
    return replace(placed, zone=following.key if following is not None and going_on else "")


def _going_on(deal: Deal, key: str) -> str:
    """Where the next card goes in a position: on with this zone, or with the next one once it is done."""
    zone = deal.zone(key)
    hands = [each for each in deal.zones if each.loose and each.key != key]
    done = zone is None or not zone.has_room or (zone.loose and zone.known == max(each.known for each in hands))
    following = deal.next(key) if not (zone and zone.loose) else next((each for each in hands if not each.known), None)
    return following.key if done and following is not None else key


def _begun_spelling(now: Standing) -> Draft:
    """A log without a card yet, that goes on in the letters of the reader's cards if those are not the codes."""
    if now.log.header("Cards") is not None or now.log.names_cards or now.log.moves:
        return now.draft
    lexicon = now.pack.lexicon
    theirs = Spelt(now.ruleset, lexicon.id)
    if theirs.cards is None or all(theirs.write(card) == card for card in now.pack.cards):
        return now.draft
    if any(theirs.read(theirs.write(card)) != card for card in now.pack.cards):
        return now.draft  # two cards are spelt alike
    return replace(now.draft, log=now.log.with_header("Cards", lexicon.id).text)


def _drawn(now: Standing, card: str) -> Draft:
    draws = now.draws
    if draws is None or UNKNOWN not in draws.cards:
        return now.draft
    cards = list(draws.cards)
    cards[cards.index(UNKNOWN)] = card
    group = f"({' '.join(map(now.spelt.write, cards))})"
    log = now.log.with_last_move(group) if draws.group else now.log.with_move(group)
    return replace(now.draft, log=log.text, zone="")


def _moved(now: Standing, token: str) -> Draft:
    word = now.spelt.write(token)
    if not is_move(word) or len(now.hands) > 1:
        return now.draft
    if now.spoilt is not None:
        log = now.log.replaced(now.spoilt.start, now.spoilt.end, word)
        return replace(now.draft, log=log.text, zone="")
    draft = _begun_spelling(now)
    if draft is not now.draft:
        now = Standing(draft, now.frame)
        word = now.spelt.write(token)
    draft = _ready(now)
    log = LogText(draft.log).with_move(word, _trick_begun(now))
    return replace(draft, log=log.text, zone="")


def _trick_begun(now: Standing) -> int | None:
    """The number of the trick that the next move begins, if it begins one and tricks have numbers."""
    if now.status not in ("ongoing", "undetermined") or not now.positions:
        return None
    if not now.begins:
        return None
    number = int(now.positions[-1]["trick"])
    return number if (now.log.numbered or number == now.positions[0]["trick"]) else None


def _ready(now: Standing) -> Draft:
    """The draft with what every click takes for granted, written down: the ruleset and who dealt."""
    log = _with_ruleset(now, now.log)
    if log.header("Dealer") is None and not now.from_position:
        log = log.with_header("Dealer", now.deal.sizes.dealer)
    return replace(now.draft, log=log.text)


def _with_ruleset(now: Standing, log: LogText) -> LogText:
    if log.header("Ruleset") is None and now.draft.house is None:
        return log.with_header("Ruleset", now.ruleset.id)
    return log


def _only_setup(draft: Draft) -> str:
    ruleset = LogText(draft.log).header("Ruleset")
    return "" if ruleset is None else LogText("").with_header("Ruleset", ruleset).text


def _under(log: LogText, ruleset_id: str) -> LogText:
    """The log under another ruleset: without the options that it does not have, and without a dealer it has no seat
    for.
    """
    try:
        ruleset: Ruleset = load(as_known(ruleset_id))
    except RulesetError:
        return log
    log = log.with_header("Ruleset", ruleset.id)
    cards = log.header("Cards")
    if cards is not None and not log.names_cards and Spelt(ruleset, cards).cards is None:
        log = log.with_header("Cards", None)
    for name in log.options():
        if name not in ruleset.options:
            log = log.with_option(name, None)
    dealer = log.header("Dealer")
    if dealer is not None and dealer not in SEATS[: ruleset.data["seats"]]:
        log = log.with_header("Dealer", None)
    return log
