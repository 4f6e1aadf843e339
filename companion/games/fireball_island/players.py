"""A program that plays Fireball Island.

It races to the jewel, after it, and home with it. It knows no more than people do, and rolls nothing itself. Weights
are judgement, found by playing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from companion.engine.command import Command
from companion.engine.referees.frame import NOBODY
from companion.engine.windows import Pass
from companion.games.fireball_island.rules.board import FireballBoard, Place
from companion.games.fireball_island.rules.commands import (
    Declare,
    FireballMove,
    FireballPlayCard,
    SendFireball,
    TakeCard,
    Trade,
)
from companion.games.fireball_island.rules.components import (
    AHEAD,
    ANOTHER_TURN,
    BACK,
    CANCEL,
    CAVES,
    DOUBLE,
    FAKE_JEWEL,
    FIREBALL,
    OFF_TRAIL,
    REROLL,
    TALISMAN,
)
from companion.games.fireball_island.rules.movement import Walking, ways
from companion.games.fireball_island.rules.state import FireballIsland
from companion.games.fireball_island.rules.windows import FireballMoment, NamedFireball, PlayedCard, Theft

FAR = 200
IN_CAVE = 12
"""The cost of a cave, in spaces: nobody knows its exit."""
DRAWS = 0.9
"""The worth of a card, in spaces."""
FEW = 1
"""The largest hand with which the Magic Charm is traded."""


@lru_cache(maxsize=512)
def distances(board: FireballBoard, goal: Place) -> Mapping[Place, int]:
    """Return each place's distance to *goal* in spaces, without caves."""
    found, edge = {goal: 0}, deque([goal])
    while edge:
        here = edge.popleft()
        for there in board.exits[here]:
            if there not in found and there not in CAVES and there != board.dock:
                found[there] = found[here] + 1
                edge.append(there)
    for place in OFF_TRAIL:
        out = board.exits[place]
        found[place] = found.get(out[0], FAR) + 1 if out else FAR
    return found


def to_go(state: FireballIsland, seat: int, place: Place) -> int:
    """Return the spaces left for *seat*'s piece from *place*.

    It goes home with the jewel, or to the jewel.
    """
    board, owner = state.rules.board, state.owner
    goal = board.dock if owner == seat else state.jewel if owner == NOBODY else state.places[owner]
    return distances(board, goal).get(place, FAR) + (IN_CAVE if place in CAVES else 0)


def racer(state: FireballIsland, plays: Sequence[Command]) -> Command:
    """Return the one of *plays* that brings its player on most.

    *plays* are all legal moves of everybody in *state*.
    """
    top = state.top()
    if isinstance(top, Walking) and any(isinstance(play, FireballMove) for play in plays):
        return _way(state, top, plays)
    passing = [play for play in plays if isinstance(play, Pass)]
    if passing:
        wanted = (
            play for play in plays if isinstance(play, FireballPlayCard | TakeCard | Trade) and _wants(state, play)
        )
        return next(wanted, passing[0])
    sent = [play for play in plays if isinstance(play, SendFireball)]
    if sent:
        return max(sent, key=lambda play: _harm(state, play))
    return next((play for play in plays if isinstance(play, Declare) and play.way == "out"), plays[0])


def _way(state: FireballIsland, step: Walking, plays: Sequence[Command]) -> Command:
    """Choose a way.

    The own piece's goes near to its goal, a theft before all; another's far from it.
    """
    board, seat = state.rules.board, step.seat
    options = ways(state)

    def worth(play: Command) -> float:
        assert isinstance(play, FireballMove)
        way = options[(play.to, *play.via)]
        if way.halts or (state.jewel and state.jewel in way.path):
            return FAR
        if way.end == board.dock:
            return 2 * FAR
        token = 4.0 if board.step in way.path and state.tokens[seat] == "not-yet" else 0.0
        return DRAWS * (way.end in board.dark) + token - to_go(state, seat, way.end)

    moves = [play for play in plays if isinstance(play, FireballMove)]
    return max(moves, key=worth) if step.by == seat else min(moves, key=worth)


def _harm(state: FireballIsland, play: SendFireball) -> float:
    """Return a Fireball's harm to others, minus that to the roller."""
    spaces = state.rules.board.routes[play.route]
    return sum(
        _threat(state, seat) * (-1 if seat == play.seat else 1)
        for seat, place in enumerate(state.places) if place in spaces
    )  # fmt: skip


def _threat(state: FireballIsland, seat: int) -> float:
    """Return the weight of *seat*'s piece: near the jewel, or having it."""
    return 100.0 if state.owner == seat else max(1.0, 60.0 - to_go(state, seat, state.places[seat]))


def _wants(state: FireballIsland, play: FireballPlayCard | TakeCard | Trade) -> bool:
    """Return True if *play* is worth its card now."""
    seat = play.seat
    if isinstance(play, Trade):
        return len(state.hands[seat]) <= FEW
    if isinstance(play, TakeCard):
        return seat == state.turn and isinstance(state.top(), FireballMoment)
    return WANTED[play.card](state, seat)


def _wants_fireball(state: FireballIsland, seat: int) -> bool:
    owner = state.owner
    return owner not in (NOBODY, seat) and isinstance(state.top(), FireballMoment) and state.in_reach(owner)


def _wants_cancel(state: FireballIsland, seat: int) -> bool:
    top = state.top()
    if not isinstance(top, PlayedCard) or top.by == seat:
        return False
    return (
        top.target == seat
        or top.card in (FAKE_JEWEL, ANOTHER_TURN)
        or (top.card == CANCEL and _mine_below(state, seat))
    )


def _mine_below(state: FireballIsland, seat: int) -> bool:
    below = state.pending[-2]
    return isinstance(below, PlayedCard) and below.by == seat


def _wants_talisman(state: FireballIsland, seat: int) -> bool:
    top = state.top()
    return isinstance(top, NamedFireball) and seat in top.targets(state)


def _wants_reroll(state: FireballIsland, seat: int) -> bool:
    if seat == state.turn:
        return state.die == 1 and not state.doubled and not state.caving
    return state.owner == state.turn and state.die >= 4 and not state.caving


def _wants_double(state: FireballIsland, seat: int) -> bool:
    top = state.top()
    return seat == state.turn and isinstance(top, FireballMoment) and top.when == "first" and not state.caving


def _wants_ahead(state: FireballIsland, seat: int) -> bool:
    return seat == state.turn


def _wants_back(state: FireballIsland, seat: int) -> bool:
    top = state.top()
    late = isinstance(top, FireballMoment) and top.when == "over"
    return late and state.owner == state.turn


WANTED: Mapping[str, Callable[[FireballIsland, int], bool]] = {
    FIREBALL: _wants_fireball, FAKE_JEWEL: lambda state, seat: isinstance(state.top(), Theft), CANCEL: _wants_cancel,
    TALISMAN: _wants_talisman, REROLL: _wants_reroll, ANOTHER_TURN: lambda state, seat: True, DOUBLE: _wants_double,
    **dict.fromkeys(AHEAD, _wants_ahead), **dict.fromkeys(BACK, _wants_back),
}  # fmt: skip
"""Whether it is worth playing each card now.

The card must be playable.
"""

PLAYERS: Mapping[str, Callable[[FireballIsland, Sequence[Command]], Command]] = {"racer": racer}
