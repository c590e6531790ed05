"""`bummerl score`: no log, only a few facts: how a hand came out, or which fact decides next."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import redirect_stdout
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import click

from .group import CannotGoOn
from .judging import write_line
from .labels import Labels
from .options import (
    RulesetParam,
    cards_option,
    complete_ruleset,
    json_option,
    language_option,
    option_option,
    read_rulesets,
)
from .page import Page, bold, dim, ink

if TYPE_CHECKING:
    from bummerl.rulesets import Ruleset

DECIDED, OPEN, NO_ANSWER = 0, 1, 2
SHAPES: Final = {
    "decided": ("✓", "green"),
    "open": ("?", "yellow"),
    "impossible": ("!", "red"),
    "inapplicable": ("–", None),
    "given-up": ("!", "yellow"),
}
MOST_SHOWN: Final = 16
"""So many values of a fact are listed."""
MOST_NAMED: Final = 4
"""Of an answer that stands for more values it is said how they are written."""
_FACT: Final = re.compile(r"\s*([^=<>]+?)\s*(<=|>=|=|<|>)\s*(.+?)\s*", re.DOTALL)


def read_facts(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """`("closer=A", "B.points<33")` as a mapping; the ruleset says what the values may be."""
    facts: dict[str, str] = {}
    for value in values:
        found = _FACT.fullmatch(value)
        if found is None:
            raise click.BadParameter(f"`{value}` should be written as fact=value, such as closer=A or A.points=66+.")
        name, sign, text = found.groups()
        if name in facts:
            raise click.BadParameter(f"`{name}` is given twice.")
        facts[name] = text if sign == "=" else f"{sign}{text}"
    return facts


@click.command("score", short_help="A quick question: a few facts, no log.")
@click.argument("facts", nargs=-1, metavar="[FACT=VALUE]...", callback=read_facts)
@click.option("--ruleset", "-r", type=RulesetParam(), metavar="ID|FILE.yaml", help="The ruleset that was played by.")
@click.option(
    "--rulesets",
    metavar="ID,ID,...",
    callback=lambda context, parameter, value: read_rulesets(context, parameter, value) if value else [],
    shell_complete=complete_ruleset,
    help="Several rulesets, ids or files, with commas between them; or `all`.",
)
@option_option
@click.option("--ask", is_flag=True, help="Ask for one fact after the other until the answer is known.")
@json_option("the answers of all rulesets, equal ones grouped, and what is wrong with the request")
@cards_option
@language_option
@click.pass_context
def command(
    context: click.Context,
    facts: dict[str, str],
    ruleset: Ruleset | None,
    rulesets: list[Ruleset],
    options: Mapping[str, str] | None,
    ask: bool,
    as_json: bool,
    cards: str | None,
    lang: str,
) -> None:
    """Say who wins and how much from a few FACTs, without a log; or which fact decides next.

    Which facts there are follows from the ruleset: called without any, the command lists them. A number may be a
    span: A.points=66+, B.points=0-32.

    \b
    Examples:
        bummerl score -r schnapsen
        bummerl score -r schnapsen closer=A claimer=A A.points=70 tricks_at_close=0
        bummerl score --rulesets all closer=A claimer=A A.points=70 B.tricks=2 B.points=36
        bummerl score -r schnapsen --ask

    Exit status: 0 the facts decide, 1 something is still open, 2 they cannot be answered.
    """
    named = [*([ruleset] if ruleset is not None else []), *rulesets]
    chosen = list({one.digest: one for one in named}.values())
    if not chosen:
        raise click.UsageError("Say which ruleset was played by: --ruleset ID, or --rulesets ID,ID,... or all.")
    if ask and len(chosen) > 1:
        raise click.UsageError("--ask goes through the questions of one ruleset.")
    question = partial(answered, rulesets=chosen, options=options, lang=lang, cards=cards)
    found = question(facts, as_json=as_json)
    if ask:
        with redirect_stdout(sys.stderr):  # questions are no answer: that alone is printed where it can be piped on
            found = interview(Page(), Labels(lang), facts, question, found)
    if as_json:
        write_line(found)
    else:
        Answers(Page(), Labels(lang), chosen, lang).show(found, bool(facts))
    context.exit(status_of(found))


def answered(
    facts: Mapping[str, str],
    rulesets: Sequence[Ruleset],
    options: Mapping[str, str] | None,
    lang: str,
    cards: str | None,
    as_json: bool = False,
) -> dict[str, Any]:
    """The answers; what is wrong with the facts ends the command."""
    from bummerl.interpreter import score

    found = score(facts, rulesets, options=options, lang=lang, cards=cards)
    if found["problems"]:
        if as_json:
            write_line(found)
        raise WrongFacts(found["problems"], Labels(lang))
    return found


class WrongFacts(CannotGoOn):
    """Facts that no ruleset can read, with everything that is wrong with them."""

    def __init__(self, problems: Iterable[Mapping[str, Any]], labels: Labels) -> None:
        self.told = [told(problem, labels) for problem in problems]
        super().__init__(self.told[0])

    def show(self, file: Any = None) -> None:
        """A line for each problem."""
        for line in self.told:
            click.echo(f"bummerl: {line}", err=True)


def told(problem: Mapping[str, Any], labels: Labels) -> str:
    """A problem as one line, with what was probably meant."""
    guess = problem.get("suggestion")
    return f"{problem['message']} {labels('did-you-mean', text=f'`{guess}`')}" if guess else str(problem["message"])


def interview(
    page: Page,
    labels: Labels,
    facts: dict[str, str],
    question: Callable[[Mapping[str, str]], dict[str, Any]],
    found: dict[str, Any],
) -> dict[str, Any]:
    """Ask for the fact that decides next until nothing is open; an answer that cannot be is asked for again. Where the
    input ends, what is known by then is the answer.
    """
    while (asked := found["answers"][0]["next"]) is not None:
        page.line(bold(asked["text"]), dim(f"  {asked['fact']}"))
        page.paragraph(choices(asked), indent=2, dim=True)
        try:
            value = click.prompt(asked["fact"], prompt_suffix="=", err=True)
        except click.Abort as stopped:
            if not isinstance(stopped.__context__, EOFError):
                raise
            break
        try:
            found = question({**facts, asked["fact"]: value})
        except WrongFacts as wrong:
            wrong.show()
            continue
        facts[asked["fact"]] = value
        if found["answers"][0]["status"] in ("impossible", "inapplicable"):
            page.line(told(found["answers"][0]["problems"][0], labels))
            del facts[asked["fact"]]
            found = question(facts)
    page.line()
    return found


def choices(asked: Mapping[str, Any]) -> str:
    """The answers to a question: as they are written, or for a number the spans that differ."""
    if "allowed" in asked:
        possible = [value for answer in asked["answers"] for value in answer["values"]]
        return " · ".join(written(value) for value in asked["allowed"] if value in possible)
    return " · ".join(answer["text"] for answer in asked["answers"])


def status_of(found: Mapping[str, Any]) -> int:
    """The exit status: rulesets that do not apply count only where none does."""
    statuses = {answer["status"] for answer in found["answers"]} - {"inapplicable"}
    if statuses & {"open", "given-up"}:
        return OPEN
    return DECIDED if "decided" in statuses and "impossible" not in statuses else NO_ANSWER


class Answers:
    """Prints what is known."""

    def __init__(self, page: Page, labels: Labels, rulesets: Sequence[Ruleset], lang: str) -> None:
        self.page, self.labels = page, labels
        self.titles = {one.id: one.title.get(lang) or one.title.get("en", one.id) for one in rulesets}

    def show(self, found: Mapping[str, Any], told_any: bool) -> None:
        """One ruleset at length, several grouped by answer."""
        answers = found["answers"]
        if len(answers) == 1:
            self.one(answers[0], told_any)
            return
        by_id: dict[str, list[Mapping[str, Any]]] = {}
        for answer in answers:
            by_id.setdefault(answer["ruleset"]["id"], []).append(answer)
        for group in found["groups"]:
            members = [answer for id in dict.fromkeys(group["rulesets"]) for answer in by_id[id]]
            self.group(group, [answer for answer in members if answer["status"] == group["status"]])
            self.page.line()

    # ---- one ruleset
    def one(self, answer: Mapping[str, Any], told_any: bool) -> None:
        """The answer of one ruleset."""
        page, labels, id = self.page, self.labels, answer["ruleset"]["id"]
        page.line(bold(self.titles[id]), dim(f"  {id}"))
        page.line()
        if not told_any:
            page.paragraph(labels("score.facts"))
            page.labelled([(fact["fact"], f"{fact['text']} ({allowed(fact)})", "") for fact in answer["facts"]])
            page.line()
        if answer["status"] == "decided":
            self.decided(answer["outcome"])
        elif answer["status"] == "open":
            self.question(answer["next"], told_any)
        else:
            self.without_answer(answer)
        self.left_out(answer)

    def head(self, status: str, text: str) -> None:
        """The sign of an answer and its first line."""
        shape, colour = SHAPES[status]
        lines = self.page.wrapped(text, indent=2)
        self.page.line(ink(f"{shape} ", fg=colour, bold=True), bold(lines[0]))
        for line in lines[1:]:
            self.page.line(bold(line), indent=2)

    def decided(self, outcome: Mapping[str, Any]) -> None:
        """Who wins how much, why, by which rule, and where that is written."""
        self.head("decided", outcome["message"])
        cites = [" · ".join(filter(None, (cite["title"], cite.get("ref")))) for cite in outcome["cite"]]
        rows = [(self.labels("score.rule"), ", ".join(outcome["because"]), "")]
        self.page.labelled([*rows, *((self.labels("score.source"), cite, "") for cite in cites)])

    def question(self, question: Mapping[str, Any], told_any: bool) -> None:
        """The fact that decides next, and what each answer would mean; how a long list is written, if not above."""
        labels, fact = self.labels, question["fact"]
        self.head("open", labels("score.next", text=question["text"], fact=fact))
        rows = [(reply["text"], self.meaning(reply), "") for reply in question["answers"]]
        self.page.labelled(rows)
        self.page.line()
        if told_any and any(len(reply.get("values", ())) > MOST_NAMED for reply in question["answers"]):
            self.page.paragraph(labels("score.values", fact=fact, values=allowed(question)), dim=True)
        first = question["answers"][0]
        self.page.paragraph(labels("score.how", example=f"{fact}={example(first)}"), dim=True)

    def meaning(self, reply: Mapping[str, Any]) -> str:
        """What an answer would mean."""
        labels, outcome, sure = self.labels, reply["outcome"], reply.get("at_least")
        if outcome is not None:
            return f"{self.award(outcome['winner'], outcome['game_points'])} ({outcome['rule']})"
        if sure is None:
            return labels("score.then", fact=reply["then"])
        if sure["min"] == sure["max"]:
            what = self.award(sure["winner"], sure["min"])
        else:
            what = labels("score.span", who=self.who(sure["winner"]), least=sure["min"], most=sure["max"])
        return labels("score.then-sure", what=what, fact=reply["then"])

    def award(self, winner: str | Sequence[str] | None, points: int) -> str:
        """`2 game points to A`."""
        if not winner:
            return self.labels("score.nobody")
        return self.labels("to", what=self.labels.count("points", points), who=self.who(winner))

    def who(self, winner: str | Sequence[str] | None) -> str:
        """A seat, or partners."""
        if not winner:
            return self.labels("nobody")
        return winner if isinstance(winner, str) else self.labels.listed(list(winner))

    def without_answer(self, answer: Mapping[str, Any]) -> None:
        """Facts that cannot stand together, or tell of what the game has not."""
        for problem in answer["problems"]:
            self.head(answer["status"], told(problem, self.labels))
        if not answer["problems"]:
            self.head(answer["status"], self.labels("score.given-up"))

    def left_out(self, answer: Mapping[str, Any]) -> None:
        """What was told and is not looked at."""
        for key in ("not_used", "options_ignored"):
            if answer.get(key):
                self.page.line()
                self.page.paragraph(self.labels(f"score.{key}", names=", ".join(answer[key])), dim=True)

    # ---- several
    def group(self, group: Mapping[str, Any], answers: Sequence[Mapping[str, Any]]) -> None:
        """One answer, who gives it and why."""
        labels, status = self.labels, group["status"]
        if status == "decided":
            self.head(status, self.award(group["winner"], group["game_points"]))
            same = [a for a in answers if a["outcome"] and _answer(a["outcome"]) == _answer(group)]
            self.gathered([(a, a["outcome"]["rule"], a["outcome"]["message"]) for a in same])
        elif status == "open":
            same = [a for a in answers if a["next"]["fact"] == group["next"]]
            self.head(status, labels("score.next", text=same[0]["next"]["text"], fact=group["next"]))
            self.gathered([(a, "", "") for a in same])
            self.page.labelled([(r["text"], self.meaning(r), "") for r in same[0]["next"]["answers"]], indent=4)
        else:
            self.head(status, labels(f"score.{status}"))
            self.gathered([(a, "", told(a["problems"][0], labels) if a["problems"] else "") for a in answers])

    def gathered(self, rows: Iterable[tuple[Mapping[str, Any], str, str]]) -> None:
        """Rulesets with the same reason together."""
        groups: dict[tuple[str, str], list[str]] = {}
        for answer, rule, text in rows:
            groups.setdefault((rule, text), []).append(answer["ruleset"]["id"])
        for (rule, text), ids in groups.items():
            for line in self.page.wrapped(", ".join(ids), indent=2):
                self.page.line(line, indent=2)
            if text:
                self.page.paragraph(f"{text} ({rule})" if rule else text, indent=4, dim=True)


def _answer(outcome: Mapping[str, Any]) -> tuple[str, int]:
    return str(outcome["winner"]), outcome["game_points"]


def allowed(fact: Mapping[str, Any]) -> str:
    """What a fact can be, as it is written on the command line; of long lists the beginning."""
    if "allowed" not in fact:
        return f"{fact['min']}–{fact['max']}"
    values = [written(value) for value in fact["allowed"]]
    return " ".join(values[:MOST_SHOWN]) + (" …" if len(values) > MOST_SHOWN else "")


def written(value: Any) -> str:
    """A value as it is written on the command line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(value) if isinstance(value, list) else str(value)


def example(reply: Mapping[str, Any]) -> str:
    """One way to write an answer."""
    return written(reply["values"][0] if "values" in reply else reply["max"])
