"""Which pin is what: the default wiring as data, and the check that no two things meet on one pin.

Numbers are BCM numbers (GPIO17 is 17), as printed on most pin charts. The default leaves free what other boards
and devices want: the ID pins 0 and 1, I2C on 2 and 3 for the OLED, the serial console on 14 and 15, SPI on 7 to 11,
and 12, 13 and 18 with their hardware PWM for a buzzer and a servo.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from typing import Self

from hardware.ports import BUTTON_NAMES, LAMP_NAMES, ButtonName, LampName

LAST_PIN = 27
"""The 40-pin header of every Raspberry Pi carries GPIO0 to GPIO27."""

RESERVED: Mapping[int, str] = {
    0: "the ID chip of an add-on board",
    1: "the ID chip of an add-on board",
    2: "the OLED's I2C data line",
    3: "the OLED's I2C clock line",
    14: "the serial console, which drives this pin: a button on it would short it to ground",
    15: "the serial console",
}
"""Pins that nothing else may use, and who has them."""


class WiringError(ValueError):
    """The wiring can't work. *faults* holds a sentence for each fault found; the message is all of them."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Wiring:
    """The pin of each button, of the knob's two contacts and push, and of each lamp.

    A button joins its pin to ground; a lamp is lit while its pin is high.

    :raises WiringError: two things on one pin, a reserved pin, or a pin that doesn't exist; all faults at once.
    """

    roll: int = 17
    spin: int = 27
    draw: int = 22
    ok: int = 23
    back: int = 24
    push: int = 19
    knob_a: int = 5
    knob_b: int = 6
    lamp_roll: int = 25
    lamp_spin: int = 16
    lamp_draw: int = 20
    lamp_ok: int = 21
    lamp_back: int = 26

    def __post_init__(self) -> None:
        faults = _faults(self.by_name)
        if faults:
            raise WiringError(faults)

    @classmethod
    def from_settings(cls, settings: Mapping[str, object]) -> Self:
        """Build the default wiring with the pins in *settings* (name to BCM number) instead of its own.

        :raises WiringError: an unknown name, or any fault of the wiring itself.
        """
        names = [field.name for field in fields(cls)]
        unknown = tuple(_unknown(name, names) for name in settings if name not in names)
        if unknown:
            raise WiringError(unknown)
        return cls(**settings)  # type: ignore[arg-type]  # a value that is no pin number is one of the faults

    @property
    def by_name(self) -> dict[str, int]:
        """Every thing's name and its pin, as written in the settings."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @property
    def buttons(self) -> dict[ButtonName, int]:
        """The pin of each button, the knob's push among them."""
        return {name: getattr(self, name) for name in BUTTON_NAMES}

    @property
    def lamps(self) -> dict[LampName, int]:
        """The pin of each lamp."""
        return {name: getattr(self, f"lamp_{name}") for name in LAMP_NAMES}


def _unknown(name: str, names: list[str]) -> str:
    """Return the sentence about a name that the wiring doesn't have."""
    near = get_close_matches(name, names, n=1)
    advice = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(names)}."
    return f"[pins] {name!r} is not a thing that can be wired: {advice}"


def _faults(pins: Mapping[str, object]) -> tuple[str, ...]:
    """Return a sentence for each fault of *pins*, in their order; none when the wiring works."""
    faults = []
    taken: dict[int, str] = {}
    free = [pin for pin in range(LAST_PIN + 1) if pin not in RESERVED and pin not in pins.values()]
    advice = f"choose a free pin: {', '.join(map(str, free))}."
    for name, pin in pins.items():
        if not isinstance(pin, int) or isinstance(pin, bool) or not 0 <= pin <= LAST_PIN:
            faults.append(f"[pins] {name} is on pin {pin!r}, which does not exist (0 to {LAST_PIN}, BCM): {advice}")
        elif pin in RESERVED:
            faults.append(f"[pins] {name} is on pin {pin}, which belongs to {RESERVED[pin]}: {advice}")
        elif pin in taken:
            faults.append(f"[pins] {taken[pin]} and {name} are both on pin {pin}: {advice}")
        else:
            taken[pin] = name
    return tuple(faults)
