"""Health: the faults of one start, and the owner's means against them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion.health.faults import Faults
from companion.health.settings import Mender
from companion.model.faults import Fault


class Health:
    """The health of a table that keeps its games in *data*: its *faults*, and what the owner does against them."""

    def __init__(self, data: Path, faults: Sequence[Fault] = ()) -> None:
        self.faults = Faults(faults)
        self._mender = Mender(data, faults)

    def mend(self, line: str) -> bool:
        """Keep what *line* chooses for the next start; tell whether it was one of a fault's offers.

        :raises OSError: it can't be written down.
        """
        return self._mender.mend(line)
