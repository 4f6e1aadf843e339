"""The reveal: one moment at which everybody learns a result.

The *stage* (the table's own screen, lamps, dice tray) gets a result as soon as it is durable, so that it can slow down
onto it; the network gets it at the reveal. That comes when every holder of the stage has landed, never before the least
nor after the longest time of its kind: a dead screen can't stop a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from msgspec import Struct, field

from companion.engine.chance import Card, Deal, Dice, Hidden, Wheel
from companion.engine.fact import Facts
from companion.engine.state import State
from companion.model.publication import Follower, Published
from companion.model.snapshot import Motion

TIMES_S: dict[str, tuple[float, float]] = {
    Dice.verb: (0.9, 3.0),
    Wheel.verb: (2.5, 6.0),
    Card.verb: (0.4, 2.0),
    Deal.verb: (0.4, 2.0),
    Hidden.verb: (0.4, 2.0),
}
"""Minimum and maximum seconds in motion, by the kind of chance."""
PROMISE_S = 1.5
"""Seconds to read the promise of a game's draws before the first."""


class Stage(Follower, Protocol):
    """The table's own devices, as the session drives them.

    No method blocks or raises.
    """

    def go(self, motion: Motion, facts: Facts, state: State, landed: Callable[[str], None]) -> Iterable[str]:
        """Slow down onto the result and return the names of the holders.

        *facts* led to *state*. Each holder calls *landed* with its name once, from any thread, when its motion ends.
        """


class NoStage:
    """A table without devices."""

    def hear(self, published: Published) -> None:
        """Nothing shows it."""

    def go(self, motion: Motion, *_: object) -> Sequence[str]:
        """Nobody holds the reveal."""
        return ()


class RevealTimer(Struct, eq=False):
    """One motion from its result to its reveal.

    It lasts from *least_s* to *longest_s*, both in monotonic seconds. *holders* are those of the stage that haven't
    landed yet.
    """

    least_s: float
    longest_s: float
    holders: set[str] = field(default_factory=set)
