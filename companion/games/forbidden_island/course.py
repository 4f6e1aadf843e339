"""The course of Forbidden Island: questions, chance and consequences.

It also puts the rules together.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import ClassVar

from companion.engine.chance import Answer, Card, ChanceRequest
from companion.engine.command import Kinds, Refusal
from companion.engine.corrections import Correct, Correctable
from companion.engine.fact import Fact, Facts
from companion.engine.game import GameRules, Setup
from companion.engine.state import ENDED, Ask
from companion.engine.values.bags import Bag
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.engine.values.spot import BoardThing
from companion.engine.windows import WINDOW_COMMANDS
from companion.games.forbidden_island.moments import MOMENTS
from companion.games.forbidden_island.picture import picture
from companion.games.forbidden_island.real_board import board, differences
from companion.games.forbidden_island.rules import actions, setup
from companion.games.forbidden_island.rules.cards import (
    ForbiddenDiscard,
    ForbiddenDraw,
    Lift,
    LiftOff,
    NoLift,
    Sandbag,
    Swim,
)
from companion.games.forbidden_island.rules.components import (
    ADVENTURERS,
    FIRST_TICK,
    FLOODS_AT_TICK,
    FOOLS_LANDING,
    LIFT,
    SANDBAGS,
    SHRINES,
    SKULL,
    TILE_NUMBER,
    TREASURE_ON,
    TREASURES,
    WATERS_RISE,
)
from companion.games.forbidden_island.rules.corrections import board_things, correctables, faults
from companion.games.forbidden_island.rules.facts import (
    IN_PLAY,
    DeckRemade,
    Flooded,
    FloodStepBegan,
    ForbiddenDrew,
    ForbiddenEnded,
    ForbiddenJudged,
    ForbiddenTurnBegan,
    PileRemade,
    Sank,
    WaterRose,
)
from companion.games.forbidden_island.rules.layouts import STANDARD
from companion.games.forbidden_island.rules.masks import names_of
from companion.games.forbidden_island.rules.pending_steps import (
    DiscardDue,
    DiscardOwed,
    ForbiddenWindowClosed,
    Sinking,
    Stranded,
    Swam,
    sinking,
)
from companion.games.forbidden_island.rules.state import NOT_BEGUN, ForbiddenIsland, ForbiddenRules, name
from companion.games.forbidden_island.tally import TALLY

ACTING: tuple[Kinds, ...] = tuple(
    (*actions.COMMON, actions.OWN[role]) if role in actions.OWN else actions.COMMON for role in range(len(ADVENTURERS))
)
"""The actions of each adventurer."""
HELD: Mapping[tuple[bool, bool], Kinds] = {
    (False, False): (),
    (True, False): (Lift, LiftOff),
    (False, True): (Sandbag,),
    (True, True): (Lift, LiftOff, Sandbag),
}
"""Commands possible at any time with a Helicopter Lift and Sandbags.

The keys are whether a player holds the one and the other.
"""
VITAL = frozenset([FOOLS_LANDING, *(tile for tile, treasure in enumerate(TREASURE_ON) if treasure >= 0)])
"""The tiles that can lose the game by sinking."""
DRAWING: Kinds = (ForbiddenDraw,)
CORRECTING: Kinds = (Correct,)
ASKED_TO_SET = (Ask(TABLE, setup.COMMANDS),)


@cache  # by who holds which special cards: some hundred ways
def _asked(seat: int, kinds: Kinds, specials: tuple[Bag, ...]) -> tuple[Ask, ...]:
    """Return the questions: *seat* for *kinds*, holders of *specials*, the table.

    Holders are asked for special cards, the table for corrections.
    """
    asks = []
    for holder, cards in enumerate(specials):
        if holder == seat or cards:
            held = HELD[LIFT in cards, SANDBAGS in cards]
            asks.append(Ask(holder, kinds + held if holder == seat else held))
    return (*asks, Ask(TABLE, CORRECTING))


@lru_cache(1 << 4)  # asked when chance draws, and again when its answer is judged
def _flood_card(cards: int) -> Card:
    return Card("flood", "FI-F1", names_of(cards))


class ForbiddenIslandInPlay(ForbiddenIsland, frozen=True, kw_only=True, gc=False):
    """The island with the course of the game.

    Nobody is ever asked to pass.
    """

    grounds: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys((kind.verb for kind in WINDOW_COMMANDS), "FI-T4"), Correct.verb: "FI-T6", ENDED: "FI-E6",
    }  # fmt: skip

    def open_asks(self) -> tuple[Ask, ...]:
        if self.turn < 0:
            return ASKED_TO_SET
        kinds = ACTING[self.roles[self.turn]] if self.actions else DRAWING
        return _asked(self.turn, kinds, self.specials)

    def asked_beside(self, seat: int, kinds: Kinds) -> tuple[Ask, ...]:
        """Return the questions while *seat* has to do one of *kinds*."""
        sunk = sinking(self)
        return _asked(seat, kinds, self.specials) if sunk is None else sunk.asked_beside(self, seat, kinds)

    # ------------------------------------------------------------------ chance
    def due(self) -> ChanceRequest | None:  # no pending step asks chance, so that there is nothing else to look at
        if self.asked:
            if self.draws:
                return Card("treasure", "FI-D1", self.deck)
            return _flood_card(self.pile[0])
        return setup.request_for(self) if self.dealing else None

    def chosen(self, answer: Answer) -> Facts:  # as `due`
        if self.turn < 0:
            return setup.supplied(self, answer)
        card = str(answer[0])
        return self._drawn(card) if self.draws else self._revealed(TILE_NUMBER[card])

    def _drawn(self, card: str) -> Facts:
        """Return the effects of a treasure card (FI-D5).

        The deck's last one has it remade, before a discard that the card makes due.
        """
        facts: Facts = (WaterRose() if card == WATERS_RISE else ForbiddenDrew(card),)
        if card == WATERS_RISE and self.water + 1 == SKULL:
            return (*facts, ForbiddenEnded("skull"))
        if len(self.deck) == 1:
            facts += (DeckRemade(),)
        if card != WATERS_RISE and self.room(self.turn) <= 0:
            facts += (DiscardOwed(self.turn),)
        return facts

    def _revealed(self, tile: int) -> Facts:
        """Return the effects of a flood card on its tile.

        They include a lost game, or pawns in the water.
        """
        if not self.wet >> tile & 1:
            return (Flooded(tile),)
        lost = tile in VITAL and self._lost_with(self.land & ~(1 << tile))
        if lost:
            return (Sank(tile), *lost)
        if tile in self.pawns:
            return (Sank(tile), Stranded(tile, self.rules.rescue_by_lift and self.lift_held()))
        return (Sank(tile),)

    def _lost_with(self, land: int) -> Facts:
        """Return the loss of the game with only *land* left (FI-E2, FI-E3).

        It is lost with Fools' Landing, or with both tiles of a treasure not yet captured.
        """
        if not land >> FOOLS_LANDING & 1:
            return (ForbiddenEnded("landing"),)
        for shrine, captor, treasure in zip(SHRINES, self.captors, TREASURES, strict=True):
            if captor < 0 and not land & shrine:
                return (ForbiddenEnded("treasure", treasure),)
        return ()

    # ------------------------------------------------------------------ what follows by itself
    def open_then(self) -> Facts:
        if self.actions or self.asked:
            return ()
        if self.turn < 0:
            return () if self.lacks() else (ForbiddenTurnBegan(self.first),)
        if self.floods == NOT_BEGUN:
            return () if self.draws else (FloodStepBegan(FLOODS_AT_TICK[self.water - 1]),)
        if not self.pile:
            return (PileRemade(),)
        return () if self.floods else (ForbiddenTurnBegan((self.turn + 1) % len(self.pawns)),)

    def judged(self) -> Facts:
        """Judge a corrected position: the end, decks to remake, full hands."""
        if lost := (ForbiddenEnded("skull"),) if self.water >= SKULL else self._lost_with(self.land):
            return (ForbiddenJudged(), *lost)
        owing = {due.by for due in self.pending if isinstance(due, DiscardDue)}
        full = [seat for seat in range(len(self.hands)) if self.room(seat) < 0 and seat not in owing]
        remade: Facts = () if self.deck else (DeckRemade(),)
        remade += () if any(self.pile) or not self.spent else (PileRemade(),)
        return (ForbiddenJudged(), *remade, *map(DiscardOwed, full))

    # ------------------------------------------------------------------ setting right
    def correctables(self) -> Mapping[str, Correctable]:
        return correctables(self)

    def can_be_corrected(self) -> bool:
        return self.turn >= 0

    def board_things(self) -> tuple[BoardThing, ...]:
        return board_things(self)

    def faults(self) -> tuple[Refusal, ...]:
        return faults(self)


# ---------------------------------------------------------------------- the rules put together
DiscardDue.answers = (ForbiddenDiscard,)
Sinking.by_lift = (Lift,)
Sinking.by_swimming = (Swim,)
Sinking.by_nothing = (NoLift,)

KINDS: Kinds = (
    *setup.COMMANDS, *actions.COMMON, *actions.OWN.values(), ForbiddenDraw, Lift, LiftOff, Sandbag, ForbiddenDiscard,
    Swim, NoLift,
)  # fmt: skip
FACTS: tuple[type[Fact], ...] = (*setup.FACTS, *IN_PLAY, DiscardOwed, Stranded, ForbiddenWindowClosed, Swam)


def start(setup: Setup) -> ForbiddenIslandInPlay:
    """Return the empty table, before all laying, dealing and naming."""
    options = setup.options
    rules = ForbiddenRules(
        people=len(setup.seats),
        layout=str(options.get("layout", STANDARD)),
        rescue_by_lift=bool(options.get("rescue_by_lift", True)),
        strict_navigator=bool(options.get("strict_navigator", False)),
    )
    return ForbiddenIslandInPlay(rules=rules, water=FIRST_TICK[str(options.get("difficulty", "novice"))])


def buttons(state: ForbiddenIslandInPlay) -> Mapping[str, str]:
    """Return the commands behind the table's buttons.

    DRAW deals in the set-up and draws cards in a turn. SPIN ends the actions, or says that no lift comes.
    """
    if state.turn < 0:
        return {} if state.dealing else {"draw": "deal rest"}
    if state.asked or state.ending:
        return {}
    if state.pending:
        top = state.top()
        waits = isinstance(top, Sinking) and top.window and top.next_swimmer(state) < 0
        return {"spin": "no-lift"} if waits else {}
    return {"spin": "end-actions"} if state.actions else {"draw": "draw"}


def hand(state: ForbiddenIslandInPlay, seat: int) -> tuple[Message, ...]:
    """Return the cards in *seat*'s hand, by their names."""
    return tuple(map(name, state.hand(seat))) if 0 <= seat < len(state.hands) else ()


RULES = GameRules(
    kinds=KINDS,
    known_facts=FACTS,
    start=start,
    moments=MOMENTS,
    tally=TALLY,
    picture=lambda state: picture(state, buttons(state)),
    buttons=buttons,
    differences=differences,
    hand=hand,
    board=board,
)
