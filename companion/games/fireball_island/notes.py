"""Explanations of places, pieces, the aim and the first steps.

They are for newcomers and everybody who asks. They depend only on a watcher's knowledge, never on a hand.
"""

from __future__ import annotations

from companion.engine.referees.declarations import Declaration
from companion.engine.values.message import Message
from companion.engine.values.picture import Beside, Gift, Hint, Label
from companion.games.fireball_island.rules.board import FireballBoard
from companion.games.fireball_island.rules.components import CAVES, PITS, WATER
from companion.games.fireball_island.rules.movement import Walking
from companion.games.fireball_island.rules.state import FireballIsland

JEWEL: tuple[Label, ...] = (Message("fireball-island.about.jewel"),)
OWNER: tuple[Label, ...] = (*JEWEL, Message("fireball-island.about.piece"))
GIFT = Gift(
    Message("fireball-island.gift.text"), Message("fireball-island.gift.also"), ("pawn", "to", "jewel", "to", "land")
)
"""The aim of the game."""
HINTS: tuple[tuple[str, Message, Message, Beside], ...] = (
    ("roll", Message("fireball-island.hint.roll"), Message("fireball-island.hint.roll-why"), "row"),
    ("way", Message("fireball-island.hint.way"), Message("fireball-island.hint.way-why"), "board"),
    ("cards", Message("fireball-island.hint.cards"), Message("fireball-island.hint.cards-why"), "hand"),
    ("answer", Message("fireball-island.hint.answer"), Message("fireball-island.hint.answer-why"), "row"),
    ("watch", Message("fireball-island.hint.watch"), Message("fireball-island.hint.watch-why"), "watch"),
)


def about(board: FireballBoard, place: str) -> tuple[Label, ...]:
    """Explain the effects of *place*, which never change."""
    found: list[Label] = []
    if place == board.start:
        found.append(Message("fireball-island.about.start"))
    if place == board.dock:
        found.append(Message("fireball-island.about.dock"))
    if place == board.vul_kar:
        found.append(Message("fireball-island.about.vul-kar"))
    if place == board.step:
        found.append(Message("fireball-island.about.step"))
    if place in CAVES:
        found.append(Message("fireball-island.about.cave"))
    if place in PITS:
        found.append(Message("fireball-island.about.pit"))
    if place == WATER:
        found.append(Message("fireball-island.about.water"))
    if place in board.bridges:
        found.append(Message("fireball-island.about.bridge"))
    if place in board.dark:
        found.append(Message("fireball-island.about.dark"))
    return tuple(found)


def watch(state: FireballIsland, seat: int) -> Label:
    """Return a warning if a Fireball can hit *seat*'s piece (FB-F2)."""
    return Message("fireball-island.watch.reach") if state.ending is None and state.in_reach(seat) else ""


def hints(state: FireballIsland) -> tuple[Hint, ...]:
    """Return the current hints; none after the first round."""
    if state.turn < 0 or state.ending is not None or state.turns > state.seats():
        return ()
    top = state.top()
    if isinstance(top, Declaration):
        return (_hint("answer", tuple(top.asked)),)
    if isinstance(top, Walking):
        return (_hint("way", (top.by,)),)
    if state.pending or state.rolling:
        return ()
    everybody = tuple(range(state.seats()))
    found = [_hint("roll", (state.turn,))] if state.step == "roll" else []
    found.append(_hint("cards", everybody))
    if any(state.in_reach(seat) for seat in everybody):
        found.append(_hint("watch", everybody))
    return tuple(found)


def _hint(word: str, seats: tuple[int, ...]) -> Hint:
    number = next(at for at, each in enumerate(HINTS) if each[0] == word)
    _, title, text, beside = HINTS[number]
    return Hint(word, title, text, seats=seats, beside=beside, number=number + 1, of=len(HINTS))
