"""The rehearsal of the table's parts, and the first evening's questions.

All of it is made at its first use: a table that is played every evening is rehearsed once a year.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.chance.dealers import Dealer, FairDealer
from companion.parts.devices import TableDevices
from companion.runtime.clock import Clock
from companion.runtime.late import Late
from companion.runtime.timers import Later
from companion.session.session import Session
from companion.stage.presenter import TableStage
from hardware.oled.panel.settings import OledSettings
from web_ui.source import NOT_BEGUN, EveningSource, RehearsalSource

if TYPE_CHECKING:
    from companion.model.rehearsed import Card, Course
    from companion.rehearsal.bench import Bench, TrayParts
    from companion.rehearsal.rehearsal import Rehearsal
    from companion.rehearsal.round_trip import RoundTrip
    from companion.upkeep.first_evening.digits import LoggedDigits
    from companion.upkeep.first_evening.guide import Guide
    from firmware_host.line import Greeting

log = logging.getLogger(__name__)


class Trials:
    """The rehearsal and the first evening of *devices*, shown on *stage*.

    Results are kept in *data*; a first evening's answers go to *session*. *dealer* rolls a new table's first dice,
    *open_window* lets its phones in. *join_address* is the one for phones.
    """

    def __init__(
        self,
        devices: TableDevices,
        session: Session,
        stage: TableStage,
        *,
        data: Path,
        clock: Clock,
        later: Later,
        dealer: Dealer,
        open_window: Callable[[], None],
        join_address: Callable[[], str],
    ) -> None:
        self._devices, self._session, self._stage = devices, session, stage
        self._data, self._clock, self._later = data, clock, later
        self._dealer, self._open_window, self._join_address = dealer, open_window, join_address
        self._round_trip = Late(self._make_round_trip)
        self._bench, self.rehearsal = Late(self._make_bench), Late(self._make_rehearsal)
        self.guide, self.digits = Late(self._make_guide), Late(self._make_digits)

    @property
    def is_rehearsing(self) -> bool:
        """Whether the table's parts are being tried now."""
        made = self.rehearsal.made
        return made is not None and made.is_on

    def edge(self, *edge: Any) -> None:
        """Pass each *edge* of a contact to the rehearsal, if one has ever begun."""
        if (rehearsal := self.rehearsal.made) is not None:
            rehearsal.edge(*edge)

    def of_rehearsal(self) -> RehearsalSource:
        """Return the rehearsal as pages know it."""
        return RehearsalSource(
            lambda: self.rehearsal().begin(),
            self._last_card,
            lambda mark: self._round_trip().hop(mark),
            self._course,
        )

    def of_evening(self) -> EveningSource:
        """Return the first evening as pages know it."""
        return EveningSource(
            lambda: self.guide().turn_frame(),
            lambda: self.guide().keep_frame(),
            lambda answered: self.guide().roll(answered),
            lambda typed: self.digits().enter(typed),
            lambda: self.digits().let_in,
        )

    def _make_round_trip(self) -> RoundTrip:
        from companion.rehearsal.round_trip import RoundTrip

        return RoundTrip(self._clock.monotonic_s)

    def _make_bench(self) -> Bench:
        from companion.rehearsal.bench import Bench
        from companion.rehearsal.keeping import keep_display

        devices, data = self._devices, self._data

        def keep_driven(settings: OledSettings) -> None:
            try:
                keep_display(data, devices.written, settings)
            except OSError as error:
                log.warning("how the display is driven can't be kept: %s", error)

        return Bench(
            screen=devices.display,
            lamps=devices.lamps_together,
            buzzer=devices.buzzers_together,
            tray=devices.tray.tray,
            idol=devices.tray.tray,
            wiring=devices.wiring,
            simulated=devices.pins.all_simulated,
            display=lambda: devices.driven,
            drive=devices.drive,
            keep_display=keep_driven,
            screen_trouble=lambda: devices.screen_status.trouble,
            tray_parts=lambda: _parts_of(devices.tray.tray.greeting),
            dealer=FairDealer(),
            round_trip=self._round_trip(),
            address=self._join_address,
        )

    def _make_rehearsal(self) -> Rehearsal:
        from companion.rehearsal.keeping import keep_card
        from companion.rehearsal.rehearsal import Rehearsal

        keep = partial(keep_card, self._data)
        return Rehearsal(self._bench(), self._stage, self._later, keep=keep, utc=self._clock.utc_text)

    def _course(self) -> Course:
        made = self.rehearsal.made
        return made.course if made is not None else NOT_BEGUN

    def _last_card(self) -> Card | None:
        from companion.rehearsal.keeping import last_card

        return last_card(self._data)

    def _make_digits(self) -> LoggedDigits:
        from companion.upkeep.first_evening.digits import LoggedDigits

        return LoggedDigits(lambda: self._session.published.asks_first is not None)

    def _make_guide(self) -> Guide:
        from companion.upkeep.first_evening.guide import Guide

        return Guide(
            self._session,
            self._stage,
            self._bench(),
            self._dealer,
            later=self._later,
            open_window=self._open_window,
        )


def _parts_of(greeting: Greeting | None) -> TrayParts | None:
    """Return the parts of the dice tray that sent *greeting*, None without one."""
    if greeting is None:
        return None
    from companion.rehearsal.bench import TrayParts
    from firmware_host.firmware import wiring as pico

    servos = (pico.IDOL_TURNS, pico.IDOL_PUSHES)
    return TrayParts(greeting.windows, greeting.ring_leds, pico.WINDOWS, pico.RING, servos)
