"""A disk that fails under the table: nothing is revealed, people are told, and it goes on once that is mended."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.tables import Process, dice, of_roll, of_trouble, running
from tests.support.waiting import eventually
from tests.support.wording import TEXTS

pytestmark = pytest.mark.needs("strace")

FAILING = {"fdatasync": "9..16", "pwrite64": "36..60"}
"""Which calls of a thread fail: more than a start makes on a journal there is, and than some rolls make."""
MAX_TRIES = 60


def failing(call: str, error: str) -> list[str]:
    """The command under which a program's *call* fails with *error* for a while, as on a real disk."""
    inject = f"inject={call}:error={error}:when={FAILING[call]}"
    return ["strace", "-D", "-f", "--seccomp-bpf", "-qq", "-o", "/dev/null", "-e", f"trace={call}", "-e", inject]


def roll_until_it_fails(table: Process) -> tuple[str, int]:
    """Roll; return the id of the first roll that failed, and how many went well before it."""
    for number in range(MAX_TRIES):
        command_id = f"try-{number}"
        before = dice(table.table)
        answer = table.command("roll dice", id=command_id)
        if answer.status != 200:
            assert answer.status == 503
            assert dice(table.table) == before
            assert table.table["reveal"] is None
            assert table.table["trouble"] == answer.json["text"]
            return command_id, number
        table.roll(number + 1)
    raise AssertionError("it never failed")


@pytest.mark.needs("strace")
@pytest.mark.parametrize(("call", "error", "reason"), [("fdatasync", "EIO", "broken"), ("pwrite64", "ENOSPC", "full")])
def test_while_the_disk_fails_nothing_is_revealed_and_afterwards_nothing_is_lost_or_doubled(
    call: str, error: str, reason: str, tmp_path: Path
) -> None:
    with running(tmp_path) as table:
        assert table.stop() == 0
    with running(tmp_path, under=failing(call, error), hurried=True) as table:
        command_id, rolls = roll_until_it_fails(table)
        table.shows(of_trouble(f"session.unwritable.{reason}"))
        assert table.table["trouble"] == TEXTS.say("en", f"session.unwritable.{reason}")
        assert table.get("/api/v1/healthz").status == 503
        refused = 1
        while table.command("roll dice", id=command_id).status != 200:
            refused += 1
            assert refused < MAX_TRIES
        shown = table.roll(rolls + 1)
        table.shows(of_roll(table.table))
        assert (table.table["trouble"], len(table.table["log"])) == (None, min(20, rolls + 1))
        assert table.get("/api/v1/healthz").status == 200
        assert table.stop() == 0
    with running(tmp_path) as table:
        assert table.roll(rolls + 1) == shown
        eventually(lambda: len(table.table["log"]) == min(20, rolls + 1))
