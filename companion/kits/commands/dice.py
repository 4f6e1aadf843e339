"""Commands about dice and wheels."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import ClassVar, Self

from msgspec.structs import replace

from companion.engine.command import PartLine, Refusal, Role
from companion.engine.fact import Facts
from companion.engine.values.forms import Choice, Field
from companion.engine.values.message import Message, Value
from companion.engine.values.seats import TABLE
from companion.kits.commands.base import KitCommand, number_label, unknown
from companion.kits.commands.cards import whose
from companion.kits.facts.consequences import lifted
from companion.kits.facts.dice import CupLifted, KeptDie, WordsWritten
from companion.kits.facts.queue import Asked
from companion.kits.format.checks import is_text
from companion.kits.format.spec import DiceSpec, Kit
from companion.kits.formulas.dice import parse_dice
from companion.kits.formulas.fault import BadFormula
from companion.kits.formulas.terms import MAX_DICE
from companion.kits.things.board import Board
from companion.kits.things.jobs import Job
from companion.kits.things.throws import KitResult, is_last, usual_counts

USUAL_DICE = ("d4", "d6", "d8", "d10", "d12", "d20", "d%", "d2", "dF")
"""The dice to choose from for a formula."""
USUAL_FORMULAS = ("1d6", "2d6", "1d20", "1d%")
"""The formulas offered before anybody has chosen another."""
MAX_PEOPLE = 12
"""The most people to number on a wheel."""
PEOPLE_COUNTED = tuple(str(count) for count in range(2, MAX_PEOPLE + 1))
_ENCODED = re.compile(rb"%([0-9A-Fa-f]{2})")
PEOPLE = "people"
"""The word for the people themselves on a wheel."""
MAX_WRITTEN, LONGEST_WRITTEN = 24, 24
"""The most words on a wheel, and the most letters of each."""


class DiceCommand(KitCommand, frozen=True):
    """The base of commands about the dice called *dice*.

    With *for_all*, the table gives it for everybody's hidden dice at once.
    """

    dice: str
    needs: ClassVar[str] = "dice"
    for_all: ClassVar[bool] = False

    def is_in_turn(self, state: Board) -> bool:
        spec = state.kit.dice_named.get(self.dice)
        return spec is not None and not spec.is_hidden

    def refused(self, state: Board) -> Refusal | None:
        missing = unknown("dice", self.dice, state.kit.dice_named)
        if missing is not None:
            return missing
        spec = state.kit.dice_named[self.dice]
        if not self.is_of_all(state, spec):
            return self.refused_of(state, spec)
        if not self.for_all:
            return Refusal(Message("kit.whose"))
        refusals = [replace(self, seat=seat).refused_of(state, spec) for seat in range(state.people)]
        return None if None in refusals else refusals[0]

    def is_of_all(self, state: Board, spec: DiceSpec) -> bool:
        """Return True if this concerns everybody's hidden dice."""
        return spec.is_hidden and state.people > 0 and self.seat == TABLE

    def refused_of(self, state: Board, spec: DiceSpec) -> Refusal | None:
        """Return the reason for refusing this with known dice, else None."""
        return None

    def result(self, state: Board) -> KitResult | None:
        """Return the last result of these dice, one's own if hidden."""
        return state.result(self.dice, self.seat)

    def job(self, state: Board, formula: str = "", counts: tuple[int, ...] = ()) -> Facts:
        """Return the facts of rolling them."""
        job = Job("roll", self.dice, seat=state.person(self.seat), formula=formula, counts=counts)
        return (Asked((job,)),)


class KitRoll(DiceCommand, frozen=True):
    """Roll the dice of one name.

    Kept dice stay; free dice have the last formula again.
    """

    verb: ClassVar[str] = "roll"
    role: ClassVar[Role] = "first"
    for_all: ClassVar[bool] = True

    def refused_of(self, state: Board, spec: DiceSpec) -> Refusal | None:
        if not state.count_of(spec, state.person(self.seat)):
            return Refusal(Message("kit.no-dice-left"))
        result = self.result(state)
        if is_last(spec, result):
            # Without turns the next person rolls all of them.
            return Refusal(Message("kit.no-rolls-left")) if state.has_turns and not spec.is_hidden else None
        is_kept = result is not None and bool(result.kept) and all(result.kept)
        return Refusal(Message("kit.all-kept")) if is_kept else None

    def facts(self, state: Board) -> Facts:
        spec = state.kit.dice_named[self.dice]
        if self.is_of_all(state, spec):
            each = (replace(self, seat=seat) for seat in range(state.people))
            seats = (one.seat for one in each if one.refused_of(state, spec) is None)
            return (Asked(tuple(Job("roll", self.dice, seat=seat) for seat in seats)),)
        is_free = spec.is_free
        return self.job(state, state.recent[0] if is_free and state.recent else "")

    @classmethod
    def spelled(cls, state: Board, seat: int) -> Iterable[Self]:
        return (cls(seat, dice) for dice in state.kit.dice_named)


class Throw(DiceCommand, frozen=True):
    """Roll free dice by a formula, in one or several words."""

    parts: tuple[str, ...]
    verb: ClassVar[str] = "throw"
    role: ClassVar[Role] = "first"

    @classmethod
    def fits(cls, kit: Kit) -> bool:
        return any(dice.is_free for dice in kit.dice)

    def refused_of(self, state: Board, spec: DiceSpec) -> Refusal | None:
        if not spec.is_free:
            return Refusal(Message("kit.not-free", {"dice": state.kit.text(self.dice)}))
        try:
            parse_dice(self.formula, state.kit.own_faces)
        except BadFormula as error:
            return Refusal(error.said)
        return None

    @property
    def formula(self) -> str:
        """The formula without blanks."""
        return "".join(self.parts)

    def facts(self, state: Board) -> Facts:
        return self.job(state, self.formula)

    @classmethod
    def spelled(cls, state: Board, seat: int) -> Iterable[Self]:
        """Return the formulas of before, or the usual ones.

        People choose or type all others.
        """
        formulas = state.recent or USUAL_FORMULAS
        return (cls(seat, dice, (formula,)) for dice in state.kit.dice_named for formula in formulas)

    def labels(self, state: Board, words: tuple[str, ...]) -> tuple[Message, ...]:
        return (*super().labels(state, words[:2]), *(Message("play.formula", {"formula": each}) for each in words[2:]))

    @classmethod
    def part_lines(cls, state: Board, seat: int) -> Iterable[PartLine]:
        die = tuple(Choice(each, Message("play.formula", {"formula": each})) for each in USUAL_DICE)
        fields = (
            Field("count", Message("kit.how-many-dice"), minimum=1, maximum=MAX_DICE),
            Field("die", Message("kit.which-die"), die, word="d6"),
        )
        for dice in state.kit.dice:
            if dice.is_free and cls(seat, dice.name, (USUAL_DICE[0],)).why_not(state) is None:
                labels = (Message(f"play.{cls.verb}"), state.kit.text(dice.name))
                yield PartLine((cls.verb, dice.name), labels, fields)


class PoolRoll(DiceCommand, frozen=True):
    """Roll a pool with so many dice of each kind."""

    counts: tuple[int, ...]
    verb: ClassVar[str] = "pool"
    role: ClassVar[Role] = "first"

    @classmethod
    def fits(cls, kit: Kit) -> bool:
        return any(dice.pool for dice in kit.dice)

    def refused_of(self, state: Board, spec: DiceSpec) -> Refusal | None:
        if not spec.pool:
            return Refusal(Message("kit.not-pool", {"dice": state.kit.text(self.dice)}))
        kinds = tuple(state.kit.text(die.name) for die in spec.pool)
        if len(self.counts) != len(kinds) or min(self.counts) < 0:
            return Refusal(Message("kit.pool-counts", {"names": kinds}))
        if not 1 <= sum(self.counts) <= MAX_DICE:
            return Refusal(Message("kit.pool-size", {"maximum": MAX_DICE}))
        return None

    def facts(self, state: Board) -> Facts:
        return self.job(state, counts=self.counts)

    @classmethod
    def spelled(cls, state: Board, seat: int) -> Iterable[Self]:
        """Return nothing: the numbers are typed."""
        return ()

    @classmethod
    def part_lines(cls, state: Board, seat: int) -> Iterable[PartLine]:
        for dice in state.kit.dice:
            if dice.pool and cls(seat, dice.name, usual_counts(dice)).why_not(state) is None:
                labels = (Message(f"play.{cls.verb}"), state.kit.text(dice.name))
                fields = tuple(
                    Field(die.name, state.kit.text(die.name), maximum=MAX_DICE, word=str(die.count))
                    for die in dice.pool
                )
                yield PartLine((cls.verb, dice.name), labels, fields)


class Keep(DiceCommand, frozen=True):
    """Keep or release dice by their places from 1."""

    places: tuple[int, ...]
    verb: ClassVar[str] = "keep"

    @classmethod
    def fits(cls, kit: Kit) -> bool:
        return any(dice.rolls > 1 for dice in kit.dice)

    def refused_of(self, state: Board, spec: DiceSpec) -> Refusal | None:
        result = self.result(state)
        if result is None or not result.kept:
            return Refusal(Message("kit.nothing-rolled"))
        if is_last(spec, result):
            return Refusal(Message("kit.no-rolls-left"))
        good = self.places and all(1 <= place <= len(result.kept) for place in self.places)
        if not good or len(set(self.places)) < len(self.places):
            return Refusal(Message("kit.keep-what", {"maximum": len(result.kept)}))
        return None

    def facts(self, state: Board) -> Facts:
        is_hidden = state.kit.dice_named[self.dice].is_hidden
        places = tuple(place - 1 for place in self.places)
        return (KeptDie(self.dice, places, self.seat if is_hidden else TABLE),)

    @classmethod
    def spelled(cls, state: Board, seat: int) -> Iterable[Self]:
        for dice in state.kit.dice:
            result = state.result(dice.name, seat)
            for place in range(len(result.kept) if result else 0):
                yield cls(seat, dice.name, (place + 1,))

    def labels(self, state: Board, words: tuple[str, ...]) -> tuple[Message, ...]:
        return (*super().labels(state, words[:2]), *map(number_label, words[2:]))


class Show(DiceCommand, frozen=True):
    """Lift the cup over one's own hidden dice."""

    verb: ClassVar[str] = "show"
    for_all: ClassVar[bool] = True

    @classmethod
    def fits(cls, kit: Kit) -> bool:
        return any(dice.is_hidden for dice in kit.dice)

    def refused_of(self, state: Board, spec: DiceSpec) -> Refusal | None:
        result = self.result(state) if spec.is_hidden else None
        if result is None:
            return Refusal(Message("kit.nothing-rolled"))
        return Refusal(Message("kit.is-so")) if result.is_open else None

    def facts(self, state: Board) -> Facts:
        if self.is_of_all(state, state.kit.dice_named[self.dice]):
            return lifted(state, self.dice)
        result = self.result(state)
        assert result is not None
        return (CupLifted(self.dice, self.seat, result.faces),)

    @classmethod
    def spelled(cls, state: Board, seat: int) -> Iterable[Self]:
        return (cls(seat, dice) for dice in state.kit.dice_named)


class Spin(KitCommand, frozen=True):
    """Spin a wheel.

    A person has to spin it if it may deal a card to a hand.
    """

    wheel: str
    verb: ClassVar[str] = "spin"
    role: ClassVar[Role] = "first"
    needs: ClassVar[str] = "wheels"
    in_turn: ClassVar[bool] = True

    def refused(self, state: Board) -> Refusal | None:
        missing = unknown("wheel", self.wheel, state.kit.wheel_named) or whose(state, self.wheel, self.seat)
        if missing is None and len(state.segments(self.wheel)) < 2:
            return Refusal(Message("kit.nobody"))
        return missing

    def facts(self, state: Board) -> Facts:
        return (Asked((Job("spin", self.wheel, seat=state.person(self.seat)),)),)

    @classmethod
    def spelled(cls, state: Board, seat: int) -> Iterable[Self]:
        return (cls(seat, wheel) for wheel in state.kit.wheel_named)


class Among(KitCommand, frozen=True):
    """Write words on a wheel of people, in place of the people.

    The words are percent-encoded. A number alone is for so many numbered people, ``people`` alone for those who sit
    there.
    """

    wheel: str
    words: tuple[str, ...]
    verb: ClassVar[str] = "among"
    role: ClassVar[Role] = "aside"
    needs: ClassVar[str] = "wheels"

    @classmethod
    def fits(cls, kit: Kit) -> bool:
        return any(wheel.is_of_people for wheel in kit.wheels)

    @property
    def written(self) -> tuple[str, ...]:
        """The words as people read them, () for the people themselves."""
        if self.words == (PEOPLE,):
            return ()
        if len(self.words) == 1 and self.words[0] in PEOPLE_COUNTED:
            return tuple(str(number) for number in range(1, int(self.words[0]) + 1))
        return tuple(map(_decoded, self.words))

    def refused(self, state: Board) -> Refusal | None:
        missing = unknown("wheel", self.wheel, state.kit.wheel_named)
        if missing is not None:
            return missing
        if not state.kit.wheel_named[self.wheel].is_of_people:
            return Refusal(Message("kit.not-of-people", {"wheel": state.kit.text(self.wheel)}))
        if self.words == (PEOPLE,):
            return None if any(state.written) else Refusal(Message("kit.is-so"))
        good = 2 <= len(self.written) <= MAX_WRITTEN and all(is_text(word, LONGEST_WRITTEN) for word in self.written)
        most: dict[str, Value] = {"maximum": MAX_WRITTEN, "letters": LONGEST_WRITTEN}
        return None if good else Refusal(Message("kit.words-wrong", most))

    def facts(self, state: Board) -> Facts:
        return (WordsWritten(self.wheel, self.written),)

    @classmethod
    def spelled(cls, state: Board, seat: int) -> Iterable[Self]:
        """Return the people and so many numbers: other words are typed."""
        return (cls(seat, wheel, (word,)) for wheel in state.kit.wheel_named for word in (*PEOPLE_COUNTED, PEOPLE))

    def labels(self, state: Board, words: tuple[str, ...]) -> tuple[Message, ...]:
        names = (Message("kit.people-here") if word == PEOPLE else number_label(word) for word in words[2:])
        return (*super().labels(state, words[:2]), *names)


def _decoded(word: str) -> str:
    """Return a percent-encoded *word* as people read it."""
    return _ENCODED.sub(lambda found: bytes.fromhex(found[1].decode()), word.encode()).decode("utf-8", "replace")
