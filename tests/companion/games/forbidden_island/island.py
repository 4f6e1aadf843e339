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

from companion.engine.bags import bag
from companion.engine.chance import ChanceAnswer
from companion.engine.command import Refused
from companion.engine.fact import Facts
from companion.engine.notation import spell
from companion.engine.plays import leaves, plays
from companion.engine.seats import CHANCE
from companion.engine.state import legal
from companion.engine.table import Table
from companion.games.forbidden_island.play import IslandInPlay
from companion.games.forbidden_island.rules.components import (
    ADVENTURERS,
    ALL_TILES,
    TILE_NUMBER,
    TILES,
    TREASURE_DECK,
)
from companion.games.forbidden_island.rules.facts import TurnBegan
from companion.games.forbidden_island.rules.masks import names_of
from companion.games.forbidden_island.rules.setup import FirstFloods, FirstNamed, HandsDealt, Joined, Laid
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
) -> IslandInPlay:
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
    setting: Facts = (FirstNamed(0), Laid(tuple(range(24))), FirstFloods(tuple(range(6))), Joined(roles))
    for fact in (*setting, HandsDealt(dealt), TurnBegan(0)):
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
    made: IslandInPlay = replace(state, **fields)
    return made


class Play:
    """An island under play: commands by their notation, chance's answers as they are said."""

    def __init__(self, state: IslandInPlay) -> None:
        self.table = Table(state)

    @property
    def now(self) -> IslandInPlay:
        """The island now."""
        state = self.table.state
        assert isinstance(state, IslandInPlay)
        return state

    def do(self, line: str, seat: int = 0) -> Facts:
        """Have *line* done by *seat* and return what happened."""
        return self.table.do(FORBIDDEN_ISLAND.notation.read(seat, line)).facts

    def draw(self, *words: str, seat: int = 0) -> Facts:
        """Draw cards one after the other, which turn out to be *words*; return what the last one did."""
        facts: Facts = ()
        for word in words:
            self.do("draw", seat)
            facts = self.table.do(ChanceAnswer(CHANCE, "draw", (SHORT.get(word, word),))).facts
        return facts

    def chance(self, *answer: str | int) -> Facts:
        """Have chance answer what it is asked."""
        request = self.now.due()
        assert request is not None
        return self.table.do(ChanceAnswer(CHANCE, request.verb, answer)).facts

    def why_not(self, line: str, seat: int = 0) -> tuple[str | None, str]:
        """Return the rule and the sentence with which *line* is refused."""
        before = self.table.state
        try:
            self.do(line, seat)
        except Refused as error:
            assert self.table.state is before
            return error.refusal.rule, error.refusal.reason.key
        raise AssertionError(f"{line!r} of seat {seat} was allowed")

    def can(self, verb: str, seat: int = 0) -> set[str]:
        """Return what *seat* can do with *verb*, without the verb itself."""
        lines = (spell(command) for command in legal(self.now, seat))
        return {line.removeprefix(verb).strip() for line in lines if line.split(" ")[0] == verb}

    def verbs(self, seat: int = 0) -> set[str]:
        """Return the verbs with which *seat* can do something."""
        return {spell(command).split(" ")[0] for command in legal(self.now, seat)}

    def greyed(self, seat: int = 0) -> dict[str, str | None]:
        """Return the lines shown greyed out to *seat*, each with its rule."""
        return {play.line: play.why.rule for play in leaves(plays(self.now, (seat,))) if play.why is not None}

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
    assert isinstance(start, IslandInPlay)
    return Play(start)
