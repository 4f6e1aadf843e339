"""The countdown clock: how much of each countdown is used.

It counts while a countdown runs in the state on show, so that time passes for people as they see it, and a result in
motion changes no time ahead of its reveal. When a game is read again the journal's play times say how much was used up
to the last line. Countdowns that ran then are held until somebody goes on with them: nobody was there to watch.
"""

from __future__ import annotations

from msgspec import Struct

from companion.engine.state import Countdown, State
from companion.runtime.clock import Clock

GO_ON = "go-on"
"""The verb that lets held countdowns run."""


class TimeLeft(Struct, frozen=True):
    """The time left of the countdown *key*, in seconds.

    It *is_held* if the state says that it runs, but nobody has gone on with it since the game was read again.
    """

    key: str
    left_s: float
    runs: bool
    is_held: bool = False


class Clocks(Struct, frozen=True):
    """The countdowns as published: *times* hold for *moment_s* of *clock*."""

    clock: Clock
    moment_s: float
    times: tuple[TimeLeft, ...]

    @property
    def are_held(self) -> bool:
        """Whether any waits for somebody to go on."""
        return any(each.is_held for each in self.times)

    def now(self) -> tuple[TimeLeft, ...]:
        """Return the present times, never below zero."""
        since_s = self.clock.monotonic_s() - self.moment_s
        return tuple(
            TimeLeft(each.key, max(0.0, each.left_s - (since_s if each.runs else 0.0)), each.runs, each.is_held)
            for each in self.times
        )

    def first(self) -> TimeLeft | None:
        """Return the running countdown that ends first.

        Without one, return the first held or stopped one.
        """
        return min(self.now(), key=lambda each: (not each.runs, not each.is_held, each.left_s), default=None)


class CountdownClock:
    """The used time of one game's countdowns, in seconds.

    A countdown's number grows along a game. Where an undo leads back to a smaller one, later ones are forgotten: when
    they come again they have all their time.
    """

    def __init__(self) -> None:
        self._used_s: dict[str, dict[int, float]] = {}
        self._running: tuple[tuple[str, int], ...] = ()
        self._since_s = 0.0
        self._held: tuple[tuple[str, int], ...] = ()

    @property
    def is_held(self) -> bool:
        """Whether countdowns wait for somebody to go on."""
        return bool(self._held)

    def hold(self, state: State) -> None:
        """Hold the countdowns that run in *state*."""
        self._held, self._running = _keys_of(state), ()

    def go_on(self) -> None:
        """Let held countdowns run again."""
        self._held = ()

    def look(self, state: State) -> None:
        """Go on once *state* runs other countdowns than those held."""
        if self._held and _keys_of(state) != self._held:
            self.go_on()

    def fold(self, played_s: float, state: State) -> None:
        """Count *played_s* to the clocks of the state before *state*."""
        for key, number in self._running:
            used_s = self._used_s.setdefault(key, {})
            used_s[number] = used_s.get(number, 0.0) + max(0.0, played_s)
        self._running = _keys_of(state)
        for each in state.countdowns():
            used_s = self._used_s.get(each.key, {})
            for number in [number for number in used_s if number > each.number]:
                del used_s[number]

    def settle(self, now_s: float, state: State) -> None:
        """Count up to *now_s*, then on in *state*, the published one."""
        if self._running or state.countdowns():
            self.fold(now_s - self._since_s, state)
        if self._held:
            self._running = ()
        self._since_s = now_s

    def left_s(self, now_s: float, countdown: Countdown) -> float:
        """Return the time left of *countdown*, negative once it is over."""
        used_s = self._used_s.get(countdown.key, {}).get(countdown.number, 0.0)
        if (countdown.key, countdown.number) in self._running:
            used_s += now_s - self._since_s
        return countdown.seconds - used_s

    def published(self, clock: Clock, state: State) -> Clocks | None:
        """Return the countdowns to publish with *state*; None without any."""
        countdowns = state.countdowns()
        if not countdowns:
            return None
        now_s, at_work, is_held = clock.monotonic_s(), running(state), self.is_held
        times = [
            TimeLeft(each.key, self.left_s(now_s, each), each in at_work and not is_held, each in at_work and is_held)
            for each in countdowns
        ]
        return Clocks(clock, now_s, tuple(times))


def running(state: State) -> tuple[Countdown, ...]:
    """Return the countdowns that run in *state*, none after its end."""
    at_work = tuple(each for each in state.countdowns() if each.runs)
    return at_work if at_work and state.end() is None else ()


def _keys_of(state: State) -> tuple[tuple[str, int], ...]:
    return tuple((each.key, each.number) for each in running(state))
