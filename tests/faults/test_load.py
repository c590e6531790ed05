"""The load of `python -m bench.load`, for a few seconds: no error, nothing lost. How fast it is, the bench tells."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from bench import records
from bench.load import CLIENTS, KINDS, load
from tests.databases import postgresql

from ..serving import serving

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="workers are Unix processes")


@contextmanager
def a_file(folder: Path) -> Iterator[str]:
    """A database that is not there yet."""
    yield str(folder / "rulings.db")


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_fifty_clients_at_once(kind: str, tmp_path: Path) -> None:
    random = Random(20)
    hands = [json.dumps(records.play(records.deal(random), random)).encode() for _ in range(20)]
    with (
        a_file(tmp_path) if kind == "sqlite" else postgresql() as url,
        serving("--workers", 2, "--database", url, "--rate", "none") as service,
    ):
        outcome = load(service.port, CLIENTS, 5.0, hands)
        assert not outcome.errors, outcome.errors
        assert outcome.kept
        assert outcome.lost == []
        assert all(outcome.times[what] for what in KINDS)
        assert not [line for line in service.lines() if line["event"] != "request"]
