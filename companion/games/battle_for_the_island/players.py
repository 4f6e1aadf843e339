"""A player for Battle for the Island that looks one play ahead.

It weighs survivors and targets. It knows no more than people do, and rolls nothing itself: a block counts by the odds,
and among equals it takes the first. Weights are judgement, found by playing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.engine.command import Command
from companion.engine.table import follow
from companion.engine.values.seats import TABLE
from companion.games.battle_for_the_island.rules.characters import Character
from companion.games.battle_for_the_island.rules.components import RANGES
from companion.games.battle_for_the_island.rules.setup import PlaceBlock
from companion.games.battle_for_the_island.rules.state import Battle

WON = 10_000.0
ALIVE = 10.0
"""The worth of a character, besides its range."""
NOW, LATER, DANGER = 0.9, 0.25, 0.8
"""The worth of a shot this turn, a later shot, and danger.

Danger is a place in a line of fire.
"""
WAY_AHEAD = 0.15
"""The worth of each free square ahead, five at most.

A character without a way on may have to be given up.
"""
IN_SIGHT = 0.4
"""The worth of an enemy straight ahead, in range or not."""


def careful(state: Battle, plays: Sequence[Command]) -> Command:
    """Return the one of *plays* that leads to the best position.

    *plays* are those of one seat, and the position is weighed for it.
    """
    seat = plays[0].seat
    if seat == TABLE:
        return plays[0]
    if isinstance(plays[0], PlaceBlock):
        return plays[len(plays) // 2]
    return max(plays, key=lambda play: _expected(_after(state, play), seat))


def _after(state: Battle, play: Command) -> Battle:
    after, _ = follow(state, play.facts(state))
    assert isinstance(after, Battle)
    return after


def _expected(state: Battle, seat: int) -> float:
    """Return the worth of *state* for *seat*, averaged over the blocks' odds."""
    request = state.due() if state.pending else None
    if request is None:
        return worth(state, seat)
    total, ways = 0.0, 0
    for answer, weight in request.odds():
        after, _ = follow(state, state.chosen(answer))
        assert isinstance(after, Battle)
        total += weight * _expected(after, seat)
        ways += weight
    return total / ways


def worth(state: Battle, seat: int) -> float:
    """Return the worth of *state* for *seat*."""
    if state.ending is not None:
        return (WON if seat in state.ending.winners else -WON) if state.ending.winners else 0.0
    own, other = (sum(map(_value, state.present(each))) for each in (seat, 1 - seat))
    chance = NOW if state.turn == seat and state.may_shoot() else LATER
    total = own - other + chance * _shootable(state, seat) - DANGER * _shootable(state, 1 - seat)
    return total + _outlook(state, seat) - _outlook(state, 1 - seat)


def _value(who: Character) -> float:
    return ALIVE + RANGES[who.kind]


def _shootable(state: Battle, seat: int) -> float:
    """Return the value of all characters that *seat* could shoot now."""
    targets = {target for _, target in state.shots(seat)}
    return sum(_value(who) for who in state.units[1 - seat] if who.place in targets)


def _outlook(state: Battle, seat: int) -> float:
    """Return the worth of the squares ahead of *seat*'s characters."""
    total = 0.0
    taken, enemies = state.everybody() | state.barricades, state.standing[1 - seat]
    for who in state.on_island(seat):
        for ahead in state.grid.ahead[who.place][who.facing]:
            if taken >> ahead & 1:
                total += IN_SIGHT * (enemies >> ahead & 1)
                break
            total += WAY_AHEAD
    return total


PLAYERS: Mapping[str, Callable[[Battle, Sequence[Command]], Command]] = {"careful": careful}
