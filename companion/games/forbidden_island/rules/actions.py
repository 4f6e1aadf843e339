"""The actions of a turn and their end (FI-A1 to FI-A13)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Self

from companion.engine.command import Command, Kinds, Refusal, Remedy, Role
from companion.engine.fact import Facts
from companion.engine.values.bags import Bag
from companion.engine.values.lazy_sequence import LazySequence
from companion.engine.values.message import Message, Value
from companion.games.forbidden_island.rules import refusals
from companion.games.forbidden_island.rules.command_cache import OntoTiles, commands_for_tiles
from companion.games.forbidden_island.rules.components import (
    ADVENTURERS,
    CARDS,
    CARDS_TO_CAPTURE,
    ENGINEER,
    EXPLORER,
    MESSENGER,
    NAVIGATOR,
    PILOT,
    SHRINES,
    SPECIALS,
    TILES,
    TREASURE_ON,
    TREASURES,
)
from companion.games.forbidden_island.rules.facts import (
    ActionsEnded,
    Captured,
    Flew,
    ForbiddenGave,
    ForbiddenMoved,
    Shored,
)
from companion.games.forbidden_island.rules.masks import names_of, tiles_of
from companion.games.forbidden_island.rules.pending_steps import DiscardOwed
from companion.games.forbidden_island.rules.state import TEXTS, ForbiddenIsland, name
from companion.games.forbidden_island.rules.words import Adventurer, Card, Tile, Treasure

ACTIONS_ENDED: Facts = (ActionsEnded(),)


def in_one_pass(state: ForbiddenIsland, seat: int) -> Sequence[Command]:
    """List the actions common to every adventurer, if *seat* has any left."""
    first, hand = (seat,), state.hands[seat]
    found: list[Command] = [*commands_for_tiles(ForbiddenMove, state.reach(seat), first)]
    if wet := state.shorable(seat):
        found += commands_for_tiles(Shore, wet, first)
    if hand:
        found += ForbiddenGive.tries(state, seat)
        if len(hand) >= CARDS_TO_CAPTURE:
            found += Capture.tries(state, seat)
    return found


class Action(Command, frozen=True):
    """The base of every action.

    ``refused`` is called only if *seat* may take an action (FI-T1, FI-T5).
    """

    texts: ClassVar[str] = TEXTS

    def why_not(self, state: ForbiddenIsland) -> Refusal | None:
        if self.seat == state.turn and state.actions and not state.pending:
            return self.refused(state)
        return state.not_in_turn(self.seat) or refusals.NO_ACTIONS_LEFT

    def refused(self, state: ForbiddenIsland) -> Refusal | None:
        """Return the reason why *state* refuses this action, or None."""
        raise TypeError(f"{type(self).__name__} doesn't say when it is refused")


class CommonAction(Action, frozen=True):
    """An action of every adventurer.

    They are listed together.
    """

    together: ClassVar[Callable[[Any, int], Sequence[Command]]] = staticmethod(in_one_pass)


class ForbiddenMove(CommonAction, frozen=True):
    """Move to a tile in reach (FI-A1, FI-A2, FI-A5)."""

    to: Tile
    verb: ClassVar[str] = "move"
    role: ClassVar[Role] = "board"

    def refused(self, state: ForbiddenIsland) -> Refusal | None:
        if state.reach(self.seat) >> self.to & 1:
            return None
        return refusals.TOO_FAR.get(state.roles[self.seat], refusals.TOO_FAR_ELSE)

    def facts(self, state: ForbiddenIsland) -> Facts:
        return (ForbiddenMoved(self.seat, self.to),)

    @classmethod
    def tries(cls, state: ForbiddenIsland, seat: int) -> Iterable[Self]:
        return commands_for_tiles(cls, state.reach(seat), (seat,))


class Fly(Action, frozen=True):
    """Fly with the Pilot, once a turn (FI-A3, FI-A13)."""

    to: Tile
    verb: ClassVar[str] = "fly"

    def refused(self, state: ForbiddenIsland) -> Refusal | None:
        if state.roles[self.seat] != PILOT:
            return refusals.NO_PILOT
        if state.flown:
            return refusals.FLOWN
        if state.flights(self.seat) >> self.to & 1:
            return None
        beside = state.geometry.beside[state.pawns[self.seat]] & state.land
        return refusals.FLIGHT_BESIDE if beside >> self.to & 1 else refusals.FLIGHT_NOWHERE

    def facts(self, state: ForbiddenIsland) -> Facts:
        return (Flew(self.seat, self.to),)

    @classmethod
    def tries(cls, state: ForbiddenIsland, seat: int) -> Iterable[Self]:
        if state.flown or state.roles[seat] != PILOT:
            return ()
        return commands_for_tiles(cls, state.flights(seat), (seat,))


class ForbiddenGuide(Action, frozen=True):
    """Move another player's pawn one or two steps (FI-A4).

    It is the Navigator's action.
    """

    pawn: Adventurer
    to: Tile
    verb: ClassVar[str] = "guide"
    lazy: ClassVar[bool] = True

    def refused(self, state: ForbiddenIsland) -> Refusal | None:
        if state.roles[self.seat] != NAVIGATOR:
            return refusals.NO_NAVIGATOR
        moved = state.seat_of(self.pawn)
        if moved < 0 or moved == self.seat:
            return refusals.GUIDE_WHOM
        return None if state.guided(moved) >> self.to & 1 else refusals.GUIDE_TOO_FAR

    def facts(self, state: ForbiddenIsland) -> Facts:
        return (ForbiddenMoved(state.seat_of(self.pawn), self.to),)

    @classmethod
    def tries(cls, state: ForbiddenIsland, seat: int) -> LazySequence[Self]:
        roles = state.roles
        others = [other for other in range(len(roles)) if other != seat] if roles[seat] == NAVIGATOR else []
        return OntoTiles(cls, [(((seat, roles[other]),), state.guided(other)) for other in others])


class Shore(CommonAction, frozen=True):
    """Shore up a flooded tile in reach (FI-A6, FI-A8)."""

    tile: Tile
    verb: ClassVar[str] = "shore"
    role: ClassVar[Role] = "board"

    def refused(self, state: ForbiddenIsland) -> Refusal | None:
        return _not_shored(state, self.seat, self.tile)

    def facts(self, state: ForbiddenIsland) -> Facts:
        return (Shored((self.tile,)),)

    @classmethod
    def tries(cls, state: ForbiddenIsland, seat: int) -> Iterable[Self]:
        return commands_for_tiles(cls, state.shorable(seat), (seat,))


class ShoreTwo(Action, frozen=True):
    """Shore up two tiles for one action, as the Engineer (FI-A7).

    They are named in either order.
    """

    tile: Tile
    second: Tile
    verb: ClassVar[str] = "shore-two"

    def refused(self, state: ForbiddenIsland) -> Refusal | None:
        if state.roles[self.seat] != ENGINEER:
            return refusals.NO_ENGINEER
        if self.tile == self.second:
            return refusals.TWO_TILES
        return _not_shored(state, self.seat, self.tile) or _not_shored(state, self.seat, self.second)

    def facts(self, state: ForbiddenIsland) -> Facts:
        return (Shored((self.tile, self.second)),)

    @classmethod
    def tries(cls, state: ForbiddenIsland, seat: int) -> Iterable[Self]:
        if state.roles[seat] != ENGINEER:
            return ()
        wet = state.shorable(seat)
        tiles = tiles_of(wet) if wet & wet - 1 else ()
        return [cls(seat, tile, other) for tile in tiles for other in tiles if other != tile]


def _not_shored(state: ForbiddenIsland, seat: int, tile: int) -> Refusal | None:
    """Return the reason why *seat* can't shore up *tile* from its place."""
    if not state.wet >> tile & 1:
        return refusals.NOT_FLOODED
    if state.shorable(seat) >> tile & 1:
        return None
    return refusals.OUT_OF_REACH_EXPLORER if state.roles[seat] == EXPLORER else refusals.OUT_OF_REACH


class ForbiddenGive(CommonAction, frozen=True):
    """Give a treasure card to another player (FI-A9, FI-A10, FI-A12).

    Any card can be named, so that others are refused.
    """

    to: Adventurer
    card: Card
    verb: ClassVar[str] = "give"

    def refused(self, state: ForbiddenIsland) -> Refusal | None:
        receiver = state.seat_of(self.to)
        if receiver < 0 or receiver == self.seat:
            return refusals.GIVE_WHOM
        if CARDS[self.card] in SPECIALS:
            return refusals.GIVE_SPECIAL
        if CARDS[self.card] not in state.hands[self.seat]:
            return refusals.NOT_IN_HAND
        if state.roles[self.seat] == MESSENGER or state.pawns[receiver] == state.pawns[self.seat]:
            return None
        return refusals.NOT_TOGETHER_MESSENGER if self.to == MESSENGER else refusals.NOT_TOGETHER

    def facts(self, state: ForbiddenIsland) -> Facts:
        receiver = state.seat_of(self.to)
        gave = ForbiddenGave(receiver, CARDS[self.card])
        return (gave,) if state.room(receiver) > 0 else (gave, DiscardOwed(receiver))

    @classmethod
    def tries(cls, state: ForbiddenIsland, seat: int) -> Iterable[Self]:
        pawns = state.pawns
        at, far = pawns[seat], state.roles[seat] == MESSENGER
        hand = state.hands[seat]
        if not hand or not far and pawns.count(at) == 1:
            return ()
        others = [role for other, role in enumerate(state.roles) if other != seat and (far or pawns[other] == at)]
        return [cls(seat, role, card) for role in others for card in _cards_in(hand)]


@lru_cache(1 << 8)
def _cards_in(hand: Bag) -> tuple[int, ...]:
    """Return the treasure cards in *hand*, each once."""
    return tuple(card for card, word in enumerate(CARDS) if word in hand)


class Capture(CommonAction, frozen=True):
    """Capture a treasure with four of its cards (FI-A11).

    The pawn is on either of its tiles.
    """

    treasure: Treasure
    verb: ClassVar[str] = "capture"
    role: ClassVar[Role] = "first"

    def refused(self, state: ForbiddenIsland) -> Refusal | None:
        if state.captors[self.treasure] >= 0:
            return refusals.CAPTURED_BEFORE
        if TREASURE_ON[state.pawns[self.seat]] != self.treasure:
            return refusals.WRONG_TILE
        enough = state.hands[self.seat].count(TREASURES[self.treasure]) >= CARDS_TO_CAPTURE
        return None if enough else refusals.TOO_FEW_CARDS

    def remedy(self, state: ForbiddenIsland) -> Remedy | None:
        treasure, word = name(TREASURES[self.treasure]), TREASURES[self.treasure]
        held = state.hands[self.seat].count(word)
        lack: dict[str, Value] = {"treasure": treasure, "held": held, "needs": CARDS_TO_CAPTURE}
        why = self.refused(state)
        if why is refusals.WRONG_TILE:
            places = names_of(SHRINES[self.treasure] & state.land)
            said = Message("forbidden-island.remedy.go", {**lack, "tiles": tuple(map(name, places))})
            return Remedy(said, _held(held), places)
        if why is not refusals.TOO_FEW_CARDS:
            return None
        holders = [seat for seat, hand in enumerate(state.hands) if seat != self.seat and word in hand]
        if not holders:
            return Remedy(Message("forbidden-island.remedy.draw", lack), _held(held))
        pawns = tuple(name(ADVENTURERS[state.roles[seat]]) for seat in holders)
        return Remedy(
            Message("forbidden-island.remedy.meet", {**lack, "pawns": pawns}),
            _held(held),
            tuple(dict.fromkeys(TILES[state.pawns[seat]] for seat in holders)),
        )

    def facts(self, state: ForbiddenIsland) -> Facts:
        return (Captured(self.treasure),)

    @classmethod
    def tries(cls, state: ForbiddenIsland, seat: int) -> Iterable[Self]:
        if len(state.hands[seat]) < CARDS_TO_CAPTURE:
            return ()
        treasure = TREASURE_ON[state.pawns[seat]]
        return (cls(seat, treasure),) if treasure >= 0 and cls(seat, treasure).refused(state) is None else ()

    @classmethod
    def greyed(cls, state: ForbiddenIsland, seat: int) -> Iterable[Self]:
        """List the treasures of *seat*'s cards and tile that it can't capture."""
        at, hand = state.pawns[seat], state.hands[seat]
        near = [n for n, word in enumerate(TREASURES) if word in hand or TREASURE_ON[at] == n]
        return [capture for treasure in near if (capture := cls(seat, treasure)).refused(state) is not None]


def _held(count: int) -> Message:
    return Message("forbidden-island.remedy.has", {"held": count, "needs": CARDS_TO_CAPTURE})


class EndActions(Action, frozen=True):
    """Take no further action in this turn (FI-T2)."""

    verb: ClassVar[str] = "end-actions"
    always: ClassVar[bool] = True
    role: ClassVar[Role] = "end"

    def refused(self, state: ForbiddenIsland) -> Refusal | None:
        return None

    def facts(self, state: ForbiddenIsland) -> Facts:
        return ACTIONS_ENDED

    @classmethod
    def tries(cls, state: ForbiddenIsland, seat: int) -> Iterable[Self]:
        return (cls(seat),)


COMMON: Kinds = (ForbiddenMove, Shore, ForbiddenGive, Capture, EndActions)
OWN: dict[int, type[Command]] = {PILOT: Fly, NAVIGATOR: ForbiddenGuide, ENGINEER: ShoreTwo}
"""The special action of each adventurer that has one."""
