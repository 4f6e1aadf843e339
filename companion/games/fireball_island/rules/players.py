"""Programs that play Fireball Island."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.engine.command import Command
from companion.games.fireball_island.rules.state import Island

PLAYERS: Mapping[str, Callable[[Island, Sequence[Command]], Command]] = {}
