"""A family's own files for a game, beside its kits.

The library finds them by the game's pattern, reads them and passes them to the game, which alone knows their content.
They are TOML, and no longer than a kit.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.engine.game import Game, GameInfo
from companion.engine.values.message import Message
from companion.kits.format.checks import KitFault
from companion.kits.format.kit_file import BadKit, unreadable
from companion.library.packages import FamilyFiles, Package, Taken
from companion.runtime.foreign_file import own_files, read_own, toml_of

Found = Mapping[Path, Mapping[str, Any]]
"""Parsed content of files, by path."""


def read(folder: Path | None, files: FamilyFiles | None) -> tuple[Found, list[BadKit]]:
    """Read the family's files for a game in *folder*, by name.

    Returns the content of good files, and the unreadable ones. An unreadable *folder* is left to the kits to report.
    """
    good: dict[Path, Mapping[str, Any]] = {}
    bad: list[BadKit] = []
    try:
        paths = own_files(folder, files.pattern) if files is not None and folder is not None else []
    except OSError:
        paths = []
    for path in paths:
        try:
            good[path] = toml_of(read_own(path))
        except (OSError, UnicodeDecodeError) as error:
            bad.append(BadKit(str(path), (unreadable(error),)))
        except ValueError as error:
            bad.append(BadKit(str(path), (KitFault("", Message("plugin.file-unread", {"error": str(error)})),)))
    return good, bad


def take(info: GameInfo, package: Package, found: Found) -> tuple[Game, list[BadKit]]:
    """Return the game with the *found* files, and the others' faults.

    :raises BadGame: its code can't be loaded.
    """
    assert package.declared.files is not None
    by_name = {path.stem: path for path in found}
    into = package.attribute(package.declared.files.take)
    taken: Taken = into(info.load(), {name: found[path] for name, path in by_name.items()})
    game, faults = taken
    bad = [
        BadKit(str(by_name[name]), tuple(KitFault("", said) for said in sentences))
        for name, sentences in faults.items()
        if sentences
    ]
    return game, bad
