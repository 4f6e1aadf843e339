"""Dice notation, as d20, rpg-dice-roller and Roll20 spell it.

``4d6kh3+2``: terms with ``+ - * /`` and brackets. A pool is ``NdS``, where S is a number, ``%``, ``F`` or the
``[name]`` of a kit's own die. After it come the ways of rolling, in any order, each once: ``kh kl dh dl`` keep or drop
dice, ``r`` and ``ro`` throw again, ``!`` adds dice, ``mi`` and ``ma`` bound each die. A comparison at the end counts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec.structs import replace

from companion.engine.chance import Word
from companion.engine.values.message import Message, Value
from companion.kits.formulas.fault import BadFormula
from companion.kits.formulas.terms import (
    COMPARE,
    MAX_DICE,
    Calculation,
    DiceFormula,
    DicePool,
    DiceTerm,
    DieKind,
    FaceTest,
    KeptDice,
    MinusTerm,
    PlainNumber,
)

MAX_LETTERS = 100
MAX_NUMBER = 9999
MAX_NESTING = 10
MAX_SIDES = 1000
MIN_SIDES = 2
MAX_TOTAL = 999_999_999
"""Maximum total, so that JavaScript calculates it exactly too."""
_LOWER = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ×÷−", "abcdefghijklmnopqrstuvwxyz*/-")
"""One letter for each, so that every fault keeps its place."""
_DIGITS = re.compile(r"[0-9]+")
_LETTERS = re.compile(r"[a-z]+")
_RUN = re.compile(r"[a-z0-9-]+")
_NAME = re.compile(r"\[([^\]]*)\]")
_WAYS = re.compile(r"kh|kl|k|dh|dl|ro|r|!|mi|ma")
_SIGNS = re.compile("|".join(COMPARE))
_PERCENT = tuple(range(1, 101))
_FATE = (-1, 0, 1)


def parse_dice(text: str, named: Mapping[str, tuple[Word, ...]] = {}) -> DiceFormula:
    """Read *text*; *named* holds the faces of the kit's own dice.

    Raises BadFormula.
    """
    if len(text) > MAX_LETTERS:
        raise _too_long(text, len(text))
    formula = DiceFormula(_Reader(text, named).whole())
    if not formula.pools:
        raise BadFormula(text, 0, Message("formula.dice.no-dice"))
    if len(formula.spelled()) > MAX_LETTERS:
        raise _too_long(text, len(formula.spelled()))
    return formula


def _too_long(text: str, letters: int) -> BadFormula:
    said = Message("formula.dice.too-long", {"given": letters, "maximum": MAX_LETTERS})
    return BadFormula(text, min(len(text), MAX_LETTERS), said)


class _Letters:
    """The text, and the place up to which it is read."""

    def __init__(self, text: str) -> None:
        self._given = text
        self._text = text.translate(_LOWER)
        self._at = 0

    def _next(self) -> str:
        """Skip blanks; return the next letter, "" at the end."""
        while self._text[self._at : self._at + 1] in (" ", "\t"):
            self._at += 1
        return self._text[self._at : self._at + 1]

    def _take(self, letters: int) -> str:
        start = self._at
        self._at += letters
        return self._text[start : self._at]

    def _number(self) -> int:
        found = _DIGITS.match(self._text, self._at)
        if not found:
            raise self._fault("number", given=self._here())
        if len(found[0].lstrip("0")) > len(str(MAX_NUMBER)):
            raise self._fault("too-high", given=found[0], maximum=MAX_NUMBER)
        self._take(len(found[0]))
        return int(found[0])

    def _here(self) -> str | Message:
        """Return the word or letter at this place, as it was given."""
        found = _LETTERS.match(self._text, self._at) or _DIGITS.match(self._text, self._at)
        end = found.end() if found else self._at + 1
        return self._given[self._at : end] or Message("formula.dice.end")

    def _since(self, start: int) -> str:
        return self._given[start : self._at].strip(" \t")

    def _fault(self, key: str, at: int | None = None, **values: Value) -> BadFormula:
        return BadFormula(self._given, self._at if at is None else at, Message(f"formula.dice.{key}", values))


class _Reader(_Letters):
    """Reads one formula from left to right."""

    def __init__(self, text: str, named: Mapping[str, tuple[Word, ...]]) -> None:
        super().__init__(text)
        self._named = named
        self._depth = 0
        self._dice = 0

    def whole(self) -> DiceTerm:
        """Return the whole formula."""
        if not self._next():
            raise self._fault("empty", at=0)
        term = self._sum()
        if self._next():
            raise self._fault("operator", given=self._here())
        return term

    # terms

    def _sum(self) -> DiceTerm:
        term = self._product()
        while self._next() in ("+", "-"):
            place = self._at
            sign = self._take(1)
            term = self._bounded(Calculation(sign, term, self._product()), place)
        return term

    def _product(self) -> DiceTerm:
        term = self._signed()
        while self._next() in ("*", "/"):
            place = self._at
            sign = self._take(1)
            self._next()
            start = self._at
            other = self._signed()
            if sign == "/" and other.span[0] <= 0 <= other.span[1]:
                raise self._fault("zero", at=start, given=self._since(start))
            term = self._bounded(Calculation(sign, term, other), place)
        return term

    def _signed(self) -> DiceTerm:
        if self._next() != "-":
            return self._single()
        self._nest()
        self._take(1)
        term = MinusTerm(self._signed())
        self._depth -= 1
        return term

    def _single(self) -> DiceTerm:
        letter, start = self._next(), self._at
        if letter == "(":
            return self._bracket()
        digits = _DIGITS.match(self._text, self._at)
        number = self._number() if digits else 1
        if self._next() == "d":
            return self._pool(number, start)
        if not digits:
            raise self._fault("term", given=self._here())
        return PlainNumber(number)

    def _bracket(self) -> DiceTerm:
        self._nest()
        self._take(1)
        term = self._sum()
        if self._next() != ")":
            raise self._fault("close", given=self._here())
        self._take(1)
        self._depth -= 1
        return term

    def _nest(self) -> None:
        self._depth += 1
        if self._depth > MAX_NESTING:
            raise self._fault("nested", maximum=MAX_NESTING)

    # pools

    def _pool(self, count: int, start: int) -> DiceTerm:
        if not 1 <= count <= MAX_DICE:
            raise self._fault("count", at=start, given=count, maximum=MAX_DICE)
        self._dice += count
        if self._dice > MAX_DICE:
            raise self._fault("too-many", at=start, given=self._dice, maximum=MAX_DICE)
        self._take(1)
        pool = DicePool(count, self._kind())
        while way := self._way():
            pool = self._changed(pool, way)
        if _SIGNS.match(self._text, self._at):
            pool = replace(pool, counts=self._comparison(pool.die))
        if pool.die.has_words and pool.counts is None:
            raise self._fault("words", at=start, given=self._since(start))
        return self._bounded(pool, start)

    def _bounded(self, term: Calculation | DicePool, place: int) -> DiceTerm:
        if max(map(abs, term.span)) > MAX_TOTAL:
            raise self._fault("too-great", at=place, maximum=MAX_TOTAL)
        return term

    def _kind(self) -> DieKind:
        letter, start = self._next(), self._at
        if letter == "%":
            self._take(1)
            return DieKind("%", _PERCENT)
        if letter == "f":
            self._take(1)
            return DieKind("F", _FATE)
        if letter == "[":
            return self._own_die()
        if not _DIGITS.match(self._text, start):
            raise self._fault("sides", given=self._here(), minimum=MIN_SIDES, maximum=MAX_SIDES)
        sides = self._number()
        if not MIN_SIDES <= sides <= MAX_SIDES:
            raise self._fault("sides", at=start, given=sides, minimum=MIN_SIDES, maximum=MAX_SIDES)
        return DieKind(str(sides), tuple(range(1, sides + 1)))

    def _own_die(self) -> DieKind:
        found = _NAME.match(self._text, self._at)
        if not found:
            raise self._fault("open-name", at=len(self._text))
        name = found[1].strip()
        faces = self._named.get(name)
        if not faces:
            key = "unknown-die" if self._named else "no-own-dice"
            raise self._fault(key, at=found.start(1), given=name, names=tuple(self._named))
        self._at = found.end()
        return DieKind(f"[{name}]", faces)

    # ways of rolling

    def _way(self) -> str:
        """Return the next way of rolling, "" if none is written."""
        letter = self._next()
        if found := _WAYS.match(self._text, self._at):
            return found[0]
        if letter == "d":
            raise self._fault("drop")
        if _LETTERS.match(letter):
            raise self._fault("way", given=self._here())
        return ""

    def _changed(self, pool: DicePool, way: str) -> DicePool:
        """Read *way* into *pool*."""
        place = self._at
        self._take(len(way))
        self._next()
        if way in ("r", "ro"):
            self._once(pool.rerolls, way, place)
            again = self._selected(pool.die, way, place)
            return replace(pool, rerolls=again, is_rerolled_once=way == "ro")
        if way == "!":
            self._once(pool.explodes, way, place)
            return replace(pool, explodes=self._selected(pool.die, way, place))
        if pool.die.has_words:
            raise self._fault("words-way", at=place, given=way, die=pool.die.name)
        if way in ("mi", "ma"):
            field = {"mi": "minimum", "ma": "maximum"}[way]
            self._once(getattr(pool, field), way, place)
            return replace(pool, **{field: self._number()})
        return replace(pool, keeps=self._keeps(pool, way, place))

    def _keeps(self, pool: DicePool, way: str, place: int) -> tuple[KeptDice, ...]:
        keep = KeptDice("kh" if way == "k" else way, self._number_of_dice())
        if pool.keeps and ("k" in keep.way + pool.keeps[0].way or len(pool.keeps) > 1 or pool.keeps[0].way == keep.way):
            raise self._fault("twice", at=place, given=way)
        return tuple(sorted((*pool.keeps, keep), key=lambda kept: kept.way))

    def _number_of_dice(self) -> int:
        start = self._at
        if not _DIGITS.match(self._text, start):
            return 1
        number = self._number()
        if not 1 <= number <= MAX_DICE:
            raise self._fault("kept-number", at=start, given=number, maximum=MAX_DICE)
        return number

    def _once(self, present: object, way: str, place: int) -> None:
        if present is not None:
            raise self._fault("twice", at=place, given=way)

    # faces

    def _selected(self, die: DieKind, way: str, place: int) -> FaceTest:
        """Read the faces that *way* is about, or take the usual one."""
        if _SIGNS.match(self._text, self._at):
            selected = self._comparison(die)
        elif _DIGITS.match(self._text, self._at) and not die.has_words:
            selected = FaceTest("=", self._number())
        elif die.has_words:
            raise self._fault("which-face", given=way, names=_names(die))
        else:
            selected = FaceTest("=", max(die.numbers) if way == "!" else min(die.numbers))
        if way != "ro" and all(map(selected.matches, die.faces)):
            raise self._fault("endless", at=place, given=self._since(place))
        return selected

    def _comparison(self, die: DieKind) -> FaceTest:
        found, place = _SIGNS.match(self._text, self._at), self._at
        sign = self._take(len(found[0]) if found else 0)
        negative = self._next() == "-" and not die.has_words
        if die.has_words:
            if sign != "=":
                raise self._fault("words-compared", at=place, given=sign, names=_names(die))
            return FaceTest(sign, self._face(die))
        if negative:
            self._take(1)
        number = self._number()
        return FaceTest(sign, -number if negative else number)

    def _face(self, die: DieKind) -> Word:
        """Read one of the faces of *die*; the longest that fits."""
        for face in sorted(die.faces, key=lambda face: -len(str(face))):
            name = str(face).lower()
            end = self._at + len(name)
            if self._text.startswith(name, self._at) and not _RUN.match(self._text[end : end + 1].replace("-", " ")):
                self._take(len(name))
                return face
        found = _RUN.match(self._text, self._at)
        given = self._given[self._at : found.end()] if found else self._here()
        raise self._fault("unknown-face", given=given, names=_names(die))


def _names(die: DieKind) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(str, die.faces)))
