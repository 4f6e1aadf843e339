from __future__ import annotations

import warnings
from collections import defaultdict
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.chance import Answer
from companion.kits.formulas.dice import parse_dice
from companion.kits.formulas.fault import BadFormula
from companion.kits.formulas.terms import MAX_DICE
from companion.kits.formulas.throw import ThrownDie, next_dice, outcome
from tests.companion.kits.formulas.written import NAMED, thrown, written
from tests.support.rows import each_row

with warnings.catch_warnings(action="ignore"):  # its parser imports a module that Python deprecates
    import d20

SEEDS = st.integers(0, 2**64).map(Random)
SIX = (1, 2, 3, 4, 5, 6)


def total_of(text: str, *answers: Answer) -> int:
    formula = parse_dice(text, NAMED)
    assert next_dice(formula, answers) == ()
    return outcome(formula, answers).total


@each_row(
    ("text", "answers", "total"),
    [
        ("4d6kh3+2", [(1, 5, 3, 6)], 16),
        ("4d6dl1", [(1, 5, 3, 6)], 14),
        ("4d6kl2", [(1, 5, 3, 6)], 4),
        ("4d6dh1dl1", [(1, 5, 3, 6)], 8),
        ("2d6dl2", [(4, 4)], 0),
        ("2d6kh3", [(4, 4)], 8),
        ("2d20kh1+5", [(7, 12)], 17),
        ("d%-1", [(100,)], 99),
        ("4dF", [(-1, 0, 1, -1)], -1),
        ("2d6r1", [(1, 3), (1,), (5,)], 8),
        ("2d6ro1", [(1, 3), (1,)], 4),
        ("2d6!", [(6, 3), (6,), (2,)], 17),
        ("d6r1!", [(6,), (1,), (4,)], 10),
        ("d6ro6!", [(6,), (6,), (2,)], 8),
        ("3d6mi2ma5", [(1, 3, 6)], 10),
        ("3d6mi3>=3", [(1, 2, 6)], 3),
        ("5d10>=7", [(7, 1, 10, 6, 9)], 3),
        ("5d10kh2<=7", [(7, 1, 10, 6, 9)], 0),
        ("2d6+1d8*2-d4", [(2, 3, 5, 4)], 11),
        ("(d6-6)/2", [(1,)], -3),
        ("7/2*d2", [(2,)], 6),
        ("3d[ability]=success+1", [("success", "blank", "success")], 3),
        ("2d[ability]!=two-hits=success", [("two-hits", "blank"), ("success",)], 1),
        ("2d[wide]", [(0, 3)], 3),
    ],
)
def test_a_throw_has_its_total(text: str, answers: list[Answer], total: int) -> None:
    assert total_of(text, *answers) == total


def test_all_pools_are_thrown_first_and_then_what_they_call_for_in_order() -> None:
    formula = parse_dice("2d6!+d8r1+3")
    eight = (1, 2, 3, 4, 5, 6, 7, 8)
    assert next_dice(formula, ()) == (SIX, SIX, eight)
    assert next_dice(formula, ((6, 6, 1),)) == (SIX, SIX, eight)
    assert next_dice(formula, ((6, 6, 1), (2, 6, 5))) == (SIX,)
    assert next_dice(formula, ((6, 6, 1), (2, 6, 5), (3,))) == ()


def test_each_die_is_shown_with_those_that_it_called_for_behind_it() -> None:
    result = outcome(parse_dice("2d6r1!kh2+d4>=3"), ((1, 6, 4), (3, 2)))
    assert result.dice == (
        ThrownDie(0, 1, 1, is_dropped=True, is_rerolled=True),
        ThrownDie(0, 3, 3),
        ThrownDie(0, 6, 6),
        ThrownDie(0, 2, 2, is_dropped=True, is_added=True),
        ThrownDie(1, 4, 4, is_success=True),
    )
    assert (result.total, result.is_count) == (10, False)


def test_of_equal_dice_the_first_stay() -> None:
    for text in ("3d6kh1", "3d6dl2"):
        assert [die.is_dropped for die in outcome(parse_dice(text), ((4, 4, 4),)).dice] == [False, True, True]


def test_successes_are_the_total_where_every_pool_counts() -> None:
    result = outcome(parse_dice("2d6>=5+1d[ability]=success", NAMED), ((5, 2, "success"),))
    assert (result.total, result.is_count) == (2, True)


def test_a_roll_ends_with_the_twentieth_die_and_one_to_throw_again_counts() -> None:
    assert total_of("18d6!", (6,) * 18, (6, 6)) == 120
    assert total_of("19d6r1", (1,) * 19, (1,)) == 19
    assert len(next_dice(parse_dice("10d6r1+9d8!"), ((1,) * 10 + (8,) * 9,))) == 1


@pytest.mark.parametrize("answers", [(), ((1,),), ((1, 2, 3),), ((1, 2), ())])
def test_answers_to_other_dice_are_refused(answers: tuple[Answer, ...]) -> None:
    with pytest.raises(ValueError, match="2d6"):
        outcome(parse_dice("2d6"), answers)


@given(SEEDS)
def test_no_roll_asks_for_more_than_twenty_dice(random: Random) -> None:
    try:
        formula = parse_dice(written(random, dice=12), NAMED)
    except BadFormula:
        return
    answers = thrown(formula, random)
    result = outcome(formula, answers)
    assert len(result.dice) == sum(map(len, answers)) <= MAX_DICE
    assert formula.term.span[0] <= result.total <= formula.term.span[1]
    assert sorted(map(str, (die.face for die in result.dice))) == sorted(str(face) for part in answers for face in part)


SHARED = (
    *(("1d6", "1d6"), ("3d8", "3d8"), ("2d6+1d8", "2d6+1d8"), ("d20-3", "d20-3"), ("2*d6-(d4+1)", "2*d6-(d4+1)")),
    *(("-d6+3", "-d6+3"), ("10d10", "10d10"), ("2d20kh1+5", "2d20kh1+5"), ("2d20kl1", "2d20kl1")),
    *(("4d6kh3", "4d6kh3"), ("4d6dl1", "4d6pl1"), ("4d6dh1", "4d6ph1"), ("5d6dh1dl1", "5d6ph1pl1")),
    *(("3d6r1", "3d6rr1"), ("3d6r<3", "3d6rr<3"), ("3d6ro<3", "3d6ro<3"), ("3d6ro1kh2", "3d6ro1kh2")),
    *(("3d6!", "3d6e6"), ("3d6!>4", "3d6e>4"), ("4d6!kh3", "4d6e6kh3"), ("4d6mi3", "4d6mi3"), ("4d6ma4", "4d6ma4")),
    *(("4d6mi2kh3", "4d6mi2kh3"), ("3d6r1+2d8!", "3d6rr1+2d8e8"), ("4d6kh3*2+d10", "4d6kh3*2+d10")),
    *(("9d6/2", "9d6//2"), ("(2d6+1)/3*2", "(2d6+1)//3*2"), ("4d6r1mi3kl2", "4d6rr1mi3kl2")),
)
"""Formulas in our notation, and in the notation of the package d20."""


@each_row(("ours", "theirs"), SHARED)
def test_the_same_faces_make_the_same_total_as_in_d20(ours: str, theirs: str) -> None:
    random, formula = Random(7), parse_dice(ours)
    for _ in range(40):
        answers = thrown(formula, random)
        if sum(map(len, answers)) == MAX_DICE > len(answers[0]):
            continue  # d20 goes on where ours ends
        falling = defaultdict(list)
        waves = [next_dice(formula, answers[:number]) for number in range(len(answers))]
        for asked, answer in zip(waves, answers, strict=True):
            for faces, face in zip(asked, answer, strict=True):
                falling[len(faces)].append(int(face))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("d20.expression.random.randrange", lambda sides, falling=falling: falling[sides].pop(0) - 1)
            assert d20.roll(theirs).total == outcome(formula, answers).total
        assert not any(falling.values())
