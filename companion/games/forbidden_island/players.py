"""A player for Forbidden Island that looks a step or two ahead.

It weighs the island, its cards and its ways. It knows no more than people do, and rolls nothing itself: among equals it
takes the first. Weights are judgement, found by playing; they give the worth of a point of danger, of cards or of
distance.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from companion.engine.command import Command
from companion.engine.table import follow
from companion.games.forbidden_island.rules.actions import Action, EndActions
from companion.games.forbidden_island.rules.cards import ForbiddenDraw, Lift, LiftOff, Sandbag
from companion.games.forbidden_island.rules.components import (
    CARDS_TO_CAPTURE,
    FLOODS_AT_TICK,
    FOOLS_LANDING,
    LIFT,
    SANDBAGS,
    SHRINES,
    TREASURES,
)
from companion.games.forbidden_island.rules.layouts import Geometry, spread
from companion.games.forbidden_island.rules.masks import tiles_of
from companion.games.forbidden_island.rules.setup import DealOut
from companion.games.forbidden_island.rules.state import ForbiddenIsland

WON, LOST = 100_000.0, -100_000.0
CAPTURED = 90.0
CARDS_WORTH = (0.0, 2.0, 6.0, 13.0, 30.0, 30.5)
"""The worth of a number of cards of an uncaptured treasure.

The number is the index.
"""
SECOND_BEST = 0.25
"""The worth of the same cards in another hand, as a factor.

They still have to be given.
"""
STEP_TO_CAPTURE, STEP_TO_MEET, STEP_HOME = 3.0, 1.0, 6.0
FIRST_LIFT, OTHER_LIFT, OTHER_SPECIAL = 12.0, 5.0, 4.0
LANDING, LAST_SHRINE, SHRINE, PLAIN = 60.0, 45.0, 9.0, 2.5
"""The worth of a tile above water."""
DRY_FOR_NOW = 0.12
"""The risk of a dry tile, compared with a flooded one."""
FAR = 9
LOOK_AHEAD = 2


def careful(state: ForbiddenIsland, plays: Sequence[Command]) -> Command:
    """Return the one of *plays* that leads to the best island.

    *plays* are all legal moves of everybody in *state*.
    """
    if state.turn < 0:
        return next(play for play in plays if isinstance(play, DealOut))
    depth = min(LOOK_AHEAD, state.actions)
    now = worth(state)
    best, best_worth = plays[0], LOST * 2
    for play in plays:
        if isinstance(play, LiftOff):
            return play
        found = now if isinstance(play, ForbiddenDraw) else _ahead(state, play, depth - 1)
        if found > best_worth:
            best, best_worth = play, found
    return best


def _ahead(state: ForbiddenIsland, play: Command, depth: int) -> float:
    """Return the worth of *play* after the best of *depth* further actions."""
    after, _ = follow(state, play.facts(state))
    assert isinstance(after, ForbiddenIsland)
    here = worth(after)
    # Doing it now rather than later is worth a trifle, and so is keeping actions and special cards.
    if isinstance(play, EndActions):
        return here - 0.5
    if isinstance(play, Lift | Sandbag):
        return here - 1.0
    if depth < 1 or not isinstance(play, Action) or after.turn != state.turn or not after.actions or after.pending:
        return here
    kinds = [kind for ask in after.asks() if ask.seat == after.turn for kind in ask.kinds if issubclass(kind, Action)]
    further = (next_play for kind in kinds for next_play in kind.tries(after, after.turn))
    return max(here, max((_ahead(after, each, depth - 1) for each in further), default=here) - 0.1)


def worth(state: ForbiddenIsland) -> float:
    """Return the worth of *state* for everybody."""
    if state.ending is not None:
        return WON if state.ending.reason == "won" else LOST
    total = _tiles_worth(state) + _specials_worth(state)
    left = [treasure for treasure, captor in enumerate(state.captors) if captor < 0]
    total += CAPTURED * (len(TREASURES) - len(left))
    for treasure in left:
        total += _treasure_worth(state, treasure)
    home = 1 << FOOLS_LANDING
    weight = STEP_HOME if not left else 0.15
    for seat in range(len(state.pawns)):
        total -= weight * _steps(state, seat, home)
    return total


def _specials_worth(state: ForbiddenIsland) -> float:
    lifts = sum(cards.count(LIFT) for cards in state.specials)
    sandbags = sum(cards.count(SANDBAGS) for cards in state.specials)
    return (FIRST_LIFT if lifts else 0.0) + OTHER_LIFT * max(0, lifts - 1) + OTHER_SPECIAL * sandbags


def _tiles_worth(state: ForbiddenIsland) -> float:
    """Return the worth of the remaining tiles, by the risk of each."""
    soon = state.pile[0] if state.pile else state.spent
    floods = FLOODS_AT_TICK[min(state.water, len(FLOODS_AT_TICK)) - 1]
    chance_soon = min(1.0, floods / max(1, soon.bit_count()))
    # A Waters Rise! brings the discard back at once: the likelier, the fewer cards the deck has left.
    chance_back = min(1.0, 3.0 * 2.0 / max(2, len(state.deck))) * 0.6
    total, spent, wet = 0.0, state.spent, state.wet
    for bit, worth_dry in _worth_of_each(state.land, state.captors, state.geometry):
        danger = chance_soon if soon & bit else chance_back if spent & bit else 0.1
        share = 0.35 + 0.65 * danger if wet & bit else DRY_FOR_NOW * danger
        total += worth_dry * (1.0 - share)
    return total


@lru_cache(1 << 6)  # while a turn is weighed nothing sinks
def _worth_of_each(land: int, captors: tuple[int, ...], geometry: Geometry) -> tuple[tuple[int, float], ...]:
    """Return each remaining tile, as a mask, with its worth above water."""
    return tuple([(1 << tile, _tile_worth(land, captors, geometry, tile)) for tile in tiles_of(land)])


def _tile_worth(land: int, captors: tuple[int, ...], geometry: Geometry, tile: int) -> float:
    if tile == FOOLS_LANDING:
        return LANDING
    for shrine, captor in zip(SHRINES, captors, strict=True):
        if shrine >> tile & 1 and captor < 0:
            return LAST_SHRINE if (shrine & land).bit_count() == 1 else SHRINE
    return PLAIN * (0.6 + 0.2 * (geometry.beside[tile] & land).bit_count())


def _treasure_worth(state: ForbiddenIsland, treasure: int) -> float:
    card, sites = TREASURES[treasure], SHRINES[treasure] & state.land
    held = [hand.count(card) for hand in state.hands]
    maximum = max(held)
    if not maximum:
        return 0.0
    best = max(range(len(held)), key=lambda seat: held[seat] * 10 - _steps(state, seat, sites))
    total = CARDS_WORTH[min(maximum, len(CARDS_WORTH) - 1)]
    others = [seat for seat in range(len(held)) if seat != best and held[seat]]
    total += SECOND_BEST * sum(CARDS_WORTH[held[seat]] for seat in others)
    if maximum >= CARDS_TO_CAPTURE:
        return total - STEP_TO_CAPTURE * _steps(state, best, sites)
    if sum(held) >= CARDS_TO_CAPTURE:
        total += 4.0 - STEP_TO_MEET * min(_steps(state, seat, 1 << state.pawns[best]) for seat in others)
    return total - 0.3 * maximum * _steps(state, best, sites)


def _steps(state: ForbiddenIsland, seat: int, goal: int) -> int:
    return _steps_to(state.pawns[seat], goal, state.land, state.roles[seat], geometry=state.geometry)


@lru_cache(1 << 12)  # the ways of a turn are weighed again and again
def _steps_to(start: int, goal: int, land: int, role: int, *, geometry: Geometry) -> int:
    """Count the steps of *role* from *start* over *land* to *goal*.

    *goal* is a mask, of which one tile is enough. The result is ``FAR`` at most.
    """
    near = geometry.near[role]
    reached, steps = 1 << start, 0
    while not reached & goal and steps < FAR:
        further = reached | spread(reached, near) & land
        if further == reached:
            return FAR
        reached = further
        steps += 1
    return steps


PLAYERS = {"careful": careful}
