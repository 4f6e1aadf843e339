"""The limit by minutes: the table's clock gives the game's own command once its time is up.

Law: it never decides what that means. Where the rules refuse the command for now, since an answer window is open, it
is given again with the next published state.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.notation import spell
from companion.runtime.clock import Clock
from companion.runtime.timers import Timers
from companion.session.open_game import OpenGame
from companion.session.store import GameStore


class LimitWatch:
    """Watches the limit of the game that is open; *say* gives a line of notation for the seat ``table``.

    It belongs to the session's thread.
    """

    def __init__(self, store: GameStore, clock: Clock, timers: Timers, say: Callable[[str], None]) -> None:
        self._store = store
        self._clock = clock
        self._timers = timers
        self._say = say
        self._watched: OpenGame | None = None

    def look(self) -> None:
        """See, after each published state, how long the game that is open may go on."""
        opened = self._store.open
        left_s = None if opened is None else opened.played.left_s(self._clock.monotonic_s(), opened.state)
        if opened is None or left_s is None:
            self._watched = None
        elif self._watched is not opened or left_s <= 0:
            self._watched = opened
            self._in(left_s, opened)

    def _in(self, left_s: float, opened: OpenGame) -> None:
        # Never at once: whoever publishes a state isn't done with it yet.
        self._timers.at(self._clock.monotonic_s() + max(0.0, left_s), lambda: self._ring(opened))

    def _ring(self, opened: OpenGame) -> None:
        if opened is not self._watched or opened is not self._store.open:
            return
        limit = opened.state.time_limit()
        left_s = opened.played.left_s(self._clock.monotonic_s(), opened.state)
        if limit is None or left_s is None:
            self._watched = None
        elif left_s > 0:
            self._in(left_s, opened)
        elif limit.command.why_not(opened.state) is None:
            self._say(spell(limit.command))
