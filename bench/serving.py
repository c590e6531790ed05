"""`bummerl serve` as a process, and the databases that it keeps rulings in while it is measured."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from .candidates import ENGINES

SERVER = os.environ.get("BUMMERL_TEST_POSTGRES", "postgresql://postgres@127.0.0.1:5432")
"""A PostgreSQL on which databases may be made."""
COMMAND = [sys.executable, "-c", "from bummerl.service.cli import main; main()", "serve", "--port", "0"]


class Service:
    """The service on a free loopback port, no client limited. Raises `OSError` if it does not start."""

    def __init__(self, database: str, workers: int) -> None:
        options = ["--database", database, "--keeping", "open", "--rate", "none", "--workers", str(workers)]
        environment = {**os.environ, **ENGINES["compiled"], "PYTHONUNBUFFERED": "1", "BUMMERL_KEEPING_RATES": ""}
        self.process = subprocess.Popen([*COMMAND, *options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        text=True, env=environment, cwd=Path(__file__).parents[1])
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if "listens on" not in line:
            raise OSError(f"the service did not start with {database.partition(':')[0]}")
        self.port = int(line.split("http://", 1)[1].split()[0].rpartition(":")[2])

    def __enter__(self) -> Service:
        """Itself, to be stopped at the end."""
        return self

    def __exit__(self, *_: object) -> None:
        """Ask it to stop, and wait."""
        self.process.terminate()
        self.process.wait(90)

    def workers(self) -> list[int]:
        """Its processes that serve; none where /proc does not tell."""
        pid = self.process.pid
        with suppress(OSError):
            return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
        return []


@contextmanager
def databases() -> Iterator[tuple[dict[str, str], list[str]]]:
    """New, empty databases by their kind, and why one is missing; they are gone at the end."""
    missing: list[str] = []
    with TemporaryDirectory(prefix="bummerl-bench-") as folder:
        found = {"SQLite": str(Path(folder) / "rulings.db")}
        try:
            import psycopg

            server = psycopg.connect(SERVER, autocommit=True, connect_timeout=5)
        except (ImportError, OSError) as error:
            missing.append(f"PostgreSQL: {type(error).__name__}")
        except psycopg.OperationalError as error:
            missing.append(f"PostgreSQL: {str(error).splitlines()[0]}")
        else:
            name = f"bummerl_bench_{secrets.token_hex(4)}"
            with server:
                server.execute(f"CREATE DATABASE {name} ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0".encode())
                try:
                    yield {**found, "PostgreSQL": urlsplit(SERVER)._replace(path=f"/{name}").geturl()}, missing
                finally:
                    server.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())
            return
        yield found, missing
