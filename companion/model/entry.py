"""The entry: one line of a game, the same in the journal, in a record and between them.

Law: an entry's JSON is the record's line, to the byte.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from companion.engine.values.seats import TABLE, read_seat

By = Literal["dealer", "typed", "sensor", "button", "phone", "clock"]


class Entry(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Line *n* of a game: what *seat* did, or which line is taken back (*undo*) or which undo (*redo*).

    Seats are written as records write them. *agreed*, in JSON ``with``, are the seats of those who agreed to an undo
    that one person couldn't decide alone, by phones that had joined before the line that is undone, ``"table"`` for two
    buttons; what a phone did in the table's name has its own seats there. *entropy* is hex.
    """

    n: int
    at: str | None = None
    seat: int | str | None = None
    do: str | None = None
    by: By | None = None
    entropy: str | None = None
    undo: int | None = None
    redo: int | None = None
    agreed: tuple[int | str, ...] = msgspec.field(name="with", default=())

    @property
    def speaker(self) -> int:
        """The seat as the engine knows it, ``TABLE`` where none is named.

        :raises ValueError: there is no such seat.
        """
        return TABLE if self.seat is None else read_seat(self.seat)

    @property
    def with_seats(self) -> tuple[int, ...]:
        """The seats of *agreed* as the engine knows them.

        :raises ValueError: one of them is no seat.
        """
        return tuple(map(read_seat, self.agreed))
