"""The chip that carries the header's pins, among a Pi's several."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import gpiod

from hardware.gpio.faults import NoChip

LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""Labels of the drivers of the header's chips.

They are a Pi 5's, a Pi 4's, and that of all before and the Zero 2 W. Their lines are numbered like BCM. The chips' own
numbers differ between boards and kernels.
"""


def find_chip(dev: Path = Path("/dev")) -> str:
    """Return the path in *dev* of the chip with the header's pins.

    :raises NoChip: there is none, or it can't be opened; says what was found.
    """
    found: dict[str, str] = {}
    seen, forbidden = [], False
    for path in _chips(dev):
        try:
            with gpiod.Chip(str(path)) as chip:
                label = chip.get_info().label
        except OSError as fault:
            forbidden = forbidden or isinstance(fault, PermissionError)
            seen.append(f"{path}: {os.strerror(fault.errno or 0)}")
        else:
            found.setdefault(label, str(path))
            seen.append(f"{path}: {label}")
    for label in LABELS:
        if label in found:
            return found[label]
    what = f"found {', '.join(seen) or f'no {dev}/gpiochip*'}; expected one labelled {', '.join(LABELS)}"
    raise NoChip(what, forbidden=forbidden)


def _chips(dev: Path) -> Sequence[Path]:
    """Return the chips' files by their numbers, without links.

    On a Pi 5 gpiochip4 may be a link to gpiochip0.
    """
    chips = [path for path in dev.glob("gpiochip*") if not path.is_symlink()]
    return sorted(chips, key=lambda path: (len(path.name), path.name))
