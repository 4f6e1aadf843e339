"""Scenes: which facts are one, who is sent them, and that nothing is told by them that the log doesn't tell."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import pytest

from companion.engine.fact import Fact
from companion.engine.game import Game
from companion.engine.state import State
from companion.engine.values.message import Message
from companion.engine.values.moment import Kind, Moment
from companion.engine.values.seats import WATCHER
from companion.model.entry import Entry, LogEntry
from companion.model.sent_game import SCENES
from companion.model.snapshot import Snapshot
from tests.support.referees import FORBIDDEN_ISLAND, REFEREES, golden_steps, referee
from tests.support.seen import seen_plain
from tests.support.snapshots import replace, snapshot

WITH_MOMENTS = [game for game in REFEREES if game.moments]
NAMES = ("Ann", "Ben", "Cleo", "Dan")


@cache
def happened(slug: str) -> tuple[tuple[Fact, State], ...]:
    """Every fact of the golden games of *slug* that is a scene, as a watcher sees it, and the state after its step."""
    return tuple(_happened(referee(slug)))


def _happened(game: Game) -> Iterator[tuple[Fact, State]]:
    for _, table in golden_steps(game):
        for fact in next(table.latest()).facts:
            seen: Any = fact.seen_by(WATCHER)
            if type(fact) in game.moments and seen is not None:
                yield seen, table.state.seen_by(WATCHER).named(NAMES)


def scenes_of(game: Game, fact: Fact, state: State) -> Moment | None:
    return game.moments[type(fact)](fact, state)


@pytest.mark.parametrize("game", WITH_MOMENTS, ids=lambda game: game.slug)
def test_each_kind_of_fact_that_is_a_scene_comes_in_golden_games_and_has_a_line_in_the_log(game: Game) -> None:
    made = {type(fact) for fact, state in happened(game.slug) if scenes_of(game, fact, state) is not None}
    assert made == set(game.moments)
    silent = [fact for fact, state in happened(game.slug) if scenes_of(game, fact, state) and fact.said(state) is None]
    assert not silent, "their scenes would never be sent"


@pytest.mark.parametrize("game", WITH_MOMENTS, ids=lambda game: game.slug)
def test_every_scene_is_of_a_kind_that_pages_know_and_stands_on_a_track_that_is_there(game: Game) -> None:
    for fact, state in happened(game.slug):
        scene = scenes_of(game, fact, state)
        if scene is not None:
            assert scene.kind in get_args(Kind), scene
            assert 0 <= scene.at <= scene.of, scene
            assert all(0 <= seat < state.seats() for seat in scene.seats), scene


class Whispered(Fact, frozen=True):
    """Something that nobody but seat 0 notices."""

    def seen_by(self, viewer: int) -> Whispered | None:
        return self if viewer == 0 else None

    def said(self, state: State) -> Message:
        return Message("menu.title")


class Shouted(Fact, frozen=True):
    """Something that everybody notices."""

    def said(self, state: State) -> Message:
        return Message("menu.title")


def shouting(*lines: LogEntry) -> Snapshot:
    moment = lambda fact, state: Moment("rise", "Loud")  # noqa: E731 - one word of a table
    game = replace(FORBIDDEN_ISLAND, moments={Whispered: moment, Shouted: moment})
    setup = game.setup(NAMES[:2], {})
    return snapshot(version=9, game=game, setup=setup, state=game.start(setup), log=lines)


def entry(n: int, fact: Fact, *, undone: bool = False) -> LogEntry:
    state = FORBIDDEN_ISLAND.start(FORBIDDEN_ISLAND.setup(NAMES[:2], {}))
    return LogEntry(Entry(n=n), n, 0, state, (fact,), undone=undone)


def sent(published: Snapshot, viewer: int = WATCHER) -> list[Any]:
    return [line.get("moment") for line in seen_plain(published, viewer, frozenset())["log"]]


def test_a_scene_is_sent_with_the_line_that_tells_it() -> None:
    assert sent(shouting(entry(1, Shouted()))) == [{"kind": "rise", "title": "Loud"}]


@pytest.mark.parametrize("viewer", [WATCHER, 0, 1])
def test_what_not_everybody_notices_is_no_scene_for_anybody(viewer: int) -> None:
    assert sent(shouting(entry(1, Whispered()), entry(2, Shouted())), viewer) == [{"kind": "rise", "title": "Loud"}]


def test_what_was_taken_back_is_no_scene_any_more() -> None:
    assert sent(shouting(entry(1, Shouted(), undone=True), entry(2, Shouted()))) == [
        None,
        {"kind": "rise", "title": "Loud"},
    ]


def test_only_as_many_as_a_page_tells_are_sent() -> None:
    assert sent(shouting(*(entry(n, Shouted()) for n in range(1, SCENES + 3)))).count(None) == 2
