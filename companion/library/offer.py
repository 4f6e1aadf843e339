"""A library's games, unusable files and languages for the session."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion.engine.values.message import Message
from companion.kits.format.kit_file import BadKit
from companion.library.games import Library
from companion.model.shelf.offer import BadKitRow, GameOffer
from companion.model.table_menu import LANGUAGES
from companion.texts.say import Texts


def offer_of(library: Library) -> GameOffer:
    """Return the games, unusable files and languages of *library*."""
    return GameOffer(games=library.games, bad_kits=_bad_kit_rows(library.faults), languages=_languages(library.texts))


def _bad_kit_rows(faults: Sequence[BadKit]) -> tuple[BadKitRow, ...]:
    """Return a menu row for the unusable files of each name."""
    rows: dict[str, tuple[tuple[str, Message], ...]] = {}
    for bad in faults:
        name = Path(bad.file).name
        rows[name] = (*rows.get(name, ()), *((fault.where, fault.said) for fault in bad.faults))
    return tuple(BadKitRow(*row) for row in rows.items())


def _languages(texts: Texts) -> tuple[tuple[str, Message], ...]:
    """Return every language of *texts* by code, with its own name.

    A family's own languages come after those that ship.
    """
    shipped = dict(LANGUAGES)
    own = {code: texts.name_of(code) for code in texts.languages if code not in shipped}
    return (*LANGUAGES, *((code, Message("menu.word", {"word": name})) for code, name in own.items()))
