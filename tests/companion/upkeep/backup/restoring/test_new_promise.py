"""A game that goes on from a backup: no draw that was seen comes again, and its record says and proves it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import msgspec
import pytest

from companion.chance import fairness
from companion.chance.fairness import commitment
from companion.engine.values.seats import TABLE
from companion.journal.rows import GameRow
from companion.records import record
from companion.records.importer import game_row_of
from companion.records.record import Record, RecordEnding
from companion.records.verification import Differs, Unverifiable, verify
from companion.session.game.archive import sealed
from tests.companion.upkeep.backup.tables import ANOTHER, SEED, backed_up, fair, play, put_back, roll
from tests.support.paths import STATIC
from tests.support.session_bench import FIRESHIP, Bench

THIRD = bytes(range(200, 232))


def restored(tmp_path: Path, rolls: int = 3, seed: bytes = ANOTHER, name: str = "new") -> Bench:
    """A table put back from the backup of one that rolled so often."""
    play(tmp_path / "old", rolls).session.close()
    put_back(backed_up(tmp_path / "old", tmp_path / "one.zip"), tmp_path / name, seed=seed)
    bench = Bench(tmp_path / name, dealer=fair(THIRD))
    bench.pass_time(20)
    return bench


def finished(bench: Bench) -> Record:
    bench.say("finish", TABLE)
    bench.session.start()
    try:
        return record.read(bench.session.record(1).splitlines())
    finally:
        bench.session.close()


def ending_of(told: Record) -> RecordEnding:
    assert told.ending is not None
    return told.ending


def test_what_the_old_table_drew_after_the_backup_is_not_drawn_again(tmp_path: Path) -> None:
    bench = restored(tmp_path)
    old = Bench(tmp_path / "old", dealer=fair())
    old.pass_time(20)
    seen, drawn = roll(old, 8), roll(bench, 8)
    assert len(seen) == len(drawn) == 8
    assert seen != drawn
    assert bench.published.open.commitment == commitment(ANOTHER)
    old.session.close()
    bench.session.close()


def test_the_new_promise_is_published_before_its_first_draw_and_durable_before_that(tmp_path: Path) -> None:
    bench = restored(tmp_path)
    first = bench.tape.of("stage.show")[0][0]
    assert (first.open.commitment, bench.journal.games()[0].secret) == (commitment(ANOTHER), ANOTHER.hex())
    assert bench.journal.games()[0].promises[0].n == 7
    bench.session.close()


def test_the_record_says_from_which_line_on_and_every_draw_comes_from_its_own_seed(tmp_path: Path) -> None:
    bench = restored(tmp_path)
    roll(bench, 2)
    told = finished(bench)
    assert [line.n for line in told.lines if line.commitment] == [7]
    assert told.lines[6].commitment == commitment(ANOTHER)
    assert told.header.commitment == commitment(SEED)
    assert (ending_of(told).seed, ending_of(told).seeds) == (SEED.hex(), [ANOTHER.hex()])
    checked = list(verify(FIRESHIP, told))
    assert [(draw.promise, draw.number) for draw, _ in checked] == [(0, 0), (0, 1), (0, 2), (1, 3), (1, 4)]
    assert [draw.do for draw, _ in checked] == [answer for _, answer in checked]
    again = [
        fairness.answer(draw.request, SEED, "fireship", draw.number or 0, entropy=b"ab") for draw, _ in checked[3:]
    ]
    assert [" ".join(["roll", *map(str, faces)]) for faces in again] != [draw.do for draw, _ in checked[3:]]


def test_a_backup_of_a_restored_table_is_promised_anew_and_all_three_are_checked(tmp_path: Path) -> None:
    bench = restored(tmp_path)
    roll(bench, 1)
    bench.session.close()
    put_back(backed_up(tmp_path / "new", tmp_path / "two.zip"), tmp_path / "third", seed=THIRD)
    bench = Bench(tmp_path / "third", dealer=fair())
    bench.pass_time(20)
    roll(bench, 1)
    told = finished(bench)
    assert ending_of(told).seeds == [ANOTHER.hex(), THIRD.hex()]
    assert [(draw.promise, draw.do == answer) for draw, answer in verify(FIRESHIP, told)] == [
        (0, True), (0, True), (0, True), (1, True), (2, True),
    ]  # fmt: skip


def test_a_promise_from_which_nothing_was_drawn_is_replaced_or_left_out_of_the_record(tmp_path: Path) -> None:
    restored(tmp_path).session.close()
    put_back(backed_up(tmp_path / "new", tmp_path / "two.zip"), tmp_path / "third", seed=THIRD)
    bench = Bench(tmp_path / "third", dealer=fair())
    bench.pass_time(20)
    assert [each.seed for each in bench.journal.games()[0].promises] == [THIRD.hex()]
    told = finished(bench)
    assert (ending_of(told).seed, ending_of(told).seeds) == (SEED.hex(), [])
    assert len(list(verify(FIRESHIP, told))) == 3


@pytest.mark.parametrize(
    ("seeds", "line", "why"),
    [
        ([], 0, "2 promises were made, and 1 seeds are told"),
        ([SEED.hex()], 0, "isn't the one that line 8 promised"),
        (["zz"], 0, "isn't written in hex"),
        ([ANOTHER.hex()], 5, "isn't the one that line 8 promised"),
    ],
)
def test_a_seed_that_isnt_the_one_promised_anew_is_found(tmp_path: Path, seeds: list[str], line: int, why: str) -> None:
    bench = restored(tmp_path)
    roll(bench, 2)
    told = finished(bench)
    lines = list(told.lines)
    if line:
        lines[6] = msgspec.structs.replace(lines[6], commitment=commitment(SEED))
    altered = Record(told.header, tuple(lines), msgspec.structs.replace(ending_of(told), seeds=seeds))
    with pytest.raises(Differs, match=why):
        list(verify(FIRESHIP, altered))


def test_a_new_promise_moved_to_another_line_is_found_by_its_draws(tmp_path: Path) -> None:
    bench = restored(tmp_path)
    roll(bench, 2)
    told = finished(bench)
    lines = [msgspec.structs.replace(line, commitment=None) for line in told.lines]
    lines[8] = msgspec.structs.replace(lines[8], commitment=commitment(ANOTHER))
    checked = list(verify(FIRESHIP, Record(told.header, tuple(lines), told.ending)))
    assert [draw.do == answer for draw, answer in checked] == [True, True, True, False, True]


def test_while_the_game_goes_on_its_record_has_the_promises_and_no_seed(tmp_path: Path) -> None:
    bench = restored(tmp_path)
    roll(bench, 1)
    row = bench.journal.games()[0]
    told = sealed(FIRESHIP, row, bench.journal.lines(1))
    bench.session.close()
    text = "".join(record.write(told))
    assert [line.commitment for line in told.lines].count(commitment(ANOTHER)) == 1
    assert not any(seed.hex() in text for seed in (SEED, ANOTHER))
    with pytest.raises(Unverifiable):
        list(verify(FIRESHIP, told))


def test_another_table_that_takes_the_record_in_keeps_all_promises(tmp_path: Path) -> None:
    bench = restored(tmp_path)
    roll(bench, 1)
    told = finished(bench)
    row = game_row_of(told)
    assert isinstance(row, GameRow)
    assert [(each.n, each.commitment, each.seed) for each in row.promises] == [(7, commitment(ANOTHER), ANOTHER.hex())]
    unfinished = game_row_of(Record(told.header, told.lines))
    assert (unfinished.seed, unfinished.promises) == (None, ())


SEEDS = """
import { readFileSync } from 'node:fs';
import { hexOf, readRecord, seedsOf } from '%s/fairness/fair.js';
process.stdout.write(JSON.stringify(seedsOf(readRecord(readFileSync(0, 'utf8')))?.map(hexOf) ?? null));
"""


def test_the_pages_program_finds_the_same_seeds_and_refuses_the_same(tmp_path: Path) -> None:
    bench = restored(tmp_path)
    roll(bench, 2)
    told = finished(bench)
    (tmp_path / "seeds.mjs").write_text(SEEDS % STATIC)

    def theirs(each: Record) -> object:
        text = "".join(record.write(each))
        words = ["node", str(tmp_path / "seeds.mjs")]
        return json.loads(subprocess.run(words, input=text, capture_output=True, text=True, check=True).stdout)

    assert theirs(told) == [SEED.hex(), ANOTHER.hex()]
    for seeds in ([], [SEED.hex()], ["zz"], [ANOTHER.hex(), SEED.hex()]):
        assert theirs(Record(told.header, told.lines, msgspec.structs.replace(ending_of(told), seeds=seeds))) is None
