"""What one accepted tap costs the table: Forbidden Island, four phones, a television and the table's own page look on.

All in one thread, so that the CPU time can be told apart: a random game by the plays that each phone is offered.
"""

from __future__ import annotations

import random
import socket
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from companion.chance.dealers import FairDealer
from companion.engine.values.seats import TABLE, seat_word
from companion.library.games import Library
from companion.model.publication import Published
from companion.model.roster import Phone, Roster
from companion.model.wire import PlayStep
from companion.phones.confirmation import Confirmation
from companion.phones.membership import Phones
from companion.phones.pairing import PairingWindow
from companion.runtime.clock import SystemClock
from companion.runtime.timers import TimerThread
from tests.bench.figures import Row, Section
from tests.bench.sizes import Sizes
from tests.support.referees import referee
from tests.support.session_bench import Bench
from tests.support.snapshots import replace
from web_ui.api.views import Views
from web_ui.http.access.callers import Caller
from web_ui.http.settings import WebSettings
from web_ui.http.stream.stream import Stream

NAMES = ("Ann", "Ben", "Cleo", "Dan")
GAME = "forbidden-island"
NOT_PLAYED = frozenset({"correct", "close", "undo", "finish", "first", "lay", "flood-first", "cast", "hand-out"})
SEATS = (*range(len(NAMES)), TABLE)
CALLERS = (
    *(Caller(False, f"phone-{seat}", f"phone-{seat}") for seat in range(len(NAMES))),
    Caller(True, "television", watches=True),
    Caller(True, "table"),
)
SEED = 5
PAUSE_S = 5.0
"""So long each reveal may take."""


@dataclass
class Listeners:
    """A stream and all who listen to it, served on the caller's own thread, which notes what each tap took."""

    stream: Stream
    changes: bool
    ends: list[socket.socket] = field(default_factory=list)
    pushed_s: float = 0.0
    pushed_bytes: int = 0

    def come(self, stack: ExitStack) -> None:
        """Have everybody begin to listen."""
        for caller in CALLERS:
            ours, theirs = socket.socketpair()
            stack.callback(theirs.close)
            ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
            for each in (ours, theirs):
                each.setblocking(False)
            listener = self.stream.admit(caller, None, screen=False, changes=self.changes)
            listener.connection = ours
            self.stream._welcome(listener)
            self.ends.append(theirs)

    def hear(self, published: Published) -> None:
        """Send everybody the news."""
        begun_s = time.thread_time()
        self.stream._turn([])
        self.pushed_s += time.thread_time() - begun_s
        self.pushed_bytes += sum(map(_read, self.ends))


def _read(end: socket.socket) -> int:
    count = 0
    try:
        while part := end.recv(1 << 16):
            count += len(part)
    except BlockingIOError:
        pass  # that was all
    return count


@dataclass
class Taps:
    """What each tap took, in milliseconds of CPU time, and the bytes that were pushed for it."""

    done: list[float] = field(default_factory=list)
    pushed: list[float] = field(default_factory=list)
    size: list[float] = field(default_factory=list)


def sections(sizes: Sizes, folder: Path) -> Iterator[Section]:
    """Measure *sizes.changes* taps, pushed as changes and as whole tables."""
    told = {changes: _taps(folder / f"changes-{changes}", sizes.changes, changes) for changes in (True, False)}
    rows = [
        Row("judged, written, revealed", "ms CPU", told[True].done),
        Row("pushed as changes", "ms CPU", told[True].pushed),
        Row("pushed as whole tables", "ms CPU", told[False].pushed),
        Row("pushed as changes", "bytes", told[True].size),
        Row("pushed as whole tables", "bytes", told[False].size),
    ]
    yield Section(f"One tap of {GAME}", rows, "Four phones, a television and the table's own page, all views together.")


def _taps(folder: Path, count: int, changes: bool) -> Taps:
    draw, library, taps = random.Random(SEED), Library(), Taps()
    with ExitStack() as stack:
        while len(taps.done) < count:
            bench = Bench(folder / str(len(taps.done)), dealer=FairDealer(draw.randbytes), library=(referee(GAME),))
            stack.callback(bench.session.close)
            bench.session.new_game(GAME, "referee", NAMES, {}, id="new")
            _sit_down(bench)
            listeners = Listeners(_stream(bench, library), changes)
            stack.callback(listeners.stream.close)
            listeners.come(stack)
            bench.session.subscribe(listeners)
            bench.pass_time(4 * PAUSE_S)
            _play(bench, listeners, draw, taps, count)
    return taps


def _sit_down(bench: Bench) -> None:
    for seat, name in enumerate(NAMES):
        bench.session._keep(partial(_with_phone, seat, name))


def _with_phone(seat: int, name: str, roster: Roster) -> Roster:
    return roster.with_phone(f"phone-{seat}", Phone((seat,), name))


def _stream(bench: Bench, library: Library) -> Stream:
    clock, later = SystemClock(), TimerThread().after
    phones = Phones(bench.session, PairingWindow(clock, later), Confirmation(clock, later))
    stream = Stream(bench.published, Views(library.texts, None, phones), WebSettings())
    bench.session.subscribe(stream)
    return stream


def _play(bench: Bench, listeners: Listeners, draw: random.Random, taps: Taps, count: int) -> None:
    """Tap until the game is over or *count* taps are known."""
    while len(taps.done) < count and (chosen := _chosen(bench, draw)) is not None:
        seat, line = chosen
        listeners.pushed_s, listeners.pushed_bytes = 0.0, 0
        begun_s = time.thread_time()
        bench.say(line, seat, speaks_for=_speaks_for(seat))
        bench.pass_time(PAUSE_S)
        taps.done.append(1000 * (time.thread_time() - begun_s - listeners.pushed_s))
        taps.pushed.append(1000 * listeners.pushed_s)
        taps.size.append(listeners.pushed_bytes)


def _chosen(bench: Bench, draw: random.Random) -> tuple[int, str] | None:
    """Return what somebody may say now, anybody at random; None once nobody may say anything."""
    fresh = replace(bench.published)  # nothing of what is measured is worked out here
    for seat in (*draw.sample(SEATS[:-1], len(SEATS) - 1), TABLE):
        offered = list(_lines(fresh.seen_by(seat, _speaks_for(seat)).plays, seat))
        if offered:
            return seat, draw.choice(offered)
    return None


def _speaks_for(seat: int) -> frozenset[int]:
    return frozenset(SEATS) if seat == TABLE else frozenset({seat})


def _lines(plays: Iterable[PlayStep], seat: int) -> Iterator[str]:
    """Give every line below *plays* that *seat* may say by one tap."""
    for play in plays:
        is_one = play.do and play.form is None and play.why is None and seat_word(seat) in play.seats
        if play.do and is_one and play.do.split()[0] not in NOT_PLAYED:
            yield play.do
        yield from _lines(play.then, seat)
