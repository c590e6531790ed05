"""The quick question: no log, a few facts; the address is the whole question, and can be sent round the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlencode

from bummerl.interpreter import score
from bummerl.rulesets import Ruleset, catalogue
from bummerl.rulesets.options import written
from flask import Response, redirect, request

from ...referee import named
from ..choice import ALLOWED
from ..compare.choosing import shelves
from ..desk.catalog import usual
from ..errors import subject
from ..frame import Frame, frame, page
from .answered import Answered
from .asked import NOBODY, Field, Sheet, noted_with, option_fields, sheet

SUBJECTS = ("quick", "compare", "rulesets")
RESERVED: Final = frozenset({"ruleset", "option", *ALLOWED})
"""Parameters that are no facts."""
MOST_FACTS: Final = 60
LONGEST: Final = 60
SEE_OTHER: Final = 303
routes = subject("quick")


@routes.get("/quick")
def question() -> Response:
    """The form, and under `#answer` what the ruleset says of what stands in the address."""
    f = frame(*SUBJECTS)
    ruleset = named(request.args.get("ruleset") or usual())
    short = short_query(ruleset)
    if len(short) < len(list(request.args.items(multi=True))):
        return redirect(f"{request.script_root}/quick?{urlencode(short)}#answer", SEE_OTHER)  # type: ignore[return-value]
    told, options = told_facts(), chosen_options(ruleset)
    facts = asked(ruleset, {}, options, f)
    told, moot = counting(ruleset, told, facts)
    found = asked(ruleset, told, options, f)
    form = sheet(ruleset, _facts(facts, found), told, f.words)
    wrong = _at_fields(form, found)
    answer = found["answers"][0] if found["answers"] else None
    answered = None
    if answer is not None and (told or answer["status"] != "open") and answer["status"] != "impossible":
        everywhere = score(told, kin(ruleset), options=options or None, lang=f.lang)
        answered = Answered(ruleset, answer, everywhere if everywhere["answers"] else found, told, f)
    asks = answer["next"]["fact"] if told and answer and answer["next"] else None
    return page(
        "quick/quick.html", f, nav="quick", styles=("quick",), scripts=("quick",), ruleset=ruleset, form=form,
        answered=answered, wrong_facts=wrong, shelves=shelves(f.words),
        options=option_fields(ruleset.options.values(), options, f.words), chosen=options,
        sides=sides(ruleset, f), next=asks,
        with_=with_, kin=len(kin(ruleset)), not_used=[*moot, *(answer["not_used"] if answer else [])],
    )  # fmt: skip


def short_query(ruleset: Ruleset) -> list[tuple[str, str]]:
    """The question without what says nothing: a form sends every field, and an address to be passed on is short."""
    said = request.args.items(multi=True)
    return [(name, value) for name, value in said if value and not _usual(ruleset, name, value)]


def _usual(ruleset: Ruleset, name: str, value: str) -> bool:
    """Whether this is a house rule that the ruleset has anyway, or does not have."""
    rule, _, chosen = value.partition("=")
    option = ruleset.options.get(rule)
    return name == "option" and (option is None or not chosen or chosen == written(option.default))


def told_facts() -> dict[str, str]:
    """The facts in the address; those without a value are not known."""
    found: dict[str, str] = {}
    for name, value in request.args.items():
        said = value.strip()[:LONGEST]
        if name not in RESERVED and said and said != "?" and len(found) < MOST_FACTS:
            found[name[:LONGEST]] = said
    return found


def counting(ruleset: Ruleset, told: dict[str, str], first: Mapping[str, Any]) -> tuple[dict[str, str], list[str]]:
    """The facts without what is asked only of somebody where it was nobody: the form hides that; and their names."""
    facts = first["answers"][0]["facts"] if first["answers"] else []
    parents = noted_with(ruleset, {str(fact["fact"]) for fact in facts})
    moot = [name for name in told if told.get(parents.get(name, ""), "").lower() == NOBODY]
    return {name: value for name, value in told.items() if name not in moot}, moot


def chosen_options(ruleset: Ruleset) -> dict[str, str]:
    """The house rules in the address, `option=name=value`; what the ruleset has by itself, or has not, is left out."""
    found: dict[str, str] = {}
    for said in request.args.getlist("option")[:MOST_FACTS]:
        name, _, value = said.partition("=")
        if not _usual(ruleset, "option", said):
            found[name] = value[:LONGEST]
    return found


def asked(ruleset: Ruleset, told: Mapping[str, str], options: Mapping[str, str], f: Frame) -> dict[str, Any]:
    """What one ruleset answers."""
    return score(told, [ruleset.id], options=dict(options) or None, lang=f.lang)


def kin(ruleset: Ruleset) -> list[str]:
    """The rulesets for as many players: facts about A and B mean the same there."""
    seats = next(one.seats for one in catalogue() if one.id == ruleset.id)
    return [one.id for one in catalogue() if one.seats == seats]


def sides(ruleset: Ruleset, f: Frame) -> dict[str, str]:
    """The partners of fixed sides together, by the first of them."""
    partners = ruleset.data.get("partners")
    return {side[0]: f.words.listed(list(side)) for side in partners} if isinstance(partners, list) else {}


def _facts(first: Mapping[str, Any], found: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """All facts that may matter: those of the ruleset, and one that is asked because of others."""
    facts = list(first["answers"][0]["facts"]) if first["answers"] else []
    for answer in found["answers"]:
        more = [*answer["facts"], *([answer["next"]] if answer["next"] else [])]
        facts += [fact for fact in more if fact["fact"] not in {one["fact"] for one in facts}]
    return facts


def _at_fields(form: Sheet, found: Mapping[str, Any]) -> list[tuple[Field | None, str]]:
    """What is wrong with the facts, each with its field, where it is told as well."""
    problems = list(found["problems"])
    for answer in found["answers"]:
        problems += answer["problems"]
    fields = {field.name.lower(): field for field in form.all()}
    wrong = []
    for problem in problems:
        name = str(problem.get("path", "")).removeprefix("/facts/").replace("~1", "/").replace("~0", "~")
        field = fields.get(name.lower())
        if field is not None:
            field.problem = str(problem["message"])
        wrong.append((field, str(problem["message"])))
    return wrong


def with_(**changes: str) -> str:
    """The address of this question with one more fact."""
    query = [(name, value) for name, value in request.args.items(multi=True) if name not in changes]
    return f"{request.script_root}/quick?{urlencode([*query, *changes.items()])}#answer"
