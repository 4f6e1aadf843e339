"""The position: characters, blocks, rolls and choices, with its queries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Literal, Self

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.command import Refusal
from companion.engine.referees.frame import Ending, RefereeState
from companion.engine.referees.refusals import Refusals
from companion.engine.state import swap
from companion.engine.values.bags import Bag
from companion.engine.values.message import Message, Value
from companion.games.battle_for_the_island.rules import refusals
from companion.games.battle_for_the_island.rules.characters import (
    COLUMNS,
    OFF,
    ON_PAD,
    UNPLACED,
    WAITING,
    Character,
    Unit,
    aiming,
    all_hit_by,
    unit_on,
)
from companion.games.battle_for_the_island.rules.components import (
    BLOCKS,
    KINDS,
    LIVE,
    PEOPLE,
    RANGES,
    SAFE,
    SQUARES,
    UNIT,
    Grid,
    mask_of,
    name,
)
from companion.games.battle_for_the_island.rules.options import BattleRules

NOWHERE = -1
"""A place that is no square."""
Turning = Literal["left", "right"]
WAYS: tuple[Turning, ...] = ("left", "right")
Step = Literal["roll", "advance", "zero", "move", "moved", "slide", "removal", "pad-removal", "over", "next"]
"""The steps of a turn.

A turn waits for a roll, the forced advance, an option, a move, more shots or its end, a slide, or the opponent.
``over`` and ``next`` wait for nothing: the turn ends, the next one begins.
"""
SHOOTING: frozenset[Step] = frozenset({"roll", "zero", "move", "moved", "slide"})
"""The steps that allow shots, after the turn's first roll (BI-K1, BI-K7)."""
Placing = Literal["", "first", "blocks", "units", "pads"]


class Struck(Struct, frozen=True, gc=False):
    """The last shot or blast by *by*.

    *by* shot from *square* at *target*, or landed on the block there. It happened at *step* of *by*'s turn; *number* is
    unique among shots. *lost* are the seat, kind and square of each loss. *block*: a block was turned over; *live* are
    those that proved so, once it *is_over*.
    """

    number: int
    by: int
    step: Step
    square: int
    target: int
    lost: tuple[tuple[int, int, int], ...] = ()
    block: bool = False
    live: tuple[int, ...] = ()
    is_over: bool = True


class Battle(RefereeState, frozen=True, kw_only=True, gc=False):
    """The position of the battle.

    The *units* are by seat, each character always at its index. *blocks* are their squares, ``OFF`` for those gone.
    *live* and *safe* count the blocks of each kind that weren't turned over: nobody knows which is where (BI-S3).
    *marks* are the grid's columns at which the pads' missiles are. *die* is the last roll of this turn, ``NOWHERE``
    before; *rolls* counts all rolls. *nominated*: the pad was, and the next roll slides it. *mover* alone may move, an
    index in the unit. *harmed*: a character or a block has gone in this turn; *quiet* counts the turns without that.
    *names* are the players', "" for none.

    *standing*, for each seat, and *barricades* are the same squares of characters and blocks once more, as masks: most
    queries are whether squares are free. *aimed* are the squares that each seat's characters would hit, together:
    mostly nothing is on any. *placed* counts the characters that were set up.
    """

    # What changes most comes first: each change looks for its fields from the first on.
    rules: BattleRules
    step: Step = "roll"
    mover: int = NOWHERE
    rolling: bool = False
    die: int = NOWHERE
    units: tuple[Unit, ...]
    standing: tuple[int, ...] = (0,) * PEOPLE
    aimed: tuple[int, ...] = (0,) * PEOPLE
    rolls: int = 0
    nominated: bool = False
    harmed: bool = False
    quiet: int = 0
    placed: int = 0
    blocks: tuple[int, ...] = ()
    barricades: int = 0
    live: int
    safe: int
    marks: tuple[int, ...]
    left_to_table: int = 0
    """The seats that leave their placements to the table, as bits (BI-S9)."""
    set_up_as_before: int = 0
    """The seats set up as in an earlier game, as bits (BI-S10)."""
    tossed: tuple[int, ...] = ()
    """The players' rolls for the first turn (BI-S8)."""
    names: tuple[str, ...] = ()
    struck: Struck | None = None
    """The last shot or blast since the roll."""
    endings: ClassVar[dict[str, tuple[str, str]]] = {
        "conquered": ("battle-for-the-island.conquered", "BI-E1"),
        "drawn": ("battle-for-the-island.drawn", "BI-E2"),
        "five": ("battle-for-the-island.five", "BI-E7"),
        "five-drawn": ("battle-for-the-island.five-drawn", "BI-E7"),
        "quiet": ("battle-for-the-island.quiet", "BI-E5"),
    }
    refusals: ClassVar[Refusals] = refusals.COMMON
    at_the_end: ClassVar[dict[str, Any]] = {"pending": (), "rolling": False, "nominated": False, "mover": NOWHERE}

    # ------------------------------------------------------------------ people
    def named(self, names: tuple[str | Message, ...]) -> Self:
        return replace(self, names=tuple([name if isinstance(name, str) else "" for name in names]))

    def called(self, seat: int) -> str | Message:
        """Return the name of the player in *seat*."""
        named = self.names[seat] if seat < len(self.names) else ""
        return named or Message("seat.number", {"number": seat + 1})

    def ending_values(self, ending: Ending) -> dict[str, Value]:
        said = Message("battle-for-the-island.unscored")
        if self.rules.scoring:
            said = Message("battle-for-the-island.scores", {"one": self.score(0), "other": self.score(1)})
        values: dict[str, Value] = {"score": said, "turns": self.rules.quiet_turns}
        if ending.winners:
            (winner,) = ending.winners
            values |= {"name": self.called(winner), "other": self.called(1 - winner)}
        return values

    def score(self, seat: int) -> int:
        """Return *seat*'s points once the game has ended (BI-E4)."""
        assert self.ending is not None
        if not self.ending.winners:
            return 5
        return self.score_of_winner(seat) if seat in self.ending.winners else 0

    def score_of_winner(self, seat: int) -> int:
        """Return *seat*'s points if it wins in this position (BI-E4)."""
        return 10 + sum(RANGES[each.kind] * (1 if each.place >= 0 else 2) for each in self.present(seat))

    # ------------------------------------------------------------------ who is where
    @property
    def grid(self) -> Grid:
        """The island's squares."""
        return self.rules.grid

    def present(self, seat: int) -> Iterator[Character]:
        """Return *seat*'s characters on island and pad."""
        return (each for each in self.units[seat] if each.place > UNPLACED)

    def on_island(self, seat: int) -> list[Character]:
        """Return *seat*'s characters on the island."""
        return [each for each in self.units[seat] if each.place >= 0]

    def everybody(self) -> int:
        """Return the squares with a character, as a mask."""
        return self.standing[0] | self.standing[1]

    def lost_on(self, squares: tuple[int, ...]) -> tuple[tuple[int, int, int], ...]:
        """Return seat, kind and square of each character on *squares*."""
        found = [(square, self.character_at(square)) for square in squares]
        return tuple([(who[0], self.units[who[0]][who[1]].kind, square) for square, who in found if who is not None])

    def character_at(self, square: int) -> tuple[int, int] | None:
        """Return seat and index of the character on *square*, or None."""
        for seat in range(PEOPLE):
            at = self.own_at(seat, square)
            if at is not None:
                return seat, at
        return None

    def own_at(self, seat: int, square: int) -> int | None:
        """Return the index of *seat*'s character on *square*, or None."""
        if self.standing[seat] >> square & 1:
            for at, each in enumerate(self.units[seat]):
                if each.place == square:
                    return at
        return None

    def on_turn_at(self, square: int) -> tuple[int, int, Character]:
        """Return the active player's character on *square* with its index.

        The active player's seat comes first.
        """
        at = self.own_at(self.turn, square)
        assert at is not None
        return self.turn, at, self.units[self.turn][at]

    def unit_at(self, square: int) -> Message:
        """Name the character on *square*, with its player."""
        seat, at = self.character_at(square) or (NOWHERE, NOWHERE)
        return self.unit_of(seat, self.units[seat][at].kind, square)

    def unit_of(self, seat: int, kind: int, square: int) -> Message:
        """Name *seat*'s *kind* on *square*, with its player."""
        whose: dict[str, Any] = {"kind": name(KINDS[kind]), "square": SQUARES[square], "name": self.called(seat)}
        return Message("battle-for-the-island.unit-of", whose)

    def own_unit(self, seat: int, square: int) -> Message:
        """Name *seat*'s own character on *square*.

        An empty square has only its own name.
        """
        at = self.own_at(seat, square)
        if at is None:
            return Message("battle-for-the-island.words.square", {"square": SQUARES[square]})
        return unit_on(self.units[seat][at].kind, square)

    def on_pad(self, seat: int, column: int) -> int | None:
        """Return the index of the character on *column* of *seat*'s pad.

        Columns are counted from 1; None for an empty one.
        """
        place = ON_PAD + 1 - column
        for at, each in enumerate(self.units[seat]):
            if each.place == place:
                return at
        return None

    def pad_unit(self, seat: int, column: int) -> Message:
        """Name the character on *column* of *seat*'s pad.

        An empty column has only its number.
        """
        at = self.on_pad(seat, column)
        if at is None:
            return Message("play.number", {"number": column})
        kind = name(KINDS[self.units[seat][at].kind])
        return Message("battle-for-the-island.on-pad", {"column": column, "kind": kind})

    def columns_held(self, seat: int) -> list[int]:
        """Return the occupied columns of *seat*'s pad, from 1."""
        return sorted([COLUMNS[each.place] for each in self.units[seat] if each.place in COLUMNS])

    def lost(self, seat: int) -> int:
        """Return the number of *seat*'s losses."""
        return [each.place for each in self.units[seat]].count(OFF)

    def blocks_left(self) -> list[int]:
        """Return the squares of the remaining blocks, by row and column."""
        return [block for block in self.blocks if block >= 0]

    def bag(self) -> Bag:
        """Return the possible kinds of the next block turned over (BI-S3)."""
        return (LIVE,) * self.live + (SAFE,) * self.safe

    # ------------------------------------------------------------------ the set-up
    def placing(self) -> Placing:
        """Return the current part of the set-up, "" once it is complete."""
        if self.first < 0:
            return "first"
        if len(self.blocks) < BLOCKS:
            return "blocks"
        if self.placed < self.rules.on_island * PEOPLE:
            return "units"
        return "pads" if self.placed < UNIT * PEOPLE else ""

    def placer(self) -> int:
        """Return the seat that places next (BI-S4, BI-S6, BI-S7)."""
        placing = self.placing()
        if placing == "blocks":
            return (self.first + len(self.blocks)) % PEOPLE
        if placing == "units":
            return (self.first + self.placed) % PEOPLE
        return self.first if self.placed < UNIT + self.rules.on_island else 1 - self.first

    def unplaced(self, seat: int) -> tuple[int, ...]:
        """Return the kinds that *seat* has left to place."""
        return tuple([each.kind for each in WAITING if each in self.units[seat]])

    def free(self, squares: Iterable[int]) -> list[int]:
        """Return those of *squares* without a character or block."""
        taken = self.everybody() | self.barricades
        return [square for square in squares if not taken >> square & 1]

    # ------------------------------------------------------------------ a turn
    def awaits_chance(self) -> bool:
        return self.rolling

    def ahead_of_pad(self, seat: int, column: int) -> int | None:
        """Return the first square straight ahead of *column* of *seat*'s pad.

        None where it overhangs (BI-Z3).
        """
        return self.rules.grid.ahead_of_pads[seat][self.marks[seat]][column - 1]

    def advancing(self, seat: int) -> list[int]:
        """Return the columns of *seat*'s pad that allow an advance (BI-Z2)."""
        taken, ahead = self.everybody() | self.barricades, self.rules.grid.ahead_of_pads[seat][self.marks[seat]]
        found = []
        for column in self.columns_held(seat):
            square = ahead[column - 1]
            if square is not None and not taken >> square & 1:
                found.append(column)
        return found

    def slides(self, seat: int) -> list[Turning]:
        """Return *seat*'s possible ways to slide the pad by the roll (BI-Z3)."""
        return [way for way in WAYS if 0 <= self.slid(seat, way) < self.rules.size]

    def slid(self, seat: int, way: str) -> int:
        """Return the column of *seat*'s missile after a slide *way*.

        *way* is the player's own left or right.
        """
        return self.marks[seat] + (self.die if (way == "right") == (seat == 0) else -self.die)

    def shots(self, seat: int) -> list[tuple[int, int]]:
        """Return every shot of *seat*, from square to square (BI-K2 to BI-K4)."""
        targets, found = self.standing[1 - seat] | self.barricades, []
        for who in self.units[seat]:
            if who.hit & targets:
                aim = self.rules.grid.aims[who.place][who.facing][who.kind]
                if not aim.before & self.barricades:
                    found.append((who.place, aim.target))
        return found

    def may_shoot(self) -> bool:
        """Return True if the active player may shoot now (BI-K1, BI-E3).

        There may be no target.
        """
        return self.die >= 0 and self.step in SHOOTING

    def crossfire(self, square: int, target: int) -> tuple[int, ...]:
        """Return the occupied squares between *square* and *target* (BI-K4)."""
        found = self.character_at(square)
        if found is None or not self.rules.crossfire:
            return ()
        seat, at = found
        ray, everybody = self.grid.ahead[square][self.units[seat][at].facing], self.everybody()
        between = ray[: ray.index(target)] if target in ray else ()
        return tuple(each for each in between if everybody >> each & 1)

    def with_character(self, seat: int, at: int, character: Character, step: Step, *, mover: int = NOWHERE) -> Self:
        """Return the position with *character* at index *at*, at *step*.

        It is *seat*'s unit, and *step* asks another question. Only *mover* may move from now on.
        """
        unit = self.units[seat]
        was, now, squares = unit[at].place, character.place, self.standing[seat]
        if was >= 0:
            squares ^= 1 << was
        if now >= 0:
            squares |= 1 << now
        changed = swap(unit, at, character)
        # Who aimed at nothing only adds to the squares that are aimed at.
        aimed = all_hit_by(changed) if unit[at].hit else self.aimed[seat] | character.hit
        return replace(
            self,
            units=(changed, self.units[1]) if seat == 0 else (self.units[0], changed),
            standing=(squares, self.standing[1]) if seat == 0 else (self.standing[0], squares),
            aimed=(aimed, self.aimed[1]) if seat == 0 else (self.aimed[0], aimed),
            step=step,
            mover=mover,
            questions=self.questions + 1,
        )

    def with_blocks(self, blocks: tuple[int, ...]) -> Self:
        """Return the position with *blocks*."""
        return replace(self, blocks=blocks, barricades=mask_of(block for block in blocks if block >= 0))

    def mapped(self) -> Self:
        """Return the position with its masks computed from the places."""
        units = [[aiming(each.kind, each.place, each.facing, self.grid) for each in unit] for unit in self.units]
        return replace(
            self.with_blocks(self.blocks),
            units=tuple(map(tuple, units)),
            standing=tuple(mask_of(each.place for each in unit if each.place >= 0) for unit in units),
            aimed=tuple(map(all_hit_by, units)),
        )

    def without(self, squares: tuple[int, ...], **more: Any) -> Self:
        """Return the position without the characters on *squares*, to be judged.

        *more* are other fields to change.
        """
        gone, units = mask_of(squares), list(self.units)
        for seat, unit in enumerate(units):
            if self.standing[seat] & gone:
                units[seat] = tuple([each.gone() if each.place in squares else each for each in unit])
        return replace(
            self,
            units=tuple(units),
            standing=(self.standing[0] & ~gone, self.standing[1] & ~gone),
            aimed=tuple(map(all_hit_by, units)),
            harmed=True,
            unjudged=True,
            **more,
        )

    # ------------------------------------------------------------------ refusals
    def not_now(self, seat: int, *steps: Step) -> Refusal | None:
        """Return the reason why *seat* can't act in *steps* now.

        They are steps of its own turn. None if it can.
        """
        refused = self.not_in_turn(seat)
        if refused is not None or self.step in steps:
            return refused
        return WAITS_FOR[self.step]


WAITS_FOR: dict[str, Refusal] = {
    "roll": refusals.ROLL_FIRST,
    "advance": refusals.ADVANCE_FIRST,
    "zero": refusals.OPTION_FIRST,
    "move": refusals.ROLLED_ALREADY,
    "moved": refusals.MOVED_ALREADY,
    "slide": refusals.SLIDE_FIRST,
    "removal": refusals.OPPONENT_FIRST,
    "pad-removal": refusals.PAD_LOSES_FIRST,
}
"""The refusal of an action out of place, by step."""
