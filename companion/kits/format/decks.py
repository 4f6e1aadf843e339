"""Reads the active parts of a kit: wheels, and decks of cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.values.message import Message, Value
from companion.kits.format.checks import Checks, meant, one_of, shown, unexpected
from companion.kits.format.effects import Doer, EffectReader
from companion.kits.format.spec import (
    CardSpec,
    CounterSpec,
    DeckSpec,
    GroupSpec,
    Refills,
    SegmentSpec,
    WheelSpec,
    Where,
)

_MAX_SEGMENTS = 24
_MAX_CARDS = 200
_MAX_OF_A_CARD = 99
_PLACES = ("discard", "removed")
_EMPTY: Mapping[str, Refills | None] = {
    "shuffle discard": "at once", "shuffle discard when drawn": "when drawn", "stop": None,
}  # fmt: skip
_SHOWN = ("all", "drawer")
_ELSE = "else"
_DECK_KEYS = ("cards", "draws", "first", "each", "leaves", "empty", "shown", "kept", "card")
_CARD_KEYS = ("count", "sign", "does", "asks", "shown", "kept")
_SEGMENT_KEYS = ("weight", "sign", "does", "asks")

Data = Mapping[str, Any]


def deeds(data: Data) -> tuple[str, ...]:
    """Return the actions that the kit file *data* may ask for.

    They are in the notation; segments and cards ask for them.
    """
    kinds = {"roll": "dice", "spin": "wheel", "draw": "deck", "gain": "badge", "raise": "counter", "lower": "counter"}
    found = {verb: data.get(kind) for verb, kind in kinds.items()}
    return tuple(f"{verb} {name}" for verb, names in found.items() if isinstance(names, Mapping) for name in names)


def wheels(checks: Checks, data: Data, effects: EffectReader) -> tuple[WheelSpec, ...]:
    """Return the wheels of the kit file *data*, segments in file order."""
    asked = deeds(data)
    found = []
    for where, name, table in checks.components("wheel", data, ("segment",)):
        tables = checks.tables(f"{where[:-1]}.segment.NAME]", table.get("segment", {}))
        if not 2 <= len(tables) <= _MAX_SEGMENTS:
            count: dict[str, Value] = {"maximum": _MAX_SEGMENTS, "given": len(tables)}
            checks.fault(where, Message("kit-fault.segments", count))
        segments = (
            _segment(checks, f"{where[:-1]}.segment.{each}]", each, tables[each], effects=effects, deeds=asked)
            for each in tables
        )
        found.append(WheelSpec(name, tuple(segments)))
    return tuple(found)


def _asks(checks: Checks, where: str, table: Data, deeds: tuple[str, ...]) -> str:
    return checks.one_of(f"{where} asks", table["asks"], deeds) if "asks" in table else ""


def _segment(
    checks: Checks, where: str, name: str, table: Data, *, effects: EffectReader, deeds: tuple[str, ...]
) -> SegmentSpec:
    """Return a segment.

    If a badge has its name, it asks people to take that badge.
    """
    checks.known(where, table, _SEGMENT_KEYS)
    takes = f"gain {name}"
    return SegmentSpec(
        checks.name(where, name),
        checks.number(f"{where} weight", table.get("weight", 1), 1, _MAX_OF_A_CARD),
        checks.sign(f"{where} sign", table.get("sign", "")),
        effects.effects(f"{where} does", table.get("does", []), Doer()),
        _asks(checks, where, table, deeds) or (takes if takes in deeds else ""),
    )


class DeckReader:
    """Reads decks in a kit with these *groups* and *counters*."""

    def __init__(
        self, checks: Checks, effects: EffectReader, groups: tuple[GroupSpec, ...], counters: tuple[CounterSpec, ...]
    ) -> None:
        self._checks = checks
        self._effects = effects
        self._deeds: tuple[str, ...] = ()
        self._groups = {f"tokens:{group.name}": group for group in groups}
        self._counters = {f"counter:{counter.name}": counter.name for counter in counters}

    def decks(self, data: Data) -> tuple[DeckSpec, ...]:
        """Return the decks of the kit file *data*."""
        self._deeds = deeds(data)
        return tuple(self._deck(*found) for found in self._checks.components("deck", data, _DECK_KEYS))

    def _deck(self, where: str, name: str, table: Data) -> DeckSpec:
        group = self._named(f"{where} cards", table["cards"], self._groups) if "cards" in table else None
        doer = Doer(is_card=True, states=tuple(state.name for state in group.states) if group else ())
        cards = tuple(self._cards(where, table, group, doer))
        count = sum(card.count for card in cards)
        if not 1 <= count <= _MAX_CARDS and "cards" not in table:
            self._checks.fault(where, Message("kit-fault.cards", {"maximum": _MAX_CARDS, "given": count}))
        leaves, last = self._leaves(f"{where} leaves", table.get("leaves", {}), doer.states)
        each = self._effects.effects(f"{where} each", table.get("each", []), doer)
        if each and any(card.kept for card in cards):
            self._checks.fault(f"{where} each", Message("kit-fault.kept-does"))
        return DeckSpec(
            name,
            cards,
            each,
            leaves,
            last,
            _EMPTY[self._checks.one_of(f"{where} empty", table.get("empty", "stop"), tuple(_EMPTY))],
            self._named(f"{where} draws", table["draws"], self._counters) or "" if "draws" in table else "",
            self._checks.number(f"{where} first", table.get("first", 0), 0, max(0, count)),
            group.name if group else "",
        )

    def _cards(self, where: str, table: Data, group: GroupSpec | None, doer: Doer) -> Iterator[CardSpec]:
        own = self._checks.tables(f"{where[:-1]}.card.NAME]", table.get("card", {}))
        defaults = self._defaults(where, table)
        if "cards" not in table:
            yield from (self._card(f"{where[:-1]}.card.{name}]", name, {**defaults, **own[name]}, doer) for name in own)
            return
        if own:
            self._checks.fault(f"{where} card", Message("kit-fault.two-kinds"))
        kept, secret = self._kept(where, defaults)
        for token in group.tokens if group else ():
            yield CardSpec(token.name, sign=token.sign, kept=kept, secret=secret)

    def _card(self, where: str, name: str, table: Data, doer: Doer) -> CardSpec:
        self._checks.known(where, table, _CARD_KEYS)
        kept, secret = self._kept(where, table)
        return CardSpec(
            self._checks.name(where, name),
            self._checks.number(f"{where} count", table.get("count", 1), 1, _MAX_OF_A_CARD),
            self._checks.sign(f"{where} sign", table.get("sign", "")),
            self._effects.effects(f"{where} does", table.get("does", []), doer),
            kept,
            secret,
            _asks(self._checks, where, table, self._deeds),
        )

    def _defaults(self, where: str, table: Data) -> Data:
        """Return a deck's defaults for its cards, empty if faulty."""
        defaults = {key: table[key] for key in ("shown", "kept") if key in table}
        before = len(self._checks.faults)
        self._kept(where, defaults)
        return defaults if len(self._checks.faults) == before else {}

    def _kept(self, where: str, table: Data) -> tuple[bool, bool]:
        """Return whether cards of *table* are kept, and whether secret."""
        shown = self._checks.one_of(f"{where} shown", table.get("shown", "all"), _SHOWN)
        kept = self._checks.flag(f"{where} kept", table.get("kept", shown == "drawer"))
        if shown == "drawer" and table.get("kept") is False:
            self._checks.fault(f"{where} kept", Message("kit-fault.secret-kept"))
        return kept, shown == "drawer"

    def _leaves(self, where: str, given: Any, states: tuple[str, ...]) -> tuple[tuple[tuple[str, Where], ...], Where]:
        good = isinstance(given, Mapping)
        expected = Message("kit-fault.leaves", {"example": '{ else = "removed" }'})
        if not self._checks.expect(good, where, expected, given):
            return (), "discard"
        self._checks.known(where, given, (*states, _ELSE))
        found = {state: self._place(f"{where} {state}", place) for state, place in given.items()}
        last = found.pop(_ELSE, "discard")
        return tuple(found.items()), last

    def _place(self, where: str, given: Any) -> Where:
        return "removed" if self._checks.one_of(where, given, _PLACES) == "removed" else "discard"

    def _named(self, where: str, given: Any, known: Mapping[str, Any]) -> Any:
        if isinstance(given, str) and given in known:
            return known[given]
        nothing = Message("kit-fault.nothing-like-it", {"given": shown(given)})
        self._checks.fault(where, meant(unexpected(one_of(known), given) if known else nothing, given, known))
        return None
