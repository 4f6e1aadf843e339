"""What may be set right when the real board shows something else: boats, crates, and whose turn it is (HB-R1).

Hands and deck aren't among it: what would be refused there would tell who holds what.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from companion.engine.command import Refusal
from companion.engine.corrections import Correctable, Set, count_of, one_of, table_of
from companion.engine.referees.refusals import refusal
from companion.engine.state import swap
from companion.engine.values.message import Message

from .places import QUAYS, name, places
from .state import Harbour

TWO_BOATS = refusal("harbour.two-boats", "HB-B1")
WRONG_QUAY = refusal("harbour.closed", "HB-T2")
TOO_MANY = refusal("harbour.too-many-crates", "HB-S2")


def correctables(state: Harbour) -> Mapping[str, Correctable]:
    """Return everything that may be set right, by its name; nothing before the cards are dealt."""
    return table_of(_entries(state), _afresh) if state.turn >= 0 else {}


def _afresh(state: Harbour) -> Harbour:
    """Return *state* to be judged as it lies, without a boarding: what it was about may be elsewhere now."""
    return replace(state, unjudged=True, pending=())


def _entries(state: Harbour) -> Iterator[Correctable]:
    here = [(place, name(place)) for place in places(state.rules.people)]
    yes_no = [(word, name(word)) for word in ("yes", "no")]
    people = [(str(seat + 1), Message("harbour.called", {"name": state.called(seat)})) for seat in range(state.seats())]
    yield one_of("turn", Message("harbour.whose-turn"), people, str(state.turn + 1), put=_set_turn)
    for seat in range(state.seats()):
        who: dict[str, Any] = {"name": state.called(seat)}
        number = seat + 1
        laden = "yes" if state.laden[seat] else "no"
        yield one_of(f"boat-{number}", Message("harbour.boat-of", who), here, state.boats[seat], put=_boat_of(seat))
        yield one_of(f"laden-{number}", Message("harbour.is-laden", who), yes_no, laden, put=_laden_of(seat))
        yield count_of(
            f"landed-{number}",
            Message("harbour.landed-by", who),
            state.rules.crates,
            state.landed[seat],
            put=_landed_of(seat),
        )


def _set_turn(state: Harbour, word: str) -> Harbour:
    return replace(state, turn=int(word) - 1, sails=1)


def _boat_of(seat: int) -> Set:
    return lambda state, word: replace(state, boats=swap(state.boats, seat, word))


def _laden_of(seat: int) -> Set:
    return lambda state, word: replace(state, laden=swap(state.laden, seat, word == "yes"))


def _landed_of(seat: int) -> Set:
    return lambda state, word: replace(state, landed=swap(state.landed, seat, int(word)))


def faults(state: Harbour) -> tuple[Refusal, ...]:
    """Return everything that is impossible about *state*."""
    found = []
    if len(set(state.boats)) < len(state.boats):
        found.append(TWO_BOATS)
    if any(place in QUAYS and place != QUAYS[seat] for seat, place in enumerate(state.boats)):
        found.append(WRONG_QUAY)
    if state.at_the_wreck() < 0:
        found.append(TOO_MANY)
    return tuple(found)
