"""gpiozero's pin factory for a Raspberry Pi, and its pins."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from time import monotonic
from typing import Any

import gpiod
from gpiod.line import Bias, Clock, Direction, Edge, Value
from gpiozero.exc import (
    PinEdgeDetectUnsupported,
    PinFixedPull,
    PinInvalidEdges,
    PinInvalidFunction,
    PinInvalidPull,
    PinInvalidState,
    PinPWMFixedValue,
    PinPWMUnsupported,
    PinSetInput,
)
from gpiozero.pins import local
from gpiozero.pins.pi import PiFactory, PiPin

from hardware.gpio import MAX_HZ
from hardware.gpio.events import Events
from hardware.gpio.faults import LineFault
from hardware.gpio.line import Line, LineEdge
from hardware.gpio.pulses import Pulses

log = logging.getLogger(__name__)

# Not AS_IS: GPIO0 to GPIO8 are pulled up when a Pi starts.
BIASES = {"up": Bias.PULL_UP, "down": Bias.PULL_DOWN, "floating": Bias.DISABLED}
EDGES = {"both": Edge.BOTH, "rising": Edge.RISING, "falling": Edge.FALLING, "none": Edge.NONE}


class GpiodFactory(PiFactory):  # type: ignore[misc]
    """Makes the pins of the header's chip; `close` releases them.

    One lock guards all of it: devices that are collected as garbage close their pins in any thread. So nobody may wait
    for a thread while holding it.

    :param path: the chip's file, as `find_chip` gives it.
    :raises OSError: it can't be opened.
    """

    def __init__(self, path: str) -> None:
        super().__init__()
        self.pin_class = GpiodPin
        self.lock = threading.RLock()
        self.chip = gpiod.Chip(path)
        self.events = Events(self.lock)

    def deliver(self) -> None:
        """Hand on every edge noted until now, before this returns."""
        self.events.deliver()

    def close(self) -> None:
        """Release all pins, the outputs as inputs; may be called again."""
        super().close()
        self.events.close()
        with self.lock:
            self.chip.close()

    def _get_revision(self) -> int:
        revision: int = local.get_pi_revision()
        return revision

    @staticmethod
    def ticks() -> float:
        """Now in monotonic seconds: the very clock of the kernel's edges."""
        return monotonic()

    @staticmethod
    def ticks_diff(later: float, earlier: float) -> float:
        """Seconds from *earlier* to *later*."""
        return later - earlier


class GpiodPin(PiPin):  # type: ignore[misc]
    """A pin on a line, held from its first use until `close`.

    It may be held again. Its `when_changed` is called with the kernel's time of each edge. The kernel may report the
    same level twice if two edges came faster than it looks. It can debounce as well, but stamps an edge only when the
    level has been still: a pin here has no `bounce`.
    """

    def __init__(self, factory: GpiodFactory, info: Any) -> None:
        super().__init__(factory, info)
        self._lock = factory.lock
        self._events = factory.events
        self._line = Line(factory.chip, self._number)
        self.lost = 0
        """Edges that the kernel dropped before the current one."""
        self._rest()

    def _rest(self) -> None:
        """Be as no device has ever used this pin."""
        self._drives = self._hears = False
        self._pull = self.info.pull or "floating"
        self._edges = "both"
        self._hz: float | None = None
        self._duty = 0.0
        self._pulses: Pulses | None = None
        self.when_deaf: Callable[[LineFault], None] | None = None
        """Called once if the kernel reports no more edges.

        It isn't called again before `close`, which lets the line be tried again.
        """

    def close(self) -> None:
        """Release the line."""
        with self._lock:
            self._stop_hearing()
            self.when_changed = None  # a pin outlives its device: the next one's handler would count as set already
            self._stop_pulses()
            self._line.release()
            self._rest()

    # ------------------------------------------------------------------ function
    def _get_function(self) -> str:
        return "output" if self._drives else "input"

    def _set_function(self, value: str) -> None:
        if value not in ("input", "output"):
            raise PinInvalidFunction(f"function {value!r} of {self!r}: expected input or output")
        with self._lock:
            if value == "input":
                self._listen()
            elif not self._drives:
                self._drive(False)

    def output_with_state(self, state: bool) -> None:
        """Drive the line, from its first moment at the level *state*."""
        with self._lock:
            self._drive(bool(state))

    def input_with_pull(self, pull: str) -> None:
        """Listen on the line, from its first moment with *pull*."""
        with self._lock:
            self._pull = self._checked_pull(pull)
            self._listen()

    def _drive(self, high: bool) -> None:
        self._stop_hearing()
        self._stop_pulses()
        level = Value.ACTIVE if high else Value.INACTIVE
        self._line.set_up(gpiod.LineSettings(direction=Direction.OUTPUT, output_value=level))
        self._drives, self._hz, self._duty = True, None, float(high)

    def _listen(self) -> None:
        """Configure the line as an input, in one call to the kernel."""
        self._stop_pulses()
        self._line.set_up(
            gpiod.LineSettings(
                direction=Direction.INPUT,
                bias=BIASES[self._pull],
                edge_detection=EDGES[self._edges] if self._hears else Edge.NONE,
                event_clock=Clock.MONOTONIC,
            )
        )
        self._drives, self._hz, self._duty = False, None, 0.0

    # ------------------------------------------------------------------ level and pulses
    def _get_state(self) -> float | bool:
        with self._lock:
            return self._line.get() if self._hz is None else self._duty

    def _set_state(self, value: float) -> None:
        with self._lock:
            if not self._drives:
                raise PinSetInput(f"{self!r} is an input: its state can't be set")
            duty = float(bool(value)) if self._hz is None else float(value)
            if not 0 <= duty <= 1:
                raise PinInvalidState(f"state {value!r} of {self!r}: expected 0 to 1")
            self._duty = duty
            if 0 < duty < 1:
                self._pulse()
            else:
                self._stop_pulses()
                self._line.set(bool(duty))

    def _get_frequency(self) -> float | None:
        return self._hz

    def _set_frequency(self, value: float | None) -> None:
        """Set the rate of pulses in hertz.

        None or 0 ends them, and leaves the line low.
        """
        with self._lock:
            if not value:
                if self._hz is not None:
                    self._hz = None
                    self._set_state(0)
                return
            if not self._drives:
                raise PinPWMFixedValue(f"{self!r} is an input: it can't be given pulses")
            if value > MAX_HZ:
                raise PinPWMUnsupported(f"{value:g} Hz on {self!r}: software makes at most {MAX_HZ:g}")
            self._hz = value
            if 0 < self._duty < 1:
                self._pulse()

    def _pulse(self) -> None:
        assert self._hz is not None
        if self._pulses is not None and not self._pulses.is_over:
            self._pulses.change(self._hz, self._duty)
        else:
            self._pulses = Pulses(self._line.name, self._line.set, self._hz, self._duty, lock=self._lock)
            self._pulses.start()

    def _stop_pulses(self) -> None:
        pulses, self._pulses = self._pulses, None
        if pulses is not None:
            pulses.stop()

    # ------------------------------------------------------------------ pull
    def _get_pull(self) -> str:
        return self._pull

    def _set_pull(self, value: str) -> None:
        with self._lock:
            if self._drives:
                raise PinFixedPull(f"{self!r} is an output: it has no pull")
            self._pull = self._checked_pull(value)
            self._listen()

    def _checked_pull(self, pull: str) -> str:
        if pull not in BIASES:
            raise PinInvalidPull(f"pull {pull!r} of {self!r}: expected {', '.join(BIASES)}")
        if self.info.pull not in (pull, ""):
            raise PinFixedPull(f"{self!r} has a resistor on the board that pulls it {self.info.pull}")
        return pull

    # ------------------------------------------------------------------ edges
    def _get_edges(self) -> str:
        return self._edges

    def _set_edges(self, value: str) -> None:
        if value not in EDGES:
            raise PinInvalidEdges(f"edges {value!r} of {self!r}: expected {', '.join(EDGES)}")
        with self._lock:
            if value != self._edges:
                self._edges = value
                if self._hears:
                    self._listen()

    def _set_when_changed(self, value: Any) -> None:
        with self._lock:  # always before gpiozero's own lock
            super()._set_when_changed(value)

    def _enable_event_detect(self) -> None:
        if self._drives:
            raise PinEdgeDetectUnsupported(f"{self!r} is an output: it has no edges")
        if self._line.is_held:
            self._line.forget_edges()  # those from before: changing the settings leaves them in the kernel's buffer
        self._hears = True
        self._listen()
        self._events.hear(self._line, self._happened, self._deafened)

    def _disable_event_detect(self) -> None:
        if self._hears:
            self._stop_hearing()
            self._listen()

    def _stop_hearing(self) -> None:
        self._hears = False
        self._events.forget(self._line)

    def _happened(self, edge: LineEdge) -> None:
        """Hand on an edge, unless nobody wants it any more.

        Runs in the thread of the events.
        """
        with self._lock:
            self.lost += edge.lost
            tell = self.when_changed
        if tell is not None:
            tell(edge.at_s, edge.high)

    def _deafened(self, fault: LineFault) -> None:
        """Report that no more edges will come.

        Runs in the thread of the events.
        """
        tell = self.when_deaf
        if tell is not None:
            tell(fault)
        else:
            log.warning("%s is not heard any longer: %s", self._line.name, fault)
