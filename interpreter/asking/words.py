"""Facts, answers and outcomes in words, and as JSON."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from bummerl.rulesets import RulesetError
from bummerl.rulesets.facts import FACTS, SCOPED
from bummerl.rulesets.places import scope_of
from bummerl.rulesets.texts import in_case

from ..messages import ENGLISH, listed, say
from ..values import players
from ..wording import Wording, sentence
from .certain import is_actor
from .domains import FIGURES
from .evaluation import Evaluation, Known, TooMuch, Work
from .given import allowed_values, as_json
from .question import Question, Reply
from .standing import Outcome
from .table import Table
from .values import Among, May, Span, hull, in_order

MOST_TOLD: Final = 4
"""So many values that mean the same are told one by one; the longest list beyond that is any other answer."""
WITH_MELDS: Final = (".points", ".own_points", ".meld_points")
"""Figures in which announcements count."""
_HOLE: Final = re.compile(r"\{([^{}]*)\}")
_SCOPE: Final = scope_of(*SCOPED)


class Words:
    """Says things about one table in one language."""

    def __init__(self, table: Table, lang: str, work: Work) -> None:
        """`work` is what filling in texts may take; once it is at an end nothing more is filled in."""
        self.table, self.lang, self.work = table, lang, work
        self.wording = Wording(table.rules, lang, {})

    # ---- facts
    def fact(self, name: str) -> dict[str, Any]:
        """A fact: its name, what it is in words, its kind, and what it can be (a span of numbers, or the values)."""
        domain = self.table.domain(name)
        values = allowed_values(self.table, name)
        found: dict[str, Any] = {"fact": name, "kind": self.kind(name), "text": self.about(name)}
        if not isinstance(domain, Span):
            return found | {"allowed": values}
        rough = {"rough": True} if name.endswith(WITH_MELDS) and not self.table.announcements.tight else {}
        return found | {"min": values[0], "max": values[1]} | rough

    def kind(self, name: str) -> str:
        """What kind of value a fact has, for programs: `player` is one seat or nobody, `players` may be several."""
        kind, domain = self.table.kind(name), self.table.domain(name)
        if kind == "players" and isinstance(domain, frozenset) and all(v & (v - 1) == 0 for v in domain):
            return "player"
        return str(kind)

    def about(self, name: str) -> str:
        """What a fact is, in a few words."""
        table, lang = self.table, self.lang
        texts = table.rules.ruleset.data.get("facts", {}).get(name.rpartition(".")[2], {}).get("text", {})
        told = texts.get(lang) or texts.get(ENGLISH)
        seat, _, member = name.partition(".")
        who = table.seat(seat) if member else 0
        if told is not None:
            return say(lang, "fact.of", text=told, players=self.wording.players(who)) if who else told
        if name in FACTS:
            return say(lang, f"fact.{name}")
        if who and member in FIGURES:
            side = who if member.startswith("own_") or table.partners is not None else table.sides[who]
            return say(lang, f"fact.{member}", players=self.wording.players(side))
        if name in table.hidden:
            return say(lang, "fact.holds" if table.kind(name) == "truth" else "fact.words", words=name)
        return self.noted(name, member or name)

    def noted(self, name: str, kept: str) -> str:
        """What a name in memory is that the ruleset says nothing about: what was noted, and with which moves."""
        settings = self.table.settings.get(kept, ())
        if not settings:
            return say(self.lang, "fact.kept", fact=name)
        key = "who" if all(is_actor(to) for setting in settings for to in setting.to) else "noted"
        moves = [setting.move for setting in settings]
        if len(moves) == 1:
            return say(self.lang, f"fact.{key}", fact=name, move=moves[0])
        return say(self.lang, f"fact.{key}-one-of", fact=name, moves=", ".join(f"`{move}`" for move in moves))

    # ---- values
    def among(self, name: str, among: Among, domain: Among) -> str:
        """Answers to a question, out of all there can be: `33 or more`, `A or B`."""
        lang = self.lang
        if isinstance(among, Span):
            least, most = among
            if isinstance(domain, Span) and least <= domain.least and most >= domain.most:
                return say(lang, "span.any")
            if least == most:
                return str(least)
            if isinstance(domain, Span) and least <= domain.least:
                return say(lang, "span.fewer", n=most + 1)
            if isinstance(domain, Span) and most >= domain.most:
                return say(lang, "span.more", n=least)
            return say(lang, "span.between", least=least, most=most)
        return listed(lang, [self.one(name, value) for value in sorted(among, key=in_order)])

    def one(self, name: str, value: Any) -> str:
        """One value of a fact."""
        return self.said(str(self.table.kind(name)), value)

    def said(self, kind: str, value: Any) -> str:
        """A value of a type."""
        rules = self.table.rules
        if kind == "move":
            value = rules.move_names.index(value)
        elif kind == "colour":
            value = rules.colours.index(value) if value else -1
        return self.wording.value(kind, value)

    def some(self, kind: str, found: May, widest: May) -> str:
        """A value as far as it is known, to stand in a sentence; `widest` is what it can be when nothing is known."""
        if found.known:
            return self.said(kind, found.one)
        if kind != "number" or found.span == widest.span:
            return say(self.lang, "value.not-told")
        (least, most), (lowest, highest) = found.span, widest.span
        if least <= lowest:
            return say(self.lang, "span.fewer", n=most + 1)
        if most >= highest:
            return say(self.lang, "span.more", n=least)
        return say(self.lang, "span.between", least=least, most=most)

    # ---- outcomes
    def outcome(self, outcome: Outcome, known: Known) -> dict[str, Any]:
        """An outcome as in a verdict."""
        because = list(dict.fromkeys(outcome.because))
        rule = because[-1] if because else None
        award, reasons = self.award(outcome), self.reasons(outcome, known, because)
        return {
            "winner": players(self.table.rules, outcome.winner),
            "game_points": outcome.points.least,
            "rule": rule,
            "because": because,
            "message": " ".join([award, *(reason["text"] for reason in reasons)]),
            "award": award,
            "reasons": reasons,
            "cite": self.table.rules.ruleset.citations(rule) if rule else [],
        }

    def award(self, outcome: Outcome) -> str:
        """Who wins how much."""
        winners = [seat for i, seat in enumerate(self.table.seats) if outcome.winner >> i & 1]
        if not winners:
            return say(self.lang, "outcome.nobody")
        if outcome.points.least == 0:
            return say(self.lang, "outcome.unpaid", winner=listed(self.lang, winners, "and"))
        kind = "one" if len(winners) == 1 else "many"
        return say(self.lang, f"outcome.{kind}", n=outcome.points.least, winner=listed(self.lang, winners, "and"))

    def reasons(self, outcome: Outcome, known: Known, because: list[str]) -> list[dict[str, str]]:
        """Why, in the words of the rules, each sentence with its rule."""
        evaluation = Evaluation(self.table, known, outcome.contract, self.work)
        scope = {"winner": outcome.winner}
        if outcome.loser is not None:
            scope["loser"] = outcome.loser
        by_text = {text: rule for rule in because if (text := self.table.rules.ruleset.text(rule, self.lang))}
        return [
            {"rule": rule, "text": sentence(self.filled(text, evaluation, scope))} for text, rule in by_text.items()
        ]

    def filled(self, template: str, evaluation: Evaluation, scope: Mapping[str, int]) -> str:
        """A text with its placeholders filled in, as far as they are known."""
        typist = self.table.under[evaluation.contract]
        unknowing = Evaluation(self.table, {}, evaluation.contract, evaluation.work)

        def fill(found: re.Match[str]) -> str:
            try:
                node = typist.typed(found[1], None, _SCOPE, "text")
                return self.some(node.type, evaluation.value(node, scope), unknowing.value(node, scope))
            except (RulesetError, TooMuch):
                return say(self.lang, "value.not-told")

        def holds(condition: str) -> bool:
            try:
                found = evaluation.value(typist.typed(condition, "truth", _SCOPE, "text"), scope)
            except (RulesetError, TooMuch):
                return False
            return bool(found.known and found.one)

        return _HOLE.sub(fill, in_case(template, holds))

    # ---- questions
    def question(self, question: Question) -> dict[str, Any]:
        """The fact to ask next, and what each answer would mean; of a number, what it can still be."""
        found, spans = self.fact(question.fact), [r.among for r in question.replies if isinstance(r.among, Span)]
        widest = hull(spans) if spans else self.table.domain(question.fact)
        if isinstance(widest, Span):
            found |= {"min": widest.least, "max": widest.most}
        answers = [self.reply(question.fact, reply, widest) for reply in question.replies]
        rest = max(answers, key=lambda answer: len(answer.get("values", ())))
        if len(rest.get("values", ())) > MOST_TOLD:
            answers.remove(rest)
            answers.append(rest | {"text": say(self.lang, "span.other")})
        return found | {"answers": answers}

    def reply(self, fact: str, reply: Reply, widest: Among) -> dict[str, Any]:
        """One answer: which, and the outcome; or what is asked then and who wins in any case, if somebody does."""
        table, among = self.table, reply.among
        found: dict[str, Any] = {"text": self.among(fact, among, widest)}
        if isinstance(among, Span):
            found |= {"min": among.least, "max": among.most}
        else:
            found["values"] = [as_json(table, fact, v) for v in sorted(among, key=in_order)]
        if reply.outcome is not None:
            return found | {"outcome": self.outcome(reply.outcome, reply.known), "then": None}
        found |= {"outcome": None, "then": reply.then}
        if reply.winner is not None:
            least = min(outcome.points.least for outcome in reply.outcomes)
            most = max(outcome.points.most for outcome in reply.outcomes)
            found["at_least"] = {"winner": players(table.rules, reply.winner), "min": least, "max": most}
        return found
