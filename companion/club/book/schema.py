"""The book's schema in SQLite and PostgreSQL, and its migrations.

Law: a shipped step never changes; a new step is added at the end. Each step and its number are one transaction.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Connection, MetaData, Table, Text, select

METADATA = MetaData()
SETTING = Table("setting", METADATA, Column("name", Text, primary_key=True), Column("value", Text, nullable=False))
"""The schema's number, and the club's own settings."""
PLACE = Table(
    "place",
    METADATA,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("id", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("first_seen", Text, nullable=False),
)
"""The club's tables, numbered from 1 in order of appearance."""
RESULT = Table(
    "result",
    METADATA,
    Column("place", BigInteger, primary_key=True),
    Column("game", BigInteger, primary_key=True),
    Column("version", BigInteger, nullable=False),
    Column("slug", Text, nullable=False),
    Column("mode", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("result", Text, nullable=False),
    Column("mood", Text, nullable=False),
    Column("minutes", BigInteger, nullable=False),
    Column("ended", Text, nullable=False),
    Column("arrived", Text, nullable=False),
    Column("fingerprint", Text, nullable=False),
    Column("commitment", Text),
    Column("verdict", Text, nullable=False),
    Column("why", Text, nullable=False),
)
"""The finished games; *version* is the last part of the message's id."""
PERSON = Table(
    "person",
    METADATA,
    Column("place", BigInteger, primary_key=True),
    Column("game", BigInteger, primary_key=True),
    Column("seat", BigInteger, primary_key=True),
    Column("name", Text, nullable=False),
    Column("has_won", BigInteger, nullable=False),
    Column("is_forgotten", BigInteger, nullable=False),
)
"""People by seat; *name* is "" once forgotten."""
RECORD = Table(
    "record",
    METADATA,
    Column("place", BigInteger, primary_key=True),
    Column("game", BigInteger, primary_key=True),
    Column("version", BigInteger, nullable=False),
    Column("fingerprint", Text, nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("arrived", Text, nullable=False),
    Column("altered", Text, nullable=False),
    Column("text", Text, nullable=False),
)
"""Kept records, with the fingerprint of the received bytes.

*altered* is the moment when names were deleted, or "".
"""

STEPS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE place (number BIGINT PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL,"
        " first_seen TEXT NOT NULL)",
        "CREATE TABLE result (place BIGINT NOT NULL REFERENCES place (number), game BIGINT NOT NULL,"
        " version BIGINT NOT NULL, slug TEXT NOT NULL, mode TEXT NOT NULL, name TEXT NOT NULL, result TEXT NOT NULL,"
        " mood TEXT NOT NULL, minutes BIGINT NOT NULL, ended TEXT NOT NULL, arrived TEXT NOT NULL,"
        " fingerprint TEXT NOT NULL, commitment TEXT, verdict TEXT NOT NULL, why TEXT NOT NULL,"
        " PRIMARY KEY (place, game))",
        "CREATE INDEX result_by_verdict ON result (verdict, why)",
        "CREATE TABLE person (place BIGINT NOT NULL, game BIGINT NOT NULL, seat BIGINT NOT NULL, name TEXT NOT NULL,"
        " has_won BIGINT NOT NULL, is_forgotten BIGINT NOT NULL, PRIMARY KEY (place, game, seat),"
        " FOREIGN KEY (place, game) REFERENCES result (place, game))",
        "CREATE INDEX person_by_name ON person (name)",
        "CREATE TABLE record (place BIGINT NOT NULL REFERENCES place (number), game BIGINT NOT NULL,"
        " version BIGINT NOT NULL, fingerprint TEXT NOT NULL, size BIGINT NOT NULL, arrived TEXT NOT NULL,"
        " altered TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (place, game))",
    ),
)
"""Migrations: step *n* leads from schema *n* - 1 to *n*.

Steps count from 1. Both databases accept the statements.
"""
NUMBER = "schema"


class BookTooNew(RuntimeError):
    """A newer program wrote the book."""


def prepare(connection: Connection) -> int:
    """Create the settings table if needed; return the schema's number.

    :raises BookTooNew: if this program doesn't know that schema.
    """
    connection.exec_driver_sql("CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
    number = int(connection.scalar(select(SETTING.c.value).where(SETTING.c.name == NUMBER)) or 0)
    if number > len(STEPS):
        raise BookTooNew(
            f"the book is of schema {number}, and this program knows up to {len(STEPS)}: use a program as new as the"
            " one that wrote it, or another --store"
        )
    return number


def step(connection: Connection, number: int) -> None:
    """Migrate the book from schema *number* - 1 to *number*."""
    for statement in STEPS[number - 1]:
        connection.exec_driver_sql(statement)
    connection.execute(SETTING.delete().where(SETTING.c.name == NUMBER))
    connection.execute(SETTING.insert().values(name=NUMBER, value=str(number)))
