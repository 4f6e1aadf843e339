"""What happens in quick succession is said once each, in order: in the caption, which is spoken, and in the log."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support import islands
from tests.support.browsing import DESK, PROXY_ADDRESS, PROXY_HOST, Pages, stop_clock
from tests.support.fakes import FakeTable
from tests.support.whole import Whole, whole_table
from tests.web_ui.browser.proxy import Proxy
from web_ui.http.server.server import Server

READ_MS = 900
MAX_WAITING = 6
PATHS = ["/", "/tv", "/panel"]
RECORD = """() => {
    window.said = [];
    window.logged = [];
    const [caption, results] = ['caption', 'results'].map((id) => document.getElementById(id));
    const say = () => caption.textContent.length > 1 && said.push(caption.textContent);
    new MutationObserver(say).observe(caption, { childList: true });
    const log = (each) => logged.push(each.firstChild.textContent.trim());
    const logAll = (changes) => changes.forEach((change) => [...change.addedNodes].forEach(log));
    new MutationObserver(logAll).observe(results, { childList: true });
}"""
HEARD = """
    window.heard = -1;
    const listen = EventSource.prototype.addEventListener;
    EventSource.prototype.addEventListener = function (name, tell, ...more) {
        return listen.call(this, name, (event) => {
            tell(event);
            if (name === 'table' || name === 'change') window.heard = Number(event.lastEventId);
        }, ...more);
    };
"""
"""Notes which version the page was told last: time that passes before a state has come is time out of touch."""
FIRST = ["One sinks", "Two sinks"]
BURST = ["Waters Rise!", "Three sinks", "Four sinks", "All is lost"]


class Log:
    """What happened at a table, as its pages are told it; all of one call is one version."""

    def __init__(self, table: FakeTable) -> None:
        self._table = table
        self._lines: list[dict[str, Any]] = []
        for text in FIRST:
            self.happen(text)

    def happen(self, *texts: str, **more: Any) -> None:
        n = self._table.published.version + 1
        self._lines += [{"n": n, "seat": 0, "who": "", "text": text, "undone": False} for text in texts]
        self._table.change(log=self._lines[-20:], **more)

    def wait_until_heard(self, page: Page) -> None:
        page.wait_for_function("(version) => heard >= version", arg=self._table.published.version)


@pytest.fixture
def log(table: FakeTable) -> Log:
    return Log(table)


@pytest.fixture
def network(server: Server) -> Iterator[Proxy]:
    with Proxy(PROXY_ADDRESS, server.port) as network:
        yield network


def prepare(page: Page) -> None:
    page.clock.install()
    page.add_init_script(HEARD)


def opened(pages: Pages, log: Log, path: str = "/", host: str = "127.0.0.1", **more: Any) -> Page:
    page = pages.open(path, DESK, host, prepare=prepare, **more)
    log.wait_until_heard(page)
    expect(page.locator("#caption")).to_have_text(FIRST[-1])
    page.evaluate(RECORD)
    return page


def told(page: Page, log: Log, newest: str) -> list[str]:
    """Let time pass until the caption says *newest* and stays there; return what it said."""
    log.wait_until_heard(page)
    page.clock.run_for(30 * READ_MS)
    expect(page.locator("#caption")).to_have_text(newest)
    return list(page.evaluate("said"))


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "together"),
    [("/", True), ("/", False), ("/tv", True), ("/panel", False)],
)
def test_results_that_come_quickly_are_each_said_once_in_order(
    pages: Pages, log: Log, path: str, together: bool
) -> None:
    page = opened(pages, log, path)
    for texts in [BURST] if together else [[text] for text in BURST]:
        log.happen(*texts)
    expect(page.locator("#caption")).to_have_text(BURST[0])
    assert told(page, log, BURST[-1]) == BURST
    assert page.evaluate("logged") == [FIRST[-1], *BURST[:-1]]
    assert page.locator("#caption").get_attribute("role") == "status"


@pytest.mark.long
def test_the_headline_afar_says_each_as_long_as_the_caption(pages: Pages, log: Log) -> None:
    page = opened(pages, log, "/tv")
    stop_clock(page)
    log.happen(*BURST)
    for text in BURST:
        expect(page.locator("#headline b")).to_have_text(text)
        expect(page.locator("#caption")).to_have_text(text)
        page.clock.run_for(READ_MS - 1)
        expect(page.locator("#headline b")).to_have_text(text)
        page.clock.run_for(1)


@pytest.mark.long
def test_what_a_stalled_stream_skips_is_said_too(pages: Pages, table: FakeTable, log: Log, network: Proxy) -> None:
    page = opened(pages, log, host=PROXY_HOST)
    network.stall()
    for text in BURST:
        log.happen(text)
    network.flow()
    expect(page.locator("#caption")).to_have_text(BURST[0])
    assert told(page, log, BURST[-1]) == BURST


@pytest.mark.long
def test_states_that_never_came_are_said_from_the_log(pages: Pages, table: FakeTable, log: Log) -> None:
    page = opened(pages, log)
    page.evaluate("dispatchEvent(new Event('pagehide'))")
    for text in BURST:
        log.happen(text)
    page.evaluate("dispatchEvent(new Event('online'))")
    assert told(page, log, BURST[-1]) == BURST


@pytest.mark.long
@pytest.mark.parametrize("path", PATHS)
def test_more_than_can_be_read_is_said_in_one_breath_and_all_are_listed(pages: Pages, log: Log, path: str) -> None:
    page = opened(pages, log, path)
    many = [f"Tile {number} sinks" for number in range(1, 31)]
    stop_clock(page)
    log.happen(many[0])
    expect(page.locator("#caption")).to_have_text(many[0])
    for text in many[1:20]:
        log.happen(text)
    log.happen(*many[20:])
    log.wait_until_heard(page)
    page.clock.run_for(4 * READ_MS)
    expect(page.locator("#caption")).to_contain_text(many[-1])
    said = page.evaluate("said")
    assert said == [many[0], " ".join(many[-20:])]  # so many the table keeps
    expect(page.locator("#results li").first).to_contain_text(many[-2])
    listed = page.locator("#results li").all_inner_texts()
    assert [text.strip() for text in listed] == many[-2:-21:-1]
    log.happen("Five sinks")
    assert told(page, log, "Five sinks") == [*said, "Five sinks"]


@pytest.mark.long
@pytest.mark.parametrize("together", [True, False])
def test_as_many_as_can_wait_are_each_said(pages: Pages, log: Log, together: bool) -> None:
    page = opened(pages, log)
    many = [f"Tile {number} sinks" for number in range(1, MAX_WAITING + 1)]
    stop_clock(page)
    for texts in [many] if together else [[text] for text in many]:
        log.happen(*texts)
    assert told(page, log, many[-1]) == many


@pytest.mark.long
@pytest.mark.parametrize("path", ["/", "/tv"])
def test_a_page_that_wakes_late_says_the_newest_alone(pages: Pages, log: Log, path: str) -> None:
    page = opened(pages, log, path)
    page.evaluate("dispatchEvent(new Event('pagehide'))")
    log.happen(*BURST[:2])
    log.happen(*BURST[2:])
    page.clock.fast_forward(600_000)
    page.evaluate("dispatchEvent(new Event('pageshow'))")
    assert told(page, log, BURST[-1]) == [BURST[-1]]
    assert set(BURST[:-1]) <= set(page.locator("#results li").all_inner_texts())
    log.happen("Five sinks")
    assert told(page, log, "Five sinks") == [BURST[-1], "Five sinks"]


@pytest.mark.long
def test_a_page_that_is_opened_or_loaded_anew_repeats_nothing(pages: Pages, log: Log) -> None:
    log.happen(*BURST)
    page = pages.open(prepare=prepare)
    for _ in range(2):
        log.wait_until_heard(page)
        expect(page.locator("#caption")).to_have_text(BURST[-1])
        page.evaluate(RECORD)
        assert told(page, log, BURST[-1]) == []
        page.reload()
        page.locator("#link:not([hidden])").wait_for()


@pytest.mark.long
def test_without_motion_the_same_is_said(pages: Pages, log: Log) -> None:
    page = opened(pages, log, reduced_motion="reduce")
    log.happen(*BURST)
    assert told(page, log, BURST[-1]) == BURST


@pytest.mark.long
def test_what_is_in_motion_waits_until_the_last_result_could_be_read(pages: Pages, table: FakeTable, log: Log) -> None:
    page = opened(pages, log)
    log.happen(*BURST[:2])
    table.start()
    expect(page.locator(".roll.moving").first).to_be_visible()  # the board waits for nobody
    assert told(page, log, "Three ten-sided dice: rolling") == [*BURST[:2], "Three ten-sided dice: rolling"]
    log.happen(BURST[2])
    assert told(page, log, BURST[2]) == [*BURST[:2], "Three ten-sided dice: rolling", BURST[2]]


@pytest.mark.long
def test_what_is_taken_back_before_it_was_said_is_said_as_that(pages: Pages, table: FakeTable, log: Log) -> None:
    page = opened(pages, log)
    log.happen(*BURST[:2])
    lines = table.published.log or []
    undone = {**lines[-1], "undone": True}
    table.change(
        log=[*lines[:-1], undone, {**undone, "n": table.published.version + 1, "undone": False, "text": "Taken back"}]
    )
    assert told(page, log, "Taken back") == [BURST[0], f"{BURST[1]} (undone)", "Taken back"]


@pytest.mark.long
def test_nothing_can_be_pressed_any_later_for_it(pages: Pages, table: FakeTable, log: Log) -> None:
    page = opened(pages, log)
    stop_clock(page)
    log.happen(*BURST, values=(1, 1, 1))
    expect(page.locator(".sum")).to_have_text("3")
    with page.expect_response("**/api/v1/commands*"):
        page.locator("#dock button").first.click()
    expect(page.locator("#caption")).to_have_text(BURST[0])
    assert len(table.requests) == 1


# ---------------------------------------------------------------------- a whole game
@pytest.fixture(scope="module")
def island(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    with whole_table(tmp_path_factory.mktemp("facts"), None) as island:
        yield island


@pytest.mark.long
@pytest.mark.parametrize("path", ["/", "/tv"])
def test_the_last_sinking_and_the_ending_after_it_are_each_said_once(
    browser: Browser, island: Whole, path: str
) -> None:
    pages = Pages(browser, island.daemon.server)
    islands.begin(island)
    islands.correct(island, coral__palace="sunk", flood_coral__palace="out")
    islands.next_flood(island, "tidal-palace")
    islands.correct(island, tidal__palace="flooded")
    page = pages.open(path, DESK, prepare=lambda page: page.clock.install())
    page.evaluate(RECORD)
    island.do("draw", 0)
    sunk, lost = "Tidal Palace sinks", "Lost: both tiles of a treasure have sunk"
    page.wait_for_function("(words) => said.some((each) => each.includes(words))", arg=sunk)
    page.clock.run_for(30 * READ_MS)
    expect(page.locator("#caption")).to_contain_text(lost)
    said = [text for text in page.evaluate("said") if not text.endswith("a card is coming")]
    assert len(said) == 2, said
    assert sunk in said[0]
    assert said[1].startswith(lost)
    expect(page.locator(".ending")).to_be_visible()
    assert page.locator(".ending").get_attribute("role") is None  # the caption says it, and nothing else
    live = page.locator("[role=status], [role=alert], [aria-live]:not([aria-live=off])").all_text_contents()
    assert sum("have sunk" in text for text in live) == 1, live
    pages.close()
