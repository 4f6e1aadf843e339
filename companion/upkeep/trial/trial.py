"""The trial of new pins, screen and tray at a running table.

Whoever is at the table sees a question on its screen, asked again until the trial is over. OK there shows that the
buttons work, too.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from companion.engine.values.message import Message
from companion.model.reports.wiring import WiringFault, WiringForm
from companion.model.requests import RequestRefused
from companion.model.snapshot import Snapshot
from companion.phones.confirmation import Confirmation
from companion.runtime.timers import Later, Timer
from companion.settings import choices
from companion.settings.choices import Plain, WiringChoice, value_in
from companion.upkeep.trial import course
from companion.upkeep.trial.form import FIELDS, groups, judge, label_of
from hardware.oled.panel.settings import OledSettings

log = logging.getLogger(__name__)

TRIAL_S = 180.0
"""Time for somebody to try every part and confirm."""
LOOKS_S = 10.0
"""Time between looks at an unsaved game that a restart would end."""
WHO = "trial"
_DRIVEN = ("oled.driver", "oled.offset")


class DrivenScreen(Protocol):
    """The table's own screen."""

    @property
    def driven(self) -> OledSettings:
        """Its current driver."""


class Restart(Protocol):
    """The switch that starts the table again."""

    @property
    def is_ending(self) -> bool:
        """Whether the table's run ends."""

    def restart_soon(self) -> None:
        """Start again, a moment later."""


class Publisher(Protocol):
    """The session as publisher of the open game."""

    @property
    def published(self) -> Snapshot:
        """The state on show."""


class WrittenSettings(Struct, frozen=True):
    """The settings of the table in *data* without the page's choices.

    *file* is their path, "" for none, *document* what they say.
    """

    data: Path
    file: str
    document: Mapping[str, Any]


class WiringTrial:
    """The choices for a table over its *written* settings.

    *screen* may be driven otherwise than written, as chosen by hand. *asking* asks for the table's OK. Any thread may
    call this.
    """

    def __init__(
        self,
        written: WrittenSettings,
        screen: DrivenScreen,
        asking: Confirmation,
        session: Publisher,
        *,
        later: Later,
        power: Restart,
    ) -> None:
        self._data, self._written, self._screen = written.data, written, screen
        self._asking, self._session, self._later, self._power = asking, session, later, power
        self._lock, self._run = threading.RLock(), secrets.token_hex(4)
        self._is_on = False
        self._timer: Timer | None = None
        self._asked = 0
        asking.subscribe(self._question_changed)

    @property
    def is_on(self) -> bool:
        """Whether the choices in force wait for a confirmation."""
        return self._is_on

    def begin(self) -> None:
        """Ask whether everything works; without an answer, go back."""
        with self._lock:
            self._is_on = True
            self._timer = self._later(TRIAL_S, self.go_back)
        self._ask()

    def form(self) -> WiringForm:
        """Return the form with the values in force."""
        refused = tuple(map(label_of, filter(FIELDS.__contains__, choices.load(self._data).refused)))
        shown = groups(self._current(), self._written.document)
        return WiringForm(shown, self._written.file, self._run, is_trial=self._is_on, refused=refused)

    def propose(self, sent: Mapping[str, str]) -> tuple[WiringFault, ...]:
        """Store the values *sent* and start again with them, on trial.

        Return their faults; nothing is stored then.

        :raises RequestRefused: a restart would end an unsaved game.
        :raises OSError: they can't be written.
        """
        if self._would_lose_game():
            raise RequestRefused(Message("keeping.close-first"), "refused")
        current = self._current()
        values, faults = judge(sent, current)
        if faults:
            return faults
        with self._lock:
            now, replaces_display = self._chosen(values), self._replaces_display(values)
            if replaces_display or any(value != _in_force(current, called) for called, value in values.items()):
                course.propose(self._data, now, replaces_display=replaces_display)
                self._is_on = False
                self._power.restart_soon()
        return ()

    def confirm(self) -> bool:
        """Keep the choices on trial; return False if there are none.

        :raises OSError: it can't be written.
        """
        with self._lock:
            if not self._is_on or not course.confirm(self._data):
                return False
            self._end()
        log.info("the new choices of pins, screen and tray are confirmed")
        return True

    def go_back(self) -> bool:
        """Undo the choices on trial and start again; False for none."""
        with self._lock:
            if not self._is_on:
                return False
            self._end()
            try:
                course.undo(self._data)
            except OSError as error:  # the next start undoes it
                log.warning("the trial can't be undone yet: %s", error.strerror or error)
        log.warning("the new choices of pins, screen and tray aren't confirmed: those before come back")
        self._restart()
        return True

    def close(self) -> None:
        """Ask no more; an open trial is undone by the next start."""
        self._is_on = False

    def _restart(self) -> None:
        """Start again, once no unsaved game would be lost by it."""
        if self._would_lose_game():
            self._later(LOOKS_S, self._restart)
        else:
            self._power.restart_soon()

    def _would_lose_game(self) -> bool:
        published = self._session.published
        return published.keeps_nothing and not published.open.is_over

    def _end(self) -> None:
        self._is_on = False
        if self._timer is not None:
            self._timer.cancel()
        if self._asking.outcome(WHO) == "waiting":
            self._asking.answer(False)

    def _ask(self) -> None:
        """Ask at the table, unless something else is asked there."""
        self._asked += 1
        with suppress(RequestRefused):  # the end of another question is a change, too
            self._asking.ask(WHO, Message("stage.ask-trial"), self._agreed, f"{WHO} {self._asked}")

    def _agreed(self) -> None:
        self._later(0.0, self._confirm_by_hand)  # it writes, and nobody waits for that

    def _confirm_by_hand(self) -> None:
        try:
            self.confirm()
        except OSError as error:
            log.warning("the confirmation can't be written: %s", error.strerror or error)
            self._ask()

    def _question_changed(self) -> None:
        """Take BACK as a no; ask again when the question has gone."""
        if not self._is_on or self._power.is_ending or self._asking.question is not None:
            return
        outcome = self._asking.outcome(WHO)
        if outcome == "no":
            self.go_back()
        elif outcome != "yes":
            self._ask()

    def _current(self) -> Mapping[str, Any]:
        """Return the settings in force, with the display as it is driven."""
        document = choices.over(self._written.document, self._data, is_trial=self._is_on)
        driven = self._screen.driven
        offset = "auto" if driven.offset is None else driven.offset
        shown = {"oled.driver": driven.driver, "oled.offset": offset}
        return choices.with_values(
            document, {key: value for key, value in shown.items() if value != _in_force(document, key)}
        )

    def _chosen(self, values: Mapping[str, Plain]) -> dict[str, WiringChoice]:
        """Return all choices with *values*: those that the settings don't say."""
        found = choices.load(self._data)
        kept = dict(found.now if self._is_on else found.confirmed)
        for called, value in values.items():
            under = value_in(self._written.document, called)
            kept.pop(called, None)
            if value != (FIELDS[called].default if under is None else under):
                kept[called] = WiringChoice(value, under)
        return kept

    def _replaces_display(self, values: Mapping[str, Plain]) -> bool:
        """Return True if *values* drive the display another way than now."""
        current = self._current()
        return any(key in values and values[key] != _in_force(current, key) for key in _DRIVEN)


def _in_force(document: Mapping[str, Any], called: str) -> Plain:
    value = value_in(document, called)
    usual: Any = FIELDS[called].default
    return usual if value is None else value
