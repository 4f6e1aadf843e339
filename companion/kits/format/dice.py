"""Reads a kit's dice: plain ones, formulas, free ones, pools."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.engine.chance import Word
from companion.engine.values.message import Message, Value
from companion.kits.format.checks import LONGEST_WORDS, UNNAMED, Checks, is_text, missing
from companion.kits.format.flow import PoolDie
from companion.kits.format.spec import BLANK, SYMBOLS, CounterSpec, DiceSpec, symbols_of
from companion.kits.formulas.dice import parse_dice
from companion.kits.formulas.fault import BadFormula
from companion.kits.formulas.terms import MAX_DICE, DiceFormula, DicePool

DICE_LOOKS = ("d10", "plain", "blue")
MAX_FACES = 100
MAX_FACE = 999
FREE = "free"
MAX_ROLLS = 20
SHOWN = ("all", "roller")
_RANGE = re.compile(r"(\d{1,3})-(\d{1,3})")
_SOME_DICE = re.compile(r"(\d{1,2}) (\S+)")
_POOL = '["2 ability", "1 difficulty"]'

Data = Mapping[str, Any]
Faces = Mapping[str, tuple[Word, ...]]


def dice(checks: Checks, data: Data) -> tuple[DiceSpec, ...]:
    """Return the dice of the kit file *data*, then its pools."""
    tables = list(checks.components("dice", data))
    faces = {
        name: row(checks, f"{where} faces", table.get("faces"), has_symbols=True)
        for where, name, table in tables
        if "roll" not in table
    }
    plain = tuple(_dice(checks, where, name, table, faces=faces) for where, name, table in tables)
    pools = checks.components("pool", data)
    return (*plain, *(_pool(checks, where, name, table, faces=faces) for where, name, table in pools))


def counted(
    checks: Checks, data: Data, dice: Iterable[DiceSpec], counters: Iterable[CounterSpec]
) -> tuple[DiceSpec, ...]:
    """Return *dice*, some with one of *counters* for their number.

    The kit file *data* names it.
    """
    numbers = {counter.name: counter for counter in counters if not counter.ticks}
    return tuple(_counted(checks, data, spec, numbers) for spec in dice)


def _counted(checks: Checks, data: Data, spec: DiceSpec, numbers: Mapping[str, CounterSpec]) -> DiceSpec:
    given = data["dice"].get(spec.name, {}).get("count") if spec.faces else None
    if not _is_name(given):
        return spec
    name = str(given)
    if name not in numbers:
        checks.fault(f"[dice.{spec.name}] count", missing("counter", name, tuple(numbers)))
        return spec
    return replace(spec, count=max(1, min(MAX_DICE, numbers[name].start)), counted_by=name)


def _is_name(given: Any) -> bool:
    """Return True if *given* is meant as the name of a counter."""
    return isinstance(given, str) and given[:1].isalpha()


def _dice(checks: Checks, where: str, name: str, table: Data, *, faces: Faces) -> DiceSpec:
    _label(checks, where, name, table)
    roll = table.get("roll")
    is_free, count = roll == FREE, table.get("count", 1)
    formula = None
    if "roll" in table:
        for key in ("faces", "count"):
            if key in table:
                checks.fault(f"{where} {key}", Message("kit-fault.roll-alone", {"example": 'roll = "2d6"'}))
        formula = None if is_free else formula_of(checks, f"{where} roll", roll, faces)
    spec = DiceSpec(
        name,
        faces.get(name, ()) if "roll" not in table else (),
        checks.number(f"{where} count", 1 if _is_name(count) else count, 1, MAX_DICE),
        checks.one_of(f"{where} look", table.get("look", "plain"), DICE_LOOKS),
        formula=formula,
        is_free=is_free,
        rolls=checks.number(f"{where} rolls", table.get("rolls", 1), 1, MAX_ROLLS),
        is_hidden=checks.one_of(f"{where} shown", table.get("shown", "all"), SHOWN) == "roller",
    )
    _check_rolls(checks, where, spec)
    return spec


def _check_rolls(checks: Checks, where: str, spec: DiceSpec) -> None:
    """Check that only plain dice are kept or hidden."""
    if spec.rolls > 1 and (spec.is_free or (spec.formula is not None and not _is_plain(spec.formula))):
        checks.fault(f"{where} rolls", Message("kit-fault.plain-rolls", {"example": "5d6"}))
    if spec.is_hidden and spec.is_free:
        checks.fault(f"{where} shown", Message("kit-fault.free-shown", {"example": "5d6"}))


def _is_plain(formula: DiceFormula) -> bool:
    term = formula.term
    return isinstance(term, DicePool) and term == DicePool(term.count, term.die)


def formula_of(checks: Checks, where: str, given: Any, faces: Faces) -> DiceFormula | None:
    """Return the dice notation *given*, with own dice of these *faces*."""
    expected = Message("kit-fault.roll", {"example": "4d6kh3+2", "free": FREE})
    if not checks.expect(isinstance(given, str), where, expected, given):
        return None
    try:
        return parse_dice(given, {name: each for name, each in faces.items() if each})
    except BadFormula as error:
        checks.bad_formula(where, error.said, error.caret)
        return None


def _label(checks: Checks, where: str, name: str, table: Data) -> None:
    if "label" in table:
        label = table["label"]
        expected = Message("kit-fault.word", {"maximum": LONGEST_WORDS})
        if checks.expect(is_text(label, LONGEST_WORDS), f"{where} label", expected, label):
            checks.written[name] = label


def row(checks: Checks, where: str, given: Any, *, has_symbols: bool = False) -> tuple[Word, ...]:
    """Return the ticks of a counter, or the faces of a die.

    A face *has_symbols*: it may be a list of them; an empty one is blank.
    """
    span = _RANGE.fullmatch(given) if isinstance(given, str) else None
    listed = list(range(int(span[1]), int(span[2]) + 1)) if span is not None else given
    good = isinstance(listed, list) and 2 <= len(listed) <= MAX_FACES
    words = [_face(word) if has_symbols else word for word in listed] if good else []
    good = good and all(_is_face(word) for word in words)
    expected = Message("kit-fault.faces" if has_symbols else "kit-fault.ticks", {"maximum": MAX_FACES})
    if not checks.expect(good, where, expected, given):
        return ()
    for word in dict.fromkeys(word for word in words if isinstance(word, str)):
        for symbol in symbols_of(word) if has_symbols else (word,):
            checks.name(where, symbol)
    return tuple(words)


def _is_face(word: Any) -> bool:
    return (type(word) is int and 0 <= word <= MAX_FACE) or (isinstance(word, str) and bool(word))


def _face(given: Any) -> Any:
    """Return a list of symbols as one word."""
    if isinstance(given, list) and len(given) <= MAX_DICE and all(isinstance(symbol, str) for symbol in given):
        return SYMBOLS.join(given) or BLANK
    return given


def _pool(checks: Checks, where: str, name: str, table: Data, *, faces: Faces) -> DiceSpec:
    _label(checks, where, name, table)
    given = table.get("dice")
    lines = given if isinstance(given, list) and 1 <= len(given) <= MAX_DICE else []
    checks.expect(bool(lines), f"{where} dice", Message("kit-fault.pool", {"example": _POOL}), given)
    dice = tuple(die for line in lines if (die := _some_dice(checks, f"{where} dice", line, faces)) is not None)
    checks.fault_twice(f"{where} dice", tuple(die.name for die in dice))
    total = sum(die.count for die in dice)
    if dice and not 1 <= total <= MAX_DICE:
        most: dict[str, Value] = {"maximum": MAX_DICE, "given": total}
        checks.fault(f"{where} dice", Message("kit-fault.pool-size", most))
    return DiceSpec(
        name,
        look=checks.one_of(f"{where} look", table.get("look", "plain"), DICE_LOOKS),
        pool=dice,
        cancel=_cancel(checks, f"{where} cancel", table.get("cancel", []), _symbols(dice)),
    )


def _some_dice(checks: Checks, where: str, given: Any, faces: Faces) -> PoolDie | None:
    found = _SOME_DICE.fullmatch(given) if isinstance(given, str) else None
    if found is None:
        checks.expect(False, where, Message("kit-fault.pool", {"example": _POOL}), given)
        return None
    count, name = int(found[1]), found[2]
    if name not in faces:
        checks.fault(where, missing("die", name, faces))
        return None
    return PoolDie(name, count, faces[name]) if name != UNNAMED else None


def _symbols(dice: tuple[PoolDie, ...]) -> tuple[str, ...]:
    words = (face for die in dice for face in die.faces if isinstance(face, str))
    return tuple(dict.fromkeys(symbol for word in words for symbol in symbols_of(word)))


def _cancel(checks: Checks, where: str, given: Any, symbols: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    good = isinstance(given, list) and len(given) <= MAX_DICE
    good = good and all(isinstance(pair, list) and len(pair) == 2 for pair in given)
    expected = Message("kit-fault.cancel", {"example": '[["success", "failure"]]'})
    if not checks.expect(good, where, expected, given):
        return ()
    for symbol in (symbol for pair in given for symbol in pair):
        if symbol not in symbols:
            checks.fault(where, missing("symbol", symbol, symbols))
    return tuple((str(first), str(second)) for first, second in given)
