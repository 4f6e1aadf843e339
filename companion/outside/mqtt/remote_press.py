"""A press from outside: ROLL, SPIN or DRAW, and nothing else.

It is never a person's voice. It works only while the lamp beside the button is lit: never as consent, as an answer in a
window or to "who?", or while the table asks a question. A press counts once, within seconds, and at a limited rate.
"""

from __future__ import annotations

import logging
from collections import Counter, deque
from collections.abc import Callable
from typing import Literal

from companion.engine.values.seats import TABLE, WATCHER
from companion.engine.windows import AnswerWindow
from companion.model.requests import CommandRequest, RequestRefused
from companion.model.snapshot import Snapshot
from companion.outside.messages import BadMessage, Press, read
from companion.outside.mqtt.client.letter import Heard
from companion.runtime.clock import Clock, timestamp_of
from companion.session.session import Session
from companion.stage.offers import button_lines, doing, table_seats

log = logging.getLogger(__name__)

LASTS_S = 5.0
"""Maximum age of a press, and maximum lead over the table's clock."""
A_SECOND = 2
"""Maximum number of presses in a second."""
REMEMBERED = 200
"""Number of known ids, enough for all that could still count."""

Dropped = Literal["unreadable", "retained", "clock", "old", "repeated", "too-fast", "not-now", "refused"]


class RemotePresses:
    """Presses requested from outside at *session*'s table.

    ``dropped`` counts the ignored ones by reason. *is_busy* returns True while the table's own screen asks or tries
    something. A press is handled on the broker's thread, and never waits.
    """

    def __init__(self, session: Session, clock: Clock, is_busy: Callable[[], bool] = lambda: False) -> None:
        self._session, self._clock, self._is_busy = session, clock, is_busy
        self._known: deque[str] = deque(maxlen=REMEMBERED)
        self._counted_s: deque[float] = deque(maxlen=A_SECOND)
        self.dropped: Counter[Dropped] = Counter()

    def heard(self, heard: Heard) -> None:
        """Press the button named in *heard*, if valid and lit."""
        try:
            press = read(heard.payload, Press)
        except BadMessage as error:
            self._drop("unreadable", str(error))
            return
        reason = self._why_not(press, retained=heard.retained)
        if reason is not None:
            self._drop(reason)
            return
        request = request_of(self._session.published, press)
        if request is None or self._is_busy():
            self._drop("not-now")
            return
        self._session.post(request, self._answered)

    def _why_not(self, press: Press, *, retained: bool) -> Dropped | None:
        if retained:
            return "retained"
        if press.id in self._known:
            return "repeated"
        now = self._clock.utc_text()
        if not now:
            return "clock"
        if abs(timestamp_of(now) - press.at) > LASTS_S:
            return "old"
        self._known.append(press.id)
        now_s = self._clock.monotonic_s()
        if len(self._counted_s) == A_SECOND and now_s - self._counted_s[0] < 1.0:
            return "too-fast"
        self._counted_s.append(now_s)
        return None

    def _answered(self, answer: int | RequestRefused) -> None:
        if isinstance(answer, RequestRefused):
            self._drop("refused", answer.reason)

    def _drop(self, reason: Dropped, why: str = "") -> None:
        self.dropped[reason] += 1
        log.info("a press by the house doesn't count: %s%s", reason, f" ({why})" if why else "")


def request_of(published: Snapshot, press: Press) -> CommandRequest | None:
    """Return the command of *press* for the state *published*.

    None if its lamp is dark, or if it would count as a vote.
    """
    if not _is_quiet(published) or press.button not in doing(published):
        return None
    line = button_lines(published)[press.button]
    if _answers(published, line, press.button):
        return None
    seats = tuple(published.open.who_may(line, table_seats(published), WATCHER))
    if TABLE not in seats and len(seats) != 1:
        return None
    return CommandRequest(
        id=f"mqtt-{press.id}",
        seen=published.version,
        seat=TABLE if TABLE in seats else seats[0],
        do=published.open.offered(line),
        by="mqtt",
        speaks_for=frozenset(seats),
    )


def _is_quiet(published: Snapshot) -> bool:
    """Return True if a game is running without motion, vote or fault."""
    amiss = (published.reveal, published.consent, published.trouble)
    return published.open.state is not None and all(each is None for each in amiss) and not published.compare


def _answers(published: Snapshot, line: str, button: str) -> bool:
    """Return True if *line* is an answer rather than *button*'s own deed.

    An answer may be called for at any time.
    """
    top = None if published.open.state is None else published.open.state.top()
    return isinstance(top, AnswerWindow) or (top is not None and line.partition(" ")[0] != button)
