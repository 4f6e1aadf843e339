"""gpiozero's devices on our factory, over a chip that keeps to the kernel's rules."""

from __future__ import annotations

import errno
import gc
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from gpiod.line import Bias, Clock, Direction, Edge, Value
from gpiozero import LED, DigitalInputDevice, PWMOutputDevice
from gpiozero.exc import GPIOPinInUse, PinError, PinPWMUnsupported, PinSetInput

from hardware.gpio.chip import find_chip
from hardware.gpio.factory import GpiodFactory
from hardware.gpio.faults import LineBusy, LineFault, NoChip
from hardware.gpio.line import EVENT_BUFFER
from hardware.inputs.edge_input import EdgeInput
from tests.support.chips import FakeChip
from tests.support.waiting import TIMEOUT_S, eventually

Told = list[tuple[float, bool]]
"""When, and whether a contact closed."""


def listen(factory: GpiodFactory, pin: int, told: Told) -> EdgeInput:
    """Open a contact whose every edge is *told*."""
    return EdgeInput(pin, lambda closed, at_s, lost: told.append((at_s, closed)), factory)


def threads() -> set[str]:
    return {thread.name for thread in threading.enumerate() if thread.name.startswith("gpio-")}


# ---------------------------------------------------------------------- the chip
Dev = Callable[..., Path]


@pytest.fixture
def dev(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Dev:
    """Make a folder of chips by name: each with a label, or with the number of the error that opening it gives."""

    def make(**labels: str | int) -> Path:
        def open_chip(path: str) -> Any:
            label = labels[Path(path).name]
            if isinstance(label, int):
                raise OSError(label, "refused")
            return FakeChip(label, path).open(path)

        monkeypatch.setattr("gpiod.Chip", open_chip)
        for name in labels:
            (tmp_path / name).touch()
        return tmp_path

    return make


@pytest.mark.parametrize("label", ["pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835"])
def test_the_header_s_chip_is_known_by_its_label_not_its_number(label: str, dev: Dev) -> None:
    folder = dev(gpiochip0="raspberrypi-exp-gpio", gpiochip10=label, gpiochip2="brcmvirt-gpio")
    assert find_chip(folder) == str(folder / "gpiochip10")


def test_a_link_to_a_chip_is_no_chip(dev: Dev) -> None:
    folder = dev(gpiochip10="pinctrl-rp1")
    (folder / "gpiochip4").symlink_to("gpiochip10")
    assert find_chip(folder) == str(folder / "gpiochip10")


def test_without_the_header_s_chip_what_was_found_is_said(dev: Dev) -> None:
    folder = dev(gpiochip0="raspberrypi-exp-gpio", gpiochip1=errno.ENODEV)
    with pytest.raises(NoChip, match=r"gpiochip0: raspberrypi-exp-gpio, \S*gpiochip1: No such device") as refusal:
        find_chip(folder)
    assert not refusal.value.forbidden


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM])
def test_a_chip_that_may_not_be_opened_is_said_to_be_forbidden(number: int, dev: Dev) -> None:
    with pytest.raises(NoChip, match=os.strerror(number)) as refusal:
        find_chip(dev(gpiochip0=number))
    assert refusal.value.forbidden


def test_no_chip_at_all_is_said(dev: Dev) -> None:
    with pytest.raises(NoChip, match="found no .*gpiochip"):
        find_chip(dev())


# ---------------------------------------------------------------------- inputs
def test_an_input_asks_the_kernel_for_pull_up_both_edges_and_the_monotonic_clock(
    chip: FakeChip, factory: GpiodFactory
) -> None:
    device = listen(factory, 17, [])
    line = chip.settings(17)
    assert (line.direction, line.bias) == (Direction.INPUT, Bias.PULL_UP)
    assert (line.edge_detection, line.event_clock) == (Edge.BOTH, Clock.MONOTONIC)
    assert chip.held[17].consumer == "tidetable"
    assert (device.is_active, device.pull_up) == (False, True)
    chip.drive(17, False)
    assert device.is_active


@pytest.mark.parametrize(
    ("options", "bias"),
    [({"pull_up": False}, Bias.PULL_DOWN), ({"pull_up": None, "active_state": True}, Bias.DISABLED)],
)
def test_other_pulls_are_asked_for_as_well(
    options: dict[str, Any], bias: Bias, chip: FakeChip, factory: GpiodFactory
) -> None:
    device = DigitalInputDevice(17, pin_factory=factory, **options)
    assert chip.settings(17).bias is bias
    assert device.pull_up == options["pull_up"]


def test_each_edge_has_the_kernel_s_time(chip: FakeChip, factory: GpiodFactory) -> None:
    told: Told = []
    device = listen(factory, 17, told)
    for at_s, high in ((1.5, False), (1.75, True), (2.0, False)):
        chip.drive(17, high, at_s)
    eventually(lambda: len(told) == 3)
    assert told == [(1.5, True), (1.75, False), (2.0, True)]
    assert device.is_active


def test_edges_of_several_lines_are_told_in_the_order_of_their_times(chip: FakeChip, factory: GpiodFactory) -> None:
    told: Told = []
    devices = [listen(factory, pin, told) for pin in (5, 6, 17)]
    with factory.lock:  # until all are noted
        for at_s, pin in enumerate((6, 17, 5, 6, 5, 17, 17, 6)):
            chip.drive(pin, not chip.level(pin), float(at_s))
    eventually(lambda: len(told) == 8)
    assert told == [*zip(map(float, range(8)), (True, True, True, False, False, False, True, True), strict=True)]
    assert [device.is_active for device in devices] == [False, True, True]


def test_what_has_happened_is_delivered_before_deliver_returns(chip: FakeChip, factory: GpiodFactory) -> None:
    told: Told = []
    begun, go_on = threading.Event(), threading.Event()

    def wait(closed: bool, at_s: float, lost: int) -> None:
        begun.set()
        assert go_on.wait(20)

    devices = [EdgeInput(27, wait, factory), listen(factory, 17, told)]
    with factory.lock:
        chip.drive(27, False, 1.0)
        chip.drive(17, False, 2.0)
    assert begun.wait(20), "the thread has read both edges and is at the first"
    threading.Timer(0.05, go_on.set).start()
    factory.deliver()
    assert told == [(2.0, True)]
    chip.drive(17, True, 3.0)
    factory.deliver()
    assert told == [(2.0, True), (3.0, False)]
    assert [device.is_active for device in devices] == [True, False]


def test_edges_that_the_kernel_dropped_are_counted_and_the_end_is_right(chip: FakeChip, factory: GpiodFactory) -> None:
    told: list[tuple[bool, int]] = []
    device = EdgeInput(17, lambda closed, at_s, lost: told.append((closed, lost)), factory)
    with factory.lock:
        for _ in range(EVENT_BUFFER):
            chip.drive(17, False)
            chip.drive(17, True)
        chip.drive(17, False)
    eventually(lambda: len(told) == EVENT_BUFFER)
    assert [lost for _, lost in told] == [EVENT_BUFFER + 1] + [0] * (EVENT_BUFFER - 1)
    assert told[-1][0]
    assert device.is_active


def test_edges_from_before_anybody_listened_are_not_told(chip: FakeChip, factory: GpiodFactory) -> None:
    told: Told = []
    device = listen(factory, 17, [])
    with factory.lock:
        chip.drive(17, False)
        device.pin.when_changed = None
        hear = lambda at_s, high: told.append((at_s, high))  # noqa: E731  # a pin keeps no handler alive
        device.pin.when_changed = hear
    chip.drive(17, True, 7.0)
    eventually(lambda: bool(told))
    assert told == [(7.0, True)]


def test_one_handler_that_raises_silences_nobody(
    chip: FakeChip, factory: GpiodFactory, caplog: pytest.LogCaptureFixture
) -> None:
    told: Told = []

    def fail(closed: bool, at_s: float, lost: int) -> None:
        raise RuntimeError("boom")

    devices = [EdgeInput(17, fail, factory), listen(factory, 27, told)]
    chip.drive(17, False)
    chip.drive(17, True)
    chip.drive(27, False)
    eventually(lambda: bool(told))
    assert caplog.text.count("an edge of GPIO17 was not handled") == 2
    assert [device.is_active for device in devices] == [False, True]


def test_a_device_may_be_closed_from_its_own_handler(chip: FakeChip, factory: GpiodFactory) -> None:
    device = EdgeInput(17, lambda closed, at_s, lost: device.close(), factory)
    chip.drive(17, False)
    eventually(lambda: device.closed)
    assert 17 not in chip.held


def test_the_thread_that_is_awake_already_ends_after_it_was_woken_for_the_end(
    chip: FakeChip, monkeypatch: pytest.MonkeyPatch
) -> None:
    chip.install(monkeypatch)
    factory = GpiodFactory(chip.path)
    device = listen(factory, 17, [])  # the thread begins with the first
    awaken = os.eventfd_write

    def woken_before(number: int, value: int) -> None:
        awaken(number, value)  # by an edge, just before
        for thread in [each for each in threading.enumerate() if each.name == "gpio-events"]:
            thread.join(0.2)
        awaken(number, value)

    with monkeypatch.context() as patch:
        patch.setattr(os, "eventfd_write", woken_before)
        factory.close()
    device.close()
    assert "gpio-events" not in threads()


def test_a_pin_that_was_given_back_hears_its_next_device(chip: FakeChip, factory: GpiodFactory) -> None:
    for _ in range(3):
        told: Told = []
        device = listen(factory, 17, told)
        chip.drive(17, not chip.level(17))
        eventually(lambda told=told: len(told) == 1)  # type: ignore[misc]
        device.close()


def test_the_thread_that_hears_sleeps_while_nothing_happens(chip: FakeChip, factory: GpiodFactory) -> None:
    device = listen(factory, 17, [])
    (hears,) = [thread for thread in threading.enumerate() if thread.name == "gpio-events"]
    status = Path(f"/proc/self/task/{hears.native_id}/status")

    def wakes() -> int:
        lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
        return int(lines["voluntary_ctxt_switches"])

    eventually(lambda: "sleeping" in status.read_text())
    before = wakes()
    time.sleep(1)
    assert wakes() == before
    assert not device.closed


# ---------------------------------------------------------------------- refusals
def test_a_line_of_another_program_is_refused_with_its_name_and_taken_once_free(
    chip: FakeChip, factory: GpiodFactory
) -> None:
    other = chip.taken_by("gpiomon", 22)
    for device in (LED, lambda pin, pin_factory: DigitalInputDevice(pin, pull_up=True, pin_factory=pin_factory)):
        with pytest.raises(LineBusy, match="GPIO22 is in use by another program, gpiomon") as refusal:
            device(22, pin_factory=factory)
        assert refusal.value.consumer == "gpiomon"
    other.release()
    DigitalInputDevice(22, pull_up=True, pin_factory=factory).close()
    LED(22, pin_factory=factory).close()


def test_a_pin_twice_in_one_program_is_refused_in_words(chip: FakeChip, factory: GpiodFactory) -> None:
    first = LED(22, pin_factory=factory)
    with pytest.raises(GPIOPinInUse, match="GPIO22 is already in use by"):
        LED(22, pin_factory=factory)
    assert 22 in chip.held
    first.close()


@pytest.mark.parametrize(
    "fault", [OSError(errno.ENODEV, "No such device"), ValueError("Invalid argument"), NotImplementedError("no bias")]
)
def test_whatever_the_kernel_refuses_is_a_fault_of_the_line_and_closing_still_works(
    fault: Any, chip: FakeChip, factory: GpiodFactory
) -> None:
    lamp, device = LED(25, pin_factory=factory), DigitalInputDevice(17, pull_up=True, pin_factory=factory)
    chip.refuses = fault
    for use in (lamp.on, lambda: device.is_active, lambda: LED(26, pin_factory=factory)):
        with pytest.raises(LineFault) as refusal:
            use()
        assert isinstance(refusal.value, PinError)
        assert not isinstance(refusal.value, AttributeError), "gpiozero's devices swallow those"
    lamp.close()
    device.close()
    assert chip.held == {}


def test_a_line_whose_chip_has_gone_is_heard_no_longer_and_said_once(
    chip: FakeChip, factory: GpiodFactory, caplog: pytest.LogCaptureFixture
) -> None:
    device = listen(factory, 17, [])
    with factory.lock:
        chip.drive(17, False)
        chip.refuses = OSError(errno.ENODEV, "No such device")
    eventually(lambda: "GPIO17 is not heard any longer" in caplog.text)
    factory.deliver()
    assert len(caplog.records) == 1
    device.close()


# ---------------------------------------------------------------------- outputs
def test_a_lamp_is_low_high_low_and_given_back_as_an_input(chip: FakeChip, factory: GpiodFactory) -> None:
    lamp = LED(25, pin_factory=factory)
    seen = [chip.level(25)]
    for switch in (lamp.on, lamp.off, lamp.on):
        switch()
        seen.append(chip.level(25))
    lamp.close()
    assert seen == [False, True, False, True]
    assert chip.set_up[-1][1].direction is Direction.INPUT
    assert chip.held == {}


def test_an_output_that_begins_high_is_never_low(chip: FakeChip, factory: GpiodFactory) -> None:
    lamp = LED(25, initial_value=True, pin_factory=factory)
    assert lamp.is_lit
    assert [(line.direction, line.output_value) for _, line in chip.set_up] == [(Direction.OUTPUT, Value.ACTIVE)]
    assert chip.levels == []


def test_the_factory_gives_everything_back_when_it_closes(chip: FakeChip, factory: GpiodFactory) -> None:
    lamp, tone = LED(25, initial_value=True, pin_factory=factory), PWMOutputDevice(18, pin_factory=factory)
    tone.value = 0.5
    device = listen(factory, 17, [])
    assert threads() == {"gpio-events", "gpio-pulses-GPIO18"}
    factory.close()
    factory.close()
    assert (chip.held, chip.opened) == ({}, 0)
    eventually(lambda: threads() == set())
    for each in (lamp, tone, device):
        each.close()


# ---------------------------------------------------------------------- pulses
def test_a_thread_makes_pulses_only_while_the_duty_is_between_0_and_1(chip: FakeChip, factory: GpiodFactory) -> None:
    tone = PWMOutputDevice(18, frequency=500, pin_factory=factory)
    assert threads() == set()
    for duty in (0.5, 0.25):
        tone.value = duty
        assert threads() == {"gpio-pulses-GPIO18"}
        made = len(chip.levels)
        eventually(lambda made=made: len(chip.levels) > made + 20)  # type: ignore[misc]
    for duty in (0, 1):
        tone.value = duty
        made = len(chip.levels)
        eventually(lambda: threads() == set())
        assert (len(chip.levels), chip.level(18)) == (made, bool(duty))
    tone.value = 0.5
    tone.frequency = 1000
    assert threads() == {"gpio-pulses-GPIO18"}
    tone.close()
    eventually(lambda: threads() == set())
    pulses = [high for _, high in chip.levels[1:21]]
    assert pulses == [True, False] * 10


def test_a_device_that_the_pulses_thread_collects_as_garbage_holds_nobody_up(
    chip: FakeChip, monkeypatch: pytest.MonkeyPatch
) -> None:
    chip.install(monkeypatch)
    factory = GpiodFactory(chip.path)  # no fixture's, whose close would be held up as well
    tone, lamp = PWMOutputDevice(18, pin_factory=factory), LED(25, pin_factory=factory)
    cycle: list[Any] = [lamp]
    cycle.append(cycle)
    collecting, collected = threading.Event(), threading.Event()

    def lock_is_free() -> bool:
        is_free = factory.lock.acquire(blocking=False)
        if is_free:
            factory.lock.release()
        return is_free

    def collect() -> None:
        chip.after_set = lambda: None
        collecting.set()
        with ThreadPoolExecutor(1) as bystander:  # who sees when somebody has the lock, perhaps this very thread
            eventually(lambda: not bystander.submit(lock_is_free).result())
        gc.collect()
        collected.set()

    def be_silent() -> None:
        tone.value = 0

    gc.disable()
    try:
        tone.value = 0.5
        del cycle, lamp
        chip.after_set = collect
        assert collecting.wait(TIMEOUT_S), "the thread of the pulses is about to collect"
        silencer = threading.Thread(target=be_silent, daemon=True)
        silencer.start()
        silencer.join(TIMEOUT_S)
        assert not silencer.is_alive(), "it waits for the thread that waits for it"
        assert collected.wait(TIMEOUT_S)
    finally:
        gc.enable()
    assert set(chip.held) == {18}
    assert not chip.level(18)
    tone.close()
    factory.close()


def test_a_slow_pulse_is_ended_at_once(chip: FakeChip, factory: GpiodFactory) -> None:
    tone = PWMOutputDevice(18, frequency=0.001, pin_factory=factory)
    tone.value = 0.5
    eventually(lambda: chip.level(18))
    tone.frequency = 1000
    eventually(lambda: len(chip.levels) > 10)
    tone.value = 0
    assert not chip.level(18)


def test_above_a_thousand_hertz_software_refuses_in_words(chip: FakeChip, factory: GpiodFactory) -> None:
    tone = PWMOutputDevice(18, pin_factory=factory)
    with pytest.raises(PinPWMUnsupported, match="2093 Hz on GPIO18: software makes at most 1000"):
        tone.frequency = 2093
    tone.frequency = 1000
    assert tone.frequency == 1000


def test_pulses_end_when_the_chip_goes_and_come_back_with_it(
    chip: FakeChip, factory: GpiodFactory, caplog: pytest.LogCaptureFixture
) -> None:
    tone = PWMOutputDevice(18, frequency=1000, pin_factory=factory)
    tone.value = 0.5
    chip.refuses = OSError(errno.ENODEV, "No such device")
    eventually(lambda: threads() == set())
    assert "no more pulses: GPIO18: " in caplog.text
    with pytest.raises(LineFault):
        tone.value = 0
    chip.refuses = None
    tone.value = 0.5
    made = len(chip.levels)
    eventually(lambda: len(chip.levels) > made)


def test_a_line_that_was_given_back_can_be_neither_read_nor_set(chip: FakeChip, factory: GpiodFactory) -> None:
    lamp = LED(17, pin_factory=factory)
    pin = lamp.pin
    lamp.close()
    with pytest.raises(LineFault, match="GPIO17"):
        _ = pin.state
    with pytest.raises(PinSetInput, match="GPIO17"):
        pin.state = 1
    assert chip.held == {}
