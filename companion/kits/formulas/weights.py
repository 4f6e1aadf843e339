"""Exact distributions: how many of all equally likely throws give each total.

Sums are multiplied as whole numbers: each total has its place in one long number, wide enough for every weight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import comb
from typing import TypeAlias

Weights: TypeAlias = dict[int, int]
"""Each possible total with its weight."""
MAX_STEPS = 40_000
"""Maximum work for one formula.

It counts pairs of totals, fates of dice and bytes of long numbers. A step takes about 1 µs on a PC and 15 µs on a
Raspberry Pi Zero.
"""
_STEPS_A_PAIR = 3
_BYTES_A_STEP = 1000
_KARATSUBA = 1.585
_POWER_A_STEP = 750
_MAX_PLACES = 50_000


class TooMuchWork(Exception):
    """The distribution would take more than MAX_STEPS."""


class WorkMeter:
    """Counts steps, and ends work that takes too many."""

    def __init__(self) -> None:
        self._steps = 0

    def spend(self, steps: int) -> None:
        """Count *steps*. Raises TooMuchWork."""
        self._steps += steps
        if self._steps > MAX_STEPS:
            raise TooMuchWork


def powers(each: Sequence[tuple[Weights, int]], meter: WorkMeter) -> Weights:
    """Return the sum of several dice, each weights with their number."""
    each = [(weights, number) for weights, number in each if number]
    low = sum(min(weights) * number for weights, number in each)
    places = sum((max(weights) - min(weights)) * number for weights, number in each) + 1
    every = 1
    for weights, number in each:
        every *= sum(weights.values()) ** number
    width = every.bit_length() // 8 + 1
    meter.spend(20 + places + int((places * width) ** _KARATSUBA) // _POWER_A_STEP)
    product = 1
    for weights, number in each:
        product *= _packed(weights, width) ** number
    return _unpacked(product, low, width)


def added(first: Weights, second: Weights, meter: WorkMeter) -> Weights:
    """Return the sum of two independent totals."""
    places = max(first) - min(first) + max(second) - min(second)
    if len(first) * len(second) < places or places > _MAX_PLACES:
        return combined(first, second, int.__add__, meter=meter)
    return powers([(first, 1), (second, 1)], meter)


def combined(first: Weights, second: Weights, join: Callable[[int, int], int], *, meter: WorkMeter) -> Weights:
    """Return two independent totals joined by *join*."""
    meter.spend(len(first) * len(second) * _STEPS_A_PAIR)
    totals: Counter[int] = Counter()
    for left, ways in first.items():
        for right, others in second.items():
            totals[join(left, right)] += ways * others
    return totals


class RankedDie:
    """A face's *value* to rank by, its *score*, its *group* and *weight*."""

    __slots__ = ("group", "score", "value", "weight")

    def __init__(self, value: int, score: int, *, group: int, weight: int) -> None:
        self.value = value
        self.score = score
        self.group = group
        self.weight = weight


def ranked(faces: list[RankedDie], numbers: tuple[int, ...], ranks: range, *, meter: WorkMeter) -> Weights:
    """Return the scores of the dice that come on *ranks*, added up.

    *numbers* holds how many dice show a face of each group. Faces are placed from the highest down; for each number of
    dice placed so far, the sums of those on *ranks* are one long number.
    """
    low = min(face.score for face in faces)
    every = 1
    for group, number in enumerate(numbers):
        every *= sum(face.weight for face in faces if face.group == group) ** number
    width = every.bit_length() // 8 + 1
    size = ((max(face.score for face in faces) - low) * len(ranks) + 1) * width
    placed = {(0,) * len(numbers): 1}
    for face in sorted(faces, key=lambda face: -face.value):
        following: dict[tuple[int, ...], int] = {}
        for done, sums in placed.items():
            before, left = sum(done), numbers[face.group] - done[face.group]
            meter.spend((left + 1) * (1 + size // _BYTES_A_STEP))
            for more in range(left + 1):
                scoring = max(0, min(before + more, ranks.stop) - max(before, ranks.start))
                after = (*done[: face.group], done[face.group] + more, *done[face.group + 1 :])
                ways = comb(left, more) * face.weight**more
                following[after] = following.get(after, 0) + (ways * sums << (face.score - low) * scoring * width * 8)
        placed = following
    return _unpacked(placed.get(numbers, 0), low * len(ranks), width)


def _packed(weights: Weights, width: int) -> int:
    low = min(weights)
    places = bytearray((max(weights) - low + 1) * width)
    for total, ways in weights.items():
        start = (total - low) * width
        places[start : start + width] = ways.to_bytes(width, "little")
    return int.from_bytes(places, "little")


def _unpacked(number: int, low: int, width: int) -> Weights:
    digits = number.to_bytes((number.bit_length() // 8 // width + 1) * width, "little")
    every = (int.from_bytes(digits[start : start + width], "little") for start in range(0, len(digits), width))
    return {total: ways for total, ways in enumerate(every, low) if ways}
