"""What is kept: rulings with everything they hang on, and the tokens of those who may keep and list them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Literal, Protocol

from .times import said

KEEP: Final = "keep"
LIST: Final = "list"
MAY: Final = frozenset({KEEP, LIST})
"""What a token can allow: to keep rulings, to list them."""


@dataclass(frozen=True, slots=True)
class StoredRuleset:
    """A ruleset as it was when a ruling was given; stored once, however many rulings follow it.

    `source` is `Ruleset.data`: posted as a house ruleset it has the same digest and gives the same rulings.
    """

    id: str
    version: str
    digest: str
    source: Mapping[str, Any] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A ruling that is to be kept.  Names of players that should not be kept are replaced before.

    `record` is the hand as it was judged, `log` the text that it was read from, if it was text, `options` every house
    rule in force, `engine` the version of the program.  All mappings are plain JSON.
    """

    record: Mapping[str, Any]
    log: str | None = None
    ruleset: StoredRuleset
    options: Mapping[str, Any]
    lang: str
    cards: str | None = None
    verdict: Mapping[str, Any]
    engine: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling(Draft):
    """A kept ruling; it never changes.  `kept_at` is UTC, to the millisecond.

    `delete_hash` is the SHA-256 of the token that deletes it, in hexadecimal digits; None: nobody has such a token.
    """

    id: str
    kept_at: datetime
    delete_hash: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class IdempotencyKey:
    """A client's word for one request, so that the request, sent again within 24 hours, keeps nothing twice.

    `owner` is whoever may use the key (a client or a token's id), `request` anything that is the same for the same
    request only, such as its SHA-256.
    """

    owner: str
    key: str
    request: str


@dataclass(frozen=True, slots=True)
class Kept:
    """The answer to keeping.  `repeated`: the ruling was kept before, under the same key; its token is the same."""

    ruling: Ruling
    delete_token: str = field(repr=False)
    repeated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """A line in the list of rulings: what helps to find one again."""

    id: str
    kept_at: datetime
    ruleset: str
    version: str
    digest: str
    status: str
    rule: str | None
    players: Mapping[str, str]
    lang: str

    def as_json(self) -> dict[str, Any]:
        """The line as plain JSON."""
        return {
            "id": self.id,
            "kept_at": said(self.kept_at),
            "ruleset": {"id": self.ruleset, "version": self.version, "digest": self.digest},
            "status": self.status,
            "rule": self.rule,
            "players": dict(self.players),
            "lang": self.lang,
        }


@dataclass(frozen=True, slots=True)
class Page:
    """A part of the list, newest first; `after` asks for the next part, None: this was the last."""

    rulings: tuple[Summary, ...]
    after: str | None


@dataclass(frozen=True, slots=True)
class Token:
    """Who may do what.  `expires`: from then on it is of no use; None: never.  Times are UTC."""

    id: str
    name: str
    may: frozenset[str]
    created: datetime
    expires: datetime | None


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token with its secret, which is shown this once and not stored."""

    token: Token
    secret: str = field(repr=False)


class Store(Protocol):
    """Keeps rulings and tokens.

    Any method may raise `StoreError`.  Then nothing was changed, except where the connection was lost just before the
    answer came: an Idempotency-Key makes asking again safe.  All threads of a process may use one store; a process that
    forks opens it afterwards.  Ids are taken in any case, with or without the hyphen.
    """

    @property
    def kind(self) -> Literal["sqlite", "postgresql"]:
        """Which database it is."""

    def keep(self, draft: Draft, key: IdempotencyKey | None = None) -> Kept:
        """Keep a ruling under a new id.  When this returns, it is on the disk.

        Raises `Conflict` if the key stands for another request, or for a ruling that has been deleted.
        """

    def ruling(self, id: str) -> Ruling | None:
        """The ruling with this id; None if there is none."""

    def ruleset(self, digest: str) -> StoredRuleset | None:
        """The ruleset with this digest, if there is a ruling under it."""

    def delete(self, id: str, token: str) -> bool | None:
        """Delete a ruling.  True: it is gone; False: this is not its token; None: there is no such ruling."""

    def remove(self, id: str) -> bool:
        """Delete a ruling without its token, for whoever runs the service; False if there is no such ruling."""

    def listed(self, *, limit: int, after: str | None = None) -> Page:
        """At most `limit` rulings, newest first, beginning after the place that an earlier page named.

        Raises `BadCursor` for an `after` that no page has named, `ValueError` for a `limit` below 1.
        """

    def every(self) -> Iterator[Ruling]:
        """All rulings, oldest first, a few at a time in memory."""

    def take_in(self, ruling: Ruling) -> bool:
        """Keep a ruling that was kept elsewhere, as it is; False if it is there already.

        Raises `Conflict` if another ruling has its id.
        """

    def create_token(self, name: str, may: frozenset[str], expires: datetime | None = None) -> NewToken:
        """Make a token.  `may` is out of `MAY`, `expires` has a time zone; `ValueError` if either is not so."""

    def tokens(self) -> list[Token]:
        """All tokens, oldest first, expired ones too."""

    def revoke(self, id: str) -> bool:
        """Take a token back, at once and for good; False if there is none with this id."""

    def token(self, secret: str) -> Token | None:
        """The token with this secret, if it has not expired."""

    def count(self) -> int:
        """How many rulings are kept."""

    def ping(self) -> None:
        """Return if the store can answer; raise `StoreError` if not."""

    def close(self) -> None:
        """Let go of all connections; the store is of no use afterwards."""
