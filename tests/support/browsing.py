"""A real browser on the mirror's pages; whatever it complains of fails the test."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from web_ui.http.server import Server

PHONE = {"width": 360, "height": 800}
DESK = {"width": 1280, "height": 800}
WATCHERS_HOST = "tide.example"
PROXY_HOST, PROXY_ADDRESS = "slow.example", "127.0.0.2"
EVIL_HOST = "evil.example"
PATIENCE_MS = 20_000
"""So long a page may take: a loaded machine is slow, not wrong."""
CHROMIUM = "/usr/bin/chromium-headless-shell"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--enable-features=NetworkServiceInProcess2",  # a tenth less to do for each page
    f"--host-resolver-rules=MAP {WATCHERS_HOST} 127.0.0.1,MAP {PROXY_HOST} {PROXY_ADDRESS},MAP {EVIL_HOST} 127.0.0.1",
]


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
        prepare: Callable[[Page], None] = lambda page: None,
        **more: Any,
    ) -> Page:
        """Open *path* in a browser of its own, at *size*, and wait until its stream has spoken."""
        context = self.browser.new_context(viewport=size, **more)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE_MS)
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: self._hear(message.type, message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.add_init_script(
            "addEventListener('securitypolicyviolation', (event) => console.error('policy', event.blockedURI))"
        )
        prepare(page)
        with page.expect_request("**/api/v1/stream*"):
            page.goto(f"http://{host}:{self.server.port}{path}")
        page.locator("#link:not([hidden])").wait_for()
        return page

    def _hear(self, kind: str, text: str) -> None:
        # What a browser says of a table that is switched off is no fault of the page.
        if kind == "error" and "net::ERR_" not in text and "status of 4" not in text:
            self.complaints.append(text)

    def close(self) -> None:
        """Close every page."""
        for context in self.contexts:
            context.close()
