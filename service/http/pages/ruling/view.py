"""A judged hand as the page tells it: what the templates need and no verdict says in one place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from bummerl.grammar import Severity, in_language
from bummerl.rulesets import Citation
from bummerl.rulesets.options import written
from markupsafe import Markup, escape

from ..hands import Judged
from ..house_rules import called, caption
from ..saying import Said, Saying
from ..table.captions import Captions
from ..table.walk import draws, walk
from ..tokens import Token, read
from .ladder import GAP, Rung, general, ladder, shown
from .moves import Choice, choice
from .record import Listing, listing, occasion

CONDITIONS: Final = ("for", "when", "that", "play", "winner", "worth", "points", "payments")
"""The members of a rule that say when it holds and what it does, in the order in which they are read."""
SEEN: Final = frozenset({"led", "best", "trump", "talon.size"})
"""Facts of a refusal that have a place of their own on the page."""
LONG: Final = 96
"""Letters of a reason that a heading takes; of a longer one it takes the beginning."""
SHORTEST: Final = 24
_chip = re.compile(
    r'(<span class="chip[^>]*>(?:(?!<span class="chip).)*?<span class="vh">[^<]*</span></span>)([.,;:!?)]+)', re.S
)
TIGHT: Final = 110
"""Letters of a heading from which on it is set smaller."""


@dataclass(frozen=True, slots=True)
class Cited:
    """A rule as the page cites it: its words, its sources with their addresses, its exact condition."""

    rule: str
    text: Markup
    sources: tuple[tuple[str, str | None], ...]
    condition: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class View:
    """One ruling. `judged.verdict` has cards as codes, `judged.said` the sentences."""

    judged: Judged

    @cached_property
    def names(self) -> dict[str, str]:
        """The players by seat, told apart."""
        return self.judged.people.names

    # ---- where it stands

    @property
    def status(self) -> str:
        """The status of the verdict."""
        return self.judged.status

    @cached_property
    def cards(self) -> frozenset[str]:
        """The codes of the pack."""
        return frozenset(self.judged.pack.cards) if self.judged.pack else frozenset()

    @cached_property
    def seats(self) -> list[str]:
        """All seats, in the order of play."""
        if self.judged.replay:
            return list(self.judged.replay[0]["hands"])
        return list(self.judged.verdict.get("score") or ())

    @property
    def position(self) -> Mapping[str, Any]:
        """How things stand at the end, or before the move that was refused."""
        return self.judged.replay[-1] if self.judged.replay else {}

    @property
    def occasion(self) -> list[str]:
        """Event, place and day."""
        return occasion(self.judged.record, self.judged.frame.lang)

    @property
    def title(self) -> str | None:
        """The ruleset's name."""
        titles = self.judged.ruleset.title if self.judged.ruleset else {}
        return titles.get(self.judged.frame.lang) or titles.get("en")

    def who(self, seats: str | list[str] | None) -> Markup:
        """A player, partners, or nobody."""
        return self.judged.people.who(seats)

    def told(self, text: str) -> Markup:
        """A sentence of the engine, names in it isolated."""
        return self.judged.people.told(text)

    def glued(self, text: Markup) -> Markup:
        """A sentence with cards in it, as it may be broken into lines."""
        return Markup(_chip.sub(r'<span class="nw">\1\2</span>', str(text)))

    # ---- the refused move

    @cached_property
    def violation(self) -> Mapping[str, Any] | None:
        """The first illegal move."""
        return next(iter(self.judged.verdict["violations"]), None)

    @cached_property
    def move(self) -> Token | None:
        """The move that was refused."""
        return read(self.violation["token"], self.cards) if self.violation else None

    @property
    def deed(self) -> Markup:
        """The move that was refused as a sentence; empty if it only plays a card, or is no move."""
        move = self.move
        if move is None or self.drawn or self.judged.pack is None or (move.card is not None and move.number is None):
            return Markup()
        return Captions(self.judged).move(walk(self.judged)[-1])

    @property
    def spoken(self) -> list[list[Said]]:
        """What could be said, or could have been said instead."""
        return self.saying.grouped(self.choice.words) if self.saying else []

    @cached_property
    def saying(self) -> Saying | None:
        """Says moves in words; nothing does without a ruleset that can be read."""
        if self.judged.pack is None:
            return None
        ruleset = self.judged.ruleset
        contracts = ruleset.data.get("contracts", ()) if ruleset else ()
        return Saying(self.judged.frame.words, self.judged.pack, contracts)

    @property
    def drawn(self) -> bool:
        """Whether what was refused is what somebody wrote down as drawn."""
        return self.move is not None and self.move.drawn is not None

    @property
    def trick(self) -> int:
        """In which trick it stands; 0 where no trick is being played yet."""
        if self.position.get("stage", "play") != "play":
            return 0
        return int(self.violation["trick"] if self.violation else self.position.get("trick", 0))

    @property
    def turn(self) -> str | list[str] | None:
        """Whose turn it is, or was at the refused move."""
        return self.position.get("to_move") or self.judged.verdict.get("to_move")

    @cached_property
    def holding(self) -> list[str]:
        """What the blamed player held besides a card that was played, if all of it is known."""
        seat = self.violation.get("seat") if self.violation else None
        if not isinstance(seat, str) or (self.position.get("hidden") or {}).get(seat):
            return []
        hand = list((self.position.get("hands") or {}).get(seat) or ())
        played = self.move.card if self.move and self.move.number is None else None  # what is declared is held
        pack = self.judged.pack
        rest = [card for card in hand if card != played]
        return pack.sorted(rest) if pack else rest

    @cached_property
    def choice(self) -> Choice:
        """What could come, or could have come instead."""
        if not self.cards:
            return Choice((), (), ())
        return choice((self.violation or self.judged.verdict).get("legal") or (), self.cards)

    @property
    def facts(self) -> list[tuple[str, str]]:
        """Further values that decided a refusal, by the words of the rule."""
        found = self.violation.get("facts") or {} if self.violation else {}
        return [(name, self.value(value)) for name, value in found.items() if name not in SEEN]

    @property
    def house_rules(self) -> list[tuple[str, str, str]]:
        """The options in force: what each is called and what its value is called, and both as they are written."""
        known = self.judged.ruleset.options if self.judged.ruleset else {}
        chosen = self.judged.verdict.get("options") or {}
        return [
            (
                caption(known[name], self.judged.frame.lang).text if name in known else "",
                called(known[name], value, self.judged.frame.words) if name in known else "",
                f"{name}={written(value)}",
            )
            for name, value in chosen.items()
        ]

    def value(self, value: Any) -> str:
        """A value of the rules' language: players and cards by name."""
        pack = self.judged.pack
        if isinstance(value, str) and value in self.cards and pack:
            return pack.name(value)
        return shown(value, self.names)

    @cached_property
    def used_up(self) -> int:
        """Since which trick there is no talon any more; 0 if there is one, or never was one."""
        positions = self.judged.replay
        if not positions or not positions[0]["talon"]["size"] or positions[-1]["talon"]["size"]:
            return 0
        return int(next(position["trick"] for position in positions if not position["talon"]["size"]))

    @cached_property
    def closed(self) -> Markup | None:
        """That the talon is closed, and by whom and when, if the record says so; `None` if it is not."""
        words, talon = self.judged.frame.words, self.position.get("talon") or {}
        if not talon.get("size") or talon["open"] or not draws(self.judged):
            return None
        step = next((step for step in walk(self.judged) if step.kind == "close" and step.violation is None), None)
        if step is None:
            return words.html("ruling.fact.closed")
        return words.html("ruling.fact.closed.by", player=self.who(step.seat), n=step.trick)

    @property
    def talon(self) -> int:
        """Cards left in the talon, the turn-up included."""
        return int(self.position["talon"]["size"] or 0) if self.position else 0

    # ---- the words

    @cached_property
    def steps(self) -> list[dict[str, Any]]:
        """What was tried, in words where it decided."""
        return list(self.judged.said.get("trace") or ())

    def text_of(self, rule: str) -> str | None:
        """The words of a rule that decided."""
        return next((step["text"] for step in reversed(self.steps) if step["rule"] == rule and "text" in step), None)

    @cached_property
    def reason(self) -> str:
        """Why, in the words of the rule: of the one that refuses, or of the one that gave the result its figure."""
        said = self.judged.said
        if said["violations"]:
            violation = said["violations"][0]
            return self.text_of(violation["rule"]) or str(violation["message"])
        outcome = said.get("outcome")
        if outcome:
            return self.text_of(outcome["rule"]) or ""
        return ""

    @cached_property
    def halves(self) -> tuple[str, str]:
        """The reason as a heading takes it, and the rest of it: further sentences, or the rule behind a fact."""
        at = self._cut() if len(self.reason) > LONG else None
        if at is None:
            return self.reason, ""
        rest = self.reason[at + 1 :].lstrip()
        return f"{self.reason[:at]}.", rest[:1].upper() + rest[1:]

    def _cut(self) -> int | None:
        """Where a long reason is cut: at the end of a sentence, or, of why a move is refused, at a colon before words.

        A stop in a name ends no sentence, and a figure behind a colon belongs to what stands before it.
        """
        ends = r"\.(?= \S)" if self.violation is None else r"\.(?= \S)|:(?= [^\W\d])"
        names = "|".join(map(re.escape, self.judged.names.values())) or r"(?!)"
        spans = [found.span() for found in re.finditer(names, self.reason)]
        for found in re.finditer(ends, self.reason):
            inside = any(start <= found.start() < end for start, end in spans)
            if found.start() >= SHORTEST and not inside:
                return found.start()
        return None

    @property
    def tight(self) -> bool:
        """Whether the heading is a long one."""
        names = sum(len(name) for name in self.judged.names.values())
        return len(self.halves[0]) + names // 2 > TIGHT

    @cached_property
    def earlier(self) -> list[Markup]:
        """The words of the rows before the one that gave the figure; all words where nobody says how it was decided."""
        outcome = self.judged.said.get("outcome")
        if self.status != "complete" or not outcome:
            return []
        if not self.steps:
            return [self.told(str(outcome["message"]))]
        rules = [rule for rule in outcome["because"] if rule != outcome["rule"]]
        return [self.told(text) for rule in rules if (text := self.text_of(rule))]

    @cached_property
    def cited(self) -> list[Cited]:
        """The rules that the ruling follows from."""
        said = self.judged.said
        if said["violations"]:
            return [self.cite(said["violations"][0]["rule"], self.reason)]
        rules = dict.fromkeys((said.get("outcome") or {}).get("because") or ())
        return [self.cite(rule, self.text_of(rule) or "") for rule in rules]

    @cached_property
    def also(self) -> list[Cited]:
        """Further rules that the refused move breaks."""
        ruleset, lang = self.judged.ruleset, self.judged.frame.lang
        rules = (self.violation or {}).get("also") or ()
        texts = [general(ruleset.text(rule, lang) or "", ruleset) if ruleset else "" for rule in rules]
        texts = ["" if GAP in text else text for text in texts]
        texts = (self.violation or {}).get("also_messages") or texts  # as they read at that moment
        return [self.cite(rule, text) for rule, text in zip(rules, texts, strict=True)]

    def cite(self, rule: str, text: str) -> Cited:
        """A rule of the ruleset, cited."""
        ruleset = self.judged.ruleset
        found = ruleset.rules.get(rule) if ruleset else None
        if ruleset is None or found is None:
            return Cited(rule, self.told(text), (), ())
        sources = dict.fromkeys((_cited(cite), _url(ruleset.sources, cite)) for cite in found.cite)
        condition = tuple((key, _plain(found.said[key])) for key in CONDITIONS if key in found.said)
        return Cited(rule, self.told(text), tuple(sources), condition)

    @cached_property
    def ladder(self) -> list[Rung]:
        """The rows of the score that were asked."""
        ruleset = self.judged.ruleset
        if self.status != "complete" or ruleset is None:
            return []
        return ladder(self.steps, ruleset, self.names, self.judged.frame.lang)

    @cached_property
    def needed(self) -> list[Markup]:
        """What one would have to know."""
        return [self._named(fact) for fact in (self.judged.said.get("facts") or {}).get("needed") or ()]

    def _named(self, fact: str) -> Markup:
        """`hand of B` as `hand of Bert`."""
        words = fact.split(" ")
        return Markup(" ").join(self.who(word) if word in self.names else Markup(escape(word)) for word in words)

    @property
    def slips(self) -> list[dict[str, Any]]:
        """What looks like a slip in a text that could be read."""
        lang = self.judged.frame.lang
        problems = [problem for problem in self.judged.hand.problems if problem.severity is Severity.WARNING]
        return [in_language(problem, lang).to_json() for problem in problems[:20]]

    # ---- the record

    @cached_property
    def listing(self) -> Listing:
        """The log as it is shown."""
        move = self.violation["move"] if self.violation else None
        return listing(self.judged.typed.log, self.judged.hand, move)


def _cited(cite: Citation) -> str:
    publisher = f" ({cite.publisher})" if cite.publisher else ""
    return f"{cite.title}{publisher}" + (f": {cite.ref}" if cite.ref else "")


def _url(sources: Mapping[str, Mapping[str, Any]], cite: Citation) -> str | None:
    url = str((sources.get(cite.source or "") or {}).get("url") or "")
    return url if url.startswith(("https://", "http://")) else None


def _plain(value: Any) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case Mapping():
            return ", ".join(f"{key}: {_plain(item)}" for key, item in value.items())
        case list() | tuple():
            return ", ".join(map(_plain, value))
        case _:
            return str(value)
