"""Orders of the club's keeper, as far as the owner permits them.

Their rate is limited, and none is carried out twice.

No message of a broker is trusted. An order is dropped and counted if it can't be parsed, isn't permitted by the
settings, was retained, is repeated or exceeds the rate. The log says so without a byte of it. Every other order gets an
answer.
"""

from __future__ import annotations

import logging
import threading
import unicodedata
from collections import Counter, deque
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal, Protocol, TypeAlias

from msgspec import Struct

from companion.model.keeper import KeeperWords
from companion.model.requests import Answered, RequestRefused
from companion.outside.messages import (
    AnswerMessage,
    BadMessage,
    Came,
    Coming,
    KeeperMessage,
    KitMessage,
    Order,
    WantedRecord,
    encode,
    read,
)
from companion.outside.mqtt.client.broker import Broker
from companion.outside.mqtt.client.letter import Heard, Letter
from companion.outside.mqtt.topics import asked, told
from companion.runtime.clock import Clock
from companion.runtime.timers import Later, Timer

log = logging.getLogger(__name__)

PER_MINUTE = 6
"""Maximum number of orders of each kind in a minute."""
MINUTE_S = 60.0
AGAIN_S = 1.0
"""Pause before a busy table is asked again to remove a message."""
REMEMBERED = 200
"""Number of the newest ids remembered, to drop repeated orders."""
STRANGE = "?"
"""Replacement of a letter that the table's screen can't draw."""

Why = Literal["retained", "forbidden", "unreadable", "repeated", "too-often", "refused"]


class KeeperTable(Protocol):
    """A table as the keeper knows it.

    No method blocks. Each returns False if it won't be done.
    """

    def show_keeper_words(self, words: KeeperWords) -> bool:
        """Show the keeper's *words*."""

    def end_keeper_words(self, words: KeeperWords) -> bool:
        """Stop showing *words*."""

    def hear_call(self, call: str) -> bool:
        """Announce that the keeper is coming for *call*."""

    def want_record(self, asked: str, number: int = 0, answered: Answered | None = None) -> None:
        """Send the record of game *number* for the request *asked*.

        *answered* gets the version or the refusal.
        """


class KitTaker(Protocol):
    """A taker of kits."""

    def offer(self, kit: KitMessage, came: HowItCame) -> bool:
        """Ask the table to accept *kit*; return False if it can't.

        The outcome goes to *came* later.
        """


@dataclass(frozen=True)
class OrderRule:
    """Rule for one kind of message: its type, and its permission.

    *needs* is the name in the settings, "" for none.
    """

    kind: type[Struct]
    needs: str


RULES: Mapping[Order, OrderRule] = {
    "message": OrderRule(KeeperMessage, "message"),
    "kit": OrderRule(KitMessage, "kit"),
    "record": OrderRule(WantedRecord, "record"),
    "coming": OrderRule(Coming, ""),
}
"""Kinds of messages by topic.

A coming keeper answers this table's own call, so that needs no permission.
"""


AT_ONCE: Mapping[type[Struct], Came] = {KeeperMessage: "shown", KitMessage: "asked", Coming: "told"}
"""Outcome of an order once it is done; a record follows."""
HowItCame: TypeAlias = Callable[[Came], None]


class Obeying:
    """Obeys the orders permitted in *obeys*.

    *undrawable* gives those letters of a text that the screen can't draw; *kits* asks the table about a kit.
    """

    def __init__(
        self,
        obeys: Collection[str],
        table: KeeperTable,
        kits: KitTaker,
        *,
        undrawable: Callable[[str], str],
        clock: Clock,
        later: Later,
    ) -> None:
        self._obeys = frozenset(obeys)
        self._table = table
        self._undrawable = undrawable
        self._clock = clock
        self._later = later
        self._ids: deque[tuple[Order, str]] = deque(maxlen=REMEMBERED)
        self._lately: dict[Order, deque[float]] = {name: deque(maxlen=PER_MINUTE) for name in RULES}
        self._lock = threading.Lock()
        self._ending: Timer | None = None
        self.dropped: Counter[Why] = Counter()
        """Number of refused orders, by reason."""
        self._answer: Callable[[AnswerMessage], None] = lambda answer: None
        self._does: Mapping[type[Struct], Callable[..., bool]] = {
            KeeperMessage: self._show,
            KitMessage: lambda kit: kits.offer(kit, self._how("kit", kit.id)),
            WantedRecord: self._send_record,
            Coming: self._come,
        }

    def listen(self, broker: Broker, table: str) -> None:
        """Subscribe to *broker*'s orders for the table *table*, and answer there.

        Call this before the broker starts.
        """
        self.answer_by(lambda answer: broker.tell(Letter(told(table, "answer"), encode(answer))))
        for name in RULES:
            broker.hear(asked(table, name), partial(self.hear, name))

    def answer_by(self, answer: Callable[[AnswerMessage], None]) -> None:
        """Call *answer* with the outcome of each order; on any thread."""
        self._answer = answer

    def _how(self, name: Order, order: str) -> HowItCame:
        return lambda came: self._answer(AnswerMessage(order, name, came))

    def hear(self, name: Order, message: Heard) -> None:
        """Obey *message* from the topic *name*, if permitted."""
        why = self._why_not(name, message)
        if why:
            with self._lock:
                self.dropped[why] += 1
            log.warning("the keeper's %s isn't obeyed: %s", name, why)

    def _why_not(self, name: Order, message: Heard) -> Why | Literal[""]:
        """Obey *message*, or return the reason of a refusal."""
        rule = RULES[name]
        if message.retained:
            return "retained"
        if rule.needs and rule.needs not in self._obeys:
            return "forbidden"
        if self._is_too_often(name):
            return "too-often"
        try:
            order = read(message.payload, rule.kind)
        except BadMessage as error:
            log.warning("%s", error)
            return "unreadable"
        order_id = str(getattr(order, "id"))  # noqa: B009  # every kind has one
        if (name, order_id) in self._ids:
            return "repeated"
        self._ids.append((name, order_id))
        is_done = self._does[rule.kind](order)
        came = AT_ONCE.get(rule.kind) if is_done else "refused"
        if came is not None:
            self._how(name, order_id)(came)
        return "" if is_done else "refused"

    def _is_too_often(self, name: Order) -> bool:
        lately, now_s = self._lately[name], self._clock.monotonic_s()
        if len(lately) == PER_MINUTE and now_s - lately[0] < MINUTE_S:
            return True
        lately.append(now_s)
        return False

    def _show(self, message: KeeperMessage) -> bool:
        text = drawn(message.text, self._undrawable)
        words = KeeperWords(message.id, text)
        if not text or not self._table.show_keeper_words(words):
            return False
        if self._ending is not None:
            self._ending.cancel()
        self._ending = self._later(message.minutes * MINUTE_S, partial(self._end, words))
        return True

    def _end(self, words: KeeperWords) -> None:
        if not self._table.end_keeper_words(words):
            self._later(AGAIN_S, partial(self._end, words))  # another message ends them too, and then this does nothing

    def _send_record(self, wanted: WantedRecord) -> bool:
        came = self._how("record", wanted.id)

        def answered(answer: int | RequestRefused) -> None:
            if isinstance(answer, RequestRefused):
                log.warning("the record that the club asks for isn't sent: %s", answer.reason)
            came("refused" if isinstance(answer, RequestRefused) else "sent")

        self._table.want_record(wanted.id, wanted.game, answered)
        return True

    def _come(self, coming: Coming) -> bool:
        return self._table.hear_call(coming.call)


def drawn(text: str, undrawable: Callable[[str], str]) -> str:
    """Return *text* as one line of letters that can be drawn.

    *undrawable* gives those that can't.
    """
    line = " ".join(unicodedata.normalize("NFC", text).split())
    strange = frozenset(undrawable(line)) | {letter for letter in line if not letter.isprintable()}
    return "".join(STRANGE if letter in strange else letter for letter in line)
