"""The law of the two worlds for the table's edge: its screen's public picture leaves by the network, and its lamps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import companion.input.chooser
import companion.stage.idle_screen
import companion.stage.offers
import companion.stage.presenter
from companion.engine.chance import Below, Hidden
from companion.engine.fact import Fact, Facts
from companion.engine.laws import laws
from companion.engine.state import State
from companion.engine.table import follow
from companion.engine.values.message import Message
from companion.engine.values.seats import WATCHER
from companion.input.chooser import Chooser
from companion.model.entry import Entry, LogEntry
from companion.model.snapshot import Snapshot, motion_of
from companion.runtime.timers import Timer
from companion.stage.layers import Chosen
from hardware.cues import MessageCue, StageCue
from tests.support.games.duel import DUEL, Guard
from tests.support.snapshots import replace
from tests.support.sources import seeded
from tests.support.tabletop import Edge, Keys, duelling

NAMES = ("Ann", "Ben", "Cleo")
PRIVATE = "private"

pytestmark = pytest.mark.law


class Talkative:
    """A screen that has a cue for every fact."""

    ENDS: tuple[type[Fact], ...] = ()

    def starting(self, state: State, purpose: str, who: str, say: object) -> None:
        return None

    def showing(self, public: Facts, state: State, who: str, say: object) -> StageCue | None:
        return talkative(public[-1], state, who, say) if public else None


def talkative(fact: Any, state: Any, name: str, say: object, *_: object) -> StageCue:
    """A cue that tells all there is to tell."""
    return MessageCue(title=repr(fact), lines=(repr(state), name))


BUTTONS = {"roll": "guard", "spin": "strike 1", "draw": "rest"}
GAME = replace(DUEL, buttons=lambda state: BUTTONS, screen=Talkative())


class World:
    """A duel at *state* and the edge of its table."""

    def __init__(self, state: State) -> None:
        self.state: Any = state
        self.edge = Edge(texts=Keys(), later=lambda seconds, action: Timer(action))  # rings for nobody
        self.published = duelling(state, NAMES, GAME)
        self.edge.show(self.published)

    def public(self) -> tuple[list[object], list[str]]:
        """All that leaves by the network: the screen's public cues so far, and the lamps."""
        return [PRIVATE if cue.private else cue for cue in self.edge.screen.cues], self.edge.lit

    def comes_to(self, facts: Facts, after: State) -> None:
        """Let chance, which is asked, have *facts* happen."""
        motion = motion_of(GAME, 2, 0, self.state.due())
        self.edge.start(motion)
        self.edge.stage.go(motion, facts, after, lambda holder: None)
        self.edge.show(replace(self.published, state=after, log=(LogEntry(Entry(n=1), 2, 0, after, facts),)))


HANDS: tuple[Callable[[Chooser, Snapshot], object], ...] = (
    lambda hands, published: hands.turn(1, published),
    lambda hands, published: hands.turn(1, published),
    lambda hands, published: hands.push(published),
    lambda hands, published: hands.turn(1, published),
    lambda hands, published: hands.push(published),
    lambda hands, published: hands.push(published),
)


def the_table_tells_nothing_hidden(state: State, below: Below) -> int:
    """Two worlds that a watcher can't tell apart look the same at the table's edge; return how many menus were walked.

    Whatever hands do, until they have chosen something; what is refused to a seat; and what chance says.
    """
    states = (state, state.resampled_for(WATCHER, below))
    worlds = [World(state) for state in states]
    walked = 0
    for hand in HANDS:
        done = [hand(world.edge.input, world.published) for world in worlds]
        if any(isinstance(one, Chosen) for one in done):
            break
        look_alike(worlds)
        walked += 1
    for world in worlds:
        world.edge.close()
    worlds = [World(state) for state in states]
    refusals = [refusal for world in worlds if (refusal := Guard(0).why_not(world.state)) is not None]
    if len(refusals) == len(worlds):
        for world, refusal in zip(worlds, refusals, strict=True):
            world.edge.stage.refuse(refusal.reason, 0)
        look_alike(worlds)
    for world in worlds:
        world.edge.close()
    what_chance_says_looks_alike([world.state for world in worlds], below)
    return walked


def what_chance_says_looks_alike(states: list[Any], below: Below) -> None:
    """Two answers after which a watcher sees the same are shown the same."""
    requests = [request for state in states if (request := state.due()) is not None]
    if not requests:
        return
    answers = [request.sample(below) for request in requests]
    if isinstance(requests[0], Hidden):
        answers[1] = answers[0]
    ends = [follow(state, state.chosen(answer)) for state, answer in zip(states, answers, strict=True)]
    views = [laws.shown_to(GAME, after, WATCHER) for after, _ in ends]
    if views[0] != views[1]:
        return
    worlds = [World(state) for state in states]
    for world, (after, facts) in zip(worlds, ends, strict=True):
        world.comes_to(facts, after)
    look_alike(worlds)


def look_alike(worlds: list[World]) -> None:
    first, *others = (world.public() for world in worlds)
    assert all(other == first for other in others)


def reached() -> Iterator[State]:
    for seed in range(3):
        *_, table = laws.played(GAME, GAME.setup(NAMES, {}), seeded(f"stage/{seed}"), 60)
        yield from (table.state_before(step.n) for step in table.steps)


def hold_the_law() -> int:
    below = seeded("stage")
    return sum(the_table_tells_nothing_hidden(state, below) for state in reached())


def test_the_tables_edge_tells_the_network_nothing_that_lies_hidden() -> None:
    assert hold_the_law() > 100


def unfiltered(game: object, facts: Facts, state: State, name: str, say: object) -> StageCue:
    return talkative(facts[-1], None, name, say)


def of_the_true_state(game: object, line: LogEntry, names: tuple[str | Message, ...], say: object) -> StageCue:
    return talkative(None, line.state.named(names), "", say)


def in_every_seats_eyes(published: Snapshot) -> tuple[str, ...]:
    lines, seats = companion.stage.offers.button_lines(published), companion.stage.offers.table_seats(published)
    return tuple(name for name, line in lines.items() if any(True for _ in published.open.who_may(line, seats)))


@pytest.mark.parametrize(
    ("room", "name", "leak"),
    [
        (companion.stage.presenter, "showing", unfiltered),
        (companion.stage.idle_screen, "retold", of_the_true_state),
        (companion.input.chooser, "hides_something", lambda published: False),
        (companion.stage.presenter, "hides_something", lambda published: False),
        (companion.stage.offers, "doing", in_every_seats_eyes),
    ],
    ids=["facts", "state", "menu", "refusal", "lamps"],
)
def test_a_stage_that_leaks_is_caught(monkeypatch: pytest.MonkeyPatch, room: Any, name: str, leak: object) -> None:
    monkeypatch.setattr(room, name, leak)
    with pytest.raises(AssertionError):
        hold_the_law()


def test_where_something_lies_hidden_the_menu_is_private_but_not_what_the_table_itself_is_told() -> None:
    hidden = World(next(state for state in reached() if not state.due()))
    hidden.edge.input.turn(1, hidden.published)
    assert hidden.edge.screen.cue.private
    hidden.edge.stage.refuse(Message("refused.ended"))
    assert not hidden.edge.screen.cue.private
    hidden.edge.close()
