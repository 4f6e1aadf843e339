"""The place to examine: a computer, and a table's settings and folder.

A running table adds its own information.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from companion.model.reports.faults import Fault
from companion.network.judgement import Judgement
from companion.runtime.clock import Clock
from companion.settings.tables import Settings
from firmware_host.line import Greeting
from hardware.ports import DeviceStatus

MODEL = "proc/device-tree/model"


@dataclass(frozen=True)
class Held:
    """A running table's state of its own devices.

    *screen*, *buttons*, *pins* and *tray* are their states; *tray* is None if there never was one. *greeting* is the
    tray's.
    """

    screen: DeviceStatus
    buttons: DeviceStatus
    pins: DeviceStatus
    tray: DeviceStatus | None = None
    greeting: Greeting | None = None


class UnusableFiles(Protocol):
    """The unusable files of games and kits, as they are now."""

    @property
    def left_out(self) -> tuple[str, ...]:
        """Their names."""


@dataclass(frozen=True)
class SystemPlace:
    """A table's place. *root* holds ``dev``, ``proc``, ``sys`` and ``boot``.

    *faults* are those of the settings, *house* those of broker and webhooks, *library* has the unusable files of games.
    *held* is called if this is the running table itself; nobody else can use its devices. *simulated* means that all
    devices are drawn by request.
    """

    settings: Settings
    data: Path
    clock: Clock
    root: Path = Path("/")
    faults: tuple[Fault, ...] = ()
    house: tuple[Fault, ...] = ()
    library: UnusableFiles | None = None
    held: Callable[[], Held] | None = None
    simulated: bool = False
    network: Callable[[], Judgement | None] = lambda: None
    """Asks a running table to judge its network.

    That takes one to three seconds. It returns None for a table that serves this computer alone.
    """

    @property
    def is_pi(self) -> bool:
        """Whether this computer is a Raspberry Pi with devices of its own."""
        try:
            model = (self.root / MODEL).read_bytes()
        except OSError:
            return False
        return b"Raspberry Pi" in model and not self.simulated
