"""The games of a library as the session offers them."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.game import GameInfo
from companion.engine.values.message import Message


class BadKitRow(Struct, frozen=True):
    """An unusable kit: its *file* name without a path, and *faults*.

    Each fault follows its place in the file, "" for the whole file.
    """

    file: str
    faults: tuple[tuple[str, Message], ...]


class GameOffer(Struct, frozen=True, kw_only=True):
    """The *games* that can be opened, the unusable kits and the languages.

    A language has its code and its own name.
    """

    games: tuple[GameInfo, ...]
    bad_kits: tuple[BadKitRow, ...]
    languages: tuple[tuple[str, Message], ...]
