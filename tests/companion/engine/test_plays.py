from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar, Self

from msgspec import Meta

from companion.engine.command import Command, Refusal, Role
from companion.engine.corrections import Correct
from companion.engine.plays import Play, leaves, plays
from companion.engine.state import Ask, State
from companion.engine.values.forms import Choice, Field
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE, WATCHER
from tests.companion.engine.positions import duel, duel_table, spinner_table
from tests.support.games.duel import Strike
from tests.support.rows import each_row

HANDS = (("strike", "guard"), ("guard",), ("charm",))
NOT_YOURS = Refusal(Message("test.not-yours"), "TE-1")


class Take(Command, frozen=True):
    """Take a coin or two; only the seats of *allowed* may, the others are told why not."""

    coins: Annotated[int, Meta(ge=1, le=2)]
    verb: ClassVar[str] = "take"
    role: ClassVar[Role] = "board"

    def why_not(self, state: Any) -> Refusal | None:
        return None if self.seat in state.allowed else NOT_YOURS

    @classmethod
    def tries(cls, state: Any, seat: int) -> Iterable[Self]:
        return (cls(seat, 1), cls(seat, 2)) if seat in state.allowed else ()

    @classmethod
    def greyed(cls, state: Any, seat: int) -> Iterable[Self]:
        return () if seat in state.allowed else (cls(seat, 1),)


class TakeAll(Command, frozen=True):
    """Take the chest, an entry: how many coins it holds is typed in, by whoever may."""

    coins: int
    verb: ClassVar[str] = "chest"
    is_form: ClassVar[bool] = True

    @classmethod
    def form(cls, state: Any, seat: int) -> tuple[Field, ...] | None:
        return (Field("coins", Message("field.coins"), minimum=0, maximum=9),) if seat in state.allowed else None


class Coins(State, frozen=True):
    """Everybody is asked; only the seats of *allowed* may take anything."""

    allowed: tuple[int, ...]

    def seats(self) -> int:
        return 3

    def open_asks(self) -> tuple[Ask, ...]:
        return tuple(Ask(seat, (Take, TakeAll)) for seat in range(3))


def shape(level: list[Play]) -> dict[str, Any]:
    return {play.word: shape(play.below) for play in level}


def by_line(tree: list[Play]) -> dict[str, Play]:
    return {play.line: play for play in leaves(tree)}


def test_the_tree_goes_from_the_verb_to_each_argument() -> None:
    tree = plays(duel(*HANDS), (0,))
    assert shape(tree) == {"strike": {"1": {}, "2": {}}, "rob": {"1": {}, "2": {}}, "rest": {}}
    assert [play.line for play in leaves(tree)] == ["strike 1", "strike 2", "rob 1", "rob 2", "rest"]
    assert tree[0].line == ""


def test_each_word_has_a_name() -> None:
    tree = plays(duel(*HANDS), (0,))
    assert (tree[0].label, tree[0].below[1].label) == (Message("play.strike"), Message("play.number", {"number": "2"}))


def test_a_verb_tells_its_role_and_the_words_below_it_none() -> None:
    take, chest = plays(Coins(allowed=(1,)), (0, 1))
    assert (take.role, [play.role for play in take.below], chest.role) == ("board", ["", ""], "")
    correct = by_line(plays(duel(*HANDS), (TABLE,)))["correct"]
    assert correct.role == "aside"


@each_row("seat", [1, 2, WATCHER])
def test_who_is_not_asked_has_an_empty_tree(seat: int) -> None:
    assert plays(duel(*HANDS), (seat,)) == []


def test_no_two_trees_share_a_branch() -> None:
    first, second = plays(duel(*HANDS), (0,)), plays(duel(*HANDS), (0,))
    first[0].below.clear()
    assert second[0].below


def test_an_entry_is_a_leaf_with_its_form() -> None:
    correct = by_line(plays(duel(*HANDS), (TABLE,)))["correct"]
    assert correct.form is not None
    assert [field.name for field in correct.form] == ["life-0", "life-1", "life-2"]
    assert (correct.seats, correct.why, correct.below) == ((TABLE,), None, [])


def test_what_is_refused_may_stand_greyed_with_its_reason() -> None:
    table = spinner_table(owed="dice")
    assert plays(table.state, (0,)) == [], "while the dice roll, no seat is asked"
    take = by_line(plays(Coins(allowed=(1,)), (0,)))["take 1"]
    assert (take.why, take.seats) == (NOT_YOURS, (0,))


def test_a_line_that_several_seats_may_say_stands_once_with_all_of_them() -> None:
    table = duel_table(*HANDS)
    table.do(Strike(0, 1))
    lines = by_line(plays(table.state, (0, 1, 2, TABLE)))
    assert lines["guard"].seats == (0, 1)
    assert lines["pass"].seats == (0, 1, 2)
    assert lines["pass-for 2"].seats == (TABLE,)
    assert lines["pass-for 2"].label == Message("seat.number", {"number": 3}), "people count from one"


@each_row("allowed", [(0,), (1,), (2,), (0, 2), (0, 1, 2)])
def test_a_line_is_greyed_only_where_no_seat_may_say_it(allowed: tuple[int, ...]) -> None:
    take = by_line(plays(Coins(allowed=allowed), (0, 1, 2)))["take 1"]
    assert (take.seats, take.why) == (allowed, None)


def test_a_line_that_no_seat_may_say_is_greyed_for_all() -> None:
    take = by_line(plays(Coins(allowed=()), (0, 1, 2)))["take 1"]
    assert (take.seats, take.why) == ((0, 1, 2), NOT_YOURS)


def test_a_form_names_only_the_seats_that_may_fill_it_in() -> None:
    assert by_line(plays(Coins(allowed=(0, 2)), (0, 1, 2)))["chest"].seats == (0, 2)
    assert "chest" not in by_line(plays(Coins(allowed=()), (0, 1, 2)))


def test_a_clocks_deadline_is_offered_to_nobody() -> None:
    table = duel_table(*HANDS)
    table.do(Strike(0, 1))
    assert {play.word for play in plays(table.state, (TABLE,))} == {"pass-for", "correct"}


NUMBERS = Field("n", Message("n"), minimum=-1, maximum=12)
CHOICES = Field("c", Message("c"), choices=(Choice("dry", Message("play.dry")), Choice("sunk", Message("play.sunk"))))


@each_row("word", ["-1", "0", "9", "12"])
def test_a_number_of_the_range_may_stand_in_a_field(word: str) -> None:
    assert NUMBERS.accepts(word)
    assert word in NUMBERS.all_words()


@each_row("word", ["", "-2", "13", "007", "01", "-0", "+1", "1.0", " 1", "1 ", "1\n", "٣", "²", "x", "9" * 5000])
def test_anything_else_may_not(word: str) -> None:
    assert not NUMBERS.accepts(word)


def test_a_field_with_choices_takes_their_words_only() -> None:
    assert CHOICES.all_words() == ("dry", "sunk")
    assert [CHOICES.accepts(word) for word in ("dry", "sunk", "Dry", "", "0")] == [True, True, False, False, False]


def test_an_entry_of_the_engine_is_never_listed_as_a_command() -> None:
    assert list(Correct.tries(duel(*HANDS), TABLE)) == []
