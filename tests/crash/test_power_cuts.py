"""The power cut at every moment: nothing acknowledged is lost, nothing doubled, nothing corrupt.

The table's own writer plays under strace; then every call it made is a moment at which the power goes, and each disk
that may be left is opened by the table's own reader. Writers that are known to lose are put through the same.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from companion.journal import FILE
from tests.crash import writers
from tests.crash.disk import SIDE_FILE, Call, Disk, Image, lay_out
from tests.crash.tracing import traced
from tests.crash.writers import WRITERS, Writer
from tests.engine.sources import seeded

IN_MEMORY = Path("/dev/shm")
RUBBISH = b"\xa5" * 32768
"""What shared memory may be after a cut: it is nobody's word."""
ENOUGH = 4000
"""How many states there are at least on either kind of disk; no more than a quarter are the same on both."""


@dataclass
class Found:
    """How many different states a writer's cuts leave, and what is wrong at which moments."""

    states: int = 0
    lost: list[str] = field(default_factory=list)
    corrupt: list[str] = field(default_factory=list)


def moments(calls: list[Call], disk: Disk, torn: int) -> Iterator[tuple[str, int, Image]]:
    """Give what a cut may leave on *disk*: when it happened, how many steps were acknowledged, what lies there."""
    below, acked = seeded("power"), 0
    for number, call in enumerate(calls):
        if call.kind == "ack":
            acked = int(call.data.split()[0])
            continue
        disk.do(call)
        for image in disk.images(below, torn):
            yield f"call {number}, {acked} acknowledged", acked, image


def key_of(image: Image) -> bytes:
    """Return the same few bytes for the same *image* only."""
    key = hashlib.blake2b(digest_size=16)
    for name, content in sorted(image.items()):
        key.update(f"{name}/{'folder' if content is None else len(content)}/".encode())
        key.update(content or b"")
    return key.digest()


def put_through(writer: Writer, calls: list[Call], disk: Disk, folder: Path, torn: int) -> Found:
    """Look, in *folder*, at every state of *disk* that a cut of *calls* may leave; equal ones are looked at once."""
    truths = [call.data.split()[1].decode() for call in calls if call.kind == "ack"]
    found = Found()
    looked: dict[bytes, str] = {}
    for where, acked, image in moments(calls, disk, torn):
        key = key_of(image)
        if key not in looked:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            lay_out(image, folder)
            if writers.DATA in image and key[0] % 2:
                (folder / writers.DATA / f"{FILE}{SIDE_FILE}").write_bytes(RUBBISH)
            try:
                looked[key] = writer.look(folder)
            except Exception as error:
                looked[key] = repr(error)
        if looked[key] in truths[acked:]:
            continue
        (found.lost if looked[key] in truths else found.corrupt).append(f"{where}: {looked[key]}")
    found.states = len(looked)
    return found


@pytest.fixture
def laid(tmp_path: Path) -> Iterator[Path]:
    """A folder to lay states out in, in memory if there is some to lay them in."""
    place = IN_MEMORY if os.access(IN_MEMORY, os.W_OK) else tmp_path
    folder = place / f"tidetable-{os.getpid()}"
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def calls_of_writer(name: str, tmp_path: Path) -> list[Call]:
    folder = tmp_path / "disk"
    folder.mkdir()
    return traced(folder, "tests.crash.writers", (name, str(folder)))


MEASURED = "rolls"
"""What is measured for its wear; its many calls show nothing new here."""
SOUND = [name for name, writer in WRITERS.items() if not writer.faults and name != MEASURED]
UNSOUND = [name for name, writer in WRITERS.items() if writer.faults]

DISKS = ("journalled", "bare")


def sound(name: str, kind: str, tmp_path: Path, laid: Path, torn: int) -> Found:
    calls = calls_of_writer(name, tmp_path)
    found = put_through(WRITERS[name], calls, Disk(kind == "journalled"), laid, torn)
    assert (found.lost[:3], found.corrupt[:3]) == ([], [])
    return found


@pytest.mark.parametrize("kind", DISKS)
@pytest.mark.parametrize("name", SOUND)
def test_whatever_moment_the_power_is_cut_at_nothing_is_lost_doubled_or_corrupt(
    name: str, kind: str, tmp_path: Path, laid: Path
) -> None:
    found = sound(name, kind, tmp_path, laid, torn=4)
    assert name != "journal" or found.states >= ENOUGH


@pytest.mark.soak
@pytest.mark.parametrize("kind", DISKS)
@pytest.mark.parametrize("name", SOUND)
def test_ten_times_as_many_states_are_as_sound(name: str, kind: str, tmp_path: Path, laid: Path) -> None:
    found = sound(name, kind, tmp_path, laid, torn=50)
    assert name != "journal" or found.states >= 10 * ENOUGH


@pytest.mark.parametrize("name", UNSOUND)
def test_a_writer_that_loses_is_found_out(name: str, tmp_path: Path, laid: Path) -> None:
    found = put_through(WRITERS[name], calls_of_writer(name, tmp_path), Disk(journalled=True), laid, torn=1)
    assert [bool(found.lost), bool(found.corrupt)] == [
        "lost" in WRITERS[name].faults,
        "corrupt" in WRITERS[name].faults,
    ]
