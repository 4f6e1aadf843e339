"""What a slow phone does while a result is revealed: Chromium with its processor slowed to a quarter.

A task of over 50 ms is one that a finger notices (W3C Long Tasks); the frames are how smooth the motion is.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.bench.figures import Row, Section
from tests.bench.running import RunningTable
from tests.bench.sizes import Sizes
from tests.web.browsing import ARGUMENTS, CHROMIUM, PHONE

SLOWER = 4
LONG_MS = 50
SEEN_MS = 1500
"""From the reveal until its motion has ended, with some to spare."""
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
    """Reveal *sizes.reveals* results of each kind on a phone's page that is slowed down."""
    rows: list[Row] = []
    with RunningTable(folder) as table, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for slug, line in DONE:
            page = browser.new_page(viewport=PHONE)  # type: ignore[arg-type]
            page.goto(f"http://127.0.0.1:{table.port}/")
            rows += _revealed(page, table, slug, line, sizes.reveals)
            page.close()
        browser.close()
    remark = f"Chromium, its processor {SLOWER} times slower; a task over {LONG_MS} ms is long, a frame ideally 16.7."
    yield Section("A reveal on a slow phone", rows, remark)


def _revealed(page: Page, table: RunningTable, slug: str, line: str, count: int) -> Iterator[Row]:
    """Give the longest task and the longest frame of each of *count* reveals."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.evaluate(_WATCH)
    tasks, frames = [], []
    for _ in range(count):
        table.do(f"new {slug} kit seats=2")
        page.wait_for_timeout(SEEN_MS)
        page.evaluate("tasks.length = gaps.length = 0")
        table.do(line, 0)
        table.wait()
        page.wait_for_timeout(SEEN_MS)
        tasks.append(max(page.evaluate("tasks"), default=0.0))
        frames.append(max(page.evaluate("gaps"), default=0.0))
    long = sum(each > LONG_MS for each in tasks)
    yield Row(f"{line}, longest task", "ms", tasks, f"over {LONG_MS}: {long} of {count}")
    yield Row(f"{line}, longest frame", "ms", frames)
