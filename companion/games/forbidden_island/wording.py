"""The sentences of a page around the island: the next thing to do, and sentences whose places the page fills itself."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.referees.frame import Ending
from companion.engine.values.message import Message, Value
from companion.games.forbidden_island.rules.components import (
    ADVENTURERS,
    CARDS_TO_CAPTURE,
    HAND_LIMIT,
    SHRINES,
    TREASURE_DRAWS,
    TREASURES,
)
from companion.games.forbidden_island.rules.masks import names_of
from companion.games.forbidden_island.rules.pending import DiscardDue, Sinking
from companion.games.forbidden_island.rules.state import Island, name


def _open(key: str, *places: str) -> Message:
    """Return a sentence whose *places* stay open: the page fills them."""
    return Message(key, {place: f"{{{place}}}" for place in places})


WORDS: Mapping[str, Message] = {
    "your_turn": _open("forbidden-island.page.your-turn", "name"),
    "turn_of": _open("forbidden-island.page.turn-of", "name"),
    "here": _open("forbidden-island.page.here", "names"),
    "tap": _open("forbidden-island.page.tap", "verb"),
    "tap_any": _open("forbidden-island.page.tap-any"),
    "play": _open("forbidden-island.page.play", "card"),
    "actions_left": _open("forbidden-island.page.actions-left", "left", "of"),
    "treasures": _open("forbidden-island.page.treasures"),
    "undo": Message("menu.undo"),
    "close": Message("page.close"),
    "nothing_with": _open("forbidden-island.page.nothing-with"),
    "needs": Message("forbidden-island.needs", {"count": CARDS_TO_CAPTURE}),
    "then_draw": Message("forbidden-island.then-draw", {"count": TREASURE_DRAWS}),
    "tiles": name("tiles"),
    "adventurers": name("adventurers"),
}
"""By the names that the page's modules call them."""


def now(state: Island) -> Message:
    """Return what has to be done next, as everybody may read it."""
    if state.ending is not None:
        return title_of(state.ending)
    if state.turn < 0:
        return Message("forbidden-island.due-set-up")
    if state.asked:
        return Message("forbidden-island.due-card")
    if state.pending:
        return _pending(state)
    step = state.step()
    left = {"actions": state.actions, "treasure": state.draws, "flood": state.floods}[step]
    return Message(f"forbidden-island.due-{step}", {"count": left})


def _pending(state: Island) -> Message:
    top = state.pending[-1]
    if isinstance(top, DiscardDue):
        over = len(state.hand(top.by)) - HAND_LIMIT
        return Message(
            "forbidden-island.pending-discard", {"pawn": name(ADVENTURERS[state.roles[top.by]]), "count": over}
        )
    pawns = tuple(name(ADVENTURERS[state.roles[seat]]) for seat in state.swimmers())
    window = isinstance(top, Sinking) and top.window
    return Message("forbidden-island.pending-window" if window else "forbidden-island.pending-swim", {"pawns": pawns})


def title_of(ending: Ending) -> Message:
    """Return in a few words how the game ended."""
    return Message(f"forbidden-island.end.{ending.reason}", {"what": name(ending.what)} if ending.what else {})


def why_of(ending: Ending, tick: int) -> Message:
    """Return the sentence that says why the game is over, the water being at *tick*."""
    values: dict[str, Value] = {"tick": tick}
    if ending.reason == "treasure":
        values["tiles"] = tuple(map(name, names_of(SHRINES[TREASURES.index(ending.what)])))
    elif ending.reason == "pawn":
        values["what"] = name(ending.what)
    return Message(f"forbidden-island.end.{ending.reason}-why", values)
