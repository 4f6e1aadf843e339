"""Deadlines of the open game: an answer window, the time limit, countdowns.

Law: a deadline decides nothing. The table's clock gives the game's own command once its time is up, and the rules say
what that means; where they refuse it for now, since a window is open, it is given again with the next published state.
Until a deadline nothing is sent or written.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.notation import spell
from companion.engine.state import Countdown
from companion.engine.windows import TimeUp, open_window
from companion.model.countdown_clock import running
from companion.model.snapshot import Snapshot
from companion.runtime.timers import Timer, Timers
from companion.session.game.open_game import OpenGame
from companion.session.game.store import GameStore


class DeadlineWatch:
    """Sets *timers* for *store*'s open game.

    *say* sends a line of notation for the seat ``table``, and returns True if it was done. It belongs to the session's
    thread.
    """

    def __init__(self, store: GameStore, timers: Timers, say: Callable[[str], bool]) -> None:
        self._store = store
        self._timers = timers
        self._say = say
        self._window: tuple[int, int] | None = None
        self._limited: OpenGame | None = None
        self._ring: Timer | None = None
        self._rung: frozenset[Countdown] = frozenset()

    def forget(self) -> None:
        """Restart the window's time: the game is read from the journal again."""
        self._window = None
        self._rung = frozenset()

    def look(self, published: Snapshot) -> None:
        """Update the deadlines after each *published* state.

        They are those of the window and of the game.
        """
        state, opened = published.open.state, self._store.open
        if self._window is not None or (state is not None and state.pending):
            self._look_at_window(published)
        if self._limited is not None or (opened is not None and opened.state.time_limit() is not None):
            self._look_at_limit()
        if self._ring is not None or (opened is not None and opened.state.countdowns()):
            self._look_at_countdowns()

    # ------------------------------------------------------------------ answer windows
    def _look_at_window(self, published: Snapshot) -> None:
        """Set a newly published window's deadline, unless one is running."""
        opened, window = self._store.open, None if published.open.state is None else open_window(published.open.state)
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

    # ------------------------------------------------------------------ countdowns
    def _look_at_countdowns(self) -> None:
        """Set the timer of the countdown that is over first."""
        if self._ring is not None:
            self._ring.cancel()
            self._ring = None
        opened = self._store.open
        if opened is None or opened.played.countdowns.is_held:
            return
        at_work = frozenset(running(opened.state))
        self._rung &= at_work  # what stopped, or came back by an undo, rings once more
        now_s, clock = self._store.clock.monotonic_s(), opened.played.countdowns
        left_s = min((clock.left_s(now_s, each) for each in at_work - self._rung), default=None)
        if left_s is not None:
            self._ring = self._timers.at(now_s + max(0.0, left_s), lambda: self._countdown_over(opened))

    def _countdown_over(self, opened: OpenGame) -> None:
        """Give the command of the first countdown that is over.

        Once it is done the next published state sees to the others.
        """
        self._ring = None
        if opened is not self._store.open or opened.played.countdowns.is_held:
            return
        now_s, clock = self._store.clock.monotonic_s(), opened.played.countdowns
        for each in running(opened.state):
            is_over = each not in self._rung and clock.left_s(now_s, each) <= 0
            if is_over and each.command.why_not(opened.state) is None:
                if self._say(spell(each.command)):
                    self._rung |= {each} & frozenset(running(opened.state))
                return
