"""Questions for confirmation at the table, one at a time.

The table's own screen shows them, and OK or BACK answers. The network client doesn't wait, and asks for the answer
later. A question expires after half a minute. An OK that comes too early to have read the question was meant for
something else, and doesn't count. After any answer but yes the asker must pause, so that no phone can occupy the
screen.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from math import ceil
from typing import Literal

from msgspec import Struct

from companion.engine.values.message import Message
from companion.model.requests import RequestRefused
from companion.runtime.clock import Clock
from companion.runtime.timers import Later, Timer

ASKED_S = 30.0
READ_S = 0.7
"""Minimum display time of a question before an OK counts."""
HELD_S = 10.0
"""Time for which OK is held to confirm a grave question."""
PAUSE_S = 60.0
"""Pause of an asker after any answer but yes."""
Decision = Literal["", "waiting", "yes", "no", "late"]


class _Question(Struct, frozen=True, eq=False):
    """A question with its asker, its action upon *yes*, and its moment.

    The *asker* pauses afterwards; *who* is the subject. One that *is_grave* takes OK held, or two people.
    """

    who: str
    asker: str
    said: Message
    yes: Callable[[], None]
    asked_s: float
    timer: Timer
    is_grave: bool = False


class Confirmation:
    """The one open question at the table, for any thread.

    :param later: sets the timer, in so many seconds, that ends a question.
    """

    def __init__(self, clock: Clock, later: Later) -> None:
        self._clock = clock
        self._later = later
        self._lock = threading.Lock()
        self._open: _Question | None = None
        self._holding: Timer | None = None
        self._last: tuple[str, Decision] = ("", "")
        self._pauses: dict[str, float] = {}
        self._listeners: list[Callable[[], None]] = []

    @property
    def question(self) -> Message | None:
        """The open question."""
        now = self._open
        return now.said if now else None

    @property
    def is_grave(self) -> bool:
        """Whether the open question takes more than a press of OK."""
        now = self._open
        return now is not None and now.is_grave

    def subscribe(self, changed: Callable[[], None]) -> None:
        """Call *changed* whenever a question opens or closes; on any thread."""
        self._listeners.append(changed)

    def must_be_free(self, who: str) -> None:
        """Refuse if another question is open, or the asker must pause.

        *who* may repeat their own open question.

        :raises RequestRefused: ``asking`` if another's question is open; ``asked-lately`` if *who* must pause.
        """
        now = self._open
        if now is not None and now.who != who:
            raise RequestRefused(Message("join.asking"), "asking")
        left_s = self._pauses.get(who, 0.0) - self._clock.monotonic_s()
        if left_s > 0:
            raise RequestRefused(Message("join.asked-lately", {"count": ceil(left_s)}), "asked-lately")

    def ask(
        self, who: str, said: Message, yes: Callable[[], None], asker: str | None = None, *, is_grave: bool = False
    ) -> None:
        """Ask the question *said* at the table; a yes calls *yes*.

        *yes* must not block. Asking again for the same *who* keeps the question open. After any other answer *who*
        pauses, unless another *asker* is named. A question that *is_grave* is answered by OK held for ``HELD_S``, or by
        two people.

        :raises RequestRefused: ``asking`` if another question is open; ``asked-lately`` if the asker must pause.
        """
        asker = who if asker is None else asker
        with self._lock:
            if self._open is not None and (self._open.who, self._open.said) == (who, said):
                return
            if self._open is not None:
                raise RequestRefused(Message("join.asking"), "asking")
            self.must_be_free(asker)
            timer = self._later(ASKED_S, lambda: self._settle(question, "late"))
            self._open = question = _Question(
                who, asker, said, yes=yes, asked_s=self._clock.monotonic_s(), timer=timer, is_grave=is_grave
            )
        self._tell()

    def answer(self, is_yes: bool) -> None:
        """Answer the open question, if there was time to read it."""
        question = self._open
        if question is None or (is_yes and self._clock.monotonic_s() - question.asked_s < READ_S):
            return
        if is_yes and question.is_grave:
            self.let_go()
            self._holding = self._later(HELD_S, lambda: self._settle(question, "yes"))
            return
        self._settle(question, "yes" if is_yes else "no")

    def let_go(self) -> None:
        """Note that OK was released too early."""
        holding, self._holding = self._holding, None
        if holding is not None:
            holding.cancel()

    def agree(self) -> None:
        """Confirm a grave question by two people."""
        question = self._open
        if question is not None and question.is_grave:
            self._settle(question, "yes")

    def outcome(self, who: str) -> Decision:
        """Return the outcome of an asker's last question.

        It is "" if *who* never asked, or if it was forgotten.
        """
        with self._lock:
            if self._open is not None and self._open.who == who:
                return "waiting"
            return self._last[1] if self._last[0] == who else ""

    def end(self) -> None:
        """Close the open question: the table is being switched off."""
        question = self._open
        if question is not None:
            self._settle(question, "late")

    def _settle(self, question: _Question, outcome: Decision) -> None:
        with self._lock:
            if self._open is not question:
                return  # answered already
            question.timer.cancel()
            self.let_go()
            if outcome == "yes":
                question.yes()
            else:
                self._pause(question.asker)
            self._open, self._last = None, (question.who, outcome)
        self._tell()

    def _pause(self, asker: str) -> None:
        now_s = self._clock.monotonic_s()
        running = {other: until_s for other, until_s in self._pauses.items() if until_s > now_s}
        self._pauses = {**running, asker: now_s + PAUSE_S}

    def _tell(self) -> None:
        for changed in self._listeners:
            changed()
