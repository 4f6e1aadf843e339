"""What the table's own screen shows of Fireship under its referee."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from companion.engine.values.message import Message
from companion.games.fireship.rules.setup import SeaSet
from companion.records.record import read
from companion.records.record import replay as replayed
from companion.stage import cues
from companion.stage.cues import Speaker
from hardware.cues import DrawingCue, MessageCue, RollCue, RollingCue, RollingVerdictCue, SpinningCue, StageCue, TurnCue
from hardware.oled.drawing.screens import still
from tests.companion.games.fireship.sea import Play, playing, setting_up
from tests.companion.records.test_golden_records import FILES
from tests.support.golden import KeySpeaker, assert_golden, spelt
from tests.support.referees import FIRESHIP
from tests.support.tabletop import TEXTS

IN_ENGLISH, IN_FRENCH = Speaker(TEXTS, "en"), Speaker(TEXTS, "fr")
showing, starting = partial(cues.showing, FIRESHIP), partial(cues.starting, FIRESHIP)


def shown(table: Play, speaker: Speaker = IN_ENGLISH) -> StageCue | None:
    """The face after the last step of *table*."""
    return showing(table.table.steps[-1].facts, table.now, "Ann", say=speaker)


@pytest.mark.parametrize(
    ("purpose", "cue"),
    [
        ("dice", RollingCue(count=3, caption="Three dice", name="Ann")),
        ("blue-die", RollingVerdictCue(caption="Blue die", name="Ann")),
        ("wheel", SpinningCue(count=11, caption="Wheel", name="Ann")),
        ("mystery", DrawingCue(caption="Mystery cards", name="Ann")),
    ],
)
def test_what_is_in_motion_looks_the_same_whatever_comes_of_it(purpose: str, cue: StageCue) -> None:
    assert starting(playing("b", "b").now, purpose, "Ann", say=IN_ENGLISH) == cue


def rolled() -> Play:
    table = playing("b", "b", step="roll")
    table.do("roll")
    table.chance(3, 7, 10)
    return table


def used(cell: str) -> Play:
    table = playing("b@9-9 b@9-5 b", "b", step="attacks")
    table.all("end-attacks", f"use {cell}")
    return table


def fought() -> Play:
    table = playing("b@10-10", "b@10-11 b", step="attacks")
    table.all("attack 10-10 10-11", "roll")
    table.chance("lost")
    return table


def span() -> Play:
    table = used("9-9")
    table.do("spin")
    table.chance("fog")
    return table


def drew(card: str) -> Callable[[], Play]:
    def played() -> Play:
        table = used("9-5")
        table.do("draw")
        table.chance(card)
        return table

    return played


def ended() -> Play:
    table = playing("s@10-10", "b@10-11", step="attacks")
    table.all("attack 10-10 10-11", "roll")
    table.chance("won")
    return table


def moved() -> Play:
    table = playing("b@10-10", "b")
    table.move("10-10", "10-12")
    return table


FACES: dict[str, Callable[[], Play]] = {
    "a roll": rolled,
    "an attack that fails": fought,
    "the end": ended,
    "a move": moved,
    "a wheel cell is used": lambda: used("9-9"),
    "the wheel": span,
    "a card that all may see": drew("gain-boat"),
    "a hidden card": drew("boom"),
}


def test_each_result_has_its_face() -> None:
    found = {name: spelt(shown(play(), KeySpeaker())) for name, play in FACES.items()}
    assert_golden(Path(__file__).parent / "golden" / "faces.json", found)


def test_a_hidden_card_looks_the_same_whichever_it_is() -> None:
    assert shown(drew("boom")()) == shown(drew("no")())


@pytest.mark.parametrize("file", [file for file in FILES if "fireship" in file.stem], ids=lambda file: file.stem)
def test_every_step_of_whole_games_can_be_drawn_in_both_languages(file) -> None:  # type: ignore[no-untyped-def]  # a path
    table = replayed(FIRESHIP, read(file.read_bytes().splitlines()))
    kinds = set()
    steps = table.steps[:220]
    for step, after in zip(steps, [*steps[1:], None], strict=True):
        state = table.state if after is None else table.state_before(after.n)
        for speaker in (IN_ENGLISH, IN_FRENCH):
            cue = showing(step.facts, state, "Ann", say=speaker)
            if cue is not None:
                kinds.add(type(cue))
                still(cue)
    assert {RollCue, TurnCue, MessageCue} <= kinds


def test_the_sea_is_set_in_a_scene_that_introduces_everybody_in_their_colour() -> None:
    table = setting_up(2)
    table.do("colour green")
    facts = table.do("colour red", 1)
    (scene,) = [FIRESHIP.moments[SeaSet](fact, table.now) for fact in facts if isinstance(fact, SeaSet)]
    assert scene is not None
    assert (scene.kind, scene.title) == ("deal", Message("fireship.moment-set"))
    assert [(each.seat, each.look) for each in scene.people] == [(0, "green"), (1, "red")]
