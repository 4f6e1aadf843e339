"""The tally of Fireship: rounds, islands taken, attacks, pawns lost.

A repelled attack comes before an island.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.engine.values.tally import Counts, Key, Medal, Tally, Tallying, deed_of, figure, sum_of
from companion.games.fireship.rules.board.components import WHITE
from companion.games.fireship.rules.declarations import Attacked, CalledOff, DeclaredAttack
from companion.games.fireship.rules.facts import Destroyed, FlagPlaced
from companion.games.fireship.rules.pending_steps import Fight, FireshipDieFell
from companion.games.fireship.rules.state import Sea

BEST = {"held": "fireship.tally.held", "taken": "fireship.tally.best-taken", "won": "fireship.tally.won"}
"""Deeds, the best first, and the sentence of each."""


def _counted(facts: tuple[Any, ...], before: Sea) -> Iterator[Key]:
    attack: Any = next((each for each in before.pending if isinstance(each, (Fight, DeclaredAttack))), None)
    for fact in facts:
        match fact:
            case Attacked():
                yield ("attack",)
                attack = fact
            case CalledOff() | FireshipDieFell(won=False) if attack is not None:
                side = before.owner(attack.target)
                if side is not None and 0 <= side < before.rules.people:
                    yield ("held", side)
            case Destroyed(cause=cause, lost=lost):
                yield from (("lost",) for _ in lost)
                if cause == "fireship.lost-battle":
                    yield ("won", before.turn)
            case FlagPlaced(seat=seat) if 0 <= seat < before.rules.people:
                yield ("taken", seat)


def _told(counts: Counts, state: Sea) -> Tally:
    numbers = (
        figure(state.round, "fireship.tally.rounds"),
        figure(sum_of(counts, "taken"), "fireship.tally.taken"),
        figure(sum_of(counts, "attack"), "fireship.tally.attacks"),
        figure(sum_of(counts, "lost"), "fireship.tally.lost"),
    )
    medals = tuple([_flag(state, island, side) for island, side in enumerate(state.flags)])
    return Tally(numbers, deed_of(counts, BEST), medals)


def _flag(state: Sea, island: int, side: int) -> Medal:
    label = state.rules.board.island_name(island)
    return Medal("", label, "missing") if side == WHITE else Medal("", label, owner=side)


TALLY = Tallying(_counted, _told)
