"""The real board in words, for people to match a position."""

from __future__ import annotations

from companion.engine.values.message import Message
from companion.games.forbidden_island.rules.components import ADVENTURERS, START_TILES, TILES, TREASURES
from companion.games.forbidden_island.rules.layouts import LAYOUTS
from companion.games.forbidden_island.rules.masks import names_of
from companion.games.forbidden_island.rules.state import ForbiddenIsland, level_of, name


def board(state: ForbiddenIsland) -> tuple[Message, ...]:
    """Return each tile's place, row by row, and each pawn's.

    Empty before the tiles are laid.
    """
    places = LAYOUTS[state.rules.layout].places
    laid = [
        Message("forbidden-island.lies", {"row": row + 1, "column": column + 1, "tile": name(TILES[tile])})
        for (row, column), tile in zip(places, state.tiles, strict=bool(state.tiles))
    ]
    pawns = zip(state.roles, state.pawns, strict=True)
    standing = [
        Message("forbidden-island.shows-pawn", {"pawn": name(ADVENTURERS[role]), "tile": name(TILES[at])})
        for role, at in pawns
    ]
    return (*laid, *standing)


def differences(before: ForbiddenIsland, state: ForbiddenIsland) -> tuple[Message, ...]:
    """Return the changes of the real board from *before* to *state*.

    They are water, tiles, treasures and pawns. Before the roles are dealt every pawn is at its start.
    """
    found: list[Message] = []
    if state.water != before.water:
        found.append(Message("forbidden-island.shows-water", {"level": level_of(state.water), "tick": state.water}))
    changed = (state.wet ^ before.wet) | (state.land ^ before.land)
    for side, mask in (("flooded", state.wet), ("sunk", ~state.land), ("dry", state.land & ~state.wet)):
        tiles = names_of(changed & mask)
        found += [Message("forbidden-island.shows-tile", {"tile": name(word), "state": name(side)}) for word in tiles]
    for treasure, word in enumerate(TREASURES):
        is_captured = state.captors[treasure] >= 0
        if is_captured != (before.captors[treasure] >= 0):
            key = "forbidden-island.shows-captured" if is_captured else "forbidden-island.shows-treasure"
            found.append(Message(key, {"treasure": name(word)}))
    stood = {**dict(enumerate(START_TILES)), **dict(zip(before.roles, before.pawns, strict=True))}
    for role, at in zip(state.roles, state.pawns, strict=True):
        if at != stood[role]:
            found.append(
                Message("forbidden-island.shows-pawn", {"pawn": name(ADVENTURERS[role]), "tile": name(TILES[at])})
            )
    return tuple(found)
