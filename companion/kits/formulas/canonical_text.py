"""Expressions as canonical text."""

from __future__ import annotations

from enum import IntEnum
from typing import assert_never

from companion.kits.formulas.tree import (
    AlikeDice,
    Always,
    Arithmetic,
    ArithmeticSign,
    BuiltInNumber,
    ChosenCondition,
    ChosenNumber,
    Comparison,
    CupCount,
    DiceRun,
    Expression,
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


class Binding(IntEnum):
    """The strength of each construct, from the loosest to the tightest."""

    CHOICE = 0
    OR = 1
    AND = 2
    NOT = 3
    COMPARISON = 4
    SUM = 5
    PRODUCT = 6
    SIGNED = 7
    PRIMARY = 8


def spelled(expression: Expression) -> str:
    """Return the canonical text; it parses back to *expression*.

    With its blanks around signs it may be longer than the original text, and than a kit may write.
    """
    return _within(expression, Binding.CHOICE)


def _within(expression: Expression, least: int) -> str:
    """Return the text, in parentheses if it binds looser than *least*."""
    binding, text = _spelled(expression)
    return text if binding >= least else f"({text})"


def _spelled(expression: Expression) -> tuple[Binding, str]:
    match expression:
        case Arithmetic():
            return _arithmetic(expression)
        case Comparison(sign, left, right):
            text = f"{_within(left, Binding.SUM)} {sign} {_within(right, Binding.SUM)}"
            return Binding.COMPARISON, text
        case Junction(connective, left, right):
            binding = Binding.AND if connective == "and" else Binding.OR
            return binding, f"{_within(left, binding)} {connective} {_within(right, binding + 1)}"
        case Negation(of):
            return Binding.NOT, f"not {_within(of, Binding.NOT)}"
        case Opposite(of):
            return Binding.SIGNED, f"-{_within(of, Binding.SIGNED)}"
        case ChosenNumber() | ChosenCondition():
            condition = _within(expression.condition, Binding.OR)
            then, otherwise = spelled(expression.then), spelled(expression.otherwise)
            return Binding.CHOICE, f"if {condition} then {then} else {otherwise}"
        case _:
            return Binding.PRIMARY, _primary(expression)


_Primary = (
    WholeNumber
    | BuiltInNumber
    | NamedNumber
    | FaceCount
    | CupCount
    | PileCount
    | Always
    | NamedCondition
    | AlikeDice
    | DiceRun
)  # fmt: skip


def _primary(expression: _Primary) -> str:
    match expression:
        case WholeNumber(value):
            return str(value)
        case BuiltInNumber(text) | NamedNumber(text) | NamedCondition(text):
            return text
        case FaceCount(face):
            return f"count {face}"
        case CupCount(dice, face, number):
            return f"count {number or face} {dice}"
        case PileCount(deck):
            return f"left {deck}"
        case AlikeDice(amount):
            return f"alike {amount}"
        case DiceRun(amount):
            return f"run {amount}"
        case Always():
            return "always"
        case _:
            assert_never(expression)


def _arithmetic(expression: Arithmetic) -> tuple[Binding, str]:
    sign = expression.sign
    if sign in {"min", "max"}:
        return Binding.PRIMARY, f"{sign}({', '.join(_arguments(expression, sign))})"
    binding = Binding.SUM if sign in {"+", "-"} else Binding.PRODUCT
    left, right = _within(expression.left, binding), _within(expression.right, binding + 1)
    return binding, f"{left} {sign} {right}"


def _arguments(expression: NumberExpression, sign: ArithmeticSign) -> tuple[str, ...]:
    """Return the values of which *expression* takes the least or greatest."""
    if isinstance(expression, Arithmetic) and expression.sign == sign:
        return (*_arguments(expression.left, sign), spelled(expression.right))
    return (spelled(expression),)
