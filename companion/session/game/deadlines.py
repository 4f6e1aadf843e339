"""Deadlines of the open game: an answer window and the time limit.

Law: a deadline decides nothing. The table's clock gives the game's own command once its time is up, and the rules say
what that means; where they refuse it for now, since a window is open, it is given again with the next published state.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.notation import spell
from companion.engine.windows import TimeUp, open_window
from companion.model.snapshot import Snapshot
from companion.runtime.timers import Timers
from companion.session.game.open_game import OpenGame
from companion.session.game.store import GameStore


class DeadlineWatch:
    """Sets *timers* for *store*'s open game.

    *say* sends a line of notation for the seat ``table``. It belongs to the session's thread.
    """

    def __init__(self, store: GameStore, timers: Timers, say: Callable[[str], None]) -> None:
        self._store = store
        self._timers = timers
        self._say = say
        self._window: tuple[int, int] | None = None
        self._limited: OpenGame | None = None

    def forget(self) -> None:
        """Restart the window's time: the game is read from the journal again."""
        self._window = None

    def look(self, published: Snapshot) -> None:
        """Update the deadlines after each *published* state.

        They are those of the window and of the game.
        """
        state, opened = published.state, self._store.open
        if self._window is not None or (state is not None and state.pending):
            self._look_at_window(published)
        if self._limited is not None or (opened is not None and opened.state.time_limit() is not None):
            self._look_at_limit()

    # ------------------------------------------------------------------ answer windows
    def _look_at_window(self, published: Snapshot) -> None:
        """Set a newly published window's deadline, unless one is running."""
        opened, window = self._store.open, None if published.state is None else open_window(published.state)
        if window is None or not window.answer_s or opened is None:
            self._window = None
        elif self._window != (opened.id, window.number):
            watched = self._window = (opened.id, window.number)
            self._timers.at(self._store.clock.monotonic_s() + window.answer_s, lambda: self._time_up(watched))

    def _time_up(self, watched: tuple[int, int]) -> None:
        if watched is self._window and self._store.open is not None:
            self._window = None
            self._say(f"{TimeUp.verb} {watched[1]}")

    # ------------------------------------------------------------------ the limit
    def _look_at_limit(self) -> None:
        opened = self._store.open
        left_s = None if opened is None else self._left_s(opened)
        if opened is None or left_s is None:
            self._limited = None
        elif self._limited is not opened or left_s <= 0:
            self._limited = opened
            self._in(left_s, opened)

    def _left_s(self, opened: OpenGame) -> float | None:
        return opened.played.left_s(self._store.clock.monotonic_s(), opened.state)

    def _in(self, left_s: float, opened: OpenGame) -> None:
        # Never at once: whoever publishes a state isn't done with it yet.
        self._timers.at(self._store.clock.monotonic_s() + max(0.0, left_s), lambda: self._limit_reached(opened))

    def _limit_reached(self, opened: OpenGame) -> None:
        if opened is not self._limited or opened is not self._store.open:
            return
        limit, left_s = opened.state.time_limit(), self._left_s(opened)
        if limit is None or left_s is None:
            self._limited = None
        elif left_s > 0:
            self._in(left_s, opened)
        elif limit.command.why_not(opened.state) is None:
            self._say(spell(limit.command))
