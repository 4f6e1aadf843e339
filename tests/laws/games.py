"""Every game and kit that the laws are proved on. A new one is added here, once, and keeps them all from then on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from companion.engine.command import Command
from companion.engine.game import Game, OptionValue, Setup
from companion.engine.laws import Universe, from_types
from companion.engine.state import State
from companion.kits.play import KitState, Roll, game_of
from companion.kits.reader import shipped_kits
from tests.engine.games.duel import DUEL
from tests.engine.games.spinner import SPINNER

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn")


@dataclass(frozen=True)
class Case:
    """A *game* with so many *people* and these *options*, played from *seeds* different seeds.

    *universe* spells every command of a kind where its fields' types alone can't. *most* bounds the commands of a
    game, and *secrets* says whether anybody holds something that another may not know.
    """

    game: Game
    people: int
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    universe: Universe = from_types
    seeds: int = 12
    most: int = 120
    secrets: bool = False

    def __str__(self) -> str:
        told = [f"{name}={value}" for name, value in self.options.items()]
        return "-".join([self.game.slug, self.game.mode, str(self.people), *told])

    def setup(self) -> Setup:
        """Return the set-up from which it is played."""
        return self.game.setup(NAMES[: self.people], self.options)


def of_a_kit(state: State, kind: type[Command], seat: int) -> Iterable[Command]:
    """Spell the roll of each of the kit's dice and of some that it hasn't; all else by its types."""
    if kind is not Roll or not isinstance(state, KitState):
        return from_types(state, kind, seat)
    return [Roll(seat, name) for name in (*(dice.name for dice in state.kit.dice), "no-such-dice")]


KITS = [game_of(file.kit) for file in shipped_kits()]

ALL = [
    Case(DUEL, 2, secrets=True),
    Case(DUEL, 3, secrets=True),
    Case(DUEL, 4, secrets=True, seeds=6),
    Case(SPINNER, 1),
    Case(SPINNER, 2),
    Case(SPINNER, 4, {"target": 100}),
    *(Case(kit, people, universe=of_a_kit) for kit in KITS for people in (0, 2)),
]
