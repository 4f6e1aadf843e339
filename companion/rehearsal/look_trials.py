"""Trials of lights, sounds and the idol: people confirm or deny them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.engine.values.message import Message
from companion.rehearsal.bench import TrayParts
from companion.rehearsal.trials import Say, Trial
from hardware.board.wiring import header_pin
from hardware.ports import (
    USUAL_BRIGHTNESS,
    ButtonEdge,
    ButtonEvent,
    ButtonName,
    InputEvent,
    LampName,
    MeterCue,
    RollCue,
    StepCue,
)

EIGHTS = 88
RING_TICKS = 10
AIMS_S = (0.0, 1.0, 2.0, 3.0)
AIMS = ((0, False), (180, False), (90, False), (90, True))
"""Targets of the idol in order, with or without a push."""


class LookTrial(Trial):
    """A light or sound that people confirm or deny; ROLL repeats it."""

    again: ButtonName | None = None

    def cue(self, say: Say, at: int, of: int) -> StepCue:
        foot = [self._says(say, "rehearsal.yes-no", yes=self.yes, no=self.skip)]
        if self.again is not None:
            foot.append(self._says(say, "rehearsal.again", button=self.again))
        return StepCue(title=say(self.step.asks), word=say(self.step.word), at=at, of=of, foot=tuple(foot))

    def take(self, event: InputEvent) -> None:
        if not isinstance(event, ButtonEvent) or event.edge is not ButtonEdge.PRESSED:
            return
        if event.button in (self.yes, "push"):
            self._well(Message("rehearsal.works"))
        elif event.button == self.again:
            self.begin()


class LampTrial(LookTrial):
    """A lamp, lit alone."""

    def _prepare(self) -> None:
        self._lamp: LampName = self.step.what  # type: ignore[assignment]
        self.lit = frozenset({self._lamp})

    def repair(self) -> Message:
        gpio = self._bench.wiring.lamps[self._lamp]
        return Message("rehearsal.mend-lamp", {"gpio": gpio, "pin": header_pin(gpio)})


class SoundTrial(LookTrial):
    """The buzzer, audible even if the table is muted."""

    again = "roll"

    def begin(self) -> None:
        self._bench.buzzer.set_muted(False)
        self._bench.buzzer.play("win")

    def repair(self) -> Message:
        gpio = self._bench.wiring.buzzer
        return Message("rehearsal.mend-sound", {"gpio": gpio, "pin": header_pin(gpio)})


class TrayTrial(LookTrial):
    """Something on the dice tray, which may not be plugged in."""

    @property
    def _parts(self) -> TrayParts | None:
        return self._bench.plugged.parts

    @property
    def absent(self) -> Message | None:
        return Message("rehearsal.no-tray") if self._parts is None else None

    def end(self) -> None:
        self._bench.tray.clear()

    def _mend(self, key: str, pins: Callable[[TrayParts], tuple[int, ...]]) -> Message:
        parts = self._parts
        told = tuple(f"GP{pin}" for pin in pins(parts)) if parts is not None else ()
        return Message(key, {"pins": told})


class WindowsTrial(TrayTrial):
    """The tray's dice windows: every segment of each is lit."""

    @property
    def absent(self) -> Message | None:
        return super().absent or (None if self._parts and self._parts.windows else Message("rehearsal.none-there"))

    def begin(self) -> None:
        self._bench.tray.set_brightness(USUAL_BRIGHTNESS)
        if self._parts is not None:
            self._bench.tray.show(RollCue(values=(EIGHTS,) * self._parts.windows, caption=""))

    def repair(self) -> Message:
        return self._mend("rehearsal.mend-leds", lambda parts: parts.window_pins)


class RingTrial(TrayTrial):
    """The tray's ring: every light of it is lit."""

    @property
    def absent(self) -> Message | None:
        return super().absent or (None if self._parts and self._parts.ring_leds else Message("rehearsal.none-there"))

    def begin(self) -> None:
        self._bench.tray.show(MeterCue(title="", ticks=("",) * RING_TICKS, at=RING_TICKS - 1))

    def repair(self) -> Message:
        return self._mend("rehearsal.mend-leds", lambda parts: (parts.ring_pin,))


class IdolTrial(TrayTrial):
    """The idol's servos: it looks to both sides and ahead, and pushes."""

    again = "roll"

    def begin(self) -> None:
        for in_s, (degrees, push) in zip(AIMS_S, AIMS, strict=True):
            self._after(in_s, partial(self._bench.idol.aim, degrees, push))

    def repair(self) -> Message:
        return self._mend("rehearsal.mend-servos", lambda parts: parts.servo_pins)
