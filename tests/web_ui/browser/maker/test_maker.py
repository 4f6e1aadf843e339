"""The maker's page: faults at their field, undo, a closed tab, a lost line, two owners; and fit for everybody."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.browsing import DESK, PHONE, Pages
from tests.support.waiting import eventually
from tests.support.whole import Whole, table_of
from tests.support.wording import say
from tests.web_ui.browser import axe, contrast
from tests.web_ui.browser.maker.hands import open_maker

HANGS_OVER = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
NARROW = {"width": 320, "height": 640}
TALL = 2400
"""So high that all words can be measured at once."""
LARGE_LETTERS = {"width": 160, "height": 400}
AT = "**/api/v1/maker?*"

table = table_of()


def good(page: Page, *sizes: dict[str, int]) -> None:
    """Fail unless *page* is fit for everybody at these *sizes*, in both themes."""
    for size in sizes:
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            page.set_viewport_size({"width": size["width"], "height": size["height"]})
            assert not page.evaluate(HANGS_OVER), size
            assert axe.faults(page) == [], (theme, size)
            page.set_viewport_size({"width": size["width"], "height": TALL})
            assert [word for word in contrast.words(page) if word.contrast < contrast.MIN_CONTRAST] == [], theme


def test_a_fault_stands_at_its_field_until_it_is_mended(pages: Pages, table: Whole) -> None:
    hands = open_maker(pages)
    hands.add("wheel")
    field = hands.field("segments")
    while field.locator("li").count() > 1:
        hands.tap(field.locator("li .icon:not(.up)").first)
    fault = field.locator(".fault")
    expect(fault).to_be_visible()
    input = field.locator(".typed input")
    expect(input).to_have_attribute("aria-invalid", "true")
    named = input.get_attribute("aria-describedby") or ""
    assert fault.get_attribute("id") in named.split()
    expect(hands.page.locator("#save")).to_have_attribute("aria-disabled", "true")
    good(hands.page, PHONE)
    hands.type(input, "Storm")
    expect(fault).to_be_hidden()
    expect(input).not_to_have_attribute("aria-invalid", "true")


def test_what_was_done_is_undone_step_by_step_and_done_again(pages: Pages, table: Whole) -> None:
    hands = open_maker(pages)
    hands.add("dice")
    assert list(hands.kit["dice"]) == ["dice"]
    hands.type(hands.page.locator(".thing-name"), "Two")
    eventually(lambda: list(hands.kit["dice"]) == ["two"])  # what is sent together is one step
    hands.dice("d6")
    eventually(lambda: hands.kit["dice"]["two"]["roll"] == "2d6")
    undo, redo = (hands.page.locator(f"#{name}") for name in ("undo", "redo"))
    kits = [hands.kit]
    for _ in range(3):
        hands.tap(undo)
        kits.append(hands.kit)
    assert [kit.get("dice") for kit in kits] == [
        {"two": {"roll": "2d6"}},
        {"two": {"roll": "1d6"}},
        {"dice": {"roll": "1d6"}},
        None,
    ]
    expect(undo).to_be_disabled()
    for _ in range(3):
        hands.tap(redo)
    expect(redo).to_be_disabled()
    assert hands.kit == kits[0]


def test_a_closed_tab_loses_nothing(pages: Pages, table: Whole) -> None:
    hands = open_maker(pages)
    hands.call("Tides")
    hands.add("dice")
    kept = hands.kit
    hands.page.reload()
    expect(hands.page.locator("#left")).to_be_visible()
    good(hands.page, PHONE)
    hands.tap(hands.page.locator("#left-on"))
    expect(hands.page.locator("#name")).to_have_value("Tides")
    assert hands.kit == kept


def test_a_lost_line_loses_nothing(pages: Pages, table: Whole) -> None:
    hands = open_maker(pages)

    def lose(route: Route) -> None:
        route.abort()

    hands.add("dice")
    hands.page.route(AT, lose)
    hands.dice("d6", "d20")
    expect(hands.page.locator("#lost")).to_have_text(say("maker-page.out-of-touch"))
    assert hands.draft["waiting"]
    hands.page.unroute(AT, lose)
    hands.page.evaluate("dispatchEvent(new Event('online'))")
    expect(hands.page.locator("#lost")).to_be_hidden()
    assert hands.kit["dice"] == {"dice": {"roll": "2d6+1d20"}}


def test_a_second_owner_is_told_that_the_game_is_there(pages: Pages, table: Whole) -> None:
    first, second = open_maker(pages), open_maker(pages)
    for at, hands in enumerate((first, second)):
        hands.call("Storm night")
        hands.add("dice")
        hands.dice(*["d6"] * at)
        hands.save()
    expect(first.page.locator("#play")).to_be_visible()
    answer = second.page.locator("#answer")
    expect(answer).to_contain_text("Storm night")
    expect(second.page.locator("#play")).to_be_hidden()
    good(second.page, PHONE)
    second.tap(answer.get_by_role("button", name=say("maker-page.replace")))
    expect(second.page.locator("#play")).to_be_visible()


def test_a_try_is_seen_on_the_screen_and_on_the_phone(pages: Pages, table: Whole) -> None:
    hands = open_maker(pages)
    hands.add("dice")
    hands.dice("d6")
    hands.back()
    hands.tap(hands.page.locator("#to-try"))
    screen = hands.page.locator(".glass .oled")
    before = screen.get_attribute("src") or ""
    hands.tap(hands.page.locator("#try-keys").get_by_role("button", name=say("panel.roll")))
    expect(hands.page.locator("#try-phone .on-die").first).not_to_be_empty()
    assert screen.get_attribute("src") not in ("", before)
    good(hands.page, PHONE)


def test_the_file_can_be_read_and_written(pages: Pages, table: Whole) -> None:
    hands = open_maker(pages)
    hands.add("dice", name="Two")
    hands.tap(hands.page.locator("#form .back-to-things"))
    hands.tap(hands.page.locator("#to-source"))
    text = hands.page.locator("#source-text")
    expect(text).to_have_value('slug = "my-game"\n\n[dice.two]\nroll = "1d6"\n')
    text.fill('slug = "my-game"\n\n[dice.two]\nroll = "2d\n')
    expect(hands.page.locator("#source-faults")).not_to_be_empty()
    good(hands.page, PHONE)
    text.fill('slug = "my-game"\n\n# both\n[dice.two]\nroll = "2d6"\n')
    expect(hands.page.locator("#source-faults")).to_be_empty()
    hands.page.locator("#source-close").click()
    assert hands.kit["dice"] == {"two": {"roll": "2d6"}}


@pytest.mark.parametrize("section", [pytest.param(each, marks=pytest.mark.long) for each in ("dice", "cards", "score")])
def test_each_form_is_fit_for_everybody(pages: Pages, table: Whole, section: str) -> None:
    hands = open_maker(pages)
    hands.add(section)
    hands.page.locator(".more-settings > summary").click()
    good(hands.page, NARROW, PHONE, DESK)


@pytest.mark.long
def test_rules_are_fit_for_everybody_by_keyboard_too(pages: Pages, table: Whole) -> None:
    hands = open_maker(pages)
    hands.add("dice")
    hands.add("score")
    hands.add("more", "on")
    when, then = hands.condition(0)
    hands.sentence(when, "sum", number=7)
    then.locator("[data-pattern=raise]").focus()
    hands.page.keyboard.press("Enter")
    expect(then.locator("select").first).to_be_focused()
    good(hands.page, NARROW, PHONE, DESK)
    assert hands.kit["on"] == {"roll dice": {"sum = 7": ["raise score 1"]}}


def test_a_phone_that_is_no_owner_is_shown_how_to_become_it(pages: Pages, table: Whole) -> None:
    page = table.open(pages, table.join([]), size=PHONE)
    page.goto(f"{page.evaluate('location.origin')}/maker?lang=en")
    expect(page.locator("main")).to_contain_text(say("maker-page.for-owners"))
    expect(page.get_by_role("link", name=say("page.to_owner"))).to_have_attribute("href", "/owner?lang=en")
    good(page, PHONE)


def test_large_letters_hang_over_nowhere(pages: Pages, table: Whole) -> None:
    hands = open_maker(pages, size=LARGE_LETTERS)
    assert not hands.page.evaluate(HANGS_OVER)
    hands.add("dice")
    assert not hands.page.evaluate(HANGS_OVER)


def test_a_kit_is_opened_with_its_comments(pages: Pages, table: Whole) -> None:
    hands = open_maker(pages, "/maker?lang=en&kit=pig")
    expect(hands.page.locator("#name")).to_have_value("Pig")
    hands.tap(hands.page.locator("#things").get_by_role("button", name="Score", exact=True))
    hands.set("target", 101)
    assert hands.kit["counter"]["score"]["target"] == 101
    assert hands.kit["slug"] == "my-pig"
    assert hands.draft["text"].startswith("# Pig: one die")


def test_a_saved_game_is_changed_from_the_owners_page(pages: Pages, table: Whole) -> None:
    hands = open_maker(pages)
    hands.call("Low tide")
    hands.add("dice", name="Two")
    hands.save()
    expect(hands.page.locator("#play")).to_be_visible()
    hands.page.goto(f"{hands.page.evaluate('location.origin')}/owner?lang=en")
    hands.page.get_by_role("link", name=say("maker-page.change-named", title="Low tide")).click()
    expect(hands.page.locator("#name")).to_have_value("Low tide")
    hands.tap(hands.page.locator("#things").get_by_role("button", name="Two"))
    hands.dice("d6")
    assert hands.kit["dice"] == {"two": {"roll": "2d6"}}
    hands.save()
    expect(hands.page.locator("#answer").get_by_role("button", name=say("maker-page.replace"))).to_be_visible()


def test_words_with_effects_keep_their_newest_names(pages: Pages, table: Whole) -> None:
    hands = open_maker(pages)
    hands.add("wheel")
    hands.words("segments", "Sing", "Dance", "Jump")
    hands.tap(hands.page.locator("#form [data-field=segment] .small"))
    assert list(hands.kit["wheel"]["wheel"]["segment"]) == ["sing", "dance", "jump"]


def test_columns_with_room_reach_the_dock(pages: Pages, table: Whole) -> None:
    page = open_maker(pages, size=DESK).page
    dock = page.locator(".maker-dock").bounding_box()
    for column in page.locator(".column").all():
        box = column.bounding_box()
        assert box and dock and box["y"] + box["height"] == pytest.approx(dock["y"], abs=1)
