"""What expressions come to: types, folding, and refusals with their column."""

from __future__ import annotations

import pytest
from bummerl.rulesets import RulesetError, Typist, load
from bummerl.rulesets.places import scope_of

HOUSE = {
    "ruleset": "types", "extends": "trick-taking", "title": "Types", "seats": 3,
    "options": {"mood": {"type": "word", "default": "calm", "allowed": ["calm", "wild"]},
                "late": {"type": "truth", "default": "no"}, "bonus": {"type": "number", "default": 10}},
    "deck": {"suits": ["S", "H"], "ranks": {"A": 11, "7": 3, "S": 2}, "colours": {"black": ["S"], "red": ["H"]}},
    "deal": [{"hands": 1}, {"turn_up": 1}, {"talon": "rest"}],
    "memory": {"closer": "player", "stake": 1, "bid": "each number", "shown": "card", "laid": "cards", "done": "truth"},
    "terms": {"closed": "closer is somebody", "top": "A", "nothing": "none", "theirs": "player.tricks > 1"},
    "play": {"leader": "forehand", "trump": "trump"},
    "moves": {"close": {}, "knock": {"names": "suit"}},
    "contracts": [{"id": "solo", "value": 3, "terms": {"closed": "no"}}, {"id": "duo", "value": 2}],
}  # fmt: skip
RULESET = load(HOUSE)
TYPIST = Typist(RULESET)
ALL = scope_of("actor", "card", "player", "suit", "said", "call")

GOOD = [
    ("7", "number", "(const 7)"),
    ("yes", "truth", "(const True)"),
    ("none", "card", "(const -1)"),
    ("none", "cards", "(const 0)"),
    ("everyone", "players", "(const 7)"),
    ("nobody", "players", "(const 0)"),
    ("card.rank is S", "truth", "(is (.rank (attr 'card')) (const 2))"),
    ("card.suit is S", "truth", "(is (.suit (attr 'card')) (const 0))"),
    ("card is S7", "truth", "(is (attr 'card') (const 1))"),
    ("S7 is card", "truth", "(is (const 1) (attr 'card'))"),
    ("card.rank is 7", "truth", "(is (.rank (attr 'card')) (const 1))"),
    ("card.rank in (A 7)", "truth", "(in_set [0, 1] (.rank (attr 'card')))"),
    ("card.suit not in (S H)", "truth", "(not (in_set [0, 1] (.suit (attr 'card'))))"),
    ("card in (SA H7)", "truth", "(card_in (attr 'card') (const 17))"),
    ("(SA H7) in actor.hand", "truth", "(subset 'cards' (const 17) (.hand (attr 'actor')))"),
    ("SA in actor.hand", "truth", "(subset 'cards' (const 1) (.hand (attr 'actor')))"),
    ("card in actor.hand", "truth", "(card_in (attr 'card') (.hand (attr 'actor')))"),
    ("suit in actor.melded", "truth", "(suit_in (attr 'suit') (.melded (attr 'actor')))"),
    ("closer in everyone", "truth", "(subset 'players' (mem 'closer') (const 7))"),
    ("closer is somebody", "truth", "(not (is (mem 'closer') (const 0)))"),
    ("closed", "truth", "(not (is (mem 'closer') (const 0)))"),
    ("card.rank is top", "truth", "(is (.rank (attr 'card')) (const 0))"),
    ("shown is nothing", "truth", "(is (mem 'shown') (const -1))"),
    ("7 of trump", "card", "(of (const 1) (attr 'trump'))"),
    ("(A 7) of suit", "cards", "(of_set (0, 1) (attr 'suit'))"),
    ("top of suit", "card", "(of (const 0) (attr 'suit'))"),
    ("shown", "cards", "(card_set (mem 'shown'))"),
    ("laid with card", "cards", "(union (mem 'laid') (card_set (attr 'card')))"),
    ("everyone except closer", "players", "(minus (const 7) (mem 'closer'))"),
    (
        "everyone where player.points > 3",
        "players",
        "(where_players (const 7) (compare '>' (.points (attr 'player')) (const 3)))",
    ),
    ("everyone where theirs", "players", "(where_players (const 7) (compare '>' (.tricks (attr 'player')) (const 1)))"),
    ("everyone where most player.points", "players", "(most_players (const 7) (.points (attr 'player')))"),
    ("actor.hand where least card.points", "cards", "(least_cards (.hand (attr 'actor')) (.points (attr 'card')))"),
    ("actor.bid + 1", "number", "(add (each 'bid' (attr 'actor')) (const 1))"),
    ("talon.size", "number", "(talon_size)"),
    ("trick.number", "number", "(attr 'trick.number')"),
    ("last_move is close", "truth", "(is (attr 'last_move') (const 'close'))"),
    ("last_move in (close deal)", "truth", "(in_set ['close', 'deal'] (attr 'last_move'))"),
    ("contract is solo", "truth", "(is (attr 'contract') (const 0))"),
    ("contract is none", "truth", "(is (attr 'contract') (const -1))"),
    ("solo is contract", "truth", "(is (const 0) (attr 'contract'))"),
    ("call.value > contract.value", "truth", "(compare '>' (.value (attr 'call')) (.value (attr 'contract')))"),
    ("card.suit.colour is red", "truth", "(is (.colour (.suit (attr 'card'))) (const 'red'))"),
    ("H if closed else trump", "suit", "(choose (const 1) (not (is (mem 'closer') (const 0))) (attr 'trump'))"),
    ("-stake", "number", "(sub (const 0) (mem 'stake'))"),
    ("count(actor.hand) * 2", "number", "(mul (count 'cards' (.hand (attr 'actor'))) (const 2))"),
    ("holder(SA)", "players", "(holder 'card' (const 0))"),
    ("played(shown)", "truth", "(played 'card' (mem 'shown'))"),
    ("card beats best", "truth", "(beats (attr 'card') (attr 'best'))"),
    # what options and literals decide is decided
    ("option.mood is calm", "truth", "(const True)"),
    ("option.mood in (wild calm)", "truth", "(const True)"),
    ("option.mood is calm and closed", "truth", "(not (is (mem 'closer') (const 0)))"),
    ("option.late and closed", "truth", "(const False)"),
    ("not option.late or closed", "truth", "(const True)"),
    ("option.bonus - 2 * 3", "number", "(const 4)"),
    ("1 < 2 and 2 <= 2 and not 1 >= 2", "truth", "(const True)"),
    ("stake if option.late else 3", "number", "(const 3)"),
    ("closed or option.late", "truth", "(not (is (mem 'closer') (const 0)))"),
]

BAD = [
    ("closr is somebody", "truth", "ruleset.unknown-name", 1, "closer"),
    ("stake + closr", "number", "ruleset.unknown-name", 9, "closer"),
    ("actor.trickz > 1", "truth", "ruleset.unknown-member", 7, "tricks"),
    ("option.moodd is calm", "truth", "ruleset.unknown-option", 8, "mood"),
    ("cuont(actor.hand)", "number", "ruleset.unknown-function", 1, "count"),
    ("card.rank is Q", "truth", "ruleset.unknown-word", 14, None),
    ("card is HQ", "truth", "ruleset.unknown-word", 9, None),
    ("last_move is clos", "truth", "ruleset.unknown-word", 14, "close"),
    ("option.mood is wilde", "truth", "ruleset.unknown-word", 16, "wild"),
    ("contract is sole", "truth", "ruleset.unknown-word", 13, "solo"),
    ("trick.number", "truth", "ruleset.type", 1, None),
    ("closed + 1", "number", "ruleset.type", 1, None),
    ("stake and closed", "truth", "ruleset.type", 1, None),
    ("card in everyone", "truth", "ruleset.type", 1, None),
    ("stake in (A 7)", "truth", "ruleset.type", 1, None),
    ("count(stake)", "number", "ruleset.type", 7, None),
    ("stake where closed", "players", "ruleset.type", 1, None),
    ("card.rank of trump", "card", "ruleset.type", 1, None),
    ("card.rank is (A 7)", "truth", "ruleset.type", 14, None),
    ("stake with stake", "players", "ruleset.type", 1, None),
    ("J is Q", "truth", "ruleset.bare-word", 1, None),
    ("J in (Q K)", "truth", "ruleset.bare-word", 1, None),
    ("trick", "number", "ruleset.dot", 1, None),
    ("bid > 3", "truth", "ruleset.each", 1, None),
    ("winner.tricks is 0", "truth", "ruleset.scope", 1, None),
    ("actor.score > 1", "truth", "ruleset.scope", 7, None),
    ("everyone where (everyone where player.tricks > 0) is player", "players", "ruleset.nested-where", 17, None),
    ("(everyone where theirs) where player is (everyone where theirs)", "players", "ruleset.nested-where", 42, None),
    ("1000000 + 1", "number", "ruleset.number", 1, None),
    ("stake * stake * stake", "number", "ruleset.number", 1, None),
]


@pytest.mark.parametrize(("text", "want", "tree"), GOOD)
def test_an_expression_comes_to(text: str, want: str, tree: str) -> None:
    typed = TYPIST.typed(text, want, ALL)
    assert (repr(typed), typed.type) == (tree, want)


@pytest.mark.parametrize(("text", "want", "code", "column", "meant"), BAD)
def test_an_expression_is_refused(text: str, want: str, code: str, column: int, meant: str | None) -> None:
    with pytest.raises(RulesetError) as refused:
        TYPIST.typed(text, want, ALL, "here")
    (problem,) = refused.value.problems
    assert (problem.code, problem.suggestion, problem.path) == (code, meant, "here")
    assert f"(column {column})" in problem.message


def test_what_an_expression_hangs_on() -> None:
    assert TYPIST.typed("card.suit is led.suit", "truth", ALL).deps == {"card", "led"}
    assert TYPIST.typed("card beats best", "truth", ALL).deps == {"card", "best", "led", "trump"}
    assert TYPIST.typed("actor.hand where card.suit is trump", "cards", ALL).deps == {"actor", "state", "trump"}
    assert TYPIST.typed("option.bonus", "number").deps == frozenset()


def test_words_of_a_node_are_those_of_the_text_or_of_the_term() -> None:
    typed = TYPIST.typed("closed and trick.size is 0", "truth")
    assert [str(part.source) for part in typed.args] == ["closer is somebody", "trick.size is 0"]


def test_options_change_what_is_folded() -> None:
    assert repr(Typist(RULESET, {"mood": "wild"}).typed("option.mood is calm", "truth")) == "(const False)"
    assert repr(Typist(RULESET, {"bonus": 3}).typed("option.bonus + 1", "number")) == "(const 4)"


def test_a_contract_changes_what_its_terms_change_and_nothing_else() -> None:
    solo, duo = TYPIST.under("solo"), TYPIST.under(1)
    assert repr(solo.typed("closed or trick.size is 0", "truth")) == "(is (attr 'trick.size') (const 0))"
    assert solo.typed("stake + 1", "number") is TYPIST.typed("stake + 1", "number")
    assert duo.typed("closed", "truth") is TYPIST.typed("closed", "truth")
    assert solo.under(-1).typed("closed", "truth") is TYPIST.typed("closed", "truth")


def test_a_printed_suit_is_asked_for_where_suits_are_made() -> None:
    assert (
        repr(TYPIST.typed("card.suit is S", "truth", ALL, printed=True))
        == "(is (.printed_suit (attr 'card')) (const 0))"
    )


def test_numbers_of_cards_count_copies() -> None:
    deck = {"suits": ["S", "H"], "ranks": {"A": 11, "7": 3}, "copies": 2}
    double = load(
        {
            "ruleset": "x",
            "extends": "trick-taking",
            "title": "x",
            "deck": deck,
            "deal": [{"hands": 1}],
            "play": {"leader": "forehand"},
        }
    )
    assert Typist(double).names.cards == {"SA": 0, "S7": 2, "HA": 4, "H7": 6}
