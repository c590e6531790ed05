"""Rulings over HTTP: `create_app` makes the WSGI application, `bummerl.service.http.server.serve` runs it."""

from .app import create_app
from .config import Config

__all__ = ["Config", "create_app"]
