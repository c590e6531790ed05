"""Cards by other names: records read and answers written in a lexicon, and what is said when that cannot be."""

from __future__ import annotations

import json
from typing import Any

import pytest
from bummerl.grammar import read_log
from bummerl.interpreter import Judge, adjudicate, adjudicate_match, canonical, compare, replay
from bummerl.interpreter.adjudication import legal
from bummerl.interpreter.quick import Quick
from bummerl.interpreter.rules import rules_for

from .hands import hand

# The Schnapsen deal of `hands.py`, in double-German letters: hearts are trumps, A leads.
TELL: dict[str, Any] = {
    "ruleset": "schnapsen",
    "cards": "german.de",
    "dealer": "B",
    "deal": {
        "hands": {"A": ["HU", "LA", "LT", "EA", "ET"], "B": ["LK", "LO", "SK", "SO", "HK"]},
        "turn_up": "HO",
        "talon": ["SA", "ST", "EK", "EO", "HA", "HT", "LU", "SU", "EU"],
    },
    "moves": [],
}


def tell(*moves: str, **more: Any) -> dict[str, Any]:
    """The same with moves."""
    return TELL | {"moves": list(moves)} | more


def problems(record: dict[str, Any], **how: Any) -> list[tuple[str, str, str | None]]:
    """Code, place and suggestion of what is wrong with a record."""
    found = adjudicate(record, **how).get("problems", ())
    return [(p["code"], p["path"], p.get("suggestion")) for p in found]


def test_a_record_in_a_lexicon_is_the_record_in_codes() -> None:
    record = tell("close", "LA", "LO", "LT", "LK")
    codes = canonical(record)
    assert codes == hand("close SA SQ ST SK")
    assert canonical(codes, cards="german.de") == record
    assert adjudicate(record, cards="codes") == adjudicate(codes)


def test_the_answer_is_written_as_the_record() -> None:
    # close; SA, and B holds SK and SQ and must follow: HK is none
    verdict = adjudicate(tell("close", "LA", "HK"))
    assert (verdict["status"], verdict["cards"]) == ("illegal", "german.de")
    (broken,) = verdict["violations"]
    assert (broken["token"], broken["legal"]) == ("HK", ["LK", "LO"])
    assert broken["facts"]["led"] == "LA"
    assert "Laub-König" in broken["message"]
    assert "Laub-Ober" in broken["message"]


def test_the_answer_in_another_lexicon() -> None:
    verdict = adjudicate(tell("close", "Laub-Daus", "HK"), cards="french.es")
    (broken,) = verdict["violations"]
    assert verdict["cards"] == "french.es"
    assert (broken["token"], broken["legal"], broken["facts"]["led"]) == ("CK", ["PK", "PQ"], "PA")
    assert "rey de picas" in broken["message"]


def test_without_a_lexicon_the_answer_is_by_codes_and_calls_the_cards_of_the_pack() -> None:
    verdict = adjudicate(hand("close SA HK"), lang="de")
    (broken,) = verdict["violations"]
    assert "cards" not in verdict
    assert broken["legal"] == ["SK", "SQ"]
    assert "Pik-König" in broken["message"]
    assert adjudicate(hand("close SA HK"), cards="codes", lang="de") == verdict


def test_the_same_letters_are_other_cards() -> None:
    """SA: the ace of spades by codes, the Schellen-Daus in the double-German pack, the ace of swords in the Italian."""
    codes = {name: rules_for(ruleset, cards=name).vocabulary.card("SA") for ruleset, name in
             (("schnapsen", None), ("schnapsen", "german.de"), ("tute-habanero", "italian.it"))}  # fmt: skip
    assert rules_for("schnapsen").image.codes[codes[None]] == "SA"
    assert rules_for("schnapsen").image.codes[codes["german.de"]] == "DA"
    assert rules_for("tute-habanero").image.codes[codes["italian.it"]] == "EA"


@pytest.mark.parametrize(
    ("written", "code"),
    [
        *[("H+40", "H+40"), ("Herz+40", "H+40"), ("HK+40", "HK+40"), ("Herz-Ober+40", "HQ+40"), ("L+20", "S+20")],
        *[("S+20", "D+20"), ("laub-könig+20", "SK+20"), ("LA+20", "SA+20"), ("B:LA", "B:SA"), ("b:LA", None)],
        *[("(LA ?)", "(SA ?)"), ("(Laub-Daus Eichel-Ober)", "(SA CQ)"), ("trump:L", "trump:S"), ("turn:SO", "turn:DQ")],
        *[("call:Herz-Daus", "call:HA"), ("B:discard:SU", "B:discard:DJ"), ("exchange", "exchange"), ("pass", "pass")],
        *[("LA+", None), ("LL", None), ("SQ", None), ("Herz Ober", None)],
    ],
)
def test_moves_of_every_kind(written: str, code: str | None) -> None:
    """Also those that this ruleset has no use for: a log keeps its meaning under other rules."""
    if code is None:
        assert problems(tell(written))
    else:
        assert canonical(tell(written))["moves"] == [code]


def test_words_that_name_suits_and_cards_are_offered_in_letters() -> None:
    record = {"ruleset": "bauernschnapsen", "cards": "hungarian.hu", "dealer": "D", "moves": []}
    deal = {"A": "PA ZA MA PT PK", "B": "PF PL ZK ZF TA", "C": "ZT ZL TT TK MT", "D": "TF TL MK MF ML"}
    record["deal"] = {"hands": {seat: cards.split() for seat, cards in deal.items()}}
    offered = legal(record)
    assert [token for token in offered if token.startswith("trump:")] == ["trump:Z", "trump:P", "trump:M"]
    assert legal({**record, "moves": ["trump:piros"]}) == legal({**record, "moves": ["trump:P"]}) != offered


def test_names_that_are_nearly_one() -> None:
    assert problems(tell("Herz-Obr")) == [("record.move", "/moves/0", "Herz-Ober")]
    assert problems(tell("B:exchnage")) == [("record.move", "/moves/0", "B:exchange")]


def test_what_could_be_two_cards_is_told_with_both() -> None:
    deal = {"hands": {"A": ["HB", "SA", "ST", "CA", "CT"], "B": ["SK", "SD", "KD", "DD", "HK"]}, "turn_up": "HD"}
    record = {"ruleset": "schnapsen", "cards": "french.de", "dealer": "B", "deal": deal, "moves": []}
    (found,) = adjudicate(record)["problems"]
    assert (found["code"], found["path"], found["token"]) == ("record.card", "/deal/hands/B/2", "KD")
    assert "DK or DD" in found["message"]
    (found,) = adjudicate(record, lang="de")["problems"]
    assert "DK oder DD" in found["message"]


@pytest.mark.parametrize("cards", ["german.at", "", "german", "../german.de", "x" * 5000, "spanish.es", "tarot.fr"])
def test_a_lexicon_that_cannot_be_used(cards: str) -> None:
    assert [p[:2] for p in problems(tell(cards=cards))] == [("record.cards", "/cards")]
    if cards:
        assert [p[:2] for p in problems(hand("SA"), cards=cards)] == [("request.cards", "/cards")]
    for lang in ("en", "de"):
        (found,) = adjudicate(tell(cards=cards), lang=lang)["problems"]
        assert len(found["message"]) < 500
        assert not set(found["message"]) & set("{}")


def test_which_lexicon_was_meant() -> None:
    assert problems(tell(cards="germna.de")) == [("record.cards", "/cards", "german.de")]
    assert problems(tell(cards="German.DE")) == []


@pytest.mark.parametrize("cards", [7, ["german.de"], {"german": "de"}, True])
def test_a_lexicon_that_is_no_text(cards: Any) -> None:
    assert problems(tell(cards=cards)) == [("record.type", "/cards", None)]
    assert json.loads(Judge().record(tell(cards=cards)))["status"] == "unreadable"


def test_a_log_without_its_header_is_told_which_one_it_needs() -> None:
    record = tell("LA")
    del record["cards"]
    for lang, id in (("de", "german.de"), ("en", "german.de")):
        first, *others = adjudicate(record, lang=lang)["problems"]
        assert f'[Cards "{id}"]' in first["message"]
        assert not any("[Cards" in problem["message"] for problem in others)
    slips = adjudicate(hand("SX LA"))["problems"]
    assert not any("Cards" in problem["message"] for problem in slips)  # two slips are slips


def test_problems_stand_at_their_place_in_the_text() -> None:
    text = '[Ruleset "schnapsen"]\n[Dealer "B"]\n[A "HU LA L10 EA Eichel-Zehnr"]\n[Cards "german.de"]\n\n1. LA'
    (read,) = read_log(text)
    (found,) = adjudicate(read.record, hand=read)["problems"]
    assert (found["line"], found["column"], found["suggestion"]) == (3, 18, "Eichel-Zehner")
    (read,) = read_log(text.replace("german.de", "germann.de"))
    (found,) = adjudicate(read.record, hand=read)["problems"]
    assert (found["line"], found["column"], found["suggestion"]) == (4, 9, "german.de")


def test_every_door_answers_in_the_lexicon() -> None:
    record = tell("close", "LA", "HK")
    positions = replay(record)["positions"]
    assert positions[0]["hands"]["A"] == ["LA", "LT", "HU", "EA", "ET"]
    assert positions[-1]["table"] == [{"seat": "A", "card": "LA"}]
    assert (positions[0]["turn_up"], positions[0]["trump"]) == ("HO", "H")
    assert replay(record, cards="hungarian.hu")["positions"][-1]["table"] == [{"seat": "A", "card": "ZA"}]
    found = compare(record, ["schnapsen", "snapszli", "tute-habanero"], cards="german.en")
    assert [verdict.get("cards") for verdict in found["verdicts"][:2]] == ["german.en", "german.en"]
    assert [one["ruleset"] for one in found["inapplicable"]] == ["tute-habanero"]
    match = {"ruleset": "schnapsen", "cards": "german.de", "hands": [{k: v for k, v in record.items() if k != "cards"}]}
    (verdict,) = adjudicate_match(match)["hands"]
    assert verdict["violations"][0]["legal"] == ["LK", "LO"]
    (verdict,) = adjudicate_match(match, cards="codes")["hands"]
    assert verdict["violations"][0]["legal"] == ["SK", "SQ"]


def test_the_quick_way_takes_records_in_a_lexicon() -> None:
    moves = ["close", "LA", "LO", "LT", "LK", "EA", "HK", "SK", "HU", "ET", "SO"]
    quick = Quick(rules_for("schnapsen", cards="german.de"), "de")
    text = quick.verdict(tell(*moves))
    assert text is not None
    assert json.loads(text) == adjudicate(tell(*moves), lang="de")
    for cards in (None, "german.de", "codes", "french.pt"):
        assert json.loads(Judge(lang="de", cards=cards).record(tell(*moves))) == adjudicate(
            tell(*moves), lang="de", cards=cards
        )


def test_texts_of_rules_name_suits_and_ranks_as_the_lexicon_does() -> None:
    rules = rules_for("schnapsen", cards="german.es")
    assert [rules.suit_name("en", number) for number in range(4)] == ["hojas", "corazones", "campanas", "bellotas"]
    assert rules.rank_name("en", 0) == "as"
    assert rules_for("schnapsen").suit_name("de", 0) == "Pik"
