"""The ways to each command of Fireball Island, from a game that is laid by hand."""

from __future__ import annotations

from collections.abc import Callable

from tests.support.drafts import Played
from tests.support.volcanoes import begin_turn, lay, passed, put, roll
from tests.support.wording import say
from tests.web_ui.browser.commands.roads import Road

Prepare = Callable[[Played], None]


def dealt(*cards: str) -> Prepare:
    """Return what begins a game in which the first window waits, and seats hold *cards*."""
    return lambda table: lay(table, *cards)


def rolled(value: int, *changes: str, fireballs: str = "virtual") -> Prepare:
    """Return what sets *changes* right and has seat 0 roll a *value*."""

    def prepare(table: Played) -> None:
        lay(table, fireballs=fireballs)
        if changes:
            put(table, *changes)
        passed(table)
        roll(table, value)
        passed(table)

    return prepare


def contesting(table: Played) -> None:
    """Begin a game in which everybody has a card, and nobody has rolled for the first turn."""
    table.do("new fireball-island referee seats=2 chance=typed answer_s=0")
    for card in ("cancel", "reroll"):
        table.do(f"draw {card}", "chance")


def quiet(table: Played) -> None:
    """Lay a game in which the first window of a turn asks nobody, for long enough to interrupt it."""
    lay(table, answer_s=60, quiet_s=60)


def charmed(table: Played) -> None:
    """Lay a game in which seat 0 has a Magic Charm to trade, in the first window of its turn."""
    lay(table)
    put(table, "token-1=held")
    begin_turn(table)


def in_cave(table: Played) -> None:
    """Lay a game in which seat 0 declares in a cave."""
    lay(table)
    put(table, "piece-1=cave-2")
    begin_turn(table)


def resting(table: Played) -> None:
    """Lay a game in which seat 0 lets everything pass until its next turn."""
    lay(table)
    table.do("pass-until my-turn", 0)


def reporting(table: Played) -> None:
    """Lay a game in which a real marble was rolled at seat 1."""
    rolled(1, *AT_BEND, fireballs="table")(table)
    table.do("aim 2 b-north", 0)
    passed(table)


AT_BEND = ("piece-1=wt8", "piece-2=ta3")
"""Seat 1 alone stands where a Fireball can hit it, on one of Fireball B's ways."""
ROADS = (
    Road("roll", contesting, ("Roll",)),
    Road("declare out", in_cave, (say("fireball-island.words.out"),)),
    Road(
        "move hr7",
        rolled(4, "piece-1=lr4"),
        (f"High Road 7. {say('fireball-island.page.choose-way')}", "Go to High Road 7"),
    ),
    Road("send b-north", rolled(1, *AT_BEND), (say("fireball-island.words.send"),)),
    Road(
        "aim 2 b-north",
        rolled(1, *AT_BEND, fireballs="table"),
        (f"Fireball B. {say('fireball-island.words.aim')}", "north", say("fireball-island.words.aim")),
    ),
    Road("hit 2", reporting, ("Player 2", "Hit: Player 2"), None),
    Road(
        "play fireball",
        dealt("fireball"),
        (say("fireball-island.page.answer"), f"Fireball! {say('fireball-island.words.fireball-does')}"),
    ),
    Road(
        "take-one-card 2",
        dealt("take-one-card"),
        (
            say("fireball-island.page.answer"),
            (
                f"{say('fireball-island.words.take-one-card')}: Player 2 "
                f"{say('fireball-island.words.take-one-card-does')}"
            ),
        ),
    ),
    Road("trade", charmed, (say("fireball-island.words.trade"),)),
    Road("interrupt", quiet, ("Interrupt", "Player 1")),
    Road("pass-until turn-end", dealt(), (say("fireball-island.page.no-more"), "Player 1")),
    Road("pass", dealt(), ("Pass", "Player 1")),
    Road("pass-for 1", dealt(), (say("page.rest"), say("play.pass-for"), "Player 2"), None),
    Road("answer-again", resting, (say("fireball-island.words.answer-again"),)),
    Road("pass-die", rolled(1), (say("fireball-island.stage-pass"),)),
    Road(
        "correct jewel=owner-1",
        dealt(),
        (
            say("page.rest"),
            say("play.correct"),
            f"Vul-Kar Point. {say('fireball-island.safe-note')}. Jewel. {say('right.pick')}",
            "Player 1",
        ),
        None,
    ),
)
"""One for each kind of command."""
