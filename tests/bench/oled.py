"""Bytes on the OLED's bus: ours, stock luma's for the same pictures, and the least that any driver could send.

And what a buzzer that sounds by software takes of its frames.
"""

from __future__ import annotations

import os
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from luma.oled.device import sh1106, ssd1306
from PIL import Image

from hardware.cues import RollCue, RollingCue, SpinningCue, StageCue, WheelCue
from hardware.emulated.bus import Bus
from hardware.emulated.controllers import CONTROLLERS
from hardware.gpio import MAX_HZ
from hardware.gpio.pulses import Pulses
from hardware.oled.drawing.bitmap import WIDTH, pack_pages
from hardware.oled.drawing.motion import TICK_S
from hardware.oled.panel.display import Display
from hardware.oled.panel.wire import PanelWire
from hardware.outputs.buzzer import HALF
from tests.bench.figures import Row, Section, times
from tests.bench.oled_least import least_bytes
from tests.bench.sizes import Sizes
from tests.support.oleds import ADDRESS, CHIPS, Numbers, Panel, Rig
from tests.support.wording import say

STOCK = {"ssd1306": ssd1306, "sh1106": sh1106}
ONE_WINDOW_BYTES = 10
"""Telling an SSD1306 a window of columns and pages, and the data's beginning."""
ONE_PAGE_BYTES = 7
"""The same for a page of an SH1106, which has no windows."""
ROLLING_S = 0.01
"""A fair dealer answers about this soon; then the dice land."""
LANDED_S = 5.0


@dataclass(frozen=True)
class Scenario:
    """What is measured: a *title*, one turn as a *word*, what begins it and what a turn's number leads to."""

    title: str
    word: str
    start: StageCue
    result: Callable[[int, Numbers], StageCue]


def _rolled(turn: int, numbers: Numbers) -> StageCue:
    values = tuple(1 + numbers.below(10) for _ in range(3))
    return RollCue(values=values, caption=f"Roll {turn}", total=sum(values), name="Ben", look="d10")


def _spun(turn: int, numbers: Numbers) -> StageCue:
    at = numbers.below(len(SEGMENTS))
    return WheelCue(names=SEGMENTS, at=at, sign=SIGNS[at], detail="5 x 5 cells", name="Ben")


SEGMENTS = ("Boat", "Plane", *(say(f"fireship.words.{word}") for word in ("lose-boat", "lose-plane", "draw-card"))) + (
    "Spin again",
    "Kraken",
    "Boom",
    "Gulf Stream",
    "Fog",
    "Updraft",
)
SIGNS = ("boat", "plane", "no-boat", "no-plane", "cards", "again", "kraken", "boom", "stream", "fog", "updraft")
SCENARIOS = (
    Scenario(
        "Three dice", "roll", RollingCue(count=3, caption="Three ten-sided dice", name="Ben", look="d10"), _rolled
    ),
    Scenario("A wheel of eleven", "spin", SpinningCue(count=len(SEGMENTS), caption="The wheel", name="Ben"), _spun),
)


class StockWire(PanelWire):
    """Our wire as luma's own ``i2c``: stock luma hands over lists of numbers."""

    def data(self, data: Sequence[int]) -> None:
        """Send numbers for the controller's RAM as one transaction."""
        super().data(bytes(data))


def sections(sizes: Sizes, folder: Path) -> Iterator[Section]:
    """Measure rolls of three dice, and spins of a wheel, on each controller."""
    for scenario in SCENARIOS:
        for chip in CHIPS:
            yield _section(scenario, chip, sizes.drawn_rolls)
    yield _beside_a_buzzer(sizes)


def _section(scenario: Scenario, chip: str, turns: int) -> Section:
    frames: dict[str, list[float]] = {"ours": [], "stock": [], "least": [], "changed": []}
    whole: dict[str, list[float]] = {name: [] for name in frames}
    rig = Rig(chip)
    rig.run()
    numbers = Numbers(chip)
    for turn in range(1, turns + 1):
        before = rig.public[-1] if rig.public else bytes(WIDTH * 8)
        ours, pictures = _shown(rig, scenario.start, scenario.result(turn, numbers))
        first = Image.frombytes("1", (WIDTH, 64), before)
        found = {
            "ours": ours,
            "stock": _by_stock(chip, pictures),
            "least": _each(least_bytes, chip, [first, *pictures]),
            "changed": _each(_changed, chip, [first, *pictures]),
        }
        for name, sent in found.items():
            frames[name] += sent
            whole[name].append(sum(sent))
    names = {"ours": "sent", "stock": "stock luma", "least": "least possible", "changed": "what has changed"}
    rows = [Row(f"a frame: {names[name]}", "bytes", sent) for name, sent in frames.items()]
    totals = {name: Row(f"a {scenario.word}: {names[name]}", "bytes", sent) for name, sent in whole.items()}
    ours_median = totals["ours"].middle
    beside = (
        f"stock sends {times(totals['stock'].middle, ours_median)} times as much;"
        f" this is {times(ours_median, totals['least'].middle)} times the least,"
        f" {times(ours_median, totals['changed'].middle)} times what has changed"
    )
    rows += [replace(totals["ours"], beside=beside), totals["stock"], totals["least"], totals["changed"]]
    remark = (
        f"{len(frames['ours']) // turns} frames a {scenario.word};"
        " a screen at rest is sent whole every 60 s, which is in it. What has changed: with one address for all of it."
    )
    return Section(f"{scenario.title} on an {chip.upper()}", rows, remark)


def _shown(rig: Rig, start: StageCue, result: StageCue) -> tuple[list[float], list[Image.Image]]:
    """Play a turn on *rig*'s display; return the bytes of each frame, and the frames."""
    sent: list[float] = []
    pictures: list[Image.Image] = []
    display = type(rig.device).display

    def counted(picture: Image.Image, up: int = 0) -> None:
        before = rig.bus.bytes_written
        display(rig.device, picture, up)
        sent.append(rig.bus.bytes_written - before)
        pictures.append(picture)

    rig.device.display = counted
    rig.display.show(start)
    rig.run(ROLLING_S)
    rig.display.land(result, rig.landed)
    rig.run(LANDED_S)
    rig.display.show(result)
    rig.run()
    del rig.device.display
    return sent, pictures


def _by_stock(chip: str, pictures: Sequence[Image.Image]) -> list[float]:
    bus = Bus({ADDRESS: CONTROLLERS[chip]()})
    sent: list[float] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # stock luma reads pixels in a way that Pillow will drop
        device: Any = STOCK[chip](StockWire(lambda: bus, ADDRESS))
        device.persist = True  # or luma would write to the bus again when the process ends
        for picture in pictures:
            bus.reset_counts()
            device.display(picture)
            sent.append(bus.bytes_written)
    return sent


def _each(of: Callable[[str, bytes, bytes], int], chip: str, pictures: Sequence[Image.Image]) -> list[float]:
    return [of(chip, old, new) for old, new in pairwise(pack_pages(picture) for picture in pictures)]


def _beside_a_buzzer(sizes: Sizes) -> Section:
    """Let a wheel spin on a display with its thread, in silence and beside the highest tone of software, by turns."""
    silent, sounding = [], []
    lock = threading.Lock()
    with Path(os.devnull).open("wb", buffering=0) as line:

        def drive(high: bool) -> None:
            line.write(b"1" if high else b"0")  # a call of the kernel, as a real line's

        for _ in range(sizes.tones):
            silent.append(_frames_a_second(sizes.tone_s))
            pulses = Pulses("a line", drive, MAX_HZ, HALF, lock=lock)
            pulses.start()
            sounding.append(_frames_a_second(sizes.tone_s))
            with lock:
                pulses.stop()
            pulses.join()
    kept = [100 * loud / quiet for loud, quiet in zip(sounding, silent, strict=True)]
    rows = [
        Row("silent", "frames/s", silent, f"{1 / TICK_S:.3g} are drawn"),
        Row(f"beside {MAX_HZ:,.0f} Hz", "frames/s", sounding),
        Row("of the frames that were there in silence", "%", kept, "to be 90 at least"),
    ]
    remark = f"A wheel spinning on an emulated {CHIPS[0].upper()}; silence and sound by turns, {sizes.tone_s:g} s each."
    return Section("The OLED beside a buzzer by software", rows, remark)


def _frames_a_second(seconds: float) -> float:
    """Return how many frames of a spinning wheel a display shows in a second."""
    panel = Panel(CHIPS[0]).device
    shown: list[float] = []
    show = panel.display

    def counted(picture: Image.Image, up: int = 0) -> None:
        show(picture, up)
        shown.append(time.monotonic())

    panel.display = counted
    display = Display(panel, simulated=True, on_status=lambda status: None)
    display.start()
    display.show(SCENARIOS[1].start)
    threading.Event().wait(seconds)
    display.close()
    return (len(shown) - 1) / (shown[-1] - shown[0])


def _changed(chip: str, old: bytes, new: bytes) -> int:
    """Return the changed bytes of a controller's RAM and one address for all of them, or for all of a page.

    No driver attains it where they lie apart, and it isn't a bound either: it was this bench's "least possible" once.
    """
    changed = [place for place, (was, is_now) in enumerate(zip(old, new, strict=True)) if was != is_now]
    if not changed:
        return 0
    pages = len({place // WIDTH for place in changed})
    return len(changed) + (ONE_PAGE_BYTES * pages if chip == "sh1106" else ONE_WINDOW_BYTES)
