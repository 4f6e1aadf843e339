"""A small language for positions of the battle: units said in a line, and what is done there by its notation.

``s@c3n j@d4e t@p2``: a soldier on c3 facing north, a jeep on d4 facing east, a tank on column 2 of the pad; whoever
isn't said has left the game. The island has its usual size and pads.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.engine.fact import Facts
from companion.engine.game import Game
from companion.games.battle_for_the_island.course import BattleInPlay
from companion.games.battle_for_the_island.rules.characters import OFF, ON_PAD, Character, Unit
from companion.games.battle_for_the_island.rules.components import FORWARD_OF, SQUARES
from companion.games.battle_for_the_island.rules.facts import TurnBegan
from companion.games.battle_for_the_island.rules.setup import FirstNamed
from tests.support.player import Player
from tests.support.referees import referee

BATTLE = referee("battle-for-the-island")
NAMES = ("Ann", "Ben")
LETTERS = "sjt"
FACING = "nesw"
FAR_BLOCKS = "a6 b7"
"""Blocks that are in nobody's way."""


def square(word: str) -> int:
    """Return the square called *word*."""
    return SQUARES.index(word)


def unit(line: str, seat: int, split: tuple[int, int, int]) -> Unit:
    """Return the unit that *line* says, *split* into kinds; those not said have left the game."""
    said: list[list[Character]] = [[], [], []]
    for word in line.split():
        kind = LETTERS.index(word[0])
        where = word[2:]
        if where[0] == "p" and where[1:] in "12345" and len(where) == 2:
            said[kind].append(Character(kind, ON_PAD + 1 - int(where[1:]), FORWARD_OF[seat]))
        else:
            said[kind].append(Character(kind, square(where[:-1]), FACING.index(where[-1])))
    for kind, count in enumerate(split):
        assert len(said[kind]) <= count, f"{line!r} has too many of {LETTERS[kind]!r}"
        said[kind] += [Character(kind, OFF)] * (count - len(said[kind]))
    return tuple(each for kind in said for each in kind)


def field(one: str, other: str, blocks: str = FAR_BLOCKS, game: Game | None = None, **more: Any) -> BattleInPlay:
    """Return a battle in play, seat 0's turn, before its roll; *die* is what was rolled, for a move.

    *more* sets fields, or options by name.
    """
    game = game or BATTLE
    options = {word: more.pop(word) for word in tuple(more) if word in game.options}
    state: Any = game.start(game.setup(NAMES, options))
    state = TurnBegan(0, "roll").apply(FirstNamed(0).apply(state))
    placed = tuple(map(square, blocks.split()))
    step = more.get("step") or ({0: "zero"}.get(more["die"], "move") if "die" in more else "roll")
    fields: dict[str, Any] = {
        "units": (unit(one, 0, state.rules.split), unit(other, 1, state.rules.split)),
        "blocks": (*placed, *(OFF,) * (10 - len(placed))),
        "live": min(len(placed), state.rules.live_blocks),
        "safe": max(len(placed) - state.rules.live_blocks, 0),
        "step": step,
        **more,
    }
    made: BattleInPlay = replace(state, placed=20, **fields).mapped()
    assert made.faults() == (), made.faults()
    return made


class Play(Player):
    """A battle under play."""

    def __init__(self, state: BattleInPlay, game: Game | None = None) -> None:
        super().__init__(state, game or BATTLE)

    @property
    def now(self) -> BattleInPlay:
        """The battle now."""
        state = self.table.state
        assert isinstance(state, BattleInPlay)
        return state

    def roll(self, *values: int, seat: int = 0) -> Facts:
        """Roll the die, which shows each of *values* in turn."""
        facts: Facts = ()
        for value in values:
            self.do("roll", seat)
            facts = self.chance(value)
        return facts

    def at(self, word: str) -> str:
        """Return who stands on the square *word*, as ``0s@n``: seat, kind and facing; "" for nobody."""
        found = self.now.character_at(square(word))
        if found is None:
            return ""
        who = self.now.units[found[0]][found[1]]
        return f"{found[0]}{LETTERS[who.kind]}@{FACING[who.facing]}"

    def blocks(self) -> set[str]:
        """Return the squares of the blocks that are left."""
        return {SQUARES[each] for each in self.now.blocks_left()}


def playing(one: str, other: str, blocks: str = FAR_BLOCKS, **more: Any) -> Play:
    """Return a battle under play."""
    return Play(field(one, other, blocks, **more))
