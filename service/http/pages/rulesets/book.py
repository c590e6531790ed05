"""The rule book of one ruleset for one reader: what its page shows, worked out before it is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from bummerl.rulesets import Option, Rule, Ruleset
from bummerl.rulesets.book.sections import CONDITIONS, EFFECTS, Part, Section, cited_sources, sections
from markupsafe import Markup

from ....spelled import plain
from ..packs import Pack
from ..words import PageWords
from .captions import NUMBER, Bit, Captions, in_language
from .expressions import OPTION, Mentions, linked

PLAY = ("leader", "trump", "players", "order", "draw")
"""What a ruleset says of the play besides what must be led and followed."""


@dataclass(frozen=True)
class Cited:
    """Where a rule is written: the source, the passage, and where it can be read."""

    title: str
    ref: str | None
    url: str | None


@dataclass(frozen=True)
class Choosable:
    """A house rule to choose: its values, the usual one marked."""

    name: str
    title: tuple[str, str]
    """What it is called, and the language of that; of an option that is called nothing, no words."""
    about: list[Bit]
    lang: str
    values: list[tuple[str, str, bool]]
    """Each value as it is written, what it is called, and whether it is the usual one."""


@dataclass(frozen=True)
class Paragraph:
    """One rule: its words, its exact condition, its sources, and the house rules that change it.

    `options` are those explained here, `see` the names of those explained elsewhere.  `numbers` are what the letters in
    the words stand for.
    """

    id: str
    text: list[Bit]
    lang: str
    conditions: list[tuple[str, Markup]]
    numbers: list[tuple[str, Markup]]
    cited: list[Cited]
    options: list[Choosable] = field(default_factory=list)
    see: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Division:
    """A move or a contract, with its own rules."""

    name: str
    id: str
    title: str
    lang: str
    said: list[tuple[str, list[Markup]]]
    rules: list[Paragraph]
    options: list[Choosable]
    worth: str = ""
    """The game points of a contract, of an option its default."""


@dataclass(frozen=True)
class Chapter:
    """Rules that are read together, in the order of play; `said` are what stands there without an id of its own."""

    id: str
    title: str
    rules: list[Paragraph]
    divisions: list[Division]
    options: list[Choosable]
    said: list[tuple[str, Markup]]


class Book:
    """One ruleset in one reader's words and cards."""

    def __init__(self, ruleset: Ruleset, words: PageWords, pack: Pack) -> None:
        self.ruleset, self.words, self.pack = ruleset, words, pack
        self.data = ruleset.data
        self.captions = Captions(ruleset, words)
        self._mentions = Mentions(ruleset)

    # ---- what is played with
    @property
    def values(self) -> list[tuple[str, int]]:
        """A card of each rank, the strongest first, and its card points."""
        deck = self.data["deck"]
        suit = str(deck["suits"][0])
        return [(suit + str(rank), points) for rank, points in deck["ranks"].items()]

    @property
    def deck(self) -> tuple[int, list[str]]:
        """How many cards there are, and the suits."""
        deck = self.data["deck"]
        suits = [str(suit) for suit in deck["suits"]]
        return len(suits) * len(deck["ranks"]) * deck.get("copies", 1), suits

    @property
    def deal(self) -> str:
        """How the cards are dealt, in words."""
        steps = [(what, n) for packet in self.data["deal"] for what, n in packet.items()]
        return self.words.listed([self._dealt(what, n) for what, n in steps])

    def _dealt(self, what: str, n: Any) -> str:
        if not self.words.has(f"deal.{what}.other"):
            return plain({what: n})
        return self.words.count(f"deal.{what}", n) if isinstance(n, int) else self.words(f"deal.{what}.rest")

    @property
    def sides(self) -> list[str] | None:
        """Who plays together, where that is settled."""
        partners = self.data.get("partners")
        if not isinstance(partners, list):
            return None
        return [self.words.listed(list(side)) for side in partners]

    @property
    def facts(self) -> list[tuple[str, list[Markup]]]:
        """What else is settled before the first card is led: key and what the ruleset says."""
        play = self.data["play"]
        found = [(key, self.data[key]) for key in ("partners", "sits_out") if self.data.get(key)]
        found = [(key, said) for key, said in found if key != "partners" or self.sides is None]
        found += [(f"play.{key}", play[key]) for key in PLAY if key in play]
        return [(key, self._lines(said)) for key, said in found]

    @property
    def stages(self) -> list[tuple[str, list[str], Markup | None]]:
        """The parts of a hand: name, moves, and until when."""
        stages = self.data.get("stages", ())
        return [
            (each["id"], list(each.get("moves", ())), self.link(each["until"]) if "until" in each else None)
            for each in stages
        ]

    # ---- the rules
    @cached_property
    def chapters(self) -> list[Chapter]:
        """The rules, in the order of play."""
        return [self._chapter(section) for section in self._sections]

    @cached_property
    def _sections(self) -> list[Section]:
        return list(sections(self.ruleset))

    def _chapter(self, section: Section) -> Chapter:
        return Chapter(
            section.kind,
            self.words(f"section.{section.kind}"),
            [self._paragraph(rule) for rule in section.rules],
            [self._division(section.kind, part) for part in section.parts],
            self._explained(section.kind),
            [(key, self.link(said)) for key, said in self._beside(section.kind).items()],
        )

    def _beside(self, kind: str) -> dict[str, Any]:
        """What is said in a section and is no rule."""
        if kind == "match":
            return {f"match.{key}": said for key, said in self.data.get("match", {}).items() if key != "units"}
        return {"multiply": self.data["multiply"]} if kind == "tier" and "multiply" in self.data else {}

    def _paragraph(self, rule: Rule) -> Paragraph:
        text, lang = self.captions.of(rule)
        numbers = dict.fromkeys((bit.text, bit.means) for bit in text if bit.kind == NUMBER)
        options = self._explained(rule.id)
        here = {option.name for option in options}
        return Paragraph(
            rule.id,
            text,
            lang,
            [(key, self.link(rule.said[key])) for key in CONDITIONS if key in rule.said],
            [(letter, self.link(means)) for letter, means in numbers],
            [self._cited(each.source, each.to_json()) for each in rule.cite],
            options,
            [name for name in self._mentions.directly(self._words_of(rule)) if name not in here],
        )

    def _words_of(self, rule: Rule) -> list[Any]:
        """All of a rule that may name an option: conditions, and what stands in braces in its words."""
        return [[rule.said[key] for key in CONDITIONS if key in rule.said], [bit.means for bit in self._english(rule)]]

    def _english(self, rule: Rule) -> list[Bit]:
        return self.captions.said({"en": rule.texts.get("en", "")}, rule.contract)[0]

    def _cited(self, source: str | None, shown: Mapping[str, str]) -> Cited:
        url = self.ruleset.sources.get(source or "", {}).get("url")
        return Cited(shown["title"], shown.get("ref"), url if is_address(url) else None)

    def _division(self, kind: str, part: Part) -> Division:
        bits, lang = self.captions.said(part.said.get("text"))
        title = "".join(bit.text for bit in bits) or self.move(part.name)
        effects = [(key, part.said[key]) for key in EFFECTS if key in part.said]
        if kind == "contracts":
            effects = [(key, part.said[key]) for key in ("value", "terms", "play", "moves") if key in part.said]
        return Division(
            part.name,
            f"{kind[:-1]}-{part.name}",
            title,
            lang,
            [(key, self._lines(said)) for key, said in effects],
            [self._paragraph(rule) for rule in part.rules],
            self._explained(f"{kind}-{part.name}"),
            self.settled(part.said["value"]) if "value" in part.said else "",
        )

    def settled(self, said: Any) -> str:
        """A value on one line; of an option its default."""
        option = self.ruleset.options.get(plain(said).removeprefix(OPTION))
        return plain(option.default) if option is not None and plain(said).startswith(OPTION) else plain(said)

    def _lines(self, said: Any) -> list[Markup]:
        """What is said, a line for each thing."""
        if isinstance(said, Mapping):
            return [Markup("{}: {}").format(name, self.link(what)) for name, what in said.items()]
        return [self.link(what) for what in said] if isinstance(said, list) else [self.link(said)]

    def move(self, name: str) -> str:
        """What a move is called."""
        return self.words(f"move.{name}") if self.words.has(f"move.{name}") else name

    # ---- house rules, each at the rule that it changes
    @cached_property
    def _places(self) -> dict[str, str]:
        """Where each option is explained: at the first rule, move, contract or section that names it, or else comes to
        look at it.
        """
        said = list(self._said())
        found: dict[str, str] = {}
        for mentioned in (self._mentions.directly, self._mentions.at_all):
            for place, value in said:
                for option in mentioned(value):
                    found.setdefault(option, place)
        return found

    def _said(self) -> Iterator[tuple[str, Any]]:
        """What is said at each place, in the order of the book."""
        for section in self._sections:
            for rule in section.rules:
                yield rule.id, self._words_of(rule)
            for part in section.parts:
                yield f"{section.kind}-{part.name}", {key: one for key, one in part.said.items() if key != "require"}
                for rule in part.rules:
                    yield rule.id, self._words_of(rule)
            yield section.kind, self._beside(section.kind)

    def _explained(self, place: str) -> list[Choosable]:
        return [self._choosable(self.ruleset.options[name]) for name, at in self._places.items() if at == place]

    @property
    def other_options(self) -> list[Choosable]:
        """House rules that no rule in the book looks at: those of the deck, the deal, the stages."""
        return [self._choosable(one) for name, one in self.ruleset.options.items() if name not in self._places]

    def _choosable(self, option: Option) -> Choosable:
        about, lang = self.captions.said(option.texts)
        values = [
            (plain(value), option.called(value, self.words.lang) or "", value == option.default)
            for value in option.values or (option.default,)
        ]
        lang_of_title, title = in_language(option.titles, self.words.lang)
        return Choosable(option.name, (title, lang_of_title), about, lang, values)

    # ---- words that conditions use
    @property
    def terms(self) -> list[tuple[str, Markup]]:
        """The ruleset's own words, and what they stand for."""
        return [(name, self.link(said)) for name, said in self.data.get("terms", {}).items()]

    @property
    def memory(self) -> list[tuple[str, str, list[Bit], str]]:
        """What is kept in mind during a hand: name, kind, and what it is, in words and their language."""
        facts = self.data.get("facts", {})
        return [
            (name, plain(kind), *self.captions.said(facts.get(name, {}).get("text")))
            for name, kind in self.data.get("memory", {}).items()
        ]

    @cached_property
    def _targets(self) -> dict[str, str]:
        found = {name: f"term-{name}" for name in self.data.get("terms", {})}
        found |= {name: f"memory-{name}" for name in self.data.get("memory", {})}
        return found | {f"{OPTION}{name}": f"option-{name}" for name in self.ruleset.options}

    def link(self, said: Any) -> Markup:
        """What is said, with links to words and options that it uses."""
        return linked(said, self._targets)

    @property
    def sources(self) -> list[Cited]:
        """All sources that are cited."""
        found = []
        for source in cited_sources(self.ruleset).values():
            title = f"{source['title']} ({source['publisher']})" if source.get("publisher") else source["title"]
            url, year = source.get("url"), source.get("year")
            found.append(Cited(title, str(year) if year else None, url if is_address(url) else None))
        return found


def is_address(url: Any) -> bool:
    """Whether this leads to a page on the web, and runs nothing."""
    return isinstance(url, str) and url.startswith(("https://", "http://"))
