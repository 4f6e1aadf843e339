from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from hardware.ports import DeviceStatus
from tests.support.browsing import DESK, PHONE, Pages
from tests.support.fakes import FakePanel, FakeTable
from tests.support.waiting import eventually

LIT_PIXELS = """() => {
  const canvas = document.getElementById('oled');
  const pixels = canvas.getContext('2d').getImageData(0, 0, 128, 64).data;
  return [...Array(128 * 64).keys()].filter((index) => pixels[index * 4] > 0);
}"""


@pytest.fixture
def page(pages: Pages) -> Page:
    return pages.open("/panel", DESK)


def lit_lamps(page: Page) -> list[str]:
    names: list[str] = page.locator(".lamp.lit").evaluate_all("lamps => lamps.map((lamp) => lamp.dataset.lamp)")
    return names


@pytest.mark.long
def test_the_glass_shows_the_screens_own_picture_pixel_for_pixel(page: Page, panel: FakePanel) -> None:
    panel.own = b"\x80" + bytes(15) + b"\x00\x01" + bytes(1006)
    eventually(lambda: page.evaluate(LIT_PIXELS) == [0, 128 + 15])
    expect(page.locator("#oled")).to_have_css("image-rendering", "pixelated")
    box = page.locator("#oled").bounding_box()
    assert box is not None
    assert (box["width"], box["height"]) == (512, 256)


@pytest.mark.long
def test_the_lamps_are_lit_as_those_of_the_table_are(page: Page, table: FakeTable, panel: FakePanel) -> None:
    assert lit_lamps(page) == ["roll"]
    expect(page.locator("[data-lamp=roll]")).to_have_attribute("aria-label", "lamp lit")
    panel.lamps = {"ok", "back"}
    eventually(lambda: lit_lamps(page) == ["ok", "back"])
    expect(page.locator("[data-lamp=roll]")).to_have_attribute("aria-label", "lamp out")
    panel.lamps = set()
    table.start()
    eventually(lambda: lit_lamps(page) == [])
    panel.lamps = {"draw"}
    table.change(menu=True)
    eventually(lambda: lit_lamps(page) == ["draw"])


@pytest.mark.long
def test_trouble_and_missing_devices_are_said(page: Page, table: FakeTable, panel: FakePanel) -> None:
    expect(page.locator("#notices")).to_have_text("")
    panel.devices = [DeviceStatus("screen", simulated=True, working=False, trouble="test.unplugged")]
    expect(page.locator("#missing")).to_have_text("The screen is not connected; its cable may be loose.")
    table.change(trouble=True)
    expect(page.get_by_role("alert")).to_have_text("The journal can’t be written: nothing is played until it can.")


KEYS = {"1": "roll", "2": "spin", "3": "draw", "4": "ok", "5": "back", "6": "push"}


def test_each_key_presses_its_button(page: Page, panel: FakePanel) -> None:
    found = {}
    for key in KEYS:
        panel.input.pressed.clear()
        with page.expect_response("**/api/v1/press") as answer:
            page.keyboard.press(key)
        found[key] = (answer.value.status, panel.input.pressed[0], pressed(panel))
    assert found == {key: (200, ((button,), 120), {(button,)}) for key, button in KEYS.items()}


def pressed(panel: FakePanel) -> set[tuple[str, ...]]:
    """What was pressed; for how long and how often is the machine's pace: a slow one makes a hold of a tap."""
    return {tuple(buttons) for buttons, _ in panel.input.pressed}


def test_a_key_held_holds_the_button(page: Page, panel: FakePanel) -> None:
    with page.expect_response(lambda response: "400" in (response.request.post_data or "")):
        page.keyboard.down("5")
    page.keyboard.up("5")
    assert panel.input.pressed[:2] == [(("back",), 120), (("back",), 400)]


def test_buttons_are_pressed_by_mouse_by_focus_and_by_a_bare_click(page: Page, panel: FakePanel) -> None:
    cap = page.get_by_role("button", name="ROLL")
    presses = (
        lambda: cap.click(),
        lambda: cap.press("Enter"),
        lambda: cap.press(" "),
        lambda: cap.evaluate("cap => cap.click()"),
    )
    for press in presses:
        panel.input.pressed.clear()
        with page.expect_response("**/api/v1/press"):
            press()
        # On a slow machine a tap is a hold as well, and the answer may have been to the tap before.
        eventually(lambda: pressed(panel) == {("roll",)})


def test_the_knob_turns_both_ways(page: Page, panel: FakePanel) -> None:
    for name in ("Turn right", "Turn left"):
        with page.expect_response("**/api/v1/press"):
            page.get_by_role("button", name=name).click()
    assert panel.input.turned == [1, -1]


def test_the_windows_show_the_dice_and_nothing_while_they_move(page: Page, table: FakeTable) -> None:
    expect(page.locator(".window text")).to_have_text(["3", "7", "10"])
    expect(page.get_by_role("img", name="Blue die: Lost")).to_be_visible()
    table.start()
    expect(page.locator(".window.moving")).to_have_count(3)
    assert page.locator(".window text").all_text_contents() == ["", "", ""]
    table.change(roll=15, values=(8, 8, 8))
    expect(page.locator(".window text").first).to_have_text("8")
    expect(page.get_by_role("status").first).to_have_text("Roll 15: 8, 8, 8, together 24 · Ben")


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_panel_fits_a_laptop_and_folds_for_a_phone(pages: Pages, lang: str) -> None:
    wide = pages.open(f"/panel?lang={lang}", DESK)
    assert wide.evaluate("document.documentElement.scrollHeight") <= 800
    assert wide.evaluate("document.documentElement.scrollWidth") == 1280
    narrow = pages.open(f"/panel?lang={lang}", PHONE)
    assert narrow.evaluate("document.documentElement.scrollWidth") == 360
