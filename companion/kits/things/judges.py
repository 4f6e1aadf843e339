"""Conditions made ready to be checked again and again.

Walking a tree costs several times what the checks themselves do; a kit has up to two hundred conditions for one event.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import add, eq, ge, gt, le, lt, mul, ne, sub
from typing import TypeAlias

from companion.kits.formulas.evaluation import DividedByZero, Situation, holds, value_of
from companion.kits.formulas.tree import (
    MAX_NUMBER,
    Arithmetic,
    BuiltInNumber,
    Comparison,
    ConditionExpression,
    FaceCount,
    Junction,
    NamedNumber,
    Negation,
    NumberExpression,
    WholeNumber,
)

Judge: TypeAlias = Callable[[Situation], bool]
Counter: TypeAlias = Callable[[Situation], int]


def _quotient(left: int, right: int) -> int:
    if right == 0:
        raise DividedByZero
    return left // right


_COMPARE: Mapping[str, Callable[[int, int], bool]] = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
_CALCULATE: Mapping[str, Callable[[int, int], int]] = {
    "+": add, "-": sub, "*": mul, "/": _quotient, "min": min, "max": max,
}  # fmt: skip


def judge_of(condition: ConditionExpression) -> Judge:
    """Return a function that says whether *condition* holds, as ``holds`` does.

    It raises ``DividedByZero`` where a divisor is 0.
    """
    match condition:
        case Comparison(sign, left, right):
            return _comparison(sign, left, right)
        case Junction(connective, first, second):
            one, other = judge_of(first), judge_of(second)
            if connective == "and":
                return lambda scene: one(scene) and other(scene)
            return lambda scene: one(scene) or other(scene)
        case Negation(of):
            negated = judge_of(of)
            return lambda scene: not negated(scene)
        case _:
            return lambda scene: holds(condition, scene)


def _comparison(sign: str, left: NumberExpression, right: NumberExpression) -> Judge:
    compare, one = _COMPARE[sign], counter_of(left)
    if isinstance(right, WholeNumber):
        value = right.value
        return lambda scene: compare(one(scene), value)
    other = counter_of(right)
    return lambda scene: compare(one(scene), other(scene))


def counter_of(number: NumberExpression) -> Counter:
    """Return a function that gives the value of *number*, as ``value_of`` does."""
    match number:
        case WholeNumber(value):
            return lambda scene: value
        case NamedNumber(name):
            return lambda scene: _clamped(scene.numbers.get(name, 0))
        case FaceCount(face):
            return lambda scene: scene.dice.count(face)
        case BuiltInNumber("sum"):
            return lambda scene: value_of(number, scene) if scene.total is None else _clamped(scene.total)
        case BuiltInNumber("highest"):
            return lambda scene: _clamped(max((face for face in scene.dice if isinstance(face, int)), default=0))
        case BuiltInNumber("turn"):
            return lambda scene: _clamped(scene.turn)
        case BuiltInNumber("round"):
            return lambda scene: _clamped(scene.round)
        case Arithmetic(sign, left, right):
            calculate, one, other = _CALCULATE[sign], counter_of(left), counter_of(right)
            return lambda scene: _clamped(calculate(one(scene), other(scene)))
        case _:
            return lambda scene: value_of(number, scene)


def _clamped(value: int) -> int:
    return value if -MAX_NUMBER <= value <= MAX_NUMBER else max(-MAX_NUMBER, min(MAX_NUMBER, value))
