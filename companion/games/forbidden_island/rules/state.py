"""The island: the whole position, with the queries of ``why_not`` and ``tries``.

A tile, an adventurer and a treasure is its number in ``components``; a set of tiles or adventurers is a mask. The rest
of a turn is counted down: actions, then treasure cards, then flood cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar, Literal, Self

from msgspec.structs import replace

from companion.engine.referees import frame
from companion.engine.referees.frame import Ending, RefereeState
from companion.engine.referees.refusals import Refusals
from companion.engine.values.bags import Bag
from companion.engine.values.message import Message, Value
from companion.games.forbidden_island.rules import refusals
from companion.games.forbidden_island.rules.components import (
    ALL_TILES,
    DIVER,
    FLOODS_AT_TICK,
    HAND_LIMIT,
    LIFT,
    NAVIGATOR,
    PILOT,
    SKULL,
    TREASURE_DECK,
    TREASURES,
)
from companion.games.forbidden_island.rules.layouts import STANDARD, Geometry, dive, nearest, two_steps

NOT_BEGUN = -1
"""In ``floods``, before the flood step."""
TEXTS = "forbidden-island.words"
"""Prefix of the texts for tiles, cards, adventurers and verbs."""


@cache  # some hundred words, each in every form and picture
def name(word: str) -> Message:
    """Return the name of a tile, card, adventurer or verb."""
    return Message(f"{TEXTS}.{word}")


def level_of(tick: int) -> Message:
    """Return the water's height as the gauge shows it.

    It is the number of cards a turn, or the skull.
    """
    if tick >= SKULL:
        return Message("forbidden-island.level-skull")
    return Message("forbidden-island.level", {"number": FLOODS_AT_TICK[tick - 1]})


class ForbiddenRules(frame.Rules, frozen=True, gc=False):
    """Choices made before the game: its options and the number of *people*."""

    layout: str = STANDARD
    rescue_by_lift: bool = True
    strict_navigator: bool = False


ENDINGS: Mapping[str, tuple[str, str]] = {
    "won": ("forbidden-island.won", "FI-E1"),
    "treasure": ("forbidden-island.lost-treasure", "FI-E2"),
    "landing": ("forbidden-island.lost-landing", "FI-E3"),
    "pawn": ("forbidden-island.lost-pawn", "FI-E4"),
    "skull": ("forbidden-island.lost-skull", "FI-E5"),
}
"""Sentence and rule of each reason for the end."""

Lack = Literal["first", "tiles", "floods", "adventurers", "hands", ""]


class ForbiddenIsland(RefereeState, frozen=True, kw_only=True, gc=False):
    """The whole position.

    *tiles* are on the layout's places in order. *land* is the mask of the tiles not sunk, *wet* of the flooded ones
    among them. *roles*, *pawns* (the tile of each), *hands* (of treasure cards) and *specials* (the special cards in
    hand) are rows by seat; *captors* are the seats that captured each treasure, -1 for nobody. *deck* has no order;
    *pile* is bags of flood cards as masks, the top one first, *spent* their discard. *water* counts ticks from 1.

    *dealing* is the set-up's request to chance: nothing, the ``next`` part or all the ``rest``. *asked*: the active
    player has asked for a card. *names* are the players', "" for none.
    """

    rules: ForbiddenRules
    tiles: tuple[int, ...] = ()
    geometry: Geometry = Geometry((), ())
    land: int = ALL_TILES
    wet: int = 0
    roles: tuple[int, ...] = ()
    pawns: tuple[int, ...] = ()
    hands: tuple[Bag, ...] = ()
    specials: tuple[Bag, ...] = ()
    deck: Bag = TREASURE_DECK
    discard: Bag = ()
    pile: tuple[int, ...] = (ALL_TILES,)
    spent: int = 0
    captors: tuple[int, ...] = (-1,) * len(TREASURES)
    water: int = 1
    actions: int = 0
    draws: int = 0
    floods: int = NOT_BEGUN
    flown: bool = False
    asked: bool = False
    dealing: str = ""
    names: tuple[str, ...] = ()
    endings: ClassVar[Mapping[str, tuple[str, str]]] = ENDINGS
    refusals: ClassVar[Refusals] = refusals.COMMON
    at_the_end: ClassVar[Mapping[str, Any]] = {"actions": 0}

    def named(self, names: tuple[str | Message, ...]) -> Self:
        return replace(self, names=tuple([name if isinstance(name, str) else "" for name in names]))

    def called(self, seat: int) -> str | Message:
        """Return the name of the player in *seat*."""
        named = self.names[seat] if seat < len(self.names) else ""
        return named or Message("seat.number", {"number": seat + 1})

    def ending_values(self, ending: Ending) -> dict[str, Value]:
        return {"what": name(ending.what)} if ending.what else {}

    def awaits_chance(self) -> bool:
        return self.asked or self.dealing != ""

    def lacks(self) -> Lack:
        """Return the next part of the set-up (FI-S8).

        "" once it is complete.
        """
        if self.first < 0:
            return "first"
        if not self.tiles:
            return "tiles"
        if not self.spent:
            return "floods"
        if not self.roles:
            return "adventurers"
        return "" if self.hands else "hands"

    def step(self) -> str:
        """Return the turn's step: actions, treasure or flood cards.

        Else the set-up, or the end.
        """
        if self.ending is not None:
            return "end"
        if self.turn < 0:
            return "set-up"
        if self.actions:
            return "actions"
        return "treasure" if self.floods == NOT_BEGUN else "flood"

    # ------------------------------------------------------------------ who is where
    def stands(self, tile: int) -> bool:
        """Return True if *tile* hasn't sunk."""
        return bool(self.land >> tile & 1)

    def seat_of(self, adventurer: int) -> int:
        """Return the seat that plays *adventurer*, or -1."""
        return self.roles.index(adventurer) if adventurer in self.roles else -1

    def hand(self, seat: int) -> Bag:
        """Return all cards in the hand of *seat*, special cards last."""
        return self.hands[seat] + self.specials[seat]

    def room(self, seat: int) -> int:
        """Return the number of cards *seat* may still take (FI-H1).

        It is less than 0 for too many.
        """
        return HAND_LIMIT - len(self.hands[seat]) - len(self.specials[seat])

    def holds(self, seat: int, special: str) -> bool:
        """Return True if *seat* is a player with this special card."""
        return 0 <= seat < len(self.specials) and special in self.specials[seat]

    def lift_held(self) -> bool:
        """Return True if anybody holds a Helicopter Lift."""
        return any(LIFT in cards for cards in self.specials)

    def in_turn(self) -> tuple[int, ...]:
        """Return the seats in order, the active player's first."""
        seats = tuple(range(len(self.pawns)))
        return seats[self.turn :] + seats[: self.turn]

    def swimmers(self) -> tuple[int, ...]:
        """Return the seats with pawns in the water, in swimming order (FI-F4)."""
        return tuple([seat for seat in self.in_turn() if not self.land >> self.pawns[seat] & 1])

    # ------------------------------------------------------------------ where a pawn may go
    def reach(self, seat: int) -> int:
        """Return the tiles in reach of *seat*'s move (FI-A1, FI-A2, FI-A5)."""
        role = self.roles[seat]
        if role == DIVER:
            through = ALL_TILES & ~self.land | self.wet
            return dive(self.pawns[seat], through, self.geometry) & self.land
        return self.geometry.near[role][self.pawns[seat]] & self.land

    def flights(self, seat: int) -> int:
        """Return the destinations of the Pilot's flight (FI-A3, FI-A13).

        *seat* is the Pilot's. A step beside is a move.
        """
        at = self.pawns[seat]
        return self.land & ~self.geometry.beside[at] & ~(1 << at)

    def guided(self, seat: int) -> int:
        """Return the Navigator's destinations for the pawn of *seat* (FI-A4).

        They are one or two steps away.
        """
        role = NAVIGATOR if self.rules.strict_navigator else self.roles[seat]
        through = ALL_TILES if role == DIVER else self.land
        return two_steps(self.pawns[seat], through, role, self.geometry) & self.land

    def shorable(self, seat: int) -> int:
        """Return the flooded tiles that *seat* can shore up (FI-A6, FI-A8)."""
        at = self.pawns[seat]
        return (self.geometry.near[self.roles[seat]][at] | 1 << at) & self.wet

    def refuge(self, seat: int) -> int:
        """Return the tiles to which *seat* can swim (FI-F4, FI-F5).

        It swims from its sunk tile.
        """
        role = self.roles[seat]
        if role == PILOT:
            return self.land
        if role == DIVER:
            return nearest(self.pawns[seat], self.land, self.geometry)
        return self.geometry.near[role][self.pawns[seat]] & self.land
