"""What is offered instead of a refused move, on hands worked out from the rules."""

from bummerl.interpreter import adjudicate

HAND = {
    "dealer": "B",
    "deal": {
        "hands": {"A": ["HJ", "SA", "ST", "CA", "CT"], "B": ["SK", "SQ", "DK", "DQ", "HK"]},
        "turn_up": "HQ",
        "talon": ["DA", "DT", "CK", "CQ", "HA", "HT", "SJ", "DJ", "CJ"],
    },
}


def offered(ruleset: str, moves: str) -> tuple[str, list[str]]:
    (violation,) = adjudicate(HAND | {"ruleset": ruleset, "moves": moves.split()})["violations"]
    return violation["rule"], violation["legal"]


def test_the_king_instead_of_the_queen_of_a_marriage() -> None:
    """In tournaments the king of the marriage is led; F20 of the worked disputes."""
    assert offered("schnapsen-tournament", "ST HK SQ+20") == ("marriage.lead", ["SK", "SK+20"])


def test_a_card_of_the_marriage_that_was_declared_before() -> None:
    assert offered("schnapsen", "ST HK S+20 DK") == ("marriage.lead", ["SK", "SQ"])


def test_only_cards_instead_of_a_card() -> None:
    """A closed the talon, so B follows suit with one of the two spades."""
    assert offered("schnapsen", "close SA DK") == ("follow.suit", ["SK", "SQ"])


def test_anything_that_is_legal_instead_of_a_word() -> None:
    """A is on lead with five cards and holds the trump jack; nothing has been won, so nothing can be claimed."""
    rule, legal = offered("schnapsen", "claim")
    assert rule == "claim.window"
    assert legal == ["SA", "ST", "HJ", "CA", "CT", "exchange", "close", "concede", "B:concede"]
