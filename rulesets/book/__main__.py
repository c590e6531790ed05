"""Writes the rule books: a page for each shipped ruleset, and the index.

python -m bummerl.rulesets.book docs/rulesets            writes the pages anew
python -m bummerl.rulesets.book docs/rulesets --check    fails if they are not current
"""

from __future__ import annotations

import sys
from pathlib import Path

from ..library import catalogue, load
from .index import index
from .page import page

INDEX = "README.md"


def pages() -> dict[str, str]:
    """The text of each page, by the name of its file."""
    return {INDEX: index()} | {f"{summary.id}.md": page(load(summary.id)) for summary in catalogue()}


def main(arguments: list[str]) -> int:
    """Writes the pages, or says which are not current."""
    folder, check = Path(arguments[0]), "--check" in arguments
    wanted = pages()
    stale = [file for file in folder.glob("*.md") if file.name not in wanted]
    changed = [
        name
        for name, text in wanted.items()
        if not (folder / name).is_file() or (folder / name).read_text("utf-8") != text
    ]
    if check:
        for name in [*changed, *(file.name for file in stale)]:
            print(f"{folder / name} is not current", file=sys.stderr)
        return 1 if changed or stale else 0
    folder.mkdir(parents=True, exist_ok=True)
    for name in changed:
        (folder / name).write_text(wanted[name], "utf-8")
    for file in stale:
        file.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
