"""Outputs that can't be built, or silenced, have their pin no longer."""

from __future__ import annotations

import errno
import gc

import pytest

from hardware.gpio.factory import GpiodFactory
from hardware.gpio.faults import LineBusy, LineFault
from hardware.outputs.pin_outputs import LampOutput, ToneOutput
from tests.support.chips import FakeChip

PIN = 18


@pytest.mark.parametrize("output", [LampOutput, ToneOutput])
def test_a_busy_pin_is_taken_once_it_is_free_though_somebody_keeps_the_error(
    output: type[LampOutput | ToneOutput], chip: FakeChip, factory: GpiodFactory
) -> None:
    other = chip.taken_by("gpiomon", PIN)
    with pytest.raises(LineBusy) as kept:
        output(PIN, pin_factory=factory)
    other.release()
    device = output(PIN, pin_factory=factory)
    device.on()
    del kept
    gc.collect()
    assert chip.level(PIN), "the device that failed has no pin that it could close"
    device.close()
    assert chip.held == {}


def test_a_tone_that_cannot_be_silenced_gives_its_pin_back(chip: FakeChip, factory: GpiodFactory) -> None:
    tone = ToneOutput(PIN, pin_factory=factory)
    chip.refuses = OSError(errno.EIO, "I/O error")
    with pytest.raises(LineFault):
        tone.close()
    chip.refuses = None
    assert chip.held == {}
    ToneOutput(PIN, pin_factory=factory).close()
