"""Facts about dice and wheels."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from msgspec.structs import replace

from companion.engine.chance import Answer, Word
from companion.engine.fact import Fact
from companion.engine.game import SEAT
from companion.engine.state import swap
from companion.engine.values.bags import HIDDEN
from companion.engine.values.message import Message, Value
from companion.engine.values.seats import ALL_SEEING, TABLE
from companion.kits.facts.changes import event_of, passing, queued, with_result
from companion.kits.format.spec import symbols_of
from companion.kits.things.board import Board
from companion.kits.things.jobs import Fallen, jobs_of
from companion.kits.things.throws import MAX_RECENT, KitResult, check_faces, result_of, symbols


class Rolled(Fact, frozen=True, omit_defaults=True):
    """*dice* fell and show *faces*, for *seat*.

    Free dice have a *formula*, a pool the *counts* of its dice. *kept* dice stayed in the last of several *throws*.
    """

    dice: str
    faces: Answer
    seat: int = TABLE
    formula: str = ""
    counts: tuple[int, ...] = ()
    kept: tuple[bool, ...] = ()
    throws: int = 1
    signed: ClassVar[bool] = True
    is_open: ClassVar[bool] = True

    def apply(self, state: Board) -> Board:
        dice = state.kit.dice_named[self.dice]
        result = KitResult(
            self.dice, self.faces, state.rolls + 1,
            seat=self.seat, formula=self.formula, counts=self.counts,
            kept=self.kept, throws=self.throws, is_open=self.is_open,
        )  # fmt: skip
        check_faces(state.kit, dice, result)
        if dice.is_free and self.formula:
            others = (each for each in state.recent if each != self.formula)
            state = replace(state, recent=(self.formula, *others)[:MAX_RECENT])
        state = with_result(state, result)
        if not self.is_open:
            return state
        passes = passing(state, "after roll", self.dice) if self.throws >= dice.rolls else ()
        return queued(state, (*event_of(state, "roll", self.dice, self.seat), *passes))

    def said(self, state: Any) -> Message | None:
        dice = state.kit.dice_named.get(self.dice)
        values: dict[str, Value] = {
            "number": _number(state, self.dice),
            "dice": state.kit.text(self.dice),
            "faces": tuple(face_label(state, face) for face in self.faces),
        }
        if dice is None:
            return Message("kit.rolled", values)
        if dice.pool:
            counted: tuple[Value, ...] = tuple(
                Message("kit.symbol-count", {"symbol": state.kit.text(symbol), "count": count})
                for symbol, count in symbols(dice, self.faces).items()
            )
            return Message("kit.rolled-pool" if counted else "kit.rolled", {**values, "symbols": counted})
        if dice.formula is not None or dice.is_free:
            return self._said_of_formula(state, values)
        if dice.is_verdict or len(self.faces) == 1:
            return Message("kit.rolled", values)
        total = sum(face for face in self.faces if isinstance(face, int))
        return Message("kit.rolled-several", {**values, "total": total})

    def _said_of_formula(self, state: Any, values: dict[str, Value]) -> Message:
        """Return the sentence with the formula's total."""
        dice = state.kit.dice_named[self.dice]
        result = KitResult(self.dice, self.faces, 0, formula=self.formula)
        try:
            thrown = result_of(state.kit, dice, result)
        except LookupError:  # the kit's file has changed since
            thrown = None
        if thrown is None or self.faces == (thrown.total,):
            return Message("kit.rolled", values)
        return Message("kit.rolled-formula", {**values, "total": thrown.total})


class RolledInSecret(Rolled, frozen=True, omit_defaults=True):
    """Hidden dice fell; only *seat* sees them."""

    is_open: ClassVar[bool] = False

    def seen_by(self, viewer: int) -> Self:
        return self if viewer in (self.seat, ALL_SEEING) else replace(self, faces=(HIDDEN,) * len(self.faces))

    def said(self, state: Any) -> Message | None:
        if HIDDEN in self.faces:
            return Message("kit.rolled-secret", {"dice": state.kit.text(self.dice)})
        return super().said(state)


class KeptDie(Fact, frozen=True, omit_defaults=True):
    """The *dice* at *places*, from 0, were kept or released.

    Of hidden dice, they are *seat*'s.
    """

    dice: str
    places: tuple[int, ...]
    seat: int = TABLE

    def apply(self, state: Board) -> Board:
        result = state.result(self.dice, self.seat)
        if result is None:
            raise LookupError(f"the dice {self.dice!r} haven't been rolled")
        kept = result.kept
        for place in self.places:
            kept = swap(kept, place, not kept[place])
        others = tuple(replace(each, kept=kept) if each is result else each for each in state.results)
        return replace(state, results=others, questions=state.questions + 1)


class CupLifted(Fact, frozen=True):
    """*seat* showed its *dice*: *faces*."""

    dice: str
    seat: int
    faces: Answer
    reveals: ClassVar[bool] = True
    signed: ClassVar[bool] = True

    def apply(self, state: Board) -> Board:
        result = state.result(self.dice, self.seat)
        shown = tuple(replace(each, is_open=True) if each is result else each for each in state.results)
        return replace(state, results=shown, questions=state.questions + 1)

    def said(self, state: Any) -> Message | None:
        faces = tuple(face_label(state, face) for face in self.faces)
        return Message("kit.cup-lifted", {"dice": state.kit.text(self.dice), "faces": faces})


class DicePutAway(Fact, frozen=True):
    """*seat* has no *dice* left to roll: their last result is gone."""

    dice: str
    seat: int

    def apply(self, state: Board) -> Board:
        result = state.result(self.dice, self.seat)
        others = tuple(each for each in state.results if each is not result)
        return replace(state, results=others, questions=state.questions + 1)

    def said(self, state: Any) -> Message | None:
        dice: Message = state.kit.text(self.dice)
        if 0 <= self.seat < len(state.names):
            dice = Message("kit.counter-of", {"counter": dice, "name": state.names[self.seat]})
        return Message("kit.dice-put-away", {"dice": dice})


class Spun(Fact, frozen=True):
    """*wheel* stopped on *segment*, spun for *seat*."""

    wheel: str
    segment: str
    seat: int
    signed: ClassVar[bool] = True

    def apply(self, state: Board) -> Board:
        segment = next((each for each in state.segments(self.wheel) if each.name == self.segment), None)
        if segment is None:
            raise LookupError(f"the wheel {self.wheel} has no segment {self.segment!r}")
        fallen = Fallen(self.segment, self.seat, segment.asks)
        state = with_result(state, KitResult(self.wheel, (self.segment,), state.rolls + 1))
        event = event_of(state, "spin", self.wheel, self.seat, card=self.segment)
        return queued(replace(state, fallen=fallen), (*event, *jobs_of(segment.does, self.seat)))

    def said(self, state: Any) -> Message | None:
        segment = segment_label(state, self.wheel, self.segment)
        return Message("kit.spun", {"number": _number(state, self.wheel), "segment": segment})


class WordsWritten(Fact, frozen=True):
    """New *words* on a *wheel*; () puts the people back."""

    wheel: str
    words: tuple[str, ...]
    signed: ClassVar[bool] = True

    def apply(self, state: Board) -> Board:
        rows = state.written or ((),) * len(state.kit.wheels)
        results = tuple(each for each in state.results if each.name != self.wheel)
        written = swap(rows, state.kit.wheel_at[self.wheel], self.words)
        return replace(state, written=written, results=results, fallen=None, questions=state.questions + 1)

    def said(self, state: Any) -> Message | None:
        words = self.words or state.names
        return Message("kit.words-written", {"wheel": state.kit.text(self.wheel), "words": words})


def face_label(state: Any, face: Word) -> Message | int:
    """Return the name of *face*; several symbols are joined."""
    if isinstance(face, int):
        return face
    symbols = symbols_of(face)
    if len(symbols) == 1:
        label: Message = state.kit.text(face)
        return label
    return Message("kit.face-of-symbols", {"symbols": tuple(state.kit.text(symbol) for symbol in symbols)})


def segment_label(state: Any, wheel: str, segment: str) -> Message | str:
    """Return the name of *segment*: a person's on a wheel of people."""
    spec = state.kit.wheel_named.get(wheel)
    if spec is not None and spec.is_of_people:
        at, names = int(segment.removeprefix(SEAT)) - 1, state.on_wheel(wheel)
        name: Message | str = names[at] if at < len(names) else ""
        return name
    label: Message = state.kit.text(segment)
    return label


def _number(state: Any, name: str) -> int:
    result: KitResult | None = state.result(name)
    return int(result.number if result else state.rolls)


DICE_FACTS: tuple[type[Fact], ...] = (Rolled, RolledInSecret, KeptDie, CupLifted, DicePutAway, Spun, WordsWritten)
