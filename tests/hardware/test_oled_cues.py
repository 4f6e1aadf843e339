from __future__ import annotations

import copy
import dataclasses
import json
import pickle
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from hardware.cues import (
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
from tests.support.rows import each_row

CUES: tuple[StageCue, ...] = (
    StageCue(),
    StartCue(address="tide.local", lines=("Join at",), qr="http://tide.local/"),
    RollingCue(count=3, caption="Roll 14"),
    RollCue(values=(3, 7, 10), total=20, caption="Roll 14", name="Ben"),
    ThrowingCue(kinds=("d20", "d20"), faces=("", ""), caption="Advantage"),
    ThrowCue(kinds=("d20", "d20"), faces=("3", "17"), caption="2d20kh1+5", total="22", dropped=(True, False)),
    SymbolsCue(title="Check", symbols=(("Success", 2),)),
    NumberCue(title="Score", name="Ann", before="31", value="34"),
    ScoresCue(title="Score", rows=(("Ann", "34"), ("Ben", "31")), leads=(0,)),
    RollingVerdictCue(caption="blue die 4/6"),
    VerdictCue(won=True, title="WON"),
    ErrorCue(title="No tray"),
    MessageCue(title="secret", private=True),
    MenuCue(selected="Fireship"),
    SpinningCue(count=11, caption="The wheel"),
    WheelCue(names=("Boat", "Kraken"), at=1, sign="kraken"),
    DrawingCue(caption="Mystery cards"),
    CardCue(title="Boom"),
    TokenCue(title="Copper Gate", word="FLOODS", look="water"),
    AimCue(degrees=45, pose="strike", title="Ann", word="Pit A"),
    MeterCue(title="Water", ticks=("2", "3"), at=1),
    HandCue(title="Ada", cards=("Boom", "Fog"), private=True),
    JoinCue(code="417062", address="tide.local", private=True),
    IdleCue(title="20:14", hint="Any button"),
    TurnCue(title="Diver", step="Actions", left=2, of=3, level=1, levels=10),
    CountdownCue(title="Sand glass", left_s=42.3, of_s=60, runs=True),
    StepCue(title="Press", word="ROLL", at=2, of=20),
    FrameCue(title="Frame whole?", name="SH1106"),
    ChoiceCue(title="Hello  Bonjour", word="English"),
)
CODECS: tuple[Callable[[Any], object], ...] = (
    msgspec.json.encode,
    msgspec.msgpack.encode,
    msgspec.to_builtins,
    json.dumps,
    pickle.dumps,
    lambda cue: pickle.dumps(cue, 0),
    copy.copy,
    copy.deepcopy,
    dataclasses.asdict,
    vars,
    dict,
    list,
)


def every_kind_of_cue() -> set[type]:
    return {StageCue, *StageCue.__subclasses__()}


def test_every_kind_of_cue_is_tried_here() -> None:
    assert {type(cue) for cue in CUES} == {kind for kind in every_kind_of_cue() if kind.__module__ == "hardware.cues"}


@each_row("codec", CODECS)
@each_row("cue", CUES, ids=repr)
def test_no_codec_takes_a_cue(cue: StageCue, codec: Callable[[Any], object]) -> None:
    with pytest.raises(TypeError):
        codec(cue)


@each_row("codec", [msgspec.json.encode, json.dumps, pickle.dumps, copy.deepcopy])
@each_row("cue", CUES, ids=repr)
def test_no_codec_takes_a_cue_inside_something_else(cue: StageCue, codec: Callable[[Any], object]) -> None:
    with pytest.raises(TypeError):
        codec({"cue": [cue]})


@each_row("cue", CUES, ids=repr)
def test_a_cue_tells_nothing_but_its_name_when_it_is_printed(cue: StageCue) -> None:
    assert repr(cue) == str(cue) == f"{cue}" == f"<{type(cue).__name__}>"


@each_row("cue", CUES, ids=repr)
def test_a_cue_is_frozen_and_has_no_room_for_more(cue: StageCue) -> None:
    assert not hasattr(cue, "__dict__")
    for name in ("private", "anything"):
        with pytest.raises(TypeError, match="is frozen"):
            setattr(cue, name, True)
    with pytest.raises(TypeError, match="is frozen"):
        del cue.private


def test_cues_are_equal_by_kind_and_values() -> None:
    cue = VerdictCue(won=True, title="WON")
    assert cue == VerdictCue(won=True, title="WON", detail="")
    assert hash(cue) == hash(VerdictCue(won=True, title="WON", detail=""))
    assert cue != VerdictCue(won=False, title="WON")
    assert cue != VerdictCue(won=True, title="WON", private=True)
    assert MessageCue(title="a") != ErrorCue(title="a")


@each_row(("values", "wrong"), [({}, "title"), ({"title": "a", "colour": "red"}, "colour"), ({"lines": ()}, "title")])
def test_a_cue_names_what_is_missing_or_unknown(values: dict[str, Any], wrong: str) -> None:
    with pytest.raises(TypeError, match=f"MessageCue takes private, title, lines, sign: missing or unknown is {wrong}"):
        MessageCue(**values)
