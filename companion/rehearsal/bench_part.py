"""The devices to try by hand, as an optional part."""

from __future__ import annotations

from companion.chance.dealers import FairDealer
from companion.parts.table import Parts
from companion.rehearsal.bench import Bench, TrayParts
from companion.rehearsal.round_trip import RoundTrip
from firmware_host.firmware import wiring as pico
from firmware_host.line import Greeting


def make(table: Parts) -> Bench:
    """Return the devices of *table*."""
    devices, tray = table.devices, table.devices.tray.tray
    screen = devices.screen
    return Bench(
        screen=screen.display,
        lamps=devices.all_lamps,
        buzzer=devices.all_buzzers,
        tray=tray,
        idol=tray,
        wiring=devices.wiring,
        simulated=devices.pins.all_simulated,
        display=lambda: screen.driven,
        drive=screen.drive,
        keep_display=screen.keep_driven,
        screen_trouble=lambda: screen.status.trouble,
        tray_parts=lambda: parts_of(tray.greeting),
        dealer=FairDealer(),
        round_trip=RoundTrip(table.clock.monotonic_s),
        address=lambda: table.serving.join_address,
    )


def parts_of(greeting: Greeting | None) -> TrayParts | None:
    """Return the parts of the dice tray by its *greeting*."""
    if greeting is None:
        return None
    servos = (pico.IDOL_TURNS, pico.IDOL_PUSHES)
    return TrayParts(greeting.windows, greeting.ring_leds, pico.WINDOWS, pico.RING, servos)
