"""What a tray shows of each cue: a picture, the dark, or what lay there before."""

from __future__ import annotations

import pytest

from firmware_host import tlink
from firmware_host.line import Greeting
from firmware_host.pictures import DARK, LAND_MS, TrayPicture, picture_of
from hardware.cues import (
    BLANK_DICE,
    AimCue,
    CardCue,
    ChoiceCue,
    CountdownCue,
    DrawingCue,
    ErrorCue,
    FrameCue,
    HandCue,
    IdleCue,
    JoinCue,
    MenuCue,
    MessageCue,
    MeterCue,
    NumberCue,
    RollCue,
    RollingCue,
    RollingVerdictCue,
    ScoresCue,
    SpinningCue,
    StageCue,
    StartCue,
    StepCue,
    SymbolsCue,
    ThrowCue,
    ThrowingCue,
    TokenCue,
    TurnCue,
    VerdictCue,
    WheelCue,
)
from tests.support.trays import wheel

SEA, CORAL, KELP, BRASS = range(4)
TICKS = tuple("2233344558")


def meter(at: int, ticks: tuple[str, ...] = TICKS) -> MeterCue:
    return MeterCue(title="Waters Rise!", ticks=ticks, at=at)


def token(look: str) -> TokenCue:
    return TokenCue(title="Gold Gate", word="", look=look)


def aim(look: str) -> AimCue:
    return AimCue(degrees=90, pose="strike", title="Ann", word="", look=look)


def thrown(*faces: str) -> ThrowCue:
    return ThrowCue(kinds=("d20",) * len(faces), faces=faces, caption="")


SHOWN: list[tuple[StageCue, TrayPicture | None]] = [
    (RollingCue(count=3, caption=""), TrayPicture(tlink.DICE, 3)),
    (RollCue(values=(3, 7, 10), caption=""), TrayPicture(tlink.DICE, 3, b"\x03\x07\x0a")),
    (RollCue(values=(0, 100), caption=""), TrayPicture(tlink.DICE, 2, b"\x00\x64")),
    (RollCue(values=(3, 101), caption=""), DARK),
    (RollCue(values=(3, -1), caption=""), DARK),
    (RollingCue(count=2, caption="", look=BLANK_DICE), DARK),
    (thrown("3", "17"), TrayPicture(tlink.DICE, 2, b"\x03\x11")),
    (thrown("-1", "1"), DARK),
    (thrown("Yes"), DARK),
    (thrown(*"123456"), DARK),
    (ThrowingCue(kinds=("d6",) * 5, faces=("",) * 5, caption=""), TrayPicture(tlink.DICE, 5)),
    (ThrowingCue(kinds=("d6",) * 6, faces=("",) * 6, caption=""), DARK),
    (SymbolsCue(title="", symbols=()), None),
    (NumberCue(title="", value="34"), None),
    (ScoresCue(title="", rows=()), None),
    (RollingVerdictCue(caption=""), TrayPicture(tlink.VERDICT, 1)),
    (VerdictCue(won=True, title=""), TrayPicture(tlink.VERDICT, 1, b"\x01")),
    (VerdictCue(won=False, title=""), TrayPicture(tlink.VERDICT, 1, b"\x00")),
    (SpinningCue(count=11, caption=""), TrayPicture(tlink.WHEEL, 11)),
    (SpinningCue(count=256, caption=""), DARK),
    (wheel(11, 7), TrayPicture(tlink.WHEEL, 11, b"\x07")),
    (wheel(256, 7), DARK),
    (DrawingCue(caption=""), TrayPicture(tlink.GAUGE, 1)),
    (CardCue(title=""), DARK),
    (meter(0), TrayPicture(tlink.GAUGE, 10, bytes((0, SEA)))),
    (meter(9), TrayPicture(tlink.GAUGE, 10, bytes((9, CORAL)))),
    (meter(0, ("",) * 256), DARK),
    (token("water"), TrayPicture(tlink.GAUGE, 1, bytes((0, SEA)))),
    (token("hole"), TrayPicture(tlink.GAUGE, 1, bytes((0, CORAL)))),
    (token("land"), TrayPicture(tlink.GAUGE, 1, bytes((0, KELP)))),
    (token("lit"), TrayPicture(tlink.GAUGE, 1, bytes((0, BRASS)))),
    (token("shot"), TrayPicture(tlink.GAUGE, 1, bytes((0, BRASS)))),
    (token("blast"), TrayPicture(tlink.GAUGE, 1, bytes((0, CORAL)))),
    (token("plain"), DARK),
    (aim("shot"), TrayPicture(tlink.GAUGE, 1, bytes((0, BRASS)))),
    (aim("plain"), DARK),
    (TurnCue(title="", step="", level=3, levels=10), TrayPicture(tlink.GAUGE, 10, bytes((2, SEA)))),
    (TurnCue(title="", step="", level=10, levels=10), TrayPicture(tlink.GAUGE, 10, bytes((9, CORAL)))),
    (TurnCue(title="", step="", level=0, levels=10), DARK),
    (TurnCue(title="", step=""), None),
    (CountdownCue(title="", left_s=60.0, of_s=60, runs=True), TrayPicture(tlink.GAUGE, 12, bytes((11, SEA)))),
    (CountdownCue(title="", left_s=30.1, of_s=60, runs=True), TrayPicture(tlink.GAUGE, 12, bytes((6, SEA)))),
    (CountdownCue(title="", left_s=9.9, of_s=60, runs=True), TrayPicture(tlink.GAUGE, 12, bytes((1, CORAL)))),
    (CountdownCue(title="", left_s=0.0, of_s=60, runs=True), TrayPicture(tlink.GAUGE, 12, bytes((0, CORAL)))),
    (CountdownCue(title="", left_s=70.0, of_s=60, runs=True), TrayPicture(tlink.GAUGE, 12, bytes((11, SEA)))),
    (StartCue(address=""), DARK),
    (MessageCue(title=""), None),
    (ErrorCue(title=""), None),
    (MenuCue(selected=""), None),
    (HandCue(title="", cards=("",)), None),
    (JoinCue(code="", address=""), None),
    (IdleCue(title="", hint=""), None),
    (StepCue(title="", word="", at=1, of=20), None),
    (FrameCue(title="", name=""), None),
    (ChoiceCue(title="", word=""), None),
]


@pytest.mark.parametrize(("cue", "picture"), SHOWN)
def test_each_cue_is_a_picture_or_the_dark_or_leaves_what_is_there(cue: StageCue, picture: TrayPicture | None) -> None:
    assert picture_of(cue) == picture


def test_no_kind_of_cue_is_forgotten() -> None:
    kinds = {kind for kind in StageCue.__subclasses__() if kind.__module__ == StageCue.__module__}
    assert {type(cue) for cue, _ in SHOWN} == kinds


def private(cue: StageCue) -> StageCue:
    """The same, for the eyes of one person only."""
    kind = type(cue)
    return kind(**{**{field: getattr(cue, field) for field in kind.fields}, "private": True})


@pytest.mark.parametrize("cue", [cue for cue, picture in SHOWN if picture is not None])
def test_nothing_private_changes_a_light(cue: StageCue) -> None:
    assert picture_of(private(cue)) is None


@pytest.mark.parametrize(
    ("picture", "fits"),
    [
        (TrayPicture(tlink.DICE, 3), True),
        (TrayPicture(tlink.DICE, 4), False),
        (TrayPicture(tlink.VERDICT, 1), True),
        (TrayPicture(tlink.WHEEL, 22), True),
        (TrayPicture(tlink.WHEEL, 23), False),
        (TrayPicture(tlink.WHEEL, 1), False),
        (TrayPicture(tlink.GAUGE, 100), True),
    ],
)
def test_a_picture_fits_the_windows_and_the_ring_that_are_there(picture: TrayPicture, fits: bool) -> None:
    assert picture.fits(Greeting(1, 3, 22, "1.0.0", "1.27.0")) is fits


def test_a_picture_tells_nothing_in_a_log_and_each_has_its_time_to_land() -> None:
    assert "values" not in repr(TrayPicture(tlink.WHEEL, 11, b"\x07"))
    assert LAND_MS.keys() == {picture.what for _, picture in SHOWN if picture not in (None, DARK)}


def test_a_wheels_cue_names_the_segment_by_its_place() -> None:
    assert picture_of(WheelCue(names=("boat", "plane", "fog"), at=2)) == TrayPicture(tlink.WHEEL, 3, b"\x02")
