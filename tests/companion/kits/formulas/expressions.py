"""Names, dice and random trees for the tests of expressions."""

from __future__ import annotations

from typing import get_args

from hypothesis import strategies as st

from companion.kits.formulas.evaluation import Situation
from companion.kits.formulas.tree import (
    MAX_ALIKE,
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
    Connective,
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
from companion.kits.formulas.vocabulary import Vocabulary

FACES = (-1, 0, 1, 2, 3, 4, 5, 6, "success")
NUMBERS = ("pot", "score", "three-alike")
CONDITIONS = ("storm", "spring-tide")
DECKS = ("cargo", "turn")
CUPS = {"cup": (-1, 1, 6, "success")}
NAMES = Vocabulary(numbers=NUMBERS, conditions=CONDITIONS, decks=DECKS, faces=FACES, has_dice=True, cups=CUPS)
DEEPEST = 3

amounts = st.integers(1, MAX_ALIKE)
any_number = st.integers(-2 * MAX_NUMBER, 2 * MAX_NUMBER)
small_or_any = st.integers(-3, 3) | any_number


def numbers(depth: int = DEEPEST) -> st.SearchStrategy[NumberExpression]:
    leaves: st.SearchStrategy[NumberExpression] = st.one_of(
        st.builds(WholeNumber, st.integers(0, 9) | st.integers(0, MAX_NUMBER)),
        st.builds(BuiltInNumber, st.sampled_from(get_args(BuiltInWord))),
        st.builds(NamedNumber, st.sampled_from(NUMBERS)),
        st.builds(FaceCount, st.sampled_from(FACES)),
        st.builds(CupCount, st.just("cup"), st.sampled_from(CUPS["cup"])),
        st.builds(CupCount, st.just("cup"), number=st.sampled_from(NUMBERS)),
        st.builds(PileCount, st.sampled_from(DECKS)),
    )
    if not depth:
        return leaves
    inner = numbers(depth - 1)
    return st.one_of(
        leaves,
        st.builds(Opposite, inner),
        st.builds(Arithmetic, st.sampled_from(get_args(ArithmeticSign)), inner, inner),
        st.builds(ChosenNumber, conditions(depth - 1), inner, inner),
    )


def conditions(depth: int = DEEPEST) -> st.SearchStrategy[ConditionExpression]:
    leaves: st.SearchStrategy[ConditionExpression] = st.one_of(
        st.just(Always()),
        st.builds(NamedCondition, st.sampled_from(CONDITIONS)),
        st.builds(AlikeDice, amounts),
        st.builds(DiceRun, amounts),
    )
    if not depth:
        return leaves
    inner, compared = conditions(depth - 1), numbers(depth - 1)
    return st.one_of(
        leaves,
        st.builds(Comparison, st.sampled_from(get_args(ComparisonSign)), compared, compared),
        st.builds(Junction, st.sampled_from(get_args(Connective)), inner, inner),
        st.builds(Negation, inner),
        st.builds(ChosenCondition, inner, inner, inner),
    )


situations = st.builds(
    Situation,
    numbers=st.fixed_dictionaries(dict.fromkeys(NUMBERS, small_or_any)),
    conditions=st.sets(st.sampled_from(CONDITIONS)),
    piles=st.fixed_dictionaries(dict.fromkeys(DECKS, st.integers(0, 200))),
    cups=st.fixed_dictionaries({"cup": st.lists(st.sampled_from(CUPS["cup"]), max_size=40).map(tuple)}),
    dice=st.lists(st.sampled_from(FACES), max_size=MAX_ALIKE).map(tuple),
    total=st.none() | small_or_any,
    kept=st.integers(0, MAX_ALIKE),
    turn=st.integers(1, 99),
    round=st.integers(1, 99),
    people=st.integers(0, 8),
)
