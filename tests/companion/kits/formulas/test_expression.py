"""Expressions of kits: what they are worth, and where and how they are refused."""

from __future__ import annotations

import pytest

from companion.engine.values.message import Message
from companion.kits.formulas.canonical_text import spelled
from companion.kits.formulas.evaluation import DividedByZero, Situation, holds, value_of
from companion.kits.formulas.expression import MAX_LETTERS, MAX_NESTING, MAX_NODES, parse_expression
from companion.kits.formulas.fault import BadFormula
from companion.kits.formulas.tree import MAX_NUMBER, Expression
from companion.kits.formulas.vocabulary import Vocabulary
from companion.texts.say import LANGUAGES, Texts, read_language
from tests.companion.kits.formulas.expressions import NAMES
from tests.support.rows import each_row

TEXTS = Texts.load()
SITUATION = Situation(
    numbers={"pot": 12, "score": -7, "three-alike": 4},
    conditions=("storm",),
    piles={"cargo": 9, "turn": 2},
    dice=(3, 3, 3, 5, 5),
    kept=2,
    turn=4,
    round=2,
    people=3,
)
VALUES = (
    ("2 + 3 * 4", 14),
    ("(2 + 3) * 4", 20),
    ("10 - 3 - 2", 5),
    ("7 / 2", 3),
    ("-7 / 2", -4),
    ("score / 2 * 2", -8),
    ("--3", 3),
    ("2 - -3", 5),
    ("min 3 2", 2),
    ("min sum 15", 15),
    ("min 3 -2", -2),
    ("max(1, pot, 3)", 12),
    ("min (pot + 1) (2)", 2),
    ("min(max 1 2, 3)", 2),
    ("sum", 19),
    ("count 3 * 10 + count 5", 32),
    ("count -1", 0),
    ("count success", 0),
    ("pairs", 2),
    ("highest - lowest", 2),
    ("kept + faces", 7),
    ("left cargo", 9),
    ("left turn + turn", 6),
    ("turn * round * people", 24),
    ("pot - score", 19),
    ("three-alike", 4),
    ("if storm then 1 else if always then 2 else 3", 1),
    ("if spring-tide then 1 else if always then 2 else 3", 2),
    ("1 + (if pot > 5 then 2 else 3)", 3),
    ("if kept = 0 then sum / kept else 0", 0),
    ("if pairs = 2 and alike 3 then 25 else 0", 25),
    ("999999 + 1", MAX_NUMBER),
    ("-999999 * 999999", -MAX_NUMBER),
    ("999999 * 999999 - 999999", 0),
    ("SUM × 2", 38),
    ("\t007 ", 7),
)
TRUE = (
    "always",
    "storm and not spring-tide",
    "not pot = 3",
    "spring-tide or storm and always",
    "always or always and spring-tide",
    "alike 3 and not alike 4",
    "run 1 and not run 2",
    "sum ≥ 19 and sum ≤ 19 and sum ≠ 18",
    "1 < 2 and 2 <= 2 and 3 > 2 and 3 >= 3 and 1 != 2 and 1 = 1",
    "if storm then always else spring-tide",
    "(turn > 3) and (not (spring-tide))",
    "0 = 1 or 1 = 1",
)
WORD_DICE = Vocabulary(faces=("hit", "miss"), has_dice=True)
BONUS = Vocabulary(numbers=("pairs", "sums", "count-down"))
DEEP = MAX_NESTING + 1
FAULTS: tuple[tuple[str, Vocabulary, int, str], ...] = (
    ("", NAMES, 0, "empty"),
    ("  ", NAMES, 2, "empty"),
    ("1" * (MAX_LETTERS + 1), NAMES, MAX_LETTERS, "too-long"),
    ("1+" * (MAX_NODES // 2) + "1", NAMES, 0, "too-many"),
    ("(" * DEEP + "1" + ")" * DEEP, NAMES, MAX_NESTING, "too-deep"),
    ("-" * DEEP + "1", NAMES, MAX_NESTING, "too-deep"),
    ("1 + 1000000", NAMES, 4, "too-big"),
    ("alike 21 or always", NAMES, 6, "too-big"),
    ("pot_size", NAMES, 3, "sign"),
    ("pot\n+ 1", NAMES, 3, "sign"),
    ("pot == 3", NAMES, 4, "instead"),
    ("pot <> 3", NAMES, 4, "instead"),
    ("storm && always", NAMES, 6, "instead"),
    ("!storm", NAMES, 0, "instead"),
    ("pot * 1.5", NAMES, 6, "fraction"),
    ("pot +", NAMES, 5, "wants-value"),
    ("pot + * 2", NAMES, 6, "wants-value"),
    ("1 + and", NAMES, 4, "wants-value"),
    ("pot 3", NAMES, 4, "wants-end"),
    ("2d6 + 3", NAMES, 1, "wants-end"),
    ("(pot + 1", NAMES, 8, "wants-word"),
    ("min(1, 2", NAMES, 8, "wants-word"),
    ("if storm 1 else 2", NAMES, 9, "wants-word"),
    ("if storm then 1", NAMES, 15, "wants-word"),
    ("min(pot)", NAMES, 8, "wants-second"),
    ("max 3", NAMES, 5, "wants-second"),
    ("count 7", NAMES, 6, "wants-face"),
    ("count -2", NAMES, 6, "wants-face"),
    ("count", NAMES, 5, "wants-face"),
    ("count 1000000", Vocabulary(has_dice=True), 6, "wants-face"),
    ("alike", NAMES, 5, "wants-dice"),
    ("run 0", NAMES, 4, "wants-dice"),
    ("left car", NAMES, 5, "wants-deck"),
    ("left cargo", BONUS, 5, "without-deck"),
    ("1 + storm", NAMES, 4, "wants-number"),
    ("if storm then 1 else alike 3", NAMES, 21, "wants-number"),
    ("alike 3 = 1", NAMES, 0, "wants-number"),
    ("storm and pot", NAMES, 10, "wants-condition"),
    ("if pot then 1 else 2", NAMES, 3, "wants-condition"),
    ("not (if storm then 1 else 2)", NAMES, 4, "wants-condition"),
    ("if storm then always else 1", NAMES, 26, "wants-condition"),
    ("1 < pot < 5", NAMES, 8, "chain"),
    ("1 + if storm then 1 else 2", NAMES, 4, "bare-if"),
    ("2 * pot-score", NAMES, 4, "hyphen"),
    ("sum-1", NAMES, 0, "hyphen"),
    ("pot-three-alike", NAMES, 0, "hyphen"),
    ("three-alike-pot-1", NAMES, 0, "hyphen"),
    ("xyzzy > 1", NAMES, 0, "unknown"),
    ("highest", BONUS, 0, "no-dice"),
    ("count 6", Vocabulary(), 0, "no-dice"),
    ("1 + sum", WORD_DICE, 4, "no-numbers"),
    ("run 3", WORD_DICE, 0, "no-numbers"),
)
NEVER_A_FAULT = {"end", "divided-by-zero"}


def read(text: str, names: Vocabulary = NAMES) -> Expression:
    """Read *text* as a number, or else as a condition."""
    try:
        return parse_expression(text, names, "number")
    except BadFormula as fault:
        if fault.said.key != "formula.expression.wants-number" or fault.at:
            raise
    return parse_expression(text, names, "condition")


def fault_of(text: str, names: Vocabulary = NAMES) -> BadFormula:
    with pytest.raises(BadFormula) as fault:
        read(text, names)
    return fault.value


@each_row(("text", "value"), VALUES)
def test_a_number_has_its_value(text: str, value: int) -> None:
    assert value_of(parse_expression(text, NAMES, "number"), SITUATION) == value


@each_row("text", TRUE)
def test_a_condition_holds(text: str) -> None:
    assert holds(parse_expression(text, NAMES, "condition"), SITUATION)
    assert not holds(parse_expression(f"not ({text})", NAMES, "condition"), SITUATION)


@each_row(("text", "names", "at", "key"), FAULTS)
def test_a_fault_has_its_column_and_its_text(text: str, names: Vocabulary, at: int, key: str) -> None:
    fault = fault_of(text, names)
    said = fault.said
    if said.key == "kit-fault.meant":
        assert isinstance(said.values["fault"], Message)
        said = said.values["fault"]
    assert (said.key, fault.at) == (f"formula.expression.{key}", at)
    for lang in LANGUAGES:
        assert "{" not in TEXTS.say(lang, fault.said.key, **fault.said.values), "each value of the text is filled in"


@each_row(("text", "names"), [row[:2] for row in FAULTS])
def test_the_example_of_a_fault_works(text: str, names: Vocabulary) -> None:
    example = fault_of(text, names).said.values.get("example", "turn")
    assert isinstance(example, str)
    read(example, names)


def test_each_text_about_expressions_is_the_fault_of_some_row() -> None:
    about = "formula.expression."
    texts = {key.removeprefix(about) for key in read_language("en") if key.startswith(about)}
    assert texts == {key for _, _, _, key in FAULTS} | NEVER_A_FAULT


def test_an_expression_of_the_other_type_shows_how_to_make_one_of_it() -> None:
    with pytest.raises(BadFormula) as number:
        parse_expression("1 + pot", NAMES, "condition")
    with pytest.raises(BadFormula) as condition:
        parse_expression(" alike 3", NAMES, "number")
    assert number.value.said.values == {"given": "1 + pot", "example": "1 + pot > 0"}
    assert condition.value.said.values == {"given": "alike 3", "example": "(if alike 3 then 1 else 0)"}
    assert (number.value.at, condition.value.at) == (0, 1)


@each_row(
    ("text", "names", "word"),
    [
        ("higest", NAMES, "highest"),
        ("three-alikes", NAMES, "three-alike"),
        ("sum", BONUS, "sums"),
        ("spring-tides and storm", NAMES, "spring-tide"),
        ("allways", NAMES, "always"),
    ],
)
def test_a_misspelt_name_is_answered_with_the_closest(text: str, names: Vocabulary, word: str) -> None:
    assert fault_of(text, names).said.values["word"] == word


@each_row(
    ("text", "example"),
    [("pot-score", "pot - score"), ("sum-1", "sum - 1"), ("three-alike-pot-1", "three-alike - pot - 1")],
)
def test_a_subtraction_without_blanks_is_answered_with_one(text: str, example: str) -> None:
    assert fault_of(text).said.values["example"] == example


def test_many_names_are_cut_short_in_a_fault() -> None:
    names = fault_of("xyzzy", Vocabulary(numbers=[f"counter-{number}" for number in range(30)])).said.values["names"]
    assert isinstance(names, tuple)
    assert (len(names), names[0], names[-1]) == (13, "counter-0", "…")


def test_a_dice_word_is_a_free_name_where_there_is_no_roll() -> None:
    bonus = parse_expression("if pairs + count-down > 9 then 35 else 0", BONUS, "number")
    assert value_of(bonus, Situation(numbers={"pairs": 7, "count-down": 3}, dice=(1, 1))) == 35


def test_count_takes_any_number_where_the_faces_are_not_known() -> None:
    read_count = parse_expression("count 17 + count -2", Vocabulary(has_dice=True), "number")
    assert value_of(read_count, Situation(dice=(17, 17, -2, 1))) == 3


def test_the_sum_is_the_total_of_the_roll_where_its_formula_gives_one() -> None:
    total = parse_expression("sum", NAMES, "number")
    assert value_of(total, Situation(dice=(15,), total=20)) == 20
    assert value_of(total, Situation(dice=(15, "success", 2))) == 17


@each_row(
    ("dice", "longest"),
    [((), 0), (("hit",), 0), ((4,), 1), ((5, 2, 4, 3, 3), 4), ((1, 2, 4, 5, 6), 3), ((-1, 0, 1), 3)],
)
def test_a_run_is_as_long_as_its_dice_follow_each_other(dice: tuple[int | str, ...], longest: int) -> None:
    lengths = [n for n in range(1, 7) if holds(parse_expression(f"run {n}", NAMES, "condition"), Situation(dice=dice))]
    assert lengths == list(range(1, longest + 1))


def test_a_division_by_zero_is_a_sentence() -> None:
    for text in ("1 / 0", "1 + pot / (turn - 1)"):
        with pytest.raises(DividedByZero) as error:
            value_of(parse_expression(text, NAMES, "number"), Situation(numbers={"pot": 3}))
        assert error.value.said.key == "formula.expression.divided-by-zero"


def test_a_missing_value_counts_as_nothing() -> None:
    text = "if storm then 1 else pot + left cargo + highest + lowest + pairs"
    assert value_of(parse_expression(text, NAMES, "number"), Situation()) == 0


@each_row(
    ("text", "canonical"),
    [
        ("( (a)+1 )*2", "(a + 1) * 2"),
        ("min min 1 2 3", "min(1, 2, 3)"),
        ("a - (b - (c + d))", "a - (b - (c + d))"),
        ("(a > 2) and b = 1", "a > 2 and b = 1"),
        ("NOT (a = 1 or b = 1)", "not (a = 1 or b = 1)"),
        ("1 + (if (a = 1) then (2) else 3)", "1 + (if a = 1 then 2 else 3)"),
        ("not (not always)", "not not always"),
        ("-(a * b)", "-(a * b)"),
    ],
)
def test_the_canonical_text_has_only_the_parentheses_it_needs(text: str, canonical: str) -> None:
    letters = Vocabulary(numbers=("a", "b", "c", "d"), has_dice=True)
    assert spelled(read(text, letters)) == canonical
