"""A comparison as the page tells it: answers, partings, moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from bummerl.grammar import Hand
from bummerl.interpreter import compare
from bummerl.rulesets import Ruleset, load
from markupsafe import Markup

from ..frame import Frame
from ..hands import Judged, Typed, judge
from ..packs import Pack
from ..people import isolated, told_apart
from ..rulesets.captions import Captions as RuleCaptions
from ..table.captions import Captions
from ..table.walk import Happening, walk
from .choosing import short_title
from .lines import FEW, Knot, Stretch, lines
from .pieces import Answer, Column, Reason

MOST: Final = 8
"""So many rulesets stand beside each other."""
MOST_SOURCES: Final = 3
"""So many sources of one reason are named; its rule books have them all."""
MOST_WORDED: Final = 12
"""Numbers up to this one are written as words in a heading."""


@dataclass(frozen=True)
class Comparison:
    """What several rulesets say of one hand."""

    typed: Typed
    hand: Hand
    found: Mapping[str, Any]
    pack: Pack | None
    frame: Frame
    others: int = 0
    """How many rulesets were left out without a word each."""

    # ---- who
    @property
    def applied(self) -> list[str]:
        """The rulesets that can be applied."""
        return [id for group in self.found["groups"] for id in group["rulesets"]]

    @property
    def inapplicable(self) -> list[tuple[str, list[str]]]:
        """The reasons why rulesets cannot be applied, each with those rulesets."""
        found: dict[str, list[str]] = {}
        for one in self.found["inapplicable"]:
            found.setdefault(one["problems"][0]["message"], []).append(one["ruleset"])
        return list(found.items())

    @property
    def unread(self) -> list[Mapping[str, Any]]:
        """Why the ruleset that the hand was written down for cannot read it, if none can."""
        own = self.hand.record.get("ruleset")
        left = self.found["inapplicable"]
        return [] if self.applied else [problem for one in left if one["ruleset"] == own for problem in one["problems"]]

    def without_others(self) -> Comparison:
        """The same without those that cannot be applied, which nobody asked for by name."""
        left = self.found["inapplicable"]
        return replace(self, found={**self.found, "inapplicable": []}, others=len(left))

    @cached_property
    def ignored(self) -> list[tuple[str, list[str]]]:
        """Options of the log that rulesets have not."""
        found: dict[str, list[str]] = {}
        for id, verdict in zip(self.found["rulesets"], self.found["verdicts"], strict=True):
            if verdict.get("options_ignored") and id in self.applied:
                found.setdefault(", ".join(verdict["options_ignored"]), []).append(id)
        return list(found.items())

    @cached_property
    def names(self) -> dict[str, str]:
        """The players by seat."""
        return told_apart({seat: name for seat, name in self.hand.record.get("players", {}).items() if name})

    def who(self, seats: str | Sequence[str] | None) -> Markup:
        """A player, partners, or nobody."""
        words = self.frame.words
        several = [seats] if isinstance(seats, str) else list(seats or ())
        if not several:
            return Markup("{}").format(words("nobody"))
        named = [Markup("<bdi>{}</bdi>").format(self.names.get(seat, seat)) for seat in several]
        return Markup(words.listed([str(name) for name in named]))

    def title(self, id: str) -> str:
        """What a ruleset is called."""
        return short_title(id, self.frame.lang)

    def titles(self, ids: Sequence[str]) -> str:
        """Several rulesets by title."""
        found = [self.title(id) for id in ids]
        return "; ".join(found) if any("," in title for title in found) else self.frame.words.listed(found)

    def verdict(self, id: str) -> Mapping[str, Any]:
        """What a ruleset says."""
        found: Mapping[str, Any] = self.found["verdicts"][self.found["rulesets"].index(id)]
        return found

    # ---- the heading
    def worded(self, n: int) -> str:
        """A number, a small one as a word."""
        return self.frame.words(f"number.{n}") if 0 < n <= MOST_WORDED else str(n)

    def counted(self, key: str, n: int) -> str:
        """`five rulesets`."""
        return self.frame.words.count(key, n, number=self.worded(n))

    @property
    def head(self) -> str:
        """`One hand, five rulesets, three answers.`"""
        words, groups = self.frame.words, self.found["groups"]
        if not groups:
            return words("compare.none")
        rulesets = self.counted("compare.rulesets", len(self.applied))
        if len(groups) == 1 and len(self.applied) > 1:
            return words("compare.agree", rulesets=rulesets)
        return words("compare.title", rulesets=rulesets, answers=self.counted("compare.answers", len(groups)))

    @property
    def lead(self) -> Markup:
        """Where they part, in one sentence."""
        words = self.frame.words
        knots = [one for one in self.timeline if isinstance(one, Knot)]
        if not knots:
            key = "compare.lead.single" if len(self.applied) == 1 else "compare.lead.agree"
            return words.html(key) if self.found["groups"] else words.html("compare.lead.none")
        places = [
            words("compare.at.end") if knot.move is None else words("compare.at.move", n=knot.move + 1)
            for knot in knots
        ]
        return words.html_count("compare.lead", len(knots), places=words.listed(places))

    @cached_property
    def where(self) -> list[str]:
        """What hand it is: moves and tricks."""
        words, record = self.frame.words, self.hand.record
        said = [text for text in [record.get("headers", {}).get("Event")] if text]
        if self.steps:
            said.append(words.count("compare.moves", len(self.steps) - 1))
        return said

    # ---- answers
    @cached_property
    def answers(self) -> list[Answer]:
        """Equal answers together, the most frequent first."""
        found, paid = [], 0
        for group in self.found["groups"]:
            tone = group["status"]
            if tone == "complete":
                paid += 1
                tone = ("complete", "ongoing", "undetermined")[(paid - 1) % 3]
            figure, label = self._figure(group)
            where = self._where(group) if "move" in group else ""
            found.append(Answer(tone, figure, label, where, tuple(self._reasons(group))))
        return found

    def _figure(self, group: Mapping[str, Any]) -> tuple[str, Markup]:
        words = self.frame.words
        if "winner" not in group and "move" in group:
            return words("compare.illegal"), words.html("compare.no-award")
        if "winner" not in group:
            return "…" if group["status"] == "ongoing" else "?", words.html(f"compare.status.{group['status']}")
        if not group["winner"]:
            return "0", words.html("compare.nobody")
        label = words.html_count("compare.to", group["game_points"], who=self.who(group["winner"]))
        return str(group["game_points"]), label

    def _where(self, group: Mapping[str, Any]) -> str:
        """`illegal at move 17`; where nothing is awarded, that it is illegal is the answer itself."""
        return self.frame.words("compare.illegal-at" if "winner" in group else "compare.at.move", n=group["move"] + 1)

    def _reasons(self, group: Mapping[str, Any]) -> list[Reason]:
        found: dict[str, list[str]] = {}
        for id in group["rulesets"]:
            found.setdefault(self._why(self.verdict(id)), []).append(id)
        return [Reason(self.told(text), (), tuple(ids), ()) for text, ids in found.items()]

    def _why(self, verdict: Mapping[str, Any]) -> str:
        if verdict["violations"]:
            return str(verdict["violations"][0]["message"])
        if verdict["outcome"]:
            return reason_of(verdict["outcome"]["message"], self.names)
        return str(verdict.get("message") or "")

    def told(self, text: str) -> Markup:
        """A sentence of the engine, names in it isolated."""
        return isolated(text, self.names)

    # ---- the moves
    @cached_property
    def longest(self) -> Judged | None:
        """The hand under the ruleset that accepts most of it: its own, if that does."""
        if not self.applied:
            return None
        own = self.hand.record.get("ruleset")
        best = max(self.applied, key=lambda id: (self.verdict(id)["moves_checked"], id == own))
        return judge(self.typed, self.frame, under=load(best), explain=False)

    @cached_property
    def steps(self) -> list[Happening]:
        """The start and every move."""
        return walk(self.longest) if self.longest else []

    @cached_property
    def captions(self) -> Captions:
        """Says what happened."""
        assert self.longest is not None
        return Captions(self.longest)

    def place(self, number: int) -> str:
        """Where a move stands: trick and move."""
        words, step = self.frame.words, self.steps[number]
        if not step.in_play:
            return words("compare.place.call", n=number)
        return words("compare.place", trick=step.trick, n=number)

    def line(self, number: int) -> str:
        """Where a move stands in the log."""
        span = self.hand.place(f"/moves/{number - 1}")
        return self.frame.words("compare.line", line=span.line, column=span.column) if span else ""

    @cached_property
    def timeline(self) -> list[Knot | Stretch]:
        """Partings, and the stretches between them where all agree."""
        return lines(self.found, len(self.steps) - 1)

    # ---- sides of a parting
    def refusals(self, knot: Knot) -> list[Reason]:
        """Why some refuse a move."""
        return self._gathered(knot.part["illegal"], lambda one: one["message"])

    def permissions(self, knot: Knot) -> list[Reason]:
        """By what others allow it."""
        return self._gathered(knot.part["legal"], self._rule_text)

    def results(self, knot: Knot) -> list[tuple[Mapping[str, Any], list[Reason]]]:
        """The results, each with the reasons for it."""
        found: dict[tuple[str, int], list[Mapping[str, Any]]] = {}
        for one in knot.part["results"]:
            found.setdefault((str(one["winner"]), one["game_points"]), []).append(one)
        ordered = sorted(found.values(), key=len, reverse=True)
        return [(same[0], self._gathered(same, lambda one: reason_of(one["message"], self.names))) for same in ordered]

    @staticmethod
    def size(reasons: Sequence[Reason]) -> int:
        """How many rulesets have these reasons."""
        return sum(len(reason.rulesets) for reason in reasons)

    def outcome(self, result: Mapping[str, Any]) -> Markup:
        """`2 game points to Anna`."""
        if not result["winner"]:
            return self.frame.words.html("compare.nobody")
        return self.frame.words.html_count("compare.figure", result["game_points"], who=self.who(result["winner"]))

    @property
    def parted(self) -> bool:
        """Whether they part at all."""
        return any(isinstance(one, Knot) for one in self.timeline)

    @property
    def crowded(self) -> bool:
        """Whether the lines are too many to stand apart widely."""
        return len(self.applied) > FEW

    @property
    def pair(self) -> tuple[str, str]:
        """Two rulesets with different answers, if there are such."""
        firsts = [group["rulesets"][0] for group in self.found["groups"]]
        two = [*firsts, *(column.id for column in self.columns if column.id not in firsts)]
        return two[0], two[1]

    def settled(self, stretch: Stretch) -> Markup:
        """How the hand ends for those that agree to the last."""
        return self.standing(next(group for group in self.found["groups"] if stretch.end in group["rulesets"]))

    def statuses(self, knot: Knot) -> list[tuple[Mapping[str, Any], list[Reason]]]:
        """How the hand stands under each, where for some it has ended and for others not."""
        return [(group, self._reasons(group)) for group in knot.part["groups"]]

    def standing(self, group: Mapping[str, Any]) -> Markup:
        """`it is over: 2 game points to Anna`."""
        return self.outcome(group) if "winner" in group else self._figure(group)[1]

    def _gathered(self, entries: Sequence[Mapping[str, Any]], text: Any) -> list[Reason]:
        found: dict[tuple[str, tuple[str, ...]], list[Mapping[str, Any]]] = {}
        for one in entries:
            rules = tuple(one.get("because") or ([one["rule"]] if one.get("rule") else []))
            found.setdefault((text(one) or "", rules), []).append(one)
        return [
            Reason(
                self.told(said or self.frame.words("compare.no-rule")),
                rules,
                tuple(one["ruleset"] for one in same),
                tuple(dict.fromkeys(" · ".join(filter(None, (cite["title"], cite.get("ref"))))
                                    for one in same for cite in one["cite"]))[:MOST_SOURCES],
            )
            for (said, rules), same in found.items()
        ]  # fmt: skip

    def _rule_text(self, one: Mapping[str, Any]) -> str:
        if _is_kept(one):
            return self.frame.words("compare.kept")
        ruleset: Ruleset = load(one["ruleset"])
        rule = ruleset.rules.get(one["rule"]) if one["rule"] else None
        return "".join(bit.text for bit in RuleCaptions(ruleset, self.frame.words).of(rule)[0]) if rule else ""

    # ---- move by move
    @cached_property
    def columns(self) -> list[Column]:
        """The rulesets that stand beside each other: the hand's own, then one of each answer, then others."""
        own = self.hand.record.get("ruleset")
        firsts = [group["rulesets"][0] for group in self.found["groups"]]
        wishes = [*([own] if own in self.applied else []), *firsts, *self.applied]
        chosen = set(list(dict.fromkeys(wishes))[:MOST])
        return [self._column(id) for id in self.applied if id in chosen]

    @property
    def unshown(self) -> list[str]:
        """Rulesets that have no column."""
        shown = {column.id for column in self.columns}
        return [id for id in self.applied if id not in shown]

    def _column(self, id: str) -> Column:
        verdict, words = self.verdict(id), self.frame.words
        illegal = verdict["violations"][0]["move"] + 1 if verdict["violations"] else None
        outcome = verdict["outcome"]
        result = "–"
        if outcome and outcome.get("winner"):
            who = words.players(outcome["winner"], self.names)
            result = words("compare.result", n=outcome["game_points"], who=who)
        elif outcome:
            result = "0"
        elif illegal is None:
            result = words(f"compare.short.{verdict['status']}")
        return Column(id, self.title(id), verdict["moves_checked"], illegal, result)

    @cached_property
    def rows(self) -> list[tuple[Happening, bool, bool]]:
        """Every move, whether they part there, and whether it matters: they part, or it is more than a card."""
        parted = {one.move + 1 for one in self.timeline if isinstance(one, Knot) and one.move is not None}
        refused = {column.illegal for column in self.columns}
        return [
            (step, step.number in parted,
             step.number in parted or step.number in refused or step.kind not in ("lead", "play", "pass", "drawn"))
            for step in self.steps[1:]
        ]  # fmt: skip

    @property
    def results_differ(self) -> bool:
        """Whether the last row is one where they part."""
        return len({column.result for column in self.columns}) > 1


def reason_of(message: str, names: Mapping[str, str]) -> str:
    """An outcome's sentences without the first, which says who wins how much; a name may hold a stop, too."""
    masked = message
    for name in names.values():
        masked = masked.replace(name, "x" * len(name))
    end = masked.find(". ")
    return message if end < 0 else message[end + 2 :]


def _is_kept(permission: Mapping[str, Any]) -> bool:
    """Whether what a ruleset says of a move it allows is the rule by which it would refuse one."""
    return "winner" not in permission and f"`{permission.get('rule')}`" in str(permission.get("message"))


def compared(typed: Typed, hand: Hand, ids: Sequence[str], frame: Frame) -> Comparison:
    """A hand under some rulesets; one that cannot be applied is no error.

    It is asked twice: cards go by the names that the reader uses, and which names there are follows from the rulesets
    that can be applied.
    """
    found = compare(hand.record, ids, lang=frame.lang, hand=hand)
    applied = [id for group in found["groups"] for id in group["rulesets"]]
    if not applied:
        return Comparison(typed, hand, found, None, frame)
    pack = frame.pack(load(applied[0]).data["deck"])
    if pack.lexicon.id:
        named = compare(hand.record, applied, lang=frame.lang, hand=hand, cards=pack.lexicon.id)
        if not named["inapplicable"]:
            found = {**named, "inapplicable": found["inapplicable"], "agree": found["agree"]}
    return Comparison(typed, hand, found, pack, frame)
