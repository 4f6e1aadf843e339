"""The numbers of a club's tables, by which its people call them: given once, kept in a file of the club's folder."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec

from companion.outside.topics import TABLE_ID

FILE_NAME = "tables.json"
ROOM = 2000
"""So many tables a club has at most."""
_Number = Annotated[int, msgspec.Meta(ge=1, le=9999)]


class BadNumbers(ValueError):
    """The file of numbers can't be used; the message says which, why, and what to do."""


class Numbers:
    """Numbers in the order of first appearance, kept in *folder*; the owner may write others into the file.

    :raises BadNumbers: the file can't be read, or isn't one of numbers by tables' ids.
    """

    def __init__(self, folder: Path, room: int = ROOM) -> None:
        self._file = folder / FILE_NAME
        self._room = room
        self._numbers = _read(self._file)
        self._kept = len(self._numbers)
        self._least = 1

    @property
    def all(self) -> Mapping[str, int]:
        """The number of each table by its id."""
        return self._numbers

    def of(self, table: str) -> int | None:
        """Return the number of *table*, the least free one where it has none yet; None where there is no room."""
        if table not in self._numbers:
            if len(self._numbers) >= self._room:
                return None
            taken = set(self._numbers.values())
            while self._least in taken:
                self._least += 1
            self._numbers[table] = self._least
        return self._numbers[table]

    def keep(self) -> None:
        """Write down what numbers have been given since; before anybody is shown them.

        :raises OSError: they can't be kept.
        """
        if len(self._numbers) != self._kept:
            _write(self._file, self._numbers)
            self._kept = len(self._numbers)


def _read(file: Path) -> dict[str, int]:
    advice = 'expected {"<table id>": <number>, ...}; mend it, or move it away and tables are numbered anew'
    try:
        numbers = msgspec.json.decode(file.read_bytes(), type=dict[str, _Number])
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as fault:
        raise BadNumbers(f"{file} can't be read ({fault}): {advice}") from fault
    if strange := [name for name in numbers if TABLE_ID.fullmatch(name) is None]:
        raise BadNumbers(f"{file} names {len(strange)} tables by no id of 12 hexadecimal digits: {advice}")
    if len(set(numbers.values())) < len(numbers):
        raise BadNumbers(f"{file} gives one number to two tables: {advice}")
    return numbers


def _write(file: Path, numbers: Mapping[str, int]) -> None:
    """Replace *file*, so that a computer that loses its power finds the old one or the new one."""
    text = re.sub(rb"(?<=\d),", b",\n", msgspec.json.encode(numbers)) + b"\n"
    fresh = file.with_suffix(".new")
    with fresh.open("wb") as written:
        written.write(text)
        written.flush()
        os.fsync(written.fileno())
    fresh.replace(file)
