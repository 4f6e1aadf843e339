"""The public lights of an emulated tray, without unrevealed results."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from firmware_host.firmware import servo, wiring

if TYPE_CHECKING:
    from firmware_host.bench.emulator import VirtualPico


class PublicLeds:
    """The lights of an emulated board for the network.

    While a result lands, they are those from before.
    """

    def __init__(self, board: VirtualPico) -> None:
        self._board = board
        self._lock = threading.Lock()
        self._seen = self._now()

    def seen(self, is_public: Callable[[], bool]) -> Mapping[str, object]:
        """Return the colours of all LEDs, and whether something *moves* unseen.

        A colour has six hexadecimal digits. The *idol* has the degrees to which it *turned*, how often it *struck*, and
        whether it *moves*; None before it first did.
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
