"""Compares one language's wordings with another's.

They need the same values in their braces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.engine.values.message import Message
from companion.kits.format.checks import KitFault
from companion.texts.say import PLACEHOLDER, Wording


def faults_of(known: Mapping[str, Wording], given: Mapping[str, Wording]) -> Iterator[KitFault]:
    """Yield each difference of *given* wordings from *known*, by key."""
    for key, entry in known.items():
        if key not in given:
            yield KitFault(key, Message("words.missing"))
        elif isinstance(given[key], str) != isinstance(entry, str):
            yield KitFault(key, Message("words.sentence" if isinstance(entry, str) else "words.plural"))
        elif not all(form.strip() for form in _forms(given[key])):
            yield KitFault(key, Message("words.empty"))
        elif _values(given[key]) != _values(entry):
            braces = tuple(f"{{{name}}}" for name in sorted(_values(entry)))
            yield KitFault(key, Message("words.values", {"values": braces}) if braces else Message("words.no-values"))
    for key in given:
        if key not in known:
            yield KitFault(key, Message("words.unknown"))


def _forms(entry: Wording) -> tuple[str, ...]:
    return (entry,) if isinstance(entry, str) else tuple(entry.values())


def _values(entry: Wording) -> set[str]:
    return {name for form in _forms(entry) for name in PLACEHOLDER.findall(form)}
