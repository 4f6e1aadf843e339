"""A kit's shape with titles and hints, for the page."""

from __future__ import annotations

import re
from functools import cache

from companion.engine.values.message import Message
from companion.kits.format.checks import SIGNS
from companion.kits.format.course import SPELLED_EVENTS
from companion.kits.format.kit_file import BUTTONS
from companion.kits.format.shelf import COVERS
from companion.kits.format.words import LANGUAGES
from companion.maker.fields import FREE, KEY_SPECS, KeySpec
from companion.maker.shape import ORDER, SECTIONS, is_named
from companion.maker.wire import KitShape, ShapeAdd, ShapeChoice, ShapeField, ShapeSection, ShapeTable

DRAWN = (SIGNS, COVERS)
"""Choices that pages draw: their titles are their own words."""
NAME_CHOICES = {"on": SPELLED_EVENTS, "button": BUTTONS, "text": LANGUAGES}
_NO_WORD = re.compile(r"[^a-z0-9]+")


@cache
def shape_of() -> KitShape:
    """Return everything that a kit may have."""
    kinds = dict.fromkeys((*ORDER, *KEY_SPECS, *FREE))
    return KitShape(
        tuple(
            ShapeSection(
                section,
                Message(f"maker.section.{section}"),
                Message(f"maker.section-hint.{section}"),
                tuple(ShapeAdd(table, _title("table", table), dict(starts)) for table, starts in adds.items()),
            )
            for section, adds in SECTIONS.items()
        ),
        {kind: _table(kind) for kind in kinds},
    )


def _table(kind: str) -> ShapeTable:
    names = NAME_CHOICES.get(kind)
    return ShapeTable(
        _title("table", kind),
        _title("table-hint", kind),
        named=bool(kind) and is_named(kind) and kind not in ("sheet.rows", "sheet.bonus"),
        fields=tuple(_field(key, spec) for key, spec in KEY_SPECS.get(kind, {}).items()),
        names=None if names is None else tuple(_choice("name", name) for name in names),
        free=_field("", FREE[kind]) if kind in FREE else None,
    )


def _field(key: str, spec: KeySpec) -> ShapeField:
    name = spec.name or key
    minimum, maximum = spec.bounds
    return ShapeField(
        key,
        _title("key", name),
        _title("key-hint", name),
        spec.kind,
        _choices(name, spec) or None,
        of=spec.of or None,
        minimum=minimum,
        maximum=maximum,
        required=spec.is_required,
        advanced=spec.is_advanced,
    )


def _choices(name: str, spec: KeySpec) -> tuple[ShapeChoice, ...]:
    if spec.choices in DRAWN:
        return tuple(ShapeChoice(word, word.replace("-", " ")) for word in spec.choices)
    group = "pattern" if spec.kind.startswith("effect") else name
    return tuple(_choice(group, word) for word in spec.choices)


def _choice(group: str, word: str) -> ShapeChoice:
    return ShapeChoice(word, _title(f"choice.{group}", word))


def _title(group: str, word: str) -> Message:
    return Message(f"maker.{group}.{_NO_WORD.sub('-', word.lower()).strip('-') or 'kit'}")
