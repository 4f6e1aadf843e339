"""The owner's page on a whole table: a game is opened, taken up and deleted by the table's own rows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.doctor.checks import CHECKS
from companion.engine.values.message import Message
from companion.health.health import Health
from companion.health.network import network_fault
from companion.health.safe_start import safe_start_fault
from companion.health.settings import usable
from companion.health.watchdog import screen_fault
from companion.helper.requests import i2c_fault
from companion.model.reports.findings import LEVELS
from companion.outside.faults import metrics_fault
from companion.settings.keys import BY_NAME
from companion.upkeep.backup.errors import not_restored
from companion.upkeep.forgetting.erasure import not_forgotten
from tests.support.browsing import PHONE, Pages
from tests.support.waiting import eventually
from tests.support.whole import Whole, table_of
from tests.support.wording import say
from tests.web_ui.browser import axe

SAY_WHAT_IS_REFUSED = """() => {
    const button = document.querySelector("#owner [data-do^='lang']");
    button.dataset.do = 'lang xx';
    button.click();
}"""

table = table_of()


def look_after(table: Whole, pages: Pages, lang: str = "en") -> Page:
    """Open the owner's page on a phone for which the table has confirmed it."""
    cookie = table.join([])
    roster = table.daemon.session.published.roster
    table.daemon.session.keep(lambda roster: roster.with_owner(list(roster.phones)[-1]))
    assert table.daemon.session.published.roster.owners != roster.owners
    page = table.open(pages, cookie, size=PHONE)
    page.goto(f"{page.evaluate('location.origin')}/owner?lang={lang}")
    page.locator("#play button").first.wait_for()
    return page


def opened(table: Whole) -> str:
    published = table.daemon.session.published
    return published.open.game.slug if published.open.game else ""


@pytest.mark.long
def test_a_game_is_opened_with_its_options_and_the_form_outlives_what_happens_meanwhile(
    pages: Pages, table: Whole
) -> None:
    page = look_after(table, pages)
    play = page.locator("#play")
    play.get_by_role("button", name="Fireship").click()
    play.get_by_role("button", name=say("menu.mode-kit")).click()
    players = play.get_by_label("People")
    players.fill("3")
    table.do("mute on")
    expect(page.get_by_role("button", name="Muted")).to_have_attribute("aria-pressed", "true")
    expect(players).to_have_value("3")
    expect(players).to_be_focused()
    assert axe.faults(page) == []
    play.locator("[type=submit]").click()
    eventually(lambda: opened(table) == "fireship")
    assert len(table.daemon.session.published.open.people) == 3
    table.do("mute off")


@pytest.mark.long
def test_another_game_is_only_opened_after_a_second_word_and_a_kept_one_is_deleted(pages: Pages, table: Whole) -> None:
    table.do("new battle-for-the-island kit seats=2")  # of several kept games one is chosen
    table.do("new fireship kit seats=2")
    kept = [each.number for each in table.daemon.session.published.saved]
    page = look_after(table, pages)
    play = page.locator("#play")
    play.get_by_role("button", name="New game").click()
    play.get_by_role("button", name=say("menu.new-yes")).click()
    play.get_by_role("button", name="Fireball Island").click()
    play.get_by_role("button", name=say("menu.mode-kit")).click()
    play.locator("form [type=submit]").click()
    eventually(lambda: opened(table) == "fireball-island")
    fireship = table.daemon.session.published.saved[0].number
    assert fireship not in kept
    play.get_by_role("button", name="Saved games").click()
    play.get_by_role("button", name="Fireship").first.click()
    play.get_by_role("button", name="Delete?").click()
    play.get_by_role("button", name="Yes, delete").click()
    eventually(lambda: fireship not in [each.number for each in table.daemon.session.published.saved])
    expect(page.get_by_role("alert")).to_be_hidden()
    expect(page.locator(f"a[href='/api/v1/records/{fireship}']")).to_have_count(0)


@pytest.mark.long
def test_our_television_is_named_by_the_keyboard_and_shows_the_table(pages: Pages, table: Whole) -> None:
    page = look_after(table, pages)
    page.get_by_role("button", name=say("owner.television-new")).focus()
    page.keyboard.press("Enter")
    link = page.get_by_role("link", name=say("owner.television-here"))
    expect(link).to_be_visible()
    expect(page.get_by_text(say("owner.televisions", count=1))).to_be_visible()
    assert axe.faults(page) == []
    address = page.locator("#owner-television strong").inner_text()
    assert address == page.evaluate("location.origin") + (link.get_attribute("href") or "")
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/tv")
    assert [each["name"] for each in page.context.cookies()].count("tidetable-tv") == 1
    page.goto(f"{page.evaluate('location.origin')}/owner")
    page.get_by_role("button", name=say("owner.television-forget")).press("Enter")
    eventually(lambda: not table.daemon.session.published.roster.televisions)


def test_what_the_table_refuses_is_said(pages: Pages, table: Whole) -> None:
    page = look_after(table, pages, "fr")

    def said() -> bool:
        """Say it again until the page's script is there to hear it."""
        page.evaluate(SAY_WHAT_IS_REFUSED)
        return page.get_by_role("alert").count() == 1

    eventually(said)
    expect(page.get_by_role("alert")).to_have_text("La table parle ces langues : en, fr.")


def test_who_is_not_the_owner_is_offered_no_game(pages: Pages, table: Whole) -> None:
    page = table.open(pages, table.join([]))
    page.goto(f"{page.evaluate('location.origin')}/owner")
    expect(page.get_by_role("button", name=say("owner.ask"))).to_be_visible()
    expect(page.locator("#games")).to_be_hidden()
    assert page.evaluate("document.getElementById('start').textContent") == ""


@pytest.mark.long
def test_all_of_the_page_follows_the_tables_language(pages: Pages, table: Whole) -> None:
    page = look_after(table, pages, lang="")
    heading = page.locator("header h1")
    before = heading.inner_text()
    table.do("lang fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(heading).not_to_have_text(before)
    table.do("lang en")
    expect(heading).to_have_text(before)


@pytest.mark.long
def test_how_the_table_is_stands_on_a_page_that_fits_the_worst_first_and_a_fix_says_why_it_cannot(
    pages: Pages, table: Whole
) -> None:
    table.do("new fireship kit seats=2")  # without a game nothing lacks a copy
    page = look_after(table, pages)
    page.get_by_role("link", name=say("doctor.to")).click()
    checks = page.locator("#checks > li")
    expect(checks).to_have_count(len(CHECKS))
    classes = checks.evaluate_all("rows => rows.map((row) => row.className)")
    assert classes == sorted(classes, key=LEVELS.index)
    copy = checks.filter(has=page.get_by_role("heading", name=say("doctor.backup"), exact=True))
    copy.get_by_role("button", name=say("doctor.fix-backup")).click()
    expect(page.get_by_role("alert")).to_have_text(say("doctor.backup-no-stick"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe.faults(page) == []
    page.get_by_role("link", name=say("page.to_owner")).click()
    expect(page.locator("#play")).to_be_visible()


@pytest.mark.long
def test_each_fault_is_headed_in_words(pages: Pages, table: Whole) -> None:
    said = Message("backup.no-backup")
    judged = [network_fault(each) for each in ("none", "no-address", "alone", "name")]
    found = [*judged, not_restored(said), not_forgotten(said), i2c_fault("doctor.i2c-off-remedy"), screen_fault()]
    found += [safe_start_fault(), metrics_fault("missing")]
    page = look_after(table, pages)
    for fault in found:
        table.daemon.health.faults.add(fault)
    headings = page.get_by_role("region", name=say("owner.faults", count=len(found))).get_by_role("heading", level=3)
    titles = [say(fault.title.key, **fault.title.values) for fault in found]
    expect(headings).to_have_text(titles)
    for fault, title in zip(found, titles, strict=True):
        assert title not in (fault.key, fault.title.key)
        table.daemon.health.faults.clear(fault.key)


@pytest.mark.long
def test_a_file_is_chosen_while_the_page_is_drawn_anew(pages: Pages, table: Whole, tmp_path: Path) -> None:
    page = look_after(table, pages)
    with page.expect_file_chooser() as dialog:
        page.get_by_label(say("keeping-page.file")).click()
    table.do("mute on")
    expect(page.get_by_role("button", name="Muted")).to_have_attribute("aria-pressed", "true")
    file = tmp_path / "kept.zip"
    file.write_bytes(b"no backup")
    dialog.value.set_files(file)
    assert page.evaluate("document.querySelector('#restore input').files[0].name") == file.name
    table.do("mute off")
    expect(page.get_by_role("button", name="Muted")).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name=say("keeping-page.look")).click()
    expect(page.get_by_role("alert")).to_have_text(say("backup.no-backup"))
    expect(page.get_by_role("alert")).to_be_in_viewport(ratio=1)


@pytest.mark.long
def test_what_comes_of_asking_to_forget_is_said(pages: Pages, table: Whole) -> None:
    page = look_after(table, pages)
    section = page.get_by_role("region", name=say("forgetting.title"))
    section.get_by_role("button").click()
    expect(section.get_by_role("status")).to_have_text(say("forgetting.asks"))
    expect(section.get_by_role("button")).to_have_count(0)
    assert axe.faults(page) == []
    table.daemon.asking.end()
    expect(section.get_by_text(say("forgetting.asked-late"))).to_be_visible()
    section.get_by_role("button").click()
    refused = page.get_by_role("alert")
    expect(refused).to_have_text(re.compile("Try again in \\d+ seconds?[.]$"))
    expect(refused).to_be_in_viewport(ratio=1)


@pytest.mark.long
def test_what_is_wrong_is_told_and_put_right_and_what_is_written_outlives_what_happens_meanwhile(
    pages: Pages, table: Whole, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "tidetable.toml"
    file.write_text('[table]\nname = ""\n[oled]\ndriver = "sh1107"\n[web]\nport = "many"\n')
    health = Health(tmp_path, usable(file, {}, tmp_path, tmp_path).faults)
    for fault in health.faults.now:
        table.daemon.health.faults.add(fault)
    monkeypatch.setattr(table.daemon.repairs, "_health", health)
    page = look_after(table, pages)
    page.set_viewport_size({"width": 360, "height": 800})
    faults = page.get_by_role("region", name=say("owner.faults", count=3))
    expect(faults.get_by_role("listitem")).to_have_count(3)
    expect(faults.get_by_role("button")).to_have_text(
        [say("owner.mend"), *(say("health.use", value=driver) for driver in BY_NAME["oled.driver"].choices)]
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert axe.faults(page) == []
    written = faults.get_by_label(say("owner.new-text"))
    written.fill("Our ta")
    table.do("mute on")
    expect(page.get_by_role("button", name="Muted")).to_have_attribute("aria-pressed", "true")
    expect(written).to_have_value("Our ta")
    expect(written).to_be_focused()
    page.keyboard.type("ble")
    page.keyboard.press("Enter")
    eventually(lambda: (tmp_path / "settings.mended.json").exists())
    assert usable(file, {}, tmp_path, tmp_path).settings.table.name == "Our table"
    table.do("mute off")
    monkeypatch.undo()
    for fault in health.faults.now:
        table.daemon.health.faults.clear(fault.key)
