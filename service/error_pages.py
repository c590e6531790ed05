"""The page about a diagnostic code, for the command line and for the service."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from bummerl.grammar import CODES


def page_of(code: str) -> str | None:
    """The page as Markdown: installed with the package, or beside it in a working copy; None if there is none."""
    if code not in CODES:
        return None
    try:
        return files("bummerl.errors").joinpath(f"{code}.md").read_text(encoding="utf-8")
    except (ModuleNotFoundError, FileNotFoundError, NotADirectoryError):
        pass
    page = Path(__file__).resolve().parents[1] / "docs" / "errors" / f"{code}.md"
    return page.read_text(encoding="utf-8") if page.is_file() else None
