"""How the phones are, on the table's own screen: a row for each person, and a word when whose turn it is sleeps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.engine.plays import Play
from companion.engine.values.message import Message
from companion.input.tree import tree_for_table
from companion.model.snapshot import Snapshot
from companion.stage.cues import Speaker
from companion.stage.idle_screen import asleep, waiting
from hardware.cues import MenuCue, MessageCue, StageCue, StartCue, TokenCue, TurnCue
from tests.support.games.duel import DUEL, Duel
from tests.support.tabletop import TEXTS, Edge, Keys, duelling, menu_of_games, opened, published
from tests.support.wording import say

GAME = replace(DUEL, name=Message("page.title"))
NAMES = ("Ann", "Ben", "Cleo")
WAITED_FOR = MessageCue(title="", lines=(say("stage.sleeps", name="Ann"), say("stage.act-for", name="Ann")))


@pytest.fixture
def edge() -> Iterator[Edge]:
    edge = Edge()
    edge.presences = ("here", "asleep", "gone")
    yield edge
    edge.close()


def duel(turn: int = 0) -> Snapshot:
    hands = (("strike",), ("guard",), ("guard",))
    return duelling(Duel(hands=hands, lives=(3, 3, 3), pile=(("strike",),), step="act", turn=turn), NAMES, GAME)


def row_of(tree: list[Play], *words: str) -> Play:
    """Return the row that *words* lead to."""
    (row,) = [play for play in tree if play.word == words[0]]
    return row_of(row.below, *words[1:]) if words[1:] else row


def walk(edge: Edge, state: Snapshot, *labels: str) -> StageCue:
    """Turn and push through *labels*; return what the screen shows then."""
    edge.input.push(state)
    for label in labels:
        for _ in range(30):
            cue = edge.screen.cue
            assert isinstance(cue, MenuCue)
            if cue.selected == label:
                break
            edge.input.turn(1, state)
        edge.input.push(state)
    return edge.screen.cue


def test_each_person_has_a_row_with_a_word_and_a_sign(edge: Edge) -> None:
    state = published(opened(NAMES))
    edge.show(state)
    first = walk(edge, state, "Table", "Phones")
    assert first == MenuCue(
        title="Phones",
        before="Back",
        selected="Ann: here",
        after="Ben: asleep",
        presences=(None, "here", "asleep"),
    )
    edge.input.turn(1, state)
    assert edge.screen.cue == MenuCue(
        title="Phones",
        before="Ann: here",
        selected="Ben: asleep",
        after="Cleo: at table",
        presences=("here", "asleep", "gone"),
    )


def test_a_persons_row_only_tells_and_leads_back(edge: Edge) -> None:
    state = published(opened(NAMES))
    edge.show(state)
    walk(edge, state, "Table", "Phones")
    assert edge.input.push(state) is None
    cue = edge.screen.cue
    assert isinstance(cue, MenuCue)
    assert cue.selected == "Phones"


@pytest.mark.parametrize("state", [menu_of_games(), published(opened(NAMES))])
def test_where_no_light_is_known_all_phones_can_still_be_signed_out(state: Snapshot) -> None:
    tree = list(tree_for_table(state))
    rows = row_of(tree, "phones") if state.open.game is None else row_of(tree, "table", "phones")
    assert [(row.label, row.line) for row in rows.below] == [(Message("menu.sign-out"), "")]
    assert [row.line for row in rows.below[0].below] == ["sign-out", ""]


def test_that_whose_turn_it_is_sleeps_is_said_at_rest(edge: Edge) -> None:
    edge.presences = ("asleep", "here", "here")
    edge.show(duel())
    assert edge.screen.cue == WAITED_FOR


@pytest.mark.parametrize("presences", [("here", "asleep", "asleep"), ("gone", "asleep", "asleep"), ()])
def test_nothing_is_said_of_phones_whose_turn_it_is_not_and_of_people_without_one(
    edge: Edge, presences: tuple[str, ...]
) -> None:
    edge.presences = presences  # type: ignore[assignment]
    edge.show(duel())
    assert isinstance(edge.screen.cue, StartCue)


def test_it_is_said_of_whoever_has_the_turn() -> None:
    assert asleep(duel(turn=1), ("here", "asleep", "here")) == 1
    assert asleep(duel(turn=1), ("asleep", "here", "here")) is None


def test_below_a_turn_it_stands_in_a_word() -> None:
    turn = TurnCue(title="Pilot", step="Actions", left=2, of=3, foot="SPIN ends", level=2, levels=10)
    told = waiting(turn, "Ann", Speaker(TEXTS, "en"))
    assert told == TurnCue(title="Pilot", step="Actions", left=2, of=3, foot=say("stage.asleep"), level=2, levels=10)


def test_a_result_is_for_all_and_stays() -> None:
    sank = TokenCue(title="Gold Gate", word="SINKS", look="hole")
    assert waiting(sank, "Ann", Speaker(TEXTS, "en")) == sank


def test_in_a_kit_nobody_is_waited_for() -> None:
    assert asleep(published(opened(NAMES)), ("asleep", "asleep", "asleep")) is None


def test_a_phone_that_falls_asleep_or_wakes_is_told_at_once_and_once(edge: Edge) -> None:
    edge.show(duel())
    edge.stage.look_at_phones()
    assert [type(cue) for cue in edge.screen.cues] == [StartCue], "nothing has changed, and the screen may rest"
    edge.presences = ("asleep", "here", "here")
    edge.stage.look_at_phones()
    edge.stage.look_at_phones()
    assert edge.screen.cues[1:] == [WAITED_FOR]
    edge.presences = ("here", "here", "here")
    edge.stage.look_at_phones()
    assert [type(cue) for cue in edge.screen.cues[2:]] == [StartCue]


def test_a_phone_that_has_just_joined_counts_at_once(edge: Edge) -> None:
    edge.presences = ("gone", "here", "here")
    edge.show(duel())
    edge.presences = ("asleep", "here", "here")
    edge.learn(duel())
    assert edge.screen.cues[1:] == [WAITED_FOR]


def test_a_light_covers_no_menu() -> None:
    edge, state = Edge(texts=Keys()), duel()
    edge.show(state)
    edge.input.push(state)
    before = list(edge.screen.cues)
    edge.presences = ("asleep", "here", "here")
    edge.stage.look_at_phones()
    assert edge.screen.cues == before
    edge.input.back()
    told = ("stage.sleeps {'name': 'Ann'}", "stage.act-for {'name': 'Ann'}")
    assert edge.screen.cue == MessageCue(title="", lines=told)


def test_a_light_covers_no_refusal(edge: Edge) -> None:
    edge.show(duel())
    edge.stage.refuse(Message("refused.ended"))
    edge.presences = ("asleep", "here", "here")
    edge.stage.look_at_phones()
    assert edge.screen.cue == MessageCue(title="", lines=(say("refused.ended"),))
