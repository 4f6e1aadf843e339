"""Reads a kit's texts for its names, and derives missing ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from companion.engine.values.message import Message
from companion.kits.format.checks import LONGEST_WORDS, UNNAMED, Checks, cut, is_text, shown
from companion.kits.format.packs import PACKED
from companion.kits.format.spec import SYMBOLS, TOLD, Kit, symbols_of

LANGUAGES = ("en", "fr")
_LONGEST_EXPLANATION = 400

Table = Mapping[str, str]


def texts(checks: Checks, kit: Kit, given: Any) -> tuple[Kit, Mapping[str, Table]]:
    """Return *kit* with its explained and packed names, and its texts.

    Texts are by language and key. A word that is missing in one language is taken from the other; in both, it is the
    word as written in the kit, or its name.
    """
    tables = (
        given if checks.expect(isinstance(given, Mapping), "[text]", Message("kit-fault.text-tables"), given) else {}
    )
    checks.known("[text]", tables, LANGUAGES)
    words = tuple(dict.fromkeys(word for word in _words(kit) if word != UNNAMED))
    tellable = tuple(f"{word}{TOLD}" for word in dict.fromkeys(_tellable(kit)))
    is_whole = not checks.faults  # else a name may only be missing because its place has a fault
    read = {language: _table(checks, language, tables.get(language, {})) for language in LANGUAGES}
    for language, table in read.items() if is_whole else ():
        checks.known(f"[text.{language}]", table, (*words, *tellable))
    told = tuple(word for word in tellable if any(word in table for table in read.values()))
    packed = tuple(word for word in words if word in PACKED and not any(word in table for table in read.values()))
    derived = checks.written | {"name": checks.written.get("name", _spoken(kit.slug))}
    own = tuple(word for word in words if word not in packed)
    english, french = (
        _filled((*own, *told), table, derived, other)
        for table, other in ((read["en"], read["fr"]), (read["fr"], read["en"]))
    )
    named = replace(kit, told=tuple(word.removesuffix(TOLD) for word in told), packed=packed)
    return named, {"en": _keyed(kit.slug, english), "fr": _keyed(kit.slug, french)}


def _filled(words: Iterable[str], table: Table, derived: Table, other: Table) -> Table:
    """Return *words* of *table*, of the *other* language, or *derived*.

    The symbols of a face come before the face.
    """
    found: dict[str, str] = {}
    for word in words:
        found[word] = table.get(word) or other.get(word) or derived.get(word) or _spoken(word)
        if SYMBOLS in word:
            found[word] = " + ".join(found[symbol] for symbol in symbols_of(word))
    return found


def _spoken(name: str) -> str:
    """Return *name* as words: "Spring tide" for ``spring-tide``."""
    words = name.replace("-", " ").strip() or name
    return words[:1].upper() + words[1:]


def _words(kit: Kit) -> Iterator[str]:
    """Yield everything in *kit* with a name of its own."""
    yield "name"
    for dice in kit.dice:
        yield dice.name
        for face in dice.all_faces:
            yield from (*symbols_of(face), face) if isinstance(face, str) else ()
    for wheel in kit.wheels:
        yield from (wheel.name, *(segment.name for segment in wheel.segments))
    for counter in kit.counters:
        yield from (counter.name, *(tick for tick in counter.ticks if isinstance(tick, str)))
        if counter.option:
            yield from (counter.option, *(choice for choice, _ in counter.starts))
    for group in kit.groups:
        yield from (group.name, *(token.name for token in group.tokens), *(state.name for state in group.states))
    for deck in kit.decks:
        yield from (deck.name, *(card.name for card in deck.cards), *deck.ways)
    yield from (badge.name for badge in kit.badges)
    yield from kit.compare.between if kit.compare else ()
    for sheet in kit.sheets:
        yield from (sheet.name, *(row.name for row in (*sheet.rows, *sheet.bonus)))
    yield from (timer.name for timer in kit.timers)
    yield from (action.name for action in kit.actions)
    yield from (*kit.teams, *(kit.round.steps if kit.round else ()))
    yield from (effect.word for effect in kit.effects() if effect.kind == "say")


def _tellable(kit: Kit) -> Iterator[str]:
    """Yield everything in *kit* that may need an explanation."""
    yield from (segment.name for wheel in kit.wheels for segment in wheel.segments)
    yield from (card.name for deck in kit.decks for card in deck.cards)
    yield from (state.name for group in kit.groups for state in group.states)
    yield from (row.name for sheet in kit.sheets for row in (*sheet.rows, *sheet.bonus))
    yield from (action.name for action in kit.actions)
    yield from kit.round.steps if kit.round else ()


def _table(checks: Checks, language: str, given: Any) -> Table:
    where = f"[text.{language}]"
    table = given if checks.expect(isinstance(given, Mapping), where, Message("kit-fault.text-table"), given) else {}
    found = {}
    for word, said in table.items():
        maximum = _LONGEST_EXPLANATION if word.endswith(TOLD) else LONGEST_WORDS
        good = is_text(said, maximum, braces=True)
        found[word] = said if good else ""
        expected = Message("kit-fault.text", {"maximum": maximum})
        if checks.expect(good, f"{where} {cut(word)}", expected, said) and set(said) & {"{", "}"}:
            checks.fault(f"{where} {cut(word)}", Message("kit-fault.braces", {"given": shown(said)}))
    return found


def _keyed(slug: str, table: Table) -> Table:
    return {f"kit.{slug}.{word}": said for word, said in table.items()}
