"""Shooting straight ahead at exactly the range (BI-K1 to BI-K7).

Targets are characters and blocks.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Self

from msgspec import Struct

from companion.engine.command import Command, Kinds, Refusal, Role
from companion.engine.fact import Facts
from companion.engine.values.message import Message
from companion.games.battle_for_the_island.rules import refusals
from companion.games.battle_for_the_island.rules.blocks import BlockActivated, harmed, touching
from companion.games.battle_for_the_island.rules.components import SQUARES, TEXTS, name
from companion.games.battle_for_the_island.rules.facts import Hit
from companion.games.battle_for_the_island.rules.state import NOWHERE, SHOOTING, Battle
from companion.games.battle_for_the_island.rules.words import Square


class Outlook(Struct, frozen=True):
    """The public outlook of a shot before it is fired, as squares.

    *removed* are those of certain losses. If a block is hit, *if_live* are those of the losses if it alone is live,
    *touching* the blocks that are turned over with a live one, and *further* those of possible losses by these.
    """

    square: int
    target: int
    removed: tuple[int, ...] = ()
    if_live: tuple[int, ...] = ()
    touching: tuple[int, ...] = ()
    further: tuple[int, ...] = ()

    def text(self, state: Battle) -> Message:
        """Return the outlook in words."""
        if self.target not in state.blocks:
            hit, *others = (state.unit_at(square) for square in self.removed)
            if not others:
                return Message("battle-for-the-island.would-hit", {"target": hit})
            return Message("battle-for-the-island.would-hit-others", {"target": hit, "others": tuple(others)})
        block: dict[str, Any] = {"square": SQUARES[self.target], "live": state.live, "count": state.live + state.safe}
        if not self.if_live:
            said = Message("battle-for-the-island.would-turn", block)
        else:
            gone = tuple(map(state.unit_at, self.if_live))
            said = Message("battle-for-the-island.would-blast", {**block, "others": gone})
        if not self.touching:
            return said
        squares = tuple(SQUARES[each] for each in self.touching)
        values: dict[str, Any] = {"said": said, "count": len(squares), "squares": squares}
        if not self.further:
            return Message("battle-for-the-island.would-touch", values)
        more = tuple(map(state.unit_at, self.further))
        return Message("battle-for-the-island.would-touch-more", {**values, "more": more})


def outlook(state: Battle, square: int, target: int) -> Outlook:
    """Return the outlook of a possible shot from *square* at *target*."""
    between = state.crossfire(square, target)
    if target not in state.blocks:
        return Outlook(square, target, (target, *between))
    if not state.live:
        return Outlook(square, target)
    if_live, others = harmed(state, target, (target,), between), tuple(touching(state, target))
    all_live = harmed(state, target, (target, *others), between) if state.live > 1 else if_live
    further = tuple(each for each in all_live if each not in if_live)
    return Outlook(square, target, if_live=if_live, touching=others, further=further)


class Shoot(Command, frozen=True):
    """Have the character on *square* shoot at the square *target*."""

    square: Square
    target: Square
    verb: ClassVar[str] = "shoot"
    role: ClassVar[Role] = "board"
    texts: ClassVar[str] = TEXTS

    def why_not(self, state: Battle) -> Refusal | None:
        refused = state.not_in_turn(self.seat)
        if refused is not None:
            return refusals.SHOT_IN_OTHER_TURN if refused is refusals.NOT_YOUR_TURN else refused
        if state.step not in SHOOTING:
            return refusals.NO_SHOT_NOW
        if state.die == NOWHERE:
            return refusals.NO_SHOT_YET
        at = state.own_at(self.seat, self.square)
        if at is None:
            return refusals.SHOT_NOT_YOURS
        who = state.units[self.seat][at]
        aim = state.grid.aims[self.square][who.facing][who.kind]
        if aim.target != self.target:
            return refusals.EXACT_RANGE
        if aim.before & state.barricades:
            return refusals.BEHIND_BLOCK
        if aim.hit & (state.barricades | state.standing[1 - self.seat]):
            return None
        return refusals.OWN_TARGET if aim.hit & state.standing[self.seat] else refusals.NO_TARGET

    def facts(self, state: Battle) -> Facts:
        between = state.crossfire(self.square, self.target)
        if self.target in state.blocks:
            return (BlockActivated(self.square, self.target, between),)
        return (Hit(self.square, self.target, (self.target, *between)),)

    def labels(self, state: Battle, words: tuple[str, ...]) -> tuple[Message, ...]:
        said = outlook(state, self.square, self.target).text(state)
        return (name(words[0]), state.own_unit(self.seat, self.square), said)

    @classmethod
    def tries(cls, state: Battle, seat: int) -> Iterable[Self]:
        if state.die == NOWHERE or not state.aimed[seat] & (state.standing[1 - seat] | state.barricades):
            return ()
        return [cls(seat, *shot) for shot in state.shots(seat)]


COMMANDS: Kinds = (Shoot,)
