"""A table without rules: what the mirror is shown in these tests, and what it did to it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from flask import Flask
from msgspec import convert

from companion.engine.game import GameInfo
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.health.cards import Cards
from companion.maker.wire import KitShape
from companion.model.publication import Follower
from companion.model.reports.first_evening import FirstEvening
from companion.model.reports.rehearsal import Course
from companion.model.reports.wiring import WiringFault, WiringForm
from companion.model.requests import CommandRequest, RequestRefused
from companion.model.roster import NOBODY, Roster
from companion.model.wire import PlayStep, Reveal, Seen, Shelf
from companion.phones.membership import Phones
from companion.records.finished_games import Past
from companion.records.record import read
from companion.rehearsal.round_trip import RoundTrip
from companion.session.game.archive import Kept
from companion.texts.say import Texts
from companion.upkeep.first_evening.digits import LoggedDigits
from hardware.ports import ButtonName, DeviceStatus
from tests.support.games.spinner import SPINNER
from tests.support.wording import say
from web_ui.api.services import Panel
from web_ui.app import create_mirror
from web_ui.application import make_application
from web_ui.http.access.presence import PhonePresence
from web_ui.http.settings import WebSettings

TEXTS = {
    "en": {
        "test.title": "Fireship",
        "test.roll": "Roll",
        "test.dice": "Three ten-sided dice",
        "test.plain": "Plain die",
        "test.blue": "Blue die",
        "test.of_six": "{count} of 6",
        "test.rolled": "Roll {number}: {values}, together {total}",
        "test.verdict": "Roll {number}: {die}, {verdict}",
        "test.won": "Won",
        "test.lost": "Lost",
        "test.undo": "Undo",
        "test.menu": say("menu.what-to-play"),
        "test.kit": "Dice only",
        "test.game": say("menu.mode-referee"),
        "test.later": "Not built yet.",
        "test.stale": "Somebody was quicker: look again.",
        "test.trouble": "The journal can’t be written: nothing is played until it can.",
        "test.unplugged": "The screen is not connected; its cable may be loose.",
        "spinner.score": "Score {seat}",
    },
    "fr": {
        "test.title": "Fireship",
        "test.roll": "Lancer",
        "test.dice": "Trois dés à dix faces",
        "test.plain": "Dé simple",
        "test.blue": "Dé bleu",
        "test.of_six": "{count} sur 6",
        "test.rolled": "Lancer {number} : {values}, ensemble {total}",
        "test.verdict": "Lancer {number} : {die}, {verdict}",
        "test.won": "Gagné",
        "test.lost": "Perdu",
        "test.undo": "Annuler",
        "test.menu": "À quoi jouons-nous ?",
        "test.kit": "Les dés seulement",
        "test.game": say("menu.mode-referee", "fr"),
        "test.later": "Pas encore construit.",
        "test.stale": "Quelqu’un a été plus rapide : regarde à nouveau.",
        "test.trouble": "Le journal ne peut pas être écrit : rien ne se joue d’ici là.",
        "test.unplugged": "L’écran n’est pas branché ; son câble est peut-être lâche.",
        "spinner.score": "Score {seat}",
    },
}


def load_texts() -> Texts:
    return Texts.load(TEXTS)


def said(key: str, **values: Any) -> Message:
    return Message(f"test.{key}", values)


def leaf(word: str, label: Message | str, do: str | None, **more: Any) -> dict[str, Any]:
    play = {"word": word, "label": label, "do": do, "seats": ["table"] if do else [], "hint": "", "why": None}
    return {**play, "form": None, "then": [], **more}


def die(name: str, hint: Any, value: str | None, roll: int) -> dict[str, Any]:
    return {
        "name": name,
        "label": said(name),
        "kind": "verdict",
        "faces": ["won", "won", "won", "lost", "lost", "lost"],
        "hint": hint,
        "count": 1,
        "values": [value] if value else None,
        "labels": [said(value)] if value else None,
        "total": None,
        "roll": roll if value else None,
        "look": name,
    }


ROLL_TREE = [
    leaf(
        "roll",
        said("roll"),
        None,
        then=[
            leaf("dice", said("dice"), "roll dice"),
            leaf("plain", said("plain"), "roll plain", hint=said("of_six", count=3)),
            leaf("blue", said("blue"), "roll blue", hint=said("of_six", count=4)),
        ],
    ),
]
SHELF = {
    "games": [
        {
            "slug": "fireship",
            "name": said("title"),
            "line": said("kit"),
            "people": [2, 4],
            "told": said("menu"),
            "cover": "covers/any.svg",
            "ways": [{"mode": "kit", "label": said("kit"), "do": "new fireship kit"}],
        },
    ],
    "headings": [{"name": "", "label": "", "games": ["fireship"]}],
}
MENU = {
    "title": said("menu"),
    "shelf": SHELF,
    "plays": [
        leaf(
            "new",
            said("title"),
            None,
            then=[
                leaf("kit", said("kit"), "new fireship kit"),
                leaf("referee", said("game"), None, why={"rule": None, "reason": said("later")}),
            ],
        ),
    ],
}


@dataclass(frozen=True)
class FakePublished:
    """A Fireship kit after *roll*: the dice show *values*; None before the first roll."""

    version: int = 14
    roll: int = 14
    values: tuple[int, ...] | None = (3, 7, 10)
    plain: str | None = "won"
    blue: str | None = "lost"
    people: tuple[str, ...] = ("Ada", "Ben")
    roster: Roster = NOBODY
    lang: str = "en"
    muted: bool = False
    moving: bool = False
    motion: dict[str, Any] = field(default_factory=dict)
    """What moves, where it isn't the three dice."""
    menu: bool = False
    faults: tuple[Any, ...] = ()
    keeps_nothing: bool = False
    trouble: bool = False
    plays: list[dict[str, Any]] = field(default_factory=lambda: ROLL_TREE)
    board: Callable[[int], dict[str, Any]] = lambda viewer: {}
    """What else lies on the table, or instead, for a viewer."""
    table_menu: tuple[dict[str, Any], ...] = ()
    library: tuple[GameInfo, ...] = (replace(SPINNER, name=said("title"), rules=(said("title"),)),)
    off: frozenset[str] = frozenset()
    is_playing: bool = False
    name: str = "Tidetable"
    asks_first: FirstEvening | None = None
    compare: tuple[str, ...] = ()
    put_aside: str | None = None
    undo: dict[str, Any] = field(default_factory=dict)
    """What of taking back isn't as usual."""
    consent: dict[str, Any] | None = None
    """What somebody wants, and needs another for."""
    due: dict[str, Any] | None = None
    """What people have to roll, spin or draw for themselves."""
    put_back: tuple[str, ...] = ()
    log: list[dict[str, Any]] | None = None
    """What happened, where it isn't the usual."""

    arrived: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    played: object | None = None
    clocks: tuple[dict[str, Any], ...] = ()
    over: dict[str, Any] | None = None
    keeper: dict[str, Any] | None = None
    """What can be done with a game that is over."""

    @property
    def seats_asked(self) -> range:
        return range(len(self.people))

    @property
    def seat_count(self) -> int:
        return len(self.people)

    @property
    def places(self) -> int:
        return len(self.people)

    @property
    def has_people(self) -> bool:
        return bool(self.people)

    @property
    def open(self) -> FakePublished:
        """Its game is in here as well."""
        return self

    @property
    def game(self) -> str | None:
        return None if self.menu else "fireship"

    @property
    def public_motion(self) -> Reveal | None:
        motion = {"seat": "table", "verb": "roll", "purpose": "dice", "label": said("dice"), "count": 3}
        moving = {"number": self.roll + 1, **motion, **self.motion}
        return convert(moving, Reveal) if self.moving else None

    def seen_by(self, viewer: int, speaks_for: frozenset[int], has_forms: bool = True) -> Seen:
        seen = {
            "version": self.version,
            "game": None if self.menu else "fireship",
            "number": 0 if self.menu else 1,
            "title": None if self.menu else said("title"),
            "mode": None if self.menu else "kit",
            "state": None if self.menu else {**self._state(), **self.board(viewer)},
            "clocks": self.clocks,
            "plays": [] if self.menu or not speaks_for else self.plays,
            "asks": [{"seat": "table", "since": 3, "verbs": ["roll"]}],
            "reveal": self.public_motion,
            "due": self.due,
            "log": [] if self.menu else self._log(),
            "people": [{"seat": seat, "name": name} for seat, name in enumerate(self.people)],
            "trouble": said("trouble") if self.trouble else None,
            "menu": MENU if self.menu else None,
            "table_menu": self.table_menu if TABLE in speaks_for else (),
            "compare": self.compare,
            "put_aside": self.put_aside,
            "commitment": None,
            "seed": None,
            "undo": {"why": None, "two": False, "set_right": None, "redo": False, **self.undo},
            "consent": self.consent,
            "lapsed": None,
            "put_back": self.put_back,
            "over": self.over,
            "keeper": self.keeper,
        }
        return convert(seen, Seen)

    def form(self, line: str, viewer: int) -> PlayStep | None:
        if line != "correct":
            return None
        field = {"name": "seen-by", "label": said("dice"), "word": str(viewer), "kind": "number", "min": 0, "max": 9}
        return convert(leaf("correct", said("undo"), "correct", form=[field], named=True), PlayStep)

    def shelf(self, speaks_for: frozenset[int], phone: str = "") -> Shelf:
        return convert(SHELF, Shelf)

    def _state(self) -> dict[str, Any]:
        dice = {
            "name": "dice",
            "label": said("dice"),
            "kind": "number",
            "faces": list(range(1, 11)),
            "count": 3,
            "values": list(self.values) if self.values else None,
            "total": sum(self.values) if self.values else None,
            "roll": self.roll if self.values else None,
            "look": "d10",
        }
        plain = die("plain", said("of_six", count=3), self.plain, self.roll - 2)
        blue = die("blue", said("of_six", count=4), self.blue, self.roll - 1)
        button = {"button": "roll", "do": "roll dice", "label": said("roll"), "hint": said("dice")}
        return {"kind": "kit", "dice": [dice, plain, blue], "buttons": [button]}

    def _log(self) -> list[dict[str, Any]]:
        if self.log is not None:
            return self.log
        lines = [(11, "Ada", said("rolled", number=11, values=(2, 2, 9), total=13), False)]
        if self.plain:
            lines.append((12, "Ada", said("verdict", number=12, die=said("plain"), verdict=said(self.plain)), False))
        if self.blue:
            lines.append((13, "", said("verdict", number=13, die=said("blue"), verdict=said(self.blue)), True))
        if self.values:
            words = said("rolled", number=self.roll, values=self.values, total=sum(self.values))
            lines.append((self.roll, "Ben", words, False))
        return [{"n": n, "seat": 0, "who": who, "text": text, "undone": undone} for n, who, text, undone in lines]


@dataclass(frozen=True)
class Change:
    """A change of a pretended table: the state *after* it, and what is in *motion* from now on."""

    after: Any
    motion: object = None


class FakeTable:
    """A session whose states the test publishes; every command is accepted unless *refuse* says otherwise."""

    def __init__(self, published: FakePublished | None = None) -> None:
        self.published: Any = published or FakePublished()  # pages take it for a snapshot
        self.requests: list[CommandRequest] = []
        self.refuse: RequestRefused | None = None
        self.on_submit: Callable[[CommandRequest], None] = lambda request: None
        self._mirrors: list[Any] = []
        self.kept = (Kept(7, said("title"), ("Ada", "<b>"), "21.11. 20:15", "fireship", "kit", True),)
        self._lock = threading.Lock()

    def submit(self, request: CommandRequest, timeout_s: float = 10.0) -> int:
        with self._lock:
            self.requests.append(request)
        if self.refuse is not None:
            raise self.refuse
        self.on_submit(request)
        return int(self.published.version)

    def keep(self, change: Callable[[Roster], Roster], wait_s: float = 10.0) -> None:
        with self._lock:
            self.published = replace(self.published, roster=change(self.published.roster))
        for mirror in self._mirrors:
            mirror.hear(Change(self.published))

    def records(self) -> tuple[Kept, ...]:
        return self.kept

    def record(self, number: int) -> str:
        if number not in [each.number for each in self.kept]:
            raise RequestRefused(Message("record.unknown"), "unknown")
        return f'{{"tidetable":{number}}}\n'

    def past(self, number: int) -> Past:
        if number not in [each.number for each in self.kept]:
            raise RequestRefused(Message("record.unknown"), "unknown")
        game = replace(SPINNER, name=said("title"), picture=lambda state: {"kind": "spinner"})
        header = '{"tidetable":1,"game":"spinner","mode":"referee","options":{},"seats":["Ada","<b>"]}'
        return Past(game, read([header]))

    def subscribe(self, mirror: Follower) -> None:
        self._mirrors.append(mirror)

    def start(self, **changes: Any) -> Any:
        """Publish that something is in motion."""
        self.published = replace(self.published, moving=True, **changes)
        for mirror in self._mirrors:
            mirror.hear(Change(self.published, "motion"))
        return self.published

    def change(self, **changes: Any) -> Any:
        """Publish a new state, at rest unless said otherwise."""
        new = {"moving": False, "version": self.published.version + 1, **changes}
        self.published = replace(self.published, **new)
        for mirror in self._mirrors:
            mirror.hear(Change(self.published))
        return self.published


class FakeInput:
    def __init__(self) -> None:
        self.pressed: list[tuple[tuple[ButtonName, ...], int]] = []
        self.turned: list[int] = []
        self.anything = threading.Event()

    def press(self, buttons: Collection[ButtonName], for_ms: int) -> None:
        self.pressed.append((tuple(buttons), for_ms))
        self.anything.set()

    def turn(self, steps: int) -> None:
        self.turned.append(steps)
        self.anything.set()


class FakePanel:
    """Devices, a picture and hands for one mirror."""

    def __init__(self, simulated: bool = True) -> None:
        self.input = FakeInput()
        self.devices = [
            DeviceStatus("screen", simulated, working=True),
            DeviceStatus("buttons", simulated, working=True),
        ]
        self.picture = bytes(1024)
        self.own = bytes(1024)
        self.tray: dict[str, object] | None = None
        self.lamps = {"roll"}
        self.source = FakeSource(self, simulated)


class FakeSource:
    """A *panel* as pages see it."""

    def __init__(self, panel: FakePanel, simulated: bool) -> None:
        self._panel, self._simulated = panel, simulated

    @property
    def input(self) -> FakeInput | None:
        return self._panel.input if self._simulated else None

    def devices(self) -> Sequence[DeviceStatus]:
        return self._panel.devices

    def lamps(self) -> Collection[str]:
        return self._panel.lamps

    def public_bitmap(self) -> bytes:
        return bytes(bytearray(self._panel.picture))

    def own_bitmap(self) -> bytes:
        return bytes(bytearray(self._panel.own))

    def public_png(self, scale: int) -> bytes:
        return b"\x89PNG" + bytes((scale, len(self.public_bitmap()) // 256))

    def tray(self) -> dict[str, object] | None:
        return self._panel.tray

    def chooses(self) -> bool:
        return False


class FakeRehearsals:
    """Rehearsals that never begin."""

    course = Course(0, False, False, None, ())

    def __init__(self) -> None:
        self.round_trip = RoundTrip(lambda: 0.0)

    def begin(self) -> bool:
        return False


class FakeWiring:
    """A form without fields, all of whose values are right."""

    is_on = False

    def form(self) -> WiringForm:
        return WiringForm((), "", "0", is_trial=False)

    def propose(self, sent: Mapping[str, str]) -> Sequence[WiringFault]:
        return ()

    def confirm(self) -> bool:
        return False

    def go_back(self) -> bool:
        return False


class FakeServices:
    """A table whose pages have nobody to call, but for the changes that a test makes."""

    games: Mapping[str, Path] = {}
    covers: Mapping[str, Path] = {}
    first_evening: Any = None
    doctor: Any = None
    backups: Any = None
    nights: Any = None
    own_games: Any = SimpleNamespace(
        library=SimpleNamespace(games=(), own=()),
        history=SimpleNamespace(past=lambda: ()),
        unusable=lambda: {},
        install=lambda files, replaces: SimpleNamespace(files=()),
        switch=lambda slug, is_off: None,
    )
    sharing: Any = SimpleNamespace(
        source=lambda slug: b'slug = "spinner"\n' if slug == "spinner" else None,
        outcome=lambda who: ("", None),
        offer=lambda who: None,
        put_away=lambda who: None,
    )
    reset: Any = None
    power: Any = None
    is_counted = False
    counts: Any = None
    maker: Any = SimpleNamespace(shape=KitShape((), {}), make=lambda request, lang: None)
    repairs: Any = SimpleNamespace(mend=lambda line: False)
    wiring: Any = FakeWiring()
    visits: Any = SimpleNamespace(visited=lambda peer, is_in: None)

    def __init__(self, **changes: Any) -> None:
        self.presence = PhonePresence()
        self.rehearsals: Any = FakeRehearsals()
        self.cards: Any = Cards(Path("nowhere"))
        self.digits = LoggedDigits(FakeTable())
        vars(self).update(changes)


def mirrored(
    table: Any,
    panel: Panel | None,
    texts: Texts,
    settings: WebSettings,
    *,
    phones: Phones,
    services: FakeServices | None = None,
) -> Flask:
    """Return the application of *table*'s pages, which call *services*."""
    own = services or FakeServices()
    return make_application(create_mirror(table, panel, texts, settings, phones=phones, services=own))


def settings(**changes: Any) -> WebSettings:
    fixed: dict[str, Any] = {
        "host": "127.0.0.1",
        "port": 0,
        "hostname": "table",
        "names": ("tide.example", "slow.example"),
        "addresses": lambda: ("192.168.1.23", "fd00::17"),
        "join_host": lambda: "192.168.1.23",
    }
    return WebSettings(**{**fixed, **changes})


__all__ = [
    "TABLE",
    "FakeInput",
    "FakePanel",
    "FakePublished",
    "FakeServices",
    "FakeTable",
    "load_texts",
    "mirrored",
    "said",
    "settings",
]
