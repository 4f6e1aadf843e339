"""The windows of the tests' browser, used by one test after the other: a page in a new one takes twice as much.

A new window has a process of its own, which fetches and translates every module anew. One that was used is as good as
new once its storage, its history and how it is looked at are reset; if a test did what LASTS to it, it is closed.
"""

from __future__ import annotations

import io
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import wraps
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, CDPSession, Error, Page, ViewportSize

PATIENCE_MS = 20_000
"""So long a page may take: a loaded machine is slow, not wrong."""
MAX_IDLE = 4
THEMES = {"color_scheme": "light", "reduced_motion": "no-preference"}
"""What a person sets for all pages, and what it is otherwise."""
USUAL_FONTS = {"standard": 16, "fixed": 13}
LASTS: dict[type, tuple[str, ...]] = {
    Page: (
        *("add_init_script", "expose_binding", "expose_function", "on", "once", "route", "route_from_har"),
        *("route_web_socket", "set_extra_http_headers"),
    ),
    BrowserContext: (
        *("add_init_script", "expose_binding", "expose_function", "grant_permissions", "new_cdp_session", "new_page"),
        *("on", "once", "route", "route_from_har", "route_web_socket", "set_default_navigation_timeout"),
        *("set_default_timeout", "set_extra_http_headers", "set_geolocation", "set_offline"),
    ),
}
"""What stays with a window although another page is opened in it; so does a clock of its own."""
POLICY = "addEventListener('securitypolicyviolation', (event) => console.error('policy', event.blockedURI))"
LEARNED = """try {
  for (const name of ['hints', 'gifts']) localStorage[name] ??= '"off"';
} catch {}"""
"""Who uses a window has played before: no hints come by themselves; :data:`NEWCOMER` takes that back."""
NEWCOMER = """try {
  for (const name of ['hints', 'gifts']) if (localStorage[name] === '"off"') localStorage.removeItem(name);
} catch {}"""
FORGET = "() => { localStorage.clear(); sessionStorage.clear(); Storage.prototype.setItem = () => {}; }"
"""Nor does the page keep anything more, which goes on until it is left."""

Hear = Callable[[str, str], None]
"""Takes what a page complains of: the kind of a line in its console, or ``uncaught``, and the words."""


def _deaf(kind: str, words: str) -> None:
    """Hear nothing."""


@dataclass(eq=False)
class Window:
    """One *page* in a *context* of its own; *kind* is the host that it goes to, and those looks that can't be reset."""

    context: BrowserContext
    page: Page
    devtools: CDPSession
    kind: tuple[str, str]
    hear: Hear = _deaf

    def enlarge(self, times: float) -> None:
        """Have letters that many *times* as large as usual, as a person sets it for all pages."""
        sizes = {name: round(times * px) for name, px in USUAL_FONTS.items()}
        self.devtools.send("Page.setFontSizes", {"fontSizes": sizes})

    def photograph(self) -> Image.Image:
        """Return what is to be seen in it; packed in less time than Playwright's pictures are."""
        taken = self.devtools.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})
        return Image.open(io.BytesIO(b64decode(taken["data"]))).convert("RGB")

    def reset(self) -> None:
        """Take away all that was opened or kept in it, and how it was looked at.

        :raises Error: it shows no page of a table.
        """
        self.page.set_default_timeout(PATIENCE_MS)
        self.page.set_default_navigation_timeout(PATIENCE_MS)
        self.page.evaluate(FORGET)
        self.hear = _deaf  # what the page complained of has been heard by now
        self.page.goto("about:blank")
        self.page.mouse.move(-1, -1)
        self.context.clear_cookies()
        self.enlarge(1)
        self.devtools.send("Page.resetNavigationHistory")
        self.devtools.send("Emulation.setCPUThrottlingRate", {"rate": 1})


@dataclass(eq=False)
class Windows:
    """The windows of *browser* by their contexts; while they are kept, those that are *idle* wait to be used again."""

    browser: Browser
    is_kept: bool = False
    used: dict[BrowserContext, Window] = field(default_factory=dict)
    idle: list[Window] = field(default_factory=list)
    lasting: set[BrowserContext] = field(default_factory=set)
    """Those to which something was done that lasts."""

    def open(self, host: str, size: ViewportSize, hear: Hear, is_new: bool = False, **looks: Any) -> Window:
        """Return a window with nothing in it to visit *host* with; *is_new*: one that never had anything in it."""
        themes: dict[str, Any] = {name: looks.pop(name, usual) for name, usual in THEMES.items()}
        kind = (host, repr(sorted(looks.items())))
        window = None if is_new else next((each for each in reversed(self.idle) if each.kind == kind), None)
        if window is None:
            window = self._made(kind, looks)
        else:
            self.idle.remove(window)
        self.used[window.context] = window
        window.hear = hear
        window.page.set_viewport_size(size)
        window.page.emulate_media(media="null", forced_colors="null", contrast="null", **themes)
        return window

    def leave(self, context: BrowserContext) -> None:
        """Keep the window of *context* for another test if it can be reset; else close it."""
        window = self.used.pop(context, None)
        if window is None or not self._is_reset(window):
            self.lasting.discard(context)
            context.close()
            return
        self.idle.append(window)
        if len(self.idle) > MAX_IDLE:
            self.idle.pop(0).context.close()

    def _is_reset(self, window: Window) -> bool:
        is_there = not window.page.is_closed() and urlsplit(window.page.url).hostname == window.kind[0]
        if not self.is_kept or not is_there or window.context in self.lasting:
            return False
        try:
            window.reset()
        except Error:  # whatever it is that hangs in there
            return False
        return True

    def _made(self, kind: tuple[str, str], looks: dict[str, Any]) -> Window:
        context = self.browser.new_context(**looks)
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        window = Window(context, page, context.new_cdp_session(page), kind)
        page.on("console", lambda message: window.hear(message.type, message.text))
        page.on("pageerror", lambda error: window.hear("uncaught", str(error)))
        page.add_init_script(POLICY)
        page.add_init_script(LEARNED)
        self.lasting.discard(context)
        return window


_ALL: dict[Browser, Windows] = {}


def windows_of(browser: Browser) -> Windows:
    """Return the windows of *browser*."""
    return _ALL.setdefault(browser, Windows(browser))


def window_of(page: Page) -> Window:
    """Return the window that has *page*."""
    assert page.context.browser is not None
    return windows_of(page.context.browser).used[page.context]


@contextmanager
def kept(browser: Browser) -> Iterator[None]:
    """Keep the windows of *browser* from test to test, and notice what lasts."""
    windows = windows_of(browser)
    with ExitStack() as patched:
        for owner, names in LASTS.items():
            for name in names:
                patched.enter_context(patch.object(owner, name, _noticed(windows, getattr(owner, name))))
        clock: Any = Page.clock
        patched.enter_context(patch.object(Page, "clock", property(_noticed(windows, clock.fget))))
        windows.is_kept = True
        yield
    del _ALL[browser]


def _noticed(windows: Windows, do: Callable[..., Any]) -> Callable[..., Any]:
    """Return *do* so that *windows* know to which of them it was done."""

    @wraps(do)
    def noticed(on: Page | BrowserContext, *args: Any, **more: Any) -> Any:
        windows.lasting.add(on.context if isinstance(on, Page) else on)
        return do(on, *args, **more)

    return noticed
