"""The game that a start opens, by command, unless it goes on."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from companion.engine.game import GameInfo, Mode, OptionValue
from companion.engine.values.seats import TABLE
from companion.journal.errors import JournalUnwritable
from companion.model.requests import CommandRequest, RequestRefused
from companion.session.session import Session

log = logging.getLogger(__name__)

POLL_S = 0.02


class Opening(Struct, frozen=True):
    """A game to open by command, with its seats and options."""

    slug: str
    mode: Mode
    seats: tuple[str, ...] = ()
    options: Mapping[str, OptionValue] | None = None


class EndingTable(Protocol):
    """The table's power."""

    @property
    def is_ending(self) -> bool:
        """Whether the table ends before it has begun."""


class Starting:
    """The first commands to *session*, before its thread runs.

    *games* can be opened. A roll under way lands first, unless *power* ends the table.
    """

    def __init__(self, session: Session, games: Sequence[GameInfo], power: EndingTable) -> None:
        self._session, self._games, self._power = session, games, power

    def change(self, opening: Opening | None, lang: str | None) -> None:
        """Open *opening* and speak *lang*, if given and possible now.

        :raises BadSetup: the game can't start like this.
        :raises RequestRefused: there is no such game.
        """
        try:
            self._change(self._to_open(opening), lang if lang != self._session.published.lang else None)
        except JournalUnwritable as error:
            self._session.table.have_trouble(error)
        except RequestRefused as refusal:
            if refusal.reason != "unwritable" and refusal.said.key != "session.bad-game":
                raise
            log.error("the table starts without what was asked for: %s", refusal.said.key)

    def _to_open(self, opening: Opening | None) -> Opening | None:
        """Return *opening* unless that game goes on anyway."""
        published = self._session.published
        game, setup = published.open.game, published.open.setup
        if opening is None:
            # A menu of one game is no choice.
            alone = self._games[0] if game is None and len(self._games) == 1 else None
            return Opening(alone.slug, alone.mode) if alone else None
        is_on = (
            game is not None and (game.slug, game.mode) == (opening.slug, opening.mode) and not published.open.is_over
        )
        if is_on and opening.seats in ((), setup.seats) and not opening.options:
            log.info("%s goes on where it was", opening.slug)
            return None
        return opening

    def _change(self, opening: Opening | None, lang: str | None) -> None:
        if opening is None and lang is None:
            return
        session = self._session
        # A roll under way comes first: pulling the plug is no way to get rid of it.
        while session.published.reveal is not None:
            if self._power.is_ending:
                return
            session.run_pending()
            threading.Event().wait(POLL_S)
        if lang is not None:
            seen = session.published.version
            session.handle(CommandRequest(_start_id(), seen, TABLE, f"lang {lang}", "typed", frozenset({TABLE})))
        if opening is not None:
            kind = (opening.slug, opening.mode)
            wanted = next((game for game in self._games if (game.slug, game.mode) == kind), None)
            seats = opening.seats or tuple(str(seat + 1) for seat in range(wanted.seats[0] if wanted else 0))
            session.new_game(opening.slug, opening.mode, seats, opening.options or {}, id=_start_id())


def _start_id() -> str:
    return f"start-{os.urandom(12).hex()}"
