"""Writes the list of all pages about problems: `python -m tests.error_index`."""

from __future__ import annotations

from pathlib import Path

from bummerl.grammar import CODES

PAGE = Path(__file__).parents[1] / "docs" / "errors" / "index.md"
KINDS = {
    "log": "The text of a move log",
    "record": "A record that does not fit its ruleset",
    "facts": "The facts of a quick question",
    "ruleset": "A ruleset's file",
    "lexicon": "A lexicon's file",
    "match": "A match as it was written down",
    "expression": "An expression in a ruleset",
    "request": "A request to the service",
    "store": "Kept rulings",
}


def page() -> str:
    """The page, from the codes and their meanings."""
    lines = [
        "# Problems",
        "",
        "Everything that is wrong is told with a code, a place and a message. A code never changes its meaning,",
        "and has a page: what it means, an example, and how to put it right.",
    ]
    for kind, heading in KINDS.items():
        lines += ["", f"## {heading}", ""]
        lines += [f"- [`{code}`]({code}.md): {CODES[code]}" for code in sorted(CODES) if code.startswith(f"{kind}.")]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
