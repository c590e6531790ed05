"""The door to the interpreter: a record goes in, the bytes of a verdict come out, refusals are told apart from rulings.

A ruling, `illegal` and `unreadable` included, is an answer.  Only two things that the interpreter reports are not: a
ruleset that does not exist (404), and a house ruleset or options that are no ruleset (422).
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any, Final, NoReturn

from bummerl.grammar import Hand, in_language
from bummerl.interpreter import Judge, adjudicate, unreadable
from bummerl.rulesets import Ruleset, RulesetError, catalogue, load

from ..ids import as_known, read_hands
from ..kept import warned
from .negotiation import Asked
from .problems import Refusal, as_error
from .state import config

Verdict = dict[str, Any]
ALL: Final = "all"
"""Stands for every ruleset that comes with the program."""
KEPT = 16
"""How many judges a thread keeps, each for one ruleset, options and language named in a query."""
_UNREADABLE = b'{"status":"unreadable"'
_RULESET = ("ruleset.", "expression.")
_threads = threading.local()


def judge(asked: Asked) -> Judge:
    """This thread's judge for what a request asks for."""
    judges: OrderedDict[Asked, Judge] | None = getattr(_threads, "judges", None)
    if judges is None:
        judges = _threads.judges = OrderedDict()
    if (found := judges.get(asked)) is not None:
        judges.move_to_end(asked)
    else:
        ruleset = named(asked.ruleset).id if asked.ruleset is not None else None
        found = judges[asked] = Judge(ruleset, dict(asked.options) or None, asked.lang, asked.cards)
        while len(judges) > KEPT:
            judges.popitem(last=False)
    return found


def verdict_line(record: Mapping[str, Any], asked: Asked) -> bytes:
    """The verdict on a record, as it goes over the wire; the quick way."""
    line = judge(asked).record(record)
    if line.startswith(_UNREADABLE):
        found = json.loads(line)
        refuse_cards(found)
        refuse_what_is_no_ruleset(found, asked.ruleset or record.get("ruleset"))
    return line


def settled(asked: Asked) -> dict[str, Any]:
    """The arguments that the interpreter's functions share; a ruleset in the query that does not exist is refused."""
    return {
        "ruleset": named(asked.ruleset).id if asked.ruleset is not None else None,
        "options": dict(asked.options) or None,
        "lang": asked.lang,
        "explain": asked.explain,
        "cards": asked.cards,
    }


def verdict(record: Mapping[str, Any], asked: Asked, *, outcome: bool = True) -> Verdict:
    """The verdict on a record."""
    found = adjudicate(record, **settled(asked), outcome=outcome)
    refuse_cards(found)
    refuse_what_is_no_ruleset(found, asked.ruleset or record.get("ruleset"))
    return found


def verdict_on_text(hand: Hand, asked: Asked, *, outcome: bool = True) -> Verdict:
    """The verdict on a hand of a log, with lines and columns."""
    arguments = settled(asked)
    if not hand.readable:
        return unreadable_hand(hand, asked.lang)
    found = adjudicate(hand.record, **arguments, hand=hand, outcome=outcome)
    refuse_cards(found)
    refuse_what_is_no_ruleset(found, asked.ruleset or hand.record.get("ruleset"), hand=hand)
    return warned(found, hand, asked.lang)


def unreadable_hand(hand: Hand, lang: str) -> Verdict:
    """The verdict on a hand whose text could not be read."""
    return unreadable(in_language(problem, lang) for problem in hand.problems)


def hands_of(text: str, most: int) -> list[Hand]:
    """The hands of a log, at least one; a log of more than `most` is refused."""
    _few_headers(text, 20 * most)
    found = read_hands(text)
    if len(found) > most:
        message = f"The log has {len(found)} hands; at most {most} are taken at once."
        error = {"code": "request.too-many", "message": message, "line": found[most].line, "column": 1}
        raise Refusal(422, "request.too-many", message, [error])
    return found


def _few_headers(text: str, most: int) -> None:
    """Refuses a text with more headers than any log has, before anybody reads them one by one."""
    if text.count("[") > most:
        message = f"The text has more than {most} headers."
        raise Refusal(422, "request.too-many", message, [{"code": "request.too-many", "message": message, "line": 1}])


def one_hand(text: str) -> Hand:
    """The only hand of a log; a log of several is refused, with a word on where to send it."""
    _few_headers(text, 1000)
    found = read_hands(text)
    if len(found) == 1:
        return found[0]
    message = (
        f"The log has {len(found)} hands, and this address takes one. Send them to /v1/matches/adjudicate "
        "as one match, or each by itself."
    )
    error = {"code": "request.hands", "message": message, "line": found[1].line, "column": 1}
    raise Refusal(422, "request.hands", message, [error])


def refuse_what_is_no_ruleset(found: Verdict, source: Any, inside: str = "", hand: Hand | None = None) -> None:
    """Raises the refusal for a verdict that says that there is no ruleset `source`, or that it is broken.

    `inside` is where the record stands in the body, `hand` the text it was read from.
    """
    if found["status"] != "unreadable":
        return
    problems = [dict(problem) for problem in found["problems"] if problem["code"].startswith(_RULESET)]
    if not problems:
        return
    if isinstance(source, str):
        for problem in problems:
            problem["path"] = "/ruleset"
            if hand is not None and (span := hand.place("/ruleset")) is not None:
                problem.update(line=span.line, column=span.column)
    _refuse_ruleset(isinstance(source, str), problems, inside)


def refuse_cards(found: Verdict) -> None:
    """Raises the refusal for a verdict that says that the lexicon in the query does not know the cards."""
    for problem in found.get("problems", ()):
        if problem["code"] == "request.cards":
            error = {"code": problem["code"], "message": problem["message"], "parameter": "cards"}
            raise Refusal(400, problem["code"], problem["message"], [error])


def named(ruleset_id: str, pointer: str | None = None) -> Ruleset:
    """The shipped ruleset of this id; 404 if there is none.  `pointer` is where the body names it, if it does."""
    try:
        return load(as_known(ruleset_id))
    except RulesetError as error:
        problems = [problem.to_json() for problem in error.problems]
        for problem in problems:
            problem.pop("path", None)
            if pointer is not None:
                problem["path"] = pointer
        _refuse_ruleset(True, problems, "")


def every_one(rulesets: Sequence[Any]) -> list[Any]:
    """The rulesets that were named, where `all` stands for those that come with the program."""
    return [each for one in rulesets for each in (shipped_ids() if one == ALL else [one])]


def shipped_ids() -> list[str]:
    """The ids of the rulesets that come with the program."""
    return [summary.id for summary in catalogue()]


def all_named(rulesets: Sequence[Any], *, in_body: bool = True) -> list[Any]:
    """Several rulesets of one request, ids as they are spelled; refused if they are too many, or there is no such."""
    most = config().max_compared
    if len(rulesets) > most:
        message = f"At most {most} rulesets are taken at once, not {len(rulesets)}."
        error = {"code": "request.too-many", "message": message, "pointer": "/rulesets"}
        raise Refusal(422, "request.too-many", message, [error])
    return [
        named(ruleset, f"/rulesets/{i}" if in_body else None).id if isinstance(ruleset, str) else ruleset
        for i, ruleset in enumerate(rulesets)
    ]


def _refuse_ruleset(by_id: bool, problems: list[dict[str, Any]], inside: str) -> NoReturn:
    message = problems[0]["message"]
    message = message[0].upper() + message[1:].removesuffix(".") + "."
    if problems[0].get("suggestion"):
        message += f" Did you mean `{problems[0]['suggestion']}`?"
    errors = [as_error(problem, inside) for problem in problems]
    if by_id:
        raise Refusal(404, "request.ruleset", message, errors)
    raise Refusal(422, "request.house-ruleset", message, errors)
