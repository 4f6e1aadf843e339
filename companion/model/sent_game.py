"""The open game as sent: a view on the wire, per viewer."""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import Any

from msgspec.structs import replace

from companion.engine.corrections import Correct
from companion.engine.plays import Play
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.model import wire
from companion.model.game_view import GameView
from companion.model.wire import ActiveSeat, Correction, Due, Undo, play_of, plays_of, speaker
from companion.runtime.latest import LatestOfEach

LOG_LINES = 20
"""Number of log sentences sent to a viewer."""
SCENES = 6
"""Number of the newest sentences that may have scenes.

A page shows no more scenes of those that come at once (widgets/log.js).
"""
_SENT_PLAYS = LatestOfEach[tuple[wire.PlayStep, ...]]()
"""Cache of the plays as sent; a kit's roll changes none."""


def timed_picture(view: GameView, viewer: int) -> dict[str, Any] | None:
    """Return the game as *viewer* sees it, with the time played."""
    if view.game is None or view.state is None:
        return None
    picture = view.picture(viewer)
    if view.played is None:
        return picture
    time = view.played.as_dict()
    key = ("time", id(picture))
    timed: dict[str, Any] | None = view.made.get(key)
    if timed is None or timed["time"] != time:  # whoever asks later is told a later time, and it alone is kept
        timed = view.made[key] = {**picture, "time": time}
    return timed


def due_of(view: GameView, viewer: int) -> Due | None:
    """Return the roll, spin or draw that people have to enter.

    None if the dealer does it, or if nothing is due.
    """
    state = view.state_for(viewer) if view.typed else None
    if state is None or view.game is None or (request := state.due()) is None:
        return None
    label = view.game.label(request.purpose)
    seat = state.due_for()
    own = Message(f"due.own-{request.verb}", {"label": label})
    name = view.name_of(seat)
    told = Message(f"due.{request.verb}", {"name": name, "label": label}) if name else own
    if view.asked:
        own, told = (Message("due.or-table", {"told": each}) for each in (own, told))
    return Due(speaker(seat), told, own)


def asks_of(view: GameView, viewer: int) -> tuple[ActiveSeat, ...]:
    """Return the seats that may give commands, as *viewer* knows them."""
    if view.state is None:
        return ()
    return tuple(
        [
            ActiveSeat(speaker(ask.seat), view.since.get(ask.seat, 0), tuple([kind.verb for kind in ask.kinds]))
            for ask in view.state_for(viewer).asks()
        ]
    )


# ---------------------------------------------------------------------- plays
def sent_plays(view: GameView, viewer: int, speaks_for: frozenset[int], has_forms: bool) -> tuple[wire.PlayStep, ...]:
    """Return the tree of plays for one caller.

    A phone with a seat also gets the commands that any seat may give for the table.
    """
    if view.state is None or not speaks_for:
        return ()
    judged_by = (viewer,) if TABLE in speaks_for else (viewer, *sorted(speaks_for))
    states = tuple([view.state_for(seat).without_results() for seat in judged_by])
    source = (view.game, view.typed, view.asked, states)
    reader = (viewer, speaks_for, has_forms)
    return _SENT_PLAYS.of(reader, source, partial(_grown_for, view, viewer, speaks_for, has_forms))


def _grown_for(view: GameView, viewer: int, speaks_for: frozenset[int], has_forms: bool) -> tuple[wire.PlayStep, ...]:
    if TABLE in speaks_for:
        return plays_of(view.plays(speaks_for, viewer, has_forms))
    roots = view.plays(speaks_for)
    if not roots:
        return view.once(_plays_as_table, viewer)
    view.grow_as_table(roots, viewer)
    return plays_of(roots)


def _plays_as_table(view: GameView, viewer: int) -> tuple[wire.PlayStep, ...]:
    roots: list[Play] = []
    view.grow_as_table(roots, viewer)
    return plays_of(roots)


def form_of(view: GameView, roots: list[Play], line: str, viewer: int) -> wire.PlayStep | None:
    """Return the play of the form *line* among *roots* and own ones.

    The own ones are the view's. Values that it sets for the table are as *viewer* sees them. None if there is no such
    form now.
    """
    view.grow_as_table(roots, viewer, has_forms=True)
    found = next((play_of(play) for play in roots if play.line == line and play.form is not None), None)
    if found is None or view.state is None or line != Correct.verb:
        return found
    return replace(found, board=wire.board_of(view.state_for(viewer).board_things()))


# ---------------------------------------------------------------------- the log
def log_of(view: GameView) -> tuple[wire.LogLine, ...]:
    """Return the newest sentences of the log, the same for everybody."""
    moments = {} if view.game is None else view.game.moments
    newest_first = (
        (line, told) for line in reversed(view.log) for told in reversed(line.sentences(view.names, moments))
    )
    entries = [
        wire.LogLine(
            line.version,
            speaker(line.seat),
            line.who(view.names) if told.signed else "",
            told.said,
            line.undone,
            told.moment if place < SCENES and not line.undone else None,
        )
        for place, (line, told) in enumerate(islice(newest_first, LOG_LINES))
    ]
    return tuple(entries[::-1])


def undo_of(view: GameView) -> Undo:
    """Return the way to undo the last step, by correction if necessary."""
    return Undo(view.why_not_undo, view.undo_needs_two, _standing_correction(view), view.can_redo)


def _standing_correction(view: GameView) -> Correction | None:
    """Return the last correction and its author, if undo takes only that."""
    line = view.set_right
    if line is None:
        return None
    undo = Message("undo.two" if view.undo_needs_two else "undo.undo")
    told = line.sentences(view.names, {})[0]
    return Correction(line.who(view.names) if told.signed else "", told.said, undo)
