"""The fixes that are safe and need no root."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from itertools import count
from pathlib import Path

from companion.doctor.checks import Fix
from companion.doctor.place import SystemPlace
from companion.engine.values.message import Message
from companion.health.places import FOLDER, MOUNTS, places
from companion.journal.errors import JournalUnwritable
from companion.journal.journal import open_for_reading
from companion.model.reports.findings import CannotFix
from companion.runtime.atomic_file import sync
from companion.upkeep.backup.last_note import note

log = logging.getLogger(__name__)

COPIES = f"{FOLDER}-copies"
"""Name of the folder for copies on a stick."""


def copy_to_stick(place: SystemPlace, mounts: Path = MOUNTS) -> None:
    """Copy the journal to the first memory stick, beside earlier copies.

    The copy is the journal as of one moment.

    :raises CannotFix: if no stick can be written.
    """
    folder = next((each.parent / COPIES for each, _ in places(None, mounts)), None)
    if folder is None:
        raise CannotFix(Message("doctor.backup-no-stick"))
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        names = (folder / f"journal-{number}.sqlite" for number in count(1))
        file = next(each for each in names if not each.exists())
        journal = open_for_reading(place.data)
        try:
            journal.copy_to(file)
        finally:
            journal.close()
        sync(file)
        sync(file.parent)
        note(place.data, place.clock.utc_text())
    except (JournalUnwritable, OSError) as error:
        log.warning("the games can't be copied to %s: %s", folder, error)
        raise CannotFix(Message("doctor.backup-not-written")) from error
    log.info("the games are copied to %s", file)


FIXES: Mapping[str, Fix] = {"backup": copy_to_stick}
"""The fixes by the key of the check that they belong to."""
