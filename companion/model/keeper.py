"""The club's keeper, from a table's side: messages and calls.

Nothing of it is stored: it concerns this evening alone, and has to work even if the table's memory doesn't.
"""

from __future__ import annotations

from msgspec import Struct

CALL, ALL_RIGHT = "call-keeper", "all-right"
"""The lines to call the keeper, and to end a call."""
CALLING_COMMANDS = frozenset({CALL, ALL_RIGHT})


class KeeperWords(Struct, frozen=True):
    """A message of the keeper on show.

    No two have the same *id*; *text* has letters that every screen can draw.
    """

    id: str
    text: str


class KeeperCall(Struct, frozen=True):
    """An open call for the keeper from *seat*.

    *since* is in UTC, "" if the date is unknown. It *is_heard* once the keeper is coming.
    """

    id: str
    seat: int
    since: str
    is_heard: bool = False
