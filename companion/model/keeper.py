"""The club's keeper, as far as a table knows of them: their words, and a call for them that stands.

Nothing of it is kept: it is of this evening, and has to work where the table's memory doesn't.
"""

from __future__ import annotations

from msgspec import Struct

CALL, ALL_RIGHT = "call-keeper", "all-right"
"""The lines that call the keeper, and that end a call."""
CALLING_COMMANDS = frozenset({CALL, ALL_RIGHT})


class KeeperWords(Struct, frozen=True):
    """A message of the keeper on show: no two have the same *id*; *text* has letters that every screen can draw."""

    id: str
    text: str


class KeeperCall(Struct, frozen=True):
    """A call for the keeper that stands: by whose *seat*, *since* when in UTC, "" if nobody knows the date.

    It *is_heard* once the keeper is coming.
    """

    id: str
    seat: int
    since: str
    is_heard: bool = False
