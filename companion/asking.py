"""What the table is asked to confirm: one question at a time, on its own screen, answered by its own OK or BACK.

Who asks by network goes on at once and looks later what came of it. A question that nobody answers is over after half
a minute. An OK that comes sooner than anybody can have read the question was meant for something else, and is no yes.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from companion.clock import Clock
from companion.engine.said import Said
from companion.pairing import Timer, timer_thread
from companion.request import Refusal

ASKED_S = 30.0
READ_S = 0.7
"""How long a question stands before an OK can be an answer to it."""
Outcome = Literal["", "waiting", "yes", "no", "late"]


@dataclass(frozen=True, eq=False)
class _Question:
    """What *who* asked, what is done upon a *yes*, and when it was asked."""

    who: str
    said: Said
    yes: Callable[[], None]
    asked_s: float
    timer: Timer


class Asking:
    """The one question that the table is asked, if any. Any thread may use it.

    :param later: makes the timer that ends a question.
    """

    def __init__(self, clock: Clock, later: Callable[[float, Callable[[], None]], Timer] = timer_thread) -> None:
        self._clock = clock
        self._later = later
        self._lock = threading.Lock()
        self._open: _Question | None = None
        self._last: tuple[str, Outcome] = ("", "")
        self._listeners: list[Callable[[], None]] = []

    @property
    def question(self) -> Said | None:
        """What is asked now."""
        now = self._open
        return now.said if now else None

    def subscribe(self, changed: Callable[[], None]) -> None:
        """Call *changed* whenever a question came or went; on any thread."""
        self._listeners.append(changed)

    def must_be_free(self, who: str) -> None:
        """See that *who* may ask.

        :raises Refusal: ``asking``: somebody's question stands already.
        """
        now = self._open
        if now is not None and now.who != who:
            raise Refusal(Said("join.asking"), "asking")

    def ask(self, who: str, said: Said, yes: Callable[[], None]) -> None:
        """Ask the table *said* for *who*; a yes does *yes*, which must not wait. Asked again, the question stands.

        :raises Refusal: ``asking``: another question stands already.
        """
        with self._lock:
            self.must_be_free(who)
            if self._open is not None and self._open.said == said:
                return
            if self._open is not None:
                raise Refusal(Said("join.asking"), "asking")
            timer = self._later(ASKED_S, lambda: self._settle(question, "late"))
            self._open = question = _Question(who, said, yes, self._clock.monotonic_s(), timer)
            timer.start()
        self._tell()

    def answer(self, is_yes: bool) -> None:
        """Give the table's answer to what is asked now, if anything is, and if it can have been read."""
        question = self._open
        if question is None or (is_yes and self._clock.monotonic_s() - question.asked_s < READ_S):
            return
        self._settle(question, "yes" if is_yes else "no")

    def outcome(self, who: str) -> Outcome:
        """Return what became of the last question of *who*, "" if that is forgotten or never was."""
        with self._lock:
            if self._open is not None and self._open.who == who:
                return "waiting"
            return self._last[1] if self._last[0] == who else ""

    def end(self) -> None:
        """Ask nothing any more: the table is being switched off."""
        question = self._open
        if question is not None:
            self._settle(question, "late")
            question.timer.join()

    def _settle(self, question: _Question, outcome: Outcome) -> None:
        with self._lock:
            if self._open is not question:
                return  # answered already
            question.timer.cancel()
            if outcome == "yes":
                question.yes()
            self._open, self._last = None, (question.who, outcome)
        self._tell()

    def _tell(self) -> None:
        for changed in self._listeners:
            changed()
