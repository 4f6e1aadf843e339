from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import msgspec
import pytest

from companion.cues import Speaker, showing, starting
from companion.engine.chance import Answer
from companion.kits.play import DiceSpec, KitState, Rolled
from hardware.oled.screens import still
from hardware.ports import BLANK_DICE, MessageCue, RollCue, RollingCue, RollingVerdictCue, StageCue, VerdictCue
from tests.companion.tabletop import LIBRARY, TEXTS, opened

SAY = Speaker(TEXTS, "en")
FIRESHIP = opened(("Ann",)).state
assert isinstance(FIRESHIP, KitState)
BOTH_WON = DiceSpec("plain", ("won", "won", "lost"), count=2)


def after(dice: str, faces: Answer, state: KitState = FIRESHIP) -> tuple[tuple[Rolled, ...], KitState]:
    fact = Rolled(dice, faces)
    return (fact,), fact.apply(state)


@pytest.mark.parametrize(
    ("dice", "faces", "cue"),
    [
        ("dice", (3, 7, 10), RollCue(values=(3, 7, 10), caption="Roll 1", total=20, name="Ann", look="d10")),
        ("plain", ("won",), VerdictCue(won=True, title="WON", detail="Plain die 3/6")),
        ("plain", ("lost",), VerdictCue(won=False, title="LOST", detail="Plain die 3/6")),
        ("blue", ("won",), VerdictCue(won=True, title="WON", detail="Blue die 4/6")),
        ("blue", ("lost",), VerdictCue(won=False, title="LOST", detail="Blue die 4/6")),
    ],
)
def test_a_result_of_the_kit_is_shown(dice: str, faces: Answer, cue: StageCue) -> None:
    assert showing(*after(dice, faces), "Ann", SAY) == cue


@pytest.mark.parametrize(
    ("dice", "cue"),
    [
        ("dice", RollingCue(count=3, caption=TEXTS.say("en", "kit.fireship.dice"), name="Ann", look="d10")),
        ("blue", RollingVerdictCue(caption="Blue die", name="Ann")),
        ("no-such-dice", None),
    ],
)
def test_what_starts_is_shown_without_a_result(dice: str, cue: StageCue | None) -> None:
    assert starting(FIRESHIP, dice, "Ann", SAY) == cue


@pytest.mark.parametrize(
    ("dice", "cue"),
    [
        (DiceSpec("plain", ("won", "lost")), RollingVerdictCue(caption="Plain die")),
        (BOTH_WON, RollingCue(count=2, caption="Plain die", look=BLANK_DICE)),
        (DiceSpec("plain", ("won", "won")), RollingCue(count=1, caption="Plain die", look=BLANK_DICE)),
        (DiceSpec("plain", ("won", "lost", "draw")), RollingCue(count=1, caption="Plain die", look=BLANK_DICE)),
        (DiceSpec("plain", ("sun", "moon"), look="blue"), RollingCue(count=1, caption="Plain die", look=BLANK_DICE)),
        (DiceSpec("plain", (1, 2), look="blue"), RollingCue(count=1, caption="Plain die", look="blue")),
    ],
)
def test_only_a_die_that_wins_or_loses_tumbles_as_one(dice: DiceSpec, cue: StageCue) -> None:
    assert starting(replace_dice(dice), "plain", "", SAY) == cue


def test_one_die_with_numbers_has_no_sum_and_words_are_written_out() -> None:
    one = replace_dice(DiceSpec("dice", (1, 2, 3), look="plain"))
    assert showing(*after("dice", (2,), one), "", SAY) == RollCue(values=(2,), caption="Roll 1", look="plain")
    two = replace_dice(BOTH_WON)
    cue = showing(*after("plain", ("won", "lost"), two), "", SAY)
    assert cue == MessageCue(title="Won, Lost", lines=("Plain die",))


def replace_dice(dice: DiceSpec) -> KitState:
    assert isinstance(FIRESHIP, KitState)
    return msgspec.structs.replace(FIRESHIP, kit=msgspec.structs.replace(FIRESHIP.kit, dice=(dice,)))


def test_every_roll_of_every_kit_has_a_screen_in_both_languages() -> None:
    for game in LIBRARY.games:
        state = game.start(game.setup(("Ann",), {}))
        assert isinstance(state, KitState)
        for dice in state.kit.dice:
            for lang in TEXTS.languages:
                cue = showing(*after(dice.name, (dice.faces[-1],) * dice.count, state), "Ann", Speaker(TEXTS, lang))
                assert cue is not None
                assert still(cue).getbbox() is not None


def test_the_last_fact_that_can_be_shown_is_shown() -> None:
    first, state = after("dice", (1, 1, 1))
    second, state = after("dice", (2, 2, 2), state)
    assert showing((*first, *second), state, "", SAY) == RollCue(values=(2, 2, 2), caption="Roll 2", total=6)
    assert showing((), state, "", SAY) is None


def test_no_codec_takes_the_cue_of_a_result() -> None:
    cue = showing(*after("dice", (3, 7, 10)), "Ann", SAY)
    encoders: tuple[Callable[[Any], object], ...] = (pickle.dumps, copy.copy, json.dumps, msgspec.json.encode, asdict)
    for encode in encoders:
        with pytest.raises(TypeError):
            encode(cue)
    assert "3" not in repr(cue)
