"""The terms of a roll's formula: numbers, pools of dice, sums."""

from __future__ import annotations

from collections.abc import Iterator
from operator import add, eq, floordiv, ge, gt, le, lt, mul, sub
from typing import TypeAlias

from msgspec import Struct

from companion.engine.chance import Word

MAX_DICE = 20
"""Maximum number of dice in a roll, rerolled and added ones included."""
COMPARE = {">=": ge, "<=": le, ">": gt, "<": lt, "=": eq}
"""Each sign of comparison; a sign comes before its own first letter."""
CALCULATE = {"+": add, "-": sub, "*": mul, "/": floordiv}
Span: TypeAlias = tuple[int, int]
"""The least and the greatest number possible."""


class DieKind(Struct, frozen=True):
    """A die as *name* spells it: ``6``, ``%``, ``F`` or ``[ability]``."""

    name: str
    faces: tuple[Word, ...]

    @property
    def has_words(self) -> bool:
        """Whether its faces can't be added up."""
        return any(isinstance(face, str) for face in self.faces)

    @property
    def numbers(self) -> tuple[int, ...]:
        """Its faces that are numbers."""
        return tuple(face for face in self.faces if isinstance(face, int))


class FaceTest(Struct, frozen=True):
    """The faces that compare with *value* by *sign*."""

    sign: str
    value: Word

    def matches(self, face: Word) -> bool:
        """Return True if *face* is among them; a word only equals itself."""
        if isinstance(face, str) or isinstance(self.value, str):
            return self.sign == "=" and face == self.value
        return bool(COMPARE[self.sign](face, self.value))

    def spelled(self, is_short: bool = False) -> str:
        """Return its notation; *is_short* leaves ``=`` out before a number."""
        if is_short and self.sign == "=" and isinstance(self.value, int) and self.value >= 0:
            return str(self.value)
        return f"{self.sign}{self.value}"


class KeptDice(Struct, frozen=True):
    """Keep or drop *number* dice: *way* is ``kh``, ``kl``, ``dh`` or ``dl``."""

    way: str
    number: int = 1

    def ranks(self, dice: int) -> range:
        """Return the ranks that stay of *dice*, from 0, the highest."""
        number = min(self.number, dice)
        first = {"kl": dice - number, "dh": number}.get(self.way, 0)
        after = {"kh": number, "dl": dice - number}.get(self.way, dice)
        return range(first, after)


class DicePool(Struct, frozen=True):
    """*count* dice of a kind, and how they are thrown and read.

    Each die is thrown again, adds another, is raised to *minimum* and lowered to *maximum*, in this order. Then dice
    are dropped. The rest is added up, or counted where *counts* is given.
    """

    count: int
    die: DieKind
    rerolls: FaceTest | None = None
    is_rerolled_once: bool = False
    explodes: FaceTest | None = None
    minimum: int | None = None
    maximum: int | None = None
    keeps: tuple[KeptDice, ...] = ()
    counts: FaceTest | None = None

    def value(self, face: Word) -> int:
        """Return the number that *face* counts for; 0 for a word."""
        if isinstance(face, str):
            return 0
        raised = face if self.minimum is None else max(face, self.minimum)
        return raised if self.maximum is None else min(raised, self.maximum)

    def score(self, face: Word) -> int:
        """Return the points of a standing *face* in the total."""
        if self.counts is None:
            return self.value(face)
        return int(self.counts.matches(face if isinstance(face, str) else self.value(face)))

    def ranks(self, dice: int) -> range:
        """Return the ranks of *dice* standing dice that stay."""
        first, after = 0, dice
        for keep in self.keeps:
            ranks = keep.ranks(dice)
            first, after = max(first, ranks.start), min(after, ranks.stop)
        return range(first, max(first, after))

    @property
    def span(self) -> Span:
        """The least and the greatest total."""
        scores = [self.score(face) for face in self.die.faces]
        most = MAX_DICE if self.explodes else self.count
        kept = [len(self.ranks(dice)) for dice in (self.count, most)]
        totals = [number * score for number in kept for score in (min(scores), max(scores))]
        return min(totals), max(totals)

    def spelled(self) -> str:
        """Return its notation, with the ways of rolling in one order."""
        changes = [f"mi{self.minimum}"] if self.minimum is not None else []
        changes += [f"ma{self.maximum}"] if self.maximum is not None else []
        changes += [f"{keep.way}{keep.number}" for keep in self.keeps]
        parts = [f"{self.count}d{self.die.name}"]
        if self.rerolls is not None:
            again = self.rerolls.spelled(is_short=not self.die.has_words)
            parts.append(f"{'ro' if self.is_rerolled_once else 'r'}{again}")
        if self.explodes is not None:
            is_highest = not self.die.has_words and self.explodes == FaceTest("=", max(self.die.numbers))
            is_clear = is_highest and (bool(changes) or self.counts is None)
            parts.append("!" if is_clear else f"!{self.explodes.spelled()}")
        return "".join([*parts, *changes, self.counts.spelled() if self.counts else ""])


class PlainNumber(Struct, frozen=True):
    """A number that is written."""

    value: int

    @property
    def span(self) -> Span:
        """The number as the least and the greatest total."""
        return self.value, self.value

    def spelled(self) -> str:
        """Return its digits."""
        return str(self.value)


class MinusTerm(Struct, frozen=True):
    """``-`` before *term*."""

    term: DiceTerm

    @property
    def span(self) -> Span:
        """The least and the greatest total."""
        low, high = self.term.span
        return -high, -low

    def spelled(self) -> str:
        """Return its notation."""
        return f"-{_inner(self.term, isinstance(self.term, Calculation))}"


class Calculation(Struct, frozen=True):
    """*left* and *right*, joined by one of ``+ - * /``."""

    sign: str
    left: DiceTerm
    right: DiceTerm

    @property
    def span(self) -> Span:
        """The least and the greatest total; no divisor is 0."""
        (low, high), (least, most) = self.left.span, self.right.span
        if self.sign == "+":
            return low + least, high + most
        if self.sign == "-":
            return low - most, high - least
        totals = [CALCULATE[self.sign](left, right) for left in (low, high) for right in (least, most)]
        return min(totals), max(totals)

    @property
    def is_product(self) -> bool:
        """Whether it binds closer than a sum."""
        return self.sign in "*/"

    def spelled(self) -> str:
        """Return its notation, with the brackets that it needs."""
        left, right = self.left, self.right
        said = _inner(left, isinstance(left, Calculation) and self.is_product and not left.is_product)
        blank = " " if _ends_in_word(left) else ""
        other = _inner(right, isinstance(right, Calculation) and (self.is_product or not right.is_product))
        return f"{said}{blank}{self.sign}{blank}{other}"


DiceTerm: TypeAlias = PlainNumber | DicePool | MinusTerm | Calculation


class DiceFormula(Struct, frozen=True):
    """A whole formula with at least one die."""

    term: DiceTerm

    @property
    def pools(self) -> tuple[DicePool, ...]:
        """Its pools, as they are written from left to right."""
        return tuple(pools_of(self.term))

    def spelled(self) -> str:
        """Return the one notation that reads as this formula."""
        return self.term.spelled()

    def __str__(self) -> str:
        return self.spelled()


def pools_of(term: DiceTerm) -> Iterator[DicePool]:
    """Yield the pools of *term* from left to right."""
    if isinstance(term, DicePool):
        yield term
    elif isinstance(term, MinusTerm):
        yield from pools_of(term.term)
    elif isinstance(term, Calculation):
        yield from pools_of(term.left)
        yield from pools_of(term.right)


def _inner(term: DiceTerm, needs_brackets: bool) -> str:
    return f"({term.spelled()})" if needs_brackets else term.spelled()


def _ends_in_word(term: DiceTerm) -> bool:
    """Return True if *term* ends in a face's name.

    A hyphen after it might read as part of that name.
    """
    if isinstance(term, Calculation):
        return _ends_in_word(term.right)
    if isinstance(term, MinusTerm):
        return _ends_in_word(term.term)
    return isinstance(term, DicePool) and term.counts is not None and isinstance(term.counts.value, str)
