"""One file over another: what is laid where, what keeps its place, and where every part says it was written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from bummerl.rulesets import Ruleset, RulesetError, catalogue, check_text, load, under_contract
from bummerl.rulesets.inherit import LAST, RULES, Misfit, lay, settle
from bummerl.rulesets.origin import Laid, Origin
from bummerl.rulesets.source import Source
from hypothesis import given
from hypothesis import strategies as st


def laid(value: Any, name: str = "") -> Laid:
    return Laid(value, Origin(Source(value, name)))


def over(under: Any, value: Any) -> Any:
    return settle(lay(laid(under), laid(value)), []).value


def ids(rules: list[dict[str, Any]]) -> str:
    return " ".join(rule["id"] for rule in rules)


def lines(names: str, **more: Any) -> list[dict[str, Any]]:
    return [{"id": name, **more} for name in names.split()]


@pytest.mark.parametrize(
    ("key", "change", "result"),
    [
        ("score", lines("x y"), "x y a b c"),
        ("follow", lines("x y"), "x y a b c"),
        ("irregularities", lines("x"), "x a b c"),
        ("units", lines("x"), "x a b c"),
        ("ends", lines("x y"), "a b c x y"),
        ("require", lines("x"), "a b c x"),
        ("stages", lines("x"), "a b c x"),
        ("contracts", lines("x"), "a b c x"),
        ("score", lines("b"), "a b c"),
        ("score", [{"id": "b", "off": True}], "a c"),
        ("score", [{"id": "x", "after": "b"}], "a b x c"),
        ("ends", [{"id": "x", "before": "b"}], "a x b c"),
        ("score", [{"id": "x"}, {"id": "y", "after": "a"}, {"id": "z"}], "x z a y b c"),
        ("score", [{"id": "x"}, {"id": "y", "before": "x"}, {"id": "z"}], "y x z a b c"),
        ("score", [{"id": "x"}, {"id": "y", "after": "x"}, {"id": "z"}], "x y z a b c"),
        ("score", [{"id": "a", "off": True}, {"id": "x"}], "x b c"),
        ("ends", [{"id": "a", "off": True}, {"id": "x"}], "b c x"),
        ("score", [{"id": "b", "off": True}, {"id": "b", "after": "c"}], "a c b"),
        ("score", [], ""),
    ],
)
def test_lists_of_rules_merge_by_id(key: str, change: list[Any], result: str) -> None:
    assert ids(over({key: lines("a b c")}, {key: change})[key]) == result


def test_a_known_rule_is_replaced_whole() -> None:
    merged = over(
        {"score": [{"id": "a", "when": "x", "text": "old", "cite": "old"}]}, {"score": [{"id": "a", "worth": 1}]}
    )
    assert merged == {"score": [{"id": "a", "worth": 1}]}


def test_contracts_merge_key_by_key() -> None:
    merged = over(
        {"contracts": [{"id": "a", "value": 1, "terms": {"x": 1, "y": 2}}]},
        {"contracts": [{"id": "a", "terms": {"y": 3}}]},
    )
    assert merged == {"contracts": [{"id": "a", "value": 1, "terms": {"x": 1, "y": 3}}]}


def test_maps_merge_and_some_are_taken_whole() -> None:
    merged = over(
        {"terms": {"a": 1, "b": 2}, "deck": {"suits": ["S"], "copies": 2}},
        {"terms": {"b": 3}, "deck": {"suits": ["H"]}},
    )
    assert merged == {"terms": {"a": 1, "b": 3}, "deck": {"suits": ["H"]}}


def test_moves_can_be_off_and_come_back() -> None:
    assert over({"moves": {"m": {"by": "turn"}}}, {"moves": {"m": "off"}}) == {"moves": {"m": "off"}}
    assert over({"moves": {"m": "off"}}, {"moves": {"m": {"by": "turn"}}}) == {"moves": {"m": {"by": "turn"}}}
    assert over({"options": {"o": {}}}, {"options": {"o": "off"}}) == {"options": {}}


def test_what_is_meant_for_rules_that_come_later_waits_for_them() -> None:
    part = lay(laid({}), laid({"score": [{"id": "b", "off": True}, {"id": "x", "after": "a"}]}))
    misfits: list[Misfit] = []
    whole = settle(lay(laid({"score": lines("a b c")}), part), misfits)
    assert (ids(whole.value["score"]), misfits) == ("a x c", [])
    settle(part, misfits)
    assert {misfit.code for misfit in misfits} == {"ruleset.nothing-to-remove", "ruleset.no-neighbour"}


# ---- laws

NAMES = st.sampled_from("abcde")
RULE = st.fixed_dictionaries(
    {"id": NAMES}, optional={"when": st.sampled_from(["yes", "no"]), "worth": st.integers(0, 3)}
)
RULE_LIST = st.lists(RULE, max_size=4, unique_by=lambda rule: rule["id"])
DATA = st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys(sorted(RULES - {"contracts", "lead", "follow", "units", "require"}), RULE_LIST),
        "terms": st.dictionaries(NAMES, st.integers(0, 3), max_size=3),
        "play": st.fixed_dictionaries(
            {}, optional={"lead": RULE_LIST, "follow": RULE_LIST, "trump": NAMES, "order": st.lists(NAMES, max_size=3)}
        ),
        "moves": st.dictionaries(
            NAMES,
            st.one_of(st.just("off"), st.fixed_dictionaries({}, optional={"require": RULE_LIST, "by": NAMES})),
            max_size=3,
        ),
        "match": st.fixed_dictionaries({}, optional={"units": RULE_LIST, "target": st.integers(1, 9)}),
    },
)


@given(DATA)
def test_nothing_over_something_changes_nothing(data: dict[str, Any]) -> None:
    assert over(data, {}) == data
    assert over({}, data) == data


@given(DATA)
def test_something_over_itself_changes_nothing(data: dict[str, Any]) -> None:
    assert over(data, data) == data


@given(DATA, DATA)
def test_what_is_laid_over_is_there_and_the_rest_is_not_lost(under: dict[str, Any], top: dict[str, Any]) -> None:
    before = json.dumps([under, top])
    merged = over(under, top)
    assert json.dumps([under, top]) == before
    assert over(merged, top) == merged
    for key in RULES & top.keys():
        expected = {rule["id"] for rule in top[key]} | (
            {rule["id"] for rule in under.get(key, [])} if top[key] else set()
        )
        assert {rule["id"] for rule in merged[key]} == expected
        assert all(rule in merged[key] for rule in top[key])
        new = [rule["id"] for rule in top[key] if rule["id"] not in {old["id"] for old in under.get(key, [])}]
        found = [rule["id"] for rule in merged[key]]
        assert found[-len(new) :] == new if key in LAST and new else found[: len(new)] == new
    for name, value in {**under.get("terms", {}), **top.get("terms", {})}.items():
        assert merged["terms"][name] == value


@given(DATA, DATA, DATA)
def test_it_is_all_the_same_which_two_are_laid_first(a: dict[str, Any], b: dict[str, Any], c: dict[str, Any]) -> None:
    """Three files one over the other: b and c may be put together first, if neither empties a list."""
    if any(value == [] for data in (b, c) for value in _values(data)) or any(
        "off" in data.get("moves", {}).values() for data in (b, c)
    ):
        return
    assert sorted(map(str, _flat(over(over(a, b), c)))) == sorted(map(str, _flat(over(a, over(b, c)))))


def _values(value: Any) -> list[Any]:
    inner = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    return [value, *(found for each in inner for found in _values(each))]


def _flat(value: Any, path: str = "") -> list[Any]:
    """All leaves with their ways; lines of lists by id, so that their order does not count."""
    if isinstance(value, dict):
        return [leaf for key, found in value.items() for leaf in _flat(found, f"{path}/{key}")]
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [leaf for line in value for leaf in _flat(line, f"{path}/{line['id']}")]
    return [(path, value)]


# ---- whole rulesets

HEAD = "ruleset: club\nversion: 1.0.0\nextends: schnapsen\ntitle: {en: Our club}\n"


def test_a_problem_in_a_merged_rule_points_to_the_file_that_wrote_it(tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text(
        "ruleset: ours\ntitle: Ours\nextends: schnapsen\nscore:\n  - {id: score.x, when: closed, winner: winnr}\n"
    )
    found = check_text("ruleset: club\ntitle: Club\nextends: ours\n", "club.yaml", tmp_path)
    assert [(Path(p.file or "").name, p.line, p.column, p.path, p.suggestion) for p in found] == [
        ("ours.yaml", 5, 41, "/score/0/winner", None)
    ]


def test_a_term_that_spoils_inherited_rules_is_what_is_wrong() -> None:
    (found,) = check_text(HEAD + "terms: {enough: no}\n", "club.yaml")
    assert (found.file, found.line, found.column, found.code) == ("club.yaml", 5, 17, "ruleset.type")
    assert "schnapsen.yaml" in found.message


def test_data_has_paths_instead_of_lines() -> None:
    with pytest.raises(RulesetError) as refused:
        load({"ruleset": "club", "title": "Club", "extends": "schnapsen", "moves": {"close": {"by": "closr"}}})
    (problem,) = refused.value.problems
    assert (problem.path, problem.line, problem.suggestion) == ("/moves/close/by", None, "closer")


@pytest.mark.parametrize("id", [summary.id for summary in catalogue()])
def test_a_resolved_ruleset_can_be_sent_along_and_is_the_same(id: str) -> None:
    ruleset = load(id)
    again = load(json.loads(json.dumps(ruleset.data)))
    assert (again.digest, again.data) == (ruleset.digest, ruleset.data)


def contract(ruleset: Ruleset, id: str) -> dict[str, Any]:
    return next(each for each in ruleset.data["contracts"] if each["id"] == id)


def test_like_takes_over_what_changes_in_a_variant() -> None:
    text = {
        "ruleset": "club",
        "title": "Club",
        "extends": "bauernschnapsen",
        "contracts": [{"id": "gang", "moves": {"claim": "off"}}],
    }
    ruleset = load(text)
    assert contract(ruleset, "zehnergang")["moves"]["claim"] == "off"
    assert "like" not in contract(ruleset, "zehnergang")
    assert contract(ruleset, "zehnergang")["value"] == 10


def test_a_contract_may_switch_off_and_place_among_the_rules_it_lies_over() -> None:
    change = {
        "value": 1,
        "follow": None,
        "play": {
            "follow": [{"id": "follow.head", "off": True}, {"id": "follow.x", "after": "follow.suit", "play": "any"}]
        },
    }
    del change["follow"]
    ruleset = load(
        {
            "ruleset": "club",
            "title": "Club",
            "extends": "schnapsen",
            "contracts": [{"id": "solo", **change}, {"id": "duo", "like": "solo", "value": 2}],
        }
    )
    for number in (0, 1):
        assert (
            ids(under_contract(ruleset.data, number)["play"]["follow"])
            == "follow.open follow.suit follow.x follow.trump"
        )
    with pytest.raises(RulesetError, match="to switch off"):
        load(
            {
                "ruleset": "club",
                "title": "Club",
                "extends": "schnapsen",
                "contracts": [{"id": "solo", "value": 1, "play": {"follow": [{"id": "follow.y", "off": True}]}}],
            }
        )


def test_a_file_cites_for_its_own_rules_only() -> None:
    ruleset = load(
        {
            "ruleset": "club",
            "title": "Club",
            "extends": "schnapsen",
            "cite": "us",
            "sources": {"us": {"title": "Us"}},
            "ends": [{"id": "end.x", "when": "closed"}],
        }
    )
    assert ruleset.citations("end.x") == [{"title": "Us"}]
    assert ruleset.citations("end.cards") == load("schnapsen").citations("end.cards")
    assert ruleset.citations("nothing") == []


def test_later_parents_lie_over_earlier_ones() -> None:
    ruleset = load({"ruleset": "club", "title": "Club", "extends": ["schnapsen", "sixty-six"]})
    assert ruleset.parents == ("schnapsen", "sixty-six")
    assert ruleset.data["deck"] == load("sixty-six").data["deck"]
