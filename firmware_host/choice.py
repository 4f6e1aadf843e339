"""The choice of a dice tray, made once at the start.

It is one on USB, one at a given port, an emulated one, or none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from firmware_host.port import PortNews, plugged_in
from firmware_host.stand_in import AwaitedTray
from hardware.ports import InputHandler, Lamp, LampName

if TYPE_CHECKING:
    from firmware_host.dicetray import DiceTray
    from firmware_host.emulated_tray import EmulatedTray

AUTO, EMULATED, NONE = "auto", "emulated", "none"
"""Values of a port besides a path."""


class TrayChoice:
    """The tray of a table, and its emulator, if it is emulated.

    *port* is a path or one of the words above; *simulated* means that the table's other devices are simulated, and
    *asked* that they are so by request: then no real tray is looked for. *looks* means that one is. *open_news* opens
    the news of new ports.

    :raises NoEmulator: an emulated tray was asked for by its word, and can't be made.
    """

    def __init__(
        self,
        port: str,
        handler: InputHandler,
        *,
        simulated: bool,
        asked: bool,
        find: Callable[[], Sequence[str]] = plugged_in,
        open_news: Callable[[], PortNews] | None = None,
    ) -> None:
        made = _emulated(port, simulated and not asked and not find())
        self.emulator = emulator = made.emulator if made else None
        self._leds = made.leds if made else None
        self.looks = looks = port != NONE and not (port == AUTO and asked)
        path, wanted = emulator.path if emulator else port, port not in (AUTO, NONE)

        def make() -> DiceTray:
            from firmware_host.dicetray import DiceTray

            if path == AUTO:
                return DiceTray(handler, find, wanted=wanted, open_news=open_news)
            return DiceTray(handler, lambda: [path], simulated=emulator is not None, wanted=wanted)

        self.tray = AwaitedTray(make if looks else None, simulated=emulator is not None, wanted=wanted)

    def start(self) -> None:
        """Start looking for the tray, if there can be one."""
        self.tray.start()

    def lamps(self, name: LampName) -> Sequence[Lamp]:
        """Return the tray's lamps of that *name*: one, or none."""
        return [lamp for each, lamp in self.tray.lamps.items() if each == name]

    def close(self) -> None:
        """Close it, and stop an emulated one."""
        self.tray.close()
        if self.emulator is not None:
            self.emulator.close()

    def leds(self) -> Mapping[str, object] | None:
        """Return the public state of the emulated tray's lights, else None.

        Callable from any thread.
        """
        # The lights first, then whether they may be seen: a result that lands in between is found out by the second.
        return self._leds.seen(lambda: self.tray.is_public) if self._leds else None


def _emulated(port: str, may_be: bool) -> EmulatedTray | None:
    """Return an emulated tray if requested, or possible and *may_be*."""
    if port != EMULATED and not (port == AUTO and may_be):
        return None
    from firmware_host.emulated_tray import emulated_tray  # a table with a real tray needs none of it

    return emulated_tray(must_be=port == EMULATED)
