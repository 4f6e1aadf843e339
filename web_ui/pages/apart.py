"""Pages outside play: the draws' promise, the doctor, a phone's round trip."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, Response, render_template

from web_ui.api.context import AppContext
from web_ui.http.content.errors import Problem


def create_apart(context: AppContext) -> Blueprint:
    """Return these pages over *context*."""
    apart = Blueprint("apart", __name__)
    apart.add_url_rule("/fair", "fair", partial(_page, context, "fair.html"))
    apart.add_url_rule("/devices", "devices", partial(_page, context, "devices.html"))
    apart.add_url_rule("/R/<string(length=4):mark>", "heard", partial(_heard, context))
    return apart


def _page(context: AppContext, template: str) -> str:
    published = context.source.published
    view = context.views.view(published, context.caller(), context.chosen_lang())
    table = context.views.table(published, view, context.views.lamps())
    say = partial(context.texts.say, view.lang)
    return render_template(template, lang=view.lang, chosen=context.chosen_lang(), say=say, table=table)


def _heard(context: AppContext, mark: str) -> Response | str:
    """Redirect a phone's round trip to its next mark.

    :raises Problem: 404 for a mark that the table hasn't given.
    """
    onward = context.services.rehearsals.round_trip.hop(mark)
    if onward is None:
        raise Problem(404, "unknown")
    if onward:
        return Response(status=303, headers={"Location": f"/R/{onward}"})
    lang = context.lang()
    return render_template("heard.html", lang=lang, say=partial(context.texts.say, lang))
