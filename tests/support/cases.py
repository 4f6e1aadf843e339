"""What a game's own tests say of it, in ``tests/companion/games/GAME/cases.py``, for tests held over all games.

A game without that file is held to the same laws, from its usual set-up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from companion.engine.command import Command
from companion.engine.game import Game, GameInfo, OptionValue, Setup
from companion.engine.laws.laws import Universe, from_types
from tests.support.drafts import Played

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn")
Options = Mapping[str, OptionValue]


@dataclass(frozen=True)
class Case:
    """A *game* with so many *people* and these *options*, played from *seeds* different seeds.

    *universe* spells every command of a kind where its fields' types alone can't. *maximum* bounds the commands of a
    game, and *secrets* says whether anybody holds something that another may not know.
    """

    game: Game
    people: int
    options: Options = field(default_factory=dict)
    universe: Universe = from_types
    seeds: int = 12
    maximum: int = 120
    secrets: bool = False

    def __str__(self) -> str:
        told = [f"{name}={value}" for name, value in self.options.items()]
        return "-".join([self.game.slug, self.game.mode, str(self.people), *told])

    def setup(self) -> Setup:
        """Return the set-up from which it is played."""
        return self.game.setup(NAMES[: self.people], self.options)


@dataclass(frozen=True)
class Own:
    """What one game's tests say of it.

    The laws look at *cases*. *played* are the ends of the names of golden records that hold what nobody comes upon by
    chance, *timed* of those that hold what only a clock brings about, and *lots* for how many people, and from which
    seeds, the rest is played by lot. With the options *still*
    nothing happens by itself, with those *brief* a game is soon over. *near_end* brings a game for two near its end,
    and begins one where nothing is *brief*. *drawn* is a part of its board on pages. *prompts* names the
    verbs that each prompt of its picture asks for, by the prompt's key; with ``|`` between them one of them is enough.
    """

    cases: tuple[Case, ...] = ()
    played: tuple[str, ...] = ()
    timed: tuple[str, ...] = ()
    lots: tuple[int, tuple[int, ...]] = (2, (0, 1))
    still: Options = field(default_factory=dict)
    brief: Options = field(default_factory=dict)
    near_end: Callable[[Played], None] | None = None
    drawn: str = ".map"
    prompts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def module_of(game: GameInfo, name: str) -> ModuleType | None:
    """Return the module *name* of *game*'s own tests, None if it has none."""
    whole = f"tests.companion.games.{game.slug.replace('-', '_')}.{name}"
    try:
        there = find_spec(whole) is not None
    except ModuleNotFoundError:
        there = False
    return import_module(whole) if there else None


def own_of(game: GameInfo) -> Own:
    """Return what the own tests of *game* say of it."""
    module = module_of(game, "cases") if game.mode == "referee" else None
    if module is None:
        return Own()
    own: Own = module.OWN
    return own


def cases_of(game: Game) -> tuple[Case, ...]:
    """Return with what *game* is held to the laws: at least from its usual set-up."""
    return own_of(game).cases or (Case(game, game.default_people, seeds=2, maximum=80),)


def spelled_as(kind: Callable[..., Command], *words: int | str) -> Command:
    """Return the command of *kind* with these fields."""
    return kind(*words)
