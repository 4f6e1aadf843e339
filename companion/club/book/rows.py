"""Values of the book for its readers."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from companion.outside.messages import Mode, Mood

Verdict: TypeAlias = Literal["yes", "no", "not yet", "can't"]
Why: TypeAlias = Literal[
    "",
    "no-record",
    "waiting",
    "fingerprint",
    "another-game",
    "unreadable",
    "refused",
    "draws",
    "not-here",
    "unpromised",
    "slow",
]
"""Reasons of an unverified record, as keys below ``club.book.why``.

"" means that it is verified.
"""


class ClubTable(Struct, frozen=True):
    """One of the club's tables, numbered from 1 in order of appearance.

    *first_seen* is in UTC.
    """

    number: int
    id: str
    name: str
    first_seen: str


class PersonRow(Struct, frozen=True):
    """A person of a game; *name* is "" if unknown or forgotten."""

    seat: int
    name: str = ""
    has_won: bool = False
    is_forgotten: bool = False


class FinishedGame(Struct, frozen=True):
    """A finished game in the book, by table and game number.

    *table* is the club's number of the table. *ended* is its end in UTC by its table's word, else the moment it
    *arrived*. *altered* is the moment when names were deleted from its kept record, "" if none were: then the record's
    bytes don't match the fingerprint any more.
    """

    table: int
    table_name: str
    game: int
    id: str
    slug: str
    mode: Mode
    name: str
    people: tuple[PersonRow, ...]
    result: str
    mood: Mood
    minutes: int
    ended: str
    arrived: str
    fingerprint: str
    commitment: str | None
    verdict: Verdict
    why: Why
    has_record: bool
    altered: str


class WaitingRow(Struct, frozen=True):
    """A record to be verified, with the data of its game's result."""

    table: int
    game: int
    version: int
    slug: str
    mode: Mode
    commitment: str | None
    text: str


class JudgedRow(Struct, frozen=True):
    """The judgement of a record: a *verdict*, *why*, and the winners' seats.

    They are those by its rules; None means unknown.
    """

    verdict: Verdict
    why: Why = ""
    winners: tuple[int, ...] | None = None
