"""The first evening of the real program, by simulated hands from its first start to its first roll, and by pages."""

from __future__ import annotations

import json
import queue
import re
import socket
import threading
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec.structs import replace

from companion.engine.values.seats import TABLE
from companion.health.display_driver import DISPLAY
from companion.model.requests import CommandRequest
from companion.settings.tables import Settings
from hardware.cues import ChoiceCue, FrameCue, MenuCue, MessageCue, RollCue, StageCue, StepCue
from tests.support.browsing import WATCHERS_HOST
from tests.support.tables import Phone, Process, Reply, Table, running, scripted
from tests.support.waiting import TIMEOUT_S, eventually
from tests.support.wording import TEXTS, say
from web_ui.http.access.callers import COOKIE

HOLD_MS = 1_300
"""Longer than a button has to be down for its second meaning."""


def said(lang: str, key: str, **values: object) -> str:
    return TEXTS.say(lang, key, **values)


def choice(step: str, word: str, lang: str = "en") -> ChoiceCue:
    foot = (said(lang, "stage.choose"), said(lang, "panel.ok"))
    return ChoiceCue(title=said(lang, f"first-evening.asks-{step}"), word=word, foot=foot)


def frame(lang: str = "en", name: str = "SSD1306") -> FrameCue:
    yes, no = said(lang, "panel.ok"), said(lang, "panel.back")
    foot = (said(lang, "rehearsal.other-driver"), said(lang, "rehearsal.yes-no", yes=yes, no=no))
    return FrameCue(title=said(lang, "rehearsal.whole"), name=name, foot=foot)


def roll(lang: str = "en") -> StepCue:
    foot = tuple(said(lang, "rehearsal.skip", button=said(lang, "panel.back")).split(" ", 1))
    title, word = said(lang, "rehearsal.press"), said(lang, "panel.roll")
    return StepCue(title=title, word=word, at=4, of=4, lit=(True, False, False, False, False), foot=foot)


def rolled(value: int, lang: str = "en") -> RollCue:
    return RollCue(values=(value,), caption=said(lang, "first-evening.ready"), look="d6")


def step_of(table: Phone) -> str:
    """The question that the page asks, "" for none."""
    found = re.search(r'data-step="(\w*)"', table.get("/first").body.decode())
    assert found is not None
    return found[1]


def asks(table: Phone, step: str, cue: StageCue) -> None:
    """Wait until screen and page ask alike."""
    table.shows(cue)
    assert step_of(table) == step


def answer(table: Phone, do: str, id: str = "") -> Reply:
    """Answer as the page of this computer does."""
    body = {"id": id or f"page-{do}".replace(" ", "-"), "seen": table.table["version"], "do": do}
    return table.ask("POST", "/api/v1/first-evening", body)


def from_elsewhere(table: Phone, method: str, path: str, body: Any = None, cookie: str = "") -> Reply:
    """Ask as a page on another machine does, by the name that the house gives the table."""
    text = b"" if body is None else json.dumps(body).encode()
    here = f"{WATCHERS_HOST}:{table.port}"
    head = [f"{method} {path} HTTP/1.1", f"Host: {here}", f"Origin: http://{here}", "Connection: close"]
    head += [f"Content-Length: {len(text)}", "Content-Type: application/json"] if text else []
    head += [f"Cookie: {COOKIE}={cookie}"] if cookie else []
    with socket.create_connection(("127.0.0.1", table.port), timeout=TIMEOUT_S) as connection:
        connection.sendall("\r\n".join([*head, "", ""]).encode() + text)
        return Reply(b"".join(iter(lambda: connection.recv(65536), b"")))


def known_elsewhere(settings: Settings) -> Settings:
    return replace(settings, web=replace(settings.web, names=(WATCHERS_HOST,)))


def cookie_in(reply: Reply) -> str:
    found = re.search(rf"Set-Cookie: {COOKIE}=([^;]+)", reply.raw.decode())
    assert found is not None
    return found[1]


# ---------------------------------------------------------------------- at the table
def test_hands_go_from_the_first_start_to_the_first_roll_and_nothing_is_asked_again(tmp_path: Path) -> None:
    with running(tmp_path, hurried=True, first_evening=True) as table:
        asks(table, "language", choice("language", "English"))
        table.turn(1)
        table.shows(choice("language", "Français"))
        table.press("ok")
        asks(table, "frame", frame("fr"))
        table.press("push")
        asks(table, "name", choice("name", "Tidetable", "fr"))
        table.turn(2)
        table.shows(choice("name", said("fr", "first-evening.name-2"), "fr"))
        table.press("ok")
        asks(table, "roll", roll("fr"))
        assert table.table["lamps"] == ["roll", "ok", "back"]
        table.press("roll")
        eventually(lambda: step_of(table) == "over")
        found = re.search(r"<b aria-hidden=\"true\">(\d)</b>", table.get("/first").body.decode())
        assert found is not None
        assert 1 <= int(found[1]) <= 6
        table.shows(rolled(int(found[1]), "fr"))
        table.press("ok")
        eventually(lambda: step_of(table) == "")
        assert table.get("/").status == 200
        table.kill()
    with running(tmp_path, hurried=True, first_evening=True) as table:
        assert (table.table["lang"], step_of(table)) == ("fr", "")
        assert said("fr", "first-evening.name-now", name=said("fr", "first-evening.name-2")) in page(table)


def page(table: Phone) -> str:
    return table.get("/first").body.decode()


@pytest.mark.long
def test_a_plug_pulled_between_two_questions_goes_on_at_the_next_one(tmp_path: Path) -> None:
    with running(tmp_path, first_evening=True) as table:
        table.turn(1)
        table.shows(choice("language", "Français"))
        table.press("ok")
        table.shows(frame("fr"))
        table.kill()
    with running(tmp_path, first_evening=True) as table:
        asks(table, "frame", frame("fr"))


def test_back_leaves_a_question_out_and_held_all_of_them_and_the_menu_asks_again(tmp_path: Path) -> None:
    with Table(tmp_path, opening=None, first_evening=True) as table:
        table.shows(choice("language", "English"))
        table.press("back")
        asks(table, "frame", frame())
        table.press("back", HOLD_MS)
        eventually(lambda: step_of(table) == "")
        assert table.daemon.session.published.lang == "en"
        assert answer(table, "ask name").status == 200
        asks(table, "name", choice("name", "Tidetable"))
        table.press("ok")  # BACK may still be down
        eventually(lambda: step_of(table) == "")


def test_the_menu_has_each_question_under_table(tmp_path: Path) -> None:
    with Table(tmp_path, opening=None) as table:
        daemon = table.daemon
        rows = daemon.session.published.table_rows(by_hand=True)
        evening = next(row for row in rows if row.word == "first-evening")
        steps = ["language", "frame", "name", "roll"]
        asked = [f"first-evening ask {step}" for step in steps]
        assert [row.line for row in evening.below] == [*asked, "first-evening ask"]
        at = [row.word for row in rows].index("first-evening")
        table.turn(1)
        table.turn(at)
        title = say("first-evening.title")
        before, after = (cast("str", TEXTS.localize("en", row).label) for row in (rows[at - 1], rows[at + 1]))
        table.shows(MenuCue(selected=title, before=before, after=after))
        table.press("ok")
        first, second, last = say("first-evening.language"), say("first-evening.frame"), say("first-evening.all")
        table.shows(MenuCue(title=title, before=last, selected=first, after=second))
        table.press("push")  # OK may still be down
        table.shows(choice("language", "English"))


def test_ok_held_lets_phones_in_and_answers_nothing(tmp_path: Path) -> None:
    with Table(tmp_path, opening=None, first_evening=True) as table:
        table.shows(choice("language", "English"))
        table.press("ok", HOLD_MS)
        eventually(lambda: table.daemon.window.shown is not None)
        assert step_of(table) == "language"


def test_no_tries_the_next_way_to_drive_the_screen_and_yes_keeps_it(tmp_path: Path) -> None:
    with Table(tmp_path, opening=None, first_evening=True, glass="sh1106") as table:
        table.press("back")
        table.shows(frame())
        assert table.private_screen != table.screen
        table.press("back")
        table.shows(frame(name="SSD1309"))
        assert answer(table, "turn").status == 200
        table.glass_shows(frame(name="SH1106"))
        table.press("ok")
        table.shows(choice("name", "Tidetable"))
        assert b"sh1106" in (tmp_path / "data" / DISPLAY).read_bytes()


def test_a_roll_that_was_cut_off_is_revealed_the_same_at_the_next_start(tmp_path: Path) -> None:
    with Table(tmp_path, opening=None, first_evening=True, dealers=scripted((5,))) as table:
        for step in ("language", "frame", "name"):
            assert answer(table, f"skip {step}").status == 200
        table.daemon.stage.land_alone = lambda cue, landed: None  # type: ignore[method-assign]
        assert answer(table, "roll").status == 200
        assert "die rolling" in page(table)
        assert ">5<" not in page(table)
    with Table(tmp_path, opening=None, first_evening=True, dealers=scripted()) as table:
        table.shows(rolled(5))
        eventually(lambda: ">5<" in page(table))


# ---------------------------------------------------------------------- by pages
def test_of_two_hands_that_answer_at_once_one_counts_and_the_other_is_told(tmp_path: Path) -> None:
    with Table(tmp_path, opening=None, first_evening=True) as table:
        replies: dict[str, Reply] = {}

        def reply(lang: str) -> None:
            replies[lang] = answer(table, f"answer language {lang}")

        hands = [threading.Thread(target=reply, args=(lang,)) for lang in ("en", "fr")]
        for hand in hands:
            hand.start()
        for hand in hands:
            hand.join()
        won = table.daemon.session.published.lang
        late = replies["fr" if won == "en" else "en"]
        assert (replies[won].status, late.status, late.json["error"]) == (200, 409, "stale")
        assert late.json["text"] == said(won, "first-evening.answered")
        assert step_of(table) == "frame"


def test_a_press_that_comes_after_a_pages_answer_is_told_at_the_table(tmp_path: Path) -> None:
    with Table(tmp_path, opening=None, first_evening=True) as table:
        table.shows(choice("language", "English"))
        post, held = table.daemon.session.post, []
        table.daemon.session.post = lambda *args: held.append(args)  # type: ignore[method-assign]
        table.press("ok")
        eventually(lambda: len(held) == 1)
        table.daemon.session.post = post  # type: ignore[method-assign]
        assert answer(table, "answer language fr").status == 200
        post(*held[0])
        table.shows(MessageCue(title="", lines=(said("fr", "first-evening.answered"),)))
        assert step_of(table) == "frame"


@pytest.mark.long
def test_a_page_from_elsewhere_answers_only_once_the_table_has_said_ok(tmp_path: Path) -> None:
    with Table(tmp_path, opening=None, first_evening=True, change=known_elsewhere) as table:
        body = {"id": "a", "seen": 0, "do": "answer language fr"}
        assert from_elsewhere(table, "POST", "/api/v1/first-evening", body).json["error"] == "not-in"
        table.press("ok", HOLD_MS)
        eventually(lambda: table.daemon.window.digits is not None)
        joined = from_elsewhere(table, "POST", "/api/v1/join", {"pin": table.daemon.window.digits})
        cookie = cookie_in(joined)
        refused = from_elsewhere(table, "POST", "/api/v1/first-evening", body, cookie)
        assert (refused.status, refused.json["error"]) == (403, "not-owner")
        assert say("owner.ask") in from_elsewhere(table, "GET", "/first", cookie=cookie).body.decode()
        ask = {"id": "b", "seen": 0, "do": "ask"}
        assert from_elsewhere(table, "POST", "/api/v1/owner", ask, cookie).status == 202
        eventually(lambda: table.daemon.stage.is_asked)
        eventually(lambda: _said_yes(table))
        assert from_elsewhere(table, "GET", "/", cookie=cookie).status == 303
        assert from_elsewhere(table, "POST", "/api/v1/first-evening", body, cookie).status == 200
        assert step_of(table) == "frame"


def _said_yes(table: Table) -> bool:
    """Press OK until it is one: pressed sooner than anybody can have read the question it is none."""
    if table.daemon.stage.is_asked:
        table.press("ok")
    return bool(table.daemon.session.published.roster.owners)


def test_without_hardware_the_digits_in_the_log_let_a_page_answer(tmp_path: Path) -> None:
    (tmp_path / "tidetable.toml").write_text(f'[web]\nnames = ["{WATCHERS_HOST}"]\n', encoding="utf-8")
    with running(tmp_path, first_evening=True) as table:
        digits = digits_of(table)
        assert say("first-evening.digits") in from_elsewhere(table, "GET", "/first").body.decode()
        wrong = "000000" if digits != "000000" else "111111"
        enter = "/api/v1/first-evening/enter"
        assert from_elsewhere(table, "POST", enter, {"digits": wrong}).json["error"] == "wrong-pin"
        entered = from_elsewhere(table, "POST", enter, {"digits": digits})
        assert entered.status == 200
        body = {"id": "a", "seen": 0, "do": "leave"}
        assert from_elsewhere(table, "POST", "/api/v1/first-evening", body, cookie_in(entered)).status == 200
        late = from_elsewhere(table, "POST", enter, {"digits": digits})
        assert late.json["error"] == "no-window", "the questions are over"


def digits_of(table: Process) -> str:
    eventually(lambda: "the first evening is asked at" in table.log.read_text("utf-8"))
    found = re.search(r"by the digits (\d{6})$", table.log.read_text("utf-8"), re.MULTILINE)
    assert found is not None
    return found[1]


def test_a_table_that_opens_a_game_at_its_first_start_asks_nothing(tmp_path: Path) -> None:
    with running(tmp_path, "--kit", "fireship", first_evening=True) as table:
        assert step_of(table) == ""
        assert table.get("/").status == 200


def test_the_network_is_told_the_chosen_name_at_once_and_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names: queue.SimpleQueue[str] = queue.SimpleQueue()

    class Heard:
        """Announces nothing but to the test."""

        host = ""

        def __init__(self, name: str, *_: object, **more: object) -> None:
            names.put(name)

        def start(self) -> None:
            """Nobody else hears it."""

        def close(self) -> None:
            """Nobody has heard it."""

    def elsewhere(settings: Settings) -> Settings:
        return replace(settings, web=replace(settings.web, host="127.0.0.2"))

    def say_to(table: Table, do: str) -> None:
        own = frozenset({TABLE})
        table.daemon.session.submit(CommandRequest(do.replace(" ", "-"), 0, TABLE, do, "typed", own))

    monkeypatch.setattr("companion.network.mdns.part.Announcer", Heard)
    with Table(tmp_path, opening=None, change=elsewhere) as table:
        assert names.get(timeout=TIMEOUT_S) == "Tidetable"
        say_to(table, "first-evening ask name")
        say_to(table, "first-evening answer name Attic")
        assert names.get(timeout=TIMEOUT_S) == "Attic"
    with Table(tmp_path, opening=None, change=elsewhere):
        assert names.get(timeout=TIMEOUT_S) == "Attic"
