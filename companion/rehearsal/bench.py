"""The bench of a rehearsal: its devices and their data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from companion.chance.dealers import Dealer
from companion.rehearsal.round_trip import RoundTrip
from hardware.board.wiring import Wiring
from hardware.oled.panel.settings import OledSettings
from hardware.ports import Buzzer, DeviceStatus, Idol, Lamp, LampName, Screen, Tray


@dataclass(frozen=True)
class TrayParts:
    """Parts of a connected dice tray, with the Pico's GP numbers."""

    windows: int
    ring_leds: int
    window_pins: tuple[int, ...]
    ring_pin: int
    servo_pins: tuple[int, ...]


class DrivenDisplay(Protocol):
    """The display, as far as its driver can be changed."""

    @property
    def driven(self) -> OledSettings:
        """Its current driver."""

    @property
    def status(self) -> DeviceStatus:
        """Whether it answers."""

    def drive(self, settings: OledSettings) -> None:
        """Drive it by *settings* for now."""

    def keep_driven(self, settings: OledSettings) -> None:
        """Drive it by *settings* after later starts too."""


class PluggedTray(Protocol):
    """The dice tray's cable."""

    @property
    def parts(self) -> TrayParts | None:
        """The parts of the connected tray, None without one."""


class Joining(Protocol):
    """The network that phones come by."""

    @property
    def join_address(self) -> str:
        """The table's address for phones."""


@dataclass(frozen=True)
class Bench:
    """The devices to try; *dealer* is the table's own."""

    screen: Screen
    lamps: Mapping[LampName, Lamp]
    buzzer: Buzzer
    tray: Tray
    idol: Idol
    wiring: Wiring
    simulated: bool
    display: DrivenDisplay
    plugged: PluggedTray
    dealer: Dealer
    round_trip: RoundTrip
    joining: Joining
