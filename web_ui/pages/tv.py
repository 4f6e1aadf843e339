"""``/tv``: the game for everybody, on a television or tablet.

The tablet may be in the middle of the table.

Law: it shows every caller what a watcher may see, even a phone with a seat, and takes no commands.
"""

from __future__ import annotations

from functools import lru_cache, partial

import segno
from flask import Blueprint, Response, request
from markupsafe import Markup
from msgspec.structs import replace

from web_ui.api.context import AppContext
from web_ui.http.access.callers import TELEVISION_COOKIE, cookie_header
from web_ui.http.content.errors import Problem
from web_ui.pages.first_picture import CLOCK_WORDS, KIT_WORDS, MOVING, draw_page

_WORDS: dict[str, tuple[str, ...]] = {
    "page.title": (),
    "page.live": (),
    "page.out_of_touch": (),
    "page.out_of_touch_title": (),
    "page.switched_off": (),
    "page.switched_off_title": (),
    "page.switched_off_for": (),
    "page.seconds": ("age",),
    **dict.fromkeys(MOVING, ("label",)),
    "page.not_rolled": (),
    "page.nothing_yet": (),
    "page.pair": ("label", "value"),
    "page.holdings": (),
    "page.tick": ("label", "tick", "at", "of"),
    **CLOCK_WORDS,
    "page.left": ("count",),
    "page.stock": ("count",),
    "page.round": ("drawn", "of"),
    "page.used": ("count",),
    "page.hands": (),
    "page.hidden": ("count",),
    "page.badges": (),
    "page.undone": (),
    "page.presence.here": (),
    "page.presence.asleep": (),
    "page.presence.gone": (),
    **KIT_WORDS,
    "page.table": (),
    "tv.out_of_touch_for": ("age",),
    "tv.then": (),
    "share.tv": (),
}


def create_tv(context: AppContext) -> Blueprint:
    """Return the television's page over *context*."""
    tv = Blueprint("tv", __name__)
    tv.add_url_rule("/tv", "page", partial(_page, context))
    tv.add_url_rule("/tv/<token>", "ours", partial(_ours, context))
    return tv


def _page(context: AppContext) -> str:
    address = context.hosts.for_phones(request.headers.get("Host", ""))
    onlooker = replace(context.caller(), watches=True)
    return draw_page(
        context, "tv.html", _WORDS, onlooker, address=address, code=code_of(f"{request.scheme}://{address}/")
    )


def _ours(context: AppContext, token: str) -> Response:
    """Register this browser as a television and show it the page."""
    if not context.phones.television_of(token):
        raise Problem(404, "no-television")
    chosen = context.chosen_lang()
    headers = {"Location": f"/tv?lang={chosen}" if chosen else "/tv"}
    return Response(
        status=303, headers={**headers, "Set-Cookie": cookie_header(token, TELEVISION_COOKIE, request.is_secure)}
    )


@lru_cache(maxsize=4)
def code_of(text: str) -> Markup:
    """Return the QR code of *text* as inline SVG.

    It takes its colours and size from the page's styles.
    """
    code = segno.make(text, error="m", micro=False)
    return Markup(code.svg_inline(border=2, omitsize=True, svgclass=None, lineclass=None))
