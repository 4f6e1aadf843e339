"""Explanations of the units, blocks, pads and first steps of the battle.

For newcomers, and for everybody who asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from companion.engine.values.message import Message
from companion.engine.values.picture import Beside, Gift, Hint, Label
from companion.games.battle_for_the_island.rules.components import BLOCKS, KINDS, OFF_GRID, PEOPLE, RANGES, name
from companion.games.battle_for_the_island.rules.state import Battle

UNIT: tuple[tuple[Label, ...], ...] = tuple(
    (Message("battle-for-the-island.about.unit", {"count": reach}),) for reach in RANGES
)
"""The abilities of each kind of character."""
BLOCK: tuple[Label, ...] = (Message("battle-for-the-island.about.block"),)
PAD: tuple[Label, ...] = (Message("battle-for-the-island.about.pad"),)
GIFT = Gift(Message("battle-for-the-island.gift.text"), Message("battle-for-the-island.gift.also"))
"""The aim of both players."""
HINTS: tuple[tuple[str, Message, Message, Beside], ...] = (
    ("block", Message("battle-for-the-island.hint.block"), Message("battle-for-the-island.hint.block-why"), "board"),
    ("roll", Message("battle-for-the-island.hint.roll"), Message("battle-for-the-island.hint.roll-why"), "row"),
    ("move", Message("battle-for-the-island.hint.move"), Message("battle-for-the-island.hint.move-why"), "board"),
    ("shoot", Message("battle-for-the-island.hint.shoot"), Message("battle-for-the-island.hint.shoot-why"), "board"),
    ("end", Message("battle-for-the-island.hint.end"), Message("battle-for-the-island.hint.end-why"), "row"),
)
STEPS = {"roll": "roll", "move": "move", "moved": "end"}
"""The hint of each step of a turn."""


def watch(state: Battle, seat: int) -> Mapping[int, Label]:
    """Return *seat*'s squares under enemy aim, each with its shooters (BI-K2, BI-K4)."""
    if state.ending is not None:
        return {}
    aimed: dict[int, list[int]] = {}
    for each in state.units[1 - seat]:
        if each.place >= 0:
            aim = state.grid.aims[each.place][each.facing][each.kind]
            if aim is not OFF_GRID and not aim.before & state.barricades:
                aimed.setdefault(aim.target, []).append(each.kind)
    own = {each.place for each in state.units[seat] if each.place >= 0}
    return {square: _aimed_at(tuple(sorted(kinds))) for square, kinds in aimed.items() if square in own}


@cache
def _aimed_at(kinds: tuple[int, ...]) -> Message:
    return Message("battle-for-the-island.watch.aimed", {"kinds": tuple(name(KINDS[kind]) for kind in kinds)})


def hints(state: Battle) -> tuple[Hint, ...]:
    """Return the hints for the set-up and each player's first turn.

    In the set-up they are for the blocks. They end with the first loss.
    """
    if state.ending is not None or state.rolling or state.pending:
        return ()
    if state.turn < 0:
        return (_hint("block", state.placer()),) if state.placing() == "blocks" else ()
    if state.quiet >= PEOPLE or state.lost(0) or state.lost(1) or sum(block >= 0 for block in state.blocks) < BLOCKS:
        return ()
    found = [_hint(STEPS[state.step], state.turn)] if state.step in STEPS else []
    if state.may_shoot() and state.shots(state.turn):
        found.insert(0, _hint("shoot", state.turn))
    return tuple(found)


def _hint(word: str, seat: int) -> Hint:
    number = next(at for at, each in enumerate(HINTS) if each[0] == word)
    _, title, text, beside = HINTS[number]
    return Hint(word, title, text, seats=(seat,), beside=beside, number=number + 1, of=len(HINTS))
