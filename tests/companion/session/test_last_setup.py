"""The placements of a new game's people in their last one: which game they come from, and that they are durable."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from companion.engine.chance import Answer
from companion.engine.values.placements import LAST_SETUP, Placements, read_placements
from companion.engine.values.seats import TABLE
from companion.journal.journal import FILE
from companion.records.record import of_journal, replay
from tests.support.battles import BLOCKS, PARTS, lay
from tests.support.games.duel import DUEL, Duel
from tests.support.referees import referee
from tests.support.session_bench import FIRESHIP, Bench

BATTLE = referee("battle-for-the-island")
OWN_BLOCKS = tuple(f"block {word}" for word in BLOCKS[::2])


class Hands:
    """The hands at *bench*, by which a battle is laid."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench

    @property
    def table(self) -> dict[str, object]:
        return {}

    def do(self, line: str, seat: int | str = "table") -> None:
        if not line.startswith("new "):
            self.bench.say(line, TABLE if seat == "table" else int(seat))


def table(folder: Path, *rolls: Answer) -> Bench:
    return Bench(folder, rolls, library=(BATTLE, FIRESHIP))


def played(bench: Bench, *parts: int, **options: int) -> Bench:
    """Begin a battle with *options* at *bench*, and lay so many parts of its set-up."""
    bench.new(BATTLE, options=options, id=f"new-{bench.published.version}")
    lay(Hands(bench), *parts)
    return bench


def last_setup(bench: Bench) -> str:
    return str(bench.published.open.setup.options.get(LAST_SETUP, ""))


def test_a_new_game_has_its_peoples_placements_of_the_last_one(tmp_path: Path) -> None:
    bench = played(table(tmp_path))
    assert last_setup(bench) == "", "nobody had set up anything"
    bench.new(BATTLE, id="second")
    lines, others = read_placements(last_setup(bench))
    assert (len(lines), len(others), lines[:5]) == (15, 15, OWN_BLOCKS)
    assert bench.journal.games()[-1].options[LAST_SETUP] == last_setup(bench)
    bench.say("first 2", TABLE)
    bench.say("place-as-before", 1)
    bench.say("place-as-before", 0)
    assert bench.state.turn == 1


def test_a_set_up_as_before_is_durable_and_replayed_from_its_record_alone(tmp_path: Path) -> None:
    bench = played(table(tmp_path)).new(BATTLE, id="second")
    bench.say("first 1", TABLE)
    bench.say("place-as-before", 0)
    before = bench.state
    bench = bench.again(library=(BATTLE, FIRESHIP))
    assert bench.state == before
    record = of_journal(bench.journal.game(2), bench.lines())
    assert replay(BATTLE, record).state == before
    bench.say("undo", 0)
    assert (bench.state.blocks, bench.state.set_up_as_before) == ((), 0)
    bench.say("place-as-before", 0)
    assert bench.state == before


def test_the_newest_game_counts_that_was_set_up_by_the_same_people_with_the_same_options(tmp_path: Path) -> None:
    bench = played(table(tmp_path))
    played(bench, len(PARTS) - 1)  # its pads were never filled
    assert read_placements(last_setup(bench))[0][:5] == OWN_BLOCKS
    played(bench, crossfire=False)
    assert last_setup(bench) == "", "it was another game"
    bench.session.new_game(BATTLE.slug, BATTLE.mode, ("Ann", "Cleo"), {}, id="others")
    assert [len(lines) for lines in read_placements(last_setup(bench))] == [15, 0]
    bench.session.new_game(BATTLE.slug, BATTLE.mode, ("Ben", "Ann"), {}, id="swapped")
    assert last_setup(bench) == "", "nobody sits where they sat"


def test_a_placement_that_was_taken_back_isnt_recalled(tmp_path: Path) -> None:
    bench = played(table(tmp_path, (3,)))
    for _ in range(3):
        bench.say("undo", 1)
    for line in ("load tank 3", "load jeep 4", "load tank 5"):
        bench.say(line, 1)
    bench.roll("roll", 0)
    bench.new(BATTLE, id="second")
    assert read_placements(last_setup(bench))[1][-5:] == (
        "load jeep 1",
        "load jeep 2",
        "load jeep 4",
        "load tank 3",
        "load tank 5",
    )


def test_what_a_new_game_brings_along_isnt_taken_over(tmp_path: Path) -> None:
    bench = table(tmp_path)
    bench.say("new battle-for-the-island referee last_setup=block:a1;", TABLE)
    assert last_setup(bench) == ""
    bench.session.new_game(BATTLE.slug, BATTLE.mode, ("Ann", "Ben"), {}, id="named")
    lay(Hands(bench))
    bench.say("finish", TABLE)
    bench.say("again", TABLE)
    assert read_placements(last_setup(bench))[0][:5] == OWN_BLOCKS


def test_a_game_of_another_program_has_nothing_to_recall(tmp_path: Path) -> None:
    bench = played(table(tmp_path))
    bench.new(FIRESHIP, id="between")
    with closing(sqlite3.connect(tmp_path / FILE)) as journal:
        journal.execute('UPDATE line SET facts = \'[{"type": "Unknown"}]\', sum = NULL WHERE game = 1 AND n = 7')
        journal.commit()
    bench.new(BATTLE, id="second")
    assert last_setup(bench) == ""


CARDS: tuple[Answer, ...] = ("strike", "guard", "charm"), ("charm", "charm", "strike")


def hands(state: Duel) -> Placements:
    """Carry every hand to the next duel as far as *state* shows it."""
    return () if state.step == "deal" else state.hands


def test_no_secret_of_a_game_comes_into_the_next_one(tmp_path: Path) -> None:
    duel, carried = replace(DUEL, placements=hands), []
    for number, cards in enumerate((CARDS, CARDS[::-1])):
        bench = Bench(tmp_path / f"{number}", [*cards, *cards], library=(duel,)).new(duel, 2)
        assert bench.state.hands == cards
        bench.new(duel, 2, id="second")
        carried.append(last_setup(bench))
    assert carried[0] == carried[1] != ""
    assert not {card for hand in CARDS for card in hand} & {
        card for hand in read_placements(carried[0]) for card in hand
    }
