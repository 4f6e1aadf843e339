"""A small language for positions: an island said in a line, and what is done on it by its notation.

The standard island lies by the alphabet, row by row, so that a test can be read with this map::

              breakers-bridge     bronze-gate
    cave-of-embers   cave-of-shadows   cliffs-of-abandon   copper-gate
    coral-palace crimson-forest dunes-of-deception fools-landing gold-gate howling-garden
    iron-gate lost-lagoon misty-marsh observatory phantom-rock silver-gate
    temple-of-the-moon   temple-of-the-sun   tidal-palace   twilight-hollow
              watchtower          whispering-garden
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.engine.chance import ChanceAnswer
from companion.engine.fact import Facts
from companion.engine.values.bags import bag
from companion.engine.values.seats import CHANCE
from companion.games.forbidden_island.course import ForbiddenIslandInPlay
from companion.games.forbidden_island.rules.components import ADVENTURERS, ALL_TILES, TILE_NUMBER, TILES, TREASURE_DECK
from companion.games.forbidden_island.rules.facts import ForbiddenTurnBegan
from companion.games.forbidden_island.rules.masks import names_of
from companion.games.forbidden_island.rules.setup import (
    FirstFloods,
    ForbiddenFirstNamed,
    ForbiddenJoined,
    HandsDealt,
    Laid,
)
from tests.support.player import Player
from tests.support.referees import FORBIDDEN_ISLAND

NAMES = ("Ann", "Ben", "Cleo", "Dan")
SHORT = {"earth": "earth-stone", "wind": "statue-of-the-wind", "fire": "crystal-of-fire", "ocean": "oceans-chalice"}
SHORT |= {"lift": "helicopter-lift", "rise": "waters-rise"}


def tiles(words: str) -> int:
    """Return the mask of the tiles named in *words*."""
    return sum(1 << TILE_NUMBER[word] for word in words.split())


def cards(words: str) -> tuple[str, ...]:
    """Return the bag of the cards named in *words*, short or long: ``earth earth lift``."""
    return bag(SHORT.get(word, word) for word in words.split())


def island(
    pawns: str = "diver@iron-gate engineer@bronze-gate",
    hands: tuple[str, ...] = (),
    flooded: str = "",
    sunk: str = "",
    captured: tuple[int, ...] = (-1, -1, -1, -1),
    step: str = "actions-3",
    discard: str = "",
    deck: str | None = None,
    pile: tuple[str, ...] | None = None,
    spent: str | None = None,
    **more: Any,
) -> ForbiddenIslandInPlay:
    """Return an island in play, seat 0's turn.

    *pawns* says who stands where, seat by seat. Flood cards lie in *pile*, all in one bag unless it says otherwise,
    or on the discard *spent*; of *step*, see the correction of that name. *more* sets fields, or options by name.
    """
    options = {word: more.pop(word) for word in tuple(more) if word in FORBIDDEN_ISLAND.options}
    people = [pawn.split("@") for pawn in pawns.split()]
    start = FORBIDDEN_ISLAND.start(FORBIDDEN_ISLAND.setup(NAMES[: len(people)], options))
    roles = tuple(ADVENTURERS.index(word) for word, _ in people)
    dealt = tuple(cards(hand) for hand in (*hands, *("",) * (len(people) - len(hands))))
    state: Any = start
    setting: Facts = (
        ForbiddenFirstNamed(0),
        Laid(tuple(range(24))),
        FirstFloods(tuple(range(6))),
        ForbiddenJoined(roles),
    )
    for fact in (*setting, HandsDealt(dealt), ForbiddenTurnBegan(0)):
        state = fact.apply(state)
    land = ALL_TILES & ~tiles(sunk)
    out = tiles(spent or "")
    lying = tuple(map(tiles, pile)) if pile is not None else (land & ~out,)
    gone = list(TREASURE_DECK)
    for card in (*(card for hand in dealt for card in hand), *cards(discard)):
        gone.remove(card)
    kind, _, left = step.partition("-")
    counts = {
        "actions": {},
        "treasure": {"actions": 0, "draws": int(left)},
        "flood": {"actions": 0, "draws": 0, "floods": int(left)},
    }[kind] | ({"actions": int(left)} if kind == "actions" else {})
    fields: dict[str, Any] = {
        "pawns": tuple(TILE_NUMBER[at] for _, at in people),
        "land": land,
        "wet": tiles(flooded),
        "pile": tuple(each for each in lying if each),
        "spent": out,
        "captors": captured,
        "discard": cards(discard),
        "deck": bag(gone) if deck is None else cards(deck),
        **counts,
        **more,
    }
    made: ForbiddenIslandInPlay = replace(state, **fields)
    return made


class Play(Player):
    """An island under play."""

    def __init__(self, state: ForbiddenIslandInPlay) -> None:
        super().__init__(state, FORBIDDEN_ISLAND)

    @property
    def now(self) -> ForbiddenIslandInPlay:
        """The island now."""
        state = self.table.state
        assert isinstance(state, ForbiddenIslandInPlay)
        return state

    def draw(self, *words: str, seat: int = 0) -> Facts:
        """Draw cards one after the other, which turn out to be *words*; return what the last one did."""
        facts: Facts = ()
        for word in words:
            self.do("draw", seat)
            facts = self.table.do(ChanceAnswer(CHANCE, "draw", (SHORT.get(word, word),))).facts
        return facts

    def at(self, seat: int) -> str:
        """Return the tile on which the pawn of *seat* stands."""
        return TILES[self.now.pawns[seat]]

    @property
    def ending(self) -> tuple[str, str] | None:
        """How the game ended, and by which rule."""
        end = self.now.end()
        return None if end is None or self.now.ending is None else (self.now.ending.reason, str(end.values["rule"]))

    @property
    def wet(self) -> set[str]:
        """The flooded tiles."""
        return set(names_of(self.now.wet))


def playing(*args: Any, **more: Any) -> Play:
    """Return play on the island that :func:`island` makes."""
    return Play(island(*args, **more))


def setting_up(people: int = 2, **options: Any) -> Play:
    """Return play on an empty table."""
    start = FORBIDDEN_ISLAND.start(FORBIDDEN_ISLAND.setup(NAMES[:people], options))
    assert isinstance(start, ForbiddenIslandInPlay)
    return Play(start)
