"""The law of two taps: pick a thing, then its new spot.

Everything that a game offers on its board can be tapped.
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.engine.chance import Below
from companion.engine.corrections import Correct, Corrected
from companion.engine.game import Game
from companion.engine.state import State, asked
from companion.engine.values.message import Constant
from companion.engine.values.seats import TABLE, WATCHER


def spots_can_be_tapped(game: Game, state: State, below: Below, maximum: int = 20) -> None:
    """Every thing and spot of *state* can be tapped on its picture.

    Of *maximum* corrections drawn with *below* none is refused. No spot is the thing's present one, and the log has a
    sentence of its own for each.
    """
    things = state.board_things()
    cells, marks = _marks(game.picture(state.seen_by(WATCHER)))
    assert len({(thing.name, thing.mark) for thing in things}) == len(things), state
    for thing in things:
        assert thing.mark in marks, thing
        assert all(not spot.at or spot.at in cells for group in thing.spots for spot in group), thing
    offered = [(thing, spot) for thing in things for group in thing.spots for spot in group]
    if state.end() is not None or Correct not in asked(state, TABLE):
        return
    for thing, spot in [offered[below(len(offered))] for _ in range(min(maximum, len(offered)))]:
        command = Correct(TABLE, tuple([f"{name}={word}" for name, word in thing.changes_to(spot)]))
        assert command.why_not(state) is None, (command, command.why_not(state), state)
        (fact,) = command.facts(state)
        assert isinstance(fact, Corrected), fact
        assert [each.key for each in fact.changes_in(state)] == [spot.told], (command, fact)


def _marks(picture: dict[str, Any]) -> tuple[set[str], set[str]]:
    """Return the ids of *picture*'s cells, and of everything tappable.

    Tappable are cells, pieces and tokens.
    """
    shown = msgspec.to_builtins(picture, enc_hook=_plain)
    tokens = {token["name"] for group in shown.get("groups", ()) for token in group["tokens"]}
    boards = shown.get("boards", ())
    cells = {cell["id"] for board in boards for cell in board["cells"]} | tokens
    for board in boards:
        if board.get("plain"):
            cells |= {f"{x}-{y}" for x in range(1, board["columns"] + 1) for y in range(1, board["rows"] + 1)}
    return cells, cells | {piece["id"] for board in boards for piece in board.get("pieces", ())}


def _plain(value: object) -> object:
    if isinstance(value, Constant):
        return value.value
    raise NotImplementedError(f"a picture holds {value!r}")
