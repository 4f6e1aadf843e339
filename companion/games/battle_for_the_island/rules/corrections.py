"""Corrections to match the real island, and their limits (BI-S, BI-M6).

A character is named by its seat, kind and number, ``1-soldier-2``; it keeps that name wherever it is. Which blocks are
live can't be corrected: nobody knows.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from functools import cache, lru_cache, partial
from string import ascii_lowercase
from typing import Any

from msgspec.structs import replace

from companion.engine.command import Refusal
from companion.engine.corrections import Correctable, count_of, one_of, table_of
from companion.engine.state import kept_for_last, swap
from companion.engine.values.message import Message
from companion.games.battle_for_the_island.rules import refusals
from companion.games.battle_for_the_island.rules.characters import OFF, ON_PAD, UNPLACED, Character
from companion.games.battle_for_the_island.rules.components import (
    BLOCKS,
    DIE,
    FACINGS,
    KINDS,
    LIVE_BLOCKS,
    PAD_COLUMNS,
    PEOPLE,
    SLUG,
    SQUARES,
    column_of,
    name,
    row_of,
    square_at,
)
from companion.games.battle_for_the_island.rules.state import NOWHERE, Battle, Step

HERE, AWAY = "island", "off"
STEPS: tuple[Step, ...] = ("roll", "zero", "move", "moved")
"""The steps to which a turn may be set."""
ROLLED = range(1, max(DIE) + 1)
DIE_AT: Mapping[str, Container[int]] = {
    "roll": (NOWHERE, 0),
    "advance": (NOWHERE,),
    "pad-removal": (NOWHERE,),
    "zero": (0,),
    "move": ROLLED,
    "moved": ROLLED,
    "slide": ROLLED,
    "removal": ROLLED,
}
"""The possible values of the die at each step.

Before a roll it has none, or the zero that gives another roll.
"""
MAX_QUIET = 999
ASTRAY = OFF - 1
"""The place of an off-island character with a column or row.

Such a correction is refused.
"""


# A form of corrections has over a hundred fields, and each correction asks for it several times.
@lru_cache(maxsize=4)
@kept_for_last
def correctables(state: Battle) -> Mapping[str, Correctable]:
    """Return every correctable value by its name; none before play has begun."""
    if state.turn < 0:
        return {}
    found = (*_turn(state), *_characters(state), *_blocks(state), *_pads(state))
    return table_of(found, _to_be_judged)


def _to_be_judged(state: Battle) -> Battle:
    return replace(state.mapped(), unjudged=True)


# ---------------------------------------------------------------------- the turn
def _turn(state: Battle) -> Iterator[Correctable]:
    people = [
        (str(seat + 1), Message("battle-for-the-island.called", {"name": state.called(seat)})) for seat in range(PEOPLE)
    ]
    yield one_of("turn", Message("battle-for-the-island.whose-turn"), people, str(state.turn + 1), put=_set_turn)
    steps = [(step, name(f"step-{step}")) for step in dict.fromkeys((*STEPS, state.step))]
    yield one_of("step", Message("battle-for-the-island.step"), steps, state.step, put=_set_step)
    yield count_of(
        "die", Message("battle-for-the-island.die-shows"), max(DIE), max(state.die, 1), put=_set_die, minimum=1
    )
    if state.rules.quiet_turns:
        yield count_of(
            "quiet", Message("battle-for-the-island.quiet-turns-so-far"), MAX_QUIET, state.quiet, put=_set_quiet
        )


def _set_turn(state: Battle, word: str) -> Battle:
    return _set_step(replace(state, turn=int(word) - 1), "roll")


def _set_step(state: Battle, word: str) -> Battle:
    """Set the turn to the step *word*, with nothing chosen or nominated."""
    die = max(state.die, 1) if DIE_AT[word] is ROLLED else 0 if word == "zero" else NOWHERE
    return replace(state, step=word, die=die, mover=NOWHERE, nominated=False)


def _set_die(state: Battle, word: str) -> Battle:
    """Set the die, unless *word* is the value already offered.

    A die without a move is offered as a one.
    """
    return state if max(state.die, 1) == int(word) else replace(state, die=int(word))


def _set_quiet(state: Battle, word: str) -> Battle:
    return replace(state, quiet=int(word))


# ---------------------------------------------------------------------- characters
def _characters(state: Battle) -> Iterator[Correctable]:
    for seat in range(PEOPLE):
        numbers = dict.fromkeys(range(len(KINDS)), 0)
        for at, each in enumerate(state.units[seat]):
            numbers[each.kind] += 1
            word = f"{seat + 1}-{KINDS[each.kind]}-{numbers[each.kind]}"
            who: dict[str, Any] = {
                "name": state.called(seat), "kind": name(KINDS[each.kind]), "number": numbers[each.kind],
            }  # fmt: skip
            yield from _character(state, seat, at, word, who=who)


def _character(state: Battle, seat: int, at: int, word: str, *, who: dict[str, Any]) -> Iterator[Correctable]:
    each = state.units[seat][at]
    places = [HERE, *([] if state.rules.no_pads else map(_pad_word, range(1, PAD_COLUMNS + 1))), AWAY]
    choices = [(place, name(place)) for place in places]
    yield one_of(
        word,
        Message("battle-for-the-island.character", who),
        choices,
        _place_word(each),
        put=partial(_set_place, seat, at),
    )
    square = each.place if each.place >= 0 else 0
    for part, label, now in (("column", "column-of", column_of(square)), ("row", "row-of", row_of(square))):
        put = partial(_set_column if part == "column" else _set_row, seat, at)
        message = Message(f"{SLUG}.{label}", {"what": Message("battle-for-the-island.character", who)})
        if part == "column":
            letters = _columns(state.rules.size)
            yield one_of(f"{word}.column", message, letters, letters[now][0], put=put)
        else:
            yield count_of(f"{word}.row", message, state.rules.size, now + 1, put=put, minimum=1)
    facing = Message("battle-for-the-island.facing-of", {"what": Message("battle-for-the-island.character", who)})
    facings = [(each_facing, name(each_facing)) for each_facing in FACINGS]
    yield one_of(f"{word}.facing", facing, facings, FACINGS[each.facing], put=partial(_set_facing, seat, at))


@cache
def _columns(size: int) -> tuple[tuple[str, Message], ...]:
    """Return the columns of an island of *size*, as words with names."""
    letters = (SQUARES[square_at(0, column)][0] for column in range(size))
    return tuple((letter, Message("battle-for-the-island.letter", {"letter": letter})) for letter in letters)


def _column_at(word: str) -> int:
    """Return the column with the letter *word*."""
    return ascii_lowercase.index(word)


def _pad_word(column: int) -> str:
    return f"pad-{column}"


def _place_word(each: Character) -> str:
    if each.place >= 0:
        return HERE
    return AWAY if each.place == OFF else _pad_word(ON_PAD + 1 - each.place)


def _set_place(seat: int, at: int, state: Battle, word: str) -> Battle:
    each = state.units[seat][at]
    if each.place == ASTRAY:
        return state
    if word == HERE:
        return _with(state, seat, at, replace(each, place=max(each.place, 0)))
    place = OFF if word == AWAY else ON_PAD + 1 - int(word[-1])
    return _with(state, seat, at, replace(each, place=place))


def _with(state: Battle, seat: int, at: int, character: Character) -> Battle:
    """Return the position with *character*, its masks unchanged.

    During a correction, two characters may be on one square.
    """
    return replace(state, units=swap(state.units, seat, swap(state.units[seat], at, character)))


def _set_column(seat: int, at: int, state: Battle, word: str) -> Battle:
    return _shifted(seat, at, state, column=_column_at(word))


def _set_row(seat: int, at: int, state: Battle, word: str) -> Battle:
    return _shifted(seat, at, state, row=int(word) - 1)


def _shifted(seat: int, at: int, state: Battle, **to: int) -> Battle:
    """Move a character to another column or row.

    One that isn't on the island has none, and goes ``ASTRAY``.
    """
    each = state.units[seat][at]
    return _with(state, seat, at, replace(each, place=_beside(each.place, **to)))


def _beside(place: int, column: int = NOWHERE, row: int = NOWHERE) -> int:
    """Return the square in that *column* or *row* instead.

    A place that is no square is offered as the first square. It stays unchanged if that one is chosen, else it is
    ``ASTRAY``.
    """
    if place < 0:
        return ASTRAY if max(column, row) > 0 else place
    return square_at(row_of(place) if row < 0 else row, column_of(place) if column < 0 else column)


def _set_facing(seat: int, at: int, state: Battle, word: str) -> Battle:
    each = state.units[seat][at]
    return _with(state, seat, at, replace(each, facing=FACINGS.index(word)))


# ---------------------------------------------------------------------- blocks and pads
def _blocks(state: Battle) -> Iterator[Correctable]:
    for at, block in enumerate(state.blocks):
        who = Message("battle-for-the-island.block-number", {"number": at + 1})
        choices = [(place, name(place)) for place in (HERE, AWAY)]
        square = max(block, 0)
        yield one_of(f"block-{at + 1}", who, choices, HERE if block >= 0 else AWAY, put=partial(_set_block, at))
        letters = _columns(state.rules.size)
        column = Message("battle-for-the-island.column-of", {"what": who})
        now = letters[column_of(square)][0]
        yield one_of(f"block-{at + 1}.column", column, letters, now, put=partial(_set_block_column, at))
        row = Message("battle-for-the-island.row-of", {"what": who})
        put = partial(_set_block_row, at)
        yield count_of(f"block-{at + 1}.row", row, state.rules.size, row_of(square) + 1, put=put, minimum=1)
    yield count_of(
        "live", Message("battle-for-the-island.live-left"), state.rules.live_blocks, state.live, put=_set_live
    )
    if not state.rules.all_live:
        yield count_of(
            "safe", Message("battle-for-the-island.safe-left"), BLOCKS - LIVE_BLOCKS, state.safe, put=_set_safe
        )


def _set_block(at: int, state: Battle, word: str) -> Battle:
    if state.blocks[at] == ASTRAY:
        return state
    return replace(state, blocks=swap(state.blocks, at, OFF if word == AWAY else max(state.blocks[at], 0)))


def _set_block_column(at: int, state: Battle, word: str) -> Battle:
    return replace(
        state, blocks=swap(state.blocks, at, _beside(state.blocks[at], column=_column_at(word)))
    )  # fmt: skip


def _set_block_row(at: int, state: Battle, word: str) -> Battle:
    return replace(state, blocks=swap(state.blocks, at, _beside(state.blocks[at], row=int(word) - 1)))


def _set_live(state: Battle, word: str) -> Battle:
    return replace(state, live=int(word))


def _set_safe(state: Battle, word: str) -> Battle:
    return replace(state, safe=int(word))


def _pads(state: Battle) -> Iterator[Correctable]:
    if state.rules.no_pads:
        return
    for seat in range(PEOPLE):
        label = Message("battle-for-the-island.missile-of", {"name": state.called(seat)})
        letters = _columns(state.rules.size)
        now = letters[state.marks[seat]][0]
        yield one_of(f"missile-{seat + 1}", label, letters, now, put=partial(_set_missile, seat))


def _set_missile(seat: int, state: Battle, word: str) -> Battle:
    return replace(state, marks=swap(state.marks, seat, _column_at(word)))


# ---------------------------------------------------------------------- what can't be
def faults(state: Battle) -> tuple[Refusal, ...]:
    """Return all faults of *state*."""
    return tuple(_faults(state))


def _faults(state: Battle) -> Iterator[Refusal]:
    if ASTRAY in state.blocks or any(each.place == ASTRAY for unit in state.units for each in unit):
        yield refusals.NOT_ON_THE_ISLAND
    squares = [each.place for unit in state.units for each in unit if each.place >= 0]
    if len(set(squares)) < len(squares):
        yield refusals.TWO_ON_A_SQUARE
    for unit in state.units:
        pad = [each.place for each in unit if UNPLACED < each.place < 0]
        if len(set(pad)) < len(pad):
            yield refusals.COLUMN_FULL
    left = state.blocks_left()
    if len({row_of(block) for block in left}) < len(left) or len({column_of(block) for block in left}) < len(left):
        yield refusals.BLOCKS_IN_LINE
    if not state.pending and not set(left).isdisjoint(squares):
        yield refusals.TWO_ON_A_SQUARE
    if not state.pending and state.placing() == "" and state.live + state.safe != len(left):
        yield refusals.MORE_LIVE
    if state.turn >= 0 and state.step in DIE_AT and state.die not in DIE_AT[state.step]:
        yield refusals.DIE_AND_STEP
