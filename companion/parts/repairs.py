"""Repairs: the offers of faults, applied by page or by hand."""

from __future__ import annotations

import logging

from companion.engine.values.message import Message
from companion.health.health import Health
from companion.model.requests import RequestRefused
from companion.parts.optional import HELPER, OptionalParts
from companion.parts.power import PowerSwitch
from companion.session.session import Session
from companion.stage.presenter import TableStage

log = logging.getLogger(__name__)


class Repairs:
    """Applies the offers of faults.

    Most count from the next start, which follows at once.
    """

    def __init__(
        self, health: Health, session: Session, stage: TableStage, power: PowerSwitch, *, optional: OptionalParts
    ) -> None:
        self._health, self._session, self._stage, self._power = health, session, stage, power
        self._optional = optional

    def mend(self, line: str) -> bool:
        """Apply the repair *line*, and restart with it; False for no offer.

        :raises OSError: it can't be written down.
        :raises RequestRefused: a restart would end a game, or another question is open.
        """
        if self._optional.get(HELPER).mend(line):
            return True
        published = self._session.published
        if published.keeps_nothing and not published.open.is_over:
            raise RequestRefused(Message("keeping.close-first"), "refused")
        done = self._health.mend(line)
        if done:
            self._power.restart_soon()
        return done

    def mend_by_hand(self, line: str) -> None:
        """Apply the repair *line* that somebody at the table confirmed by OK."""
        try:
            if not self._health.keep(line):
                self.mend(line)
        except OSError as error:
            log.warning("cannot save the repair: %s", error)
            self._stage.refuse(Message("stage.not-kept"))
        except RequestRefused as refusal:
            self._stage.refuse(refusal.said)
