"""Scenes: pictures in time. Tumbling depends on no result, a landing does.

All motion is chosen for its cost on the wire: dice change their faces in place, a wheel's lit sector goes round, cards
are wiped in, and a sinking tile is shaken by moving the whole picture on the glass.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from math import ceil
from typing import TypeVar

from PIL import Image

from hardware.cues import (
    BLANK_DICE,
    AimCue,
    CardCue,
    CountdownCue,
    DrawingCue,
    MenuCue,
    MeterCue,
    RollCue,
    RollingCue,
    RollingVerdictCue,
    SpinningCue,
    StageCue,
    ThrowCue,
    ThrowingCue,
    TokenCue,
    TurnCue,
    VerdictCue,
    WheelCue,
)
from hardware.oled import drawing
from hardware.oled.drawing import screens
from hardware.oled.drawing.bitmap import HEIGHT, WIDTH
from hardware.oled.drawing.canvas import Canvas

TICK_S = 0.08
"""How long a tumbling face stays."""

SLOWING_S = tuple(accumulate((0.06, 0.06, 0.07, 0.08, 0.09, 0.1, 0.12, 0.14, 0.17, 0.21)))
"""Times at which the faces of landing dice change.

At the last change the last die stops.
"""

WHEEL_SLOWING_S = tuple(accumulate((*(0.06 * 1.1**step for step in range(18)), 0.5)))
"""Times at which a landing wheel moves to its next sector.

In the last gap it stands still before its sign is shown.
"""

FAST_TICKS = 7
"""Ticks for which a landing wheel is too fast to read names."""

WIPE_S = 0.04
WIPED_PIXELS = 8
SHAKE_S = 0.05
SHAKES = (3, -3, 3, -2, 2, -2, 2, -1, 1, -1, 0)
"""Rows by which a loss's picture is moved up, step by step.

It is wiped in twice as fast before.
"""

BAR_S = 0.1
METER_S = 1.0
"""How long the bars of a meter take to fill, at most."""

FIGURE_S = 0.12
"""Seconds for each picture of a figure that turns or strikes.

All together take about as long as a servo.
"""

PAUSE_TICKS = 15
"""Ticks for which a too long row rests at each end."""
LETTER_TICKS = 3

TIMING_SLACK_S = 0.001
TUMBLES = {"d10": (4, 9, 1, 7, 10, 3, 6, 2, 8, 5)}
OTHER_TUMBLES = (4, 1, 5, 2, 6, 3)
APART = 3
"""How many faces of the sequence neighbouring dice are apart."""


CueT = TypeVar("CueT", bound=StageCue)


class Scene(ABC):
    """A picture that may change as time passes."""

    @abstractmethod
    def draw(self, elapsed_s: float) -> Image.Image:
        """Return the picture at *elapsed_s* from the scene's beginning."""

    @abstractmethod
    def until_change_s(self, elapsed_s: float) -> float | None:
        """Return the seconds that the picture stays; None: for good."""

    def up(self, elapsed_s: float) -> int:
        """Return the rows by which it is moved up on the glass."""
        return 0


class Still(Scene):
    """One picture for good."""

    def __init__(self, image: Image.Image) -> None:
        self._image = image

    def draw(self, elapsed_s: float) -> Image.Image:
        return self._image

    def until_change_s(self, elapsed_s: float) -> float | None:
        return None


class Tumbling(Scene):
    """A new picture each tick, without end; *face* draws it."""

    def __init__(self, face: Callable[[int], Image.Image]) -> None:
        self._face = face

    def draw(self, elapsed_s: float) -> Image.Image:
        return self._face(self._tick(elapsed_s))

    def until_change_s(self, elapsed_s: float) -> float | None:
        return (self._tick(elapsed_s) + 1) * TICK_S - elapsed_s

    def _tick(self, elapsed_s: float) -> int:
        return int((elapsed_s + TIMING_SLACK_S) / TICK_S)


class Counting(Scene):
    """A turn with a running clock: a new picture each second."""

    def __init__(self, cue: TurnCue) -> None:
        self._cue = cue

    def draw(self, elapsed_s: float) -> Image.Image:
        return _drawn(drawing.turns.draw_turn, self._cue, int(elapsed_s + TIMING_SLACK_S))

    def until_change_s(self, elapsed_s: float) -> float | None:
        return int(elapsed_s + TIMING_SLACK_S) + 1 - elapsed_s


class CountingDown(Scene):
    """A running countdown: a new picture each second, until zero."""

    def __init__(self, cue: CountdownCue) -> None:
        self._cue = cue
        self._first_s = cue.left_s - (ceil(cue.left_s) - 1)
        """When the figures change for the first time."""

    def draw(self, elapsed_s: float) -> Image.Image:
        return _drawn(drawing.turns.draw_countdown, self._cue, self._changes(elapsed_s))

    def until_change_s(self, elapsed_s: float) -> float | None:
        changes = self._changes(elapsed_s)
        return None if changes >= ceil(self._cue.left_s) else self._first_s + changes - elapsed_s

    def _changes(self, elapsed_s: float) -> int:
        return max(0, int(elapsed_s + TIMING_SLACK_S - self._first_s + 1))


class Landing(Scene):
    """Ticks that end with the final picture.

    *face* draws the one of a tick; *changes_s* are their starts. The first tick is 0 and begins at once. *rows_up* are
    the rows by which the last ticks are moved up on the glass.
    """

    def __init__(
        self, face: Callable[[int], Image.Image], changes_s: Sequence[float] = SLOWING_S, rows_up: Sequence[int] = ()
    ) -> None:
        self._face = face
        self._changes_s = changes_s
        self._rows_up = (*(0 for _ in range(len(changes_s) + 1 - len(rows_up))), *rows_up)

    def draw(self, elapsed_s: float) -> Image.Image:
        return self._face(self._tick(elapsed_s))

    def until_change_s(self, elapsed_s: float) -> float | None:
        tick = self._tick(elapsed_s)
        return self._changes_s[tick] - elapsed_s if tick < len(self._changes_s) else None

    def up(self, elapsed_s: float) -> int:
        return self._rows_up[self._tick(elapsed_s)]

    def _tick(self, elapsed_s: float) -> int:
        return bisect_right(self._changes_s, elapsed_s + TIMING_SLACK_S)


def showing(cue: StageCue) -> Scene:
    """Return the scene that shows *cue* until something newer comes.

    :raises TypeError: there is no screen for such a cue.
    """
    if isinstance(cue, RollingCue):
        return Tumbling(lambda tick: _rolling(cue, tick))
    if isinstance(cue, ThrowingCue):
        return Tumbling(lambda tick: _drawn(drawing.throws.draw_throwing, cue, tick))
    if isinstance(cue, RollingVerdictCue):
        return Tumbling(lambda tick: _rolling_verdict(cue.name, cue.caption, tick))
    if isinstance(cue, SpinningCue):
        return Tumbling(lambda tick: _drawn(drawing.wheel.draw_spinning, cue, tick))
    if isinstance(cue, DrawingCue):
        return Tumbling(lambda tick: _drawn(drawing.cards.draw_drawing, cue, tick))
    if isinstance(cue, MenuCue) and (hidden := screens.menu_letters_hidden(cue)):
        return Tumbling(lambda tick: _scrolling(cue, hidden, tick))
    if isinstance(cue, TurnCue) and cue.clock is not None and cue.runs:
        return Counting(cue)
    if isinstance(cue, CountdownCue) and cue.runs:
        return CountingDown(cue)
    if isinstance(cue, AimCue) and cue.pose in drawing.figure.MOVES:
        changes_s = tuple(accumulate((FIGURE_S,) * drawing.figure.TICKS))
        return Landing(lambda tick: _drawn(drawing.figure.draw_aim, cue, tick), changes_s)
    return Still(screens.still(cue))


def _scrolling(cue: MenuCue, hidden: int, tick: int) -> Image.Image:
    """Draw a menu with a selected row too long by *hidden* letters.

    It scrolls to its end and starts over.
    """
    tick %= 2 * PAUSE_TICKS + hidden * LETTER_TICKS
    first = min(max(0, tick - PAUSE_TICKS) // LETTER_TICKS, hidden)
    canvas = Canvas()
    screens.draw_menu(canvas, cue, first)
    return canvas.image


def landing(cue: StageCue) -> Scene:
    """Return the scene that lands on *cue*, or shows it at once.

    :raises TypeError: as `showing`.
    """
    if isinstance(cue, RollCue):
        return Landing(lambda tick: _landing_dice(cue, tick))
    if isinstance(cue, ThrowCue) and cue.at < 0:
        return Landing(lambda tick: _landing_throw(cue, tick))
    if isinstance(cue, VerdictCue):
        return Landing(lambda tick: _landing_verdict(cue, tick))
    if isinstance(cue, WheelCue):
        return Landing(lambda tick: _landing_wheel(cue, tick), WHEEL_SLOWING_S)
    if isinstance(cue, TokenCue) and cue.look in drawing.tiles.LOST:
        return _wiping(cue, 2 * WIPED_PIXELS, SHAKES)
    if isinstance(cue, CardCue | TokenCue):
        return _wiping(cue, WIPED_PIXELS)
    if isinstance(cue, MeterCue):
        bars = cue.at + 1
        steps = [min(BAR_S, METER_S / max(bars, 1))] * bars
        return Landing(lambda tick: _filling_meter(cue, tick), tuple(accumulate(steps)))
    return showing(cue)


def _drawn(draw: Callable[[Canvas, CueT, int], None], cue: CueT, tick: int) -> Image.Image:
    canvas = Canvas()
    draw(canvas, cue, tick)
    return canvas.image


def _tumbling_number(look: str, die: int, tick: int) -> int:
    faces = TUMBLES.get(look, OTHER_TUMBLES)
    return faces[(tick + APART * die) % len(faces)]


def _rolling(cue: RollingCue, tick: int) -> Image.Image:
    canvas = Canvas()
    for die, place in enumerate(drawing.dice.places(cue.count)):
        if cue.look == BLANK_DICE:
            drawing.dice.draw_blank_die(canvas, place, tick + APART * die)
        else:
            drawing.dice.draw_die(canvas, place, _tumbling_number(cue.look, die, tick), cue.look, stopped=False)
    drawing.dice.draw_labels(canvas, cue.count, cue.caption, cue.name)
    return canvas.image


def _landing_dice(cue: RollCue, tick: int) -> Image.Image:
    still_rolling = len(SLOWING_S) - tick
    if still_rolling <= 0:
        return screens.still(cue)
    count = len(cue.values)
    canvas = Canvas()
    for die, place in enumerate(drawing.dice.places(count)):
        stopped = count - die > still_rolling
        number = cue.values[die] if stopped else _tumbling_number(cue.look, die, tick)
        drawing.dice.draw_die(canvas, place, number, cue.look, stopped=stopped)
    drawing.dice.draw_labels(canvas, count, cue.caption, cue.name)
    return canvas.image


def _landing_throw(cue: ThrowCue, tick: int) -> Image.Image:
    if tick >= len(SLOWING_S):
        return screens.still(cue)
    return _drawn(drawing.throws.draw_stopping, cue, tick)


def _rolling_verdict(name: str, caption: str, tick: int) -> Image.Image:
    canvas = Canvas()
    mark = drawing.dice.draw_cross if tick % 2 else drawing.dice.draw_tick
    mark(canvas, 1)
    screens.draw_verdict_words(canvas, name, caption, 1)
    return canvas.image


def _landing_verdict(cue: VerdictCue, tick: int) -> Image.Image:
    if tick >= len(SLOWING_S):
        return screens.still(cue)
    return _rolling_verdict("", cue.detail, tick)


def _landing_wheel(cue: WheelCue, tick: int) -> Image.Image:
    to_go = len(WHEEL_SLOWING_S) - 1 - tick
    if to_go < 0:
        return screens.still(cue)
    canvas = Canvas()
    drawing.wheel.draw_passing(canvas, cue, cue.at - to_go, is_fast=tick < FAST_TICKS)
    return canvas.image


def _wiping(cue: StageCue, pixels: int, shakes: Sequence[int] = ()) -> Scene:
    """Return the scene that wipes *cue* in from the left, then shakes.

    It wipes *pixels* a frame.
    """
    image = screens.still(cue)
    frames = WIDTH // pixels
    steps = (*[WIPE_S] * frames, *[SHAKE_S] * len(shakes))
    return Landing(lambda tick: _wiped(image, pixels * tick), tuple(accumulate(steps)), shakes)


def _wiped(image: Image.Image, wide: int) -> Image.Image:
    """Return *image* up to the lit column *wide*.

    The rest is dark.
    """
    if wide >= WIDTH:
        return image
    canvas = Canvas()
    canvas.image.paste(image.crop((0, 0, wide, HEIGHT)))
    canvas.box(wide, 0, wide + 1, HEIGHT - 1)
    return canvas.image


def _filling_meter(cue: MeterCue, tick: int) -> Image.Image:
    return screens.still(cue) if tick > cue.at else _drawn(drawing.tiles.draw_meter, cue, tick)
