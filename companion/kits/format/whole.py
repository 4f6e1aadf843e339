"""Checks a kit as a whole: unique names, and no endless chains."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.engine.values.message import Message, Value
from companion.kits.format.checks import UNNAMED, Checks
from companion.kits.format.flow import Effect, EffectKind, RowSpec, SheetSpec
from companion.kits.format.spec import Kit
from companion.kits.formulas.tree import Always
from companion.kits.formulas.vocabulary import RESERVED

OWN_OPTION = "chance"
"""The option of every kit, never declared."""

Ways = tuple[frozenset[str], ...]
"""The events that each outcome of an event leads to."""
_EVENT_OF: Mapping[EffectKind, str] = {
    "draw": "draw", "draw-bottom": "draw", "spin": "spin", "roll": "roll", "do": "do",
    "raise": "counter", "lower": "counter", "assign": "counter", "step": "counter",
}  # fmt: skip


def check_whole(checks: Checks, kit: Kit) -> None:
    """Record the faults of *kit* that no single table shows."""
    parts = (kit.dice, kit.wheels, kit.decks, kit.counters, kit.groups, kit.badges, kit.sheets, kit.timers, kit.actions)
    if not (any(parts) or kit.turn or kit.teams or kit.round):
        checks.fault("", Message("kit-fault.empty"))
    _check_names(checks, kit)
    _check_reserved(checks, kit)
    _check_options(checks, kit)
    _check_teams(checks, kit)
    for source in _endless(_ways(kit)):
        checks.fault(_place(source), Message("kit-fault.endless"))


def _place(source: str) -> str:
    """Return the place in the file of an endless *source*."""
    verb, _, name = source.partition(" ")
    kind = {"draw": "deck", "spin": "wheel", "do": "action"}.get(verb)
    return f"[{kind}.{name}]" if kind else f'[on."{source}"]'


def _check_names(checks: Checks, kit: Kit) -> None:
    """Check that each name belongs to one component.

    It concerns everything that people roll, spin, draw, move or correct.
    """
    places = [(dice.name, f"[{'pool' if dice.pool else 'dice'}.{dice.name}]") for dice in kit.dice]
    places += [(wheel.name, f"[wheel.{wheel.name}]") for wheel in kit.wheels]
    places += [(deck.name, f"[deck.{deck.name}]") for deck in kit.decks]
    places += [(counter.name, f"[counter.{counter.name}]") for counter in kit.counters]
    for group in kit.groups:
        names = dict.fromkeys((group.name, *(token.name for token in group.tokens)))
        places += [(name, f"[token.{group.name}]") for name in names]
    places += [(timer.name, f"[timer.{timer.name}]") for timer in kit.timers]
    places += [(action.name, f"[action.{action.name}]") for action in kit.actions]
    places += [(value.name, f"[value.{value.name}]") for value in kit.values]
    for sheet in kit.sheets:
        places.append((sheet.name, f"[sheet.{sheet.name}]"))
        places += [(row.name, f"[sheet.{sheet.name}] {row.name}") for row in _conflicting(kit, sheet)]
    owners: dict[str, str] = {}
    for name, where in places:
        owner = owners.setdefault(name, where)
        if owner != where and name != UNNAMED:
            checks.fault(where, Message("kit-fault.name-taken", {"name": repr(name), "where": owner}))


def _check_reserved(checks: Checks, kit: Kit) -> None:
    """Check that formulas, if there are any, can name each number."""
    has_formulas = bool(kit.rules or kit.actions or kit.sheets or kit.values)
    places = [(sheet.name, f"[sheet.{sheet.name}]") for sheet in kit.sheets]
    if has_formulas:
        places += [(counter.name, f"[counter.{counter.name}]") for counter in kit.counters if counter.ticks]
    for name, where in places:
        if name in RESERVED:
            checks.fault(where, Message("kit-fault.reserved", {"name": repr(name)}))


def _conflicting(kit: Kit, sheet: SheetSpec) -> Iterable[RowSpec]:
    """Return the rows of *sheet* with the name of another number."""
    numbers = {*kit.counter_at, *(each.name for each in kit.sheets), *kit.value_named}
    return (row for row in (*sheet.rows, *sheet.bonus) if row.name in numbers)


def _check_teams(checks: Checks, kit: Kit) -> None:
    for counter in kit.counters:
        if counter.each == "team" and not kit.teams:
            example = Message("kit-fault.needs-team", {"example": '[team] names = ["Reds", "Blues"]'})
            checks.fault(f"[counter.{counter.name}] each", example)


def _check_options(checks: Checks, kit: Kit) -> None:
    choices: dict[str, tuple[str, ...]] = {}
    for counter in kit.counters:
        where = f"[counter.{counter.name}] option"
        own = tuple(choice for choice, _ in counter.starts)
        if counter.option == OWN_OPTION:
            checks.fault(where, Message("kit-fault.own-option", {"name": repr(OWN_OPTION)}))
        elif counter.option and choices.setdefault(counter.option, own) != own:
            first = choices[counter.option]
            differing: dict[str, Value] = {"name": repr(counter.option), "expected": first, "given": own}
            checks.fault(where, Message("kit-fault.other-choices", differing))


def _ways(kit: Kit) -> Mapping[str, Ways]:
    """Return the outcomes of every event that happens without people.

    Only effects that always follow count: a condition may end a chain.
    """
    always: dict[str, frozenset[str]] = {}
    for rule in kit.rules:
        if isinstance(rule.condition, Always):
            source = f"{rule.event} {rule.name}".strip()
            always[source] = always.get(source, frozenset()) | _goes_on(rule.does)
    ways: dict[str, Ways] = {source: (after,) for source, after in always.items()}
    ways |= {f"do {action.name}": (_goes_on(action.does),) for action in kit.actions if action.when is None}
    for deck in kit.decks:
        after = always.get(f"draw {deck.name}", frozenset())
        found = (frozenset() if card.kept else _goes_on((*deck.each, *card.does)) for card in deck.cards)
        ways[f"draw {deck.name}"] = tuple(way | after for way in found)
    for wheel in kit.wheels:
        after = always.get(f"spin {wheel.name}", frozenset())
        ways[f"spin {wheel.name}"] = tuple(_goes_on(each.does) | after for each in wheel.segments) or (after,)
    return ways


def _goes_on(effects: Iterable[Effect]) -> frozenset[str]:
    """Return the events that *effects* cause."""
    found: set[str] = set()
    for effect in (each for each in effects if each.whom != "others"):  # there may be none
        found |= {f"{_EVENT_OF[effect.kind]} {effect.name}"} if effect.kind in _EVENT_OF else set()
        found |= {"turn ends", "turn begins"} if effect.kind == "next-turn" else set()
    return frozenset(found)


def _endless(ways: Mapping[str, Ways]) -> list[str]:
    """Return the sources without a way to an end."""
    ending: set[str] = set()
    known = frozenset(ways)
    while more := {
        name for name, each in ways.items() if name not in ending and any(way & known <= ending for way in each)
    }:
        ending |= more
    return [name for name, each in ways.items() if each and name not in ending]
