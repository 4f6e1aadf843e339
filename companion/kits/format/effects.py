"""Reads the effects of cards and segments.

An effect is a line of words such as ``step water +1``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from companion.engine.values.message import Message, Value
from companion.kits.format.checks import Checks, meant
from companion.kits.format.flow import Effect, EffectKind

_STEPS = re.compile(r"[+-][1-9][0-9]?")
_SPELLED = {
    "step": "step COUNTER +1",
    "advance": "advance, advance TOKEN",
    "set": "set STATE, set TOKEN STATE",
    "draw": "draw DECK",
    "spin": "spin WHEEL",
    "discard": "discard on top, discard into, DECK: discard on top, DECK: discard into",
    "leave": "leave",
    "say": "say KEY",
}
_SHUFFLES: Mapping[tuple[str, ...], EffectKind] = {("on", "top"): "on-top", ("into",): "into"}


class Things(Struct, frozen=True):
    """The names available to effects.

    These are the *states* of each token, *counters*, *decks* and *wheels*.
    """

    states: Mapping[str, tuple[str, ...]]
    counters: tuple[str, ...]
    decks: tuple[str, ...]
    wheels: tuple[str, ...]


class Doer(Struct, frozen=True):
    """The owner of an effect: a card or a segment.

    A token's card has the *states* of its token.
    """

    is_card: bool = False
    states: tuple[str, ...] = ()


class EffectReader:
    """Reads effects in a kit with these *things*."""

    def __init__(self, checks: Checks, things: Things) -> None:
        self._checks = checks
        self._things = things

    def effects(self, where: str, given: Any, doer: Doer) -> tuple[Effect, ...]:
        """Return the list of effects *given* at *where* for *doer*."""
        good = isinstance(given, list) and all(isinstance(line, str) for line in given)
        if not self._checks.expect(good, where, Message("kit-fault.effects"), given):
            return ()
        read = (self._effect(f"{where} {line!r}", line, doer) for line in given)
        return tuple(effect for effect in read if effect is not None)

    def _effect(self, where: str, line: str, doer: Doer) -> Effect | None:
        owner, colon, rest = line.partition(": ")
        words = (rest if colon else line).split(" ")
        match words:
            case ["discard", *how] if tuple(how) in _SHUFFLES:
                return self._shuffle(where, owner if colon else "", _SHUFFLES[tuple(how)], doer)
            case [verb, *names] if not colon:
                return self._plain(where, verb, names, doer)
        return self._unreadable(where, words[0])

    def _plain(self, where: str, verb: str, names: list[str], doer: Doer) -> Effect | None:
        match verb, names:
            case "step", [counter, by]:
                return self._step(where, counter, by)
            case "advance", []:
                return Effect("advance") if self._own_token(where, doer) else None
            case "advance", [token]:
                return Effect("advance", token) if self._is_there(where, "token", token, self._things.states) else None
            case "set", [state]:
                return self._set(where, "", state, doer.states) if self._own_token(where, doer) else None
            case "set", [token, state]:
                there = self._is_there(where, "token", token, self._things.states)
                return self._set(where, token, state, self._things.states[token]) if there else None
            case "draw", [deck]:
                return Effect("draw", deck) if self._is_there(where, "deck", deck, self._things.decks) else None
            case "spin", [wheel]:
                return Effect("spin", wheel) if self._is_there(where, "wheel", wheel, self._things.wheels) else None
            case "leave", []:
                return Effect("leave") if self._is_card(where, doer) else None
            case "say", [key]:
                return Effect("say", word=self._checks.name(where, key))
        return self._unreadable(where, verb)

    def _step(self, where: str, counter: str, by: str) -> Effect | None:
        if not self._is_there(where, "counter", counter, self._things.counters):
            return None
        good = _STEPS.fullmatch(by) is not None
        good = self._checks.expect(good, where, Message("kit-fault.steps"), by)
        return Effect("step", counter, by=int(by)) if good else None

    def _set(self, where: str, token: str, state: str, states: tuple[str, ...]) -> Effect | None:
        return Effect("set", token, state) if self._is_there(where, "state", state, states) else None

    def _shuffle(self, where: str, deck: str, kind: EffectKind, doer: Doer) -> Effect | None:
        good = self._is_there(where, "deck", deck, self._things.decks) if deck else self._is_card(where, doer)
        return Effect(kind, deck) if good else None

    def _is_there(self, where: str, kind: str, name: str, known: Iterable[str]) -> bool:
        """Return True if *name* is *known*, else record a missing *kind*."""
        known = tuple(known)
        if name not in known:
            there = Message("kit-fault.there-are", {"names": known}) if known else Message("kit-fault.there-are-none")
            missing = Message(f"kit-fault.no-{kind}", {"name": repr(name), "there": there})
            self._checks.fault(where, meant(missing, name, known))
        return name in known

    def _own_token(self, where: str, doer: Doer) -> bool:
        if not doer.states:
            self._checks.fault(where, Message("kit-fault.only-token-card"))
        return bool(doer.states)

    def _is_card(self, where: str, doer: Doer) -> bool:
        if not doer.is_card:
            self._checks.fault(where, Message("kit-fault.only-card"))
        return doer.is_card

    def _unreadable(self, where: str, verb: str) -> Effect | None:
        known: tuple[Value, ...] = (_SPELLED[verb],) if verb in _SPELLED else tuple(_SPELLED.values())
        said = Message("kit-fault.wanted", {"expected": known})
        self._checks.fault(where, said if verb in _SPELLED else meant(said, verb, _SPELLED))
        return None
