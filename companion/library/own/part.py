"""A table's own games, as an optional part."""

from __future__ import annotations

from companion.library.games import Library
from companion.library.own.collection import OwnGames
from companion.library.own.history import FOLDER, History
from companion.library.packages import covers
from companion.parts.table import Parts


class ShownCovers:
    """The covers of *table*'s pages."""

    def __init__(self, table: Parts) -> None:
        self._assets = table.mirror.assets

    def swapped(self, library: Library) -> None:
        """Serve the covers of *library* from now on."""
        self._assets.replace_covers(covers(library.games))


def make(table: Parts) -> OwnGames:
    """Return the own games of *table*."""
    kits, languages = table.library.places.folder, table.library.places.languages
    history = History(
        table.data / FOLDER,
        {"kits": kits or table.data / "kits", "languages": languages or table.data / "languages"},
    )
    games = OwnGames(
        table.library,
        history,
        table.session.shelf,
        swapped=ShownCovers(table).swapped,
        now=table.clock.utc_text,
    )
    games.recover()
    return games
