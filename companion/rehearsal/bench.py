"""The bench of a rehearsal: its devices and their data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.chance.dealers import Dealer
from companion.rehearsal.round_trip import RoundTrip
from hardware.board.wiring import Wiring
from hardware.oled.panel.settings import OledSettings
from hardware.ports import Buzzer, Idol, Lamp, LampName, Screen, Tray


@dataclass(frozen=True)
class TrayParts:
    """Parts of a connected dice tray, with the Pico's GP numbers."""

    windows: int
    ring_leds: int
    window_pins: tuple[int, ...]
    ring_pin: int
    servo_pins: tuple[int, ...]


@dataclass(frozen=True)
class Bench:
    """The devices to try.

    *display* gives the display's current driver. *drive* changes it for now, and *keep_display* stores it for later
    starts. *screen_trouble* is a text key, "" while the display answers. *tray_parts* gives None if no tray is plugged
    in. *dealer* is the table's own. *address* is the table's address for phones.
    """

    screen: Screen
    lamps: Mapping[LampName, Lamp]
    buzzer: Buzzer
    tray: Tray
    idol: Idol
    wiring: Wiring
    simulated: bool
    display: Callable[[], OledSettings]
    drive: Callable[[OledSettings], None]
    keep_display: Callable[[OledSettings], None]
    screen_trouble: Callable[[], str]
    tray_parts: Callable[[], TrayParts | None]
    dealer: Dealer
    round_trip: RoundTrip
    address: Callable[[], str]
