"""The scenes of Forbidden Island: the island is laid, what the sea does, treasures, and the end."""

from __future__ import annotations

from companion.engine.values.message import Message
from companion.engine.values.moment import Moment, Moments
from companion.games.forbidden_island.rules.components import FLOODS_AT_TICK, SKULL, TILES, TREASURES, WATERS_RISE
from companion.games.forbidden_island.rules.facts import Captured, Ended, Flooded, Sank, WaterRose
from companion.games.forbidden_island.rules.setup import Laid
from companion.games.forbidden_island.rules.state import Island, name


def _laid(fact: Laid, state: Island) -> Moment:
    return Moment("deal", Message("forbidden-island.moment-laid"), Message("forbidden-island.moment-laid-why"))


def _flooded(fact: Flooded, state: Island) -> Moment:
    tile = TILES[fact.tile]
    return Moment("flood", name(tile), Message("forbidden-island.moment-floods"), tile)


def _sank(fact: Sank, state: Island) -> Moment:
    tile = TILES[fact.tile]
    return Moment("sink", name(tile), Message("forbidden-island.moment-sinks"), tile)


def _rose(fact: WaterRose, state: Island) -> Moment:
    count = FLOODS_AT_TICK[min(state.water, len(FLOODS_AT_TICK)) - 1]
    detail = Message("forbidden-island.moment-floods-a-turn", {"count": count})
    return Moment("rise", name(WATERS_RISE), detail, WATERS_RISE, at=state.water, of=SKULL)


def _captured(fact: Captured, state: Island) -> Moment:
    treasure = TREASURES[fact.treasure]
    return Moment("treasure", name(treasure), Message("forbidden-island.moment-captured"), treasure)


def _ended(fact: Ended, state: Island) -> Moment:
    title = Message(f"forbidden-island.end.{fact.reason}", {"what": name(fact.what) if fact.what else ""})
    return Moment("won" if fact.reason == "won" else "lost", title)


MOMENTS: Moments = {
    Laid: _laid, Flooded: _flooded, Sank: _sank, WaterRose: _rose, Captured: _captured, Ended: _ended,
}  # fmt: skip
