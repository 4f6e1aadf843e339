"""Shooting: exactly the range straight ahead, at characters and blocks (BI-K1 to BI-K7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Self

from companion.engine.command import Command, Refusal, Role
from companion.engine.fact import Facts
from companion.engine.message import Message
from companion.games.battle_for_the_island.rules import refusals
from companion.games.battle_for_the_island.rules.blocks import BlockActivated
from companion.games.battle_for_the_island.rules.components import TEXTS, labels_of
from companion.games.battle_for_the_island.rules.facts import Hit
from companion.games.battle_for_the_island.rules.state import NOWHERE, SHOOTING, Battle
from companion.games.battle_for_the_island.rules.words import Square


class Shoot(Command, frozen=True):
    """Have who stands on *square* shoot at the square *target*."""

    square: Square
    target: Square
    verb: ClassVar[str] = "shoot"
    role: ClassVar[Role] = "board"
    texts: ClassVar[str] = TEXTS

    def why_not(self, state: Battle) -> Refusal | None:
        refused = state.not_in_turn(self.seat)
        if refused is not None:
            return refused
        if state.step not in SHOOTING:
            return refusals.NO_SHOT_NOW
        if state.die == NOWHERE:
            return refusals.NO_SHOT_YET
        at = state.own_at(self.seat, self.square)
        if at is None:
            return refusals.NOT_YOURS
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
        return labels_of(words)

    @classmethod
    def tries(cls, state: Battle, seat: int) -> Iterable[Self]:
        return [cls(seat, *shot) for shot in state.shots(seat)] if state.may_shoot() else ()


COMMANDS: tuple[type[Command], ...] = (Shoot,)
