"""Simulated hands: presses and turns that go through the simulated pins."""

from __future__ import annotations

import queue
from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.board.pins import Pins, choose_pins
from hardware.board.wiring import Wiring
from hardware.inputs.buttons import Buttons
from hardware.inputs.presses import Timing
from hardware.inputs.virtual_input import InputRefused, VirtualInput
from hardware.ports import BUTTON_NAMES, ButtonEvent, ButtonName, InputEvent, KnobEvent

WIRING = Wiring()
TIMEOUT_S = 20.0


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def told() -> queue.Queue[InputEvent]:
    return queue.Queue()


@pytest.fixture
def pins(told: queue.Queue[InputEvent]) -> Iterator[Pins]:
    """Simulated pins that real `Buttons` listen to."""
    pins = choose_pins("simulated")
    buttons = Buttons(pins, WIRING, told.put, timing=Timing(hold_s=1000, chord_s=1000, stuck_s=1000))
    yield pins
    buttons.close()
    pins.close()


@pytest.fixture
def hands(pins: Pins) -> Iterator[VirtualInput]:
    hands = VirtualInput(pins, WIRING)
    yield hands
    hands.close()


def next_press(told: queue.Queue[InputEvent]) -> tuple[str, str]:
    event = told.get(timeout=TIMEOUT_S)
    assert isinstance(event, ButtonEvent)
    return event.button, event.edge.value


def down(pins: Pins) -> set[str]:
    """Return the buttons whose pins are at ground."""
    return {name for name, number in WIRING.buttons.items() if not pins.factory.pin(number).state}


@pytest.mark.parametrize("name", BUTTON_NAMES)
def test_a_press_is_heard_and_let_go(name: ButtonName, hands: VirtualInput, told: queue.Queue[InputEvent]) -> None:
    hands.press(name, 20)
    assert next_press(told) == (name, "pressed")
    assert next_press(told) == (name, "released")


def test_several_buttons_are_down_together(hands: VirtualInput, pins: Pins, told: queue.Queue[InputEvent]) -> None:
    hands.press(["back", "ok"], 10_000)
    assert down(pins) == {"ok", "back"}
    hands.press("roll", 10_000)
    assert down(pins) == {"ok", "back", "roll"}
    assert {next_press(told) for _ in range(3)} == {("ok", "pressed"), ("back", "pressed"), ("roll", "pressed")}


def test_a_button_pressed_again_stays_down_until_the_later_time(pins: Pins, told: queue.Queue[InputEvent]) -> None:
    clock = Clock()
    hands = VirtualInput(pins, WIRING, clock)
    hands.press("ok", 10_000)
    hands.press(["ok", "back"], 20)
    assert {next_press(told) for _ in range(2)} == {("ok", "pressed"), ("back", "pressed")}
    clock.now_s += 1.0
    assert next_press(told) == ("back", "released")
    assert down(pins) == {"ok"}
    hands.close()


@pytest.mark.parametrize("steps", [1, -1, 24, -24])
def test_a_turn_is_heard_detent_by_detent(steps: int, hands: VirtualInput, told: queue.Queue[InputEvent]) -> None:
    hands.turn(steps)
    heard = [told.get(timeout=TIMEOUT_S) for _ in range(abs(steps))]
    assert all(isinstance(event, KnobEvent) for event in heard)
    assert sum(event.steps for event in heard if isinstance(event, KnobEvent)) == steps
    hands.press("ok", 20)
    assert next_press(told) == ("ok", "pressed")


@pytest.mark.parametrize("buttons", ["", "lever", [], ["ok", "lever"], ["OK"], [7]])
def test_an_unknown_button_is_refused_in_words_and_nothing_is_pressed(
    buttons: str, hands: VirtualInput, pins: Pins
) -> None:
    with pytest.raises(InputRefused, match="buttons are some of: roll, spin, draw, ok, back, push") as refusal:
        hands.press(buttons, 100)
    assert refusal.value.reason == "buttons"
    assert isinstance(refusal.value, ValueError)
    assert down(pins) == set()


@pytest.mark.parametrize("for_ms", [19, 10_001, 0, -1, 100.0, "100", True, None])
def test_a_bad_time_is_refused_in_words_and_nothing_is_pressed(for_ms: int, hands: VirtualInput, pins: Pins) -> None:
    with pytest.raises(InputRefused, match="for_ms is .* from 20 to 10000") as refusal:
        hands.press("ok", for_ms)
    assert refusal.value.reason == "for_ms"
    assert down(pins) == set()


@pytest.mark.parametrize("steps", [0, 25, -25, 1.0, "1", True, None])
def test_a_turn_of_no_step_or_of_too_many_is_refused_in_words(steps: int, hands: VirtualInput) -> None:
    with pytest.raises(InputRefused) as refusal:
        hands.turn(steps)
    assert refusal.value.reason == "turn"


def test_closing_lets_go_of_everything_and_later_presses_do_nothing(pins: Pins) -> None:
    hands = VirtualInput(pins, WIRING)
    hands.press(["ok", "roll"], 10_000)
    hands.close()
    knob = pins.factory.pin(WIRING.knob_a)
    knob.clear_states()
    hands.press("ok", 100)
    hands.turn(1)
    hands.close()
    assert down(pins) == set()
    assert len(knob.states) == 1


def test_real_pins_are_never_pressed_by_a_program() -> None:
    with pytest.raises(ValueError, match="the pins are real"):
        VirtualInput(Pins(MockFactory(), simulated=False, reason=""), WIRING)
