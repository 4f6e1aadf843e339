"""Sender of the outbox: queued messages, in order, until acknowledged.

The queue is in the journal. One letter is sent at a time, and its row is deleted once the broker has acknowledged it. A
lost letter is sent again, so readers must ignore a known id. A letter that keeps failing goes behind the others.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Protocol

from companion.journal.rows import OutboxRow
from companion.model.requests import RequestRefused
from companion.model.snapshot import Snapshot
from companion.outside.messages import BadMessage
from companion.outside.mqtt.client.letter import Letter
from companion.outside.mqtt.game_results import LetterStyle, Penned
from companion.runtime.clock import Clock
from companion.runtime.timers import Timer
from companion.runtime.worker import Worker
from companion.session.outbox import Outgoing

log = logging.getLogger(__name__)

ANSWER_S = 60.0
"""Timeout of an acknowledgement, after which a letter is sent again."""
AGAIN_S = 30.0
"""Pause before a retry of the journal after a failed access."""
LATER_S = 300.0
"""Pause before the retry of a letter that keeps failing."""
UNHEARD_S = 60.0
"""Pause before another try to find a subscriber."""
TRIES = 3
"""Number of a letter's failures before others go first."""
ROOM = 64
"""Maximum queue of tasks. There is one letter, with a few events."""


class Waiting(Protocol):
    """The session with its outbox. Two calls wait for the session's thread."""

    @property
    def published(self) -> Snapshot:
        """The newest published state, for its language."""

    def outgoing(self, by_name: bool, behind: int = 0) -> Outgoing | None:
        """Return the first sendable message behind that row."""

    def arrived(self, row: OutboxRow) -> None:
        """Delete *row*."""

    def hear_outbox(self, heard: Callable[[int], None]) -> None:
        """Call *heard* when a message may be sent.

        It gets the number of dropped messages.
        """


class Postbox(Protocol):
    """The broker for messages that must arrive."""

    @property
    def is_connected(self) -> bool:
        """Whether the broker can be reached."""

    def on_connected(self, connected: Callable[[], None]) -> None:
        """Call *connected* at each connection."""

    def on_lost(self, lost: Callable[[], None]) -> None:
        """Call *lost* when a connection is over."""

    def takes(self, letter: Letter) -> bool:
        """Return True if *letter* isn't too long for the broker."""

    def deliver(
        self, letter: Letter, acknowledged: Callable[[], None], unheard: Callable[[], None] | None = None
    ) -> bool:
        """Send *letter*; call *acknowledged* or *unheard* upon the broker's answer.

        *unheard* means that it had no subscribers. Return False if the broker is out of touch.
        """


class OutboxListener(Protocol):
    """A listener to the outbox's troubles. No method blocks."""

    def dropped(self, count: int) -> None:
        """So much went for want of room since all had arrived."""

    def too_long(self, size: int) -> None:
        """Note a letter of *size* bytes, too long for the broker.

        0: every waiting letter is short enough.
        """


class OutboxSender:
    """Sends the messages in *session*'s outbox to *broker*, in *style*.

    *listener* hears of problems. If it *waits_for_readers*, messages are kept until somebody has subscribed to them, as
    a club's book does for good. Only the sender's own thread sends; the other threads leave it a note.
    """

    def __init__(
        self,
        session: Waiting,
        broker: Postbox,
        style: LetterStyle,
        listener: OutboxListener,
        *,
        clock: Clock,
        waits_for_readers: bool = False,
    ) -> None:
        self._session, self._broker, self._style = session, broker, style
        self._listener, self._clock, self._longest = listener, clock, 0
        self._worker = Worker("outbox", clock, ROOM, rescue=self._try_again)
        self._under_way: OutboxRow | None = None
        self._timeout: Timer | None = None
        self._failed, self._times = 0, 0
        self._behind = 0
        self._waits_for_readers, self._is_unheard = waits_for_readers, False
        self._again: Timer | None = None
        self._later: Timer | None = None
        broker.on_connected(lambda: self._note(self._listen_anew))
        broker.on_lost(lambda: self._note(self._lose))
        session.hear_outbox(self._heard)

    def start(self) -> None:
        """Start sending."""
        self._worker.start()
        self._note(self._look)

    def close(self) -> None:
        """Stop sending. The next start sends the rest."""
        self._worker.close()

    def run_pending(self) -> None:
        """Run all pending actions, then return; for tests without a thread."""
        self._worker.run_pending()

    def _note(self, action: Callable[[], None]) -> None:
        if not self._worker.put(action):
            log.info("too much happens to what must arrive: it is sent again where that matters")

    def _heard(self, dropped: int) -> None:
        self._note(lambda: self._listener.dropped(dropped))
        self._note(self._look)

    # ------------------------------------------------------------------ on its own thread
    def _look(self) -> None:
        """Send the next message, unless one is under way."""
        if self._under_way is not None or self._is_unheard or not self._broker.is_connected:
            return
        try:
            outgoing = self._session.outgoing(self._style.by_name, self._behind)
        except RequestRefused as refusal:
            log.warning("what must arrive can't be read now: %s", refusal)
            self._try_again()
            return
        if outgoing is not None:
            self._send(outgoing)
        elif self._longest and not self._behind:
            self._tell_longest(0)

    def _send(self, outgoing: Outgoing) -> None:
        row, lang = outgoing.row, self._session.published.lang
        try:
            letter = Penned(self._style, outgoing, lang).letter()
        except BadMessage as error:
            log.error("%s of game %s can't be sent: %s", row.kind, row.game, error)
            self._let_go(row)
            return
        except Exception:
            # A fault of this program: it may be mended by the next one, so it waits, and blocks nothing.
            log.exception("%s of game %s can't be made", row.kind, row.game)
            self._under_way = row
            self._fail(row)
            return
        if not self._broker.takes(letter):
            log.warning("%s of game %s is kept: its %d bytes are too long", row.kind, row.game, len(letter.payload))
            self._tell_longest(len(letter.payload))
            self._pass_over(row)
            return
        self._under_way = row
        unheard = (lambda: self._note(lambda: self._keep(row))) if self._waits_for_readers else None
        if self._broker.deliver(letter, lambda: self._note(lambda: self._let_go(row)), unheard):
            self._timeout = self._in(ANSWER_S, lambda: self._fail(row))
        else:
            self._under_way = None
            self._try_again()

    def _let_go(self, row: OutboxRow) -> None:
        """Delete *row*, and send the next."""
        self._is_over(row)
        try:
            self._session.arrived(row)
        except RequestRefused as refusal:
            log.warning("that something has arrived can't be kept, and it is sent again: %s", refusal)
            self._try_again()
        else:
            self._note(self._look)

    def _keep(self, row: OutboxRow) -> None:
        """Keep *row* and retry after a pause: nobody has subscribed yet.

        Those behind it wait too.
        """
        if self._is_over(row):
            log.info("nobody listens yet for what must arrive")
            self._is_unheard = True
            self._in(UNHEARD_S, self._listen_anew)

    def _listen_anew(self) -> None:
        self._is_unheard = False
        self._look()

    def _lose(self) -> None:
        if self._under_way is not None:
            self._fail(self._under_way)

    def _fail(self, row: OutboxRow) -> None:
        """Count *row* as lost, if it is still under way."""
        if not self._is_over(row):
            return
        self._times = self._times + 1 if row.id == self._failed else 1
        self._failed = row.id
        if self._times >= TRIES:
            log.warning("%s of game %s doesn't arrive: others go first", row.kind, row.game)
            self._pass_over(row)
            return
        self._note(self._look)

    def _pass_over(self, row: OutboxRow) -> None:
        """Send the messages behind *row* first, and *row* after a pause."""
        self._behind = row.id
        if self._later is None:
            self._later = self._in(LATER_S, self._from_the_first)
        self._note(self._look)

    def _tell_longest(self, size: int) -> None:
        """Report the size of the longest letter that the broker doesn't take."""
        if size > self._longest or not size:
            self._longest = size
            self._listener.too_long(size)

    def _is_over(self, row: OutboxRow) -> bool:
        """Mark *row* as no longer under way; return True if it was."""
        if row is not self._under_way:
            return False
        self._under_way = None
        if self._timeout is not None:
            self._timeout.cancel()
        return True

    def _from_the_first(self) -> None:
        self._behind, self._later = 0, None
        self._look()

    def _try_again(self) -> None:
        """Schedule another look after a pause."""
        if self._again is not None:
            self._again.cancel()
        self._again = self._in(AGAIN_S, self._look)

    def _in(self, seconds: float, action: Callable[[], None]) -> Timer:
        return self._worker.timers.at(self._clock.monotonic_s() + seconds, action)
