"""Chance as a seat: the state asks it with a request.

The engine doesn't know the source of an answer. A request knows the answers that it ``allows``, their ``odds``, and how
to ``sample`` one from a uniform source of whole numbers below *n*. The mapping from numbers to answers is part of the
fairness contract: dice one after the other, a wheel by the sum of its weights, a card from the sorted names, a deal
card by card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from operator import contains
from typing import Any, ClassVar

from msgspec import Struct

from companion.engine.command import Command, Refusal
from companion.engine.fact import Facts
from companion.engine.values.bags import Bag
from companion.engine.values.forms import Choice, Field
from companion.engine.values.message import Message
from companion.engine.values.seats import CHANCE

Word = int | str
Answer = tuple[Word, ...]
Below = Callable[[int], int]
"""``below(n)`` returns a whole number from 0 to n - 1, uniformly."""


class ChanceRequest(Struct, frozen=True, gc=False, tag=True):
    """A request for a roll, spin, draw or deal.

    *purpose* names it in texts, cues and draws; *rule* is cited when an answer is refused.
    """

    purpose: str
    rule: str | None = None
    verb: ClassVar[str]

    def allows(self, answer: Answer) -> bool:
        """Return True if *answer* is a possible outcome."""
        raise TypeError(f"{type(self).__name__} doesn't say what it allows")

    def odds(self) -> tuple[tuple[Answer, int], ...]:
        """Return each single outcome with its weight.

        Dice and cards are listed one at a time, not in combination.
        """
        raise TypeError(f"{type(self).__name__} doesn't say its odds")

    def sample(self, below: Below) -> Answer:
        """Draw an answer with *below*."""
        raise TypeError(f"{type(self).__name__} doesn't say how it is drawn")

    def form(self) -> tuple[Field, ...]:
        """Return the form fields for entering a real result by hand."""
        raise TypeError(f"{type(self).__name__} doesn't say how it is typed")

    def parts(self) -> int:
        """Return how many things move at once."""
        return len(self.form())


class Dice(ChanceRequest, frozen=True):
    """Roll *dice*, each given by its faces. Answer: the faces.

    A face listed twice comes up twice as often. *formula* is the dice notation to which they belong, for whoever checks
    the total; "" for none.
    """

    dice: tuple[tuple[Word, ...], ...] = ()
    formula: str = ""
    verb: ClassVar[str] = "roll"

    def allows(self, answer: Answer) -> bool:
        return len(answer) == len(self.dice) and all(map(contains, self.dice, answer))

    def odds(self) -> tuple[tuple[Answer, int], ...]:
        return tuple(((face,), ways) for die in self.dice for face, ways in Counter(die).items())

    def sample(self, below: Below) -> Answer:
        return tuple([die[below(len(die))] for die in self.dice])

    def form(self) -> tuple[Field, ...]:
        return tuple(_field("die", number, die) for number, die in enumerate(self.dice, 1))

    def parts(self) -> int:
        return len(self.dice)


class Wheel(ChanceRequest, frozen=True):
    """Spin a wheel of *segments* (name, weight). Answer: the segment's name."""

    segments: tuple[tuple[str, int], ...] = ()
    verb: ClassVar[str] = "spin"

    def allows(self, answer: Answer) -> bool:
        return len(answer) == 1 and any(answer[0] == name and weight for name, weight in self.segments)

    def odds(self) -> tuple[tuple[Answer, int], ...]:
        return tuple(((name,), weight) for name, weight in self.segments)

    def sample(self, below: Below) -> Answer:
        left = below(sum(weight for _, weight in self.segments))
        for name, weight in self.segments:
            if left < weight:
                return (name,)
            left -= weight
        raise ValueError(f"the source of chance gave {left} too much for the wheel {self.purpose!r}")

    def form(self) -> tuple[Field, ...]:
        return (_field("segment", 1, tuple(name for name, weight in self.segments if weight)),)


class Card(ChanceRequest, frozen=True):
    """Draw a card of the bag *cards*. Answer: its name."""

    cards: Bag = ()
    verb: ClassVar[str] = "draw"

    def allows(self, answer: Answer) -> bool:
        return len(answer) == 1 and answer[0] in self.cards

    def odds(self) -> tuple[tuple[Answer, int], ...]:
        return tuple(((name,), ways) for name, ways in Counter(self.cards).items())

    def sample(self, below: Below) -> Answer:
        return (self.cards[below(len(self.cards))],)

    def form(self) -> tuple[Field, ...]:
        return (_field("card", 1, self.cards),)


class Deal(ChanceRequest, frozen=True):
    """Deal *count* cards of the bag *cards* at once.

    Answer: their names in the order dealt.
    """

    cards: Bag = ()
    count: int = 1
    verb: ClassVar[str] = "deal"

    def allows(self, answer: Answer) -> bool:
        if len(answer) != self.count:
            return False
        different = set(answer)
        if len(different) == self.count:
            return different.issubset(self.cards)
        left: list[Word] = list(self.cards)
        for card in answer:
            if card not in left:
                return False
            left.remove(card)
        return True

    def odds(self) -> tuple[tuple[Answer, int], ...]:
        return tuple(((name,), ways) for name, ways in Counter(self.cards).items())

    def sample(self, below: Below) -> Answer:
        left, size = list(self.cards), len(self.cards)
        return tuple([left.pop(below(size - taken)) for taken in range(self.count)])

    def form(self) -> tuple[Field, ...]:
        return tuple(_field("card", number, self.cards) for number in range(1, self.count + 1))


class Hidden(ChanceRequest, frozen=True):
    """Take one of *hand*'s cards unseen.

    Answer: its position from 1, in order of arrival. A position instead of a name keeps the card hidden from other
    viewers.
    """

    hand: tuple[str, ...] = ()
    verb: ClassVar[str] = "take"

    def allows(self, answer: Answer) -> bool:
        return len(answer) == 1 and type(answer[0]) is int and 1 <= answer[0] <= len(self.hand)

    def odds(self) -> tuple[tuple[Answer, int], ...]:
        return tuple(((place,), 1) for place in range(1, len(self.hand) + 1))

    def sample(self, below: Below) -> Answer:
        return (1 + below(len(self.hand)),)

    def form(self) -> tuple[Field, ...]:
        return (Field("place", Message("chance.place"), minimum=1, maximum=len(self.hand)),)


def _field(name: str, number: int, words: tuple[Word, ...]) -> Field:
    """Build field *number*: a stepper for a range, choices otherwise.

    It is a stepper if *words* are all the numbers of a range.
    """
    label = Message(f"chance.{name}", {"number": number})
    numbers = [word for word in words if isinstance(word, int)]
    if len(numbers) == len(words) and set(numbers) == set(range(min(numbers), max(numbers) + 1)):
        return Field(f"{name}-{number}", label, minimum=min(numbers), maximum=max(numbers))
    distinct = dict.fromkeys(str(word) for word in words)
    return Field(f"{name}-{number}", label, choices=tuple(Choice(word, Message(f"play.{word}")) for word in distinct))


VERBS = frozenset(kind.verb for kind in (Dice, Wheel, Card, Deal, Hidden))


class ChanceAnswer(Command, frozen=True):
    """Chance's answer to the pending request.

    Notation: the request's verb and the answer, ``roll 3 7 10``.
    """

    said_verb: str
    answer: Answer

    def why_not(self, state: Any) -> Refusal | None:
        request = state.due()
        if request is None or self.seat != CHANCE:
            return Refusal(Message("refused.chance-not-asked"))
        if self.said_verb != request.verb or not request.allows(self.answer):
            return Refusal(Message("refused.chance-cannot"), request.rule)
        return None

    def facts(self, state: Any) -> Facts:
        facts: Facts = state.chosen(self.answer)
        return facts
