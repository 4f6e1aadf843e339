from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.chance import ChanceAnswer
from companion.engine.command import Refusal, Refused
from companion.engine.corrections import Correct, Correctable, Corrected
from companion.engine.fact import Fact, Facts
from companion.engine.interrupts import Interrupt, push
from companion.engine.state import Ask, swap
from companion.engine.table import Table
from companion.engine.values.bags import HIDDEN
from companion.engine.values.forms import Choice, Field
from companion.engine.values.message import DOER, Message
from companion.engine.values.seats import CHANCE, TABLE
from companion.engine.values.spot import BoardThing, Spot
from tests.companion.engine.positions import duel, duel_table, spinner_table
from tests.support.games.duel import Duel, Strike
from tests.support.games.spinner import Roll, Scores
from tests.support.rows import each_row

HANDS = (("strike", "guard"), ("guard",))


def refused(table: Table, *changes: str, seat: int = TABLE) -> str:
    before = table.state
    with pytest.raises(Refused) as caught:
        table.do(Correct(seat, changes))
    assert table.state is before
    assert table.steps == ()
    return caught.value.refusal.reason.key


def test_a_correction_sets_several_things_at_once() -> None:
    table = spinner_table(people=3)
    step = table.do(Correct(TABLE, ("score-0=12", "score-2=7")))
    assert step.facts == (Corrected((("score-0", "12"), ("score-2", "7"))),)
    assert isinstance(table.state, Scores)
    assert table.state.scores == (12, 0, 7)


def test_a_correction_tells_everybody_each_thing_by_its_name() -> None:
    table = spinner_table()
    (fact,) = table.do(Correct(TABLE, ("score-0=12", "score-1=7"))).facts
    assert isinstance(fact, Corrected)
    names = [Message("spinner.score", {"seat": seat}) for seat in (0, 1)]
    told = tuple(
        Message("log.set-to", {"field": name, "word": word}) for name, word in zip(names, ("12", "7"), strict=True)
    )
    assert fact.changes_in(table.state) == told
    assert fact.seen_by(1) == fact


class Pawns(Scores, frozen=True):
    """Scores that lie on a board: each is a pawn on the place of its number."""

    def board_things(self) -> tuple[BoardThing, ...]:
        spots = tuple(Spot((f"={at}",), Message("spinner.place", {"at": at}), "spinner.put", str(at)) for at in (4, 7))
        label = Message("spinner.pawn")
        return tuple(
            BoardThing(f"score-{seat}", f"pawn-{seat}", label, label, (spots,), ("score-2=0",) if seat else ())
            for seat in range(2)
        )


@each_row(
    ("changes", "told"),
    [
        (("score-0=7",), 7),
        (("score-1=4", "score-2=0"), 4),
        (("score-1=4",), 4),
        (("score-0=5",), 0),
        (("score-0=7", "score-1=4"), 0),
        (("score-0=7", "score-2=1"), 0),
    ],
)
def test_what_two_taps_set_right_is_told_in_one_sentence_and_anything_else_as_a_list(
    changes: tuple[str, ...], told: int
) -> None:
    table = Table(Pawns(scores=(0, 0, 0)))
    (fact,) = table.do(Correct(TABLE, changes)).facts
    assert isinstance(fact, Corrected)
    keys = [each.key for each in fact.changes_in(table.state_before(1))]
    assert keys == (["spinner.put"] if told else ["log.set-to"] * len(changes))
    if told:
        where = Message("spinner.place", {"at": told})
        put = Message("spinner.put", {"who": DOER, "what": Message("spinner.pawn"), "where": where})
        assert fact.changes_in(table.state_before(1)) == (put,)


def test_what_is_so_already_is_not_set_once_more() -> None:
    table = spinner_table(people=3)
    step = table.do(Correct(TABLE, ("score-0=0", "score-1=7", "score-2=0")))
    assert step.facts == (Corrected((("score-1", "7"),)),)
    assert isinstance(table.state, Scores)
    assert table.state.scores == (0, 7, 0)


def test_a_correction_of_nothing_but_what_is_so_is_taken_and_changes_nothing() -> None:
    table = duel_table(*HANDS)
    table.do(Strike(0, 1))
    before = table.state
    step = table.do(Correct(TABLE, ("life-1=3", "life-0=3")))
    assert (step.facts, table.state) == ((), before)


@each_row("card", ["strike", "guard"])
def test_what_is_hidden_is_set_whatever_it_is(card: str) -> None:
    class Held(Duel, frozen=True):
        """The first card of the first hand may be set too."""

        def correctables(self) -> dict[str, Correctable]:
            cards = tuple(Choice(each, Message(f"duel.{each}")) for each in ("strike", "guard"))
            now = self.hands[0][0]
            field = Field("held", Message("duel.held"), cards, word="" if now == HIDDEN else now)
            return {"held": Correctable(field, lambda state, word: replace(state, hands=((word,), *state.hands[1:])))}

    command = Correct(TABLE, ("held=guard",))
    state = Held(hands=((card,), ("guard",)), lives=(3, 3), pile=(("charm",) * 13,), step="act")
    assert command.facts(state) == (Corrected((("held", "guard"),)),)


def test_a_kept_correction_that_set_what_was_so_folds_as_it_did() -> None:
    table = spinner_table()
    kept = Corrected((("score-0", "0"), ("score-1", "7")))
    table.resume(1, Correct(TABLE, ("score-0=0", "score-1=7")), (kept,))
    assert isinstance(table.state, Scores)
    assert (table.state.scores, table.state.questions) == ((0, 7), 1)


def test_what_another_change_would_make_different_is_set_though_it_is_so() -> None:
    class Tied(Scores, frozen=True):
        """Whose turn it is can be set too, and whoever has the turn begins with nothing."""

        def correctables(self) -> dict[str, Correctable]:
            def give(state: Tied, word: str) -> Tied:
                return replace(state, turn=int(word), scores=swap(state.scores, int(word), 0))

            field = Field("turn", Message("spinner.turn"), maximum=1, word=str(self.turn))
            return {"turn": Correctable(field, give), **super().correctables()}

    table = Table(Tied(scores=(5, 9)))
    step = table.do(Correct(TABLE, ("turn=1", "score-0=5", "score-1=9")))
    assert step.facts == (Corrected((("turn", "1"), ("score-1", "9"))),)
    assert isinstance(table.state, Tied)
    assert (table.state.turn, table.state.scores) == (1, (5, 9))


def test_a_correction_makes_what_was_asked_before_stale() -> None:
    table = spinner_table()
    before = table.state.question()
    table.do(Correct(TABLE, ("score-0=12",)))
    assert table.state.question() > before


@each_row(
    ("changes", "reason"),
    [
        ((), "refused.correct-what"),
        (("score-0=1", "score-0=2"), "refused.correct-what"),
        (("score-0=1", "score-0=1"), "refused.correct-what"),
        (("score-9=1",), "refused.correct-unknown"),
        (("=1",), "refused.correct-unknown"),
        (("score-0=1", "rules=1"), "refused.correct-unknown"),
        (("score-0",), "refused.correct-word"),
        (("score-0=",), "refused.correct-word"),
        (("score-0=x",), "refused.correct-word"),
        (("score-0=101",), "refused.correct-word"),
        (("score-0=-1",), "refused.correct-word"),
        (("score-0=007",), "refused.correct-word"),
        (("score-0=1=1",), "refused.correct-word"),
        (("score-0=5", "score-1=x"), "refused.correct-word"),
        (("score-0=42",), "spinner.too-far"),
        (("score-1=5", "score-0=100"), "spinner.too-far"),
    ],
)
def test_a_wrong_correction_changes_nothing_and_says_why(changes: tuple[str, ...], reason: str) -> None:
    assert refused(spinner_table(), *changes) == reason


@each_row("seat", [0, 1, CHANCE])
def test_only_the_table_corrects(seat: int) -> None:
    assert refused(spinner_table(), "score-0=3", seat=seat) == "refused.only-table"
    assert Correct.form(spinner_table().state, seat) is None


def test_faults_are_looked_for_once_everything_is_set() -> None:
    class Paired(Scores, frozen=True):
        def faults(self) -> tuple[Refusal, ...]:
            return () if self.scores[0] == self.scores[1] else (Refusal(Message("test.unequal")),)

    assert refused(Table(Paired(scores=(0, 0))), "score-0=4") == "test.unequal"
    assert Table(Paired(scores=(0, 0))).do(Correct(TABLE, ("score-0=4", "score-1=4"))).n == 1


def test_after_the_end_nothing_is_corrected() -> None:
    table = spinner_table(scores=(30, 0))
    assert refused(table, "score-0=3") == "refused.ended"
    assert Correct.form(table.state, TABLE) is None


def test_things_may_be_set_right_while_a_window_is_open_and_the_window_stays() -> None:
    table = duel_table(*HANDS)
    table.do(Strike(0, 1))
    before = table.state.pending
    table.do(Correct(TABLE, ("life-1=2",)))
    assert isinstance(table.state, Duel)
    assert (table.state.lives[1], table.state.pending) == (2, before)


class Deaf(Interrupt, frozen=True):
    """Something pending during which nobody is asked anything."""

    def asks(self, state: Any) -> tuple[Ask, ...]:
        return ()


def test_while_the_table_is_not_asked_for_corrections_it_gives_none() -> None:
    refusal = Correct(TABLE, ("life-1=0",)).why_not(push(duel(*HANDS), Deaf()))
    assert refusal is not None
    assert refusal.reason.key == "refused.not-asked"


def test_a_corrected_life_of_nothing_ends_the_duel_at_once() -> None:
    table = duel_table(*HANDS)
    table.do(Correct(TABLE, ("life-1=0",)))
    assert table.state.end() == Message("duel.lost")
    assert table.state.asks() == ()
    assert table.state.due() is None


def test_a_correction_while_the_dice_roll_leaves_the_roll_due() -> None:
    table = spinner_table()
    table.do(Roll(0))
    table.do(Correct(TABLE, ("score-0=10",)))
    table.do(ChanceAnswer(CHANCE, "roll", (3, 4)))
    assert isinstance(table.state, Scores)
    assert table.state.scores == (17, 0)


class Halved(Fact, frozen=True):
    """Whoever had more than twenty lost half of it."""

    def apply(self, state: Scores) -> Scores:
        return replace(state, scores=tuple(score // 2 if score > 20 else score for score in state.scores))


class Greedy(Scores, frozen=True):
    """Nobody keeps more than twenty."""

    def open_then(self) -> Facts:
        return (Halved(),) if max(self.scores) > 20 else ()


def test_the_corrected_state_is_judged_as_it_lies_in_the_same_step() -> None:
    table = Table(Greedy(scores=(0, 0)))
    step = table.do(Correct(TABLE, ("score-0=25",)))
    assert step.facts == (Corrected((("score-0", "25"),)), Halved())
    assert isinstance(table.state, Scores)
    assert table.state.scores == (12, 0)


def test_each_field_that_may_be_set_can_be_read_from_the_form() -> None:
    form = Correct.form(spinner_table(people=3).state, TABLE)
    assert form is not None
    assert [field.name for field in form] == ["score-0", "score-1", "score-2"]


def test_a_game_without_anything_to_correct_has_no_form() -> None:
    class Plain(Scores, frozen=True):
        def correctables(self) -> dict[str, Correctable]:
            return {}

    assert Correct.form(Plain(scores=(0,)), TABLE) is None


def test_a_field_may_be_a_choice_of_words() -> None:
    words = tuple(Choice(word, Message(f"play.{word}")) for word in ("act", "draw"))

    class Staged(Duel, frozen=True):
        def correctables(self) -> dict[str, Correctable]:
            field = Field("step", Message("duel.step"), choices=words, word=self.step)
            return {"step": Correctable(field, lambda state, word: replace(state, step=word))}

    table = Table(Staged(hands=HANDS, lives=(3, 3), pile=(("charm",) * 13,), step="act"))
    assert refused(table, "step=rob") == "refused.correct-word"
    table.do(Correct(TABLE, ("step=draw",)))
    assert table.state.due() is not None
