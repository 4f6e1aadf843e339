"""The lamps beside the buttons: one pin each, lit while the pin is high."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from threading import Lock
from types import MappingProxyType
from typing import Any

from gpiozero import LED

from hardware.pins import Pins
from hardware.ports import LAMP_NAMES, DeviceStatus, LampName
from hardware.wiring import Wiring

log = logging.getLogger(__name__)


class PinLamp:
    """A lamp on a pin. A lamp that fails is logged once and stays out of play's way: nothing is raised.

    Any thread may set it. `working` is false from a failure until the lamp obeys again; `lit` is what it last obeyed.
    """

    def __init__(self, name: LampName, pin: int, pins: Pins) -> None:
        self._name = name
        self._errors = pins.errors
        self._lock = Lock()
        self._led: Any = None
        self.working = True
        self.lit = False
        try:
            self._led = LED(pin, pin_factory=pins.factory)
        except self._errors as fault:
            self._failed(fault)

    def set(self, lit: bool) -> None:
        """Light the lamp or put it out; does nothing after `close`."""
        with self._lock:
            if self._led is None or (self.working and self.lit == lit):
                return
            try:
                self._led.value = lit
            except self._errors as fault:
                self._failed(fault)
            else:
                self.working = True
                self.lit = lit

    def close(self) -> None:
        """Put the lamp out and give its pin back."""
        self.set(False)
        with self._lock:
            led, self._led = self._led, None
            if led is None:
                return
            try:
                led.close()
            except self._errors as fault:
                self._failed(fault)

    def _failed(self, fault: Exception) -> None:
        if self.working:
            log.warning("lamp %s can't be set (%s: %s): play goes on", self._name, type(fault).__name__, fault)
        self.working = False


class Lamps:
    """All lamps of the table, dark at first: `lamps["roll"].set(True)`."""

    def __init__(self, pins: Pins, wiring: Wiring) -> None:
        self._simulated = pins.simulated
        self._lamps: Mapping[LampName, PinLamp] = MappingProxyType(
            {name: PinLamp(name, pin, pins) for name, pin in wiring.lamps.items()}
        )

    def __getitem__(self, name: LampName) -> PinLamp:
        return self._lamps[name]

    @property
    def lit(self) -> frozenset[LampName]:
        """The lamps that are lit now."""
        return frozenset(name for name, lamp in self._lamps.items() if lamp.lit)

    @property
    def status(self) -> DeviceStatus:
        """How the lamps are, all together."""
        working = all(self._lamps[name].working for name in LAMP_NAMES)
        return DeviceStatus("lamps", self._simulated, working, "" if working else "device.pins.lamps")

    def close(self) -> None:
        """Put all lamps out and give their pins back."""
        for lamp in self._lamps.values():
            lamp.close()
