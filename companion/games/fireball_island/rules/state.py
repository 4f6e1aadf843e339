"""The position of Fireball Island, and what everybody asks of it."""

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
from companion.engine.referees.pending import PendingStep
from companion.engine.referees.refusals import Refusals
from companion.engine.values.bags import bag
from companion.engine.values.message import Message, Value
from companion.games.fireball_island.rules import refusals
from companion.games.fireball_island.rules.board import Board, Place
from companion.games.fireball_island.rules.components import CAVES, HAND, HELD, OFF_TRAIL

Step = Literal["deal", "contest", "declare", "first", "roll", "rolled", "backs", "over", "pass"]
"""Where the course is: cards and first rolls before the game; then a turn's declaration in a cave, its first window,
its roll, what comes of it, the Move Backs that wait, its last window, and the die to be passed."""
TO_ROLL, NOT_AGAIN = 0, -1
"""In place of a roll for the first turn: still to be made; beaten already."""


@lru_cache(maxsize=1 << 9)
def _holders(hands: tuple[Cards, ...], standing: int, trader: int) -> tuple[int, ...]:
    return tuple([
        seat for seat, cards in enumerate(hands) if (cards and seat != standing) or seat == trader
    ])  # fmt: skip


@lru_cache(maxsize=1 << 9)
def resting_of(asked: tuple[int, ...], resting: tuple[str, ...]) -> tuple[int, ...]:
    """Return who of the seats *asked* lets windows pass, as *resting* says for each."""
    return tuple([seat for seat in asked if resting[seat]])


class Rules(frame.Rules, frozen=True):
    """The options chosen: the *board*, whether Fireballs roll on the real one, and how long windows are open."""

    board: Board
    at_table: bool
    answer_s: float
    quiet_s: float = 0.0


class Loosed(Struct, frozen=True, gc=False):
    """Fireball that was named last: *by* whom and its *route*.

    *number* tells it from all others; *stopped*: a Talisman stopped it. *hits* are the seat of each piece that it hit,
    the space where that stood, the pit it fell into, or the water, and where the jewel lies that it had, "" without.
    """

    number: int
    by: int
    route: str
    stopped: bool = False
    hits: tuple[tuple[int, Place, Place, Place], ...] = ()


class Island(HiddenHands, frozen=True, kw_only=True, gc=False):
    """Where each piece is: *places* by seat, *lying* those knocked down, *traces* the spaces each came over.

    A trace begins where the piece last left the Plateau, a cave, a pit or the water, and ends where it stands (FB-K10);
    the Plateau is part of it, what lies off the trails isn't.
    *tokens*: what each seat did with its Magic Charm. The *jewel* lies on a space, or is "" while *owner* has it;
    *bonus*: it was captured from Vul-Kar once.

    The turn: *turns* have begun; the die shows *die*, 0 before the roll, which is *doubled* or, for a cave, *caving*,
    and asked of chance while *rolling*. *ahead* spaces are moved instead of a roll; *backs* wait, each a card's player
    and a count; *owed* turns follow. *standing*: it only stands a piece up; *lost*: a Fireball ended it. *double*: the
    next roll for a move counts twice.
    """

    rules: Rules
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
    """The last Fireball since the die was rolled."""
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
        """Return what *place* is called."""
        return self.rules.board.space_name(place)

    # ------------------------------------------------------------------ pieces
    def stands_on(self, place: Place, but: int = NOBODY) -> bool:
        """Tell whether a piece stands on *place*, that of the seat *but* left out."""
        return any(where == place and seat != but for seat, where in enumerate(self.places))

    def in_cave(self, seat: int) -> bool:
        """Tell whether *seat*'s piece is in a cave."""
        return self.places[seat] in CAVES

    def not_movable(self, seat: int) -> Refusal | None:
        """Return why no card moves *seat*'s piece from where it is, None if one does (FB-K11)."""
        return refusals.OFF_THE_TRAIL if self.places[seat] in OFF_TRAIL else None

    def not_moved_back(self, seat: int) -> Refusal | None:
        """Return why no card moves *seat*'s piece back, None if one does (FB-K10)."""
        if self.places[seat] == self.rules.board.start:
            return refusals.NOT_FROM_START
        return self.not_movable(seat)

    def in_reach(self, seat: int) -> bool:
        """Tell whether a Fireball can hit *seat*'s piece at all (FB-F2)."""
        board = self.rules.board
        return self.places[seat] in (board.pit if self.rules.at_table else board.on_routes)

    def is_fitted(self, seat: int) -> bool:
        """Tell whether *seat* has jewel and token together (FB-J6)."""
        return self.owner == seat and self.tokens[seat] == HELD

    # ------------------------------------------------------------------ who may speak
    def may_speak(self) -> bool:
        """Tell whether people are asked anything, rather than chance."""
        if not self.pending:
            return not self.awaits_chance()
        top = self.pending[-1]
        return not (isinstance(top, PendingStep) and top.asked)

    def awaits_chance(self) -> bool:
        return self.rolling or self.step == "deal"

    # ------------------------------------------------------------------ cards
    def may_trade(self, seat: int) -> bool:
        """Tell whether *seat*, in its own turn, has a token to trade for cards (FB-M7)."""
        return seat == self.turn and self.tokens[seat] == HELD and len(self.hands[seat]) < HAND and not self.lost

    def holders(self) -> tuple[int, ...]:
        """Return who is asked in a window: who holds a card and may play one, and who has a token to trade (FB-K13)."""
        trader = self.turn if HELD in self.tokens and self.may_trade(self.turn) else NOBODY
        return _holders(self.hands, self.turn if self.standing else NOBODY, trader)

    def resampled_for(self, viewer: int, below: Below) -> Self:
        """Deal anew all cards that *viewer* can't place; hands stay in the order in which their cards came."""
        hands, (deck,) = dealt_anew(viewer, self.hands, (self.deck,), below)
        after: Self = super(HiddenHands, self).resampled_for(viewer, below)
        return replace(after, hands=hands, deck=bag(deck))
