"""Pins, screen and tray, on the owner's page and as JSON."""

from __future__ import annotations

import logging
from functools import partial
from typing import Annotated, Literal

from flask import Blueprint, Response, render_template
from msgspec import Meta, Struct, field

from companion.model.requests import RequestRefused
from web_ui.api.bodies import DoneBody
from web_ui.api.context import AppContext
from web_ui.api.owner import must_be_owner, owners_body
from web_ui.api.routes import RouteAnswer, Routes
from web_ui.http.content.bodies import answer_json
from web_ui.http.content.errors import Problem, refusal_of

log = logging.getLogger(__name__)

ROUTES = Routes()


class FieldFaultBody(Struct, frozen=True):
    """A wrong value, by its field."""

    key: str
    expected: str


class WiringFaultsBody(Struct, frozen=True):
    """Wrong values; none was taken."""

    error: str
    text: str
    faults: tuple[FieldFaultBody, ...]


class WiringBody(Struct, forbid_unknown_fields=True):
    """Values for pins, screen and tray, or the end of their trial."""

    do: Literal["save", "confirm", "back"]
    values: Annotated[
        dict[Annotated[str, Meta(max_length=40)], Annotated[str, Meta(max_length=200)]],
        Meta(max_length=40, description="By key of the settings, such as `pins.roll`; others stay."),
    ] = field(default_factory=dict)


def create_wiring(context: AppContext) -> Blueprint:
    """Return the page over *context*."""
    page = Blueprint("wiring", __name__)
    page.add_url_rule("/wiring", "page", partial(_page, context))
    return page


@ROUTES.post(
    "/wiring",
    WiringBody,
    RouteAnswer(DoneBody, "Done; the table starts again unless it is `confirm`."),
    RouteAnswer(WiringFaultsBody, "Nothing was changed: `faults` says why, by field.", 422),
    example={"do": "save", "values": {"pins.roll": "4", "oled.driver": "sh1106"}},
    problems={
        400: "No such action, or `confirm` or `back` without a trial.",
        403: "`not-in`, `not-owner`.",
        503: "Nothing can be written down now, `not-kept`.",
    },
)
def wiring(context: AppContext) -> Response:
    """Change pins, screen or tray, on trial, for the table's owner.

    `save` starts the table again with the values, of the keys of `[pins]`, `[oled]` and `[dicetray]`. They are on trial
    until `confirm`, or OK at the table. With `back`, or without an answer, the values before come back.
    """
    body = owners_body(context, WiringBody)
    try:
        return _done(context, body)
    except RequestRefused as refusal:
        return answer_json(*refusal_of(refusal, context.texts, context.lang()))
    except OSError as error:
        log.warning("the choices can't be written: %s", error.strerror or error)
        raise Problem(503, "not-kept") from error


def _done(context: AppContext, body: WiringBody) -> Response:
    choices, texts, lang = context.services.wiring, context.texts, context.lang()
    if body.do == "save":
        faults = choices.propose(body.values)
        if faults:
            told = tuple(FieldFaultBody(fault.key, str(texts.tell(lang, fault.expected))) for fault in faults)
            return answer_json(WiringFaultsBody("refused", texts.say(lang, "wiring-page.faulty"), told), 422)
    elif not (choices.confirm() if body.do == "confirm" else choices.go_back()):
        raise Problem(400, "body")
    return answer_json(DoneBody())


def _page(context: AppContext) -> str:
    must_be_owner(context)
    lang = context.lang()
    return render_template(
        "wiring.html",
        lang=lang,
        chosen=context.chosen_lang(),
        say=partial(context.texts.say, lang),
        tell=partial(context.texts.tell, lang),
        form=context.services.wiring.form(),
    )
