"""Backups as pages show them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.engine.values.message import Message

Identity = Literal["replaces", "second"]
"""Whether a restored table replaces the old one or is a second.

A second table has an id of its own.
"""
MAX_UPLOAD = 64 * 2**20
"""Maximum size of an uploaded backup, in bytes.

Thousands of evenings take less.
"""


class InBackup(Struct, frozen=True):
    """The contents of an uploaded backup.

    *name* is its table's name; *at* is when it was made, "" if the date was unknown. The rest are counts and names of
    its contents. *broken* games differ from the games as they were played, and are left out.
    """

    name: str
    at: str
    games: int
    goes_on: int
    kits: tuple[str, ...]
    boards: tuple[str, ...]
    languages: tuple[str, ...]
    broken: int = 0


class NightPlace(Struct, frozen=True):
    """A place for nightly backups: the settings' folder or a memory stick.

    A stick is known by its *id*. *name* is the folder's path or the stick's name; a folder always counts as *there*.
    *at* is the time of the last backup made there, "" if the date was unknown, None for none. *failed* is why the
    newest backup failed, and *failed_at* when.
    """

    kind: Literal["folder", "stick"]
    id: str
    name: str
    there: bool
    at: str | None
    failed: Message | None = None
    failed_at: str = ""


class NewStick(Struct, frozen=True):
    """A plugged-in memory stick without backups.

    It is known by its *id*; *asked* is the table's answer.
    """

    id: str
    name: str
    asked: str = ""


class Nights(Struct, frozen=True):
    """The owner's view of nightly backups.

    *making* is True while one is being made, *dated* if the date is reliable.
    """

    places: tuple[NightPlace, ...]
    new_sticks: tuple[NewStick, ...]
    making: bool
    dated: bool
