"""Scenes: who is meant by each, and what it is called."""

from __future__ import annotations

from typing import Any

from companion.engine.fact import Facts
from companion.engine.values.moment import Moment
from companion.engine.values.seats import WATCHER
from tests.companion.games.fireball_island.shore import FIREBALL_ISLAND, Play, playing


def scenes(play: Play, facts: Facts) -> list[tuple[str, str, tuple[int, ...]]]:
    """Return kind, title and seats of the scenes that *facts* are for a watcher."""
    seen: list[Any] = [fact.seen_by(WATCHER) for fact in facts]
    state = play.now.seen_by(WATCHER)
    makes = FIREBALL_ISLAND.moments
    made = [makes[type(fact)](fact, state) for fact in seen if type(fact) in makes]
    return [_told(moment) for moment in made if moment is not None]


def _told(moment: Moment) -> tuple[str, str, tuple[int, ...]]:
    title: Any = moment.title
    return moment.kind, title.key.removeprefix("fireball-island."), moment.seats


def test_who_stands_in_a_named_fireballs_way_is_meant_and_then_who_is_hit() -> None:
    play = playing("wt8 ta3 dmp", "fireball cancel", owner=1)
    play.roll(1)
    play.quiet()
    assert scenes(play, play.do("send b-north", 0)) == [("attack", "words.fireball", (1,))]
    assert scenes(play, play.silence()) == [("strike", "words.jewel-lost", (1,))]


def test_a_theft_means_who_has_the_jewel_until_it_is_stolen_or_was_a_fake() -> None:
    play = playing("wt2 wt5", "cancel,fake-jewel", owner=1)
    play.roll(3)
    assert scenes(play, play.silence()) == [("attack", "words.theft", (1,))]
    again = playing("wt2 wt5", "cancel,fake-jewel", owner=1)
    again.roll(3)
    again.silence()
    assert scenes(again, again.silence()) == [("loss", "words.stolen", (1,))]
    again = playing("wt2 wt5", "cancel,fake-jewel", owner=1)
    again.roll(3)
    again.silence()
    again.do("play fake-jewel", 1)
    assert scenes(again, again.silence()) == [("gain", "words.foiled", (1,))]
