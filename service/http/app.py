"""The application: the routes, and what surrounds every request."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from flask import Flask

from ..store import StoreError, open_store
from . import cors, csrf, metrics, pages, problems, rates, state, telemetry
from .config import Config
from .proxies import believing
from .routes import batch, compare, docs, health, matches, records, rulesets, rulings, score

HERE = Path(__file__).parent
SUBJECTS = (records, matches, compare, score, batch, rulings, rulesets, docs, health)


def complete(app: Flask) -> Flask:
    """Reads every template of `app` now: later, those of another version may be on the disk."""
    for name in app.jinja_env.list_templates():
        app.jinja_env.get_template(name)
    return app


def create_app(config: Config | None = None, *, create: bool = True) -> Flask:
    """The service as a WSGI application.

    `config` defaults to what the environment says.  `create`: the file that rulings are kept in is made now if it is
    not there; it is not made later, when it may only be lost for a while.  Routes may be added to what comes back,
    until the first request.  Raises `ValueError`, naming the setting, for one that cannot be read.
    """
    config = Config.from_environment() if config is None else config
    library = metrics.library() if config.metrics else None
    counters = metrics.Metrics(library) if library is not None else None
    # Told where it lives: Flask would look for it along a path that the folders mapped into `bummerl` do not have.
    app = Flask(__name__, static_folder=None, root_path=str(HERE), instance_path=str(HERE))
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.config["MAX_CONTENT_LENGTH"] = app.config["MAX_FORM_MEMORY_SIZE"] = config.max_record
    app.config["PROVIDE_AUTOMATIC_OPTIONS"] = True
    if config.forwarded > 0:
        app.wsgi_app = believing(app.wsgi_app, config.forwarded)  # type: ignore[method-assign,assignment]
    if create and config.database is not None:
        with suppress(StoreError):  # whoever needs it is told
            open_store(config.database).close()
    own = state.State(config, counters)
    state.keep(app, own)
    telemetry.register(app, config, counters)
    rates.register(app, own)  # behind telemetry: what is refused has an id, too, and is counted
    cors.register(app)
    csrf.register(app)
    problems.register(app, pages.as_page)
    for subject in SUBJECTS:
        app.register_blueprint(subject.routes)
    pages.register(app)
    return app
