"""A family's own boards: ``NAME.board`` files in its kits folder.

They are checked, with faults as texts. A board file is TOML: a *name*, the *board* as a text grid (:mod:`.board` lists
the letters), and optionally the names of the nine *islands* in order. The file's own name is the option's value.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from companion.engine.values.message import Message
from companion.games.fireship.rules.board.board import BadFireshipBoard, FireshipBoard
from companion.games.fireship.rules.board.shipped_boards import SHIPPED

LONGEST_NAME = 40
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_KEYS = ("name", "board", "islands")
_TAKEN = tuple(sorted({board.slug for board in SHIPPED}))


def read_board(slug: str, data: Mapping[str, Any]) -> FireshipBoard:
    """Return the board *slug* from *data*, the content of a board file.

    :raises BadFireshipBoard: it has faults.
    """
    if slug in _TAKEN or not _SLUG.fullmatch(slug):
        raise BadFireshipBoard(slug, (Message("fireship.board-file", {"taken": _TAKEN}),))
    grid, name, islands = data.get("board"), data.get("name"), data.get("islands", [])
    faults = [Message("fireship.board-key", {"key": key, "keys": _KEYS}) for key in data if key not in _KEYS]
    if not isinstance(grid, str):
        faults.append(Message("fireship.board-no-grid"))
    if not _is_name(name):
        faults.append(Message("fireship.board-no-name", {"maximum": LONGEST_NAME}))
    if not isinstance(islands, list) or not all(map(_is_name, islands)):
        faults.append(Message("fireship.board-bad-names", {"maximum": LONGEST_NAME}))
    if faults:
        raise BadFireshipBoard(slug, tuple(faults))
    label = Message("fireship.own-name", {"name": str(name)})
    return FireshipBoard(slug, tuple(str(grid).split()), label, islands)


def _is_name(value: object) -> bool:
    return isinstance(value, str) and value.isprintable() and 0 < len(value.strip()) <= LONGEST_NAME
