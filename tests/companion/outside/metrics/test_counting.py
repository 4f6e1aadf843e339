"""The table's counts: what they count, when they step, who may read them, and what is in them of nobody."""

from __future__ import annotations

import http.client
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace
from prometheus_client.parser import text_string_to_metric_families

from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.model.requests import CommandRequest, RequestRefused
from companion.model.snapshot import Snapshot
from companion.opening import Opening
from companion.outside.metrics.counts import Measured, Metrics
from companion.runtime.clock import ManualClock
from companion.settings.tables import MetricsSettings, Settings, WebhookSettings
from tests.support.paths import ROOT
from tests.support.receivers import receiver
from tests.support.tables import Phone, Table, scripted
from tests.support.waiting import eventually
from tests.support.wording import TEXTS

pytestmark = pytest.mark.whole

TOKEN = "0123456789abcdef"
ORDER = ("game", "mode", "kind", "face", "end", "reason", "device", "webhook", "version", "le")
"""The labels, in the order in which they are written here."""
NAMED = Opening("fireship", "kit", ("Ann Lovelace", "Ben"))
README = ROOT / "companion" / "outside" / "README.md"


def counting(token_file: Path | None = None, enabled: bool = True) -> Callable[[Settings], Settings]:
    return lambda settings: replace(settings, metrics=MetricsSettings(enabled, token_file))


def counts(table: Phone) -> dict[str, float]:
    """All counts by their name and labels, as they stand on the page."""
    reply = table.get("/metrics")
    assert reply.status == 200
    assert b"\r\nContent-Type: text/plain; version=" in reply.raw
    families = text_string_to_metric_families(reply.body.decode())
    return {
        " ".join([sample.name, *(sample.labels[name] for name in ORDER if name in sample.labels)]): sample.value
        for family in families
        for sample in family.samples
    }


def test_it_is_off_unless_it_is_enabled(tmp_path: Path) -> None:
    with Table(tmp_path, change=counting(enabled=False)) as table:
        assert table.get("/metrics").status == 404


def test_rolls_faces_commands_and_the_table_are_counted(tmp_path: Path) -> None:
    with Table(tmp_path, scripted((3, 7, 10), (3, 3, 1)), opening=NAMED, change=counting()) as table:
        for number in (1, 2):
            assert table.command("roll dice").status == 200
            table.roll(number)
            eventually(lambda number=number: counts(table).get("tidetable_results_total fireship kit rolled") == number)  # type: ignore[misc]
        assert table.command("dance").status == 422
        found = counts(table)
    assert {name: value for name, value in found.items() if name.startswith("tidetable_faces")} == {
        "tidetable_faces_total fireship kit 3": 3.0,
        "tidetable_faces_total fireship kit 7": 1.0,
        "tidetable_faces_total fireship kit 10": 1.0,
        "tidetable_faces_total fireship kit 1": 1.0,
    }
    assert found["tidetable_commands_total fireship kit"] == 2
    assert found["tidetable_commands_refused_total unreadable"] == 1
    assert found["tidetable_journal_commit_seconds_count"] == 2
    assert (found["tidetable_up"], found["tidetable_faults"], found["tidetable_phones"]) == (1, 0, 0)
    assert found["tidetable_device_working screen"] == 1
    assert found["tidetable_outbox_waiting"] == 0
    assert [name for name in found if name.startswith("tidetable_info ")] != []


def test_tokens_that_change_and_games_that_end_are_counted(tmp_path: Path) -> None:
    island = Opening("forbidden-island", "kit")
    with Table(tmp_path, scripted(), opening=island, change=counting()) as table:
        for state in ("flooded", "sunk"):
            assert table.command(f"set misty-marsh {state}").status == 200
        eventually(lambda: counts(table).get("tidetable_results_total forbidden-island kit sunk") == 1)
        assert counts(table)["tidetable_results_total forbidden-island kit flooded"] == 1


def test_counts_step_at_the_reveal(tmp_path: Path) -> None:
    clock = ManualClock()
    with Table(tmp_path, scripted((3, 7, 10)), clock=clock, change=counting()) as table:
        before = counts(table)
        assert table.command("roll dice").status == 200
        assert table.command("roll dice").status == 409
        during = counts(table)
        assert during.pop("tidetable_commands_refused_total rolling") == 1
        assert during == before
        clock.advance(5.0)
        eventually(lambda: counts(table).get("tidetable_results_total fireship kit rolled") == 1)


def test_what_a_webhook_never_got_is_counted(tmp_path: Path) -> None:
    with receiver() as lamp:
        lamp.answers = [404]
        hooks = (WebhookSettings(lamp.url),)
        change = counting()
        with Table(
            tmp_path, scripted((3, 7, 10)), change=lambda settings: replace(change(settings), webhooks=hooks)
        ) as table:
            assert counts(table)["tidetable_webhook_dropped_total 1"] == 0
            assert table.command("roll dice").status == 200
            eventually(lambda: counts(table)["tidetable_webhook_dropped_total 1"] == 1)


@pytest.mark.parametrize(
    ("seat", "reason", "is_counted"),
    [(TABLE, "refused", True), (0, "refused", False), (0, "stale", True), (0, "unreadable", True)],
)
def test_what_the_rules_refuse_to_a_seat_may_tell_of_its_cards_and_is_not_counted(
    seat: int, reason: str, is_counted: bool
) -> None:
    idle: Any = SimpleNamespace(open_streams=0, statuses=tuple, waiting=lambda: 0)
    metrics = Metrics(Snapshot(), Measured(idle, idle, idle))
    request = CommandRequest("id", 0, seat, "guard", "phone", frozenset({seat}))
    metrics.refused(request, RequestRefused(Message("refused.not-held"), reason))
    assert (f'reason="{reason}"' in metrics.page()[0].decode()) == is_counted


def test_no_name_of_anybody_is_in_them(tmp_path: Path) -> None:
    with Table(tmp_path, scripted((3, 7, 10)), opening=NAMED, change=counting()) as table:
        version = table.table["version"]
        roll = {"id": "ann", "seen": version, "seat": 0, "do": "roll dice"}
        assert table.ask("POST", "/api/v1/commands", roll).status == 200
        eventually(lambda: counts(table).get("tidetable_commands_total fireship kit") == 1)
        page = table.get("/metrics").body.decode()
    assert "Ann" not in page
    assert "Lovelace" not in page
    assert "_created" not in page, "when something was first counted is nobody's business"


def test_the_readme_names_every_count(tmp_path: Path) -> None:
    with Table(tmp_path, scripted((3, 7, 10)), change=counting()) as table:
        page = table.get("/metrics").body.decode()
    told = set(re.findall(r"^# TYPE (\w+) ", page, re.MULTILINE))
    assert told == set(re.findall(r"`(tidetable_\w+)`", README.read_text("utf-8")))


# ---------------------------------------------------------------------- who may read them
def ask(table: Table, host: str, **headers: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", table.port, timeout=20)
    connection.request("GET", "/metrics", headers={"Host": f"{host}:{table.port}", **headers})
    answer = connection.getresponse()
    found = answer.status, answer.read().decode()
    connection.close()
    return found


@pytest.fixture
def guarded(tmp_path: Path) -> Callable[[Settings], Settings]:
    file = tmp_path / "metrics.token"
    file.write_text(f"{TOKEN}\n", "ascii")

    def change(settings: Settings) -> Settings:
        return replace(counting(file)(settings), web=replace(settings.web, host="127.0.0.1", port=0, names=("table",)))

    return change


def test_another_computer_needs_the_token(tmp_path: Path, guarded: Callable[[Settings], Settings]) -> None:
    with Table(tmp_path, change=guarded) as table:
        assert ask(table, "127.0.0.1")[0] == 200
        assert ask(table, "table", Authorization=f"Bearer {TOKEN}")[0] == 200
        assert ask(table, "table", Authorization=f"bearer {TOKEN}")[0] == 200
        for wrong in ("", "Bearer", "Bearer ", f"Bearer {TOKEN}0", f"Bearer {TOKEN[:-1]}", f"Basic {TOKEN}", TOKEN):
            status, body = ask(table, "table", Authorization=wrong)
            assert status == 403, wrong
            assert "tidetable_" not in body
            assert TOKEN not in body
        assert ask(table, "elsewhere.example", Authorization=f"Bearer {TOKEN}")[0] == 400, "no name of this table"
        foreign = ask(table, "table", Authorization=f"Bearer {TOKEN}", Origin="http://elsewhere.example")
        assert foreign[0] == 403


def test_who_was_passed_on_by_a_proxy_is_another_computer(
    tmp_path: Path, guarded: Callable[[Settings], Settings]
) -> None:
    with Table(tmp_path, change=guarded) as table:
        assert ask(table, "127.0.0.1", X_Forwarded_For="192.0.2.7")[0] == 200, "that is no header of a proxy"
        assert ask(table, "127.0.0.1", **{"X-Forwarded-For": "192.0.2.7"})[0] == 403


def test_without_a_token_no_other_computer_is_told(tmp_path: Path) -> None:
    def change(settings: Settings) -> Settings:
        return replace(counting()(settings), web=replace(settings.web, names=("table",)))

    with Table(tmp_path, change=change) as table:
        assert ask(table, "127.0.0.1")[0] == 200
        for sent in ("Bearer ", "Bearer", "Bearer x"):
            assert ask(table, "table", Authorization=sent)[0] == 403


def test_where_only_who_has_joined_may_watch_the_token_still_opens_it(
    tmp_path: Path, guarded: Callable[[Settings], Settings]
) -> None:
    def change(settings: Settings) -> Settings:
        own = guarded(settings)
        return replace(own, web=replace(own.web, watching=False))

    with Table(tmp_path, change=change) as table:
        assert ask(table, "table", Authorization=f"Bearer {TOKEN}")[0] == 200
        assert ask(table, "table")[0] == 403


@pytest.mark.parametrize("content", [None, "", "short", f"{TOKEN} and more", "a" * 1001, "é" * 20])
def test_a_file_without_a_good_token_is_a_fault_and_this_computer_alone_is_told(
    tmp_path: Path, content: str | None
) -> None:
    file = tmp_path / "metrics.token"
    if content is not None:
        file.write_text(content, "utf-8")
    with Table(tmp_path, change=counting(file)) as table:
        eventually(lambda: table.get("/api/v1/healthz").json["faults"] != [])
        told = TEXTS.say("en", "metrics.token", letters=16, file=str(file))
        assert table.get("/api/v1/healthz").json["faults"] == [{"key": "house.metrics-token", "text": told}]
        assert ask(table, "127.0.0.1")[0] == 200


WITHOUT = """
import sys
sys.modules["prometheus_client"] = None
from msgspec.structs import replace
from pathlib import Path
from companion.settings.tables import MetricsSettings
from tests.support.tables import Table
with Table(Path(sys.argv[1]), change=lambda own: replace(own, metrics=MetricsSettings(enabled=True))) as table:
    print([fault.key for fault in table.daemon.health.faults.now])
    print(table.get("/metrics").status, table.command("roll dice").status)
"""


def test_without_the_package_that_is_a_fault_and_the_table_plays(tmp_path: Path) -> None:
    line = [sys.executable, "-c", WITHOUT, str(tmp_path)]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.splitlines() == ["['house.metrics-missing']", "503 200"]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("word", ["missing", "token"])
def test_each_fault_is_said_with_what_helps(lang: str, word: str) -> None:
    values = {"letters": 16, "file": "f"}
    said = {TEXTS.say(lang, f"metrics.{word}{end}", **values) for end in ("", "-short", "-remedy")}
    assert len(said) == 3
