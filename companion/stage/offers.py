"""Offers: what the table's own buttons, knob and lamps have to do with a published state."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence

from msgspec.structs import replace

from companion.engine.message import Message
from companion.engine.plays import Play, leaves
from companion.engine.seats import TABLE, WATCHER
from companion.model.roster import Presence
from companion.model.snapshot import Snapshot
from hardware.ports import LampName

DOING: tuple[LampName, ...] = ("roll", "spin", "draw")
"""The buttons whose meaning the game gives."""


def table_seats(published: Snapshot) -> tuple[int, ...]:
    """Return the seats the table's own buttons speak for: all of them."""
    return (TABLE, *range(len(published.people)))


def tree_for_table(published: Snapshot, address: str = "", presences: Iterable[Presence] = ()) -> Sequence[Play]:
    """Return what can be done with the table's own buttons now.

    First come the game's plays as the table itself sees them, then for each seat that can do more by its own eyes a row
    with just that below it, then corrections, what lies on the board, and the rows of the table itself, with its
    *address* and *presences*.
    """
    open_to_all = published.plays(table_seats(published), TABLE)
    hands = [hand for seat in table_seats(published) if seat != TABLE and (hand := _hand(published, seat, open_to_all))]
    plays = sorted([*open_to_all, *hands], key=lambda play: play.named)
    return (*plays, *_board(published), *published.house(address, presences))


def _board(published: Snapshot) -> list[Play]:
    """Return the row below which stands what lies on the board, none for a game that has none to be laid out."""
    if published.game is None or published.state is None:
        return []
    below = [Play(str(at), said) for at, said in enumerate(published.game.board(published.state_for(WATCHER)), 1)]
    return [Play("board", Message("menu.board"), below=below)] if below else []


def _hand(published: Snapshot, seat: int, open_to_all: Sequence[Play]) -> Play | None:
    """Return the row below which stands what *seat* can do besides what is *open_to_all*, None if there is nothing."""
    known = {play.line for play in leaves(open_to_all) if play.why is None and seat in play.seats}
    own = _without(published.plays((seat,)), known)
    return Play(f"hand-{seat}", Message("menu.hand", {"name": published.name_of(seat)}), below=own) if own else None


def _without(plays: Iterable[Play], known: Container[str]) -> list[Play]:
    """Return what can be done of the tree *plays*, the lines that are *known* left out."""
    left = []
    for play in plays:
        below = _without(play.below, known)
        if below or (play.line and play.why is None and play.line not in known):
            left.append(replace(play, below=below))
    return left


def hides_something(published: Snapshot) -> bool:
    """Tell whether a watcher isn't shown all of the game, so that what its seats can do may tell a secret.

    It asks whether anything is hidden at all, which everybody knows: whether just this menu tells a secret would be
    one itself.
    """
    return published.state is not None and published.state != published.state.seen_by(WATCHER)


def button_lines(published: Snapshot) -> Mapping[str, str]:
    """Return what each button does now, by its name, in the notation."""
    if published.game is None or published.state is None:
        return {}
    return published.game.buttons(published.state.seen_by(TABLE))


def lit(published: Snapshot, goes_back: bool) -> frozenset[LampName]:
    """Return the lamps beside buttons that would do something now, as far as a watcher may know, at rest.

    *goes_back* tells that BACK leads somewhere; else it undoes, if it is held and anybody may.
    """
    if published.trouble is not None:
        return frozenset()
    names: set[LampName] = {"ok"}
    if goes_back or published.why_not_undo is None:
        names.add("back")
    names.update(doing(published))
    return frozenset(names)


def doing(published: Snapshot) -> tuple[LampName, ...]:
    """Return the buttons by which something of the game can be done now, as far as a watcher may know."""
    lines, seats = button_lines(published), table_seats(published)
    return tuple(name for name in lines if name in DOING and published.may_anybody(lines[name], seats, WATCHER))
