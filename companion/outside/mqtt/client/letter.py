"""Messages to a broker and from it."""

from __future__ import annotations

from typing import NamedTuple


class Letter(NamedTuple):
    """A message to a *topic*.

    The broker keeps a *retained* one for later subscribers. An empty one deletes it.
    """

    topic: str
    payload: bytes
    retained: bool = False


class Heard(NamedTuple):
    """A received message, *retained* if its sender asked for that."""

    topic: str
    payload: bytes
    retained: bool
