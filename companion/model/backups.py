"""Backups as pages show them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.engine.values.message import Message

Identity = Literal["replaces", "second"]
"""Whether a restored table is the old one from now on, or a second beside it, with an id of its own."""
MAX_UPLOAD = 64 * 2**20
"""So many bytes a backup has at most that a page sends; thousands of evenings have fewer."""


class InBackup(Struct, frozen=True):
    """The contents of a backup that a page has sent: whose table it is, when it was made, and counts of what is in it.

    *at* is "" where nobody knew the date. *broken* games aren't as they were played, and are left out.
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
    """A place that is given a backup each night: the folder of the settings, or a memory stick by its *id*.

    *name* is the folder's path or the stick's name; a folder is always taken to be *there*. *at* is the moment of the
    last backup made there, "" where the date wasn't known, None for none; *failed* is why the newest wasn't, and
    *failed_at* when.
    """

    kind: Literal["folder", "stick"]
    id: str
    name: str
    there: bool
    at: str | None
    failed: Message | None = None
    failed_at: str = ""


class NewStick(Struct, frozen=True):
    """A memory stick that is in and given no backups: by its *id*, with its *name*; *asked* is the table's answer."""

    id: str
    name: str
    asked: str = ""


class Nights(Struct, frozen=True):
    """All that the owner is told of nightly backups; *making* while one is made, *dated* where the date is sure."""

    places: tuple[NightPlace, ...]
    new_sticks: tuple[NewStick, ...]
    making: bool
    dated: bool
