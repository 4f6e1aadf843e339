"""A family's own boards: ``NAME.board`` files in the folder of its kits, checked and told in words.

A board file is TOML: a *name*, the *board* as a text grid (:mod:`.rules.boards` says which letter is what), and, if
liked, the names of the nine *islands* in order. The file's own name is what the option is called.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.engine.game import Game, Option
from companion.engine.values.message import Message
from companion.games.fireship.rules.boards import SHIPPED, BadBoard, Board
from companion.games.fireship.rules.course import start_on

LONGEST_NAME = 40
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_KEYS = ("name", "board", "islands")
_TAKEN = tuple(sorted({board.slug for board in SHIPPED}))


def with_boards(game: Game, files: Mapping[str, Mapping[str, Any]]) -> tuple[Game, dict[str, tuple[Message, ...]]]:
    """Return *game*, to be played on the boards of *files* too, and by a file's name what is wrong with it."""
    good: list[Board] = []
    bad: dict[str, tuple[Message, ...]] = {}
    for name, data in files.items():
        try:
            good.append(read_board(name, data))
        except BadBoard as error:
            bad[name] = error.faults
    return played_on(game, good), bad


def played_on(game: Game, boards: Sequence[Board]) -> Game:
    """Return *game*, to be played on *boards* too."""
    known = {board.word: board for board in (*SHIPPED, *boards)}
    return replace(game, start=start_on(known), options={**game.options, "board": _choice(game, boards)})


def _choice(game: Game, boards: Sequence[Board]) -> Option:
    option = game.options["board"]
    choices = (*option.choices, *(board.word for board in boards))
    return replace(option, choices=choices, names=(*option.names, *(board.label for board in boards)))


def read_board(slug: str, data: Mapping[str, Any]) -> Board:
    """Return the board called *slug* that *data*, what a board file holds, draws.

    :raises BadBoard: it has faults.
    """
    if slug in _TAKEN or not _SLUG.fullmatch(slug):
        raise BadBoard(slug, (Message("fireship.board-file", {"taken": _TAKEN}),))
    grid, name, islands = data.get("board"), data.get("name"), data.get("islands", [])
    faults = [Message("fireship.board-key", {"key": key, "keys": _KEYS}) for key in data if key not in _KEYS]
    if not isinstance(grid, str):
        faults.append(Message("fireship.board-no-grid"))
    if not _is_name(name):
        faults.append(Message("fireship.board-no-name", {"maximum": LONGEST_NAME}))
    if not isinstance(islands, list) or not all(map(_is_name, islands)):
        faults.append(Message("fireship.board-bad-names", {"maximum": LONGEST_NAME}))
    if faults:
        raise BadBoard(slug, tuple(faults))
    label = Message("fireship.own-name", {"name": str(name)})
    return Board(slug, tuple(str(grid).split()), label, islands)


def _is_name(value: object) -> bool:
    return isinstance(value, str) and value.isprintable() and 0 < len(value.strip()) <= LONGEST_NAME
