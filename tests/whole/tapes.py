"""A tape of everything that leaves the process: by the bus to the table's own screen, by the network, to a broker.

Time stands still except where the test moves it, so two runs that differ in the result alone can be compared byte by
byte. What is masked differs by time and by nothing else: the Date header, and heartbeats, which come by the wall clock;
and the table's id at the broker, which is drawn by lot.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import pytest

from companion.app import close
from companion.chance.dealers import Dealer
from companion.engine.chance import Answer
from companion.journal.journal import Journal
from companion.journal.rows import Batch
from companion.opening import Opening
from companion.outside.mqtt.client.letter import Heard, Letter
from companion.parts.optional import MQTT
from companion.runtime.clock import ManualClock
from companion.settings.tables import Settings
from hardware.cues import StageCue
from hardware.oled.drawing.motion import landing
from tests.support.houses import House, PatientNewest, told_to
from tests.support.near_broker import NearBroker, near_broker
from tests.support.sse import Event, Reader
from tests.support.tables import Table
from tests.support.waiting import eventually

Kind = Literal["bus", "sse", "http", "mqtt", "commit", "durable"]
MASKED = re.compile(rb"\r\nDate: [^\r]*|event: heartbeat\ndata: [^\n]*\n\n|tidetable[/-][0-9a-f]{12}")


@dataclass(frozen=True)
class Tried:
    """A table on which *line* of *seat* is tried, for which *dealers* are made from what chance answers then.

    After *opening* and *begin* nothing is on show that differs from run to run. *cue* is what the table's screen lands
    on; *half_s* after its beginning a part of that is to be seen, before the least time in motion is over.
    """

    line: str
    seat: int | str
    dealers: Callable[[Answer], Mapping[str, Dealer]]
    begin: Callable[[Table, ManualClock], None]
    cue: Callable[[Answer], StageCue]
    half_s: float
    opening: Opening | None = None


@dataclass
class Tape:
    """What was sent and done, in the order in which it was seen; *stream* is all that one phone was sent, *panel* the
    page of the simulated table, *changes* a phone that is sent what has changed.

    *begin* and *revealed* are places in *entries*: before the second roll starts, and before its reveal may come.
    """

    entries: list[tuple[Kind, bytes]] = field(default_factory=list)
    begin: int = 0
    revealed: int = 0
    stream: bytes = b""
    panel: bytes = b""
    changes: bytes = b""

    def add(self, kind: Kind, data: bytes = b"") -> None:
        self.entries.append((kind, MASKED.sub(b"", data)))

    def first(self, kind: Kind, beginning: bytes = b"", after: int | None = None) -> int:
        """The place of the first entry of *kind* with that *beginning*, after *begin* or the place *after*."""
        places = range(self.begin if after is None else after, len(self.entries))
        return next(at for at in places if self.entries[at][0] == kind and self.entries[at][1].startswith(beginning))

    def of(self, kind: Kind, begin: int, end: int) -> list[bytes]:
        return [data for each, data in self.entries[begin:end] if each == kind]

    def streamed_before_the_reveal(self) -> tuple[bytes, ...]:
        told = ((self.stream, b"table"), (self.panel, b"table"), (self.changes, b"change"))
        return tuple(before_the_reveal(stream, event) for stream, event in told)


def before_the_reveal(stream: bytes, event: bytes) -> bytes:
    cue = stream.index(b"event: cue\n")
    return MASKED.sub(b"", stream[: stream.index(b"event: %s\n" % event, cue)])


class Listening:
    """Somebody who is sent what they *ask* for, such as the screen; their events go on the tape as they come."""

    def __init__(self, port: int, tape: Tape, ask: str = "screen=1") -> None:
        self._reader = Reader(port, f"/api/v1/stream?{ask}")
        self._heard: list[Event] = []
        self._tape = tape
        self._thread = threading.Thread(target=self._listen)
        self._thread.start()

    def _listen(self) -> None:
        while True:
            try:
                event = self._reader.next()
            except EOFError:
                return
            self._tape.add("sse", f"{event.name} {event.data}".encode())
            self._heard.append(event)

    def wait_for(self, name: str, count: int) -> None:
        eventually(lambda: sum(event.name == name for event in self._heard) >= count)

    def close(self) -> bytes:
        """Return all that was sent."""
        self._thread.join()
        self._reader.close()
        return self._reader.received


class HouseOnTape(House):
    """Somebody who hears all that a broker is told; it goes on the *tape* as it comes."""

    def __init__(self, near: NearBroker, tape: Tape) -> None:
        super().__init__(near)
        self._heard_before = self._marks = 0
        self._tape = tape

    def catch_up(self, table: Table) -> None:
        """Have all on the tape that the table has to tell so far: a broker hands it on in its order."""
        newest: Any = table.daemon.for_broker
        eventually(newest.has_told)
        mqtt = table.daemon.optional.made(MQTT)
        assert mqtt is not None
        broker = mqtt.broker
        assert broker is not None
        self._marks += 1
        mark = Heard("tidetable/so-far", b"%d" % self._marks, retained=False)
        broker.tell(Letter(mark.topic, mark.payload))
        eventually(lambda: mark in self.heard)
        end = self.heard.index(mark)
        new, self._heard_before = self.heard[self._heard_before : end], end + 1
        for each in new:
            name = each.topic.rpartition("/")[2]
            self._tape.add("mqtt", f"{name} {each.retained} ".encode() + each.payload)


def play(folder: Path, tried: Tried, answer: Answer, patch: pytest.MonkeyPatch) -> Tape:
    """Have what is *tried* done, chance answering *answer*, and return the tape of it."""
    tape, clock, commit = Tape(), ManualClock(), Journal.commit_all
    before_commit: list[Callable[[], None]] = []

    def taped(journal: Journal, batches: Sequence[Batch]) -> list[int]:
        for wait in before_commit:
            wait()
        tape.add("commit")
        numbers = commit(journal, batches)
        tape.add("durable")
        return numbers

    patch.setattr(Journal, "commit_all", taped)
    patch.setattr("companion.app.Newest", PatientNewest)
    with near_broker(folder / "broker") as near:
        house = HouseOnTape(near, tape)
        try:
            _play(folder, tried, answer, tape, clock, house, told_to(near, user=""), before_commit)
        finally:
            house.close()
    return tape


def _play(
    folder: Path,
    tried: Tried,
    answer: Answer,
    tape: Tape,
    clock: ManualClock,
    house: HouseOnTape,
    change: Callable[[Settings], Settings],
    before_commit: list[Callable[[], None]],
) -> None:
    def on_bus(payload: bytes) -> None:
        tape.add("bus", payload)

    dealers = tried.dealers(answer)
    with Table(folder, dealers, opening=tried.opening, clock=clock, tape=on_bus, change=change) as table:
        eventually(lambda: house.last("status") is not None)
        tried.begin(table, clock)
        house.catch_up(table)
        phone, panel = Listening(table.port, tape), Listening(table.port, tape, "screen=own")
        changes = Listening(table.port, tape, "screen=1&changes=1")
        try:
            for each, picture in ((phone, "screen"), (panel, "private-screen"), (changes, "screen")):
                each.wait_for("table", 1)
                each.wait_for(picture, 1)
            tape.begin = len(tape.entries)
            # The commit waits until all have seen that something moves: in vain, if they aren't told before.
            before_commit += [lambda: phone.wait_for("cue", 1), lambda: phone.wait_for("screen", 2)]
            before_commit += [lambda: panel.wait_for("cue", 1), lambda: panel.wait_for("private-screen", 2)]
            before_commit += [lambda: changes.wait_for("cue", 1), lambda: changes.wait_for("screen", 2)]
            do_it(table, clock, tape, tried, answer, house)
            for each in (phone, panel):
                each.wait_for("table", 2)
            changes.wait_for("change", 1)
            table.glass_shows(tried.cue(answer))
            house.catch_up(table)
        finally:
            close(table.daemon)
            tape.stream, tape.panel, tape.changes = phone.close(), panel.close(), changes.close()


def do_it(table: Table, clock: ManualClock, tape: Tape, tried: Tried, answer: Answer, house: HouseOnTape) -> None:
    """Try it; while only the table's own screen knows what came, ask for all that can be asked; then reveal it."""

    def ask(method: str, path: str, body: object = None) -> None:
        tape.add("http", table.ask(method, path, body).raw)

    said = {"id": "second", "seen": table.table["version"], "seat": tried.seat, "do": tried.line}
    ask("POST", "/api/v1/commands", said)
    scene = landing(tried.cue(answer))
    begun, half_landed = scene.draw(0.0).tobytes(), scene.draw(tried.half_s).tobytes()
    eventually(lambda: table.private_screen == begun)
    screen: Any = table.daemon.stage._devices._screen
    eventually(lambda: screen._mail is None)  # what tumbles may look just as what lands begins
    clock.advance(tried.half_s)
    eventually(lambda: table.private_screen == half_landed)
    for path in ("/api/v1/table", "/api/v1/table?lang=fr", "/api/v1/screen.png", "/api/v1/healthz", "/", "/panel"):
        ask("GET", path)
    ask("POST", "/api/v1/commands", said)
    ask("POST", "/api/v1/commands", {**said, "id": "third"})
    house.catch_up(table)
    tape.revealed = len(tape.entries)
    clock.advance(5.0)


def both(folder: Path, tried: Tried, answers: tuple[Answer, Answer], patch: pytest.MonkeyPatch) -> list[Tape]:
    """Return two tapes that differ in what chance answers."""
    made = []
    for name, answer in zip(("one", "other"), answers, strict=True):
        with patch.context() as own:
            made.append(play(folder / name, tried, answer, own))
    return made


def tells_nothing_before_its_reveal(tapes: Sequence[Tape]) -> None:
    """Hold that a result is in no byte by the network before its reveal, though the table's own screen has it."""
    leaves_nothing_before_its_reveal(tapes)
    one, other = tapes
    durable, other_durable = (tape.first("durable") for tape in tapes)
    assert one.of("bus", durable, one.revealed) != other.of("bus", other_durable, other.revealed)


def leaves_nothing_before_its_reveal(tapes: Sequence[Tape]) -> None:
    """Hold that a result is in no byte by the network before its reveal, nor by the bus before it is durable."""
    one, other = tapes
    assert one.streamed_before_the_reveal() == other.streamed_before_the_reveal()
    answers, others = (tape.of("http", tape.begin, tape.revealed) for tape in tapes)
    assert answers == others
    assert [b'"rolling"' in answer for answer in answers] == [False] * (len(answers) - 1) + [True]
    tells_the_house_nothing_before_its_reveal(tapes)
    durable, other_durable = (tape.first("durable") for tape in tapes)
    assert one.of("bus", one.begin, durable) == other.of("bus", other.begin, other_durable)
    assert one.stream != other.stream
    assert one.panel != other.panel
    assert one.changes != other.changes


def tells_the_house_nothing_before_its_reveal(tapes: Sequence[Tape]) -> None:
    """Hold that the broker's bytes differ once it is revealed, and not before."""
    one, other = tapes
    assert one.of("mqtt", one.begin, one.revealed) == other.of("mqtt", other.begin, other.revealed)
    assert one.of("mqtt", one.revealed, len(one.entries)) != other.of("mqtt", other.revealed, len(other.entries))


def goes_in_order(tape: Tape) -> None:
    """Hold that something moves, then is durable, then the table's screen learns it, then everybody."""
    cue, commit, durable = tape.first("sse", b"cue"), tape.first("commit"), tape.first("durable")
    learns = tape.first("bus", after=durable)
    told = (tape.first("sse", b"table"), tape.first("sse", b"change"), tape.first("mqtt", b"result"))
    assert cue < commit < durable < learns < tape.revealed <= min(told)
