"""The scenes of Forbidden Island: the set-up, the sea, treasures, the end."""

from __future__ import annotations

from companion.engine.values.message import Message
from companion.engine.values.moment import Introduced, Moment, Moments
from companion.games.forbidden_island.rules.components import (
    ADVENTURERS,
    COLOURS,
    FLOODS_AT_TICK,
    SKULL,
    TILES,
    TREASURES,
    WATERS_RISE,
)
from companion.games.forbidden_island.rules.facts import Captured, Flooded, ForbiddenEnded, Sank, WaterRose
from companion.games.forbidden_island.rules.masks import names_of
from companion.games.forbidden_island.rules.setup import ForbiddenJoined
from companion.games.forbidden_island.rules.state import ForbiddenIsland, name

TRACK = (*map(str, FLOODS_AT_TICK), "skull")


def _joined(fact: ForbiddenJoined, state: ForbiddenIsland) -> Moment:
    """Lay the island tile by tile, and introduce its adventurers."""
    people = tuple(
        Introduced(seat, name(ADVENTURERS[role]), COLOURS[role], ADVENTURERS[role])
        for seat, role in enumerate(fact.roles)
    )
    title, why = Message("forbidden-island.moment-laid"), Message("forbidden-island.moment-laid-why")
    return Moment("deal", title, why, people=people)


def _flooded(fact: Flooded, state: ForbiddenIsland) -> Moment:
    tile = TILES[fact.tile]
    return Moment("flood", name(tile), Message("forbidden-island.moment-floods"), tile)


def _sank(fact: Sank, state: ForbiddenIsland) -> Moment:
    tile = TILES[fact.tile]
    return Moment("sink", name(tile), Message("forbidden-island.moment-sinks"), tile)


def _rose(fact: WaterRose, state: ForbiddenIsland) -> Moment:
    count = FLOODS_AT_TICK[min(state.water, len(FLOODS_AT_TICK)) - 1]
    detail = Message("forbidden-island.moment-floods-a-turn", {"count": count})
    again = names_of(state.pile[0]) if state.water < SKULL and not state.spent and len(state.pile) > 1 else ()
    note = Message("forbidden-island.moment-again", {"count": len(again)}) if again else ""
    return Moment(
        "rise", name(WATERS_RISE), detail, WATERS_RISE, at=state.water, of=SKULL, track=TRACK, marked=again, note=note
    )


def _captured(fact: Captured, state: ForbiddenIsland) -> Moment:
    treasure = TREASURES[fact.treasure]
    return Moment("treasure", name(treasure), Message("forbidden-island.moment-captured"), treasure)


def _ended(fact: ForbiddenEnded, state: ForbiddenIsland) -> Moment:
    title = Message(f"forbidden-island.end.{fact.reason}", {"what": name(fact.what) if fact.what else ""})
    return Moment("won" if fact.reason == "won" else "lost", title)


MOMENTS: Moments = {
    ForbiddenJoined: _joined, Flooded: _flooded, Sank: _sank, WaterRose: _rose, Captured: _captured, ForbiddenEnded:
    _ended,
}  # fmt: skip
