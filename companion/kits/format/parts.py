"""Reads the passive parts of a kit: dice, counters, tokens and badges."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from companion.engine.chance import Word
from companion.engine.values.message import Message
from companion.kits.format.checks import Checks
from companion.kits.format.spec import (
    HIGHEST_COMPARED,
    BadgeSpec,
    CompareSpec,
    CounterSpec,
    DiceSpec,
    GroupSpec,
    StateSpec,
    TokenSpec,
)

DICE_LOOKS = ("d10", "plain", "blue")
STATE_LOOKS = ("plain", "land", "water", "hole", "lit")
MAX_TOKENS = 60
_MAX_DICE = 5
_MAX_FACES = 100
_MAX_STATES = 8
_MAX_CHOICES = 8
_MAX_BADGES = 99
_WIDEST_SHAPE = 12
_RANGE = re.compile(r"(\d{1,3})-(\d{1,3})")
_SHAPE_ROW = re.compile(r"[.x]+")

Data = Mapping[str, Any]


def dice(checks: Checks, data: Data) -> tuple[DiceSpec, ...]:
    """Return the dice of the kit file *data*."""
    return tuple(
        DiceSpec(
            name,
            _row(checks, f"{where} faces", table.get("faces")),
            checks.number(f"{where} count", table.get("count", 1), 1, _MAX_DICE),
            checks.one_of(f"{where} look", table.get("look", "plain"), DICE_LOOKS),
        )
        for where, name, table in checks.components("dice", data, ("look", "count", "faces"))
    )


def counters(checks: Checks, data: Data) -> tuple[CounterSpec, ...]:
    """Return the counters of the kit file *data*."""
    return tuple(
        _counter(checks, where, name, table)
        for where, name, table in checks.components("counter", data, ("ticks", "start", "option"))
    )


def groups(checks: Checks, data: Data) -> tuple[GroupSpec, ...]:
    """Return the groups of tokens of the kit file *data*."""
    found = tuple(
        _group(checks, where, name, table)
        for where, name, table in checks.components("token", data, ("states", "looks", "names", "signs", "shape"))
    )
    tokens = tuple(token.name for group in found for token in group.tokens)
    if len(tokens) > MAX_TOKENS:
        checks.fault(
            "[token.NAME]", Message("kit-fault.too-many-tokens", {"maximum": MAX_TOKENS, "given": len(tokens)})
        )
    return found


def badges(checks: Checks, data: Data) -> tuple[BadgeSpec, ...]:
    """Return the kinds of badge of the kit file *data*."""
    return tuple(
        BadgeSpec(
            name,
            checks.number(f"{where} stock", table.get("stock"), 1, _MAX_BADGES),
            checks.sign(f"{where} sign", table.get("sign", "")),
        )
        for where, name, table in checks.components("badge", data, ("stock", "sign"))
    )


def compare(checks: Checks, data: Data, dice_names: Collection[str]) -> CompareSpec | None:
    """Return the comparison of the kit file *data*, None for none.

    Its dice are among *dice_names*.
    """
    given = data.get("compare")
    if given is None:
        return None
    where = "[compare]"
    table: Data = given if isinstance(given, Mapping) else {}
    if not checks.expect(isinstance(given, Mapping), where, Message("kit-fault.table"), given):
        return None
    checks.known(where, table, ("between", "most", "equal", "higher", "lower"))
    between = checks.names(f"{where} between", table.get("between"), 2, 2)
    maximum = checks.number(f"{where} most", table.get("most", HIGHEST_COMPARED), 1, HIGHEST_COMPARED)
    dice = {key: checks.one_of(f"{where} {key}", table.get(key), dice_names) for key in ("equal", "higher")}
    if "lower" in table:
        dice["lower"] = checks.one_of(f"{where} lower", table["lower"], dice_names)
    return CompareSpec((between[0], between[1]), maximum, **dice) if len(between) == 2 else None


def _row(checks: Checks, where: str, given: Any, mixed: bool = False) -> tuple[Word, ...]:
    """Return the faces of a die or the ticks of a counter.

    Only a counter's may be *mixed*.
    """
    span = _RANGE.fullmatch(given) if isinstance(given, str) else None
    row = list(range(int(span[1]), int(span[2]) + 1)) if span is not None else given
    good = isinstance(row, list) and 2 <= len(row) <= _MAX_FACES
    numbers = [word for word in row if type(word) is int and 0 <= word <= 999] if good else []
    words = [word for word in row if isinstance(word, str) and word] if good else []
    expected = Message("kit-fault.ticks" if mixed else "kit-fault.faces", {"maximum": _MAX_FACES})
    whole = len(numbers) + len(words) == len(row) if good else False
    if not checks.expect(good and whole and (mixed or not (numbers and words)), where, expected, given):
        return ()
    for word in dict.fromkeys(words):
        checks.name(where, word)
    return tuple(row)


def _counter(checks: Checks, where: str, name: str, table: Data) -> CounterSpec:
    ticks = _row(checks, f"{where} ticks", table.get("ticks"), mixed=True)
    last = max(1, len(ticks))
    start = table.get("start", 1)
    if "option" not in table:
        return CounterSpec(name, ticks, (("", checks.number(f"{where} start", start, 1, last)),))
    option = checks.name(f"{where} option", table["option"])
    good = isinstance(start, Mapping) and 2 <= len(start) <= _MAX_CHOICES
    expected = Message("kit-fault.starts", {"maximum": _MAX_CHOICES, "example": "{ easy = 1, hard = 3 }"})
    if not checks.expect(good, f"{where} start", expected, start):
        return CounterSpec(name, ticks)
    starts = tuple(
        (checks.name(f"{where} start", choice), checks.number(f"{where} start {choice}", tick, 1, last))
        for choice, tick in start.items()
    )
    return CounterSpec(name, ticks, starts, option)


def _group(checks: Checks, where: str, name: str, table: Data) -> GroupSpec:
    names = checks.names(f"{where} names", table.get("names", [name]), 1, MAX_TOKENS)
    states = checks.names(f"{where} states", table.get("states"), 2, _MAX_STATES)
    signs = table.get("signs", {})
    if checks.expect(isinstance(signs, Mapping), f"{where} signs", Message("kit-fault.signs"), signs):
        checks.known(f"{where} signs", signs, names)
        signs = {token: checks.sign(f"{where} signs {token}", sign) for token, sign in signs.items()}
    else:
        signs = {}
    return GroupSpec(
        name,
        tuple(TokenSpec(token, signs.get(token, "")) for token in names),
        tuple(map(StateSpec, states, _looks(checks, f"{where} looks", table.get("looks"), len(states)))),
        _shape(checks, f"{where} shape", table.get("shape", []), len(names)),
    )


def _looks(checks: Checks, where: str, given: Any, count: int) -> tuple[str, ...]:
    if given is None:
        return ("plain",) * count
    good = isinstance(given, list) and len(given) == count
    if not checks.expect(good, where, Message("kit-fault.looks", {"states": count}), given):
        return ("plain",) * count
    return tuple(checks.one_of(where, look, STATE_LOOKS) for look in given)


def _shape(checks: Checks, where: str, given: Any, count: int) -> tuple[str, ...]:
    rows = given if isinstance(given, list) and all(isinstance(row, str) for row in given) else None
    good = rows is not None and all(len(row) == len(rows[0]) and _SHAPE_ROW.fullmatch(row) for row in rows)
    good = good and rows is not None and len(rows) <= _WIDEST_SHAPE and all(len(row) <= _WIDEST_SHAPE for row in rows)
    if not checks.expect(good, where, Message("kit-fault.shape", {"maximum": _WIDEST_SHAPE}), given):
        return ()
    places = sum(row.count("x") for row in given)
    if given and places != count:
        checks.fault(where, Message("kit-fault.places", {"names": count, "given": places}))
    return tuple(given)
