"""The store as the routes see it: what it cannot do is a refusal that says when to ask again.

Why, with files and machines, is for whoever runs the service, and stands in the log.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Final

from ..store import Store, StoreError
from .logs import LOGGER
from .problems import Refusal
from .state import state

_STATUS: Final = {
    "store.unavailable": HTTPStatus.SERVICE_UNAVAILABLE,
    "store.newer": HTTPStatus.SERVICE_UNAVAILABLE,
    "store.full": HTTPStatus.INSUFFICIENT_STORAGE,
    "store.conflict": HTTPStatus.CONFLICT,
}
_LATER: Final = {"store.unavailable": "5", "store.newer": "60", "store.full": "60"}
"""After how many seconds it is worth asking again."""


@contextmanager
def storing() -> Iterator[Store]:
    """The store of this application.  Raises `Refusal`: 503 without one, and 503, 507, 409 for what it could not do."""
    something_is_kept()
    try:
        store = state().store
        assert store is not None  # there is a database
        yield store
    except StoreError as error:
        if error.code in _LATER:
            LOGGER.error("store", extra={"code": error.code, "detail": error.message})
        headers = {"Retry-After": _LATER[error.code]} if error.code in _LATER else {}
        raise Refusal(_STATUS.get(error.code, 503), error.code, error.public, headers=headers) from error


def something_is_kept() -> None:
    """Raises `Refusal` (503) if this service has no database."""
    if state().config.database is None:
        raise Refusal(503, "store.none", "This service keeps nothing: it was started without a database.")
