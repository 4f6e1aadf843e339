"""A player for Fireship that conquers one island after the other.

Its fleet attacks everything it can. It knows no more than people do, and rolls nothing itself: among equals it takes
the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from companion.engine.command import Command
from companion.engine.referees.declarations import Declaration
from companion.engine.values.seats import TABLE
from companion.engine.windows import Pass
from companion.games.fireship.rules.actions import Attack, Lose, RaiseKraken, Use
from companion.games.fireship.rules.board.components import FIRST_HOME, FIRST_ISLAND, PLANE, WHITE, home_of, place_of
from companion.games.fireship.rules.board.masks import cells_of
from companion.games.fireship.rules.cards import PlayBoom, PlayFog, PlayPlusOne, PlayWhirlpool, SayNo
from companion.games.fireship.rules.declarations import DeclaredAttack, DeclaredCard, DeclaredSegment
from companion.games.fireship.rules.moves import EndMoves, Go, GoHome, Pick
from companion.games.fireship.rules.pending_steps import lost_in
from companion.games.fireship.rules.state import NOTHING, Sea

ISLAND_FIRST = 100
"""The extra worth of attacking an island instead of a pawn."""


def admiral(state: Sea, plays: Sequence[Command]) -> Command:
    """Return the best of *plays* for conquering islands.

    *plays* are all legal moves of everybody in *state*.
    """
    own = [play for play in plays if play.seat != TABLE] or list(plays)
    top = state.top()
    if isinstance(top, Declaration):
        return _answer(state, top, own)
    if state.turn < 0 or isinstance(own[0], Lose):
        return own[-1]
    if isinstance(own[0], RaiseKraken):
        return max((play for play in own if isinstance(play, RaiseKraken)), key=lambda call: _worth(state, call.cell))
    if state.step == "moves":
        return _move(state, own)
    return _act(state, own)


def _answer(state: Sea, declared: Declaration, plays: Sequence[Command]) -> Command:
    """Return the best answer: a No, a +1 or a pass.

    It says No to harm, and plays +1 where that decides. The answer is for the first seat asked.
    """
    seat = plays[0].seat
    for play in plays:
        if play.seat == seat and isinstance(play, SayNo) and _hurts(state, declared, seat):
            return play
        if play.seat == seat and isinstance(play, PlayPlusOne) and isinstance(declared, DeclaredAttack):
            mine = declared.by == seat
            if mine if declared.attack == declared.defence else not mine and declared.attack < declared.defence + 2:
                return play
    return next(play for play in plays if play.seat == seat and isinstance(play, Pass))


def _hurts(state: Sea, declared: Declaration, seat: int) -> bool:
    if isinstance(declared, DeclaredAttack | DeclaredCard) and declared.target >= 0:
        return state.owner(declared.target) == seat
    return (
        isinstance(declared, DeclaredSegment)
        and declared.by == seat
        and declared.segment in ("kraken", "lose-boat", "lose-plane")
    )


# ---------------------------------------------------------------------- moves
def _move(state: Sea, plays: Sequence[Command]) -> Command:
    """Pick up the pawn nearest to its aim, or move it there.

    A plane aims at a special cell.
    """
    end = next(play for play in plays if isinstance(play, EndMoves))
    island = _target(state)
    goals = [play for play in plays if isinstance(play, Go)]
    if goals or any(isinstance(play, GoHome) for play in plays):
        aim = _aim(state, state.picked_up, island)
        best = min(goals, key=lambda go: _way(go.cell, aim), default=None)
        return end if best is None or _way(best.cell, aim) >= _way_of(state, state.picked_up, aim) else best
    ways = {
        play: _way_of(state, play.thing, aim)
        for play in plays
        if isinstance(play, Pick) and (aim := _aim(state, play.thing, island))
    }
    far = [play for play, way in ways.items() if way > 0]
    return min(far, key=lambda pick: ways[pick], default=end) if state.units else end


def _aim(state: Sea, thing: int, island: int) -> int:
    """Return the destination cells of the pawn *thing*, 0 for none."""
    board = state.rules.board
    kind = home_of(thing)[1] if thing >= FIRST_HOME else state.kind_of_own(thing)
    if kind != PLANE:
        return board.near_islands[island] & board.open if island >= 0 else 0
    taken = state.occupied() & ~(1 << thing if thing < FIRST_HOME else 0)
    used = next((cell for at, cell in state.used if at == thing), NOTHING)
    return board.specials & ~taken & ~(1 << used if used >= 0 else 0)


def _target(state: Sea) -> int:
    """Return the next island to conquer, or -1.

    Weak and near ones come first.
    """
    seat, near = state.turn, state.rules.board.near_islands
    things = [*cells_of(state.side_at_sea(seat)), *state.things_home(seat)]
    flags = [(island, flag) for island, flag in enumerate(state.flags) if flag != seat and not state.fogged(flag)]
    if not things or not flags:
        return -1

    def effort(island: int, flag: int) -> int:
        defence = state.power(flag, FIRST_ISLAND + island)
        return 3 * defence + sum(sorted(_way_of(state, thing, near[island]) for thing in things)[:3])

    return min(flags, key=lambda each: effort(*each))[0]


def _way_of(state: Sea, thing: int, aim: int) -> int:
    """Count the steps in a straight line from *thing* to *aim*.

    *thing* is a pawn; the nearest cell of *aim* counts.
    """
    if thing >= FIRST_HOME:
        return 1 + min(_way(cell, aim) for cell in cells_of(state.rules.board.squares[home_of(thing)[0]]))
    return _way(thing, aim)


@lru_cache(maxsize=4096)
def _way(cell: int, aim: int) -> int:
    column, row = place_of(cell)
    places = (place_of(each) for each in cells_of(aim))
    return min((abs(column - other) + abs(row - beside) for other, beside in places), default=0)


# ---------------------------------------------------------------------- actions
def _act(state: Sea, plays: Sequence[Command]) -> Command:
    """Attack islands, then pawns; play helpful cards; use cells; end the step."""
    leads = [play for play in plays if isinstance(play, Attack)]
    if leads:
        return max(leads, key=lambda lead: _prize(state, lead))
    for kind in (PlayBoom, Use, PlayFog):
        found = next((play for play in plays if isinstance(play, kind)), None)
        if found is not None:
            return found
    whirls = [play for play in plays if isinstance(play, PlayWhirlpool)]
    if whirls:
        best = max(whirls, key=lambda whirl: _worth(state, whirl.cell, reach=1))
        if _worth(state, best.cell, reach=1) > 0:
            return best
    others = [play for play in plays if not isinstance(play, PlayWhirlpool)]
    return others[1] if state.step == "roll" and len(others) > 1 and state.side_at_sea(state.turn) else others[0]


def _prize(state: Sea, lead: Attack) -> int:
    island = FIRST_ISLAND <= lead.target < FIRST_HOME
    side = state.owner(lead.target)
    assert side is not None
    return (ISLAND_FIRST if island else 0) + state.power(lead.seat, lead.leader) - state.power(side, lead.target)


def _worth(state: Sea, cell: int, reach: int = 2) -> int:
    """Weigh other sides' pawns against own ones in reach of *cell*.

    Own ones count twice. The reach is that of the Kraken or a whirlpool.
    """
    board = state.rules.board
    cells = board.kraken(cell) if reach > 1 else board.near[cell]
    sides = (*range(state.rules.people), WHITE)
    return sum(len(lost_in(state, side, cells)) * (-2 if side == state.turn else 1) for side in sides)


PLAYERS = {"admiral": admiral}
