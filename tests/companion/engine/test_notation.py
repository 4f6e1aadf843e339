from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Meta

from companion.engine.chance import VERBS, ChanceAnswer
from companion.engine.command import Command
from companion.engine.corrections import Correct
from companion.engine.notation import LONGEST_LINE, Names, Notation, Unreadable, spell, spelled, words
from companion.engine.values.seats import CHANCE, TABLE
from companion.engine.windows import Pass, PassFor, TimeUp
from tests.support.games.duel import DUEL, Guard, Rob, Strike
from tests.support.rows import each_row

PAWNS = ("blue", "red", "green")


class Move(Command, frozen=True):
    """A field of each type that notation can spell."""

    pawn: Annotated[int, Names(PAWNS)]
    how: Literal["walk", "swim"]
    steps: Annotated[int, Meta(ge=-1, le=3)]
    score: int
    place: str
    others: tuple[Annotated[int, Names(PAWNS)], ...] = ()
    verb: ClassVar[str] = "move"


class Halt(Command, frozen=True):
    """No field but the seat."""

    verb: ClassVar[str] = "halt"


NOTATION = Notation((Move, Halt, Correct, TimeUp))
WORDS = st.from_regex(r"[]A-Za-z0-9?+=.:_%!<>*/()[-]{1,100}", fullmatch=True)
MOVES = st.builds(
    Move,
    seat=st.integers(0, 5),
    pawn=st.integers(0, 2),
    how=st.sampled_from(["walk", "swim"]),
    steps=st.integers(-1, 3),
    score=st.integers(-999_999_999, 999_999_999),
    place=WORDS,
    others=st.lists(st.integers(0, 2), max_size=5).map(tuple),
)


@settings(max_examples=50)
@given(
    MOVES
    | st.builds(Halt, st.integers(0, 5))
    | st.builds(Correct, st.just(TABLE), st.lists(WORDS, max_size=4).map(tuple))
)
def test_a_command_is_read_back_from_its_own_line(command: Command) -> None:
    assert NOTATION.read(command.seat, spell(command)) == command


NOT_A_NUMBER = st.from_regex(r"[a-z][a-z-]{0,20}", fullmatch=True)


@settings(max_examples=100)
@given(st.sampled_from(sorted(VERBS)), st.lists(st.integers(-99, 99) | NOT_A_NUMBER, max_size=8).map(tuple))
def test_what_chance_says_is_read_back_from_its_own_line(verb: str, answer: tuple[int | str, ...]) -> None:
    outcome = ChanceAnswer(CHANCE, verb, answer)
    assert NOTATION.read(CHANCE, spell(outcome)) == outcome


@settings(max_examples=150)
@given(st.text(max_size=40) | st.lists(st.sampled_from(["move", "blue", "walk", "1", "-0", "", "\t"])).map(" ".join))
def test_any_text_is_read_as_itself_or_is_unreadable(line: str) -> None:
    try:
        command = NOTATION.read(0, line)
    except Unreadable:
        return
    assert spell(command) == line


READABLE = [
    (0, "strike 1", Strike(0, 1)),
    (3, "rob 0", Rob(3, 0)),
    (1, "guard", Guard(1)),
    (2, "pass", Pass(2)),
    (TABLE, "pass-for 0", PassFor(TABLE, 0)),
    (TABLE, "pass-for 15", PassFor(TABLE, 15)),
    (TABLE, "time-up 14", TimeUp(TABLE, 14)),
    (TABLE, "correct", Correct(TABLE, ())),
    (TABLE, "correct life-0=2 life-1=0", Correct(TABLE, ("life-0=2", "life-1=0"))),
    (CHANCE, "roll 3 7 10", ChanceAnswer(CHANCE, "roll", (3, 7, 10))),
    (CHANCE, "draw misty-marsh", ChanceAnswer(CHANCE, "draw", ("misty-marsh",))),
    (CHANCE, "draw ?", ChanceAnswer(CHANCE, "draw", ("?",))),
    (CHANCE, "spin 5", ChanceAnswer(CHANCE, "spin", (5,))),
    (CHANCE, "take 1", ChanceAnswer(CHANCE, "take", (1,))),
    (CHANCE, "deal", ChanceAnswer(CHANCE, "deal", ())),
    (CHANCE, "roll 007 -0", ChanceAnswer(CHANCE, "roll", ("007", "-0"))),
]


@each_row(("seat", "line", "command"), READABLE, ids=[line for _, line, _ in READABLE])
def test_a_line_spells_one_command(seat: int, line: str, command: Command) -> None:
    assert DUEL.notation.read(seat, line) == command
    assert spell(command) == line
    assert " ".join(words(command)) == line


UNREADABLE = [
    ("", "unreadable.line"),
    (" ", "unreadable.line"),
    (" halt", "unreadable.line"),
    ("halt ", "unreadable.line"),
    ("move  blue", "unreadable.line"),
    ("move\tblue", "unreadable.line"),
    ("halt\n", "unreadable.line"),
    ("halt\x00", "unreadable.line"),
    ("correct a,b", "unreadable.line"),
    ("correct é", "unreadable.line"),
    ("correct " + "x" * 101, "unreadable.line"),
    ("time-up ٣", "unreadable.line"),
    ("time-up ３", "unreadable.line"),
    ("time-up ²", "unreadable.line"),
    ("Halt", "unreadable.verb"),
    ("roll 3", "unreadable.verb"),
    ("move", "unreadable.missing"),
    ("move blue walk 1 7", "unreadable.missing"),
    ("halt now", "unreadable.too-many"),
    ("time-up 3 4", "unreadable.too-many"),
    ("move pink walk 1 7 x", "unreadable.word"),
    ("move 0 walk 1 7 x", "unreadable.word"),
    ("move blue fly 1 7 x", "unreadable.word"),
    ("move blue walk 4 7 x", "unreadable.word"),
    ("move blue walk -2 7 x", "unreadable.word"),
    ("move blue walk 01 7 x", "unreadable.word"),
    ("move blue walk -0 7 x", "unreadable.word"),
    ("move blue walk 1 7 x red pink", "unreadable.word"),
    ("time-up x", "unreadable.number"),
    ("time-up 007", "unreadable.number"),
    ("time-up -0", "unreadable.number"),
    ("time-up +1", "unreadable.number"),
    ("time-up 1.0", "unreadable.number"),
    ("time-up 1_0", "unreadable.number"),
    ("time-up 0x1", "unreadable.number"),
    ("time-up -", "unreadable.number"),
    ("time-up 1234567890", "unreadable.number"),
]


@each_row(("line", "reason"), UNREADABLE, ids=[repr(line) for line, _ in UNREADABLE])
def test_a_line_that_spells_nothing_is_unreadable_with_its_reason(line: str, reason: str) -> None:
    with pytest.raises(Unreadable) as caught:
        NOTATION.read(0, line)
    assert caught.value.reason.key == reason


@each_row(("line", "given"), [("move blue fly 1 7 x", "fly"), ("move blue walk", "move blue walk")])
def test_an_unreadable_word_is_told_and_before_a_missing_one_what_was_read(line: str, given: str) -> None:
    with pytest.raises(Unreadable) as caught:
        NOTATION.read(0, line)
    assert caught.value.reason.values == {"given": given}


def test_a_line_may_be_as_long_as_the_longest_and_no_longer() -> None:
    fitting = "correct " + " ".join(["x" * 48] * 40)
    fitting += " " + "x" * (LONGEST_LINE - len(fitting) - 2)
    assert spell(NOTATION.read(TABLE, fitting + "x")) == fitting + "x"
    with pytest.raises(Unreadable):
        NOTATION.read(TABLE, fitting + "xx")


@each_row("line", ["halt", "correct a=1", "", "roll\u00a03", "  "])
def test_chance_says_only_what_chance_is_asked(line: str) -> None:
    with pytest.raises(Unreadable):
        NOTATION.read(CHANCE, line)


def test_all_lines_of_a_kind_can_be_listed_from_its_types() -> None:
    assert list(spelled(Strike, 2)) == [Strike(2, target) for target in range(4)]
    assert list(spelled(Halt, 2)) == [Halt(2)]


@each_row("kind", [Correct, TimeUp, Move])
def test_the_lines_of_a_kind_with_a_free_field_cannot_be_listed(kind: type[Command]) -> None:
    with pytest.raises(TypeError, match=f"words of {kind.__name__}"):
        spelled(kind, 0)


@each_row("move", [Move(0, 3, "walk", 0, 0, "x"), Move(0, 0, "walk", 0, 0, "x", others=(1, 3, 2))])
def test_a_value_without_a_word_is_an_error_and_never_left_out(move: Move) -> None:
    with pytest.raises(ValueError, match="has no word for 3"):
        spell(move)


@each_row("hint", [Annotated[int, Meta(ge=0)], Annotated[int, Meta(le=9)], Annotated[int, "a score"]])
def test_a_number_without_both_bounds_is_free(hint: Any) -> None:
    kind = type("Score", (Halt,), {"__annotations__": {"score": hint}, "verb": "score"}, frozen=True)
    assert spell(Notation((kind,)).read(0, "score 123")) == "score 123"


def test_two_kinds_never_share_a_verb() -> None:
    class Stop(Command, frozen=True):
        verb: ClassVar[str] = "halt"

    with pytest.raises(TypeError, match="share the verb 'halt'"):
        Notation((Halt, Stop))


@each_row("hint", [float, bool, dict[str, int]])
def test_a_field_that_notation_cannot_spell_is_named(hint: Any) -> None:
    kind = type("Odd", (Halt,), {"__annotations__": {"odd": hint}, "verb": "odd"}, frozen=True)
    with pytest.raises(TypeError, match="field 'odd' has a type that notation can't spell"):
        Notation((kind,)).read(0, "odd 1")


def test_a_notation_knows_the_kinds_it_reads() -> None:
    assert NOTATION.knows(Halt)
    assert not NOTATION.knows(Guard)
