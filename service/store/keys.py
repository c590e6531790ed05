"""Secrets: made here, shown once, stored as SHA-256 only."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from typing import Final

PREFIX: Final = "bummerl_"
"""In front of an API token's secret, so that one that lies about is known for what it is."""
SALT: Final = 32


def new_secret() -> str:
    """The secret of an API token."""
    return PREFIX + secrets.token_urlsafe(32)


def new_salt() -> bytes:
    """Bytes by chance, 256 bits of them."""
    return secrets.token_bytes(SALT)


def delete_token(salt: bytes, *words: str) -> str:
    """The token that deletes a ruling: as hard to guess as `salt`, and without a trace of the client's words.

    What is kept under an Idempotency-Key has a token made of a stored salt and the key, which is not stored: who sends
    the request again gets it again, and who reads the database does not.
    """
    made = hmac.digest(salt, joined(*words), "sha256")
    return base64.urlsafe_b64encode(made).rstrip(b"=").decode("ascii")


def hashed(secret: str) -> str:
    """SHA-256 in hexadecimal digits, which is all that is stored of a secret."""
    return hashlib.sha256(_bytes(secret)).hexdigest()


def joined(*words: str) -> bytes:
    """Words as bytes, such that different words are different bytes."""
    return b"".join(len(part).to_bytes(8, "big") + part for part in map(_bytes, words))


def same(given: str, stored: str | None) -> bool:
    """Whether `stored` is the hash of the secret `given`, in a time that says nothing."""
    return hmac.compare_digest(hashed(given), stored or "")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
