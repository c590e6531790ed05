"""Schemathesis reads the published document and sends what it allows, and what it does not, to the application."""

from __future__ import annotations

import tempfile
import warnings
from typing import Any

import pytest
from bummerl.service.http import Config, create_app
from bummerl.service.store import MAY, open_store
from hypothesis import HealthCheck, settings

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import schemathesis
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        negative_data_rejection,
        response_headers_conformance,
        response_schema_conformance,
        status_code_conformance,
        unsupported_method,
    )


@schemathesis.serializer("application/x-ndjson")
def ndjson(_context: Any, value: Any) -> bytes:
    """A batch is text."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")


pytestmark = pytest.mark.filterwarnings("ignore")
folder = tempfile.TemporaryDirectory(prefix="bummerl-", ignore_cleanup_errors=True)
DATABASE = f"{folder.name}/rulings.db"
_store = open_store(DATABASE)
TOKEN = {"Authorization": f"Bearer {_store.create_token('whoever', MAY).secret}"}
_store.close()
schema = schemathesis.openapi.from_wsgi("/openapi.json", create_app(Config(database=DATABASE, keeping="open")))
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
]


@schema.parametrize()
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None)
def test_answers_are_as_published(case: schemathesis.Case) -> None:
    case.call_and_validate(checks=CHECKS, headers=TOKEN)


@schema.include(path_regex="/v1/rulings").parametrize()
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None)
def test_who_has_no_token_is_answered_as_published_too(case: schemathesis.Case) -> None:
    case.call_and_validate(checks=CHECKS)
