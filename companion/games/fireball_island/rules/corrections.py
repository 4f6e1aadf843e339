"""Corrections of pieces, tokens, jewel and turn to match the real board.

Hands, deck and discard can't be corrected: a refusal there would reveal cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from companion.engine.command import Refusal
from companion.engine.corrections import Correctable, Set, count_of, one_of, table_of
from companion.engine.interrupts import Interrupt
from companion.engine.referees.frame import NOBODY
from companion.engine.state import kept_for_last, swap
from companion.engine.values.message import Message
from companion.engine.values.spot import BoardThing, Spot
from companion.games.fireball_island.rules import refusals
from companion.games.fireball_island.rules.board import FireballBoard
from companion.games.fireball_island.rules.components import CAVES, HELD, NOT_YET, OFF_TRAIL, PITS, TRADED, WATER, name
from companion.games.fireball_island.rules.facts import turn_of
from companion.games.fireball_island.rules.movement import Walking
from companion.games.fireball_island.rules.state import FireballIsland
from companion.games.fireball_island.rules.windows import Theft

MAX_OWED = 9
YES, NO = "yes", "no"
LIES = "-lying"
OWNED = "owner-"


@kept_for_last
def correctables(state: FireballIsland) -> Mapping[str, Correctable]:
    """Return every correctable value by its name; none before the first turn."""
    return table_of(_entries(state), _afresh) if state.turn >= 0 else {}


def _afresh(state: FireballIsland) -> FireballIsland:
    """Return *state* to be judged in its present position.

    A choice of a way starts again from the piece's present place.
    """
    return replace(state, unjudged=True, pending=tuple(map(_anew(state), _kept(state))))


def _kept(state: FireballIsland) -> tuple[Interrupt, ...]:
    """Return the pending steps that still hold.

    A theft holds only while both pieces are on the space where it was tried.
    """
    apart = [
        each for each in state.pending
        if isinstance(each, Theft) and (
            state.owner != each.target or state.places[each.by] != state.places[each.target]
        )
    ]  # fmt: skip
    return state.pending[: state.pending.index(apart[0])] if apart else state.pending


def _anew(state: FireballIsland) -> Any:
    def anew(each: Interrupt) -> Interrupt:
        if isinstance(each, Walking) and each.walked[-1] != state.places[each.seat]:
            return replace(each, walked=(state.places[each.seat],), tried=False)
        return each

    return anew


def _entries(state: FireballIsland) -> Iterator[Correctable]:
    board = state.rules.board
    places = _places(board)
    yes_no = [(word, name(word)) for word in (YES, NO)]
    tokens = [(word, name(f"token-{word}")) for word in (NOT_YET, HELD, TRADED)]
    people = [
        (str(seat + 1), Message("fireball-island.called", {"name": state.called(seat)})) for seat in _seats(state)
    ]
    yield one_of("turn", Message("fireball-island.whose-turn"), people, str(state.turn + 1), put=_set_turn)
    owners = [(f"{OWNED}{word}", label) for word, label in people]
    spaces = [(word, label) for word, label in places if word in board.trail]
    now = state.jewel or f"{OWNED}{state.owner + 1}"
    yield one_of("jewel", name("jewel"), [*owners, *spaces], now, put=_set_jewel)
    yield count_of("owed", Message("fireball-island.owed"), max(MAX_OWED, state.owed), state.owed, put=_set_owed)
    yield one_of("double", name("double"), yes_no, YES if state.double else NO, put=_set_double)
    for seat in _seats(state):
        who: dict[str, Any] = {"name": state.called(seat)}
        place = f"{state.places[seat]}{LIES}" if state.lying[seat] else state.places[seat]
        yield one_of(f"piece-{seat + 1}", Message("fireball-island.piece-of", who), places, place, put=_piece_of(seat))
        yield one_of(
            f"token-{seat + 1}",
            Message("fireball-island.token-of", who),
            tokens,
            state.tokens[seat],
            put=_token_of(seat),
        )


def _seats(state: FireballIsland) -> range:
    return range(state.seats())


@lru_cache(maxsize=4)
def _places(board: FireballBoard) -> list[tuple[str, Message]]:
    spaces = [(word, board.space_name(word)) for word in board.trail]
    pits = [
        each for pit in PITS
        for each in ((pit, name(pit)), (f"{pit}{LIES}", Message("fireball-island.lying-in", {"pit": name(pit)})))
    ]  # fmt: skip
    return [*spaces, *((word, name(word)) for word in (*CAVES, WATER)), *pits]


# ---------------------------------------------------------------------- how each is set
def _set_turn(state: FireballIsland, word: str) -> FireballIsland:

    after = replace(state, pending=(), owed=0, rolling=False, doubled=False, backs=())
    for fact in turn_of(after, int(word) - 1):
        after = fact.apply(after)
    return after


def _set_jewel(state: FireballIsland, word: str) -> FireballIsland:
    if word.startswith(OWNED):
        return replace(state, jewel="", owner=int(word.removeprefix(OWNED)) - 1)
    return replace(state, jewel=word, owner=NOBODY)


def _set_owed(state: FireballIsland, word: str) -> FireballIsland:
    return replace(state, owed=int(word))


def _set_double(state: FireballIsland, word: str) -> FireballIsland:
    return replace(state, double=word == YES)


def _piece_of(seat: int) -> Set:
    def put(state: FireballIsland, word: str) -> FireballIsland:
        place = word.removesuffix(LIES)
        trace = () if place in OFF_TRAIL else (place,)
        return replace(
            state,
            places=swap(state.places, seat, place),
            lying=swap(state.lying, seat, word != place),
            traces=swap(state.traces, seat, trace),
        )

    return put


def _token_of(seat: int) -> Set:
    return lambda state, word: replace(state, tokens=swap(state.tokens, seat, word))


# ---------------------------------------------------------------------- by two taps on the board
@kept_for_last
def board_things(state: FireballIsland) -> tuple[BoardThing, ...]:
    """Return the pieces and the jewel with their possible places.

    Empty before the first turn.
    """
    return (*_pieces(state), _jewel(state)) if state.turn >= 0 else ()


@lru_cache(maxsize=4)
def _spots(board: FireballBoard) -> dict[str, Spot]:
    """Return every place of *board* as a spot, by its word."""
    found = {}
    for word, label in _places(board):
        place = word.removesuffix(LIES)
        told = "fireball-island.put-in" if place in OFF_TRAIL else "fireball-island.put"
        found[word] = Spot((f"={word}",), label, told, place)
    return found


def _pieces(state: FireballIsland) -> Iterator[BoardThing]:
    board = state.rules.board
    # Of several only the start, the pits and the water hold more than one.
    shared = {board.start, WATER, *PITS}
    for seat, at in enumerate(state.places):
        shut = {place for place in state.places if place not in shared} | {board.dock}
        now = f"{at}{LIES}" if state.lying[seat] else at
        spots = tuple(spot for word, spot in _spots(board).items() if word != now and word not in shut)
        who: dict[str, Any] = {"name": state.called(seat)}
        label, what = Message("fireball-island.piece-of", who), Message("fireball-island.the-piece-of", who)
        yield BoardThing(f"piece-{seat + 1}", f"piece-{seat + 1}", label, what, (spots,))


def _jewel(state: FireballIsland) -> BoardThing:
    """Return the jewel: on a space, or with a piece.

    A piece keeps it wherever it goes.
    """
    board = state.rules.board
    owners = tuple(
        Spot((f"={OWNED}{seat + 1}",), Message("fireball-island.called", {"name": state.called(seat)}), _GIVEN)
        for seat in _seats(state) if seat != state.owner
    )  # fmt: skip
    shut = (state.jewel, board.dock)
    free = tuple(spot for word, spot in _spots(board).items() if word in board.trail and word not in shut)
    mark = "jewel" if state.jewel else f"piece-{state.owner + 1}"
    return BoardThing("jewel", mark, name("jewel"), Message("fireball-island.the-jewel"), (free, owners))


_GIVEN = "fireball-island.put-with"


# ---------------------------------------------------------------------- what no board can show
def faults(state: FireballIsland) -> tuple[Refusal, ...]:
    """Return all faults of *state*."""
    board, found = state.rules.board, []
    halted = {each.seat for each in state.pending if isinstance(each, Walking) and each.tried}
    alone = [
        place for seat, place in enumerate(state.places)
        if seat not in halted and place != board.start and (place in CAVES or place not in OFF_TRAIL)
    ]  # fmt: skip
    if len(set(alone)) < len(alone):
        found.append(refusals.TWO_ON_A_SPACE)
    if state.ending is None and (board.dock in state.places or state.jewel == board.dock):
        found.append(refusals.ON_THE_DOCK)
    return tuple(found)
