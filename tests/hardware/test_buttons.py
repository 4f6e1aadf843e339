"""Buttons and knob over simulated pins: the whole way from a contact to the handler."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, Protocol

import pytest
from gpiozero import LED

from hardware.board.pins import Pins, choose_pins
from hardware.board.wiring import Wiring
from hardware.inputs.buttons import QUEUED_EDGES, Buttons
from hardware.inputs.presses import Timing
from hardware.ports import BUTTON_NAMES, ButtonEvent, ButtonName, ChordHeld, DeviceStatus, InputEvent, KnobEvent
from tests.support.waiting import eventually

WIRING = Wiring()
TIMEOUT_S = 20.0
LONG = Timing(hold_s=1000.0, chord_s=1000.0, stuck_s=1000.0)
"""For a test in which nothing but edges may happen, however slow the machine is."""


def said(event: InputEvent) -> str:
    """Write an event as short words, without its time."""
    if isinstance(event, ButtonEvent):
        return f"{event.button} {event.edge.value}"
    return f"knob {event.steps:+d}" if isinstance(event, KnobEvent) else "+".join(sorted(event.buttons))


class Table:
    """A table under test: its pins, and what its handler was told."""

    def __init__(self, pins: Pins) -> None:
        self.pins = pins
        self.events: list[InputEvent] = []
        self.threads: set[str] = set()
        self._changed = threading.Condition()

    def handle(self, event: InputEvent) -> None:
        with self._changed:
            self.events.append(event)
            self.threads.add(threading.current_thread().name)
            self._changed.notify_all()

    def wait(self, condition: Callable[[], bool]) -> None:
        with self._changed:
            assert self._changed.wait_for(condition, TIMEOUT_S), self.told

    def wait_for(self, *told: str) -> None:
        """Wait until exactly *told* has been handed over."""
        self.wait(lambda: len(self.events) >= len(told))
        assert self.told == list(told)

    def wait_for_all(self, *told: str) -> None:
        """Wait until exactly *told* has been handed over, in any order."""
        self.wait(lambda: len(self.events) >= len(told))
        assert sorted(self.told) == sorted(told)

    @property
    def told(self) -> list[str]:
        return [said(event) for event in self.events]

    def pin(self, name: str) -> Any:
        return self.pins.factory.pin(WIRING.by_name[name])

    def lose_edges(self, name: ButtonName) -> None:
        """Let *name* change unheard from now on: what is told of it was seen when the levels were read."""
        self.pin(name).edges = "none"

    def down(self, *names: ButtonName) -> None:
        for name in names:
            self.pin(name).drive_low()

    def up(self, *names: ButtonName) -> None:
        for name in names:
            self.pin(name).drive_high()


class Listen(Protocol):
    def __call__(self, handler: Callable[[InputEvent], None] | None = None, **options: Any) -> Buttons: ...


@pytest.fixture
def table() -> Iterator[Table]:
    pins = choose_pins("simulated")
    yield Table(pins)
    pins.close()


@pytest.fixture
def listen(table: Table) -> Iterator[Listen]:
    """Build the buttons of *table*; they are closed when the test ends."""
    with ExitStack() as stack:

        def build(handler: Callable[[InputEvent], None] | None = None, **options: Any) -> Buttons:
            options = {"timing": LONG, **options}
            buttons = Buttons(table.pins, WIRING, handler or table.handle, **options)
            stack.callback(buttons.close)
            return buttons

        yield build


@pytest.mark.parametrize("name", BUTTON_NAMES)
def test_a_pressed_button_is_pressed_and_released(name: ButtonName, table: Table, listen: Listen) -> None:
    listen()
    table.down(name)
    table.wait_for(f"{name} pressed")
    table.up(name)
    table.wait_for(f"{name} pressed", f"{name} released")


def test_every_edge_is_told_before_it_is_judged(table: Table, listen: Listen) -> None:
    edges: list[tuple[str, bool]] = []
    listen(on_edge=lambda line, closed: edges.append((line, closed)))
    for _ in range(3):
        table.down("ok")
        table.up("ok")
    table.wait_for("ok pressed", "ok released")
    assert edges == [("ok", True), ("ok", False)] * 3


def test_a_tap_shorter_than_the_deaf_time_is_a_press_and_a_release(table: Table, listen: Listen) -> None:
    listen()
    table.down("ok")
    table.up("ok")
    table.wait_for("ok pressed", "ok released")


def test_a_button_held_down_is_held(table: Table, listen: Listen) -> None:
    listen(timing=Timing(hold_s=0.05))
    table.down("back")
    table.wait_for("back pressed", "back held")


def test_two_buttons_held_together_are_a_chord(table: Table, listen: Listen) -> None:
    listen(timing=Timing(hold_s=1000, chord_s=0.05, stuck_s=1000))
    table.down("ok", "back")
    table.wait_for("ok pressed", "back pressed", "back+ok")
    chord = table.events[-1]
    assert isinstance(chord, ChordHeld)
    assert chord.buttons == {"ok", "back"}


@pytest.mark.parametrize(("first", "second", "step"), [("knob_a", "knob_b", +1), ("knob_b", "knob_a", -1)])
def test_the_knob_tells_each_detent(first: str, second: str, step: int, table: Table, listen: Listen) -> None:
    listen()
    for _ in range(3):
        for contact in (first, second):
            table.pin(contact).drive_low()
        for contact in (first, second):
            table.pin(contact).drive_high()
    table.wait_for(*[f"knob {step:+d}"] * 3)


def test_everything_is_told_in_one_thread_of_the_buttons(table: Table, listen: Listen) -> None:
    before = threading.active_count()
    listen()
    assert threading.active_count() == before + 1
    table.down("ok", "roll")
    table.pin("knob_a").drive_low()
    table.wait(lambda: len(table.events) >= 2)
    assert table.threads == {"buttons"}


def test_a_handler_that_raises_is_logged_and_told_the_next_event(
    table: Table, listen: Listen, caplog: pytest.LogCaptureFixture
) -> None:
    def raise_once(event: InputEvent) -> None:
        table.handle(event)
        if len(table.events) == 1:
            raise RuntimeError("boom")

    listen(raise_once)
    table.down("ok")
    table.up("ok")
    table.down("roll")
    table.wait(lambda: {"ok released", "roll pressed"} <= set(table.told))
    assert "boom" in caplog.text


def test_a_button_held_at_the_start_is_ignored_until_it_was_let_go(table: Table, listen: Listen) -> None:
    finger_on = table.pin("ok")
    finger_on.drive_high = lambda: None
    listen()
    table.lose_edges("back")
    table.down("roll", "back")
    table.wait_for("roll pressed", "back pressed")
    del finger_on.drive_high
    table.up("ok")
    table.down("ok")
    table.wait_for("roll pressed", "back pressed", "ok pressed")


def test_an_edge_that_never_arrived_is_found_when_the_levels_are_read(table: Table, listen: Listen) -> None:
    listen()
    table.lose_edges("ok")
    table.down("ok", "roll")
    table.wait_for("roll pressed", "ok pressed")


def test_a_stuck_button_is_reported_once_and_again_when_it_works(
    table: Table, listen: Listen, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    buttons = listen(timing=Timing(hold_s=1000, stuck_s=0.1))
    stuck = DeviceStatus("buttons", simulated=True, working=False, trouble="device.stuck.spin")
    works = DeviceStatus("buttons", simulated=True, working=True)
    assert buttons.status == works
    table.down("spin")
    eventually(lambda: buttons.status == stuck)
    table.down("ok")
    table.up("ok")
    table.wait_for("spin pressed", "spin released", "ok pressed", "ok released")
    table.up("spin")
    eventually(lambda: buttons.status == works)
    assert [record.message.split(",")[0] for record in caplog.records] == [
        "button spin is stuck",
        "button spin works again",
    ]


def test_a_pin_that_someone_else_has_costs_one_button(
    table: Table, listen: Listen, caplog: pytest.LogCaptureFixture
) -> None:
    other = LED(WIRING.draw, pin_factory=table.pins.factory)
    buttons = listen()
    broken = DeviceStatus("buttons", True, working=False, trouble="device.pins.buttons")
    eventually(lambda: buttons.status == broken)
    assert "draw can't be read" in caplog.text
    table.down("ok")
    table.wait_for("ok pressed")
    other.close()


def test_a_level_that_cannot_be_read_is_reported_until_it_can(
    table: Table, listen: Listen, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    buttons = listen()

    def fail() -> bool:
        raise OSError("the chip is gone")

    with monkeypatch.context() as patch:
        patch.setattr(table.pin("spin"), "_get_state", fail)
        table.lose_edges("draw")
        table.down("ok", "draw")
        table.wait_for("ok pressed", "draw pressed")
        table.up("ok", "draw")
        table.wait_for_all("ok pressed", "draw pressed", "ok released", "draw released")
        eventually(lambda: buttons.status.trouble == "device.pins.buttons")
    table.down("roll")
    eventually(lambda: buttons.status.working)
    assert len(caplog.records) == 1


def test_more_edges_than_may_wait_lose_no_level(table: Table, listen: Listen) -> None:
    blocked, go_on = threading.Event(), threading.Event()

    def slow(event: InputEvent) -> None:
        table.handle(event)
        blocked.set()
        assert go_on.wait(TIMEOUT_S)

    listen(slow)
    table.down("ok")
    assert blocked.wait(TIMEOUT_S)
    for _ in range(QUEUED_EDGES):
        table.down("roll")
        table.up("roll")
    table.down("roll", "back")
    go_on.set()
    table.wait(lambda: {"roll pressed", "back pressed"} <= {_last_told(table, "roll"), _last_told(table, "back")})


def _last_told(table: Table, name: ButtonName) -> str:
    """Return what was told last about the button *name*."""
    return next((told for told in reversed(table.told) if told.startswith(name)), "")


def test_nothing_is_told_after_closing_and_the_pins_are_free(table: Table, listen: Listen) -> None:
    buttons = listen()
    table.down("ok")
    table.wait_for("ok pressed")
    buttons.close()
    buttons.close()
    table.up("ok")
    table.down("roll")
    for number in WIRING.by_name.values():
        LED(number, pin_factory=table.pins.factory).close()
    assert table.told == ["ok pressed"]


def test_a_handler_may_close_the_buttons(table: Table, listen: Listen) -> None:
    closed = threading.Event()

    def close(event: InputEvent) -> None:
        buttons.close()
        closed.set()

    buttons = listen(close)
    table.down("ok")
    assert closed.wait(TIMEOUT_S)
