"""The layouts of the 24 tiles as data, and the tiles' geometry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from companion.engine.command import Refusal
from companion.engine.values.message import Message
from companion.games.forbidden_island.rules.components import ADVENTURERS, EXPLORER, TILES
from companion.games.forbidden_island.rules.masks import tiles_of

Place = tuple[int, int]
"""A row and a column, from 0, the top left one first."""
Row = tuple[int, ...]
SIDES = ((-1, 0), (0, -1), (0, 1), (1, 0))
CORNERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))


class BadLayout(ValueError):
    """The cells can't be an island.

    *refusal* gives the reason and the rule.
    """

    def __init__(self, name: str, reason: Message) -> None:
        super().__init__(f"layout {name!r}: {reason.key} {reason.values}")
        self.refusal = Refusal(reason, "FI-S1")


class Layout:
    """24 cells drawn as *rows* of text, an ``x`` for each (FI-S1).

    They are connected by their sides.

    :raises BadLayout: there are more or fewer, or some can't be reached.
    """

    def __init__(self, name: str, rows: Sequence[str]) -> None:
        self.name = name
        self.places: tuple[Place, ...] = tuple(
            (row, column) for row, text in enumerate(rows) for column, cell in enumerate(text) if cell == "x"
        )
        if len(self.places) != len(TILES):
            raise BadLayout(
                name, Message("forbidden-island.layout-count", {"given": len(self.places), "expected": len(TILES)})
            )
        self.beside = tuple(self._next_to(place, SIDES) for place in self.places)
        if unreached := len(TILES) - len(self._reached()):
            raise BadLayout(name, Message("forbidden-island.layout-apart", {"count": unreached}))
        self.sides = tuple(map(_four, self.beside))
        self.corners = tuple(_four(self._next_to(place, CORNERS)) for place in self.places)

    def _next_to(self, place: Place, steps: Sequence[Place]) -> Row:
        near = ((place[0] + down, place[1] + right) for down, right in steps)
        return tuple(self.places.index(other) for other in near if other in self.places)

    def _reached(self) -> set[int]:
        reached, edge = {0}, [0]
        while edge:
            edge = [other for at in edge for other in self.beside[at] if other not in reached]
            reached.update(edge)
        return reached


def _four(places: Row) -> tuple[int, int, int, int]:
    """Return *places* filled up to four with the one after all places."""
    first, second, third, fourth, *_ = *places, *[len(TILES)] * 4
    return first, second, third, fourth


SHAPES: Mapping[str, Sequence[str]] = {
    "cross": ("..xx..", ".xxxx.", "xxxxxx", "xxxxxx", ".xxxx.", "..xx.."),
    "lagoon": ("xxxxx", "xxxxx", "xx.xx", "xxxxx", "xxxxx"),
    "raft": ("xxxxxx", "xxxxxx", "xxxxxx", "xxxxxx"),
    "twins": ("xxx..xxx", "xxx..xxx", "xxxxxxxx", ".xx..xx."),
    "crescent": (".xxxx.", "xxxxxx", "xx..xx", "xx....", "xx..xx", ".xxxx."),
    "kite": ("...x...", "..xxx..", ".xxxxx.", "xxxxxxx", ".xxxxx.", "..xxx.."),
}
"""The layouts that ship, by name; the first is the rulebook's."""
LAYOUTS = {name: Layout(name, rows) for name, rows in SHAPES.items()}
STANDARD = "cross"


class Geometry(Struct, frozen=True, gc=False, cache_hash=True):
    """The neighbours of tiles, as masks.

    *beside* has for each tile those at its sides. *near* are those that a step leads to, for each adventurer a row of
    them (FI-A1, FI-A2).
    """

    beside: Row
    near: tuple[Row, ...]


def geometry(layout: Layout, tiles: Row) -> Geometry:
    """Return the geometry of *tiles* on the places of *layout*.

    *tiles* are all 24, in the order of the places.
    """
    bits = [1 << tile for tile in tiles]
    bits.append(0)
    beside, around = [0] * len(tiles), [0] * len(tiles)
    for tile, (up, left, right, down), (nw, ne, sw, se) in zip(tiles, layout.sides, layout.corners, strict=True):
        beside[tile] = sides = bits[up] | bits[left] | bits[right] | bits[down]
        around[tile] = sides | bits[nw] | bits[ne] | bits[sw] | bits[se]
    rows = tuple(beside), tuple(around)
    return Geometry(rows[0], tuple([rows[role == EXPLORER] for role in range(len(ADVENTURERS))]))


def spread(mask: int, near: Row) -> int:
    """Return every tile that is *near* a tile of *mask*."""
    reached = 0
    for tile in tiles_of(mask):
        reached |= near[tile]
    return reached


@lru_cache(1 << 6)  # while the Navigator acts nothing sinks, and pawns that aren't guided stay
def two_steps(start: int, through: int, role: int, geometry: Geometry) -> int:
    """Return the tiles one or two steps of *role* from *start*.

    The first step is onto *through*; *start* is left out.
    """
    near = geometry.near[role]
    first = near[start] & through
    return (first | spread(first, near)) & ~(1 << start)


@lru_cache(1 << 6)  # asked for by the list of moves, and again for the one that is made
def dive(start: int, through: int, geometry: Geometry) -> int:
    """Return the ends of paths from *start* over *through* (FI-A5).

    All inner tiles of a path are in *through*; *start* is left out.
    """
    beside = geometry.beside
    seen = 1 << start
    reached = beside[start]
    edge = reached & through
    while edge:
        seen |= edge
        near = spread(edge, beside)
        reached |= near
        edge = near & through & ~seen
    return reached & ~(1 << start)


def nearest(start: int, standing: int, geometry: Geometry) -> int:
    """Return the tiles of *standing* in the fewest steps from *start* (FI-F5).

    The steps may lead over missing tiles.
    """
    edge = seen = 1 << start
    while edge and not edge & standing:
        edge = spread(edge, geometry.beside) & ~seen
        seen |= edge
    return edge & standing
