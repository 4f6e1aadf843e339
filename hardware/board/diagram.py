"""The wiring as an SVG diagram: a wire from each header pin.

The 40-pin header is seen from above, with a coloured wire from each pin to its part. Parts on the odd row of pins are
drawn at the left, on the even row at the right, each side in the order of its pins, so that no two wires cross in any
wiring.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from xml.sax.saxutils import escape

from hardware.board.wiring import BUTTON_GROUND_PINS, HEADER, NOTES, Lead, Wiring, leads

WIDTH = 1200
MIDDLE = WIDTH // 2
TOP = 130
PITCH = 32
"""From one row of pins to the next."""

PIN_X = 17
"""From the middle of the header to each row of pins."""

BOARD = 105
"""Half the width of the board's drawing."""

FIRST_LANE = BOARD + 16
LANE = 11
"""Distance of the wires' turns from the middle, and between lanes.

The first lane is that of the ground.
"""

PART_EDGE = 330
"""From the middle to the near edge of the parts."""

PART_WIDE = 190
RAIL = PART_EDGE + PART_WIDE + 40
"""Distance from the middle to the ground wire of a side."""

ROW = 32
PART_GAP = 14
HEAD = 22
COLOURS = ("#e0a100", "#2e8b3d", "#2667c9", "#8a45b5", "#d9661f", "#0f8f8f", "#c2397f", "#7a5a3a")
RED, BLACK = "#cc2222", "#222222"
HOW_TO_READ = (
    "The 40 pins of a Raspberry Pi, seen from above: at the top is the end with the microSD card,",
    "at the right the edge of the board. Black is ground, red is 3.3 V.",
)
STYLE = """
  text { font-family: "DejaVu Sans", Verdana, sans-serif; fill: #222; }
  .title { font-size: 26px; font-weight: bold; } .note { font-size: 14px; } .small { font-size: 11px; fill: #555; }
  .part { font-size: 15px; font-weight: bold; } .end { font-size: 13px; }
  .pin { font-size: 10px; text-anchor: middle; } .wire { fill: none; stroke-width: 3.5; stroke-linejoin: round; }
  .casing { fill: none; stroke: #fff; stroke-width: 7; }
"""


@dataclass(frozen=True, slots=True)
class Wire:
    """A wire from a header pin to a part.

    *pin_y* and *y* are their heights on the page.
    """

    lead: Lead
    pin_y: int
    y: int
    colour: str


def diagram(wiring: Wiring) -> str:
    """Return the diagram of *wiring* as an SVG document."""
    sides = [_Side(wiring, side) for side in (-1, 1)]
    bottom = max(TOP + 20 * PITCH, *(side.bottom for side in sides)) + 40
    high = bottom + 24 * len(NOTES) + 20
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {high}" width="{WIDTH}" height="{high}">',
        f"<title>How to wire the table</title><style>{STYLE}</style>",
        f'<rect width="{WIDTH}" height="{high}" fill="#fff"/>',
        _text(40, 46, "How to wire the table", "title"),
        *(_text(40, 72 + 20 * row, line, "note") for row, line in enumerate(HOW_TO_READ)),
        *_board(bottom),
        *(line for side in sides for line in side.draw()),
        *_header(),
        *(_text(40, bottom + 24 * (row + 1), note, "note") for row, note in enumerate(NOTES)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


class _Side:
    """The parts at one side of the header.

    *side* is -1 for the odd row of pins, at the left, and 1 for the even.
    """

    def __init__(self, wiring: Wiring, side: int) -> None:
        self._side = side
        self._ground_pin = BUTTON_GROUND_PINS[side > 0]
        here = sorted((lead for lead in leads(wiring) if (lead.pin % 2 == 0) == (side > 0)), key=lambda lead: lead.pin)
        self._on_rail = _beyond_another(here)
        if self._on_rail is not None:
            here.remove(self._on_rail)
            here.insert(1 + max(at for at, lead in enumerate(here) if lead.kind == "oled"), self._on_rail)
        self._wires: list[Wire] = []
        self._boxes: list[tuple[int, int, Sequence[Lead]]] = []
        y = TOP if side < 0 else TOP + PITCH + ROW
        for _, ends in groupby(here, key=lambda lead: lead.thing):
            group = list(ends)
            high = HEAD + ROW * len(group) + 6
            self._boxes.append((y, high, group))
            for at, lead in enumerate(group):
                if lead is self._on_rail:
                    continue
                colour = _colour(lead, len(self._wires) + (4 if side > 0 else 0))
                self._wires.append(Wire(lead, _pin_y(lead.pin), y + HEAD + ROW * at + ROW // 2, colour))
            y += high + PART_GAP
        self.bottom = max(y + PART_GAP, TOP + 20 * PITCH + ROW)

    def draw(self) -> Iterator[str]:
        """Yield the lines of the picture: wires, then parts, then ground."""
        yield from self._draw_ground()
        for wire, lane in zip(self._wires, self._lanes(), strict=True):
            x = self._x(FIRST_LANE + LANE * (1 + lane))
            path = f"M{self._x(PIN_X)} {wire.pin_y}H{x}V{wire.y}H{self._x(PART_EDGE)}"
            yield f'<path class="casing" d="{path}"/><path class="wire" stroke="{wire.colour}" d="{path}"/>'
        for y, high, group in self._boxes:
            yield from self._draw_part(y, high, group)

    def _x(self, from_middle: float) -> float:
        return MIDDLE + self._side * from_middle

    def _lanes(self) -> list[int]:
        """Return the distance of each wire's turn, without crossings.

        Of wires that go down, the upper ones turn farther out; of those that go up, the lower ones.
        """
        down = [at for at, wire in enumerate(self._wires) if wire.y >= wire.pin_y]
        up = [at for at, wire in enumerate(self._wires) if wire.y < wire.pin_y]
        lanes = dict(zip(reversed(down), range(len(down)), strict=True)) | dict(zip(up, range(len(up)), strict=True))
        return [lanes[at] for at in range(len(self._wires))]

    def _draw_ground(self) -> Iterator[str]:
        """Draw the ground wire to every part.

        The display has its own if nothing is in its way.
        """
        pin_y, rail = _pin_y(self._ground_pin), self._x(RAIL)
        parts = [each for each in self._boxes if each[2][0].kind != "oled" or self._on_rail in each[2]]
        middles = [(y + HEAD + (high - HEAD) // 2) for y, high, _ in parts]
        if not middles:
            return
        # From the odd row ground comes from the last pin and goes below all parts, from the even row above them.
        over = max(self.bottom, pin_y) if self._side < 0 else TOP + PITCH
        farthest = min(middles) if self._side < 0 else max(middles)
        path = f"M{self._x(PIN_X)} {pin_y}H{self._x(FIRST_LANE)}V{over}H{rail}V{farthest}"
        yield f'<path class="wire" stroke="{BLACK}" d="{path}"/>'
        yield _text(self._x(PART_EDGE - 80), over - 8, f"ground, from pin {self._ground_pin}", "small", anchor="middle")
        for y in middles:
            yield f'<path class="wire" stroke="{BLACK}" d="M{self._x(PART_EDGE + PART_WIDE)} {y}H{rail}"/>'
            yield f'<circle cx="{rail}" cy="{y}" r="4.5" fill="{BLACK}"/>'

    def _draw_part(self, y: int, high: int, group: Sequence[Lead]) -> Iterator[str]:
        left = min(self._x(PART_EDGE), self._x(PART_EDGE + PART_WIDE))
        yield (
            f'<rect x="{left}" y="{y}" width="{PART_WIDE}" height="{high}" rx="8" fill="#f4f1ea" stroke="#8a8272"'
            ' stroke-width="1.5"/>'
        )
        yield _text(left + 12, y + 18, group[0].thing, "part")
        near = self._x(PART_EDGE)
        for at, lead in enumerate(group):
            row = y + HEAD + ROW * at + ROW // 2
            if lead is self._on_rail:
                yield _text(
                    near + self._side * 14, row + 5, lead.end, "end", anchor="start" if self._side > 0 else "end"
                )
                continue
            carries = f"GPIO{lead.bcm}" if lead.bcm is not None else str(HEADER[lead.pin - 1])
            inner, outer = ("start", "end") if self._side > 0 else ("end", "start")
            yield _text(near - self._side * 10, row - 9, f"pin {lead.pin}, {carries}", "small", anchor=outer)
            yield f'<circle cx="{near}" cy="{row}" r="5" fill="#fff" stroke="#222" stroke-width="2"/>'
            yield _text(near + self._side * 14, row + 5, lead.end, "end", anchor=inner)
            yield from _SYMBOLS.get(lead.kind, _no_symbol)(near + self._side * (PART_WIDE - 48), row)
            if lead.kind == "lamp":
                yield from _resistor(near - self._side * 34, row)


def _beyond_another(row: Sequence[Lead]) -> Lead | None:
    """Return the display's ground if another part's pin lies before it.

    A wire there would cross the other's.
    """
    own = [at for at, lead in enumerate(row) if lead.kind == "oled"]
    return row[own[-1]] if own and own[-1] - own[0] >= len(own) else None


def _pin_y(pin: int) -> int:
    return TOP + PITCH * ((pin - 1) // 2) + PITCH // 2


def _colour(lead: Lead, number: int) -> str:
    if lead.bcm is None:
        return BLACK if HEADER[lead.pin - 1] == "GND" else RED
    return COLOURS[number % len(COLOURS)]


def _text(x: float, y: float, words: str, style: str, *, anchor: str = "start") -> str:
    return f'<text class="{style}" x="{x:g}" y="{y:g}" text-anchor="{anchor}">{escape(words)}</text>'


def _board(bottom: int) -> Iterator[str]:
    left, high = MIDDLE - BOARD, bottom - TOP
    yield f'<rect x="{left}" y="{TOP - 26}" width="{2 * BOARD}" height="{high}" rx="14" fill="#2f7d4f"/>'


def _header() -> Iterator[str]:
    """Draw the pins, the first one square, with their numbers and signals.

    The number is inside a pin, the signal beside it.
    """
    yield (
        f'<rect x="{MIDDLE - 36}" y="{TOP - 6}" width="72" height="{20 * PITCH + 12}" rx="6" fill="#1b1b1b"/>'
        f'<text x="{MIDDLE - PIN_X}" y="{TOP - 10}" font-size="12" text-anchor="middle" style="fill:#fff">'
        "pin 1 ↓</text>"
    )
    for pin, carries in enumerate(HEADER, 1):
        side = 1 if pin % 2 == 0 else -1
        x, y = MIDDLE + side * PIN_X, _pin_y(pin)
        fill = {"GND": "#9a9a9a", "3.3 V": "#f2a0a0", "5 V": "#e05050"}.get(str(carries), "#e8c766")
        if pin == 1:
            yield f'<rect x="{x - 12}" y="{y - 12}" width="24" height="24" fill="{fill}" stroke="#fff"/>'
        else:
            yield f'<circle cx="{x}" cy="{y}" r="11" fill="{fill}"/>'
        yield _text(x, y + 4, str(pin), "pin", anchor="middle")
        name = carries if isinstance(carries, str) else f"GPIO{carries}"
        anchor = "start" if side > 0 else "end"
        label = MIDDLE + side * 42
        yield (
            f'<text x="{label}" y="{y - 6}" font-size="10" text-anchor="{anchor}" style="fill:#d8eedd">{name}</text>'
        )


def _no_symbol(x: float, y: float) -> Iterator[str]:
    """Draw nothing: the names of its ends are symbol enough."""
    yield from ()


def _switch(x: float, y: float) -> Iterator[str]:
    stroke = 'stroke="#222" stroke-width="2" fill="none"'
    yield f'<path d="M{x - 20} {y}h8M{x + 12} {y}h8M{x - 12} {y - 9}h24M{x} {y - 9}v-6" {stroke}/>'
    yield f'<circle cx="{x - 12}" cy="{y}" r="2.5"/><circle cx="{x + 12}" cy="{y}" r="2.5"/>'


def _led(x: float, y: float) -> Iterator[str]:
    yield f'<circle cx="{x}" cy="{y}" r="11" fill="#fff2b0" stroke="#222" stroke-width="1.5"/>'
    yield f'<path d="M{x - 4} {y - 5}l8 5l-8 5zM{x + 4} {y - 5}v10" stroke="#222" stroke-width="1.5" fill="#222"/>'


def _resistor(x: float, y: float) -> Iterator[str]:
    yield f'<rect x="{x - 15}" y="{y - 6}" width="30" height="12" rx="4" fill="#ecd9b0" stroke="#222"/>'
    for at, colour in ((-8, "#d97a1f"), (-2, "#d97a1f"), (4, "#7a4a20")):
        yield f'<rect x="{x + at}" y="{y - 6}" width="3" height="12" fill="{colour}"/>'
    yield _text(x, y + 18, "330 Ω", "small", anchor="middle")


def _piezo(x: float, y: float) -> Iterator[str]:
    yield f'<circle cx="{x}" cy="{y}" r="13" fill="#222"/><circle cx="{x}" cy="{y}" r="3" fill="#f4f1ea"/>'


_SYMBOLS = {"button": _switch, "lamp": _led, "buzzer": _piezo}
