"""A formula thrown: the dice to ask chance for, and the total.

Dice are thrown in waves: first those of all pools, then those that the last wave calls for, in its order. A roll ends
with the twentieth die. A die that would be thrown again then counts as it lies.
"""

from __future__ import annotations

from msgspec import Struct

from companion.engine.chance import Answer, Word
from companion.kits.formulas.terms import CALCULATE, MAX_DICE, DiceFormula, DicePool, DiceTerm, MinusTerm, PlainNumber


class ThrownDie(Struct, frozen=True):
    """A die of the pool numbered *pool* that shows *face*.

    *value* is the number that it counts for, 0 for a word. A dropped or re-rolled die counts for nothing; an added one
    was thrown because the die before it exploded. *is_success* is for pools that count.
    """

    pool: int
    face: Word
    value: int
    is_dropped: bool = False
    is_rerolled: bool = False
    is_added: bool = False
    is_success: bool = False


class Thrown(Struct, frozen=True):
    """The *total* of a formula, and its *dice* by pool.

    A die thrown again and an added one follow the die that called for them. *is_count* tells that every pool counts
    successes.
    """

    total: int
    dice: tuple[ThrownDie, ...]
    is_count: bool = False


def next_dice(formula: DiceFormula, answers: tuple[Answer, ...]) -> tuple[tuple[Word, ...], ...]:
    """Return the faces of each die to throw after *answers*.

    () once the roll is complete.
    """
    return tuple(die.pool.die.faces for die in _waves(formula, answers)[-1])


def outcome(formula: DiceFormula, answers: tuple[Answer, ...]) -> Thrown:
    """Return the result of the complete *answers*."""
    waves = _waves(formula, answers)
    if waves[-1]:
        raise ValueError(f"{formula} lacks {len(waves[-1])} dice")
    dice: list[ThrownDie] = []
    totals: list[int] = []
    for number, pool in enumerate(formula.pools):
        lying = [die for first in waves[0] if first.number == number for die in _chain(first)]
        staying = _staying(pool, lying)
        dice += [_shown(die, is_dropped=not any(die is stays for stays in staying)) for die in lying]
        totals.append(sum(pool.score(die.face) for die in staying))
    is_count = all(pool.counts is not None for pool in formula.pools)
    return Thrown(_total(formula.term, totals), tuple(dice), is_count)


class _Die(Struct, eq=False):
    """A die on the table, and the *follower* it called for."""

    number: int
    pool: DicePool
    is_second: bool = False
    is_added: bool = False
    face: Word = 0
    follower: _Die | None = None

    def call(self) -> _Die | None:
        """Return the die that this one's face calls for."""
        rerolls, explodes = self.pool.rerolls, self.pool.explodes
        if rerolls and not (self.is_second and self.pool.is_rerolled_once) and rerolls.matches(self.face):
            return _Die(self.number, self.pool, is_second=True)
        if explodes and explodes.matches(self.face):
            return _Die(self.number, self.pool, is_added=True)
        return None

    @property
    def is_rerolled(self) -> bool:
        """Whether another die took its place."""
        return self.follower is not None and self.follower.is_second


def _waves(formula: DiceFormula, answers: tuple[Answer, ...]) -> list[list[_Die]]:
    """Return the dice of each answer, and those to throw next."""
    waves = [[_Die(number, pool) for number, pool in enumerate(formula.pools) for _ in range(pool.count)]]
    left = MAX_DICE - len(waves[0])
    for answer in answers:
        if len(answer) != len(waves[-1]) or not answer:
            raise ValueError(f"{formula} asks for {len(waves[-1])} dice here, not {len(answer)}")
        following: list[_Die] = []
        for die, face in zip(waves[-1], answer, strict=True):
            die.face = face
            if len(following) < left and (called := die.call()):
                die.follower = called
                following.append(called)
        left -= len(following)
        waves.append(following)
    return waves


def _chain(first: _Die) -> list[_Die]:
    chain = [first]
    while chain[-1].follower is not None:
        chain.append(chain[-1].follower)
    return chain


def _staying(pool: DicePool, lying: list[_Die]) -> list[_Die]:
    """Return the dice that count; of equal ones the first rank highest."""
    standing = [die for die in lying if not die.is_rerolled]
    ranked = sorted(standing, key=lambda die: -pool.value(die.face))
    return [ranked[rank] for rank in pool.ranks(len(ranked))]


def _shown(die: _Die, is_dropped: bool) -> ThrownDie:
    pool = die.pool
    return ThrownDie(
        die.number,
        die.face,
        pool.value(die.face),
        is_dropped=is_dropped,
        is_rerolled=die.is_rerolled,
        is_added=die.is_added,
        is_success=not is_dropped and pool.counts is not None and pool.score(die.face) == 1,
    )


def _total(term: DiceTerm, totals: list[int]) -> int:
    """Return the total of *term*; takes its pools' totals from the front."""
    if isinstance(term, PlainNumber):
        return term.value
    if isinstance(term, DicePool):
        return totals.pop(0)
    if isinstance(term, MinusTerm):
        return -_total(term.term, totals)
    left = _total(term.left, totals)
    return int(CALCULATE[term.sign](left, _total(term.right, totals)))
