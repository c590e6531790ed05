"""Who may do what: keep rulings, list them, delete one.

Where keeping is open, it is open to whoever reaches the service, and that may be a browser which a page of another site
has sent.  Such requests are told by what browsers say of them and pages cannot change: Sec-Fetch-Site and Origin, and,
against names that are made to point to this computer, the Host that a browser has asked for.  A token makes up for all
of it: another site's page has none.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from flask import g, request

from ..store import KEEP, LIST, Token
from .config import is_loopback
from .problems import Refusal
from .state import state
from .storing import something_is_kept, storing

_CHALLENGE: Final = 'Bearer realm="Bummerl"'
_LONGEST_SECRET: Final = 200
_OURS: Final = frozenset({"same-origin", "none"})
_PASSED_ON: Final = (
    "HTTP_X_FORWARDED_FOR",
    "HTTP_X_FORWARDED_HOST",
    "HTTP_X_FORWARDED_PROTO",
    "HTTP_FORWARDED",
    "HTTP_VIA",
    "HTTP_X_REAL_IP",
    "HTTP_TRUE_CLIENT_IP",
    "HTTP_CF_CONNECTING_IP",
)
"""What proxies say; a simple one that says nothing asks in HTTP/1.0, as nginx does if it is told nothing else."""


def may_keep() -> None:
    """Returns if this request may have a ruling kept; raises `Refusal` (401, 403, 421) with the reason if not."""
    something_is_kept()
    keeping = state().config.keeping
    if keeping == "off":
        raise Refusal(403, "request.forbidden", "This service keeps no rulings.")
    if may(KEEP, needed=keeping == "token"):
        return
    not_from_elsewhere()
    addressed_here()


def may_list() -> None:
    """Returns if this request may see which rulings there are; raises `Refusal` (401, 403) if not."""
    something_is_kept()
    may(LIST, needed=True)


def may_delete() -> None:
    """Returns if this request may delete a ruling whose token it brings; raises `Refusal` (421) if not."""
    something_is_kept()
    if state().config.keeping == "open":
        addressed_here()


def delete_token() -> str:
    """The token for deleting that this request brings as its `Authorization`; raises `Refusal` (401) if it has none."""
    found = bearer()
    if not found:
        raise refused_token("Deleting a ruling takes the token that was given when it was kept.")
    return found


def client() -> str:
    """Who asks, for counting and for Idempotency-Keys: an API token, or else the address."""
    found = known_token()
    return f"token {found.id}" if found is not None else by_address(request.environ)


def by_address(environ: Mapping[str, Any]) -> str:
    """Who asks, as far as the address tells."""
    return "address " + network(environ.get("REMOTE_ADDR") or "")


def may(what: str, *, needed: bool) -> bool:
    """Whether this request brings an API token that allows `what`.

    One that is wrong is refused even where none is needed: whoever sends it counts on it.
    """
    secret = bearer()
    if secret is None:
        if needed:
            raise refused_token("This takes an API token: `Authorization: Bearer …`.")
        return False
    found = known_token()
    if found is None:
        raise refused_token("This API token is not known here, has expired, or was revoked.", "invalid_token")
    if what not in found.may:
        headers = {"WWW-Authenticate": f'{_CHALLENGE}, error="insufficient_scope", scope="{what}"'}
        raise Refusal(403, "request.forbidden", f"This API token does not allow to {what}.", headers=headers)
    return True


def refused_token(detail: str, error: str | None = None) -> Refusal:
    """The refusal of a request whose token is missing or wrong (RFC 6750)."""
    told = _CHALLENGE + (f', error="{error}"' if error else "")
    return Refusal(401, "request.token", detail, headers={"WWW-Authenticate": told})


def bearer() -> str | None:
    """What this request brings as `Authorization: Bearer …`, be it nothing, or as a token in a form; None without."""
    presented: str | None = g.get("presented")
    if presented is not None:
        return presented
    scheme, _, secret = request.environ.get("HTTP_AUTHORIZATION", "").strip().partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else None


def present(secret: str) -> None:
    """Takes the API token that somebody typed into a form for what this request brings as its `Authorization`."""
    g.presented = secret.strip()
    g.pop("token", None)  # it may have been looked up before the form was read


def known_token() -> Token | None:
    """The API token of this request, if it brings one that is valid; looked up once for each request.

    Raises `Refusal` (503) while nobody can look it up.
    """
    if "token" not in g:
        g.token = _looked_up()
    found: Token | Refusal | None = g.token
    if isinstance(found, Refusal):
        raise found
    return found


def _looked_up() -> Token | Refusal | None:
    secret = bearer()
    if not secret or len(secret) > _LONGEST_SECRET or state().config.database is None:
        return None
    try:
        with storing() as store:
            return store.token(secret)
    except Refusal as refusal:
        return refusal


def client_whatever_comes(environ: Mapping[str, Any]) -> str:
    """The same as `client`, by the address while nobody can look a token up."""
    if "HTTP_AUTHORIZATION" in environ:
        with suppress(Refusal):
            return client()
    return by_address(environ)


def not_from_elsewhere() -> None:
    """Raises `Refusal` (403) if a browser sends this request for a page of another site.

    The same checks as in Go's `http.CrossOriginProtection`: Sec-Fetch-Site where there is one, or else whether the
    Origin is the host that was asked for.  What has neither comes from no browser.
    """
    headers = request.headers
    fetched = headers.get("Sec-Fetch-Site")
    if fetched is not None:
        ours = fetched in _OURS
    else:
        origin = headers.get("Origin")
        ours = origin is None or _split(origin).netloc.lower() == request.host.lower()
    if not ours:
        raise Refusal(
            403,
            "request.origin",
            "This was sent by a page of another site, which may ask for rulings and not have them kept or deleted. "
            "A program may if it brings an API token.",
        )


def addressed_here() -> None:
    """Raises `Refusal` (421) for a request from this computer that was meant for a host of another name.

    A page of any site can be given a name that leads to 127.0.0.1; its requests then say that name.
    """
    if not is_loopback(request.remote_addr or "127.0.0.1"):
        return
    passed_on = request.environ.get("SERVER_PROTOCOL") == "HTTP/1.0" or any(
        map(request.environ.__contains__, _PASSED_ON)
    )
    if passed_on and not state().config.forwarded:
        raise Refusal(
            421,
            "request.host",
            "This came through a proxy, and the service was not told that there is one: whom it stands for cannot be "
            "known. Bring an API token, or start the service with --behind-proxy.",
        )
    host = _split(f"//{request.host}").hostname or ""
    if not is_loopback(host):
        raise Refusal(
            421,
            "request.host",
            f"At this computer the service is called 127.0.0.1 or localhost, not `{host[:60]}`: "
            "rulings are kept and deleted under these names only.",
        )


@lru_cache(maxsize=4096)
def network(address: str) -> str:
    """The client that an address stands for: itself, or the /64 network of an IPv6 address, which is one customer's."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((found, 64), strict=False))


def _split(url: str) -> SplitResult:
    try:
        return urlsplit(url)
    except ValueError:
        return urlsplit("")
