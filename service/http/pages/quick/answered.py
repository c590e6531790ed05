"""What the ruleset answers, and what the same facts mean elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bummerl.rulesets import Citation, Ruleset
from markupsafe import Markup

from ..compare.choosing import short_title
from ..frame import Frame

STATUS = {"decided": "complete", "open": "undetermined"}


@dataclass(frozen=True)
class Reason:
    """Why some rulesets answer as they do."""

    text: str
    rule: str | None
    rulesets: tuple[str, ...]

    @property
    def size(self) -> int:
        """How many rulesets have it."""
        return len(self.rulesets)


@dataclass(frozen=True)
class Group:
    """Equal answers: a figure, a word under it, the reasons; `mine` if the chosen ruleset is one of them."""

    figure: str
    label: Markup
    reasons: tuple[Reason, ...]
    mine: bool
    size: int


@dataclass(frozen=True)
class Quoted:
    """A rule that decided, and what it says here."""

    rule: str
    text: str
    sources: tuple[tuple[str, str | None], ...]


@dataclass(frozen=True)
class Answered:
    """The answer of one ruleset; `everywhere` are the answers of all that were asked, the chosen one among them."""

    ruleset: Ruleset
    answer: Mapping[str, Any]
    everywhere: Mapping[str, Any]
    told: Mapping[str, str]
    frame: Frame

    @property
    def status(self) -> str:
        """`decided`, `open`, `impossible`, `inapplicable` or `given-up`."""
        return str(self.answer["status"])

    @property
    def tone(self) -> str:
        """The status of a banner that says the like."""
        return STATUS.get(self.status, "unreadable")

    @property
    def title(self) -> str:
        """What the ruleset is called."""
        return self.title_of(self.ruleset.id)

    def title_of(self, id: str) -> str:
        """What a ruleset is called."""
        return short_title(id, self.frame.lang)

    # ---- decided
    @property
    def outcome(self) -> Mapping[str, Any]:
        """Who wins how much."""
        found: Mapping[str, Any] = self.answer["outcome"]
        return found

    @property
    def head(self) -> str:
        """The first sentence: who wins how much."""
        return str(self.outcome["award"])

    @property
    def short(self) -> str:
        """The answer in one line, for those who cannot see it, or not yet."""
        if self.status == "decided":
            return self.head
        return self.ask if self.status == "open" else self.frame.words(f"quick.{self.status}")

    @cached_property
    def reasons(self) -> list[Quoted]:
        """Why: what the rules that decided say of these facts."""
        return [self._quoted(reason["rule"], reason["text"]) for reason in self.outcome["reasons"]]

    def _quoted(self, id: str, text: str) -> Quoted:
        rule = self.ruleset.rules.get(id)
        return Quoted(id, text, tuple(map(_source, rule.cite)) if rule else ())

    # ---- open
    @cached_property
    def question(self) -> Mapping[str, Any]:
        """The fact that decides next."""
        found: Mapping[str, Any] = self.answer["next"]
        return found

    @property
    def ask(self) -> str:
        """The fact, as a heading."""
        text = str(self.question["text"])
        return text[:1].upper() + text[1:]

    def value(self, reply: Mapping[str, Any]) -> str | None:
        """One way to write an answer as a value of the fact, if it does not stand for several."""
        if "values" not in reply:
            least, most = reply["min"], reply["max"]
            return str(least) if least == most else f"{least}-{most}"
        if len(reply["values"]) > 1:
            return None
        value = reply["values"][0]
        if isinstance(value, bool):
            return "yes" if value else "no"
        return ",".join(value) if isinstance(value, list) else str(value)

    def meaning(self, reply: Mapping[str, Any]) -> str:
        """What an answer would mean."""
        words, outcome, sure = self.frame.words, reply["outcome"], reply.get("at_least")
        if outcome is not None:
            return self.award(outcome["winner"], outcome["game_points"])
        if sure is None:
            return words("quick.still-open")
        who = words.players(sure["winner"], {})
        if sure["min"] == sure["max"]:
            return words("quick.sure", what=self.award(sure["winner"], sure["min"]))
        return words("quick.span", least=sure["min"], most=sure["max"], who=who)

    def award(self, winner: str | Sequence[str] | None, points: int) -> str:
        """`2 game points to A`."""
        words = self.frame.words
        if not winner:
            return words("quick.nobody-wins")
        return words.count("quick.award", points, who=words.players(winner, {}))

    @property
    def useful(self) -> bool:
        """Whether the answers to the question differ."""
        return len(self.question["answers"]) > 1

    @property
    def problems(self) -> list[str]:
        """Why there is no answer."""
        return [str(one["message"]) for one in self.answer["problems"]] or [self.frame.words("quick.given-up")]

    # ---- elsewhere
    @cached_property
    def groups(self) -> list[Group]:
        """Equal answers together, that of the chosen ruleset first, what does not apply last."""
        by_id = {answer["ruleset"]["id"]: answer for answer in self.everywhere["answers"]}
        found = [self._group(group, [by_id[id] for id in group["rulesets"]]) for group in self.everywhere["groups"]]
        return sorted(found, key=lambda one: (not one.mine, one.figure == "–", -one.size))

    def _group(self, group: Mapping[str, Any], answers: Sequence[Mapping[str, Any]]) -> Group:
        figure, label = self._figure(group)
        gathered: dict[tuple[str, str | None], list[str]] = {}
        for answer in answers:
            text, rule = self._reason(answer)
            gathered.setdefault((text, rule if text else None), []).append(answer["ruleset"]["id"])
        reasons = tuple(Reason(text, rule, tuple(ids)) for (text, rule), ids in gathered.items())
        return Group(figure, label, reasons, self.ruleset.id in group["rulesets"], len(answers))

    def _figure(self, group: Mapping[str, Any]) -> tuple[str, Markup]:
        words, status = self.frame.words, group["status"]
        if status != "decided":
            return ("?" if status == "open" else "–"), words.html(f"quick.status.{status}")
        if not group["winner"]:
            return "0", words.html("quick.nobody-wins")
        return str(group["game_points"]), words.html("quick.to", who=words.players(group["winner"], {}))

    def _reason(self, answer: Mapping[str, Any]) -> tuple[str, str | None]:
        if answer["outcome"]:
            outcome = answer["outcome"]
            return " ".join(reason["text"] for reason in outcome["reasons"]), outcome["rule"]
        if answer["next"]:
            return self.frame.words("quick.depends", fact=answer["next"]["text"]), None
        return next((str(one["message"]) for one in answer["problems"]), ""), None

    @cached_property
    def rows(self) -> list[tuple[str, str, str, str | None, str]]:
        """Every ruleset: id, figure, to whom, rule, source."""
        found = []
        for answer in self.everywhere["answers"]:
            outcome, words = answer["outcome"], self.frame.words
            if outcome:
                cites = "; ".join(" · ".join(filter(None, (one["title"], one.get("ref")))) for one in outcome["cite"])
                row = (str(outcome["game_points"]), words.players(outcome["winner"], {}), outcome["rule"], cites)
            else:
                row = ("–", words(f"quick.status.{answer['status']}"), None, "")
            found.append((answer["ruleset"]["id"], *row))
        return found


def _source(cite: Citation) -> tuple[str, str | None]:
    said = cite.to_json()
    return " · ".join(filter(None, (said["title"], said.get("ref")))), said.get("url")
