"""The table's own devices: pins, screen, dice tray and input.

Law: a device that can't be had is told as a fault, or simulated: the table starts without it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict

from companion.health.faults import Faults
from companion.health.settings import pins_fault
from companion.rehearsal.keeping import display as driven_display
from companion.runtime.clock import Clock
from companion.runtime.closing import Closers
from companion.settings.tables import PinSettings, Settings
from companion.stage.devices import StageDevices
from firmware_host.choice import TrayChoice
from hardware.board.pins import Pins, PinsUnavailable, choose_pins
from hardware.board.wiring import Wiring
from hardware.inputs.buttons import Buttons
from hardware.oled.panel.display import Display
from hardware.oled.panel.driver import make_panel
from hardware.oled.panel.settings import OledSettings
from hardware.outputs.buzzer import PinBuzzer
from hardware.outputs.lamps import Lamps
from hardware.outputs.together import BuzzersTogether, LampsTogether
from hardware.ports import LAMP_NAMES, DeviceStatus, InputEvent

if TYPE_CHECKING:
    from companion.doctor.place import Held
    from companion.runtime.netlink import Uevents
    from hardware.emulated.bus import Bus
    from hardware.emulated.controllers import Controller
    from hardware.inputs.virtual_input import VirtualInput

log = logging.getLogger(__name__)


class TableDevices:
    """The devices of a table with *settings* and *data*; *closers* close them.

    *handle* gets the events of the tray, and from `hear_hands` on those of the Pi's own buttons. *screen_changed* is
    called when the screen stops or starts to answer. ``bus`` and ``chip`` are the emulated screen's, or None. *glass*
    is its controller, "" for the one of the settings, and *tape* gets each byte sent to it.
    """

    def __init__(
        self,
        settings: Settings,
        data: Path,
        clock: Clock,
        faults: Faults,
        *,
        closers: Closers,
        handle: Callable[[InputEvent], None],
        screen_changed: Callable[[], None],
        glass: str = "",
        tape: Callable[[bytes], None] | None = None,
    ) -> None:
        self._closers, self._handle, self._screen_changed = closers, handle, screen_changed
        self._clock_s = clock.monotonic_s
        self.bus: Bus | None = None
        self.chip: Controller | None = None
        self.virtual_input: VirtualInput | None = None
        self.pins = pins = closers.joined(_pins(settings.pins, self._clock_s, faults))
        self._half_steps = settings.pins.knob == "half" and not pins.simulated  # the simulated knob has whole ones
        self.wiring = wiring = Wiring.from_settings(settings.pins.lines)
        self.lamps = closers.joined(Lamps(pins, wiring))
        self.buzzer = closers.joined(PinBuzzer(pins, wiring, self._clock_s))
        self.buzzer.start()
        self.written = OledSettings(**asdict(settings.oled))
        """The screen's settings as the file has them."""
        self.driven = driven_display(data, self.written)
        """How the screen is driven now."""
        self._panels: dict[OledSettings, Any] = {}
        self.screen_status = DeviceStatus("screen", pins.all_simulated, working=True)
        self.display = self._display(glass, tape)
        is_asked = settings.pins.choice == "simulated"
        port = settings.dicetray.port
        tray = TrayChoice(port, handle, simulated=pins.all_simulated, asked=is_asked, open_news=_port_news)
        self.tray = closers.joined(tray)
        self.lamps_together = {name: LampsTogether(self.lamps[name], *tray.lamps(name)) for name in LAMP_NAMES}
        self.buzzers_together = BuzzersTogether(self.buzzer, tray.tray)
        self.edge = StageDevices(self.display, self.lamps_together, self.buzzers_together, tray.tray, idol=tray.tray)

    def _display(self, glass: str, tape: Callable[[bytes], None] | None) -> Display:
        simulated = self.pins.all_simulated
        if simulated:
            from hardware.emulated.bus import Bus
            from hardware.emulated.controllers import CONTROLLERS

            self.chip = CONTROLLERS[glass or self.driven.driver]()
            self.chip.is_forgiving = bool(glass)
            self.bus = Bus({self.driven.address: self.chip}, tape)
        panel = self._panel_for(self.driven)

        def changed(status: DeviceStatus) -> None:
            self.screen_status = status
            self._screen_changed()

        display = self._closers.joined(Display(panel, simulated=simulated, on_status=changed, clock=self._clock_s))
        display.start()
        return display

    def _panel_for(self, settings: OledSettings) -> Any:
        """Return the display driver for *settings*: one of each, for luma keeps them."""
        if settings not in self._panels:
            bus = self.bus
            self._panels[settings] = make_panel(settings, (lambda: bus) if bus is not None else None)
        return self._panels[settings]

    def drive(self, settings: OledSettings) -> None:
        """Drive the screen by *settings* from now on.

        An emulated one accepts them whatever its controller.
        """
        if self.chip is not None:
            self.chip.is_forgiving = True
        self.driven = settings
        self.display.use(self._panel_for(settings))

    def hear_hands(self, edge: Callable[..., None]) -> None:
        """Start listening to the buttons and the knob, real or drawn on the panel page.

        *edge* gets each edge of a contact.
        """
        self.buttons = self._closers.joined(
            Buttons(self.pins, self.wiring, self._handle, on_edge=edge, half_steps=self._half_steps)
        )
        if self.pins.simulated:
            from hardware.inputs.virtual_input import VirtualInput

            self.virtual_input = self._closers.joined(VirtualInput(self.pins, self.wiring, self._clock_s))

    def statuses(self) -> Sequence[DeviceStatus]:
        """Return how each device is, the tray only where there is one."""
        on_pins = (self.buttons.status, self.lamps.status, self.buzzer.status, self.pins.status)
        tray = self.tray.tray.status
        return [self.screen_status, *on_pins, *([tray] if tray is not None else [])]

    def held(self) -> Held:
        """Return the state of the devices that only this program can ask."""
        from companion.doctor.place import Held

        tray = self.tray.tray
        return Held(self.screen_status, self.buttons.status, self.pins.status, tray.status, tray.greeting)


def _port_news() -> Uevents:
    """Return news of serial ports.

    :raises OSError: this system gives none.
    """
    from companion.runtime.netlink import Uevents

    return Uevents("tty")


def _pins(settings: PinSettings, clock_s: Callable[[], float], faults: Faults) -> Pins:
    """Return the pins by *settings*, or simulated ones if real ones are missing."""
    try:
        return choose_pins(settings.choice, clock=clock_s)
    except PinsUnavailable as error:
        log.error("the pins can't be had: %s", error)
        faults.add(pins_fault(error.key))
        return choose_pins("auto", clock=clock_s)
