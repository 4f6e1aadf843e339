"""Scenes: pictures in time. What tumbles doesn't depend on any result; what lands slows down onto one.

Dice change their faces in place, which costs the wire a fourth of what shaken dice would.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate
from typing import Protocol

from PIL import Image

from hardware.oled import dice, screens
from hardware.oled.canvas import Canvas
from hardware.ports import BLANK_DICE, RollCue, RollingCue, RollingVerdictCue, StageCue, VerdictCue

TICK_S = 0.08
"""How long a tumbling face stays."""

SLOWING_S = tuple(accumulate((0.06, 0.06, 0.07, 0.08, 0.09, 0.1, 0.12, 0.14, 0.17, 0.21)))
"""When the faces of landing dice change, from the first moment; at the last change the last die stops."""

TIMING_SLACK_S = 0.001
TUMBLES = {"d10": (4, 9, 1, 7, 10, 3, 6, 2, 8, 5)}
OTHER_TUMBLES = (4, 1, 5, 2, 6, 3)
APART = 3
"""How many faces of the sequence neighbouring dice are apart."""


class Scene(Protocol):
    """A picture that may change as time passes."""

    def draw(self, elapsed_s: float) -> Image.Image:
        """Return the picture at *elapsed_s* from the scene's beginning."""

    def until_change_s(self, elapsed_s: float) -> float | None:
        """Return how long that picture stays; None: for good."""


class Still:
    """One picture for good."""

    def __init__(self, image: Image.Image) -> None:
        self._image = image

    def draw(self, elapsed_s: float) -> Image.Image:
        """Return the picture."""
        return self._image

    def until_change_s(self, elapsed_s: float) -> float | None:
        """Never."""
        return None


class Tumbling:
    """A new picture each tick, without end; *face* draws the one of a tick."""

    def __init__(self, face: Callable[[int], Image.Image]) -> None:
        self._face = face

    def draw(self, elapsed_s: float) -> Image.Image:
        """Return the picture of this tick."""
        return self._face(self._tick(elapsed_s))

    def until_change_s(self, elapsed_s: float) -> float | None:
        """Return how long this tick lasts."""
        return (self._tick(elapsed_s) + 1) * TICK_S - elapsed_s

    def _tick(self, elapsed_s: float) -> int:
        return int((elapsed_s + TIMING_SLACK_S) / TICK_S)


class Landing:
    """Ticks that come slower and slower; the last is the picture that stays. *face* draws the one of a tick."""

    def __init__(self, face: Callable[[int], Image.Image]) -> None:
        self._face = face

    def draw(self, elapsed_s: float) -> Image.Image:
        """Return the picture of this tick."""
        return self._face(self._tick(elapsed_s))

    def until_change_s(self, elapsed_s: float) -> float | None:
        """Return how long this tick lasts; None when all has come to rest."""
        tick = self._tick(elapsed_s)
        return SLOWING_S[tick] - elapsed_s if tick < len(SLOWING_S) else None

    def _tick(self, elapsed_s: float) -> int:
        return bisect_right(SLOWING_S, elapsed_s + TIMING_SLACK_S)


def showing(cue: StageCue) -> Scene:
    """Return the scene that shows *cue* for as long as nothing newer comes.

    :raises TypeError: there is no screen for such a cue.
    """
    if isinstance(cue, RollingCue):
        return Tumbling(lambda tick: _rolling(cue, tick))
    if isinstance(cue, RollingVerdictCue):
        return Tumbling(lambda tick: _rolling_verdict(cue.name, cue.caption, tick))
    return Still(screens.still(cue))


def landing(cue: StageCue) -> Scene:
    """Return the scene that slows down onto *cue*; a cue that nothing slows down onto is shown at once.

    :raises TypeError: as `showing`.
    """
    if isinstance(cue, RollCue):
        return Landing(lambda tick: _landing_dice(cue, tick))
    if isinstance(cue, VerdictCue):
        return Landing(lambda tick: _landing_verdict(cue, tick))
    return showing(cue)


def _tumbling_number(look: str, die: int, tick: int) -> int:
    faces = TUMBLES.get(look, OTHER_TUMBLES)
    return faces[(tick + APART * die) % len(faces)]


def _rolling(cue: RollingCue, tick: int) -> Image.Image:
    canvas = Canvas()
    for die, place in enumerate(dice.places(cue.count)):
        if cue.look == BLANK_DICE:
            dice.draw_blank_die(canvas, place, tick + APART * die)
        else:
            dice.draw_die(canvas, place, _tumbling_number(cue.look, die, tick), cue.look, stopped=False)
    dice.draw_labels(canvas, cue.count, cue.caption, cue.name)
    return canvas.image


def _landing_dice(cue: RollCue, tick: int) -> Image.Image:
    still_rolling = len(SLOWING_S) - tick
    if still_rolling <= 0:
        return screens.still(cue)
    count = len(cue.values)
    canvas = Canvas()
    for die, place in enumerate(dice.places(count)):
        stopped = count - die > still_rolling
        number = cue.values[die] if stopped else _tumbling_number(cue.look, die, tick)
        dice.draw_die(canvas, place, number, cue.look, stopped=stopped)
    dice.draw_labels(canvas, count, cue.caption, cue.name)
    return canvas.image


def _rolling_verdict(name: str, caption: str, tick: int) -> Image.Image:
    canvas = Canvas()
    mark = dice.draw_cross if tick % 2 else dice.draw_tick
    mark(canvas, 1)
    screens.draw_verdict_words(canvas, name, caption, 1)
    return canvas.image


def _landing_verdict(cue: VerdictCue, tick: int) -> Image.Image:
    if tick >= len(SLOWING_S):
        return screens.still(cue)
    return _rolling_verdict("", cue.detail, tick)
