"""Fireball Island with dice and cards as the test wants them."""

from __future__ import annotations

from companion.opening import Opening
from tests.support.drafts import Played

OPENING = Opening("fireball-island", "referee", ("Ada", "Ben"))
CARDS = ("cancel", "reroll", "double", "move-back-1")
"""What each seat is dealt, unless the test says it."""


def lay(table: Played, *cards: str, people: int = 2, **options: str | int) -> None:
    """Begin a game with typed chance: seat 0 begins, the first window waits, each seat has one of *cards*."""
    words = "".join(f" {key}={value}" for key, value in {"chance": "typed", "answer_s": 0, **options}.items())
    table.do(f"new fireball-island referee seats={people}{words}")
    for card in [*cards, *CARDS[len(cards) :]][:people]:
        table.do(f"draw {card}", "chance")
    for seat in range(people):
        roll(table, 6 if seat == 0 else 1, seat)


def roll(table: Played, value: int, seat: int = 0) -> None:
    """Have *seat* roll a *value*."""
    table.do("roll", seat)
    table.do(f"roll {value}", "chance")


def put(table: Played, *changes: str) -> None:
    """Set right what *changes* say, each ``name=word``."""
    table.do(f"correct {' '.join(changes)}")


def begin_turn(table: Played, seat: int = 0) -> None:
    """Have *seat*'s turn begin anew, of two."""
    for word in (2 - seat, seat + 1):
        put(table, f"turn={word}")


def passed(table: Played) -> None:
    """Have everybody pass what may be answered, until something else has to be done."""
    while declared := table.table["state"]["declared"]:
        for seat in range(len(table.table["people"])):
            if table.table["state"]["declared"] == declared:
                table.do(f"pass-for {seat}")


def almost_home(table: Played) -> None:
    """Have seat 0 hold the jewel one step from the Dock, in a game for two: in the one under way, else in a new one."""
    state = table.table["state"]
    if table.table["game"] != "fireball-island" or "end" in state or state["turn"]["seat"] is None:
        _begin_for_two(table)
    put(table, "jewel=owner-1", "piece-1=dr9")


def _begin_for_two(table: Played) -> None:
    table.do("new fireball-island referee seats=2 answer_s=0")
    while (state := table.table["state"])["turn"]["seat"] is None:
        names = [[item["name"] for item in person["items"]] for person in state["people"]]
        table.do("roll", next(seat for seat, held in enumerate(names) if "first" not in held))
