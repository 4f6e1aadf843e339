"""The newest published state, for threads that process it later.

The session leaves it there.

Law: the session's thread touches nothing else in this room, and never waits for it.
"""

from __future__ import annotations

import threading

from companion.model.publication import Published
from companion.model.snapshot import Snapshot

MQTT_TOLD = "mqtt-told"
"""Name of the journal's setting with the last broker.

That broker can then be asked to forget.
"""


class Newest:
    """A follower that keeps the newest state and wakes a waiting thread.

    Any thread may call ``nudge``.
    """

    def __init__(self) -> None:
        self._published: Snapshot | None = None
        self._has_come = threading.Event()

    def hear(self, published: Published) -> None:
        """Keep the newest state; of a motion nothing is sent."""
        if published.motion is None:
            self._published = published.after
            self._has_come.set()

    def nudge(self) -> None:
        """Wake the waiting thread without a new state."""
        self._has_come.set()

    def wait(self, longest_s: float | None = None) -> Snapshot | None:
        """Wait for a newer state or a nudge, at most *longest_s* seconds.

        Return the newest state, None before the first.
        """
        self._has_come.wait(longest_s)
        self._has_come.clear()
        return self._published
