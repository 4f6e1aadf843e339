"""How much of everything is measured."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Sizes:
    """How often each thing is done; the default takes about three minutes."""

    presses: int = 20
    drawn_rolls: int = 20
    tones: int = 5
    tone_s: float = 2.0
    starts: int = 5
    counts_instructions: bool = True
    """Of a start, where Valgrind is installed: that takes a minute."""
    rolls: int = 100
    idle_s: float = 5.0
    settled_s: float = 10.0
    """After a start, until all is done that comes once later."""
    evening_commands: int = 150
    changes: int = 50
    watchers: tuple[int, ...] = (12, 48)
    play_s: float = 1.0
    phones: tuple[int, ...] = (1, 10, 100, 300)
    peer_rounds: int = 6
    peer_commands: int = 60
    peer_updates: int = 4000
    peer_s: float = 1.0
    paired_games: int = 40
    round_trips: int = 1000
    shown: int = 10
    """Of how many kinds of results, and of scenes, at most."""
    reveals: int = 10
    seen_ms: int = 1500
    """From a reveal until its motion has ended, with some to spare."""
    besieged_rolls: int = 20
    clubs: tuple[int, ...] = (1, 20, 200, 1000)
    """Of how many tables."""
    club_s: float = 30.0
    club_pace_s: float = 10.0
    """How often a table of a club has a result on a usual evening."""


USUAL = Sizes()
SMALLEST = Sizes(
    presses=1,
    drawn_rolls=1,
    tones=1,
    tone_s=0.5,
    starts=1,
    counts_instructions=False,
    rolls=2,
    idle_s=0.05,
    settled_s=0.05,
    evening_commands=3,
    changes=2,
    watchers=(2,),
    play_s=0.02,
    phones=(2,),
    peer_rounds=1,
    peer_commands=2,
    peer_s=0.02,
    paired_games=1,
    round_trips=2,
    shown=1,
    reveals=1,
    seen_ms=100,
    besieged_rolls=1,
    clubs=(2,),
    club_s=1.0,
    club_pace_s=0.2,
)
"""Everything once, for the test that keeps the bench alive."""
