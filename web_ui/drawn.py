"""What draws each kind of state: the modules and sheets that a page asks for at once when such a game is open.

A page that was opened before fetches them itself, by static/js/games.js and kit.js; so does every phone with what shows
what can be done, for that comes with the stream.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

KIT, ISLAND, SEA, MENU = "kit", "island", "sea", "menu"
_DRAWN = ("lettering", "signs", "decks", "roving", "initials", "people")
"""What every referee's board is drawn with."""
MODULES: Mapping[str, tuple[str, ...]] = {
    KIT: ("kit", "signs", "signs-tiles", "signs-more", "signs-sea", "decks", "holdings", "people"),
    ISLAND: (
        *("island", "island-board", "island-cards", "island-drawn", "island-parts", "signs-tiles", "tiles"),
        *("ending", "fade"),
        *_DRAWN,
    ),
    MENU: ("opening",),
    SEA: (
        *("fireship", "fireship-board", "fireship-parts", "fireship-plays", "fireship-over", "play-time", "stopwatch"),
        *("signs-sea", "ending", "fade"),
        *_DRAWN,
    ),
}
"""For each kind its module with all that it imports."""
KIT_MODULES: Mapping[str, tuple[str, ...]] = {
    "dice": ("rolls", "dice"),
    "wheels": ("wheel", "lettering"),
    "groups": ("groups", "tiles", "lettering", "roving"),
    "counters": ("meter",),
}
"""What else draws a kit's state, for each part of it that there is."""
SHEETS: Mapping[str, tuple[str, ...]] = {
    KIT: ("cards", "kit"),
    ISLAND: ("tiles", "cards", "island"),
    SEA: ("fireship",),
}
"""For each kind the sheets that its page has besides those of every page."""
KIT_SHEETS: Mapping[str, tuple[str, ...]] = {
    "dice": ("chance",),
    "wheels": ("chance",),
    "groups": ("tiles",),
    "counters": ("tiles",),
}


def kind_of(table: Mapping[str, Any]) -> str:
    """Return the kind of what *table* shows, "" for nothing."""
    return MENU if table["menu"] else str((table["state"] or {}).get("kind", ""))


def drawn_by(table: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """Return the modules and the sheets that draw what *table* shows, each once."""
    kind = kind_of(table)
    parts = [part for part in KIT_MODULES if table["state"].get(part)] if kind == KIT else []
    modules = [*MODULES.get(kind, ()), *(each for part in parts for each in KIT_MODULES[part])]
    sheets = [*SHEETS.get(kind, ()), *(each for part in parts for each in KIT_SHEETS.get(part, ()))]
    return list(dict.fromkeys(modules)), list(dict.fromkeys(sheets))
