"""The options of the battle, chosen before the game."""

from __future__ import annotations

from companion.engine.command import Command
from companion.engine.referees import frame
from companion.games.battle_for_the_island.rules.components import (
    BLOCKS,
    FIRST_ON_ISLAND,
    LIVE_BLOCKS,
    PEOPLE,
    UNIT,
    Grid,
)


class BattleRules(frame.Rules, frozen=True):
    """The options chosen before the game.

    *split* is the number of soldiers, jeeps and tanks in each unit. *before* are each player's placements in an earlier
    game, where they are known (BI-S10).
    """

    grid: Grid
    split: tuple[int, int, int]
    crossfire: bool
    all_live: bool
    no_pads: bool
    first_to_five: bool
    scoring: bool
    quiet_turns: int
    before: tuple[tuple[Command, ...], ...] = ((),) * PEOPLE

    @property
    def size(self) -> int:
        """The number of squares a side (BI-S1)."""
        return self.grid.size

    @property
    def on_island(self) -> int:
        """The size of each unit on the island at first (BI-S6, BI-E7)."""
        return UNIT if self.no_pads else FIRST_ON_ISLAND

    @property
    def live_blocks(self) -> int:
        """The number of live blocks (BI-S3, BI-E7)."""
        return BLOCKS if self.all_live else LIVE_BLOCKS
