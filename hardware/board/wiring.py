"""The wiring: default pins as data, and a check for conflicts.

Numbers are BCM numbers (GPIO17 is 17), as printed on most pin charts. The default leaves free the pins that other
boards and devices use: the ID pins 0 and 1, I2C on 2 and 3 for the OLED, the serial console on 14 and 15, SPI on 7 to
11, and 12 and 13 with their hardware PWM for a servo. The buzzer has 18, with a PWM apart from that of 13.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Annotated, Literal, Self, TypeAlias

from msgspec import Meta, Struct

from hardware.ports import BUTTON_NAMES, LAMP_NAMES, ButtonName, LampName

PinChoice: TypeAlias = Literal["auto", "real", "simulated"]
LAST_PIN = 27
"""The 40-pin header of every Raspberry Pi carries GPIO0 to GPIO27."""
Pin: TypeAlias = Annotated[int, Meta(ge=0, le=LAST_PIN)]

RESERVED: Mapping[int, str] = {
    0: "the ID chip of an add-on board",
    1: "the ID chip of an add-on board",
    2: "the OLED's I2C data line",
    3: "the OLED's I2C clock line",
    14: "the serial console, which drives this pin: a button on it would short it to ground",
    15: "the serial console",
}
"""Reserved pins and their users."""


class WiringError(ValueError):
    """The wiring can't work; *faults* holds a sentence for each fault.

    The message is all of them.
    """

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class PinNumbers(Struct, frozen=True, kw_only=True):
    """The pins of the buttons, the knob, the lamps and the buzzer.

    The knob has two contacts and a push. A button joins its pin to ground; a lamp is lit while its pin is high; the
    buzzer gets the tone itself.
    """

    roll: Pin = 17
    spin: Pin = 27
    draw: Pin = 22
    ok: Pin = 23
    back: Pin = 24
    push: Pin = 19
    knob_a: Pin = 5
    knob_b: Pin = 6
    lamp_roll: Pin = 25
    lamp_spin: Pin = 16
    lamp_draw: Pin = 20
    lamp_ok: Pin = 21
    lamp_back: Pin = 26
    buzzer: Pin = 18

    @property
    def by_name(self) -> dict[str, int]:
        """Every thing's name and its pin, as written in the settings."""
        return {name: getattr(self, name) for name in PinNumbers.__struct_fields__}


class Wiring(PinNumbers, frozen=True, kw_only=True):
    """Pins that can be wired together.

    :raises WiringError: two things on one pin, a reserved pin, or a pin that doesn't exist; all faults at once.
    """

    def __post_init__(self) -> None:
        faults = _faults(self.by_name)
        if faults:
            raise WiringError(faults)

    @classmethod
    def from_settings(cls, settings: Mapping[str, object]) -> Self:
        """Build the default wiring, overridden by *settings* (name to BCM number).

        :raises WiringError: an unknown name, or any fault of the wiring itself.
        """
        names = list(cls.__struct_fields__)
        unknown = tuple(_unknown(name, names) for name in settings if name not in names)
        if unknown:
            raise WiringError(unknown)
        return cls(**settings)  # type: ignore[arg-type]  # a value that is no pin number is one of the faults

    @property
    def buttons(self) -> dict[ButtonName, int]:
        """The pin of each button, the knob's push among them."""
        return {name: getattr(self, name) for name in BUTTON_NAMES}

    @property
    def lamps(self) -> dict[LampName, int]:
        """The pin of each lamp."""
        return {name: getattr(self, f"lamp_{name}") for name in LAMP_NAMES}


def _unknown(name: str, names: list[str]) -> str:
    """Return the sentence about a name unknown to the wiring."""
    near = get_close_matches(name, names, n=1)
    advice = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(names)}."
    return f"[pins] {name!r} is not a thing that can be wired: {advice}"


def _faults(pins: Mapping[str, object]) -> tuple[str, ...]:
    """Return a sentence for each fault of *pins*, in their order."""
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


HEADER: tuple[int | str, ...] = (
    "3.3 V", "5 V", 2, "5 V", 3, "GND", 4, 14, "GND", 15, 17, 18, 27, "GND", 22, 23, "3.3 V", 24, 10, "GND",
    9, 25, 11, 8, "GND", 7, 0, 1, 5, "GND", 6, 12, 13, "GND", 19, 16, 26, 20, "GND", 21,
)  # fmt: skip
"""The pins of the 40-pin header from pin 1.

Each is a BCM number, a voltage or ground.
"""

POWER_PIN = 1
OLED_GROUND_PIN = 9
BUTTON_GROUND_PINS = (39, 6)
"""Ground pins for the other parts: an odd and an even one."""

OLED_DATA = 2
OLED_CLOCK = 3


class Lead(Struct, frozen=True):
    """A lead from the *end* of a *thing* to the header's *pin*.

    *pin* is 1 to 40. *then* names the other ends' targets. *bcm* is None for power and ground; *kind* is oled, button,
    knob, lamp or buzzer.
    """

    thing: str
    end: str
    kind: str
    bcm: int | None
    pin: int
    then: str = ""


def header_pin(bcm: int) -> int:
    """Return the header's pin, 1 to 40, with the BCM number."""
    return HEADER.index(bcm) + 1


def leads(wiring: Wiring) -> tuple[Lead, ...]:
    """Return all leads of a *wiring*, the display's first.

    The others are in the order of the settings.
    """
    oled = (
        Lead("OLED", "VCC", "oled", None, POWER_PIN),
        Lead("OLED", "SDA", "oled", OLED_DATA, header_pin(OLED_DATA)),
        Lead("OLED", "SCL", "oled", OLED_CLOCK, header_pin(OLED_CLOCK)),
        Lead("OLED", "GND", "oled", None, OLED_GROUND_PIN),
    )
    return oled + tuple(_lead(name, bcm) for name, bcm in wiring.by_name.items())


def _lead(name: str, bcm: int) -> Lead:
    pin = header_pin(bcm)
    if name in ("push", "knob_a", "knob_b"):
        ends = {"push": ("push (SW)", "ground"), "knob_a": ("A (CLK)", "common to ground")}
        end, then = ends.get(name, ("B (DT)", "common to ground"))
        return Lead("Knob", end, "knob", bcm, pin, then)
    if name.startswith("lamp_"):
        lamp = f"{name.removeprefix('lamp_').upper()} lamp"
        return Lead(lamp, "long leg", "lamp", bcm, pin, "330 Ω on the way, short leg to ground")
    if name == "buzzer":
        return Lead("Buzzer", "one leg, +", "buzzer", bcm, pin, "other leg to ground (a passive piezo)")
    return Lead(f"{name.upper()} button", "one leg", "button", bcm, pin, "other leg to ground")


def table(wiring: Wiring) -> str:
    """Return the wiring as a text table, with notes.

    It has a row for each wire.
    """
    rows = [("Thing", "Its end", "GPIO", "Pin", "And then")]
    for lead in leads(wiring):
        carries = f"GPIO{lead.bcm}" if lead.bcm is not None else str(HEADER[lead.pin - 1])
        rows.append((lead.thing, lead.end, carries, str(lead.pin), lead.then))
    wide = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join(cell.ljust(room) for cell, room in zip(row, wide, strict=True)).rstrip() for row in rows]
    return "\n".join((*lines, "", *NOTES, ""))


_GROUND = ", ".join(str(pin) for pin, carries in enumerate(HEADER, 1) if carries == "GND")
NOTES = (
    "GPIO and a number is the pin in the settings; Pin is its place on the header, 1 being near the microSD card.",
    f"Ground is on the pins {_GROUND}: any will do. Never join anything to 5 V.",
    "Buttons need no resistors. A knob's board with a + takes 3.3 V (pin 17) there. Wire while the power is off.",
)
"""Notes to read before wiring."""
