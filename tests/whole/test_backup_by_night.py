"""Backups by night of a whole table: onto a stick that is plugged in, after OK, as screen and owner's page tell it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from companion.phones import confirmation
from companion.settings.tables import BackupSettings
from companion.upkeep import quiet
from companion.upkeep.backup.nights import by_night
from hardware.cues import ErrorCue, MessageCue
from tests.companion.upkeep.backup.sticks.plugging import PlainComputer, PlainStick
from tests.support.browsing import PHONE
from tests.support.tables import SIZE, Table
from tests.support.waiting import eventually
from tests.support.wording import say

ID, NAME = "6B0A-F03C", "GAMES"
SHOTS = os.environ.get("TIDETABLE_SHOTS", "")
SIZES = ({"width": 360, "height": 800}, {"width": 1280, "height": 800})


@pytest.fixture
def computer(tmp_path: Path) -> PlainComputer:
    return PlainComputer(tmp_path / "computer")


@pytest.fixture
def into(tmp_path: Path) -> Path:
    folder = tmp_path / "backups"
    folder.mkdir()
    return folder


@pytest.fixture
def table(tmp_path: Path, into: Path, computer: PlainComputer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.setattr(confirmation, "READ_S", 0.0)
    monkeypatch.setattr(by_night, "LOOK_S", 0.01)
    monkeypatch.setattr(by_night, "RARELY_S", 0.01)  # the kernel tells of no stick of a pretended computer
    monkeypatch.setattr(quiet, "QUIET_S", 0.0)
    own = partial(replace, backup=BackupSettings(into))
    with Table(tmp_path, change=own, sticks=computer.sticks) as table:
        yield table


@pytest.fixture
def page(table: Table, browser: Browser) -> Iterator[Page]:
    with browser.new_page(viewport=PHONE) as page:  # type: ignore[arg-type]  # a mapping is taken too
        page.goto(f"http://127.0.0.1:{table.port}/owner")
        page.locator("#play button").first.wait_for()
        yield page


def shot(page: Page, table: Table, name: str) -> None:
    """Take pictures of the page in both themes and sizes, and of the table's own screen, where they are wanted."""
    if not SHOTS:
        return
    Image.frombytes("1", SIZE, table.private_screen).save(f"{SHOTS}/{name}-oled.png")
    for size, theme in product(SIZES, ("light", "dark")):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        Path(f"{SHOTS}/{name}-{size['width']}-{theme}.png").write_bytes(page.screenshot(full_page=True))


def kept(folder: Path) -> int:
    return len([*folder.glob("tidetable-*.zip")])


@pytest.mark.long
def test_a_folder_and_a_stick_are_given_backups_and_told_on_the_owners_page(
    table: Table, into: Path, computer: PlainComputer, page: Page, tmp_path: Path
) -> None:
    stick = PlainStick(tmp_path, ID, NAME)
    row = page.locator("li", has_text=str(into))
    expect(row).to_contain_text("Last backup: ")
    shot(page, table, "folder")

    computer.plug_in(stick)
    table.shows(MessageCue(title="", lines=(say("stage.ask-stick", name=NAME), say("stage.right-how"))))
    expect(page.get_by_text(say("nights.new-stick", name=NAME))).to_be_visible()
    expect(page.get_by_text(say("keeping-page.ask-how"))).to_be_visible()
    assert [*stick.content.iterdir()] == [], "nobody at the table has said OK"
    shot(page, table, "asked")
    table.press("ok")
    table.shows(MessageCue(title="", lines=(say("stage.on-stick"),)))
    row = page.locator("li", has_text=say("nights.stick", name=NAME))
    expect(row).to_contain_text("Last backup: ")
    shot(page, table, "stick")

    computer.pull_out()
    eventually(lambda: kept(stick.backups) == 1)
    computer.fails = True
    table.command("roll dice")
    eventually(lambda: len(table.table["log"]) == 1 and table.table["reveal"] is None)
    computer.plug_in(stick)
    title, lines = say("stage.no-backup"), (say("backup.stick-unread"), say("stage.fault-how"))
    table.glass_shows(ErrorCue(title=title, lines=lines, private=True))
    expect(page.get_by_text(say("nights.tried-again"))).to_be_visible()
    expect(row).to_contain_text(say("backup.stick-unread"))
    shot(page, table, "failed")

    row.get_by_role("button", name=say("nights.forget")).click()
    page.get_by_role("button", name=say("nights.use")).click()
    expect(page.get_by_text(say("keeping-page.ask-how"))).to_be_visible()
    computer.fails = False
    table.press("ok")
    expect(row).to_contain_text("Last backup: ")
    expect(page.get_by_text(say("nights.tried-again"))).to_have_count(0)
    computer.pull_out()
    assert kept(stick.backups) == 2


def test_what_is_no_stick_and_what_was_just_refused_is_told(
    table: Table, into: Path, computer: PlainComputer, tmp_path: Path
) -> None:
    stick = PlainStick(tmp_path, ID, NAME)
    eventually(lambda: kept(into) == 1)
    computer.plug_in(stick)
    eventually(lambda: table.daemon.asking.question is not None)
    table.press("back")
    eventually(lambda: table.daemon.asking.question is None)
    for do, status in (("stick 0000-0000", 422), (f"stick {ID}", 409), ("stick ../..", 400), ("forget-stick", 400)):
        assert table.ask("POST", "/api/v1/backup", {"do": do}).status == status, do
    assert [*stick.content.iterdir()] == []
