"""The table's own screen: its driver and its state.

The driver can be changed by hand. If the pins are simulated, its controller and bus are emulated.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from companion.health.display_driver import chosen_display, keep_display
from hardware.emulated.bus import Bus
from hardware.emulated.controllers import CONTROLLERS, Controller
from hardware.oled.panel.display import Display
from hardware.oled.panel.driver import make_panel
from hardware.oled.panel.settings import OledSettings
from hardware.ports import DeviceStatus

log = logging.getLogger(__name__)


class Glass(Struct, frozen=True):
    """The emulated screen: its *controller*, and a *tape* of its bytes.

    An empty name stands for the controller of the settings.
    """

    controller: str = ""
    tape: Callable[[bytes], None] | None = None


class ScreenWatcher(Protocol):
    """A listener to the screen's state; it must not wait."""

    def look_at(self, screen: DeviceStatus) -> None:
        """Note that the screen has stopped or started to answer."""


class TableScreen:
    """The screen by the *written* settings.

    A driver that was chosen at the table and kept in *data* comes first. ``bus`` and ``chip`` are the emulated
    screen's; on a Pi they are None.
    """

    def __init__(
        self,
        written: OledSettings,
        data: Path,
        clock_s: Callable[[], float],
        *,
        glass: Glass,
        is_simulated: bool,
    ) -> None:
        self._data = data
        self.written = written
        """The screen's settings as the file has them."""
        self.driven = chosen_display(data, self.written)
        """The screen's current driver."""
        self.bus: Bus | None = None
        self.chip: Controller | None = None
        self._panels: dict[OledSettings, Any] = {}  # luma's devices have no type
        self._watcher: ScreenWatcher | None = None
        self.status = DeviceStatus("screen", is_simulated, working=True)
        if is_simulated:
            self.chip = CONTROLLERS[glass.controller or self.driven.driver]()
            self.chip.is_forgiving = bool(glass.controller)
            self.bus = Bus({self.driven.address: self.chip}, glass.tape)
        panel = self._panel_for(self.driven)
        self.display = Display(panel, simulated=is_simulated, on_status=self._changed, clock=clock_s)

    def be_watched(self, watcher: ScreenWatcher) -> None:
        """Tell *watcher* the state now, and each change from now on."""
        self._watcher = watcher
        watcher.look_at(self.status)

    def drive(self, settings: OledSettings) -> None:
        """Drive the screen by *settings* from now on.

        An emulated one accepts them whatever its controller.
        """
        if self.chip is not None:
            self.chip.is_forgiving = True
        self.driven = settings
        self.display.use(self._panel_for(settings))

    def keep_driven(self, settings: OledSettings) -> None:
        """Drive the screen by *settings* after each restart too."""
        try:
            keep_display(self._data, self.written, settings)
        except OSError as error:
            log.warning("cannot save the display's driver: %s", error)

    def _changed(self, status: DeviceStatus) -> None:
        self.status = status
        if self._watcher is not None:
            self._watcher.look_at(status)

    def _panel_for(self, settings: OledSettings) -> Any:
        """Return the one display driver for *settings*; luma keeps them all."""
        if settings not in self._panels:
            bus = self.bus
            self._panels[settings] = make_panel(settings, (lambda: bus) if bus is not None else None)
        return self._panels[settings]
