"""The command line, called inside this process, or as a process of its own where that matters."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from bummerl.service.cli.main import bummerl
from click.testing import CliRunner, Result

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
Run = Callable[..., Result]
Process = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Call `bummerl` with these arguments; an exception that is not an exit fails the test."""
    for name in ("FORCE_COLOR", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")

    def call(*arguments: object, stdin: str | bytes | None = None) -> Result:
        result = CliRunner().invoke(bummerl, [str(a) for a in arguments], input=stdin, prog_name="bummerl")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return call


@pytest.fixture
def process() -> Process:
    """Run `bummerl` as a process of its own."""

    def call(*arguments: object, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [sys.executable, "-c", "from bummerl.service.cli import main; main()", *map(str, arguments)],
            input=stdin,
            capture_output=True,
            check=False,
            timeout=60,
            env={**os.environ, "COLUMNS": "80", "PYTHONWARNINGS": "error", **environment},
        )

    return call
