"""What the pieces of a log mean, hand by hand, and where they stand."""

from __future__ import annotations

import pytest
from bummerl.grammar import Severity, Span, read_log

FROM_THE_FORMAT = """\
[Ruleset "schnapsen"]
[Option "last_trick_bonus=10"]
[Players "Anna; Bert"]
[Dealer "B"]
[A "SA SK HT DJ CQ"]
[B "HK HQ DA CJ ST"]
[TurnUp "HJ"]
[Talon "CA DT DK SQ CK DQ CT SJ HA"]
[Result "A 2"]

1. SA ST            {a comment}
2. HT HK
"""

AS_A_RECORD = {
    "ruleset": "schnapsen",
    "options": {"last_trick_bonus": 10},
    "players": {"A": "Anna", "B": "Bert"},
    "dealer": "B",
    "deal": {
        "hands": {"A": ["SA", "SK", "HT", "DJ", "CQ"], "B": ["HK", "HQ", "DA", "CJ", "ST"]},
        "turn_up": "HJ",
        "talon": ["CA", "DT", "DK", "SQ", "CK", "DQ", "CT", "SJ", "HA"],
    },
    "moves": ["SA", "ST", "HT", "HK"],
    "result": {"winner": "A", "game_points": 2},
}


def test_the_example_of_the_format_is_its_record():
    (hand,) = read_log(FROM_THE_FORMAT)
    beyond_json = {
        "comments": [{"before": 2, "text": "a comment", "form": "brace"}],
        "trick_numbers": {"0": 1, "2": 2},
    }
    assert hand.record == AS_A_RECORD | beyond_json
    assert hand.problems == ()


HEADERS = {
    '[Result "AC 3"]': {"result": {"winner": ["A", "C"], "game_points": 3}},
    '[Result "- 0"]': {"result": {"winner": None, "game_points": 0}},
    '[Option "a=yes"]\n[Option "b=no"]\n[Option "c = three"]': {"options": {"a": True, "b": False, "c": "three"}},
    '[Players "Anna; ; Cilli"]': {"players": {"A": "Anna", "C": "Cilli"}},
    '[A "? ? SA"]': {"deal": {"hands": {"A": ["?", "?", "SA"]}}},
    '[A ""]': {"deal": {"hands": {"A": []}}},
    '[TurnUp "-"]': {"deal": {"turn_up": None}},
    '[Cards "double-german"]\n[Language "de"]': {"cards": "double-german", "language": "de"},
    '[Event "Stüberl"]\n[Tisch "3"]': {"headers": {"Event": "Stüberl", "Tisch": "3"}},
    r'[Event "a \"b\" c:\new \\ \u0041"]': {"headers": {"Event": r'a "b" c:\new \ A'}},
    '[Json "{\\"note\\": [1, null]}"]': {"note": [1, None]},
    '[Position "trick 6"]\n[Leader "A"]\n[Trump "H"]\n[A "SA SK"]\n[TurnUp "-"]\n[Talon ""]\n'
    '[Seat A "tricks 3; points 41; meld D 20"]\n[Seat B "won SK SQ; won HJ HA"]\n'
    '[Memory "closer B; tricks_at_close 1"]': {
        "position": {
            "trick": 6,
            "leader": "A",
            "trump": "H",
            "hands": {"A": ["SA", "SK"]},
            "turn_up": None,
            "talon": [],
            "seats": {
                "A": {"tricks": 3, "trick_points": 41, "melds": {"D": 20}},
                "B": {"won": [["SK", "SQ"], ["HJ", "HA"]]},
            },
            "memory": {"closer": "B", "tricks_at_close": 1},
        }
    },
}


@pytest.mark.parametrize("text", HEADERS)
def test_what_headers_say(text):
    (hand,) = read_log(text)
    assert hand.problems == ()
    assert hand.record == HEADERS[text] | {"moves": []}


MOVES = {
    "SA h10 ♠A A♠ AS 10H": ["SA", "h10", "♠A", "A♠", "AS", "10H"],
    "HK+40 H+20 B:HK+40": ["HK+40", "H+20", "B:HK+40"],
    "exchange close claim B:claim": ["exchange", "close", "claim", "B:claim"],
    "bid:gang trump:H C:call:HA bid:3": ["bid:gang", "trump:H", "C:call:HA", "bid:3"],
    "SA (HT DQ) ( ?\n? )": ["SA", "(HT DQ)", "(? ?)"],
    "Herz-König kőr ász": ["Herz-König", "kőr", "ász"],
    "1.SA{x}SK(HT DQ)HA*": ["SA", "SK", "(HT DQ)", "HA"],
}


@pytest.mark.parametrize("text", MOVES)
def test_moves_are_kept_as_they_are_written(text):
    (hand,) = read_log(text)
    assert hand.problems == ()
    assert hand.record["moves"] == MOVES[text]


def test_comments_stand_before_the_next_move():
    (hand,) = read_log("{one} 1. {two} SA ; three\n SK {four} ;")
    assert [(c["before"], c["text"], c["form"]) for c in hand.record["comments"]] == [
        (0, "one", "brace"), (0, "two", "brace"), (1, "three", "line"), (2, "four", "brace"), (2, "", "line"),
    ]  # fmt: skip


def test_a_header_behind_a_move_begins_the_next_hand_and_so_does_a_star():
    hands = read_log('[Dealer "A"]\nSA SK\n[Dealer "B"]\nHT * HK\n*\n*\n[Dealer "C"]')
    assert [(hand.line, hand.record.get("dealer"), hand.record["moves"]) for hand in hands] == [
        (1, "A", ["SA", "SK"]), (3, "B", ["HT"]), (4, None, ["HK"]), (6, None, []), (7, "C", []),
    ]  # fmt: skip


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_places_count_code_points_in_the_users_own_text(line_end):
    text = line_end.join(['[Site "🂡 Köln"]', '[A "h10 ♠A"]', "", "\t1. h10 {🂡} (HT DQ) ♠A"])
    (hand,) = read_log(text)
    assert hand.place("/headers/Site") == Span(1, 8, 1, 14)
    assert hand.place("/deal/hands/A") == Span(2, 5, 2, 11)
    assert hand.place("/deal/hands/A/1") == Span(2, 9, 2, 11)
    assert hand.place("/moves/0") == Span(4, 5, 4, 8)
    assert hand.place("/comments/0") == Span(4, 9, 4, 12)
    assert hand.place("/moves/1") == Span(4, 13, 4, 20)
    assert hand.place("/moves/2") == Span(4, 21, 4, 23)
    assert hand.place("/trick_numbers/0") == Span(4, 2, 4, 4)


def test_places_of_all_parts():
    (hand,) = read_log(FROM_THE_FORMAT)
    lines = FROM_THE_FORMAT.split("\n")

    def said(pointer: str) -> str:
        span = hand.place(pointer)
        assert span is not None
        return lines[span.line - 1][span.column - 1 : span.end_column - 1]

    assert said("/ruleset") == "schnapsen"
    assert said("/options/last_trick_bonus") == "last_trick_bonus=10"
    assert said("/players") == said("/players/A") == "Anna; Bert"
    assert said("/dealer") == "B"
    assert said("/deal/turn_up") == "HJ"
    assert said("/deal/talon/4") == "CK"
    assert said("/result") == "A 2"
    assert said("/result/game_points") == "2"
    assert hand.place("/deal/hands/C") is None
    assert hand.place("") is None


def test_places_behind_escapes():
    (hand,) = read_log(r'[Json "{\"deal\": 1}"] [A "\u0053A SK"] SA')
    assert hand.record["moves"] == ["SA"]
    assert [problem.code for problem in hand.problems] == ["log.duplicate"]
    assert hand.place("/deal/hands/A/1") == Span(1, 36, 1, 38)


def test_one_bad_hand_costs_the_others_nothing_and_all_mistakes_are_told():
    bad = '[Dealer "X"]\n[A "SA, SK"]\n1. SA HK+ {open\n2. 3. HT\n\n'
    hands = read_log(FROM_THE_FORMAT + "\n" + bad + FROM_THE_FORMAT)
    assert [hand.readable for hand in hands] == [True, False, True]
    assert hands[0].record == hands[2].record
    assert [(p.line, p.column, p.code) for p in hands[1].problems] == [
        (14, 10, "log.value"), (15, 5, "log.card"), (16, 7, "log.move"), (16, 11, "log.comment"), (17, 1, "log.trick"),
    ]  # fmt: skip
    assert hands[2].place("/moves/0") == Span(29, 4, 29, 6)


def test_what_could_be_read_of_a_bad_hand_is_in_its_record():
    (hand,) = read_log('[Dealer "X"]\n[TurnUp "HJ"]\n1. SA HK+ ST')
    assert hand.record == {"deal": {"turn_up": "HJ"}, "moves": ["SA", "ST"], "trick_numbers": {"0": 1}}


def test_a_misspelt_header_is_carried_through_with_a_warning():
    (hand,) = read_log('[Ruelset "schnapsen"]\nSA')
    assert hand.readable
    assert hand.record["headers"] == {"Ruelset": "schnapsen"}
    assert [(p.severity, p.suggestion) for p in hand.problems] == [(Severity.WARNING, "Ruleset")]


def test_records_do_not_share_parts():
    first, second = read_log('[Result "A 2"]\n[Option "a=1"]\n[A "SA"]\nSA\n' * 2)
    assert first.record == second.record
    for key in ("result", "options", "deal", "moves"):
        assert first.record[key] is not second.record[key]


@pytest.mark.parametrize(
    ("header", "meant"),
    [
        ('[Dealer "Bert"]', "B"),
        ('[Dealer "anna"]', "A"),
        ('[Dealer "Cilli"]', None),
        ('[Position "trick 2"][Leader "Bert"]', "B"),
        ('[Result "Anna 2"]', "A 2"),
        ('[Result "Bert  3"]', "B 3"),
        ('[Result "Anna won"]', None),
    ],
)
def test_a_name_that_stands_for_a_seat_is_known(header, meant):
    (hand,) = read_log(f'{header}\n[Players "Anna; Bert"]\nSA')
    (problem,) = hand.problems
    assert (problem.code, problem.suggestion) == ("log.value", meant)


def test_two_players_of_one_name_stand_for_no_seat():
    (hand,) = read_log('[Dealer "Anna"]\n[Players "Anna; anna"]\nSA')
    assert [problem.suggestion for problem in hand.problems] == [None]


@pytest.mark.parametrize(
    ("players", "meant"),
    [("Anna, Bert", "Anna; Bert"), ("Anna / Bert", "Anna; Bert"), ("Anna; Bert, jun.", None), ("Anna,", None)],
)
def test_one_name_for_two_is_warned_of_and_kept(players, meant):
    (hand,) = read_log(f'[Players "{players}"]\n[Dealer "B"]\nSA')
    found = [(problem.severity, problem.suggestion) for problem in hand.problems]
    assert found == ([(Severity.WARNING, meant)] if meant else [])
    assert hand.record["players"]["A"] == players.split(";")[0].strip()
