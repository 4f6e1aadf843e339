"""Both databases of a club's book, each the real one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.club.book.database import store_in
from tests.support.postgresql import PostgreSQL, postgresql


@pytest.fixture(scope="session")
def server() -> Iterator[PostgreSQL]:
    with postgresql() as running:
        yield running


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.needs("postgresql"))])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty book, in each database."""
    if request.param == "sqlite":
        return store_in(tmp_path / "club")
    running: PostgreSQL = request.getfixturevalue("server")
    return running.new_database()
