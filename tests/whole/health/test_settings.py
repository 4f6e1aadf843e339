"""A table whose settings have faults: it starts, says which, and the owner's page mends what a page may change."""

from __future__ import annotations

import base64
import http.client
import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.health.settings import LAST_GOOD
from hardware.cues import ErrorCue
from hardware.oled.drawing.screens import placeholder
from tests.support.tables import Phone, picture, running
from tests.support.waiting import eventually
from tests.support.wording import TEXTS, say

TYPO = '[table]\nname = "Our table"\n[oled]\ndriver = "sh1107x"\n'
SETTINGS = '[table]\nname = "Our table"\n[oled]\ndriver = "sh1106"\n'


def own_screens(phone: Phone) -> Iterator[bytes]:
    """Give what the table's own screen shows, again and again, to who sits at this computer."""
    with socket.create_connection(("127.0.0.1", phone.port), timeout=20) as connection:
        here = f"127.0.0.1:{phone.port}"
        connection.sendall(f"GET /api/v1/stream?screen=own HTTP/1.1\r\nHost: {here}\r\n\r\n".encode())
        with connection.makefile("rb") as lines:
            event = b""
            for line in lines:
                if line.startswith(b"event: "):
                    event = line[7:].strip()
                elif line.startswith(b"data: ") and event == b"private-screen":
                    yield base64.b64decode(line[6:])


def glass_shows(phone: Phone, cue: ErrorCue) -> None:
    """Wait until the table's own screen shows *cue*, with what is private in it."""
    wanted = picture(cue)
    shown = (screen == wanted for screen in own_screens(phone))
    assert any(is_it for is_it, _ in zip(shown, range(20), strict=False))


def of_fault(key: str, given: str, expected: str, lang: str = "en") -> ErrorCue:
    said = TEXTS.say(lang, "stage.fault-value", key=key, given=given, expected=expected)
    how = TEXTS.say(lang, "stage.fault-ok", label=TEXTS.say(lang, "health.keep"))
    return ErrorCue(title=TEXTS.say(lang, "stage.settings"), lines=(said, how), private=True)


def expected(lang: str = "en") -> str:
    return TEXTS.say(lang, "expected.choice", words=("ssd1306", "sh1106", "ssd1309"))


def told(given: str, used: str, lang: str = "en") -> str:
    return TEXTS.say(lang, "health.value", key="oled.driver", given=given, expected=expected(lang), used=used)


def owners_page(table: Phone, lang: str = "en") -> str:
    return table.get(f"/owner?lang={lang}").body.decode().replace("&#39;", "'")


def do(table: Phone, line: str) -> int:
    body = {"id": f"owner-{abs(hash(line))}", "seen": table.table["version"], "do": line}
    return table.ask("POST", "/api/v1/owner", body).status


def faulty(folder: Path, text: str = TYPO) -> Path:
    file = folder / "tidetable.toml"
    file.write_text(text, encoding="utf-8")
    return file


def health(table: Phone) -> dict[str, str]:
    reply = table.get("/api/v1/healthz")
    assert reply.status == 200
    return {fault["key"]: fault["text"] for fault in reply.json["faults"]}


def health_or_none(table: Phone) -> dict[str, str] | None:
    """Return the same of a table that is perhaps starting just now."""
    try:
        return health(table)
    except (OSError, AssertionError, IndexError):
        return None


@pytest.mark.parametrize("lang", ["en", pytest.param("fr", marks=pytest.mark.long)])
def test_a_faulty_key_is_told_on_screen_page_and_log_and_the_default_is_used(tmp_path: Path, lang: str) -> None:
    file = faulty(tmp_path)
    with running(tmp_path, "--config", str(file), "--lang", lang) as table:
        glass_shows(table, of_fault("oled.driver", "'sh1107x'", expected(lang), lang))
        page = owners_page(table, lang)
        assert told("'sh1107x'", "ssd1306", lang) in page
        assert 'data-do="mend oled.driver sh1106"' in page
        assert health(table) == {"oled.driver": told("'sh1107x'", "ssd1306", lang)}
        in_log = f"[oled] driver: given 'sh1107x', expected {expected('en')}"
        assert in_log in table.log.read_text("utf-8")
        assert table.command("new fireship kit").status == 200, "it plays all the same"


def test_values_are_for_the_owner_alone(tmp_path: Path) -> None:
    with running(tmp_path, "--config", str(faulty(tmp_path)), "--host", "0.0.0.0") as table:
        stranger = http.client.HTTPConnection("127.0.0.1", table.port, timeout=20)
        said = {}
        for path in ("/api/v1/healthz", "/api/v1/table", "/owner", "/", "/tv"):
            stranger.request("GET", path, headers={"Host": f"{socket.gethostname()}:{table.port}"})
            said[path] = stranger.getresponse().read().decode()
        stranger.close()
        faults = json.loads(said["/api/v1/healthz"])["faults"]
        assert [fault for fault in faults if not fault["key"].startswith("network.")] == [
            {"key": "oled.driver", "text": TEXTS.say("en", "health.settings", key="oled.driver")}
        ]
        assert [path for path, text in said.items() if "sh1107x" in text] == []
        assert table.screen == placeholder().tobytes()


@pytest.mark.long
def test_the_owners_page_mends_it_and_the_table_starts_again_with_it(tmp_path: Path) -> None:
    file = faulty(tmp_path)
    with running(tmp_path, "--config", str(file), "--kit", "fireship") as table:
        assert table.command("roll dice").status == 200
        shown = table.roll(1)
        for line in ("mend oled.driver ssd1327", "mend web.port 80", "mend table.data /", "mend oled.driver"):
            assert do(table, line) == 400
        assert do(table, "mend oled.driver sh1106") == 200
        eventually(lambda: health_or_none(table) == {})
        assert table.roll(1) == shown, "the game goes on where it was, at the same address"
        assert "oled.driver" not in owners_page(table)
        assert table.stop() == 0
    assert file.read_text("utf-8") == TYPO, "the owner's file is the owner's"
    with running(tmp_path, "--config", str(file)) as table:
        assert health(table) == {}, "it counts at later starts too"
    faulty(tmp_path, TYPO.replace("sh1107x", "sh1108"))
    with running(tmp_path, "--config", str(file)) as table:
        assert health(table) == {"oled.driver": told("'sh1108'", "ssd1306")}, "who edits the file has the last word"


@pytest.mark.long
def test_ok_at_the_table_keeps_what_stands_in_and_goes_on(tmp_path: Path) -> None:
    wrong = '[web]\nport = "many"\nwacthing = false\n'
    file = faulty(tmp_path, wrong)
    with running(tmp_path, "--config", str(file)) as table:
        assert list(health(table)) == ["web.port", "web.wacthing"]
        for line in ("mend web.port keep", "mend web.wacthing keep", "mend web.port 80"):
            assert do(table, line) == 400, "that is for hands at the table"
        table.press("ok")
        eventually(lambda: list(health(table)) == ["web.wacthing"])
        table.press("push")  # OK is perhaps down still
        eventually(lambda: health(table) == {})
        assert table.stop() == 0
    with running(tmp_path, "--config", str(file)) as table:
        assert health(table) == {}, "it counts at later starts too"
        assert table.stop() == 0
    faulty(tmp_path, wrong.replace("many", "few"))
    with running(tmp_path, "--config", str(file)) as table:
        assert list(health(table)) == ["web.port"], "who edits the file has the last word"


@pytest.mark.long
def test_pins_that_meet_are_told_on_screen_and_ok_keeps_those_that_stand_in(tmp_path: Path) -> None:
    good, wrong, given = "[pins]\nspin = 12\n", "[pins]\nroll = 4\nspin = 4\n", ("roll = 4", "spin = 4")
    with running(tmp_path, "--config", str(faulty(tmp_path, good))) as table:
        assert table.stop() == 0
    file = faulty(tmp_path, wrong)
    with running(tmp_path, "--config", str(file)) as table:
        assert list(health(table)) == ["pins"]
        short, keep = say("stage.fault-pins", given=given), say("stage.fault-ok", label=say("health.keep"))
        glass_shows(table, ErrorCue(title=say("stage.settings"), lines=(short, keep), private=True))
        table.press("ok")
        eventually(lambda: health(table) == {})
        assert table.stop() == 0
    with running(tmp_path, "--config", str(file)) as table:
        assert health(table) == {}, "it counts at later starts too"
        assert table.stop() == 0
    assert (tmp_path / "data" / LAST_GOOD).read_text("utf-8") == good, "what is kept is still wrong in the file"
    faulty(tmp_path, wrong.replace("4", "7"))
    with running(tmp_path, "--config", str(file)) as table:
        assert list(health(table)) == ["pins"], "who edits the file has the last word"


def test_a_name_and_names_are_written_on_the_owners_page(tmp_path: Path) -> None:
    file = faulty(tmp_path, '[table]\nname = ""\n[web]\nnames = ["a b"]\nhost = ""\n')
    with running(tmp_path, "--config", str(file)) as table:
        page = owners_page(table)
        assert [key for key in ("table.name", "web.names", "web.host") if f'data-line="mend {key}"' in page] == [
            "table.name",
            "web.names",
        ]
        for line in ("mend table.name ", f"mend table.name {'x' * 41}", "mend web.names a/b", "mend web.host ::1"):
            assert do(table, line) == 400, line
        assert do(table, "mend table.name Our table") == 200
        eventually(lambda: list(health_or_none(table) or ()) == ["web.names", "web.host"])
        assert do(table, "mend web.names games.home, Play.example") == 200
        eventually(lambda: list(health_or_none(table) or ()) == ["web.host"])
        connection = http.client.HTTPConnection("127.0.0.1", table.port, timeout=20)
        connection.request("GET", "/api/v1/healthz", headers={"Host": "play.example"})
        assert connection.getresponse().status == 200
        connection.close()


@pytest.mark.long
def test_what_was_mended_on_a_page_does_not_become_the_last_good_file(tmp_path: Path) -> None:
    file = faulty(tmp_path, SETTINGS)
    with running(tmp_path, "--config", str(file)) as table:
        assert table.stop() == 0
    faulty(tmp_path)
    with running(tmp_path, "--config", str(file)) as table:
        assert do(table, "mend oled.driver ssd1306") == 200
        eventually(lambda: health_or_none(table) == {})
        assert table.stop() == 0
    faulty(tmp_path, TYPO.replace("sh1107x", "sh1108"))
    with running(tmp_path, "--config", str(file)) as table:
        assert health(table) == {"oled.driver": told("'sh1108'", "sh1106")}


@pytest.mark.long
def test_the_last_good_settings_stand_in_for_what_is_wrong(tmp_path: Path) -> None:
    file = faulty(tmp_path, SETTINGS)
    with running(tmp_path, "--config", str(file)) as table:
        assert health(table) == {}
        assert table.stop() == 0
    faulty(tmp_path)
    with running(tmp_path, "--config", str(file)) as table:
        assert health(table) == {"oled.driver": told("'sh1107x'", "sh1106")}
    faulty(tmp_path, SETTINGS.replace('"sh1106"', '"sh1106'))
    with running(tmp_path, "--config", str(file)) as table:
        used = TEXTS.say("en", "health.used-last")
        words = {"given": "'driver = \"sh1106'", "line": 4, "used": used}
        assert health(table) == {"settings": TEXTS.say("en", "health.no-toml", **words)}
        title, how = TEXTS.say("en", "stage.settings"), TEXTS.say("en", "stage.fault-how")
        glass_shows(table, ErrorCue(title=title, lines=(TEXTS.say("en", "stage.fault-no-toml", line=4), how)))
        table.press("ok")
        eventually(lambda: table.screen != placeholder().tobytes())
