"""Reads a kit's texts for its names, in one language or both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from companion.engine.values.message import Message
from companion.kits.format.checks import UNNAMED, Checks, shown
from companion.kits.format.spec import TOLD, Kit

LANGUAGES = ("en", "fr")
_LONGEST_TEXT = 60
NO_BREAK = str.maketrans("\u00a0\u202f", "  ")
"""French spaces before punctuation, unprintable for Python."""


def texts(checks: Checks, kit: Kit, given: Any) -> tuple[tuple[str, ...], Mapping[str, Mapping[str, str]]]:
    """Return the names with an explanation, and *kit*'s texts.

    Explanations are for cards, segments and states. Texts are by language and key. An explanation in one language is
    needed in the other too; if only one language is given, it is used for both.
    """
    tables = (
        given if checks.expect(isinstance(given, Mapping), "[text]", Message("kit-fault.text-tables"), given) else {}
    )
    checks.known("[text]", tables, LANGUAGES)
    words = tuple(dict.fromkeys(word for word in _words(kit) if word != UNNAMED))
    tellable = tuple(dict.fromkeys(_tellable(kit)))
    read = {language: _table(checks, language, tables.get(language, {})) for language in LANGUAGES}
    told = tuple(word for word in tellable if any(f"{word}{TOLD}" in table for table in read.values()))
    spare = read["en"] or read["fr"]
    if not spare:
        checks.fault("[text.en]", Message("kit-fault.no-text"))
    for language, table in read.items():
        checks.known(f"[text.{language}]", table, (*words, *(f"{word}{TOLD}" for word in tellable)))
        for word in (*words, *(f"{word}{TOLD}" for word in told)) if table else ():
            if word not in table:
                checks.fault(f"[text.{language}] {word}", Message("kit-fault.missing"))
    keyed = {language: _keyed(kit.slug, table or spare) for language, table in read.items()}
    return told, keyed


def _words(kit: Kit) -> Iterator[str]:
    """Yield everything in *kit* with a name of its own."""
    yield "name"
    for dice in kit.dice:
        yield from (dice.name, *(face for face in dice.faces if isinstance(face, str)))
    for wheel in kit.wheels:
        yield from (wheel.name, *(segment.name for segment in wheel.segments))
    for counter in kit.counters:
        yield from (counter.name, *(tick for tick in counter.ticks if isinstance(tick, str)))
        if counter.option:
            yield from (counter.option, *(choice for choice, _ in counter.starts))
    for group in kit.groups:
        yield from (group.name, *(token.name for token in group.tokens), *(state.name for state in group.states))
    for deck in kit.decks:
        yield from (deck.name, *(card.name for card in deck.cards))
    yield from (badge.name for badge in kit.badges)
    yield from kit.compare.between if kit.compare else ()
    yield from (effect.word for effect in kit.effects() if effect.kind == "say")


def _tellable(kit: Kit) -> Iterable[str]:
    """Yield everything in *kit* that may have an effect."""
    yield from (segment.name for wheel in kit.wheels for segment in wheel.segments)
    yield from (card.name for deck in kit.decks for card in deck.cards)
    yield from (state.name for group in kit.groups for state in group.states)


def _table(checks: Checks, language: str, given: Any) -> Mapping[str, str]:
    where = f"[text.{language}]"
    table = given if checks.expect(isinstance(given, Mapping), where, Message("kit-fault.text-table"), given) else {}
    for word, said in table.items():
        good = is_text(said, _LONGEST_TEXT, braces=True)
        expected = Message("kit-fault.text", {"maximum": _LONGEST_TEXT})
        if checks.expect(good, f"{where} {word}", expected, said) and set(said) & {"{", "}"}:
            checks.fault(f"{where} {word}", Message("kit-fault.braces", {"given": shown(said)}))
    return table


def is_text(said: Any, maximum: int, *, braces: bool = False) -> bool:
    """Return True if *said* is a valid text on one line.

    It has at most *maximum* characters; it may contain curly brackets only with *braces*.
    """
    good = isinstance(said, str) and 0 < len(said) <= maximum and bool(said.strip())
    return good and said.translate(NO_BREAK).isprintable() and (braces or not set(said) & {"{", "}"})


def _keyed(slug: str, table: Mapping[str, str]) -> Mapping[str, str]:
    return {f"kit.{slug}.{word}": said for word, said in table.items()}
