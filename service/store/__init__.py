"""Kept rulings: in a SQLite file, or in PostgreSQL for several machines.  `open_store` is the door.

Knows neither HTTP nor the command line.
"""

from .errors import BadCursor, Conflict, StoreError
from .ids import new_id, read_id
from .model import (
    KEEP,
    LIST,
    MAY,
    Draft,
    IdempotencyKey,
    Kept,
    NewToken,
    Page,
    Ruling,
    Store,
    StoredRuleset,
    Summary,
    Token,
)
from .opening import default_url, open_store
from .times import said

__all__ = [
    "KEEP", "LIST", "MAY", "BadCursor", "Conflict", "Draft", "IdempotencyKey", "Kept", "NewToken", "Page", "Ruling",
    "Store", "StoreError", "StoredRuleset", "Summary", "Token", "default_url", "new_id", "open_store", "read_id",
    "said",
]  # fmt: skip
