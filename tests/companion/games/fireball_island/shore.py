"""Positions of Fireball Island said in a line, and what is done there by its notation.

``island("wt1 dmp", "cancel reroll, double")``: where the pieces stand, and their hands, seat by seat; it is seat 0's
turn, before its roll. ``lying`` are seats of pieces that lie; *more* sets fields, or options by name.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.engine.fact import Facts
from companion.engine.referees.frame import NOBODY
from companion.engine.table import follow
from companion.engine.values.bags import less
from companion.engine.windows import open_window
from companion.games.fireball_island.course import FireballIslandInPlay
from companion.games.fireball_island.rules.components import CARDS, OFF_TRAIL
from companion.games.fireball_island.rules.windows import FireballMoment, NamedFireball, PlayedCard
from tests.support.player import Player
from tests.support.referees import referee

FIREBALL_ISLAND = referee("fireball-island")
NAMES = ("Ann", "Ben", "Cleo", "Dan")


def island(places: str, hands: str = "", lying: tuple[int, ...] = (), **more: Any) -> FireballIslandInPlay:
    """Return an island in play."""
    stand = tuple(places.split())
    people = len(stand)
    options = {word: more.pop(word) for word in tuple(more) if word in FIREBALL_ISLAND.options}
    state: Any = FIREBALL_ISLAND.start(FIREBALL_ISLAND.setup(NAMES[:people], options))
    said = [tuple(hand.split()) for hand in hands.split(",")] if hands else []
    held = (*said, *((),) * (people - len(said)))
    deck = CARDS
    for card in (*(card for hand in held for card in hand), *more.get("discard", ())):
        deck = less(deck, card)
    fields: dict[str, Any] = {
        "places": stand,
        "hands": held,
        "deck": deck,
        "lying": tuple(seat in lying for seat in range(people)),
        "traces": tuple(() if place in OFF_TRAIL else (place,) for place in stand),
        "first": 0,
        "turn": 0,
        "turns": 1,
        "step": "first",
        "questions": 1,
        **({"jewel": "", "bonus": True} if more.get("owner", NOBODY) != NOBODY else {}),
        **more,
    }
    made, _ = follow(replace(state, **fields), ())
    assert isinstance(made, FireballIslandInPlay)
    assert made.faults() == (), made.faults()
    return made


class Play(Player):
    """An island under play."""

    def __init__(self, state: Any) -> None:
        super().__init__(state, FIREBALL_ISLAND)

    @property
    def now(self) -> FireballIslandInPlay:
        """The island now."""
        state = self.table.state
        assert isinstance(state, FireballIslandInPlay)
        return state

    def silence(self) -> Facts:
        """Let the time of the window that is open run out."""
        window = open_window(self.now)
        assert window is not None
        return self.do(f"time-up {window.number}", -2)

    def quiet(self) -> None:
        """Let the time of every window run out, until something else has to be done."""
        while open_window(self.now) is not None:
            self.silence()

    def act(self, line: str, seat: int = 0) -> Facts:
        """Play a card, or name a Fireball, to which nobody answers."""
        facts = self.do(line, seat)
        return self.silence() if isinstance(self.now.top(), PlayedCard | NamedFireball) else facts

    def roll(self, value: int, seat: int = 0) -> Facts:
        """Let all windows pass, and roll a *value*."""
        self.quiet()
        self.do("roll", seat)
        return self.chance(value)

    def go(self, value: int, to: str, seat: int = 0) -> Facts:
        """Roll a *value* to which nobody answers, and go *to* where a way is to be chosen."""
        facts = self.roll(value, seat)
        self.quiet()
        return self.do(f"move {to}", seat) if "move" in self.verbs(seat) else facts

    def end(self, seat: int = 0) -> None:
        """Let all windows pass, and pass the die."""
        self.quiet()
        self.do("pass-die", seat)

    def at(self, seat: int = 0) -> str:
        """Return where *seat*'s piece is."""
        return self.now.places[seat]

    def moment(self) -> str:
        """Return which moment's window is on top, "" for none."""
        top = self.now.top()
        return top.when if isinstance(top, FireballMoment) else ""


def playing(places: str, hands: str = "", lying: tuple[int, ...] = (), **more: Any) -> Play:
    """Return an island under play."""
    return Play(island(places, hands, lying, **more))
