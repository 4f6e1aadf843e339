"""The rest of a step: asked for once, each card is drawn, kept and shown by itself, until somebody has to decide."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.chance import Answer
from companion.engine.values.seats import CHANCE, TABLE
from companion.model.requests import RequestRefused
from companion.session.game.rests import PAUSE_S
from tests.support.islands import FLOODED, LAID
from tests.support.referees import REFEREES
from tests.support.seen import seen_plain
from tests.support.session_bench import Bench

ISLAND = next(game for game in REFEREES if game.slug == "forbidden-island")
REST = "rest-of draw"
DRAWS = {"count": 2, "at": 2, "of": 2}
TREASURES: tuple[Answer, ...] = (("crystal-of-fire",), ("statue-of-the-wind",))
FLOODS: tuple[Answer, ...] = (("misty-marsh",), ("watchtower",))


def island(folder: Path, *answers: Answer, chance: str = "dealer", cards: str = "earth-stone sandbags") -> Bench:
    """An island on which Ann has drawn nothing yet, and has no actions left; *answers* are the cards that come."""
    bench = Bench(folder, answers, library=(ISLAND,)).new(ISLAND, options={"chance": chance})
    for line in (
        "first 1",
        f"lay {' '.join(LAID)}",
        f"flood-first {' '.join(FLOODED)}",
        "cast engineer diver",
        f"hand-out {cards} oceans-chalice helicopter-lift",
    ):
        bench.say(line, TABLE)
    bench.say("end-actions")
    bench.tape.clear()
    return bench


def drawn(bench: Bench) -> list[str]:
    """The cards that came, by the log."""
    return [
        entry.entry.do.split()[-1]
        for entry in bench.published.open.log
        if entry.entry.speaker == CHANCE and entry.entry.do
    ]


def left(bench: Bench) -> tuple[str, int]:
    state = bench.state
    return state.step(), state.draws or state.floods


def test_one_choice_draws_all_that_the_step_has(tmp_path: Path) -> None:
    bench = island(tmp_path, *TREASURES, *FLOODS)
    (play,) = [play for play in bench.published.open.plays((0,)) if play.word == "draw"]
    assert (play.line, play.label.key, play.label.values) == (REST, "forbidden-island.draw-treasure", DRAWS)
    bench.roll(REST)
    assert (drawn(bench), left(bench)) == (["crystal-of-fire", "statue-of-the-wind"], ("flood", 2))
    bench.roll(REST)
    assert drawn(bench)[2:] == ["misty-marsh", "watchtower"]
    assert (bench.state.turn, left(bench)[0]) == (1, "actions")


def test_each_card_is_a_commit_of_its_own_durable_before_it_is_shown(tmp_path: Path) -> None:
    bench = island(tmp_path, *TREASURES)
    bench.roll(REST)
    batches = [batch for (batch,) in bench.tape.of("commit")]
    assert [[line.entry.do for line in batch.lines] for batch in batches] == [
        ["draw", "draw crystal-of-fire"],
        ["draw", "draw statue-of-the-wind"],
    ]
    assert [name for name in bench.tape.names() if name in ("durable", "mirror.changed")] == [
        "durable",
        "mirror.changed",
    ] * 2
    again = bench.again(library=(ISLAND,))
    again.pass_time(5)
    assert (drawn(again), left(again)) == (drawn(bench), ("flood", 2))


def test_what_is_drawn_is_seen_before_the_next(tmp_path: Path) -> None:
    bench = island(tmp_path, *TREASURES)
    bench.say(REST)
    bench.pass_time(0.5)
    assert drawn(bench) == ["crystal-of-fire"]
    assert bench.published.reveal is None
    bench.pass_time(PAUSE_S - 0.25)
    assert bench.published.reveal is None
    bench.pass_time(0.5)
    assert bench.published.reveal is not None


def test_it_stops_where_somebody_has_to_decide(tmp_path: Path) -> None:
    bench = island(tmp_path, *TREASURES)
    bench.say("correct hand.1.earth-stone=4", TABLE)
    bench.roll(REST)
    assert drawn(bench) == ["crystal-of-fire"]
    assert [play.word for play in bench.published.open.plays((0,))][:1] == ["discard"]
    bench.say("discard earth-stone")
    bench.pass_time(20)
    assert left(bench) == ("treasure", 1)


def test_whoever_does_anything_else_meanwhile_stops_it(tmp_path: Path) -> None:
    bench = island(tmp_path, *TREASURES, *FLOODS)
    bench.roll(REST)
    bench.say(REST)
    bench.pass_time(0.5)
    bench.say(f"sandbags {FLOODED[0]}")
    bench.pass_time(20)
    assert (drawn(bench)[2:], left(bench)) == (["misty-marsh"], ("flood", 1))
    bench.say("undo")
    bench.pass_time(20)
    assert left(bench) == ("flood", 1)


def test_a_wish_to_take_back_stops_it(tmp_path: Path) -> None:
    bench = island(tmp_path, *TREASURES)
    bench.say(REST)
    bench.pass_time(0.5)
    with pytest.raises(RequestRefused, match="consent"):
        bench.say("undo", 1)
    bench.pass_time(20)
    assert (drawn(bench), left(bench)) == (["crystal-of-fire"], ("treasure", 1))


def test_the_next_one_may_be_asked_for_at_once(tmp_path: Path) -> None:
    bench = island(tmp_path, *TREASURES)
    bench.say(REST)
    bench.pass_time(0.5)
    bench.say("draw")
    bench.pass_time(20)
    assert (drawn(bench), left(bench)) == (["crystal-of-fire", "statue-of-the-wind"], ("flood", 2))


def test_real_cards_are_typed_one_after_the_other(tmp_path: Path) -> None:
    bench = island(tmp_path, chance="typed")
    bench.say(REST)
    bench.say("draw crystal-of-fire", CHANCE)
    bench.pass_time(5)
    assert bench.state.due() is not None
    bench.say("draw statue-of-the-wind", CHANCE)
    bench.pass_time(5)
    assert (bench.state.due(), left(bench)) == (None, ("flood", 2))


def test_the_last_of_a_step_is_called_so(tmp_path: Path) -> None:
    bench = island(tmp_path, *TREASURES, *FLOODS)
    bench.roll(REST)
    bench.roll("draw")
    (play,) = [play for play in bench.published.open.plays((0,)) if play.word == "draw"]
    assert (play.line, play.label.key) == ("draw", "forbidden-island.draw-flood")
    assert play.label.values == {"count": 1, "at": 2, "of": 2}


def test_a_button_asks_for_as_much(tmp_path: Path) -> None:
    bench = island(tmp_path, *TREASURES)
    assert bench.published.open.offered("draw") == REST
    assert tuple(bench.published.open.who_may(REST, range(2))) == (0,)
    (button,) = seen_plain(bench.published, 0, frozenset({0}))["state"]["buttons"]
    assert (button["button"], button["do"]) == ("draw", REST)
