"""A real browser on the mirror's pages; whatever it complains of fails the test."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page

from tests.support.waiting import eventually
from tests.support.windows import windows_of
from web_ui.http.access.callers import COOKIE
from web_ui.http.server.server import Server

PHONE = {"width": 360, "height": 800}
DESK = {"width": 1280, "height": 800}
WATCHERS_HOST = "tide.example"
PROXY_HOST, PROXY_ADDRESS = "slow.example", "127.0.0.2"
EVIL_HOST = "evil.example"
CHROMIUM = "/usr/bin/chromium-headless-shell"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",  # which draws in software anyway
    "--disable-dev-shm-usage",
    "--enable-features=NetworkServiceInProcess2",  # a tenth less to do for each page
    f"--host-resolver-rules=MAP {WATCHERS_HOST} 127.0.0.1,MAP {PROXY_HOST} {PROXY_ADDRESS},MAP {EVIL_HOST} 127.0.0.1",
]


def stop_clock(page: Page) -> None:
    """Stop the clock that *page* was given, a second from now; on a busy machine that may be over before it is asked.

    Then the browser refuses to go back, and it is a second from then.
    """
    while True:
        try:
            page.clock.pause_at(page.evaluate("Date.now() / 1000") + 1)
            return
        except Error as fault:
            if "to the past" not in str(fault):
                raise


def tap_disabled(button: Locator) -> None:
    """Tap *button* although it is disabled, once more if the page draws it again between finding and tapping it."""

    def is_tapped() -> bool:
        try:
            button.click(force=True)
        except Error as fault:
            if "not visible" not in str(fault) and "not attached" not in str(fault):
                raise
            return False
        return True

    eventually(is_tapped)


@dataclass
class Pages:
    """Opens pages of *server*; *complaints* holds every console error, script error and policy violation."""

    browser: Browser
    server: Server
    complaints: list[str] = field(default_factory=list)
    contexts: list[BrowserContext] = field(default_factory=list)

    def open(
        self,
        path: str = "/",
        size: dict[str, int] = PHONE,
        host: str = "127.0.0.1",
        prepare: Callable[[Page], None] | None = None,
        cookie: str | None = None,
        is_new: bool = False,
        **more: Any,
    ) -> Page:
        """Open *path* in a browser of its own, at *size*, and wait until its stream has spoken.

        One that is prepared, or *is_new*, has never opened a page before, and has to fetch everything.
        """
        where = f"http://{host}:{self.server.port}"
        window = windows_of(self.browser).open(host, size, self._hear, is_new or prepare is not None, **more)  # type: ignore[arg-type]
        self.contexts.append(window.context)
        if cookie is not None:
            window.context.add_cookies([{"name": COOKIE, "value": cookie, "url": where}])
        if prepare is not None:
            prepare(window.page)
        with window.page.expect_request("**/api/v1/stream*"):
            window.page.goto(f"{where}{path}")
        window.page.locator("#link:not([hidden])").wait_for()
        return window.page

    def _hear(self, kind: str, words: str) -> None:
        # What a browser says of a table that is switched off is no fault of the page.
        is_said = kind == "error" and "net::ERR_" not in words and "status of 4" not in words
        if is_said or kind == "uncaught":
            self.complaints.append(words)

    def close(self) -> None:
        """Close every page."""
        while self.contexts:
            windows_of(self.browser).leave(self.contexts.pop())
