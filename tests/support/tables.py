"""A whole table to try: in this process or as one of its own, with what is asked of it over HTTP."""

from __future__ import annotations

import io
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Self

from msgspec.structs import replace
from PIL import Image

from companion.app import build, close
from companion.chance.dealers import Dealer, FairDealer, ScriptedDealer, TypedDealer
from companion.engine.chance import Answer
from companion.health.helper import Helper
from companion.opening import Opening
from companion.parts.optional import STICKS
from companion.parts.options import TableOptions
from companion.parts.table import Parts
from companion.runtime.clock import Clock, SystemClock
from companion.settings.reader import load
from companion.settings.tables import DiceTraySettings, Settings
from companion.start import start
from companion.upkeep.backup.sticks.sticks import Sticks
from hardware.cues import ErrorCue, MenuCue, MessageCue, RollCue, StageCue
from hardware.oled.drawing.screens import still
from tests.support.paths import ROOT
from tests.support.running import HURRIED
from tests.support.waiting import TIMEOUT_S, eventually
from tests.support.wording import TEXTS
from web_ui.http.access.callers import COOKIE

SIZE = (128, 64)
GOT_AWAY_S = 20.0
FIRESHIP = Opening("fireship", "kit")


def settings(folder: Path, language: str = "en") -> Settings:
    """Simulated devices, a free port on this computer alone, data in *folder*, nothing of whoever runs the tests."""
    found = load(None, {"XDG_DATA_HOME": str(folder)}, folder, folder / "no-settings.toml")
    return replace(
        found,
        table=replace(found.table, language=language, data=folder / "data"),
        web=replace(found.web, host="127.0.0.1", port=0),
        pins=replace(found.pins, choice="simulated"),
    )


def scripted(*answers: Answer) -> Mapping[str, Dealer]:
    return {"dealer": ScriptedDealer(answers), "typed": TypedDealer()}


@dataclass(frozen=True)
class Reply:
    """An answer with every byte of it, *raw*."""

    raw: bytes

    @property
    def status(self) -> int:
        return int(self.raw.split(b" ", 2)[1])

    @property
    def body(self) -> bytes:
        return self.raw.partition(b"\r\n\r\n")[2]

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Phone:
    """Asks the table on *port*, as a page on this computer would."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._sent = 0

    def ask(self, method: str, path: str, body: object = None, cookie: str = "") -> Reply:
        text = b"" if body is None else json.dumps(body).encode()
        here = f"127.0.0.1:{self.port}"
        head = [f"{method} {path} HTTP/1.1", f"Host: {here}", f"Origin: http://{here}", "Connection: close"]
        head += [f"Content-Length: {len(text)}", "Content-Type: application/json"] if text else []
        head += [f"Cookie: {COOKIE}={cookie}"] if cookie else []
        with socket.create_connection(("127.0.0.1", self.port), timeout=TIMEOUT_S) as connection:
            connection.sendall("\r\n".join([*head, "", ""]).encode() + text)
            return Reply(b"".join(iter(lambda: connection.recv(65536), b"")))

    def get(self, path: str) -> Reply:
        return self.ask("GET", path)

    @property
    def table(self) -> dict[str, Any]:
        table: dict[str, Any] = self.get("/api/v1/table").json
        return table

    def press(self, button: str, for_ms: int = 60) -> None:
        assert self.ask("POST", "/api/v1/press", {"button": button, "for_ms": for_ms}).status == 200

    def turn(self, steps: int) -> None:
        assert self.ask("POST", "/api/v1/press", {"turn": steps}).status == 200

    def command(self, do: str, id: str = "", seen: int | None = None) -> Reply:
        self._sent += 1
        body = {
            "id": id or f"test-{self.port}-{self._sent}",
            "seen": self.table["version"] if seen is None else seen,
            "seat": "table",
            "do": do,
        }
        return self.ask("POST", "/api/v1/commands", body)

    def roll(self, number: int) -> dict[str, Any]:
        """Wait until roll *number* of the game is revealed; return what the three dice show."""
        eventually(lambda: dice(self.table)["roll"] == number)
        return dice(self.table)

    @property
    def screen(self) -> bytes:
        """What ``screen.png`` shows, row by row, a bit a pixel."""
        return Image.open(io.BytesIO(self.get("/api/v1/screen.png").body)).convert("1").tobytes()

    def shows(self, cue: StageCue) -> None:
        """Wait until the table's screen shows just *cue*."""
        wanted = picture(cue)
        eventually(lambda: self.screen == wanted)


def dice(table: Mapping[str, Any], name: str = "dice") -> dict[str, Any]:
    """Return the dice called *name*; without a game they show nothing."""
    found: Iterable[dict[str, Any]] = table["state"]["dice"] if table["state"] else ()
    return next((each for each in found if each["name"] == name), {"roll": None, "values": None, "total": None})


def picture(cue: StageCue) -> bytes:
    return still(cue).tobytes()


def roll_cue(values: Answer, number: int, name: str = "", lang: str = "en") -> RollCue:
    """What the screen has to show of three dice."""
    numbers = tuple(value for value in values if isinstance(value, int))
    caption = TEXTS.say(lang, "stage.roll", number=number)
    return RollCue(values=numbers, caption=caption, total=sum(numbers), name=name, look="d10")


def of_roll(table: Mapping[str, Any]) -> RollCue:
    """What the screen has to show of the three dice in *table*."""
    shown = dice(table)
    return roll_cue(tuple(shown["values"]), shown["roll"], table["log"][-1]["who"], table["lang"])


def of_trouble(key: str, lang: str = "en") -> ErrorCue:
    title = "stage.memory" if key.startswith("session.unwritable.") else "stage.trouble"
    return ErrorCue(title=TEXTS.say(lang, title), lines=(TEXTS.say(lang, key),))


def of_refusal(key: str, lang: str = "en") -> MessageCue:
    return MessageCue(title="", lines=(TEXTS.say(lang, key),))


def of_menu(title: str, before: str, selected: str, after: str) -> MenuCue:
    return MenuCue(title=title, before=before, selected=selected, after=after)


class Table(Phone):
    """A table in this process, started and playing: what *opening* says, None for what it does by itself."""

    def __init__(
        self,
        folder: Path,
        dealers: Mapping[str, Dealer] | None = None,
        *,
        language: str = "en",
        opening: Opening | None = FIRESHIP,
        clock: Clock | None = None,
        tape: Callable[[bytes], None] | None = None,
        prepare: Callable[[Parts], None] = lambda daemon: None,
        tray: str = "none",
        glass: str | None = None,
        change: Callable[[Settings], Settings] = lambda settings: settings,
        first_evening: bool = False,
        helper: Helper | None = None,
        sticks: Sticks | None = None,
        card_folder: Path | None = None,
    ) -> None:
        own = change(replace(settings(folder, language), dicetray=DiceTraySettings(tray)))
        dealers = dealers or {"dealer": FairDealer(), "typed": TypedDealer()}
        options = TableOptions(
            dealers=dealers,
            clock=clock or SystemClock(),
            helper=helper or Helper(),
            parts={} if sticks is None else {STICKS: sticks},
            glass=glass or "",
            tape=tape,
            begins_first_evening=first_evening,
            card_folder=card_folder,
        )
        self.daemon = build(own, own.table.data, options)
        try:
            prepare(self.daemon)
            start(self.daemon, opening)
        except BaseException:
            close(self.daemon)
            raise
        super().__init__(self.daemon.server.port)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        close(self.daemon)

    @property
    def private_screen(self) -> bytes:
        """What a person sees of the emulated screen, by the bytes that its controller ate."""
        assert self.daemon.devices.screen.chip is not None
        return Image.frombytes("L", SIZE, self.daemon.devices.screen.chip.picture()).convert("1").tobytes()

    def settle(self) -> None:
        """Wait until a game neither moves nor will: of several rolls, each is published before the next begins."""

        def is_settled() -> bool:
            published = self.daemon.session.published
            state = published.open.state
            return published.reveal is None and state is not None and (published.open.typed or state.due() is None)

        eventually(is_settled)

    def glass_shows(self, cue: StageCue) -> None:
        wanted = picture(cue)
        eventually(lambda: self.private_screen == wanted)


def environment(folder: Path) -> dict[str, str]:
    # Of a table that a test kills again and again no start is a bad one.
    runtime = tempfile.mkdtemp(dir=folder, prefix="run-")
    own = {"XDG_DATA_HOME": str(folder / "xdg-data"), "RUNTIME_DIRECTORY": runtime, "PYTHONUNBUFFERED": "1"}
    return {**os.environ, **own}


def command_line(*words: str) -> list[str]:
    return [sys.executable, "-m", "companion", *words]


def run(folder: Path, *words: str, under: Sequence[str] = ()) -> subprocess.CompletedProcess[str]:
    """Run a call of the command to its end, with *folder* as the current one, started by the command *under*."""
    own = {**environment(folder), "PYTHONPATH": str(ROOT)}
    line = [*under, *command_line(*words)]
    return subprocess.run(line, cwd=folder, env=own, capture_output=True, text=True, timeout=TIMEOUT_S)


class Process(Phone):
    """``tidetable run`` as a process of its own, from its READY on. What it logs is in *log*.

    It is started by the command *under*, if that is given; *hurried*, nothing is in motion for longer than an instant.
    *bare*, its settings alone say where it is and which devices it has. The *first_evening* of a new table is left out
    but where it is tried.
    """

    def __init__(
        self,
        folder: Path,
        *words: str,
        under: Sequence[str] = (),
        hurried: bool = False,
        bare: bool = False,
        first_evening: bool = False,
    ) -> None:
        self.folder = folder
        self.log = folder / "log.txt"
        where = () if bare else ("--port", "0", "--host", "127.0.0.1", "--simulate")
        asks = () if first_evening else ("--no-first-evening",)
        words = ("run", "--data", str(folder / "data"), *asks, *where, *words)
        own = {**environment(folder), "PYTHONPATH": str(ROOT)}
        with self.log.open("ab") as log:
            line = [*under, *([sys.executable, "-c", HURRIED, *words] if hurried else command_line(*words))]
            self.process = subprocess.Popen(line, cwd=folder, env=own, stdout=subprocess.PIPE, stderr=log)
        plug = threading.Timer(TIMEOUT_S, self.process.kill)  # or a table that never is ready would be waited for
        plug.start()
        ready = self._out.readline().decode()
        plug.cancel()
        plug.join()
        if not ready.startswith("READY http://127.0.0.1:"):
            self.kill()
            raise AssertionError(f"not ready: {ready!r}; {self.log.read_text('utf-8')}")
        super().__init__(int(ready.rstrip("/\n").rpartition(":")[2]))

    @property
    def _out(self) -> IO[bytes]:
        assert self.process.stdout is not None
        return self.process.stdout

    def kill(self) -> None:
        """Pull the plug."""
        self.process.kill()
        self._gone()

    def stop(self, by: int = signal.SIGTERM) -> int:
        """Switch it off politely; return its exit code."""
        self.process.send_signal(by)
        return self._gone()

    def _gone(self) -> int:
        code = self.process.wait(GOT_AWAY_S)
        self._out.close()
        return code


@contextmanager
def running(
    folder: Path,
    *words: str,
    under: Sequence[str] = (),
    hurried: bool = False,
    bare: bool = False,
    first_evening: bool = False,
) -> Iterator[Process]:
    """Give a table in a process of its own that plays Fireship unless *words* say otherwise; leave none behind.

    One that asks the *first_evening*'s questions plays nothing yet.
    """
    words = words or (() if first_evening else ("--kit", "fireship"))
    how = {"hurried": hurried, "bare": bare, "first_evening": first_evening}
    process = Process(folder, *words, under=under, **how)
    try:
        yield process
    finally:
        if process.process.poll() is None:
            process.kill()
