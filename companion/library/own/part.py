"""A table's own games, as an optional part."""

from __future__ import annotations

from companion.health.settings import LEFT_OUT, left_out
from companion.library.games import Library
from companion.library.own.collection import OwnGames
from companion.library.own.history import FOLDER, History
from companion.library.packages import covers
from companion.parts.table import Parts


class GameFollowers:
    """The parts of *table* beside its session that follow its games."""

    def __init__(self, table: Parts) -> None:
        self._assets = table.mirror.assets
        self._faults = table.health.faults

    def swapped(self, library: Library) -> None:
        """Serve the covers of *library*, and tell its unusable files."""
        self._assets.replace_covers(covers(library.games))
        new = {fault.key: fault for fault in left_out(library)}
        for fault in self._faults.now:
            if fault.key.startswith(LEFT_OUT) and fault.key not in new:
                self._faults.clear(fault.key)
        for fault in new.values():
            self._faults.add(fault)


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
        swapped=GameFollowers(table).swapped,
        now=table.clock.utc_text,
    )
    games.recover()
    return games
