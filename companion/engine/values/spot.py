"""Things on a board and their spots: corrections by two taps.

The first tap picks the thing, the second its spot.
"""

from __future__ import annotations

from msgspec import Struct

from companion.engine.values.message import Message


class Spot(Struct, frozen=True):
    """A place for a thing, or one of its sides.

    *words* are the changes of the correction that puts it there; one that begins with ``.`` or ``=`` is appended to the
    thing's name. *at* is a cell of the board, "" for a button. *told* is the key of the log's sentence, with the places
    ``{who}``, ``{what}`` and ``{where}``.
    """

    words: tuple[str, ...]
    label: Message
    told: str
    at: str = ""


class BoardThing(Struct, frozen=True):
    """A movable thing on the board: a piece, or a many-sided cell.

    *name* begins the names of its corrections, and a tap on *mark*, a piece or cell of the picture, picks it. *what* is
    its name inside a sentence. Things share groups of *spots*, none of which is the present one. *also* are changes
    made at every spot.
    """

    name: str
    mark: str
    label: Message
    what: Message
    spots: tuple[tuple[Spot, ...], ...]
    also: tuple[str, ...] = ()

    def changes_to(self, spot: Spot) -> tuple[tuple[str, str], ...]:
        """Return the changes moving it to *spot*, as (name, word) pairs."""
        said = [f"{self.name}{word}" if word[0] in ".=" else word for word in spot.words]
        return tuple([(name, word) for name, _, word in (change.partition("=") for change in (*said, *self.also))])
