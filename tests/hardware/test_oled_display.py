from __future__ import annotations

import errno
import logging
import threading
from collections.abc import Callable

import pytest

from hardware.cues import MessageCue, RollCue, RollingCue, StageCue, VerdictCue
from hardware.emulated.bus import Bus
from hardware.emulated.controllers import CONTROLLERS
from hardware.oled.drawing.screens import BLANK, placeholder, still
from hardware.oled.panel.display import Display
from hardware.oled.panel.driver import PageSSD1306
from hardware.oled.panel.wire import PanelWire
from hardware.ports import DeviceStatus, Screen
from tests.support.oleds import ADDRESS, CHIPS, PATIENCE_S, Clock, Rig, Running, pixels
from tests.support.rows import each_row
from tests.support.waiting import eventually
from tests.support.wording import say

ROLLING = RollingCue(count=3, caption="Roll 14", name="Ben")
ROLL = RollCue(values=(3, 7, 10), total=20, caption="Roll 14", name="Ben")
OTHER_ROLL = RollCue(values=(10, 1, 1), total=12, caption="Roll 14", name="Ben")
HELLO = MessageCue(title="Hello")
BYE = MessageCue(title="Bye")
LANDING_S = 1.4
WORKS = DeviceStatus("screen", simulated=True, working=True)
SILENT = DeviceStatus("screen", simulated=True, working=False, trouble="device.oled.silent")


class StrangeCue(StageCue):
    """A cue that no screen is drawn for."""


@pytest.fixture
def rig() -> Rig:
    return Rig()


def shows(rig: Rig, cue: StageCue) -> bool:
    return rig.controller.picture() == pixels(still(cue))


@each_row("chip", CHIPS)
def test_a_cue_is_seen_on_the_glass_and_stays(chip: str) -> None:
    rig = Rig(chip)
    screen: Screen = rig.display
    screen.show(HELLO)
    rig.run(30.0)
    assert shows(rig, HELLO)
    assert rig.statuses == [WORKS]


def test_before_any_cue_the_glass_is_dark(rig: Rig) -> None:
    rig.run()
    assert rig.controller.picture() == pixels(BLANK)
    assert rig.display.public_bitmap() == rig.display.own_bitmap() == BLANK.tobytes()


def test_the_newest_cue_wins_and_those_before_it_are_never_drawn(rig: Rig) -> None:
    rig.run()
    for cue in (HELLO, ROLL, BYE):
        rig.display.show(cue)
    rig.run()
    assert shows(rig, BYE)
    assert rig.public == [still(BYE).tobytes()]


def test_the_same_picture_again_sends_nothing(rig: Rig) -> None:
    rig.display.show(HELLO)
    rig.run()
    rig.bus.reset_counts()
    rig.display.show(MessageCue(title="Hello"))
    rig.run(30.0)
    assert rig.bus.transactions == 0


@pytest.mark.parametrize("cue", [ROLLING, ROLL])
def test_at_most_25_frames_come_in_a_second(rig: Rig, cue: StageCue) -> None:
    rig.display.land(cue, rig.landed)
    waits = rig.run(1.0)
    assert len(waits) <= 26
    assert all(wait >= 0.04 - 1e-9 for wait in waits)


@pytest.mark.parametrize("cue", [ROLL, VerdictCue(won=True, title="WON")])
def test_landed_is_told_once_when_the_result_is_on_the_glass(rig: Rig, cue: StageCue) -> None:
    started_s = rig.clock.now_s
    seen: list[bool] = []

    def landed() -> None:
        rig.landed()
        seen.append(shows(rig, cue))

    rig.display.land(cue, landed)
    rig.run(LANDING_S)
    rig.run(60.0)
    assert seen == [True]
    assert 0.9 <= rig.landed_s[0] - started_s <= LANDING_S


def newer_show(rig: Rig) -> None:
    rig.display.show(HELLO)


def newer_landing(rig: Rig) -> None:
    rig.display.land(OTHER_ROLL, lambda: None)


def close(rig: Rig) -> None:
    rig.display.close()


@pytest.mark.parametrize("event", [newer_show, newer_landing, close])
@pytest.mark.parametrize("under_way", [False, True])
def test_what_takes_its_place_tells_landed_at_once(rig: Rig, event: Callable[[Rig], None], under_way: bool) -> None:
    rig.run()
    rig.display.land(ROLL, rig.landed)
    if under_way:
        rig.run(0.5)
    assert rig.landed_s == []
    event(rig)
    assert len(rig.landed_s) == 1
    rig.run(LANDING_S)
    assert len(rig.landed_s) == 1


def test_a_closed_display_tells_landed_at_once_and_shows_nothing_new(rig: Rig) -> None:
    rig.display.close()
    rig.display.close()
    rig.display.land(ROLL, rig.landed)
    rig.display.show(HELLO)
    assert len(rig.landed_s) == 1
    rig.run()
    assert rig.public == []


def test_without_a_panel_landed_is_told_at_once(rig: Rig) -> None:
    rig.bus.unplug()
    rig.display.land(ROLL, rig.landed)
    rig.run()
    assert rig.landed_s == [1000.0]


def test_a_panel_pulled_while_dice_land_tells_landed_at_once(rig: Rig) -> None:
    rig.display.land(ROLL, rig.landed)
    rig.run(0.5)
    rig.bus.unplug()
    rig.run(0.3)
    assert len(rig.landed_s) == 1
    rig.run(LANDING_S)
    assert len(rig.landed_s) == 1


def test_a_landing_that_comes_while_another_is_told_is_not_told_for_it(rig: Rig) -> None:
    told: list[str] = []

    def first() -> None:
        told.append("first")
        rig.display.land(OTHER_ROLL, lambda: told.append("second"))

    rig.display.land(ROLL, first)
    rig.run(1.2)
    assert told == ["first"]
    rig.run(LANDING_S)
    assert told == ["first", "second"]


def test_no_public_picture_depends_on_a_result_before_it_is_shown() -> None:
    histories = []
    for roll in (ROLL, OTHER_ROLL):
        rig = Rig()
        rig.display.show(ROLLING)
        rig.run(0.5)
        rig.display.land(roll, rig.landed)
        rig.run(LANDING_S)
        rig.run(120.0)
        assert shows(rig, roll)
        assert rig.display.own_bitmap() == rig.display.public_bitmap()
        histories.append((tuple(rig.public), rig.display.public_bitmap()))
        rig.display.show(roll)
        rig.run()
        assert rig.display.public_bitmap() == rig.public[-1] == still(roll).tobytes()
    assert histories[0] == histories[1]
    assert len(histories[0][0]) > 5, "tumbling dice are public"


def test_a_result_stays_unpublished_when_the_next_cue_fails(rig: Rig) -> None:
    rig.display.land(ROLL, rig.landed)
    rig.run(LANDING_S)
    rig.display.show(StrangeCue())
    with pytest.raises(TypeError, match="no screen shows a StrangeCue"):
        rig.run()
    rig.run(5.0)
    assert rig.public == []


def test_a_private_cue_is_mirrored_as_a_closed_eye(rig: Rig) -> None:
    secret = MessageCue(title="417062", private=True)
    rig.display.show(secret)
    rig.run()
    assert shows(rig, secret)
    assert rig.public == [placeholder().tobytes()]
    assert rig.display.own_bitmap() == still(secret).tobytes()
    rig.display.show(HELLO)
    rig.run()
    assert rig.public[-1] == still(HELLO).tobytes()


@each_row("chip", CHIPS)
def test_a_panel_that_is_absent_at_first_shows_the_newest_picture_when_it_comes(chip: str) -> None:
    rig = Rig(chip)
    rig.bus.unplug()
    rig.display.show(HELLO)
    rig.run(3.0)
    rig.display.show(BYE)
    rig.run(3.0)
    assert rig.statuses == [SILENT]
    assert rig.display.public_bitmap() == still(BYE).tobytes(), "the mirror goes on without it"
    rig.bus.plug_in()
    rig.run(10.0)
    assert shows(rig, BYE)
    assert rig.statuses == [SILENT, WORKS]


@each_row("chip", CHIPS)
@each_row("at", range(8))
def test_a_panel_pulled_in_mid_frame_comes_back_with_the_whole_picture(chip: str, at: int) -> None:
    rig = Rig(chip)
    rig.display.show(ROLL)
    rig.run()
    left = [at]

    def pull(payload: bytes) -> None:
        left[0] -= 1
        if left[0] < 0:
            rig.bus.unplug()

    rig.on_tape = pull
    rig.display.show(VerdictCue(won=True, title="WON"))
    rig.run(2.0)
    rig.on_tape = rig.tape.append
    assert rig.statuses == [WORKS, SILENT]
    rig.bus.plug_in()
    rig.run(10.0)
    assert shows(rig, VerdictCue(won=True, title="WON"))
    assert rig.statuses == [WORKS, SILENT, WORKS]


def test_a_silent_panel_is_asked_less_and_less_often(rig: Rig) -> None:
    rig.bus.unplug()
    assert rig.run(60.0)[:7] == pytest.approx([1, 2, 4, 8, 10, 10, 10])
    rig.bus.plug_in()
    rig.run(10.0)
    rig.bus.unplug()
    rig.display.show(HELLO)
    assert rig.run(3.0)[:2] == pytest.approx([1, 2])


def test_a_silent_panel_is_logged_once(rig: Rig, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "hardware.oled.panel.display")
    rig.bus.unplug()
    rig.run(120.0)
    rig.bus.plug_in()
    rig.run(120.0)
    assert [record.levelname for record in caplog.records] == ["WARNING", "INFO"]


@each_row("chip", CHIPS)
def test_a_disturbed_picture_heals_within_a_minute(chip: str) -> None:
    rig = Rig(chip)
    screen: Screen = rig.display
    screen.show(HELLO)
    rig.run(1.0)
    rig.controller.ram[500:520] = b"\x5a" * 20
    assert not shows(rig, HELLO)
    rig.run(60.0)
    assert shows(rig, HELLO)


def test_a_picture_in_motion_is_not_sent_whole(rig: Rig) -> None:
    rig.run(59.9)
    rig.tape.clear()
    rig.display.land(ROLL, rig.landed)
    rig.run(1.0)
    whole_page = 1 + 128
    assert max(map(len, rig.tape)) < whole_page
    rig.run(1.0)
    assert [len(payload) for payload in rig.tape].count(whole_page) == 8, "once it rests"


def test_the_thread_shows_what_comes_and_puts_the_glass_out_at_the_end() -> None:
    with Running() as rig:
        rig.display.show(HELLO)
        rig.wait_for_public(still(HELLO).tobytes())
        rig.display.land(BYE, rig.landing_told.set)
        assert rig.landing_told.wait(PATIENCE_S)
        assert shows(rig, BYE)
    assert rig.tape[-1] == b"\x00\xae"
    assert rig.controller.picture() == bytes(8192)


def test_a_cue_that_another_follows_at_once_is_not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.oled.panel.display.BREATH_S", 0.5)
    with Running() as rig:
        rig.display.show(HELLO)
        threading.Event().wait(0.05)
        rig.display.show(BYE)
        rig.wait_for_public(still(BYE).tobytes())
    assert still(HELLO).tobytes() not in rig.public


def test_a_crash_in_a_screen_is_logged_and_the_next_cue_works(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.oled.panel.display.AFTER_CRASH_S", 0.0)
    with Running() as rig:
        rig.display.land(StrangeCue(), rig.landing_told.set)
        assert rig.landing_told.wait(PATIENCE_S)
        rig.display.show(HELLO)
        rig.wait_for_public(still(HELLO).tobytes())
    assert "no screen shows a StrangeCue" in caplog.text


def test_a_result_stays_unpublished_when_drawing_the_next_cue_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.oled.panel.display.AFTER_CRASH_S", 0.0)
    with Running() as rig:
        rig.display.land(ROLL, rig.landing_told.set)
        assert rig.landing_told.wait(PATIENCE_S)
        step, steps = rig.display.step, threading.Semaphore(0)

        def counted() -> float:
            try:
                return step()
            finally:
                steps.release()

        monkeypatch.setattr(rig.display, "step", counted)
        rig.display.show(RollingCue(count=9, caption="too many"))
        for what in ("the crash", "the step after it"):
            assert steps.acquire(timeout=PATIENCE_S), what
    assert rig.public == []


def test_a_bus_that_hangs_does_not_hold_up_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.oled.panel.display.CLOSE_S", 0.01)
    rig = Running()
    hanging, freed = threading.Event(), threading.Event()

    def hang(payload: bytes) -> None:
        hanging.set()
        assert freed.wait(PATIENCE_S)

    rig.on_tape = hang
    rig.display.start()
    rig.display.land(ROLL, rig.landing_told.set)
    assert hanging.wait(PATIENCE_S)
    rig.display.close()
    assert rig.landing_told.is_set()
    freed.set()


@each_row(
    ("fault", "key", "advice"),
    [
        (OSError(errno.EACCES, "Permission denied", "/dev/i2c-1"), "device.oled.forbidden", "in the group i2c"),
        (OSError(errno.EPERM, "Operation not permitted", "/dev/i2c-1"), "device.oled.forbidden", "in the group i2c"),
        (FileNotFoundError(errno.ENOENT, "No such file", "/dev/i2c-1"), "device.oled.no_bus", say("health.i2c-on")),
    ],
)
def test_a_bus_that_cannot_be_opened_is_told_with_what_to_do_and_its_cable_only_once_it_can(
    fault: OSError, key: str, advice: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.clear()
    caplog.set_level(logging.INFO, "hardware.oled.panel.display")
    bus = Bus({ADDRESS: CONTROLLERS["ssd1306"]()})
    faults = [fault, fault]

    def open_bus() -> Bus:
        if faults:
            raise faults.pop()
        return bus

    bus.unplug()
    clock, statuses = Clock(), list[DeviceStatus]()
    panel = PageSSD1306(PanelWire(open_bus, ADDRESS), rotate=0, first_column=0)
    display = Display(panel, simulated=False, on_status=statuses.append, clock=clock)
    for _ in range(4):
        clock.now_s += display.step()
    bus.plug_in()
    for _ in range(4):
        clock.now_s += display.step()
    assert [status.trouble for status in statuses] == [key, "device.oled.silent", ""]
    assert [record.levelname for record in caplog.records] == ["WARNING", "WARNING", "INFO"]
    assert advice in caplog.messages[0]
    assert "check its cable" in caplog.messages[1]


@each_row("stays", [True, False])
def test_at_the_end_the_glass_goes_dark_unless_its_last_picture_is_to_stay(stays: bool) -> None:
    rig = Running()
    rig.display.start()
    eventually(lambda: rig.statuses == [WORKS])
    if stays:
        rig.display.stay()
    rig.display.show(BYE)  # it closes before that is drawn
    rig.display.close()
    assert shows(rig, BYE) == stays
    assert rig.controller.picture() == pixels(still(BYE) if stays else BLANK)
