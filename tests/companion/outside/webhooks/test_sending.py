"""A whole table sends what comes out to something in the house: a real HTTP server."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.opening import Opening
from companion.settings.reader import load
from companion.settings.tables import Settings, WebhookSettings
from tests.support.paths import ROOT
from tests.support.receivers import Receiver, receiver
from tests.support.tables import Table, scripted
from tests.support.waiting import eventually
from tests.support.wording import TEXTS

pytestmark = pytest.mark.whole

README = ROOT / "companion" / "outside" / "README.md"
WITH_NAMES = Opening("fireship", "kit", ("Ann", "Ben"))


@pytest.fixture
def lamp() -> Iterator[Receiver]:
    with receiver() as made:
        yield made


def sending(*hooks: WebhookSettings, watching: bool = True) -> Callable[[Settings], Settings]:
    def change(settings: Settings) -> Settings:
        web = replace(settings.web, watching=watching)
        return replace(settings, webhooks=hooks, web=web, table=replace(settings.table, name="Our table"))

    return change


def test_a_roll_is_sent_once_it_is_revealed(tmp_path: Path, lamp: Receiver) -> None:
    with Table(tmp_path, scripted((3, 7, 10)), change=sending(WebhookSettings(lamp.url))) as table:
        assert table.command("roll dice").status == 200
        table.roll(1)
        eventually(lambda: len(lamp.got) == 1)
        said = table.table["log"][-1]["text"]
    assert lamp.bodies() == [
        {
            "table": "Our table",
            "game": "fireship",
            "kind": "rolled",
            "seat": None,
            "who": "",
            "numbers": [3, 7, 10],
            "words": "",
            "text": said,
        }
    ]


def test_each_hook_is_sent_its_kinds_and_names_only_where_it_may_have_them(tmp_path: Path, lamp: Receiver) -> None:
    body = '["$kind", "$who"]'
    hooks = (
        WebhookSettings(f"{lamp.url}/named", ("rolled",), body, names=True),
        WebhookSettings(f"{lamp.url}/nameless", ("rolled",), body),
        WebhookSettings(f"{lamp.url}/sunk", ("sunk",), body),
    )
    with Table(tmp_path, scripted((3, 7, 10)), opening=WITH_NAMES, change=sending(*hooks)) as table:
        version = table.table["version"]
        roll = {"id": "ben", "seen": version, "seat": 1, "do": "roll dice"}
        assert table.ask("POST", "/api/v1/commands", roll).status == 200
        table.roll(1)
        eventually(lambda: len(lamp.got) == 2)
    player = TEXTS.say("en", "seat.number", number="2")
    assert {got.path.rpartition("/")[2]: got.json for got in lamp.got} == {
        "named": ["rolled", "Ben"],
        "nameless": ["rolled", player],
    }


def readme_hooks(folder: Path, lamp: Receiver) -> tuple[WebhookSettings, ...]:
    """The README's example, with what runs in this house in place of WLED."""
    examples = re.findall(r"^```toml\n(.*?)^```$", README.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    text = next(each for each in examples if "wled" in each)
    file = folder / "tidetable.toml"
    file.write_text(text.replace("http://wled.local/json/state", lamp.url), "utf-8")
    return load(file, {"HOME": str(folder)}, folder).webhooks


def test_wled_shows_the_presets_of_the_readme(tmp_path: Path, lamp: Receiver) -> None:
    hooks = readme_hooks(tmp_path, lamp)
    assert len(hooks) == 3
    island = Opening("forbidden-island", "kit")
    with Table(tmp_path, scripted(("waters-rise",)), opening=island, change=sending(*hooks)) as table:
        for state in ("flooded", "sunk"):
            assert table.command(f"set misty-marsh {state}").status == 200
        eventually(lambda: len(lamp.got) == 1)
        assert table.command("draw treasure").status == 200
        eventually(lambda: len(lamp.got) == 2)
    assert [(got.method, got.path, got.json) for got in lamp.got] == [
        ("POST", "/json/state", {"on": True, "ps": 3}),
        ("POST", "/json/state", {"on": True, "ps": 1}),
    ]


def test_a_start_reveals_the_last_roll_again_and_sends_no_other(tmp_path: Path, lamp: Receiver) -> None:
    change = sending(WebhookSettings(lamp.url))
    with Table(tmp_path, scripted((3, 7, 10), (2, 2, 2)), change=change) as table:
        for number in (1, 2):
            assert table.command("roll dice").status == 200
            table.roll(number)
        eventually(lambda: len(lamp.got) == 2)
    with Table(tmp_path, scripted((1, 1, 1)), opening=None, change=change) as table:
        table.roll(2)
        eventually(lambda: len(lamp.got) == 3)
        assert table.command("roll dice").status == 200
        table.roll(3)
        eventually(lambda: len(lamp.got) == 4)
    assert [body["numbers"] for body in lamp.bodies()] == [[3, 7, 10], [2, 2, 2], [2, 2, 2], [1, 1, 1]]


def test_a_hook_that_fails_is_told_to_the_owner_until_it_works(tmp_path: Path, lamp: Receiver) -> None:
    lamp.answers = [404]
    with Table(tmp_path, scripted((3, 7, 10), (1, 1, 1)), change=sending(WebhookSettings(lamp.url))) as table:
        assert table.command("roll dice").status == 200
        eventually(lambda: [fault["key"] for fault in table.get("/api/v1/healthz").json["faults"]] != [])
        told = TEXTS.say("en", "hook.status", number="1", host="127.0.0.1", status=404)
        assert table.get("/api/v1/healthz").json["faults"] == [{"key": "house.webhook-1", "text": told}]
        assert told in table.get("/owner").body.decode()
        table.roll(1)
        assert table.command("roll dice").status == 200
        table.roll(2)
        eventually(lambda: table.get("/api/v1/healthz").json["faults"] == [])


def test_play_waits_for_no_hook(tmp_path: Path, lamp: Receiver) -> None:
    lamp.hangs.clear()
    with Table(tmp_path, scripted((3, 7, 10), (1, 1, 1)), change=sending(WebhookSettings(lamp.url))) as table:
        for number in (1, 2):
            assert table.command("roll dice").status == 200
            table.roll(number)
        eventually(lambda: len(lamp.got) == 1)
        lamp.hangs.set()
        eventually(lambda: len(lamp.got) == 2)


def test_where_only_who_has_joined_may_watch_nothing_is_sent_and_that_is_told(tmp_path: Path, lamp: Receiver) -> None:
    change = sending(WebhookSettings(lamp.url), watching=False)
    with Table(tmp_path, scripted((3, 7, 10)), change=change) as table:
        eventually(lambda: [each["key"] for each in table.get("/api/v1/healthz").json["faults"]] == ["house.webhooks"])
        assert table.command("roll dice").status == 200
        table.roll(1)
    assert lamp.got == []


LOADED = """
import sys
from pathlib import Path
from tests.support.tables import Table
with Table(Path(sys.argv[1])) as table:
    pass
ours = ("companion.outside.webhooks.sender", "companion.outside.webhooks.hook", "companion.outside.webhooks.request")
print([name for name in (*ours, "companion.outside.metrics.counts", "prometheus_client") if name in sys.modules])
"""


def test_nothing_of_it_is_imported_unless_it_is_switched_on(tmp_path: Path) -> None:
    line = [sys.executable, "-c", LOADED, str(tmp_path)]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "[]\n"
