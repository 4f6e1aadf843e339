"""The book's values, as others read them."""

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
"""Why a record isn't verified, a key of texts below ``club.book.why``; "" where it is."""


class ClubTable(Struct, frozen=True):
    """One of the club's tables: *number* from 1 in the order of their first being heard, *first_seen* in UTC."""

    number: int
    id: str
    name: str
    first_seen: str


class Person(Struct, frozen=True):
    """Somebody of a game: *name* is "" where none was told, or where it is forgotten."""

    seat: int
    name: str = ""
    has_won: bool = False
    is_forgotten: bool = False


class FinishedGame(Struct, frozen=True):
    """A finished game in the book: at the club's table number *table*, its game number *game*.

    *ended* is when, in UTC, as its table says, else when it *arrived*. *altered* is when names were taken out of its
    kept record, "" where none were: then the record's bytes don't give the fingerprint any more.
    """

    table: int
    table_name: str
    game: int
    id: str
    slug: str
    mode: Mode
    name: str
    people: tuple[Person, ...]
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


class Waiting(Struct, frozen=True):
    """A record that waits to be verified, and what was said of its game."""

    table: int
    game: int
    version: int
    slug: str
    mode: Mode
    commitment: str | None
    text: str


class Judged(Struct, frozen=True):
    """The judgement of a record: a *verdict*, *why*, and who won by its rules, by seat; None where nobody knows."""

    verdict: Verdict
    why: Why = ""
    winners: tuple[int, ...] | None = None
