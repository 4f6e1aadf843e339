"""The real board in words, for people to match a position."""

from __future__ import annotations

from typing import Any

from companion.engine.referees.frame import NOBODY
from companion.engine.values.message import Message
from companion.games.fireball_island.rules.components import name
from companion.games.fireball_island.rules.state import FireballIsland


def differences(before: FireballIsland, state: FireballIsland) -> tuple[Message, ...]:
    """Return the changes of the real board from *before* to *state*.

    They are pieces, the jewel and tokens.
    """
    found = []
    for seat, place in enumerate(state.places):
        who: dict[str, Any] = {"name": state.called(seat)}
        if (place, state.lying[seat]) != (before.places[seat], before.lying[seat]):
            where = state.place_name(place)
            lying = Message("fireball-island.lying-in", {"pit": where}) if state.lying[seat] else where
            found.append(Message("fireball-island.shows-piece", {**who, "place": lying}))
        if state.tokens[seat] != before.tokens[seat]:
            what = name(f"token-{state.tokens[seat]}")
            found.append(Message("fireball-island.shows-charm", {**who, "what": what}))
    if (state.owner, state.jewel) != (before.owner, before.jewel):
        found.append(_jewel(state))
    if state.owed != before.owed:
        found.append(Message("fireball-island.shows-owed", {"count": state.owed}))
    return tuple(found)


def _jewel(state: FireballIsland) -> Message:
    if state.owner == NOBODY:
        return Message("fireball-island.shows-jewel-on", {"place": state.place_name(state.jewel)})
    return Message("fireball-island.shows-jewel-with", {"name": state.called(state.owner)})
