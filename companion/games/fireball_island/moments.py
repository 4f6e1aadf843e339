"""The scenes of Fireball Island: heroes, Fireballs, the jewel, the end."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.fact import Fact
from companion.engine.values.message import Message
from companion.engine.values.moment import Introduced, Kind, Moment, Moments
from companion.engine.values.picture import COLOURS
from companion.games.fireball_island.rules.components import name
from companion.games.fireball_island.rules.draws import FireballDrew
from companion.games.fireball_island.rules.facts import JewelCaptured, JewelPickedUp, JewelStolen, Won
from companion.games.fireball_island.rules.fireballs import FireballHit, FireballNamed, FireballStopped
from companion.games.fireball_island.rules.movement import TheftFoiled, TheftTried
from companion.games.fireball_island.rules.state import FireballIsland
from companion.games.fireball_island.rules.windows import NamedFireball


def _moment(
    kind: Kind, title: str, fact: Fact, state: FireballIsland, *, sign: str, seats: Iterable[int] = ()
) -> Moment:
    """Return a scene of *fact* with the word *title*.

    Its detail is the fact's log sentence.
    """
    return Moment(kind, name(title), fact.said(state) or "", sign, tuple(seats))


def _drew(fact: FireballDrew, state: FireballIsland) -> Moment | None:
    """Introduce the heroes and show the jewel's place.

    The scene follows the last player's first card.
    """
    if state.step != "contest" or fact.seat != state.seats() - 1:
        return None
    people = tuple(
        Introduced(seat, name(f"hero-{COLOURS[seat]}"), COLOURS[seat], "explorer-piece")
        for seat in range(state.seats())
    )
    title, why = Message("fireball-island.moment-dealt"), Message("fireball-island.moment-dealt-why")
    return Moment("deal", title, why, "jewel", marked=(state.jewel,), people=people)


def _named(fact: FireballNamed, state: FireballIsland) -> Moment:
    """Address the players in the Fireball's way while it can be stopped."""
    top = state.top()
    in_its_way = top.targets(state) if isinstance(top, NamedFireball) else ()
    return _moment("attack", "fireball", fact, state, sign="fireball", seats=sorted(in_its_way))


def _stopped(fact: FireballStopped, state: FireballIsland) -> Moment:
    return _moment("gain", "magic-talisman", fact, state, sign="magic-talisman")


def _hit(fact: FireballHit, state: FireballIsland) -> Moment:
    return _moment("strike", "jewel-lost" if fact.jewel else "hit", fact, state, sign="fireball", seats=(fact.seat,))


def _captured(fact: JewelCaptured, state: FireballIsland) -> Moment:
    return _moment("treasure", "captured", fact, state, sign="jewel", seats=(fact.seat,))


def _picked_up(fact: JewelPickedUp, state: FireballIsland) -> Moment:
    return _moment("treasure", "picked-up", fact, state, sign="jewel", seats=(fact.seat,))


def _tried(fact: TheftTried, state: FireballIsland) -> Moment:
    return _moment("attack", "theft", fact, state, sign="jewel", seats=(fact.target,))


def _stolen(fact: JewelStolen, state: FireballIsland) -> Moment:
    return _moment("loss", "stolen", fact, state, sign="jewel", seats=(fact.other,))


def _foiled(fact: TheftFoiled, state: FireballIsland) -> Moment:
    return _moment("gain", "foiled", fact, state, sign="jewel", seats=(fact.owner,))


def _won(fact: Won, state: FireballIsland) -> Moment:
    title = Message("fireball-island.page.wins", {"name": state.called(fact.winner)})
    return Moment("won", title, fact.said(state) or "", "jewel", (fact.winner,))


MOMENTS: Moments = {
    FireballDrew: _drew, FireballNamed: _named, FireballStopped: _stopped, FireballHit: _hit, JewelCaptured: _captured,
    JewelPickedUp: _picked_up, TheftTried: _tried, JewelStolen: _stolen, TheftFoiled: _foiled, Won: _won,
}  # fmt: skip
