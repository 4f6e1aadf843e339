"""A display on an emulated bus, a clock that only tests turn, and drawings that are the same on every machine."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from PIL import Image, ImageDraw

from hardware.emulated.bus import Bus
from hardware.emulated.controllers import CONTROLLERS
from hardware.oled.panel.display import Display
from hardware.oled.panel.driver import PageSH1106, PageSSD1306
from hardware.oled.panel.settings import USUAL_OFFSETS
from hardware.oled.panel.wire import PanelWire
from hardware.ports import DeviceStatus

ADDRESS = 0x3C
PATIENCE_S = 30.0
CHIPS = ("ssd1306", "sh1106")


def pixels(image: Image.Image) -> bytes:
    return image.convert("L").tobytes()


class Numbers:
    """An endless row of numbers that look random; *seed* chooses the row."""

    def __init__(self, seed: str) -> None:
        self._bytes = iter(hashlib.shake_256(seed.encode()).digest(200_000))

    def below(self, limit: int) -> int:
        return int.from_bytes((next(self._bytes), next(self._bytes))) % limit

    def data(self, length: int) -> bytes:
        return bytes(next(self._bytes) for _ in range(length))


def drawings(seed: str, count: int, size: tuple[int, int], *, noise: bool = True) -> Iterator[Image.Image]:
    """Pictures that each change the one before a little; with *noise*, now and then wholly."""
    numbers = Numbers(seed)
    image = Image.new("1", size)
    for _ in range(count):
        image = image.copy()
        draw = ImageDraw.Draw(image)
        for _ in range(numbers.below(4)):
            x, y = numbers.below(size[0]), numbers.below(size[1])
            box = (x, y, x + numbers.below(60), y + numbers.below(30))
            shape = numbers.below(4)
            if shape == 0:
                draw.rectangle(box, fill=numbers.below(2))
            elif shape == 1:
                draw.ellipse(box, outline=1)
            elif shape == 2:
                draw.line(box, fill=numbers.below(2))
            else:
                draw.point((x, y), fill=1)
        if noise and numbers.below(30) == 0:
            image = Image.frombytes("1", size, numbers.data(size[0] * size[1] // 8))
        yield image


class Panel:
    """A driver on an emulated bus, and what hangs on it."""

    def __init__(
        self, chip: str, rotate: int = 0, first_column: int | None = None, actual_chip: str | None = None
    ) -> None:
        self.tape: list[bytes] = []
        self.on_tape: Callable[[bytes], None] = self.tape.append
        self.controller = CONTROLLERS[actual_chip or chip]()
        self.bus = Bus({ADDRESS: self.controller}, lambda payload: self.on_tape(payload))
        column = USUAL_OFFSETS[chip] if first_column is None else first_column
        driver = {"ssd1306": PageSSD1306, "sh1106": PageSH1106}[chip]
        self.device: Any = driver(PanelWire(lambda: self.bus, ADDRESS), rotate=rotate, first_column=column)

    def wants(self, image: Image.Image) -> bytes:
        return pixels(self.device.preprocess(image))


class Clock:
    """Monotonic seconds that stand still until a test moves them."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


class Rig(Panel):
    """A whole display without its thread: `run` does what the thread would."""

    def __init__(self, chip: str = "ssd1306", clock: Callable[[], float] | None = None) -> None:
        super().__init__(chip)
        self.clock = Clock()
        self.public_changed = threading.Condition()
        self.statuses: list[DeviceStatus] = []
        self.public: list[bytes] = []
        self.landed_s: list[float] = []
        self.display = Display(
            self.device,
            simulated=True,
            on_status=self.statuses.append,
            on_public_bitmap=self._publish,
            clock=clock or self.clock,
        )

    def _publish(self, picture: bytes) -> None:
        with self.public_changed:
            self.public.append(picture)
            self.public_changed.notify_all()

    def landed(self) -> None:
        self.landed_s.append(self.clock.now_s)

    def run(self, for_s: float = 0.0) -> list[float]:
        """Let *for_s* pass; return how long the display wanted to wait each time."""
        end_s = self.clock.now_s + for_s
        waits = []
        while True:
            waits.append(self.display.step())
            if self.clock.now_s + waits[-1] > end_s:
                self.clock.now_s = end_s
                return waits
            assert len(waits) < 10_000, "the display doesn't rest"
            self.clock.now_s += waits[-1]


class Running(Rig):
    """A display with its thread, by the computer's own clock."""

    def __init__(self) -> None:
        super().__init__(clock=time.monotonic)
        self.landing_told = threading.Event()

    def __enter__(self) -> Running:
        self.display.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.display.close()

    def wait_for_public(self, picture: bytes) -> None:
        with self.public_changed:
            assert self.public_changed.wait_for(lambda: picture in self.public, PATIENCE_S)
