"""The games of the shelf and its headings, as they are sent."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.engine.values.picture import Label


class Way(Struct, frozen=True):
    """A mode in which a game can be played."""

    mode: Literal["kit", "referee"]
    label: Label
    do: Annotated[str, Meta(description="The line that opens it; GET /api/v1/form gives what may come after it.")]


class ShelfGame(Struct, frozen=True):
    """A game on the shelf."""

    slug: str
    name: Label
    line: Annotated[Label, Meta(description="What it is, in a few words; empty where its author doesn't say.")]
    people: Annotated[tuple[int, int], Meta(description="How many may play: the least and the most.")]
    told: Annotated[Label, Meta(description="The same in words, and how long it usually takes.")]
    cover: Annotated[str, Meta(description="Its picture, 3 by 4, among the pages' files.")]
    ways: Annotated[tuple[Way, ...], Meta(description="The referee first, where there is one.")]
    is_tool: Annotated[
        bool, Meta(description="It helps with any game: its line opens it as it was left, and asks nothing.")
    ] = False
    has_rules: Annotated[bool, Meta(description="GET /api/v1/how-to-play/SLUG tells how it is played.")] = False


class ShelfHeading(Struct, frozen=True):
    """A heading of the shelf with its games, by slug."""

    name: Annotated[str, Meta(description="Empty for the games on top, `last` for those played last.")]
    label: Label
    games: tuple[str, ...]
