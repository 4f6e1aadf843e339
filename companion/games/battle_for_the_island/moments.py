"""The scenes of Battle for the Island: opponents, hits, blasts, the end."""

from __future__ import annotations

from companion.engine.values.message import Message
from companion.engine.values.moment import Introduced, Moment, Moments
from companion.engine.values.picture import COLOURS
from companion.games.battle_for_the_island.rules.blocks import Blasted, BlockTurned
from companion.games.battle_for_the_island.rules.by_table import PAD_FROM_THE_MIDDLE, TablePlaced
from companion.games.battle_for_the_island.rules.characters import COLUMNS
from companion.games.battle_for_the_island.rules.components import PEOPLE, name
from companion.games.battle_for_the_island.rules.facts import BattleEnded, Hit
from companion.games.battle_for_the_island.rules.setup import Placed
from companion.games.battle_for_the_island.rules.state import Battle


def _placed(fact: Placed, state: Battle) -> Moment | None:
    """Introduce both units and their players at the end of the set-up."""
    if state.turn < 0:
        return None
    people = tuple(
        Introduced(seat, name("goes-first" if seat == state.turn else "goes-second"), COLOURS[seat], "unit-tank")
        for seat in range(PEOPLE)
    )
    title = Message("battle-for-the-island.moment-laid")
    return Moment("deal", title, Message("battle-for-the-island.gift.text"), people=people)


def _placed_by_table(fact: TablePlaced, state: Battle) -> Moment | None:
    """Introduce them once the table has filled the last pad.

    The last of the table's placements in one step triggers the scene.
    """
    is_last = fact.seat != state.first and COLUMNS.get(fact.place) == PAD_FROM_THE_MIDDLE[-1]
    return _placed(fact, state) if is_last else None


def _hit(fact: Hit, state: Battle) -> Moment:
    return Moment("shot", Message("battle-for-the-island.moment-hit"), fact.said(state), "shot")


def _turned(fact: BlockTurned, state: Battle) -> Moment | None:
    if not fact.live:
        return None
    return Moment("blast", Message("battle-for-the-island.moment-live"), fact.said(state) or "", "block-live")


def _blasted(fact: Blasted, state: Battle) -> Moment | None:
    said = fact.said(state)
    return Moment("loss", Message("battle-for-the-island.moment-blast"), said, "blast") if said else None


def _ended(fact: BattleEnded, state: Battle) -> Moment:
    title = Message("battle-for-the-island.moment-draw")
    if fact.winners:
        title = Message("battle-for-the-island.moment-won", {"name": state.called(fact.winners[0])})
    return Moment("won" if fact.winners else "lost", title, seats=fact.winners)


MOMENTS: Moments = {
    Placed: _placed,
    TablePlaced: _placed_by_table,
    Hit: _hit,
    BlockTurned: _turned,
    Blasted: _blasted,
    BattleEnded: _ended,
}
