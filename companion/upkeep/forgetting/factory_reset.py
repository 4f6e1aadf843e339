"""Factory reset: everything forgotten, after the table's OK."""

from __future__ import annotations

from typing import Protocol

from companion.engine.values.message import Message
from companion.model.requests import RequestRefused
from companion.phones.confirmation import Confirmation, Decision
from companion.session.session import Session

BY_HAND = "table"
"""Name of somebody at the table's own buttons."""


class Restarting(Protocol):
    """The table's power."""

    def restart(self) -> None:
        """End the table's run, so that it starts again."""


class Refusing(Protocol):
    """The table's screen."""

    def refuse(self, said: Message) -> None:
        """Show why something isn't done."""


class FactoryReset:
    """Asks for a factory reset, done before the next start.

    Two people, or OK held down, confirm it.
    """

    def __init__(self, session: Session, asking: Confirmation, stage: Refusing, power: Restarting) -> None:
        self._session, self._asking, self._stage, self._power = session, asking, stage, power
        self.is_wanted = False
        """Whether the table has confirmed it."""

    def ask(self, phone: str) -> None:
        """Ask the table to confirm a factory reset for *phone*.

        :raises RequestRefused: another question is open, or nothing can be kept now.
        """
        self._session.require_usual_place()
        self._asking.ask(f"forget:{phone}", Message("stage.ask-forget"), self._begin, is_grave=True)

    def ask_by_hand(self) -> None:
        """Ask the same for somebody at the table's buttons."""
        try:
            self.ask(BY_HAND)
        except RequestRefused as refusal:
            self._stage.refuse(refusal.said)

    def asked(self, phone: str) -> Decision:
        """Return the table's answer to *phone*, "" if it hasn't asked."""
        return self._asking.outcome(f"forget:{phone}")

    def _begin(self) -> None:
        self.is_wanted = True
        self._power.restart()
