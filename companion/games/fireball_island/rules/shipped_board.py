"""The board that ships, read from ``board.toml`` in the game's folder.

A family may copy and correct it.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from companion.games.fireball_island.rules.board import FireballBoard

DEFAULT = "photograph"


@cache
def shipped() -> FireballBoard:
    """Return the board that ships."""
    return FireballBoard(DEFAULT, tomllib.loads((Path(__file__).parent.parent / "board.toml").read_text("utf-8")))
