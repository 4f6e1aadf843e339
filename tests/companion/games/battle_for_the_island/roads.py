"""The ways to each command of Battle for the Island, from a battle that is laid by hand."""

from __future__ import annotations

from collections.abc import Callable

from tests.support.battles import BLOCKS, COLUMNS, SHOT, at, lay, may_shoot, put
from tests.support.drafts import Played
from tests.web_ui.browser.commands.roads import Road

Prepare = Callable[[Played], None]


def after(parts: int) -> Prepare:
    """Return what does the first *parts* of the set-up."""
    return lambda table: lay(table, parts)


def set_right(*changes: str) -> Prepare:
    """Return what lays a battle and sets *changes* right in it."""

    def prepare(table: Played) -> None:
        lay(table)
        put(table, *changes)

    return prepare


def stuck(table: Played) -> None:
    """Lay a battle in which all of seat 0 on the island face its edge: the other player is to remove one."""
    lay(table)
    put(table, *(word for number in NUMBERS for word in at(f"2-soldier-{number}", "off")))
    squares = {number: f"{column}12" for number, column in zip(NUMBERS, COLUMNS, strict=True)}
    put(table, *(word for number in NUMBERS for word in at(f"1-soldier-{number}", squares[number])))
    put(table, "step=move", "die=2")
    table.do("end", 0)


def shut_in(table: Played) -> None:
    """Lay a battle in which seat 0 has nobody on the island, and none can come from its pad."""
    lay(table)
    put(table, *(word for number in NUMBERS for word in at(f"1-soldier-{number}", "off")))
    put(table, *(word for number in NUMBERS for word in at(f"2-soldier-{number}", f"{'abcde'[number - 1]}1")))


def sliding(table: Played) -> None:
    """Lay a battle in which seat 0 has nominated its pad, and rolled a three."""
    lay(table, chance="typed")
    put(table, "step=zero")
    for line, seat in (("pad", 0), ("roll", 0), ("roll 3", "chance")):
        table.do(line, seat)


NUMBERS = range(1, 6)
OWN, SHOOTER = (
    "Player 1: Soldier, facing north, aims at",
    "c3. Player 1: Soldier, facing north, aims at c5. Choose this one: Move, Shoot",
)
ZERO, MOVED = set_right("step=zero"), set_right("step=moved", "die=2")
ROADS = (
    Road("roll-for-first", after(0), ("Roll for the first turn",), None),
    Road("first 2", after(0), ("Player 2 First turn",), None),
    Road(f"block {BLOCKS[0]}", after(1), ("a3, empty. Block",)),
    Road("place tank c2 west", after(2), ("Tank: 2 left", "Facing west", "c2, empty. Place: Tank")),
    Road("load tank 4", after(3), ("Tank: 2 left", "Player 1. pad, column 4. ahead of it d1. Put on the pad")),
    Road("place-rest", after(1), ("Place the rest for me",)),
    Road("roll", after(4), ("Roll",)),
    Road(
        "move c3 c4 left",
        may_shoot,
        (
            SHOOTER,
            "c4, empty. Go to c4 and turn to the left, Go to c4 and turn to the right",
            "Go to c4 and turn to the left",
        ),
    ),
    Road(SHOT, may_shoot, (SHOOTER, "Shoot at c5")),
    Road("turn d1 right", ZERO, (f"d1. {OWN} d3. Choose this one: Turn", "to the right Turn")),
    Road("advance 2", ZERO, ("Player 1. pad, column 2. ahead of it b1. Jeep, facing north. Bring from the pad",)),
    Road("pad", ZERO, ("Nominate the pad",)),
    Road("slide right", sliding, ("to the right Slide the pad",)),
    Road("end", MOVED, ("End turn",)),
    Road("remove d12", stuck, ("d12. Player 1: Soldier, facing north. Remove",), 1),
    Road(
        "remove-from-pad 3",
        shut_in,
        ("Player 1. pad, column 3. ahead of it c1. Jeep, facing north. Remove from the pad",),
        1,
    ),
    Road(
        "correct 1-soldier-1.facing=east",
        after(4),
        (
            "All the rest",
            "Set something right",
            "d1. Player 1: Soldier, facing north, aims at d3. Set it right",
            "Facing: east",
        ),
        None,
    ),
)
"""One for each kind of command."""
