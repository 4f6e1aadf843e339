"""The real island in words, for people to match a position."""

from __future__ import annotations

from typing import Any

from companion.engine.values.message import Message
from companion.games.battle_for_the_island.rules.characters import ON_PAD, UNPLACED, Character
from companion.games.battle_for_the_island.rules.components import FACINGS, KINDS, SQUARES, name, square_at
from companion.games.battle_for_the_island.rules.state import Battle


def differences(before: Battle, state: Battle) -> tuple[Message, ...]:
    """Return the changes of the real island from *before* to *state*.

    They are characters' places, blocks and missiles.
    """
    found = []
    for seat, (was, unit) in enumerate(zip(before.units, state.units, strict=True)):
        pairs = zip(was, unit, strict=True)
        found += [_shown(state, seat, each) for earlier, each in pairs if _on_board(earlier) != _on_board(each)]
        if before.marks[seat] != state.marks[seat]:
            column = SQUARES[square_at(0, state.marks[seat])][0]
            values: dict[str, Any] = {"name": state.called(seat), "column": column}
            found.append(Message("battle-for-the-island.shows-missile", values))
    lay, lie = before.blocks_left(), state.blocks_left()
    if added := tuple(SQUARES[block] for block in lie if block not in lay):
        found.append(Message("battle-for-the-island.shows-blocks", {"squares": added}))
    if gone := tuple(SQUARES[block] for block in lay if block not in lie):
        found.append(Message("battle-for-the-island.shows-no-blocks", {"squares": gone}))
    return tuple(found)


def _on_board(each: Character) -> Character | None:
    return each if each.place > UNPLACED else None


def _shown(state: Battle, seat: int, each: Character) -> Message:
    who: dict[str, Any] = {"name": state.called(seat), "kind": name(KINDS[each.kind])}
    if each.place >= 0:
        where: dict[str, Any] = {"square": SQUARES[each.place], "facing": name(FACINGS[each.facing])}
        return Message("battle-for-the-island.shows", {**who, **where})
    if each.place > UNPLACED:
        return Message("battle-for-the-island.shows-on-pad", {**who, "column": ON_PAD + 1 - each.place})
    return Message("battle-for-the-island.shows-gone", who)
