"""Other places for the table's games, if its journal fails."""

from __future__ import annotations

from pathlib import Path

from companion.health.places import places
from companion.parts.optional import HELPER, OptionalParts
from companion.session.fallback_journal import JournalPlace


class OtherPlaces:
    """Memory sticks that are plugged in, and the settings' *fallback*."""

    def __init__(self, fallback: Path | None, optional: OptionalParts) -> None:
        self._fallback, self._optional = fallback, optional

    def look(self) -> list[JournalPlace]:
        """Return the folders that can hold the games now.

        A stick that is plugged in is mounted first, and comes later.
        """
        self._optional.get(HELPER).mount_sticks(self._optional.table.session.look_for_places)
        return [JournalPlace(*each) for each in places(self._fallback)]
