"""The notation's words for squares, kinds, facings, columns and ways."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from companion.engine.notation import Names
from companion.games.battle_for_the_island.rules.components import FACINGS, KINDS, PAD_COLUMNS, PEOPLE, SQUARES

Square = Annotated[int, Names(SQUARES)]
Kind = Annotated[int, Names(KINDS)]
Facing = Annotated[int, Names(FACINGS)]
Column = Annotated[int, Meta(ge=1, le=PAD_COLUMNS)]
"""A column of the own pad, from the player's left, from 1."""
Number = Annotated[int, Meta(ge=1, le=PEOPLE)]
"""A seat, counted from 1."""
