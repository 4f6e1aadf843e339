"""The position of Fireball Island, and its queries."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, ClassVar, Literal, Self

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.chance import Below
from companion.engine.command import Refusal
from companion.engine.referees import frame
from companion.engine.referees.frame import NOBODY, Ending
from companion.engine.referees.hands import Cards, HiddenHands, dealt_anew
from companion.engine.referees.pending_steps import PendingStep
from companion.engine.referees.refusals import Refusals
from companion.engine.values.bags import bag
from companion.engine.values.message import Message, Value
from companion.games.fireball_island.rules import refusals
from companion.games.fireball_island.rules.board import FireballBoard, Place
from companion.games.fireball_island.rules.components import CAVES, HAND, HELD, OFF_TRAIL

Step = Literal["deal", "contest", "declare", "first", "roll", "rolled", "backs", "over", "pass"]
"""The steps of the course.

Cards and first rolls come before the game. A turn has the declaration in a cave, its first window, its roll, the roll's
consequences, the waiting Move Backs, its last window, and the passing of the die.
"""
TO_ROLL, NOT_AGAIN = 0, -1
"""In place of a first-turn roll: still to make; beaten already."""


@lru_cache(maxsize=1 << 9)
def _holders(hands: tuple[Cards, ...], standing: int, trader: int) -> tuple[int, ...]:
    return tuple([
        seat for seat, cards in enumerate(hands) if (cards and seat != standing) or seat == trader
    ])  # fmt: skip


@lru_cache(maxsize=1 << 9)
def resting_of(asked: tuple[int, ...], resting: tuple[str, ...]) -> tuple[int, ...]:
    """Return the seats of *asked* that let windows pass.

    *resting* has a value for each seat.
    """
    return tuple([seat for seat in asked if resting[seat]])


class FireballRules(frame.Rules, frozen=True):
    """The options of the game.

    They are the *board*, the rolling of Fireballs on the real one, and the seconds of windows.
    """

    board: FireballBoard
    at_table: bool
    answer_s: float
    quiet_s: float = 0.0


class Loosed(Struct, frozen=True, gc=False):
    """The last named Fireball: its namer *by* and its *route*.

    *number* is unique among Fireballs; *stopped*: a Talisman stopped it. *hits* are the seat of each piece that it hit,
    the space where that was, the pit it fell into, or the water, and the new space of the jewel that it had, ""
    without.
    """

    number: int
    by: int
    route: str
    stopped: bool = False
    hits: tuple[tuple[int, Place, Place, Place], ...] = ()


class FireballIsland(HiddenHands, frozen=True, kw_only=True, gc=False):
    """The position of the island.

    *places* are the pieces' by seat, *lying* those knocked down, *traces* the spaces each came over. A trace begins
    where the piece last left the Plateau, a cave, a pit or the water, and ends at the piece (FB-K10); the Plateau is
    part of it, places off the trails aren't. *tokens*: the state of each seat's Magic Charm. The *jewel* is on a space,
    or "" while *owner* has it; *bonus*: it was captured from Vul-Kar once.

    The turn: *turns* have begun. The die shows *die*, 0 before the roll, which is *doubled* or, for a cave, *caving*,
    and requested of chance while *rolling*. *ahead* spaces are moved instead of a roll; *backs* wait, each a card's
    player and a count; *owed* turns follow. *standing*: it only stands a piece up; *lost*: a Fireball ended it.
    *double*: the next roll for a move counts twice.
    """

    rules: FireballRules
    places: tuple[Place, ...]
    lying: tuple[bool, ...]
    traces: tuple[tuple[Place, ...], ...]
    tokens: tuple[str, ...]
    jewel: Place
    owner: int = NOBODY
    bonus: bool = False
    step: Step = "deal"
    totals: tuple[int, ...] = ()
    turns: int = 0
    die: int = 0
    rolls: int = 0
    rolling: bool = False
    caving: bool = False
    doubled: bool = False
    double: bool = False
    ahead: int = 0
    backs: tuple[tuple[int, int], ...] = ()
    owed: int = 0
    standing: bool = False
    lost: bool = False
    discard: tuple[str, ...] = ()
    names: tuple[str | Message, ...] = ()
    loosed: Loosed | None = None
    """The last Fireball since the roll."""
    endings: ClassVar[Mapping[str, tuple[str, str]]] = {"dock": ("fireball-island.won", "FB-E1")}
    refusals: ClassVar[Refusals] = refusals.COMMON
    at_the_end: ClassVar[Mapping[str, Any]] = {"pending": (), "rolling": False}

    # ------------------------------------------------------------------ names
    def named(self, names: tuple[str | Message, ...]) -> Self:
        return replace(self, names=names)

    def called(self, seat: int) -> str | Message:
        """Return the name of the player in *seat*."""
        return self.names[seat] if seat < len(self.names) else Message("seat.number", {"number": seat + 1})

    def ending_values(self, ending: Ending) -> dict[str, Value]:
        return {"name": self.called(ending.winners[0])}

    def place_name(self, place: Place) -> Message:
        """Return the name of *place*."""
        return self.rules.board.space_name(place)

    # ------------------------------------------------------------------ pieces
    def stands_on(self, place: Place, but: int = NOBODY) -> bool:
        """Return True if a piece is on *place*, except the seat *but*'s."""
        return any(where == place and seat != but for seat, where in enumerate(self.places))

    def in_cave(self, seat: int) -> bool:
        """Return True if *seat*'s piece is in a cave."""
        return self.places[seat] in CAVES

    def not_movable(self, seat: int) -> Refusal | None:
        """Return the reason why no card moves *seat*'s piece (FB-K11).

        None if one does.
        """
        return refusals.OFF_THE_TRAIL if self.places[seat] in OFF_TRAIL else None

    def not_moved_back(self, seat: int) -> Refusal | None:
        """Return the reason why no card moves *seat*'s piece back (FB-K10).

        None if one does.
        """
        if self.places[seat] == self.rules.board.start:
            return refusals.NOT_FROM_START
        return self.not_movable(seat)

    def in_reach(self, seat: int) -> bool:
        """Return True if a Fireball can hit *seat*'s piece (FB-F2)."""
        board = self.rules.board
        return self.places[seat] in (board.pit if self.rules.at_table else board.on_routes)

    def is_fitted(self, seat: int) -> bool:
        """Return True if *seat* has jewel and token together (FB-J6)."""
        return self.owner == seat and self.tokens[seat] == HELD

    # ------------------------------------------------------------------ who may speak
    def may_speak(self) -> bool:
        """Return True if people are asked, rather than chance."""
        if not self.pending:
            return not self.awaits_chance()
        top = self.pending[-1]
        return not (isinstance(top, PendingStep) and top.asked)

    def awaits_chance(self) -> bool:
        return self.rolling or self.step == "deal"

    # ------------------------------------------------------------------ cards
    def may_trade(self, seat: int) -> bool:
        """Return True if *seat* may trade its token now (FB-M7).

        It does so in its own turn, for cards.
        """
        return seat == self.turn and self.tokens[seat] == HELD and len(self.hands[seat]) < HAND and not self.lost

    def holders(self) -> tuple[int, ...]:
        """Return the seats asked in a window (FB-K13).

        They hold a card and may play one, or have a token to trade.
        """
        trader = self.turn if HELD in self.tokens and self.may_trade(self.turn) else NOBODY
        return _holders(self.hands, self.turn if self.standing else NOBODY, trader)

    def resampled_for(self, viewer: int, below: Below) -> Self:
        """Deal again all cards that *viewer* can't place.

        Hands stay in the order in which their cards came.
        """
        hands, (deck,) = dealt_anew(viewer, self.hands, (self.deck,), below)
        after: Self = super(HiddenHands, self).resampled_for(viewer, below)
        return replace(after, hands=hands, deck=bag(deck))
