"""Kits that travel: a kit's page with its code, and taking one."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, render_template

from web_ui.api.context import AppContext
from web_ui.api.games.exchange import shared
from web_ui.http.content.errors import Problem
from web_ui.pages.first_picture import json_in_page, words_of

_WORDS: dict[str, tuple[str, ...]] = {
    "share.looking": (),
    "share.no-photo": (),
    "share.with": ("names",),
    "share.put-away": (),
    "share.back": (),
    "join.no-answer": (),
}
"""Texts of the page that takes a kit."""


def create_exchange(context: AppContext) -> Blueprint:
    """Return these pages over *context*."""
    exchange = Blueprint("exchange", __name__)
    exchange.add_url_rule("/k/<game>", "kit", partial(_kit, context))
    exchange.add_url_rule("/take", "take", partial(_take, context))
    return exchange


def _kit(context: AppContext, game: str) -> str:
    lang = context.lang()
    return render_template(
        "share.html",
        lang=lang,
        chosen=context.chosen_lang(),
        say=partial(context.texts.say, lang),
        kit=context.texts.localize(lang, shared(context, game)),
        may_show=context.may_read(),
        is_shown=context.views.presence.shown_code == game,
    )


def _take(context: AppContext) -> str:
    if not context.may_read():
        raise Problem(403, "not-in")
    lang = context.lang()
    words = words_of(context.texts, lang, _WORDS)
    return render_template(
        "take.html",
        lang=lang,
        chosen=context.chosen_lang(),
        say=partial(context.texts.say, lang),
        start=json_in_page({"table": None, "words": words, "chosen": context.chosen_lang()}),
    )
