"""Starts of a table in a process of its own, up to READY, beside the import of its libraries alone."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.support.paths import ROOT
from tests.support.running import USUAL, Running

LIBRARIES = "import flask, waitress, msgspec, gpiozero, luma.oled.device"
BARE = f"{LIBRARIES}; import sys; print('READY 0', flush=True); sys.stdin.read()"
TOLD = """
import sys
import companion.cli.run as run
run._say_ready = lambda address: print(*sorted(sys.modules), flush=True)
from companion.cli.main import main
main()
"""
"""A table as people start it, that says its modules in place of its address."""
ENDED = """
import os
import companion.cli.run as run
run._say_ready = lambda address: os._exit(0)
from companion.cli.main import main
main()
"""
"""One that ends where it would say READY."""
OURS = frozenset({"companion", "firmware_host", "hardware", "web_ui"})
COUNTED = re.compile(r"Collected : (\d+)")


def environment() -> Mapping[str, str]:
    """Return the environment of a start whose modules are compiled already, as those of an installed table are."""
    own = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**own, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"}


def line_of(folder: Path, program: str, *words: str) -> Sequence[str]:
    """Return the command that runs *program*, a table whose devices are drawn and whose memory is in *folder*."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "settings.toml").touch()
    where = ["--config", str(folder / "settings.toml"), "--data", str(folder / "data")]
    return [sys.executable, "-c", program, "run", *where, "--host", "127.0.0.1", "--port", "0", "--simulate", *words]


def started(folder: Path, *words: str, program: str = USUAL) -> Running:
    """Return a table that has said READY."""
    return Running(line_of(folder, program, *words), environment=environment())


def libraries() -> Running:
    """Return a process that has imported the table's libraries and nothing else."""
    return Running([sys.executable, "-c", BARE], environment=environment(), closes_stdin=False)


def imported_by_ready(folder: Path, *words: str) -> list[str]:
    """Start a table; return the names of the modules that it has imported when it answers."""
    line = line_of(folder, TOLD, *words)
    with subprocess.Popen(
        line, cwd=folder, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as table:
        assert table.stdout is not None
        names = table.stdout.readline().decode().split()
        table.terminate()
    return names


def of_ours(names: Sequence[str]) -> list[str]:
    """Return those of the modules' *names* that are the program's own."""
    return [name for name in names if name.partition(".")[0] in OURS]


def can_count() -> bool:
    """Tell whether instructions can be counted here: Valgrind is installed."""
    return shutil.which("valgrind") is not None


def instructions(line: Sequence[str], folder: Path) -> int:
    """Return how many instructions the command *line* takes until it ends, counted by Valgrind in *folder*."""
    counting = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    done = subprocess.run(
        [*counting, *line], cwd=folder, env=environment(), capture_output=True, text=True, check=True, timeout=600
    )
    found = COUNTED.search(done.stderr)
    assert found is not None, done.stderr
    return int(found[1])
