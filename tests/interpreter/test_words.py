"""What a ruling says in words, and the facts beside it: whose move it was, what was drawn, what decided."""

from __future__ import annotations

from typing import Any

import pytest
from bummerl.interpreter import adjudicate, adjudicate_match, adjudicate_text, legal
from bummerl.interpreter.wording import MOST_TOLD

from .hands import G20, hand, without

H: dict[str, Any] = {
    "hands": {"A": ["SA", "SK", "HT", "DJ", "CQ"], "B": ["HK", "HQ", "DA", "CJ", "ST"]},
    "turn_up": "HJ",
    "talon": ["CA", "DT", "DK", "SQ", "CK", "DQ", "CT", "SJ", "HA"],
}
"""The hand of the notation's own example: B deals, hearts are trumps."""


def child(**parts: Any) -> dict[str, Any]:
    """Schnapsen with something else laid over it."""
    return {"ruleset": "child", "version": "1.0.0", "title": "Child", "extends": "schnapsen", **parts}


def refused(moves: str, **more: Any) -> dict[str, Any]:
    (found,) = adjudicate(hand(moves, deal=H, **more))["violations"]
    return dict(found)


# ---- whose move
@pytest.mark.parametrize(
    ("moves", "seat", "seat_move"),
    [
        ("SA ST (CA DQ) HT", "B", 2),  # B has played the ten, this would be the second thing of his
        ("SA (CA DT) ST", "B", 1),
        ("SA ST (CQ DT) HT", "A", 2),
        ("SA ST (CA DT) HT HK (DK SQ) SA", "A", 3),  # cards drawn rightly are nobody's moves
    ],
)
def test_cards_named_as_drawn_are_counted_to_whoever_is_blamed(moves: str, seat: str, seat_move: int) -> None:
    found = refused(moves)
    assert (found["seat"], found["seat_move"]) == (seat, seat_move)


def test_a_wrong_draw_says_which_cards_came_off() -> None:
    found = refused("SA ST (CA DQ) HT", players={"B": "Bert"})
    assert found["rule"] == "table.draw"
    assert "ace of clubs" in found["message"]
    assert "ten of diamonds" in found["message"]
    assert "No cards were to be drawn" in refused("SA (CA DT) ST")["message"]
    unknown = adjudicate(without(hand("SA ST (CA ?) (CA DT)", deal=H), "talon"))
    assert unknown["violations"][0]["rule"] == "table.draw"


# ---- facts
def test_points_of_players_are_among_the_facts() -> None:
    that = "actor.points > 33 and actor.opponents.tricks > actor.meld_points"
    need = [{"id": "close.much", "that": that, "text": "No."}]
    found = refused("SA ST close", ruleset=child(moves={"close": {"require": need}}))
    assert found["rule"] == "close.much"
    assert found["facts"]["actor.points"] == 21  # ace and ten of spades


def test_points_of_players_are_in_the_trace() -> None:
    trace = adjudicate(hand("SA ST claim", deal=H), explain=True)["trace"]
    false = next(step for step in trace if step["rule"] == "score.false-claim")
    assert {"claimer": "A", "claimer.points": 21}.items() <= false["values"].items()


# ---- texts
@pytest.mark.parametrize(
    ("moves", "fact", "english", "german"),
    [
        ("SA", "last_move", "a card", "eine Karte"),
        ("SA ST", "last_move", "the end of a trick", "das Ende eines Stichs"),
        ("", "last_move", "the deal", "das Geben"),
        ("close", "last_move", "close", "close"),
        ("SA", "led.rank", "ace", "Ass"),
        ("", "led.rank", "no rank", "kein Rang"),
        ("", "led.suit", "no suit", "keine Farbe"),
        ("SA", "contract", "no contract", "kein Spiel angesagt"),
        ("SA", "trick.size", "1", "1"),
        ("SA", "closed", "no", "nein"),
        ("SA", "trick.cards", "ace of spades", "Pik-Ass"),
    ],
)
def test_every_kind_of_fact_is_said_in_words(moves: str, fact: str, english: str, german: str) -> None:
    rules = child(
        basics={"stage": {"id": "table.stage", "text": {"en": f"[{{{fact}}}]", "de": f"[{{{fact}}}]"}}},
        stages=[{"id": "bidding", "when": "no", "moves": ["pass"]}, {"id": "play", "moves": ["close"]}],
        moves={"pass": {}},
    )
    for lang, said in (("en", english), ("de", german)):
        (found,) = adjudicate(hand(f"{moves} pass", deal=H, ruleset=rules), lang=lang)["violations"]
        assert found["message"].strip(".") == f"[{said}]"


def test_a_text_without_a_full_stop_gets_one_before_what_was_allowed() -> None:
    bare = child(basics={"holds": {"id": "table.holds", "text": "{actor} must"}})
    message = refused("close SQ", ruleset=bare)["message"]
    assert message.startswith("A must. Allowed: ")
    for end in ("!", "?", ".", "…", '."'):
        own = child(basics={"holds": {"id": "table.holds", "text": f"{{actor}} must{end}"}})
        assert refused("close SQ", ruleset=own)["message"].startswith(f"A must{end} Allowed: ")


def test_what_is_needed_is_said_in_the_language_asked_for() -> None:
    record = without(hand("close SA DK"), "A", "B", "talon")
    assert adjudicate(record)["facts"] == {"needed": ["hand of B"]}
    assert adjudicate(record, lang="de")["facts"] == {"needed": ["Blatt von B"]}


def test_problems_with_the_choice_of_rules_are_said_in_german() -> None:
    for record, said in [
        (hand("SA", ruleset="schnapsn"), "Ein Regelwerk `schnapsn` gibt es nicht."),
        (hand("SA", options={"x": 1}), "Die Option `x` gibt es in diesem Regelwerk nicht."),
        (hand("SA", options={"revoke": "x"}), "Die Option `revoke` kann nicht `x` sein, sondern loses_three"),
        (hand("SA", options={"double_bummerl": 3}), "Die Option `double_bummerl` kann nicht `3` sein."),
    ]:
        (german,) = adjudicate(record, lang="de")["problems"]
        (english,) = adjudicate(record)["problems"]
        assert german["message"].startswith(said)
        assert german | {"message": ""} == english | {"message": ""}


# ---- numbers that may be said
def test_a_meld_is_offered_with_what_it_scores() -> None:
    rules = child(terms={"marriage_worth": "60 if suit is trump else 30"})
    record = hand("SA ST HT HK DJ DT CJ CA", deal=H, ruleset=rules)
    offered = [token for token in legal(record) if "+" in token]
    assert sorted(offered) == ["D+30", "DK+30", "DQ+30"]
    for token in offered:
        assert adjudicate(record | {"moves": [*record["moves"], token]})["status"] == "ongoing"


def test_a_million_may_be_said_and_no_more() -> None:
    rules = child(moves={"ask": {"names": "number", "says": [1_000_000]}})
    assert "ask:1000000" in legal(hand("", deal=H, ruleset=rules))
    assert adjudicate(hand("ask:1000000", deal=H, ruleset=rules))["status"] == "ongoing"
    (problem,) = adjudicate(hand("ask:1000001", deal=H, ruleset=rules))["problems"]
    assert problem["code"] == "record.number"


# ---- awards and payments
def test_an_award_counts_times_the_stake() -> None:
    rules = child(memory={"stake": 1}, moves={"raise": {"set": {"stake": "stake * 2"}}}, multiply="stake")
    verdict = adjudicate(hand("raise raise close SA DA", deal=H, ruleset=rules))
    assert (verdict["status"], verdict["violations"][0]["rule"][:6]) == ("illegal", "follow")
    assert verdict["outcome"]["game_points"] == 12
    assert "12 game points" in verdict["outcome"]["message"]


SMALL: dict[str, Any] = {
    "ruleset": "small", "version": "1.0.0", "title": "Small", "extends": "trick-taking", "seats": 3,
    "deck": {"suits": ["S"], "ranks": {"A": 11, "K": 4, "Q": 3}}, "deal": [{"hands": 1}],
    "play": {"leader": "forehand", "trump": "none"}, "ends": [{"id": "end.cards", "when": "cards_left is 0"}],
}  # fmt: skip


@pytest.mark.parametrize(
    ("winner", "points", "payments"),
    [("last_trick.winner", 1, {"A": 1, "C": 3}), ("nobody", 0, {"A": 1, "B": 2, "C": 3})],
)
def test_payments_are_those_of_the_losers(winner: str, points: int, payments: dict[str, int]) -> None:
    """B has the ace; each loser pays his place, and all of them if nobody wins."""
    rules = SMALL | {"score": [{"id": "score.pays", "winner": winner, "worth": 1, "pays": "player.place"}]}
    deal = {"hands": {"A": ["SK"], "B": ["SA"], "C": ["SQ"]}}
    outcome = adjudicate({"ruleset": rules, "dealer": "C", "deal": deal, "moves": ["SK", "SA", "SQ"]})["outcome"]
    assert (outcome["game_points"], outcome["payments"]) == (points, payments)


# ---- places and suggestions
def test_a_position_stands_at_its_headers() -> None:
    log = '[Ruleset "schnapsen"]\n[Players "Anna; Bert"]\n[Position ""]\n[Leader "A"]\n[A "SA SK HT DJ CQ"]\n\nSA\n'
    (verdict,) = adjudicate_text(log)
    (problem,) = verdict["problems"]
    assert (problem["code"], problem["path"], problem["line"]) == ("record.trick", "/position", 4)


def test_a_player_who_is_named_is_the_seat_that_is_meant() -> None:
    record = hand("SA", players={"A": "Anna", "B": "Bert"}, result={"winner": "anna", "game_points": 2})
    found = {problem["path"]: problem for problem in adjudicate(record | {"dealer": "Bert"})["problems"]}
    assert found["/dealer"]["suggestion"] == "B"
    assert found["/result/winner"]["suggestion"] == "A"
    (same,) = adjudicate(hand("SA", dealer="Eva", players={"A": "Eva", "B": "Eva"}))["problems"]
    assert "suggestion" not in same


def test_sixty_six_is_what_claiming_is_called() -> None:
    for said, meant in (("66", "claim"), ("B:66", "B:claim")):
        (problem,) = adjudicate(hand(f"SA SQ {said}"))["problems"]
        assert (problem["code"], problem["suggestion"]) == ("record.move", meant)


def test_players_are_named_by_seat() -> None:
    (problem,) = adjudicate(hand("SA", players=["Anna", "Bert"]))["problems"]
    assert (problem["code"], problem["path"]) == ("record.type", "/players")


# ---- how much is told
@pytest.mark.parametrize("what", ["moves", "card", "seat", "dealer", "key", "option"])
def test_a_huge_token_is_not_repeated(what: str) -> None:
    huge = "x" * 900_000
    record = hand("SA")
    match what:
        case "moves":
            record["moves"] = [huge, f"({huge})", f"{huge}+20", f"take:{huge}", f"B:{huge}"]
        case "card":
            record["deal"]["talon"][0] = huge
        case "seat":
            record["deal"]["hands"][huge] = []
        case "dealer":
            record["dealer"] = huge
        case "key":
            record["deal"][huge] = 1
        case "option":
            record["result"] = {"winner": huge}
    verdict = adjudicate(record)
    assert verdict["status"] == "unreadable"
    for problem in verdict["problems"]:
        assert len(problem["message"]) < 3 * MOST_TOLD + 100
        assert len(problem.get("token", "")) <= MOST_TOLD
        assert len(problem.get("path", "")) < 200
        assert "…" in problem.get("token", "…")


# ---- matches
def test_a_first_hand_without_a_dealer_leaves_the_next_one_open() -> None:
    """B gives up before anything else: it says nothing about who dealt."""
    found = adjudicate_match({"ruleset": "schnapsen", "hands": [{"moves": ["B:concede"]}]})
    assert found["next_dealer"] is None
    known = adjudicate_match({"ruleset": "schnapsen", "hands": [{"dealer": "A", "moves": ["B:concede"]}]})
    assert known["next_dealer"] == "B"


# ---- who wins nothing
@pytest.mark.parametrize(
    ("lang", "first"),
    [("en", "A loses 2 game points, and B gets none."), ("de", "A verliert 2 Spielpunkte; für B gibt es keine.")],
)
def test_a_hand_that_wins_nothing_is_not_told_as_zero_points(lang: str, first: str) -> None:
    """A closes, has a trick (SA ST) and gives up. Taken from A's own score, that gives B nothing: A loses two."""
    record = hand("close SA ST concede", deal=H, ruleset="snapszli", options={"failed_close": "deduct_closer"})
    outcome = adjudicate(record, lang=lang)["outcome"]
    assert (outcome["winner"], outcome["game_points"]) == ("B", 0)
    assert outcome["message"].startswith(f"{first} ")
    assert ": 2; " in outcome["message"]


KINGS: dict[str, Any] = {
    "hands": {"A": ["HK", "HQ", "SA", "ST", "CA"], "B": ["SK", "SQ", "DK", "DQ", "CK"]},
    "turn_up": "HJ",
    "talon": ["DA", "DT", "CT", "CQ", "HA", "HT", "SJ", "DJ", "CJ"],
}


# ---- texts for one case or the other
CLOSED: dict[str, Any] = {
    "hands": {"A": ["HJ", "SA", "ST", "CA", "CT"], "B": ["SK", "SQ", "DK", "DQ", "HK"]},
    "turn_up": "HQ",
    "talon": ["DA", "DT", "CK", "CQ", "HA", "HT", "SJ", "DJ", "CJ"],
}
AFTER_CLOSING = {
    "en": "B had no trick when A closed the talon: Schwarz.",
    "de": "B war ohne Stich, als A zudrehte: Schwarz.",
    "es": "B no tenía ninguna baza cuando A cerró el talón: Schwarz.",
    "hu": "B ütés nélkül állt, amikor A takart: Schwarz.",
    "it": "B non aveva fatto prese quando A ha chiuso il tallone: Schwarz.",
    "pt": "B não tinha feito nenhuma vaza quando A fechou o monte: Schwarz.",
}


def won(lang: str = "en", close: bool = True, **more: Any) -> str:
    """Why A wins: with a trick for B, after the talon was closed or not."""
    moves = "close SA SQ CA HK" if close else "SA SQ"
    found = adjudicate(hand(f"{moves} B:concede", deal=CLOSED, **more), lang=lang)
    assert found["outcome"]["winner"] == "A", found
    return str(found["outcome"]["message"])


@pytest.mark.parametrize("lang", AFTER_CLOSING)
def test_what_counts_as_of_the_closing_is_told_as_of_then(lang: str) -> None:
    assert AFTER_CLOSING[lang] in won(lang)


def test_what_counts_at_the_end_is_told_as_of_the_end() -> None:
    assert "had only" in won(options={"snapshot": "at_end"})
    assert "when A closed" not in won(options={"snapshot": "at_end"})
    assert won(close=False).endswith("B had no trick: Schwarz.")


def test_a_text_says_only_the_words_of_its_case() -> None:
    text = "Begun{if closed} and closed by {closer}{else} and open{end}{if option.revoke is refused}, kindly{end}."
    child_of = child(ends=[{"id": "end.conceded", "text": text, "when": "conceder is somebody"}],
                     score=[{"id": "score.conceded", "when": "conceder is somebody", "winner": "conceder.opponents",
                             "text": text, "worth": 1}])  # fmt: skip
    assert won(ruleset=child_of).endswith("Begun and closed by A.")
    assert won(ruleset=child_of, close=False).endswith("Begun and open.")
    assert won(ruleset=child_of, options={"revoke": "refused"}).endswith("Begun and closed by A, kindly.")


@pytest.mark.parametrize(
    ("ruleset", "option", "moves", "deal", "dealer", "rule", "said"),
    [
        ("schnapsen-tournament", {"king_lead": False}, "SA SQ H+40 ST", KINGS, "B", "marriage.lead",
         "must lead one of its two cards."),
        ("schnapsen-tournament", {"king_lead": True}, "SA SQ H+40 HQ", KINGS, "B", "marriage.lead",
         "its king must be led."),
        ("bauernschnapsen", {"schnapser_by": "forehand"}, "trump:H pass pass bid:schnapser", G20, "D", "schnapser.who",
         "called by forehand only, and C is"),
        ("bauernschnapsen", {"schnapser_by": "forehand_side"}, "trump:H pass bid:schnapser", G20, "D", "schnapser.who",
         "called by forehand or forehand's partner, and B is"),
    ],
)  # fmt: skip
def test_a_refusal_names_the_house_rule_in_force(
    ruleset: str, option: dict[str, Any], moves: str, deal: dict[str, Any], dealer: str, rule: str, said: str
) -> None:
    record = hand(moves, deal=deal, dealer=dealer, ruleset=ruleset, options=option)
    (found,) = adjudicate(record)["violations"]
    assert (found["rule"], said in found["message"]) == (rule, True), found


# ---- what a figure is made of
@pytest.mark.parametrize(
    ("moves", "said"), [("", "9. "), ("kontra", "9 (doubled: times 2). "), ("kontra rekontra", "times 4")]
)
def test_the_stake_is_told_where_somebody_doubled(moves: str, said: str) -> None:
    record = hand(
        f"trump:H bid:gang pass pass pass {moves} HA HQ DJ concede", deal=G20, dealer="D", ruleset="bauernschnapsen"
    )
    message = adjudicate(record)["outcome"]["message"]
    assert said in f"{message} "
    assert ("times" in message) == bool(moves)
    assert "stake" not in message


@pytest.mark.parametrize("double", [True, False])
def test_closing_that_doubles_says_so(double: bool) -> None:
    deal = {
        "hands": {"A": ["H9", "SA", "ST", "CA", "CT", "C9"], "B": ["SK", "SQ", "DK", "DQ", "HJ", "S9"]},
        "turn_up": "HK",
        "talon": ["DA", "DT", "CK", "CQ", "HA", "HT", "SJ", "DJ", "CJ", "D9", "HQ"],
    }
    options = {"closed_hand": "double"} if double else {}
    found = adjudicate(hand("close SA SQ concede", deal=deal, ruleset="sixty-six", options=options))["outcome"]
    assert found["game_points"] == (4 if double else 3)
    assert ("doubled by closing" in found["message"]) == double


@pytest.mark.parametrize("lang", ["en", "de", "es", "hu", "it", "pt"])
def test_what_a_loser_loses_of_his_own_is_told_and_not_nothing(lang: str) -> None:
    """`snapszli-24`: the failed close is taken from the closer's score, and the others write nothing."""
    deal = {
        "hands": {"A": ["DK", "SA", "D9", "HT", "HA", "H9"], "B": ["CJ", "CQ", "HJ", "SJ", "SK", "CK"]},
        "turn_up": "HK",
        "talon": ["SQ", "CT", "S9", "CA", "HQ", "C9", "DQ", "DJ", "ST", "DT", "DA"],
    }
    moves = "DK CK close HT HJ SQ SK SJ SA HA CT D9 CQ H9 CJ"
    record = hand(
        moves, deal=deal, ruleset="snapszli-24", options={"failed_close": "deduct_closer"}, result={"winner": "B"}
    )
    for one in (record, record | {"players": {"A": "Anna"}}):
        found = adjudicate(one, lang=lang)["outcome"]
        assert (found["winner"], found["game_points"], found["forfeit"]) == ("B", 0, {"A": 2})
        assert " 2 " in found["message"].partition(".")[0]
    plain = hand(moves, deal=deal, ruleset="snapszli-24")
    assert "forfeit" not in adjudicate(plain)["outcome"]


# ---- what a game has not, and what else a move breaks
@pytest.mark.parametrize(
    ("ruleset", "moves", "lang", "said"),
    [
        ("schnapsen-no-close", "close", "en", "There is no `close` in this game."),
        ("schnapsen-no-close", "close", "de", "`close` gibt es in diesem Spiel nicht."),
        ("schnapsen", "kontra", "en", "There is no `kontra` in this game."),
        ("bauernschnapsen", "kontra", "en", "That is not said or done at this point of the hand."),
        ("bauernschnapsen", "HA", "en", "That is not said or done at this point of the hand."),
    ],
)
def test_a_move_that_a_game_has_not_is_told_from_one_at_the_wrong_moment(
    ruleset: str, moves: str, lang: str, said: str
) -> None:
    deal, dealer = (G20, "D") if ruleset == "bauernschnapsen" else (CLOSED, "B")
    (found,) = adjudicate(hand(moves, deal=deal, dealer=dealer, ruleset=ruleset), lang=lang)["violations"]
    assert (found["rule"], found["message"]) == ("table.stage", said)


def test_further_rules_that_a_move_breaks_are_told_with_their_values() -> None:
    found = refused("SA exchange", players={"B": "Bert"})
    assert found["rule"] == "exchange.on-lead"
    assert dict(zip(found["also"], found["also_messages"], strict=True)) == {
        "exchange.card": "Bert does not hold the jack of hearts, the only card that is exchanged for the turn-up."
    }


@pytest.mark.parametrize(
    ("token", "message", "suggestion"),
    [
        ("CX", "`CX` is no card of this pack.", "CT"),
        ("C0", "`C0` is no card of this pack.", "CT"),
        ("B:SX", "`B:SX` is no card of this pack.", "B:ST"),
        ("wobble", "`wobble` is no move that this ruleset knows.", None),
    ],
)
def test_a_mistyped_card_is_told_as_a_card(token: str, message: str, suggestion: str | None) -> None:
    (found,) = adjudicate(hand(f"SA {token}", deal=H))["problems"]
    assert (found["code"], found["message"], found.get("suggestion")) == ("record.move", message, suggestion)
