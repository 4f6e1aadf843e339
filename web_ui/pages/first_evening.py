"""The first evening's page: one question at a time, like the screen."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, render_template

from companion.model.reports.first_evening import NAMES, STEPS
from web_ui.api.context import AppContext
from web_ui.pages.first_picture import json_in_page, words_of

_WORDS: dict[str, tuple[str, ...]] = {
    "page.live": (),
    "page.seconds": ("age",),
    "page.out_of_touch": (),
    "page.out_of_touch_title": (),
    "page.switched_off": (),
    "page.switched_off_title": (),
    "page.switched_off_for": (),
    "page.out_of_touch_for": ("age",),
}
"""Texts of the page's module, with their values: the table's age."""


def create_first_evening(context: AppContext) -> Blueprint:
    """Return the page over *context*."""
    first = Blueprint("first", __name__)
    first.add_url_rule("/first", "page", partial(_page, context))
    return first


def _page(context: AppContext) -> str:
    caller, published, lang = context.caller(), context.source.published, context.lang()
    now = published.asks_first
    return render_template(
        "first.html",
        lang=lang,
        chosen=context.chosen_lang(),
        say=partial(context.texts.say, lang),
        version=published.version,
        owns=caller.is_owner(published),
        joined=caller.has_joined(published),
        outcome=context.phones.outcome(context.cookie()),
        by_digits=context.services.digits.let_in,
        now=now,
        steps=STEPS,
        at=STEPS.index(now.step) + 1 if now is not None and now.step else 0,
        name=published.name,
        names=[context.texts.say(lang, key) for key in NAMES],
        table_lang=published.lang,
        languages=[(code, context.texts.name_of(code)) for code in context.texts.languages],
        has_panel=context.panel is not None,
        start=json_in_page({"words": words_of(context.texts, lang, _WORDS), "chosen": context.chosen_lang()}),
    )
