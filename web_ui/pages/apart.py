"""Pages behind the menu that nobody needs in play: the promise of the draws, and the state of the table's parts."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, render_template

from web_ui.api.context import AppContext


def create_apart(context: AppContext) -> Blueprint:
    """Return these pages over *context*."""
    apart = Blueprint("apart", __name__)
    apart.add_url_rule("/fair", "fair", partial(_page, context, "fair.html"))
    apart.add_url_rule("/devices", "devices", partial(_page, context, "devices.html"))
    return apart


def _page(context: AppContext, template: str) -> str:
    published = context.source.published
    view = context.views.view(published, context.caller(), context.chosen_lang())
    table = context.views.table(published, view, context.views.lamps())
    say = partial(context.texts.say, view.lang)
    return render_template(template, lang=view.lang, chosen=context.chosen_lang(), say=say, table=table)
