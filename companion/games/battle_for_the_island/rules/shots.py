"""Shooting: exactly the range straight ahead, at characters and blocks (BI-K1 to BI-K7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Self

from companion.engine.command import Command, Refusal, Role
from companion.engine.fact import Facts
from companion.engine.message import Message
from companion.games.battle_for_the_island.rules import refusals
from companion.games.battle_for_the_island.rules.blocks import BlockActivated
from companion.games.battle_for_the_island.rules.components import RANGES, TEXTS, labels_of
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
        who = state.own_at(self.seat, self.square)
        if who is None:
            return refusals.NOT_YOURS
        ray, reach = state.grid.ahead[self.square][who.facing], RANGES[who.kind]
        if len(ray) < reach or ray[reach - 1] != self.target:
            return refusals.EXACT_RANGE
        if not set(ray[: reach - 1]).isdisjoint(state.blocks):
            return refusals.BEHIND_BLOCK
        if self.target in state.blocks or self.target in state.squares_of(1 - self.seat):
            return None
        return refusals.OWN_TARGET if self.target in state.squares_of(self.seat) else refusals.NO_TARGET

    def facts(self, state: Battle) -> Facts:
        between = state.crossfire(self.square, self.target)
        if self.target in state.blocks:
            return (BlockActivated(self.square, self.target, between),)
        return (Hit(self.square, self.target, (self.target, *between)),)

    def labels(self, state: Battle, words: tuple[str, ...]) -> tuple[Message, ...]:
        return labels_of(words)

    @classmethod
    def tries(cls, state: Battle, seat: int) -> Iterable[Self]:
        return [cls(seat, *shot) for shot in state.shots(seat)] if state.may_shoot(seat) else ()


COMMANDS: tuple[type[Command], ...] = (Shoot,)
