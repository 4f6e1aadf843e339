"""Published changes of the table, for all its followers."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from companion.engine.fact import Facts
from companion.model.snapshot import Motion, Snapshot


class Published(Struct, frozen=True):
    """The table *before* and *after* one change.

    *motion* is set only if something is in motion from now on; its result isn't in here. *facts* are those of a step
    that is public from now on. *durable_s* is how many seconds a command took to become durable, None without one: it
    may be one that nobody may notice.
    """

    before: Snapshot
    after: Snapshot
    motion: Motion | None = None
    facts: Facts = ()
    durable_s: float | None = None

    @property
    def is_shown(self) -> bool:
        """Whether the table itself has changed.

        Names, phones, calls and faults don't count.
        """
        before, after = self.before, self.after
        return (
            after.version != before.version
            or after.open.state is not before.open.state
            or after.reveal is not before.reveal
            or after.consent is not before.consent
            or after.trouble is not before.trouble
            or after.other_folders != before.other_folders
        )


class Follower(Protocol):
    """A follower of the table, called on the session's thread."""

    def hear(self, published: Published) -> None:
        """Take one change of the table. Doesn't block."""
