"""The book's database, SQLite or PostgreSQL: schema, reading and writing.

A writer is alone from the first statement of its transaction to the commit, and the commit is durable.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from companion.club.book import schema

FILE = "book.sqlite"
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON")
IN_USE_S = 10.0
"""Timeout of a writer that waits for another process."""
UNREACHABLE_S = 5
"""Timeout of a connection to a server."""
LOCK = 0x7469646574616201
"""Id of the advisory lock for writers of one PostgreSQL database."""
DRIVERS = {"sqlite": "sqlite+pysqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
EXPECTED = 'an address such as "sqlite:///club/book.sqlite" or "postgresql://club@localhost/club"'


class BadStore(ValueError):
    """An unusable address of a book, quoted beside a good one."""


class Database:
    """The database at *url*, at the newest schema.

    SQLite's file is created if it is missing.

    :raises BadStore: if *url* isn't that of a supported database.
    :raises BookTooNew: if a newer program wrote it.
    :raises sqlalchemy.exc.SQLAlchemyError: if it can't be reached or read.
    """

    def __init__(self, url: str) -> None:
        address = _address(url)
        self.is_file = address.get_backend_name() == "sqlite"
        self._engine = _sqlite(address) if self.is_file else _postgresql(address)
        try:
            self._migrate()
        except BaseException:
            self._engine.dispose()
            raise

    def close(self) -> None:
        """Close the connections."""
        self._engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a connection for reading one snapshot of the book."""
        with self._engine.connect() as connection:
            if not self.is_file:
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a connection for one exclusive write transaction.

        It is committed durably on exit, and rolled back by an exception.
        """
        with self._engine.connect() as connection, connection.execution_options(is_writing=True).begin():
            if not self.is_file:
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
            yield connection

    def empty_log(self) -> None:
        """Checkpoint and truncate SQLite's log, so that it holds no old page."""
        if self.is_file:
            with self._engine.connect() as connection:
                cursor: Any = connection.connection.cursor()
                cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                cursor.close()

    def _migrate(self) -> None:
        with self.writing() as connection:
            number = schema.prepare(connection)
        for following in range(number + 1, len(schema.STEPS) + 1):
            with self.writing() as connection:
                if schema.prepare(connection) < following:
                    schema.step(connection, following)


def store_in(folder: Path) -> str:
    """Return the address of the book in *folder*."""
    return f"sqlite:///{folder / FILE}"


def _address(url: str) -> URL:
    try:
        address = make_url(url)
    except ArgumentError as error:
        raise BadStore(f"the store is no address: expected {EXPECTED}") from error
    driver = DRIVERS.get(address.drivername)
    if driver is None or not address.database:
        raise BadStore(f"the store {address.render_as_string()!r} is none of the book's: expected {EXPECTED}")
    return address.set(drivername=driver)


def _sqlite(address: URL) -> Engine:
    file = Path(address.database or "")
    file.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))  # names are for the club's own user
    engine = create_engine(address, connect_args={"timeout": IN_USE_S}, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: object) -> None:
        connection.isolation_level = None  # transactions begin below, and nowhere else
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begins(connection: Connection) -> None:
        is_writing = connection.get_execution_options().get("is_writing", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing else "BEGIN")

    return engine


def _postgresql(address: URL) -> Engine:
    arguments = {"connect_timeout": UNREACHABLE_S, "options": "-c synchronous_commit=on -c timezone=UTC"}
    return create_engine(address, connect_args=arguments, pool_pre_ping=True, hide_parameters=True)
