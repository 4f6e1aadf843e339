"""A player for Harbour: it fetches crates the shortest way, boards what is laden, and answers what is aimed at it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from companion.engine.command import Command
from companion.engine.windows import Pass

from .boarding import DeclaredBoarding, DeclaredFog
from .commands import PlayFog, PlayWind, Sail
from .places import QUAYS, WRECK, neighbours
from .state import Harbour


@cache
def distance(people: int, place: str, goal: str) -> int:
    """Return how often one sails from *place* to *goal*, where *people* play; quays aren't sailed through."""
    reached, steps = {place}, 0
    while goal not in reached:
        leaving = [each for each in reached if each == place or each not in QUAYS]
        reached |= {there for each in leaving for there in neighbours(people)[each]}
        steps += 1
    return steps


def skipper(state: Harbour, plays: Sequence[Command]) -> Command:
    """Return the one of *plays*, all that anybody may do in *state*, that brings crates home soonest."""
    top = state.top()
    if isinstance(top, DeclaredBoarding | DeclaredFog):
        own = next((play for play in plays if isinstance(play, PlayFog) and _minds(state, play.seat)), None)
        return own or next(play for play in plays if isinstance(play, Pass))
    sails = [play for play in plays if isinstance(play, Sail)]
    if not sails:
        return plays[0]
    seat = state.turn
    goal = QUAYS[seat] if state.laden[seat] else WRECK
    if state.sails == 1 and distance(state.rules.people, state.boats[seat], goal) > 1:
        wind = next((play for play in plays if isinstance(play, PlayWind)), None)
        if wind is not None:
            return wind
    return min(sails, key=lambda sail: (distance(state.rules.people, sail.place, goal), state.boat_at(sail.place) or 0))


def _minds(state: Harbour, seat: int) -> bool:
    """Tell whether what is declared takes something from *seat*."""
    top = state.top()
    return isinstance(top, DeclaredBoarding) and top.target == seat and state.laden[seat]


PLAYERS = {"skipper": skipper}
