"""The journal's outbox: rows come with what they tell of, go once it has arrived, and never pile up."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.journal import outbox
from companion.journal.deletion import deleted_setting
from companion.journal.journal import FILE, Journal
from companion.journal.rows import Batch, OutboxRow
from tests.support.played import GAME, line

WON = '{"reason":"won"}'


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    opened = Journal(tmp_path)
    opened.open()
    opened.commit(Batch(id="new", version=1, new_game=GAME))
    yield opened
    opened.close()


def end(version: int, kind: str = "finished", asked: str = "") -> OutboxRow:
    return OutboxRow(kind=kind, version=version, asked=asked)


def finish(journal: Journal, n: int, *rows: OutboxRow, game: int = 1) -> None:
    journal.commit(Batch(id=f"end-{game}-{n}", version=n, game=game, lines=(line(n),), ended=WON, outbox=rows))


def waits(journal: Journal) -> list[tuple[str, int, int, str]]:
    return [(row.kind, row.game, row.version, row.asked) for row in journal.outbox()]


def test_what_waits_is_there_after_opening_again_in_its_order_and_goes_once_it_has_arrived(journal: Journal) -> None:
    finish(journal, 2, end(2), end(2, "record"))
    journal.commit(Batch(id="ask", version=2, game=1, outbox=(end(2, "record", "asked-1"),)))
    journal.open()
    first, second, third = journal.outbox()
    assert waits(journal) == [("finished", 1, 2, ""), ("record", 1, 2, ""), ("record", 1, 2, "asked-1")]
    journal.arrived(second)
    journal.arrived(second)
    journal.open()
    assert journal.outbox() == [first, third]


def test_the_rows_of_a_batch_that_fails_are_not_there(journal: Journal) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        journal.commit(Batch(id="a", version=2, game=1, lines=(line(1), line(1)), ended=WON, outbox=(end(2),)))
    assert journal.outbox() == []


def test_an_undo_takes_the_unsent_end_back_and_of_two_ends_the_newest_waits(journal: Journal) -> None:
    journal.commit(Batch(id="ask", version=1, game=1, outbox=(end(1, "record", "asked-1"),)))
    finish(journal, 2, end(2), end(2, "record"))
    journal.commit(Batch(id="undo", version=3, game=1, lines=(line(3, undo=2),)))
    assert waits(journal) == [("record", 1, 1, "asked-1")]
    finish(journal, 4, end(4))
    finish(journal, 5, end(5))
    assert waits(journal) == [("record", 1, 1, "asked-1"), ("finished", 1, 5, "")]


def test_a_new_game_that_begins_with_its_end_has_its_number_in_the_outbox(journal: Journal) -> None:
    journal.commit(Batch(id="new-2", version=2, new_game=GAME, lines=(line(1),), ended=WON, outbox=(end(2),)))
    assert waits(journal) == [("finished", 2, 2, "")]


def test_a_late_acknowledgement_removes_no_other_row(journal: Journal) -> None:
    finish(journal, 2, end(2))
    (sent,) = journal.outbox()
    journal.commit(Batch(id="undo", version=3, game=1, lines=(line(3, undo=2),)))
    finish(journal, 4, end(4))
    journal.arrived(sent)
    journal.arrived(replace(journal.outbox()[0], version=9))
    assert waits(journal) == [("finished", 1, 4, "")]


def test_a_game_put_away_is_told_to_nobody_until_it_is_brought_back_and_takes_its_rows_with_it(
    journal: Journal,
) -> None:
    finish(journal, 2, end(2))
    for n, (day, waiting) in enumerate([("2026-11-21", []), ("", [("finished", 1, 2, "")]), ("2026-11-21", [])]):
        journal.commit(Batch(id=f"delete-{n}", version=3 + n, settings={deleted_setting(1): day}))
        assert waits(journal) == waiting
    assert journal.connection.execute("SELECT count(*) FROM outbox").fetchone() == (1,)
    journal.forget_deleted("2026-11-22", "2026-11-29")
    assert journal.connection.execute("SELECT count(*) FROM outbox").fetchone() == (0,)


def test_more_than_it_holds_drops_the_oldest_and_counts_until_all_that_is_left_has_arrived(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "MAX_WAITING", 3)
    for n in range(1, 6):
        journal.commit(Batch(id=f"ask-{n}", version=1, game=1, outbox=(end(1, "record", f"asked-{n}"),)))
    assert ([row.asked for row in journal.outbox()], journal.outbox_dropped()) == (["asked-3", "asked-4", "asked-5"], 2)
    journal.open()
    for left, row in zip((2, 1, 0), journal.outbox(), strict=True):
        assert journal.outbox_dropped() == 2
        journal.arrived(row)
        assert len(journal.outbox()) == left
    assert journal.outbox_dropped() == 0


def test_a_mended_journal_keeps_what_waits_for_the_games_that_it_keeps(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.open()
    for game in (1, 2):
        journal.commit(Batch(id=f"new-{game}", version=game, new_game=GAME))
        finish(journal, 3, end(3), game=game)
    for n in range(4, 40):
        journal.commit(Batch(id=f"a-{n}", version=n, game=2, lines=(line(n, facts=b"[]" * 400),)))
    journal.connection.execute("DELETE FROM game WHERE id = 1")
    journal.close()
    content = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(content[:-4096] + b"\xa5" * 4096)
    journal.open()
    assert journal.set_aside is not None
    assert waits(journal) == [("finished", 2, 3, "")]
    journal.close()
