"""The table's devices as its pages show them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from companion.parts.devices import TableDevices
from companion.stage.presenter import TableStage
from hardware.inputs.virtual_input import VirtualInput
from hardware.oled.drawing.bitmap import png
from hardware.ports import DeviceStatus, LampName


class TablePanel:
    """The pictures, lamps and hands of *devices*.

    *stage* tells whether somebody is at its menu.
    """

    def __init__(self, devices: TableDevices, stage: TableStage) -> None:
        self._devices, self._stage = devices, stage

    @property
    def input(self) -> VirtualInput | None:
        """Fingers on simulated hardware, None on real one."""
        return self._devices.virtual_input

    def devices(self) -> Sequence[DeviceStatus]:
        """Return how each device is."""
        return self._devices.statuses()

    def lamps(self) -> Collection[LampName]:
        """Return the lit lamps."""
        return self._devices.lamps.lit

    def public_bitmap(self) -> bytes:
        """Return the screen's public picture."""
        return self._devices.screen.display.public_bitmap()

    def own_bitmap(self) -> bytes | None:
        """Return a simulated screen's private picture, None of a real one."""
        return self._devices.screen.display.own_bitmap() if self._devices.pins.all_simulated else None

    def public_png(self, scale: int) -> bytes:
        """Return the public picture as PNG, each pixel *scale* wide and high."""
        return png(self.public_bitmap(), scale)

    def tray(self) -> Mapping[str, object] | None:
        """Return the lights of an emulated dice tray, None without one."""
        return self._devices.tray.leds()

    def chooses(self) -> bool:
        """Return True while somebody turns through the table's menu.

        Without a game nothing else lies over the stage.
        """
        return self._stage.over is not None
