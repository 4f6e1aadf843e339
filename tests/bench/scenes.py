"""What a slow phone does while a scene stands over its page: Chromium with its processor slowed to a quarter.

Each kind of scene is shown as a page shows it, over the island of Forbidden Island; a task of over 50 ms is one that a
finger notices (W3C Long Tasks).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.bench.figures import NotMeasured, Row, Section
from tests.bench.page import LONG_MS, SLOWER, longest_ms
from tests.bench.sizes import Sizes
from tests.support.browsing import ARGUMENTS, CHROMIUM, PHONE
from tests.support.running import RunningTable
from tests.support.wording import say

_TRACK = [*"223334455", "skull"]
_PEOPLE = [{"seat": seat, "label": "Diver", "look": "black", "sign": "diver"} for seat in range(2)]
SCENES: tuple[dict[str, Any], ...] = (
    {"kind": "turn", "title": "Your turn", "detail": "Ann, Engineer", "letter": "A", "look": "red", "left": 3},
    {"kind": "rise", "title": "Waters Rise!", "sign": "waters-rise", "at": 5, "of": 10, "track": _TRACK},
    {"kind": "treasure", "title": "Ocean’s Chalice", "sign": "oceans-chalice"},
    {"kind": "deal", "title": say("forbidden-island.moment-laid"), "people": _PEOPLE},
    {"kind": "lost", "title": say("forbidden-island.end.skull")},
)
_SHOW = """async (moment) => {
    const base = document.querySelector('script[type=module]').src.replace(/pages\\/.*/, '');
    const { Moments } = await import(base + 'scenes/moments.js');
    const { drawingsOf } = await import(base + 'core/games.js');
    await drawingsOf('forbidden-island');
    window.told ??= await (await fetch('/api/v1/table')).json();
    await new Promise((begun) => setTimeout(begun, 500));
    new Moments(() => window.told).show(moment);
}"""


def sections(sizes: Sizes, folder: Path) -> Iterator[Section]:
    """Show each kind of scene *sizes.reveals* times on a phone's page that is slowed down.

    :raises NotMeasured: there is no Chromium.
    """
    if not Path(CHROMIUM).exists():
        raise NotMeasured("Chromium is missing; on Debian: sudo apt-get install -y chromium-headless-shell")
    rows: list[Row] = []
    with RunningTable(folder) as table, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        table.do("new forbidden-island referee seats=2")
        table.do("deal rest")
        page = browser.new_page(viewport=PHONE)  # type: ignore[arg-type]
        page.goto(f"http://127.0.0.1:{table.port}/")
        table.wait()  # the island is being dealt, which the page draws meanwhile
        page.wait_for_timeout(sizes.seen_ms)
        rows += [_worked(browser, page, moment, sizes) for moment in SCENES[: sizes.shown]]
        browser.close()
    remark = f"Chromium, its processor {SLOWER} times slower; a task over {LONG_MS} ms is long."
    yield Section("A scene on a slow phone", rows, remark)


def _worked(browser: Browser, page: Page, moment: dict[str, Any], sizes: Sizes) -> Row:
    """Give the processor time of the longest task while each scene is shown, as a slow phone would need it."""
    took = []
    for _ in range(sizes.reveals):
        browser.start_tracing(page=page, categories=["toplevel", "devtools.timeline"])
        page.evaluate(_SHOW, moment)
        page.wait_for_timeout(sizes.seen_ms)
        took.append(SLOWER * longest_ms(json.loads(browser.stop_tracing())["traceEvents"]))
    long = sum(each > LONG_MS for each in took)
    return Row(f"{moment['kind']}, longest task of itself", "ms", took, f"over {LONG_MS}: {long} of {sizes.reveals}")
