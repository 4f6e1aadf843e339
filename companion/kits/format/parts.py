"""Reads the passive parts of a kit: lists, counters, tokens and badges."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from companion.engine.values.message import Message, Value
from companion.kits.format.checks import KEYS, MAX_WORDS, Checks
from companion.kits.format.dice import row
from companion.kits.format.flow import HIGHEST_COMPARED, CompareSpec, Whose
from companion.kits.format.spec import (
    BadgeSpec,
    CounterSpec,
    GroupSpec,
    StateSpec,
    TokenSpec,
    Wins,
)
from companion.kits.formulas.vocabulary import RESERVED

STATE_LOOKS = ("plain", "land", "water", "hole", "lit")
MAX_TOKENS = MAX_WORDS
MAX_NUMBER = 999_999
"""The greatest number of a counter."""
_MAX_STATES = 8
_MAX_CHOICES = 8
MAX_BADGES = 99
_WIDEST_SHAPE = 12
_SHAPE_ROW = re.compile(r"[.x]+")

_NUMBER_KEYS = ("each", "from", "to", "steps", "target", "wins", "ends")
EACH: Mapping[str, Whose] = {"person": "person", "team": "team"}
WINS: Mapping[str, Wins] = {"highest": "highest", "lowest": "lowest", "first": "first"}
_MAX_STEPS = 8
_WIDEST_STEP = 9_999

Data = Mapping[str, Any]
Lists = Mapping[str, tuple[str, ...]]
"""Names as ``list:NAME`` with their words."""


def is_list(given: Any) -> bool:
    """Return True if *given* refers to a list of names."""
    return isinstance(given, str) and given.startswith("list:")


def lists(checks: Checks, data: Data) -> Mapping[str, tuple[str, ...]]:
    """Return the lists of names of the kit file *data*, as ``list:NAME``."""
    tables = checks.components("list", data)
    return {f"list:{name}": checks.words(f"{where} names", table.get("names"), 1) for where, name, table in tables}


def counters(checks: Checks, data: Data) -> tuple[CounterSpec, ...]:
    """Return the counters of the kit file *data*."""
    found = []
    for where, name, table in checks.components("counter", data):
        has_ticks = "ticks" in table or "option" in table
        found.append((_ticks if has_ticks else _number)(checks, where, name, table))
    return tuple(found)


def groups(checks: Checks, data: Data, lists: Lists) -> tuple[GroupSpec, ...]:
    """Return the groups of tokens of the kit file *data*."""
    found = tuple(
        _group(checks, where, name, table, lists=lists) for where, name, table in checks.components("token", data)
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
            checks.number(f"{where} stock", table.get("stock"), 1, MAX_BADGES),
            checks.sign(f"{where} sign", table.get("sign", "")),
        )
        for where, name, table in checks.components("badge", data)
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
    if not checks.expect(isinstance(given, Mapping), where, Message("kit-fault.table", {"example": where}), given):
        return None
    checks.known(where, table, KEYS["compare"])
    between = checks.names(f"{where} between", table.get("between"), 2, 2)
    maximum = checks.number(f"{where} most", table.get("most", HIGHEST_COMPARED), 1, HIGHEST_COMPARED)
    dice = {key: checks.one_of(f"{where} {key}", table.get(key), dice_names) for key in ("equal", "higher")}
    if "lower" in table:
        dice["lower"] = checks.one_of(f"{where} lower", table["lower"], dice_names)
    return CompareSpec((between[0], between[1]), maximum, **dice) if len(between) == 2 else None


def _ticks(checks: Checks, where: str, name: str, table: Data) -> CounterSpec:
    for key in _NUMBER_KEYS:
        if key in table:
            checks.fault(f"{where} {key}", Message("kit-fault.with-ticks", {"example": "to = 20"}))
    ticks = row(checks, f"{where} ticks", table.get("ticks"))
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


def _number(checks: Checks, where: str, name: str, table: Data) -> CounterSpec:
    """Return a counter without ticks.

    With a highest number alone, the lowest is 0.
    """
    last = table.get("to")
    least = 0 if type(last) is int and last > 0 else -MAX_NUMBER
    lowest = checks.number(f"{where} from", table.get("from", least), -MAX_NUMBER, MAX_NUMBER)
    highest = checks.number(f"{where} to", table.get("to", MAX_NUMBER), lowest, MAX_NUMBER)
    start = table.get("start", max(lowest, min(0, highest)))
    target = table.get("target")
    if name in RESERVED:
        checks.fault(where, Message("kit-fault.reserved", {"name": repr(name)}))
    ends = checks.flag(f"{where} ends", table.get("ends", False))
    if ends and target in (None, start):
        checks.fault(f"{where} ends", Message("kit-fault.ends", {"example": "target = 100"}))
    return CounterSpec(
        name,
        ends=ends,
        each=EACH[checks.one_of(f"{where} each", table.get("each", ""), tuple(EACH))] if "each" in table else "",
        lowest=lowest,
        highest=highest,
        start=checks.number(f"{where} start", start, lowest, highest),
        steps=_steps(checks, f"{where} steps", table.get("steps", [1, -1])),
        target=None if target is None else checks.number(f"{where} target", target, lowest, highest),
        wins=WINS[checks.one_of(f"{where} wins", table.get("wins", "highest"), tuple(WINS))],
    )


def _steps(checks: Checks, where: str, given: Any) -> tuple[int, ...]:
    good = isinstance(given, list) and 1 <= len(given) <= _MAX_STEPS
    good = good and all(type(step) is int and 0 < abs(step) <= _WIDEST_STEP for step in given)
    about: dict[str, Value] = {"maximum": _MAX_STEPS, "widest": _WIDEST_STEP, "example": "[1, 5, -1]"}
    return tuple(given) if checks.expect(good, where, Message("kit-fault.counter-steps", about), given) else (1, -1)


def _group(checks: Checks, where: str, name: str, table: Data, *, lists: Lists) -> GroupSpec:
    given = table.get("names", [name])
    if is_list(given):
        names = checks.named(f"{where} names", given, lists) or ()
    else:
        names = checks.names(f"{where} names", given, 1, MAX_TOKENS)
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
