"""Backups onto sticks that are plugged in, pulled out, full, read-only and hostile: ``sticking CASE FOLDER [plain]``.

A process of its own, with mounts of its own: each case is a function here. A plain case needs no mounts: its sticks are
folders.
"""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path

from companion.engine.values.message import Message
from companion.model.requests import RequestRefused
from companion.service.helper import HelpedMachine
from companion.upkeep.backup.nights.memory import remembered
from companion.upkeep.backup.sticks.sticks import Stick as SeenStick
from tests.companion.upkeep.backup.nights.night_table import EVENING, NightTable, names, numbers
from tests.companion.upkeep.backup.sticks.plugging import Computer, PlainComputer, PlainStick, Stick
from tests.companion.upkeep.backup.tables import TABLE, tree

ID, OTHER = "6B0A-F03C", "1234-ABCD"
LONG = 100_000
"""So many bytes a backup has at least."""
ON_STICK = Message("stage.on-stick")


class Plugged(NightTable):
    """A table that sticks are plugged into."""

    def __init__(self, folder: Path, into: Path | None = None) -> None:
        self.computer = Computer(folder / "computer")
        super().__init__(folder, into, self.computer.sticks)
        (self.data / "kits" / "long.isle").write_bytes(os.urandom(LONG))
        self.look()

    def agree(self, stick: Stick) -> None:
        """Plug *stick* in, and press OK."""
        self.computer.plug_in(stick)
        self.look()
        assert self.asking.question == Message("stage.ask-stick", {"name": stick.label or stick.id})
        self.ok()

    def night(self, day: int) -> None:
        self.roll()
        self.until(EVENING + timedelta(days=day))


def asked_once(folder: Path) -> None:
    """One OK for a stick, and each night a backup goes onto it; seven are kept, and others' files are left."""
    table, stick = Plugged(folder), Stick(folder, ID, "GAMES")
    (stick.content / "holiday.jpg").write_text("a photo")
    table.computer.plug_in(stick)
    table.look()
    assert table.asking.question == Message("stage.ask-stick", {"name": "GAMES"})
    table.rest()
    assert (names(stick.content), table.computer.mounted) == (["holiday.jpg"], []), "not before the table's OK"
    assert [(new.id, new.name, new.asked) for new in table.nights.told().new_sticks] == [(ID, "GAMES", "waiting")]
    table.ok()
    assert (numbers(stick.backups), table.said) == ([1], [ON_STICK])
    assert table.computer.mounted == [], "it may be pulled out"
    told = table.nights.told()
    assert [(place.kind, place.id, place.name, place.there) for place in told.places] == [("stick", ID, "GAMES", True)]
    assert (told.places[0].at, told.new_sticks, told.making) == (table.clock.sure_text(), (), False)
    for day in range(1, 9):
        table.night(day)
    assert (numbers(stick.backups), table.said) == ([3, 4, 5, 6, 7, 8, 9], [ON_STICK])
    assert ((stick.content / "holiday.jpg").read_text(), table.faults.now) == ("a photo", ())
    table.start_again()
    table.night(10)
    assert numbers(stick.backups)[-1] == 10, "it is remembered"


def not_asked(folder: Path) -> None:
    """BACK, or nobody: nothing is written, and it isn't asked again until it is put in anew, or by the owner's page."""
    table, stick = Plugged(folder), Stick(folder, ID)
    table.computer.plug_in(stick)
    table.look()
    table.asking.answer(is_yes=False)
    for _ in range(20):
        table.rest()
    assert (table.asking.question, table.computer.mounted, names(stick.content)) == (None, [], [])
    table.nights.ask(ID)
    assert table.asking.question is not None
    table.asking.answer(is_yes=False)
    table.computer.pull_out()
    table.look()
    assert table.nights.told().new_sticks == ()
    try:
        table.nights.ask(ID)
        raise AssertionError("it isn't in")
    except RequestRefused as refusal:
        assert refusal.said.key == "backup.stick-gone"
    table.clock.advance(120)
    table.computer.plug_in(stick)
    table.look()
    assert table.asking.question is not None
    table.asking.answer(is_yes=False)
    table.start_again()
    table.clock.advance(120)
    for _ in range(3):
        table.look()
    assert table.asking.question is None, "it lay there when the table started"


def asked_later(folder: Path) -> None:
    """While the table is asked something else the stick waits."""
    table, stick = Plugged(folder), Stick(folder, ID)
    table.asking.ask("somebody", Message("stage.ask-clock"), lambda: None)
    table.computer.plug_in(stick)
    table.look()
    assert table.asking.question == Message("stage.ask-clock")
    table.asking.answer(is_yes=False)
    table.look()
    assert table.asking.question == Message("stage.ask-stick", {"name": ID})


def put_in_again(folder: Path) -> None:
    """A known stick that comes back is given what is new at once; the wrong one nothing."""
    table, stick, other = Plugged(folder), Stick(folder, ID), Stick(folder, OTHER)
    table.agree(stick)
    table.computer.pull_out()
    table.look()
    assert [place.there for place in table.nights.told().places] == [False]
    table.night(1)
    assert (numbers(stick.backups), table.faults.now) == ([1], ()), "it isn't in: nobody is scolded"
    table.computer.plug_in(other, "sdb1")
    table.computer.plug_in(stick, "sdc1")
    table.roll()
    table.look()
    assert (numbers(stick.backups), names(other.content)) == ([1, 2], [])
    assert table.said == [ON_STICK] * 2
    before = tree(stick.content)
    table.computer.pull_out("sdc1")
    table.look()
    table.computer.plug_in(stick, "sdc1")
    table.look()
    assert (tree(stick.content), len(table.said)) == (before, 3), "nothing is new"


def forgotten(folder: Path) -> None:
    """A stick that is forgotten is left as it is, and is asked for like any other."""
    table, stick = Plugged(folder), Stick(folder, ID)
    table.agree(stick)
    table.nights.forget(ID)
    assert table.nights.told().places == ()
    before = tree(stick.content)
    table.night(1)
    assert (tree(stick.content), table.nights.told().places, remembered(table.data).sticks) == (before, (), {})
    assert table.asking.question is None
    assert [new.id for new in table.nights.told().new_sticks] == [ID]
    table.nights.ask(ID)
    table.ok()
    assert numbers(stick.backups) == [1, 2]


def _fails(table: Plugged, stick: Stick, why: str, day: int) -> None:
    before = tree(stick.content)
    table.night(day)
    assert table.failing == {"backup.stick": f"backup.{why}"}, table.failing
    (place,) = table.nights.told().places
    assert place.failed is not None
    assert place.failed.key == f"backup.{why}"
    assert tree(stick.content) == before, "what lay there stands, and nothing else does"


def full(folder: Path) -> None:
    """A full stick: a sentence, and all seven stand; the next night finds room again."""
    table, stick = Plugged(folder), Stick(folder, ID)
    table.agree(stick)
    stick.fill()
    _fails(table, stick, "stick-full", 1)
    (stick.content / "films").unlink()
    table.night(2)
    assert (numbers(stick.backups), table.failing) == ([1, 2], {})


def read_only(folder: Path) -> None:
    """A stick with its little switch set, found so in a night and at once."""
    table, stick = Plugged(folder), Stick(folder, ID)
    table.agree(stick)
    stick.be_read_only()
    _fails(table, stick, "stick-read-only", 1)
    empty = Stick(folder, OTHER)
    empty.be_read_only()
    table.computer.pull_out()
    table.clock.advance(120)
    table.look()
    table.computer.plug_in(empty, "sdb1")
    table.look()
    table.ok()
    assert (table.failing, names(empty.content)) == ({"backup.stick": "backup.stick-read-only"}, [])


def pulled_out(folder: Path) -> None:
    """Pulled out while it is written, or made durable, whatever the kernel says of that: the old ones stand."""
    table, stick = Plugged(folder), Stick(folder, ID)
    table.agree(stick)
    device = stick.content.stat().st_dev
    write, sync = os.write, os.fsync

    said = [errno.EIO, errno.ENODEV, errno.ENXIO, errno.EIO]

    def fails_on_stick(opened: int) -> None:
        if os.fstat(opened).st_dev == device:
            number = said.pop(0)
            raise OSError(number, os.strerror(number))

    def written(opened: int, piece: bytes) -> int:
        if os.fstat(opened).st_size > LONG // 2:
            fails_on_stick(opened)
        return write(opened, piece[:1000])

    def synced(opened: int) -> None:
        fails_on_stick(opened)
        sync(opened)

    os.write = written  # type: ignore[assignment]
    for day in (1, 2, 3):
        _fails(table, stick, "stick-gone", day)
    os.write, os.fsync = write, synced  # type: ignore[assignment]
    _fails(table, stick, "stick-gone", 4)
    os.fsync = sync
    assert said == []
    table.night(5)
    assert (numbers(stick.backups), table.failing) == ([1, 2], {})


def gone(folder: Path) -> None:
    """Pulled out before it is mounted, once it is, and once its folder is open: nothing is written where it lay."""
    table, stick = Plugged(folder), Stick(folder, ID)
    table.agree(stick)
    seen = table.computer.sticks.seen
    looks = 0

    def seen_until_pulled() -> list[SeenStick]:
        nonlocal looks
        if table.quiet.is_at_rest and table.now >= night:
            looks += 1
            if looks == pulled_at and table.computer.inside:
                table.computer.pull_out()
        return seen()

    table.computer.sticks.seen = seen_until_pulled  # type: ignore[method-assign]
    for day, pulled_at in enumerate((2, 3, 4), 1):  # the first look is whether it is in at all
        night, looks = EVENING + timedelta(days=day - 1, hours=7, minutes=45), 0
        _fails(table, stick, "stick-gone", day)
        assert looks >= pulled_at
        assert names(table.computer.root / "media/stick-sda1") == [], "nor onto the card"
        night = EVENING + timedelta(days=99)
        table.computer.plug_in(stick)
        table.look()
        assert (numbers(stick.backups)[-1], table.failing) == (1 + day, {})


def swapped(folder: Path) -> None:
    """Another stick that is mounted where the known one was is never written."""
    table, stick, other = Plugged(folder), Stick(folder, ID), Stick(folder, OTHER)
    table.agree(stick)
    table.computer.pull_out()
    table.look()
    table.computer.plug_in(stick)
    run = table.computer.run

    def mounts_another(command: Sequence[str]) -> bool:
        table.computer.inside["sda1"] = other
        return run(command)

    table.computer.machine = HelpedMachine(table.computer.root, mounts_another)
    table.roll()
    table.look()
    assert table.failing == {"backup.stick": "backup.stick-unread"}
    assert (numbers(stick.backups), names(other.content)) == ([1], [])


def unreadable(folder: Path) -> None:
    """A file system that nobody knows is told once it has been in for some seconds; one that can't be mounted too."""
    table, stick, unknown = Plugged(folder), Stick(folder, ID), Stick(folder, OTHER)
    unknown.id = ""
    table.computer.plug_in(unknown)
    table.look()
    for _ in range(3):
        table.nights.look()
    assert table.faults.now == (), "it may only just have come, and a burst of news has it looked at again and again"
    table.look()
    assert table.failing == {"backup.stick-unknown": "backup.stick-unread"}
    assert table.asking.question is None
    table.computer.pull_out()
    table.look()
    assert table.faults.now == ()
    table.computer.fails = True
    table.agree(stick)
    assert table.failing == {"backup.stick": "backup.stick-unread"}
    table.computer.fails = False
    table.night(1)
    assert (numbers(stick.backups), table.failing) == ([1], {})


def hostile(folder: Path) -> None:
    """Links, folders and pipes in the place of our names are neither followed nor removed; odd names are told."""
    mine = folder / "mine"
    mine.mkdir()
    (mine / "journal").write_text("mine")
    table, stick = Plugged(folder), Stick(folder, ID, "\x1b[31m<b>\n‮x" + "y" * 30)
    stick.backups.symlink_to(mine)
    table.computer.plug_in(stick)
    table.look()
    assert table.asking.question == Message("stage.ask-stick", {"name": "??31m?b???xyyyyy"})
    table.ok()
    assert table.failing == {"backup.stick": "backup.stick-odd"}
    stick.backups.unlink()
    os.mkfifo(stick.backups)
    _fails(table, stick, "stick-odd", 1)
    stick.backups.unlink()
    stick.backups.mkdir()
    made = f"tidetable-{TABLE}-000001-undated.zip"
    for day, lay in enumerate((Path.mkdir, os.mkfifo, lambda path: path.symlink_to(mine / "journal")), 2):
        for name in (made, f"{made}.new"):
            lay(stick.backups / name)  # type: ignore[operator]
            table.night(2 * day + (name != made))
            assert table.failing == {"backup.stick": "backup.in-the-way"}
            assert names(stick.backups) == [name]
            (stick.backups / name).rmdir() if lay is Path.mkdir else (stick.backups / name).unlink()
    (stick.backups / f"{made}.new").write_text("cut off by a pulled plug")
    (stick.backups / "\udcff\udcfe.zip").touch()
    table.night(20)
    assert (numbers(stick.backups), table.failing) == ([1], {})
    assert len(names(stick.backups)) == 2
    assert tree(mine) == {"journal": b"mine"}


def both(folder: Path) -> None:
    """A folder and two sticks are each given their own, whatever becomes of the others."""
    into = folder / "into"
    into.mkdir()
    table, stick, other = Plugged(folder, into), Stick(folder, ID), Stick(folder, OTHER)
    table.rest()
    table.agree(stick)
    table.computer.plug_in(other, "sdb1")
    table.look()
    table.ok()
    stick.fill()
    table.night(1)
    assert [numbers(each) for each in (into, stick.backups, other.backups)] == [[1, 2], [1], [1, 2]]
    assert table.failing == {"backup.stick": "backup.stick-full"}
    assert [place.failed is not None for place in table.nights.told().places] == [False, True, False]


CASES: tuple[Callable[[Path], None], ...] = (
    *(asked_once, not_asked, asked_later, put_in_again, forgotten, full, read_only, pulled_out),
    *(gone, swapped, unreadable, hostile, both),
)
PLAIN = (asked_once, not_asked, asked_later, put_in_again, forgotten, unreadable)
"""Of which a folder shows the same as a mounted stick."""

if __name__ == "__main__":
    os.environ["TZ"] = "UTC"
    time.tzset()
    case = next(case for case in CASES if case.__name__ == sys.argv[1])
    if sys.argv[3:] == ["plain"] and case in PLAIN:
        Computer, Stick = PlainComputer, PlainStick  # type: ignore[misc]
    case(Path(sys.argv[2]))
