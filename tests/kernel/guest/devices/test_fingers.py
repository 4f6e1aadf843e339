"""Buttons and knob at the kernel's edges, with the kernel's times, and what may be wrong with the pins."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

import pytest

from hardware.inputs.presses import Timing
from tests.kernel.guest.fingers import Fingers, Heard
from tests.kernel.guest.rig import Rig
from tests.kernel.guest.waiting import eventually

Noted = Callable[[str], None]
BUTTONS = ("roll", "spin", "draw", "ok", "back", "push")
PRESSES, MOST_PRESSES = 300, 900
BOUNCING = 0.3
APART_S = (0.045, 0.075)
STRETCHED_S = Timing().debounce_s - 0.005
"""A train of bounces that this slow computer made longer than this may rightly count as more than one press."""


@dataclass(frozen=True, slots=True)
class Made:
    """A contact that went down or up, with all its bounces, from *begun_s* to *ended_s*."""

    button: str
    edge: str
    begun_s: float
    ended_s: float

    @property
    def is_stretched(self) -> bool:
        return self.ended_s - self.begun_s > STRETCHED_S


@pytest.fixture(scope="module")
def fingers(rig: Rig) -> Iterator[Fingers]:
    rig.let_go()
    fingers = Fingers(failing=["push"])
    assert fingers.ready() == {"up": True, "trouble": ""}
    yield fingers
    assert fingers.close() == 0


@pytest.fixture(autouse=True)
def nothing_heard_yet(fingers: Fingers) -> None:
    fingers.settle()
    fingers.told.clear()


def test_three_hundred_presses_at_random_times_are_each_heard_once(rig: Rig, fingers: Fingers, note: Noted) -> None:
    chance = Random(7)
    made: list[Made] = []

    def make(button: str, down: bool, bounces: int) -> None:
        begun_s = time.monotonic()
        rig.bounce(button, down, bounces)
        made.append(Made(button, "PRESSED" if down else "RELEASED", begun_s, time.monotonic()))
        time.sleep(chance.uniform(*APART_S))

    def whole() -> int:
        return sum(not each.is_stretched for each in made if each.edge == "PRESSED")

    while whole() < PRESSES:
        assert len(made) < 2 * MOST_PRESSES, "this computer is too slow to make a bounce"
        button, bounces = chance.choice(BUTTONS), chance.randint(1, 5) if chance.random() < BOUNCING else 0
        make(button, True, bounces)
        make(button, False, bounces)
    eventually(lambda: len(fingers.buttons) >= sum(not each.is_stretched for each in made))
    fingers.settle()
    faults, heard = judged(made, fingers.buttons)
    assert not faults, "\n".join(faults)
    late = sorted(1000 * (event.heard_s - each.begun_s) for each, event in heard if each.edge == "PRESSED")
    note(f"{len(made) // 2} presses, {sum(each.is_stretched for each in made)} trains left out as stretched")
    note(f"press to handler ms: median {at(late, 0.5)}, p95 {at(late, 0.95)}, max {at(late, 1)}")


def judged(made: list[Made], events: list[Heard]) -> tuple[list[str], list[tuple[Made, Heard]]]:
    """Give each of *events* to the contact that went at its time; return what is lost or doubled, and the pairs."""
    faults, pairs = [], []
    ends_s = [each.begun_s for each in made[1:]] + [float("inf")]
    for each, end_s in zip(made, ends_s, strict=True):
        own = [event for event in events if each.begun_s <= event.at_s < end_s]
        if each.is_stretched:
            continue
        if [(event.button, event.edge) for event in own] != [(each.button, each.edge)]:
            faults.append(f"{each} was heard as {own}")
        else:
            pairs.append((each, own[0]))
    return faults, pairs


def at(values: list[float], part: float) -> float:
    return round(values[int(part * (len(values) - 1))], 1)


@pytest.mark.parametrize("ms", [1, 5, 25])
def test_a_short_tap_is_one_press_and_one_release(rig: Rig, fingers: Fingers, ms: int) -> None:
    for number in range(1, 11):
        rig.down("draw")
        time.sleep(ms / 1000)
        rig.up("draw")
        eventually(lambda number=number: fingers.words.count("draw RELEASED") == number)  # type: ignore[misc]
        time.sleep(0.05)
    fingers.settle()
    assert fingers.words == ["draw PRESSED", "draw RELEASED"] * 10


def test_a_hold_is_told_once(rig: Rig, fingers: Fingers) -> None:
    rig.down("back")
    eventually(lambda: "back HELD" in fingers.words)
    rig.up("back")
    eventually(lambda: "back RELEASED" in fingers.words)
    assert fingers.words == ["back PRESSED", "back HELD", "back RELEASED"]
    pressed, held, _ = fingers.buttons
    assert held.at_s - pressed.at_s == pytest.approx(1.0)


def test_two_held_together_are_a_chord_and_no_hold(rig: Rig, fingers: Fingers) -> None:
    rig.down("ok")
    rig.down("back")
    chord = eventually(lambda: next((told["chord"] for told in list(fingers.told) if "chord" in told), None))
    rig.up("ok")
    rig.up("back")
    fingers.settle()
    assert chord == ["back", "ok"]
    assert not [words for words in fingers.words if "HELD" in words]


@pytest.mark.parametrize("detents", [30, -30])
def test_the_knob_counts_each_detent(rig: Rig, fingers: Fingers, detents: int) -> None:
    rig.turn(detents)
    fingers.settle()
    assert fingers.detents() == detents


def test_a_handler_that_raises_is_told_and_silences_no_button(rig: Rig, fingers: Fingers) -> None:
    for _ in range(2):
        rig.press("push")
        rig.press("roll")
    fingers.settle()
    assert fingers.words == ["push PRESSED", "push RELEASED", "roll PRESSED", "roll RELEASED"] * 2
    assert "was not handled" in fingers.logged
