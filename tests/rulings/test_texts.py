"""What rules say: in every language, with a source, and in words that stay right whoever is named."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest
from bummerl.interpreter import adjudicate
from bummerl.interpreter.messages import languages
from bummerl.rulesets import Rule, catalogue, load
from bummerl.rulesets.lexicon import names_of
from bummerl.rulesets.options import written
from bummerl.rulesets.texts import holes

RULESETS = [summary.id for summary in catalogue()]
LANGUAGES = languages()


def rules_of(ruleset: str) -> Iterable[Rule]:
    return load(ruleset).rules.values()


def facts(text: str) -> set[str]:
    return {str(hole.name) for hole in holes(text)}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_rule_has_words_and_a_source(ruleset: str) -> None:
    for rule in rules_of(ruleset):
        assert set(rule.texts) >= set(LANGUAGES), rule.id
        assert rule.cite, rule.id
        for cite in rule.cite:
            assert cite.title
            assert cite.ref, rule.id
            assert cite.publisher or cite.source == "custom", rule.id
            assert not re.search(r"https?:|\.md|\bF\d|\bV\d\d", f"{cite.title} {cite.ref}"), rule.id


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_text_is_whole_sentences(ruleset: str) -> None:
    for rule in rules_of(ruleset):
        for lang in LANGUAGES:
            text = rule.texts[lang]
            assert re.match(r"[A-ZÁÄÉÍÓÖŐÚÜŰÀÈÌÒÙÇ¡¿„«{0-9]", text), text
            assert text.endswith("."), text
            assert "  " not in text


@pytest.mark.parametrize("ruleset", RULESETS)
def test_all_languages_name_the_same_facts(ruleset: str) -> None:
    for rule in rules_of(ruleset):
        for lang in LANGUAGES:
            assert facts(rule.texts[lang]) == facts(rule.texts["en"]), (rule.id, lang)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_names_are_not_inflected(ruleset: str) -> None:
    for rule in rules_of(ruleset):
        for lang in LANGUAGES:
            ending = r"\}\w" if lang == "en" else r"\}[\w'’]"
            assert not re.search(ending, rule.texts[lang]), rule.texts[lang]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_text_names_the_term_and_not_its_figure(ruleset: str) -> None:
    """A club that plays to 70 must not be told of 66: what a term holds is written `{enough}`."""
    found = load(ruleset)
    figures = {str(value) for value in found.data["terms"].values() if str(value).isdigit()}
    said = {f"{rule.id}, {lang}": text for rule in rules_of(ruleset) for lang, text in rule.texts.items()}
    said |= {contract["id"]: text for contract in found.data.get("contracts", []) for text in contract["text"].values()}
    assert figures
    for where, text in said.items():
        assert not figures & set(re.findall(r"\d+", text)), (where, text)


def test_a_house_rule_shows_in_the_texts_it_inherits() -> None:
    house = {"ruleset": "club", "title": "Our club", "extends": "schnapsen", "terms": {"enough": 70}}
    record = {
        "ruleset": house,
        "dealer": "B",
        "deal": {"hands": {"A": ["HJ", "SA", "ST", "CA", "CT"], "B": ["SK", "SQ", "DK", "DQ", "HK"]}, "turn_up": "HQ",
                 "talon": ["DA", "DT", "CK", "CQ", "HA", "HT", "SJ", "DJ", "CJ"]},
        "moves": ["SA", "SQ", "DA", "DQ", "ST", "HK", "SK", "HT", "CA", "DJ", "CT", "CQ", "claim"],
    }  # fmt: skip
    assert "A claimed 70 but has only 68." in adjudicate(record)["outcome"]["message"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_german_has_one_form_for_each_card(ruleset: str) -> None:
    """As the lexicon has it: `Herz-Neuner`, and so not `Trumpf-Neun`."""
    wrong = re.compile(r"\b(Trumpf|Herz|Pik|Karo|Kreuz)-?(Neun|Zehn|As|Under|Ober)\b")
    found = load(ruleset)
    for texts in [rule.texts for rule in rules_of(ruleset)] + [option.texts for option in found.options.values()]:
        assert not wrong.search(texts["de"]), texts["de"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_options_say_in_every_language_what_they_do(ruleset: str) -> None:
    for option in load(ruleset).options.values():
        assert option.texts.keys() >= set(LANGUAGES), option.name


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_options_and_their_values_are_called_something_short(ruleset: str, lang: str) -> None:
    options = load(ruleset).options.values()
    titles = [option.titles[lang] for option in options]
    assert len(set(titles)) == len(titles)
    assert all(len(title) <= 40 and title[0] == title[0].upper() for title in titles)
    for option in options:
        names = [option.names[written(value)][lang] for value in option.values]
        assert len(set(names)) == len(names) > 1, option.name
        assert all(len(name) <= 24 for name in names), names
        assert not any(re.search(r"_|[a-z]\.$", text) for text in (option.titles[lang], *names)), names


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_options_are_about_is_said_without_the_words_of_the_language(ruleset: str) -> None:
    for option in load(ruleset).options.values():
        for text in option.texts.values():
            assert not re.search(r"[a-z]_[a-z]", text), text


@pytest.mark.parametrize(
    ("style", "lang", "suit", "rank", "name"),
    [
        ("french", "en", "S", "A", "ace of spades"),
        ("french", "de", "S", "A", "Pik-Ass"),
        ("french", "de", "H", "9", "Herz-Neuner"),
        ("french", "fr", "D", "T", "ten of diamonds"),  # no such file: in English
        ("spanish", "es", "C", "C", "caballo de copas"),
        ("spanish", "de", "O", "R", "König der Münzen"),
        ("spanish", "en", "B", "S", "jack of clubs"),
        ("french", "en", "S", "1", "S1"),  # no such card: its code
        (None, "en", "S", "A", "SA"),
        ("../variants/schnapsen", "en", "S", "A", "SA"),
    ],
)
def test_a_card_by_its_name(style: str | None, lang: str, suit: str, rank: str, name: str) -> None:
    assert names_of(style, lang).card(suit, rank) == name


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_card_of_a_ruleset_has_a_name(ruleset: str) -> None:
    deck = load(ruleset).data["deck"]
    for lang in LANGUAGES:
        lexicon = names_of(deck["style"], lang)
        found = {lexicon.card(suit, str(rank)) for suit in deck["suits"] for rank in deck["ranks"]}
        codes = {f"{suit}{rank}" for suit in deck["suits"] for rank in deck["ranks"]}
        assert len(found) == len(codes)
        assert not found & codes


SOMEWHERE = re.compile(
    r"some tables|certain tables|manche[nm]? Tisch|mancherorts|algunas mesas|nalgumas mesas|algumas mesas|"
    r"(alcuni|certi) tavoli|egyes asztal"
)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_rule_speaks_of_this_table_and_of_no_other(ruleset: str) -> None:
    """What hangs on a house rule is said by the one in force: `{if option.…}`."""
    for rule in rules_of(ruleset):
        for text in rule.texts.values():
            assert not SOMEWHERE.search(text), (rule.id, text)
