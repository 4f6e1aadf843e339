"""A program that plays Battle for the Island."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.engine.command import Command
from companion.games.battle_for_the_island.rules.state import Battle

PLAYERS: Mapping[str, Callable[[Battle, Sequence[Command]], Command]] = {}
