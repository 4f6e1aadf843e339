"""Things on a board and the spots where they may be: a correction in two taps, one on the thing and one on its spot."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.values.message import Message


class Spot(Struct, frozen=True):
    """A place where a thing may be put, or one of its sides.

    *words* are the changes of the correction that puts it there; one that begins with ``.`` or ``=`` goes on the name
    of the thing. *at* is a cell of the board, "" for what a button says. *told* is the key of the log's sentence: its
    places are ``{who}``, ``{what}`` and ``{where}``.
    """

    words: tuple[str, ...]
    label: Message
    told: str
    at: str = ""


class BoardThing(Struct, frozen=True):
    """Something on the board that may be elsewhere: a piece, or a cell with several sides.

    *name* begins the names of its corrections, and *mark* is the piece or the cell of the picture that a tap picks it
    by. *what* is its name in the midst of a sentence. Things share groups of *spots*, none of which it is at now.
    *also* are changes made wherever it is put.
    """

    name: str
    mark: str
    label: Message
    what: Message
    spots: tuple[tuple[Spot, ...], ...]
    also: tuple[str, ...] = ()

    def changes_to(self, spot: Spot) -> tuple[tuple[str, str], ...]:
        """Return the changes that put it on *spot*, each a name and a word."""
        said = [f"{self.name}{word}" if word[0] in ".=" else word for word in spot.words]
        return tuple([(name, word) for name, _, word in (change.partition("=") for change in (*said, *self.also))])
