"""Proxies before the service that are believed: who asks, under which address they reached it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from werkzeug.middleware.proxy_fix import ProxyFix

Application = Callable[[dict[str, Any], Any], Iterable[bytes]]
_PREFIX: Final = "HTTP_X_FORWARDED_PREFIX"
_is_path = re.compile(r"(/[\w.~-]+)*/?", re.ASCII).fullmatch


def believing(app: Application, proxies: int) -> Application:
    """The application behind so many proxies.

    A prefix that is no path is left out: one that a proxy passes on as it came could lead to another site.
    """
    behind = ProxyFix(app, x_for=proxies, x_proto=proxies, x_host=proxies, x_prefix=proxies)

    def checked(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if not all(_is_path(each.strip()) for each in environ.get(_PREFIX, "").split(",")):
            del environ[_PREFIX]
        return behind(environ, start_response)

    return checked
