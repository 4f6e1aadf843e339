"""Reads the active parts of a kit: wheels, and decks of cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from companion.engine.values.message import Message, Value
from companion.kits.format.checks import KEYS, Checks, cut
from companion.kits.format.effects import Doer, EffectReader
from companion.kits.format.packs import PACKS
from companion.kits.format.parts import Lists, is_list
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
MAX_CARDS = 400
"""Maximum number of cards in a deck."""
MAX_KINDS = 1_000
"""Maximum number of different cards in all decks."""
MAX_OF_A_CARD = 99
_MAX_WAYS = 6
MAX_SEATS = 12
PLACES = ("discard", "removed")
EMPTY: Mapping[str, Refills | None] = {
    "shuffle discard": "at once", "shuffle discard when drawn": "when drawn", "stop": None,
}  # fmt: skip
SHOWN = ("all", "drawer")
COUNTS = ("own", "all")
ELSE = "else"
_PEOPLE = "people"
_PERSON = "person"

Data = Mapping[str, Any]


class DeckParts(Struct, frozen=True):
    """The parts of a kit for its decks to refer to."""

    groups: tuple[GroupSpec, ...]
    counters: tuple[CounterSpec, ...]
    lists: Lists


def deeds(data: Data) -> tuple[str, ...]:
    """Return the actions that the kit file *data* may ask for.

    They are in the notation; segments and cards ask for them.
    """
    kinds = {"roll": "dice", "spin": "wheel", "draw": "deck", "gain": "badge", "raise": "counter", "lower": "counter"}
    found = {verb: data.get(kind) for verb, kind in kinds.items()}
    return tuple(f"{verb} {name}" for verb, names in found.items() if isinstance(names, Mapping) for name in names)


class WheelReader:
    """Reads wheels in a kit with these *lists*."""

    def __init__(self, checks: Checks, effects: EffectReader, lists: Lists) -> None:
        self._checks = checks
        self._effects = effects
        self._lists = lists
        self._deeds: tuple[str, ...] = ()

    def wheels(self, data: Data) -> tuple[WheelSpec, ...]:
        """Return the wheels of the kit file *data*, segments in file order."""
        self._deeds = deeds(data)
        return tuple(self._wheel(*found) for found in self._checks.components("wheel", data))

    def _wheel(self, where: str, name: str, table: Data) -> WheelSpec:
        given = table.get("segments")
        if given == _PEOPLE and "segment" not in table:
            return WheelSpec(name, is_of_people=True)
        segments = self._short(f"{where} segments", given) if given is not None else self._own(where, table)
        if given is not None and "segment" in table:
            self._checks.fault(f"{where} segment", Message("kit-fault.two-segments"))
        return WheelSpec(name, segments)

    def _short(self, where: str, given: Any) -> tuple[SegmentSpec, ...]:
        """Return the segments of a list of words or table of weights."""
        weights = weighted(self._checks, where, given, self._lists, maximum=_MAX_SEGMENTS)
        if len(weights) == 1:
            self._too_many(where, 1)
        takes = {name: f"gain {name}" for name, _ in weights if f"gain {name}" in self._deeds}
        return tuple(SegmentSpec(name, weight, asks=takes.get(name, "")) for name, weight in weights)

    def _own(self, where: str, table: Data) -> tuple[SegmentSpec, ...]:
        tables = self._checks.tables(f"{where[:-1]}.segment.NAME]", table.get("segment", {}))
        if not 2 <= len(tables) <= _MAX_SEGMENTS:
            self._too_many(where, len(tables))
        some = list(tables)[:_MAX_SEGMENTS]
        return tuple(self._segment(f"{where[:-1]}.segment.{cut(each)}]", each, tables[each]) for each in some)

    def _too_many(self, where: str, given: int) -> None:
        self._checks.fault(where, Message("kit-fault.segments", {"maximum": _MAX_SEGMENTS, "given": given}))

    def _segment(self, where: str, name: str, table: Data) -> SegmentSpec:
        """Return a segment.

        If a badge has its name, it asks people to take that badge.
        """
        self._checks.known(where, table, KEYS["wheel.segment"])
        takes = f"gain {name}"
        return SegmentSpec(
            self._checks.name(where, name),
            self._checks.number(f"{where} weight", table.get("weight", 1), 1, MAX_OF_A_CARD),
            self._checks.sign(f"{where} sign", table.get("sign", "")),
            self._effects.effects(f"{where} does", table.get("does", []), Doer()),
            _asks(self._checks, where, table, self._deeds) or (takes if takes in self._deeds else ""),
        )


def weighted(checks: Checks, where: str, given: Any, lists: Lists, *, maximum: int) -> tuple[tuple[str, int], ...]:
    """Return the names of *given* words, each with its number.

    They are a list of words, ``list:NAME``, or a table of numbers by word.
    """
    if is_list(given):
        return tuple((name, 1) for name in checks.named(where, given, lists) or ())
    if not isinstance(given, Mapping):
        return tuple((name, 1) for name in checks.words(where, given, 1, maximum))
    about: dict[str, Value] = {"maximum": maximum, "example": "{ calm = 3, storm = 1 }"}
    if not checks.expect(0 < len(given) <= maximum, where, Message("kit-fault.weighted", about), given):
        return ()
    found = tuple(
        (checks.word(where, word), checks.number(f"{where} {cut(word)}", number, 1, MAX_OF_A_CARD))
        for word, number in given.items()
    )
    checks.fault_twice(where, tuple(name for name, _ in found))
    return found


def _asks(checks: Checks, where: str, table: Data, deeds: tuple[str, ...]) -> str:
    return checks.one_of(f"{where} asks", table["asks"], deeds) if "asks" in table else ""


class DeckReader:
    """Reads decks in a kit with these *groups*, *counters* and *lists*."""

    def __init__(self, checks: Checks, effects: EffectReader, parts: DeckParts) -> None:
        self._checks = checks
        self._effects = effects
        self._deeds: tuple[str, ...] = ()
        self._groups = {f"tokens:{group.name}": group for group in parts.groups}
        self._counters = {f"counter:{counter.name}": counter.name for counter in parts.counters}
        self._lists = parts.lists

    def decks(self, data: Data) -> tuple[DeckSpec, ...]:
        """Return the decks of the kit file *data*."""
        self._deeds = deeds(data)
        found = tuple(self._deck(*each) for each in self._checks.components("deck", data))
        kinds = sum(len(deck.cards) for deck in found)
        if kinds > MAX_KINDS:
            count: dict[str, Value] = {"maximum": MAX_KINDS, "given": kinds}
            self._checks.fault("[deck.NAME]", Message("kit-fault.card-kinds", count))
        return found

    def _deck(self, where: str, name: str, table: Data) -> DeckSpec:
        group = self._group(where, table)
        doer = Doer(is_card=True, states=tuple(state.name for state in group.states) if group else ())
        cards = tuple(self._cards(where, table, group, doer))
        count = sum(card.count for card in cards)
        if not 1 <= count <= MAX_CARDS and (cards or "cards" not in table):
            self._checks.fault(where, Message("kit-fault.cards", {"maximum": MAX_CARDS, "given": count}))
        leaves, last = self._leaves(f"{where} leaves", table.get("leaves", {}), doer.states)
        own = table.get("each") == _PERSON
        each = () if own else self._effects.effects(f"{where} each", table.get("each", []), doer)
        if each and any(card.kept for card in cards):
            self._checks.fault(f"{where} each", Message("kit-fault.kept-does"))
        return DeckSpec(
            name=name,
            cards=cards,
            each=each,
            leaves=leaves,
            last=last,
            refills=EMPTY[self._checks.one_of(f"{where} empty", table.get("empty", "stop"), tuple(EMPTY))],
            draws=self._draws(where, table),
            first=self._checks.number(f"{where} first", table.get("first", 0), 0, max(0, count)),
            tokens=group.name if group else "",
            each_person=own,
            deal=self._deal(where, table, cards),
            hand=self._hand(where, table, cards),
            is_pack="pack" in table,
            ways=self._checks.words(f"{where} ways", table["ways"], 2, _MAX_WAYS) if "ways" in table else (),
            counts_all=self._checks.one_of(f"{where} counts", table.get("counts", COUNTS[0]), COUNTS) == COUNTS[1],
        )

    def _draws(self, where: str, table: Data) -> str:
        """Return the counter for the cards of a round, "" for none."""
        if "draws" not in table:
            return ""
        return self._checks.named(f"{where} draws", table["draws"], self._counters) or ""

    def _group(self, where: str, table: Data) -> GroupSpec | None:
        """Return the group with a card for each token, if any."""
        given = table.get("cards", {})
        is_words = isinstance(given, list | Mapping) or is_list(given)
        return None if is_words else self._checks.named(f"{where} cards", given, self._groups)

    def _cards(self, where: str, table: Data, group: GroupSpec | None, doer: Doer) -> Iterator[CardSpec]:
        own = self._checks.tables(f"{where[:-1]}.card.NAME]", table.get("card", {}))
        defaults = self._defaults(where, table)
        kinds = [key for key in ("pack", "cards", "card") if table.get(key)]
        if len(kinds) > 1:
            self._checks.fault(f"{where} {kinds[-1]}", Message("kit-fault.two-kinds"))
        elif "pack" in table:
            given = str(table["pack"]) if type(table["pack"]) is int else table["pack"]
            pack = self._checks.one_of(f"{where} pack", given, tuple(PACKS))
            yield from self._plain(where, [(card, 1) for card in PACKS[pack]], defaults)
        elif group is not None:
            yield from self._plain(where, [(token.name, 1) for token in group.tokens], defaults, group)
        elif "cards" in table and (isinstance(table["cards"], list | Mapping) or is_list(table["cards"])):
            found = weighted(self._checks, f"{where} cards", table["cards"], self._lists, maximum=MAX_CARDS)
            yield from self._plain(where, found, defaults)
        else:
            for name in list(own)[:MAX_CARDS]:
                yield self._card(f"{where[:-1]}.card.{cut(name)}]", name, {**defaults, **own[name]}, doer)

    def _plain(
        self, where: str, cards: Iterable[tuple[str, int]], defaults: Data, group: GroupSpec | None = None
    ) -> Iterator[CardSpec]:
        """Return *cards* by name and number that do nothing."""
        kept, secret = self._kept(where, defaults)
        signs = {token.name: token.sign for token in group.tokens} if group else {}
        return (CardSpec(name, count, signs.get(name, ""), kept=kept, secret=secret) for name, count in cards)

    def _deal(self, where: str, table: Data, cards: tuple[CardSpec, ...]) -> tuple[tuple[int, int], ...]:
        """Return the number of cards dealt, by number of people."""
        given = table.get("deal")
        if given is None:
            return ()
        self._wants_kept(f"{where} deal", cards)
        most = max(1, sum(card.count for card in cards))
        if not isinstance(given, Mapping):
            return ((0, self._checks.number(f"{where} deal", given, 1, most)),)
        people = [int(key) if key.isdecimal() and len(key) <= 2 else 0 for key in given]
        good = bool(given) and all(1 <= number <= MAX_SEATS for number in people)
        expected = Message("kit-fault.deal", {"maximum": MAX_SEATS, "example": "{ 2 = 7, 3 = 5 }"})
        if not self._checks.expect(good, f"{where} deal", expected, given):
            return ()
        dealt = (
            self._checks.number(f"{where} deal {key}", number, 1, max(1, most // seats))
            for seats, (key, number) in zip(people, given.items(), strict=True)
        )
        return tuple(zip(people, dealt, strict=True))

    def _hand(self, where: str, table: Data, cards: tuple[CardSpec, ...]) -> int:
        if "hand" not in table:
            return 0
        self._wants_kept(f"{where} hand", cards)
        return self._checks.number(f"{where} hand", table["hand"], 1, MAX_CARDS)

    def _wants_kept(self, where: str, cards: tuple[CardSpec, ...]) -> None:
        if cards and not all(card.kept for card in cards):
            self._checks.fault(where, Message("kit-fault.deal-kept", {"example": 'shown = "drawer"'}))

    def _card(self, where: str, name: str, table: Data, doer: Doer) -> CardSpec:
        self._checks.known(where, table, KEYS["deck.card"])
        kept, secret = self._kept(where, table)
        return CardSpec(
            name=self._checks.name(where, name),
            count=self._checks.number(f"{where} count", table.get("count", 1), 1, MAX_OF_A_CARD),
            sign=self._checks.sign(f"{where} sign", table.get("sign", "")),
            does=self._effects.effects(f"{where} does", table.get("does", []), doer),
            kept=kept,
            secret=secret,
            asks=_asks(self._checks, where, table, self._deeds),
        )

    def _defaults(self, where: str, table: Data) -> Data:
        """Return a deck's defaults for its cards, empty if faulty."""
        defaults = {key: table[key] for key in ("shown", "kept") if key in table}
        before = len(self._checks.faults)
        self._kept(where, defaults)
        if len(self._checks.faults) > before:
            return {}
        if not {"pack", "deal", "hand"} & table.keys() or defaults.get("kept") is False:
            return defaults
        return {"shown": "drawer", "kept": True, **defaults}

    def _kept(self, where: str, table: Data) -> tuple[bool, bool]:
        """Return whether cards of *table* are kept, and whether secret."""
        shown = self._checks.one_of(f"{where} shown", table.get("shown", "all"), SHOWN)
        kept = self._checks.flag(f"{where} kept", table.get("kept", shown == "drawer"))
        if shown == "drawer" and table.get("kept") is False:
            self._checks.fault(f"{where} kept", Message("kit-fault.secret-kept"))
        return kept, shown == "drawer"

    def _leaves(self, where: str, given: Any, states: tuple[str, ...]) -> tuple[tuple[tuple[str, Where], ...], Where]:
        good = isinstance(given, Mapping)
        expected = Message("kit-fault.leaves", {"example": '{ else = "removed" }'})
        if not self._checks.expect(good, where, expected, given):
            return (), "discard"
        self._checks.known(where, given, (*states, ELSE))
        found = {state: self._place(f"{where} {state}", place) for state, place in given.items()}
        last = found.pop(ELSE, "discard")
        return tuple(found.items()), last

    def _place(self, where: str, given: Any) -> Where:
        return "removed" if self._checks.one_of(where, given, PLACES) == "removed" else "discard"
