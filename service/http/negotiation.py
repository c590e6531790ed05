"""What the client sends, wants and asks for: media types, languages, query parameters."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from bummerl.grammar import suggest
from bummerl.interpreter import CODES, languages
from bummerl.rulesets import lexicon_ids
from flask import request

from .problems import Refusal

JSON = "application/json"
TEXT = "text/plain"
NDJSON = "application/x-ndjson"
YAML = ("application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml")
LANGUAGES = languages()
_LISTED = " or ".join(f"`{lang}`" for lang in LANGUAGES)

_OPTION = re.compile(r"([a-z][a-z0-9_]*)=(.{1,60})", re.DOTALL)
_TRUTH = {"": True, "true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


@dataclass(frozen=True, slots=True)
class Asked:
    """What the query and the headers say about a ruling; what they do not say, the record says."""

    ruleset: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    lang: str = LANGUAGES[0]
    explain: bool = False
    cards: str | None = None


NOTHING = Asked()


def asked(*, allowed: Container[str] = ("ruleset", "option", "lang", "cards", "explain")) -> Asked:
    """What this request asks for.

    A parameter that `allowed` does not name is refused: a slip must not change a ruling.
    """
    environ = request.environ
    if not environ.get("QUERY_STRING"):
        return NOTHING if "HTTP_ACCEPT_LANGUAGE" not in environ else Asked(lang=language())
    parameters(allowed)
    options = []
    for given in request.args.getlist("option"):
        if not (found := _OPTION.fullmatch(given)):
            raise refused_parameter("option", f"`{given[:60]}` is no option; write `option=name=value`.")
        options.append((found[1], found[2]))
    return Asked(request.args.get("ruleset"), tuple(options), language(), flag("explain"), lexicon())


def parameters(allowed: Container[str]) -> None:
    """Refuses a query with a parameter that is not `allowed`, or with one twice that can have one value only."""
    for name, values in request.args.lists():
        if name not in allowed:
            meant = suggest(name, [known for known in _KNOWN if known in allowed])
            hint = f" Did you mean `{meant}`?" if meant else ""
            raise refused_parameter(name, f"There is no parameter `{name[:60]}` here.{hint}")
        if len(values) > 1 and name != "option":
            raise refused_parameter(name, f"The parameter `{name}` is given {len(values)} times.")


_KNOWN = ("ruleset", "rulesets", "option", "lang", "cards", "explain", "anonymous", "again", "source", "limit", "after")


def lexicon() -> str | None:
    """The lexicon to answer in: `cards`, an id or `codes`."""
    given = request.args.get("cards")
    if given is None:
        return None
    known = (CODES, *lexicon_ids())
    if given.lower() in known:
        return given.lower()
    meant = suggest(given.lower(), known)
    hint = f" Did you mean `{meant}`?" if meant else ""
    message = f"There is no lexicon `{given[:60]}`.{hint} There are {', '.join(known)}."
    raise Refusal(400, "request.cards", message, [{"code": "request.cards", "message": message, "parameter": "cards"}])


def flag(name: str) -> bool:
    """A parameter that is yes or no; no if it is not there."""
    text = request.args.get(name, "no").lower()
    if text not in _TRUTH:
        raise refused_parameter(name, f"`{name}` is true or false, not `{text[:60]}`.")
    return _TRUTH[text]


def refused_parameter(name: str, message: str) -> Refusal:
    """The refusal of a query parameter."""
    error = {"code": "request.parameter", "message": message, "parameter": name[:60]}
    return Refusal(400, "request.parameter", message, [error])


def language() -> str:
    """The language of messages: `lang`, or else `Accept-Language`; English if we have no other that was asked for."""
    if (given := request.args.get("lang")) is not None:
        if not re.fullmatch(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}", given):
            raise refused_parameter("lang", f"`{given[:60]}` is no language; write {_LISTED}.")
        return known_language(given)
    for wish in request.accept_languages.values():
        primary = wish.split("-")[0].lower()
        if primary in LANGUAGES:
            return primary
    return LANGUAGES[0]


def known_language(tag: str) -> str:
    """The language of a tag such as `de-AT`; English if we have it not."""
    primary = tag.split("-")[0].lower()
    return primary if primary in LANGUAGES else LANGUAGES[0]


def sent(*types: str) -> str:
    """Which of these media types the body is in; another is refused with 415, as is text that is not UTF-8."""
    environ = request.environ
    if "HTTP_CONTENT_ENCODING" in environ and environ["HTTP_CONTENT_ENCODING"].lower() not in ("", "identity"):
        raise _unsupported("The body must not be compressed.", types, {"Accept-Encoding": "identity"})
    if environ.get("CONTENT_TYPE") == types[0]:
        return types[0]
    given = request.mimetype
    charset = request.mimetype_params.get("charset", "utf-8").lower()
    if charset not in ("utf-8", "utf8", "us-ascii", "ascii"):
        raise _unsupported(f"The body must be UTF-8, not {charset[:40]}.", types)
    if given in types:
        return given
    if JSON in types and given.startswith("application/") and given.endswith("+json"):
        return JSON
    named = f"`{given[:80]}`" if given else "without a media type"
    raise _unsupported(f"The body is {named}; this address reads {' or '.join(types)}.", types)


def _unsupported(detail: str, types: Sequence[str], headers: Mapping[str, str] | None = None) -> Refusal:
    return Refusal(415, "request.media-type", detail, headers=headers or {"Accept": ", ".join(types)})


def wanted(*types: str) -> str:
    """Which of these media types, best for us first, the client wants; 406 if it accepts none."""
    header = request.environ.get("HTTP_ACCEPT", "*/*")
    if header == "*/*" or header == types[0] or not header:
        return types[0]
    best = request.accept_mimetypes.best_match(types)
    if best is None:
        detail = f"You accept `{header[:80]}`; this address answers {' or '.join(types)}."
        raise Refusal(406, "request.accept", detail)
    return best
