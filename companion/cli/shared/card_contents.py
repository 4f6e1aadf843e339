"""The games and settings that ``tidetable card`` writes, all checked before any."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from companion.cli.shared.library import check, library_of, read_settings
from companion.cli.shared.options import Failed
from companion.kits.format.checks import KitFault
from companion.kits.format.kit_file import BadKit
from companion.library.games import Library
from companion.library.own.card_layout import FOLDER
from companion.library.own.examination import GivenFile, examine
from companion.runtime.foreign_file import read_bytes, read_own
from companion.settings.tables import Settings
from companion.upkeep.card.contents import settings_file

MAX_FILE = 2**20


def card_contents(out: Path, games: Sequence[Path], settings: Path | None, language: str) -> Mapping[str, bytes]:
    """Return the content of each file for the card, by name.

    *games* are kits, covers and languages. A table whose *settings* name no language speaks *language*.

    :raises Failed: with all faults of one of them.
    """
    usual = Settings()
    library = library_of(replace(usual, table=replace(usual.table, data=out / FOLDER)), logs_faults=False)
    own = _games(games, library) if games else {}
    if settings is not None:
        check(read_settings(settings), library)
        own |= settings_file(_text(settings), language)
    return own


def _games(games: Sequence[Path], library: Library) -> dict[str, bytes]:
    examined = examine([GivenFile(file.name, _given(file)) for file in games], library)
    if examined.faults:
        lines = [
            line
            for fault in examined.faults
            for line in library.fault_lines(BadKit(fault.file, (KitFault(fault.where, fault.said),)))
        ]
        raise Failed("\n".join(lines))
    return {f"{FOLDER}/{found.file.place}/{found.file.name}": found.content for found in examined.found}


def _given(file: Path) -> str:
    try:
        return read_bytes(file, MAX_FILE).decode("utf-8", "replace")
    except OSError as error:
        raise Failed(f"{file}: {error.strerror or error}. Name another file.") from error


def _text(file: Path) -> str:
    try:
        return read_own(file)
    except OSError as error:
        raise Failed(f"{file}: {error.strerror or error}. Name another file.") from error
