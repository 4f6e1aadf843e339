"""Checks a kit as a whole: unique names, and no endless chains."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.engine.values.message import Message, Value
from companion.kits.format.checks import UNNAMED, Checks
from companion.kits.format.flow import Effect
from companion.kits.format.spec import Kit

OWN_OPTION = "chance"
"""The option of every kit, never declared."""

Ways = tuple[frozenset[str], ...]
"""The decks and wheels that each outcome of a source leads to.

A source is a deck or wheel.
"""


def check_whole(checks: Checks, kit: Kit) -> None:
    """Record the faults of *kit* that no single table shows."""
    if not (kit.dice or kit.wheels or kit.decks or kit.counters or kit.groups or kit.badges):
        checks.fault("", Message("kit-fault.empty"))
    _check_names(checks, kit)
    _check_options(checks, kit)
    for source in _endless(_ways(kit)):
        kind = "deck" if source in kit.deck_at else "wheel"
        checks.fault(f"[{kind}.{source}]", Message("kit-fault.endless"))


def _check_names(checks: Checks, kit: Kit) -> None:
    """Check that each name belongs to one component.

    It concerns everything that people roll, spin, draw, move or correct.
    """
    places = [(dice.name, f"[dice.{dice.name}]") for dice in kit.dice]
    places += [(wheel.name, f"[wheel.{wheel.name}]") for wheel in kit.wheels]
    places += [(deck.name, f"[deck.{deck.name}]") for deck in kit.decks]
    places += [(counter.name, f"[counter.{counter.name}]") for counter in kit.counters]
    for group in kit.groups:
        names = dict.fromkeys((group.name, *(token.name for token in group.tokens)))
        places += [(name, f"[token.{group.name}]") for name in names]
    owners: dict[str, str] = {}
    for name, where in places:
        owner = owners.setdefault(name, where)
        if owner != where and name != UNNAMED:
            checks.fault(where, Message("kit-fault.name-taken", {"name": repr(name), "where": owner}))


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
    ways = {
        deck.name: tuple(
            frozenset() if card.kept else _goes_on((*deck.each, *card.does)) for card in deck.cards
        )
        for deck in kit.decks
    }  # fmt: skip
    return ways | {wheel.name: tuple(_goes_on(each.does) for each in wheel.segments) for wheel in kit.wheels}


def _goes_on(effects: Iterable[Effect]) -> frozenset[str]:
    return frozenset(effect.name for effect in effects if effect.kind in ("draw", "spin"))


def _endless(ways: Mapping[str, Ways]) -> list[str]:
    """Return the sources without a way to an end."""
    ending: set[str] = set()
    while more := {name for name, each in ways.items() if name not in ending and any(way <= ending for way in each)}:
        ending |= more
    return [name for name, each in ways.items() if each and name not in ending]
