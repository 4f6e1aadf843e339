"""Kits of the second edition, from files and built by hand, and games of them by lines of notation."""

from __future__ import annotations

from typing import Any

from companion.engine.table import Table
from companion.engine.values.seats import CHANCE, TABLE
from companion.kits.format.flow import Effect, PoolDie, Rule, TurnSpec
from companion.kits.format.kit_file import read_kit
from companion.kits.format.spec import CounterSpec, DiceSpec, Kit
from companion.kits.formulas.dice import parse_dice
from companion.kits.formulas.expression import parse_expression
from companion.kits.formulas.tree import ConditionExpression, NumberExpression
from companion.kits.formulas.vocabulary import Vocabulary
from companion.kits.play import game_of
from tests.support.paths import ROOT
from tests.support.seen import plain

SIX = ROOT / "tests/companion/kits/six"
PEOPLE = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou")
SPEAKERS = {"=": CHANCE, "*": TABLE, **{str(number): number for number in range(1, 9)}}
EVENT_WORDS = ("turn begins", "turn ends", "round ends")
NUMBERS = ("pot", "score", "points", "bid", "card", "ones", "twos", "sixes", "lives", "day", "success", "pile")


def number(text: str, *names: str) -> NumberExpression:
    return parse_expression(text, Vocabulary((*NUMBERS, *names), decks=("pack", "event"), has_dice=True), "number")


def condition(text: str, *cards: str) -> ConditionExpression:
    names = Vocabulary(NUMBERS, conditions=cards, decks=("pack", "event"), has_dice=True)
    return parse_expression(text, names, "condition")


def effect(line: str) -> Effect:
    """Read an effect of the tests' own short notation."""
    verb, _, rest = line.partition(" ")
    name, _, amount = rest.partition(" ")
    match verb:
        case "raise" | "lower" | "assign" | "peek" | "extend":
            return Effect(verb, name, amount=number(amount or "1"))
        case "skip":
            return Effect("skip", amount=number(rest))
        case "say":
            return Effect("say", word=rest)
        case "step":
            return Effect("step", name, by=int(amount))
        case "set":
            return Effect("set", name, amount)
        case _:
            return Effect(verb, rest)  # type: ignore[arg-type]


def rule(event: str, when: str, *does: str, cards: tuple[str, ...] = ()) -> Rule:
    kind, _, name = (event, "", "") if event in EVENT_WORDS else event.partition(" ")
    return Rule(kind, name, condition(when, *cards), tuple(map(effect, does)))  # type: ignore[arg-type]


def dice(name: str, roll: str, **more: Any) -> DiceSpec:
    return DiceSpec(name, formula=parse_dice(roll), **more)


def six(slug: str) -> Kit:
    """Read one of the six kits of well-known games."""
    file = SIX / f"{slug}.toml"
    return read_kit(file.name, file.read_text("utf-8")).kit


PIG, YACHT, HILLS, WORDS, TRICKS = map(six, ("pig", "yacht", "hills", "words", "tricks"))
PACK = TRICKS.decks[0].cards
ROLES = Kit(
    "role-playing",
    (0, 4),
    dice=(
        dice("check", "1d20+5"), dice("advantage", "2d20kh1+5"), dice("ability", "4d6kh3"), dice("percent", "1d%"),
        DiceSpec("any", is_free=True),
    ),
    buttons=(("roll", "roll check"),),
)  # fmt: skip
LIARS = Kit(
    "liars",
    (2, 8),
    dice=(DiceSpec("cup", (1, 2, 3, 4, 5, 6), 5, is_hidden=True),),
    counters=(CounterSpec("lives", each="person", start=5, lowest=0, target=0, wins="highest"),),
    turn=TurnSpec(starts="roll"),
    buttons=(("roll", "roll cup"),),
)
POOL = Kit(
    "pool",
    (0, 8),
    dice=(
        DiceSpec(
            "check",
            pool=(
                PoolDie("ability", 2, ("blank", "success", "success", "advantage+success")),
                PoolDie("difficulty", 1, ("blank", "failure", "threat")),
            ),
            cancel=(("success", "failure"), ("advantage", "threat")),
        ),
    ),
)
ALL_NEW = (PIG, YACHT, HILLS, WORDS, TRICKS, ROLES, LIARS, POOL)


class Evening:
    """A game of *kit*, played by lines: of seat 0, or with ``=`` of chance, ``*`` of the table, ``1`` of seat 1."""

    def __init__(self, kit: Kit, *lines: str, people: int = 2) -> None:
        self.game = game_of(kit)
        self.table = Table(self.game.start(self.game.setup(PEOPLE[:people], {})))
        self.say(*lines)

    def say(self, *lines: str) -> None:
        for line in lines:
            self.table.do(self.game.notation.read(SPEAKERS.get(line[0], 0), line.lstrip("=*12345678")))

    def refusal(self, line: str) -> str:
        command = self.game.notation.read(SPEAKERS.get(line[0], 0), line.lstrip("=*12345678"))
        refused = command.why_not(self.state)
        return refused.reason.key if refused else ""

    @property
    def state(self) -> Any:
        return self.table.state

    def picture(self, viewer: int = -3) -> dict[str, Any]:
        shown: dict[str, Any] = plain(self.game.picture(self.state.seen_by(viewer)))
        return shown

    def told(self) -> list[str]:
        """The keys of the last step's sentences."""
        facts = self.table.steps[-1].facts
        return [said.key for fact in facts if (said := fact.said(self.state))]

    def scores(self, name: str) -> list[int]:
        score = next(each for each in self.picture()["scores"] if each["name"] == name)
        return [count["value"] for count in score["counts"]]
