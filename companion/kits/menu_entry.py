"""A kit in menus; opening one imports the modules for play."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from companion.engine.game import BadGame, Game, GameInfo, Option
from companion.engine.values.message import Message
from companion.kits.folk_kit import FolkKit
from companion.kits.format.shelf import PICTURE, shelf_key
from companion.kits.format.spec import CounterSpec, Kit

WHO_SPEAKS_FOR_CHANCE = ("dealer", "typed", "ask")
CHANCE_OPTION = Option(
    "dealer",
    Message("option.chance"),
    choices=WHO_SPEAKS_FOR_CHANCE,
    names=tuple(Message(f"option.chance-{word}") for word in WHO_SPEAKS_FOR_CHANCE),
)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class KitInfo(GameInfo):
    """A *kit* for the table to open.

    For a *folk* game it is the outline, and the rest is read by `load`.
    """

    kit: Kit
    folk: FolkKit | None = None

    def load(self) -> Game:
        return self._game

    @cached_property
    def _game(self) -> Game:
        try:
            from companion.kits.play import game_of
        except ImportError as error:
            raise BadGame(self.slug, str(error)) from error
        return game_of(self.kit if self.folk is None else self.folk.whole.kit)


def info_of(kit: Kit, folk: FolkKit | None = None) -> KitInfo:
    """Return the menu row of *kit*, which may outline a *folk* game."""
    return KitInfo(
        slug=kit.slug,
        mode="kit",
        name=kit.text("name"),
        seats=kit.seats,
        line=Message(shelf_key(kit.slug, "line")) if kit.has_line else None,
        minutes=kit.minutes,
        is_tool=kit.is_tool,
        group=kit.shelf_group,
        rules=tuple(Message(shelf_key(kit.slug, f"rule-{number}")) for number in range(1, kit.rule_lines + 1)),
        cover=f"drawn/{kit.cover}" if kit.cover and not kit.cover.endswith(PICTURE) else kit.cover,
        version=kit.version,
        author=kit.author,
        drawn=("kit.ended-together",),
        options={"chance": CHANCE_OPTION, **_options(kit)},
        kit=kit,
        folk=folk,
    )


def _options(kit: Kit) -> dict[str, Option]:
    return {counter.option: _option(kit, counter) for counter in kit.counters if counter.option}


def _option(kit: Kit, counter: CounterSpec) -> Option:
    choices = tuple(choice for choice, _ in counter.starts)
    return Option(choices[0], kit.text(counter.option), choices=choices, names=tuple(map(kit.text, choices)))
