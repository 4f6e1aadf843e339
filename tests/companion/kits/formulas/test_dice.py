from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.kits.formulas.dice import MAX_LETTERS, parse_dice
from companion.kits.formulas.fault import BadFormula
from companion.kits.formulas.terms import (
    Calculation,
    DiceFormula,
    DicePool,
    DieKind,
    FaceTest,
    KeptDice,
    MinusTerm,
    PlainNumber,
)
from tests.companion.kits.formulas.written import NAMED, STRAY, written
from tests.support.rows import each_row

SEEDS = st.integers(0, 2**64).map(Random)
D6 = DieKind("6", (1, 2, 3, 4, 5, 6))


def fault_of(text: str) -> tuple[str, int]:
    with pytest.raises(BadFormula) as caught:
        parse_dice(text, NAMED)
    assert caught.value.text == text
    return caught.value.said.key.removeprefix("formula.dice."), caught.value.at


def test_a_formula_becomes_a_tree_of_pools_and_numbers() -> None:
    kept = DicePool(4, D6, keeps=(KeptDice("kh", 3),))
    assert parse_dice("4d6kh3+2") == DiceFormula(Calculation("+", kept, PlainNumber(2)))
    assert parse_dice("-d6").term == MinusTerm(DicePool(1, D6))
    pool = DicePool(
        2, D6, FaceTest("<", 3), is_rerolled_once=True, explodes=FaceTest("=", 6), minimum=2, counts=FaceTest(">=", 5)
    )
    assert parse_dice("2d6 ro<3 ! mi2 >=5").pools == (pool,)


@each_row(
    ("text", "spelled"),
    [
        ("D6", "1d6"),
        ("d%", "1d%"),
        ("4df", "4dF"),
        ("2d20k+5", "2d20kh1+5"),
        ("4d6dl", "4d6dl1"),
        ("6d6dl1dh2", "6d6dh2dl1"),
        ("4d6 r", "4d6r1"),
        ("4d6kh3r<2", "4d6r<2kh3"),
        ("d6!6", "1d6!"),
        ("d6!=6>=5", "1d6!=6>=5"),
        ("d6!mi2>=5", "1d6!mi2>=5"),
        ("dFr", "1dFr=-1"),
        ("2d6 × 3 − 1", "2d6*3-1"),
        ("((1))+(d6)", "1+1d6"),
        ("1-(2-d6)", "1-(2-1d6)"),
        ("(1-2)-d6", "1-2-1d6"),
        ("(1+d6)*2", "(1+1d6)*2"),
        ("-(1+d6)", "-(1+1d6)"),
        ("2--d6", "2--1d6"),
        ("12/(3*(1+d2))", "12/(3*(1+1d2))"),
        ("2d[Ability] = SUCCESS", "2d[ability]=success"),
        ("d[odd]=hit - 1 - d6", "1d[odd]=hit - 1-1d6"),
        ("d[odd]=hit-1-2", "1d[odd]=hit-1-2"),
        ("d[odd]=hit-1 -2", "1d[odd]=hit-1 - 2"),
        ("3d[mixed]r=2!=star=1", "3d[mixed]r=2!=star=1"),
        ("20d1000", "20d1000"),
    ],
)
def test_each_formula_has_one_spelling(text: str, spelled: str) -> None:
    assert str(parse_dice(text, NAMED)) == spelled
    assert str(parse_dice(spelled, NAMED)) == spelled


@each_row(
    ("text", "key", "at"),
    [
        ("", "empty", 0),
        ("  ", "empty", 0),
        ("1" + "+1" * 50, "too-long", 100),
        ("5+3", "no-dice", 0),
        ("2d6+", "term", 4),
        ("kh3", "term", 0),
        ("2d6 3", "operator", 4),
        ("2d6>=5kh1", "operator", 6),
        ("(2d6+1", "close", 6),
        ("(" * 11 + "d6", "nested", 10),
        ("-" * 11 + "d6", "nested", 10),
        ("2d6mi", "number", 5),
        ("2d6>=x", "number", 5),
        ("d6+10000", "too-high", 3),
        ("9999*9999*d20", "too-great", 9),
        ("9999*99999*d6", "too-high", 5),
        ("2/(d6-3)", "zero", 2),
        ("d6/0", "zero", 3),
        ("0d6", "count", 0),
        ("1+21d6", "count", 2),
        ("15d6+6d8", "too-many", 5),
        ("d1", "sides", 1),
        ("2d1001", "sides", 2),
        ("2dx", "sides", 2),
        ("2d", "sides", 2),
        ("2d[ability", "open-name", 10),
        ("2d[ nothing ]", "unknown-die", 3),
        ("4d6d1", "drop", 3),
        ("4d6 quickly", "way", 4),
        ("4d6kh3kl1", "twice", 6),
        ("4d6r1ro2", "twice", 5),
        ("4d6!!", "twice", 4),
        ("4d6dl1dl1", "twice", 6),
        ("4d6mi2mi3", "twice", 6),
        ("4d6kh0", "kept-number", 5),
        ("4d6kh21", "kept-number", 5),
        ("4d6r<7", "endless", 3),
        ("4d6!>=1", "endless", 3),
        ("2d[ability]", "words", 0),
        ("2d[ability]kh1=success", "words-way", 11),
        ("2d[ability]>=success", "words-compared", 11),
        ("2d[ability]r=success", "words", 0),
        ("2d[ability]!", "which-face", 12),
        ("2d[ability]=sucess", "unknown-face", 12),
        ("2d[ability]=", "unknown-face", 12),
    ],
)
def test_a_fault_names_its_letter(text: str, key: str, at: int) -> None:
    assert fault_of(text) == (key, at)


def test_the_caret_is_below_the_letter() -> None:
    with pytest.raises(BadFormula) as caught:
        parse_dice("1+21d6")
    assert caught.value.caret == "1+21d6\n  ^"
    assert caught.value.said.values == {"given": 21, "maximum": 20}


def test_a_kit_without_dice_of_its_own_is_told_so() -> None:
    with pytest.raises(BadFormula) as caught:
        parse_dice("2d[ability]=success")
    assert caught.value.said.key == "formula.dice.no-own-dice"


def test_once_matching_every_face_is_allowed_for_it_ends() -> None:
    assert str(parse_dice("4d6ro<7")) == "4d6ro<7"


@given(SEEDS)
def test_what_is_spelled_reads_as_the_same_formula(random: Random) -> None:
    try:
        formula = parse_dice(written(random), NAMED)
    except BadFormula:
        return
    assert parse_dice(formula.spelled(), NAMED) == formula


@given(st.text(max_size=120) | st.text(STRAY, max_size=40) | SEEDS.map(written))
def test_any_text_is_read_or_has_a_fault_at_one_of_its_letters(text: str) -> None:
    try:
        formula = parse_dice(text, NAMED)
    except BadFormula as bad:
        assert 0 <= bad.at <= len(text)
    else:
        assert len(formula.spelled()) <= MAX_LETTERS
