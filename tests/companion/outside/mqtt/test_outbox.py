"""The outbox's sender: in order, one at a time, again after whatever was lost, and nobody at the table waits for it."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.chance.dealers import FairDealer
from companion.engine.values.message import Message
from companion.journal.rows import OutboxRow
from companion.model.requests import RequestRefused
from companion.model.snapshot import Snapshot
from companion.outside.messages import Finished, RecordMessage, read
from companion.outside.mqtt.client.letter import Letter
from companion.outside.mqtt.game_results import LetterStyle, Penned
from companion.outside.mqtt.outbox import AGAIN_S, ANSWER_S, LATER_S, TRIES, UNHEARD_S, OutboxSender
from companion.records import record as records
from companion.records.verification import verify
from companion.session.outbox import FINISHED, RECORD, Outgoing
from companion.session.session import Session
from companion.texts.say import Texts
from tests.support.games.spinner import SPINNER
from tests.support.session_bench import Bench, Tape

TABLE_ID = "0123456789ab"
BOTH = frozenset({FINISHED, RECORD})
SHORT_GAME = {"target": 10}
WINNING_DICE = (5, 6)
AN_HOUR_S = 3600.0
PASSES = 12
"""So often the sender is let run: what it does next it notes, and does then."""
TEXTS = Texts.load({"en": {"spinner.won": "Somebody has won.", "spinner.name": "Spinner"}, "fr": {}})
BUSY = RequestRefused(Message("session.busy"), "busy")


class Direct:
    """The session of a bench, asked on the test's own thread; while it is *busy* it answers nothing."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.is_busy = False

    @property
    def published(self) -> Snapshot:
        return self._session.published

    def outgoing(self, by_name: bool, behind: int = 0) -> Outgoing | None:
        if self.is_busy:
            raise BUSY
        return self._session.outbox.next(by_name, behind)

    def arrived(self, row: OutboxRow) -> None:
        if self.is_busy:
            raise BUSY
        self._session.outbox.arrived(row)

    def hear_outbox(self, heard: Callable[[int], None]) -> None:
        self._session.outbox.heard = heard


class Box:
    """A broker that does what the test says: letters under way are acknowledged, or lost with the connection."""

    def __init__(self, tape: Tape) -> None:
        self.tape = tape
        self.is_connected = False
        self.has_room = True
        self.longest = 10**9
        self.is_heard = True
        self.letters: list[Letter] = []
        self.acknowledgements: list[Callable[[], None]] = []
        self._connected: list[Callable[[], None]] = []
        self._lost: list[Callable[[], None]] = []

    def on_connected(self, connected: Callable[[], None]) -> None:
        self._connected.append(connected)

    def on_lost(self, lost: Callable[[], None]) -> None:
        self._lost.append(lost)

    def takes(self, letter: Letter) -> bool:
        return len(letter.payload) <= self.longest

    def deliver(
        self, letter: Letter, acknowledged: Callable[[], None], unheard: Callable[[], None] | None = None
    ) -> bool:
        if not self.is_connected or not self.has_room:
            return False
        self.tape.append(("deliver", letter))
        self.letters.append(letter)
        self.acknowledgements.append(acknowledged if self.is_heard or unheard is None else unheard)
        return True

    def connect(self) -> None:
        self.is_connected = True
        for connected in self._connected:
            connected()

    def lose(self) -> None:
        self.is_connected = False
        self.acknowledgements.clear()
        for lost in self._lost:
            lost()

    @property
    def told(self) -> list[tuple[str, str]]:
        """The name and the id of each letter that was taken, in order."""
        return [(each.topic.rpartition("/")[2], json.loads(each.payload)["id"]) for each in self.letters]


class Troubles:
    """A listener that keeps what it hears."""

    def __init__(self) -> None:
        self.counts: list[int] = []
        self.sizes: list[int] = []

    def dropped(self, count: int) -> None:
        self.counts.append(count)

    def too_long(self, size: int) -> None:
        self.sizes.append(size)


class Post:
    """A table with its sender and a broker, all driven by hand."""

    def __init__(self, bench: Bench, by_name: bool = False, waits_for_readers: bool = False) -> None:
        self.bench, self.session = bench, Direct(bench.session)
        self.box, self.troubles = Box(bench.tape), Troubles()
        style = LetterStyle(TABLE_ID, TEXTS, by_name)
        self.sender = OutboxSender(
            self.session, self.box, style, self.troubles, clock=bench.clock, waits_for_readers=waits_for_readers
        )

    def turn(self, seconds: float = 0) -> None:
        """Let time pass, and all be done that is due."""
        self.bench.clock.advance(seconds)
        for _ in range(PASSES):
            self.sender.run_pending()

    def connect(self) -> None:
        self.box.connect()
        self.turn()

    def acknowledge(self) -> None:
        """Acknowledge the oldest letter that is owed it."""
        self.box.acknowledgements.pop(0)()
        self.turn()

    def acknowledge_all(self) -> None:
        while self.box.acknowledgements:
            self.acknowledge()

    @property
    def waits(self) -> list[tuple[str, int]]:
        return [(row.kind, row.game) for row in self.bench.journal.outbox()]


def finish(bench: Bench, *numbers: int) -> None:
    for number in numbers:
        bench.new(SPINNER, options=SHORT_GAME, id=f"new-{number}")
        bench.roll("roll")


def post_in(folder: Path, games: int = 2, kinds: frozenset[str] = BOTH, **more: Any) -> Post:
    bench = Bench(folder, [WINNING_DICE] * 20, must_arrive=kinds)
    finish(bench, *range(1, games + 1))
    return Post(bench, **more)


def ids(post: Post) -> list[str]:
    return [f"{TABLE_ID}-{row.game}-{row.version}" for row in post.bench.journal.outbox()]


def test_what_waits_is_sent_in_order_one_at_a_time_and_goes_once_it_is_acknowledged(tmp_path: Path) -> None:
    post = post_in(tmp_path)
    wanted = list(zip(("finished", "record") * 2, ids(post), strict=True))
    assert len(set(ids(post))) == 2
    post.turn()
    assert post.box.told == []
    post.connect()
    for number in range(1, 5):
        assert (post.box.told, len(post.waits)) == (wanted[:number], 5 - number)
        post.turn()
        post.acknowledge()
    assert (post.box.told, post.waits) == (wanted, [])
    finish(post.bench, 3)
    post.turn()
    assert [name for name, _ in post.box.told[4:]] == ["finished"]


def test_a_lost_connection_has_it_sent_again_with_the_same_id(tmp_path: Path) -> None:
    post = post_in(tmp_path, games=1)
    first = ids(post)[0]
    post.connect()
    post.box.lose()
    post.turn(AN_HOUR_S)
    assert post.box.told == [("finished", first)]
    post.connect()
    assert post.box.told == [("finished", first)] * 2
    post.acknowledge_all()
    assert post.waits == []


def test_an_acknowledgement_that_comes_late_counts_and_removes_nothing_else(tmp_path: Path) -> None:
    post = post_in(tmp_path, games=2, kinds=frozenset({FINISHED}))
    post.connect()
    (late,) = post.box.acknowledgements
    post.turn(ANSWER_S)
    assert len(post.box.letters) == 2
    late()
    late()
    post.turn()
    assert (post.waits, len(post.box.letters)) == ([(FINISHED, 2)], 2)
    post.acknowledge_all()
    assert (post.waits, len(post.box.letters)) == ([], 3)


def test_a_broker_that_takes_and_never_answers_for_hours_gets_all_once_it_does(tmp_path: Path) -> None:
    post = post_in(tmp_path, games=3, kinds=frozenset({FINISHED}))
    wanted = set(ids(post))
    post.connect()
    for _ in range(240):
        post.turn(ANSWER_S)
    assert (len(post.waits), {each for _, each in post.box.told}) == (3, wanted)
    assert len(post.box.letters) <= 241
    post.box.acknowledgements.clear()
    for _ in range(10):
        post.turn(LATER_S)
        post.acknowledge_all()
    assert post.waits == []


def test_what_keeps_failing_lets_those_behind_it_go_first_and_is_sent_later(tmp_path: Path) -> None:
    post = post_in(tmp_path, games=3, kinds=frozenset({FINISHED}))
    first, second, third = ids(post)
    for _ in range(TRIES):
        post.connect()
        post.box.lose()
        post.turn()
    post.connect()
    post.acknowledge_all()
    assert [each for _, each in post.box.told] == [first] * TRIES + [second, third]
    assert post.waits == [(FINISHED, 1)]
    post.turn(LATER_S)
    post.acknowledge_all()
    assert post.waits == []


def test_a_session_without_time_and_a_broker_without_room_are_asked_again(tmp_path: Path) -> None:
    post = post_in(tmp_path, games=2, kinds=frozenset({FINISHED}))
    post.session.is_busy = True
    post.connect()
    assert post.box.told == []
    post.session.is_busy, post.box.has_room = False, False
    post.turn(AGAIN_S)
    assert post.box.told == []
    post.box.has_room = True
    post.turn(AGAIN_S)
    assert len(post.box.told) == 1
    post.session.is_busy = True
    post.acknowledge()
    post.session.is_busy = False
    assert len(post.waits) == 2
    post.turn(AGAIN_S)
    post.acknowledge_all()
    assert (post.waits, len(set(post.box.told))) == ([], 2)


def test_what_no_reader_would_take_is_dropped_with_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("companion.outside.mqtt.game_results.MAX_RECORD_BYTES", 50)
    post = post_in(tmp_path)
    with caplog.at_level(logging.ERROR, "companion.outside.mqtt.outbox"):
        post.connect()
        post.acknowledge_all()
    assert [name for name, _ in post.box.told] == ["finished", "finished"]
    assert (post.waits, len([each for each in caplog.messages if "can't be sent" in each])) == ([], 2)


def test_what_the_broker_finds_too_long_is_told_and_kept_and_others_go_first(tmp_path: Path) -> None:
    post = post_in(tmp_path, games=2)
    post.connect()
    post.box.longest = min(len(each.payload) for each in post.box.letters) + 100
    post.acknowledge_all()
    assert ([name for name, _ in post.box.told], post.waits) == (["finished"] * 2, [(RECORD, 1), (RECORD, 2)])
    assert len(post.troubles.sizes) >= 1
    assert post.troubles.sizes[-1] > post.box.longest
    post.turn(LATER_S)
    assert len(post.box.told) == 2
    post.box.longest = 10**9
    post.turn(LATER_S)
    post.acknowledge_all()
    assert ([name for name, _ in post.box.told[2:]], post.waits) == (["record"] * 2, [])
    assert post.troubles.sizes[-1] == 0


def test_in_a_club_all_is_kept_until_somebody_listens(tmp_path: Path) -> None:
    post = post_in(tmp_path, waits_for_readers=True)
    wanted = list(zip(("finished", "record") * 2, ids(post), strict=True))
    post.box.is_heard = False
    post.connect()
    for number in range(1, 4):
        post.acknowledge_all()
        post.bench.session.outbox.tell()  # whatever ends meanwhile isn't heard either
        post.turn()
        assert (post.box.told, len(post.waits)) == (wanted[:1] * number, 4)
        post.turn(UNHEARD_S)
    post.acknowledge_all()
    post.box.is_heard = True
    post.box.lose()
    post.connect()  # whoever came meanwhile needn't wait
    post.acknowledge_all()
    assert (post.box.told[4:], post.waits) == (wanted, [])


def test_in_no_club_what_the_broker_has_for_nobody_has_arrived(tmp_path: Path) -> None:
    post = post_in(tmp_path)
    post.box.is_heard = False
    post.connect()
    post.acknowledge_all()
    assert post.waits == []


def test_an_end_is_sent_after_its_reveal_never_before(tmp_path: Path) -> None:
    post = post_in(tmp_path, games=0)
    post.connect()
    post.bench.new(SPINNER, options=SHORT_GAME)
    post.bench.say("roll")
    post.turn()
    post.turn(0.5)
    assert (post.box.told, post.waits) == ([], [(FINISHED, 1), (RECORD, 1)])
    post.bench.pass_time(20)
    post.turn()
    names = post.bench.tape.names()
    assert names.index("stage.go") < max(at for at, name in enumerate(names) if name == "mirror.changed")
    assert max(at for at, name in enumerate(names) if name == "mirror.changed") < names.index("deliver")


def test_play_waits_for_no_broker(tmp_path: Path) -> None:
    """While a broker owes an answer, each step goes from its commit to the stage with nothing between."""
    post = post_in(tmp_path, games=1)
    post.connect()
    post.bench.new(SPINNER)
    for _ in range(3):
        post.bench.tape.clear()
        post.bench.roll("roll", post.bench.state.turn)
        names = post.bench.tape.names()
        assert names[names.index("commit") :][:3] == ["commit", "durable", "stage.go"]
        assert "deliver" not in names


# ---------------------------------------------------------------------- what is sent


def sent_of(tmp_path: Path, by_name: bool, lang: str = "en") -> tuple[Finished, RecordMessage, list[bytes]]:
    bench = Bench(tmp_path, dealer=FairDealer(), must_arrive=BOTH).new(SPINNER, options=SHORT_GAME)
    bench.session.table.update(lang=lang)
    while bench.state.end() is None:
        bench.roll("roll", bench.state.turn)
    post = Post(bench, by_name)
    post.connect()
    post.acknowledge_all()
    finished, record = post.box.letters
    assert finished.topic == f"tidetable/{TABLE_ID}/finished"
    assert record.topic == f"tidetable/{TABLE_ID}/record"
    payloads = [finished.payload, record.payload]
    return read(finished.payload, Finished), read(record.payload, RecordMessage), payloads


@pytest.mark.parametrize(
    ("by_name", "lang", "people"),
    [
        (True, "en", ("Ann", "Ben")),
        (False, "en", ("Player 1", "Player 2")),
        (False, "fr", ("Joueur 1", "Joueur 2")),
    ],
)
def test_the_record_sent_is_called_as_people_are_told_and_its_draws_verify(
    by_name: bool, lang: str, people: tuple[str, ...], tmp_path: Path
) -> None:
    finished, sent, payloads = sent_of(tmp_path, by_name, lang)
    told = records.read(sent.text.splitlines())
    assert (finished.people, tuple(told.header.seats)) == (people, people)
    assert (finished.id, finished.game, sent.asked) == (sent.id, sent.game, "")
    assert finished.fingerprint == hashlib.sha256(sent.text.encode()).hexdigest()
    assert (finished.commitment, finished.mood, finished.slug) == (told.header.commitment, "good", SPINNER.slug)
    assert (finished.result, finished.ended) == ("Somebody has won.", told.lines[-1].at)
    table = records.table_of(SPINNER, told)
    assert list(records.steps_of(SPINNER, told, table))
    assert "winners" not in sent.text
    assert finished.winners == table.state.winners() != ()
    draws = list(verify(SPINNER, told))
    assert draws
    assert all(draw.do == answer for draw, answer in draws)
    is_named = [name for name in (b"Ann", b"Ben") if any(name in payload for payload in payloads)]
    assert is_named == ([b"Ann", b"Ben"] if by_name else [])


def test_a_record_asked_for_twice_has_two_ids_and_says_which_request_it_answers(tmp_path: Path) -> None:
    post = post_in(tmp_path, games=0, kinds=frozenset({FINISHED}))
    post.bench.new(SPINNER)
    for asked in ("wish-1", "wish-2", "wish-1"):
        post.bench.session.outbox.want(asked, 1)
    post.connect()
    post.acknowledge_all()
    sent = [read(each.payload, RecordMessage) for each in post.box.letters]
    assert [each.asked for each in sent] == ["wish-1", "wish-2"]
    assert len({each.id for each in sent}) == 2
    assert '"end"' not in sent[0].text


def test_what_this_program_fails_to_make_waits_and_blocks_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    post = post_in(tmp_path, games=2, kinds=frozenset({FINISHED}))
    made = Penned.finished

    def fail(penned: Penned) -> Finished:
        message = made(penned)
        if message.game == 1:
            raise KeyError("a fault")
        return message

    with monkeypatch.context() as patch:
        patch.setattr(Penned, "finished", fail)
        post.connect()
        post.acknowledge_all()
    assert post.waits == [(FINISHED, 1)]
    assert len([each for each in caplog.messages if "can't be made" in each]) == TRIES
    post.turn(LATER_S)
    post.acknowledge_all()
    assert (post.waits, len(post.box.told)) == ([], 2)


def test_how_much_was_dropped_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.journal.outbox.MAX_WAITING", 1)
    post = post_in(tmp_path, games=0, kinds=frozenset({FINISHED}))
    finish(post.bench, 1, 2, 3)
    post.turn()
    assert sorted(set(post.troubles.counts)) == [0, 1, 2]
    post.connect()
    post.acknowledge_all()
    post.turn()
    assert post.troubles.counts[-1] == 0
