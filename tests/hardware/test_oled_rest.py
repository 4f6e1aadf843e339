"""What the screen does while nobody uses it: seen at the controller, by a clock that only tests turn."""

from __future__ import annotations

import threading

import pytest
from PIL import Image

from hardware.cues import IdleCue, MessageCue, RollCue, StageCue
from hardware.oled.drawing.screens import BLANK, placeholder, still
from hardware.oled.panel.rest import CONTRASTS, DIM_CONTRAST, PLACES, moved
from hardware.ports import BRIGHTNESSES, USUAL_BRIGHTNESS, Screen
from tests.support.oleds import CHIPS, PATIENCE_S, Rig, Running, pixels
from tests.support.rows import each_row

HELLO = MessageCue(title="Hello")
BYE = MessageCue(title="Bye")
IDLE = IdleCue(title="20:14", hint="Any button")
ROLL = RollCue(values=(3, 7, 10), total=20, caption="Roll 14", name="Ben")
USUAL = CONTRASTS[USUAL_BRIGHTNESS]


def resting_rig(chip: str = "ssd1306") -> Rig:
    rig = Rig(chip)
    rig.display.when_idle(IDLE)
    rig.display.show(HELLO)
    rig.run()
    return rig


def shown(rig: Rig) -> bytes:
    return rig.controller.picture()


def words(picture: bytes) -> bytes:
    """What is lit, wherever it stands."""
    image = Image.frombytes("L", (128, 64), picture)
    return image.crop(image.getbbox()).tobytes()


@each_row("chip", CHIPS)
def test_after_a_minute_the_screen_is_dim_and_still_shows_what_it_should(chip: str) -> None:
    rig = resting_rig(chip)
    rig.run(59.0)
    assert rig.controller.contrast == USUAL
    rig.run(1.0)
    assert rig.controller.contrast == DIM_CONTRAST
    assert shown(rig) == pixels(still(HELLO))


def test_from_five_minutes_on_the_idle_cue_moves_on_each_minute() -> None:
    rig = resting_rig()
    rig.run(299.0)
    assert shown(rig) == pixels(still(HELLO))
    rig.run(1.5)
    places = []
    for _ in range(10):
        places.append(shown(rig))
        rig.run(60.0)
    assert len(set(places)) == 10
    assert {words(picture) for picture in places} == {words(pixels(still(IDLE)))}
    assert rig.controller.contrast == DIM_CONTRAST


def test_the_idle_cue_moves_by_itself_and_reaches_every_edge() -> None:
    rig = resting_rig()
    rig.run(899.0)
    minutes = rig.public[1:]
    assert minutes == [moved(still(IDLE), minute).tobytes() for minute in range(10)]
    boxes = [Image.frombytes("1", (128, 64), picture).getbbox() or (9, 9, 9, 9) for picture in minutes]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    assert (min(lefts), min(tops), max(rights), max(bottoms)) == (0, 0, 128, 64)


def test_no_pixel_stands_still_while_the_idle_cue_moves() -> None:
    always = (1 << 8192) - 1
    for minute in range(len(PLACES)):
        always &= int.from_bytes(moved(still(IDLE), minute).tobytes())
    assert always == 0


@each_row("chip", CHIPS)
def test_after_fifteen_minutes_the_glass_is_dark_and_stays_so(chip: str) -> None:
    rig = resting_rig(chip)
    rig.run(899.0)
    assert rig.controller.on
    rig.run(1.0)
    assert not rig.controller.on
    rig.run(3600.0)
    assert not rig.controller.on


def wake(rig: Rig) -> StageCue:
    rig.display.wake()
    return HELLO


def show(rig: Rig) -> StageCue:
    rig.display.show(BYE)
    return BYE


def land(rig: Rig) -> StageCue:
    rig.display.land(BYE, rig.landed)
    return BYE


def change_brightness(rig: Rig) -> StageCue:
    rig.display.set_brightness(USUAL_BRIGHTNESS)
    return HELLO


@each_row("event", [wake, show, land, change_brightness])
@each_row("after_s", [100.0, 400.0, 1000.0])
def test_what_ends_a_rest_ends_it_at_once_and_it_begins_anew(event: object, after_s: float) -> None:
    assert callable(event)
    rig = resting_rig()
    rig.run(after_s)
    cue = event(rig)
    rig.run()
    assert (rig.controller.on, rig.controller.contrast) == (True, USUAL)
    assert shown(rig) == pixels(still(cue))
    rig.run(59.0)
    assert rig.controller.contrast == USUAL
    rig.run(1.0)
    assert rig.controller.contrast == DIM_CONTRAST


def test_a_screen_in_use_never_rests() -> None:
    rig = resting_rig()
    for _ in range(30):
        rig.run(50.0)
        rig.display.wake()
        rig.run()
        assert (rig.controller.on, rig.controller.contrast) == (True, USUAL)


def test_without_an_idle_cue_the_picture_stays_until_the_glass_is_dark() -> None:
    rig = Rig()
    rig.display.show(HELLO)
    rig.run(899.0)
    assert shown(rig) == pixels(still(HELLO))
    rig.run(2.0)
    assert not rig.controller.on
    assert rig.display.public_bitmap() == BLANK.tobytes()


def test_the_idle_cue_may_change_while_it_is_shown() -> None:
    rig = resting_rig()
    rig.run(301.0)
    later = IdleCue(title="20:15", hint="Any button")
    rig.display.when_idle(later)
    rig.run()
    assert words(shown(rig)) == words(pixels(still(later)))
    assert rig.controller.contrast == DIM_CONTRAST


@each_row("level", BRIGHTNESSES)
def test_a_level_of_brightness_is_seen_by_the_chip_and_comes_back_after_a_rest(level: int) -> None:
    rig = resting_rig()
    rig.display.set_brightness(level)  # type: ignore[arg-type]
    rig.run()
    assert rig.controller.contrast == CONTRASTS[level]  # type: ignore[index]
    rig.run(61.0)
    assert rig.controller.contrast == DIM_CONTRAST
    rig.display.wake()
    rig.run()
    assert rig.controller.contrast == CONTRASTS[level]  # type: ignore[index]


def test_brighter_levels_are_brighter() -> None:
    assert sorted(CONTRASTS.values()) == [CONTRASTS[level] for level in BRIGHTNESSES]
    assert CONTRASTS[1] > DIM_CONTRAST


@each_row("level", [0, 6, "3"])
def test_any_other_level_is_refused(level: object) -> None:
    screen: Screen = Rig().display
    with pytest.raises(ValueError, match=f"brightness {level!r}: .* from 1 to 5"):
        screen.set_brightness(level)  # type: ignore[arg-type]


@each_row("chip", CHIPS)
@each_row(
    ("after_s", "lit", "contrast"), [(10.0, True, 0xFF), (100.0, True, DIM_CONTRAST), (1000.0, False, DIM_CONTRAST)]
)
def test_a_panel_that_comes_back_is_as_bright_or_dark_as_it_should_be(
    after_s: float, lit: bool, contrast: int, chip: str
) -> None:
    rig = resting_rig(chip)
    rig.display.set_brightness(5)
    rig.run(after_s)
    rig.bus.unplug()
    rig.display.show(BYE)
    rig.run(after_s)
    assert not rig.statuses[-1].working
    rig.bus.plug_in()
    rig.run(10.1)
    assert not lit or shown(rig) == pixels(still(BYE))
    assert (rig.controller.on, rig.controller.contrast) == (lit, contrast)


@each_row("chip", CHIPS)
def test_a_panel_that_lost_its_power_unnoticed_shines_again_within_a_minute(chip: str) -> None:
    rig = resting_rig(chip)
    rig.display.set_brightness(4)
    rig.run(10.0)
    rig.controller.power_cycle()
    rig.run(49.0)
    rig.display.wake()
    rig.run(1.5)
    assert (rig.controller.on, rig.controller.contrast) == (True, CONTRASTS[4])
    assert shown(rig) == pixels(still(HELLO))
    assert rig.controller.rows_remapped, "it was set up, not only lit"


@each_row("chip", CHIPS)
def test_a_panel_that_is_healed_never_goes_dark_meanwhile(chip: str) -> None:
    rig = resting_rig(chip)
    rig.run(50.0)
    lit = []
    rig.on_tape = lambda payload: lit.append((rig.controller.on, rig.controller.contrast))
    rig.run(60.0)
    assert len(lit) > 16
    assert {on for on, _ in lit} == {True}
    assert {contrast for _, contrast in lit} == {USUAL, DIM_CONTRAST}


def test_a_screen_that_rests_is_mirrored_as_it_is() -> None:
    rig = resting_rig()
    rig.run(301.0)
    assert rig.display.public_bitmap() == moved(still(IDLE), 0).tobytes()
    rig.run(600.0)
    assert rig.display.public_bitmap() == BLANK.tobytes()
    rig.display.wake()
    rig.run()
    assert rig.display.public_bitmap() == still(HELLO).tobytes()


def test_a_private_idle_cue_is_mirrored_as_a_closed_eye() -> None:
    rig = resting_rig()
    rig.display.when_idle(IdleCue(title="417062", hint="secret", private=True))
    rig.run(301.0)
    assert rig.display.public_bitmap() == placeholder().tobytes()


def test_a_result_that_is_not_public_stays_so_through_a_whole_rest() -> None:
    rig = resting_rig()
    rig.display.land(ROLL, rig.landed)
    rig.run(1000.0)
    rig.display.wake()
    rig.run(30.0)
    assert shown(rig) == pixels(still(ROLL))
    assert still(ROLL).tobytes() not in rig.public


def test_a_screen_at_rest_sends_next_to_nothing() -> None:
    rig = resting_rig()
    rig.run(901.0)
    rig.bus.reset_counts()
    rig.run(600.0)
    assert rig.bus.bytes_written <= 10 * 1200, "a whole picture a minute, which heals the RAM"


def test_what_changes_while_the_thread_is_busy_is_seen_before_it_sleeps() -> None:
    brighter = threading.Event()

    def change(payload: bytes) -> None:
        rig.on_tape = look
        rig.display.set_brightness(5)

    def look(payload: bytes) -> None:
        if payload == bytes((0x00, 0x81, 0xFF)):
            brighter.set()

    with Running() as rig:
        rig.display.show(HELLO)
        rig.wait_for_public(still(HELLO).tobytes())
        rig.on_tape = change
        rig.display.show(BYE)
        assert brighter.wait(PATIENCE_S)


def test_an_idle_cue_that_cannot_be_drawn_fails_once(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    class StrangeCue(StageCue):
        """A cue that no screen is drawn for."""

    monkeypatch.setattr("hardware.oled.panel.display.AFTER_CRASH_S", 0.0)
    monkeypatch.setattr("hardware.oled.panel.rest.DIM_S", -2.0)
    monkeypatch.setattr("hardware.oled.panel.rest.IDLE_S", -1.0)
    with Running() as rig:
        rig.display.when_idle(StrangeCue())
        rig.display.land(HELLO, lambda: None)
        rig.display.land(BYE, rig.landing_told.set)
        assert rig.landing_told.wait(PATIENCE_S)
    assert caplog.text.count("the OLED's screen failed") == 1
