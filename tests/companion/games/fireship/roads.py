"""The ways to each command of Fireship, from a sea that is laid by hand."""

from __future__ import annotations

from collections.abc import Callable

from tests.support.drafts import Played
from tests.support.fireships import attacks, deal, lay, pawn, put, roll
from tests.support.wording import say
from tests.web_ui.browser.commands.roads import Road

Prepare = Callable[[Played], None]
WHEEL, MYSTERY = "9-9", "9-5"
"""Two special cells."""


def without_colours(table: Played) -> None:
    table.do("new fireship referee seats=2 chance=typed")


def before_the_roll(*changes: str) -> Prepare:
    """Return what begins a game in which *changes* are set right."""

    def prepare(table: Played) -> None:
        lay(table)
        if changes:
            put(table, *changes)

    return prepare


def moving(cell: str = "") -> Prepare:
    """Return what rolls for Ada's moves, with a boat of hers on *cell* taken up."""

    def prepare(table: Played) -> None:
        lay(table)
        if cell:
            pawn(table, "blue-boat", cell)
        roll(table)
        table.do(f"pick {cell or 'blue-boat'}", 0)

    return prepare


def rolled(table: Played) -> None:
    lay(table)
    roll(table)


def in_minutes(table: Played) -> None:
    lay(table, limit="minutes")


def attacking(*cards: str, seat: int = 0, badges: tuple[str, ...] = ()) -> Prepare:
    """Return what has Ada's attacks begin, *seat* holding *cards*."""

    def prepare(table: Played) -> None:
        lay(table)
        deal(table, *cards, seat=seat)
        if badges:
            put(table, *badges)
        attacks(table)

    return prepare


def attacked(table: Played) -> None:
    attacking("no", "plus-one", seat=1)(table)
    table.do("attack 9-9 10-9", 0)


def on_cell(cell: str, *cards: str) -> Prepare:
    """Return what lets Ada, who holds *cards*, use the special *cell*."""

    def prepare(table: Played) -> None:
        lay(table)
        deal(table, *cards)
        pawn(table, "blue-boat", cell)
        roll(table)
        for line in ("end-moves", "end-attacks"):
            table.do(line, 0)

    return prepare


def using(cell: str) -> Prepare:
    """Return what lets Ada use the special *cell*: what it owes is to be set in motion."""

    def prepare(table: Played) -> None:
        on_cell(cell)(table)
        table.do(f"use {cell}", 0)

    return prepare


def spun(segment: str, card: str = "") -> Prepare:
    """Return what has the wheel stop at *segment* for Ada; *card* had it spun, else a wheel cell."""

    def prepare(table: Played) -> None:
        using(MYSTERY if card else WHEEL)(table)
        if card:
            table.do("draw", 0)
            table.do(f"draw {card}", "chance")
        table.do("spin", 0)
        table.do(f"spin {segment}", "chance")

    return prepare


ROADS = (
    Road("colour red", without_colours, (f"Red: colour square. {say('fireship.words.colour')}", "Player 1")),
    Road("give-colours", without_colours, (say("fireship.words.give-colours"),), None),
    Road("roll", before_the_roll(), ("Roll",)),
    Road(
        "pick blue-boat",
        rolled,
        ("Blue: colour square, Boat 3, Plane 1. Move", f"Move: Boat (Blue), {say('fireship.battle.at-home')}"),
    ),
    Road("go 5 2", moving("6-3"), ("E2. Go to",)),
    Road("go-home", moving("6-3"), ("Go home",)),
    Road("end-moves", rolled, ("End moves",)),
    Road(
        "attack 9-9 10-9",
        attacking(),
        ("Boat (Blue), I9. Wheel cell. Attack", "Boat (Green), J9. Attack"),
    ),
    Road("end-attacks", attacking(), ("End attacks",)),
    Road("end-turn", attacking(), ("End turn",)),
    Road("use 9-9", on_cell(WHEEL), (say("fireship.use-wheel"),)),
    Road("spin", using(WHEEL), ("Spin",)),
    Road("draw", using(MYSTERY), ("Draw",)),
    Road("lose 9-9", spun("lose-boat"), ("Boat (Blue), I9. Wheel cell. Give up",)),
    Road("kraken 17 9", spun("kraken", "spin-wheel"), ("Wheel cell, Q9. Kraken",)),
    Road("updraft badge", before_the_roll("blue.badge.updraft=1"), ("Updraft By badge",)),
    Road("gulf-stream badge", before_the_roll("blue.badge.gulf-stream=1"), ("Gulf Stream By badge",)),
    Road("fog card", on_cell(WHEEL, "fog"), ("Card 1", say("fireship.page.play-it"))),
    Road(
        "boom badge 10-9",
        attacking(badges=("blue.badge.boom=1",)),
        (say("page.rest"), "Boom", "Boat (Green), J9. Boom"),
    ),
    Road(
        "whirlpool 3 2",
        attacking("whirlpool"),
        ("Card 1", say("fireship.page.play-it"), "C2. Whirlpool"),
    ),
    Road("no", attacked, (say("fireship.page.answer"), "No Cancels “Attack”"), 1),
    Road("plus-one", attacked, (say("fireship.page.answer"), f"+1 6 against 1, {say('fireship.then-blue')}"), 1),
    Road("pass", attacked, ("No card",), 1),
    Road("pass-until turn-end", attacked, (say("fireship.page.no-more"),), 1),
    Road("pass-for 1", attacked, (say("page.rest"), say("play.pass-for"), "Player 2"), None),
    Road("time-over", in_minutes, (say("fireship.words.time-over"),), None),
    Road(
        "correct island-2=blue",
        before_the_roll(),
        (say("page.rest"), say("play.correct"), f"Gull Island. flag: White. {say('right.pick')}", "Blue"),
        None,
    ),
)
"""One for each kind of command."""
