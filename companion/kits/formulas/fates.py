"""Counting dice by group, in pools with rerolls or added dice.

Faces fall into groups: those thrown again, those that add a die, those that do both and the rest. What follows a die
depends on its group alone. So the waves of ``throw`` are followed by groups, and faces are looked at afterwards.
"""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

from msgspec import Struct

from companion.engine.chance import Word
from companion.kits.formulas.terms import MAX_DICE, DicePool
from companion.kits.formulas.weights import WorkMeter

_STEPS_A_FATE = 4
Numbers: TypeAlias = tuple[int, ...]
"""The number of counting dice of a pool in each group."""
Wave: TypeAlias = tuple[bool, ...]
"""The next dice of a pool: True if a reroll is spent.

Such a die was thrown again, and may not be once more.
"""

_Fallen: TypeAlias = tuple[tuple[Wave, ...], tuple[Numbers, ...]]
"""The next waves of all pools, and their counting dice so far."""


class FaceGroup(Struct, frozen=True):
    """Faces that have the same consequence."""

    faces: tuple[Word, ...]
    is_rerolled: bool
    is_exploded: bool


class _Course(Struct, frozen=True):
    """A roll on its way, for each of its pools."""

    waves: tuple[Wave, ...]
    numbers: tuple[Numbers, ...]
    thrown: tuple[int, ...]


def groups_of(pool: DicePool) -> tuple[FaceGroup, ...]:
    """Return the faces of *pool* by their consequence."""
    groups: dict[tuple[bool, bool], list[Word]] = {}
    for face in pool.die.faces:
        again = pool.rerolls is not None and pool.rerolls.matches(face)
        more = pool.explodes is not None and pool.explodes.matches(face)
        groups.setdefault((again, more), []).append(face)
    return tuple(FaceGroup(tuple(faces), *consequence) for consequence, faces in groups.items())


def fates(pools: tuple[DicePool, ...], limit: int, meter: WorkMeter) -> dict[tuple[Numbers, ...], int]:
    """Return the counting dice of *pools* that share *limit* dice, with weights.

    A weight counts the faces of dice thrown again, out of MAX_DICE throws of each pool. Faces of counting dice are left
    open.
    """
    groups = tuple(map(groups_of, pools))
    start = tuple((False,) * pool.count for pool in pools)
    none = tuple((0,) * len(each) for each in groups)
    courses = {_Course(start, none, tuple(pool.count for pool in pools)): 1}
    ends: Counter[tuple[Numbers, ...]] = Counter()
    while courses:
        following: Counter[_Course] = Counter()
        for course, weight in courses.items():
            room = limit - sum(course.thrown)
            for (waves, numbers), ways in _wave(pools, groups, course, room=room, meter=meter).items():
                thrown = tuple(sum(pair) for pair in zip(course.thrown, map(len, waves), strict=True))
                if any(waves):
                    following[_Course(waves, numbers, thrown)] += weight * ways
                else:
                    ends[numbers] += weight * ways * _open(pools, thrown)
        courses = following
    return dict(ends)


def _open(pools: tuple[DicePool, ...], thrown: tuple[int, ...]) -> int:
    ways = 1
    for pool, dice in zip(pools, thrown, strict=True):
        ways *= len(pool.die.faces) ** (MAX_DICE - dice)
    return ways


def _wave(
    pools: tuple[DicePool, ...],
    groups: tuple[tuple[FaceGroup, ...], ...],
    course: _Course,
    *,
    room: int,
    meter: WorkMeter,
) -> dict[_Fallen, int]:
    """Return the next waves of *course*, and its counting dice."""
    results: dict[_Fallen, int] = {(((),) * len(pools), course.numbers): 1}
    for number, wave in enumerate(course.waves):
        once = pools[number].is_rerolled_once
        for is_second in wave:
            following: Counter[_Fallen] = Counter()
            meter.spend(len(results) * len(groups[number]) * _STEPS_A_FATE)
            for (waves, numbers), ways in results.items():
                has_room = sum(map(len, waves)) < room
                for place, group in enumerate(groups[number]):
                    again = group.is_rerolled and not is_second
                    if again and has_room:
                        following[_with(waves, number, (once,)), numbers] += ways * len(group.faces)
                        continue
                    more = (False,) if group.is_exploded and not again and has_room else ()
                    counted = _plus_one(numbers, number, place)
                    following[_with(waves, number, more), counted] += ways
            results = dict(following)
    return results


def _with(waves: tuple[Wave, ...], number: int, more: Wave) -> tuple[Wave, ...]:
    return (*waves[:number], waves[number] + more, *waves[number + 1 :]) if more else waves


def _plus_one(numbers: tuple[Numbers, ...], number: int, place: int) -> tuple[Numbers, ...]:
    own = numbers[number]
    counted = (*own[:place], own[place] + 1, *own[place + 1 :])
    return (*numbers[:number], counted, *numbers[number + 1 :])
