"""Fireship with dice, wheel and cards as the test wants them, and its page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from playwright.sync_api import Page, expect

from companion.opening import Opening
from tests.support.browsing import Pages
from tests.support.drafts import Played
from tests.support.whole import Whole

OPENING = Opening("fireship", "referee", ("Ada", "Ben"))
COLOURS = ("blue", "green", "red", "yellow")
CELLS = 25 * 25 - 9 * 9 - 4 * 4
"""Of the usual board, those that aren't an island's or a colour square's."""
DRAWING_CELL = "9-5"
"""A mystery cell."""
CAME: list[str] = []
"""The cookies of the phones that came since the game began."""


def begin(table: Whole, people: int = 2, **options: str | int) -> None:
    """Begin a game as ``lay`` does, with all phones gone that came for the one before."""
    while CAME:
        table.daemon.phones.leave(CAME.pop())
    lay(table, people, **options)


def lay(table: Played, people: int = 2, **options: str | int) -> None:
    """Begin a game with typed chance, in which Ada, who is blue, begins and has yet to roll."""
    words = "".join(f" {key}={value}" for key, value in {"chance": "typed", "answer_s": 0, **options}.items())
    table.do(f"new fireship referee seats={people}{words}")
    for seat, colour in enumerate(COLOURS[:people]):
        table.do(f"colour {colour}", seat)
    for seat in range(people):
        roll(table, seat, (10, 10, 10) if seat == 0 else (1, 1, 1))


def roll(table: Played, seat: int = 0, dice: Iterable[int] = (5, 5, 5)) -> None:
    """Have *seat* roll *dice*."""
    table.do("roll", seat)
    table.do(f"roll {' '.join(map(str, dice))}", "chance")


def put(table: Played, *changes: str) -> None:
    """Set right what *changes* say, each ``name=word``."""
    table.do(f"correct {' '.join(changes)}")


def pawn(table: Played, kind: str, cell: str) -> None:
    """Put one more pawn of *kind*, ``blue-boat``, on *cell*, ``9-9``."""
    column, row = cell.split("-")
    put(table, f"new.pawn={kind}", f"new.column={column}", f"new.row={row}")


def deal(table: Played, *cards: str, seat: int = 0) -> None:
    """Have *seat* draw *cards*, which are kept, one a turn, and come back to its roll."""
    for card in cards:
        pawn(table, f"{COLOURS[seat]}-boat", DRAWING_CELL)
        put(table, f"turn={seat + 1}")
        roll(table, seat)
        for line in ("end-moves", "end-attacks", f"use {DRAWING_CELL}"):
            table.do(line, seat)
        passed(table)
        table.do("draw", seat)
        table.do(f"draw {card}", "chance")
        table.do("end-turn", seat)
        put(table, f"{DRAWING_CELL}.column=0")
    put(table, "turn=1")


def passed(table: Played) -> None:
    """Have everybody pass what may be answered."""
    while declared := table.table["state"]["declared"]:
        for seat in range(len(table.table["people"])):
            if table.table["state"]["declared"] == declared:
                table.do(f"pass-for {seat}")


def attacks(table: Played) -> None:
    """Have Ada's attacks begin: a boat and a battleship of hers beside a boat of Ben's, and no moves."""
    for kind, cell in (("blue-boat", "9-9"), ("blue-battleship", "9-8"), ("green-boat", "10-9")):
        pawn(table, kind, cell)
    roll(table)
    table.do("end-moves", 0)


# ---------------------------------------------------------------------- its page
def place(name: str) -> str:
    return f'.ocean [data-token="{name}"]'


def phone(pages: Pages, table: Whole, *seats: int, path: str = "/", **more: Any) -> Page:
    """Open the page of a phone that holds *seats*, the first one if none are given."""
    CAME.append(table.join(seats or (0,)))
    page = table.open(pages, CAME[-1], path, **more)
    page.locator("#dock .ask, #dock .window, #dock .waiting").first.wait_for()
    expect(page.locator(".ocean")).to_be_visible()
    return page


def choosable(page: Page) -> dict[str, str]:
    """Return what each place that can be chosen is called."""
    found = page.locator(".ocean [role=button]").evaluate_all(
        "all => all.map((each) => [each.dataset.token, each.getAttribute('aria-label')])"
    )
    return dict(found)


def pieces(table: Whole) -> dict[str, dict[str, Any]]:
    """Return what stands on the board, by its name: a pawn at sea by its cell."""
    return {each["id"]: each for each in table.table["state"]["boards"][0]["pieces"]}


def answered(page: Page) -> None:
    """Wait until *page*, whose turn it is, has its command answered: until then nothing that is pressed is sent.

    The stream may show what came of a command before the command's own answer comes.
    """
    page.locator(".ask:not(.quiet)").wait_for()
