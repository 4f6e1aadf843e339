"""A rehearsal of the real program, done by simulated hands from its long press to its card."""

from __future__ import annotations

import http.client
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from msgspec.structs import replace

from companion.health.cards import Cards
from companion.parts.optional import REHEARSAL
from companion.rehearsal.steps import STEPS
from companion.settings.tables import Settings
from hardware.cues import ErrorCue, FrameCue, StepCue, VerdictCue
from tests.support.paths import ROOT
from tests.support.running import HURRIED
from tests.support.tables import Phone, Table, dice, environment, of_roll, picture, running
from tests.support.waiting import TIMEOUT_S, eventually
from tests.support.wording import TEXTS, say

CHORD_MS = 3_300
BUTTONS = ("roll", "spin", "draw", "ok", "back", "push")
LAMPS = ("roll", "spin", "draw", "ok", "back")
PARTS = len(STEPS)


def of_step(at: int, title: str, word: str, *foot: str, lit: str | None = None) -> StepCue:
    lamps = None if lit is None else tuple(name == lit for name in LAMPS)
    return StepCue(title=say(title), word=word, at=at, of=PARTS, lit=lamps, foot=foot)


def of_frame(name: str = "SSD1306") -> FrameCue:
    foot = (say("rehearsal.other-driver"), say("rehearsal.yes-no", yes="OK", no="BACK"))
    return FrameCue(title=say("rehearsal.whole"), name=name, foot=foot)


def well(name: str) -> VerdictCue:
    return VerdictCue(won=True, title=name, detail=say("rehearsal.works"))


class Hands:
    """Hands at the simulated *table*, which see nothing but its screen."""

    def __init__(self, table: Phone, dead: str = "") -> None:
        self._table = table
        self._dead = dead

    def try_all_but_the_phone(self) -> None:
        """Do each step once the screen asks for it; what came of the one before is gone from it by then."""
        table, yes_no = self._table, say("rehearsal.yes-no", yes="OK", no="BACK")
        table.shows(of_frame())
        table.press("push")  # OK may still be down from the long press
        for at, name in enumerate(BUTTONS, 2):
            self._press(at, name)
        skip = say("rehearsal.skip", button="BACK")
        for at, way, steps in ((8, "right", 1), (9, "left", -1)):
            table.shows(of_step(at, "rehearsal.turn", say(f"rehearsal.{way}"), skip))
            table.turn(steps)
        for at, name in enumerate(LAMPS, 10):
            table.shows(of_step(at, "rehearsal.lit", name.upper(), yes_no))
            assert table.table["lamps"] == [name]
            table.press("ok")
        again = say("rehearsal.again", button="ROLL")
        table.shows(of_step(15, "rehearsal.heard", "Tone", yes_no, again))
        table.press("ok")

    def _press(self, at: int, name: str) -> None:
        word, skip = ("Knob" if name == "push" else name.upper()), ("OK" if name == "back" else "BACK")
        self._table.shows(of_step(at, "rehearsal.press", word, skip, "skips", lit=name))
        if name != self._dead:
            self._table.press(name)
            return
        self._table.press("back")
        yes, no = say("rehearsal.there-yes", yes="OK"), say("rehearsal.there-no", no="BACK")
        self._table.shows(of_step(at, "rehearsal.there", word, yes, no))
        self._table.press("ok")


@contextmanager
def rehearsing(folder: Path, *, is_running: bool = False) -> Iterator[subprocess.Popen[str]]:
    """Give ``tidetable rehearse`` with simulated devices, in a process of its own, beside a table that *is_running*."""
    file = folder / "tidetable.toml"
    file.write_text('[web]\nhost = "127.0.0.1"\nport = 0\n', encoding="utf-8")
    words = ("rehearse", "--config", str(file), "--data", str(folder / "data"), "--simulate")
    line = [sys.executable, "-c", HURRIED, *words]
    own = {**environment(folder), "PYTHONPATH": str(ROOT), "LANG": "en", "LC_ALL": ""}
    if is_running:
        own["RUNTIME_DIRECTORY"] = str(next(folder.glob("run-*/served-*")).parent)
    process = subprocess.Popen(line, cwd=folder, env=own, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    plug = threading.Timer(3 * TIMEOUT_S, process.kill)
    plug.start()
    try:
        with process:
            try:
                yield process
            finally:
                process.kill()
    finally:
        plug.cancel()


def read_to(process: subprocess.Popen[str], begin: str) -> str:
    """Read what *process* prints up to a line with this *begin*, and return that line."""
    assert process.stdout is not None
    return next(line.rstrip() for line in process.stdout if line.startswith(begin))


def walk(address: str) -> tuple[int, str]:
    """Follow *address* as a phone does; return on how many ways it was sent on, and what the last page says."""
    ways = 0
    where = urlsplit(address)
    assert where.hostname is not None
    connection = http.client.HTTPConnection(where.hostname, where.port, timeout=TIMEOUT_S)
    path = where.path
    while True:
        connection.request("GET", path)
        answer = connection.getresponse()
        page = answer.read().decode()
        if answer.status != 303:
            assert answer.status == 200, page
            connection.close()
            return ways, page
        ways, path = ways + 1, answer.headers["Location"]


@pytest.mark.long
def test_a_rehearsal_of_a_table_that_is_well_ends_green_and_is_kept(tmp_path: Path) -> None:
    with rehearsing(tmp_path) as process:
        panel = read_to(process, "Simulated").split()[-1]
        table = Phone(urlsplit(panel).port or 0)
        Hands(table).try_all_but_the_phone()
        address = read_to(process, f"{PARTS}/{PARTS}").split()[-1]
        ways, page = walk(address)
        assert (ways, say("rehearsal.heard-phone") in page) == (5, True)
        assert table.get(urlsplit(address).path).status == 404, "a mark counts once"
        absent = 3
        told = say("rehearsal.tried", count=PARTS - absent)
        table.shows(VerdictCue(won=True, title=say("rehearsal.all-well"), detail=told))
        table.press("ok")
        assert process.stdout is not None
        assert process.stdout.read().splitlines()[-1] == say("rehearsal.green")
        assert process.wait(TIMEOUT_S) == 0
    card = Cards(tmp_path / "data").last()
    assert card is not None
    found = {result.step: result.outcome for result in card.results}
    assert found == {step.key: "absent" if step.key in ("windows", "ring", "idol") else "well" for step in STEPS}
    told_of = {result.step: result.told.values for result in card.results}
    assert told_of["dice"]["rolled"] == 10_000


@pytest.mark.long
@pytest.mark.parametrize("dead", ["draw", ""])
def test_a_table_that_runs_is_asked_to_rehearse_and_followed_to_its_end(tmp_path: Path, dead: str) -> None:
    with running(tmp_path) as table, rehearsing(tmp_path, is_running=True) as process:
        read_to(process, "The table rehearses")
        Hands(table, dead).try_all_but_the_phone()
        ways, _ = walk(read_to(process, f"{PARTS}/{PARTS}").split()[-1])
        assert ways == 5
        eventually(lambda: table.get("/api/v1/rehearsal").json["is_over"])
        table.press("ok")
        assert process.stdout is not None
        assert process.stderr is not None
        printed, fault = process.stdout.read(), process.stderr.read().strip()
        assert process.wait(TIMEOUT_S) == bool(dead)
        if dead:
            assert "GPIO22 (pin 15)" in last_card_words(tmp_path)
            assert fault == say("rehearsal.red", count=1)
        else:
            assert (printed.splitlines()[-1], fault) == (say("rehearsal.green"), "")
        assert dice(table.table)["roll"] is None, "its game has waited"


@pytest.mark.long
def test_a_rehearsal_that_is_ended_at_the_table_before_its_time_is_neither_green_nor_red(tmp_path: Path) -> None:
    with running(tmp_path) as table, rehearsing(tmp_path, is_running=True) as process:
        read_to(process, f"1/{PARTS}")
        table.ask("POST", "/api/v1/press", {"buttons": ["ok", "roll"], "for_ms": CHORD_MS})
        assert process.stderr is not None
        assert process.stderr.read().strip() == "the rehearsal was ended before its time"
        assert process.wait(TIMEOUT_S) == 1


def last_card_words(folder: Path) -> str:
    card = Cards(folder / "data").last()
    assert card is not None
    return " ".join(TEXTS.say("en", each.repair.key, **each.repair.values) for each in card.broken if each.repair)


@pytest.mark.long
def test_a_long_press_tries_a_table_with_a_dead_button_and_the_game_comes_back(tmp_path: Path) -> None:
    with running(tmp_path, hurried=True) as table:
        assert table.command("roll dice").status == 200
        before = table.roll(1)
        body = {"buttons": ["ok", "roll"], "for_ms": CHORD_MS}
        assert table.ask("POST", "/api/v1/press", body).status == 200
        Hands(table, dead="draw").try_all_but_the_phone()
        eventually(lambda: "rehearsal: dice is well" in table.log.read_text("utf-8"))
        table.press("back")
        yes, no = say("rehearsal.there-yes", yes="OK"), say("rehearsal.there-no", no="BACK")
        table.shows(of_step(PARTS, "rehearsal.there", "Phone", yes, no))
        table.press("ok")
        repair, more = say("rehearsal.mend-button", gpio=22, pin=15), say("rehearsal.more")
        table.shows(ErrorCue(title=say("stage.fault-page", title="DRAW", at=1, of=2), lines=(repair, more)))
        table.turn(1)
        address = f"http://127.0.0.1:{table.port}/"
        lines = (say("rehearsal.mend-phone", address=address), more)
        table.shows(ErrorCue(title=say("stage.fault-page", title="Phone", at=2, of=2), lines=lines))
        page = table.get("/owner").body.decode()
        assert f"<b>DRAW</b>: {repair}" in page
        parts = table.get("/api/v1/records/1/report").json["rehearsal"]["parts"]
        assert {part["step"]: part["text"] for part in parts}["draw"] == f"{say('rehearsal.broken')} {repair}"
        table.press("ok")
        table.shows(of_roll(table.table))
        assert table.roll(1) == before, "nothing of it was for the game"
        table.press("roll")
        table.roll(2)


def test_a_driver_that_is_chosen_with_the_knob_is_kept_until_the_settings_are_edited(tmp_path: Path) -> None:
    def edited(settings: Settings) -> Settings:
        return replace(settings, oled=replace(settings.oled, driver="ssd1309"))

    with Table(tmp_path, glass="sh1106") as table:
        assert table.daemon.optional.get(REHEARSAL).begin()
        table.shows(of_frame())
        table.turn(1)
        table.shows(of_frame("SSD1309"))
        assert table.private_screen != picture(of_frame("SSD1309"))
        table.turn(1)
        table.glass_shows(of_frame("SH1106"))
        table.press("ok")
        table.glass_shows(well("Screen"))
        table.daemon.optional.get(REHEARSAL).end()
        eventually(lambda: table.private_screen == table.screen != picture(well("Screen")))
    with Table(tmp_path, glass="sh1106") as table:
        eventually(lambda: table.private_screen == table.screen)
    with Table(tmp_path, glass="ssd1309", change=edited) as table:
        eventually(lambda: table.private_screen == table.screen)


def test_a_driver_that_nobody_says_yes_to_is_not_kept(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        assert table.daemon.optional.get(REHEARSAL).begin()
        table.shows(of_frame())
        table.turn(-1)
        table.shows(of_frame("SH1106 +4"))
        table.daemon.optional.get(REHEARSAL).end()
        eventually(lambda: table.private_screen == table.screen != picture(of_frame("SH1106 +4")))
        assert not (tmp_path / "data" / "display.json").exists()
