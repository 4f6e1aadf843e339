"""Watch over memory sticks, with a question for each new one."""

from __future__ import annotations

import logging
from collections.abc import Collection
from typing import Protocol

from companion.engine.values.message import Message
from companion.health.faults import Faults
from companion.model.requests import RequestRefused
from companion.phones.confirmation import Confirmation
from companion.runtime.clock import Clock
from companion.upkeep.backup.errors import not_made
from companion.upkeep.backup.sticks.sticks import Stick, Sticks

log = logging.getLogger(__name__)

UNREADABLE = "backup.stick-unknown"
"""Key of the fault of a stick without a known file system."""
TOO_EARLY_S = 4.0
"""Grace period for the system to read a new stick."""


class StickKeeper(Protocol):
    """The backups, as far as they know sticks and hear of them."""

    @property
    def known_sticks(self) -> Collection[str]:
        """The ids of the sticks that backups go onto already."""

    def agree(self, stick: Stick) -> None:
        """Have backups go onto *stick*: the table said yes."""

    def tell_listeners(self) -> None:
        """Tell that others are in than before."""


class StickWatch:
    """A watch over *sticks* for *keeper*.

    *asking* asks at the table whether backups go onto a new one.
    """

    def __init__(
        self,
        sticks: Sticks,
        keeper: StickKeeper,
        asking: Confirmation,
        *,
        faults: Faults,
        clock: Clock,
    ) -> None:
        self._sticks, self._keeper, self._asking = sticks, keeper, asking
        self._faults, self._clock = faults, clock
        self._without_id_since_s: dict[str, float] = {}
        self._seen: tuple[Stick, ...] | None = None
        self._asked: frozenset[str] = frozenset()
        self.is_settled = False
        """Whether nothing changed, nothing is unread and no question is open."""

    @property
    def seen(self) -> tuple[Stick, ...]:
        """The sticks that were in at the last look."""
        return self._seen or ()

    def outcome(self, id: str) -> str:
        """Return the table's answer for the stick *id*, in `Confirmation`'s words."""
        return self._asking.outcome(_asker(id))

    def let_be(self, id: str) -> None:
        """Ask no more about the stick *id* while it is in."""
        self._asked |= {id}

    def ask(self, stick: Stick) -> None:
        """Ask at the table for permission to make backups onto *stick*.

        :raises RequestRefused: if another question is open, or the table was asked a moment ago.
        """
        said = Message("stage.ask-stick", {"name": stick.name})
        self._asking.ask(_asker(stick.id), said, lambda: self._keeper.agree(stick))

    def look(self) -> frozenset[str]:
        """Look for sticks, ask about new ones; return those just added.

        They are returned by their ids.
        """
        before = self._seen
        put_in = self._look()
        self.is_settled = self._seen == before and not self._unasked() and not self._is_too_early()
        return put_in

    def _look(self) -> frozenset[str]:
        before, seen = self._seen, tuple(self._sticks.seen())
        self._seen = seen
        if seen != before:
            self._keeper.tell_listeners()
        there = {stick.id for stick in seen if stick.id}
        if before is None:
            self._asked = frozenset(there)  # they lay there before; the owner's page has them
            return frozenset()
        self._tell_unreadable(seen)
        self._asked &= there
        for stick in self._unasked():
            try:
                self.ask(stick)
                self.let_be(stick.id)
            except RequestRefused as why:
                log.info("the table isn't asked for the stick yet: %s", why)
        return frozenset(there - {stick.id for stick in before})

    def _unasked(self) -> list[Stick]:
        """Return the sticks that the table must still be asked about."""
        return [stick for stick in self.seen if stick.id and stick.id not in {*self._keeper.known_sticks, *self._asked}]

    def _tell_unreadable(self, seen: tuple[Stick, ...]) -> None:
        """Report a stick without a known file system after a grace period."""
        known_s, now_s = self._without_id_since_s, self._clock.monotonic_s()
        self._without_id_since_s = {each.device: known_s.get(each.device, now_s) for each in seen if not each.id}
        if any(now_s - since_s >= TOO_EARLY_S for since_s in self._without_id_since_s.values()):
            self._faults.add(not_made(UNREADABLE, Message("backup.stick-unread")))
        elif not self._without_id_since_s:
            self._faults.clear(UNREADABLE)

    def _is_too_early(self) -> bool:
        return any(self._clock.monotonic_s() - since_s < TOO_EARLY_S for since_s in self._without_id_since_s.values())


def _asker(id: str) -> str:
    return f"stick:{id}"
