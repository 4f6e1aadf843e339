"""Presence of a seat's phone, public, derived from the streams' last beats.

A page in view has a stream, which beats every two seconds; a hidden one, or a phone that sleeps, has none. A page that
has taken a game from the shelf reports it, and others see the choosing player.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from companion.model.roster import Presence
from companion.model.snapshot import Snapshot

BEAT_LASTS_S = 6.0
"""Seconds for which a sent beat counts: two may be late."""
AWAY_S = 1.5
"""Seconds for which one more beat counts after a stream's end.

A page that opens the next stream at once hasn't been away.
"""


CHOOSING_S = 120.0
"""Seconds for which a silent player still counts as choosing a game."""
CODE_S = 120.0
"""Seconds for which televisions show the code of a shared kit."""


class PhonePresence:
    """The phones' last beats; any thread may use it.

    :param clock: monotonic seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._until_s: dict[str, float] = {}
        self._choosing_s: dict[str, float] = {}
        self._listeners: list[Callable[[], None]] = []
        self._code: tuple[str, float] = ("", 0.0)

    def subscribe(self, changed: Callable[[], None]) -> None:
        """Call *changed* after each change of a presence, on its thread.

        It must not wait.
        """
        self._listeners.append(changed)

    def announce(self) -> None:
        """Call the subscribers after a change of a presence."""
        for changed in self._listeners:
            changed()

    def lasts_s(self) -> float | None:
        """Return the seconds until the next phone falls asleep.

        None while all are asleep.
        """
        with self._lock:
            left_s = [until_s - self._clock() for until_s in self._until_s.values()]
        return min((each for each in left_s if each > 0), default=None)

    def beat(self, phone: str) -> None:
        """Keep *phone* awake: something was sent to it.

        It is the roster's key; "" is nobody's phone.
        """
        if phone:
            with self._lock:
                self._until_s[phone] = self._clock() + BEAT_LASTS_S

    def ended(self, phone: str) -> None:
        """Note the end of a stream of *phone*; other streams keep beating."""
        with self._lock:
            if phone in self._until_s:
                self._until_s[phone] = min(self._until_s[phone], self._clock() + AWAY_S)

    def choose(self, phone: str, is_choosing: bool) -> None:
        """Note whether *phone* has taken a game from the shelf.

        "" is the table's own page.
        """
        with self._lock:
            self._choosing_s.pop(phone, None)
            if is_choosing:
                self._choosing_s[phone] = self._clock() + CHOOSING_S

    def choosing(self, published: Snapshot) -> tuple[str, ...]:
        """Return the phones that are choosing a game; none during one.

        "" is the table's own page.
        """
        now_s = self._clock()
        with self._lock:
            if published.open.game is not None:
                self._choosing_s.clear()
            here = {"", *(phone for phone, until_s in self._until_s.items() if until_s > now_s)}
            return tuple(phone for phone, until_s in self._choosing_s.items() if until_s > now_s and phone in here)

    def show_code(self, slug: str) -> None:
        """Show the code of the kit *slug* on televisions for a while."""
        with self._lock:
            self._code = (slug, self._clock() + CODE_S)

    def withdraw_code(self, slug: str) -> None:
        """Take the code of *slug* off the televisions, if they show it."""
        with self._lock:
            if self._code[0] == slug:
                self._code = ("", 0.0)

    @property
    def shown_code(self) -> str:
        """The kit of the code on televisions, "" for none."""
        slug, until_s = self._code
        return slug if until_s > self._clock() else ""

    def of_phone(self, key: str) -> Presence:
        """Return the presence of the phone with the roster's *key*.

        It is here or asleep.
        """
        with self._lock:
            return "here" if self._until_s.get(key, 0.0) > self._clock() else "asleep"

    def of(self, published: Snapshot) -> tuple[Presence, ...]:
        """Return each seat's presence in *published*.

        It is here, asleep (joined, but no page in view) or gone (no phone).
        """
        now_s = self._clock()
        phones = published.roster.phones
        with self._lock:
            self._until_s = {key: until_s for key, until_s in self._until_s.items() if key in phones}
            beating = {key for key, until_s in self._until_s.items() if until_s > now_s}
        presences: list[Presence] = ["gone"] * published.seat_count
        for key, phone in phones.items():
            for seat in phone.seats:
                if seat < len(presences):
                    presences[seat] = "here" if key in beating else "asleep"
        return tuple(presences)
