"""Corrections of every open piece to match the real board.

Hands, deck and discard can't be corrected: a refusal there would reveal cards. A pawn at sea is named by its cell
before the correction, whatever else the correction moves. Its new column and row, and those of an added pawn, are
collected in ``shifts`` and carried out when the correction is judged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from typing import Any

from msgspec.structs import replace

from companion.engine.command import Refusal
from companion.engine.corrections import Correctable, count_of, one_of, table_of
from companion.engine.fact import Fact
from companion.engine.state import kept_for_last, swap
from companion.engine.values.bags import less, plus
from companion.engine.values.message import Message
from companion.games.fireship.rules.board.components import (
    BADGE_STOCK,
    BADGES,
    BOAT,
    COLOURS,
    HOLE,
    ISLANDS,
    KINDS,
    MAX_PAWNS,
    WHITE,
    WHITE_WORD,
    cell_at,
    mark_of,
    name,
    place_of,
)
from companion.games.fireship.rules.board.masks import cells_of
from companion.games.fireship.rules.declarations import DeclaredAttack, DeclaredCard, DeclaredDraw
from companion.games.fireship.rules.facts import moved
from companion.games.fireship.rules.pending_steps import Fight
from companion.games.fireship.rules.state import ALL, NO_COUNTS, NOTHING, PAWN_DOWN, Sea
from companion.games.fireship.rules.values import Shift

MAX_UNITS = 60
MAX_ROUND = 99
STEPS = ("roll", "moves", "attacks", "cells", "last")
NEW = "new"
NOBODY_WORD = "nobody"
FOGGED, CLEAR = "yes", "no"


# A form of corrections has over a hundred fields, and each correction asks for it several times.
@lru_cache(maxsize=4)
@kept_for_last
def correctables(state: Sea) -> Mapping[str, Correctable]:
    """Return every correctable value by its name; none before play has begun."""
    if state.turn < 0:
        return {}
    found = (*_turn(state), *_flags(state), *_at_sea(state), *_squares(state), *_whirls(state), *_people(state))
    return table_of(found, _with_pawn_down)


def _with_pawn_down(state: Sea) -> Sea:
    """Return *state* to be judged, with any picked-up pawn down again.

    Its reach may have changed.
    """
    return replace(state, unjudged=True, **PAWN_DOWN)


class Shifted(Fact, frozen=True):
    """Pawns and whirlpools went to their corrected places."""

    def apply(self, state: Sea) -> Sea:
        after = shifted(state)
        return replace(after, whirls=tuple(whirl for whirl in after.whirls if whirl[0] >= 0))


def _called_off(state: Sea) -> Sea:
    """Return *state* without an attack or Boom under way.

    Their target may be elsewhere now.
    """
    aimed = any(
        isinstance(each, DeclaredAttack | Fight) or (isinstance(each, DeclaredCard) and each.target >= 0)
        for each in state.pending
    )
    return replace(state, pending=()) if aimed else state


# ---------------------------------------------------------------------- the turn
def _turn(state: Sea) -> Iterator[Correctable]:
    seats = [(str(seat + 1), state.colour(seat)) for seat in state.living()]
    yield one_of("turn", Message("fireship.whose-turn"), seats, str(state.turn + 1), put=_set_turn)
    if not state.pending:
        steps = [(step, name(step)) for step in STEPS]
        yield one_of("step", Message("fireship.step"), steps, state.step, put=_set_step)
    yield count_of("units", Message("fireship.units"), MAX_UNITS, state.units, put=_set_units)
    yield count_of("round", Message("fireship.round"), MAX_ROUND, state.round, put=_set_round, minimum=1)


def _set_turn(state: Sea, word: str) -> Sea:
    return replace(
        state,
        turn=int(word) - 1,
        planes_double=False,
        ships_double=False,
        led=0,
        led_islands=0,
        led_home=NO_COUNTS,
        usable=0,
        pending=(),
    )


def _set_step(state: Sea, word: str) -> Sea:
    return replace(state, step=word, usable=0, units=state.units if word == "moves" else 0)


def _set_units(state: Sea, word: str) -> Sea:
    return replace(state, units=int(word))


def _set_round(state: Sea, word: str) -> Sea:
    return replace(state, round=int(word))


# ---------------------------------------------------------------------- flags, pawns, whirlpools
def _flags(state: Sea) -> Iterator[Correctable]:
    sides = [(state.colour_word(side), state.colour(side)) for side in (*range(state.rules.people), WHITE)]
    for island in range(ISLANDS):
        label = Message("fireship.flag-of", {"island": state.rules.board.island_name(island)})
        now = state.colour_word(state.flags[island])
        yield one_of(f"island-{island + 1}", label, sides, now, put=partial(_set_flag, island))


def _side(state: Sea, word: str) -> int:
    return WHITE if word == WHITE_WORD else state.seat_of(COLOURS.index(word))


def _set_flag(island: int, state: Sea, word: str) -> Sea:
    return replace(_called_off(state), flags=swap(state.flags, island, _side(state, word)))


def _at_sea(state: Sea) -> Iterator[Correctable]:
    board = state.rules.board
    for cell in cells_of(state.occupied()):
        column, row = place_of(cell)
        pawn: dict[str, Any] = {"pawn": state.thing_name(cell)}
        said = Message("fireship.pawn-column", pawn), Message("fireship.pawn-row", pawn)
        yield count_of(f"{column}-{row}.column", said[0], board.width, column, put=partial(_shift, cell, "column"))
        yield count_of(f"{column}-{row}.row", said[1], board.height, row, put=partial(_shift, cell, "row"), minimum=1)
    kinds = [(NOBODY_WORD, name(NOBODY_WORD))]
    for side in (*range(state.rules.people), WHITE):
        for kind in range(len(KINDS)) if side != WHITE else (BOAT,):
            word = f"{state.colour_word(side)}-{KINDS[kind]}"
            who: dict[str, Any] = {"kind": name(KINDS[kind]), "colour": state.colour(side)}
            kinds.append((word, Message("fireship.pawns-home" if side != WHITE else "fireship.white-pawn", who)))
    yield one_of(f"{NEW}.pawn", Message("fireship.more-kind"), kinds, NOBODY_WORD, put=partial(_shift, NOTHING, "pawn"))
    yield count_of(
        f"{NEW}.column",
        Message("fireship.more-column"),
        board.width,
        1,
        put=partial(_shift, NOTHING, "column"),
        minimum=1,
    )
    yield count_of(
        f"{NEW}.row", Message("fireship.more-row"), board.height, 1, put=partial(_shift, NOTHING, "row"), minimum=1
    )


def _shift(cell: int, what: str, state: Sea, word: str) -> Sea:
    """Note the destination of the pawn of *cell* or a new one."""
    shifts = {shift.cell: shift for shift in state.shifts}
    column, row = place_of(cell) if cell >= 0 else (1, 1)
    shift = shifts.get(cell, Shift(cell, column, row, NOBODY_WORD))
    value: Any = word if what == "pawn" else int(word)
    shifts[cell] = replace(shift, **{what: value})
    return replace(_called_off(state), shifts=tuple(shifts.values()))


def shifted(state: Sea) -> Sea:
    """Return *state* with the pawns moved as the correction asked.

    Two pawns on one cell are a fault, found before. A moved pawn keeps its history: whether it led an attack, and the
    special cell it used last.
    """
    pawns, gone, came, goes_to = state.pawns, 0, 0, {}
    found = {shift.cell: state.pawn_at(shift.cell) for shift in state.shifts if shift.cell >= 0}
    for cell, (side, kind) in found.items():
        pawns = moved(pawns, side, kind, 1 << cell)
        gone |= 1 << cell
    for shift in state.shifts:
        if (pawn := found.get(shift.cell) or _new_pawn(state, shift)) and shift.column:
            cell = cell_at(shift.column, shift.row)
            pawns = moved(pawns, *pawn, 1 << cell)
            came |= 1 << cell
            goes_to[shift.cell] = cell
    used = [(goes_to.get(at, NOTHING) if gone >> at & 1 else at, cell) for at, cell in state.used]
    led = sum(1 << goes_to[at] for at in cells_of(state.led & gone) if at in goes_to)
    after = replace(
        state,
        pawns=pawns,
        used=tuple(sorted(pair for pair in used if pair[0] >= 0)),
        led=state.led & ~gone | led,
        usable=state.usable & ~gone,
        shifts=(),
    )
    return replace(after, usable=after.usable | _usable(after, came)) if state.step == "cells" else after


def _new_pawn(state: Sea, shift: Shift) -> tuple[int, int] | None:
    """Return side and kind of the pawn that *shift* adds, or None."""
    if shift.cell >= 0 or shift.pawn == NOBODY_WORD:
        return None
    colour, _, kind = shift.pawn.partition("-")
    return _side(state, colour), KINDS.index(kind)


def _usable(state: Sea, came: int) -> int:
    """Return the cells of *came* usable by the active player's pawns there.

    As if each pawn had been there all along.
    """
    standing = cells_of(came & state.side_at_sea(state.turn) & state.rules.board.specials)
    return sum(1 << cell for cell in standing if state.may_use(cell))


def _squares(state: Sea) -> Iterator[Correctable]:
    for seat in range(state.rules.people):
        for kind, word in enumerate(KINDS):
            label = Message("fireship.home-count", {"kind": name(word), "colour": state.colour(seat)})
            put = partial(_set_home, seat, kind)
            yield count_of(f"{state.colour_word(seat)}.{word}", label, MAX_PAWNS[kind], state.home[seat][kind], put=put)


def _set_home(seat: int, kind: int, state: Sea, word: str) -> Sea:
    row: Any = swap(state.home[seat], kind, int(word))
    return replace(_called_off(state), home=swap(state.home, seat, row))


def _whirls(state: Sea) -> Iterator[Correctable]:
    board = state.rules.board
    for at, (cell, _) in enumerate(state.whirls):
        column, row = place_of(cell)
        number: dict[str, Any] = {"number": at + 1}
        put = partial(_set_whirl, at, "column")
        yield count_of(
            f"whirlpool-{at + 1}.column", Message("fireship.whirl-column", number), board.width, column, put=put
        )
        put = partial(_set_whirl, at, "row")
        yield count_of(
            f"whirlpool-{at + 1}.row", Message("fireship.whirl-row", number), board.height, row, put=put, minimum=1
        )


def _set_whirl(at: int, what: str, state: Sea, word: str) -> Sea:
    """Move a whirlpool; column 0 leaves it without a cell.

    It does so until the correction is judged.
    """
    cell, seat = state.whirls[at]
    column, row = place_of(cell) if cell >= 0 else (0, 1)
    column, row = (int(word), row) if what == "column" else (column, int(word))
    return replace(
        _called_off(state), whirls=swap(state.whirls, at, (cell_at(column, row) if column else NOTHING, seat))
    )


# ---------------------------------------------------------------------- people
def _people(state: Sea) -> Iterator[Correctable]:
    both = [(word, name(word)) for word in (FOGGED, CLEAR)]
    for seat in state.living():
        colour = state.colour_word(seat)
        who: dict[str, Any] = {"colour": state.colour(seat)}
        now = FOGGED if state.fog >> seat & 1 else CLEAR
        yield one_of(f"{colour}.fog", Message("fireship.fog-of", who), both, now, put=partial(_set_fog, seat))
        maximum = state.rules.deck.count(HOLE)
        yield count_of(
            f"{colour}.holes",
            Message("fireship.holes-of", who),
            maximum,
            state.holes[seat],
            put=partial(_set_holes, seat),
        )
        for badge, word in enumerate(BADGES):
            label = Message("fireship.badge-count", {**who, "badge": name(word)})
            put = partial(_set_badges, seat, badge)
            yield count_of(f"{colour}.badge.{word}", label, BADGE_STOCK, state.badges[seat][badge], put=put)


def _set_fog(seat: int, state: Sea, word: str) -> Sea:
    return replace(state, fog=state.fog | 1 << seat if word == FOGGED else state.fog & ~(1 << seat))


def _set_holes(seat: int, state: Sea, word: str) -> Sea:
    """Move Deep Hole cards between the discard and *seat*.

    A card just drawn is in the discard too, until it is carried out: that one is not available.
    """
    discard, more = state.discard, int(word) - state.holes[seat]
    for _ in range(-more):
        discard = plus(discard, HOLE)
    drawn = sum(isinstance(each, DeclaredDraw) and each.card == HOLE for each in state.pending)
    for _ in range(min(more, discard.count(HOLE) - drawn)):
        discard = less(discard, HOLE)
    return replace(state, holes=swap(state.holes, seat, int(word)), discard=discard)


def _set_badges(seat: int, badge: int, state: Sea, word: str) -> Sea:
    row: Any = swap(state.badges[seat], badge, int(word))
    return replace(state, badges=swap(state.badges, seat, row))


# ---------------------------------------------------------------------- what can't be
def faults(state: Sea) -> tuple[Refusal, ...]:
    """Return all that makes *state* impossible in play."""
    if state.turn < 0:
        return ()
    if found := tuple(_shift_faults(state)):
        return found
    state = shifted(state) if state.shifts else state
    return (*_place_faults(state), *_count_faults(state))


def _shift_faults(state: Sea) -> Iterator[Refusal]:
    """Yield a fault for each pawn on an occupied or impossible cell."""
    going = {shift.cell for shift in state.shifts}
    staying = state.occupied() & ~sum(1 << cell for cell in going if cell >= 0)
    for shift in state.shifts:
        if not shift.column or (shift.cell < 0 and shift.pawn == NOBODY_WORD):
            continue
        cell = cell_at(shift.column, shift.row)
        bit = 1 << cell
        if not state.rules.board.open & bit:
            yield _at("fireship.fault-cell", cell)
        elif staying & bit:
            yield _at("fireship.fault-two", cell)
        staying |= bit


def _place_faults(state: Sea) -> Iterator[Refusal]:
    seen, is_open = 0, state.rules.board.open
    for fleet in state.pawns:
        for mask in fleet[:ALL]:
            if seen & mask or mask & ~is_open:
                yield from (_at("fireship.fault-two", cell) for cell in cells_of(seen & mask))
                yield from (_at("fireship.fault-cell", cell) for cell in cells_of(mask & ~is_open))
            seen |= mask
    for cell, _ in state.whirls:
        if cell >= 0 and not is_open >> cell & 1:
            yield _at("fireship.fault-cell", cell)
        elif cell >= 0 and seen >> cell & 1:
            yield _at("fireship.fault-two", cell)
        seen |= 1 << cell if cell >= 0 else 0


def _at(key: str, cell: int) -> Refusal:
    return Refusal(Message(key, mark_of(cell)), "FS-B3")


def _count_faults(state: Sea) -> Iterator[Refusal]:
    for seat in range(state.rules.people):
        for kind, maximum in enumerate(MAX_PAWNS):
            if state.on_board(seat, kind) > maximum:
                who = {"kind": name(KINDS[kind]), "colour": state.colour(seat)}
                yield Refusal(Message("fireship.fault-count", {**who, "count": maximum}), "FS-C6")
        if state.out >> seat & 1 and (any(state.home[seat]) or any(state.pawns[seat]) or seat in state.flags):
            yield Refusal(Message("fireship.fault-out", {"colour": state.colour(seat)}), "FS-E2")
    if state.on_board(WHITE, BOAT) > ISLANDS:
        who = {"kind": name(KINDS[BOAT]), "colour": state.colour(WHITE)}
        yield Refusal(Message("fireship.fault-count", {**who, "count": ISLANDS}), "FS-C6")
    for badge, word in enumerate(BADGES):
        if state.badge_stock(badge) < 0:
            yield Refusal(Message("fireship.fault-badges", {"count": BADGE_STOCK, "badge": name(word)}), "FS-C5")
    lying = sum(map(len, state.hands)) + len(state.deck) + len(state.discard) + sum(state.holes)
    if lying != len(state.rules.deck):
        yield Refusal(Message("fireship.fault-holes", {"count": state.rules.deck.count(HOLE)}), "FS-K11")
