"""What the table's own screen shows of the battle."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.engine.values.seats import TABLE
from companion.games.battle_for_the_island.rules.setup import FirstNamed, Tossed
from companion.records.record import read, replay
from companion.stage import cues
from companion.stage.cues import Speaker
from companion.stage.sounds import sound_of
from firmware_host import tlink
from firmware_host.pictures import TrayPicture, picture_of
from hardware.cues import DrawingCue, MessageCue, RollCue, RollingCue, StageCue, TurnCue, VerdictCue
from hardware.oled.drawing.screens import still
from tests.companion.games.battle_for_the_island.field import BATTLE, Play, playing
from tests.companion.records.test_golden_records import FILES
from tests.support.golden import KeySpeaker, assert_golden, spelt
from tests.support.tabletop import TEXTS

IN_ENGLISH, IN_FRENCH = Speaker(TEXTS, "en"), Speaker(TEXTS, "fr")
showing, starting = partial(cues.showing, BATTLE), partial(cues.starting, BATTLE)


@pytest.mark.parametrize(
    ("purpose", "cue"),
    [
        ("die", RollingCue(count=1, caption="Die", name="Ann", look="d6")),
        ("first", RollingCue(count=2, caption="First turn", name="Ann", look="d6")),
        ("block", DrawingCue(caption="Block", name="Ann")),
    ],
)
def test_what_is_in_motion_looks_the_same_whatever_comes_of_it(purpose: str, cue: StageCue) -> None:
    assert starting(playing("s@c3n", "s@h9s").now, purpose, "Ann", say=IN_ENGLISH) == cue


def test_the_roll_for_the_first_turn_names_who_begins_and_not_who_rolled() -> None:
    state = playing("s@c3n", "s@h9s").now
    decided = showing((Tossed((0, 5)), FirstNamed(1)), FirstNamed(1).apply(state), "Ann", say=IN_ENGLISH)
    assert decided == RollCue(values=(0, 5), caption="First turn", name="Player 2", look="d6")
    alike = showing((Tossed((4, 4)),), replace(state, first=-1), "Ann", say=IN_ENGLISH)
    assert alike == RollCue(values=(4, 4), caption="First turn", name="", look="d6")


def rolled(*values: int) -> Play:
    table = playing("s@c3n t@p2", "s@h9s")
    table.roll(*values)
    return table


def after(one: str, other: str, line: str, *words: str, die: int = 2, blocks: str = "c5 d6 a9") -> Play:
    """Play *line* on this field; *words* are the blocks that are turned over then."""
    table = playing(one, other, blocks, die=die, live=len(blocks.split()) - 1, safe=1)
    table.do(line)
    for word in words:
        table.chance(word)
    return table


def removed() -> Play:
    table = playing("s@c12n s@d12n", "s@h9s", die=2)
    table.do("end")
    table.do("remove c12", 1)
    return table


def removed_from_pad() -> Play:
    table = playing("s@p1 s@p2", "s@a1n s@b1w", step="pad-removal")
    table.do("remove-from-pad 2", 1)
    return table


def corrected(*changes: str) -> Play:
    table = playing("s@c3n t@p1", "s@h9s")
    table.do(f"correct {' '.join(changes)}", TABLE)
    return table


def ended_turn() -> Play:
    table = after("s@c3n", "s@h9s", "move c3 c4 left")
    table.do("end")
    return table


FACES: dict[str, Callable[[], Play]] = {
    "a roll to move by": lambda: rolled(3),
    "a zero": lambda: rolled(0),
    "a shot at a block": lambda: after("s@c3n", "s@h9s", "shoot c3 c5"),
    "a live block": lambda: after("s@c3n", "s@h9s", "shoot c3 c5", "live"),
    "a live block that takes somebody": lambda: after("s@c3n", "s@d5w s@h9s", "shoot c3 c5", "live", "safe"),
    "a blank": lambda: after("s@c3n", "s@d5w s@h9s", "shoot c3 c5", "safe"),
    "a hit": lambda: after("s@c3n", "s@c5s s@h9s", "shoot c3 c5", blocks="a9"),
    "a hit with crossfire": lambda: after("s@c3n j@c4n", "s@c5s s@h9s", "shoot c3 c5", blocks="a9"),
    "somebody removed": removed,
    "somebody removed from a pad": removed_from_pad,
    "a move and a turn": lambda: after("s@c3n", "s@h9s", "move c3 c4 left"),
    "the next turn": ended_turn,
    "a zero set right": lambda: corrected("step=zero"),
    "a roll set right": lambda: corrected("step=move", "die=5"),
    "a blast that takes nobody": lambda: after("s@c3n", "s@h9s", "shoot c3 c5", "live", "safe"),
    "a victory": lambda: after("s@c3n", "s@c5s", "shoot c3 c5", blocks="a9"),
    "a draw": lambda: after("s@c4n", "s@d5s", "move c4 c5 ahead", "live", die=1, blocks="c5 a9"),
}


def test_each_result_has_its_face() -> None:
    found = {}
    for name, play in FACES.items():
        table = play()
        found[name] = spelt(
            showing(table.table.steps[-1].facts, table.now.named(("Ann", "Ben")), "Ann", say=KeySpeaker())
        )
    assert_golden(Path(__file__).parent / "golden" / "faces.json", found)


@pytest.mark.parametrize(
    ("words", "sound", "light"),
    [
        ((), "flood", "brass"),
        (("live",), "sink", "coral"),
        (("live", "safe"), "sink", "coral"),
        (("safe",), "land", "kelp"),
    ],
    ids=["shot", "live block", "blast", "blank"],
)
def test_a_shot_a_blast_and_a_blank_each_have_their_sound_and_their_light(
    words: tuple[str, ...], sound: str, light: str
) -> None:
    table = after(
        "s@c3n",
        "s@c5s s@d5w s@h9s" if not words else "s@d5w s@h9s",
        "shoot c3 c5",
        *words,
        blocks="c5 d6 a9" if words else "a9",
    )
    cue = showing(table.table.steps[-1].facts, table.now, "Ann", say=IN_ENGLISH)
    assert cue is not None
    assert (sound_of(cue, ended=False), picture_of(cue)) == (sound, glow(light))
    moving, lying = picture_of(starting(table.now, "block", "Ann", say=IN_ENGLISH) or cue), glow(light)
    assert moving is not None
    assert (moving.what, moving.count) == (lying.what, lying.count), "what runs round the ring comes to rest on it"


def glow(light: str) -> TrayPicture:
    """Return the tray's ring, all of it lit in *light*."""
    return TrayPicture(tlink.GAUGE, 1, bytes((0, tlink.TINTS.index(light))))


def test_asking_for_the_die_leaves_what_is_shown() -> None:
    table = playing("s@c3n", "s@h9s")
    table.do("roll")
    assert showing(table.table.steps[-1].facts, table.now, "Ann", say=IN_ENGLISH) is None


@pytest.mark.parametrize("file", [file for file in FILES if "battle" in file.stem], ids=lambda file: file.stem)
def test_every_step_of_whole_games_can_be_drawn_in_both_languages(file: Path) -> None:
    table = replay(BATTLE, read(file.read_bytes().splitlines()))
    kinds = set()
    for step, next_step in zip(table.steps, [*table.steps[1:], None], strict=True):
        state = table.state if next_step is None else next_step.before
        for speaker in (IN_ENGLISH, IN_FRENCH):
            cue = showing(step.facts, state, "Ann", say=speaker)
            if cue is not None:
                kinds.add(type(cue))
                still(cue)
    assert {RollCue, MessageCue, TurnCue, VerdictCue} <= kinds
