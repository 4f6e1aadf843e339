"""A GPIO chip of the kernel's own that is driven from outside: gpio-sim, made by configfs and pulled by sysfs."""

from __future__ import annotations

import os
from pathlib import Path

from tests.kernel.guest.waiting import eventually

CONFIG = Path("/sys/kernel/config/gpio-sim")
HEADER = range(2, 28)
DEBUG = Path("/sys/kernel/debug/gpio")


class SimulatedChip:
    """A chip labelled *label*, as a Raspberry Pi 4's header; its inputs are high until something pulls them low."""

    def __init__(self, name: str = "header", lines: int = 54, label: str = "pinctrl-bcm2711") -> None:
        self._config = CONFIG / name
        bank = self._config / "bank0"
        self._config.mkdir()
        bank.mkdir()
        (bank / "num_lines").write_text(str(lines))
        (bank / "label").write_text(label)
        for line in HEADER:
            (bank / f"line{line}").mkdir()
            (bank / f"line{line}/name").write_text(f"GPIO{line}")
        (self._config / "live").write_text("1")
        chip = (bank / "chip_name").read_text().strip()
        self.path = Path("/dev") / chip
        self._lines = Path("/sys/devices/platform") / (self._config / "dev_name").read_text().strip() / chip
        self._pulls: dict[int, int] = {}
        eventually(self.path.exists)

    def pull(self, line: int, up: bool) -> None:
        """Pull *line* up or down, as a contact to ground that is open or closed does."""
        if line not in self._pulls:
            self._pulls[line] = os.open(self.pull_of(line), os.O_WRONLY)
        os.pwrite(self._pulls[line], b"pull-up" if up else b"pull-down", 0)

    def pull_of(self, line: int) -> Path:
        """Return the file by which *line* is pulled, by whoever writes ``pull-up`` or ``pull-down`` to it."""
        return self._lines / f"sim_gpio{line}/pull"

    def is_high(self, line: int) -> bool:
        """Return the level of *line*, whoever drives it."""
        return (self._lines / f"sim_gpio{line}/value").read_text().strip() == "1"

    def remove(self) -> None:
        """Take the chip out of the computer."""
        for file in self._pulls.values():
            os.close(file)
        self._pulls.clear()
        (self._config / "live").write_text("0")
        for line in self._config.glob("bank0/line*"):
            line.rmdir()
        (self._config / "bank0").rmdir()
        self._config.rmdir()
        eventually(lambda: not self.path.exists())


def held_lines() -> list[str]:
    """Return the lines that some program holds, as the kernel tells them."""
    return [line.strip() for line in DEBUG.read_text().splitlines() if line.strip().startswith("gpio-") and "|" in line]
