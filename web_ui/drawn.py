"""What draws each kind of state: the modules and sheets that a page asks for at once when such a game is open.

A page that was opened before fetches them itself, by static/js/games.js; so does every phone with what shows what can
be done, for that comes with the stream.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

KIT, ISLAND, MENU = "kit", "island", "menu"
MODULES: Mapping[str, tuple[str, ...]] = {
    KIT: ("kit", "rolls", "dice", "wheel", "groups", "tiles", "lettering", "signs", "meter", "decks", "hand"),
    ISLAND: ("island", "island-board", "island-cards", "island-parts", "tiles", "lettering", "signs", "decks"),
}
"""For each kind its module with all that it imports."""
SHEETS: Mapping[str, tuple[str, ...]] = {KIT: ("chance",), ISLAND: ("island",)}
"""For each kind the sheets that no other has."""


def kind_of(table: Mapping[str, Any]) -> str:
    """Return the kind of what *table* shows, "" for nothing."""
    return MENU if table["menu"] else str((table["state"] or {}).get("kind", ""))
