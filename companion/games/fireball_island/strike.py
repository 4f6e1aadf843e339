"""A Fireball for pages: roller, pieces in its way, odds and outcome."""

from __future__ import annotations

from companion.engine.referees.frame import NOBODY
from companion.engine.values.battle_picture import BattlePicture, Outcome, Ring, Told
from companion.engine.values.message import Message, Value
from companion.games.fireball_island.rules.components import WATER, name
from companion.games.fireball_island.rules.fireballs import FireballHit, Reporting, hit
from companion.games.fireball_island.rules.state import FireballIsland, Loosed
from companion.games.fireball_island.rules.windows import NamedFireball


def _say(key: str, **values: Value) -> Message:
    return Message(f"fireball-island.strike.{key}", values)


def _to_all(key: str, **values: Value) -> Message:
    """Return a sentence with the players' names left for pages to fill."""
    return _say(key, by="{by}", victim="{victim}", **values)


def strike(state: FireballIsland) -> BattlePicture | None:
    """Return the current Fireball, or the last since the roll.

    The current one was named, or rolls.
    """
    loosed = state.loosed
    if loosed is None or state.ending is not None:
        return None
    for each in reversed(state.pending):
        if isinstance(each, NamedFireball):
            return _going_on(state, loosed, each.targets(state), "answers")
        if isinstance(each, Reporting):
            reach = tuple(seat for seat in range(state.seats()) if state.in_reach(seat))
            return _going_on(state, loosed, reach, "chance")
    return None if state.rolling else _over(state, loosed)


def ball(route: str) -> str:
    """Return the id of the picture's cell where *route* starts."""
    return f"ball-{route.partition('-')[0]}"


def _title(loosed: Loosed) -> Told:
    way = name(loosed.route)
    return Told(_to_all("sends", way=way), _say("you-send", way=way), _to_all("at-you"))


def _going_on(state: FireballIsland, loosed: Loosed, seats: tuple[int, ...], step: str) -> BattlePicture:
    """Return a Fireball that may still be stopped, or that rolls.

    A safe piece isn't among its victims.
    """
    fear = [hit(state, seat) for seat in seats if state.places[seat] in state.rules.board.pit]
    return BattlePicture(
        number=loosed.number,
        step="answers" if step == "answers" else "chance",
        by=loosed.by,
        title=_title(loosed),
        rings=(Ring(ball(loosed.route), "from"), *(Ring(state.places[each.seat], "to") for each in fear)),
        victims=tuple(each.seat for each in fear),
        won=_stake(state, fear),
        lost=Told(_say("stops")) if step == "answers" else None,
    )


def _stake(state: FireballIsland, fear: list[FireballHit]) -> Told:
    if not fear:
        return Told(Message("fireball-island.nobody-there"))
    said = tuple(_goes(state, each) for each in fear)
    yours = _yours(fear[0]) if len(fear) == 1 else ""
    return Told(_say("would", hits=said), victim=yours)


def _goes(state: FireballIsland, struck: FireballHit) -> Message:
    return _say("goes-jewel" if struck.jewel else "goes", name=state.called(struck.seat), place=name(struck.pit))


def _yours(struck: FireballHit) -> Message:
    if struck.pit == WATER:
        return _say("your-water-jewel" if struck.jewel else "your-water")
    return _say("your-fall-jewel" if struck.jewel else "your-fall", pit=name(struck.pit))


def _over(state: FireballIsland, loosed: Loosed) -> BattlePicture:
    struck = [FireballHit(seat, pit, jewel) for seat, _, pit, jewel in loosed.hits]
    return BattlePicture(
        number=loosed.number,
        step="over",
        by=loosed.by,
        title=_title(loosed),
        rings=(Ring(ball(loosed.route), "from"), *(Ring(stood, "hit") for _, stood, _, _ in loosed.hits)),
        victims=tuple(each.seat for each in struck),
        outcome=_outcome(state, loosed, struck),
    )


def _outcome(state: FireballIsland, loosed: Loosed, struck: list[FireballHit]) -> Outcome:
    if not struck:
        title, text = ("stopped", "stopped-text") if loosed.stopped else ("missed", "missed-text")
        return Outcome(Told(_say(title)), Told(_say(text)), False)
    said, yours = tuple(_goes(state, each) for each in struck), _yours(struck[0]) if len(struck) == 1 else ""
    by = _say("hit-by") if loosed.by != NOBODY else ""
    return Outcome(Told(_to_all("hit"), by, _say("you-hit")), Told(_say("came", hits=said), victim=yours), True)
