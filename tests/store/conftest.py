"""Every test that takes `url` or `store` runs twice: on a SQLite file and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from bummerl.service.store import Store, open_store

from tests.databases import emptied, postgresql

Opener = Callable[..., Store]


@pytest.fixture(scope="session")
def server_database() -> Iterator[str]:
    """A PostgreSQL database of this process's own."""
    with postgresql() as url:
        yield url


@pytest.fixture
def postgres(server_database: str) -> str:
    """An empty PostgreSQL database."""
    return emptied(server_database)


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """The name of a file that is not there yet."""
    return str(tmp_path / "rulings.db")


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """An empty database of each kind."""
    found: str = request.getfixturevalue({"sqlite": "sqlite", "postgresql": "postgres"}[request.param])
    return found


@pytest.fixture
def opened() -> Iterator[Opener]:
    """Opens stores, and closes them at the end."""
    stores: list[Store] = []

    def opener(url: str, patience: float = 120.0, create: bool = True) -> Store:
        stores.append(open_store(url, patience=patience, create=create))
        return stores[-1]

    yield opener
    for store in stores:
        store.close()


@pytest.fixture
def store(url: str, opened: Opener) -> Store:
    """An empty store of each kind."""
    return opened(url)
