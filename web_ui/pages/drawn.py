"""What draws each kind of state: the modules and sheets that a page asks for at once when such a game is open.

A page that was opened before fetches them itself, by static/core/games.js and kit.js; so does every phone with what
shows what can be done, for that comes with the stream.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

KIT, ISLAND, SEA, MENU = "kit", "island", "sea", "menu"
_DRAWN = ("drawing/lettering", "drawing/signs", "widgets/decks", "drawing/roving", "drawing/initials", "widgets/people")
"""What every referee's board is drawn with."""
MODULES: Mapping[str, tuple[str, ...]] = {
    KIT: (
        *("pages/kit", "drawing/signs", "drawing/signs-tiles", "drawing/signs-more", "drawing/signs-sea"),
        *("widgets/decks", "widgets/holdings", "widgets/people"),
    ),
    ISLAND: (
        *("games/forbidden-island/island", "games/forbidden-island/island-board"),
        *("games/forbidden-island/island-cards",),
        *("games/forbidden-island/island-drawn", "games/forbidden-island/island-parts"),
        *("drawing/signs-tiles", "drawing/tiles"),
        *("widgets/ending", "core/fade"),
        *_DRAWN,
    ),
    MENU: ("widgets/opening",),
    SEA: (
        *("games/fireship/fireship", "games/fireship/fireship-board"),
        *("games/fireship/fireship-parts", "games/fireship/fireship-plays"),
        *("games/fireship/fireship-over", "widgets/play-time", "core/stopwatch"),
        *("drawing/signs-sea", "widgets/ending", "core/fade"),
        *_DRAWN,
    ),
}
"""For each kind its module with all that it imports."""
KIT_MODULES: Mapping[str, tuple[str, ...]] = {
    "dice": ("widgets/rolls", "widgets/dice"),
    "wheels": ("widgets/wheel", "drawing/lettering"),
    "groups": ("drawing/groups", "drawing/tiles", "drawing/lettering", "drawing/roving"),
    "counters": ("widgets/meter",),
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
