"""What the table's own screen shows of Forbidden Island under its referee."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from companion.engine.fact import Facts
from companion.engine.state import State
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.games.forbidden_island.rules.facts import CardAsked
from companion.games.forbidden_island.rules.setup import DealAsked
from companion.library.simulate import Simulation
from companion.model.snapshot import Motion
from companion.stage import cues
from companion.stage.cues import Speaker
from companion.stage.sounds import sound_of
from hardware.cues import CardCue, DrawingCue, MessageCue, MeterCue, StageCue, TokenCue, TurnCue, VerdictCue
from hardware.oled.drawing.screens import still
from hardware.ports import SoundName
from tests.companion.games.forbidden_island.island import Play, island, playing, setting_up
from tests.support.golden import KeySpeaker, assert_golden, spelt
from tests.support.referees import FORBIDDEN_ISLAND
from tests.support.tabletop import TEXTS, Edge, duelling
from tests.support.wording import say

IN_ENGLISH, IN_FRENCH = Speaker(TEXTS, "en"), Speaker(TEXTS, "fr")
showing, starting = partial(cues.showing, FORBIDDEN_ISLAND), partial(cues.starting, FORBIDDEN_ISLAND)
landing = partial(cues.landing, FORBIDDEN_ISLAND)
TICKS = ("2", "2", "3", "3", "3", "4", "4", "5", "5", "Skull")
ALL_CAPTURED = (0, 0, 0, 0)


def shown(table: Play, speaker: Speaker = IN_ENGLISH) -> StageCue | None:
    """The face after the last step of *table*."""
    return showing(table.table.steps[-1].facts, table.now, "Ann", say=speaker)


def turn(title: str, step: str, left: int, of: int, foot: str, level: int = 1) -> TurnCue:
    return TurnCue(title=title, step=step, left=left, of=of, foot=foot, level=level, levels=10)


def drawing(card: str, step: str, **more: object) -> Callable[[], Play]:
    """A table at which *card* has just been drawn in *step*."""

    def played() -> Play:
        table = playing(step=step, **more)
        table.draw(card)
        return table

    return played


def doing(line: str, **more: object) -> Callable[[], Play]:
    """A table at which seat 0 has just done *line*."""

    def played() -> Play:
        table = playing(**more)
        table.do(line)
        return table

    return played


UNDER_TWO_PAWNS = {"pawns": "engineer@watchtower pilot@bronze-gate", "flooded": "watchtower"}


FACES: dict[str, Callable[[], Play]] = {
    "a move": doing("move lost-lagoon"),
    "the actions end": doing("end-actions"),
    "a tile is shored up": doing("shore iron-gate", flooded="iron-gate"),
    "sandbags": doing("sandbags watchtower", flooded="watchtower", hands=("sandbags",), water=4),
    "a treasure card": drawing("fire", "treasure-2"),
    "a special card": drawing("lift", "treasure-1"),
    "a card too many": drawing("fire", "treasure-2", hands=("earth earth fire fire wind",)),
    "Waters Rise": drawing("rise", "treasure-2", water=2),
    "a flood": drawing("coral-palace", "flood-2"),
    "the last flood": drawing("coral-palace", "flood-1"),
    "a tile sinks": drawing("watchtower", "flood-2", flooded="watchtower"),
    "a tile sinks under somebody": drawing("watchtower", "flood-2", **UNDER_TWO_PAWNS),
    "a treasure is captured": doing(
        "capture earth-stone", pawns="diver@temple-of-the-sun pilot@fools-landing", hands=("earth " * 4,)
    ),
    "everybody is off": doing(
        "lift-off", pawns="diver@fools-landing pilot@fools-landing", hands=("lift",), captured=ALL_CAPTURED
    ),
    "lost by the water": drawing("rise", "treasure-2", water=9),
    "lost by Fools' Landing": drawing("fools-landing", "flood-2", flooded="fools-landing"),
    "lost by a treasure": drawing(
        "temple-of-the-sun", "flood-2", flooded="temple-of-the-sun", sunk="temple-of-the-moon"
    ),
    "lost by an adventurer": drawing(
        "watchtower", "flood-2", sunk="temple-of-the-sun tidal-palace whispering-garden", **UNDER_TWO_PAWNS
    ),
}


def test_each_thing_that_happens_has_its_face() -> None:
    found = {name: spelt(shown(played(), KeySpeaker())) for name, played in FACES.items()}
    assert_golden(Path(__file__).parent / "golden" / "faces.json", found)


def test_who_owes_something_has_the_face_until_it_is_settled() -> None:
    table = playing(hands=("earth earth earth fire fire", "fire fire fire wind wind"), step="treasure-2")
    table.draw("sandbags")
    table.do("discard earth-stone")
    assert shown(table) == turn("Diver", "Treasure cards", 1, 2, "Earth Stone")

    window = playing("engineer@watchtower pilot@watchtower", ("", "lift"), flooded="watchtower", step="flood-2")
    window.draw("watchtower")
    window.do("lift engineer misty-marsh", 1)
    assert shown(window) == turn("Pilot", "Swim", 1, 1, "Misty Marsh")

    stuck = playing(
        "engineer@watchtower explorer@watchtower pilot@bronze-gate", ("", "", "lift"), flooded="watchtower",
        step="flood-2", sunk="temple-of-the-sun tidal-palace whispering-garden",
    )  # fmt: skip
    stuck.draw("watchtower")
    stuck.do("swim temple-of-the-moon", 1)
    assert shown(stuck) == VerdictCue(won=False, title="LOST", detail="Engineer can’t swim")


def test_the_set_up_is_told_part_by_part() -> None:
    table = setting_up(2)
    table.do("deal rest", TABLE)
    told: list[StageCue | None] = []
    while (request := table.now.due()) is not None:
        table.chance(*request.sample(lambda n: 0))
        told.append(shown(table))
    assert told[0] == MessageCue(title="", lines=("Player 1 begins.",))
    assert told[1] == MessageCue(title="", lines=(say("forbidden-island.laid"), say("forbidden-island.stage-laid")))
    assert told[3] == MessageCue(title="", lines=("Diver", "Engineer"))
    assert told[4:] == [turn("Diver", "Actions", 3, 3, say("forbidden-island.stage-hands"))]


def test_cards_on_their_way_look_the_same_whatever_comes() -> None:
    state = island(step="treasure-2")
    assert starting(state, "treasure", "Ann", say=IN_ENGLISH) == DrawingCue(caption="Treasure cards", name="Ann")
    assert starting(state, "flood", "", say=IN_FRENCH) == DrawingCue(caption="Cartes Inondation")


def test_asking_for_a_card_leaves_what_is_shown() -> None:
    assert showing((CardAsked(),), island(step="flood-2"), "Ann", say=IN_ENGLISH) is None
    assert showing((DealAsked("next"),), setting_up(2).now, "", say=IN_ENGLISH) is None


@pytest.mark.parametrize(
    ("cue", "sound"),
    [(VerdictCue(won=False, title="LOST"), "sink"), (VerdictCue(won=True, title="WON"), "win")],
)
def test_a_lost_game_sounds_otherwise_than_a_won_one(cue: StageCue, sound: SoundName) -> None:
    assert sound_of(cue, ended=True) == sound


@pytest.mark.parametrize(
    ("policy", "speaker"), [("random", IN_ENGLISH), ("careful", IN_FRENCH)], ids=["random-en", "careful-fr"]
)
def test_every_step_of_whole_games_has_a_face(policy: str, speaker: Speaker) -> None:
    setup = FORBIDDEN_ISLAND.setup(("Ann", "Ben", "Cleo", "Dan"), {})
    kinds: set[type[StageCue]] = set()
    for _, table in Simulation(FORBIDDEN_ISLAND, setup, policy).play(2, 7):
        states = [table.state_before(step.n) for step in table.steps[1:]]
        for step, state in zip(table.steps, [*states, table.state], strict=True):
            cue = showing(step.facts, state, "Ann", say=speaker)
            assert (cue is None) == _says_nothing(step.facts), step
            if cue is not None:
                assert still(cue).getbbox() is not None
                kinds.add(type(cue))
    assert kinds >= {MessageCue, TurnCue, CardCue, TokenCue, MeterCue, VerdictCue}


def _says_nothing(facts: Facts) -> bool:
    return {type(fact) for fact in facts} <= {DealAsked, CardAsked}


def at_the_table(state: State) -> Edge:
    """Return the edge of a table at which Forbidden Island stands at *state*."""
    edge = Edge()
    edge.show(duelling(state, ("Ann", "Ben"), FORBIDDEN_ISLAND))
    return edge


def test_the_sinking_that_ends_a_game_is_shown_and_read_before_the_end() -> None:
    table = playing(step="flood-1", flooded="fools-landing")
    table.draw("fools-landing")
    facts, state = table.table.steps[-1].facts, table.now
    sinks = landing(facts, state, "Ann", say=IN_ENGLISH)
    assert isinstance(sinks, TokenCue)
    assert (sinks.title, sinks.word, sinks.look) == ("Fools’ Landing", "SINKS", "hole")
    assert isinstance(shown(table), VerdictCue)
    edge, read = at_the_table(table.now), threading.Event()
    motion = Motion(2, 0, "card", "flood", Message("forbidden-island.flood"), 1)
    assert edge.stage.go(motion, facts, state, lambda holder: read.set()) == ("screen",)
    assert edge.screen.cue == sinks
    assert edge.screen.landed is not None
    edge.screen.landed()
    assert not read.is_set()  # the phones wait for it, and with them the end
    assert read.wait(20.0)
    edge.close()


def test_once_the_stage_is_closed_nothing_is_left_that_waits_to_be_read() -> None:
    table = playing(step="flood-1", flooded="fools-landing")
    table.draw("fools-landing")
    motion = Motion(2, 0, "card", "flood", Message("forbidden-island.flood"), 1)
    edge, read = at_the_table(table.now), threading.Event()
    before = set(threading.enumerate())
    for goes_on in (edge.close, lambda: None):
        edge.stage.go(motion, table.table.steps[-1].facts, table.now, lambda holder: read.set())
        assert edge.screen.landed is not None
        edge.screen.landed()
        goes_on()
        assert set(threading.enumerate()) <= before
    assert not read.is_set()


def test_a_result_that_ends_nothing_lands_as_it_is_shown() -> None:
    table = playing(step="flood-1", flooded="watchtower")
    table.draw("watchtower")
    assert landing(table.table.steps[-1].facts, table.now, "Ann", say=IN_ENGLISH) == shown(table)
