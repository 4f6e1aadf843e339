"""What the table's own screen shows of Fireball Island, what it sounds like, and to where its idol turns."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.engine.values.seats import TABLE
from companion.games.fireball_island.rules.shipped_board import shipped
from companion.records.record import read, replay
from companion.stage import cues
from companion.stage.cues import Speaker
from companion.stage.sounds import sound_of
from firmware_host import tlink
from firmware_host.pictures import TrayPicture, picture_of
from hardware.cues import AimCue, CardCue, DrawingCue, MessageCue, RollCue, RollingCue, StageCue, TurnCue
from hardware.oled.drawing.canvas import Canvas
from hardware.oled.drawing.motion import showing as scene_of
from hardware.oled.drawing.screens import still
from hardware.oled.fonts import ELLIPSIS
from tests.companion.games.fireball_island.shore import FIREBALL_ISLAND, NAMES, Play, playing
from tests.support.golden import KeySpeaker, assert_golden, spelt
from tests.support.paths import RECORDS
from tests.support.tabletop import TEXTS
from tests.support.wording import say

IN_ENGLISH, IN_FRENCH = Speaker(TEXTS, "en"), Speaker(TEXTS, "fr")
showing, starting = partial(cues.showing, FIREBALL_ISLAND), partial(cues.starting, FIREBALL_ISLAND)
RECORDS_PLAYED = ("chased", "with-the-marble", "by-mischief")
"""Golden games with every fact that can be told in one."""


@pytest.mark.parametrize(
    ("purpose", "cue"),
    [
        ("die", RollingCue(count=1, caption="Die", name="Ann", look="d6")),
        ("cave-die", RollingCue(count=1, caption=say("fireball-island.words.cave-die"), name="Ann", look="d6")),
        ("cards", DrawingCue(caption="Cards", name="Ann")),
        ("taken", DrawingCue(caption=say("fireball-island.words.taken"), name="Ann")),
    ],
)
def test_what_is_in_motion_looks_the_same_whatever_comes_of_it(purpose: str, cue: StageCue) -> None:
    assert starting(playing("wt8 dmp").now, purpose, "Ann", say=IN_ENGLISH) == cue


def shown(play: Play, speaker: Speaker = IN_ENGLISH) -> StageCue:
    """Return the cue of what was done last, as far as it says anything."""
    cues = (showing(facts, state, "Ann", say=speaker) for facts, state in reversed(steps(play.table)))
    return next(cue for cue in cues if cue is not None)


def steps(table: Any) -> list[tuple[Any, Any]]:
    """Return of each step of *table* the facts and the state after them."""
    after = [*(step.before for step in table.steps[1:]), table.state]
    named = [state.named(NAMES[: state.seats()]) for state in after]
    return [(step.facts, state) for step, state in zip(table.steps, named, strict=True)]


def rolled() -> Play:
    play = playing("wt8 dmp")
    play.roll(3)
    return play


def drawn() -> Play:
    play = playing("wt8 dmp")
    play.go(2, "wt10")
    play.chance("double")
    return play


def named(route: str = "v-south", cards: str = "", place: str = "br5", **more: Any) -> Play:
    """Have Ann name a Fireball at Ben; somebody holds a card, so that it waits."""
    play = playing(f"wt8 {place}", cards or "cancel", **more)
    play.roll(1)
    play.quiet()
    aims = more.get("fireballs") == "table"
    play.do(f"aim 2 {route}" if aims else f"send {route}")
    return play


def let_loose(route: str = "v-south", place: str = "br5", **more: Any) -> Play:
    play = named(route, place=place, **more)
    play.silence()
    return play


def reported(line: str) -> Play:
    play = let_loose(fireballs="table")
    play.do(line, TABLE)
    return play


def stopped() -> Play:
    play = named(cards="cancel,magic-talisman")
    play.do("play magic-talisman", 1)
    play.quiet()
    return play


def captured() -> Play:
    play = playing("fc6 dmp", "cancel cancel cancel cancel")
    play.go(5, "vkp")
    return play


def stolen(answer: str = "") -> Play:
    play = playing("br2 br4", f"cancel,{answer or 'cancel'}", owner=1)
    play.go(4, "br4")
    if answer:
        play.do(f"play {answer}", 1)
    play.silence()
    if answer:
        play.silence()
    return play


def picked_up() -> Play:
    play = playing("br2 dmp", "cancel", jewel="br3", bonus=True)
    play.go(2, "br4")
    return play


def played(*lines: tuple[str, int]) -> Play:
    play = playing("wt8 dmp", "double,cancel")
    for line, seat in lines:
        play.do(line, seat)
    return play


def cancelled() -> Play:
    return played(("play double", 0), ("play cancel", 1))


def taken() -> Play:
    play = playing("wt8 dmp", "take-one-card,cancel")
    play.do("take-one-card 2")
    play.quiet()
    play.chance(1)
    return play


def stepped() -> Play:
    play = playing("wt13 dmp", "cancel")
    play.go(2, "ta1")
    return play


def won() -> Play:
    play = playing("dr8 dmp", owner=0)
    play.go(4, "dock")
    return play


def passed() -> Play:
    play = playing("wt8 dmp", step="pass")
    play.do("pass-die")
    return play


def corrected() -> Play:
    play = playing("wt8 dmp")
    play.do("correct turn=2", TABLE)
    return play


def aim(pose: str, title: str, word: str, look: str, foot: str = "", degrees: int = 85) -> AimCue:
    return AimCue(degrees=degrees, pose=pose, title=title, word=word, look=look, foot=foot)


FACES: dict[str, Callable[[], Play]] = {
    "a roll": rolled,
    "a hidden card drawn": drawn,
    "Vul-Kar aims": named,
    "Vul-Kar aims elsewhere": lambda: named("v-east", place="fc3"),
    "another Fireball is aimed": lambda: named("b-north", place="ta5"),
    "somebody is hit": let_loose,
    "the owner of the jewel is hit": lambda: let_loose(owner=1),
    "somebody falls into the water": lambda: let_loose("v-northwest", "bridge2"),
    "another Fireball hits": lambda: let_loose("b-north", "ta5"),
    "a marble is let loose": lambda: let_loose(fireballs="table"),
    "the marble has hit one": lambda: reported("hit 2"),
    "the marble has hit two": lambda: reported("hit 1+2"),
    "the marble has hit nobody": lambda: reported("hit nobody"),
    "a Talisman stops it": stopped,
    "the jewel is captured": captured,
    "the jewel is picked up": picked_up,
    "the jewel is stolen": stolen,
    "a fake jewel": lambda: stolen("fake-jewel"),
    "a card is played": lambda: played(("play double", 0)),
    "a card is cancelled": cancelled,
    "a card is taken": taken,
    "a charm is found": stepped,
    "the end": won,
    "the next turn": passed,
    "the turn set right": corrected,
}


def test_each_result_has_its_face() -> None:
    found = {name: spelt(shown(play(), KeySpeaker())) for name, play in FACES.items()}
    assert_golden(Path(__file__).parent / "golden" / "faces.json", found)


@pytest.mark.parametrize(
    ("play", "sound", "light"),
    [
        (named, "land", "brass"),
        (lambda: let_loose(fireballs="table"), "flood", "brass"),
        (let_loose, "sink", "coral"),
        (lambda: let_loose("v-northwest", "bridge2"), "flood", "sea"),
        (lambda: let_loose("b-north", "ta5"), "sink", "coral"),
        (stopped, "land", ""),
        (captured, "land", "brass"),
        (stolen, "flood", "brass"),
        (cancelled, "land", ""),
    ],
    ids=["named", "let loose", "hit", "fall", "another hits", "stopped", "jewel taken", "stolen", "card answered"],
)
def test_what_matters_has_its_sound_and_its_light(play: Callable[[], Play], sound: str, light: str) -> None:
    cue, glow = shown(play()), TrayPicture(0, 0)
    if light:
        glow = TrayPicture(tlink.GAUGE, 1, bytes((0, tlink.TINTS.index(light))))
    assert (sound_of(cue, ended=False), picture_of(cue)) == (sound, glow)


def test_a_fireball_that_hits_nobody_is_let_loose_and_says_so() -> None:
    play = playing("dmp dmp")
    play.roll(1)
    cue = shown(play)
    assert cue == RollCue(values=(1,), caption="Die", name="Ann", look="d6")
    play = playing("dmp dmp", "cancel")
    play.roll(1)
    play.silence()
    play.silence()
    assert shown(play) == aim("strike", "Vul-Kar", say("fireball-island.nobody-hit"), "shot")


def test_vul_kar_is_turned_only_where_the_board_says_so() -> None:
    board = shipped()
    assert set(board.turns) == {route for route in board.routes if route.startswith("v-")}
    assert {0, 180} <= set(board.turns.values()) <= set(range(181))


def test_asking_for_the_die_leaves_what_is_shown() -> None:
    play = playing("wt8 dmp")
    play.do("roll")
    assert showing(play.table.steps[-1].facts, play.now, "Ann", say=IN_ENGLISH) is None


@pytest.mark.parametrize(
    "file", [RECORDS / f"fireball-island-{each}.tide" for each in RECORDS_PLAYED], ids=lambda file: file.stem
)
def test_every_step_of_whole_games_can_be_drawn_in_both_languages_and_no_word_is_cut(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: set[str] = set()
    write = Canvas.words

    def note(self: Canvas, words: str, *where: Any, **how: Any) -> None:
        written.add(words)
        write(self, words, *where, **how)

    monkeypatch.setattr(Canvas, "words", note)
    table = replay(FIREBALL_ISLAND, read(file.read_bytes().splitlines()))
    kinds, drawn = set(), set()
    for facts, state in steps(table):
        for speaker in (IN_ENGLISH, IN_FRENCH):
            cue = showing(facts, state, "Ann", say=speaker)
            if cue is not None and cue not in drawn:
                drawn.add(cue)
                kinds.add(type(cue))
                scene_of(cue).draw(0.0)
                still(cue)
    assert {AimCue, CardCue, MessageCue, RollCue, TurnCue} <= kinds
    assert sorted(words for words in written if words.endswith(ELLIPSIS)) == []
