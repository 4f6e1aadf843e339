"""The table as its home sees it: address, phones, activity."""

from __future__ import annotations

from collections.abc import Sequence

from companion.model.roster import Presence
from companion.model.snapshot import Snapshot
from companion.network.judgement import Reading
from companion.parts.address import Serving
from companion.parts.optional import REHEARSAL, SURVEY, OptionalParts
from companion.runtime.clock import Clock
from companion.stage.presenter import TableStage
from web_ui.http.access.presence import PhonePresence


class LateSurvey:
    """A reading of the network, imported when it is wanted."""

    def __init__(self, optional: OptionalParts) -> None:
        self._optional = optional

    def read(self, *, came: bool, host: str) -> Reading:
        """Read and test the network at *host* for some seconds."""
        return self._optional.get(SURVEY).read(came=came, host=host)


class Surroundings:
    """The state of a table that no published state holds."""

    def __init__(
        self, clock: Clock, serving: Serving, presence: PhonePresence, stage: TableStage, *, optional: OptionalParts
    ) -> None:
        self.clock = clock
        self._serving, self._presence, self._stage, self._optional = serving, presence, stage, optional

    def page(self) -> str:
        """Return the table's address in the home network, "" without one."""
        address = self._serving.join_address
        return "" if address == self._serving.address else address

    def presences(self, published: Snapshot) -> Sequence[Presence]:
        """Return the presence of each seat's phone."""
        return self._presence.of(published)

    @property
    def is_rehearsing(self) -> bool:
        """Whether the table's parts are being tried."""
        rehearsal = self._optional.made(REHEARSAL)
        return rehearsal is not None and rehearsal.is_on

    def is_busy(self) -> bool:
        """Return True if the screen shows a question, or a rehearsal runs."""
        return self._stage.is_asked or self.is_rehearsing
