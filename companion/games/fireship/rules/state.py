"""The sea: the whole position, with the queries of ``why_not`` and ``tries``.

People are seats, and so are sides. The white side, which nobody plays, is last in rows by side (``WHITE``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from msgspec.structs import replace

from companion.engine.command import Refusal
from companion.engine.referees.frame import NOBODY, Ending
from companion.engine.referees.hands import HiddenHands
from companion.engine.referees.refusals import Refusals
from companion.engine.values.bags import Bag
from companion.engine.values.message import Message, Value
from companion.games.fireship.rules import refusals
from companion.games.fireship.rules.board.components import (
    BADGE_STOCK,
    BADGES,
    BATTLESHIP,
    BOAT,
    CELLS,
    COLOURS,
    FIRST_HOME,
    FIRST_ISLAND,
    FLIGHT,
    ISLAND_POWER,
    ISLANDS,
    KINDS,
    MAX_PAWNS,
    PLANE,
    POWER,
    WHITE,
    WHITE_WORD,
    cell_name,
    home_of,
    home_thing,
    mark_of,
    name,
)
from companion.games.fireship.rules.board.reach import Reach, cost_of, reachable, reachable_by_plane, reachable_doubled
from companion.games.fireship.rules.values import ENDINGS, FireshipResult, FireshipRules, Fought, Shift

Fleet = tuple[int, int, int, int]
"""Masks of a side's boats, planes, battleships, and all of them."""
ALL = len(KINDS)
OF_BOAT, OF_PLANE, OF_BATTLESHIP = POWER
NO_FLEET: Fleet = (0, 0, 0, 0)
Counts = tuple[int, int, int]
NOTHING = -1
NO_COUNTS: Counts = (0, 0, 0)
NO_BADGES = (0,) * len(BADGES)
PAWN_DOWN: Mapping[str, Any] = {"picked_up": NOTHING, "reached": (), "goals": 0, "may_go_home": False}
"""The field values for no picked-up pawn.

Facts of every turn write them out, which is twice as fast.
"""


class Sea(HiddenHands, frozen=True, kw_only=True, gc=False):
    """The whole position.

    *colours* by seat, ``NOBODY`` while not chosen; *totals* of the dice for the first turn: -1 still to roll, 0 out of
    it. *pawns* and *flags* are by side, *home* (the pawns in each colour square) by seat. *whirls* are cells with their
    owners. *hands* are hidden bags. *holes* are missed turns due, *fog* and *out* masks of seats.

    In a turn: *step*, *units* left to move, *planes_double* and *ships_double*. The thing *picked_up* to be moved, its
    *reached* cells by their cost, its *goals*, the cells it may go to, and whether it *may_go_home*. The leaders of
    attacks in *led*, *led_islands* and *led_home*. *usable*, the pawns that may still use their special cell. *used*
    pairs the cell of a pawn with the special cell it used last. *rolling*: chance has a request for the three dice.
    *result* is chance's last answer, *fought* the attack declared last. *shifts* are of a correction (see there).
    *names* are the players', "" for none.
    """

    # What changes most comes first: each change looks for its fields from the first on.
    rules: FireshipRules
    picked_up: int = NOTHING
    reached: Reach = ()
    goals: int = 0
    may_go_home: bool = False
    units: int = 0
    step: str = "set-up"
    usable: int = 0
    rolling: bool = False
    dice: tuple[int, ...] = ()
    used: tuple[tuple[int, int], ...] = ()
    pawns: tuple[Fleet, ...] = ()
    home: tuple[Counts, ...] = ()
    result: FireshipResult | None = None
    led: int = 0
    led_islands: int = 0
    led_home: Counts = NO_COUNTS
    round: int = 1
    planes_double: bool = False
    ships_double: bool = False
    fog: int = 0
    colours: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()
    flags: tuple[int, ...] = (WHITE,) * ISLANDS
    whirls: tuple[tuple[int, int], ...] = ()
    discard: Bag = ()
    badges: tuple[tuple[int, int, int, int], ...] = ()
    holes: tuple[int, ...] = ()
    out: int = 0
    time_over: bool = False
    shifts: tuple[Shift, ...] = ()
    fought: Fought | None = None
    names: tuple[str, ...] = ()
    endings: ClassVar[Mapping[str, tuple[str, str]]] = ENDINGS
    refusals: ClassVar[Refusals] = refusals.COMMON
    at_the_end: ClassVar[Mapping[str, Any]] = {
        "step": "end", "pending": (), "unjudged": False, "rolling": False, **PAWN_DOWN,
    }  # fmt: skip

    def ending_values(self, ending: Ending) -> dict[str, Value]:
        return {"who": tuple(self.colour(seat) for seat in ending.winners)}

    def awaits_chance(self) -> bool:
        return self.rolling

    def not_acting(self, seat: int, steps: tuple[str, ...], otherwise: Refusal | None = None) -> Refusal | None:
        """Return the reason why *seat* can't act in *steps* of its turn.

        None if it can. *otherwise* is the reason in another step of its turn, unless that step has a better one.
        """
        refused = self.not_in_turn(seat)
        if refused is not None or self.step in steps:
            return refused
        return otherwise or refusals.of_other_step(self.step, steps)

    # ------------------------------------------------------------------ names
    def colour_word(self, side: int) -> str:
        """Return the word of *side*'s colour."""
        return WHITE_WORD if side == WHITE else COLOURS[self.colours[side]]

    def colour(self, side: int) -> Message:
        """Return the name of *side*'s colour."""
        return name(self.colour_word(side))

    def named(self, names: tuple[str | Message, ...]) -> Self:
        return replace(self, names=tuple([name if isinstance(name, str) else "" for name in names]))

    def called(self, side: int) -> str | Message:
        """Return the name of the player of *side*, or of its colour."""
        named = self.names[side] if 0 <= side < len(self.names) else ""
        return named or self.colour(side)

    def seat_of(self, colour: int) -> int:
        """Return the seat that plays *colour*, ``NOBODY`` if none."""
        return self.colours.index(colour) if colour in self.colours else NOBODY

    def thing_name(self, thing: int) -> Message:
        """Return the name of *thing*, with the pawn if it is one."""
        if thing >= FIRST_HOME:
            colour, kind = home_of(thing)
            return Message("fireship.pawns-home", {"kind": name(KINDS[kind]), "colour": name(COLOURS[colour])})
        if thing >= FIRST_ISLAND:
            return self.rules.board.island_name(thing - FIRST_ISLAND)
        side, kind = self.pawn_at(thing)
        if kind < 0:
            return cell_name(thing)
        return self.pawn_name(thing, side, kind)

    def pawn_name(self, cell: int, side: int, kind: int) -> Message:
        """Return the name of *side*'s pawn of *kind* on *cell*."""
        return Message("fireship.pawn-at", {"kind": name(KINDS[kind]), "colour": self.colour(side), **mark_of(cell)})

    # ------------------------------------------------------------------ who is where
    def side_at_sea(self, side: int) -> int:
        """Return the cells of all pawns of *side* outside its colour square."""
        return self.pawns[side][ALL]

    def occupied(self) -> int:
        """Return every cell with a pawn."""
        cells = 0
        for fleet in self.pawns:
            cells |= fleet[ALL]
        return cells

    def free(self) -> int:
        """Return the cells outside squares that pawns may enter (FS-B3, FS-K12)."""
        cells = self.rules.board.open & ~self.occupied()
        for cell, _ in self.whirls:
            cells &= ~(1 << cell)
        return cells

    def pawn_at(self, cell: int) -> tuple[int, int]:
        """Return side and kind of the pawn on *cell*.

        Kind -1 for none.
        """
        bit = 1 << cell
        for side, (boats, planes, _, cells) in enumerate(self.pawns):
            if cells & bit:
                kind = BOAT if boats & bit else PLANE if planes & bit else BATTLESHIP
                return (WHITE if side == len(self.pawns) - 1 else side), kind
        return NOBODY, -1

    def side_at(self, cell: int) -> int:
        """Return the side of the pawn on *cell*, which must have one."""
        for side, fleet in enumerate(self.pawns[:-1]):
            if fleet[ALL] >> cell & 1:
                return side
        return WHITE

    def kind_of(self, thing: int) -> int:
        """Return the kind of pawn of *thing*, -1 if it is none."""
        if thing < FIRST_ISLAND:
            return self.pawn_at(thing)[1]
        return home_of(thing)[1] if thing >= FIRST_HOME else -1

    def things_home(self, seat: int) -> list[int]:
        """List the pawns in *seat*'s colour square, as one thing a kind."""
        colour = self.colours[seat]
        return [home_thing(colour, kind) for kind, count in enumerate(self.home[seat]) if count]

    def on_board(self, side: int, kind: int) -> int:
        """Count the pawns of *kind* of *side* on the board (FS-C6).

        Its colour square is included.
        """
        return self.pawns[side][kind].bit_count() + (self.home[side][kind] if side != WHITE else 0)

    def reserve(self, seat: int, kind: int) -> int:
        """Count the pawns of *kind* in the reserve of *seat* (FS-C6)."""
        return MAX_PAWNS[kind] - self.on_board(seat, kind)

    def islands_of(self, side: int) -> int:
        """Count the islands with the flag of *side*."""
        return self.flags.count(side)

    def strength(self, side: int) -> int:
        """Return the power of all pawns of *side* on the board (FS-A3)."""
        return sum(POWER[kind] * self.on_board(side, kind) for kind in range(len(KINDS)))

    def living(self) -> tuple[int, ...]:
        """Return the seats that aren't out."""
        return tuple(seat for seat in range(self.rules.people) if not self.out >> seat & 1)

    def badge_stock(self, badge: int) -> int:
        """Count the badges of a kind left in the stock."""
        return BADGE_STOCK - sum(row[badge] for row in self.badges)

    # ------------------------------------------------------------------ attacks
    def square_of(self, seat: int) -> int:
        """Return the cells of *seat*'s colour square."""
        return self.rules.board.squares[self.colours[seat]]

    def near(self, thing: int) -> int:
        """Return the cells of *thing* and those within one of it (FS-B4)."""
        return self.rules.board.near[thing]

    def footprint(self, thing: int) -> int:
        """Return the cells that *thing* covers."""
        if thing < FIRST_ISLAND:
            return 1 << thing
        if thing < FIRST_HOME:
            return self.rules.board.islands[thing - FIRST_ISLAND]
        return self.rules.board.squares[home_of(thing)[0]]

    def owner(self, thing: int) -> int | None:
        """Return the side of *thing*, None if it isn't on the board."""
        if thing < CELLS:
            side, kind = self.pawn_at(thing)
            return None if kind < 0 else side
        if thing < FIRST_HOME:
            return self.flags[thing - FIRST_ISLAND]
        colour, kind = home_of(thing)
        seat = self.seat_of(colour)
        return seat if seat >= 0 and self.home[seat][kind] else None

    def power(self, side: int, thing: int) -> int:
        """Return the power of *side* within one cell of *thing* (FS-A2, FS-A3).

        *thing* itself is included.
        """
        board, flags = self.rules.board, self.flags
        near = board.near[thing]
        boats, planes, battleships, _ = self.pawns[side]
        power = OF_BOAT * (boats & near).bit_count()
        if planes:
            power += OF_PLANE * (planes & near).bit_count()
        if battleships:
            power += OF_BATTLESHIP * (battleships & near).bit_count()
        for island in board.islands_near[thing]:
            if flags[island] == side:
                power += ISLAND_POWER
        if side != WHITE and self.square_of(side) & near:
            at_home = self.home[side]
            power += OF_BOAT * at_home[BOAT] + OF_PLANE * at_home[PLANE] + OF_BATTLESHIP * at_home[BATTLESHIP]
        return power

    def may_lead(self, thing: int) -> bool:
        """Return True if *thing* may still lead an attack this turn (FS-T5).

        *thing* is the active player's own.
        """
        if not self.rules.leads_once:
            return True
        if thing < FIRST_ISLAND:
            return not self.led >> thing & 1
        if thing < FIRST_HOME:
            return not self.led_islands >> thing - FIRST_ISLAND & 1
        _, kind = home_of(thing)
        return self.led_home[kind] < self.home[self.turn][kind]

    def fogged(self, side: int) -> bool:
        """Return True if *side* is in fog (FS-K10)."""
        return side != WHITE and bool(self.fog >> side & 1)

    # ------------------------------------------------------------------ moves
    def picked_up_kind(self) -> int:
        """Return the kind of the picked-up pawn."""
        return home_of(self.picked_up)[1] if self.picked_up >= FIRST_HOME else self.kind_of_own(self.picked_up)

    def kind_of_own(self, cell: int) -> int:
        """Return the kind of the active player's pawn on *cell*."""
        boats, planes, _, _ = self.pawns[self.turn]
        return BOAT if boats >> cell & 1 else PLANE if planes >> cell & 1 else BATTLESHIP

    def reachable(self, thing: int, through_square: bool = True, flying: bool = True) -> Reach:
        """Return the cells in reach of the active player's *thing*, by cost.

        *thing* is a pawn.
        """
        square = self.square_of(self.turn)
        if thing >= FIRST_HOME:
            start, kind, through = square, home_of(thing)[1], square
        else:
            start, kind, through = 1 << thing, self.kind_of_own(thing), square if through_square else 0
        if kind != PLANE:
            return (reachable_doubled if self.ships_double else reachable)(start, self.free(), through, self.units)
        if not flying:
            return (reachable_doubled if self.planes_double else reachable)(start, self.free(), through, self.units)
        board, free = self.rules.board, self.free()
        return reachable_by_plane(start, free, through, self.units, board=board, doubled=self.planes_double)

    def flight_cost(self) -> int:
        """Return the units for an overflight this turn (FS-T3, FS-K9)."""
        return FLIGHT // 2 if self.planes_double else FLIGHT

    def flight_is_short(self, thing: int, cells: int) -> bool:
        """Return True if *thing* lacks units for a flight to *cells*.

        That is, the units of one more overflight would get it there, and flying is cheapest.
        """
        if self.kind_of(thing) != PLANE:
            return False
        richer = replace(self, units=self.units + self.flight_cost())
        by_air, by_sea = (cost_of(richer.reachable(thing, flying=flying), cells) for flying in (True, False))
        return by_air >= 0 and by_air != by_sea

    def may_use(self, cell: int) -> bool:
        """Return True if the active player's pawn may use *cell* (FS-P2).

        The pawn is on the special *cell*; its kind and its memory decide.
        """
        by_any = self.rules.board.chance_cells | self.pawns[self.turn][PLANE]
        return bool(by_any >> cell & 1) and (cell, cell) not in self.used

    def remembers(self, cell: int) -> bool:
        """Return True if the pawn on *cell* remembers a special cell (FS-P2).

        It remembers the one it used last.
        """
        return bool(self.used) and any(at == cell for at, _ in self.used)
