"""Expressions as trees: numbers and conditions.

Each has its own Python type, so that no tree can mix them. Trees can be kept as JSON.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, get_args

from msgspec import Meta, Struct

from companion.engine.chance import Word

MAX_NUMBER = 999_999
"""The greatest number in an expression and in its results."""
MAX_ALIKE = 20
"""A roll has at most this many dice."""

BuiltInWord = Literal["sum", "pairs", "highest", "lowest", "kept", "faces", "turn", "round", "people"]
ArithmeticSign = Literal["+", "-", "*", "/", "min", "max"]
ComparisonSign = Literal["=", "!=", "<", "<=", ">", ">="]
Connective = Literal["and", "or"]
DiceAmount = Annotated[int, Meta(ge=1, le=MAX_ALIKE)]


class ExpressionNode(Struct, frozen=True, tag=True):
    """A part of an expression."""


class WholeNumber(ExpressionNode, frozen=True, tag=True):
    """A number as written. A minus before it is an `Opposite`."""

    value: Annotated[int, Meta(ge=0, le=MAX_NUMBER)]


class BuiltInNumber(ExpressionNode, frozen=True, tag=True):
    """A number of the roll or table, such as ``sum`` or ``turn``."""

    word: BuiltInWord


class NamedNumber(ExpressionNode, frozen=True, tag=True):
    """The value of a counter, a sheet, a row or a symbol."""

    name: str


class FaceCount(ExpressionNode, frozen=True, tag=True):
    """The number of dice that show *face*: ``count 6``."""

    face: Word


class CupCount(ExpressionNode, frozen=True, tag=True):
    """The number of open *dice* with this *face*: ``count 6 cup``.

    The face may be the value of the counter called *number* instead.
    """

    dice: str
    face: Word = ""
    number: str = ""


class PileCount(ExpressionNode, frozen=True, tag=True):
    """The number of cards in the pile of *deck*: ``left cargo``."""

    deck: str


class Opposite(ExpressionNode, frozen=True, tag=True):
    """A number with the other sign."""

    of: NumberExpression


class Arithmetic(ExpressionNode, frozen=True, tag=True):
    """A calculation with two numbers. Division rounds down."""

    sign: ArithmeticSign
    left: NumberExpression
    right: NumberExpression


class ChosenNumber(ExpressionNode, frozen=True, tag=True):
    """One of two numbers, by a condition."""

    condition: ConditionExpression
    then: NumberExpression
    otherwise: NumberExpression


class Always(ExpressionNode, frozen=True, tag=True):
    """The condition ``always``."""


class NamedCondition(ExpressionNode, frozen=True, tag=True):
    """A card or segment; holds if it came."""

    name: str


class AlikeDice(ExpressionNode, frozen=True, tag=True):
    """At least *amount* dice show the same face: ``alike 3``."""

    amount: DiceAmount


class DiceRun(ExpressionNode, frozen=True, tag=True):
    """The dice show *amount* numbers in a row: ``run 4``."""

    amount: DiceAmount


class Comparison(ExpressionNode, frozen=True, tag=True):
    """A comparison of two numbers."""

    sign: ComparisonSign
    left: NumberExpression
    right: NumberExpression


class Junction(ExpressionNode, frozen=True, tag=True):
    """Two conditions joined by ``and`` or ``or``."""

    connective: Connective
    left: ConditionExpression
    right: ConditionExpression


class Negation(ExpressionNode, frozen=True, tag=True):
    """Holds if the condition *of* doesn't."""

    of: ConditionExpression


class ChosenCondition(ExpressionNode, frozen=True, tag=True):
    """One of two conditions, by a third one."""

    condition: ConditionExpression
    then: ConditionExpression
    otherwise: ConditionExpression


NumberExpression: TypeAlias = (
    WholeNumber | BuiltInNumber | NamedNumber | FaceCount | CupCount | PileCount | Opposite | Arithmetic | ChosenNumber
)
ConditionExpression: TypeAlias = (
    Always | NamedCondition | AlikeDice | DiceRun | Comparison | Junction | Negation | ChosenCondition
)
Expression: TypeAlias = NumberExpression | ConditionExpression
NUMBERS: tuple[type[NumberExpression], ...] = get_args(NumberExpression)
CONDITIONS: tuple[type[ConditionExpression], ...] = get_args(ConditionExpression)
