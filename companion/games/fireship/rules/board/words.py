"""The notation's words for things, colours, columns and rows."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from companion.engine.notation import Names
from companion.games.fireship.rules.board.components import COLOURS, MAX_SIDE, THINGS

Thing = Annotated[int, Names(THINGS)]
Colour = Annotated[int, Names(COLOURS)]
Column = Annotated[int, Meta(ge=1, le=MAX_SIDE)]
Row = Annotated[int, Meta(ge=1, le=MAX_SIDE)]
Source = Literal["card", "badge"]
"""The source of a play: a hand card or a badge."""
