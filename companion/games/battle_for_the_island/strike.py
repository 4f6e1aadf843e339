"""A shot for pages: shooter, target, range, odds and outcome.

The odds are a block's.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from companion.engine.values.battle_picture import BattlePicture, Odds, Outcome, Ring, Told
from companion.engine.values.message import Message, Value
from companion.games.battle_for_the_island.rules.blocks import TurningOver
from companion.games.battle_for_the_island.rules.components import KINDS, RANGES, SQUARES, name
from companion.games.battle_for_the_island.rules.shots import Outlook
from companion.games.battle_for_the_island.rules.state import Battle as State
from companion.games.battle_for_the_island.rules.state import Struck

Values: TypeAlias = dict[str, Value]
_OPEN: Values = {"by": "{by}", "victim": "{victim}"}
"""Placeholders for the players' names, filled by pages."""


def _say(key: str, **values: Value) -> Message:
    return Message(f"battle-for-the-island.strike.{key}", values)


def _to_all(key: str, **values: Value) -> Message:
    return _say(key, **_OPEN, **values)


def strike(state: State) -> BattlePicture | None:
    """Return the current shot, or the last since the roll.

    A block being turned over comes first.
    """
    struck = state.struck
    if struck is None or state.ending is not None:
        return None
    top = state.top()
    if isinstance(top, TurningOver):
        return _turning(state, struck, top)
    is_told = state.turn != struck.by or state.step == struck.step
    return _over(state, struck) if struck.is_over and is_told and not state.rolling else None


def aimed(state: State, seen: Outlook) -> BattlePicture:
    """Return a possible shot with its outlook, *seen*."""
    at = state.own_at(state.turn, seen.square)
    assert at is not None
    kind = state.units[state.turn][at].kind
    square, target = SQUARES[seen.square], SQUARES[seen.target]
    is_block = seen.target in state.blocks
    victims = {seat for seat, _, _ in state.lost_on(seen.removed)} - {state.turn}
    range_ = _say("range", kind=name(KINDS[kind]), count=RANGES[kind])
    return BattlePicture(
        number=0,
        step="chance",
        by=state.turn,
        title=Told(_to_all("aims-block" if is_block else "aims", kind=name(KINDS[kind]), square=square, target=target)),
        rings=(Ring(square, "from"), Ring(target, "to")),
        victims=tuple(sorted(victims)),
        odds=_odds(state) if is_block else None,
        won=Told(_if_live(state, seen) if is_block else _say("hits", said=seen.text(state), range=range_)),
        lost=Told(_say("if-safe")) if is_block else None,
    )


def _if_live(state: State, seen: Outlook) -> Message:
    said = _say("if-live", lost=_units(state, seen.if_live)) if seen.if_live else _say("if-live-nobody")
    if not seen.touching:
        return said
    count, squares = len(seen.touching), tuple(SQUARES[each] for each in seen.touching)
    if not seen.further:
        return _say("and-touching", said=said, count=count, squares=squares)
    return _say("and-further", said=said, count=count, squares=squares, more=_units(state, seen.further))


def _units(state: State, squares: Iterable[int]) -> tuple[Message, ...]:
    return tuple(state.unit_at(square) for square in squares)


def _odds(state: State) -> Odds:
    """Return the odds that a block not turned over yet is live.

    Nobody knows which ones are.
    """
    live, count = state.live, state.live + state.safe
    faces = (True,) * live + (False,) * state.safe
    return Odds(label=name("block"), why=_say("why-block"), faces=faces, text=_say("live-of", live=live, count=count))


def _rings(struck: Struck, *more: Ring) -> tuple[Ring, ...]:
    who = () if struck.square == struck.target else (Ring(SQUARES[struck.square], "from"),)
    return (*who, *more)


def _turning(state: State, struck: Struck, over: TurningOver) -> BattlePicture:
    block = over.next_block(state)
    at = struck.target if block is None else block
    return BattlePicture(
        number=struck.number,
        step="chance",
        by=struck.by,
        title=Told(_to_all("turns-over", square=SQUARES[at])),
        rings=_rings(struck, Ring(SQUARES[at], "to")),
        odds=_odds(state) if block is not None else None,
    )


def _over(state: State, struck: Struck) -> BattlePicture:
    gone = tuple(state.unit_of(*each) for each in struck.lost)
    victims = tuple(sorted({seat for seat, _, _ in struck.lost}))
    hits = tuple(Ring(SQUARES[square], "hit") for _, _, square in struck.lost) or (Ring(SQUARES[struck.target], "hit"),)
    return BattlePicture(
        number=struck.number,
        step="over",
        by=struck.by,
        title=Told(_to_all("turns-over" if struck.block else "shot", square=SQUARES[struck.target])),
        rings=_rings(struck, *hits),
        victims=victims,
        outcome=Outcome(_verdict(struck), Told(_say("gone", lost=gone) if gone else _say("nobody")), _won(struck)),
    )


def _won(struck: Struck) -> bool | None:
    """Return True if only the other side had losses.

    False if only the shooter had some, None for both or neither.
    """
    sides = {seat == struck.by for seat, _, _ in struck.lost}
    return None if len(sides) != 1 else False in sides


def _verdict(struck: Struck) -> Told:
    if struck.block:
        if not struck.live:
            return Told(_say("was-safe", square=SQUARES[struck.target]))
        squares = tuple(SQUARES[each] for each in struck.live)
        return Told(_say("was-live", count=len(squares), squares=squares))
    mine = [kind for seat, kind, _ in struck.lost if seat != struck.by]
    yours = _say(f"your-{KINDS[mine[0]]}") if len(mine) == 1 else _say("you-lose", count=len(mine))
    return Told(_to_all("hit"), _say("hit-by"), yours)
