"""The pages' picture of the battle.

It has the island and both pads as grids, units, die, blocks, and the outlook of each shot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from companion.engine.values.message import Constant, Message, with_open_places
from companion.engine.values.picture import (
    COLOURS,
    BoardPicture,
    ButtonPicture,
    Cell,
    CounterPicture,
    DicePicture,
    EndPicture,
    Head,
    Item,
    Label,
    PersonPicture,
    Picture,
    Piece,
    as_dict,
)
from companion.games.battle_for_the_island import notes as told
from companion.games.battle_for_the_island.prompt import asks, due, now, shots_of, waiting
from companion.games.battle_for_the_island.rules.characters import UNPLACED, Character
from companion.games.battle_for_the_island.rules.components import (
    BLOCKS,
    DIE,
    FACINGS,
    FORWARD_OF,
    KINDS,
    MISSILE,
    OFF_GRID,
    PAD_COLUMNS,
    PEOPLE,
    RANGES,
    SQUARES,
    column_of,
    grid_of,
    name,
    row_of,
    square_at,
)
from companion.games.battle_for_the_island.rules.moves import is_stuck
from companion.games.battle_for_the_island.rules.shots import outlook
from companion.games.battle_for_the_island.rules.state import Battle
from companion.games.battle_for_the_island.strike import aimed, strike

PHASES: Mapping[str, str] = {
    "blocks": "battle-for-the-island.stage-blocks",
    "units": "battle-for-the-island.stage-units",
    "pads": "battle-for-the-island.stage-pads",
    "roll": "battle-for-the-island.stage-roll",
    "zero": "battle-for-the-island.stage-zero",
    "move": "battle-for-the-island.stage-move",
    "stuck": "battle-for-the-island.stage-stuck",
    "stuck-unarmed": "battle-for-the-island.stage-stuck",
    "moved": "battle-for-the-island.stage-moved",
    "moved-unarmed": "battle-for-the-island.stage-moved-unarmed",
    "slide": "battle-for-the-island.stage-slide",
}
"""The phase of the set-up or turn, by its next action."""


WORDS: Mapping[str, Message] = {
    "your_turn": with_open_places("battle-for-the-island.page.your-turn", "name"),
    "turn_of": with_open_places("battle-for-the-island.page.turn-of", "name"),
    "near": with_open_places("battle-for-the-island.page.near"),
    "whole": with_open_places("battle-for-the-island.page.whole"),
    "people": with_open_places("battle-for-the-island.page.people"),
    "tap_goal": with_open_places("battle-for-the-island.page.tap-goal", "unit"),
    "tap_square": with_open_places("battle-for-the-island.page.tap-square", "kind"),
    "kinds": with_open_places("battle-for-the-island.page.kinds"),
    "facings": with_open_places("battle-for-the-island.page.facings"),
    "facing": with_open_places("battle-for-the-island.page.facing", "facing"),
    "left_of": with_open_places("battle-for-the-island.page.left-of", "kind", "count"),
    "to": Message("battle-for-the-island.onto", {"square": "{square}"}),
    "straight_on": name("ahead"),
    "go": with_open_places("battle-for-the-island.page.go", "square"),
    "go_turn": with_open_places("battle-for-the-island.page.go-turn", "square", "way"),
    "take": with_open_places("battle-for-the-island.page.take", "what"),
    "empty": with_open_places("battle-for-the-island.page.empty", "square"),
    "moving_block": Message("battle-for-the-island.page.moving-block"),
    "fire": with_open_places("battle-for-the-island.page.fire", "square"),
    "others": with_open_places("battle-for-the-island.page.others"),
    "pair": with_open_places("page.pair", "label", "value"),
    "whose": Message("battle-for-the-island.whose-turn"),
    "blocks": with_open_places("battle-for-the-island.page.blocks"),
    "pads": with_open_places("battle-for-the-island.page.pads"),
    "wins": with_open_places("battle-for-the-island.page.wins", "name"),
    "you_win": with_open_places("battle-for-the-island.page.you-win"),
    "undo": Message("menu.undo"),
    "close": Message("page.close"),
    **{word: name(word) for word in (*KINDS, *FACINGS, "board", "live-left", "safe-left")},
    "draw": Message("battle-for-the-island.draw"),
}
"""The page's texts, by the names that its modules use."""
_WORDS = Constant(WORDS)


def picture(state: Battle) -> dict[str, Any]:
    """Return *state* as pages draw it.

    Nothing is hidden, as nobody knows the blocks' undersides.
    """
    end = state.ending
    drawn = Picture(
        now="" if end else now(state),
        people=tuple(_person(state, seat) for seat in range(PEOPLE)),
        dice=(_dice(state),),
        counters=_counters(state),
        buttons=tuple(ButtonPicture(button, line, name(line)) for button, line in buttons(state).items()),
        battle=strike(state),
        end=EndPicture(state.end() or "", winners=end.winners) if end else None,
        hints=told.hints(state),
    )
    return as_dict(
        drawn,
        boards=[_island(state), *_pads(state)],
        turn=_turn(state),
        asks=None if end else asks(state),
        head=_head(state),
        pads=[] if state.rules.no_pads else [_columns(state, seat) for seat in range(PEOPLE)],
        aims=dict(_aims(state)),
        shots=[_outlook(state, square, target) for square, target in shots_of(state)],
        tally=[_tally(state, seat) for seat in range(PEOPLE)],
        words=_WORDS,
    )


def _turn(state: Battle) -> dict[str, Any]:
    """Return the active player, and which way is forward.

    During the set-up it is the placing player, with the characters left to place.
    """
    placing = state.placing() if state.turn < 0 else ""
    seat = state.turn if state.turn >= 0 else state.placer() if placing != "first" else None
    left = {word: sum(1 for each in state.units[seat] if each == Character(at)) for at, word in enumerate(KINDS)} if (
        placing and seat is not None
    ) else {}  # fmt: skip
    return {
        "seat": seat,
        "step": placing or state.step,
        "die": state.die if state.die >= 0 else None,
        "left": left,
        "forward": None if seat is None else FACINGS[FORWARD_OF[seat]],
    }


def _head(state: Battle) -> Head | None:
    """Return the active or placing player with the phase."""
    if state.ending is not None:
        return None
    if state.turn < 0:
        return _placing(state)
    step = due(state)
    phase = Message(PHASES[step], {"die": state.die}) if step in PHASES else ""
    return Head(state.turn, COLOURS[state.turn], phase, waiting=waiting(state, step), next=1 - state.turn)


def _placing(state: Battle) -> Head | None:
    """Return the placing player, None until the first player is known."""
    placing, seat = state.placing(), state.placer()
    if placing not in PHASES:
        return None
    return Head(seat, COLOURS[seat], Message(PHASES[placing]), waiting=waiting(state, placing), next=1 - seat)


def _columns(state: Battle, seat: int) -> dict[str, Any]:
    """Return the island's column, from 1, under each column of the pad.

    An overhanging one is outside the island.
    """
    away = range(-MISSILE, PAD_COLUMNS - MISSILE)
    return {"seat": seat, "at": [state.marks[seat] + 1 + (each if seat == 0 else -each) for each in away]}


def _aims(state: Battle) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each character's aim on the island, by its piece's id.

    It is the *line* of squares up to a block, or to the *target*, which is None if a shot can't get that far.
    """
    for seat, unit in enumerate(state.units):
        for at, each in enumerate(unit):
            if each.place >= 0:
                aim = state.grid.aims[each.place][each.facing][each.kind]
                line = state.grid.ahead[each.place][each.facing][: RANGES[each.kind]]
                stop = next((place for place, square in enumerate(line, 1) if square in state.blocks), len(line))
                target = None if aim is OFF_GRID or aim.before & state.barricades else SQUARES[aim.target]
                yield _id(seat, at), {"line": [SQUARES[square] for square in line[:stop]], "target": target}


def _outlook(state: Battle, square: int, target: int) -> dict[str, Any]:
    """Return the outlook of a shot before it is fired."""
    seen = outlook(state, square, target)
    return {
        "from": SQUARES[square],
        "target": SQUARES[target],
        "removed": [SQUARES[each] for each in seen.removed],
        "if_live": [SQUARES[each] for each in (*seen.if_live, *seen.further)],
        "touching": [SQUARES[each] for each in seen.touching],
        "area": [SQUARES[each] for each in sorted(state.grid.around[target])] if target in state.blocks else [],
        "text": seen.text(state),
        "battle": aimed(state, seen),
    }


# ---------------------------------------------------------------------- the island
def _island(state: Battle) -> dict[str, Any]:
    size = state.rules.size
    board = BoardPicture(
        "island", "grid", name("board"), (), (*_blocks(state), *_units(state)), columns=size, rows=size
    )
    return as_dict(board, cells=_land(size))


@cache
def _land(size: int) -> Constant:
    """Return the squares of an island of *size*, which never change."""
    places = ((square, (column_of(square) + 1, size - row_of(square))) for square in grid_of(size).squares)
    return Constant([Cell(SQUARES[square], _square(square), place, look="land") for square, place in places])


def _square(square: int) -> Message:
    return Message("battle-for-the-island.words.square", {"square": SQUARES[square]})


def _blocks(state: Battle) -> Iterator[Piece]:
    for at, block in enumerate(state.blocks, 1):
        if block >= 0:
            yield Piece(f"block-{at}", SQUARES[block], name("block"), "black", sign="block", about=told.BLOCK)


def _units(state: Battle) -> Iterator[Piece]:
    for seat, unit in enumerate(state.units):
        watched = told.watch(state, seat)
        for at, each in enumerate(unit):
            if each.place >= 0:
                aim = state.grid.aims[each.place][each.facing][each.kind]
                aims_at = Message("battle-for-the-island.aims-at", {"square": SQUARES[aim.target]})
                notes = () if aim is OFF_GRID else (aims_at,)
                yield _piece(state, seat, at, SQUARES[each.place], notes=notes, watch=watched.get(each.place, ""))


def _id(seat: int, at: int) -> str:
    return f"{seat + 1}-{at + 1}"


def _piece(
    state: Battle, seat: int, at: int, cell: str, *, notes: tuple[Message, ...] = (), watch: Label = ""
) -> Piece:
    """Draw a character; its id is independent of its facing."""
    each = state.units[seat][at]
    kind, facing = KINDS[each.kind], FACINGS[each.facing]
    label = Message("battle-for-the-island.faces", {"kind": name(kind), "facing": name(facing)})
    look = f"{COLOURS[seat]} {kind} {facing}"
    return Piece(
        _id(seat, at),
        cell,
        label,
        look,
        kind,
        seat,
        selected=each.place >= 0 and seat == state.turn and at == state.mover,
        notes=notes,
        about=told.UNIT[each.kind],
        watch=watch,
    )


# ---------------------------------------------------------------------- the pads
def _pads(state: Battle) -> tuple[BoardPicture, ...]:
    if state.rules.no_pads:
        return ()
    return tuple(_pad(state, seat) for seat in range(PEOPLE))


def _pad(state: Battle, seat: int) -> BoardPicture:
    """Draw a pad as its player sees it, with squares straight ahead."""
    columns = range(1, PAD_COLUMNS + 1)
    cells = tuple(
        Cell(
            f"pad-{seat + 1}-{column}",
            name(f"pad-{column}"),
            (column, 1),
            look="water",
            sign="missile" if column - 1 == MISSILE else "",
            notes=(_ahead(state, seat, column),),
            owner=seat,
            about=told.PAD,
        )
        for column in columns
    )
    held = [(column, at) for column in columns if (at := state.on_pad(seat, column)) is not None]
    pieces = tuple(_piece(state, seat, at, f"pad-{seat + 1}-{column}") for column, at in held)
    label = Message("battle-for-the-island.pad-of", {"name": state.called(seat)})
    return BoardPicture(f"pad-{seat + 1}", "grid", label, cells, pieces, columns=PAD_COLUMNS, rows=1)


def _ahead(state: Battle, seat: int, column: int) -> Message:
    square = state.ahead_of_pad(seat, column)
    if square is None:
        return Message("battle-for-the-island.overhangs-here")
    return Message("battle-for-the-island.opens-on", {"square": SQUARES[square]})


# ---------------------------------------------------------------------- people, die, blocks
def _person(state: Battle, seat: int) -> PersonPicture:
    notes = []
    for column in state.columns_held(seat):
        at = state.on_pad(seat, column)
        assert at is not None
        kind = name(KINDS[state.units[seat][at].kind])
        notes.append(Message("battle-for-the-island.on-pad", {"column": column, "kind": kind}))
    missile = SQUARES[square_at(0, state.marks[seat])][0]
    if not state.rules.no_pads:
        notes.append(Message("battle-for-the-island.missile-at", {"column": missile}))
    notes += _tally(state, seat)
    items = tuple(
        Item(kind, name(kind), value=sum(1 for each in state.units[seat] if each.kind == at and each.place >= UNPLACED))
        for at, kind in enumerate(KINDS)
        if state.rules.split[at]
    )
    return PersonPicture(seat, look=COLOURS[seat], items=items, notes=tuple(notes), gift=told.GIFT)


def _tally(state: Battle, seat: int) -> list[Message]:
    """Return *seat*'s losses, and its points if they count."""
    found = []
    if state.lost(seat):
        found.append(Message("battle-for-the-island.lost-so-far", {"count": state.lost(seat)}))
    if state.rules.scoring and state.turn >= 0 and not state.ending:
        found.append(Message("battle-for-the-island.points-so-far", {"points": state.score_of_winner(seat)}))
    return found


def _dice(state: Battle) -> DicePicture:
    """Show the first-turn roll until a placement, then the turn's die."""
    tossing = state.turn < 0
    values = (() if state.blocks else state.tossed) if tossing else () if state.die < 0 else (state.die,)
    shown = values if values and not state.rolling else None
    what, count = ("first", PEOPLE) if tossing else ("die", 1)
    return DicePicture(
        what, name(what), "number", "pips", DIE, count,
        values=shown, labels=shown, total=None if tossing or not shown else state.die, roll=state.rolls or None,
    )  # fmt: skip


def _counters(state: Battle) -> tuple[CounterPicture, ...]:
    live = CounterPicture("live", name("live-left"), tuple(range(state.rules.live_blocks + 1)), state.live)
    if state.rules.all_live:
        return (live,)
    return (
        live,
        CounterPicture("safe", name("safe-left"), tuple(range(BLOCKS - state.rules.live_blocks + 1)), state.safe),
    )


def buttons(state: Battle) -> Mapping[str, str]:
    """Return the commands behind the table's buttons.

    ROLL rolls, SPIN ends the turn.
    """
    if state.ending is not None or state.rolling or state.pending:
        return {}
    if state.turn < 0:
        return {"roll": "roll-for-first"} if state.placing() == "first" else {}
    if state.step == "roll":
        return {"roll": "roll"}
    return {"spin": "end"} if state.step == "moved" or is_stuck(state) else {}
