"""What referees share, in the small: the frame, hidden hands, declarations, pending steps and their refusals."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.chance import ChanceAnswer
from companion.engine.command import Refused
from companion.engine.corrections import Correct
from companion.engine.game import write_facts
from companion.engine.interrupts import Interrupt, push
from companion.engine.referees.declarations import ATTACKED, MY_TURN, Declaration
from companion.engine.referees.frame import NOBODY, Ending
from companion.engine.referees.hands import dealt_anew, hands_seen_by, unplaced_by
from companion.engine.state import asked
from companion.engine.table import Table
from companion.engine.values.bags import HIDDEN
from companion.engine.values.message import Message
from companion.engine.values.seats import ALL_SEEING, CHANCE, TABLE, WATCHER
from companion.engine.windows import Pass, TimeUp
from tests.support.games.raid import RAIDS, DeclaredRaid, Ended, Raid, Raids, Roll, Rolling, SayNo, start
from tests.support.sources import seeded

HANDS = (("no",), ("blank", "no"), ())


def raids(**more: Any) -> Raids:
    """Return raids of three with ``HANDS``, seat 0 on."""
    state = start(RAIDS.setup(("Ann", "Ben", "Cleo"), {}))
    deck = ("blank",) * 4 + ("no",) * 3
    return replace(state, **{"hands": HANDS, "deck": deck, **more})


def play(table: Table, line: str, seat: int) -> None:
    table.do(RAIDS.notation.read(seat, line))


def why_not(state: Raids, line: str, seat: int) -> str | None:
    refusal = RAIDS.notation.read(seat, line).why_not(state)
    return None if refusal is None else refusal.reason.key


def now(table: Table) -> Raids:
    assert isinstance(table.state, Raids)
    return table.state


def open_declaration(table: Table) -> Declaration:
    top = table.state.top()
    assert isinstance(top, Declaration)
    return top


# ---------------------------------------------------------------------- the frame
def test_the_end_is_told_by_its_reason_with_its_rule_and_what_the_game_fills_in() -> None:
    ended = Ended("won", (1,)).apply(raids(pending=(Rolling(by=0),)))
    assert ended.ending == Ending("won", (1,))
    assert ended.end() == Message("raid.won", {"rule": "RA-9", "who": (1,)})
    assert (ended.step, ended.pending) == ("over", ()), "what the game clears at the end"
    assert (ended.asks(), ended.due(), ended.then()) == ((), None, ())


def test_what_happened_is_judged_before_anything_else_follows() -> None:
    state = raids(scores=(0, 2, 0), unjudged=True, pending=(Rolling(by=0),))
    assert [type(fact).__name__ for fact in state.then()] == ["Judged", "Ended"]


@pytest.mark.parametrize(
    ("more", "seat", "why"),
    [
        ({}, 0, None),
        ({}, 1, "refused.not-your-turn"),
        ({"turn": NOBODY, "first": NOBODY}, 0, "refused.set-up-first"),
        ({"pending": (Rolling(by=0),)}, 0, "refused.step-first"),
        ({"pending": (DeclaredRaid(asked=(1,), by=0, target=1),)}, 0, "refused.answers-first"),
        ({"step": "draw"}, 0, "refused.chance-pending"),
        ({"ending": Ending("won"), "turn": NOBODY}, 0, "refused.ended"),
    ],
)
def test_who_cannot_take_an_action_is_told_the_first_thing_that_stands_against_it(
    more: dict[str, Any], seat: int, why: str | None
) -> None:
    assert why_not(raids(**more), "raid 2", seat) == why


def test_nobody_is_asked_while_the_open_course_waits_for_chance() -> None:
    waiting = raids(step="draw")
    assert (waiting.asks(), waiting.due() is not None) == ((), True)
    assert [ask.seat for ask in raids().asks()] == [0, TABLE]


def test_a_shared_fact_has_the_games_own_tag_and_fields() -> None:
    facts = (Ended("won", (1,)),)
    assert write_facts(facts) == b'[{"type":"Ended","reason":"won","winners":[1]}]'
    assert RAIDS.read_facts(write_facts(facts)) == facts


# ---------------------------------------------------------------------- hidden hands
def test_a_hand_is_seen_by_its_seat_and_counted_by_the_others() -> None:
    assert hands_seen_by(1, HANDS) == ((HIDDEN,), ("blank", "no"), ())
    assert unplaced_by(1, HANDS, (("blank",), ("no",))) == ("blank", "no", "no")
    seen = raids().seen_by(WATCHER)
    assert (seen.hands, set(seen.deck)) == (((HIDDEN,), (HIDDEN, HIDDEN), ()), {HIDDEN})
    assert seen.drawable().count("no") == 5, "the odds betray no hand"
    assert raids().seen_by(ALL_SEEING) == raids()


def test_cards_dealt_anew_are_the_same_cards_in_hands_and_piles_as_large_as_before() -> None:
    below = seeded("anew")
    found = {dealt_anew(0, HANDS, (("blank", "blank"), ("no",)), below) for _ in range(40)}
    assert len(found) > 4
    for hands, piles in found:
        assert (hands[0], [*map(len, hands)], [*map(len, piles)]) == (("no",), [1, 2, 0], [2, 1])
        assert sorted(card for cards in (*hands[1:], *piles) for card in cards) == ["blank"] * 3 + ["no"] * 2


def test_a_card_that_is_not_held_is_refused() -> None:
    assert raids().not_held(0, "no") is None
    refusal = raids().not_held(2, "no")
    assert refusal is not None
    assert refusal.reason.key == "refused.not-held"


# ---------------------------------------------------------------------- declarations
def test_whoever_holds_cards_may_answer_whatever_they_are() -> None:
    table = Table(raids())
    play(table, "raid 2", 0)
    assert open_declaration(table).asked == (0, 1)
    assert [ask.seat for ask in table.state.asks()] == [0, 1, TABLE]
    assert [kind.verb for kind in asked(table.state, 0)] == ["no", "pass-until", "pass"]


def test_a_no_cancels_unless_another_cancels_it() -> None:
    table = Table(raids())
    play(table, "raid 1", 0)
    play(table, "no", 1)
    play(table, "no", 0)
    assert [type(each) for each in table.state.pending][0] is DeclaredRaid
    table.do(TimeUp(TABLE, open_declaration(table).number))
    assert open_declaration(table).asked == (1,), "asked afresh: who has no card left isn't"
    table.do(Pass(1))
    assert isinstance(table.state.top(), Rolling)
    table = Table(raids())
    play(table, "raid 1", 0)
    play(table, "no", 1)
    table.do(TimeUp(TABLE, open_declaration(table).number))
    assert (table.state.top(), table.state.due() is not None) == (None, True), "nothing comes of it: the turn goes on"


@pytest.mark.parametrize(
    ("until", "target", "resting"), [(MY_TURN, 1, (1,)), (ATTACKED, 2, (1,)), (ATTACKED, 1, ()), ("", 1, ())]
)
def test_who_rests_is_not_waited_for_unless_it_is_aimed_at(until: str, target: int, resting: tuple[int, ...]) -> None:
    table = Table(raids(resting=("", until, "")))
    play(table, f"raid {target}", 0)
    assert open_declaration(table).resting == resting
    table.do(Pass(0))
    assert isinstance(table.state.top(), Rolling if resting else DeclaredRaid)


def test_passing_until_then_is_noticed_by_nobody_else_and_ends_with_the_own_turn() -> None:
    table = Table(raids())
    play(table, "raid 2", 0)
    step = table.do(RAIDS.notation.read(1, "pass-until attacked"))
    assert [fact.seen_by(0) for fact in step.facts] == [None, None]
    seen = [now(table).seen_by(viewer) for viewer in (0, 1)]
    assert [state.resting[1] for state in seen] == ["", ATTACKED]
    table.do(Pass(0))
    play(table, "roll", 0)
    table.do(ChanceAnswer(CHANCE, "roll", ("lost",)))
    table.do(ChanceAnswer(CHANCE, "draw", ("blank",)))
    assert (now(table).turn, now(table).resting) == (1, ("", "", ""))


@pytest.mark.parametrize(
    ("more", "seat", "why"),
    [
        ({}, 1, "refused.no-window"),
        ({"pending": (DeclaredRaid(asked=(0,), by=0, target=1),)}, 1, "refused.not-asked"),
        ({"pending": (DeclaredRaid(asked=(1,), passed=(1,), by=0, target=1),)}, 1, "refused.not-asked"),
        ({"pending": (DeclaredRaid(asked=(1,), by=0, target=1),)}, 1, None),
        ({"ending": Ending("won")}, 1, "refused.ended"),
    ],
)
def test_an_answer_is_refused_to_whoever_is_not_asked(more: dict[str, Any], seat: int, why: str | None) -> None:
    assert why_not(raids(**more), "no", seat) == why
    assert [*SayNo.tries(raids(**more), seat)] == ([SayNo(seat)] if why is None else [])


# ---------------------------------------------------------------------- pending steps
def test_a_step_asks_its_seat_until_chance_is_in_motion() -> None:
    table = Table(push(raids(), Rolling(by=0)))
    assert [(ask.seat, [kind.verb for kind in ask.kinds]) for ask in table.state.asks()] == [
        (0, ["roll"]), (TABLE, ["correct"]),
    ]  # fmt: skip
    assert table.state.due() is None
    play(table, "roll", 0)
    assert table.state.asks() == ()
    assert table.state.due() is not None
    assert why_not(now(table), "roll", 0) == "raid.no-roll"
    table.do(ChanceAnswer(CHANCE, "roll", ("won",)))
    assert (now(table).top(), now(table).scores) == (None, (1, 0, 0))


def test_a_step_is_taken_by_nobody_else_and_not_without_being_due() -> None:
    due = raids(pending=(Rolling(by=0),))
    assert [why_not(state, "roll", seat) for state, seat in ((due, 0), (due, 1), (raids(), 0))] == [
        None, "raid.no-roll", "raid.no-roll",
    ]  # fmt: skip
    with pytest.raises(Refused, match="raid.no-roll"):
        Table(raids()).do(Roll(0))


def test_what_lies_over_a_step_comes_first() -> None:
    covered: tuple[Interrupt, ...] = (Rolling(by=0), DeclaredRaid(asked=(1,), by=0, target=1))
    assert why_not(raids(pending=covered), "roll", 0) == "raid.no-roll"


# ---------------------------------------------------------------------- corrections
def test_whatever_is_set_right_is_judged_at_once() -> None:
    table = Table(raids())
    field = table.state.correctables()["score-1"].field
    assert (field.minimum, field.maximum, field.word) == (0, 9, "0")
    table.do(Correct(TABLE, ("score-1=2",)))
    assert table.state.end() == Message("raid.won", {"rule": "RA-9", "who": (1,)})
    assert Raid(0, 1).why_not(now(table)) == Raids.refusals.ended
