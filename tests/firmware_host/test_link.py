"""The host's end against the real firmware: found, lost, found again; a spoilt line; what comes too late."""

from __future__ import annotations

import os
import pty
import select
import struct
import threading
import time
import tty
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import structs

from firmware_host import link as linking
from firmware_host import tlink
from firmware_host.bench.emulator import Emulator, disk_files
from firmware_host.dicetray import DiceTray
from firmware_host.firmware import wiring
from firmware_host.firmware.about import VERSION
from firmware_host.line import Greeting, SerialLine, Silent
from firmware_host.link import Link, LinkTimings
from firmware_host.port import PortNews, SerialPort
from hardware.cues import CardCue, DrawingCue, RollCue, RollingCue, VerdictCue
from hardware.ports import DeviceStatus
from tests.support.trays import BRISK, Heard, Rig, SpoiltPort, greet, land, lit, opener, rig, windows
from tests.support.waiting import TIMEOUT_S, eventually

pytestmark = pytest.mark.whole

HASTY = LinkTimings(poll_s=0.05, try_s=0.01)
PLUGGED_AGAIN = [2, pytest.param(10, marks=pytest.mark.long), pytest.param(1000, marks=pytest.mark.soak)]


@pytest.fixture
def usual() -> Iterator[Rig]:
    with rig() as made:
        yield made


def test_a_tray_is_found_greeted_and_told(usual: Rig) -> None:
    assert usual.tray.greeting is not None
    assert (usual.tray.greeting.windows, usual.tray.greeting.firmware) == (3, VERSION)
    assert usual.tray.status == DeviceStatus("dicetray", False, True)


@pytest.mark.parametrize("times", PLUGGED_AGAIN)
def test_unplugged_in_mid_spin_and_plugged_in_again_nothing_is_lost_and_nothing_is_done_twice(
    usual: Rig, times: int
) -> None:
    (path,) = usual.socket.find()
    for time_ in range(times):
        at = time_ * 4 % 11
        usual.spins(11)
        assert usual.stops(11, at)
        usual.socket.unplug()
        eventually(lambda time_=time_: len(usual.landed) == time_ + 1)  # type: ignore[misc]
        before, path = path, usual.socket.plug().path
        assert path != before
        usual.await_tray()
        sector = [3 * at, 3 * at + 1, 3 * at + 2]
        eventually(lambda sector=sector: lit(usual.board, wiring.RING) == sector)  # type: ignore[misc]
    assert len(usual.landed) == times


@pytest.mark.long
def test_a_tray_that_starts_anew_while_plugged_in_shows_the_same_again(usual: Rig) -> None:
    assert usual.rolls(3, 7, 10)
    eventually(lambda: usual.landed == ["dice"])
    usual.tray.lamps["draw"].set(True)
    before = usual.tray.greeting
    assert usual.socket.emulator is not None
    usual.socket.emulator.reset()
    eventually(lambda: usual.tray.greeting not in (None, before))
    eventually(lambda: windows(usual.board) == ["3", "7", "10"] and usual.board.levels[wiring.LAMPS[2]] == 1)


@pytest.mark.long
def test_over_a_line_that_spoils_a_quarter_200_rolls_are_200() -> None:
    emulator = Emulator()
    try:
        port = SpoiltPort(emulator.path, corrupts=0.15, drops=0.10)
        line = SerialLine(port, try_s=0.03)
        greet(line, 7)
        for number in range(1, 201):
            line.request(tlink.LAND, land(number, tlink.DICE, 3, 1 + number % 10, 7, 10), tries=200)
        assert line.asked_again > 50
        assert line.spoilt > 10
        clean = SerialLine(port)
        port.corrupts = port.drops = 0.0
        greet(clean, 7)
        assert (clean.state().landings, clean.state().motion) == (200, 200)
        port.close()
    finally:
        emulator.close()


@pytest.mark.long
def test_over_such_a_line_presses_and_landings_come_through_each_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linking, "SerialPort", opener(0.15, 0.10))
    with rig({"timings": structs.replace(BRISK, try_s=0.03)}) as made:
        for number in range(1, 6):
            made.press(0, True)
            eventually(lambda number=number: made.heard.words.count("roll pressed") == number)  # type: ignore[misc]
            made.press(0, False)
            eventually(lambda number=number: made.heard.words.count("roll released") == number)  # type: ignore[misc]
            holds = made.rolls(number, 7, 10)
            eventually(lambda number=number, holds=holds: made.landed.count("dice") == number * holds)  # type: ignore[misc]
        assert made.heard.words == ["roll pressed", "roll released"] * 5


class Telling:
    """A listener that keeps what it hears."""

    def __init__(self) -> None:
        self.told: list[Any] = []

    def greeted(self, greeting: Greeting) -> None:
        self.told.append("greeted")

    def lost(self, trouble: str) -> None:
        self.told.append(trouble)

    def button(self, button: int, what: int, at_s: float) -> None:
        self.told.append((button, what))

    def landed(self, motion: int) -> None:
        self.told.append(("landed", motion))


class Pretended:
    """A tray of a few lines, whose events come when the test says, with the numbers and the times that it says."""

    def __init__(self) -> None:
        self.event = 0
        self.presses = 0
        self.pings = 0
        self.since_ms = 65535
        self.master, slave = pty.openpty()
        tty.setraw(slave)
        self._slave = slave
        self.path = os.ttyname(slave)
        self._decoder = tlink.Decoder()
        self._responder = tlink.Responder(self._do, lambda: b"\x03\x211.0.0 1.27.0", 77)
        self._thread = threading.Thread(target=self._run, name="pretended", daemon=True)
        self._thread.start()

    def _do(self, kind: int, payload: bytes) -> bytes:
        if kind == tlink.PING:
            self.pings += 1
            return struct.pack(tlink.PING_ANSWER, self.now_ms, self.event)
        if kind == tlink.STATE:
            buttons = struct.pack(tlink.STATE_BUTTON, self.presses, self.since_ms) + b"\x00\xff\xff" * 3
            return struct.pack(tlink.STATE_ANSWER, self.now_ms, self.event, 1, 0, 5, 0, 0) + buttons
        return b""

    @property
    def now_ms(self) -> int:
        return int(1000 * time.monotonic()) % tlink.CLOCK_PERIOD_MS

    def press(self, ago_ms: int = 0, lost: bool = False) -> None:
        """Tell of a press of ROLL some time ago, or have that *lost* on the way."""
        self.event += 1
        self.presses += 1
        self.since_ms = ago_ms
        payload = struct.pack(tlink.BUTTON_EVENT, 0, tlink.PRESSED, self.now_ms - ago_ms)
        if not lost:
            os.write(self.master, tlink.pack(tlink.BUTTON, self.event, payload))

    def be_heard(self) -> None:
        """Wait until the link has done what follows from all that was told: it pings in turn with that."""
        before = self.pings
        eventually(lambda: self.pings > before + 2)

    def _run(self) -> None:
        while True:
            try:
                data = os.read(self.master, 4096)
            except OSError:
                return
            if data == b"end":
                return
            for message in self._decoder.feed(data):
                os.write(self.master, self._responder.answer(*message))

    def close(self) -> None:
        os.write(self._slave, b"end")
        self._thread.join()
        os.close(self._slave)
        os.close(self.master)


@pytest.fixture
def pretended() -> Iterator[Pretended]:
    made = Pretended()
    yield made
    made.close()


@pytest.fixture
def told(pretended: Pretended) -> Iterator[list[Any]]:
    """What a link to the pretended tray tells; only ask for it after the link's first ping could have been."""
    listener = Telling()
    link = Link(listener, lambda: [pretended.path], timings=LinkTimings(poll_s=0.05, ping_s=0.1))
    link.start()
    eventually(lambda: "greeted" in listener.told)
    yield listener.told
    link.close()


def test_a_press_that_is_heard_in_time_counts_and_one_older_than_a_second_does_not(
    pretended: Pretended, told: list[Any]
) -> None:
    for ago_ms, counts in ((0, 1), (700, 2), (1300, 2), (60_000, 2), (0, 3)):
        pretended.press(ago_ms)
        pretended.be_heard()
        assert told.count((0, tlink.PRESSED)) == counts


def test_a_press_that_was_lost_on_the_way_is_asked_for_and_counts_once(pretended: Pretended, told: list[Any]) -> None:
    pretended.press(lost=True)
    eventually(lambda: told.count((0, tlink.PRESSED)) == 1)
    pretended.press(ago_ms=1500, lost=True)
    pretended.be_heard()
    assert told.count((0, tlink.PRESSED)) == 1, "it came too late"
    pretended.press()
    eventually(lambda: told.count((0, tlink.PRESSED)) == 2)


def test_a_gap_in_the_events_is_enough_to_ask(pretended: Pretended) -> None:
    listener = Telling()
    link = Link(listener, lambda: [pretended.path], timings=LinkTimings(poll_s=0.05, ping_s=60.0))
    link.start()
    try:
        eventually(lambda: "greeted" in listener.told)
        pretended.press(lost=True)
        pretended.press()
        eventually(lambda: listener.told.count((0, tlink.PRESSED)) == 2)
    finally:
        link.close()


def test_an_event_that_comes_twice_counts_once(pretended: Pretended, told: list[Any]) -> None:
    pretended.press()
    pretended.event -= 1
    pretended.press()
    pretended.be_heard()
    assert told.count((0, tlink.PRESSED)) == 1


def test_a_late_landed_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware_host.dicetray.os.urandom", bytes)  # from which motions are counted
    with rig() as made:
        assert made.rolls(3, 7, 10)
        made.tray.landed(0)
        assert made.landed == []
        made.tray.landed(1)
        made.tray.landed(1)
        assert made.landed == ["dice"]


@pytest.mark.long
def test_what_a_tray_cannot_show_leaves_it_dark_rather_than_as_it_was(usual: Rig) -> None:
    for wheels in (False, True):
        assert usual.rolls(3, 7, 10)
        eventually(lambda: windows(usual.board) == ["3", "7", "10"])
        assert not (usual.stops(34, 7) if wheels else usual.rolls(1, 2, 3, 4))
        eventually(lambda: windows(usual.board) == ["", "", ""] and lit(usual.board, wiring.RING) == [])
    usual.tray.show(DrawingCue(caption=""))
    usual.tray.show(CardCue(title="Kraken"))
    usual.tray.lamps["roll"].set(True)
    eventually(lambda: usual.board.levels[wiring.LAMPS[0]] == 1 and lit(usual.board, wiring.RING) == [])


def test_what_is_private_reaches_no_light(usual: Rig) -> None:
    assert usual.rolls(3, 7, 10)
    eventually(lambda: windows(usual.board) == ["3", "7", "10"])
    usual.tray.show(VerdictCue(won=True, title="", private=True))
    assert not usual.tray.land(RollCue(values=(8, 8, 8), caption="", private=True), lambda: None)
    usual.tray.lamps["roll"].set(True)
    eventually(lambda: usual.board.levels[wiring.LAMPS[0]] == 1)
    assert (windows(usual.board), lit(usual.board, wiring.VERDICT)) == (["3", "7", "10"], [])


def test_an_idol_that_stands_is_not_taken_for_dice_that_lie(usual: Rig) -> None:
    usual.tray.show(RollingCue(count=3, caption=""))
    usual.tray.aim(45, push=False)
    eventually(lambda: usual.board.duty[wiring.IDOL_TURNS] == 4095)
    assert usual.lands(3, 7, 10)
    eventually(lambda: usual.landed == ["dice"])
    # The board tells of its pins by another wire: a last frame may still be on its way, but no more than one.
    seen: list[list[str]] = []
    eventually(lambda: seen.append(windows(usual.board)) or seen[-1] == ["3", "7", "10"])  # type: ignore[func-returns-value]
    assert max(len(set(faces)) for faces in zip(*seen, strict=True)) <= 2, seen
    with pytest.raises(ValueError, match="0 to 180 degrees, not to 181"):
        usual.tray.aim(181, push=False)


@pytest.mark.long
def test_an_idol_that_was_aimed_while_no_tray_was_there_does_not_move_later(usual: Rig) -> None:
    usual.socket.unplug()
    eventually(lambda: usual.tray.greeting is None)
    usual.tray.aim(45, push=True)
    usual.socket.plug()
    usual.await_tray()
    usual.tray.lamps["roll"].set(True)
    eventually(lambda: usual.board.levels[wiring.LAMPS[0]] == 1)
    assert {usual.board.duty[pin] for pin in (wiring.IDOL_TURNS, wiring.IDOL_PUSHES)} == {0}


@pytest.mark.long
def test_a_tray_that_knows_no_idol_is_told_of_once_and_shows_everything_else(caplog: pytest.LogCaptureFixture) -> None:
    files = disk_files()
    files["tray.py"] = files["tray.py"].replace(b"tlink.IDOL: self._move_idol,", b"")
    with rig(files=files) as made:
        for number in (1, 2):
            made.tray.aim(45, push=True)
            assert made.rolls(number, 7, 10)
            eventually(lambda number=number: windows(made.board) == [str(number), "7", "10"])  # type: ignore[misc]
    assert [each.message for each in caplog.records if "can't do" in each.message] == [
        "the dice tray can't do what was asked (idol, reason 3)"
    ]


def test_a_muted_tray_is_silent_at_once_and_stays_so() -> None:
    files = disk_files()
    files["buzzer.py"] = files["buzzer.py"].replace(b"((1047, 100)", b"((1047, 60000)")
    with rig(files=files) as made:
        made.tray.play("win")
        eventually(lambda: made.board.duty[wiring.BUZZER] > 0)
        made.tray.set_muted(True)
        eventually(lambda: made.board.duty[wiring.BUZZER] == 0)
        made.tray.play("win")
        made.tray.lamps["roll"].set(True)
        eventually(lambda: made.board.levels[wiring.LAMPS[0]] == 1)
        assert made.board.duty[wiring.BUZZER] == 0
        made.tray.set_muted(False)
        made.tray.play("win")
        eventually(lambda: made.board.duty[wiring.BUZZER] > 0)


@pytest.mark.parametrize(("trouble", "emulated"), [("silent", False), ("closed", False), ("starting", True)])
def test_a_pico_that_is_there_and_is_no_tray_is_told_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch, trouble: str, emulated: bool
) -> None:
    monkeypatch.setattr(linking, "OFTEN_FOR_S", 0.2)
    master, slave = pty.openpty()
    tty.setraw(slave)
    other = SerialPort(os.ttyname(slave)) if trouble == "closed" else None
    tray = DiceTray(Heard(), lambda: [os.ttyname(slave)], simulated=emulated, timings=HASTY)
    tray.start()
    try:
        eventually(lambda: tray.status == DeviceStatus("dicetray", emulated, False, f"device.dicetray.{trouble}"))
    finally:
        tray.close()
        if other is not None:
            other.close()
        os.close(slave)
        os.close(master)


def test_a_stranger_is_greeted_three_times_without_breaking_it_off_and_its_port_is_given_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("firmware_host.strangers.APART_S", 0.05)
    paths, (master, slave) = [], pty.openpty()
    tty.setraw(slave)
    paths.append(os.ttyname(slave))
    opened: list[str] = []

    def opening(path: str) -> SerialPort:
        opened.append(path)
        return SerialPort(path)

    looked: list[int] = []
    monkeypatch.setattr(linking, "SerialPort", opening)
    timings = LinkTimings(poll_s=0.01, try_s=0.01)
    link = Link(Telling(), lambda: looked.append(1) or paths, timings=timings)  # type: ignore[func-returns-value]
    link.start()
    try:
        eventually(lambda: len(looked) > 20 and len(opened) >= 3)
        seen = len(looked)
        eventually(lambda: len(looked) > seen + 20)
        assert len(opened) == 3
        greetings = os.read(master, 65536)
        assert greetings
        assert not {3, 4} & {*greetings}
        os.close(slave)
        os.close(master)
        master, slave = pty.openpty()
        tty.setraw(slave)
        paths[:] = [os.ttyname(slave)]
        eventually(lambda: len(opened) > 3)
    finally:
        link.close()
        os.close(slave)
        os.close(master)


def test_no_greeting_breaks_a_program_off(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[bytes] = []
    port: Any = SimpleNamespace(write=sent.append, wait=lambda *_: False)
    draws = iter([b"\x03aaa", b"a\x04aa", *(struct.pack("<I", each) for each in range(1, 5000))])
    monkeypatch.setattr("os.urandom", lambda count: next(draws))
    for _ in range(300):
        with pytest.raises(Silent):
            SerialLine(port, try_s=0.0).greet()
    assert len(sent) >= 300
    assert not {3, 4} & {*b"".join(sent)}


def test_a_stranger_on_the_port_is_left_alone_and_the_tray_beside_it_is_found() -> None:
    master, slave = pty.openpty()
    tty.setraw(slave)
    made = Rig({}, {})
    try:
        tray = DiceTray(Heard(), lambda: [os.ttyname(slave), *made.socket.find()], timings=HASTY)
        made.tray.close()
        tray.start()
        eventually(lambda: tray.greeting is not None)
        tray.close()
    finally:
        made.close()
        os.close(slave)
        os.close(master)


def test_where_ports_are_told_of_it_is_looked_at_once_when_one_comes_and_hardly_before(
    pretended: Pretended, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(linking, "OFTEN_FOR_S", 0.0)
    read, write = os.pipe()
    there: list[str] = []
    looks: list[int] = []

    class News:
        def fileno(self) -> int:
            return read

        def heard(self) -> bool:
            return bool(select.select([read], [], [], 0)[0]) and os.read(read, 1) == b"!"

        def close(self) -> None:
            os.close(read)

    def find() -> list[str]:
        looks.append(len(there))
        return list(there)

    listener = Telling()
    link = Link(listener, find, timings=LinkTimings(ping_s=0.1), open_news=News)
    link.start()
    eventually(lambda: looks == [0])
    os.write(write, b"?")  # of something else
    there.append(pretended.path)
    os.write(write, b"!")
    eventually(lambda: "greeted" in listener.told)
    link.close()
    os.close(write)
    assert looks == [0, 1]
    with pytest.raises(OSError, match="Bad file"):
        os.fstat(read)


def test_where_nothing_tells_of_ports_it_is_looked_again_and_again(
    pretended: Pretended, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(linking, "OFTEN_FOR_S", 0.0)
    monkeypatch.setattr(linking, "RARELY_S", 0.05)
    looks: list[int] = []

    def find() -> list[str]:
        looks.append(1)
        return [pretended.path] if len(looks) == 3 else []

    def no_news() -> PortNews:
        raise OSError("not here")

    listener = Telling()
    with caplog.at_level("INFO"):
        link = Link(listener, find, open_news=no_news)
        link.start()
        eventually(lambda: "greeted" in listener.told)
        link.close()
    assert "nothing tells of ports that come (not here)" in caplog.text


@pytest.mark.parametrize("wanted", [False, True])
def test_without_a_tray_nothing_is_wrong_unless_one_is_wanted(tmp_path: Path, wanted: bool) -> None:
    tray = DiceTray(Heard(), lambda: [str(tmp_path / "ttyACM0")], wanted=wanted, timings=LinkTimings(poll_s=0.05))
    tray.start()
    absent = DeviceStatus("dicetray", False, False, "device.dicetray.absent")
    eventually(lambda: tray.status == (absent if wanted else None))
    tray.close()


def test_firmware_of_another_version_is_told_from_a_missing_tray() -> None:
    files = disk_files()
    files["tlink.py"] = files["tlink.py"].replace(b"_MIN = 1", b"_MIN = 2").replace(b"_MAX = 1", b"_MAX = 2")
    made = Rig({"wanted": True}, {"files": files})
    try:
        eventually(lambda: made.tray.status is not None and made.tray.status.trouble == "device.dicetray.version")
    finally:
        made.close()


@pytest.mark.long
def test_a_tray_that_hangs_is_given_up_in_time_and_no_call_waits_for_it() -> None:
    with rig({"timings": structs.replace(BRISK, try_s=0.01)}) as made:
        emulator = made.socket.emulator
        assert emulator is not None
        os.kill(emulator.pid, 19)
        try:
            begun_s = time.monotonic()
            for _ in range(100):
                made.rolls(3, 7, 10)
                made.tray.lamps["roll"].set(True)
                made.tray.play("win")
            assert time.monotonic() - begun_s < 0.5
            eventually(lambda: made.tray.greeting is None)
            assert len(made.landed) >= 99, "whoever waited for it waits no longer"
        finally:
            os.kill(emulator.pid, 18)


def test_closing_is_quick_and_tells_whoever_waits() -> None:
    with rig() as made:
        assert made.rolls(3, 7, 10)
        begun_s = time.monotonic()
        made.tray.close()
        assert made.landed == ["dice"]
        assert time.monotonic() - begun_s < 2


def test_who_is_not_waited_for_any_longer_still_sleeps_by_a_pipe_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linking, "CLOSE_S", 0.05)
    looking, over = threading.Event(), threading.Event()

    def find() -> list[str]:
        looking.set()
        over.wait()
        return []

    tray = DiceTray(Heard(), find)
    pipe = os.fstat(tray._link._wake).st_ino
    tray.start()
    assert looking.wait(TIMEOUT_S)
    tray.close()
    assert os.fstat(tray._link._wake).st_ino == pipe
    over.set()
