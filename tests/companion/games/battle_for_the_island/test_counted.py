"""The positions reachable in three plies, chance's answers included, against a second program that shares no code."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.battle_for_the_island.course import BattleInPlay
from companion.games.battle_for_the_island.rules.blocks import TurningOver
from companion.games.battle_for_the_island.rules.by_table import PlaceRest
from companion.games.battle_for_the_island.rules.characters import OFF, ON_PAD, UNPLACED
from companion.games.battle_for_the_island.rules.components import KINDS, PEOPLE, column_of, row_of
from tests.companion.games.battle_for_the_island import naive
from tests.companion.games.battle_for_the_island.field import BATTLE, Play, field
from tests.support.counting import next_states, reaches

PLIES = 3
WIDE = {"before the first player is known", "the last on land, then the pads"}
"""What spreads most: three plies of these take longer than those of all others together."""
DIAGONAL = "a1 b2 c3 d4 e5 f6 g7 h8 i9 j10"


def begun(*lines: str, **options: Any) -> BattleInPlay:
    """Return the set-up after *lines*, each said by whoever is asked."""
    start: Any = BATTLE.start(BATTLE.setup(("Ann", "Ben"), {"size": 10, **options}))
    play = Play(start)
    for line in lines:
        play.do(line, play.now.asks()[0].seat)
    return play.now


BLOCKS = tuple(f"block {square}" for square in DIAGONAL.split())
UNITS = tuple(
    f"place {kind} {square} north"
    for column, kind in zip("cdefg", ["soldier"] * 3 + ["tank"] * 2, strict=True)
    for square in (f"{column}1", f"{column}10")
)
POSITIONS: dict[str, BattleInPlay] = {
    "before the first player is known": begun(),
    "two blocks are still to be placed": begun("first 2", *BLOCKS[:8]),
    "the last on land, then the pads": begun("first 1", *BLOCKS, *UNITS[:9]),
    "the last on the pad, then the first turn": begun(
        "first 1", *BLOCKS, *UNITS, *(f"load {kind} {n}" for n, kind in enumerate(["soldier"] * 2 + ["jeep"] * 3, 1)),
        *(f"load {kind} {n}" for n, kind in enumerate(["soldier"] * 2 + ["jeep"] * 2, 1)),
    ),
    "no pads, after a zero": field("s@c1n j@d1e", "t@c5s s@e4w", no_pads=True, die=0),
    "a roll for a few, with shots through friend and foe": field(
        "s@c3n s@c5n t@c1n j@g4w", "j@d4e s@c4s s@h9s", blocks="f6 g7 a9", die=3
    ),
    "three blocks touch, and somebody may land on one": field(
        "s@e3n j@d6e s@c4e", "s@d5s t@g8w", blocks="e5 f6 d4 a12", die=2
    ),
    "a zero, a pad that overhangs on the left": field(
        "s@c2n t@p1 s@p3 j@p5", "s@j11s s@p2", die=0, marks=(1, 9), blocks="b1 g6"
    ),
    "a zero for the second player, a pad that overhangs on the right": field(
        "s@c2n", "t@p1 s@p3 j@p5 s@b10s", turn=1, die=0, marks=(2, 0), blocks="b8"
    ),
    "a pad was nominated": field("s@c2n s@p2", "s@c4s", die=0, step="roll", nominated=True, blocks="e5"),
    "nobody on land, some on the pad": field("s@p1 j@p4", "s@c1n s@d3s", step="advance"),
    "nobody on land, all ways from the pad are shut": field(
        "s@p1 j@p2", "s@a1n s@b1w s@p1", step="pad-removal", blocks="d4"
    ),
    "nobody can move": field("s@c12n s@d12n j@a12w", "s@a10n s@e10e", die=4),
    "the chosen one can't move, another could": field("s@c12n s@d2n", "s@d4s", die=4, mover=0),
    "the chosen one may be shot away": field(
        "s@c3n t@c1n s@p2", "j@c5s", die=0, step="roll", mover=0
    ),
    "the last of both beside one block": field("s@e4n", "s@f6s", blocks="e6 d7", die=2),
    "the fifth losses, crossfire spared": field(
        "s@c3n s@c4n t@c1n j@g5w j@e7s s@h2n", "j@d5e s@c5s s@h9s s@a11s t@e3n s@p1",
        blocks="f6 g7", die=1, first_to_five=True, crossfire=False,
    ),
    "one quiet turn before a draw": field("s@c3n", "s@h9s", die=1, quiet=4, quiet_turns=5),
}  # fmt: skip


@pytest.fixture(autouse=True)
def by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have everything placed by hand: the second program leaves nothing to the table."""
    monkeypatch.setattr(PlaceRest, "tries", classmethod(lambda kind, state, seat: ()))


def told_plainly(state: BattleInPlay) -> naive.Position:
    """Return *state* in the second program's words."""
    rules, top = state.rules, state.top()
    units = [(seat, who) for seat in range(PEOPLE) for who in state.units[seat]]
    over = None
    if isinstance(top, TurningOver):
        turned = {plainly(block): "live" if block in top.live else "safe" for block in top.turned}
        over = {"hit": plainly(top.hit), "between": list(map(plainly, top.between)), "turned": turned}
    chosen: Any = "pad" if state.nominated else None
    if state.mover >= 0:
        place = state.units[state.turn][state.mover].place
        chosen = plainly(place) if place >= 0 else "gone"
    end = state.ending
    return {
        "island": {
            plainly(who.place): (seat, KINDS[who.kind], "nesw"[who.facing]) for seat, who in units if who.place >= 0
        },
        "pads": {(seat, ON_PAD + 1 - who.place): KINDS[who.kind] for seat, who in units if UNPLACED < who.place < 0},
        "unplaced": [[KINDS[who.kind] for who in state.units[seat] if who.place == UNPLACED] for seat in range(PEOPLE)],
        "lost": [sum(who.place == OFF for who in state.units[seat]) for seat in range(PEOPLE)],
        "blocks": {plainly(block) for block in state.blocks if block >= 0},
        "placed": len(state.blocks),
        "live": state.live,
        "safe": state.safe,
        "missiles": [mark + 1 for mark in state.marks],
        "first": None if state.first < 0 else state.first,
        "turn": None if state.turn < 0 else state.turn,
        "waits": state.step,
        "in_motion": state.rolling,
        "die": None if state.die < 0 else state.die,
        "chosen": chosen,
        "over": over,
        "removed": state.harmed,
        "quiet": state.quiet,
        "end": end and (end.reason, end.winners[0] if end.winners else None),
        "size": rules.size,
        "crossfire": rules.crossfire,
        "no_pads": rules.no_pads,
        "first_to_five": rules.first_to_five,
        "quiet_turns": rules.quiet_turns,
    }


def plainly(square: int) -> naive.Square:
    return column_of(square) + 1, row_of(square) + 1


@pytest.mark.parametrize(
    ("name", "plies"),
    [
        *((name, PLIES - (name in WIDE)) for name in POSITIONS),
        *(pytest.param(name, PLIES, marks=pytest.mark.long) for name in sorted(WIDE)),
    ],
)
def test_both_programs_reach_the_same_positions(name: str, plies: int) -> None:
    start = POSITIONS[name]
    assert start.faults() == ()
    expected = naive.reached(told_plainly(start), plies)
    reaches(start, expected, lambda state: naive.key(told_plainly(state)))


@pytest.mark.parametrize("seed", range(3))
def test_both_programs_offer_the_same_all_through_a_random_battle(seed: int) -> None:
    draw = Random(f"counted/{seed}")
    state: Any = field(
        "s@c1n s@e2n j@g2n t@i1n j@k2n s@p1 s@p2 s@p3 j@p4 t@p5",
        "s@c12s s@e11s j@g11s t@i12s j@k11s s@p1 s@p2 s@p3 j@p4 t@p5",
        blocks="a3 b5 c7 d4 e9 f6 g8 h10 i11 j2",
    )
    for _ in range(300):
        after = next_states(state)
        expected = {naive.key(position) for _, position in naive.moves(told_plainly(state))}
        assert {naive.key(told_plainly(each)) for each in after} == expected
        if not after:
            break
        state = draw.choice(after)
