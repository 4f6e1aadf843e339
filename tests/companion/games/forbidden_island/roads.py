"""The ways to each command of Forbidden Island, from an island that is laid by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tests.support.drafts import Played
from tests.support.islands import FLOODED, LAID, begin, correct, next_flood, put
from tests.support.wording import say
from tests.web_ui.browser.commands.roads import Road
from tests.web_ui.browser.commands.walking import Field

BEGUN = ("first 1", f"lay {' '.join(LAID)}", f"flood-first {' '.join(FLOODED)}", "cast engineer diver")
"""The set-up, a line for each part of it but the last."""
AROUND = ("coral-palace", "dunes-of-deception", "observatory", "whispering-garden")
"""What lies beside the Bronze Gate, on which the Engineer begins."""
TREASURES = ("earth-stone", "statue-of-the-wind", "crystal-of-fire", "oceans-chalice")
SMALL = ("of", "the")


def title(word: str) -> str:
    """Return what a tile is called."""
    words = [each if each in SMALL else each.capitalize() for each in word.split("-")]
    return {"fools-landing": "Fools’ Landing"}.get(word, " ".join(words))


def after(count: int) -> Callable[[Played], None]:
    """Return what sets up the first *count* parts of a game."""

    def prepare(table: Played) -> None:
        table.do("new forbidden-island referee seats=2")
        for line in BEGUN[:count]:
            table.do(line)

    return prepare


def cast(*roles: str, **changes: str | int) -> Callable[[Played], None]:
    """Return what begins a game with *roles* and sets right *changes*."""

    def prepare(table: Played) -> None:
        begin(table, roles)
        if changes:
            correct(table, **changes)

    return prepare


def with_sandbags(table: Played) -> None:
    begin(table, cards="earth-stone sandbags oceans-chalice")


def drawing(table: Played) -> None:
    begin(table)
    table.do("end-actions", 0)
    table.do("draw", 0)  # all that a step has left is drawn by one tap: here that is one card


def all_captured(table: Played) -> None:
    begin(table)
    put(table, [*(f"captured.{treasure}=1" for treasure in TREASURES), "pawn.1=fools-landing", "pawn.2=fools-landing"])


def sunk_under_the_diver(table: Played) -> None:
    begin(table)
    correct(table, hand_2_helicopter__lift=0)
    next_flood(table, "iron-gate")
    table.do("draw", 0)


def sunk_under_the_engineer_alone(table: Played) -> None:
    begin(table)
    next_flood(table, "bronze-gate")
    put(table, [word for tile in AROUND for word in (f"{tile}=sunk", f"flood.{tile}=out")])
    table.do("draw", 0)


def named(label: str, words: Iterable[str]) -> tuple[Field, ...]:
    return tuple(Field(f"{label} {at}", title(word)) for at, word in enumerate(words, 1))


CROSS = ("34", "2345", "123456", "123456", "2345", "34")
"""The columns of each row that have a place."""
PLACES = [f"Row {row}, column {column}" for row, columns in enumerate(CROSS, 1) for column in columns]
LAYING = tuple(Field(place, title(word)) for place, word in zip(PLACES, LAID, strict=True))

ROADS = (
    Road("first 2", after(0), ("Who begins", "2"), None),
    Road("deal next", after(0), (f"Deal {say('forbidden-island.words.next')}",), None),
    Road(BEGUN[1], after(1), (say("forbidden-island.words.lay"), *LAYING, say("forbidden-island.words.lay")), None),
    Road(
        BEGUN[2],
        after(2),
        (
            say("forbidden-island.words.flood-first"),
            *named("Flood card", FLOODED),
            say("forbidden-island.words.flood-first"),
        ),
        None,
    ),
    Road(
        BEGUN[3],
        after(3),
        (
            say("forbidden-island.words.cast"),
            Field("Seat 1", "Engineer"),
            Field("Seat 2", "Diver"),
            say("forbidden-island.words.cast"),
        ),
        None,
    ),
    Road(
        "hand-out sandbags earth-stone oceans-chalice helicopter-lift",
        after(4),
        (
            say("forbidden-island.words.hand-out"),
            Field(say("forbidden-island.card-1-of", number=1), "Sandbags"),
            Field(say("forbidden-island.card-2-of", number=1), "Earth Stone"),
            Field(say("forbidden-island.card-1-of", number=2), "Ocean’s Chalice"),
            Field(say("forbidden-island.card-2-of", number=2), "Helicopter Lift"),
            say("forbidden-island.words.hand-out"),
        ),
        None,
    ),
    Road("move dunes-of-deception", begin, (f"{say('forbidden-island.words.dunes-of-deception')}, dry. Move",)),
    Road("shore observatory", begin, ("Observatory, flooded. Move, Shore up", "Shore up")),
    Road(
        "shore-two coral-palace observatory",
        begin,
        (
            say("forbidden-island.words.shore-two"),
            f"Coral Palace, Ocean’s Chalice, flooded. {say('forbidden-island.words.shore-two')}",
            f"Observatory, flooded. {say('forbidden-island.words.shore-two')}, Coral Palace",
        ),
    ),
    Road("fly lost-lagoon", cast("pilot", "diver"), ("Fly", "Lost Lagoon, flooded. Fly")),
    Road(
        "guide diver crimson-forest",
        cast("navigator", "diver"),
        ("Move another", "Crimson Forest, dry. Move another, Diver"),
    ),
    Road(
        "give diver earth-stone",
        cast("messenger", "diver"),
        ("Earth Stone", f"{say('forbidden-island.words.give')}: Diver"),
    ),
    Road(
        "capture earth-stone",
        cast("engineer", "diver", hand_1_earth__stone=4, pawn_1="temple-of-the-sun"),
        ("Capture Earth Stone",),
    ),
    Road("end-actions", begin, ("End actions draw 2",)),
    Road("draw", drawing, (say("forbidden-island.draw-treasure", count=1, at=2, of=2),)),
    Road(
        "lift diver fools-landing",
        begin,
        (say("page.rest"), "Helicopter Lift", "Diver", "Fools’ Landing, dry. Helicopter Lift, Diver"),
        1,
    ),
    Road("lift-off", all_captured, (say("forbidden-island.words.lift-off"),), 1),
    Road(
        "sandbags cave-of-shadows",
        with_sandbags,
        (
            "Play Sandbags",
            (
                f"{say('forbidden-island.words.cave-of-shadows')}, "
                f"{say('forbidden-island.words.crystal-of-fire')}, flooded. Sandbags"
            ),
        ),
    ),
    Road("discard oceans-chalice", cast("engineer", "diver", hand_2_oceans__chalice=5), ("Ocean’s Chalice",), 1),
    Road("swim breakers-bridge", sunk_under_the_diver, ("Breakers Bridge, dry. Swim",), 1),
    Road("no-lift", sunk_under_the_engineer_alone, (say("forbidden-island.words.no-lift"),)),
    Road(
        "correct misty-marsh=flooded",
        begin,
        (say("page.rest"), say("play.correct"), f"Misty Marsh, dry. {say('right.pick')}", "Flooded"),
        None,
    ),
)
"""One for each kind of command."""
