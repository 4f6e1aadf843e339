"""The drawing parts of a table: modules and sheets needed at once.

A page that was opened before fetches them itself, by static/core/games.js and pages/picture.js; so does every phone for
the parts with the legal moves, which come with the stream.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from web_ui.http.content.assets import Assets
from web_ui.http.content.delivery import own_page

MENU = "menu"


def kind_of(table: Mapping[str, Any]) -> str:
    """Return the kind of game or menu in *table*, "" for neither."""
    return MENU if table["menu"] else str((table["state"] or {}).get("kind", ""))


def drawn_by(table: Mapping[str, Any], assets: Assets, *, afar: bool = False) -> list[str]:
    """Return the modules that draw *table*, for a television if *afar*."""
    kind = kind_of(table)
    if kind == MENU:
        return ["shelf/opening.js"]
    if kind in assets.games:
        return own_page(assets, kind, "television" if afar else "view")
    if not kind:
        return []
    parts = (f"parts/{part}.js" for part, things in table["state"].items() if things)
    return [*(["pages/tv-picture.js"] if afar else []), "pages/picture.js", *(each for each in parts if each in assets)]
