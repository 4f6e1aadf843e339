"""Offers: the meaning of the table's own buttons, and their lamps.

They follow a published state.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.values.seats import TABLE, WATCHER
from companion.model.snapshot import Snapshot
from companion.runtime.latest import Latest
from hardware.ports import LampName

DOING: tuple[LampName, ...] = ("roll", "spin", "draw")
"""Buttons with a meaning that the game defines."""
_DOING_NOW = Latest[tuple[LampName, ...]]()


def table_seats(published: Snapshot) -> tuple[int, ...]:
    """Return the seats the table's own buttons speak for: all of them."""
    return (TABLE, *range(len(published.open.people)))


def hides_something(published: Snapshot) -> bool:
    """Return True if a watcher sees less than the whole game.

    Then the seats' options may tell a secret. It checks whether anything is hidden at all, which everybody knows:
    whether just this menu tells a secret would be one itself.
    """
    return published.open.state is not None and published.open.state != published.open.state.seen_by(WATCHER)


def button_lines(published: Snapshot) -> Mapping[str, str]:
    """Return each button's line of notation now, by its name."""
    if published.open.game is None or published.open.state is None:
        return {}
    return published.open.game.buttons(published.open.state_for(TABLE))


def lit(published: Snapshot, goes_back: bool) -> frozenset[LampName]:
    """Return the lamps beside useful buttons at rest, by public knowledge alone.

    *goes_back* tells that BACK leads somewhere; else it undoes, if it is held and anybody may.
    """
    if published.trouble is not None:
        return frozenset({"ok", "back"} if goes_back else {"ok"})
    names: set[LampName] = {"ok"}
    if goes_back or published.open.why_not_undo is None:
        names.add("back")
    names.update(doing(published))
    return frozenset(names)


def doing(published: Snapshot) -> tuple[LampName, ...]:
    """Return the game's useful buttons now, by public knowledge alone."""
    state = None if published.open.state is None else published.open.state.without_results()

    def found() -> tuple[LampName, ...]:
        lines, seats = button_lines(published), table_seats(published)
        return tuple(
            name
            for name in lines
            if name in DOING and any(True for _ in published.open.who_may(lines[name], seats, WATCHER))
        )

    return _DOING_NOW.of((published.open.game, published.open.names, state), found)
