"""The play clock: time played in a game and its turn.

Times are in seconds of the table's steady clock. It runs while the table is on and the game has a timed turn or a
running countdown; countdowns that are held after a start hold it too. Each line
of the journal stores the time played so far, so that a power cut loses only the time since the last line. Nothing is
written for the clock's own sake, and it doesn't use the calendar.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from companion.engine.state import State, Turn
from companion.model.countdown_clock import CountdownClock, running
from companion.runtime.clock import Clock

PAUSE_S = 1800.0
"""Longest pause that counts to a game's length, in seconds."""
TURNS_KEPT = 100
"""Number of past turns with a known start, for undo."""


class Played(Struct, frozen=True):
    """The time played, as published, in seconds.

    *game_s* and *turn_s* hold for *moment_s* of *clock*. *limit_s* is the game's time limit, None for none; *runs* is
    True while time counts.
    """

    clock: Clock
    moment_s: float
    game_s: float
    turn_s: float
    limit_s: int | None
    runs: bool

    def since_s(self) -> float:
        """Return the time played since publication, in seconds."""
        return self.clock.monotonic_s() - self.moment_s if self.runs else 0.0

    def turn_seconds(self) -> int:
        """Return the present length of the turn, in whole seconds."""
        return int(self.turn_s + self.since_s())

    def as_dict(self) -> Mapping[str, int | bool | None]:
        """Return the present times in whole seconds.

        While it *runs*, a page counts on from there by itself.
        """
        return {
            "played": int(self.game_s + self.since_s()),
            "turn": self.turn_seconds(),
            "limit": self.limit_s,
            "runs": self.runs,
        }


class PlayTime:
    """The playing time of one game, in seconds of a steady clock.

    *countdowns* are those of the game.
    """

    def __init__(self) -> None:
        self.countdowns = CountdownClock()
        self._until_s = 0.0
        self._since_s: float | None = None
        self._begun_s: dict[Turn, float] = {}

    def played_s(self, now_s: float) -> float:
        """Return the time played at *now_s*."""
        return self._until_s + (0.0 if self._since_s is None else now_s - self._since_s)

    def settle(self, now_s: float, state: State) -> None:
        """Count on from *now_s* in *state*, or pause the clock."""
        self.countdowns.look(state)
        self._reach(self.played_s(now_s), state)
        counts = state.timed_turn() is not None or bool(running(state))
        self._since_s = now_s if counts and not self.countdowns.is_held else None

    def go_on(self, now_s: float, state: State) -> None:
        """Let held countdowns run from *now_s* in *state*."""
        self.countdowns.go_on()
        self.settle(now_s, state)
        self.countdowns.settle(now_s, state)

    def fold(self, played_s: float, state: State) -> None:
        """Restore *played_s* as the time at which *state* was reached."""
        self.countdowns.fold(played_s - self._until_s, state)
        self._reach(played_s, state)

    def _reach(self, played_s: float, state: State) -> None:
        self._until_s = max(self._until_s, played_s)
        turn = state.timed_turn()
        if turn is None:
            return
        if turn in self._begun_s:
            # A step was taken back: what came after this turn will begin anew.
            while next(reversed(self._begun_s)) != turn:
                self._begun_s.popitem()
        else:
            self._begun_s[turn] = self._until_s
        if len(self._begun_s) > TURNS_KEPT:
            del self._begun_s[next(iter(self._begun_s))]

    def left_s(self, now_s: float, state: State) -> float | None:
        """Return the time left in *state*, None without a limit."""
        limit = state.time_limit()
        return None if limit is None else limit.seconds - self.played_s(now_s)

    def published(self, clock: Clock, state: State) -> Played | None:
        """Return the time to publish with *state*, None if none counts.

        *state* may be behind the durable one. The time reveals nothing that is durable but not revealed: whether it
        *runs* depends on *state* alone.
        """
        now_s, turn, limit = clock.monotonic_s(), state.timed_turn(), state.time_limit()
        game_s = self.played_s(now_s)
        if turn is None and not self._begun_s:
            return None
        begun_s = self._begun_s.get(turn, game_s) if turn is not None else next(reversed(self._begun_s.values()))
        seconds = None if limit is None else limit.seconds
        return Played(clock, now_s, game_s, game_s - begun_s, seconds, turn is not None and not self.countdowns.is_held)


class GameLength:
    """The real length of a game while somebody played.

    By moments of a steady clock. It counts in every game, with or without timed turns, from line to line; while the
    table is off nothing counts.
    """

    def __init__(self) -> None:
        self._lasted_s: float | None = 0.0
        self._since_s: float | None = None

    @property
    def lasted_ms(self) -> int | None:
        """Length up to the last line, in milliseconds.

        None if an older program didn't count it.
        """
        return None if self._lasted_s is None else round(1000 * self._lasted_s)

    def settle(self, now_s: float) -> None:
        """Count the time up to *now_s*, the moment of a line."""
        if self._since_s is not None and self._lasted_s is not None and now_s - self._since_s <= PAUSE_S:
            self._lasted_s += now_s - self._since_s
        self._since_s = now_s

    def fold(self, lasted_ms: int | None) -> None:
        """Restore the length stored in a line."""
        self._lasted_s = None if lasted_ms is None else lasted_ms / 1000


def minutes_of(lasted_ms: int | None) -> int:
    """Return a game's length in minutes, at least one; 0 if unknown."""
    return 0 if lasted_ms is None else max(1, round(lasted_ms / 60_000))
