"""An emulated dice tray with the public state of its lights."""

from __future__ import annotations

import logging
from typing import NamedTuple

from firmware_host.bench.emulator import Emulator, NoEmulator
from firmware_host.public_leds import PublicLeds

log = logging.getLogger(__name__)


class EmulatedTray(NamedTuple):
    """A board in software, and its lights for the network."""

    emulator: Emulator
    leds: PublicLeds


def emulated_tray(must_be: bool) -> EmulatedTray | None:
    """Return an emulated tray, None if it can't be made.

    :raises NoEmulator: it can't be, and *must_be*.
    """
    try:
        emulator = Emulator(wait=False)
    except NoEmulator as fault:
        if must_be:
            raise
        log.info("there is no dice tray, and none is emulated: %s", fault)
        return None
    return EmulatedTray(emulator, PublicLeds(emulator.board))
