"""Pages of other sites may ask for rulings, and read what there is; they cannot have anything kept or deleted.

What is asked is answered to anybody and without cookies, so `*` gives nothing away.
"""

from __future__ import annotations

from typing import Final

from flask import Flask, Response, request

ASKING: Final = frozenset(
    {
        "/v1/adjudicate",
        "/v1/validate",
        "/v1/replay",
        "/v1/matches/adjudicate",
        "/v1/compare",
        "/v1/score",
        "/v1/batch",
        "/v1/rulesets/check",
    }
)
"""What is posted to these addresses is answered and forgotten."""
READING: Final = frozenset(
    {
        "/v1/rulesets",
        "/v1/rulesets/<ruleset_id>",
        "/v1/rulesets/<first>/diff/<second>",
        "/v1/rulings/<ruling_id>",
        "/openapi.json",
        "/openapi.yaml",
    }
)
_SHOWN: Final = "Content-Language, ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-ID"
_HEADERS: Final = "Accept, Accept-Language, Content-Type, If-None-Match, X-Request-ID"


def register(app: Flask) -> None:
    """Adds the headers to `app`'s answers."""

    def finish(response: Response) -> Response:
        rule = request.url_rule.rule if request.url_rule is not None else ""
        method = request.method
        if rule in ASKING and method in ("POST", "OPTIONS"):
            methods = "POST"
        elif rule in READING and method in ("GET", "HEAD", "OPTIONS"):
            methods = "GET, HEAD"
        else:
            return response
        headers = response.headers
        headers.add("Access-Control-Allow-Origin", "*")
        if method != "OPTIONS":
            headers.add("Access-Control-Expose-Headers", _SHOWN)
        elif "Access-Control-Request-Method" in request.headers:
            headers.add("Access-Control-Allow-Methods", methods)
            headers.add("Access-Control-Allow-Headers", _HEADERS)
            headers.add("Access-Control-Max-Age", "86400")
        return response

    app.after_request(finish)
