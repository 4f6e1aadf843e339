"""The watchdog: checks that each part answers, and has the service restarted.

Each part is asked through its own queue, and the service manager gets a sign of life only once all have answered. If
one hangs, the manager restarts the table. A screen with a hanging driver is worth one such restart in an hour. After
that the table plays without it, and reports a fault.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Protocol

from companion.engine.values.message import Message
from companion.health.boot_note import BootNote
from companion.health.faults import Faults
from companion.health.service_manager import ALIVE, ServiceManager
from companion.model.reports.faults import Fault
from companion.runtime.timers import guarded

log = logging.getLogger(__name__)

ROUNDS = 3
"""Rounds of questions within the service manager's timeout."""
NEARLY = 0.8
"""Fraction of that timeout after which a silent screen is decided about."""
SCREEN = "screen"
ONE_RESTART_IN_S = 3600.0
SCREEN_HANGS = "oled.hangs"

Ask = Callable[[Callable[[], None]], object]
"""Function that asks a part for a sign of life.

It calls its argument on the part's own thread, as soon as the part gets to it.
"""


class WatchedScreen(Protocol):
    """The part that the table can play without."""

    def ping(self, answered: Callable[[], None]) -> None:
        """Call *answered* on its own thread."""

    def do_without(self) -> None:
        """Ignore it until it answers again."""


class Watchdog:
    """Checks *parts*, by name, and the *screen*, while *manager* watches.

    It sleeps in between. *restarts* is the note of restarts because of the screen, reported in *faults*. Tests drive it
    by ``ask`` and ``judge``, and by *monotonic_s*.
    """

    def __init__(
        self,
        manager: ServiceManager,
        parts: Mapping[str, Ask],
        screen: WatchedScreen,
        restarts: BootNote,
        *,
        faults: Faults,
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._manager = manager
        self._asks: dict[str, Ask] = {**parts, SCREEN: screen.ping}
        self._screen = screen
        self._restarts = restarts
        self._faults = faults
        self._now_s = monotonic_s
        self._changed = threading.Condition()  # guards the next three
        self._round = 0
        self._silent: frozenset[str] = frozenset()
        self._closed = False
        self._told_s = monotonic_s()
        self._is_given_up = self._restarts_for_screen = False
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start, if the service manager watches."""
        if self._manager.watchdog_s:
            self._told_s = self._now_s()
            self._thread = threading.Thread(target=self._run, name="watchdog", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Stop; send the service manager a last sign of life.

        Closing the other parts takes a while.
        """
        with self._changed:
            self._closed = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
            self._manager.tell(ALIVE)

    def ask(self) -> None:
        """Ask every part for a sign of life."""
        with self._changed:
            self._round += 1
            self._silent = frozenset(self._asks)
            number = self._round
        for name, ask in self._asks.items():
            guarded(ask, partial(self._answered, name, number))

    def judge(self) -> None:
        """Send the service manager a sign of life, if all have answered.

        A screen that was given up doesn't count.
        """
        with self._changed:
            silent = self._silent
        if SCREEN not in silent:
            self._screen_has_answered()
        elif silent == {SCREEN} and not self._is_given_up and self._is_nearly_over():
            self._give_screen_up_or_restart()
        if not silent or (silent == {SCREEN} and self._is_given_up):
            self._told_s = self._now_s()
            self._manager.tell(ALIVE)
        elif self._is_nearly_over():
            log.error("no sign of life: %s", ", ".join(sorted(silent)))

    def _is_nearly_over(self) -> bool:
        """Return True if the service manager's timeout is near."""
        return self._now_s() - self._told_s >= NEARLY * self._manager.watchdog_s

    def _screen_has_answered(self) -> None:
        if self._is_given_up:
            log.info("the screen's driver has returned")
            self._faults.clear(SCREEN_HANGS)
        if self._restarts_for_screen:
            self._restarts.write([])  # it was slow: the start has come to nothing
        self._is_given_up = self._restarts_for_screen = False

    def _give_screen_up_or_restart(self) -> None:
        if self._restarts_for_screen:
            return
        if not self._restarts.within(ONE_RESTART_IN_S):
            log.error("the screen's driver doesn't return: the table starts again for its sake")
            self._restarts.write([self._restarts.now_s()])
            self._restarts_for_screen = True
            return
        log.error("the screen's driver doesn't return, and a new start hasn't helped: the table goes on without it")
        self._is_given_up = True
        self._screen.do_without()
        self._faults.add(screen_fault())

    def _answered(self, name: str, number: int) -> None:
        with self._changed:
            if number == self._round:
                self._silent -= {name}
                if not self._silent:
                    self._changed.notify()

    def _run(self) -> None:
        period_s = self._manager.watchdog_s / ROUNDS
        while not self._closed:
            begun_s = self._now_s()
            self.ask()
            for looked_s in (period_s / 2, period_s):
                self._wait(begun_s + looked_s, for_answers=True)
                if self._closed:
                    return
                guarded(self.judge)
                if not self._silent:
                    break
            self._wait(begun_s + period_s)

    def _wait(self, until_s: float, *, for_answers: bool = False) -> None:
        with self._changed:
            self._changed.wait_for(
                lambda: self._closed or (for_answers and not self._silent), max(0.0, until_s - self._now_s())
            )


def screen_fault() -> Fault:
    """Return the fault of a screen with a hanging driver."""
    text, told = Message("health.screen-hangs-text"), Message("health.screen-hangs")
    remedy = Message("health.screen-hangs-remedy")
    return Fault(SCREEN_HANGS, text, text, text, told, remedy, waits=True)
