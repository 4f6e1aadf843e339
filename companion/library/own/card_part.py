"""Games on the table's card, as an optional part."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from pathlib import Path

from companion.engine.values.message import Message, Value
from companion.health.faults import Faults
from companion.health.settings import FAULTS_TOLD
from companion.kits.format.checks import KitFault
from companion.kits.format.kit_file import BadKit
from companion.library.games import Library
from companion.library.own.card_folder import NOTE, CardFolder, shown
from companion.library.own.examination import FileFault
from companion.model.reports.faults import Fault
from companion.parts.optional import OWN_GAMES
from companion.parts.table import Parts

log = logging.getLogger(__name__)

MAX_SHOWN = 5
"""Maximum number of faulty files in the message to people.

The log has all.
"""
_SAFE = re.compile(r"[\w. ()-]{1,60}")


class CardGames:
    """Takes the games of *folder*; its faulty files become *faults*."""

    def __init__(self, folder: CardFolder | None, faults: Faults, library: Library) -> None:
        self._folder = folder
        self._faults = faults
        self._library = library

    def take(self) -> None:
        """Take new and changed files."""
        try:
            by_file = shown(self._folder.take()) if self._folder is not None else {}
        except OSError as error:
            log.warning("the card's folder can't be read: %s", error)
            return
        for count, (name, faults) in enumerate(by_file.items()):
            for line in self._library.fault_lines(BadKit(name, tuple(KitFault(f.where, f.said) for f in faults))):
                log.error("not taken from the card: %s", line)
            if count < MAX_SHOWN:
                self._faults.add(_fault(name, faults))


def make(table: Parts) -> CardGames:
    """Return the games on the card of *table*."""
    at: Path | None = table.options.card_folder
    folder = CardFolder(at, table.optional.get(OWN_GAMES), table.data / NOTE) if at is not None else None
    return CardGames(folder, table.health.faults, table.library)


def _fault(name: str, faults: Sequence[FileFault]) -> Fault:
    """Return the fault of the card's file *name*."""
    values: dict[str, Value] = {"file": name if _SAFE.fullmatch(name) else "?"}
    said = tuple(
        Message("menu.kit-fault", {"where": fault.where, "fault": fault.said}) if fault.where else fault.said
        for fault in faults[:FAULTS_TOLD]
    )
    return Fault(
        f"card-folder.{values['file']}",
        Message("stage.left-out"),
        Message("stage.fault-left-out", values),
        Message("health.left-out", values),
        Message("health.card-left-out-why", {**values, "faults": said}),
        Message("health.card-left-out-remedy"),
    )
