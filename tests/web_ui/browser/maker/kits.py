"""Kits as hands build them: taps, and names that are typed; and what the file says in the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tests.web_ui.browser.maker.hands import Hands


class Built(NamedTuple):
    """How a kit is built, and its *file* but for its texts; *rolls* is the button that plays it."""

    build: Callable[[Hands], None]
    file: str
    plays: str = "roll"


def three_dice(hands: Hands) -> None:
    hands.call("Three dice")
    hands.add("dice", name="One")
    hands.add("dice", name="Two")
    hands.dice("d6")
    hands.add("dice", name="Three")
    hands.dice("d6", "d6")
    hands.add("more", "button")
    hands.choose("does", "roll three")


def party(hands: Hands) -> None:
    hands.call("Party")
    hands.add("wheel", name="Begins")
    hands.choose("segments", "people")
    hands.add("wheel", name="Weather")
    hands.words("segments", "calm", "storm")
    hands.number(hands.field("segments").locator("li").first, 3)
    hands.add("cards", name="Task")
    hands.words("cards", "Sing", "Draw", "Act")
    hands.choose("empty", "shuffle discard")


def rummy(hands: Hands) -> None:
    hands.call("Rummy")
    hands.add("cards", name="Pack")
    hands.choose("pack", "52")
    hands.choose("deal", "one")
    hands.number(hands.field("deal"), 7)
    hands.set("hand", 11)


def quiz(hands: Hands) -> None:
    hands.call("Quiz")
    hands.add("dice", name="Round")
    hands.add("score", name="Points")
    hands.set("from", 0)
    hands.set("to", 50)
    hands.set("target", 20)
    steps = hands.field("steps")
    for at, number in enumerate((1, 5, -1)):
        hands.tap(steps.locator(".small"))
        hands.number(steps.locator("li").nth(at), number)


def darts(hands: Hands) -> None:
    hands.call("Darts")
    hands.add("dice", name="Dart")
    hands.dice("d20")
    hands.add("score", name="Points")
    hands.set("start", 101)
    hands.set("target", 0)
    hands.choose("wins", "lowest")
    hands.tap(hands.field("ends").locator("input"))
    hands.add("turn")
    hands.add("more", "on")
    when, then = hands.condition(0)
    hands.sentence(when, "sum-counter", op="<=")
    hands.sentence(then, "lower", amount="sum")


def evening(hands: Hands) -> None:
    hands.call("Evening")
    hands.add("dice", name="Die")
    hands.add("turn")
    hands.choose("starts", "random")
    hands.add("more", "round")
    hands.words("steps", "Plan", "Act", "End")
    hands.choose("first", "moves")
    hands.add("more", "team")
    hands.words("names", "Reds", "Blues")
    hands.add("score", name="Points")
    hands.choose("each", "team")


def clocks(hands: Hands) -> None:
    hands.call("Clocks")
    hands.add("clock", name="Glass")
    hands.add("clock", name="Think")
    hands.set("seconds", 30)
    hands.choose("counts", "turn")
    hands.add("dice", name="Die")


def pig(hands: Hands) -> None:
    hands.call("Pig")
    hands.add("dice", name="Die")
    hands.add("counters", name="Pot")
    hands.add("score")
    hands.set("target", 100)
    hands.add("more", "on")
    when, then = hands.condition(0)
    hands.sentence(when, "sum", number=1)
    hands.sentence(then, "set", amount=0)
    hands.sentence(then, "next-turn")
    when, then = hands.condition(1)
    hands.sentence(when, "sum", op=">", number=1)
    hands.sentence(then, "raise", amount="sum")
    hands.add("more", "action", name="Hold")
    does = hands.field("does")
    hands.sentence(does, "raise", counter="score", amount="pot")
    hands.sentence(does, "set", counter="pot", amount=0)
    hands.sentence(does, "next-turn")


def bids(hands: Hands) -> None:
    hands.call("Bids")
    hands.add("dice", name="Die")
    hands.add("score", name="Bid")
    hands.set("to", 6)
    hands.add("score", name="Score")
    hands.add("more", "round")
    hands.words("steps", "Bid", "Roll")


def yacht(hands: Hands) -> None:
    hands.call("Yacht")
    hands.add("dice", name="Five")
    hands.dice("d6", "d6", "d6", "d6")
    hands.set("rolls", 3)
    hands.add("more", "sheet", name="Card")
    rows = hands.field("rows")
    for number, (name, pattern, holes) in enumerate(
        (
            ("Ones", "count", {"number": 1}),
            ("Full house", "full-house", {}),
            ("Chance", "", {}),
        )
    ):
        row = rows.locator(".entries > li").nth(number)
        if number:
            hands.tap(rows.locator(".entries-field > .small"))
        hands.type(row.locator("input").first, name)
        if pattern:
            hands.sentence(row.locator(".formula-field"), pattern, **holes)
    hands.add("turn")
    hands.choose("passes", "after sheet card")


def words(hands: Hands) -> None:
    hands.call("Words")
    hands.add("more", "team")
    hands.words("names", "Reds", "Blues")
    hands.add("clock", name="Glass")
    hands.add("score", name="Points")
    hands.choose("each", "team")
    hands.add("wheel", name="Category")
    hands.words("segments", "Object", "Nature", "Person", "Action", "All play")
    hands.add("turn")
    hands.choose("passes", "after timer glass")


KITS = {
    "three-dice": Built(three_dice, """
        [dice.one]
        roll = "1d6"
        [dice.two]
        roll = "2d6"
        [dice.three]
        roll = "3d6"
        [button.roll]
        does = "roll three"
    """),
    "party": Built(party, """
        [wheel.begins]
        segments = "people"
        [wheel.weather]
        segments = { calm = 3, storm = 1 }
        [deck.task]
        cards = ["Sing", "Draw", "Act"]
        empty = "shuffle discard"
    """, "spin"),
    "rummy": Built(rummy, """
        [deck.pack]
        pack = "52"
        deal = 7
        hand = 11
    """, "draw"),
    "quiz": Built(quiz, """
        [dice.round]
        roll = "1d6"
        [counter.points]
        each = "person"
        from = 0
        to = 50
        target = 20
        steps = [1, 5, -1]
    """),
    "darts": Built(darts, """
        [dice.dart]
        roll = "1d20"
        [counter.points]
        each = "person"
        start = 101
        target = 0
        wins = "lowest"
        ends = true
        [turn]
        [on."roll dart"]
        "sum <= points" = ["lower points sum"]
    """),
    "evening": Built(evening, """
        [dice.die]
        roll = "1d6"
        [turn]
        starts = "random"
        [round]
        steps = ["Plan", "Act", "End"]
        first = "moves"
        [team]
        names = ["Reds", "Blues"]
        [counter.points]
        each = "team"
    """),
    "clocks": Built(clocks, """
        [timer.glass]
        seconds = 60
        [timer.think]
        seconds = 30
        counts = "turn"
        [dice.die]
        roll = "1d6"
    """),
    "pig": Built(pig, """
        [dice.die]
        roll = "1d6"
        [counter.pot]
        start = 0
        [counter.score]
        each = "person"
        target = 100
        [on."roll die"]
        "sum = 1" = ["set pot 0", "next turn"]
        "sum > 1" = ["raise pot sum"]
        [action.hold]
        does = ["raise score pot", "set pot 0", "next turn"]
    """),
    "bids": Built(bids, """
        [dice.die]
        roll = "1d6"
        [counter.bid]
        each = "person"
        to = 6
        [counter.score]
        each = "person"
        [round]
        steps = ["Bid", "Roll"]
    """),
    "yacht": Built(yacht, """
        [dice.five]
        roll = "5d6"
        rolls = 3
        [sheet.card.rows]
        ones = "count 1"
        full-house = "if pairs = 2 and alike 3 then 25 else 0"
        chance = "sum"
        [turn]
        passes = "after sheet card"
    """),
    "words": Built(words, """
        [team]
        names = ["Reds", "Blues"]
        [timer.glass]
        seconds = 60
        [counter.points]
        each = "team"
        [wheel.category]
        segments = ["Object", "Nature", "Person", "Action", "All play"]
        [turn]
        passes = "after timer glass"
    """, "spin"),
}  # fmt: skip
"""Kits of companion/kits/README.md and of the games that ship, or what tapping makes of them."""
