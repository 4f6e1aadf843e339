"""The action that the last result of a kit asks for."""

from __future__ import annotations

from companion.engine.values.message import Message
from companion.engine.values.picture import ButtonPicture
from companion.engine.values.seats import TABLE, seat_word
from companion.kits.commands.things import Lower, Raise
from companion.kits.things.board import Board


class NextDeed(ButtonPicture, frozen=True):
    """The action asked for by the last result.

    It is for *seat*, or for anybody if the result has no seat.
    """

    seat: int | str = seat_word(TABLE)


def next_deed(state: Board) -> NextDeed | None:
    """Return the action asked for by the last result, else None.

    None as well if the action isn't possible any more.
    """
    fallen = state.fallen
    if fallen is None or state.queue or not _may(state, fallen.asks):
        return None
    verb, name = fallen.asks.split(" ")
    return NextDeed("", fallen.asks, Message(f"play.{verb}"), state.kit.text(name), seat_word(fallen.seat))


def _may(state: Board, deed: str) -> bool:
    """Return True if *deed* is still possible."""
    verb, _, name = deed.partition(" ")
    if verb == "gain":
        return state.stock(name) > 0
    if verb in ("raise", "lower"):
        step = Raise(TABLE, name) if verb == "raise" else Lower(TABLE, name)
        return step.refused(state) is None
    pack = state.pack(name) if verb == "draw" else None
    return bool(deed) and (pack is None or bool(pack.left or pack.discard))
