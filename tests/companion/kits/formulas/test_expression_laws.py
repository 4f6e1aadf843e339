"""Laws of every expression: it round-trips, keeps its types, and has the value that Python gives it."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from math import floor

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.kits.formulas.canonical_text import spelled
from companion.kits.formulas.evaluation import DividedByZero, Situation, holds, value_of
from companion.kits.formulas.expression import MAX_LETTERS, parse_expression
from companion.kits.formulas.fault import BadFormula
from companion.kits.formulas.tree import (
    MAX_NUMBER,
    AlikeDice,
    Always,
    Arithmetic,
    BuiltInNumber,
    Comparison,
    ConditionExpression,
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
from companion.kits.formulas.vocabulary import Vocabulary
from tests.companion.kits.formulas.expressions import NAMES, conditions, numbers, situations

WORDS = (
    ("if", "then", "else", "or", "and", "not", "min", "max", "left", "count", "alike", "run", "sum", "pairs")
    + ("highest", "kept", "turn", "people", "always", "pot", "storm", "cargo", "three-alike", "success", "pot-score")
    + ("summ", "0", "1", "6", "20", "999999", "1000000", "1.5")
)
SIGNS = ("=", "!=", "<", "<=", ">", ">=", "==", "<>", "&&", "+", "-", "*", "/", "(", ")", ",", "≥", "×", "?", "é", "\n")


def python_of(node: Expression) -> str:
    """Return *node* as a Python expression, by Python's own arithmetic."""
    match node:
        case WholeNumber(value):
            return str(value)
        case BuiltInNumber(word):
            return f"clamp({word})"
        case NamedNumber(name):
            return f"clamp(numbers[{name!r}])"
        case FaceCount(face):
            return f"[str(die) for die in dice].count({str(face)!r})"
        case CupCount(cup, face, ""):
            return f"[str(die) for die in cups[{cup!r}]].count({str(face)!r})"
        case CupCount(cup, _, number):
            return f"cups[{cup!r}].count(numbers[{number!r}])"
        case PileCount(deck):
            return f"piles[{deck!r}]"
        case Opposite(of):
            return f"(-{python_of(of)})"
        case Arithmetic("/", left, right):
            return f"floor(Fraction({python_of(left)}, {python_of(right)}))"
        case Arithmetic("min" | "max" as word, left, right):
            return f"{word}({python_of(left)}, {python_of(right)})"
        case Arithmetic(sign, left, right):
            return f"clamp({python_of(left)} {sign} {python_of(right)})"
        case Always():
            return "True"
        case NamedCondition(name):
            return f"({name!r} in conditions)"
        case AlikeDice(amount):
            return f"any(dice.count(die) >= {amount} for die in dice)"
        case DiceRun(amount):
            return f"any(set(range(n, n + {amount})) <= set(digits) for n in digits)"
        case Comparison(sign, left, right):
            return f"({python_of(left)} {'==' if sign == '=' else sign} {python_of(right)})"
        case Junction(connective, left, right):
            return f"({python_of(left)} {connective} {python_of(right)})"
        case Negation(of):
            return f"(not {python_of(of)})"
        case choice:
            return f"({python_of(choice.then)} if {python_of(choice.condition)} else {python_of(choice.otherwise)})"


def by_python(node: Expression, situation: Situation) -> object:
    digits = [die for die in situation.dice if isinstance(die, int)]
    values = {name: getattr(situation, name) for name in situation.__struct_fields__} | {
        "sum": sum(digits) if situation.total is None else situation.total,
        "pairs": len([face for face, times in Counter(situation.dice).items() if times > 1]),
        "highest": sorted(digits)[-1] if digits else 0,
        "lowest": sorted(digits)[0] if digits else 0,
        "faces": len(situation.dice),
        "digits": digits,
        "clamp": lambda number: sorted((-MAX_NUMBER, number, MAX_NUMBER))[1],
        "floor": floor,
        "Fraction": Fraction,
    }
    return eval(python_of(node), values)


@given(numbers())
def test_a_number_parses_back_from_its_canonical_text(expression: NumberExpression) -> None:
    text = spelled(expression)
    assume(len(text) <= MAX_LETTERS)
    assert parse_expression(text, NAMES, "number") == expression


@given(conditions())
def test_a_condition_parses_back_from_its_canonical_text(expression: ConditionExpression) -> None:
    text = spelled(expression)
    assume(len(text) <= MAX_LETTERS)
    assert parse_expression(text, NAMES, "condition") == expression


@given(numbers(), situations)
@settings(max_examples=500)
def test_a_number_has_the_bounded_value_that_python_gives_it(
    expression: NumberExpression, situation: Situation
) -> None:
    try:
        expected = by_python(expression, situation)
    except ZeroDivisionError:
        with pytest.raises(DividedByZero):
            value_of(expression, situation)
    else:
        value = value_of(expression, situation)
        assert value == expected
        assert abs(value) <= MAX_NUMBER


@given(conditions(), situations)
@settings(max_examples=500)
def test_a_condition_holds_when_python_says_so(expression: ConditionExpression, situation: Situation) -> None:
    try:
        expected = by_python(expression, situation)
    except ZeroDivisionError:
        with pytest.raises(DividedByZero):
            holds(expression, situation)
    else:
        assert holds(expression, situation) is expected


pieces = st.lists(st.sampled_from(WORDS + SIGNS), max_size=30).map(" ".join)
tight = st.lists(st.sampled_from(WORDS + SIGNS), max_size=30).map("".join)
vocabularies = st.sampled_from((NAMES, Vocabulary(), Vocabulary(numbers=("sum", "pot")), Vocabulary(has_dice=True)))


@given(pieces | tight | st.text(max_size=MAX_LETTERS + 20), vocabularies, st.booleans())
@settings(max_examples=1000)
def test_any_text_is_read_with_one_type_or_has_a_fault_in_its_place(
    text: str, names: Vocabulary, wants_number: bool
) -> None:
    try:
        read = parse_expression(text, names, "number") if wants_number else parse_expression(text, names, "condition")
    except BadFormula as fault:
        assert fault.text == text
        assert 0 <= fault.at <= len(text)
        assert re.fullmatch(r"formula\.expression\.[a-z-]+|kit-fault\.meant", fault.said.key)
    else:
        kept = msgspec.json.encode(read)
        again: object
        if wants_number:
            again = msgspec.json.decode(kept, type=NumberExpression)
        else:
            again = msgspec.json.decode(kept, type=ConditionExpression)
        assert again == read, "msgspec checks the type of each part"


@given(conditions(), st.sampled_from(("{} + 1", "-{}", "min({}, 1)", "{} = 1", "if always then 1 else {}")))
def test_a_condition_is_refused_where_a_number_is_needed(expression: ConditionExpression, form: str) -> None:
    text = form.format(f"({spelled(expression)})")
    assume(len(text) <= MAX_LETTERS)
    with pytest.raises(BadFormula) as fault:
        parse_expression(text, NAMES, "number")
    assert fault.value.said.key == "formula.expression.wants-number"
    assert fault.value.at == text.index(f"({spelled(expression)})")


@given(numbers(), st.sampled_from(("{} and always", "storm or {}", "not {}", "if {} then storm else always")))
def test_a_number_is_refused_where_a_condition_is_needed(expression: NumberExpression, form: str) -> None:
    text = form.format(f"({spelled(expression)})")
    assume(len(text) <= MAX_LETTERS)
    with pytest.raises(BadFormula) as fault:
        parse_expression(text, NAMES, "condition")
    assert fault.value.said.key == "formula.expression.wants-condition"
    assert fault.value.at == text.index(f"({spelled(expression)})")
