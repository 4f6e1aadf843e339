"""A kernel's GPIO chip without a kernel: it stands where `gpiod.Chip` stands, under the factory.

It keeps to what the kernel does: a line is held by one request, edges wait in a buffer that drops its oldest without a
word, each line's are counted from 1, and the file of a request is readable while some wait.
"""

from __future__ import annotations

import errno
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self

import gpiod
import pytest
from gpiod.line import Bias, Direction, Edge, Value

PI_4B = 0xC03114
HEADER = "pinctrl-bcm2711"
EDGE_TYPES = {False: gpiod.EdgeEvent.Type.FALLING_EDGE, True: gpiod.EdgeEvent.Type.RISING_EDGE}
DETECTED = {Edge.BOTH: (False, True), Edge.RISING: (True,), Edge.FALLING: (False,), Edge.NONE: ()}


class FakeChip:
    """A chip with 54 lines. A test drives its lines and is another program; `open` is what the factory calls."""

    def __init__(self, label: str = HEADER, path: str = "/dev/gpiochip0") -> None:
        self.label, self.path = label, path
        self.lock = threading.RLock()
        self.held: dict[int, FakeRequest] = {}
        self.outside: dict[int, bool] = {}
        self.set_up: list[tuple[int, gpiod.LineSettings]] = []
        """Each request and reconfiguration, in order."""
        self.levels: list[tuple[int, bool]] = []
        """Each level that an output was set to, in order."""
        self.refuses: OSError | None = None
        """What every call about a line fails with, as once the chip is gone."""
        self.after_set: Callable[[], None] = lambda: None
        self.before_get: Callable[[int], None] = lambda offset: None
        """Called in the thread that has just set an output."""
        self.refuses_opening: OSError | None = None
        self.opened = 0

    # ------------------------------------------------------------------ the test's side
    def install(self, monkeypatch: pytest.MonkeyPatch, folder: Path | None = None) -> None:
        """Be the only chip of a Raspberry Pi 4B, in *folder* if given."""
        if folder is not None:
            self.path = str(folder / "gpiochip0")
            Path(self.path).touch()
        monkeypatch.setattr("gpiod.Chip", self.open)
        monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", lambda: PI_4B)

    def open(self, path: str) -> Any:
        """Open the chip, as gpiod.Chip does."""
        if self.refuses_opening is not None:
            raise self.refuses_opening
        if path != self.path:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        self.opened += 1
        return OpenedChip(self)

    def drive(self, offset: int, high: bool, at_s: float | None = None) -> None:
        """Make the line *offset* high or low from outside, at *at_s* in monotonic seconds, or now."""
        with self.lock:
            before = self.level(offset)
            self.outside[offset] = high
            if offset in self.held and before != high:
                self.held[offset].note(high, time.monotonic() if at_s is None else at_s)

    def taken_by(self, consumer: str, offset: int) -> FakeRequest:
        """Let another program have the line *offset*, until it releases it."""
        settings = gpiod.LineSettings(direction=Direction.INPUT)
        return FakeRequest(self, offset, settings, consumer, 16)

    def level(self, offset: int) -> bool:
        """Return whether the line is high: driven by its holder, from outside, or pulled."""
        holder = self.held.get(offset)
        if holder is not None and holder.settings.direction is Direction.OUTPUT:
            return holder.settings.output_value is Value.ACTIVE
        pulled = holder is not None and holder.settings.bias is Bias.PULL_UP
        return self.outside.get(offset, pulled)

    def settings(self, offset: int) -> gpiod.LineSettings:
        """Return how the line is set up now."""
        return self.held[offset].settings


class OpenedChip:
    """One opening of a chip."""

    def __init__(self, chip: FakeChip) -> None:
        self.chip = chip
        self.is_open = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *fault: object) -> None:
        self.close()

    def close(self) -> None:
        if self.is_open:
            self.is_open = False
            self.chip.opened -= 1

    def get_info(self) -> Any:
        return SimpleNamespace(label=self.chip.label)

    def get_line_info(self, offset: int) -> Any:
        holder = self.chip.held.get(offset)
        return SimpleNamespace(used=holder is not None, consumer=holder.consumer if holder else "")

    def request_lines(
        self, config: Mapping[int, gpiod.LineSettings], consumer: str, event_buffer_size: int
    ) -> FakeRequest:
        if not self.is_open:
            raise gpiod.ChipClosedError
        ((offset, settings),) = config.items()
        return FakeRequest(self.chip, offset, settings, consumer, event_buffer_size)


class FakeRequest:
    """A line that is held, as a gpiod.LineRequest of one line."""

    def __init__(self, chip: FakeChip, offset: int, settings: gpiod.LineSettings, consumer: str, buffer: int) -> None:
        with chip.lock:
            if chip.refuses is not None:
                raise chip.refuses
            if offset in chip.held:
                raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
            self.chip, self.offset, self.consumer = chip, offset, consumer
            self.settings = settings
            self._waiting: deque[tuple[int, bool, float]] = deque(maxlen=buffer)
            self._count = 0
            self._fd = os.eventfd(0, os.EFD_CLOEXEC)
            self._is_released = False
            chip.held[offset] = self
            chip.set_up.append((offset, settings))

    def note(self, high: bool, at_s: float) -> None:
        """Keep an edge until it is read; the oldest makes room."""
        if high in DETECTED[self.settings.edge_detection]:
            self._count += 1
            self._waiting.append((self._count, high, at_s))
            os.eventfd_write(self._fd, 1)

    @property
    def fd(self) -> int:
        if self._is_released:
            raise gpiod.RequestReleasedError
        return self._fd

    def get_value(self, offset: int) -> Value:
        self.chip.before_get(offset)
        with self.chip.lock:
            self._check()
            return Value.ACTIVE if self.chip.level(offset) else Value.INACTIVE

    def set_value(self, offset: int, value: Value) -> None:
        with self.chip.lock:
            self._check()
            if self.settings.direction is not Direction.OUTPUT:
                raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))
            self.settings.output_value = value
            self.chip.levels.append((offset, value is Value.ACTIVE))
        self.chip.after_set()

    def reconfigure_lines(self, config: Mapping[int, gpiod.LineSettings]) -> None:
        with self.chip.lock:
            self._check()
            self.settings = config[self.offset]
            self.chip.set_up.append((self.offset, self.settings))

    def read_edge_events(self, max_events: int) -> list[Any]:
        with self.chip.lock:
            self._check()
            if not self._waiting:
                os.eventfd_read(self._fd)  # blocks or raises BlockingIOError, as a read of the kernel's file does
            taken = [self._waiting.popleft() for _ in range(min(max_events, len(self._waiting)))]
            os.eventfd_read(self._fd)
            if self._waiting:
                os.eventfd_write(self._fd, 1)
        return [self._event(*edge) for edge in taken]

    def release(self) -> None:
        with self.chip.lock:
            if not self._is_released:
                self._is_released = True
                del self.chip.held[self.offset]
                os.close(self._fd)

    def _event(self, count: int, high: bool, at_s: float) -> Any:
        return SimpleNamespace(
            event_type=EDGE_TYPES[high], timestamp_ns=round(at_s * 1e9), line_offset=self.offset, line_seqno=count
        )

    def _check(self) -> None:
        if self._is_released:
            raise gpiod.RequestReleasedError
        if self.chip.refuses is not None:
            raise self.chip.refuses
