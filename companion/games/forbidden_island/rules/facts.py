"""Facts of the island. Each fact folds itself; ``course`` decides the consequences.

A fact that carries a turn on counts as a new question; a special card doesn't, it may come at any time.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.engine.fact import Fact
from companion.engine.referees import frame
from companion.engine.state import swap
from companion.engine.values.bags import less, plus
from companion.engine.values.message import Message
from companion.games.forbidden_island.rules.components import (
    ACTIONS,
    ADVENTURERS,
    CARDS_TO_CAPTURE,
    LIFT,
    SANDBAGS,
    SKULL,
    SPECIALS,
    TILES,
    TREASURE_DRAWS,
    TREASURES,
    WATERS_RISE,
)
from companion.games.forbidden_island.rules.masks import mask_of
from companion.games.forbidden_island.rules.state import NOT_BEGUN, ForbiddenIsland, level_of, name


def pawn_of(state: ForbiddenIsland, seat: int) -> Message:
    """Return the name of *seat*'s adventurer."""
    return name(ADVENTURERS[state.roles[seat]])


# ---------------------------------------------------------------------- a turn and its actions
class ForbiddenTurnBegan(Fact, frozen=True, tag="TurnBegan"):
    """The turn of *seat* began."""

    seat: int

    def apply(self, state: ForbiddenIsland) -> ForbiddenIsland:
        return replace(
            state,
            turn=self.seat,
            actions=ACTIONS,
            draws=TREASURE_DRAWS,
            floods=NOT_BEGUN,
            flown=False,
            dealing="",
            questions=state.questions + 1,
        )

    def said(self, state: Any) -> Message | None:
        return Message("forbidden-island.turn", {"name": state.called(self.seat)})


class ForbiddenMoved(Fact, frozen=True, tag="Moved"):
    """The pawn of *seat* went to *to*.

    It did so by its own action or by the Navigator's.
    """

    seat: int
    to: int

    def apply(self, state: ForbiddenIsland) -> ForbiddenIsland:
        return replace(
            state,
            pawns=swap(state.pawns, self.seat, self.to),
            actions=state.actions - 1,
            questions=state.questions + 1,
        )

    def said(self, state: Any) -> Message | None:
        values: dict[str, Any] = {"name": state.called(self.seat), "tile": name(TILES[self.to])}
        if self.seat == state.turn:
            return Message("forbidden-island.moved", values)
        return Message("forbidden-island.guided", {**values, "who": state.called(state.turn)})


class Flew(Fact, frozen=True):
    """The Pilot, at *seat*, flew to *to*."""

    seat: int
    to: int

    def apply(self, state: ForbiddenIsland) -> ForbiddenIsland:
        return replace(ForbiddenMoved(self.seat, self.to).apply(state), flown=True)

    def said(self, state: Any) -> Message | None:
        return Message("forbidden-island.flew", {"name": state.called(self.seat), "tile": name(TILES[self.to])})


class Shored(Fact, frozen=True):
    """The active player shored up the *tiles*."""

    tiles: tuple[int, ...]

    def apply(self, state: ForbiddenIsland) -> ForbiddenIsland:
        wet = state.wet & ~mask_of(self.tiles)
        return replace(state, wet=wet, actions=state.actions - 1, questions=state.questions + 1)

    def said(self, state: Any) -> Message | None:
        tiles = tuple(name(TILES[tile]) for tile in self.tiles)
        return Message("forbidden-island.shored", {"name": state.called(state.turn), "tiles": tiles})


class ForbiddenGave(Fact, frozen=True, tag="Gave"):
    """The active player gave *card* to *to*."""

    to: int
    card: str

    def apply(self, state: ForbiddenIsland) -> ForbiddenIsland:
        hands = swap(state.hands, state.turn, less(state.hands[state.turn], self.card))
        hands = swap(hands, self.to, plus(hands[self.to], self.card))
        return replace(state, hands=hands, actions=state.actions - 1, questions=state.questions + 1)

    def said(self, state: Any) -> Message | None:
        people = {"name": state.called(state.turn), "other": state.called(self.to)}
        return Message("forbidden-island.gave", {**people, "card": name(self.card)})


class Captured(Fact, frozen=True):
    """The active player captured *treasure*: four of its cards are discarded."""

    treasure: int

    def apply(self, state: ForbiddenIsland) -> ForbiddenIsland:
        card, hand, discard = TREASURES[self.treasure], state.hands[state.turn], state.discard
        for _ in range(CARDS_TO_CAPTURE):
            hand, discard = less(hand, card), plus(discard, card)
        return replace(
            state,
            hands=swap(state.hands, state.turn, hand),
            discard=discard,
            captors=swap(state.captors, self.treasure, state.turn),
            actions=state.actions - 1,
            questions=state.questions + 1,
        )

    def said(self, state: Any) -> Message | None:
        captor = state.captors[self.treasure]
        return Message(
            "forbidden-island.captured", {"name": state.called(captor), "treasure": name(TREASURES[self.treasure])}
        )


class ActionsEnded(Fact, frozen=True):
    """The active player takes no further action."""

    def apply(self, state: ForbiddenIsland) -> ForbiddenIsland:
        return replace(state, actions=0, questions=state.questions + 1)


# ---------------------------------------------------------------------- cards
class CardAsked(Fact, frozen=True):
    """The active player asked for the next treasure or flood card."""

    def apply(self, state: ForbiddenIsland) -> ForbiddenIsland:
        return replace(state, asked=True, questions=state.questions + 1)


class ForbiddenDrew(Fact, frozen=True, tag="Drew"):
    """The active player drew *card*, which goes to the hand."""

    card: str

    def apply(self, state: ForbiddenIsland) -> ForbiddenIsland:
        hands, specials, seat = state.hands, state.specials, state.turn
        if self.card in SPECIALS:
            specials = swap(specials, seat, plus(specials[seat], self.card))
        else:
            hands = swap(hands, seat, plus(hands[seat], self.card))
        return replace(
            state,
            deck=less(state.deck, self.card),
            hands=hands,
            specials=specials,
            draws=state.draws - 1,
            asked=False,
            questions=state.questions + 1,
        )

    def said(self, state: Any) -> Message | None:
        return Message("forbidden-island.drew", {"name": state.called(state.turn), "card": name(self.card)})


class WaterRose(Fact, frozen=True):
    """A Waters Rise! was drawn and carried out (FI-D2).

    At the skull nothing is shuffled.
    """

    def apply(self, state: ForbiddenIsland) -> ForbiddenIsland:
        water = state.water + 1
        shuffled = state.spent and water < SKULL
        return replace(
            state,
            deck=less(state.deck, WATERS_RISE),
            discard=plus(state.discard, WATERS_RISE),
            draws=state.draws - 1,
            water=water,
            pile=(state.spent, *state.pile) if shuffled else state.pile,
            spent=0 if shuffled else state.spent,
            asked=False,
            questions=state.questions + 1,
        )

    def said(self, state: Any) -> Message | None:
        return Message("forbidden-island.water-rose", {"level": level_of(state.water)})


class DeckRemade(Fact, frozen=True):
    """The treasure discard was shuffled into a new deck (FI-D5).

    The old one had run out.
    """

    def apply(self, state: ForbiddenIsland) -> ForbiddenIsland:
        return replace(state, deck=state.discard, discard=())

    def said(self, state: Any) -> Message | None:
        return Message("forbidden-island.deck-remade")


class FloodStepBegan(Fact, frozen=True):
    """The flood step began, with *cards* to draw (FI-F7)."""

    cards: int

    def apply(self, state: ForbiddenIsland) -> ForbiddenIsland:
        return replace(state, floods=self.cards, questions=state.questions + 1)

    def said(self, state: Any) -> Message | None:
        return Message("forbidden-island.flood-step", {"count": self.cards})


class Flooded(Fact, frozen=True):
    """A dry *tile*'s flood card was drawn: it is flooded now."""

    tile: int

    def apply(self, state: ForbiddenIsland) -> ForbiddenIsland:
        bit = 1 << self.tile
        return replace(
            state,
            wet=state.wet | bit,
            pile=_drawn(state.pile, bit),
            spent=state.spent | bit,
            floods=state.floods - 1,
            asked=False,
            questions=state.questions + 1,
        )

    def said(self, state: Any) -> Message | None:
        return Message("forbidden-island.flooded", {"tile": name(TILES[self.tile])})


class Sank(Fact, frozen=True):
    """A flooded *tile*'s card was drawn: both are out of the game."""

    tile: int

    def apply(self, state: ForbiddenIsland) -> ForbiddenIsland:
        bit = 1 << self.tile
        return replace(
            state,
            land=state.land ^ bit,
            wet=state.wet ^ bit,
            pile=_drawn(state.pile, bit),
            floods=state.floods - 1,
            asked=False,
            questions=state.questions + 1,
        )

    def said(self, state: Any) -> Message | None:
        return Message("forbidden-island.sank", {"tile": name(TILES[self.tile])})


def _drawn(pile: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Return *pile* without *card*, a mask, drawn from its top bag.

    An emptied bag is gone.
    """
    rest = pile[0] ^ card
    return (rest, *pile[1:]) if rest else pile[1:]


class PileRemade(Fact, frozen=True):
    """The flood discard was shuffled into a new pile (FI-F3).

    The old one had run out.
    """

    def apply(self, state: ForbiddenIsland) -> ForbiddenIsland:
        return replace(state, pile=(state.spent,), spent=0)

    def said(self, state: Any) -> Message | None:
        return Message("forbidden-island.pile-remade")


class ForbiddenDiscarded(Fact, frozen=True, tag="Discarded"):
    """*seat* discarded *card*."""

    seat: int
    card: str

    def apply(self, state: ForbiddenIsland) -> ForbiddenIsland:
        return replace(_laid_down(state, self.seat, self.card), questions=state.questions + 1)

    def said(self, state: Any) -> Message | None:
        return Message("forbidden-island.discarded", {"name": state.called(self.seat), "card": name(self.card)})


class Lifted(Fact, frozen=True):
    """*seat* played a Helicopter Lift: the *pawns* flew to *to*.

    *pawns* is a mask of adventurers.
    """

    seat: int
    pawns: int
    to: int

    def apply(self, state: ForbiddenIsland) -> ForbiddenIsland:
        pawns = [self.to if self.pawns >> role & 1 else at for role, at in zip(state.roles, state.pawns, strict=True)]
        return replace(_laid_down(state, self.seat, LIFT), pawns=tuple(pawns))

    def said(self, state: Any) -> Message | None:
        flown = tuple(state.called(seat) for seat, role in enumerate(state.roles) if self.pawns >> role & 1)
        values = {"name": state.called(self.seat), "pawns": flown, "tile": name(TILES[self.to])}
        return Message("forbidden-island.lifted", values)


class Sandbagged(Fact, frozen=True):
    """*seat* played Sandbags: *tile* is dry."""

    seat: int
    tile: int

    def apply(self, state: ForbiddenIsland) -> ForbiddenIsland:
        return replace(_laid_down(state, self.seat, SANDBAGS), wet=state.wet & ~(1 << self.tile))

    def said(self, state: Any) -> Message | None:
        return Message("forbidden-island.sandbagged", {"name": state.called(self.seat), "tile": name(TILES[self.tile])})


class LiftedOff(Fact, frozen=True):
    """*seat* lifted everybody off the island by helicopter (FI-E1).

    The Helicopter Lift is discarded.
    """

    seat: int

    def apply(self, state: ForbiddenIsland) -> ForbiddenIsland:
        return _laid_down(state, self.seat, LIFT)


def _laid_down(state: ForbiddenIsland, seat: int, card: str) -> ForbiddenIsland:
    discard = plus(state.discard, card)
    if card in SPECIALS:
        return replace(state, specials=swap(state.specials, seat, less(state.specials[seat], card)), discard=discard)
    return replace(state, hands=swap(state.hands, seat, less(state.hands[seat], card)), discard=discard)


# ---------------------------------------------------------------------- the end, and setting right
class ForbiddenEnded(frame.Ended, frozen=True, tag="Ended"):
    """The game ended for a *reason* of ``ENDINGS``.

    *what* is the treasure or adventurer concerned.
    """

    what: str = ""

    def ending(self) -> frame.Ending:
        return frame.Ending(self.reason, what=self.what)


class ForbiddenJudged(frame.Judged, frozen=True, tag="Judged"):
    """A correction's result was judged.

    Bags of the flood pile that it emptied are gone.
    """

    def apply(self, state: ForbiddenIsland) -> ForbiddenIsland:
        return replace(state, unjudged=False, pile=tuple(cards for cards in state.pile if cards))


IN_PLAY: tuple[type[Fact], ...] = (
    ForbiddenTurnBegan, ForbiddenMoved, Flew, Shored, ForbiddenGave, Captured, ActionsEnded, CardAsked, ForbiddenDrew,
    WaterRose, DeckRemade, FloodStepBegan, Flooded, Sank, PileRemade, ForbiddenDiscarded, Lifted, Sandbagged, LiftedOff,
    ForbiddenEnded, ForbiddenJudged,
)  # fmt: skip
