"""The value of an expression in a situation of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from operator import add, eq, ge, gt, le, lt, mul, ne, sub
from typing import ClassVar, assert_never

from msgspec import Struct

from companion.engine.chance import Word
from companion.engine.values.message import Message
from companion.kits.formulas.tree import (
    MAX_NUMBER,
    AlikeDice,
    Always,
    Arithmetic,
    ArithmeticSign,
    BuiltInNumber,
    BuiltInWord,
    ChosenCondition,
    ChosenNumber,
    Comparison,
    ComparisonSign,
    ConditionExpression,
    CupCount,
    DiceRun,
    FaceCount,
    Junction,
    NamedCondition,
    NamedNumber,
    Negation,
    NumberExpression,
    Opposite,
    PileCount,
    WholeNumber,
)


class Situation(Struct, frozen=True):
    """The values for names and words of an expression.

    *numbers* by name, *conditions* that hold, the cards left in *piles*, and the faces in open *cups*. A missing number
    counts as 0. *dice* are the faces that count, without dropped dice. *total* is the roll's total, if the formula adds
    to the dice. *kept* is the number of dice kept for the next throw.
    """

    numbers: Mapping[str, int] = {}
    conditions: Collection[str] = ()
    piles: Mapping[str, int] = {}
    cups: Mapping[str, tuple[Word, ...]] = {}
    dice: tuple[Word, ...] = ()
    total: int | None = None
    kept: int = 0
    turn: int = 1
    round: int = 1
    people: int = 0


class DividedByZero(ArithmeticError):
    """A division by zero: the only failure of an evaluation."""

    said: ClassVar[Message] = Message("formula.expression.divided-by-zero")


def _quotient(left: int, right: int) -> int:
    if right == 0:
        raise DividedByZero
    return left // right


_ARITHMETIC: Mapping[ArithmeticSign, Callable[[int, int], int]] = {
    "+": add,
    "-": sub,
    "*": mul,
    "/": _quotient,
    "min": min,
    "max": max,
}
_COMPARISONS: Mapping[ComparisonSign, Callable[[int, int], bool]] = {
    "=": eq,
    "!=": ne,
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
}


def value_of(expression: NumberExpression, situation: Situation) -> int:
    """Return the number, clamped at each step to ``MAX_NUMBER`` and its opposite.

    :raises DividedByZero: a divisor is 0.
    """
    return max(-MAX_NUMBER, min(MAX_NUMBER, _value(expression, situation)))


def holds(expression: ConditionExpression, situation: Situation) -> bool:
    """Return True if the condition holds.

    :raises DividedByZero: a divisor is 0.
    """
    match expression:
        case Always():
            return True
        case NamedCondition(name):
            return name in situation.conditions
        case AlikeDice(amount):
            return max(Counter(situation.dice).values(), default=0) >= amount
        case DiceRun(amount):
            return _longest_run(situation) >= amount
        case Comparison(sign, left, right):
            return _COMPARISONS[sign](value_of(left, situation), value_of(right, situation))
        case Junction("and", left, right):
            return holds(left, situation) and holds(right, situation)
        case Junction(_, left, right):
            return holds(left, situation) or holds(right, situation)
        case Negation(of):
            return not holds(of, situation)
        case ChosenCondition(condition, then, otherwise):
            return holds(then if holds(condition, situation) else otherwise, situation)
        case _:
            assert_never(expression)


def _value(expression: NumberExpression, situation: Situation) -> int:
    match expression:
        case WholeNumber(value):
            return value
        case BuiltInNumber(word):
            return _built_in(word, situation)
        case NamedNumber(name):
            return situation.numbers.get(name, 0)
        case FaceCount(face):
            return situation.dice.count(face)
        case CupCount(dice, face, number):
            return situation.cups.get(dice, ()).count(situation.numbers.get(number, 0) if number else face)
        case PileCount(deck):
            return situation.piles.get(deck, 0)
        case Opposite(of):
            return -value_of(of, situation)
        case Arithmetic(sign, left, right):
            return _ARITHMETIC[sign](value_of(left, situation), value_of(right, situation))
        case ChosenNumber(condition, then, otherwise):
            return value_of(then if holds(condition, situation) else otherwise, situation)
        case _:
            assert_never(expression)


def _built_in(word: BuiltInWord, situation: Situation) -> int:
    match word:
        case "sum":
            return sum(_numbers(situation)) if situation.total is None else situation.total
        case "pairs":
            return sum(dice >= 2 for dice in Counter(situation.dice).values())
        case "highest":
            return max(_numbers(situation), default=0)
        case "lowest":
            return min(_numbers(situation), default=0)
        case "faces":
            return len(situation.dice)
        case "kept":
            return situation.kept
        case "turn":
            return situation.turn
        case "round":
            return situation.round
        case "people":
            return situation.people
        case _:
            assert_never(word)


def _numbers(situation: Situation) -> tuple[int, ...]:
    """Return the faces that are numbers; words have no value."""
    return tuple(face for face in situation.dice if isinstance(face, int))


def _longest_run(situation: Situation) -> int:
    numbers = frozenset(_numbers(situation))
    longest = length = 0
    for number in sorted(numbers):
        length = length + 1 if number - 1 in numbers else 1
        longest = max(longest, length)
    return longest
