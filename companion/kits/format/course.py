"""Reads the course of a kit's game.

Turns, rounds, timers, teams, score sheets, rules and actions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.chance import Word
from companion.engine.values.message import Message, Value
from companion.kits.format.checks import KEYS, Checks, cut, missing, one_of
from companion.kits.format.effects import TURNING, Doer, EffectReader, Things, expression
from companion.kits.format.flow import (
    ActionSpec,
    Counts,
    EventKind,
    Order,
    Passes,
    RoundSpec,
    RowSpec,
    Rule,
    SheetSpec,
    Starts,
    TimerSpec,
    TurnSpec,
    ValueSpec,
)
from companion.kits.format.spec import DeckSpec, DiceSpec, Kit, WheelSpec, symbols_of
from companion.kits.formulas.expression import parse_expression
from companion.kits.formulas.fault import BadFormula, meant
from companion.kits.formulas.terms import pools_of
from companion.kits.formulas.tree import ConditionExpression
from companion.kits.formulas.vocabulary import DICE_WORDS, RESERVED, Vocabulary

MAX_RULES = 200
"""Maximum number of conditions with effects in all events."""
MAX_SECONDS = 24 * 60 * 60
_MAX_STEPS = 12
_MAX_TEAMS = 8
_MAX_ROWS = 30
STARTS: Mapping[str, Starts] = {"chosen": "chosen", "random": "random", "roll": "roll"}
ORDERS: Mapping[str, Order] = {"left": "left", "right": "right"}
COUNTS: Mapping[str, Counts] = {"demand": "demand", "turn": "turn", "person": "person"}
_PASSES: Mapping[str, tuple[Passes, str]] = {
    "after roll": ("after roll", "dice"),
    "after sheet": ("after sheet", "sheet"),
    "after timer": ("after timer", "timer"),
}
BY_HAND = "by hand"
FIRST = ("stays", "moves")
BY = ("active", "anybody")
_A_CONDITION = Message("kit-fault.condition", {"example": "pot > 0"})
_EVENTS: Mapping[str, EventKind] = {
    "turn begins": "turn begins", "turn ends": "turn ends", "round ends": "round ends",
}  # fmt: skip
_OF_THINGS: Mapping[str, EventKind] = {
    "roll": "roll", "spin": "spin", "draw": "draw", "counter": "counter", "timer": "timer",
}  # fmt: skip
_KINDS = {"roll": "dice", "spin": "wheel", "draw": "deck", "counter": "counter", "timer": "timer"}
SPELLED_EVENTS = (
    *("roll DICE", "spin WHEEL", "draw DECK", "counter COUNTER", "timer TIMER"),
    *("turn begins", "turn ends", "round ends"),
)

Data = Mapping[str, Any]


def turn(checks: Checks, data: Data, things: Things) -> TurnSpec | None:
    """Return the turn of the kit file *data*, None for none."""
    if "turn" not in data:
        return None
    where = "[turn]"
    table = checks.table(where, data["turn"])
    checks.known(where, table, KEYS["turn"])
    starts = STARTS[checks.one_of(f"{where} starts", table.get("starts", "chosen"), tuple(STARTS))]
    passes, name = _passes(checks, f"{where} passes", table.get("passes", BY_HAND), things)
    order = ORDERS[checks.one_of(f"{where} order", table.get("order", "left"), tuple(ORDERS))]
    return TurnSpec(starts, passes, name, order)


def _passes(checks: Checks, where: str, given: Any, things: Things) -> tuple[Passes, str]:
    named = {**things.named, "sheet": things.sheets}
    ways: dict[str, tuple[Passes, str]] = {BY_HAND: ("by hand", "")}
    for way, (passes, kind) in _PASSES.items():
        ways |= {f"{way} {name}": (passes, name) for name in named[kind]}
        if len(named[kind]) == 1:
            ways[way] = (passes, named[kind][0])
    if isinstance(given, str) and given in ways:
        return ways[given]
    checks.one_of(where, given, tuple(ways))
    return "by hand", ""


def rounds(checks: Checks, data: Data) -> RoundSpec | None:
    """Return the round of the kit file *data*, None for none."""
    if "round" not in data:
        return None
    where = "[round]"
    table = checks.table(where, data["round"])
    checks.known(where, table, KEYS["round"])
    steps = checks.words(f"{where} steps", table["steps"], 2, _MAX_STEPS) if "steps" in table else ()
    return RoundSpec(steps, checks.one_of(f"{where} first", table.get("first", FIRST[0]), FIRST) == "moves")


def timers(checks: Checks, data: Data) -> tuple[TimerSpec, ...]:
    """Return the timers of the kit file *data*."""
    found = []
    for where, name, table in checks.components("timer", data):
        counts = COUNTS[checks.one_of(f"{where} counts", table.get("counts", "demand"), tuple(COUNTS))]
        seconds = checks.number(f"{where} seconds", table.get("seconds"), 1, MAX_SECONDS)
        found.append(TimerSpec(name, seconds, counts, checks.flag(f"{where} sound", table.get("sound", True))))
    return tuple(found)


def teams(checks: Checks, data: Data) -> tuple[str, ...]:
    """Return the names of the teams of the kit file *data*."""
    if "team" not in data:
        return ()
    where = "[team]"
    table = checks.table(where, data["team"])
    checks.known(where, table, KEYS["team"])
    names = checks.words(f"{where} names", table.get("names"), 2, _MAX_TEAMS)
    if "table" in names:
        checks.fault(f"{where} names", Message("kit-fault.reserved", {"name": "'table'"}))
    return names


def has_turns(kit: Kit) -> bool:
    """Return True if something in *kit* needs turns."""
    is_timed = any(timer.counts != "demand" for timer in kit.timers)
    is_told = any(rule.event in _EVENTS for rule in kit.rules)
    return is_timed or is_told or any(effect.kind in TURNING for effect in kit.effects())


def values(checks: Checks, data: Data, things: Things, all_dice: Collection[DiceSpec]) -> tuple[ValueSpec, ...]:
    """Return the named formulas of the kit file *data*.

    Each may use those above it.
    """
    dice = [each for each in all_dice if not each.is_hidden]
    faces = tuple(dict.fromkeys(face for each in dice for face in faces_of(each)))
    symbols = tuple(symbol for face in faces if isinstance(face, str) for symbol in symbols_of(face))
    rolled = _Rolled(faces if symbols else (), symbols, has_dice=bool(dice))
    for where, name, table in checks.components("value", data):
        if name in RESERVED or name in DICE_WORDS:
            checks.fault(where, Message("kit-fault.reserved", {"name": repr(name)}))
        found = _value(checks, f"{where} is", table.get("is"), things, rolled=rolled)
        if found is not None:
            things = replace(things, values=(*things.values, replace(found, name=name)))
    return things.values


class _Rolled(Struct, frozen=True):
    """The *faces* of dice, () for any number, and their *symbols*."""

    faces: tuple[Word, ...]
    symbols: tuple[str, ...]
    has_dice: bool

    def names(self, things: Things) -> Vocabulary:
        """Return the names of a formula about any roll."""
        known = things.vocabulary
        numbers, conditions = things.valued(of_dice=True)
        return replace(
            known,
            numbers=tuple(dict.fromkeys((*known.numbers, *numbers, *self.symbols))),
            conditions=(*known.conditions, *conditions),
            faces=self.faces,
            has_dice=True,
        )


def _value(checks: Checks, where: str, given: Any, things: Things, *, rolled: _Rolled) -> ValueSpec | None:
    text = given if isinstance(given, str) else None
    if text is None:
        checks.expect(False, where, Message("kit-fault.value", {"example": "pot * 2"}), given)
        return None
    try:
        return ValueSpec("", parse_expression(text, things.vocabulary, "either"))
    except BadFormula:
        names = rolled.names(things) if rolled.has_dice else things.vocabulary
    found = expression(checks, where, text, names, expect="either")
    return None if found is None else ValueSpec("", found, of_dice=True)


class EventParts(Struct, frozen=True):
    """The parts of a kit that events are about."""

    dice: tuple[DiceSpec, ...]
    wheels: tuple[WheelSpec, ...]
    decks: tuple[DeckSpec, ...]


class CourseReader:
    """Reads rules, actions and sheets of a kit with these *things*."""

    def __init__(self, checks: Checks, things: Things, effects: EffectReader, played: EventParts) -> None:
        self._checks = checks
        self._things = things
        self._effects = effects
        self._dice = {dice.name: dice for dice in played.dice}
        self._segments = {wheel.name: tuple(each.name for each in wheel.segments) for wheel in played.wheels}
        self._cards = {
            deck.name: (*(card.name for card in deck.cards if not card.secret), *deck.ways) for deck in played.decks
        }

    def sheets(self, data: Data) -> tuple[SheetSpec, ...]:
        """Return the score sheets of the kit file *data*."""
        return tuple(self._sheet(*found) for found in self._checks.components("sheet", data))

    def _sheet(self, where: str, name: str, table: Data) -> SheetSpec:
        dice = next((each.name for each in self._dice.values() if not each.is_hidden), "")
        if "dice" in table:
            shown = [each.name for each in self._dice.values() if not each.is_hidden]
            dice = self._checks.one_of(f"{where} dice", table["dice"], shown)
        rows = self._rows(f"{where} rows", table.get("rows"), self._of_dice(dice), is_first=True)
        names = tuple(row.name for row in rows)
        known = self._things.vocabulary
        known = replace(known, numbers=(*known.numbers, *names))
        bonus = self._rows(f"{where} bonus", table["bonus"], known, is_first=False) if "bonus" in table else ()
        self._checks.fault_twice(where, (*names, *(row.name for row in bonus)))
        return SheetSpec(name, rows, bonus, dice if any(row.value for row in rows) else "")

    def _rows(self, where: str, given: Any, names: Vocabulary, *, is_first: bool) -> tuple[RowSpec, ...]:
        """Return the rows of a sheet; only bonus rows need a value."""
        if is_first and isinstance(given, list):
            return tuple(RowSpec(name) for name in self._checks.words(where, given, 1, _MAX_ROWS))
        good = isinstance(given, Mapping) and 1 <= len(given) <= _MAX_ROWS
        good = good and all(isinstance(value, str) for value in given.values())
        about: dict[str, Value] = {"maximum": _MAX_ROWS, "example": '{ ones = "count 1", chance = "sum" }'}
        if not self._checks.expect(good, where, Message("kit-fault.rows", about), given):
            return ()
        return tuple(self._row(f"{where} {cut(name)}", name, text, names) for name, text in given.items())

    def _row(self, where: str, name: str, text: str, names: Vocabulary) -> RowSpec:
        if name in RESERVED:
            self._checks.fault(where, Message("kit-fault.reserved", {"name": repr(name)}))
        value = expression(self._checks, where, text, names, expect="number") if text else None
        return RowSpec(self._checks.name(where, name), value)

    def actions(self, data: Data) -> tuple[ActionSpec, ...]:
        """Return the actions of the kit file *data*."""
        return tuple(self._action(*found) for found in self._checks.components("action", data))

    def _action(self, where: str, name: str, table: Data) -> ActionSpec:
        does = self._effects.effects(f"{where} does", table.get("does"), Doer())
        by = self._checks.one_of(f"{where} by", table.get("by", BY[0]), BY)
        when = self._condition(f"{where} when", table["when"]) if "when" in table else None
        return ActionSpec(name, does, when, by == "anybody")

    def _condition(self, where: str, given: Any) -> ConditionExpression | None:
        text = given if isinstance(given, str) else None
        if text is None:
            self._checks.expect(False, where, _A_CONDITION, given)
            return None
        return expression(self._checks, where, text, self._things.vocabulary, expect="condition")

    def rules(self, data: Data) -> tuple[Rule, ...]:
        """Return the rules of the kit file *data*, in the file's order."""
        tables = self._checks.tables("[on.EVENT]", data.get("on", {}))
        count = sum(map(len, tables.values()))
        if count > MAX_RULES:
            too_many: dict[str, Value] = {"maximum": MAX_RULES, "given": count}
            self._checks.fault("[on.EVENT]", Message("kit-fault.too-many", too_many))
        return tuple(islice(self._rules(tables), MAX_RULES))

    def _rules(self, tables: Mapping[str, Data]) -> Iterator[Rule]:
        for event, table in tables.items():
            where = f'[on."{cut(event)}"]'
            found = self._event(where, event)
            if found is None:
                continue
            kind, name, names = found
            for text, given in table.items():
                place = f"{where} {cut(repr(text))}"
                condition = expression(self._checks, place, text, names, expect="condition")
                does = self._effects.effects(place, given, Doer(names=names))
                if condition is not None:
                    yield Rule(kind, name, condition, does)

    def _event(self, where: str, event: str) -> tuple[EventKind, str, Vocabulary] | None:
        """Return an *event* as kind, name and names for its conditions."""
        verb, _, name = event.partition(" ")
        if event in _EVENTS:
            return _EVENTS[event], "", self._things.vocabulary
        if verb not in _OF_THINGS:
            expected = Message("kit-fault.wanted", {"expected": one_of(SPELLED_EVENTS)})
            similar = (*_EVENTS, *(f"{each} {name}" for each in _OF_THINGS))
            self._checks.fault(where, meant(expected, event, similar))
            return None
        known = {**self._things.named, "counter": self._things.counters, "dice": tuple(self._dice)}[_KINDS[verb]]
        if name not in known:
            self._checks.fault(where, missing(_KINDS[verb], name, known))
            return None
        return _OF_THINGS[verb], name, self._names_of(where, verb, name)

    def _names_of(self, where: str, verb: str, name: str) -> Vocabulary:
        match verb:
            case "roll":
                if self._dice[name].is_hidden:
                    self._checks.fault(where, Message("kit-fault.hidden-rule"))
                return self._of_dice(name)
            case "spin":
                return self._with(where, self._segments.get(name, ()))
            case "draw":
                return self._with(where, self._cards.get(name, ()))
        return self._things.vocabulary

    def _with(self, where: str, conditions: Collection[str]) -> Vocabulary:
        """Return the kit's vocabulary, with *conditions* added."""
        for name in conditions:
            if name in RESERVED:
                self._checks.fault(where, Message("kit-fault.reserved", {"name": repr(name)}))
        known = self._things.vocabulary
        return replace(known, conditions=(*conditions, *known.conditions))

    def _of_dice(self, name: str) -> Vocabulary:
        known = self._things.vocabulary
        if name not in self._dice:
            return known
        faces = faces_of(self._dice[name])
        symbols = tuple(symbol for face in faces if isinstance(face, str) for symbol in symbols_of(face))
        return _Rolled(faces, symbols, has_dice=True).names(self._things)


def faces_of(dice: DiceSpec) -> tuple[Word, ...]:
    """Return the different faces that *dice* can show, () for any number."""
    if dice.formula is None:
        return tuple(dict.fromkeys(dice.all_faces))
    return tuple(dict.fromkeys(face for pool in pools_of(dice.formula.term) for face in pool.die.faces))
