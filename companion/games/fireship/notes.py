"""Explanations of places, pawns, the aim and the first round's steps.

They depend only on a watcher's knowledge, never on a hand.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.values.message import Message
from companion.engine.values.picture import Beside, Gift, Hint, Label
from companion.games.fireship.rules.board.components import BATTLESHIP_CELL, MYSTERY_CELL, WHEEL_CELL
from companion.games.fireship.rules.state import Sea
from companion.games.fireship.rules.values import NO_LIMIT

ABOUT: Mapping[str, tuple[Label, ...]] = {
    "island": (Message("fireship.about.island"),),
    "square": (Message("fireship.about.square"),),
    "whirlpool": (Message("fireship.about.whirlpool"),),
    BATTLESHIP_CELL: (Message("fireship.about.battleship-cell"),),
    WHEEL_CELL: (Message("fireship.about.wheel-cell"),),
    MYSTERY_CELL: (Message("fireship.about.mystery-cell"),),
    "boat": (Message("fireship.about.boat"),),
    "plane": (Message("fireship.about.plane"),),
    "battleship": (Message("fireship.about.battleship"),),
}
"""The use of each kind of place or pawn."""
_ALSO = Message("fireship.gift.also")
_FLEET = ("boat", "plane", "to", "land")
ALL_ISLANDS, MOST_ISLANDS = (
    Gift(Message("fireship.gift.all"), _ALSO, _FLEET),
    Gift(Message("fireship.gift.most"), _ALSO, _FLEET),
)
"""The aim of the game, for each way to win."""
HINTS: tuple[tuple[str, Message, Message, Beside], ...] = (
    ("roll", Message("fireship.hint.roll"), Message("fireship.hint.roll-why"), "row"),
    ("move", Message("fireship.hint.move"), Message("fireship.hint.move-why"), "board"),
    ("attack", Message("fireship.hint.attack"), Message("fireship.hint.attack-why"), "board"),
    ("cells", Message("fireship.hint.cells"), Message("fireship.hint.cells-why"), "board"),
    ("cards", Message("fireship.hint.cards"), Message("fireship.hint.cards-why"), "hand"),
)
STEPS = {"roll": "roll", "moves": "move", "where": "move", "attacks": "attack", "cells": "cells"}
"""The hint for each step that offers an action."""


def gift_of(limit: str) -> Gift:
    """Return the aim of a game with that *limit* (FS-S4)."""
    return ALL_ISLANDS if limit == NO_LIMIT else MOST_ISLANDS


def hints(state: Sea, due: str) -> tuple[Hint, ...]:
    """Return the hints for the *due* step; none after the first round."""
    if state.turn < 0 or state.ending is not None or state.round > 1 or state.pending:
        return ()
    found = [_hint(STEPS[due], state.turn)] if due in STEPS else []
    holders = [seat for seat, cards in enumerate(state.hands) if cards]
    return (*found, *(_hint("cards", seat) for seat in holders))


def _hint(word: str, seat: int) -> Hint:
    number = next(at for at, each in enumerate(HINTS) if each[0] == word)
    _, title, text, beside = HINTS[number]
    return Hint(word, title, text, seats=(seat,), beside=beside, number=number + 1, of=len(HINTS))
