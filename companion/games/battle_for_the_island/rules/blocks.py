"""Turned-over blocks and the losses by live ones (BI-B2 to BI-B5, BI-S3).

Only here does chance decide which blocks are live: one block after the other, out of all that weren't turned over.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from companion.engine.chance import Answer, Card, ChanceRequest
from companion.engine.fact import Fact, Facts
from companion.engine.interrupts import Interrupt, Settled, change, push
from companion.engine.state import Ask
from companion.engine.values.message import DOER, Message
from companion.games.battle_for_the_island.rules.characters import OFF, unit_on
from companion.games.battle_for_the_island.rules.components import LIVE, SQUARES, column_of
from companion.games.battle_for_the_island.rules.state import Battle, Struck


def touching(state: Battle, block: int) -> list[int]:
    """Return the blocks touching *block*, by column from a (BI-B5).

    A live *block* activates them too.
    """
    return sorted(state.grid.around[block].intersection(state.blocks), key=column_of)


def harmed(state: Battle, hit: int, live: Iterable[int], between: Iterable[int]) -> tuple[int, ...]:
    """Return the occupied squares hit by *live* blocks or the crossfire.

    *hit* counts among them (BI-B3, BI-B5, BI-K4).
    """
    squares = {hit, *between}.union(*(state.grid.around[block] for block in live))
    everybody = state.everybody()
    return tuple(square for square in sorted(squares) if everybody >> square & 1)


class TurningOver(Interrupt, frozen=True, kw_only=True):
    """The block *hit*, and if it is *live*, those *touching* it.

    They are turned over one by one. *turned* are the blocks turned over until now; *between* are the occupied squares
    in the crossfire.
    """

    hit: int
    between: tuple[int, ...] = ()
    turned: tuple[int, ...] = ()
    live: tuple[int, ...] = ()

    def asks(self, state: Battle) -> tuple[Ask, ...]:
        return ()

    def due(self, state: Battle) -> ChanceRequest | None:
        return None if self.next_block(state) is None else Card("block", "BI-S3", state.bag())

    def chosen(self, state: Battle, answer: Answer) -> Facts:
        block = self.next_block(state)
        assert block is not None
        return (BlockTurned(block, answer[0] == LIVE),)

    def next_block(self, state: Battle) -> int | None:
        """Return the next block to turn over.

        First the one hit, then those touching it, by column from a.
        """
        if not self.turned:
            return self.hit
        if self.hit not in self.live:
            return None
        return next((block for block in touching(state, self.hit) if block not in self.turned), None)

    def then(self, state: Battle) -> Facts:
        if self.next_block(state) is not None:
            return ()
        gone = harmed(state, self.hit, self.live, self.between) if self.live else ()
        return (Settled(), Blasted(self.turned, self.live, gone))


class BlockActivated(Fact, frozen=True):
    """A shot from *square*, or a landing, activated the block on *hit*.

    *between* is the shot's crossfire.
    """

    square: int
    hit: int
    between: tuple[int, ...] = ()

    def apply(self, state: Battle) -> Battle:
        number = state.questions + 1
        struck = Struck(number, state.turn, state.step, self.square, self.hit, block=True, is_over=False)
        return push(replace(state, struck=struck), TurningOver(hit=self.hit, between=self.between))

    def said(self, state: Any) -> Message | None:
        if self.square == self.hit:
            return None
        values: dict[str, Any] = {"who": DOER, "square": SQUARES[self.square], "target": SQUARES[self.hit]}
        return Message("battle-for-the-island.shot-at-block", values)


class BlockTurned(Fact, frozen=True):
    """The block on *square* was turned over, and is *live* or safe."""

    square: int
    live: bool

    def apply(self, state: Battle) -> Battle:
        over: Any = state.top()
        after = change(state, replace(
            over,
            turned=(*over.turned, self.square),
            live=(*over.live, self.square) if self.live else over.live,
        ))  # fmt: skip
        return replace(
            after,
            live=state.live - 1 if self.live else state.live,
            safe=state.safe if self.live else state.safe - 1,
            questions=state.questions + 1,
        )

    def said(self, state: Any) -> Message:
        return Message(
            "battle-for-the-island.is-live" if self.live else "battle-for-the-island.is-safe",
            {"square": SQUARES[self.square]},
        )


class Blasted(Fact, frozen=True):
    """The turned-over *blocks* are gone, with everybody on *removed*.

    *removed* are the squares hit by the *live* ones.
    """

    blocks: tuple[int, ...]
    live: tuple[int, ...]
    removed: tuple[int, ...]

    def apply(self, state: Battle) -> Battle:
        left = tuple(OFF if block in self.blocks else block for block in state.blocks)
        struck = state.struck
        if struck is not None:
            struck = replace(struck, lost=state.lost_on(self.removed), live=self.live, is_over=True)
        return state.without(self.removed, struck=struck).with_blocks(left)

    def said(self, state: Any) -> Message | None:
        if not self.live:
            return None
        if not self.removed:
            return Message("battle-for-the-island.blasted-none")
        lost = () if state.struck is None else state.struck.lost
        units = tuple(unit_on(kind, square) for _, kind, square in lost)
        return Message("battle-for-the-island.blasted", {"count": len(units), "units": units})


FACTS: tuple[type[Fact], ...] = (BlockActivated, BlockTurned, Blasted)
