"""Remembering: which sticks backups go onto, and what came of the last one at each place; a file beside the journal."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.engine.values.message import Message
from companion.runtime.keeping import keep
from companion.upkeep.backup.noting import give_to_owner

log = logging.getLogger(__name__)
T = TypeVar("T")

FILE = "nightly-backups.json"
"""No backup holds it: a table put back elsewhere writes onto nobody's stick before it was told to there."""


class Made(Struct, frozen=True):
    """The last backup of a place: *at* that moment, "" for an unknown one, in *file*, at the table's *position*."""

    at: str
    file: str
    position: str


class Failure(Struct, frozen=True):
    """The last backup that a place refused, since none was made there: *at* that moment, and what is *said* of it."""

    at: str
    said: Message


class Remembered(Struct, frozen=True):
    """All that is remembered: the *sticks* by their ids with their names, and what was *made* and *failed* by place."""

    sticks: Mapping[str, str] = {}
    made: Mapping[str, Made] = {}
    failed: Mapping[str, Failure] = {}

    def with_stick(self, id: str, name: str) -> Remembered:
        """Return the same with a stick more."""
        return replace(self, sticks={**self.sticks, id: name})

    def without(self, id: str) -> Remembered:
        """Return the same without a stick, and all that was known of it."""
        return Remembered(_less(self.sticks, id), _less(self.made, id), _less(self.failed, id))

    def with_made(self, place: str, made: Made) -> Remembered:
        """Return the same with a backup *made* at *place*."""
        return replace(self, made={**self.made, place: made}, failed=_less(self.failed, place))

    def with_failure(self, place: str, failure: Failure) -> Remembered:
        """Return the same with one that *place* refused."""
        return replace(self, failed={**self.failed, place: failure})

    def mended(self, place: str) -> Remembered:
        """Return the same without what *place* refused."""
        return replace(self, failed=_less(self.failed, place))


def remembered(data: Path) -> Remembered:
    """Return what is remembered in the folder *data*; nothing where that can't be read."""
    try:
        return msgspec.json.decode((data / FILE).read_bytes(), type=Remembered)
    except FileNotFoundError:
        return Remembered()
    except (OSError, msgspec.MsgspecError, UnicodeError) as error:
        log.warning("what is known of nightly backups can't be read: %s", error)
        return Remembered()


def remember(data: Path, known: Remembered) -> None:
    """Write *known* down in *data*.

    :raises OSError: it can't be written.
    """
    keep(data / FILE, msgspec.json.encode(known))
    give_to_owner(data / FILE, data)


def _less(known: Mapping[str, T], place: str) -> Mapping[str, T]:
    return {each: value for each, value in known.items() if each != place}
