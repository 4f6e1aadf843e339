"""The tree of choices for the table's own buttons and knob.

It has the game's plays and the table's own rows.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from itertools import groupby

from msgspec.structs import replace

from companion.engine.plays import Play, leaves
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE, WATCHER
from companion.model.roster import Presence
from companion.model.snapshot import Snapshot
from companion.stage.offers import table_seats

MAX_ROWS = 30
"""Maximum rows of squares in one list.

More are chosen column by column.
"""
SQUARE = re.compile(r"([a-z])\d+")


def tree_for_table(published: Snapshot, address: str = "", presences: Iterable[Presence] = ()) -> Sequence[Play]:
    """Return the current choices of the table's own buttons.

    First come the game's plays as the table itself sees them, then for each seat with more legal moves by its own view
    a row with just those below it, then corrections, the board's cells, and the rows of the table itself, with its
    *address* and *presences*.
    """
    if published.trouble is not None:
        return published.table_rows()
    open_to_all = published.open.plays(table_seats(published), TABLE)
    hands = [hand for seat in table_seats(published) if seat != TABLE and (hand := _hand(published, seat, open_to_all))]
    plays = sorted([*open_to_all, *hands], key=lambda play: play.named)
    return (*by_columns(plays), *_board(published), *published.table_rows(address, presences, by_hand=True))


def by_columns(plays: Sequence[Play]) -> list[Play]:
    """Return *plays* with each long list of squares by columns.

    A level above it names the columns alone.
    """
    deeper = [replace(play, below=by_columns(play.below)) if play.below else play for play in plays]
    if len(deeper) <= MAX_ROWS or not all(SQUARE.fullmatch(play.word) for play in deeper):
        return deeper
    columns = groupby(sorted(deeper, key=_column), key=_column)
    return [Play(letter, Message("menu.column", {"column": letter}), below=[*squares]) for letter, squares in columns]


def _column(play: Play) -> str:
    return play.word[0]


def _board(published: Snapshot) -> list[Play]:
    """Return the row for the board's cells, if the game has any."""
    if published.open.game is None or published.open.state is None:
        return []
    below = [
        Play(str(at), said) for at, said in enumerate(published.open.game.board(published.open.state_for(WATCHER)), 1)
    ]
    return [Play("board", Message("menu.board"), below=below)] if below else []


def _hand(published: Snapshot, seat: int, open_to_all: Sequence[Play]) -> Play | None:
    """Return the row for *seat*'s own choices, None without any.

    The choices *open_to_all* aren't among them.
    """
    known = {play.line for play in leaves(open_to_all) if play.why is None and seat in play.seats}
    own = _without(published.open.plays((seat,)), known)
    return (
        Play(f"hand-{seat}", Message("menu.hand", {"name": published.open.name_of(seat)}), below=own) if own else None
    )


def _without(plays: Iterable[Play], known: Container[str]) -> list[Play]:
    """Return the allowed part of the tree *plays*, without the *known* lines."""
    left = []
    for play in plays:
        below = _without(play.below, known)
        if below or (play.line and play.why is None and play.line not in known):
            left.append(replace(play, below=below))
    return left
