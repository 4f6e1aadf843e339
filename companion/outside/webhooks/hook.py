"""One webhook: its queue of results, and its sending thread.

Queueing a result never blocks. A slow or unreachable hook loses its oldest results and logs that. It delays no other
hook.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Sequence

from companion.engine.values.message import Message, Value
from companion.health.faults import Faults
from companion.model.reports.faults import Fault
from companion.outside.messages import ResultMessage
from companion.outside.webhooks.request import NotSent, Poster, body_of
from companion.settings.tables import WebhookSettings

log = logging.getLogger(__name__)

ROOM = 100
"""Maximum number of results in a hook's queue."""
PAUSES_S = (1.0, 5.0)
"""Pauses before each retry of one result."""
CLOSING_S = 2.0


class Hook:
    """Webhook *number*, from 1, of *settings*, at the table called *table*.

    Its faults are reported in *faults*. *pauses_s* are the seconds before each retry.
    """

    def __init__(
        self,
        number: int,
        settings: WebhookSettings,
        table: str,
        faults: Faults,
        *,
        pauses_s: Sequence[float] = PAUSES_S,
    ) -> None:
        self.number = number
        self.settings = settings
        self.dropped = 0
        """Number of results that were never delivered."""
        self._table, self._faults, self._pauses_s = table, faults, pauses_s
        self._poster = Poster(settings)
        self._changed = threading.Condition()  # guards the next three and dropped
        self._waiting: deque[bytes] = deque()
        self._is_closed = False
        self._is_behind = False
        self._thread = threading.Thread(target=self._run, name=f"webhook-{number}", daemon=True)

    def wants(self, result: ResultMessage) -> bool:
        """Return True if results of that kind are sent there."""
        return not self.settings.kinds or result.kind in self.settings.kinds

    def leave(self, result: ResultMessage, game: str) -> None:
        """Queue *result* of the game *game*; drop the oldest if full.

        *game* is the slug.
        """
        body = body_of(self.settings, result, game, self._table)
        with self._changed:
            if len(self._waiting) >= ROOM:
                self._waiting.popleft()
                self.dropped += 1
                self._fall_behind()
            self._waiting.append(body)
            self._changed.notify()

    def start(self) -> None:
        """Start sending."""
        self._thread.start()

    def close(self) -> None:
        """Stop sending and drop the queue."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()
        self._poster.abort()
        if self._thread.ident is not None:
            self._thread.join(CLOSING_S)
        if self._waiting:
            log.info("webhook %d (%s) never got %d results", self.number, self._poster.host, len(self._waiting))

    def _run(self) -> None:
        while (body := self._next()) is not None:
            self._send(body)
            self._look_whether_behind()

    def _next(self) -> bytes | None:
        """Wait for the next body to send; return None once closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._is_closed)
            return None if self._is_closed else self._waiting.popleft()

    def _fall_behind(self) -> None:
        if not self._is_behind:
            self._is_behind = True
            log.warning("webhook %d (%s) is behind: its oldest results are left out", self.number, self._poster.host)
            self._faults.add(self._fault("behind", self._behind))

    def _look_whether_behind(self) -> None:
        with self._changed:
            if self._is_behind and not self._waiting:
                self._is_behind = False
                self._faults.clear(self._behind)

    def _send(self, body: bytes) -> None:
        """Send *body* with a retry after each pause, then give up."""
        for pause_s in (*self._pauses_s, None):
            try:
                self._poster.post(body)
            except NotSent as failure:
                self._failed(failure)
                if pause_s is None or not failure.may_pass or self._closes_within(pause_s):
                    break
            else:
                self._faults.clear(self._failing)
                return
        with self._changed:
            self.dropped += 1

    def _closes_within(self, seconds: float) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: self._is_closed, seconds)

    def _failed(self, failure: NotSent) -> None:
        if self._is_closed:
            return
        log.warning("webhook %d (%s) fails: %s", self.number, self._poster.host, failure)
        self._faults.add(self._fault(failure.why, self._failing, **failure.values))

    @property
    def _failing(self) -> str:
        return f"house.webhook-{self.number}"

    @property
    def _behind(self) -> str:
        return f"house.webhook-{self.number}-behind"

    def _fault(self, word: str, key: str, **values: Value) -> Fault:
        named: dict[str, Value] = {"number": str(self.number), "host": self._poster.host, **values}
        told = Message(f"hook.{word}", named)
        short = Message("hook.short", {"number": str(self.number)})
        remedy = Message(f"hook.{word}-remedy")
        return Fault(key, Message("stage.house"), short, Message("hook.text"), told, remedy, waits=True)
