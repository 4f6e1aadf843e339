"""The two worlds of test_two_worlds.py: a session with a mirror and the table's screen, played and listened to."""

from __future__ import annotations

import http.client
import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha512
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace as msgspec_replace

from companion.chance.dealers import ScriptedDealer
from companion.engine.chance import Answer
from companion.engine.corrections import Correctable
from companion.engine.game import Game, Setup
from companion.engine.state import swap
from companion.engine.values.bags import HIDDEN
from companion.engine.values.forms import Choice, Field
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.engine.windows import open_window
from companion.health.faults import Faults
from companion.input.chooser import Chooser
from companion.input.tree import tree_for_table
from companion.journal.journal import Journal
from companion.model.requests import CommandRequest
from companion.model.roster import Phone, Roster
from companion.outside.mqtt.client.letter import Letter
from companion.outside.mqtt.publisher import Mqtt
from companion.phones.confirmation import Confirmation
from companion.phones.membership import Phones
from companion.phones.pairing import PairingWindow
from companion.runtime.clock import ManualClock
from companion.runtime.timers import TimerThread
from companion.session.session import TABLE_ID, Session
from companion.settings.reader import load
from companion.stage.devices import StageDevices
from companion.stage.presenter import TableStage
from companion.texts.say import Texts
from hardware.cues import StageCue
from hardware.oled.drawing.bitmap import png
from hardware.oled.drawing.screens import FACES, placeholder, still
from hardware.ports import Brightness
from tests.support.callers import cookie_of, hash_of
from tests.support.fakes import FakeServices, mirrored, settings
from tests.support.games.duel import DUEL, Duel
from tests.support.houses import House, IdleTable, PatientNewest, told_to
from tests.support.near_broker import AnyBroker, near_broker
from tests.support.sample_kit import SAMPLE, names_in
from tests.support.sample_kit import SAMPLE_KIT as KIT
from tests.support.sse import ChangesReader, Reader
from tests.support.waiting import eventually
from tests.web_ui.http.hooked import Hooked
from web_ui.http.access.callers import COOKIE
from web_ui.http.server.server import Server

MASKED = re.compile(rb"\r\nDate: [^\r]*|event: heartbeat\ndata: [^\n]*\n\n|/static/[0-9a-f]+/")
BLANK = bytes(1024)
LEAFING = (1, 1, -9, -1) * 3
"""Turns of the knob that show a hand's first cards, and lead on to the next person's."""
PEOPLE = ("Ann", "Ben", "Cleo")
CLOCK, KNOB, CLEO = -101, -102, -103
"""Who "says" that seconds pass, and that the knob is held to peek at hands; and Cleo's phone in the table's name."""
CHANGES = "changes for "
"""Before the name of who hears a stream of changes."""
Line = tuple[int, str]
"""A seat and what it says."""
AS_TABLE = (
    "correct oldest-0=guard life-0=99",
    "correct oldest-0=strike life-0=99",
    "correct oldest-9=guard",
    "time-up 1",
)
"""What everybody tries in the table's name, none of which may be done."""
BEATS = len(PEOPLE) + 1
"""So many things move one after the other at most: a hand for each."""
BEAT_S = 3.0
"""Longer than anything moves where no stage holds it, shorter than a window stays open."""


class AnyWords(Texts):
    """Says what the games of tests have no words for by its key and all its values, so that a leak is in the bytes."""

    def say(self, lang: str, key: str, /, **values: Any) -> str:
        try:
            return super().say(lang, key, **values)
        except LookupError:
            return f"{key} {sorted(values.items())}"


class OpenToItsHolder(Duel, frozen=True):
    """A duel in which the oldest card of a hand may be set right too: what it is now, only its holder is shown."""

    def correctables(self) -> dict[str, Correctable]:
        held = {f"oldest-{seat}": _oldest(seat, hand[0]) for seat, hand in enumerate(self.hands) if hand}
        return {**super().correctables(), **held}


def _oldest(seat: int, card: str) -> Correctable:
    choices = tuple(Choice(each, Message(f"duel.{each}")) for each in ("strike", "guard", "charm"))
    field = Field(
        f"oldest-{seat}", Message("duel.oldest", {"seat": seat}), choices, word="" if card == HIDDEN else card
    )

    def put(state: Duel, word: str) -> Duel:
        return msgspec_replace(state, hands=swap(state.hands, seat, (word, *state.hands[seat][1:])))

    return Correctable(field, put)


def _start(setup: Setup) -> OpenToItsHolder:
    return OpenToItsHolder(hands=((),) * len(setup.seats), lives=(3,) * len(setup.seats))


@dataclass(frozen=True)
class Story:
    """What is played, and the answers of chance in two worlds, which differ in nothing that *viewers* may know."""

    game: Game
    lines: Sequence[Line]
    worlds: tuple[Sequence[Answer], Sequence[Answer]]
    viewers: Sequence[str]


def dealt(*hands: str) -> list[Answer]:
    cards = {"s": "strike", "g": "guard", "c": "charm"}
    return [tuple(cards[card] for card in hand) for hand in hands]


DUELS = Story(
    replace(DUEL, start=_start),
    (
        (0, "strike 1"),
        (2, "guard"),
        (1, "pass"),
        (0, "pass"),
        (2, "pass"),
        (1, "rob 0"),
        (CLEO, "correct life-1=5"),
        (TABLE, "undo"),
        (0, "strike 9"),
        (2, "strike 0"),
        (CLOCK, "14.5"),  # a window's time runs out: not yet, and now
        (CLOCK, "0.5"),
        (TABLE, "undo"),
        (CLEO, "correct life-0=4"),
        (CLEO, "correct oldest-0=guard"),  # which it is in one of the worlds
        (TABLE, "undo"),
    ),
    # Ann's and Ben's hands, what Ann draws and what Ben robs and draws; Cleo's hand, and what she draws, is the same.
    (
        [*dealt("sgc", "gcs", "scg"), ("charm",), (1,), ("guard",), ("strike",)],
        [*dealt("scg", "ssg", "scg"), ("guard",), (1,), ("strike",), ("strike",)],
    ),
    ("watcher", "Cleo", "table", "owner"),
)
KITS = Story(
    SAMPLE,
    (
        (0, "draw mystery"),
        (1, "draw mystery"),
        (KNOB, ""),
        (0, "give mystery {0} 2"),
        (2, "draw nothing"),
        (TABLE, "lang fr"),
        (TABLE, "undo"),
    ),
    ([("boom",), ("no",)], [("no",), ("boom",)]),
    ("watcher", "table", "Cleo", "owner"),
)


def seated(who: str, phone: Phone, roster: Roster) -> Roster:
    return roster.with_phone(hash_of(cookie_of(who)), phone)


class MirroredScreen:
    """The table's screen as far as it is mirrored: a placeholder for what is private, nothing of what still lands."""

    def __init__(self) -> None:
        self.picture = BLANK

    def show(self, cue: StageCue) -> None:
        if cue.private:
            self.picture = placeholder().tobytes()
        elif type(cue) in FACES:
            self.picture = still(cue).tobytes()
        else:  # it moves: whatever a frame of it may be made of is compared
            self.picture = sha512(repr([getattr(cue, field) for field in type(cue).fields]).encode()).digest() * 16

    def land(self, cue: StageCue, landed: Callable[[], None]) -> None:
        landed()

    def wake(self) -> None:
        pass

    def mark(self, words: str) -> None:
        pass

    def when_idle(self, cue: StageCue) -> None:
        pass

    def set_brightness(self, level: Brightness) -> None:
        pass


class Counted(FakeServices):
    """The services of a world with the counts of *hooked*, once they begin."""

    is_counted = True

    def __init__(self, hooked: Hooked) -> None:
        super().__init__()
        self._hooked = hooked

    @property
    def counts(self) -> Any:
        return self._hooked.metrics


class World:
    """One of the two: play and listen, then ask for everything."""

    def __init__(self, folder: Path, story: Story, answers: Sequence[Answer], broker: AnyBroker) -> None:
        self.folder = folder
        self.clock = ManualClock()
        self.story = story
        self.first = str(answers[0][0])
        dealers = {"dealer": ScriptedDealer(answers)}
        words = {f"kit.test.{name}": name for name in names_in(KIT)}
        texts = AnyWords.load({"en": words, "fr": words})
        self.screen = MirroredScreen()
        self.timers = TimerThread()
        later = self.timers.after
        self.stage = TableStage(StageDevices(self.screen, {}), texts, lambda: ("", ""), later)
        self.input = Chooser(self.stage, tree_for_table)
        self.session = Session((story.game,), Journal(folder), dealers, self.clock, stage=self.stage)
        self.newest = PatientNewest()
        self.session.subscribe(self.newest)
        self.phones = Phones(self.session, PairingWindow(self.clock, later), Confirmation(self.clock, later))
        chosen = settings(clock=self.clock.monotonic_s, heartbeat_s=0.05, streams_each=2 * len(self.story.viewers))
        panel: Any = SimpleNamespace(
            input=None,
            devices=tuple,
            lamps=tuple,
            public_bitmap=lambda: self.screen.picture,
            public_png=lambda scale: png(self.screen.picture, scale),
            chooses=lambda: False,
        )
        self.hooked = Hooked(self.session, texts, folder)
        self.counted: list[tuple[int, bytes]] = []
        services = Counted(self.hooked)
        self.app = mirrored(self.session, panel, texts, chosen, phones=self.phones, services=services)
        self.server = Server(self.app, chosen)
        self.session.load()
        self.server.start()
        self.session.start()
        self.heard: dict[str, bytes] = {}
        self.asked_on: list[tuple[str, bytes]] = []
        """What each was sent, besides heartbeats, for a line after which the window of before was open still."""
        self.mirrored = ""
        self.house = House(broker)
        self.mqtt = self.tells(broker, texts)
        self.hooked.start()

    def tells(self, broker: AnyBroker, texts: Texts) -> Mqtt:
        """Tell *broker* all that is published from now on; both worlds' tables have the same id."""
        self.session.keep_setting(TABLE_ID, "0123456789ab")
        own = told_to(broker, user="", may_press=False)(load(None, {}, self.folder, self.folder / "no.toml"))
        mqtt = Mqtt(
            own,
            self.session,
            self.newest,
            texts,
            faults=Faults(),
            table=IdleTable(self.clock),
        )
        mqtt.start()
        eventually(lambda: self.house.last("status") is not None)
        self.newest.is_patient = True
        return mqtt

    def told_the_house(self) -> bytes:
        """Return all that the broker was told."""
        assert self.mqtt.broker is not None
        self.mqtt.broker.tell(Letter("tidetable/end", b"{}"))
        eventually(lambda: self.house.heard[-1].topic == "tidetable/end")
        return b"\n".join(repr(each).encode() for each in self.house.heard)

    def close(self) -> None:
        self.newest.is_patient = False
        self.hooked.close()
        self.mqtt.close()
        self.house.close()
        self.server.close()
        self.session.close()
        self.timers.close()
        self.stage.close()

    def headers(self, who: str) -> dict[str, str]:
        here = f"127.0.0.1:{self.server.port}" if who == "table" else f"table:{self.server.port}"
        cookie = {} if who in ("table", "watcher") else {"Cookie": f"{COOKIE}={cookie_of(who)}"}
        return {"Host": here, **cookie}

    def rest(self) -> None:
        """Let what is in motion come to its end, always in the same steps.

        The clock moves only as far as reveals need: no window's time runs out between two lines.
        """
        self.settle()
        for _ in range(BEATS):
            if not self.moves():
                break
            self.clock.advance(BEAT_S)
            self.settle()
        assert not self.moves()

    def settle(self) -> None:
        """Wait until the session has done all that it was given and all that is due by the clock."""
        for _ in range(2):  # the first wakes it for what is due; that is done before the second
            self.session.records()  # answered in its turn

    def moves(self) -> bool:
        """Whether anything waits to be revealed."""
        return self.session.table.in_motion

    @property
    def window(self) -> int | None:
        """The number of the open answer window, None without one."""
        opened = open_window(self.session.published.open.state)
        return None if opened is None else opened.number

    def play(self) -> None:
        published = self.session.published
        opening = f"new {self.story.game.slug} {self.story.game.mode} seats={len(PEOPLE)}"
        self.session.submit(CommandRequest("new", published.version, TABLE, opening, "button", frozenset({TABLE})))
        self.rest()
        for seat, who in enumerate(PEOPLE):
            self.session.keep(partial(seated, who, Phone((seat,), who)))
        self.session.keep(partial(seated, "owner", Phone()))
        self.session.keep(lambda roster: roster.with_owner(hash_of(cookie_of("owner"))))
        readers = {who: Reader(self.server.port, **self.headers(who)) for who in self.story.viewers}
        for who in self.story.viewers:
            readers[CHANGES + who] = ChangesReader(self.server.port, **self.headers(who))
        try:
            here = [who for who in PEOPLE if who in readers]
            for who, reader in readers.items():
                while [
                    each["name"] for each in reader.next("table").json["people"] if each["presence"] == "here"
                ] != here:
                    pass
                # The first may be of the stream's turn that welcomed Cleo; her presence is announced in the turn after.
                for _ in range(2):
                    reader.next("heartbeat")
                self.heard[who] = b""
            with Reader(self.server.port, "/api/v1/stream?screen=1", **self.headers("watcher")) as mirror:
                for number, (seat, line) in enumerate(self.story.lines):
                    self.say(number, seat, line.format(self.first), readers)
                    self.look(mirror)
                    self.counted.append((self.session.published.version, self.hooked.counts))
        finally:
            for reader in readers.values():
                reader.close()

    def look(self, mirror: Reader | None = None) -> None:
        """See what the mirrored screen shows at rest, or in motion without *mirror*; which is sent it by its stream.

        What is replaced before it could be sent is left out, by real time: so all that came is read, the last compared.
        """
        shown = self.screen.picture
        self.heard["watcher"] += shown
        while mirror is not None and b64encode(shown).decode() != self.mirrored:
            self.mirrored = mirror.next("screen").data

    def say(self, number: int, seat: int, line: str, readers: Mapping[str, Reader]) -> None:
        """Have the table's page say *line*; each viewer's stream is read as far as that goes.

        Only when all have seen that something moves may it land, so that no frame is left out for a newer one.
        """
        begins = {who: reader.read_to for who, reader in readers.items()}
        before, window = self.session.published.version, self.window
        if seat == KNOB:
            self.input.peek(self.session.published)
            for steps in LEAFING:
                self.look()
                self.input.turn(steps, self.session.published)
            self.input.let_go()
            return
        if seat == CLOCK:
            self.clock.advance(float(line))
        else:
            body = {"id": f"id-{number}", "seen": before, "seat": seat if seat >= 0 else "table", "do": line}
            who = "Cleo" if seat == CLEO else "table"
            self.heard[who] += self.ask(who, "POST", "/api/v1/commands", body)
        self.settle()
        self.look()
        if self.session.published.reveal is not None:
            for reader in readers.values():
                while reader.next("table", "cue").json["reveal"] is None:
                    pass
        self.rest()
        for reader in readers.values():
            reader.fetch()
        # A stream makes one frame at a time: a heartbeat that hadn't come yet is behind all that was to be told.
        come = {who: len(reader.received) for who, reader in readers.items()}
        for who, reader in readers.items():
            while reader.read_to <= come[who]:
                reader.next("heartbeat")
            told = MASKED.sub(b"", reader.received[begins[who] : reader.read_to])
            self.heard[who] += told
            if window is not None and self.window == window:
                self.asked_on.append((who, told))

    def ask(self, who: str, method: str, path: str, body: Any = None) -> bytes:
        """Return all bytes of an answer."""
        headers = {**self.headers(who), "Connection": "close"}
        if body is not None:
            headers |= {"Origin": f"http://{headers['Host']}", "Content-Type": "application/json"}
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=20)
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        response = connection.getresponse()
        head = "".join(f"\r\n{name}: {value}" for name, value in response.getheaders()).encode()
        told = b"%d %s\r\n\r\n%s" % (response.status, head, response.read())
        connection.close()
        return MASKED.sub(b"", told)

    def asked(self, who: str) -> Iterator[tuple[str, bytes]]:
        """Ask for everything there is, good and bad."""
        yield "stream", self.heard[who]
        yield "changes", self.heard[CHANGES + who]
        if who == "watcher":
            yield "broker", self.told_the_house()
            yield "webhook", self.hooked.sent()
            yield "counts", b"".join(page for _, page in self.counted)
        for path in ("/", "/?lang=fr", "/owner", "/panel", "/nowhere", "/metrics"):
            yield path, self.ask(who, "GET", path)
        for path in ("table", "table?lang=fr", "records", "records/1", "records/2"):
            yield path, self.ask(who, "GET", f"/api/v1/{path}")
        if who != "table":  # which may look through any seat
            for path in ("table?seat=0", "table?seat=1", "form?do=correct&seat=0"):
                yield path, self.ask(who, "GET", f"/api/v1/{path}")
        for path in ("form?do=correct", "form?do=correct&lang=fr", "form?do=guard"):
            yield path, self.ask(who, "GET", f"/api/v1/{path}")
        for path in ("openapi.json", "healthz", "screen.png", "join"):
            yield path, self.ask(who, "GET", f"/api/v1/{path}")
        lines = ("guard", "strike 0", "pass", "rob 9", "discard mystery boom", "discard mystery no")
        if who != "table":  # which speaks for those whose cards differ
            for number, line in enumerate(lines):
                for seat in (0, 1, 2):
                    body = {"id": f"{who}-{number}-{seat}", "seen": 0, "seat": seat, "do": line}
                    yield f"{line} for {seat}", self.ask(who, "POST", "/api/v1/commands", body)
        for number, line in enumerate(AS_TABLE):
            seen = self.session.published.version
            body = {"id": f"{who}-table-{number}", "seen": seen, "seat": "table", "do": line}
            yield f"{line} as table", self.ask(who, "POST", "/api/v1/commands", body)


BrokerIn = Callable[[Path], AbstractContextManager[AnyBroker]]


def differing(folder: Path, story: Story, broker_in: BrokerIn = near_broker) -> list[str]:
    """Play *story* in both worlds; return where a viewer is told different things."""
    worlds = []
    for number, answers in enumerate(story.worlds):
        with broker_in(folder / f"broker-{number}") as broker:
            world = World(folder / str(number), story, answers, broker)
            try:
                world.play()
                worlds.append({(who, what): told for who in story.viewers for what, told in world.asked(who)})
            finally:
                world.close()
    one, other = worlds
    assert one.keys() == other.keys()
    return [f"{who}: {what}" for who, what in one if one[who, what] != other[who, what]]
