"""Battle for the Island laid by hand, so that a test knows where everybody and every block is."""

from __future__ import annotations

from companion.opening import Opening
from tests.support.drafts import Played

OPENING = Opening("battle-for-the-island", "referee", ("Ada", "Ben"))
BLOCKS = ("a3", "b4", "c5", "d6", "e7", "f8", "g9", "h10", "i11", "j12")
COLUMNS = "defgh"
"""Where each player's soldiers stand, on the row at the player's edge."""
ON_PAD = ("jeep", "jeep", "jeep", "tank", "tank")
PARTS = ("first", "blocks", "units", "pads")
"""The parts of the set-up, in their order."""


def lay(table: Played, parts: int = len(PARTS), **options: str | int) -> None:
    """Begin a battle and do the first *parts* of its set-up; seat 0 begins, and has yet to roll."""
    words = "".join(f" {key}={value}" for key, value in options.items())
    table.do(f"new battle-for-the-island referee seats=2{words}")
    for part in PARTS[:parts]:
        _LAY[part](table)


def _say_who_begins(table: Played) -> None:
    table.do("first 1")


def _place_blocks(table: Played) -> None:
    for number, square in enumerate(BLOCKS):
        table.do(f"block {square}", number % 2)


def _place_units(table: Played) -> None:
    for column in COLUMNS:
        table.do(f"place soldier {column}1 north", 0)
        table.do(f"place soldier {column}12 south", 1)


def _fill_pads(table: Played) -> None:
    for seat in (0, 1):
        for column, kind in enumerate(ON_PAD, 1):
            table.do(f"load {kind} {column}", seat)


_LAY = dict(zip(PARTS, (_say_who_begins, _place_blocks, _place_units, _fill_pads), strict=True))


def at(who: str, place: str, facing: str = "") -> list[str]:
    """Return what sets *who* right, ``1-soldier-2``: on a square, on ``pad-3``, or ``off``."""
    if place == "off" or place.startswith("pad"):
        return [f"{who}={place}"]
    words = [f"{who}=island", f"{who}.column={place[0]}", f"{who}.row={place[1:]}"]
    return [*words, f"{who}.facing={facing}"] if facing else words


def put(table: Played, *changes: str) -> None:
    """Set right what *changes* say, each ``name=word``."""
    table.do(f"correct {' '.join(changes)}")


def may_shoot(table: Played) -> None:
    """Lay a battle in which seat 0's soldier on c3 may shoot at the block on c5, or move by two."""
    lay(table)
    put(table, *at("1-soldier-1", "c3", "north"), "step=move", "die=2")


SHOT = "shoot c3 c5"
