"""What the stage sets its devices to, what they sound like, and what it shows while chance is typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import get_args

import pytest
from msgspec import structs

from companion.engine.chance import Answer
from companion.engine.values.message import Message
from companion.engine.values.moment import Kind
from companion.engine.values.seats import TABLE
from companion.model.consent import UndoRequest
from companion.model.entry import Entry
from companion.model.snapshot import Snapshot
from companion.runtime.timers import Timer
from companion.stage import presenter
from companion.stage.devices import StageDevices
from companion.stage.layers import Chosen
from companion.stage.sounds import AGAIN_S, TUNES, sound_of
from hardware.cues import AimCue, CardCue, IdleCue, MenuCue, MeterCue, RollCue, StageCue, TokenCue, VerdictCue, WheelCue
from hardware.ports import Brightness
from tests.companion.stage.test_stage import REFUSED, nothing, rolled
from tests.support.paths import STATIC
from tests.support.rows import each_row
from tests.support.snapshots import replace
from tests.support.tabletop import FIRESHIP, Edge, menu_of_games, opened, published
from tests.support.wording import say


@pytest.fixture
def edge() -> Iterator[Edge]:
    edge = Edge()
    yield edge
    edge.close()


# ---------------------------------------------------------------------- what devices are set to
def test_the_devices_are_set_once_as_published_and_again_when_that_changes(edge: Edge) -> None:
    before = published(opened(), brightness=2)
    for shown in (before, before, replace(before, brightness=5, muted=True), replace(before, brightness=5, muted=True)):
        edge.show(shown)
    assert (edge.screen.brightness, edge.buzzer.muted) == ([2, 5], [False, True])


def test_a_screen_nobody_uses_tells_the_game_and_what_to_do_in_the_tables_language(edge: Edge) -> None:
    edge.show(menu_of_games())
    assert edge.screen.idle == IdleCue(title="Tidetable", hint=say("stage.any-button"))
    edge.show(published(opened()))
    assert edge.screen.idle == IdleCue(title="Fireship", hint=say("stage.any-button"))
    edge.show(published(opened(), lang="fr"))
    assert edge.screen.idle == IdleCue(title="Fireship", hint=say("stage.any-button", "fr"))


# ---------------------------------------------------------------------- sounds
@pytest.mark.parametrize(
    ("do", "answer", "sound"),
    [("roll dice", (3, 7, 10), "land"), ("roll blue", ("won",), "win"), ("roll blue", ("lost",), "land")],
)
def test_a_roll_sounds_when_it_starts_and_when_it_is_revealed_and_never_before(
    edge: Edge, do: str, answer: Answer, sound: str
) -> None:
    roll, before = rolled(do, answer)
    edge.show(before)
    edge.start(roll.motion)
    edge.stage.go(roll.motion, roll.facts, roll.state, nothing)
    assert edge.buzzer.sounds == ["start"]
    edge.show(replace(before, version=2, log=tuple(roll.lines)))
    assert edge.buzzer.sounds == ["start", sound]
    edge.show(replace(before, version=3, log=tuple(roll.lines)))
    assert edge.buzzer.sounds == ["start", sound], "only news sound"


@each_row(
    ("cue", "ended", "sound"),
    [
        (TokenCue(title="Cave", word="FLOODED", look="water"), False, "flood"),
        (TokenCue(title="Cave", word="SUNK", look="hole"), False, "sink"),
        (TokenCue(title="Cave", word="DRY", look="land"), False, "land"),
        (TokenCue(title="c5", word="HIT", look="shot"), False, "flood"),
        (TokenCue(title="c5", word="LIVE", look="blast"), False, "sink"),
        (AimCue(degrees=90, pose="aim", title="Ann", word="", look="lit"), False, "land"),
        (AimCue(degrees=90, pose="strike", title="Ann", word="", look="shot"), False, "flood"),
        (MeterCue(title="Water", ticks=("2", "3"), at=1), False, "flood"),
        (WheelCue(names=("a", "b"), at=1), False, "land"),
        (CardCue(title="a"), False, "land"),
        (VerdictCue(won=True, title="WON"), False, "win"),
        (VerdictCue(won=False, title="LOST"), False, "land"),
        (None, False, "land"),
        (TokenCue(title="Cave", word="SUNK", look="hole"), True, "win"),
    ],
)
def test_each_thing_on_show_has_its_sound(cue: StageCue | None, ended: bool, sound: str) -> None:
    assert sound_of(cue, ended) == sound


def test_every_kind_of_moment_has_a_tune_here_and_a_recipe_on_pages() -> None:
    page = (STATIC / "core" / "sounds.js").read_text(encoding="utf-8")
    recipes = set(re.findall(r"^  ([a-z]+): ", page.partition("RECIPES = {")[2].partition("\n};")[0], re.M))
    assert set(TUNES) == set(get_args(Kind)) == recipes - {"turn", "request", "ring"}
    assert f"request: [knock(0), knock({AGAIN_S})]" in page
    assert sound_of(CardCue(title="a"), False, "strike") == TUNES["strike"]


def test_a_wish_that_needs_consent_knocks_twice_and_once_is_enough() -> None:
    later: list[tuple[float, Callable[[], object]]] = []

    def keep(seconds: float, then: Callable[[], object]) -> Timer:
        later.append((seconds, then))
        return Timer(then)

    edge = Edge(later=keep)
    at_rest = published(opened())
    edge.show(at_rest)
    wish = UndoRequest(0, "", "phone", 10.0, n=1, version=1)
    for voices in (frozenset[tuple[str, int]](), frozenset({("", 1)})):
        edge.show(replace(at_rest, consent=structs.replace(wish, declined=voices)))
    assert edge.buzzer.sounds == ["start"]
    ((seconds, knock),) = later
    assert seconds == AGAIN_S
    knock()
    assert edge.buzzer.sounds == ["start", "start"]
    edge.show(at_rest)
    knock()
    assert edge.buzzer.sounds == ["start", "start"], "nothing is wanted any more"
    edge.close()


def test_what_happens_without_a_motion_sounds_too_but_not_what_was_taken_up_or_undone(edge: Edge) -> None:
    roll, before = rolled()
    after = replace(before, version=2, log=tuple(roll.lines))
    edge.show(after)
    assert edge.buzzer.sounds == [], "it was taken up"
    edge.show(before)
    edge.show(after)
    assert edge.buzzer.sounds == ["land"]
    note = replace(roll.lines[-1], version=3, entry=Entry(n=3, undo=1))
    edge.show(replace(after, version=3, log=(*roll.lines, note)))
    assert edge.buzzer.sounds == ["land"]


def test_what_could_not_be_made_durable_has_no_sound_of_its_own_nor_of_the_one_before(edge: Edge) -> None:
    roll, before = rolled("roll blue", ("won",))
    edge.show(before)
    edge.start(roll.motion)
    edge.stage.go(roll.motion, roll.facts, roll.state, nothing)
    edge.show(replace(before, version=2, log=tuple(roll.lines)))
    edge.start(roll.motion)
    edge.show(replace(before, version=2, log=tuple(roll.lines), trouble=Message("session.unwritable.full")))
    assert edge.buzzer.sounds == ["start", "win", "start"]
    edge.start(roll.motion)
    edge.stage.go(roll.motion, roll.facts, roll.state, nothing)
    edge.show(replace(before, version=2, log=tuple(roll.lines), trouble=Message("session.unwritable.full")))
    assert edge.buzzer.sounds == ["start", "win", "start", "start"], "what isn't revealed isn't heard"
    edge.start(roll.motion)
    edge.show(replace(before, version=2, log=tuple(roll.lines)))
    assert edge.buzzer.sounds[-1] == "start", "it came to nothing"


def test_a_refusal_sounds(edge: Edge) -> None:
    edge.show(published(opened()))
    edge.stage.refuse(REFUSED)
    assert edge.buzzer.sounds == ["refusal"]


# ---------------------------------------------------------------------- an idol that turns and strikes
class PretendIdol:
    """An idol that keeps what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[int, bool]] = []

    def aim(self, degrees: int, push: bool) -> None:
        self.told.append((degrees, push))


@pytest.fixture
def aimed(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Edge, PretendIdol]]:
    """An edge with an idol, where all that happens strikes to the left."""
    cue = AimCue(degrees=0, pose="strike", title="Ann", word="Hit")
    monkeypatch.setattr(presenter, "showing", lambda *_, say: cue)
    monkeypatch.setattr(presenter, "landing", lambda *_, say: cue)
    idol = PretendIdol()
    edge = Edge(idol=idol)
    yield edge, idol
    edge.close()


def test_the_idol_strikes_once_for_what_happened_however_often_that_is_shown(aimed: tuple[Edge, PretendIdol]) -> None:
    edge, idol = aimed
    roll, before = rolled()
    after = replace(before, version=2, log=tuple(roll.lines))
    edge.show(after)
    assert idol.told == [], "it was taken up, after a power cut perhaps"
    edge.show(before)
    edge.show(replace(after, trouble=Message("session.unwritable.full")))
    assert idol.told == [], "it isn't durable"
    edge.show(before)
    edge.show(after)
    edge.stage.refresh()
    edge.show(replace(after, version=3))
    assert idol.told == [(0, True)]
    note = replace(roll.lines[-1], version=4, entry=Entry(n=3, undo=1))
    edge.show(replace(after, version=4, log=(*roll.lines, note)))
    assert idol.told == [(0, True)], "what is taken back doesn't strike again"


def test_what_came_of_a_motion_strikes_as_it_lands_and_not_again_at_its_reveal(
    aimed: tuple[Edge, PretendIdol],
) -> None:
    edge, idol = aimed
    roll, before = rolled()
    edge.show(before)
    edge.start(roll.motion)
    assert idol.told == []
    edge.stage.go(roll.motion, roll.facts, roll.state, nothing)
    edge.show(replace(before, version=2, log=tuple(roll.lines)))
    assert idol.told == [(0, True)]


@each_row(("pose", "pushes"), [("asleep", False), ("aim", False), ("strike", True)])
def test_only_a_strike_pushes_and_nothing_private_moves_an_idol(pose: str, pushes: bool) -> None:
    idol = PretendIdol()
    devices = StageDevices(Edge().screen, {}, idol=idol)
    for private in (True, False):
        devices.act(AimCue(degrees=45, pose=pose, title="", word="", private=private))
    devices.act(TokenCue(title="", word=""))
    StageDevices(Edge().screen, {}).act(AimCue(degrees=45, pose=pose, title="", word=""))
    assert idol.told == [(45, pushes)]


# ---------------------------------------------------------------------- typed chance
def owed(chance: str) -> Snapshot:
    game = opened(chance=chance)
    game.table.do(FIRESHIP.notation.read(TABLE, "roll blue"))
    return published(game)


def test_where_chance_is_typed_the_menu_opens_in_its_form(edge: Edge) -> None:
    edge.show(owed("typed"))
    edge.input.turn(1, owed("typed"))
    assert edge.screen.cue == MenuCue(title="Blue die", selected="Won", after="Lost")


def test_where_chance_is_asked_each_time_the_menu_offers_both(edge: Edge) -> None:
    before = owed("ask")
    edge.show(before)
    edge.input.turn(1, before)
    assert edge.screen.cue == MenuCue(selected="Blue die", before="Table", after=say("play.table-roll"))
    edge.input.turn(1, before)
    assert edge.input.push(before) == Chosen("dealer", TABLE, 1)


# ---------------------------------------------------------------------- the dice tray beside the screen
class PretendTray:
    """A dice tray that keeps what it is told, and holds the reveal of dice alone."""

    def __init__(self) -> None:
        self.told: list[object] = []

    def show(self, cue: StageCue) -> None:
        self.told.append(cue)

    def clear(self) -> None:
        self.told.append("clear")

    def land(self, cue: StageCue, landed: Callable[[], None]) -> bool:
        self.told.append(("land", cue))
        if isinstance(cue, RollCue):
            landed()
        return isinstance(cue, RollCue)

    def set_brightness(self, level: Brightness) -> None:
        self.told.append(level)


@each_row(
    ("do", "answer", "holders"),
    [("roll dice", (3, 7, 10), ("screen", "dicetray")), ("roll blue", ("won",), ("screen",))],
)
def test_a_tray_is_told_all_that_the_screen_is_and_holds_the_reveal_of_what_it_can_show(
    do: str, answer: Answer, holders: tuple[str, ...]
) -> None:
    tray = PretendTray()
    edge = Edge(tray=tray)
    roll, before = rolled(do, answer)
    edge.show(replace(before, brightness=4))
    edge.start(roll.motion)
    tumbling = edge.screen.cue
    heard: list[str] = []
    assert edge.stage.go(roll.motion, roll.facts, roll.state, heard.append) == holders
    assert heard == [holder for holder in holders if holder == "dicetray"]
    assert tray.told[0] == 4
    assert tray.told[-2:] == [tumbling, ("land", edge.screen.cue)]
    edge.close()


def test_another_game_takes_what_lies_in_the_tray_away() -> None:
    tray = PretendTray()
    edge = Edge(tray=tray)
    game = opened()
    for shown in (game, game, opened()):
        edge.show(published(shown))
    assert tray.told.count("clear") == 1
    assert tray.told[-2:] == ["clear", edge.screen.cue]
    edge.close()
