"""Tones by the kernel's PWM, on folders like a Raspberry Pi's: which channel, and what is written to it, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from hardware.board.pins import Pins, choose_pins
from hardware.board.wiring import Wiring
from hardware.outputs.buzzer import SOUNDS, PinBuzzer
from hardware.outputs.kernel_pwm import Channel, KernelTone, find_channel
from hardware.ports import SoundName
from tests.hardware.sysfs import PI_4, PI_5, PwmKernel, pwm_chip
from tests.support.oleds import Clock
from tests.support.waiting import eventually


@pytest.fixture
def chip(tmp_path: Path) -> Path:
    return pwm_chip(tmp_path, 0, PI_4, [18])


@pytest.fixture
def kernel(chip: Path) -> Iterator[PwmKernel]:
    kernel = PwmKernel(chip, 0)
    yield kernel
    kernel.close()


def exported(chip: Path, *, period: int, duty_cycle: int, enable: int) -> Path:
    """Make what *chip* shows of a channel that somebody exported; return its folder."""
    folder = chip / "pwm0"
    folder.mkdir()
    for name, value in (("period", period), ("duty_cycle", duty_cycle), ("enable", enable)):
        (folder / name).write_text(f"{value}\n")
    return folder


def values(folder: Path) -> dict[str, int]:
    return {file.name: int(file.read_text()) for file in folder.iterdir()}


def test_without_the_overlay_no_channel_drives_the_pin(tmp_path: Path) -> None:
    assert find_channel(18, tmp_path) is None
    (tmp_path / "sys/class/pwm/pwmchip0/device").mkdir(parents=True)  # a chip without a device tree
    assert find_channel(18, tmp_path) is None


@pytest.mark.parametrize(("gpio", "number"), [(12, 0), (13, 1), (18, 0), (19, 1)])
def test_on_a_pi_4_the_pin_says_which_of_two_channels(gpio: int, number: int, tmp_path: Path) -> None:
    chip = pwm_chip(tmp_path, 0, PI_4, [gpio])
    assert find_channel(gpio, tmp_path) == Channel(chip, number)


def test_only_the_pin_that_the_device_tree_gives_to_the_chip_has_it(tmp_path: Path) -> None:
    pwm_chip(tmp_path, 0, PI_4, [12, 19])
    assert find_channel(18, tmp_path) is None


@pytest.mark.parametrize("by_name", [False, True])
def test_on_a_pi_5_it_is_another_channel_and_not_the_fans_chip(by_name: bool, tmp_path: Path) -> None:
    pwm_chip(tmp_path, 1, PI_5, [45], by_name=by_name)
    pwm_chip(tmp_path, 0, "pwm-fan", [18])
    chip = pwm_chip(tmp_path, 2, PI_5, [18], by_name=by_name)
    assert find_channel(18, tmp_path) == Channel(chip, 2)


def test_what_is_no_number_and_no_pin_in_the_device_tree_is_left_out(tmp_path: Path) -> None:
    chip = pwm_chip(tmp_path, 0, PI_5, [18], by_name=True)
    tree = tmp_path / "sys/firmware/devicetree/base"
    for name, handle in (("empty", b""), ("short", b"\0\0"), ("odd", b"\0\0\0\0\0")):
        (tree / name).mkdir()
        (tree / name / "phandle").write_bytes(handle)
    (tree / "soc/gpio@0/pwm_pins0/pins").write_bytes(b"PIN_7\0gpio\0\xff\0gpio18\0")
    assert find_channel(18, tmp_path) == Channel(chip, 2)
    assert find_channel(12, tmp_path) is None


def test_each_tone_is_a_period_and_half_of_it_never_a_duty_above_the_period(chip: Path, kernel: PwmKernel) -> None:
    tone = KernelTone(Channel(chip, 0))
    assert kernel.take() == [("export", 0), ("duty_cycle", 0)]
    tone.sound(440)
    first = [("period", 2_272_727), ("duty_cycle", 1_136_363), ("enable", 1)]
    assert kernel.take() == first
    tone.sound(2093)  # its period is less than the duty that sounds
    assert kernel.take() == [("duty_cycle", 0), ("period", 477_783), ("duty_cycle", 238_891)]
    tone.sound(0)
    assert kernel.take() == [("enable", 0), ("duty_cycle", 0)]
    tone.sound(0)
    assert kernel.take() == []
    tone.sound(440)
    assert kernel.take() == first
    tone.close()
    assert kernel.take() == [("enable", 0), ("duty_cycle", 0), ("unexport", 0)]


def test_a_channel_without_a_period_yet_refuses_a_duty_and_is_used(chip: Path, kernel: PwmKernel) -> None:
    (kernel.folder / "duty_cycle").unlink()
    (kernel.folder / "duty_cycle").symlink_to("/proc/self/clear_refs")  # the kernel answers a 0 with EINVAL there, too
    KernelTone(Channel(chip, 0))
    assert kernel.take() == [("export", 0)]


def test_a_channel_that_cannot_be_used_is_not_left_exported(chip: Path, kernel: PwmKernel) -> None:
    (kernel.folder / "duty_cycle").unlink()
    (kernel.folder / "duty_cycle").mkdir()
    with pytest.raises(IsADirectoryError):
        KernelTone(Channel(chip, 0))
    assert kernel.take() == [("export", 0), ("unexport", 0)]


def test_a_channel_that_cannot_be_silenced_is_given_back_all_the_same(chip: Path, kernel: PwmKernel) -> None:
    tone = KernelTone(Channel(chip, 0))
    tone.sound(440)
    (chip / "pwm0/enable").unlink()
    (chip / "pwm0/enable").mkdir()
    kernel.take()
    with pytest.raises(IsADirectoryError):
        tone.close()
    assert kernel.take() == [("unexport", 0)]


def test_a_channel_that_another_program_uses_is_refused_and_left_as_it_is(chip: Path) -> None:
    servo = {"period": 20_000_000, "duty_cycle": 1_500_000, "enable": 1}
    folder = exported(chip, **servo)
    with pytest.raises(OSError, match="in use by another program"):
        KernelTone(Channel(chip, 0))
    assert values(folder) == servo


@pytest.mark.parametrize(
    ("period", "duty_cycle", "enable"),
    [(2_272_727, 1_136_363, 1), (477_783, 0, 1), (20_000_000, 1_500_000, 0)],
    ids=["a tone of ours", "silence", "at rest"],
)
def test_a_channel_that_a_crash_left_is_silenced_and_used_and_stays_exported(
    period: int, duty_cycle: int, enable: int, chip: Path, kernel: PwmKernel
) -> None:
    folder = exported(chip, period=period, duty_cycle=duty_cycle, enable=enable)
    tone = KernelTone(Channel(chip, 0))
    assert values(folder) == {"period": period, "duty_cycle": 0, "enable": enable}
    tone.sound(1000)
    assert values(folder) == {"period": 1_000_000, "duty_cycle": 500_000, "enable": 1}
    tone.close()
    assert values(folder) == {"period": 1_000_000, "duty_cycle": 0, "enable": 0}
    assert kernel.take() == [], "neither exported nor unexported"


@pytest.fixture
def real_pins() -> Iterator[Pins]:
    """Pins that count as real."""
    pins = replace(choose_pins("simulated"), simulated=False)
    yield pins
    pins.close()


def hear(buzzer: PinBuzzer, clock: Clock, sound: SoundName) -> None:
    """Play *sound* to its end."""
    buzzer.play(sound)
    while (wait_s := buzzer.step()) is not None:
        clock.now_s += wait_s


def test_a_buzzer_on_a_pin_with_the_kernels_pwm_plays_by_it_alone_and_rests(
    real_pins: Pins, tmp_path: Path, kernel: PwmKernel
) -> None:
    clock = Clock()
    buzzer = PinBuzzer(real_pins, Wiring(), clock, tmp_path)
    hear(buzzer, clock, "land")
    written = kernel.take()
    periods = [value for name, value in written if name == "period"]
    assert periods == [round(1e9 / hertz) for hertz, _ in SOUNDS["land"]], "in their own octave"
    assert written[-2:] == [("enable", 0), ("duty_cycle", 0)]
    assert real_pins.factory.pin(Wiring().buzzer).function == "input", "the line itself is left to the PWM"
    buzzer.close()
    assert kernel.take() == [("unexport", 0)]


def test_the_buzzers_thread_takes_the_channel_and_holds_nobody_up(
    real_pins: Pins, tmp_path: Path, kernel: PwmKernel
) -> None:
    buzzer = PinBuzzer(real_pins, Wiring(), root=tmp_path)
    assert kernel.take() == []
    buzzer.start()
    heard: list[tuple[str, int]] = []

    def has_taken_it() -> bool:
        heard.extend(kernel.take())
        return heard == [("export", 0), ("duty_cycle", 0)]

    eventually(has_taken_it)
    buzzer.close()
    assert kernel.take() == [("unexport", 0)]


def test_a_channel_that_broke_is_taken_anew_at_the_next_sound(
    real_pins: Pins, tmp_path: Path, chip: Path, kernel: PwmKernel
) -> None:
    clock = Clock()
    buzzer = PinBuzzer(real_pins, Wiring(), clock, tmp_path)
    buzzer.play("start")
    buzzer.step()
    (chip / "unexport").write_text("0\n")
    eventually(lambda: not (chip / "pwm0").exists())
    assert kernel.take()[-1] == ("unexport", 0)
    clock.now_s += 1
    buzzer.step()
    assert not buzzer.status.working
    hear(buzzer, clock, "start")
    assert buzzer.status.working
    assert ("export", 0) in kernel.take()
    buzzer.close()


@pytest.mark.parametrize(
    ("refuse", "said"),
    [
        (lambda export: export.mkdir(), ["can't be used"]),  # whoever is root may write to any file
        (lambda export: export.symlink_to("/proc/self/uid_map"), ["can't be used", "the group gpio"]),  # or nearly
    ],
)
def test_where_the_kernels_pwm_may_not_be_used_software_plays_and_it_is_said(
    refuse: Callable[[Path], None],
    said: list[str],
    real_pins: Pins,
    tmp_path: Path,
    chip: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    (chip / "export").unlink()
    refuse(chip / "export")
    clock = Clock()
    buzzer = PinBuzzer(real_pins, Wiring(), clock, tmp_path)
    buzzer.play("sink")
    buzzer.step()
    pin = real_pins.factory.pin(Wiring().buzzer)
    assert (pin.frequency, pin.state, buzzer.status.working) == (SOUNDS["sink"][0][0], 0.5, True)
    records = [record for record in caplog.records if record.name == "hardware.outputs.buzzer"]
    assert [record.levelname for record in records] == ["WARNING"] * len(said)
    assert all(words in record.getMessage() for words, record in zip(said, records, strict=True))
    buzzer.close()
