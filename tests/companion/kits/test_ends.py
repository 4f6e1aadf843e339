"""Kits whose counter ends the game: when, who wins, and what is shown and kept of it."""

from __future__ import annotations

from companion.engine.tally import tally_of
from companion.engine.values.message import Message
from companion.engine.values.tally import Deed
from tests.companion.kits.test_written import evening
from tests.support.rows import each_row

RACE = """
[dice.die]
roll = "1d6"
[counter.points]
each = "person"
target = 10
ends = true
[turn]
passes = "after roll die"
[on."roll die"]
always = ["raise points sum", "roll bonus"]
[dice.bonus]
roll = "1d4"
"""


def test_the_target_ends_the_game_once_everything_is_done() -> None:
    race = evening(RACE, "count points 2 +1", *["count points 1 +1"] * 9, "roll die", "=roll 6")
    assert (race.scores("points"), race.state.end()) == ([15, 1, 0], None)
    race.say("=roll 2")
    assert race.state.end() == Message(
        "kit.ended-won", {"counter": Message("kit.some.points"), "value": 15, "names": ("Ann",)}
    )
    assert (race.state.winners(), race.state.asks(), race.game.buttons(race.state)) == ((0,), (), {})
    assert race.refusal("count points 2 +1") == "refused.ended"
    assert race.told()[-1] == "kit.ended-won"
    picture = race.picture()
    assert (picture["end"]["text"].key, picture["end"]["winners"]) == ("kit.ended-won", [0])


def test_an_end_can_be_taken_back() -> None:
    race = evening(RACE, *["count points 1 +1"] * 10)
    assert race.state.end() is not None
    race.table.undo(race.table.last_n)
    assert (race.state.end(), race.scores("points")) == (None, [9, 0, 0])
    race.say("count points 1 +1")
    assert race.state.winners() == (0,)


def key_of(said: Message | str) -> str:
    return said if isinstance(said, str) else said.key


def test_an_end_is_shown_once_by_the_table_and_by_pages() -> None:
    race = evening(RACE, *["count points 1 +1"] * 10)
    facts, screen = race.table.steps[-1].facts, race.game.screen
    assert screen is not None
    cue = screen.showing(facts, race.state, "Ann", key_of)
    assert (cue.won, cue.title, cue.detail) == (True, "Ann", "stage.reached")
    assert [fact for fact in facts if isinstance(fact, screen.ENDS)] == [facts[-1]]
    moments = [make(fact, race.state) for fact in facts if (make := race.game.moments.get(type(fact)))]
    assert [(each.kind, each.seats) for each in moments if each] == [("won", (0,))]


def test_an_end_that_nobody_won_is_told_without_a_winner() -> None:
    clock = evening("[counter.hour]\nsteps = [5]\ntarget = 5\nends = true", "count hour table +5")
    assert clock.game.screen is not None
    cue = clock.game.screen.showing(clock.table.steps[-1].facts, clock.state, "", key_of)
    assert (cue.title, cue.lines) == ("kit.some.hour", ("kit.ended-together",))
    assert clock.game.mood_of(clock.state.end()) == ""


def test_a_finished_kit_has_a_tally() -> None:
    race = evening(RACE, *["1count points 2 +1"] * 8)
    race.say("roll die", "=roll 2", "=roll 1", "1roll die", "=roll 2", "=roll 1")
    tally = tally_of(race.game, race.state, race.table.steps)
    assert tally is not None
    assert [(each.value, each.label) for each in tally.numbers] == [
        (1, Message("kit.tally.rounds", {"count": 1})), (4, Message("kit.tally.rolls", {"count": 4})),
        (0, Message("kit.tally.cards", {"count": 0})), (10, Message("kit.tally.changes", {"count": 10})),
    ]  # fmt: skip
    assert tally.best == Deed(1, Message("kit.tally.scored", {"count": 9}))


def won(keys: str, *lines: str, people: int = 3) -> tuple[str, int, tuple[int, ...]]:
    """The sentence, the number and the winners of a game whose points end it."""
    text = 'seats = [0, 8]\n[team]\nnames = ["Reds", "Blues"]\n[counter.points]\nends = true\nsteps = [1, 5, -1]\n'
    ended = evening(text + keys, *lines, people=people).state
    return ended.end().key, ended.end().values["value"], ended.winners()


@each_row(
    ("keys", "lines", "people", "end"),
    [
        ('each = "person"\ntarget = 5', ("count points 2 +5",), 3, ("kit.ended-won", 5, (1,))),
        ('each = "person"\ntarget = 5\nwins = "lowest"', ("count points 2 +5",), 3, ("kit.ended-won", 0, (0, 2))),
        ('each = "person"\nstart = 1\ntarget = 0\nwins = "first"', ("count points 2 -1",), 3,
            ("kit.ended-won", 0, (1,))),
        ('each = "person"\nstart = 1\ntarget = 0', ("count points 2 -1",), 3, ("kit.ended-won", 1, (0, 2))),
        ('each = "team"\ntarget = 5', ("count points blues +5",), 4, ("kit.ended-won", 5, (1, 3))),
        ("target = 5", ("count points table +5",), 3, ("kit.ended-together", 5, ())),
        ('each = "person"\ntarget = 5', ("*count points table +5",), 0, ("kit.ended-together", 5, ())),
    ],
)  # fmt: skip
def test_who_wins_is_what_the_counter_says(
    keys: str, lines: tuple[str, ...], people: int, end: tuple[str, int, tuple[int, ...]]
) -> None:
    assert won(keys, *lines, people=people) == end


def test_without_an_end_play_goes_on() -> None:
    race = evening(RACE.replace("ends = true", ""), *["count points 1 +1"] * 11)
    assert (race.state.end(), race.scores("points")) == (None, [11, 0, 0])
