"""Trials: the test of each kind of part, from question to result."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec.structs import replace

from companion.engine.chance import Dice
from companion.engine.values.message import Message
from companion.model.reports.rehearsal import Result
from companion.rehearsal.bench import Bench
from companion.rehearsal.judgement import of_dice, of_press
from companion.rehearsal.steps import RehearsalStep
from hardware.board.wiring import OLED_CLOCK, OLED_DATA, header_pin
from hardware.oled.panel.settings import SPARE_COLUMNS, USUAL_OFFSETS, Driver, OledSettings
from hardware.ports import (
    LAMP_NAMES,
    ButtonEdge,
    ButtonEvent,
    ButtonName,
    FrameCue,
    InputEvent,
    KnobEvent,
    LampName,
    RollingCue,
    StageCue,
    StartCue,
    StepCue,
)

Say: TypeAlias = Callable[[Message], str]
After: TypeAlias = Callable[[float, Callable[[], None]], object]
"""Runs an action after a delay in seconds, during the trial."""

BOUNCES_S = 0.08
"""Time from a button's release to its last bounce."""
DICE = 10_000
DICE_AT_ONCE = 250
FACES = 10
DICE_REQUEST = Dice("rehearsal", dice=(tuple(range(1, FACES + 1)),))
OPTIONS: tuple[tuple[Driver, int], ...] = (
    ("ssd1306", 0),
    ("ssd1309", 0),
    *(("sh1106", column) for column in sorted(range(SPARE_COLUMNS["sh1106"] + 1), key=lambda column: column != 2)),
)
"""Drivers of a display: the controller and its first column."""


class Trial:
    """A step under way on *bench*.

    *done* takes its result, *redraw* has it drawn again, *after* sets a timer. The button *skip* skips it; *yes* and
    *no* answer it. As in the menu, the knob's push is an OK.
    """

    lit: frozenset[LampName] = frozenset()
    skip: ButtonName = "back"
    yes: ButtonName = "ok"
    no: ButtonName = "back"

    def __init__(
        self,
        step: RehearsalStep,
        bench: Bench,
        done: Callable[[Result], None],
        redraw: Callable[[], None],
        *,
        after: After,
    ) -> None:
        self.step = step
        self._bench = bench
        self._done = done
        self._redraw = redraw
        self._after = after
        self._prepare()

    def _prepare(self) -> None:
        """Set up this kind of trial from its step and bench."""

    @property
    def address(self) -> str:
        """The address for a phone to open, "" for none."""
        return ""

    @property
    def absent(self) -> Message | None:
        """Sentence for a part that the table knows is absent, else None."""
        return None

    def begin(self) -> None:
        """Start the light, sound or motion to check."""

    def end(self) -> None:
        """Stop the light, sound or motion."""

    def cue(self, say: Say, at: int, of: int) -> StageCue:
        """Return the question, step *at* of *of*."""
        raise TypeError(f"{type(self).__name__} doesn't say what it asks")

    def repair(self) -> Message:
        """Return the repair of a broken part."""
        raise TypeError(f"{type(self).__name__} doesn't say what helps")

    def take(self, event: InputEvent) -> None:
        """Handle an input event other than a skip."""

    def edge(self, line: str, closed: bool) -> None:
        """Record an edge of a contact, before it is judged."""

    def _well(self, told: Message, short: Message | None = None) -> None:
        self._done(Result(self.step.key, self.step.name, "well", told, short=short))

    def _says(self, say: Say, key: str, **buttons: ButtonName) -> str:
        return say(Message(key, {name: Message(f"panel.{button}") for name, button in buttons.items()}))


class PressTrial(Trial):
    """A button: counts its bounces and measures the press."""

    def _prepare(self) -> None:
        self._button: ButtonName = self.step.what  # type: ignore[assignment]
        self._pressed_s: float | None = None
        self._for_s = 0.0
        self._edges = 0
        self._instead: ButtonName | None = None
        if self._button in LAMP_NAMES:
            self.lit = frozenset({self._button})
        if self._button == "back":
            self.skip, self.no = "ok", "roll"
        if self._button == "ok":
            self.yes = "roll"

    def cue(self, say: Say, at: int, of: int) -> StepCue:
        foot = tuple(self._says(say, "rehearsal.skip", button=self.skip).split(" ", 1))
        lit = tuple(name in self.lit for name in LAMP_NAMES)
        return StepCue(title=say(self.step.asks), word=say(self.step.word), at=at, of=of, lit=lit, foot=foot)

    def take(self, event: InputEvent) -> None:
        if not isinstance(event, ButtonEvent):
            return
        if event.button != self._button:
            self._instead = event.button if event.edge is ButtonEdge.PRESSED else self._instead
        elif event.edge is ButtonEdge.PRESSED and self._pressed_s is None:
            self._pressed_s, self._edges = event.at_s, 1
        elif event.edge is ButtonEdge.RELEASED and self._pressed_s is not None and not self._for_s:
            self._for_s = max(event.at_s - self._pressed_s, 0.001)
            self._after(BOUNCES_S, lambda: self._done(of_press(self.step, self._edges, self._for_s)))

    def edge(self, line: str, closed: bool) -> None:
        if line == self._button:
            self._edges += 1

    def repair(self) -> Message:
        pins = self._bench.wiring.buttons
        gpio = pins[self._button]
        if self._instead is not None and self._instead != self.skip:
            return Message("rehearsal.mend-swap", {"pin": header_pin(gpio), "other": header_pin(pins[self._instead])})
        return Message("rehearsal.mend-button", {"gpio": gpio, "pin": header_pin(gpio)})


RESTS_S = 1.0
"""Time without edges after which a knob is at rest."""


class TurnTrial(Trial):
    """The knob, one way."""

    def _prepare(self) -> None:
        self._way = int(self.step.what)
        self._is_swapped = self._is_over = False
        self._closed = {"knob_a": False, "knob_b": False}
        self._edges = 0

    def cue(self, say: Say, at: int, of: int) -> StepCue:
        foot = [self._says(say, "rehearsal.skip", button=self.skip)]
        if self._is_swapped:
            foot.insert(0, say(Message("rehearsal.other-way")))
        return StepCue(title=say(self.step.asks), word=say(self.step.word), at=at, of=of, foot=tuple(foot))

    def take(self, event: InputEvent) -> None:
        if not isinstance(event, KnobEvent):
            return
        if event.steps * self._way > 0:
            self._is_over = True
            self._well(self.step.word)
        else:
            self._is_swapped = True
            self._redraw()

    def edge(self, line: str, closed: bool) -> None:
        if line in self._closed:
            self._closed[line] = closed
            self._edges += 1
            edges = self._edges
            self._after(RESTS_S, lambda: self._rested(edges))

    def end(self) -> None:
        self._is_over = True

    def _rested(self, edges: int) -> None:
        """Detect a knob of half steps.

        Only such a knob rests with both contacts closed.
        """
        if not self._is_over and edges == self._edges and all(self._closed.values()):
            told = Message("rehearsal.broken")
            self._done(Result(self.step.key, self.step.name, "broken", told, self.repair()))

    def repair(self) -> Message:
        wiring = self._bench.wiring
        if all(self._closed.values()):
            return Message("rehearsal.mend-half")
        values: dict[str, int] = {"pin": header_pin(wiring.knob_a), "other": header_pin(wiring.knob_b)}
        return Message("rehearsal.mend-swap" if self._is_swapped else "rehearsal.mend-knob", {**values})


class FrameTrial(Trial):
    """The display: the knob tries its drivers until the frame is whole.

    The chosen one is stored.
    """

    def _prepare(self) -> None:
        self._before = self._bench.display.driven
        now = (self._before.driver, self._before.first_column)
        self._options = (now, *(option for option in OPTIONS if option != now))
        self._at = 0

    def cue(self, say: Say, at: int, of: int) -> FrameCue:
        driver, column = self._options[self._at]
        name = driver if column == USUAL_OFFSETS[driver] else f"{driver} +{column}"
        foot = (say(Message("rehearsal.other-driver")), self._says(say, "rehearsal.yes-no", yes=self.yes, no=self.skip))
        return FrameCue(title=say(self.step.asks), name=name.upper(), foot=foot)

    def take(self, event: InputEvent) -> None:
        if isinstance(event, KnobEvent):
            self._at = (self._at + event.steps) % len(self._options)
            self._bench.display.drive(self._chosen)
            self._redraw()
        elif isinstance(event, ButtonEvent) and event.edge is ButtonEdge.PRESSED and event.button in (self.yes, "push"):
            if self._at:
                self._bench.display.keep_driven(self._chosen)
            self._before = self._chosen
            values: dict[str, str | int] = {"driver": self._chosen.driver, "column": self._chosen.first_column}
            self._well(Message("rehearsal.frame", {**values}), Message("rehearsal.works"))

    def end(self) -> None:
        if self._chosen != self._before:
            self._bench.display.drive(self._before)

    def repair(self) -> Message:
        trouble = self._bench.display.status.trouble
        if trouble:
            return Message(trouble)
        values: dict[str, str | int] = {
            "address": f"0x{self._before.address:02X}",
            "data": header_pin(OLED_DATA),
            "clock": header_pin(OLED_CLOCK),
        }
        return Message("rehearsal.mend-screen", {**values})

    @property
    def _chosen(self) -> OledSettings:
        driver, column = self._options[self._at]
        return replace(self._before, driver=driver, offset=column)


class DiceTrial(Trial):
    """Ten thousand dice of the table's dealer, in batches: input never waits."""

    def _prepare(self) -> None:
        self._counts = [0] * FACES

    def begin(self) -> None:
        self._roll()

    def _roll(self) -> None:
        for _ in range(DICE_AT_ONCE):
            answer = self._bench.dealer.answer(DICE_REQUEST)
            assert answer is not None
            self._counts[int(answer[0]) - 1] += 1
        if sum(self._counts) >= DICE:
            self._done(of_dice(self.step, self._counts))
            return
        self._redraw()
        self._after(0.0, self._roll)

    def cue(self, say: Say, at: int, of: int) -> RollingCue | StepCue:
        rolled = Message("rehearsal.rolled", {"count": str(sum(self._counts))})
        return StepCue(title=say(self.step.asks), word=say(rolled), at=at, of=of)

    def repair(self) -> Message:
        return Message("rehearsal.mend-dice")


class PhoneTrial(Trial):
    """A phone that scans the code and is redirected a few times."""

    def _prepare(self) -> None:
        self._mark = ""

    def begin(self) -> None:
        self._mark = self._bench.round_trip.open(self._heard)

    def end(self) -> None:
        self._bench.round_trip.close()

    def _heard(self, ms: int) -> None:
        told = Message("rehearsal.trip", {"ms": ms})
        self._after(0.0, lambda: self._well(told))

    @property
    def address(self) -> str:
        return f"{self._bench.joining.join_address.rstrip('/')}/R/{self._mark}"

    def cue(self, say: Say, at: int, of: int) -> StartCue:
        foot = self._says(say, "rehearsal.or-skip", button=self.skip)
        shown = self.address.partition("://")[2]
        return StartCue(address=shown, lines=(say(self.step.asks), foot), qr=self.address)

    def repair(self) -> Message:
        return Message("rehearsal.mend-phone", {"address": self._bench.joining.join_address})
