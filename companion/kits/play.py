"""The state and the commands that every kit shares. Anybody at the table may do anything, at any time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Self

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.chance import Answer, Dice, Request, Word
from companion.engine.command import Command, Refusal
from companion.engine.fact import Fact, Facts
from companion.engine.game import Game, Option, Setup
from companion.engine.said import Said, Value
from companion.engine.seats import TABLE
from companion.engine.state import Ask, State

DEALER_OR_TYPED = Option("dealer", Said("option.chance"), choices=("dealer", "typed"))


class DiceSpec(Struct, frozen=True):
    """Dice that are rolled together: *count* of them with the same *faces*; *look* is how they are drawn."""

    name: str
    faces: tuple[Word, ...]
    count: int = 1
    look: str = "plain"

    @property
    def is_verdict(self) -> bool:
        """Whether it shows words rather than numbers."""
        return any(isinstance(face, str) for face in self.faces)

    @property
    def is_win_lose(self) -> bool:
        """Whether it is one die that says won or lost, and nothing else."""
        return self.count == 1 and set(self.faces) == {"won", "lost"}


class Kit(Struct, frozen=True):
    """A kit as its file describes it."""

    slug: str
    seats: tuple[int, int]
    dice: tuple[DiceSpec, ...]
    buttons: tuple[tuple[str, str], ...] = ()

    def text(self, word: str) -> Said:
        """Return the name of *word* in this kit's own texts."""
        return Said(f"kit.{self.slug}.{word}")

    def named(self, name: str) -> DiceSpec | None:
        """Return the dice called *name*."""
        return next((dice for dice in self.dice if dice.name == name), None)

    def get(self, name: str) -> DiceSpec:
        """Return the dice called *name*.

        :raises LookupError: the kit has none, or none any more.
        """
        dice = self.named(name)
        if dice is None:
            raise LookupError(f"the kit {self.slug} has no dice called {name!r}")
        return dice


class Result(Struct, frozen=True):
    """What dice last showed, as roll *number* of the game."""

    dice: str
    faces: Answer
    number: int


class KitState(State, frozen=True):
    """A kit in play: what everything shows. *owed* names the dice that chance is asked for."""

    kit: Kit
    people: int
    rolls: int = 0
    results: tuple[Result, ...] = ()
    owed: str = ""

    def seats(self) -> int:
        return self.people

    def open_asks(self) -> tuple[Ask, ...]:
        if self.owed:
            return ()
        return tuple(Ask(seat, (Roll,), self.questions) for seat in (TABLE, *range(self.people)))

    def open_due(self) -> Request | None:
        dice = self.kit.named(self.owed)
        return None if dice is None else Dice(dice.name, dice=(dice.faces,) * dice.count)

    def open_chosen(self, answer: Answer) -> Facts:
        return (Rolled(self.owed, answer),)

    def result(self, name: str) -> Result | None:
        """Return what the dice called *name* last showed."""
        return next((result for result in self.results if result.dice == name), None)


class RollAsked(Fact, frozen=True):
    """Somebody rolls *dice*."""

    dice: str

    def apply(self, state: KitState) -> KitState:
        state.kit.get(self.dice)
        return replace(state, owed=self.dice, questions=state.questions + 1)


class Rolled(Fact, frozen=True):
    """*dice* fell and show *faces*."""

    dice: str
    faces: Answer

    def apply(self, state: KitState) -> KitState:
        unknown = set(self.faces) - set(state.kit.get(self.dice).faces)
        if unknown:
            raise LookupError(f"the dice {self.dice!r} of the kit {state.kit.slug} have no face {unknown.pop()!r}")
        number = state.rolls + 1
        others = tuple(result for result in state.results if result.dice != self.dice)
        results = (*others, Result(self.dice, self.faces, number))
        return replace(state, owed="", rolls=number, results=results, questions=state.questions + 1)

    def said(self, state: Any) -> Said | None:
        dice = state.kit.named(self.dice)
        result = state.result(self.dice)
        values: dict[str, Value] = {
            "number": result.number if result else state.rolls,
            "dice": state.kit.text(self.dice),
            "faces": tuple(face if isinstance(face, int) else state.kit.text(face) for face in self.faces),
        }
        if dice is None or dice.is_verdict or dice.count == 1:
            return Said("kit.rolled", values)
        return Said("kit.rolled-several", {**values, "total": _total(self.faces)})


class Roll(Command, frozen=True):
    """Roll the dice of one name."""

    dice: str
    verb: ClassVar[str] = "roll"

    def why_not(self, state: KitState) -> Refusal | None:
        if state.owed:
            return Refusal(Said("refused.chance-owed"))
        if self.seat != TABLE and not 0 <= self.seat < state.people:
            return Refusal(Said("refused.no-seat"))
        if state.kit.named(self.dice) is None:
            return Refusal(Said("refused.no-dice", {"names": tuple(dice.name for dice in state.kit.dice)}))
        return None

    def facts(self, state: KitState) -> Facts:
        return (RollAsked(self.dice),)

    @classmethod
    def tries(cls, state: KitState, seat: int) -> Iterable[Self]:
        if state.owed or not (seat == TABLE or 0 <= seat < state.people):
            return ()
        return tuple(cls(seat, dice.name) for dice in state.kit.dice)

    def labels(self, state: KitState, words: tuple[str, ...]) -> tuple[Said, ...]:
        return (Said(f"play.{self.verb}"), *(state.kit.text(word) for word in words[1:]))


def _total(faces: Answer) -> int:
    return sum(face for face in faces if isinstance(face, int))


def _picture_of(state: KitState, dice: DiceSpec) -> dict[str, Any]:
    result = state.result(dice.name)
    faces = result.faces if result else None
    ways = dice.faces.count("won")
    return {
        "name": dice.name,
        "label": state.kit.text(dice.name),
        "kind": "verdict" if dice.is_verdict else "number",
        "look": dice.look,
        "faces": dice.faces,
        "count": dice.count,
        "hint": Said("kit.ways", {"ways": ways, "of": len(dice.faces)}) if ways else "",
        "values": faces,
        "labels": [face if isinstance(face, int) else state.kit.text(face) for face in faces] if faces else None,
        "total": _total(faces) if faces and not dice.is_verdict else None,
        "roll": result.number if result else None,
    }


def picture(state: KitState) -> dict[str, Any]:
    """Return what the mirror shows of a kit: its dice, and what the table's buttons do now."""
    return {
        "kind": "kit",
        "rolls": state.rolls,
        "dice": [_picture_of(state, dice) for dice in state.kit.dice],
        "buttons": [
            {"button": button, "do": line, "label": Said(f"play.{line.split(' ')[0]}"), "hint": _hint(state, line)}
            for button, line in buttons(state).items()
        ],
    }


def _hint(state: KitState, line: str) -> Said | str:
    words = line.split(" ")
    return state.kit.text(words[-1]) if len(words) > 1 else ""


def buttons(state: KitState) -> Mapping[str, str]:
    """Return what each button does now, in the notation."""
    return {} if state.owed else dict(state.kit.buttons)


def game_of(kit: Kit) -> Game:
    """Return *kit* as a game the table can open."""
    return Game(
        slug=kit.slug,
        mode="kit",
        name=kit.text("name"),
        seats=kit.seats,
        kinds=(Roll,),
        known_facts=(RollAsked, Rolled),
        start=lambda setup: _start(kit, setup),
        picture=picture,
        options={"chance": DEALER_OR_TYPED},
        buttons=buttons,
    )


def _start(kit: Kit, setup: Setup) -> KitState:
    return KitState(kit=kit, people=len(setup.seats))
