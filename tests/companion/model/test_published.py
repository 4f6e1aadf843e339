"""What leaves the table: the object of one caller, and nothing that this caller may not know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from companion.engine.fact import Facts
from companion.engine.laws import laws
from companion.engine.plays import leaves
from companion.engine.state import State
from companion.engine.values.seats import TABLE, WATCHER
from companion.model.entry import Entry, LogEntry
from companion.model.roster import Roster
from companion.model.snapshot import Snapshot
from companion.texts.say import Texts
from tests.companion.kits.test_play import played, say
from tests.support.long_forms import few_of
from tests.support.sample_kit import SAMPLE, SAMPLE_KIT, names_in
from tests.support.seen import seen_plain
from tests.support.snapshots import replace, snapshot
from tests.support.sources import seeded

NAMES = ("Ann", "Ben", "Cleo")
WORDS: Mapping[str, str] = {f"kit.sample.{word}": word for word in {"name", *names_in(SAMPLE_KIT)}}
TEXTS = Texts.load({"en": WORDS, "fr": WORDS})
EVERYBODY = frozenset({TABLE, 0, 1, 2})
CALLERS: Sequence[tuple[int, frozenset[int]]] = (
    (WATCHER, frozenset()),
    (0, frozenset({0})),
    (1, frozenset({1, 2})),
    (TABLE, EVERYBODY),
    (1, EVERYBODY),
)


def of(state: State) -> Snapshot:
    setup = SAMPLE.setup(NAMES, {})
    return snapshot(version=3, game=SAMPLE, setup=setup, state=state, library=(SAMPLE,), typed=True, taken_up=True)


def sent(state: State, viewer: int, speaks_for: frozenset[int], facts: Facts = ()) -> bytes:
    """What is sent of a game that was taken up at *state*, whose last step had *facts*."""
    published = replace(of(state), log=(LogEntry(Entry(n=1), 3, 0, state, facts),))
    return msgspec.json.encode(seen_plain(published, viewer, speaks_for))


def open_facts(facts: Facts) -> Facts:
    return tuple(seen for fact in facts if (seen := fact.seen_by(WATCHER)) is not None)


@pytest.mark.parametrize(("viewer", "speaks_for"), few_of(CALLERS[:2], CALLERS))
def test_what_is_sent_tells_no_two_worlds_apart(viewer: int, speaks_for: frozenset[int]) -> None:
    below = seeded(f"sent/{viewer}/{sorted(speaks_for)}")
    blind = speaks_for - {viewer, TABLE} if TABLE not in speaks_for else frozenset()
    others = 0
    for seed in range(2):
        for table in laws.played(SAMPLE, SAMPLE.setup(NAMES, {}), seeded(f"sent/{seed}"), 60):
            there = table.state.resampled_for(viewer, below)
            if any(table.state.seen_by(seat) != there.seen_by(seat) for seat in blind):
                continue  # a phone knows what all of its seats know
            others += there != table.state
            facts = table.steps[-1].facts if table.steps else ()
            here = sent(table.state, viewer, speaks_for, facts)
            assert here == sent(there, viewer, speaks_for, open_facts(facts))
    assert others


def test_a_seat_is_told_as_people_call_it_now_and_by_its_number_while_nobody_does() -> None:
    table = played(SAMPLE, "draw treasure", "=draw earth", people=("1", "2", "Cleo"))
    say(table, SAMPLE, "give treasure earth 2")
    log = (LogEntry(Entry(n=1), 3, 1, table.state, table.steps[-1].facts),)
    published = replace(of(table.state), setup=SAMPLE.setup(("1", "2", "Cleo"), {}), log=log)

    def told(published: Snapshot) -> tuple[list[str], str, str, list[str]]:
        seen: Any = TEXTS.tell("en", seen_plain(published, 0, frozenset({1})))
        (line,) = seen["log"]
        rows = [row["label"] for play in seen["plays"] if play["word"] == "give" for row in every(play)]
        return [each["name"] for each in seen["people"]], line["who"], line["text"].split("goes to ")[-1], rows

    names, who, goes_to, rows = told(published)
    assert (names, who, goes_to) == (["Player 1", "Player 2", "Cleo"], "Player 2", "Player 2")
    assert {"Player 1", "Cleo"} <= set(rows)
    names, who, goes_to, rows = told(replace(published, roster=Roster(called={0: "Ada", 1: "Bo"})))
    assert (names, who, goes_to) == (["Ada", "Bo", "Cleo"], "Bo", "Bo")
    assert {"Ada", "Cleo"} <= set(rows)
    assert published.open.people == ("1", "2", "Cleo"), "what is set up and recorded stays"


def test_what_was_set_right_is_told_by_the_names_that_people_have_now() -> None:
    table = played(SAMPLE, "*correct badge.1=2", people=NAMES)
    (step,) = table.steps
    line = LogEntry(Entry(n=1), 3, TABLE, table.state, step.facts, step.before)
    published = replace(of(table.state), log=(line,))

    def told(published: Snapshot) -> str:
        seen: Any = TEXTS.tell("en", seen_plain(published, WATCHER, frozenset()))
        (line,) = seen["log"]
        return str(line["text"])

    renamed = replace(published, roster=Roster(called={0: "Ada"}))
    assert [name in told(each) for each in (published, renamed, published) for name in ("Ann", "Ada")] == [
        True, False, False, True, True, False,
    ]  # fmt: skip


def every(play: Any) -> list[Any]:
    return [play, *(below for each in play.get("then", ()) for below in every(each))]


def test_the_tables_own_page_is_offered_no_secret_card_of_anybody() -> None:
    table = played(SAMPLE, "draw mystery", "=draw boom", people=NAMES)
    everything = sent(table.state, TABLE, EVERYBODY).decode()
    assert "boom" not in everything
    assert "discard mystery boom" in sent(table.state, 0, frozenset({0})).decode()
    assert "discard mystery boom" in sent(table.state, 0, EVERYBODY).decode()


def test_who_may_say_a_line_is_told_without_the_tree() -> None:
    published = of(played(SAMPLE, "draw mystery", "=draw boom", people=NAMES).state)
    for line in ("roll dice", "spin wheel", "draw mystery", "draw flood", "discard mystery boom", "lower water"):
        tree = published.open.plays(EVERYBODY)
        wanted = {seat for play in leaves(tree) if play.line == line for seat in play.seats if play.why is None}
        assert set(published.open.who_may(line, EVERYBODY)) == wanted, line
    assert tuple(published.open.who_may("discard mystery boom", EVERYBODY, WATCHER)) == ()
    assert tuple(Snapshot().open.who_may("roll dice", EVERYBODY)) == ()


def test_each_verb_is_sent_with_its_role_and_a_plain_one_without() -> None:
    table = played(SAMPLE, "draw mystery", "=draw boom", people=NAMES)
    plays: Any = seen_plain(of(table.state), 0, frozenset({0}))["plays"]
    roles = {play["word"]: play.get("role") for play in plays}
    wanted = {"roll": "first", "set": "board", "discard": "hand", "raise": None, "correct": "aside"}
    assert roles.items() >= wanted.items()
    assert all("role" not in below for play in plays for below in every(play)[1:])


@pytest.mark.parametrize("viewer", [WATCHER, 0, 1, TABLE])
def test_a_viewers_state_is_made_once_and_is_each_viewers_own(viewer: int) -> None:
    table = played(SAMPLE, "draw treasure", "=draw earth", people=NAMES)
    published = of(table.state)
    for each in (WATCHER, 0, 1, TABLE):
        published.open.state_for(each)
    assert published.open.state_for(viewer) is published.open.state_for(viewer)
    assert published.open.state_for(viewer) == table.state.seen_by(viewer).named(published.open.names)
    later = replace(published, state=SAMPLE.start(published.open.setup))
    assert later.open.state_for(viewer) == SAMPLE.start(published.open.setup).seen_by(viewer).named(later.open.names)
