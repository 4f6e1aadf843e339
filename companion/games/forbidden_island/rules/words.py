"""The notation's words for tiles, adventurers, treasures and cards.

A set of adventurers has a word, too.
"""

from __future__ import annotations

from typing import Annotated

from companion.engine.notation import Names
from companion.games.forbidden_island.rules.components import ADVENTURERS, CARDS, TILES, TREASURES

SETS = tuple(
    "+".join(word for role, word in enumerate(ADVENTURERS) if mask >> role & 1) or "nobody"
    for mask in range(1 << len(ADVENTURERS))
)
"""The word of each set of adventurers, by its mask: ``diver+pilot``."""

Tile = Annotated[int, Names(TILES)]
Adventurer = Annotated[int, Names(ADVENTURERS)]
Treasure = Annotated[int, Names(TREASURES)]
Card = Annotated[int, Names(CARDS)]
Pawns = Annotated[int, Names(SETS)]
