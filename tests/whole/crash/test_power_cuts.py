"""The power cut at every moment: nothing acknowledged is lost, nothing doubled, nothing corrupt.

The table's own writer plays while its calls are recorded. Every call is then a moment at which the power goes, and each
disk that may be left is opened by the table's own reader. Writers that are known to lose are put through the same.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

import pytest

from companion.journal import connection
from companion.journal.journal import FILE
from tests.support.sources import seeded
from tests.whole.crash import writers
from tests.whole.crash.disk import SIDE_FILE, Call, Disk, Image, lay_out
from tests.whole.crash.recorder import recorded
from tests.whole.crash.tracing import traced
from tests.whole.crash.writers import WRITERS, Writer

RUBBISH = b"\xa5" * 32768
"""What shared memory may be after a cut: it is nobody's word."""
ENOUGH = 2500
"""How many different states there are at least, on both kinds of disk together."""


@pytest.fixture(autouse=True)
def looks_sync_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare the disk the syncs of those who look: no cut follows. The writers run in processes of their own."""
    monkeypatch.setattr(connection, "PRAGMAS", (*connection.PRAGMAS, "synchronous=OFF"))
    monkeypatch.setattr("os.fsync", lambda file: None)


@dataclass
class Found:
    """What a writer's cuts leave: the different states, *looked* at, by their keys, and what is wrong when."""

    looked: dict[bytes, str] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)
    corrupt: list[str] = field(default_factory=list)


def moments(calls: list[Call], kind: str, torn: int) -> Iterator[tuple[str, int, Callable[[], Image]]]:
    """Give what a cut may leave on a disk: when it happened, how many steps were acknowledged, what lies there.

    On each *kind* of disk other writes are torn.
    """
    disk, below, acked = Disk(kind == "journalled"), seeded(f"power/{kind}"), 0
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


def put_through(
    writer: Writer, calls: list[Call], kinds: Iterable[str], folder: Path, *, torn: int, every: int = 1
) -> Found:
    """Look, in *folder*, at the states that a cut of *calls* may leave on such disks; at equal ones once.

    Look at each of them, or at one in *every* so many, spread over all moments.
    """
    truths = [call.data.split()[1].decode() for call in calls if call.kind == "ack"]
    found = Found()
    for kind in kinds:
        for where, acked, make in islice(moments(calls, kind, torn), 0, None, every):
            image = make()
            key = key_of(image)
            if key not in found.looked:
                found.looked[key] = look_at(image, writer, folder, rubbish=bool(key[0] % 2))
            told = found.looked[key]
            if told not in truths[acked:]:
                (found.lost if told in truths else found.corrupt).append(f"{kind}, {where}: {told}")
    return found


def look_at(image: Image, writer: Writer, folder: Path, rubbish: bool) -> str:
    """Return what *writer*'s reader finds in *image*, laid out in *folder* anew, or which error it meets."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    lay_out(image, folder)
    if rubbish and writers.DATA in image:
        (folder / writers.DATA / f"{FILE}{SIDE_FILE}").write_bytes(RUBBISH)
    try:
        return writer.look(folder)
    except Exception as error:
        return repr(error)


def calls_of_writer(name: str, tmp_path: Path) -> list[Call]:
    folder = tmp_path / "disk"
    folder.mkdir()
    return recorded(name, folder)


pytestmark = pytest.mark.needs("strace")

MEASURED = "rolls"
"""What is measured for its wear; its many calls show nothing new here."""
SOUND = [name for name, writer in WRITERS.items() if not writer.faults and name != MEASURED]
UNSOUND = [name for name, writer in WRITERS.items() if writer.faults]

DISKS = ("journalled", "bare")
STATES_SEEN = 100
"""How many different states of each writer `make test` looks at, at least."""


def one_in(calls: list[Call], kinds: Sequence[str]) -> int:
    """Return the step that looks at *STATES_SEEN* different states: about half of all are equal to one before.

    It is odd, as the states of a moment are even in number: so each kind of state has its turn.
    """
    states = sum(1 for kind in kinds for _ in moments(calls, kind, torn=1))
    return max(1, states // (2 * STATES_SEEN) // 2 * 2 - 1)


def sound(name: str, tmp_path: Path, torn: int, takes_few: bool = False) -> int:
    """Return in how many states a sound writer's journal was looked at, on both kinds of disk."""
    calls = calls_of_writer(name, tmp_path)
    every = one_in(calls, DISKS) if takes_few else 1
    found = put_through(WRITERS[name], calls, DISKS, tmp_path / "laid", torn=torn, every=every)
    assert (found.lost[:3], found.corrupt[:3]) == ([], [])
    return len(found.looked)


def faults_of(name: str, tmp_path: Path, takes_few: bool = False) -> tuple[str, ...]:
    """Return which faults of a writer are found, on one kind of disk."""
    calls = calls_of_writer(name, tmp_path)
    every = one_in(calls, DISKS[:1]) if takes_few else 1
    found = put_through(WRITERS[name], calls, DISKS[:1], tmp_path / "laid", torn=1, every=every)
    return tuple(fault for fault in ("lost", "corrupt") if getattr(found, fault))


@pytest.mark.parametrize("name", SOUND)
def test_whatever_moment_the_power_is_cut_at_nothing_is_lost_doubled_or_corrupt(name: str, tmp_path: Path) -> None:
    assert sound(name, tmp_path, torn=1, takes_few=True) >= STATES_SEEN


@pytest.mark.long
@pytest.mark.parametrize("name", SOUND)
def test_at_every_moment_at_which_the_power_is_cut_nothing_is_lost_doubled_or_corrupt(
    name: str, tmp_path: Path
) -> None:
    is_journal = name == "journal"
    states = sound(name, tmp_path, torn=2 if is_journal else 1)
    assert not is_journal or states >= ENOUGH


@pytest.mark.soak
@pytest.mark.parametrize("name", SOUND)
def test_ten_times_as_many_states_are_as_sound(name: str, tmp_path: Path) -> None:
    states = sound(name, tmp_path, torn=150)
    assert name != "journal" or states >= 20 * ENOUGH


@pytest.mark.parametrize("name", UNSOUND)
def test_a_writer_that_loses_is_found_out_in_few_states(name: str, tmp_path: Path) -> None:
    assert faults_of(name, tmp_path, takes_few=True) == WRITERS[name].faults


@pytest.mark.long
@pytest.mark.parametrize("name", UNSOUND)
def test_a_writer_that_loses_is_found_out(name: str, tmp_path: Path) -> None:
    assert faults_of(name, tmp_path) == WRITERS[name].faults


def shape_of(calls: list[Call]) -> list[tuple[str, str, int, int, str]]:
    """Return all of *calls* but what they write: SQLite draws the numbers of a log anew each time."""
    return [(call.kind, call.path, call.at, len(call.data), call.to) for call in calls]


@pytest.mark.needs("strace")
@pytest.mark.parametrize("name", ["groups", "outbox", "migration", "mending", "file overwritten in place"])
def test_strace_sees_the_same_calls_of_a_writer(name: str, tmp_path: Path) -> None:
    for folder in ("disk", "straced"):
        (tmp_path / folder).mkdir()
    straced = traced(tmp_path / "straced", "tests.whole.crash.writers", (name, str(tmp_path / "straced")))
    assert shape_of(recorded(name, tmp_path / "disk")) == shape_of(straced)
