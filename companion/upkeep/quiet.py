"""Quiet: whether the table is idle enough for work of its own."""

from __future__ import annotations

from typing import Protocol

from companion.model.publication import Published
from companion.runtime.clock import Clock

QUIET_S = 120.0
"""Time from the last activity until the table is at rest.

Activity is a press, a turn of the knob or a published change.
"""


class Occupied(Protocol):
    """A table that may be busy without a change of its state."""

    def is_busy(self) -> bool:
        """Return True if its screen asks, or its parts are being tried."""


class KeptGames(Protocol):
    """The session, as far as quiet work depends on it."""

    @property
    def keeps_as_usual(self) -> bool:
        """Whether games are saved in the usual place."""


class Quiet:
    """A mirror that records when *table* was last used.

    It isn't quiet while *session* saves games elsewhere. Any thread may call this.
    """

    def __init__(self, clock: Clock, table: Occupied, session: KeptGames) -> None:
        self._clock = clock
        self._table, self._session = table, session
        self._at_s = clock.monotonic_s()

    def touch(self) -> None:
        """Note an activity of somebody now."""
        self._at_s = self._clock.monotonic_s()

    def hear(self, published: Published) -> None:
        """Note a change."""
        self._at_s = self._clock.monotonic_s()

    @property
    def is_at_rest(self) -> bool:
        """Whether the table is at rest."""
        is_used = self._clock.monotonic_s() - self._at_s < QUIET_S or self._table.is_busy()
        return not is_used and self._session.keeps_as_usual
