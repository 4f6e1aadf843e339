"""The ways to each command of Battle for the Island, from a battle that is laid by hand."""

from __future__ import annotations

from collections.abc import Callable

from tests.support.battles import BLOCKS, COLUMNS, SHOT, at, lay, may_shoot, put
from tests.support.drafts import Played
from tests.support.wording import say
from tests.web_ui.browser.commands.roads import Road

Prepare = Callable[[Played], None]


def after(parts: int) -> Prepare:
    """Return what does the first *parts* of the set-up."""
    return lambda table: lay(table, parts)


def placed_before(table: Played) -> None:
    """Say who begins in a battle whose first player has put a block on a3 in the last one."""
    lay(table, 1, last_setup=f"block:{BLOCKS[0]};")


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
SOLDIER_AIMS_AT = "Player 1: Soldier, facing north, aims at"
SHOOTER = f"c3. {SOLDIER_AIMS_AT} c5. {say('battle-for-the-island.page.take', what='Move, Shoot')}"
LEFT, RIGHT = (say(f"battle-for-the-island.words.{way}") for way in ("left", "right"))
TO_LEFT, TO_RIGHT = (say("battle-for-the-island.page.go-turn", square="c4", way=way) for way in (LEFT, RIGHT))


def on_pad(column: int, ahead: str, *then: str) -> str:
    """Return what column *column* of the pad is called, with the square *ahead* of it, and what a tap on it does."""
    place = say(f"battle-for-the-island.words.pad-{column}")
    return ". ".join(("Player 1", place, say("battle-for-the-island.opens-on", square=ahead), *then))


JEEP = "Jeep, facing north"
ZERO, MOVED = set_right("step=zero"), set_right("step=moved", "die=2")
ROADS = (
    Road("roll-for-first", after(0), (say("battle-for-the-island.words.roll-for-first"),), None),
    Road("first 2", after(0), ("Player 2 First turn",), None),
    Road(f"block {BLOCKS[0]}", after(1), ("a3, empty. Block",)),
    Road("place tank c2 west", after(2), ("Tank: 2 left", "Facing west", "c2, empty. Place: Tank")),
    Road(
        "load tank 4",
        after(3),
        (
            "Tank: 2 left",
            on_pad(4, "d1", say("battle-for-the-island.words.load")),
        ),
    ),
    Road("place-as-before", placed_before, (say("battle-for-the-island.words.place-as-before"),)),
    Road("place-rest", after(1), (say("battle-for-the-island.words.place-rest"),)),
    Road("roll", after(4), ("Roll",)),
    Road(
        "move c3 c4 left",
        may_shoot,
        (
            SHOOTER,
            f"c4, empty. {TO_LEFT}, {TO_RIGHT}",
            TO_LEFT,
        ),
    ),
    Road(SHOT, may_shoot, (SHOOTER, "Shoot at c5")),
    Road(
        "turn d1 right",
        ZERO,
        (
            f"d1. {SOLDIER_AIMS_AT} d3. {say('battle-for-the-island.page.take', what='Turn')}",
            f"{RIGHT} Turn",
        ),
    ),
    Road(
        "advance 2",
        ZERO,
        (on_pad(2, "b1", JEEP, say("battle-for-the-island.words.advance")),),
    ),
    Road("pad", ZERO, (say("battle-for-the-island.words.pad"),)),
    Road(
        "slide right",
        sliding,
        (f"{RIGHT} {say('battle-for-the-island.words.slide')}",),
    ),
    Road("end", MOVED, ("End turn",)),
    Road("remove d12", stuck, ("d12. Player 1: Soldier, facing north. Remove",), 1),
    Road(
        "remove-from-pad 3",
        shut_in,
        (on_pad(3, "c1", JEEP, say("battle-for-the-island.words.remove-from-pad")),),
        1,
    ),
    Road(
        "correct 1-soldier-1.facing=east",
        after(4),
        (
            say("page.rest"),
            say("play.correct"),
            f"d1. Player 1: Soldier, facing north, aims at d3. {say('right.pick')}",
            "Facing: east",
        ),
        None,
    ),
)
"""One for each kind of command."""
