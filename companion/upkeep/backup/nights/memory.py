"""Memory of nightly backups: sticks, and each place's last result.

It is a file beside the journal.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.engine.values.message import Message
from companion.runtime.atomic_file import keep
from companion.upkeep.backup.last_note import give_to_owner

log = logging.getLogger(__name__)
T = TypeVar("T")

FILE = "nightly-backups.json"
"""File that no backup holds.

A restored table must ask again before it writes onto a stick.
"""


class Made(Struct, frozen=True):
    """The last backup of a place: its *file*, and the table's *position*.

    *at* is its moment, "" if unknown.
    """

    at: str
    file: str
    position: str


class Failure(Struct, frozen=True):
    """A failure of a place since its last backup.

    *at* is its moment, *said* its reason.
    """

    at: str
    said: Message


class Remembered(Struct, frozen=True):
    """Memory of the nightly backups.

    *sticks* holds names by id, *made* and *failed* the last results by place.
    """

    sticks: Mapping[str, str] = {}
    made: Mapping[str, Made] = {}
    failed: Mapping[str, Failure] = {}

    def with_stick(self, id: str, name: str) -> Remembered:
        """Return the same with one more stick."""
        return replace(self, sticks={**self.sticks, id: name})

    def without(self, id: str) -> Remembered:
        """Return the same without a stick and its results."""
        return Remembered(_less(self.sticks, id), _less(self.made, id), _less(self.failed, id))

    def with_made(self, place: str, made: Made) -> Remembered:
        """Return the same with a backup *made* at *place*."""
        return replace(self, made={**self.made, place: made}, failed=_less(self.failed, place))

    def with_failure(self, place: str, failure: Failure) -> Remembered:
        """Return the same with a failure of *place*."""
        return replace(self, failed={**self.failed, place: failure})

    def mended(self, place: str) -> Remembered:
        """Return the same without the failure of *place*."""
        return replace(self, failed=_less(self.failed, place))


def remembered(data: Path) -> Remembered:
    """Return the memory in *data*, empty if it can't be read."""
    try:
        return msgspec.json.decode((data / FILE).read_bytes(), type=Remembered)
    except FileNotFoundError:
        return Remembered()
    except (OSError, msgspec.MsgspecError, UnicodeError) as error:
        log.warning("what is known of nightly backups can't be read: %s", error)
        return Remembered()


def remember(data: Path, known: Remembered) -> None:
    """Write *known* into *data*.

    :raises OSError: if it can't be written.
    """
    keep(data / FILE, msgspec.json.encode(known))
    give_to_owner(data / FILE, data)


def _less(known: Mapping[str, T], place: str) -> Mapping[str, T]:
    return {each: value for each, value in known.items() if each != place}
