"""Many tables in one process that tell a broker the results of golden records at an evening's pace, over and over.

``python -m tests.bench.club_tables PORT TABLES PACE_S SECONDS FIRST_GAME``: each of TABLES tells a result every PACE_S
seconds, and all that a table tells with it. Whose turn it is has for its name the moment of telling, of the computer's
monotonic clock: who reads that knows how old it is. It says READY once all are connected, begins once it reads a line,
and after SECONDS, when the broker has acknowledged all that must arrive, it prints what it told, in JSON.
"""

from __future__ import annotations

import heapq
import json
import selectors
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from companion.outside.messages import (
    Finished,
    GameNow,
    Player,
    RecordMessage,
    ResultMessage,
    Status,
    TurnMessage,
    encode,
)
from companion.outside.mqtt.topics import RETAINED, Told, told
from companion.outside.results import OF_CHANCE
from companion.records.record import read
from tests.support.mosquitto import LOCALHOST, USERS
from tests.support.paths import RECORDS

LOOK_S = 5.0
"""How often paho looks after each connection's keepalive."""
DRAINED_S = 120.0
"""How long the broker is given for the last acknowledgements."""


@dataclass(frozen=True)
class Golden:
    """A golden record: its *text*, and a result for each of its lines, as kinds and words."""

    text: str
    slug: str
    people: tuple[str, ...]
    results: tuple[tuple[str, str], ...]


def golden() -> list[Golden]:
    """Return the golden records."""
    found = []
    for file in sorted(RECORDS.glob("*.tide")):
        text = file.read_text("utf-8")
        record = read(text.split("\n"))
        lines = [(line.do or "undo").partition(" ") for line in record.lines]
        results = tuple((OF_CHANCE.get(verb, verb), words) for verb, _, words in lines)
        found.append(Golden(text, record.header.game, tuple(record.header.seats), results))
    return found


class Table:
    """One table with its own connection; it plays one golden record after the other, from the midst of the first."""

    def __init__(self, number: int, records: list[Golden], first_game: int) -> None:
        self.id = f"{number:012x}"
        self.owed: set[int] = set()
        """What the broker hasn't acknowledged yet, by paho's numbers."""
        self.finished: list[str] = []
        """The ids of the games that it told to be over."""
        self._records = records
        self._game = first_game
        self._course = self._results(number)
        self.client = client = Client(
            CallbackAPIVersion.VERSION2, f"table-{self.id}", protocol=MQTTProtocolVersion.MQTTv5
        )
        client.username_pw_set("table", USERS["table"])
        client.max_inflight_messages_set(0)
        client.on_publish = lambda client, data, mid, reason, properties: self.owed.discard(mid)

    def connect(self, port: int) -> None:
        """Connect, and tell how the table is and what is played there."""
        self.client.connect(LOCALHOST, port)
        while not self.client.is_connected():
            self.client.loop_read()
        name = f"Table {int(self.id, 16)}"
        self._tell("status", Status(online=True, name=name, lang="en", program="0.1.0", obeys=("message",)))

    def result(self) -> None:
        """Tell the next result."""
        next(self._course)

    def _results(self, number: int) -> Iterator[None]:
        at = number
        skipped = number * 7919
        while True:
            record = self._records[at % len(self._records)]
            people = tuple(Player(seat, name, "", "here") for seat, name in enumerate(record.people))
            name = record.slug.replace("-", " ").title()
            self._tell("game", GameNow(self._game, record.slug, "referee", name, people, phase="Your turn"))
            for n, (kind, words) in enumerate(record.results):
                if n < skipped % len(record.results):
                    continue
                self._tell_result(record, n, kind, words)
                yield
            self._finish(record, name)
            at, skipped = at + 1, 0
            self._game += 1

    def _tell_result(self, record: Golden, n: int, kind: str, words: str) -> None:
        now_s, seat = time.monotonic(), n % len(record.people)
        one = ResultMessage(
            f"{self.id}-{self._game}-{n}", self._game, kind, seat, record.people[seat], text=words[:200]
        )
        self._tell("result", one)
        self._tell("turn", TurnMessage(self._game, seat, f"{now_s:.6f}"))

    def _finish(self, record: Golden, name: str) -> None:
        id = f"{self.id}-{self._game}-1"
        fingerprint = sha256(record.text.encode()).hexdigest()
        over = Finished(id, self._game, record.slug, "referee", name, record.people, "It is over.", "good", fingerprint)
        self._tell("finished", over)
        self._tell("record", RecordMessage(id, self._game, record.text))
        self.finished.append(id)

    def _tell(
        self, name: Told, message: Status | GameNow | TurnMessage | ResultMessage | Finished | RecordMessage
    ) -> None:
        must_arrive = name in ("finished", "record")
        sent = self.client.publish(told(self.id, name), encode(message), int(must_arrive), name in RETAINED)
        if must_arrive:
            self.owed.add(sent.mid)


def main() -> None:
    """Be the tables."""
    port, many, seconds, first_game = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[4]), int(sys.argv[5])
    pace_s = float(sys.argv[3])
    records = golden()
    tables = [Table(number, records, first_game) for number in range(1, many + 1)]
    with selectors.DefaultSelector() as selector:
        for table in tables:
            table.connect(port)
            own = table.client.socket()
            assert own is not None
            selector.register(own, selectors.EVENT_READ, table)
        print("READY", flush=True)
        sys.stdin.readline()
        cpu_s = time.process_time()
        results, late_s = play(selector, tables, pace_s, seconds)
        told_cpu_s = time.process_time() - cpu_s
        drain(selector, tables)
    finished = [id for table in tables for id in table.finished]
    print(json.dumps({"results": results, "finished": finished, "cpu_s": told_cpu_s, "late_s": late_s}), flush=True)


def play(selector: selectors.DefaultSelector, tables: list[Table], pace_s: float, seconds: float) -> tuple[int, float]:
    """Have each of *tables* tell a result every *pace_s* for so many *seconds*.

    Returns how many were told, and by how many seconds one was late at most.
    """
    begun_s, results, late_s = time.monotonic(), 0, 0.0
    due = [(begun_s + pace_s * number / len(tables), number) for number in range(len(tables))]
    heapq.heapify(due)
    look_s = begun_s + LOOK_S
    while (now_s := time.monotonic()) < begun_s + seconds:
        while due[0][0] <= now_s:
            at_s, number = heapq.heappop(due)
            late_s = max(late_s, now_s - at_s)
            tables[number].result()
            results += 1
            heapq.heappush(due, (at_s + pace_s, number))
        if now_s >= look_s:
            look_s = now_s + LOOK_S
            for table in tables:
                table.client.loop_misc()
        serve(selector, max(0.0, due[0][0] - time.monotonic()))
    return results, late_s


def serve(selector: selectors.DefaultSelector, patience_s: float) -> None:
    """Read what has come for any table, waiting *patience_s* for it, and send what is left to be sent."""
    for key, _ in selector.select(patience_s):
        table: Table = key.data
        table.client.loop_read()
        while table.client.want_write():
            table.client.loop_write()


def drain(selector: selectors.DefaultSelector, tables: list[Table]) -> None:
    """Wait until all that must arrive is acknowledged."""
    until_s = time.monotonic() + DRAINED_S
    while left := sum(len(table.owed) for table in tables):
        if time.monotonic() > until_s:
            sys.exit(f"the broker hasn't acknowledged {left} messages")
        serve(selector, 0.1)


if __name__ == "__main__":
    main()
