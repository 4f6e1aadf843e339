"""A family's own boards for Fireship: ``NAME.board`` files in the folder of its kits, checked and told in words.

A board file is TOML: a *name*, the *board* as a text grid (:mod:`companion.games.fireship.rules.boards` says which
letter is what), and, if liked, the names of the nine *islands* in order. The file's own name is what the option is
called.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from companion.engine.said import Said
from companion.games.fireship.rules.boards import BadBoard, Board
from companion.kits.own_files import read_own
from companion.kits.reader import BadKit, unreadable
from companion.kits.reader_checks import KitFault

SUFFIX = ".board"
LONGEST_NAME = 40
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_KEYS = ("name", "board", "islands")


def boards_in(folder: Path, shipped: Iterable[Board]) -> tuple[list[Board], list[BadKit]]:
    """Return a family's own boards in *folder*, by the names of their files, and what is wrong with the others."""
    taken = {board.slug for board in shipped}
    good: list[Board] = []
    bad: list[BadKit] = []
    for path in sorted(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else []:
        try:
            slug = path.name.removesuffix(SUFFIX)
            if slug in taken or not _SLUG.fullmatch(slug):
                raise BadBoard(path.name, (Said("fireship.board-file", {"taken": tuple(sorted(taken))}),))
            good.append(read_board(slug, read_own(path)))
        except BadBoard as error:
            bad.append(BadKit(str(path), tuple(KitFault("", fault) for fault in error.faults)))
        except (OSError, UnicodeDecodeError) as error:
            bad.append(BadKit(str(path), (unreadable(error),)))
        except (ValueError, RecursionError) as error:
            bad.append(BadKit(str(path), (KitFault("", Said("fireship.board-unread", {"error": str(error)})),)))
    return good, bad


def read_board(slug: str, text: str) -> Board:
    """Return the board that the TOML *text* draws.

    :raises BadBoard: it has faults.
    :raises ValueError: it isn't TOML.
    """
    data: dict[str, Any] = tomllib.loads(text)
    grid, name, islands = data.get("board"), data.get("name"), data.get("islands", [])
    faults = [Said("fireship.board-key", {"key": key, "keys": _KEYS}) for key in data if key not in _KEYS]
    if not isinstance(grid, str):
        faults.append(Said("fireship.board-no-grid"))
    if not _is_name(name):
        faults.append(Said("fireship.board-no-name", {"most": LONGEST_NAME}))
    if not isinstance(islands, list) or not all(map(_is_name, islands)):
        faults.append(Said("fireship.board-bad-names", {"most": LONGEST_NAME}))
    if faults:
        raise BadBoard(slug, tuple(faults))
    label = Said("fireship.own-name", {"name": str(name)})
    return Board(slug, tuple(str(grid).split()), label, islands)


def _is_name(value: object) -> bool:
    return isinstance(value, str) and value.isprintable() and 0 < len(value.strip()) <= LONGEST_NAME
