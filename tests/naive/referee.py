"""Tokens, one after the other: what each does, what forbids it, what could come next, how the hand ends."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from typing import Any

from .expressions import Known, value
from .game import Game
from .table import Meld, Rule, Table
from .values import NOBODY, Card, Seat, Set, Suit, Word

MILLION = 1_000_000


@dataclass
class Refusal(Exception):
    """The rule that forbids a move, whose move it was, and how many requirements it met until then."""

    rule: str
    seat: Set
    met: int = -1


def adjudicate(game: Game, record: Mapping[str, Any], vocabulary: Iterable[str] = ()) -> dict[str, Any]:
    """The ruling on a complete record, as far as it is compared; `legal` is the part of `vocabulary` that is legal."""
    table = begin(game, record)
    moves = record["moves"]
    ruling: dict[str, Any] = {"status": "ongoing", "moves_checked": len(moves), "outcome": None, "to_move": None}
    refused = None
    for index, token in enumerate(moves):
        before = table.copy()
        refused = step(table, token)
        if refused:
            ruling |= {
                "status": "illegal",
                "moves_checked": index,
                "rule": refused.rule,
                "seat": names(refused.seat),
                "outcome": penalty(announced(before, token), refused, token),
            }
            table = before
            break
    if refused is None and table.over:
        ruling |= {"status": "complete", "outcome": outcome(table)}
    elif refused is None:
        ruling["to_move"] = names(table.turn)
    ruling["legal"] = sorted(legal_tokens(table, vocabulary))
    ruling["score"] = score(table)
    return ruling


def begin(game: Game, record: Mapping[str, Any]) -> Table:
    table = Table(game, record)
    enter(table, 0)
    return table


def names(seats: Set) -> Any:
    return None if not seats else min(seats) if len(seats) == 1 else sorted(seats)


def score(table: Table) -> dict[str, dict[str, int]]:
    result = {}
    for seat in table.game.seats:
        side = table.side(frozenset([seat]))
        result[str(seat)] = {
            "points": table.count_points(side),
            "trick_points": table.card_points(side),
            "meld_points": table.meld_points(side),
            "bonus_points": table.bonus_points(side),
            "tricks": table.tricks_of(side),
        }
    return result


# -------------------------------------------------------------------------------- stages and turns
def enter(table: Table, number: int) -> None:
    """Begin this stage, or the first after it that is not passed over."""
    for stage in table.game.stages[number:]:
        play = stage["id"] == "play"
        if table.holds(stage) and (play or "until" not in stage or not value(stage["until"], table)):
            break
    table.stage = table.game.stages.index(stage)
    if not play:
        who = value(stage.get("turn", "everyone"), table)
        table.turn = table.first_of(who, value(stage.get("first", "forehand"), table))
        return
    if table.contract is not None:
        table.rules = table.game.under[table.contract]
    rules = table.rules["play"]
    table.trump = value(rules.get("trump", "trump"), table)
    table.in_play = value(rules.get("players", "everyone"), table) & table.everyone
    table.leader = table.turn = table.first_of(table.in_play, value(rules.get("leader", "forehand"), table))


def after_word(table: Table, actor: Set) -> None:
    """Outside the play, the next who is still in the stage is on turn, until it is over."""
    stage = table.game.stages[table.stage]
    who = value(stage.get("turn", "everyone"), table)
    if ("until" in stage and value(stage["until"], table)) or not who:
        enter(table, table.stage + 1)
    else:
        table.turn = table.first_of(who, table.next(actor))


# -------------------------------------------------------------------------------- one token
def step(table: Table, token: str) -> Refusal | None:
    """Play one token. A refusal leaves the table in no state to go on from."""
    try:
        if "(" in token:
            name_drawn_cards(table, token.strip("()").split())
            return None
        table.drawn = []
        seat, word = re.fullmatch(r"(?:([A-F]):)?(.+)", token).groups()  # type: ignore[union-attr]
        named = frozenset([Seat(seat)]) if seat else NOBODY
        meld = re.fullmatch(r"(\w)(\w?)\+(\d+)", word)
        if word in table.game.deck:
            play_token(table, named, Card(word))
        elif meld:
            suit, rank, said = meld.groups()
            lead = Card(suit + rank) if rank else None
            say(table, meld_move(table), named, {"suit": Suit(suit), "said": int(said)}, lead)
        else:
            name, _, argument = word.partition(":")
            say(table, name, named, argument)
        if table.playing():
            look_for_end(table)
    except Refusal as refused:
        return refused
    return None


def meld_move(table: Table) -> str:
    """The move behind `HK+40`."""
    return next((name for name in table.rules.get("moves", {}) if (table.move(name) or {}).get("names") == "meld"), "")


def basic(table: Table, name: str) -> str:
    return str(table.game.data["basics"][name]["id"])


def play_token(table: Table, named: Set, card: Card) -> None:
    blame = named or table.turn
    if table.over:
        raise Refusal(basic(table, "over"), blame)
    if table.undrawn:
        draw(table)
    if not table.playing():
        raise Refusal(basic(table, "stage"), blame)
    if blame != table.turn:
        raise Refusal(basic(table, "turn"), blame)
    play(table, card)


def play(table: Table, named: Card) -> None:
    """The player on turn plays this card, or one just like it."""
    seat = min(table.turn)
    hand = table.hands[seat]
    like = [card for card in hand if card.code == named.code]
    if not like:
        raise Refusal(basic(table, "holds"), table.turn)
    rule, allowed = duty(table, hand)
    if not allowed & set(like):
        raise Refusal(rule, table.turn)
    card = min(allowed & set(like))
    hand.remove(card)
    table.trick.append((seat, card))
    table.trick_points += table.points_of(card)
    table.last_move = Word("card")
    if len(table.trick) == len(table.in_play):
        end_trick(table)
    else:
        table.turn = table.first_of(table.in_play, table.next(table.turn))


def duty(table: Table, hand: Iterable[Card]) -> tuple[str, Set]:
    """The first line of the ladder that fits a card of the hand, and the cards it fits; any card if none does."""
    for line in table.rules["play"].get("follow" if table.trick else "lead", []):
        if not table.holds(line):
            continue
        fitting = frozenset(card for card in hand if line["play"] == "any" or table.fits(line["play"], card))
        if fitting and "only" in line:
            return line["id"], extreme_cards(table, fitting, line["only"])
        if fitting or line.get("firm") in (True, "yes"):
            return line["id"], fitting
    return "", frozenset(hand)


def extreme_cards(table: Table, cards: Set, which: str) -> Set:
    """The strongest or the weakest of them; cards that can win nothing are below all others, by their rank."""
    order = [str(rank) for rank in table.rules["play"].get("order", table.game.ranks)]

    def height(card: Card) -> tuple[int, int]:
        return table.strength(card) or (-MILLION, -order.index(card.rank))

    best = (max if which == "highest" else min)(map(height, cards))
    return frozenset(card for card in cards if height(card) == best)


def end_trick(table: Table) -> None:
    winner = table.best[0]
    table.tricks.append((winner, [card for _, card in table.trick], table.trick_points))
    table.trick, table.trick_points = [], 0
    table.leader = table.turn = frozenset([winner])
    table.declared = dict.fromkeys(table.game.seats, NOBODY)
    table.last_move = Word("trick")
    if "draw" in table.rules["play"] and table.talon:
        if any(is_early(table.move(name)) for name in table.rules.get("moves", {})):
            table.undrawn = True
        else:
            draw(table)


def is_early(move: Rule | None) -> bool:
    """May it come before drawing?"""
    return move is not None and move.get("before_draw") in (True, "yes")


def draw(table: Table) -> None:
    """One card each from the talon, the winner of the trick first."""
    table.undrawn = False
    if not table.talon or not value(table.rules["play"]["draw"]["when"], table):
        return
    player = table.group("last_trick", "winner")
    for _ in table.in_play:
        if table.talon:
            card = table.talon.pop(0)
            table.hands[min(player)].append(card)
            table.drawn.append((min(player), card))
            player = table.first_of(table.in_play, table.next(player))
    if not table.talon:
        table.turn_up = None


def name_drawn_cards(table: Table, codes: list[str]) -> None:
    if table.undrawn:
        draw(table)
    if not table.drawn or len(codes) != len(table.drawn):
        raise Refusal(basic(table, "draw"), table.turn)
    for (seat, card), code in zip(table.drawn, codes, strict=True):
        if code not in ("?", card.code):
            raise Refusal(basic(table, "draw"), frozenset([seat]))
    table.drawn = []


# -------------------------------------------------------------------------------- words
def say(table: Table, name: str, named: Set, argument: str | Known, lead: Card | None = None) -> None:
    """Everything that is said or done besides playing a card; a meld may come with the card that is led."""
    move, blame = table.move(name), named or table.turn
    if move is None:
        raise Refusal(basic(table, "stage"), blame)
    if table.over and name not in table.over.get("then_may", []):
        raise Refusal(basic(table, "over"), blame)
    if name not in table.game.stages[table.stage].get("moves", []):
        raise Refusal(basic(table, "stage"), blame)
    if table.undrawn and not is_early(move):
        draw(table)
    try:
        actor = attempt(table, name, move, named, argument)
    except Refusal as before:
        if not table.undrawn:
            raise
        draw(table)  # not before drawing: perhaps after
        try:
            actor = attempt(table, name, move, named, argument)
        except Refusal as after:
            raise (before if before.met > after.met else after) from None
    if lead is not None:
        if table.undrawn:
            draw(table)
        declared = {card.code for card in table.declared[min(actor)]}
        play(table, lead)
        if "shows" in move and lead.code not in declared:
            raise Refusal(basic(table, "stage"), actor)
    elif not table.playing():
        after_word(table, actor)


def attempt(table: Table, name: str, move: Rule, named: Set, argument: str | Known) -> Set:
    """Make the move if its requirements hold; whose move it is."""
    by = value(move["by"], table) if "by" in move else table.turn
    may = by | (value(move["also"], table) if "also" in move else NOBODY)
    actor = named or (table.first_of(by, table.turn) if by else table.turn)
    if not actor <= (may if named else by):
        raise Refusal(basic(table, "turn"), actor)
    known = {"actor": actor, **(bound(table, move, actor, argument) if isinstance(argument, str) else argument)}
    requirements = list(move.get("require", []))
    if move.get("names") == "contract":
        requirements += table.game.contracts[known["call"]].get("require", [])
    for met, rule in enumerate(requirements):
        if table.holds(rule, "when", known) and not table.holds(rule, "that", known):
            raise Refusal(rule["id"], actor, met)
    carry_out(table, move, known)
    table.last_move = Word(name)
    return actor


def bound(table: Table, move: Rule, actor: Set, argument: str) -> dict[str, Any]:
    """What the word's argument names."""
    names = move.get("names")
    if names is None and not argument:
        return {}
    if names == "suit" and argument in table.game.suits:
        return {"suit": Suit(argument)}
    if names == "card" and argument in table.game.deck:
        like = [card for card in table.hands[min(actor)] if card.code == argument]
        return {"card": min(like, default=Card(argument))}
    if names == "contract" and argument in table.game.contracts:
        return {"call": Word(argument)}
    if names == "number" and argument.isdigit():
        return {"number": int(argument)}
    raise Refusal(basic(table, "stage"), actor)


def carry_out(table: Table, move: Rule, known: Known) -> None:
    """The six effects, in their order."""
    seat = min(known["actor"])
    hand = table.hands[seat]
    if "shows" in move:
        table.declared[seat] |= value(move["shows"], table, known)
        if "suit" in known:
            table.melded[seat] |= {known["suit"]}
    if "scores" in move:
        table.melds.append(Meld(seat, value(move["scores"], table, known), move.get("counts", "yes")))
    writes = {name: value(text, table, known) for name, text in move.get("set", {}).items()}
    if "swaps" in move:
        card = value(move["swaps"], table, known)
        card = next((mine for mine in hand if mine.code == card.code), card) if card else card
        if card is not None and table.turn_up is not None:
            hand.remove(card)
            hand.append(table.turn_up)
            table.talon[-1] = table.turn_up = card
    if move.get("picks_up") == "talon":
        hand += table.talon
        table.talon = []
        if table.game.turns_up:
            table.turn_up = None
    elif move.get("picks_up") == "turn_up" and table.turn_up is not None:
        hand.append(table.turn_up)
        table.talon.remove(table.turn_up)
        table.turn_up = None
    if "discards" in move:
        card = value(move["discards"], table, known)
        card = next(mine for mine in hand if mine.code == card.code)
        hand.remove(card)
        table.discarded.append(card)
    for name, new in writes.items():
        write(table, seat, name, new)


def write(table: Table, seat: Seat, name: str, new: Any) -> None:
    if isinstance(new, int) and not isinstance(new, bool):
        new = max(-MILLION, min(MILLION, new))
    if name == "trump":
        table.trump = new
    elif name == "contract":
        table.contract = new
    elif name in table.each:
        table.each[name] = {**table.each[name], seat: new}
    else:
        table.memory[name] = new


# -------------------------------------------------------------------------------- the end
def look_for_end(table: Table) -> None:
    for end in table.rules.get("ends", []):
        if table.holds(end):
            first, table.over = table.over is None, end
            if first:
                give_bonuses(table)
            return


def give_bonuses(table: Table) -> None:
    for bonus in table.rules.get("bonuses", []):
        if table.holds(bonus):
            points = value(bonus["points"], table)
            to = value(bonus["to"], table)
            if to:
                table.bonuses[min(to)] += points


def outcome(table: Table) -> dict[str, Any]:
    """Who wins: the first row that holds. How much: what it says, else the first tier that holds, times the stake."""
    row = next((row for row in table.rules.get("score", []) if table.holds(row)), None)
    if row is None:
        return {"winner": None, "game_points": 0, "rule": None}
    known = sides(table, value(row["winner"], table))
    if "worth" not in row:
        row = next((tier for tier in table.rules.get("tiers", []) if table.holds(tier, "when", known)), row)
    points = value(row.get("worth", 0), table, known) * value(table.rules.get("multiply", 1), table, known)
    return {"winner": names(known["winner"]), "game_points": points if known["winner"] else 0, "rule": row["id"]}


def sides(table: Table, winner: Set) -> dict[str, Set]:
    side = table.side(winner)
    return {"winner": side, "loser": table.everyone - side if side else NOBODY}


def announced(table: Table, token: str) -> Table:
    """Where a meld and the card led with it are written as one: the table between the two, if the meld was legal."""
    between = table.copy()
    meld = re.fullmatch(r"((?:[A-F]:)?\w)\w(\+\d+)", token)
    return between if meld and step(between, meld[1] + meld[2]) is None else table


def penalty(table: Table, refused: Refusal, token: str) -> dict[str, Any] | None:
    """What the rules on irregularities award, times the stake."""
    code = re.sub(r"^(?:[A-F]:)?(?:\w+:)?|\+\d+$", "", token)
    card = Card(code) if code in table.game.deck else None
    for row in table.rules.get("irregularities", []):
        known: dict[str, Any] = {"actor": refused.seat, "card": card}
        if any(fnmatch(refused.rule, rule) for rule in row["for"]) and table.holds(row, "when", known):
            known |= sides(table, value(row["winner"], table, known))
            worth = value(row["worth"], table, known) * value(table.rules.get("multiply", 1), table, known)
            points = worth if known["winner"] else 0
            return {"winner": names(known["winner"]), "game_points": points, "rule": row["id"]}
    return None


# -------------------------------------------------------------------------------- what could come next
def legal_tokens(table: Table, vocabulary: Iterable[str]) -> list[str]:
    """Those of these tokens that could be written next, by trying each.

    A token names its seat unless it is a move of the player on turn, and would be taken for that player's without it.
    """
    return [token for token in vocabulary if step(table.copy(), token) is None and written_so(table, token)]


def written_so(table: Table, token: str) -> bool:
    """Has this token a seat in front of it where it should have one, and only there?"""
    seat, word = re.fullmatch(r"(?:([A-F]):)?(.+)", token).groups()  # type: ignore[union-attr]
    move = table.move(meld_move(table) if "+" in word else word.partition(":")[0])
    if move is None:
        return seat is None
    by = value(move["by"], table) if "by" in move else table.turn
    alone = table.first_of(by, table.turn) == table.turn
    if seat is None:
        return bool(alone)
    return not (alone and frozenset([Seat(seat)]) == table.turn)
