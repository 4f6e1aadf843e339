"""The time played: how long a game and its turn have gone on, in seconds of the table's steady clock.

It counts while the table is on and the game says that somebody's turn is timed. Each line of the journal holds how
much had been played by then, so that it survives a power cut but for what has passed since the last line; nothing is
ever written for the clock's own sake, and the calendar isn't asked.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from companion.engine.state import State, Turn
from companion.runtime.clock import Clock

PAUSE_S = 1800.0
"""So long after the last line nobody plays any more: a longer pause doesn't count to a game's length."""
TURNS_KEPT = 100
"""How many turns back it is known when they began, for those who take steps back."""


class Played(Struct, frozen=True):
    """The time played as it was published: *game_s* and *turn_s* at *moment_s* of *clock*, all in seconds.

    *limit_s* is how long the game may last, None without a limit; *runs* tells whether time goes on counting.
    """

    clock: Clock
    moment_s: float
    game_s: float
    turn_s: float
    limit_s: int | None
    runs: bool

    def since_s(self) -> float:
        """Return how much was played since it was published, in seconds."""
        return self.clock.monotonic_s() - self.moment_s if self.runs else 0.0

    def turn_seconds(self) -> int:
        """Return how long the turn has lasted now, in whole seconds."""
        return int(self.turn_s + self.since_s())

    def as_dict(self) -> Mapping[str, int | bool | None]:
        """Return it in whole seconds as of now; a page counts on from there by itself if it *runs*."""
        return {
            "played": int(self.game_s + self.since_s()),
            "turn": self.turn_seconds(),
            "limit": self.limit_s,
            "runs": self.runs,
        }


class PlayTime:
    """The playing time of one game, by moments of a steady clock, in seconds."""

    def __init__(self) -> None:
        self._until_s = 0.0
        self._since_s: float | None = None
        self._begun_s: dict[Turn, float] = {}

    def played_s(self, now_s: float) -> float:
        """Return how long the game has been played at *now_s*."""
        return self._until_s + (0.0 if self._since_s is None else now_s - self._since_s)

    def settle(self, now_s: float, state: State) -> None:
        """Count on from *now_s* in *state*, or stand still where no time counts."""
        self.fold(self.played_s(now_s), state)
        self._since_s = None if state.timed_turn() is None else now_s

    def fold(self, played_s: float, state: State) -> None:
        """Take up that *played_s* had been played when *state* was reached."""
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
        """Return how long *state* may still be played, None without a limit."""
        limit = state.time_limit()
        return None if limit is None else limit.seconds - self.played_s(now_s)

    def published(self, clock: Clock, state: State) -> Played | None:
        """Return the time as it is published with *state*, which may be behind what is durable; None if none counts.

        It tells nothing of what is durable and not yet revealed: whether it *runs* is *state*'s own business.
        """
        now_s, turn, limit = clock.monotonic_s(), state.timed_turn(), state.time_limit()
        game_s = self.played_s(now_s)
        if turn is None and not self._begun_s:
            return None
        begun_s = self._begun_s.get(turn, game_s) if turn is not None else next(reversed(self._begun_s.values()))
        seconds = None if limit is None else limit.seconds
        return Played(clock, now_s, game_s, game_s - begun_s, seconds, turn is not None)


class GameLength:
    """How long a game has lain on the table while somebody played, by moments of a steady clock.

    It counts in every game, whatever its rules time, from line to line; while the table is off nothing counts.
    """

    def __init__(self) -> None:
        self._lasted_s: float | None = 0.0
        self._since_s: float | None = None

    @property
    def lasted_ms(self) -> int | None:
        """Return it as of the last line in milliseconds, None where an older program didn't count."""
        return None if self._lasted_s is None else round(1000 * self._lasted_s)

    def settle(self, now_s: float) -> None:
        """Count what has passed until *now_s*, the moment of a line, and go on from there."""
        if self._since_s is not None and self._lasted_s is not None and now_s - self._since_s <= PAUSE_S:
            self._lasted_s += now_s - self._since_s
        self._since_s = now_s

    def fold(self, lasted_ms: int | None) -> None:
        """Take up what a line holds of it."""
        self._lasted_s = None if lasted_ms is None else lasted_ms / 1000


def minutes_of(lasted_ms: int | None) -> int:
    """Return a game's length in whole minutes, at least one; 0 where it isn't known."""
    return 0 if lasted_ms is None else max(1, round(lasted_ms / 60_000))
