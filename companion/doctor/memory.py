"""The table's memory: its journal, and the last copy of it."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from companion.doctor.place import SystemPlace
from companion.journal.errors import JournalTooNew, JournalUnwritable
from companion.journal.journal import open_for_reading
from companion.model.reports.findings import Finding, fault, none, ok, warning
from companion.runtime.clock import local_text
from companion.upkeep.backup.last_note import last_backup

ASIDE = "*.damaged*"


@dataclass(frozen=True)
class Memory:
    """The journal's *state* and its number of *games*.

    *aside* counts damaged journals that were moved away.
    """

    state: Literal["none", "sound", "damaged", "too-new", "unreadable"]
    games: int = 0
    aside: int = 0


def read_memory(place: SystemPlace) -> Memory:
    """Read the whole journal, even while a table writes it."""
    aside = sum(1 for _ in place.data.glob(ASIDE)) if place.data.is_dir() else 0
    try:
        journal = open_for_reading(place.data)
    except FileNotFoundError:
        return Memory("none", aside=aside)
    except JournalTooNew:
        return Memory("too-new", aside=aside)
    except JournalUnwritable as error:
        return Memory("damaged" if error.reason == "broken" else "unreadable", aside=aside)
    try:
        return Memory("sound" if journal.is_sound() else "damaged", len(journal.games()), aside)
    except JournalUnwritable:
        return Memory("damaged", aside=aside)
    finally:
        journal.close()


def judge_memory(memory: Memory) -> Finding:
    """Judge whether the games are safe where they are."""
    if memory.state == "damaged":
        return fault("journal-damaged")
    if memory.state == "too-new":
        return fault("journal-too-new")
    if memory.state == "unreadable":
        return fault("journal-unreadable")
    if memory.aside:
        return warning("journal-set-aside", count=memory.aside)
    return none("journal-none") if memory.state == "none" else ok("journal-ok", count=memory.games)


@dataclass(frozen=True)
class Copies:
    """Moment of the last copy, None without one, and *games* to copy."""

    at: str | None
    games: int


def read_copies(place: SystemPlace) -> Copies:
    """Read the moment of the last copy, and count the games."""
    return Copies(last_backup(place.data), _games(place.data))


def _games(data: Path) -> int:
    try:
        with closing(open_for_reading(data)) as journal:
            return len(journal.games())
    except (FileNotFoundError, JournalUnwritable):
        return 0  # the check of the journal tells of it


def judge_copies(copies: Copies) -> Finding:
    """Judge whether there is a copy of the games elsewhere."""
    if copies.at is not None:
        told = local_text(copies.at)
        return ok("backup-ok", at=told) if told else ok("backup-undated")
    return warning("backup-never", count=copies.games) if copies.games else none("backup-nothing")
