"""The exact chances of a formula."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import gcd, sqrt
from operator import mul

from msgspec import Struct

from companion.engine.values.message import Message
from companion.kits.formulas.fates import Numbers, fates, groups_of
from companion.kits.formulas.terms import (
    CALCULATE,
    MAX_DICE,
    DiceFormula,
    DicePool,
    DiceTerm,
    MinusTerm,
    PlainNumber,
)
from companion.kits.formulas.weights import (
    MAX_STEPS,
    RankedDie,
    TooMuchWork,
    Weights,
    WorkMeter,
    added,
    combined,
    powers,
    ranked,
)

MAX_BARS = 40


class NoChances(ValueError):
    """The chances would take too long to calculate; *said* tells so."""

    def __init__(self, said: Message) -> None:
        super().__init__(said)
        self.said = said


class ChanceBar(Struct, frozen=True):
    """The *share*, from 0 to 1, of totals from *low* to *high*."""

    low: int
    high: int
    share: float


class Chances(Struct, frozen=True):
    """Each possible total in order, with its weight.

    A total's chance is its weight out of *ways*.
    """

    totals: tuple[int, ...]
    weights: tuple[int, ...]

    @property
    def ways(self) -> int:
        """The sum of all weights."""
        return sum(self.weights)

    def chance(self, total: int) -> Fraction:
        """Return the chance of *total*."""
        return Fraction(dict(zip(self.totals, self.weights, strict=True)).get(total, 0), self.ways)

    @property
    def mean(self) -> Fraction:
        """The average total."""
        return Fraction(sum(map(mul, self.totals, self.weights)), self.ways)

    @property
    def spread(self) -> float:
        """The standard deviation."""
        squares = Fraction(sum(map(mul, (total * total for total in self.totals), self.weights)), self.ways)
        return sqrt(squares - self.mean**2)

    @property
    def bars(self) -> tuple[ChanceBar, ...]:
        """At most MAX_BARS bars; one a total, or equal spans of totals."""
        ways = self.ways
        if len(self.totals) <= MAX_BARS:
            return tuple(ChanceBar(total, total, weight / ways) for total, weight in self._pairs())
        low, high = self.totals[0], self.totals[-1]
        width = -(-(high - low + 1) // MAX_BARS)
        sums: Counter[int] = Counter()
        for total, weight in self._pairs():
            sums[(total - low) // width] += weight
        starts = ((bar, low + bar * width) for bar in range((high - low) // width + 1))
        return tuple(ChanceBar(start, min(start + width - 1, high), sums[bar] / ways) for bar, start in starts)

    def _pairs(self) -> Iterator[tuple[int, int]]:
        return zip(self.totals, self.weights, strict=True)


def odds_of(formula: DiceFormula) -> Chances:
    """Return the exact chances of *formula*, with its limit of dice.

    Raises NoChances if that would take more than MAX_STEPS steps.
    """
    try:
        weights = _Distribution(formula).weights()
    except TooMuchWork:
        raise NoChances(Message("formula.dice.no-chances", {"maximum": MAX_STEPS})) from None
    common = gcd(*weights.values())
    totals = tuple(sorted(weights))
    return Chances(totals, tuple(weights[total] // common for total in totals))


class _Distribution:
    """Calculates the weights of a formula."""

    def __init__(self, formula: DiceFormula) -> None:
        self._term = formula.term
        self._pools = formula.pools
        self._meter = WorkMeter()
        self._varying = tuple(number for number, pool in enumerate(self._pools) if _varies(pool))
        self._scores = cache(self._score_weights)

    def weights(self) -> Weights:
        """Return the weights of all totals."""
        fixed = sum(pool.count for pool in self._pools if not _varies(pool))
        alone = len(self._varying) < 2 or self._can_not_meet_the_limit(fixed)
        pools = {number: self._fixed(number) for number in range(len(self._pools)) if number not in self._varying}
        if alone:
            for number in self._varying:
                pools[number] = self._mixed(number, MAX_DICE - fixed)
            return self._total(self._term, iter(range(len(self._pools))), pools)
        totals: Counter[int] = Counter()
        varying = tuple(self._pools[number] for number in self._varying)
        for numbers, weight in fates(varying, MAX_DICE - fixed, self._meter).items():
            for number, own in zip(self._varying, numbers, strict=True):
                pools[number] = self._scores(number, own)
            _add(totals, self._total(self._term, iter(range(len(self._pools))), pools), weight)
        return totals

    def _can_not_meet_the_limit(self, fixed: int) -> bool:
        """Whether pools that vary don't share any limit."""
        varying = [self._pools[number] for number in self._varying]
        is_bounded = all(pool.is_rerolled_once and pool.explodes is None for pool in varying)
        return is_bounded and fixed + sum(2 * pool.count for pool in varying) <= MAX_DICE

    def _fixed(self, number: int) -> Weights:
        return self._scores(number, (self._pools[number].count,))

    def _mixed(self, number: int, limit: int) -> Weights:
        """Return the weights of a pool with a varying number of dice."""
        totals: Counter[int] = Counter()
        for (numbers,), weight in fates((self._pools[number],), limit, self._meter).items():
            _add(totals, self._scores(number, numbers), weight)
        return totals

    def _score_weights(self, number: int, numbers: Numbers) -> Weights:
        """Return the weights of a pool with *numbers* counting dice by group."""
        pool = self._pools[number]
        dice = sum(numbers)
        groups = groups_of(pool)
        ranks = pool.ranks(dice)
        if not ranks:
            return {0: _ways([len(group.faces) for group in groups], numbers)}
        if len(ranks) == dice:
            scores: list[Weights] = [Counter(map(pool.score, group.faces)) for group in groups]
            return powers(list(zip(scores, numbers, strict=True)), self._meter)
        faces = [
            RankedDie(value, score, group=place, weight=weight)
            for place, group in enumerate(groups)
            for (value, score), weight in Counter((pool.value(face), pool.score(face)) for face in group.faces).items()
        ]
        return ranked(faces, numbers, ranks, meter=self._meter)

    def _total(self, term: DiceTerm, places: Iterator[int], pools: dict[int, Weights]) -> Weights:
        """Return the weights of *term*; *places* numbers its pools."""
        if isinstance(term, PlainNumber):
            return {term.value: 1}
        if isinstance(term, DicePool):
            return pools[next(places)]
        if isinstance(term, MinusTerm):
            return _opposite(self._total(term.term, places, pools))
        left = self._total(term.left, places, pools)
        right = self._total(term.right, places, pools)
        if term.sign in "+-":
            return added(left, right if term.sign == "+" else _opposite(right), self._meter)
        return combined(left, right, CALCULATE[term.sign], meter=self._meter)


def _varies(pool: DicePool) -> bool:
    return pool.rerolls is not None or pool.explodes is not None


def _opposite(weights: Weights) -> Weights:
    return {-total: weight for total, weight in weights.items()}


def _add(totals: Counter[int], weights: Weights, factor: int) -> None:
    for total, weight in weights.items():
        totals[total] += weight * factor


def _ways(sizes: list[int], numbers: Numbers) -> int:
    ways = 1
    for size, number in zip(sizes, numbers, strict=True):
        ways *= size**number
    return ways
