"""Rows: what the journal holds, as values that nobody can change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from companion.engine.game import Mode, OptionValue
from companion.engine.seats import read_seat, seat_word


class GameRow(Struct, frozen=True):
    """One game of the journal. *ended* is the JSON of how it ended, None while it goes on.

    *seed* is the secret of its draws in hex, None where nothing was promised; it is told once the game is over.
    """

    id: int
    slug: str
    mode: Mode
    seats: tuple[str, ...]
    options: dict[str, OptionValue]
    at: str
    ended: str | None = None
    seed: str | None = None


class LineRow(Struct, frozen=True):
    """One line of a game, with the facts it led to as JSON; lines of one *batch* became durable together.

    *agreed* is the JSON of who agreed to an undo, or of the seats of the phone that spoke in the table's name: seats as
    records write them, None where there were none. *played_ms* is how long the game had been played by then, None where
    no time was kept.
    """

    n: int
    batch: int
    version: int
    seat: int | None
    do: str | None
    by: str | None
    at: str
    entropy: str | None = None
    facts: bytes | None = None
    undo: int | None = None
    redo: int | None = None
    agreed: str | None = None
    played_ms: int | None = None

    @property
    def with_seats(self) -> tuple[int, ...]:
        """The seats of those who agreed, ``TABLE`` for hands at the table's buttons; or of the phone that spoke.

        :raises msgspec.MsgspecError: the row is damaged.
        """
        words = msgspec.json.decode(self.agreed or "[]", type=tuple[int | str, ...])
        return tuple(map(read_seat, words))


class Batch(Struct, frozen=True, kw_only=True):
    """All that one command led to. A *new_game* gets the lines and becomes the current game; *delete* goes."""

    id: str
    version: int
    game: int | None = None
    new_game: GameRow | None = None
    lines: tuple[LineRow, ...] = ()
    ended: str | None = None
    settings: dict[str, str] = {}
    delete: int | None = None


def game_row(row: tuple[Any, ...]) -> GameRow:
    """Return the game that *row*, its columns in order, spells.

    :raises msgspec.MsgspecError: it can't be read.
    """
    number, slug, mode, seats, options, at, ended, seed = row
    names = msgspec.json.decode(seats, type=tuple[str, ...])
    chosen = msgspec.json.decode(options, type=dict[str, OptionValue])
    return GameRow(number, slug, mode, names, chosen, at, ended, seed)


def agreed_text(seats: Iterable[int]) -> str | None:
    """Return *seats* of those who agreed, or of the phone that spoke, as a row keeps them."""
    words = [seat_word(seat) for seat in seats]
    return json_text(words) if words else None


def json_text(value: Any) -> str:
    """Return *value* as JSON."""
    return msgspec.json.encode(value).decode()
