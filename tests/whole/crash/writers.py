"""What writes while the power is cut: ``writers NAME FOLDER`` plays; after each step it tells what is durable now.

``journal`` is the table's own session on its own journal, ``groups`` one whose commands come together, ``outbox`` one
that sends what must arrive. ``migration`` takes the former's journal to further schemas. The others do what the journal
must not, and have to be found out.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from companion.chance.dealers import Dealer, FairDealer, ScriptedDealer, TypedDealer
from companion.engine.values.seats import CHANCE, TABLE
from companion.journal import connection, schema
from companion.journal.journal import FILE, Journal
from companion.journal.rows import Batch
from companion.model.requests import By, CommandRequest, RequestRefused
from companion.runtime.atomic_file import sync
from companion.runtime.clock import ManualClock
from companion.session.outbox import KINDS
from companion.session.session import Session, SessionConfig
from tests.support.played import GAME, line
from tests.support.session_bench import EVERY_SEAT, LIBRARY
from tests.whole.crash.migrating import FURTHER
from tests.whole.crash.tracing import ACKS

DATA = "data"
STEPS = 30
PAGE = connection.PAGE_BYTES
A_FEW_STEPS = 10
ROLLS = 300
MIGRATED_LINES = 12
GAMES_ENDED = 6
GROUPED_TURNS = 4
WINNING_DICE, DICE_WITHOUT_DOUBLE = (5, 6), (1, 2)
Digest = str
Look = Callable[[Path], Digest]


class Teller:
    """Tells what is durable: after step *k*, a line with the digest of all that is kept."""

    def __init__(self, folder: Path) -> None:
        self._file = os.open(folder / ACKS, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC)
        self._told = 0

    def tell(self, digest: Digest) -> None:
        os.write(self._file, f"{self._told} {digest}\n".encode())
        self._told += 1


def digest_of(value: object) -> Digest:
    return hashlib.sha256(repr(value).encode()).hexdigest()[:16]


def kept_by(journal: Journal) -> list[tuple[object, ...]]:
    """Every row of *journal*'s own tables, but for how often it was started."""
    rows: list[tuple[object, ...]] = []
    for table in sorted(schema.TABLES):
        rows += [(table, *row) for row in journal.connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()]
    return [row for row in rows if row[:2] != ("setting", "starts")]


# ---------------------------------------------------------------------- the table's own


def seated(folder: Path, dealer: Dealer | None = None, must_arrive: frozenset[str] = frozenset()) -> Session:
    """A session that has taken up what lies in *folder*."""
    dealers: Mapping[str, Dealer] = {"dealer": dealer or FairDealer(), "typed": TypedDealer()}
    config = SessionConfig(must_arrive=must_arrive)
    session = Session(LIBRARY, Journal(folder / DATA), dealers, ManualClock(), config=config)
    session.load()
    return session


def digest(session: Session) -> Digest:
    """What *session*'s journal keeps, and the state that it leads to."""
    opened = session.table.store.open
    return digest_of((kept_by(session.table.store.journal), opened and (opened.id, opened.state)))


def look(folder: Path) -> Digest:
    """Take up what a cut left in *folder*, as the table does."""
    session = seated(folder)
    try:
        published = session.published
        assert session.table.store.journal.set_aside is None, "set aside"
        assert (published.trouble, published.notice) == (None, None)
        return digest(session)
    finally:
        session.close()


class Evening:
    """Plays an evening in *folder*: two games, chance by the dealer and typed, undo and redo, settings, restarts.

    After each step it tells what is *told* of its session.
    """

    def __init__(
        self,
        folder: Path,
        told: Callable[[Session], Digest] = digest,
        dealer: Dealer | None = None,
        must_arrive: frozenset[str] = frozenset(),
    ) -> None:
        self._seated: Callable[[], Session] = lambda: seated(folder, dealer, must_arrive)
        self._told = told
        self._teller = Teller(folder)
        self._said = 0
        self.session = self._seated()
        self._tell()

    def again(self) -> None:
        self.session.close()
        self.session = self._seated()

    def say(self, do: str, seat: int = TABLE, by: By = "phone") -> None:
        self._reveal()
        self._said += 1
        seen = self.session.published.version
        self.session.handle(CommandRequest(f"said-{self._said}", seen, seat, do, by, EVERY_SEAT))
        self._tell()

    def say_together(self, *lines: str) -> None:
        """Have the table say *lines* at once, as people do who see all that comes."""
        self._reveal()
        seen = self.session.published.version
        for at, do in enumerate(lines):
            self._said += 1
            request = CommandRequest(f"said-{self._said}", seen + at, TABLE, do, "phone", EVERY_SEAT)
            self.session.post(request, self._accepted)
        self.session.run_pending()
        self._tell()

    @staticmethod
    def _accepted(answer: int | RequestRefused) -> None:
        assert isinstance(answer, int), answer

    def take_back(self) -> None:
        """Undo what two buttons agree to."""
        with suppress(RequestRefused):
            self.say("undo")
        self.say("consent", by="button")

    def want(self, asked: str, number: int) -> None:
        """Have a record wait for whoever *asked*."""
        self.session.outbox.want(asked, number)
        self._tell()

    def send(self) -> int:
        """Send all that can be sent to a broker that takes it at once; return how much that was."""
        self._reveal()
        sent = 0
        while (outgoing := self.session.outbox.next(by_name=False)) is not None:
            self.session.outbox.arrived(outgoing.row)
            self._tell()
            sent += 1
        return sent

    def _tell(self) -> None:
        self._teller.tell(self._told(self.session))

    def _reveal(self) -> None:
        while self.session.published.reveal is not None:
            self.session.table.store.clock.advance(0.5)  # type: ignore[attr-defined]
            self.session.run_pending()

    def play(self, steps: int) -> None:
        self.say("new fireship kit seats=2")
        for step in range(steps):
            self.say("roll dice", step % 2)
            if step % 16 == 15:
                self.again()
        self.say("new fireship kit seats=3 chance=typed")
        for _ in range(3):
            self.say("roll dice", 0)
            self.say("roll 3 7 10", CHANCE)
        self.say("roll plain", 1)
        self.say("undo")
        self.say("redo")
        self.say("lang fr")
        self.say("resume 1")
        self.say("delete 2")
        self.again()
        self.say("roll dice", 0)
        self.session.close()


def play_evening(folder: Path) -> None:
    Evening(folder).play(STEPS)


def play_groups(folder: Path) -> None:
    """Play with groups of one, two and ten commands: each of them is durable whole, or not at all."""
    evening = Evening(folder, dealer=ScriptedDealer([DICE_WITHOUT_DOUBLE] * GROUPED_TURNS))
    evening.say("new spinner referee seats=2 target=100")
    for turn in range(GROUPED_TURNS):
        for many in (1, 2, 10):
            settings = [f"brightness {1 + (turn + at) % 5}" for at in range(many // 4)]
            scores = [f"correct score-{at % 2}={1 + turn + at}" for at in range(many - len(settings))]
            evening.say_together(*scores, *settings)
        evening.say("roll", turn % 2)
        if turn % 2:
            evening.again()
    evening.session.close()


def play_outbox(folder: Path) -> None:
    """Play games to their end, take ends back, and send what must arrive: now at once, now after a restart."""
    evening = Evening(folder, dealer=ScriptedDealer([WINNING_DICE] * GAMES_ENDED), must_arrive=KINDS)
    for number in range(1, GAMES_ENDED + 1):
        evening.say("new spinner referee seats=2 target=10")
        evening.say("roll", 0)
        if number % 3 == 0:
            evening.take_back()
            evening.say("redo")
        if number % 2 == 0:
            evening.again()
        evening.want(f"asked-{number}", number)
        assert evening.send() == 3
    evening.say("new spinner referee seats=2")
    evening.say(f"finish {GAMES_ENDED + 1}")
    evening.say(f"delete {GAMES_ENDED + 1}")
    assert evening.send() == 0
    evening.say(f"restore {GAMES_ENDED + 1}")
    assert evening.send() == 2
    evening.session.close()


def play_with(pragma: str) -> Callable[[Path], None]:
    def play(folder: Path) -> None:
        connection.PRAGMAS = (*connection.PRAGMAS, pragma)
        Evening(folder).play(A_FEW_STEPS)

    return play


def play_rolls(folder: Path) -> None:
    """Roll on whatever journal there is, and tell nothing but when: for the measure of what a roll costs."""
    evening = Evening(folder, told=lambda session: "-")
    evening.say("new fireship kit seats=2")
    for roll in range(ROLLS):
        evening.say("roll dice", roll % 2)


# ---------------------------------------------------------------------- a migration


OLDER = len(schema.STEPS)


def play_lines(folder: Path) -> tuple[Journal, Teller]:
    """Play ``MIGRATED_LINES`` lines, and close their journal."""
    teller = Teller(folder)
    journal = Journal(folder / DATA)
    journal.open()
    teller.tell(digest_of_lines(journal))
    journal.commit(Batch(id="new", version=1, new_game=GAME))
    teller.tell(digest_of_lines(journal))
    for n in range(1, MIGRATED_LINES + 1):
        journal.commit(Batch(id=f"id-{n}", version=n + 1, game=1, lines=(line(n, facts=b"[]" * 400),)))
        teller.tell(digest_of_lines(journal))
    journal.close()
    return journal, teller


def play_migration(folder: Path) -> None:
    """Play as an older program, then migrate that, which changes none of it."""
    journal, teller = play_lines(folder)
    schema.STEPS += FURTHER
    journal.open()
    teller.tell(digest_of_lines(journal))
    journal.close()


def digest_of_lines(journal: Journal) -> Digest:
    """What *journal* keeps, whatever its schema; it is wholly of one."""
    columns = {row[1] for row in journal.connection.execute("PRAGMA table_info(line)").fetchall()}
    assert ("weight" in columns) is (schema.schema_of(journal.connection) > OLDER)
    lines = [(row.entry.n, row.entry.do) for game in journal.games() for row in journal.lines(game.id)]
    receipts = journal.connection.execute("SELECT * FROM receipt ORDER BY 1").fetchall()
    return digest_of((journal.games(), lines, receipts))


def look_at_lines(folder: Path) -> Digest:
    """Open what a cut left in *folder*, as a program of its schema does."""
    journal = Journal(folder / DATA)
    steps = schema.STEPS
    try:
        schema.STEPS += FURTHER
        journal.open()
        whole = digest_of_lines(journal)
    finally:
        schema.STEPS = steps
        journal.close()
    assert journal.set_aside is None, "set aside"
    return whole


# ---------------------------------------------------------------------- a mending


def spoil(folder: Path) -> None:
    """Put a journal in the place of the one in *folder* whose last page is rubbish, at one moment."""
    content = (folder / FILE).read_bytes()
    file = os.open(folder / "spoilt", os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC)
    os.pwrite(file, content[:-PAGE] + b"\xa5" * PAGE, 0)
    os.fsync(file)
    os.close(file)
    (folder / "spoilt").rename(folder / FILE)
    sync(folder)


def play_mending(folder: Path) -> None:
    """Play, have the last lines' page spoilt on the disk, and open the journal again, which mends it."""
    journal, teller = play_lines(folder)
    spoil(folder / DATA)
    journal.open()
    assert 1 < len(journal.lines(1)) < MIGRATED_LINES
    teller.tell(digest_of_lines(journal))
    journal.close()


def look_at_mended(folder: Path) -> Digest:
    """Open what a cut left in *folder*; nothing damaged may be gone."""
    journal = Journal(folder / DATA)
    journal.open()
    digest = digest_of_lines(journal)
    journal.close()
    for path in (folder / DATA).glob("journal.damaged-*.sqlite"):
        assert path.read_bytes().endswith(b"\xa5" * PAGE), "what was damaged is gone"
    return digest


# ---------------------------------------------------------------------- what must be found out


def play_in_place(folder: Path) -> None:
    """Overwrite one file, and sync it."""
    teller = Teller(folder)
    file = os.open(folder / "state.json", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC)
    for step in range(STEPS):
        text = json.dumps({"step": step, "filler": str(step) * 4000}).encode()
        os.pwrite(file, text, 0)
        os.ftruncate(file, len(text))
        os.fsync(file)
        teller.tell(digest_of(step))


def look_in_place(folder: Path) -> Digest:
    path = folder / "state.json"
    state = (
        json.loads(path.read_bytes()) if path.exists() and path.stat().st_size else {"step": 0, "filler": "0" * 4000}
    )
    assert state["filler"] == str(state["step"]) * 4000
    return digest_of(state["step"])


@dataclass(frozen=True)
class Writer:
    """What plays, and how it is looked at what a cut has left; *faults* are what must be found: lost, corrupt."""

    play: Callable[[Path], None]
    look: Look
    faults: tuple[str, ...] = ()


WRITERS: Mapping[str, Writer] = {
    "journal": Writer(play_evening, look),
    "groups": Writer(play_groups, look),
    "outbox": Writer(play_outbox, look),
    "migration": Writer(play_migration, look_at_lines),
    "mending": Writer(play_mending, look_at_mended),
    "rolls": Writer(play_rolls, look),
    "journal with synchronous=NORMAL": Writer(play_with("synchronous=NORMAL"), look, ("lost",)),
    "journal that never syncs": Writer(play_with("synchronous=OFF"), look, ("lost", "corrupt")),
    "file overwritten in place": Writer(play_in_place, look_in_place, ("corrupt",)),
}


if __name__ == "__main__":
    WRITERS[sys.argv[1]].play(Path(sys.argv[2]))
