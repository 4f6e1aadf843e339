"""What a slow phone does while a result is revealed: Chromium with its processor slowed to a quarter.

A task of over 50 ms is one that a finger notices (W3C Long Tasks); the frames are how smooth the motion is. On a busy
computer both are longer; what the longest task takes of the processor itself, four times over, is not.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.bench.figures import NotMeasured, Row, Section
from tests.bench.sizes import Sizes
from tests.support.browsing import ARGUMENTS, CHROMIUM, PHONE
from tests.support.running import RunningTable

SLOWER = 4
LONG_MS = 50
WANTED_MS = 30
DONE = (("fireship", "roll dice"), ("fireship", "spin wheel"), ("forbidden-island", "draw flood"))
"""What is done by the first seat, each in a new game of its kit."""

_WATCH = """() => {
    window.tasks = [];
    window.gaps = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map((each) => each.duration)))
        .observe({ entryTypes: ['longtask'] });
    let last = 0;
    const frame = (now) => {
        if (last) gaps.push(now - last);
        last = now;
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
}"""


def sections(sizes: Sizes, folder: Path) -> Iterator[Section]:
    """Reveal *sizes.reveals* results of each kind on a phone's page that is slowed down.

    :raises NotMeasured: there is no Chromium.
    """
    if not Path(CHROMIUM).exists():
        raise NotMeasured("Chromium is missing; on Debian: sudo apt-get install -y chromium-headless-shell")
    rows: list[Row] = []
    with RunningTable(folder) as table, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for slug, line in DONE[: sizes.shown]:
            page = browser.new_page(viewport=PHONE)  # type: ignore[arg-type]
            page.goto(f"http://127.0.0.1:{table.port}/")
            rows.append(_worked(browser, page, table, (slug, line), sizes))
            rows += _revealed(page, table, (slug, line), sizes)
            page.close()
        browser.close()
    remark = f"Chromium, its processor {SLOWER} times slower; a task over {LONG_MS} ms is long, a frame ideally 16.7."
    yield Section("A reveal on a slow phone", rows, remark)


def _reveals(
    page: Page, table: RunningTable, done: tuple[str, str], sizes: Sizes, begin: Callable[[], None]
) -> Iterator[None]:
    """Reveal results of what is *done*; *begin* is called before each, which is over at each step."""
    slug, line = done
    for _ in range(sizes.reveals):
        table.wait()  # a result may have brought another, such as the card at which a wheel stopped
        table.do(f"new {slug} kit seats=2")
        page.wait_for_timeout(sizes.seen_ms)
        begin()
        table.do(line, 0)
        table.wait()
        page.wait_for_timeout(sizes.seen_ms)
        yield


def _worked(browser: Browser, page: Page, table: RunningTable, done: tuple[str, str], sizes: Sizes) -> Row:
    """Give the processor time of the longest task of each reveal, as a slow phone would need it."""

    def begin() -> None:
        browser.start_tracing(page=page, categories=["toplevel", "devtools.timeline"])

    took = [
        longest_ms(json.loads(browser.stop_tracing())["traceEvents"]) for _ in _reveals(page, table, done, sizes, begin)
    ]
    long = sum(SLOWER * each > LONG_MS for each in took)
    return Row(
        f"{done[1]}, longest task of itself",
        "ms",
        [SLOWER * each for each in took],
        f"wanted: {WANTED_MS}; over {LONG_MS}: {long} of {sizes.reveals}",
    )


def longest_ms(events: list[dict[str, Any]]) -> float:
    """Return the processor time of the longest task of a page's main thread, in milliseconds."""
    main = {
        (each["pid"], each["tid"])
        for each in events
        if each["name"] == "thread_name" and each["args"]["name"] == "CrRendererMain"
    }
    tasks = [each for each in events if "RunTask" in each["name"] and (each["pid"], each["tid"]) in main]
    return max(float(each["tdur"]) for each in tasks if "tdur" in each) / 1000


def _revealed(page: Page, table: RunningTable, done: tuple[str, str], sizes: Sizes) -> Iterator[Row]:
    """Give the longest task and the longest frame of each reveal."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.evaluate(_WATCH)
    tasks, frames = [], []
    for _ in _reveals(page, table, done, sizes, lambda: page.evaluate("tasks.length = gaps.length = 0")):
        tasks.append(max(page.evaluate("tasks"), default=0.0))
        frames.append(max(page.evaluate("gaps"), default=0.0))
    long = sum(each > LONG_MS for each in tasks)
    yield Row(f"{done[1]}, longest task", "ms", tasks, f"over {LONG_MS}: {long} of {sizes.reveals}")
    yield Row(f"{done[1]}, longest frame", "ms", frames)
