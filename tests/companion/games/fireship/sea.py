"""A small language for positions at sea: pawns said in a line, and what is done there by its notation.

Cells are ``column-row``, both from 1. On the usual board island 1 covers 4-4 to 6-6 with its green dot on 7-5, island
5 in the middle 12-12 to 14-14; blue's colour square is 1-1 to 2-2, red's 24-1 to 25-2.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.engine.fact import Facts
from companion.engine.game import Game
from companion.engine.values.bags import bag
from companion.engine.values.seats import TABLE
from companion.engine.windows import open_window
from companion.games.fireship.course import SeaInPlay
from companion.games.fireship.rules.board.components import BADGES, COLOURS, THINGS, WHITE, place_of
from companion.games.fireship.rules.board.masks import cells_of
from companion.games.fireship.rules.facts import FireshipTurnBegan
from companion.games.fireship.rules.setup import ColourChosen, FirstFound, SeaSet
from companion.games.fireship.rules.state import ALL, NO_FLEET, Counts, Fleet
from tests.support.player import Player
from tests.support.referees import FIRESHIP

NAMES = ("Ann", "Ben", "Cleo", "Dan")
LETTERS = {"b": 0, "p": 1, "s": 2}
"""How a kind of pawn is written in a line: boat, plane, battleship."""


def cell(word: str) -> int:
    """Return the cell, or other thing, called *word*."""
    return THINGS.index(word)


def _pawns(line: str) -> tuple[Fleet, Counts]:
    """Read ``b@7-5 p@9-9 s b b``: kinds at a cell, or in the colour square."""
    at, home = [*NO_FLEET], [0, 0, 0]
    for word in line.split():
        letter, _, where = word.partition("@")
        if where:
            at[LETTERS[letter]] |= 1 << cell(where)
            at[ALL] |= 1 << cell(where)
        else:
            home[LETTERS[letter]] += 1
    return (at[0], at[1], at[2], at[ALL]), (home[0], home[1], home[2])


def sea(
    *people: str,
    white: str | None = None,
    flags: str = "",
    hands: tuple[str, ...] = (),
    badges: tuple[str, ...] = (),
    step: str = "moves",
    game: Game = FIRESHIP,
    **more: Any,
) -> SeaInPlay:
    """Return a sea in play, seat 0's turn; seats are blue, red, green and yellow.

    Each of *people* says the seat's pawns, *white* the white ones (all on their dots unless it says otherwise), *flags*
    like ``1:blue 5:red`` the islands that aren't white. *more* sets fields, or options by name.
    """
    options = {word: more.pop(word) for word in tuple(more) if word in game.options}
    state: Any = game.start(game.setup(NAMES[: len(people)], options))
    for seat in range(len(people)):
        state = ColourChosen(seat, seat).apply(state)
    for fact in (SeaSet(), FirstFound(0), FireshipTurnBegan(0, 1)):
        state = fact.apply(state)
    rows = [_pawns(line) for line in people]
    whites = state.pawns[WHITE] if white is None else _pawns(white)[0]
    colours = list(state.flags)
    for word in flags.split():
        number, _, colour = word.partition(":")
        colours[int(number) - 1] = COLOURS.index(colour)
    held = tuple(bag(hand.split()) for hand in (*hands, *("",) * (len(people) - len(hands))))
    deck = list(state.deck)
    for card in (*(card for hand in held for card in hand), *more.get("discard", ()), *more.pop("gone", ())):
        deck.remove(card)
    boards = [tuple(line.split().count(badge) for badge in BADGES) for line in badges]
    fields: dict[str, Any] = {
        "pawns": (*(at for at, _ in rows), whites),
        "home": tuple(home for _, home in rows),
        "flags": tuple(colours),
        "hands": held,
        "badges": (*boards, *((0,) * len(BADGES),) * (len(people) - len(boards))),
        "deck": bag(deck),
        "step": step,
        "units": 15 if step == "moves" else 0,
        **more,
    }
    made: SeaInPlay = replace(state, **fields)
    return made


class Play(Player):
    """A sea under play."""

    def __init__(self, state: SeaInPlay, game: Game = FIRESHIP) -> None:
        super().__init__(state, game)

    @property
    def now(self) -> SeaInPlay:
        """The sea now."""
        state = self.table.state
        assert isinstance(state, SeaInPlay)
        return state

    def all(self, *lines: str, seat: int = 0) -> Facts:
        """Have *lines* done one after the other; return what the last one did."""
        facts: Facts = ()
        for line in lines:
            facts = self.do(line, seat)
        return facts

    def spin(self, *segments: str, seat: int = 0) -> Facts:
        """Spin the wheel, which stops at each of *segments* in turn; windows run out."""
        facts: Facts = ()
        for segment in segments:
            self.do("spin", seat)
            facts = (*self.chance(segment), *self.silence())
        return facts

    def draw(self, card: str, seat: int = 0) -> Facts:
        """Draw *card*; a window over it runs out."""
        self.do("draw", seat)
        return (*self.chance(card), *self.silence())

    def silence(self) -> Facts:
        """Let the open windows run out, if there are any."""
        facts: Facts = ()
        while (window := open_window(self.now)) is not None:
            facts += self.do(f"time-up {window.number}", TABLE)
        return facts

    def pawns(self, side: int) -> set[str]:
        """Return the pawns of *side* at sea, as ``b@7-5``."""
        found = set()
        for letter, kind in LETTERS.items():
            for at in cells_of(self.now.pawns[side][kind]):
                column, row = place_of(at)
                found.add(f"{letter}@{column}-{row}")
        return found

    def move(self, thing: str, to: str, seat: int = 0) -> int:
        """Move *thing* to the cell *to*, or ``home``; return what it cost."""
        before = self.now.units
        self.do(f"pick {thing}", seat)
        self.do("go-home" if to == "home" else f"go {to.replace('-', ' ')}", seat)
        return before - self.now.units

    def goals(self, thing: str, seat: int = 0) -> set[str]:
        """Take *thing* up and return the cells where it may go, as ``column-row``."""
        self.do(f"pick {thing}", seat)
        return {line.replace(" ", "-") for line in self.can("go", seat)}

    @property
    def ending(self) -> tuple[str, str, tuple[int, ...]] | None:
        """How the game ended, by which rule, and who won."""
        end, ending = self.now.end(), self.now.ending
        return None if end is None or ending is None else (ending.reason, str(end.values["rule"]), ending.winners)


def playing(*people: str, game: Game = FIRESHIP, **more: Any) -> Play:
    """Return play on the sea that :func:`sea` makes."""
    return Play(sea(*people, game=game, **more), game)


def setting_up(people: int = 2, game: Game = FIRESHIP, **options: Any) -> Play:
    """Return play on an empty table."""
    start = game.start(game.setup(NAMES[:people], options))
    assert isinstance(start, SeaInPlay)
    return Play(start, game)
