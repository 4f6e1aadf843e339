"""The rules of Pig: the position, what can happen, what players may do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal, Self

from msgspec.structs import replace

from companion.engine.chance import Answer, ChanceRequest, Deal, Dice
from companion.engine.command import Command, Refusal, Role
from companion.engine.corrections import Correct, Correctable, count_of
from companion.engine.fact import Fact, Facts
from companion.engine.game import GameRules, Setup
from companion.engine.referees.frame import NOBODY, Ended, Ending, Rules
from companion.engine.referees.hands import HiddenHands
from companion.engine.referees.refusals import Refusals, refusal
from companion.engine.state import ENDED, Ask, swap
from companion.engine.values.bags import HIDDEN, bag, less
from companion.engine.values.message import Message, Value
from companion.engine.values.seats import ALL_SEEING, TABLE

from .picture import buttons, hand, name, picture

FACES = (1, 2, 3, 4, 5, 6)
CARDS: tuple[Literal["five", "ten", "fifteen"], ...] = ("five", "ten", "fifteen")
POINTS: Mapping[str, int] = {"five": 5, "ten": 10, "fifteen": 15}
DECK = bag((*POINTS, *POINTS))
NOTHING_TO_HOLD = refusal("pig.nothing-to-hold", "PG-T4")
NO_CARD = refusal("pig.no-card", "PG-T5")


class PigRules(Rules, frozen=True):
    """What was chosen: the *target*, and whether *cards* are dealt."""

    target: int = 50
    cards: bool = True


class Pig(HiddenHands, frozen=True, kw_only=True, gc=False):
    """The position: *scores* by seat, the *total* of this turn, the *dice* as they lie, and whether they are *rolling*.

    *names* are those of the players.
    """

    scores: tuple[int, ...]
    total: int = 0
    dice: tuple[int, ...] = ()
    rolls: int = 0
    rolling: bool = False
    names: tuple[str | Message, ...] = ()
    endings: ClassVar[Mapping[str, tuple[str, str]]] = {"target": ("pig.won", "PG-E1")}
    refusals: ClassVar[Refusals] = Refusals(
        ended=refusal("refused.ended", "PG-E1"),
        not_your_turn=refusal("pig.not-your-turn", "PG-S2"),
        in_motion=refusal("refused.chance-pending", "PG-T1"),
    )
    grounds: ClassVar[Mapping[str, str]] = {Correct.verb: "PG-T1", ENDED: "PG-E1"}

    def named(self, names: tuple[str | Message, ...]) -> Self:
        return replace(self, names=names)

    def called(self, seat: int) -> str | Message:
        """Return the name of the player in *seat*."""
        return self.names[seat] if seat < len(self.names) else Message("seat.number", {"number": seat + 1})

    def ending_values(self, ending: Ending) -> dict[str, Value]:
        (winner,) = ending.winners
        return {"name": self.called(winner), "points": self.scores[winner]}

    def awaits_chance(self) -> bool:
        return self.rolling or self.turn < 0

    def open_asks(self) -> tuple[Ask, ...]:
        return (Ask(self.turn, KINDS), Ask(TABLE, (Correct,)))

    def open_due(self) -> ChanceRequest | None:
        if self.turn < 0:
            return self._deal()
        return Dice("dice", "PG-T1", dice=(FACES, FACES)) if self.rolling else None

    def _deal(self) -> ChanceRequest | None:
        return Deal("card", "PG-S1", cards=self.drawable()) if self._to_be_dealt() >= 0 else None

    def _to_be_dealt(self) -> int:
        """Return the seat that is dealt its card next, -1 if none is."""
        waiting = [seat for seat, cards in enumerate(self.hands) if not cards]
        return waiting[0] if waiting and self.rules.cards else -1

    def open_chosen(self, answer: Answer) -> Facts:
        if self.turn < 0:
            return (Dealt(self._to_be_dealt(), str(answer[0])),)
        first, second = map(int, answer)
        thrown = Rolled(self.turn, first, second)
        return (thrown, TurnBegan(self._next())) if 1 in (first, second) else (thrown,)

    def _next(self) -> int:
        return (self.turn + 1) % len(self.scores)

    def open_then(self) -> Facts:
        return (TurnBegan(0),) if self.turn < 0 and self._to_be_dealt() < 0 else ()

    def judged(self) -> Facts:
        return self.won_by(self.turn)

    def won_by(self, seat: int) -> Facts:
        """Return that *seat* has won, if it has."""
        return (Won("target", (seat,)),) if self.scores[seat] >= self.rules.target else ()

    def correctables(self) -> Mapping[str, Correctable]:
        highest = self.rules.target - 1
        return {
            f"score-{seat}": count_of(
                f"score-{seat}", Message("pig.score", {"name": self.called(seat)}), highest, score, put=_score_of(seat)
            )
            for seat, score in enumerate(self.scores)
        }


def _score_of(seat: int) -> Any:
    return lambda state, word: replace(state, scores=swap(state.scores, seat, int(word)))


# ---------------------------------------------------------------------- facts
class Dealt(Fact, frozen=True):
    """*seat* was dealt a hidden card."""

    seat: int
    card: str

    def apply(self, state: Pig) -> Pig:
        deck = less(state.deck, self.card)
        return replace(
            state, deck=deck, hands=swap(state.hands, self.seat, (self.card,)), questions=state.questions + 1
        )

    def seen_by(self, viewer: int) -> Self:
        return self if viewer in (self.seat, ALL_SEEING) else replace(self, card=HIDDEN)


class TurnBegan(Fact, frozen=True):
    """*seat*'s turn began."""

    seat: int

    def apply(self, state: Pig) -> Pig:
        return replace(state, turn=self.seat, total=0, questions=state.questions + 1)


class RollBegan(Fact, frozen=True):
    """The dice are on their way."""

    def apply(self, state: Pig) -> Pig:
        return replace(state, rolling=True, questions=state.questions + 1)


class Rolled(Fact, frozen=True):
    """*seat*'s dice fell."""

    seat: int
    first: int
    second: int
    signed: ClassVar[bool] = True

    def apply(self, state: Pig) -> Pig:
        dice = (self.first, self.second)
        scores = swap(state.scores, self.seat, 0) if dice == (1, 1) else state.scores
        total = 0 if 1 in dice else state.total + sum(dice)
        after = replace(state, scores=scores, total=total, dice=dice, rolls=state.rolls + 1)
        return replace(after, rolling=False, questions=state.questions + 1)

    def said(self, state: Any) -> Message:
        if (self.first, self.second) == (1, 1):
            return Message("pig.all-lost")
        values: dict[str, Value] = {"first": self.first, "second": self.second}
        if 1 in (self.first, self.second):
            return Message("pig.lost", values)
        return Message("pig.rolled", {**values, "total": state.total})


class Held(Fact, frozen=True):
    """*seat* held: what was added counts."""

    seat: int

    def apply(self, state: Pig) -> Pig:
        scores = swap(state.scores, self.seat, state.scores[self.seat] + state.total)
        return replace(state, scores=scores, total=0, questions=state.questions + 1)

    def said(self, state: Any) -> Message:
        return Message("pig.held", {"name": state.called(self.seat), "points": state.scores[self.seat]})


class CardPlayed(Fact, frozen=True):
    """*seat* played its hidden card."""

    seat: int
    card: str

    def apply(self, state: Pig) -> Pig:
        hands = swap(state.hands, self.seat, ())
        return replace(state, hands=hands, total=state.total + POINTS[self.card], questions=state.questions + 1)

    def said(self, state: Any) -> Message:
        return Message("pig.played", {"name": state.called(self.seat), "card": name(self.card)})


class Won(Ended, frozen=True):
    """Somebody has won."""

    winners: tuple[int, ...] = ()

    def ending(self) -> Ending:
        return Ending(self.reason, self.winners)


# ---------------------------------------------------------------------- commands
class _InTurn(Command, frozen=True):
    """What the player whose turn it is may do."""

    texts: ClassVar[str] = "pig.words"

    def why_not(self, state: Pig) -> Refusal | None:
        return state.not_in_turn(self.seat) or self.refused(state)

    def refused(self, state: Pig) -> Refusal | None:
        """Return why the player whose turn it is can't do this."""
        return None

    @classmethod
    def tries(cls, state: Pig, seat: int) -> Iterable[Self]:
        return () if (command := cls(seat)).why_not(state) else (command,)


class Roll(_InTurn, frozen=True):
    """Roll both dice."""

    verb: ClassVar[str] = "roll"
    role: ClassVar[Role] = "first"

    def facts(self, state: Pig) -> Facts:
        return (RollBegan(),)


class Hold(_InTurn, frozen=True):
    """Add what was rolled to the own points, and end the turn."""

    verb: ClassVar[str] = "hold"
    role: ClassVar[Role] = "end"

    def refused(self, state: Pig) -> Refusal | None:
        return None if state.total else NOTHING_TO_HOLD

    def facts(self, state: Pig) -> Facts:
        held = Held(self.seat)
        return (held, *(held.apply(state).won_by(self.seat) or (TurnBegan((self.seat + 1) % len(state.scores)),)))


class PlayCard(_InTurn, frozen=True):
    """Play the hidden *card*."""

    card: Literal["five", "ten", "fifteen"]
    verb: ClassVar[str] = "play"
    role: ClassVar[Role] = "hand"

    def refused(self, state: Pig) -> Refusal | None:
        if self.card not in state.hands[self.seat]:
            return NO_CARD
        return None if state.total else NOTHING_TO_HOLD

    def facts(self, state: Pig) -> Facts:
        return (CardPlayed(self.seat, self.card),)

    @classmethod
    def tries(cls, state: Pig, seat: int) -> Iterable[Self]:
        held = state.hands[seat] if 0 <= seat < len(state.hands) else ()
        plays = [cls(seat, word) for word in CARDS if word in held]
        return tuple(play for play in plays if play.why_not(state) is None)


KINDS: tuple[type[Command], ...] = (Roll, Hold, PlayCard)


def start(setup: Setup) -> Pig:
    """Return the table before the cards are dealt."""
    options, people = setup.options, len(setup.seats)
    rules = PigRules(people, int(options.get("target", 50)), bool(options.get("cards", True)))
    return Pig(rules=rules, turn=NOBODY if rules.cards else 0, scores=(0,) * people, hands=((),) * people, deck=DECK)


RULES = GameRules(
    kinds=KINDS,
    known_facts=(Dealt, TurnBegan, RollBegan, Rolled, Held, CardPlayed, Won),
    start=start,
    picture=picture,
    buttons=buttons,
    hand=hand,
)


# ---------------------------------------------------------------------- a player
def careful(state: Pig, plays: Sequence[Command]) -> Command:
    """Hold at twenty points, or as soon as that wins."""
    enough = min(20, state.rules.target - state.scores[state.turn])
    wanted = Hold if state.total >= enough else Roll
    return next((play for play in plays if isinstance(play, wanted)), plays[0])


PLAYERS = {"careful": careful}
