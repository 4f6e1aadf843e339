"""The course of Harbour: who is asked, what chance owes and what follows by itself; and its rules put together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from companion.engine.chance import Answer, Card, ChanceRequest, Deal
from companion.engine.command import Refusal
from companion.engine.corrections import Correct, Correctable
from companion.engine.fact import Facts
from companion.engine.game import GameRules, Setup
from companion.engine.referees.frame import NOBODY, Judged
from companion.engine.state import ENDED, Ask
from companion.engine.values.bags import HIDDEN
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.engine.windows import WINDOW_COMMANDS

from .picture import buttons, differences, picture
from .rules import boarding, corrections, facts
from .rules.commands import COMMANDS, IN_TURN
from .rules.facts import Dealt, Drew, TurnBegan, Won
from .rules.places import CARDS, HAND, QUAYS, name
from .rules.state import Harbour, Rules


class HarbourInPlay(Harbour, frozen=True, kw_only=True, gc=False):
    """The harbour, with the course of the game."""

    grounds: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys((kind.verb for kind in WINDOW_COMMANDS), "HB-B6"), Correct.verb: "HB-R1", ENDED: "HB-E1",
    }  # fmt: skip

    def awaits_chance(self) -> bool:
        return self.drawing or self.turn == NOBODY

    def open_asks(self) -> tuple[Ask, ...]:
        return (Ask(self.turn, IN_TURN), Ask(TABLE, (Correct,)))

    def open_due(self) -> ChanceRequest | None:
        if self.drawing:
            return Card("card", "HB-T4", cards=self.drawable())
        if self.turn == NOBODY and self._to_be_dealt() is not None:
            return Deal("card", "HB-S3", cards=self.drawable(), count=HAND)
        return None

    def _to_be_dealt(self) -> int | None:
        return next((seat for seat, cards in enumerate(self.hands) if not cards), None)

    def open_chosen(self, answer: Answer) -> Facts:
        if self.drawing:
            return (Drew(self.turn, str(answer[0])),)
        seat = self._to_be_dealt()
        assert seat is not None
        return (Dealt(seat, tuple(map(str, answer))),)

    def open_then(self) -> Facts:
        if self.turn == NOBODY:
            return (TurnBegan(self.first),) if self._to_be_dealt() is None else ()
        return () if self.sails or self.drawing else (TurnBegan((self.turn + 1) % self.seats()),)

    def judged(self) -> Facts:
        winners = tuple(seat for seat, count in enumerate(self.landed) if count >= self.rules.crates)
        return (Judged(), Won("landed", winners[:1])) if winners else (Judged(),)

    def correctables(self) -> Mapping[str, Correctable]:
        return corrections.correctables(self)

    def faults(self) -> tuple[Refusal, ...]:
        return corrections.faults(self)


def start(setup: Setup) -> HarbourInPlay:
    """Return the harbour before the cards are dealt."""
    people, options = len(setup.seats), setup.options
    return HarbourInPlay(
        rules=Rules(people, int(options.get("crates", 2)), int(options.get("answer_s", 8))),
        first=0,
        boats=QUAYS[:people],
        laden=(False,) * people,
        landed=(0,) * people,
        hands=((),) * people,
        deck=CARDS,
        resting=("",) * people,
    )


def hand(state: Harbour, seat: int) -> tuple[Message, ...]:
    """Return the cards in *seat*'s hand, by their names."""
    held = state.hands[seat] if 0 <= seat < len(state.hands) else ()
    return tuple(name(card) for card in held if card != HIDDEN)


RULES = GameRules(
    kinds=COMMANDS,
    known_facts=(*facts.FACTS, *boarding.FACTS, Judged),
    start=start,
    picture=picture,
    buttons=buttons,
    differences=differences,
    hand=hand,
)
