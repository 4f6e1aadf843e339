"""The devices to try by hand, as an optional part."""

from __future__ import annotations

from companion.chance.dealers import FairDealer
from companion.parts.table import Parts
from companion.rehearsal.bench import Bench, TrayParts
from companion.rehearsal.round_trip import RoundTrip
from firmware_host.firmware import wiring as pico
from firmware_host.stand_in import AwaitedTray


def make(table: Parts) -> Bench:
    """Return the devices of *table*."""
    devices, tray = table.devices, table.devices.tray.tray
    return Bench(
        screen=devices.screen.display,
        lamps=devices.all_lamps,
        buzzer=devices.all_buzzers,
        tray=tray,
        idol=tray,
        wiring=devices.wiring,
        simulated=devices.pins.all_simulated,
        display=devices.screen,
        plugged=PluggedPico(tray),
        dealer=FairDealer(),
        round_trip=RoundTrip(table.clock.monotonic_s),
        joining=table.serving,
    )


class PluggedPico:
    """The Pico in the *tray*, which greets when it is plugged in."""

    def __init__(self, tray: AwaitedTray) -> None:
        self._tray = tray

    @property
    def parts(self) -> TrayParts | None:
        """The parts of the connected tray, None without one."""
        greeting = self._tray.greeting
        if greeting is None:
            return None
        servos = (pico.IDOL_TURNS, pico.IDOL_PUSHES)
        return TrayParts(greeting.windows, greeting.ring_leds, pico.WINDOWS, pico.RING, servos)
