"""A journal that can't be written: nothing is shown that isn't durable, people are told, and it mends itself."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.chance.dealers import Dealer
from companion.engine.chance import Answer, ChanceRequest
from companion.engine.values.seats import TABLE
from companion.journal import connection
from companion.journal.errors import JournalUnwritable
from companion.journal.journal import FILE, Journal, open_for_reading
from companion.model.requests import RequestRefused
from tests.support.games.spinner import SPINNER
from tests.support.paths import ROOT
from tests.support.played import UNSUMMED
from tests.support.seen import seen_plain
from tests.support.session_bench import Bench


def refused(bench: Bench, do: str = "roll dice", **more: Any) -> RequestRefused:
    with pytest.raises(RequestRefused) as caught:
        bench.say(do, **more)
    return caught.value


def make_full(monkeypatch: pytest.MonkeyPatch, bench: Bench) -> None:
    """Let the file grow no more, by SQLite's own limit, for this connection and any later one."""
    database = bench.journal.connection
    pages = database.execute("PRAGMA page_count").fetchone()[0]
    limit = f"max_page_count={pages}"
    database.execute(f"PRAGMA {limit}")
    monkeypatch.setattr(connection, "PRAGMAS", (*connection.PRAGMAS, limit))


def make_read_only(monkeypatch: pytest.MonkeyPatch, bench: Bench) -> None:
    database = bench.journal.connection
    database.execute("PRAGMA query_only=ON")
    monkeypatch.setattr(connection, "PRAGMAS", (*connection.PRAGMAS, "query_only=ON"))


def lock_out(monkeypatch: pytest.MonkeyPatch, bench: Bench) -> None:
    """Let another connection hold the write lock until the test ends."""
    other = sqlite3.connect(bench.folder / FILE, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    monkeypatch.setattr(connection, "IN_USE_S", 0.05)
    database = bench.journal.connection
    database.execute("PRAGMA busy_timeout=50")
    monkeypatch.setattr(bench, "other", other, raising=False)


FAULTS = [(make_full, "full"), (make_read_only, "read-only"), (lock_out, "broken")]


@pytest.mark.parametrize(("fault", "reason"), FAULTS, ids=["full", "read-only", "locked"])
def test_a_command_that_cannot_be_written_shows_nothing_and_says_why(
    fault: Callable[[pytest.MonkeyPatch, Bench], None], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice: list[Answer] = [(face, face, face) for face in range(1, 11)]
    bench = Bench(tmp_path, dice * 20, holders=("screen",)).new()
    with monkeypatch.context() as patch:
        fault(patch, bench)
        sure, shown = bench.published.version, bench.state
        for _ in range(60):
            bench.tape.clear()
            try:
                bench.say("roll dice")
            except RequestRefused as refusal:
                first = refusal
                break
            bench.pass_time(3)
            sure, shown = bench.published.version, bench.state
        assert (first.reason, first.said.key) == ("unwritable", f"session.unwritable.{reason}")
        assert bench.tape.names()[:3] == ["stage.started", "mirror.started", "commit"]
        assert "durable" not in bench.tape.names()
        bench.pass_time(5)
        for do in ("roll dice", "roll dice") if reason == "full" else ("roll dice", "undo", "lang fr", "nonsense"):
            assert refused(bench, do, seat=TABLE).said == first.said
        assert bench.tape.of("stage.go") == []
        assert (bench.published.version, bench.state, bench.published.reveal) == (sure, shown, None)
        assert seen_plain(bench.published, 0, frozenset())["trouble"] == bench.published.trouble == first.said
        if fault is lock_out:
            bench.other.rollback()  # type: ignore[attr-defined]
            bench.other.close()  # type: ignore[attr-defined]
    assert bench.say("roll dice", id="mended") == sure + 1
    bench.pass_time(3)
    assert bench.published.trouble is None
    assert [line.n for line in bench.lines()] == list(range(1, 2 * sure + 1))


def test_an_older_copy_put_back_over_the_file_stops_play_until_a_restart_which_goes_on_with_it(tmp_path: Path) -> None:
    folder, copy = tmp_path / "data", tmp_path / "copy"
    bench = Bench(folder).new(SPINNER)
    for n in range(5):
        bench.say(f"correct score-0={1 + n % 3}", TABLE)
    copied, version = bench.state, bench.published.version
    bench.session.close()
    shutil.copyfile(folder / FILE, copy)
    bench = Bench(folder)
    for n in range(400):
        bench.say(f"correct score-0={1 + (n + 1) % 3}", TABLE)
    before = bench.state, bench.published.version, bench.published.open.log
    shutil.copyfile(copy, folder / FILE)
    for do in ("correct score-0=1", "undo", "lang fr", "new spinner kit"):
        assert refused(bench, do, seat=TABLE).said.key == "session.unwritable.gone"
        assert bench.published.trouble is not None
        assert (bench.state, bench.published.version, bench.published.open.log) == before
    bench.session.close()
    assert (folder / FILE).read_bytes() == copy.read_bytes()
    bench = Bench(folder)
    assert (bench.state, bench.published.version, bench.published.trouble) == (copied, version, None)
    assert bench.published.notice is None
    assert bench.say("correct score-0=3", TABLE) == version + 1


def test_what_became_durable_although_the_commit_failed_is_revealed_the_same(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10), (1, 1, 1)], holders=()).new()

    def late(commit: Callable[[], object]) -> list[int]:
        commit()
        raise JournalUnwritable("broken", "an error after all was written")

    bench.journal.fault = late
    assert refused(bench, id="mine").reason == "unwritable"
    bench.journal.fault = None
    bench.pass_time(5)
    assert (bench.published.version, bench.state.results) == (1, ())
    bench.tape.clear()
    assert bench.say("roll dice", id="mine") == 2
    assert bench.published.reveal is not None
    assert bench.published.trouble is None
    bench.pass_time(1)
    assert bench.state.result("dice").faces == (3, 7, 10)
    assert bench.tape.names() == ["stage.show", "mirror.changed", "stage.started", "mirror.started", "stage.go",
                                  "stage.show", "mirror.changed"]  # fmt: skip


def test_what_did_not_become_durable_never_happened(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10), (1, 2, 3)]).new()

    def never(_: Callable[[], object]) -> list[int]:
        raise JournalUnwritable("full", "no room")

    bench.journal.fault = never
    refused(bench, id="mine")
    bench.journal.fault = None
    assert bench.say("roll dice", id="mine") == 2
    bench.pass_time(1)
    assert bench.state.result("dice").faces == (1, 2, 3)


@pytest.mark.parametrize("do", ["undo", "redo"])
def test_an_undo_that_was_not_written_was_not_done(do: str, tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(options={"chance": "typed"})
    bench.say("roll dice")
    if do == "redo":
        bench.say("undo")
    state, log = bench.state, bench.published.open.log

    def never(_: Callable[[], object]) -> list[int]:
        raise JournalUnwritable("full", "no room")

    bench.journal.fault = never
    refused(bench, do)
    assert (bench.state, bench.published.open.log) == (state, log)
    bench.journal.fault = None
    bench.say(do)
    assert bench.state != state


def test_a_closed_connection_is_opened_again_and_the_command_said_to_have_failed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bench = Bench(tmp_path, [(3, 7, 10), (1, 2, 3)]).new()
    database = bench.journal.connection
    with closing(open_for_reading(tmp_path)) as reader:  # it isn't the last to be closed, so nothing is written
        assert reader.last_version() == 1
        database.close()
    assert refused(bench, id="mine").reason == "failed"
    assert "roll dice" in caplog.text
    assert bench.say("roll dice", id="mine") == 2


class _Faulty(Dealer):
    """Fails or cheats on its second answer."""

    def __init__(self, second: Answer | None) -> None:
        self._answers: list[Answer | None] = [(4, 4), second, (1, 2), ("five",)]

    def answer(self, request: ChanceRequest) -> Answer:
        answer = self._answers.pop(0)
        if answer is None:
            raise LookupError("no answer left")
        return answer


@pytest.mark.parametrize("second", [None, ("sideways",)])
def test_a_dealer_that_fails_half_way_leaves_nothing_behind(second: Answer | None, tmp_path: Path) -> None:
    bench = Bench(tmp_path, dealer=_Faulty(second)).new(SPINNER)
    state = bench.state
    assert refused(bench, "roll").reason == "failed"
    assert (bench.state, bench.published.version, bench.lines()) == (state, 1, [])
    assert bench.tape.of("stage.started") == []
    assert bench.say("roll") == 2
    bench.pass_time(1)
    assert bench.state.scores == (3, 0)


def test_a_fault_after_the_commit_is_no_failure_for_the_sender(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)]).new()
    table = bench.session.table
    go = table.go

    def fails_once(*_: Any) -> None:
        monkeypatch.setattr(table, "go", go)
        raise TypeError("a fault of the program")

    monkeypatch.setattr(table, "go", fails_once)
    assert bench.say("roll dice") == 2
    bench.pass_time(1)
    assert bench.state.result("dice").faces == (3, 7, 10)


def test_taking_up_again_reveals_nothing_twice_and_never_goes_back(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(4, 4), ("again",), ("five",)]).new(SPINNER)
    bench.say("roll")
    bench.pass_time(1)
    assert (bench.published.version, bench.published.reveal is None) == (2, False)
    bench.session.load()
    assert bench.published.version == 2
    assert bench.published.reveal is not None
    assert bench.published.reveal.purpose == "wheel"
    bench.pass_time(20)
    assert (bench.published.version, bench.state.scores) == (4, (13, 0))
    bench.session.load()
    assert bench.published.version == 4
    assert not bench.published.reveal


def test_a_journal_damaged_while_it_is_in_use_is_set_aside_and_told(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)]).new()
    bench.session.close()
    (tmp_path / FILE).write_bytes(b"not a database" * 1000)
    bench = Bench(tmp_path, [(3, 7, 10)])
    assert bench.published.notice is not None
    assert seen_plain(bench.published, 0, frozenset())["trouble"].key == "session.set-aside"
    assert (bench.published.open.game, bench.published.version) == (None, 0)
    bench.say("new fireship kit", TABLE)
    assert bench.published.notice is not None
    bench.roll("roll dice", TABLE)
    assert bench.published.notice is None
    bench.session.load()
    assert bench.published.notice is None


@pytest.mark.parametrize(
    "statement",
    [
        'UPDATE line SET facts = \'[{"type":"Flown"}]\' WHERE n = 2',
        "UPDATE line SET facts = '[' WHERE n = 1",
        'UPDATE line SET facts = replace(facts, \'"dice":"dice"\', \'"dice":"ice"\')',
        "UPDATE line SET facts = replace(facts, '[3,7,10]', '[3,7,11]')",
    ],
)
def test_facts_that_do_not_fit_are_made_again_from_the_commands_by_the_rules(statement: str, tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)]).new()
    bench.roll("roll dice")
    before = bench.state
    bench.session.close()
    database = sqlite3.connect(tmp_path / FILE)
    database.executescript(f"{statement}; {UNSUMMED}")
    database.close()
    bench = Bench(tmp_path, [(1, 2, 3)])
    bench.pass_time(3)
    assert (bench.published.notice, bench.state) == (None, before)


def test_resuming_folds_what_happened_and_never_judges(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)]).new()
    bench.roll("roll dice")
    bench.session.close()
    database = sqlite3.connect(tmp_path / FILE)
    database.executescript(f"UPDATE line SET do = 'roll bones' WHERE n = 1; {UNSUMMED}")
    database.commit()
    database.close()
    bench = Bench(tmp_path)
    bench.pass_time(3)
    assert bench.state.result("dice").faces == (3, 7, 10)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE line SET do = 'roll bones', facts = '[' WHERE n = 1",
        "UPDATE line SET do = 'roll 3 7 11', facts = '[]' WHERE n = 2; UPDATE line SET facts = '[' WHERE n = 1",
        "UPDATE line SET do = 'jump' WHERE n = 1",
        "UPDATE line SET undo = 99, batch = 0 WHERE n = 1",
        "UPDATE line SET batch = 'x', seat = 'y' WHERE n = 2",
        "UPDATE game SET slug = 'lost'",
        "UPDATE game SET mode = 'referee'",
        "UPDATE game SET seats = '7'",
        'UPDATE game SET seats = \'["1","2","3","4","5"]\'',
        'UPDATE game SET options = \'{"chance":"never"}\'',
        "UPDATE setting SET value = '99' WHERE name = 'game'",
        "UPDATE setting SET value = 'x' WHERE name = 'game'",
    ],
)
def test_a_game_that_does_not_fit_the_program_is_kept_and_another_can_be_opened(statement: str, tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)]).new()
    bench.roll("roll dice")
    bench.session.close()
    database = sqlite3.connect(tmp_path / FILE)
    database.executescript(f"{statement}; {UNSUMMED}")
    database.close()
    bench = Bench(tmp_path, [(1, 2, 3)])
    assert bench.published.notice is not None
    assert bench.published.notice.key == "session.cannot-resume"
    assert (bench.published.open.game, bench.published.open.state, bench.published.open.people) == (None, None, ())
    assert seen_plain(bench.published, TABLE, frozenset({TABLE}))["menu"] is not None
    bench.say("new fireship kit", TABLE)
    assert bench.roll("roll dice", TABLE) > 2
    assert bench.state.rolls == 1


GROWS_TOO_LARGE = """
import resource, sys
from pathlib import Path
from companion.model.requests import RequestRefused
from tests.support.session_bench import Bench

bench = Bench(Path(sys.argv[1]), [(1, 2, 3)] * 500).new()
wal = Path(sys.argv[1]) / "journal.sqlite-wal"
resource.setrlimit(resource.RLIMIT_FSIZE, (wal.stat().st_size + 9000, resource.RLIM_INFINITY))
reasons = []
for number in range(40):
    try:
        bench.roll("roll dice")
    except RequestRefused as refusal:
        reasons.append(refusal.reason)
        assert bench.published.reveal is None
        if len(reasons) == 3:
            break
sure = bench.published.version
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
assert reasons == ["unwritable"] * 3, reasons
assert bench.roll("roll dice") == sure + 1
assert bench.state.rolls == sure
assert [line.n for line in bench.lines()] == list(range(1, 2 * sure + 1))
print("mended")
"""


def test_a_file_that_may_grow_no_more_is_trouble_until_it_may(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", GROWS_TOO_LARGE, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.stdout == "mended\n", done.stderr


def test_a_table_whose_folder_cannot_be_used_starts_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    bench = Bench(tmp_path / "data")
    assert bench.published.trouble is not None
    assert refused(bench, "new fireship kit", seat=TABLE).reason == "unwritable"
    (tmp_path / "data").unlink()
    assert bench.say("new fireship kit", TABLE) == 1
    assert bench.published.trouble is None


def test_a_second_table_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    with pytest.raises(OSError, match="another tidetable"):
        Bench(tmp_path)
    bench.session.close()
    Journal(tmp_path).open()


def test_a_damaged_journal_goes_on_with_what_can_be_read_and_people_are_told_to_compare(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)] * 60).new()
    for _ in range(60):
        bench.roll("roll dice")
    bench.session.close()
    data = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(data[: len(data) * 9 // 10])
    bench = Bench(tmp_path, [(1, 2, 3)])
    bench.pass_time(3)
    assert seen_plain(bench.published, 0, frozenset())["trouble"].key == "session.mended"
    rolls = bench.state.rolls
    assert 10 < rolls < 60
    assert len(bench.lines()) == 2 * rolls
    bench.roll("roll dice")
    assert (bench.state.rolls, bench.published.notice) == (rolls + 1, None)
