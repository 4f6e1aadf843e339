"""A family's own boards: ``NAME.island`` files in its kits folder.

They are checked, with faults as texts. A board file is TOML like ``board.toml``, with a *name*. The file's own name is
the option's value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from msgspec import structs

from companion.engine.game import Game
from companion.engine.values.message import Message
from companion.games.fireball_island.course import start_on
from companion.games.fireball_island.rules.board import WORD, BadFireballBoard, FireballBoard
from companion.games.fireball_island.rules.shipped_board import shipped


def with_boards(game: Game, files: Mapping[str, Mapping[str, Any]]) -> tuple[Game, dict[str, tuple[Message, ...]]]:
    """Return *game* with the boards of *files*, and faults by file."""
    good: dict[str, FireballBoard] = {shipped().slug: shipped()}
    bad: dict[str, tuple[Message, ...]] = {}
    for name, data in files.items():
        try:
            good[name] = read_board(name, data)
        except BadFireballBoard as error:
            bad[name] = error.faults
    option = game.options["board"]
    own = [board for slug, board in good.items() if slug != shipped().slug]
    choices = (*option.choices, *(board.slug for board in own))
    names = (*option.names, *(board.label for board in own))
    options = {**game.options, "board": structs.replace(option, choices=choices, names=names)}
    return replace(game, start=start_on(good), options=options), bad


def read_board(slug: str, data: Mapping[str, Any]) -> FireballBoard:
    """Return the board *slug* from *data*, the content of a board file.

    :raises BadFireballBoard: it has faults.
    """
    if slug == shipped().slug or not WORD.fullmatch(slug):
        raise BadFireballBoard(slug, (Message("fireball-island.board-file", {"taken": shipped().slug}),))
    if not data.get("name"):
        raise BadFireballBoard(slug, (Message("fireball-island.board-no-name"),))
    return FireballBoard(slug, data)
