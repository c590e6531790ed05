"""One ruleset as a rule book in Markdown, in the order in which a hand is played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from ..lexicon import names_of
from ..model import Option, Rule, Ruleset
from ..reference import table
from ..rulings import Played, rulings_of
from .prose import code, english, value, worded
from .sections import CONDITIONS, EFFECTS, Section, cited_sources, sections

SAID: Final = {
    "by": "Whose it is", "also": "Who may, too", "says": "Figures that are announced",
    "shows": "Shown", "scores": "Card points", "counts": "They count", "swaps": "Exchanged", "picks_up": "Picked up",
    "discards": "Put away", "before_draw": "Before drawing", "set": "Kept in mind",
}  # fmt: skip
"""The keys of a move, in words."""
PACKETS: Final = {
    "hands": "{n} to each player", "turn_up": "{n} turned up", "talon": "{n} to the talon",
    "show": "the last card of the {n} shown",
}  # fmt: skip
TITLES: Final = {
    "duty": "Leading and following",
    "moves": "What may be said and done",
    "end": "When the hand ends",
    "bonus": "Bonuses",
    "score": "Who wins",
    "tier": "How much it counts",
    "irregularity": "What an illegal move costs",
    "contracts": "Contracts",
    "match": "The match",
    "basic": "At every table",
}
"""What each section is called."""
LEADS: Final = {
    "duty": "The first line that leaves a card to play is the duty.\n",
    "score": "The first row that holds decides.\n",
    "tier": "The first row that holds decides.\n",
}


def page(ruleset: Ruleset) -> str:
    """The rule book of one ruleset."""
    parts = [
        f"# {english(ruleset.title)}\n",
        f"{english(ruleset.data.get('about'))}\n" if ruleset.data.get("about") else "",
        _head(ruleset),
        "## What is played with\n",
        _cards(ruleset),
        _deal(ruleset.data),
        *_options(ruleset),
        *_stages(ruleset),
        *(part for section in sections(ruleset) for part in _rules_of(ruleset, section)),
        *_words(ruleset),
        *_rulings(ruleset),
        *_sources(ruleset),
    ]
    return "\n".join(part for part in parts if part)


def _head(ruleset: Ruleset) -> str:
    data = ruleset.data
    rows = [("Ruleset", f"`{ruleset.id}` {ruleset.version}")]
    if ruleset.parents:
        rows.append(("Based on", ", ".join(f"`{parent}`" for parent in ruleset.parents)))
    rows.append(("Players", str(data["seats"])))
    if data.get("partners"):
        partners = data["partners"]
        sides = (
            " against ".join(" and ".join(side) for side in partners) if isinstance(partners, list) else code(partners)
        )
        rows.append(("Partners", sides))
    if data.get("sits_out"):
        rows.append(("Sits out", code(data["sits_out"])))
    play = data["play"]
    rows += [("First lead", code(play["leader"])), ("Trumps", code(play["trump"]))]
    if play.get("draw"):
        rows.append(("Cards are drawn after a trick", code(play["draw"].get("when", "yes"))))
    return table(("", ""), rows)


def _cards(ruleset: Ruleset) -> str:
    deck = ruleset.data["deck"]
    names = names_of(deck.get("style"), "en")
    suits = ", ".join(f"{names.suit(suit)} `{suit}`" for suit in map(str, deck["suits"]))
    ranks = table(
        ("card", "code", "card points"),
        ((names.rank(str(rank)), f"`{rank}`", str(points)) for rank, points in deck["ranks"].items()),
    )
    number = len(deck["suits"]) * len(deck["ranks"]) * deck.get("copies", 1)
    return f"{number} cards. Suits: {suits}. Ranks, the strongest first:\n\n{ranks}"


def _deal(data: Mapping[str, Any]) -> str:
    steps = []
    for packet in data["deal"]:
        for what, n in packet.items():
            n = "the rest" if n == "rest" else n
            steps.append(PACKETS[what].format(n=n))
    return f"Dealt: {', '.join(steps)}.\n"


def _options(ruleset: Ruleset) -> Iterator[str]:
    if ruleset.options:
        yield "## House rules to choose\n"
        rows = []
        for option in ruleset.options.values():
            values = [_choice(option, one) for one in option.values or (option.default,)]
            about = f"**{option.title()}.** {option.text() or ''}" if option.title() else option.text() or ""
            rows.append((f"`{option.name}`", "; ".join(values), about.strip()))
        yield table(("option", "values, the usual one in bold", "what it is about"), rows)


def _choice(option: Option, choice: Any) -> str:
    """A value of an option with what it is called."""
    called = option.called(choice)
    said = f"{code(choice)} {called}" if called and called != value(choice) else code(choice)
    return f"**{said}**" if choice == option.default else said


def _stages(ruleset: Ruleset) -> Iterator[str]:
    stages = ruleset.data.get("stages")
    if stages:
        yield "## The parts of a hand\n"
        rows = []
        for stage in stages:
            ends = code(stage["until"]) if "until" in stage else ""
            rows.append((stage["id"], ", ".join(f"`{move}`" for move in stage.get("moves", ())), ends))
        yield table(("part", "what may be said and done", "until"), rows)


def _rules_of(ruleset: Ruleset, section: Section) -> Iterator[str]:
    """A section of rules under its heading."""
    if section.kind != "tier" or section.rules:
        yield f"## {TITLES[section.kind]}\n"
        yield LEADS.get(section.kind, "")
    if section.kind == "moves":
        yield from _moves(ruleset, section)
    elif section.kind == "contracts":
        yield from _contracts(ruleset, section)
    elif section.kind == "match":
        rows = [(key.replace("_", " "), code(said)) for key, said in ruleset.data["match"].items() if key != "units"]
        yield table(("", ""), rows)
    yield _rules(ruleset, section.rules)
    if section.kind == "tier" and "multiply" in ruleset.data:
        yield f"All of it is multiplied by {code(ruleset.data['multiply'])}.\n"


def _moves(ruleset: Ruleset, section: Section) -> Iterator[str]:
    for move in section.parts:
        yield f"### `{move.name}`\n"
        yield "".join(f"- {SAID[key]}: {_said(move.said[key])}\n" for key in EFFECTS if key in move.said)
        yield _rules(ruleset, move.rules)


def _said(said: Any) -> str:
    if isinstance(said, Mapping):
        return ", ".join(f"`{name}` is {code(what)}" for name, what in said.items())
    return ", ".join(map(code, said)) if isinstance(said, list) else code(said)


def _contracts(ruleset: Ruleset, section: Section) -> Iterator[str]:
    yield table(
        ("contract", "name", "game points"),
        ((f"`{one.name}`", english(one.said.get("text")), code(one.said.get("value", ""))) for one in section.parts),
    )
    for one in section.parts:
        if one.rules:
            yield f"### `{one.name}`\n"
            yield _rules(ruleset, one.rules)


def _words(ruleset: Ruleset) -> Iterator[str]:
    terms, memory = ruleset.data.get("terms", {}), ruleset.data.get("memory", {})
    if terms or memory:
        yield "## Words used above\n"
    if memory:
        yield table(
            ("kept in mind during a hand", "kind, or what it begins with"),
            ((f"`{n}`", _said(v)) for n, v in memory.items()),
        )
    if terms:
        yield table(("word", "stands for"), ((f"`{name}`", code(said)) for name, said in terms.items()))


def _rulings(ruleset: Ruleset) -> Iterator[str]:
    groups: dict[str, int] = {}
    for ruling in rulings_of(ruleset.id)[0]:
        hands = ruling.hands if isinstance(ruling, Played) else (ruling,)
        for hand in hands:
            groups[hand.about] = groups.get(hand.about, 0) + 1
    if groups:
        yield "## Worked rulings\n"
        file = f"{ruleset.id}.rulings.yaml"
        lines = "".join(f"- {about}: {n}\n" for about, n in groups.items())
        yield f"[{file}](../../rulesets/variants/{file}) has hands with their rulings, which the tests try:\n\n{lines}"


def _sources(ruleset: Ruleset) -> Iterator[str]:
    sources = cited_sources(ruleset)
    if sources:
        yield "## Sources\n"
        yield "".join(f"- {_source(source)}\n" for source in sources.values())


def _source(source: Mapping[str, Any]) -> str:
    publisher = f" ({source['publisher']})" if source.get("publisher") else ""
    return f"{source['title']}{publisher}"


def _rules(ruleset: Ruleset, rules: Iterable[Rule]) -> str:
    return "".join(_rule(ruleset, rule) for rule in rules)


def _rule(ruleset: Ruleset, rule: Rule) -> str:
    lines = [f"- **{rule.id}**"]
    text = rule.text("en")
    if text:
        lines.append(f"  {worded(text, ruleset)}")
    conditions = [f"{key} {_said(rule.said[key])}" for key in CONDITIONS if key in rule.said]
    if conditions:
        lines.append(f"  <br>{'; '.join(conditions)}")
    if rule.cite:
        cited = "; ".join(
            dict.fromkeys(each.to_json()["title"] + (f", {each.ref}" if each.ref else "") for each in rule.cite)
        )
        lines.append(f"  <br>*{cited}*")
    return "\n".join(lines) + "\n"
