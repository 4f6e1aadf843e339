"""The tally of Forbidden Island: turns, tiles saved and sunk, the water.

Rescues come before captures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Literal

from companion.engine.values.message import Message
from companion.engine.values.tally import Counts, Deed, Figure, Key, Medal, Tally, Tallying, best_of, figure, sum_of
from companion.games.forbidden_island.picture import SIGNS
from companion.games.forbidden_island.rules.components import (
    ADVENTURERS,
    FLOODS_AT_TICK,
    FOOLS_LANDING,
    SHRINES,
    SKULL,
    TILES,
    TREASURE_ON,
    TREASURES,
)
from companion.games.forbidden_island.rules.facts import (
    Captured,
    ForbiddenEnded,
    ForbiddenTurnBegan,
    Lifted,
    Sandbagged,
    Sank,
    Shored,
)
from companion.games.forbidden_island.rules.pending_steps import sinking
from companion.games.forbidden_island.rules.state import ForbiddenIsland, name

BEST = ("rescued", "landing", "last-place", "captured", "saved")
"""Deeds, the best first.

People come first, then the way off the island, treasures, and any tile.
"""


def _counted(facts: tuple[Any, ...], before: ForbiddenIsland) -> Iterator[Key]:
    sank = -1
    for fact in facts:
        match fact:
            case ForbiddenTurnBegan():
                yield ("turn",)
            case Sank(tile=tile):
                sank = tile
                yield ("sank",)
            case Shored(tiles=tiles):
                yield from _saved(tiles, before.turn, before)
            case Sandbagged(seat=seat, tile=tile):
                yield from _saved((tile,), seat, before)
            case Captured(treasure=treasure):
                yield ("captured", before.turn, treasure)
            case Lifted(seat=seat, pawns=pawns) if sinking(before):
                saved = (before.roles[swimmer] for swimmer in before.swimmers())
                yield from (("rescued", seat, role) for role in saved if pawns >> role & 1)
            case ForbiddenEnded(reason="treasure" | "landing") if sank >= 0:
                yield ("lost", sank)


def _saved(tiles: Iterable[int], seat: int, before: ForbiddenIsland) -> Iterator[Key]:
    """Yield the deeds of *seat* in shoring up *tiles*."""
    for tile in tiles:
        yield ("saved", seat, tile)
        treasure = TREASURE_ON[tile]
        if tile == FOOLS_LANDING:
            yield ("landing", seat)
        elif treasure >= 0 and before.captors[treasure] < 0 and before.land & SHRINES[treasure] == 1 << tile:
            yield ("last-place", seat, treasure)


def _told(counts: Counts, state: ForbiddenIsland) -> Tally:
    return Tally(
        (
            figure(sum_of(counts, "turn"), "forbidden-island.tally.turns"),
            figure(sum_of(counts, "saved"), "forbidden-island.tally.saved"),
            figure(sum_of(counts, "sank"), "forbidden-island.tally.sunk"),
            _water(state),
        ),
        _best(_lasting(counts, state)),
        tuple([_medal(treasure, state) for treasure in range(len(TREASURES))]),
        _ringed(counts, state),
    )


def _water(state: ForbiddenIsland) -> Figure:
    """Return the number on the gauge.

    At the skull, which has none, it is the number of captured treasures.
    """
    if state.water >= SKULL:
        return figure(sum(captor >= 0 for captor in state.captors), "forbidden-island.tally.treasures")
    return figure(FLOODS_AT_TICK[state.water - 1], "forbidden-island.tally.water")


def _lasting(counts: Counts, state: ForbiddenIsland) -> Counts:
    """Return the deeds, except those on tiles that sank later."""
    lasting: Counter[Key] = Counter()
    for key, times in counts.items():
        match key:
            case ("saved", seat, int(tile)):
                lasting["saved", seat] += times if state.land >> tile & 1 else 0
            case ("landing", _) if not state.land >> FOOLS_LANDING & 1:
                pass
            case ("last-place", _, int(treasure)) if not state.land & SHRINES[treasure]:
                pass
            case _:
                lasting[key] += times
    return +lasting


def _best(counts: Counts) -> Deed | None:
    found = best_of(counts, BEST)
    if found is None:
        return None
    (kind, seat, *what), times = found
    assert isinstance(seat, int)
    if kind == "rescued":
        text = Message("forbidden-island.tally.rescued", {"pawn": name(ADVENTURERS[int(what[0])])})
    elif kind == "landing":
        text = Message("forbidden-island.tally.landing", {"count": times, "tile": name(TILES[FOOLS_LANDING])})
    elif kind == "saved":
        text = Message("forbidden-island.tally.best-saved", {"count": times})
    else:
        treasure = name(TREASURES[int(what[0])])
        key = "forbidden-island.tally.captured" if kind == "captured" else "forbidden-island.tally.last-place"
        text = Message(key, {"treasure": treasure})
    return Deed(seat, text)


def _medal(treasure: int, state: ForbiddenIsland) -> Medal:
    look: Literal["got", "missing", "gone"] = "missing"
    if state.captors[treasure] >= 0:
        look = "got"
    elif not state.land & SHRINES[treasure]:
        look = "gone"
    return Medal(SIGNS[TREASURES[treasure]], name(TREASURES[treasure]), look)


def _ringed(counts: Counts, state: ForbiddenIsland) -> str:
    """Return the tile that lost the game by sinking, "" for none."""
    if state.ending is None or state.ending.reason == "won":
        return ""
    if state.ending.reason == "pawn":
        role = ADVENTURERS.index(state.ending.what)
        return TILES[state.pawns[state.seat_of(role)]]
    return next((TILES[int(key[1])] for key in counts if key[0] == "lost"), "")


TALLY = Tallying(_counted, _told)
