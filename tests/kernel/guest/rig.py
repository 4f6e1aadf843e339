"""The pretended world: fingers on the header's pins, a display on its bus, a Pico on its USB port."""

from __future__ import annotations

import os
import time
from pathlib import Path

from hardware.board.wiring import Wiring
from hardware.emulated.controllers import SSD1306
from tests.kernel.guest.bus import Adapter
from tests.kernel.guest.chip import SimulatedChip
from tests.kernel.guest.pico import Pico

PIN = Wiring().by_name
INPUTS = ("roll", "spin", "draw", "ok", "back", "push", "knob_a", "knob_b")
OUTPUTS = tuple(name for name in PIN if name not in INPUTS)
OLED = 0x3C
HELD_S = 0.1
APART_S = 0.06
DETENT_S = 0.02
"""A detent faster than this, and the guest's interrupts come so late that the kernel sees two edges as one."""
GLASS = Path("/sys/module/pi_glass/parameters")
"""A display of the kernel's own, which only tells what is written to it, but stays until the power goes."""
GPIO, I2C, DIALOUT, PI = 997, 998, 20, 1000


class Rig:
    """A Raspberry Pi 4 with everything on it; numbers are as on a real one: gpiochip0, i2c-1, ttyACM0."""

    def __init__(self, is_tray_in: bool = True, has_udev: bool = False, glass_in_kernel: bool = False) -> None:
        self._has_udev = has_udev
        self.chip = SimulatedChip()
        self.let_go()
        self.glass = SSD1306()
        if glass_in_kernel:
            (GLASS / "on").write_text("1")
        else:
            self.first_bus = Adapter({})  # on a Pi the display's bus is the second
            self.bus = Adapter({OLED: self.glass})
        self.pico = Pico()
        if is_tray_in:
            self.pico.plug_in()
        self.allow()

    def allow(self) -> None:
        """Give the devices to their groups, as a Raspberry Pi's udev does, unless the guest has one."""
        if self._has_udev:
            return
        _give(self.chip.path, GPIO)
        _give(self.bus.path, I2C)
        if self.pico.path.exists():
            _give(self.pico.path, DIALOUT)

    def plug_in_glass(self) -> None:
        """Plug a display in, on a new bus: just powered, with rubbish in its RAM."""
        self.glass = SSD1306()
        self.bus = Adapter({OLED: self.glass})
        self.allow()

    def let_go(self) -> None:
        """Open every contact."""
        for name in INPUTS:
            self.up(name)

    def down(self, name: str) -> None:
        """Close the contact *name*."""
        self.chip.pull(PIN[name], up=False)

    def up(self, name: str) -> None:
        """Open the contact *name*."""
        self.chip.pull(PIN[name], up=True)

    def press(self, name: str, for_s: float = HELD_S) -> None:
        """Press the button *name* and let it go."""
        self.down(name)
        time.sleep(for_s)
        self.up(name)
        time.sleep(APART_S)

    def bounce(self, name: str, down: bool, times: int) -> None:
        """Close or open the contact *name* as a bad one does, *times* to and fro."""
        first, second = (self.down, self.up) if down else (self.up, self.down)
        first(name)
        for _ in range(times):
            second(name)
            first(name)

    def turn(self, detents: int) -> None:
        """Turn the knob by *detents*, clockwise if there are more than none."""
        first, second = ("knob_a", "knob_b") if detents > 0 else ("knob_b", "knob_a")
        for _ in range(abs(detents)):
            for name, move in ((first, self.down), (second, self.down), (first, self.up), (second, self.up)):
                move(name)
                time.sleep(DETENT_S / 4)

    def is_lit(self, name: str) -> bool:
        """Whether the lamp of the button *name* is lit."""
        return self.chip.is_high(PIN[f"lamp_{name}"])

    def picture(self) -> bytes:
        """What a person sees on the glass: 64 rows of 128 bytes, 0 or 255."""
        return self.glass.picture()


def _give(device: Path, group: int) -> None:
    os.chown(device, 0, group)
    device.chmod(0o660)
