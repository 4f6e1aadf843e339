from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Any

import msgspec
import pytest

from companion.engine.chance import Answer
from companion.kits.facts.dice import Rolled
from companion.kits.format.spec import DiceSpec
from companion.kits.play import KitState
from companion.kits.things.board import Board
from companion.kits.things.throws import all_dice
from companion.stage import cues
from companion.stage.cues import Speaker
from companion.texts.say import Texts
from hardware.cues import (
    BLANK_DICE,
    CardCue,
    DrawingCue,
    MessageCue,
    MeterCue,
    RollCue,
    RollingCue,
    RollingVerdictCue,
    SpinningCue,
    StageCue,
    TokenCue,
    VerdictCue,
    WheelCue,
)
from hardware.oled.drawing.screens import still
from tests.companion.kits.test_play import played
from tests.support.rows import each_row
from tests.support.sample_kit import SAMPLE, SAMPLE_KIT, names_in
from tests.support.tabletop import LIBRARY, TEXTS, opened
from tests.support.wording import say

SAY = Speaker(TEXTS, "en")
showing, starting = partial(cues.showing, SAMPLE), partial(cues.starting, SAMPLE)
FIRESHIP = opened(("Ann",)).state
assert isinstance(FIRESHIP, KitState)
BOTH_WON = DiceSpec("plain", ("won", "won", "lost"), count=2)


def after(dice: str, faces: Answer, state: Board = FIRESHIP) -> tuple[tuple[Rolled, ...], Board]:
    fact = Rolled(dice, faces)
    return (fact,), fact.apply(state)


@each_row(
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
    assert showing(*after(dice, faces), "Ann", say=SAY) == cue


@each_row(
    ("dice", "cue"),
    [
        ("dice", RollingCue(count=3, caption=TEXTS.say("en", "kit.fireship.dice"), name="Ann", look="d10")),
        ("blue", RollingVerdictCue(caption="Blue die", name="Ann")),
        ("no-such-dice", None),
    ],
)
def test_what_starts_is_shown_without_a_result(dice: str, cue: StageCue | None) -> None:
    assert starting(FIRESHIP, dice, "Ann", say=SAY) == cue


@each_row(
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
    assert starting(replace_dice(dice), "plain", "", say=SAY) == cue


def test_one_die_with_numbers_has_no_sum_and_words_are_written_out() -> None:
    one = replace_dice(DiceSpec("dice", (1, 2, 3), look="plain"))
    assert showing(*after("dice", (2,), one), "", say=SAY) == RollCue(values=(2,), caption="Roll 1", look="plain")
    two = replace_dice(BOTH_WON)
    cue = showing(*after("plain", ("won", "lost"), two), "", say=SAY)
    assert cue == MessageCue(title="Won, Lost", lines=("Plain die",))


def replace_dice(dice: DiceSpec) -> KitState:
    assert isinstance(FIRESHIP, KitState)
    return msgspec.structs.replace(FIRESHIP, kit=msgspec.structs.replace(FIRESHIP.kit, dice=(dice,)))


def test_every_roll_of_every_kit_has_a_screen_in_both_languages() -> None:
    for game in (game.load() for game in LIBRARY.games if game.mode == "kit"):
        people = ("Ann", "Ben", "Cleo", "Dan", "Eve")[: max(1, game.seats[0])]
        state = game.start(game.setup(people, {}))
        assert isinstance(state, KitState)
        for dice in state.kit.dice:
            for lang in TEXTS.languages:
                thrown = tuple(faces[-1] for faces in all_dice(state.kit, dice))
                cue = showing(*after(dice.name, thrown, state), "Ann", say=Speaker(TEXTS, lang))
                assert cue is not None
                assert still(cue).getbbox() is not None


def test_the_last_fact_that_can_be_shown_is_shown() -> None:
    first, state = after("dice", (1, 1, 1))
    second, state = after("dice", (2, 2, 2), state)
    assert showing((*first, *second), state, "", say=SAY) == RollCue(values=(2, 2, 2), caption="Roll 2", total=6)
    assert showing((), state, "", say=SAY) is None


def test_no_codec_takes_the_cue_of_a_result() -> None:
    cue = showing(*after("dice", (3, 7, 10)), "Ann", say=SAY)
    encoders: tuple[Callable[[Any], object], ...] = (pickle.dumps, copy.copy, json.dumps, msgspec.json.encode, asdict)
    for encode in encoders:
        with pytest.raises(TypeError):
            encode(cue)
    assert "3" not in repr(cue)


# ---------------------------------------------------------------------- wheels, cards, tokens, counters
WORDS = {f"kit.sample.{word}": word.replace("-", " ").title() for word in sorted(names_in(SAMPLE_KIT))}
TICKS = ("2", "2", "3", "Skull")
SAY_SAMPLE = Speaker(Texts.load({"en": WORDS}), "en")


def cue_of(*lines: str) -> StageCue | None:
    """What the screen shows of the last of *lines*, as ``tests.companion.kits.test_play.played`` takes them."""
    table = played(SAMPLE, *lines)
    facts = table.steps[-1].facts
    return showing(facts, table.state, "Ann", say=SAY_SAMPLE)


@each_row(
    ("lines", "cue"),
    [
        (
            ("spin wheel", "=spin quiet"),
            WheelCue(names=("Quiet", "Card", "Again", "Storm"), at=0, sign="", detail="", name="Ann"),
        ),
        (
            ("draw flood", "=draw bay"),
            TokenCue(title="Bay", word="FLOODED", place="1/3", look="water", foot="Then: DRAW"),
        ),
        (
            ("draw treasure", "=draw earth", "discard treasure earth"),
            CardCue(title="Earth", lines=("Jewel: Held",), caption="Ann", sign=""),
        ),
        (("set bay sunk",), TokenCue(title="Bay", word="SUNK", place="", look="hole")),
        (
            ("draw flood", "=draw bay", "draw treasure", "=draw rise"),
            MeterCue(title="Rise", ticks=TICKS, at=1, line="Flood: 2 a draw"),
        ),
        (("correct water=2", "raise water"), MeterCue(title="Water", ticks=TICKS, at=2, line="Flood: 3 a draw")),
        (("correct water=3", "raise water"), MeterCue(title="Water", ticks=TICKS, at=3, line="")),
        (
            ("draw mystery", "=draw boom"),
            CardCue(
                title="Mystery",
                lines=(say("stage.secret-card"),),
                caption="5 left, Ann",
                sign="",
            ),
        ),
        (
            ("draw mystery", "=draw boom", "discard mystery boom"),
            CardCue(title="Boom", lines=("Boom Does",), caption="Ann", sign=""),
        ),
        (("draw block", "=draw live"), CardCue(title="Live", lines=(), caption="2 left, Ann", sign="")),
        (("gain badge",), CardCue(title="Badge", lines=(say("stage.stock", left=1),), caption="Ann", sign="")),
        (("spin wheel", "=spin storm"), MessageCue(title="", lines=("Thunder",))),
        (
            ("draw flood", "=draw bay", "shuffle flood"),
            MessageCue(title="", lines=(TEXTS.say("en", "kit.shuffled", deck="Flood"),)),
        ),
        (("draw mystery", "=draw boom", "give mystery boom 2"), None),
    ],
)
def test_what_happens_with_a_kit_is_shown(lines: tuple[str, ...], cue: StageCue | None) -> None:
    lines = tuple(f"*{line}" if line.startswith("correct") else line for line in lines)
    shown = cue_of(*lines)
    assert shown == cue
    assert shown is None or still(shown).getbbox() is not None


@each_row(
    ("purpose", "cue"),
    [
        ("wheel", SpinningCue(count=4, caption="Wheel", name="Ann")),
        ("flood", DrawingCue(caption="Flood", name="Ann")),
    ],
)
def test_a_wheel_and_a_card_start_without_a_result(purpose: str, cue: StageCue) -> None:
    assert starting(played(SAMPLE).state, purpose, "Ann", say=SAY_SAMPLE) == cue


def test_a_secret_card_is_not_in_the_cue_of_drawing_it() -> None:
    cues = {cue_of("draw mystery", f"=draw {card}") for card in ("boom", "no")}
    assert len(cues) == 1
