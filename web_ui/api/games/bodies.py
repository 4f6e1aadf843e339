"""The bodies of requests and answers about the family's own games."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from companion.library.own.examination import Kind
from companion.library.own.history import Deed


class SentFile(Struct, forbid_unknown_fields=True):
    """A file of a game: its name and its text."""

    name: Annotated[str, Meta(max_length=255)]
    content: Annotated[str, Meta(max_length=2**20)]


class GameFilesBody(Struct, forbid_unknown_fields=True):
    """Kits, covers and languages to install."""

    id: Annotated[str, Meta(pattern=r"^[0-9A-Za-z_-]{8,64}\Z")]
    files: Annotated[tuple[SentFile, ...], Meta(max_length=12)]
    replaces: Annotated[bool, Meta(description="Replace installed files; else they are told.")] = False
    only_look: Annotated[bool, Meta(description="Tell what would be installed, and change nothing.")] = False


class GivenGame(Struct, frozen=True):
    """A good file, and its game."""

    file: str
    kind: Kind
    slug: Annotated[str, Meta(description="The game's; a language's code.")]
    title: str
    text: Annotated[str, Meta(description="What the file is, and what it replaces.")]
    version: Annotated[int, Meta(description="A kit's; 0 for any other file.")]
    author: str
    replaces: Annotated[int | None, Meta(description="The version installed now, 0 if unknown; null if it is new.")] = (
        None
    )


class GivenFault(Struct, frozen=True):
    """A fault of a given file."""

    file: str
    where: Annotated[str, Meta(description="The table and key in it; empty for the whole file.")]
    said: str


class GivenGames(Struct, frozen=True):
    """The good files, and the faults of others."""

    files: tuple[GivenGame, ...]
    faults: tuple[GivenFault, ...] = ()
    text: str = ""


class GameFilesRefused(Struct, frozen=True):
    """A refusal of files: why, and which."""

    error: str
    text: str
    files: tuple[GivenGame, ...] = ()
    faults: tuple[GivenFault, ...] = ()


class OwnGameBody(Struct, forbid_unknown_fields=True):
    """A change of the games on the shelf."""

    id: Annotated[str, Meta(pattern=r"^[0-9A-Za-z_-]{8,64}\Z")]
    do: Annotated[
        str,
        Meta(
            pattern=r"^((off|on) [a-z0-9][a-z0-9-]{0,63}|remove [^/\\]{1,100}|undo [0-9]{1,6})\Z",
            description=(
                "`off SLUG`, `on SLUG`: on no shelf, or on it again; `remove SLUG`: an own game, the code of a "
                "language, or the name of an unusable file; `undo NUMBER`: the newest change."
            ),
        ),
    ]


class ShelvedGame(Struct, frozen=True):
    """A game of the table, and its state."""

    slug: str
    title: str
    cover: Annotated[str, Meta(description="Below the static files' address.")]
    version: int
    author: str
    is_own: bool
    is_off: bool
    is_played: Annotated[bool, Meta(description="Whether it is on the table and goes on.")]


class OwnLanguage(Struct, frozen=True):
    """A language of the family's own."""

    code: str
    name: str


class UnusableFile(Struct, frozen=True):
    """An unusable file of the family, and why."""

    file: str
    faults: tuple[str, ...]


class PastChange(Struct, frozen=True):
    """A change that can be undone, the newest first."""

    number: int
    deed: Deed
    said: str
    at: str


class OwnGamesBody(Struct, frozen=True):
    """All games of the table, own files, and the newest changes."""

    games: tuple[ShelvedGame, ...]
    languages: tuple[OwnLanguage, ...]
    unusable: tuple[UnusableFile, ...]
    changes: tuple[PastChange, ...]
    text: str = ""
