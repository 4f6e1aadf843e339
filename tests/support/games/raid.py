"""Raids: a small game on all that referees share. Raid another seat, unless somebody with a No cancels it.

A raid is declared before everybody with hidden cards; a No is declared over it. Unless it was cancelled, who raids
rolls a die, and scores on a win. Each turn ends with a card drawn; who has enough points has won.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, Self

from msgspec import Meta
from msgspec.structs import asdict, replace

from companion.engine.chance import Answer as ChanceSays
from companion.engine.chance import Card, ChanceRequest, Dice
from companion.engine.command import Command, Refusal
from companion.engine.corrections import Correct, Correctable, count_of, table_of
from companion.engine.fact import Fact, Facts
from companion.engine.game import Game, Setup
from companion.engine.interrupts import Interrupt, Settled
from companion.engine.referees import frame
from companion.engine.referees.declarations import Answer, Cancelled, Declaration, PassUntil, Rested, declare
from companion.engine.referees.frame import Ending, Judged, to_be_judged
from companion.engine.referees.hands import HiddenHands
from companion.engine.referees.pending_steps import InMotion, PendingStep, SetInMotion, StepOpened
from companion.engine.referees.refusals import Refusals, refusal
from companion.engine.state import ENDED, Ask, swap
from companion.engine.values.bags import bag, less, plus
from companion.engine.values.message import Message, Value
from companion.engine.values.seats import ALL_SEEING, TABLE

CARDS = bag(("no",) * 5 + ("blank",) * 5)
NEEDED = 2
Seat = Annotated[int, Meta(ge=0, le=3)]
OWN = refusal("raid.own", "RA-2")
NO_ROLL = refusal("raid.no-roll", "RA-3")


class Raids(HiddenHands, frozen=True, kw_only=True):
    """*step* says what the turn waits for: act or draw."""

    rules: frame.Rules
    scores: tuple[int, ...] = ()
    discard: tuple[str, ...] = ()
    step: str = "act"
    endings: ClassVar[Mapping[str, tuple[str, str]]] = {"won": ("raid.won", "RA-9")}
    refusals: ClassVar[Refusals] = Refusals(ended=refusal("refused.ended", "RA-9"))
    grounds: ClassVar[Mapping[str, str]] = {ENDED: "RA-9"}
    at_the_end: ClassVar[Mapping[str, Any]] = {"step": "over", "pending": ()}
    acting: ClassVar[tuple[type[Command], ...]] = ()

    def ending_values(self, ending: Ending) -> dict[str, Value]:
        return {"who": ending.winners}

    def awaits_chance(self) -> bool:
        return self.step == "draw"

    def open_asks(self) -> tuple[Ask, ...]:
        return (Ask(self.turn, self.acting), Ask(TABLE, (Correct,)))

    def open_due(self) -> ChanceRequest | None:
        return Card("draw", "RA-4", cards=self.drawable()) if self.step == "draw" else None

    def open_chosen(self, answer: ChanceSays) -> Facts:
        return (Drew(self.turn, str(answer[0])),)

    def open_then(self) -> Facts:
        return (TurnBegan((self.turn + 1) % self.seats()),) if self.step == "draw" and not self.deck else ()

    def judged(self) -> Facts:
        winners = tuple(seat for seat, score in enumerate(self.scores) if score >= NEEDED)
        return (Judged(), Ended("won", winners)) if winners else (Judged(),)

    def faults(self) -> tuple[Refusal, ...]:
        count = sum(map(len, self.hands)) + len(self.deck) + len(self.discard)
        return () if count == len(CARDS) else (refusal("raid.count", "RA-4"),)

    def correctables(self) -> dict[str, Correctable]:
        label = Message("raid.score")
        return table_of((_score_of(seat, label, score) for seat, score in enumerate(self.scores)), to_be_judged)


def _score_of(seat: int, label: Message, score: int) -> Correctable:
    return count_of(
        f"score-{seat}",
        label,
        9,
        score,
        put=lambda state, word: replace(state, scores=swap(state.scores, seat, int(word))),
    )


# ---------------------------------------------------------------------- declarations and steps
class DeclaredRaid(Declaration, frozen=True, kw_only=True):
    """A raid on *target*."""

    target: int

    def aimed_at(self, state: Raids) -> int | None:
        return self.target

    def word(self, state: Raids) -> str:
        return "raid"


class DeclaredNo(Declaration, frozen=True, kw_only=True):
    """A No, over what it cancels."""

    def word(self, state: Raids) -> str:
        return "no"


class Rolling(PendingStep, frozen=True, kw_only=True):
    """Who raids rolls the die."""

    def request(self, state: Raids) -> ChanceRequest:
        return Dice("raid", "RA-3", dice=(("won", "lost"),))

    def chosen(self, state: Raids, answer: ChanceSays) -> Facts:
        return (Settled(), Rolled(self.by, answer[0] == "won"))


# ---------------------------------------------------------------------- facts
class Raided(Fact, frozen=True):
    """*by* declared a raid on *target*."""

    by: int
    target: int

    def apply(self, state: Raids) -> Raids:
        after: Raids = declare(replace(state, step="draw"), DeclaredRaid(asked=(), **asdict(self)), 8.0)
        return after


class SaidNo(Fact, frozen=True):
    """*by* declared a No over what is open."""

    by: int

    def apply(self, state: Raids) -> Raids:
        hands = swap(state.hands, self.by, less(state.hands[self.by], "no"))
        after: Raids = replace(state, hands=hands, discard=plus(state.discard, "no"))
        declared: Raids = declare(after, DeclaredNo(asked=(), by=self.by), 8.0)
        return declared


class RollOwed(StepOpened, frozen=True):
    """Who raids is to roll."""

    by: int
    step: ClassVar[type[Interrupt]] = Rolling


class Rolled(Fact, frozen=True):
    """The die fell for *seat*: a win scores."""

    seat: int
    won: bool

    def apply(self, state: Raids) -> Raids:
        scores = swap(state.scores, self.seat, state.scores[self.seat] + self.won)
        return replace(state, scores=scores, unjudged=True, questions=state.questions + 1)


class Drew(Fact, frozen=True):
    """*seat* drew *card*, and its turn is over."""

    seat: int
    card: str

    def apply(self, state: Raids) -> Raids:
        hands = swap(state.hands, self.seat, plus(state.hands[self.seat], self.card))
        after = replace(state, hands=hands, deck=less(state.deck, self.card))
        return TurnBegan((self.seat + 1) % state.seats()).apply(after)

    def seen_by(self, viewer: int) -> Self:
        return self if viewer in (self.seat, ALL_SEEING) else replace(self, card="?")


class TurnBegan(Fact, frozen=True):
    """The turn of *seat* began: it rests no longer."""

    seat: int

    def apply(self, state: Raids) -> Raids:
        resting = swap(state.resting, self.seat, "")
        return replace(state, turn=self.seat, step="act", resting=resting, questions=state.questions + 1)


class Ended(frame.Ended, frozen=True):
    """The *winners* won."""

    winners: tuple[int, ...] = ()

    def ending(self) -> Ending:
        return Ending(self.reason, self.winners)


# ---------------------------------------------------------------------- commands
class Raid(Command, frozen=True):
    """Raid *target*."""

    target: Seat
    verb: ClassVar[str] = "raid"

    def why_not(self, state: Raids) -> Refusal | None:
        if (no := state.not_in_turn(self.seat)) is not None:
            return no
        return None if self.target < state.seats() and self.target != self.seat else OWN

    def facts(self, state: Raids) -> Facts:
        return (Raided(self.seat, self.target),)

    @classmethod
    def tries(cls, state: Raids, seat: int) -> Iterable[Self]:
        return [cls(seat, target) for target in range(state.seats()) if target != seat]


class SayNo(Answer, frozen=True):
    """Cancel what was declared."""

    verb: ClassVar[str] = "no"

    def refused(self, state: Raids, declaration: Declaration) -> Refusal | None:
        return state.not_held(self.seat, "no")

    def facts(self, state: Raids) -> Facts:
        return (SaidNo(self.seat),)


class Roll(SetInMotion, frozen=True):
    """Roll the die."""

    verb: ClassVar[str] = "roll"
    step: ClassVar[type[PendingStep]] = Rolling
    not_due: ClassVar[Refusal] = NO_ROLL


def _raids(raid: DeclaredRaid, state: Raids) -> Facts:
    return (RollOwed(raid.by),)


def _cancels(no: DeclaredNo, state: Raids) -> Facts:
    below: Any = state.pending[-2]
    return (Cancelled(below.word(state)),)


Raids.acting = (Raid,)
DeclaredRaid.effect = _raids
DeclaredNo.effect = _cancels
DeclaredRaid.answers = DeclaredNo.answers = (SayNo, PassUntil)
Rolling.answers = (Roll,)


def start(setup: Setup, kind: type[Raids] = Raids) -> Raids:
    """Return the first state, with nothing in any hand."""
    people = len(setup.seats)
    return kind(
        rules=frame.Rules(people),
        first=0,
        turn=0,
        scores=(0,) * people,
        hands=((),) * people,
        deck=CARDS,
        resting=("",) * people,
    )


def picture(state: Raids) -> dict[str, Any]:
    """Return what everybody may see."""
    return {"scores": state.scores, "hands": state.hands, "deck": len(state.deck), "discard": state.discard}


RAIDS = Game(
    slug="raids",
    mode="referee",
    name=Message("raid.name"),
    seats=(2, 4),
    kinds=(Raid, SayNo, PassUntil, Roll),
    known_facts=(
        Raided, SaidNo, RollOwed, InMotion, Rolled, Drew, TurnBegan, Ended, Judged, Cancelled, Rested,
    ),
    start=start,
    picture=picture,
)  # fmt: skip
