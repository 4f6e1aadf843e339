"""The table obeys the club's keeper: in what its owner lets it, now and then, and never twice.

Law: nothing that comes from a broker is believed. What can't be read, what the settings don't name, what the broker has
kept for who comes later, what came before, and what comes too often is dropped and counted; the log says so without a
byte of it.
"""

from __future__ import annotations

import logging
import threading
import unicodedata
from collections import Counter, deque
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal, Protocol

from msgspec import Struct

from companion.model.keeper import KeeperWords
from companion.outside.broker import Broker, Heard
from companion.outside.messages import BadMessage, Coming, KeeperMessage, Kit, WantedRecord, read
from companion.outside.topics import Asked, asked
from companion.runtime.clock import Clock
from companion.runtime.timers import Later, Timer

log = logging.getLogger(__name__)

PER_MINUTE = 6
"""How many messages of each kind are obeyed in a minute."""
MINUTE_S = 60.0
AGAIN_S = 1.0
"""How soon a table that was too busy to put a message away is asked once more."""
REMEMBERED = 200
"""So many ids are remembered, the newest ones: what comes again is dropped."""
STRANGE = "?"
"""What stands for a letter that the table's screen can't draw."""

Why = Literal["retained", "forbidden", "unreadable", "repeated", "too-often", "refused"]


class Table(Protocol):
    """A table as the keeper knows it; nothing here waits, and each tells whether it will be done."""

    def show_keeper_words(self, words: KeeperWords) -> bool:
        """Have the keeper's *words* shown."""

    def end_keeper_words(self, words: KeeperWords) -> bool:
        """Have *words* shown no more."""

    def hear_call(self, call: str) -> bool:
        """Have people told that the keeper is coming for *call*."""


@dataclass(frozen=True)
class Rule:
    """How one kind of message is obeyed: read as a *kind*, and what it *needs* in the settings, "" for nothing."""

    kind: type[Struct]
    needs: str


RULES: Mapping[Asked, Rule] = {
    "message": Rule(KeeperMessage, "message"),
    "kit": Rule(Kit, "kit"),
    "record": Rule(WantedRecord, "record"),
    "coming": Rule(Coming, ""),
}
"""The kinds by their topics. That the keeper is coming answers a call from this very table: it needs no leave."""


class Obeying:
    """Obeys what the settings name in *obeys*. ``hear`` is the broker's thread's.

    *drawable* gives those letters of a text that the screen can't draw; *take_kit* asks the table about a kit, and
    *send_record* has a record sent: each tells whether it could.
    """

    def __init__(
        self,
        obeys: Collection[str],
        table: Table,
        take_kit: Callable[[Kit], bool],
        send_record: Callable[[WantedRecord], bool],
        undrawable: Callable[[str], str],
        clock: Clock,
        later: Later,
    ) -> None:
        self._obeys = frozenset(obeys)
        self._table = table
        self._undrawable = undrawable
        self._clock = clock
        self._later = later
        self._ids: deque[tuple[Asked, str]] = deque(maxlen=REMEMBERED)
        self._lately: dict[Asked, deque[float]] = {name: deque(maxlen=PER_MINUTE) for name in RULES}
        self._lock = threading.Lock()
        self._ending: Timer | None = None
        self.dropped: Counter[Why] = Counter()
        """How many messages weren't obeyed, and why."""
        self._does: Mapping[type[Struct], Callable[..., bool]] = {
            KeeperMessage: self._show,
            Kit: take_kit,
            WantedRecord: send_record,
            Coming: self._come,
        }

    def listen(self, broker: Broker, table: str) -> None:
        """Hear what *broker* is asked of the table with the id *table*; before it starts."""
        for name in RULES:
            broker.hear(asked(table, name), partial(self.hear, name))

    def hear(self, name: Asked, message: Heard) -> None:
        """Obey *message*, which came at the topic *name*, if it may be."""
        why = self._why_not(name, message)
        if why:
            with self._lock:
                self.dropped[why] += 1
            log.warning("the keeper's %s isn't obeyed: %s", name, why)

    def _why_not(self, name: Asked, message: Heard) -> Why | Literal[""]:
        """Obey *message*, or return why not."""
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
        key = (name, str(getattr(order, "id")))  # noqa: B009  # every kind has one
        if key in self._ids:
            return "repeated"
        self._ids.append(key)
        return "" if self._does[rule.kind](order) else "refused"

    def _is_too_often(self, name: Asked) -> bool:
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

    def _come(self, coming: Coming) -> bool:
        return self._table.hear_call(coming.call)


def drawn(text: str, undrawable: Callable[[str], str]) -> str:
    """Return *text* as one line of letters that can be drawn; *undrawable* gives those of a text that can't be."""
    line = " ".join(unicodedata.normalize("NFC", text).split())
    strange = frozenset(undrawable(line)) | {letter for letter in line if not letter.isprintable()}
    return "".join(STRANGE if letter in strange else letter for letter in line)
