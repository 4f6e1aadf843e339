"""Both databases of a club's book, each the real one, and passwords that are quick to check."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.club.book.database import store_in
from companion.club.keeper import Password
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


LITTLE_WORK = 2**6


@pytest.fixture
def costly_passwords() -> None:
    """Hash passwords with the work that a club's take."""


@pytest.fixture(autouse=True)
def quick_passwords(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords with little work, unless a test needs them costly."""
    if "costly_passwords" in request.fixturenames:
        return

    def quick(password: str) -> Password:
        salted = Password(secrets.token_hex(16), "", n=LITTLE_WORK)
        return msgspec.structs.replace(salted, hash=salted.hash_of(password).hex())

    monkeypatch.setattr(Password, "of", quick)
