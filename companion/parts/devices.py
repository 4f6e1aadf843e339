"""The table's own devices: pins, screen, dice tray and input.

Law: a missing device is reported as a fault, or simulated: the table starts without it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from companion.health.faults import Faults
from companion.health.settings import pins_fault
from companion.parts.screen import Glass, TableScreen
from companion.runtime.clock import Clock
from companion.runtime.closers import Closers
from companion.runtime.netlink import Uevents
from companion.settings.tables import PinSettings, Settings
from companion.stage.devices import StageDevices
from firmware_host.choice import TrayChoice
from hardware.board.pins import Pins, PinsUnavailable, choose_pins
from hardware.board.wiring import Wiring
from hardware.inputs.buttons import Buttons
from hardware.inputs.virtual_input import VirtualInput
from hardware.outputs.buzzer import PinBuzzer
from hardware.outputs.lamps import Lamps
from hardware.outputs.together import BuzzersTogether, LampsTogether
from hardware.ports import LAMP_NAMES, DeviceStatus, InputEvent, LampName

log = logging.getLogger(__name__)


class InputReceiver(Protocol):
    """The receiver of the table's input, called on each device's own thread."""

    def handle(self, event: InputEvent) -> None:
        """Handle *event* of a button or the knob."""

    def edge(self, line: str, closed: bool) -> None:
        """Note an edge of a contact, before it is judged."""


class TableDevices:
    """The devices of a table with *settings* and *data*; *closers* close them.

    They have input from `open_input` on, and it counts from `be_handled` on.
    """

    def __init__(
        self,
        settings: Settings,
        data: Path,
        clock: Clock,
        faults: Faults,
        *,
        closers: Closers,
        glass: Glass,
    ) -> None:
        self._closers, self._settings, self._clock_s = closers, settings.pins, clock.monotonic_s
        self._handler: InputReceiver | None = None
        self.pins = pins = closers.joined(_pins(settings.pins, self._clock_s, faults))
        self.wiring = wiring = Wiring.from_settings(settings.pins.lines)
        self.lamps = closers.joined(Lamps(pins, wiring))
        self.buzzer = closers.joined(PinBuzzer(pins, wiring, self._clock_s))
        self.buzzer.start()
        screen = TableScreen(settings.oled, data, self._clock_s, glass=glass, is_simulated=pins.all_simulated)
        self.screen = screen
        closers.joined(screen.display).start()
        tray = TrayChoice(
            settings.dicetray.port,
            self._handle,
            simulated=pins.all_simulated,
            asked=settings.pins.choice == "simulated",
            open_news=_port_news,
        )
        self.tray = closers.joined(tray)
        self.virtual_input: VirtualInput | None = None

    @property
    def all_lamps(self) -> Mapping[LampName, LampsTogether]:
        """Each lamp together with the dice tray's of that name."""
        return {name: LampsTogether(self.lamps[name], *self.tray.lamps(name)) for name in LAMP_NAMES}

    @property
    def all_buzzers(self) -> BuzzersTogether:
        """The table's buzzer together with the dice tray's."""
        return BuzzersTogether(self.buzzer, self.tray.tray)

    def for_stage(self) -> StageDevices:
        """Return all that shows and sounds, as one edge of the table."""
        tray = self.tray.tray
        return StageDevices(self.screen.display, self.all_lamps, self.all_buzzers, tray, idol=tray)

    def open_input(self) -> None:
        """Start listening to buttons and knob, real or on the panel page."""
        half_steps = self._settings.knob == "half" and not self.pins.simulated  # the simulated knob has whole ones
        buttons = Buttons(self.pins, self.wiring, self._handle, on_edge=self._edge, half_steps=half_steps)
        self.buttons = self._closers.joined(buttons)
        if self.pins.simulated:
            self.virtual_input = self._closers.joined(VirtualInput(self.pins, self.wiring, self._clock_s))

    def be_handled(self, handler: InputReceiver) -> None:
        """Let *handler* have all input, that of the dice tray too."""
        self._handler = handler

    def statuses(self) -> Sequence[DeviceStatus]:
        """Return how each device is, the tray only where there is one."""
        on_pins = (self.buttons.status, self.lamps.status, self.buzzer.status, self.pins.status)
        tray = self.tray.tray.status
        return [self.screen.status, *on_pins, *([tray] if tray is not None else [])]

    def _handle(self, event: InputEvent) -> None:
        if self._handler is not None:
            self._handler.handle(event)

    def _edge(self, line: str, closed: bool) -> None:
        if self._handler is not None:
            self._handler.edge(line, closed)


def _port_news() -> Uevents:
    """Return news of serial ports.

    :raises OSError: this system gives none.
    """
    return Uevents("tty")


def _pins(settings: PinSettings, clock_s: Callable[[], float], faults: Faults) -> Pins:
    """Return the pins by *settings*, simulated if real ones are missing."""
    try:
        return choose_pins(settings.choice, clock=clock_s)
    except PinsUnavailable as error:
        log.error("the pins are not available: %s", error)
        faults.add(pins_fault(error.key))
        return choose_pins("auto", clock=clock_s)
