"""The scenes of Fireship: the set-up, attacks, losses and the end."""

from __future__ import annotations

from companion.engine.values.message import Message
from companion.engine.values.moment import Introduced, Kind, Moment, Moments
from companion.games.fireship.rules.board.components import COLOURS
from companion.games.fireship.rules.declarations import Attacked
from companion.games.fireship.rules.facts import Destroyed, FireshipEnded
from companion.games.fireship.rules.setup import SeaSet
from companion.games.fireship.rules.state import Sea

_LOST: dict[str, tuple[Kind, str, str]] = {
    "fireship.lost-kraken": ("strike", "fireship.moment-kraken", "kraken"),
    "fireship.lost-boom": ("strike", "fireship.moment-boom", "boom"),
    "fireship.lost-whirlpool": ("strike", "fireship.moment-whirlpool", "whirlpool"),
    "fireship.lost-battle": ("loss", "fireship.moment-loss", ""),
    "fireship.lost-island": ("loss", "fireship.moment-loss", ""),
}
"""Scenes of destruction by the sentence of their cause, sacrifices excepted."""


def _set(fact: SeaSet, state: Sea) -> Moment:
    people = tuple(
        Introduced(seat, state.colour(seat), COLOURS[state.colours[seat]], "boat") for seat in range(state.rules.people)
    )
    return Moment("deal", Message("fireship.moment-set"), fact.said(state) or "", "flag", people=people)


def _attacked(fact: Attacked, state: Sea) -> Moment:
    return Moment("attack", Message("fireship.moment-attack"), fact.said(state) or "", "battleship")


def _destroyed(fact: Destroyed, state: Sea) -> Moment | None:
    if fact.cause not in _LOST or not fact.lost:
        return None
    kind, title, sign = _LOST[fact.cause]
    seats = tuple(sorted({side for _, side, _ in fact.lost if 0 <= side < state.rules.people}))
    return Moment(kind, Message(title), fact.said(state) or "", sign, seats)


def _ended(fact: FireshipEnded, state: Sea) -> Moment:
    winners = tuple(map(state.colour, fact.winners))
    return Moment("won", Message("fireship.moment-won", {"who": winners}), seats=fact.winners)


MOMENTS: Moments = {SeaSet: _set, Attacked: _attacked, Destroyed: _destroyed, FireshipEnded: _ended}
