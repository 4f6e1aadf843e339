"""The club's page as a WSGI application: routes and request hooks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
import segno
from flask import Blueprint, Flask, Response, render_template, request

from companion.club.context import KEEPERS_ROUTES, ClosedGate, ClubContext, Gate, keep_context, may_look
from companion.club.live import LiveTables
from companion.outside.mqtt.topics import TABLE_ID
from companion.texts.say import Texts, Wording, read_language
from web_ui.http.access.admission import FILE_COST, Admission
from web_ui.http.access.hosts import Hosts
from web_ui.http.content.assets import STATIC, Assets
from web_ui.http.content.delivery import Delivery
from web_ui.http.content.errors import Problem, too_fast
from web_ui.http.content.every_request import finish_answers, guard, new_app
from web_ui.http.settings import WebSettings
from web_ui.http.stream.events import answer_events, events_response

_PAGE = Path(__file__).parent / "page"
_OPEN = frozenset({"static", "club.page", "club.healthz"})
"""Endpoints without permission.

The page then asks for the keeper's password, and shows nothing else.
"""


def create_club(
    number_of: Callable[[str], int | None],
    settings: WebSettings,
    *,
    name: str = "",
    lang: str = "en",
    gate: Gate | None = None,
    covers: Mapping[str, Path] | None = None,
) -> Flask:
    """Return the club's pages for tables with numbers from *number_of*.

    Further routes need permission to look, except for the keeper's own (``KEEPERS_ROUTES``).

    :param gate: knows the signed-in keepers; without one there are none.
    :param covers: the files of games' pictures by slug.
    """
    texts, gate = Texts.load(), gate or ClosedGate()
    app = new_app(__name__, "page")
    assets = Assets(STATIC, _PAGE, covers=covers, beside={"club": _PAGE})
    context = ClubContext(
        live=LiveTables(number_of, settings, assets.version, settings.clock),
        texts=texts,
        hosts=Hosts(settings.hostname, settings.names, settings.addresses),
        admission=Admission(gate.is_signed_in, settings.clock),
        assets=assets,
        gate=gate,
        name=name or texts.say(lang, "club.page.club"),
        own_lang=lang,
        watching=settings.watching,
    )
    keep_context(app, context)
    static = _serve_assets(app, assets)
    app.register_blueprint(_create_pages(context, covers or {}))
    app.before_request(lambda: _share_out(context))
    app.before_request(lambda: guard(context.hosts))
    app.before_request(lambda: _admit(context))
    finish_answers(app, texts, context.lang, static)
    return app


def _serve_assets(app: Flask, assets: Assets) -> str:
    """Serve *assets* to pages and templates; return the address of their folder."""
    app.jinja_env.globals["assets"] = delivery = Delivery(assets)
    static = f"/static/{assets.version}"
    app.add_url_rule(f"{static}/<path:filename>", "static", delivery.answer)
    return static


def _share_out(context: ClubContext) -> None:
    """Limit the rate of strangers' requests.

    :raises Problem: 429.
    """
    address, keeper = request.remote_addr or "", context.keeper()
    if keeper:
        context.admission.met(address, keeper)
        return
    wait_s = context.admission.wait_s(address, FILE_COST if request.endpoint == "static" else 1.0)
    if wait_s:
        raise too_fast(wait_s)


def _admit(context: ClubContext) -> None:
    """Refuse callers without permission to look.

    The keeper's own routes check for themselves.

    :raises Problem: 403.
    """
    is_known = request.endpoint is not None and request.endpoint not in _OPEN
    if is_known and request.blueprint != KEEPERS_ROUTES and not may_look(context):
        raise Problem(403, "not-keeper")


def _create_pages(context: ClubContext, covers: Mapping[str, Path]) -> Blueprint:
    pages = Blueprint("club", __name__)

    pages.add_url_rule("/", "page", lambda: _first_page(context, covers))
    pages.add_url_rule("/sheet", "sheet", lambda: _sheet(context))
    pages.add_url_rule("/stream", "stream", lambda: _stream(context))

    @pages.get("/table")
    def tables() -> Response:
        return Response(context.live.whole(), mimetype="application/json")

    @pages.get("/api/tables/<name>")
    def table(name: str) -> Response:
        details = context.live.details(name) if TABLE_ID.fullmatch(name) else None
        if details is None:
            raise Problem(404, "unknown")
        return Response(msgspec.json.encode(details), mimetype="application/json")

    @pages.get("/healthz")
    def healthz() -> Response:
        if not context.live.is_connected:
            raise Problem(503, "no-broker")
        return Response(b"{}", mimetype="application/json")

    return pages


def _first_page(context: ClubContext, covers: Mapping[str, Path]) -> str:
    """Return the page of all tables, or the keeper's sign-in."""
    lang = context.lang()
    start = {
        "words": _words(context.texts, lang),
        "lang": lang,
        "looks": may_look(context),
        "keeps": bool(context.keeper()),
        "covers": sorted(covers),
    }
    template = "club.html" if may_look(context) else "sign_in.html"
    return render_template(template, start=msgspec.json.encode(start).decode(), **about(context, lang))


def _sheet(context: ClubContext) -> str:
    """Return the keeper's sheet to print, one QR code a table."""
    if not context.keeper():
        raise Problem(403, "not-keeper")
    lang, found = context.lang(), []
    for name in context.live.names():
        if (details := context.live.details(name)) is not None:
            is_address = details.page.startswith(("http://", "https://"))
            found.append((details.tile, details.page, _code(details.page) if is_address else ""))
    return render_template("sheet.html", tables=found, **about(context, lang))


def _stream(context: ClubContext) -> Response:
    """Stream the tiles to the caller at each change."""
    if request.method == "HEAD":
        return events_response()
    keeper, cookies = context.keeper(), dict(request.cookies)
    watcher = context.live.admit(
        keeper or request.remote_addr or "",
        is_keeper=bool(keeper),
        may_look=lambda: context.watching or bool(context.gate.keeper_of(cookies)),
    )
    return answer_events(context.live, watcher)


def about(context: ClubContext, lang: str) -> dict[str, object]:
    """Return the variables of every template of the club, in *lang*."""

    def say(key: str, **values: object) -> str:
        return context.texts.say(lang, key, **values)

    return {"say": say, "lang": lang, "name": context.name, "keeps": bool(context.keeper())}


def _words(texts: Texts, lang: str) -> dict[str, Wording]:
    """Return the page's texts by key, without ``club.page.``.

    A plural has its two forms.
    """
    own = read_language(lang if lang in ("en", "fr") else "en")
    page = {key.removeprefix("club.page."): entry for key, entry in own.items() if key.startswith("club.page.")}
    shared = ("page.live", "page.out_of_touch", "page.out_of_touch_title", "page.seconds")
    return page | {key: texts.say(lang, key, age="{age}") for key in shared}


def _code(address: str) -> str:
    return str(segno.make(address, error="m", micro=False).svg_inline(border=2, omitsize=True))
