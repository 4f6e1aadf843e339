"""The newest published state, left by the session for who has a thread of their own to make something of it.

Law: it is the only thing of this room that the session's thread touches, and it never waits there.
"""

from __future__ import annotations

import threading

from companion.model.snapshot import Snapshot

MQTT_TOLD = "mqtt-told"
"""Under which name the journal keeps which broker was told, so that it can be asked to forget."""


class Newest:
    """A mirror that keeps the newest state and wakes who waits for it; any thread may ``nudge`` them."""

    def __init__(self) -> None:
        self._published: Snapshot | None = None
        self._has_come = threading.Event()

    def started(self, published: Snapshot) -> None:
        """Something is in motion: nobody outside is told."""

    def changed(self, published: Snapshot) -> None:
        self._published = published
        self._has_come.set()

    def nudge(self) -> None:
        """Wake who waits, although the state is the same."""
        self._has_come.set()

    def wait(self, longest_s: float | None = None) -> Snapshot | None:
        """Wait until there is a newer state, or somebody nudges; return the newest, None before the first.

        At most *longest_s* seconds, where they are given.
        """
        self._has_come.wait(longest_s)
        self._has_come.clear()
        return self._published
