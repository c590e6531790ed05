"""The tables of `docs/language.md`, written from what the program itself reads: schema, facts, places and limits.

    python -m bummerl.rulesets.reference docs/language.md            writes the tables anew
    python -m bummerl.rulesets.reference docs/language.md --check    fails if they are not current

In the document a table stands between `<!-- table NAME -->` and `<!-- end -->`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from . import limits
from .everywhere import every_place, known_in
from .facts import FACTS, FUNCTIONS, MEMBERS, SCOPED, TYPES
from .schema import schema

PARTS: Final = {
    "ruleset": None, "deck": "deck", "deal": "packet", "options": "option", "sources": "source", "stages": "stage",
    "play": "play",
    "duty": "duty", "moves": "move", "requirement": "requirement", "ends": "end", "bonuses": "bonus",
    "score": "scoreRow", "tiers": "tier",
    "irregularities": "irregularity", "contracts": "contract", "match": "match",
}  # fmt: skip
"""Tables of keys, and the definition of the schema that each shows."""
MERGING: Final = ("off", "before", "after")
_REGION: Final = re.compile(r"(<!-- table ([a-z ]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table as Markdown writes it."""
    columns = list(head)
    lines = [columns, ["---"] * len(columns), *map(list, rows)]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)


def keys(part: str) -> str:
    """The keys of one part of a file; in bold those that must be there. Those about merging are told once, in the
    text.
    """
    whole = schema()
    found = whole if PARTS[part] is None else whole["$defs"][PARTS[part]]
    needed = {*found.get("required", ()), *found.get("else", {}).get("required", ())}
    own = {key: about for key, about in found["properties"].items() if key not in MERGING or part == "ruleset"}
    marked = {key: f"**`{key}`**" if key in needed else f"`{key}`" for key in own}
    return table(("key", "says"), ((marked[key], _about(about, whole)) for key, about in own.items()))


def _about(about: Mapping[str, Any], whole: Mapping[str, Any]) -> str:
    name = about.get("$ref", "").rpartition("/")[2]
    text = about.get("description") or whole["$defs"].get(name, {}).get("description", "")
    return str(text) if name != "expression" else f"{text} *(expression)*"


def facts() -> str:
    """What is known everywhere."""
    return table(("fact", "type", "is"), ((f"`{name}`", fact.type, fact.doc) for name, fact in FACTS.items()))


def scoped() -> str:
    """What is known in some places only."""
    where = {name: ", ".join(known_in(name)) for name in SCOPED}
    return table(
        ("fact", "type", "is", "known in"),
        ((f"`{name}`", fact.type, fact.doc, where[name]) for name, fact in SCOPED.items()),
    )


def places() -> str:
    """Every place where an expression stands."""
    rows = ((f"`{place}`", want, ", ".join(f"`{name}`" for name in scope)) for place, want, scope in every_place())
    return table(("place", "wants", "knows besides"), rows)


def members() -> str:
    """What may stand behind a dot."""
    rows = ((f"`{name}`", fact.type, fact.doc) for kind in MEMBERS for name, fact in MEMBERS[kind].items())
    kinds = (kind for kind in MEMBERS for _ in MEMBERS[kind])
    return table(("of", "member", "type", "is"), ((kind, *row) for kind, row in zip(kinds, rows, strict=True)))


def functions() -> str:
    """The functions."""
    rows = ((f"`{name}({' or '.join(found.takes)})`", found.type, found.doc) for name, found in FUNCTIONS.items())
    return table(("function", "type", "is"), rows)


def types() -> str:
    """The types."""
    return table(("type", "is"), TYPES.items())


def bounds() -> str:
    """The limits."""
    about = {
        "FILE_SIZE": "characters of a file", "CARDS": "cards", "SUITS": "suits", "RANKS": "ranks", "SEATS": "seats",
        "CONTRACTS": "contracts",
        "MOVES": "moves", "OPTIONS": "options", "MEMORY": "names in memory", "TERMS": "terms", "STAGES": "stages",
        "LINES": "lines of one list",
        "RULES": "rules, those of contracts included", "SETS": "names that one move sets",
        "NUMBER": "greatest number, either way",
        "NODES": "parts of an expression, terms written out", "ALL_TEXT": "characters of all different expressions",
        "ALL_NODES": "parts of all expressions under all contracts, terms written out",
        "PARENTS": "files laid over each other",
    }  # fmt: skip
    return table(("at most", "what"), ((f"{getattr(limits, name):,}", what) for name, what in about.items()))


TABLES: Final[dict[str, Callable[[], str]]] = {
    "types": types, "facts": facts, "scoped facts": scoped, "members": members, "functions": functions,
    "places": places, "limits": bounds,
}  # fmt: skip


def current(document: str) -> str:
    """The document with all its tables written anew."""

    def fill(found: re.Match[str]) -> str:
        name = found[2]
        made = keys(name.removeprefix("keys of ")) if name.startswith("keys of ") else TABLES[name]()
        return f"{found[1]}{made}{found[3]}"

    return _REGION.sub(fill, document)


def main(arguments: list[str]) -> int:
    """Write the tables of a document, or check them."""
    file = Path(arguments[0])
    document = file.read_text(encoding="utf-8")
    made = current(document)
    if "--check" in arguments:
        if made != document:
            print(f"{file}: the tables are not current; run `python -m bummerl.rulesets.reference {file}`")
        return int(made != document)
    file.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
