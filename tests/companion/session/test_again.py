"""Playing once more what is over: the same game, people and options."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.engine.values.seats import TABLE, WATCHER
from companion.model.requests import RequestRefused
from companion.model.roster import Phone, Roster
from tests.support.referees import FIRESHIP as SEA
from tests.support.seen import seen_plain
from tests.support.session_bench import FIRESHIP, Bench


def test_a_game_that_was_closed_is_played_again_with_its_people_and_options(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(FIRESHIP, people=3)
    setup = bench.published.open.setup
    bench.say("finish", TABLE)
    assert (bench.published.open.game, bench.published.open.number, bench.published.seats_asked) == (None, 0, range(3))
    assert [row.line for row in bench.published.table_rows()[:1]] == ["again"]
    bench.say("again", 1)
    assert bench.published.open.game is not None
    assert (bench.published.open.game.slug, bench.published.open.setup) == ("fireship", setup)
    assert bench.published.open.people == ("Ann", "Ben", "Cleo")
    assert bench.published.open.number == 2


def test_three_people_play_again_on_their_seats_with_their_names_colours_and_options(tmp_path: Path) -> None:
    bench = Bench(tmp_path, library=(SEA,))
    names = ("Lila", "Oma", "Ben")

    def by_phone(do: str) -> None:
        bench.session.handle(replace(bench.request(do, 1, speaks_for=frozenset({1})), phone="Oma"))

    for seat, name in enumerate(names):
        phone = partial(Roster.with_phone, key=name, phone=Phone((seat,), name))
        bench.session.keep(lambda roster, phone=phone: phone(roster), wait_s=0)  # type: ignore[misc]
    bench.session.run_pending()
    by_phone("new fireship referee seats=3 hold=2 limit=minutes minutes=30 win=all chance=typed")
    first = bench.published
    bench.say("give-colours", TABLE)
    colours = looks(bench)
    with pytest.raises(RequestRefused, match="undo-needs-consent"):
        bench.say("finish", TABLE)
    bench.say("consent", TABLE, by="button")
    by_phone("again")
    now = bench.published
    assert (now.open.people, now.open.setup, now.roster) == (names, first.open.setup, first.roster)
    chosen = {"limit": "minutes", "minutes": 30, "win": "all", "chance": "typed"}
    assert chosen.items() <= dict(now.open.setup.options).items()
    # Who begins is found anew, as the rules say.
    assert now.open.state is not None and first.open.state is not None
    assert now.open.state.question() == first.open.state.question()
    bench.say("give-colours", TABLE)
    assert looks(bench) == colours and len(set(colours)) == len(names)


def looks(bench: Bench) -> list[str]:
    seen = seen_plain(bench.published, WATCHER, frozenset())["state"]
    return [person["look"] for person in seen["people"]]


def test_a_game_that_goes_on_is_not_played_again(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new()
    with pytest.raises(RequestRefused, match="not-over"):
        bench.say("again", 0)
    assert "again" not in [row.word for row in bench.published.table_rows()]
    assert seen_plain(bench.published, 0, frozenset({0}))["over"] is None


def test_without_any_game_there_is_nothing_to_play_again(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    with pytest.raises(RequestRefused, match="not-over"):
        bench.say("again", TABLE)
