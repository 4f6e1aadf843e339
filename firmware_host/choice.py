"""Which dice tray a table has: one on USB, one at a given port, an emulated one, or none. Chosen once, at the start."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from firmware_host.dicetray import DiceTray
from firmware_host.firmware import servo, wiring
from firmware_host.port import plugged_in
from hardware.ports import InputHandler, Lamp, LampName

if TYPE_CHECKING:
    from firmware_host.bench.emulator import Emulator, VirtualPico

log = logging.getLogger(__name__)

AUTO, EMULATED, NONE = "auto", "emulated", "none"
"""What a port may be besides a path."""


class TrayChoice:
    """The tray of a table, and the emulator it hangs on, if it is emulated.

    *port* is a path or one of the words above; *simulated* says that the table's other devices are simulated, and
    *asked* that they are so by request: then no real tray is looked for. *looks* says whether one is.

    :raises NoEmulator: an emulated tray was asked for by its word, and can't be had.
    """

    def __init__(
        self,
        port: str,
        handler: InputHandler,
        *,
        simulated: bool,
        asked: bool,
        find: Callable[[], Sequence[str]] = plugged_in,
    ) -> None:
        self.emulator = self._emulator(port, simulated and not asked and not find())
        self._leds = PublicLeds(self.emulator.board) if self.emulator else None
        self.looks = port != NONE and not (port == AUTO and asked)
        path = self.emulator.path if self.emulator else port
        self.tray = DiceTray(
            handler,
            find if path == AUTO else lambda: [path],
            simulated=self.emulator is not None,
            wanted=port not in (AUTO, NONE),
        )

    @staticmethod
    def _emulator(port: str, may_be: bool) -> Emulator | None:
        """Return an emulated tray, if one was asked for, or *may_be* and can be."""
        if port != EMULATED and not (port == AUTO and may_be):
            return None
        from firmware_host.bench.emulator import Emulator, NoEmulator

        try:
            return Emulator(wait=False)
        except NoEmulator as fault:
            if port == EMULATED:
                raise
            log.info("there is no dice tray, and none is emulated: %s", fault)
            return None

    def start(self) -> None:
        """Start looking for the tray, if there can be one."""
        if self.looks:
            self.tray.start()

    def lamps(self, name: LampName) -> Sequence[Lamp]:
        """Return the tray's lamps of that *name*: one, or none."""
        return [lamp for each, lamp in self.tray.lamps.items() if each == name]

    def close(self) -> None:
        """Let go of it, and end the emulated one."""
        self.tray.close()
        if self.emulator is not None:
            self.emulator.close()

    def leds(self) -> Mapping[str, object] | None:
        """Return what anybody may see of the emulated tray's lights, None without one; callable from any thread."""
        # The lights first, then whether they may be seen: a result that lands in between is found out by the second.
        return self._leds.seen(lambda: self.tray.is_public) if self._leds else None


class PublicLeds:
    """The lights of an emulated board as the network may see them: while a result lands, those from before."""

    def __init__(self, board: VirtualPico) -> None:
        self._board = board
        self._lock = threading.Lock()
        self._seen = self._now()

    def seen(self, is_public: Callable[[], bool]) -> Mapping[str, object]:
        """Return the colours of each LED, six hexadecimal digits each, and whether something *moves* unseen.

        Also of the *idol* to how many degrees it *turned*, how often it *struck*, and whether it *moves*; None before
        it first did.
        """
        with self._lock:
            now = self._now()
            moves = not is_public()
            if not moves:
                self._seen = now
            return {**self._seen, "moves": moves}

    def _now(self) -> Mapping[str, object]:
        pixels, levels = self._board.pixels, self._board.levels
        return {
            "windows": [_colours(pixels.get(pin, b"")) for pin in wiring.WINDOWS],
            "verdict": _colours(pixels.get(wiring.VERDICT, b"")),
            "ring": _colours(pixels.get(wiring.RING, b"")),
            "lamps": [bool(levels.get(pin)) for pin in wiring.LAMPS],
            "idol": _idol(self._board),
        }


def _idol(board: VirtualPico) -> Mapping[str, int] | None:
    turned = board.pulsed.get(wiring.IDOL_TURNS)
    if turned is None:
        return None
    moves = any(board.duty[pin] for pin in (wiring.IDOL_TURNS, wiring.IDOL_PUSHES))
    return {
        "turned": servo.degrees(turned),
        "struck": board.given[wiring.IDOL_PUSHES, servo.duty(servo.PUSHED_DEG)],
        "moves": moves,
    }


def _colours(pixels: bytes) -> list[str]:
    return [pixels[at : at + 3].hex() for at in range(0, len(pixels), 3)]
