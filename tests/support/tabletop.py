"""A screen and lamps that only remember, and states of the Fireship kit and of the duel to show on them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

from companion.chance.dealers import ScriptedDealer
from companion.engine.chance import Answer
from companion.engine.game import Game, Setup
from companion.engine.state import State
from companion.engine.values.seats import TABLE
from companion.input.chooser import Chooser
from companion.input.tree import tree_for_table
from companion.library.games import Library
from companion.model.entry import LogEntry
from companion.model.publication import Published
from companion.model.roster import Presence
from companion.model.snapshot import Motion, Snapshot, motion_of
from companion.runtime.timers import Later, TimerThread
from companion.session.game.open_game import TYPED, OpenGame, Origin
from companion.stage.devices import StageDevices
from companion.stage.presenter import TableStage
from hardware.cues import StageCue
from hardware.ports import LAMP_NAMES, Idol, LampName, SoundName, Tray
from tests.support.games.duel import DUEL
from tests.support.snapshots import replace, snapshot

LIBRARY = Library()
_fireship = LIBRARY.find("fireship")
assert _fireship is not None
FIRESHIP: Game = _fireship
TEXTS = LIBRARY.texts
ADDRESS = "192.168.1.23:8080"
CODE = "http://192.168.1.23:8080/"
PATIENCE_S = 20.0


class Lamp:
    def __init__(self) -> None:
        self.is_lit = False

    def set(self, lit: bool) -> None:
        self.is_lit = lit


class Screen:
    """Keeps every cue; what lands stays in motion until something else is shown. A *slow_cue* waits for *go_on*."""

    def __init__(self) -> None:
        self.cues: list[StageCue] = []
        self.landed: Callable[[], None] | None = None
        self._changed = threading.Condition()
        self.slow_cue: type[StageCue] | None = None
        self.is_slow = threading.Event()
        self.go_on = threading.Event()
        self.idle: StageCue | None = None
        self.brightness: list[int] = []
        self.woken = 0

    def wake(self) -> None:
        self.woken += 1

    def mark(self, words: str) -> None:
        """Write nothing."""

    def when_idle(self, cue: StageCue) -> None:
        self.idle = cue

    def set_brightness(self, level: int) -> None:
        self.brightness.append(level)

    def show(self, cue: StageCue) -> None:
        if type(cue) is self.slow_cue:
            self.is_slow.set()
            assert self.go_on.wait(PATIENCE_S)
        self._take(cue, None)

    def land(self, cue: StageCue, landed: Callable[[], None]) -> None:
        self._take(cue, landed)

    def _take(self, cue: StageCue, landed: Callable[[], None] | None) -> None:
        with self._changed:
            self.cues.append(cue)
            overtaken, self.landed = self.landed, landed
            self._changed.notify_all()
        if overtaken is not None:
            overtaken()

    @property
    def cue(self) -> StageCue:
        return self.cues[-1]

    def wait_for(self, cue: StageCue) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: self.cue == cue, PATIENCE_S), self.cues


class Buzzer:
    """Keeps every sound, played or not."""

    def __init__(self) -> None:
        self.sounds: list[SoundName] = []
        self.muted: list[bool] = []

    def play(self, sound: SoundName) -> None:
        self.sounds.append(sound)

    def set_muted(self, muted: bool) -> None:
        self.muted.append(muted)


class Keys:
    """Texts of a game that has none: what would be said is said by its key and values."""

    def say(self, lang: str, key: str, /, **values: object) -> str:
        return f"{key} {values}" if values else key


class Edge:
    """The table's edge: its stage with a pretend screen, lamps and buzzer."""

    def __init__(
        self,
        refusal_s: float = 1000.0,
        texts: Any = TEXTS,
        tray: Tray | None = None,
        later: Later | None = None,
        idol: Idol | None = None,
    ) -> None:
        self.screen = Screen()
        self.lamps: dict[LampName, Lamp] = {name: Lamp() for name in LAMP_NAMES}
        self.code = CODE
        self.buzzer = Buzzer()
        devices = StageDevices(self.screen, self.lamps, self.buzzer, tray, idol=idol)
        self.presences: tuple[Presence, ...] = ()
        where, presences = lambda: (ADDRESS, self.code), lambda published: self.presences
        self.timers = TimerThread()
        self.stage = stage = TableStage(
            devices, texts, where, later or self.timers.after, refusal_s=refusal_s, presences=presences
        )
        self.input = Chooser(stage, lambda published: tree_for_table(published, ADDRESS, self.presences))

    def show(self, after: Snapshot) -> None:
        """Publish *after*, as the session does: with what has just happened, if its log is news."""
        before, line = self.stage.published, after.open.log[-1] if after.open.log else None
        is_news = line is not None and line.version == after.version > before.version > 0
        facts = line.facts if line is not None and is_news and not line.is_turning_back else ()
        self.stage.hear(Published(replace(before, version=-1), after, facts=facts))

    def start(self, motion: Motion) -> None:
        """Publish that something is in motion."""
        before = self.stage.published
        self.stage.hear(Published(before, replace(before, reveal=motion), motion))

    def learn(self, after: Snapshot) -> None:
        """Publish *after*, of which the table itself shows nothing new."""
        self.stage.hear(Published(after, after))

    def close(self) -> None:
        """Let nothing change by itself any more."""
        self.stage.close()
        self.timers.close()

    @property
    def lit(self) -> list[str]:
        return [name for name in LAMP_NAMES if self.lamps[name].is_lit]


def opened(seats: Sequence[str] = (), chance: str = "dealer") -> OpenGame:
    return OpenGame(FIRESHIP, FIRESHIP.setup(tuple(seats), {"chance": chance}))


def published(game: OpenGame, log: Sequence[LogEntry] = (), **more: Any) -> Snapshot:
    state = snapshot(
        version=1, game=FIRESHIP, setup=game.setup, state=game.state, log=tuple(log), library=LIBRARY.games
    )
    return replace(state, typed=game.chance in TYPED, asked=game.chance == "ask", **more)


def duelling(state: State, names: Sequence[str], game: Game = DUEL) -> Snapshot:
    """A duel of *names* that stands at *state*."""
    return snapshot(version=1, game=game, setup=Setup(tuple(names)), state=state, library=(game,))


def menu_of_games() -> Snapshot:
    return snapshot(library=LIBRARY.games)


class Roll:
    """A roll of the kit: what is in motion, and what came of it."""

    def __init__(self, game: OpenGame, do: str, answer: Answer, seat: int = TABLE) -> None:
        command = FIRESHIP.notation.read(seat, do)
        (self.reveal_step,) = game.take(command, ScriptedDealer([answer]), 1, Origin("phone", ""))
        assert self.reveal_step.request is not None
        self.motion: Motion = motion_of(FIRESHIP, 2, seat, self.reveal_step.request)
        self.facts = self.reveal_step.facts
        self.state: State = self.reveal_step.state
        self.lines = self.reveal_step.lines
