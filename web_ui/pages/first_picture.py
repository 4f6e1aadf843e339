"""The pages: the server draws a first picture, then modules take over."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec
from flask import Blueprint, Response, render_template, url_for
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup
from msgspec.structs import asdict

from companion.texts.say import Texts
from web_ui.api.context import AppContext
from web_ui.api.devices import input_for_caller
from web_ui.http.access.callers import Caller
from web_ui.pages.drawn import MENU, drawn_by, kind_of

MOVING = ("page.moving-roll", "page.moving-spin", "page.moving-draw", "page.moving-deal", "page.moving-take")
"""Texts for a motion, one for each kind of chance."""
CLOCK_WORDS: dict[str, tuple[str, ...]] = {
    "clocks.left": ("label", "count"),
    "clocks.over": ("label",),
    "clocks.held": (),
    "clocks.go-on": (),
}
"""Texts of countdowns."""
KIT_WORDS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        (
            *("page.scores", "page.leads", "page.reached", "page.total", "page.cups", "page.own_cup"),
            *("page.look_under", "page.cover_again", "page.lift", "page.keep", "page.roll_one", "page.formula"),
            *("page.odds", "page.odds_mean", "page.odds_spread", "page.odds_range", "page.recent", "page.coin"),
            *("page.clear", "page.dice_keys", "page.no_roll", "page.names", "page.write_names"),
        ),
        (),
    ),
    "page.target": ("target",),
    "page.enter": ("row",),
    "page.enter_value": ("row", "value"),
    "page.cup_of": ("name", "count"),
    "page.die": ("number", "value"),
    "page.rolls_left": ("left",),
    "page.roll_again": ("count",),
    "page.odds_of": ("formula",),
    "page.add": ("what",),
    "page.step_of": ("label", "by"),
}
"""Texts about dice of any kinds, scores, sheets and cups."""
PAGE_WORDS: dict[str, tuple[str, ...]] = {
    "page.title": (),
    "page.live": (),
    "page.out_of_touch": (),
    "page.out_of_touch_for": ("age",),
    "page.out_of_touch_title": (),
    "page.switched_off": (),
    "page.switched_off_title": (),
    "page.switched_off_for": (),
    "page.seconds": ("age",),
    **dict.fromkeys(MOVING, ("label",)),
    "page.not_rolled": (),
    "page.nothing_yet": (),
    "page.choose": (),
    "page.wait": (),
    "page.sending": (),
    "page.unanswered": (),
    "page.watching": (),
    "page.watching_menu": (),
    "page.nothing_to_do": (),
    "page.back": (),
    "page.who": (),
    "moment.your-turn-of": ("name",),
    "page.rest": (),
    "page.table": (),
    "page.pair": ("label", "value"),
    "page.range": ("label", "minimum", "maximum"),
    "page.holdings": (),
    "page.tick": ("label", "tick", "at", "of"),
    **CLOCK_WORDS,
    "page.left": ("count",),
    "page.stock": ("count",),
    "page.round": ("drawn", "of"),
    "page.used": ("count",),
    "page.used_of": ("deck",),
    "page.hands": (),
    "page.hand": ("count",),
    "page.hidden": ("count",),
    "page.card": ("number",),
    "page.peek": (),
    "page.hide": (),
    "page.badges": (),
    "page.undone": (),
    "page.your_turn": ("name",),
    "page.turn_of": ("name",),
    "page.dots": ("left", "of"),
    "page.presence.here": (),
    "page.presence.asleep": (),
    "page.presence.gone": (),
    **KIT_WORDS,
}
"""Texts of the modules of every page, with their values."""
_PHONE_WORDS: dict[str, tuple[str, ...]] = {
    **PAGE_WORDS,
    "page.playing": ("name",),
    "page.you_next": ("name",),
    "page.in_words": ("count",),
    "page.undo": (),
    "join.open": (),
    "join.change": (),
    "join.sit": ("seats",),
    "join.watch": (),
    "join.seat": ("number",),
    "join.ready": (),
    "join.what": (),
    "join.enter": (),
    "shelf.you-sit": ("name", "seats"),
    "shelf.choose": (),
    "shelf.choose-or": ("others",),
}
JOIN_WORDS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        (
            *("join.title", "join.title-change", "join.seat-taken", "join.enter", "join.keep", "join.six-digits"),
            *("join.no-answer", "join.asked", "join.asked-no", "join.asked-late"),
            *("join.seat-free", "join.seat-yours", "join.no-seat-sure", "join.what"),
        ),
        (),
    ),
    "join.what-game": ("game",),
}
"""Texts of the join sheet, fetched when it is opened.

The join page has them from the start.
"""
CONSENT_WORDS: dict[str, tuple[str, ...]] = {
    "consent.asks": ("names",),
    "consent.asks-table": (),
    "consent.any": (),
    "consent.them": ("names",),
    "consent.thinks": (),
    "consent.asleep": (),
    "consent.agrees": (),
    "consent.declines": (),
    "consent.buttons": (),
    "consent.watching": (),
    "consent.left": ("count",),
    "consent.seconds": ("count",),
    "consent.no": (),
    "consent.stays": (),
    "consent.agree": (),
    "consent.withdraw": (),
    "put-back.title": (),
    "put-back.hint": (),
    "put-back.done": (),
    "put-back.done-hint": (),
    "put-back.look": (),
}
"""Texts of the sheets for consent and for correcting the real board.

They are fetched with the first.
"""
SHELF_WORDS: dict[str, tuple[str, ...]] = {
    "shelf.how-many": (),
    "shelf.who": (),
    "shelf.this-phone": (),
    "shelf.here": (),
    "shelf.asleep": (),
    "shelf.at-table": (),
    "shelf.change": ("name", "where"),
    "shelf.watches": (),
    "shelf.nth": ("number",),
    "shelf.options": ("chosen",),
    "shelf.usual": (),
    "shelf.house-rules": (),
    "shelf.way": (),
    "shelf.hint-referee": (),
    "shelf.hint-kit": (),
    "shelf.start": (),
    "shelf.start-game": ("name",),
    "shelf.sure": ("name", "other"),
    "shelf.sure-yes": (),
    "shelf.sure-resume": (),
    "shelf.asks": (),
    "shelf.kept": (),
    "shelf.kept-from": ("names", "at"),
    "shelf.another": (),
    "shelf.back": (),
    "shelf.no-answer": (),
    "way-in.title": (),
    "way-in.type": ("address",),
    "way-in.open": ("address",),
    "way-in.here": ("names",),
    "join.code-hint": (),
}
"""Texts for setting up a game, fetched when one is chosen."""
_PANEL_WORDS: dict[str, tuple[str, ...]] = {
    **PAGE_WORDS,
    "page.cards": ("count",),
    "panel.lamp_lit": (),
    "panel.lamp_out": (),
}
ICON_SIZES = (192, 512)
"""Sizes in pixels of the icons for home screens.

tests/pictures/icons.py draws them from icon.svg.
"""
SEA = "#0b2530"
"""The colour around the page: the deep sea of tokens.css."""
_AT_START = ("version", "page", "lang", "seats", "joined", "may_join", "looks", "people", "held_seats")
_RESULTS = 7
"""Number of log lines in the first answer; the stream brings others."""


def create_pages(context: AppContext) -> Blueprint:
    """Return the routes of the pages over *context*."""
    pages = Blueprint("pages", __name__)
    pages.add_url_rule("/", "phone", partial(_front, context))
    # Looking at a token doesn't use it up: messengers look at links before anybody opens them. The page sends it.
    pages.add_url_rule("/J/<token>", "join", lambda token: _phone(context))
    pages.add_url_rule("/panel", "panel", partial(_panel, context))
    pages.add_url_rule("/manifest.webmanifest", "manifest", partial(_manifest, context))
    return pages


def _front(context: AppContext) -> Response | str:
    """Show the table; send an owner to a new table's first questions."""
    published = context.source.published
    asked = published.asks_first
    if asked is None or asked.alone or not context.caller().is_owner(published):
        return _phone(context)
    chosen = context.chosen_lang()
    return Response(status=303, headers={"Location": f"/first?lang={chosen}" if chosen else "/first"})


def _phone(context: AppContext) -> str:
    if not context.may_look():
        return _join_page(context)
    simulated = context.panel is not None and context.panel.input is not None
    return draw_page(context, "page.html", _PHONE_WORDS, to_panel=simulated and context.caller().this_computer)


def _join_page(context: AppContext) -> str:
    """Return the page for a stranger if only joined callers may watch.

    It shows how to join, and nothing of the game.
    """
    published, lang = context.source.published, context.lang()
    say = partial(context.texts.say, lang)
    people = [{"seat": seat, "name": ""} for seat in range(len(published.open.people))]
    held_seats = sorted(published.roster.held_seats().intersection(range(len(people))))
    table = {"version": 0, "lang": lang, "seats": [], "joined": False, "may_join": True}
    words = words_of(context.texts, lang, {**_PHONE_WORDS, **JOIN_WORDS})
    start = {
        "table": {**table, "people": people, "held_seats": held_seats},
        "words": words,
        "chosen": context.chosen_lang(),
    }
    start_json = json_in_page(start)
    return render_template("join.html", lang=lang, say=say, start=start_json)


def _panel(context: AppContext) -> str:
    input_for_caller(context, elsewhere=404)
    return draw_page(context, "panel.html", _PANEL_WORDS)


def _manifest(context: AppContext) -> Response:
    """Return the web manifest in the requested language.

    It has the page's name and look on a phone's home screen.
    """
    lang, chosen = context.lang(), context.chosen_lang()
    sizes = [(f"icons/icon-{size}.png", f"{size}x{size}", "image/png") for size in ICON_SIZES]
    icons = [("icon.svg", "any", "image/svg+xml"), *sizes]
    manifest = {
        "id": "/",
        "name": context.texts.say(lang, "page.title"),
        "short_name": context.texts.say(lang, "page.title"),
        "description": context.texts.say(lang, "page.description"),
        "lang": lang,
        "start_url": f"/?lang={chosen}" if chosen else "/",
        "scope": "/",
        "display": "standalone",
        "background_color": SEA,
        "theme_color": SEA,
        "icons": [
            {"src": url_for("static", filename=name), "sizes": size, "type": kind, "purpose": "any"}
            for name, size, kind in icons
        ],
    }
    return Response(msgspec.json.encode(manifest), mimetype="application/manifest+json")


def words_of(texts: Texts, lang: str, words: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Return *words* by key in *lang*, with their placeholders open.

    *words* are keys and the names of their placeholders; the page itself fills them.
    """
    return {key: texts.say(lang, key, **{name: f"{{{name}}}" for name in names}) for key, names in words.items()}


def json_in_page(start: object) -> Markup:
    """Return *start* as JSON that is safe in a page's ``<script>``."""
    return htmlsafe_json_dumps(start, dumps=lambda value: msgspec.json.encode(value).decode())


def _at_start(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return the modules' initial data, before the stream sends all of *table*.

    The server has already drawn the page, and no command can be sent yet.
    """
    kind = kind_of(table)
    shown = {"menu": {}} if kind == MENU else {"state": {"kind": kind}} if kind else {}
    return {**{name: table[name] for name in _AT_START}, **shown}


def draw_page(
    context: AppContext, template: str, words: Mapping[str, tuple[str, ...]], caller: Caller | None = None, **more: Any
) -> str:
    """Render *template* for *caller*, else for the current caller.

    Its modules get *words* with their placeholders open.
    """
    published = context.source.published
    view = context.views.view(published, caller or context.caller(), context.chosen_lang())
    lang = view.lang
    table = asdict(context.views.table(published, view, context.views.lamps()))
    say = partial(context.texts.say, lang)
    spoken = words_of(context.texts, lang, words)
    chosen = context.chosen_lang()
    table = {**table, "log": table["log"][-_RESULTS:]}
    start = {"table": _at_start(table), "words": spoken, "chosen": chosen, "games": context.assets.games}
    start_json = json_in_page(start)
    languages = [(code, context.texts.name_of(code)) for code in context.texts.languages]
    more |= {"kind": kind_of(table), "drawn": drawn_by(table, context.assets, afar=template == "tv.html")}
    return render_template(
        template, lang=lang, table=table, say=say, start=start_json, languages=languages, chosen=chosen, **more
    )
