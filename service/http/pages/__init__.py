"""The arbiter's desk: the same functions as the API, as pages for people.

The pages know no rules.  What a page shows comes from a verdict, a replay, a comparison, an answer; what it says around
that stands in `texts/`.  Everything works without script.
"""

from __future__ import annotations

from pathlib import Path

from flask import Flask
from jinja2 import FileSystemLoader, StrictUndefined

from . import about, assets, compare, desk, match, quick, ruling
from .errors import as_page
from .frame import FILTERS, GLOBALS
from .rulesets import playground, views

__all__ = ["as_page", "register"]

SUBJECTS = (about, assets, compare, desk, match, quick, ruling, playground, views)


def register(app: Flask) -> None:
    """Adds the pages to the service."""
    app.jinja_loader = FileSystemLoader(Path(__file__).parent / "templates")
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True, "undefined": StrictUndefined}
    app.jinja_env.globals.update(GLOBALS)
    app.jinja_env.filters.update(FILTERS)
    for subject in SUBJECTS:
        app.register_blueprint(subject.routes)
