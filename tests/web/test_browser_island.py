"""Forbidden Island on a phone: whole turns by touch and by keyboard, what each tile is called, and how it moves."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

import pytest
from playwright.sync_api import Page, expect

from companion.reveal import TIMES_S
from tests.web.browsing import PHONE, Pages
from tests.web.islands import FLOODED, LAID, LAYOUTS, OPENING, begin, cells, correct, next_flood
from tests.web.whole import Whole, whole_table
from web_ui.server import Server

CAME: dict[str, str] = {}
"""The cookie of the phone that came last."""
SLOW_S = (1.5, 2.0)
"""So long that somebody can look while a card is on its way."""
# Everything that can be tapped, tapped: what each tap would have sent, the table's answer being made up.
TAPS = """async (depth) => {
    const dock = document.getElementById('dock');
    const tick = () => new Promise((resume) => setTimeout(resume));
    const idle = async () => { for (await tick(); dock.textContent.includes('Sending'); await tick()); };
    const key = (name) => dock.querySelector(`[data-key="${CSS.escape(name)}"]`);
    const tiles = () => [...document.querySelectorAll('.tile[role=button]')].map((each) => each.dataset.token);
    const tile = (name) => document.querySelector(`.tile[data-token="${name}"]`);
    const sheet = () => document.querySelector('dialog[open]');
    const press = (element) => element.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
    async function to(steps) {
        while (sheet()) { sheet().close(); await tick(); }
        for (let left = 9; left && (key('back') || dock.querySelector('[aria-pressed=true]')); left -= 1) {
            press(key('back') ?? dock.querySelector('[aria-pressed=true]'));
            await tick();
        }
        for (const step of steps) { const found = step.startsWith('tile ') ? tile(step.slice(5)) : key(step); if (!found) throw new Error(`no ${step} of ${steps}: ${rows()}`); press(found); await tick(); }
    }
    const rows = () => [...dock.querySelectorAll('.actions [data-key]')].map((each) => each.dataset.key);
    async function level(steps, had) {
        await to(steps);
        for (const name of tiles()) {
            await to(steps);
            press(tile(name));
            await tick();
            if (sheet()) {
                for (let at = 0; at < sheet().querySelectorAll('.button:not(.plain)').length; at += 1) {
                    press(sheet().querySelectorAll('.button:not(.plain)')[at]);
                    await idle();
                    await to(steps);
                    press(tile(name));
                    await tick();
                }
            } else if (key('back') && steps.length < depth && tiles().join() !== had) await level([...steps, `tile ${name}`], tiles().join());
            await idle();
        }
        await to(steps);
        const here = rows();
        for (const row of here.filter((each) => each.startsWith('do '))) {
            await to(steps);
            if (key(row)?.getAttribute('aria-disabled')) continue;
            press(key(row));
            await idle();
        }
        const leads = (row) => (row === 'more' || row.startsWith('open ')) && row !== 'open correct' && !(steps.length && first.includes(row));
        for (const row of here.filter(leads)) if (steps.length < depth) await level([...steps, row], tiles().join());
    }
    const first = rows();
    await level([], '');
    for (let at = 0; at < dock.querySelectorAll('.hand button').length; at += 1) {
        const card = `card ${at}`;
        await to([card]);
        if (!sheet()) await level([card], '');
        else for (let row = 0; row < sheet().querySelectorAll('.button:not(.plain)').length; row += 1) {
            press(sheet().querySelectorAll('.button:not(.plain)')[row]);
            await idle();
            await to([card]);
        }
    }
}"""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    with whole_table(tmp_path_factory.mktemp("island"), OPENING) as table:
        yield table


@pytest.fixture(scope="module")
def server(table: Whole) -> Server:
    return table.daemon.server


@pytest.fixture
def slow(table: Whole) -> Iterator[None]:
    with patch.dict(TIMES_S, dict.fromkeys(TIMES_S, SLOW_S)):
        yield


def tile(page: Page, name: str) -> str:
    return f'.tile[data-token="{name}"]:not(.ghost)'


def phone(pages: Pages, table: Whole, *seats: int, path: str = "/") -> Page:
    """Open the page of a phone that holds *seats*; whoever held them before has left."""
    table.daemon.phones.leave(CAME.get("cookie", ""))
    CAME["cookie"] = table.join(seats or (0,))
    page = table.open(pages, CAME["cookie"], path)
    page.locator("#dock .ask").wait_for()
    expect(page.locator(".island")).to_be_visible() if table.table["game"] == "forbidden-island" else None
    return page


def choosable(page: Page) -> dict[str, str]:
    """Return what each tile that can be chosen is called."""
    found = page.locator(".tile[role=button]").evaluate_all(
        "all => all.map((each) => [each.dataset.token, each.getAttribute('aria-label')])"
    )
    return dict(found)


def mean(page: Page, verb: str) -> None:
    """Say what the next tap means."""
    page.locator(f"[data-key='open {verb}']").click()


# ---------------------------------------------------------------------- what is drawn
def test_every_tile_is_drawn_with_its_name_its_state_its_treasure_and_who_stands_there(
    pages: Pages, table: Whole
) -> None:
    begin(table)
    page = phone(pages, table)
    labels = page.locator(".tile").evaluate_all("all => all.map((each) => each.getAttribute('aria-label'))")
    assert len(labels) == len(LAID)
    assert labels[LAID.index("temple-of-the-sun")] == "Temple of the Sun, Earth Stone, dry"
    assert labels[LAID.index("bronze-gate")].startswith("Bronze Gate, dry. Here: Player 1")
    assert labels[LAID.index("cave-of-shadows")] == "Cave of Shadows, Crystal of Fire, flooded"
    assert page.locator(".tile.flooded").count() == len(FLOODED)
    assert page.locator(".pawn").count() == 2
    assert page.locator(".treasure text").all_text_contents() == [
        "Earth Stone 2 sites stand",
        "Statue of the Wind 2 sites stand",
        "Crystal of Fire 2 sites stand",
        "Ocean’s Chalice 2 sites stand",
    ]


def test_each_tile_that_can_be_chosen_says_what_it_does_and_no_other_is_a_button(pages: Pages, table: Whole) -> None:
    begin(table)
    page = phone(pages, table)
    assert choosable(page) == {
        "coral-palace": "Coral Palace, Ocean’s Chalice, flooded. Move, Shore up",
        "dunes-of-deception": "Dunes of Deception, dry. Move",
        "observatory": "Observatory, flooded. Move, Shore up",
        "whispering-garden": "Whispering Garden, Statue of the Wind, dry. Move",
    }
    stops = page.locator(".island [tabindex]").evaluate_all("all => all.map((each) => each.getAttribute('tabindex'))")
    assert sorted(stops) == ["-1", "-1", "-1", "0"]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_is_drawn_whole_and_nothing_lies_over_anything(pages: Pages, table: Whole, layout: str) -> None:
    table.do(f"new forbidden-island referee seats=4 layout={layout}")
    page = phone(pages, table)
    assert page.locator(".unlaid").count() == len(LAID)
    table.do("deal rest")
    expect(page.locator(".tile")).to_have_count(len(LAID))
    over = page.evaluate("""() => {
        const inside = (box, all) => box.left >= all.left - 1 && box.right <= all.right + 1 && box.top >= all.top - 1 && box.bottom <= all.bottom + 1;
        const whole = document.querySelector('.island').getBoundingClientRect();
        const parts = [...document.querySelectorAll('.tile > .face, .treasure > .touch')];
        const boxes = parts.map((each) => each.getBoundingClientRect());
        const hit = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
        const pairs = boxes.flatMap((a, at) => boxes.slice(at + 1).map((b) => hit(a, b)));
        return [boxes.length, pairs.filter(Boolean).length, boxes.filter((box) => !inside(box, whole)).length];
    }""")
    assert over == [len(LAID) + 4, 0, 0]


def test_the_water_the_hands_and_the_piles_are_told(pages: Pages, table: Whole) -> None:
    begin(table)
    page = phone(pages, table)
    assert page.locator(".meter").get_attribute("aria-label") == "Water level 1 of 10: 2 flood cards a turn"
    assert page.locator(".meter i").count() == 10
    assert page.locator(".mates .chits").all_inner_texts() == ["Earth Stone\nEarth Stone", "Ocean’s Chalice\nHelicopter Lift"]
    page.locator(".used[data-deck=flood]").click()
    assert sorted(page.locator("#cards-list li").all_inner_texts()) == sorted(
        cells(table)[name]["label"] for name in FLOODED
    )


# ---------------------------------------------------------------------- whole turns
def test_a_whole_turn_by_touch(pages: Pages, table: Whole) -> None:
    begin(table)
    page = phone(pages, table)
    expect(page.locator(".turn h2")).to_have_text("Your turn, Player 1")
    expect(page.locator(".pips")).to_have_attribute("aria-label", "3 of 3 actions left")
    page.locator(tile(page, "dunes-of-deception")).click()  # one thing ends there: it is done
    expect(page.locator(".pips")).to_have_attribute("aria-label", "2 of 3 actions left")
    assert cells(table)["dunes-of-deception"]["pawns"] == [0]
    page.locator(tile(page, "lost-lagoon")).click()  # two things do: it is asked
    page.get_by_role("dialog", name="Lost Lagoon, flooded").get_by_role("button", name="Shore up").click()
    expect(page.locator(tile(page, "lost-lagoon"))).to_have_class("tile dry can")
    page.locator("[data-key='do end-actions']").click()
    for left in ("1 treasure card.", "flood card"):
        page.locator("[data-key='do draw']").click()
        expect(page.locator(".ask")).to_contain_text(left)
        if table.table["state"]["owed"]:
            pytest.fail("nobody can have too many cards yet")
    while table.table["state"]["turn"]["seat"] == 0 and not table.table["state"]["end"]:
        expect(page.locator("[data-key='do draw'][aria-disabled]")).to_have_count(0)
        version = table.table["version"]
        page.locator("[data-key='do draw']").click()
        page.wait_for_function("(seen) => fetch('/api/v1/table').then((answer) => answer.json()).then((now) => now.version > seen && !now.reveal)", arg=version)
        if table.table["state"]["owed"]:
            break
    assert table.table["state"]["turn"]["floods"] is None or table.table["state"]["owed"]


def test_a_whole_turn_by_keyboard_alone(pages: Pages, table: Whole) -> None:
    begin(table)
    page = phone(pages, table)

    def tab_to(what: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("(what) => document.activeElement.matches(what)", what):
                return
        pytest.fail(f"Tab never comes to {what}")

    def focused() -> str:
        return str(page.evaluate("document.activeElement.dataset.token ?? document.activeElement.dataset.key ?? ''"))

    tab_to(".tile")
    assert focused() in choosable(page)
    walked = {focused()}
    for arrow in ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(arrow)
        walked.add(focused())
    assert walked == set(choosable(page))
    page.keyboard.press("ArrowLeft")
    while focused() != "dunes-of-deception":
        page.keyboard.press("ArrowLeft" if focused() != "whispering-garden" else "ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator(".pips")).to_have_attribute("aria-label", "2 of 3 actions left")
    page.wait_for_function("document.activeElement.matches('.tile[tabindex]')")  # the focus stays on the board
    tab_to("[data-key='open shore']")
    page.keyboard.press("Enter")
    assert focused() == "lost-lagoon"  # said by key what is meant: on to the tiles
    page.keyboard.press(" ")
    expect(page.locator(tile(page, "lost-lagoon"))).to_have_class("tile dry can")
    page.keyboard.press("Shift+Tab")
    tab_to("[data-key='do end-actions']")
    page.keyboard.press("Enter")
    expect(page.locator("[data-key='do draw']")).to_be_visible()
    tab_to("[data-key='do draw']")
    page.keyboard.press("Enter")
    expect(page.locator(".ask")).to_contain_text("1 treasure card.")


def test_said_what_is_meant_only_its_tiles_are_marked_and_escape_takes_it_back(pages: Pages, table: Whole) -> None:
    begin(table)
    page = phone(pages, table)
    mean(page, "shore")
    expect(page.locator("[data-key='open shore']")).to_have_attribute("aria-pressed", "true")
    assert set(choosable(page)) == {"coral-palace", "observatory"}
    expect(page.locator(".ask")).to_have_text("Shore up: tap a marked tile.")
    page.keyboard.press("Escape")
    assert len(choosable(page)) == 4


def test_a_tile_that_will_not_do_is_refused_by_the_table_with_its_rule_and_what_would_do(
    pages: Pages, table: Whole
) -> None:
    begin(table)
    page = phone(pages, table)
    before = table.table["version"]
    mean(page, "shore")
    page.locator(tile(page, "iron-gate")).click()
    sheet = page.get_by_role("dialog", name="That tile isn’t flooded.")
    expect(sheet.locator("#answer-hint")).to_have_text("Shore up: Coral Palace, Observatory.")
    expect(sheet.locator(".rule")).to_have_text("FI-A6")
    assert table.table["version"] == before


def test_what_cannot_be_captured_keeps_its_place_and_says_why(pages: Pages, table: Whole) -> None:
    begin(table)
    page = phone(pages, table)
    capture = page.locator("[data-key='do capture']")
    expect(capture).to_have_attribute("aria-disabled", "true")
    capture.click(force=True)
    expect(page.locator("#answer .rule")).to_have_text("FI-A11")


# ---------------------------------------------------------------------- what isn't one tap
def test_the_engineer_shores_up_two_tiles_one_after_the_other(pages: Pages, table: Whole) -> None:
    begin(table)
    page = phone(pages, table)
    mean(page, "shore-two")
    page.locator(tile(page, "coral-palace")).click()
    assert set(choosable(page)) == {"observatory"}
    page.locator(tile(page, "observatory")).click()
    expect(page.locator(".tile.flooded")).to_have_count(len(FLOODED) - 2)
    expect(page.locator(".pips")).to_have_attribute("aria-label", "2 of 3 actions left")


def test_a_lift_is_played_from_the_hand_out_of_turn_pawns_first_then_the_place(pages: Pages, table: Whole) -> None:
    begin(table)
    page = phone(pages, table, 1)
    assert choosable(page) == {}
    page.get_by_role("button", name="Play Helicopter Lift").click()
    page.get_by_role("button", name="Diver", exact=True).click()
    assert len(choosable(page)) == len(LAID) - 1
    page.locator(tile(page, "fools-landing")).click()
    expect(page.locator(".mates .chits").nth(1)).to_have_text("Ocean’s Chalice")
    assert cells(table)["fools-landing"]["pawns"] == [1]


def test_the_navigator_moves_another(pages: Pages, table: Whole) -> None:
    begin(table, ("navigator", "diver"))
    page = phone(pages, table)
    mean(page, "guide")
    assert "observatory" in choosable(page)  # there is one other only: no question whom
    page.locator(tile(page, "observatory")).click()
    expect(page.locator(".pips")).to_have_attribute("aria-label", "2 of 3 actions left")
    assert cells(table)["observatory"]["pawns"] == [1]


def test_a_card_is_given_by_tapping_it(pages: Pages, table: Whole) -> None:
    begin(table, ("messenger", "diver"))
    page = phone(pages, table)
    page.locator(".hand").get_by_role("button", name="Earth Stone").first.click()
    page.get_by_role("dialog", name="Earth Stone").get_by_role("button", name="Give a card: Diver").click()
    expect(page.locator(".hand li")).to_have_count(1)
    assert table.table["state"]["hands"][1]["cards"].count("earth-stone") == 1


def test_sandbags_are_played_on_any_flooded_tile(pages: Pages, table: Whole) -> None:
    begin(table, cards="earth-stone sandbags oceans-chalice")
    page = phone(pages, table)
    page.get_by_role("button", name="Play Sandbags").click()
    assert set(choosable(page)) == set(FLOODED)
    page.locator(tile(page, "cave-of-shadows")).click()
    expect(page.locator(".tile.flooded")).to_have_count(len(FLOODED) - 1)


def test_a_card_too_many_is_discarded_by_one_tap_and_the_hand_that_owes_it_is_shown(
    pages: Pages, table: Whole
) -> None:
    begin(table)
    page = phone(pages, table, 0, 1)
    correct(table, hand_2_oceans__chalice=5)
    expect(page.locator(".ask")).to_contain_text("Diver discards: 1 too many")
    expect(page.locator(".hand li")).to_have_count(6)
    page.locator(".hand").get_by_role("button", name="Ocean’s Chalice").first.click()
    expect(page.locator(".hand li")).to_have_count(2)  # Ada's again, who is on
    assert table.table["state"]["hands"][1]["cards"].count("oceans-chalice") == 4


def test_a_treasure_is_captured_by_its_button(pages: Pages, table: Whole) -> None:
    begin(table)
    correct(table, hand_1_earth__stone=4, pawn_1="temple-of-the-sun")
    page = phone(pages, table)
    page.get_by_role("button", name="Capture Earth Stone").click()
    expect(page.locator(".treasure.lit")).to_have_attribute("aria-label", "Earth Stone, Captured")
    expect(page.locator(".used[data-deck=treasure]")).to_be_visible()


@pytest.mark.parametrize("cast", [("engineer", "diver"), ("navigator", "messenger"), ("pilot", "explorer")])
def test_everything_that_the_table_offers_can_be_done_by_taps(
    pages: Pages, table: Whole, cast: tuple[str, str]
) -> None:
    begin(table, cast, cards="earth-stone sandbags oceans-chalice")
    page = phone(pages, table, 0, 1)
    sent: list[str] = []

    def answer(route: object) -> None:
        sent.append(route.request.post_data_json["do"])  # type: ignore[attr-defined]
        route.fulfill(json={"version": 0})  # type: ignore[attr-defined]

    page.route("**/api/v1/commands*", answer)
    page.evaluate(TAPS, 3)
    seen = page.evaluate("fetch('/api/v1/table').then((answer) => answer.json())")
    assert set(sent) - {"undo"} == set(lines(seen["plays"]))


def lines(plays: list[dict[str, object]]) -> Iterator[str]:
    """Give every complete line below *plays* that may be said."""
    for each in plays:
        if each.get("do") and not each.get("why") and not each.get("form"):
            yield str(each["do"])
        yield from lines(each.get("then", []))  # type: ignore[arg-type]


# ---------------------------------------------------------------------- motion
def test_a_card_on_its_way_is_blurred_and_tells_nothing_and_a_tile_tips_into_the_sea(
    pages: Pages, table: Whole, slow: None
) -> None:
    begin(table)
    next_flood(table, "watchtower")
    page = phone(pages, table)
    page.evaluate("""() => {
        window.ghosts = [];
        const watch = (records) => records.flatMap((each) => [...each.addedNodes]).filter((each) => each.matches?.('.ghost'));
        new MutationObserver((records) => watch(records).forEach((each) => ghosts.push([each.firstChild.getAttribute('class'), getComputedStyle(each.firstChild).animationDuration]))).observe(document.querySelector('.island'), { childList: true });
    }""")
    before = page.locator(tile(page, "watchtower")).get_attribute("class")
    page.locator("[data-key='do draw']").click()
    page.locator(".coming.shown.moving").wait_for()
    expect(page.locator(".coming .back")).to_have_css("filter", "blur(4px)")
    assert page.locator(".coming").inner_text() == ""
    assert page.locator(tile(page, "watchtower")).get_attribute("class") == before
    expect(page.locator(".coming .card b")).to_have_text("Watchtower")
    expect(page.locator(".coming .card")).to_have_css("filter", "none")
    expect(page.locator(".coming .card")).to_have_css("transition-duration", "0.2s")
    expect(page.locator(tile(page, "watchtower"))).to_have_class("tile sunk")
    assert page.evaluate("ghosts") == [["sinking", "1.1s"]]
    expect(page.locator(".ghost")).to_have_count(0)
    assert page.locator(tile(page, "watchtower")).get_attribute("aria-label") == "Watchtower, sunk"


def test_without_motion_a_tile_is_just_gone(pages: Pages, table: Whole) -> None:
    begin(table)
    next_flood(table, "watchtower")
    page = phone(pages, table)
    page.emulate_media(reduced_motion="reduce")
    page.evaluate("""() => {
        window.ghosts = 0;
        new MutationObserver((records) => { ghosts += records.flatMap((each) => [...each.addedNodes]).filter((each) => each.matches?.('.ghost')).length; }).observe(document.querySelector('.island'), { childList: true });
    }""")
    page.locator("[data-key='do draw']").click()
    expect(page.locator(tile(page, "watchtower"))).to_have_class("tile sunk")
    assert page.evaluate("ghosts") == 0
    expect(page.locator(".pawn").first).to_have_css("transition-duration", "0s")


def test_a_pawn_glides_to_where_it_goes(pages: Pages, table: Whole) -> None:
    begin(table)
    page = phone(pages, table)
    red = page.locator(".pawn.red")
    before = red.evaluate("(each) => each.style.transform")
    expect(red).to_have_css("transition-duration", "0.6s")
    page.locator(tile(page, "dunes-of-deception")).click()
    expect(page.locator(".pips")).to_have_attribute("aria-label", "2 of 3 actions left")
    after = red.evaluate("(each) => each.style.transform")
    assert (before, after) == ("translate(65px, 214px)", "translate(5px, 214px)")


# ---------------------------------------------------------------------- the end, a break, another game
@pytest.mark.parametrize(
    ("changes", "title", "trophies"),
    [
        ({"water": 10}, "The sea has the island", ["", "", "", ""]),
        ({"captured_earth__stone": 1, "water": 10}, "The sea has the island", [None, "", "", ""]),
    ],
)
def test_a_lost_game_says_why(
    pages: Pages, table: Whole, changes: dict[str, int], title: str, trophies: list[str | None]
) -> None:
    begin(table)
    page = phone(pages, table)
    correct(table, **changes)
    expect(page.locator(".ending h2.bad")).to_have_text(title)
    expect(page.locator(".ending .rule")).to_contain_text("FI-E5")
    kinds = page.locator(".trophies li").evaluate_all("all => all.map((each) => each.getAttribute('class'))")
    assert kinds == [None if each is None else "missing" for each in trophies]


def test_a_treasure_lost_is_marked(pages: Pages, table: Whole) -> None:
    begin(table)
    page = phone(pages, table)
    table.do("correct coral-palace=sunk flood.coral-palace=out tidal-palace=sunk flood.tidal-palace=out")
    expect(page.locator(".ending h2")).to_have_text("Ocean’s Chalice is lost")
    expect(page.locator(".trophies .gone")).to_have_count(1)
    expect(page.locator(".ending p").first).to_contain_text("Coral Palace, Tidal Palace")


def test_a_won_game_is_won_by_the_card_and_played_again(pages: Pages, table: Whole) -> None:
    begin(table)
    captured = {f"captured_{each}": 1 for each in ("earth__stone", "statue__of__the__wind", "crystal__of__fire")}
    correct(table, **captured, captured_oceans__chalice=2, pawn_1="fools-landing", pawn_2="fools-landing")
    page = pages.open()
    page.get_by_role("button", name="Lift off and win").click()
    expect(page.locator(".ending h2.good")).to_have_text("You all got away")
    expect(page.locator(".trophies li:not([class])")).to_have_count(4)
    page.get_by_role("button", name="Play again").click()
    expect(page.locator(".unlaid")).to_have_count(len(LAID))
    assert page.locator(".ending").is_hidden()


def test_a_phone_follows_from_a_kit_to_the_island_and_back_without_loading_anew(pages: Pages, table: Whole) -> None:
    table.do("new fireship kit seats=2")
    page = phone(pages, table, 0)
    page.evaluate("window.same = true")
    begin(table)
    expect(page.locator(".tile")).to_have_count(len(LAID))
    expect(page.locator(".turn h2")).to_have_text("Your turn, Player 1")
    table.do("new fireship kit seats=2")
    page.locator(".wheel").wait_for()
    assert page.locator(".turn").count() == 0
    page.locator("[data-key='do roll dice']").wait_for()
    assert page.evaluate("window.same")


def test_the_panel_draws_the_island_and_nothing_on_it_can_be_chosen(pages: Pages, table: Whole) -> None:
    begin(table)
    page = pages.open("/panel", {"width": 1280, "height": 800})
    expect(page.locator(".tile")).to_have_count(len(LAID))
    assert page.locator(".island [role=button]").count() == 0


def test_a_watcher_sees_it_all_and_can_do_nothing(pages: Pages, table: Whole) -> None:
    begin(table)
    page = pages.open(size=PHONE, host="tide.example")
    expect(page.locator(".tile")).to_have_count(len(LAID))
    expect(page.locator(".turn h2")).to_have_text("Player 1’s turn")
    assert choosable(page) == {}
