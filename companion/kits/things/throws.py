"""Dice on the table: a roll's requests to chance, and its result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from companion.engine.chance import Answer, Word
from companion.engine.values.bags import HIDDEN
from companion.engine.values.seats import TABLE
from companion.kits.format.spec import BLANK, DiceSpec, Kit, symbols_of
from companion.kits.formulas.dice import parse_dice
from companion.kits.formulas.terms import DiceFormula
from companion.kits.formulas.throw import Thrown, next_dice, outcome
from companion.kits.things.jobs import Job

Faces = tuple[Word, ...]
USUAL_FORMULA = "1d6"
"""The formula of free dice before anybody has chosen one."""
MAX_RECENT = 8
"""The most formulas that free dice remember."""


class KitResult(Struct, frozen=True):
    """The last result of the dice or wheel called *name*, for *seat*.

    *number* counts the results of the game. Free dice have a *formula*, a pool the *counts* of its dice. *kept* dice
    stay at the next of several *throws*. Only *seat* sees hidden dice until they are *is_open*.
    """

    name: str
    faces: Answer
    number: int
    seat: int = TABLE
    formula: str = ""
    counts: tuple[int, ...] = ()
    kept: tuple[bool, ...] = ()
    throws: int = 1
    is_open: bool = True

    @property
    def is_seen(self) -> bool:
        """Whether its faces are there to be read."""
        return HIDDEN not in self.faces


def formula_of(kit: Kit, dice: DiceSpec, chosen: str = "") -> DiceFormula | None:
    """Return the formula of *dice*, None for equal dice."""
    if not dice.is_free:
        return dice.formula
    if chosen:
        return _parsed(chosen, tuple(kit.own_faces.items()))
    return dice.formula or _parsed(USUAL_FORMULA, ())


@lru_cache(64)
def _parsed(text: str, named: tuple[tuple[str, Faces], ...]) -> DiceFormula:
    return parse_dice(text, dict(named))


def usual_counts(dice: DiceSpec) -> tuple[int, ...]:
    """Return the usual number of each kind of die in a pool."""
    return tuple(die.count for die in dice.pool)


def all_dice(kit: Kit, dice: DiceSpec, formula: str = "", counts: tuple[int, ...] = ()) -> tuple[Faces, ...]:
    """Return the faces of each die of a roll's first wave."""
    if dice.pool:
        kinds = zip(dice.pool, counts or usual_counts(dice), strict=True)
        return tuple(die.faces for die, count in kinds for _ in range(count))
    read = formula_of(kit, dice, formula)
    return next_dice(read, ()) if read else (dice.faces,) * (counts[0] if counts else dice.count)


def again(dice: DiceSpec, result: KitResult | None) -> KitResult | None:
    """Return *result* if the next roll keeps some of it."""
    if result is None or result.throws >= dice.rolls or all(result.kept):
        return None
    return result


def is_last(dice: DiceSpec, result: KitResult | None) -> bool:
    """Return True if *result* is that of the last of several rolls."""
    return result is not None and dice.rolls > 1 and result.throws >= dice.rolls


def to_throw(kit: Kit, job: Job, before: KitResult | None) -> tuple[Faces, ...]:
    """Return the faces of each die that *job* throws next."""
    dice = kit.dice_named[job.name]
    if not job.answers:
        whole = all_dice(kit, dice, job.formula, job.counts)
        if before is None:
            return whole
        return tuple(die for die, is_kept in zip(whole, before.kept, strict=True) if not is_kept)
    formula = formula_of(kit, dice, job.formula)
    return next_dice(formula, job.answers) if formula and not dice.is_hidden else ()


def merged(before: KitResult | None, answer: Answer) -> Answer:
    """Return *answer* with the dice kept of *before* in their places."""
    if before is None:
        return answer
    thrown = iter(answer)
    faces = zip(before.kept, before.faces, strict=False)
    return tuple(face if is_kept else next(thrown) for is_kept, face in faces)


def result_of(kit: Kit, dice: DiceSpec, result: KitResult) -> Thrown | None:
    """Return *result* as its formula counts it, None without a formula.

    :raises LookupError: its faces don't fit the formula.
    """
    formula = formula_of(kit, dice, result.formula)
    if formula is None or not result.is_seen:
        return None
    try:
        return outcome(formula, _waves(formula, result.faces))
    except ValueError as error:
        raise LookupError(f"the dice {dice.name!r} of the kit {kit.slug} don't show {result.faces}") from error


def _waves(formula: DiceFormula, faces: Answer) -> tuple[Answer, ...]:
    waves: tuple[Answer, ...] = ()
    while count := len(next_dice(formula, waves)):
        waves = (*waves, faces[:count])
        faces = faces[count:]
    if faces:
        raise ValueError(f"{len(faces)} dice too many")
    return waves


def symbols(dice: DiceSpec, faces: Iterable[Word]) -> dict[str, int]:
    """Return how often each symbol of a pool counts, after cancelling."""
    counts = Counter(symbol for face in faces if isinstance(face, str) for symbol in symbols_of(face))
    for one, other in dice.cancel:
        both = min(counts[one], counts[other])
        counts[one] -= both
        counts[other] -= both
    return {symbol: count for symbol, count in counts.items() if count and symbol != BLANK}


def check_faces(kit: Kit, dice: DiceSpec, result: KitResult) -> None:
    """Check that *dice* can show *result*.

    :raises LookupError: they can't, or not any more.
    """
    if not result.is_seen:
        return
    if formula_of(kit, dice, result.formula) is not None:
        if not dice.is_hidden:
            result_of(kit, dice, result)
        return
    known = {face for die in all_dice(kit, dice, counts=result.counts) for face in die}
    if unknown := set(result.faces) - known:
        raise LookupError(f"the dice {dice.name!r} of the kit {kit.slug} have no face {unknown.pop()!r}")
