from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import isclose
from operator import floordiv
from random import Random
from time import process_time
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st
from icepool import d

from companion.kits.formulas.dice import parse_dice
from companion.kits.formulas.fault import BadFormula
from companion.kits.formulas.odds import MAX_BARS, NoChances, odds_of
from companion.kits.formulas.throw import outcome
from tests.companion.kits.formulas.written import NAMED, thrown, written
from tests.support.rows import each_row

FATE = icepool.Die([-1, 0, 1])
LONGEST_S = 1.0
"""Many times what each of the named formulas takes, for a busy computer."""
LONGEST_REFUSAL_S = 0.1


@cache
def exploding(sides: int, dice: int, lowest: int, left: int) -> Any:
    """*dice* dice, each of which adds one if it shows *lowest* or more, as long as some are *left*."""
    if dice == 0:
        return icepool.Die([0])
    one = d(sides).map(lambda face: icepool.vectorize(face, int(face >= lowest)))

    def follow(lying: int, called: int) -> Any:
        added = min(called, left)
        return lying + exploding(sides, added, lowest, left - added)

    return (dice @ one).map(follow, star=True)


@cache
def rerolled(sides: int, dice: int, faces: int, left: int) -> Any:
    """*dice* dice thrown again while they show 1 to *faces*; the last of them lie as they fell."""
    if dice == 0:
        return icepool.Die([0])
    standing = d(sides).map(lambda face: icepool.vectorize(0, 1) if face <= faces else icepool.vectorize(face, 0))

    def follow(lying: int, called: int) -> Any:
        thrown_again = min(called, left)
        unserved = (called - thrown_again) @ d(faces)
        return lying + unserved + rerolled(sides, thrown_again, faces, left - thrown_again)

    return (dice @ standing).map(follow, star=True)


KNOWN: tuple[tuple[str, Callable[[], Any]], ...] = (
    ("1d6", lambda: d(6)),
    ("2d6", lambda: 2 @ d(6)),
    ("3d8-2", lambda: 3 @ d(8) - 2),
    ("10d10", lambda: 10 @ d(10)),
    ("20d100", lambda: 20 @ d(100)),
    ("d%", lambda: d(100)),
    ("4dF", lambda: 4 @ FATE),
    ("4dFkh2", lambda: FATE.highest(4, 2)),
    ("2d6+1d8", lambda: 2 @ d(6) + d(8)),
    ("2d6-1d8+3", lambda: 2 @ d(6) - d(8) + 3),
    ("-(d4-d6)", lambda: -(d(4) - d(6))),
    ("2d20kh1+5", lambda: d(20).highest(2, 1) + 5),
    ("2d20kl1", lambda: d(20).lowest(2, 1)),
    ("4d6kh3", lambda: d(6).highest(4, 3)),
    ("4d6dl1", lambda: d(6).highest(4, 3)),
    ("5d6dh2", lambda: d(6).lowest(5, 3)),
    ("5d6dh1dl1", lambda: d(6).middle(5, 3)),
    ("10d10kh3", lambda: d(10).highest(10, 3)),
    ("10d10kl4+d4", lambda: d(10).lowest(10, 4) + d(4)),
    ("2d6kh5", lambda: 2 @ d(6)),
    ("10d10>=7", lambda: 10 @ (d(10) >= 7)),
    ("8d6=6", lambda: 8 @ (d(6) == 6)),
    ("5d6<3+1", lambda: 5 @ (d(6) < 3) + 1),
    ("5d6kh3>4", lambda: (d(6) > 4).highest(5, 3)),
    ("4d6mi2", lambda: 4 @ d(6).clip(2, 6)),
    ("4d6ma4kh3", lambda: d(6).clip(1, 4).highest(4, 3)),
    ("4d6mi3ma5", lambda: 4 @ d(6).clip(3, 5)),
    ("4d6ro1", lambda: 4 @ d(6).reroll([1], depth=1)),
    ("2d6ro<3kh1", lambda: d(6).reroll([1, 2], depth=1).highest(2, 1)),
    ("1d6r1", lambda: d(6).reroll([1], depth=19)),
    ("4d6r1", lambda: rerolled(6, 4, 1, 16)),
    ("12d6r<=3", lambda: rerolled(6, 12, 3, 8)),
    ("1d6!", lambda: d(6).explode(depth=19)),
    ("6d6!", lambda: exploding(6, 6, 6, 14)),
    ("5d8!>=7", lambda: exploding(8, 5, 7, 15)),
    ("3d6!+3d6!", lambda: exploding(6, 6, 6, 14)),
    ("2d6*d4", lambda: (2 @ d(6)) * d(4)),
    ("(2d6+1)/3", lambda: floordiv(2 @ d(6) + 1, 3)),
    ("100/d20-d6/2", lambda: floordiv(icepool.Die([100]), d(20)) - floordiv(d(6), 2)),
    ("3d[wide]", lambda: 3 @ icepool.Die([0, 0, 1, 3])),
    ("3d[ability]=success", lambda: 3 @ icepool.Die([0, 1, 1, 0])),
)


@each_row(("text", "theirs"), KNOWN)
def test_the_chances_are_those_of_icepool(text: str, theirs: Callable[[], Any]) -> None:
    ours, die = odds_of(parse_dice(text, NAMED)), theirs()
    expected = {int(total): Fraction(weight, die.denominator()) for total, weight in die.items() if weight}
    assert {total: ours.chance(total) for total in ours.totals} == expected


def test_forty_formulas_are_compared() -> None:
    assert len({text for text, _ in KNOWN}) >= 40


@pytest.mark.parametrize("text", ["20d100", "4d6kh3", "10d10>=7", "2d20kh1+5", "6d6!", "1d8!+1d6!", "4d6!kh3"])
def test_the_chances_are_calculated_at_once(text: str) -> None:
    started = process_time()
    odds_of(parse_dice(text))
    assert process_time() - started < LONGEST_S


def test_a_formula_has_a_mean_and_a_spread() -> None:
    chances = odds_of(parse_dice("2d6"))
    assert chances.mean == Fraction(7)
    assert chances.ways == 36
    assert isclose(chances.spread, (35 / 6) ** 0.5)
    assert [chances.chance(7), chances.chance(13)] == [Fraction(1, 6), Fraction(0)]


def test_there_is_a_bar_for_each_total_or_for_equal_spans() -> None:
    bars = odds_of(parse_dice("2d6")).bars
    assert [(bar.low, bar.high) for bar in bars] == [(total, total) for total in range(2, 13)]
    for text in ("20d100", "d6*d6*9999", "d100", "20d2"):
        chances = odds_of(parse_dice(text))
        bars = chances.bars
        assert len(bars) <= MAX_BARS
        assert isclose(sum(bar.share for bar in bars), 1)
        assert (bars[0].low, bars[-1].high) == (chances.totals[0], chances.totals[-1])
        assert all(bar.high < following.low for bar, following in pairwise(bars))


@pytest.mark.parametrize(
    "text", ["20d1000kh10", "19d1000kh7+1d997", "10d1000*10d1000", "12d6ro1!kh3", "5d6!+5d8r1!+5d10r2!"]
)
def test_too_much_work_is_refused_soon(text: str) -> None:
    tries = []
    for _ in range(5):
        started = process_time()
        with pytest.raises(NoChances) as caught:
            odds_of(parse_dice(text))
        tries.append(process_time() - started)
        assert caught.value.said.key == "formula.dice.no-chances"
    assert min(tries) < LONGEST_REFUSAL_S


@pytest.mark.parametrize(
    "text", ["17d2ro1!", "16d2!r1kh3", "10d2!+8d2!", "6d3r1+12d2!kl2", "9d2ro1+9d2r1!", "18d3r1kl4", "4d6ro6!"]
)
def test_throws_average_as_the_chances_say_at_the_limit_of_dice(text: str) -> None:
    formula, random, rolls = parse_dice(text), Random(3), 1200
    chances = odds_of(formula)
    average = sum(outcome(formula, thrown(formula, random)).total for _ in range(rolls)) / rolls
    assert abs(average - chances.mean) < 4 * chances.spread / rolls**0.5


@given(st.integers(0, 2**64).map(Random))
def test_every_throw_is_a_possible_total(random: Random) -> None:
    try:
        formula = parse_dice(written(random, dice=2), NAMED)
        chances = odds_of(formula)
    except (BadFormula, NoChances):
        return
    assert chances.chance(outcome(formula, thrown(formula, random)).total) > 0
