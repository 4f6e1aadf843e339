"""The whole table killed at any moment, start-up included: over HTTP, each roll that was asked for is there once."""

from __future__ import annotations

import json
import subprocess
import threading
from itertools import count
from pathlib import Path

import pytest

from tests.support.sources import seeded
from tests.support.tables import Process, command_line, environment, running
from tests.support.waiting import eventually

LONGEST_START_MS = 1500
LONGEST_PLAY_MS = 2500


class Lives:
    """One table's lives in *folder*: what was answered to each roll, and which one got no answer."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._below = seeded("daemon kills")
        self._numbers = count(1)
        self.answered: dict[str, int] = {}
        self._asked = ""

    def end_while_starting(self) -> None:
        """Start the table, and kill it at a moment of its start."""
        words = ("run", "--data", str(self._folder / "data"), "--port", "0", "--host", "127.0.0.1", "--simulate")
        own = environment(self._folder)
        with (self._folder / "log.txt").open("ab") as log:
            table = subprocess.Popen(command_line(*words, "--kit", "fireship"), env=own, stdout=log, stderr=log)
        threading.Event().wait(self._below(LONGEST_START_MS) / 1000)
        table.kill()
        assert table.wait() < 0, "it ended by itself"

    def end_while_playing(self) -> None:
        """Start the table, look at what it holds, and roll until it is killed."""
        with running(self._folder) as table:
            self.look(table)
            plug = threading.Timer(self._below(LONGEST_PLAY_MS) / 1000, table.process.kill)
            plug.start()
            try:
                while True:
                    self._asked = self._asked or f"roll-{next(self._numbers)}"
                    self._ask(table)
            except (OSError, ValueError, IndexError):  # no answer, or half of one
                plug.join()
                table.kill()
                assert table.process.returncode < 0, "the plug alone ends it"
            finally:
                plug.cancel()

    def look(self, table: Process) -> None:
        """See that every answer stands, and that the game holds each roll that was ever asked for just once."""
        eventually(lambda: table.table["reveal"] is None)
        assert table.table["trouble"] is None
        while self._asked:
            self._ask(table)
        eventually(lambda: table.table["reveal"] is None)
        again = {name: table.command("roll dice", id=name).json["version"] for name in self.answered}
        assert again == self.answered
        assert len(list((self._folder / "data").glob("journal.damaged*"))) == 0
        record = [json.loads(line) for line in table.get("/api/v1/records/1").body.splitlines()]
        assert [line.get("do") for line in record].count("roll dice") == len(self.answered)
        assert table.table["log"] == [] or table.table["log"][-1]["text"].startswith(f"Roll {len(self.answered)}:")

    def _ask(self, table: Process) -> None:
        """Ask for the roll once; what is refused is asked for again later."""
        reply = table.command("roll dice", id=self._asked)
        if reply.status == 200:
            self.answered[self._asked] = reply.json["version"]
            self._asked = ""
        else:
            assert reply.json["reason"] in ("rolling", "stale")


def live(folder: Path, kills: int) -> int:
    """Kill a table *kills* times; return how many rolls were answered."""
    lives = Lives(folder)
    for number in range(kills):
        if number % 2:
            lives.end_while_starting()
        else:
            lives.end_while_playing()
    with running(folder) as table:
        lives.look(table)
        assert table.stop() == 0
    return len(lives.answered)


@pytest.mark.long
def test_a_table_killed_six_times_holds_each_roll_once(tmp_path: Path) -> None:
    assert live(tmp_path, 6) > 0


@pytest.mark.soak
def test_a_table_killed_a_hundred_times_holds_each_roll_once(tmp_path: Path) -> None:
    assert live(tmp_path, 100) > 50
