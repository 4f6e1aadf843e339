"""``/api/v1/maker``: the shape of kits, and a kit with its edits."""

from __future__ import annotations

from base64 import b64encode

from flask import Response, request
from msgspec.structs import replace

from companion.maker.wire import KitTrial, MadeKit, MakerRequest
from web_ui.api.context import AppContext
from web_ui.api.owner import must_be_owner
from web_ui.api.routes import RouteAnswer, Routes, must_wait
from web_ui.api.views import TableBody
from web_ui.http.access.callers import ViewKey
from web_ui.http.content.bodies import answer_json, read_body
from web_ui.http.content.headers import LARGE_BODIES, MAKER_PATH
from web_ui.maker.bodies import MakerBody, ShapeBody

ROUTES = Routes()
_FOR_OWNERS = "`not-in`, `not-owner`."


@ROUTES.get("/maker", RouteAnswer(ShapeBody, "Everything that a kit may have."), problems={403: _FOR_OWNERS})
def maker_shape(context: AppContext) -> Response:
    """The tables and keys of kits, with titles and hints."""
    must_be_owner(context)
    shape = context.texts.localize(context.lang(), context.services.maker.shape)
    return answer_json(ShapeBody(shape, context.lang()))


@ROUTES.post(
    "/maker",
    MakerRequest,
    RouteAnswer(MakerBody, "The kit."),
    example={
        "text": 'slug = "harbour"\n',
        "edits": [{"do": "add", "table": "dice", "name": "two"}],
        "presses": ["press roll"],
        "people": 2,
        "seed": 7,
    },
    problems={403: _FOR_OWNERS},
)
def maker(context: AppContext) -> Response:
    """A kit's text with edits, its faults, and its trial.

    The trial is the table's state after some presses. Nothing is stored: the next request sends the new text. All edits
    are made, or none. The same presses with the same seed give the same game.
    """
    caller = must_be_owner(context)
    if not caller.this_computer:
        must_wait(context.edits, caller.key)
    request.max_content_length = LARGE_BODIES[MAKER_PATH]
    made = context.services.maker.make(read_body(MakerRequest), context.lang())
    return answer_json(_body(context, made))


def _body(context: AppContext, made: MadeKit) -> MakerBody:
    trial = made.trial
    body = MakerBody(made.text, made.slug, made.title, made.data, made.faults, fault=made.fault)
    if trial is None:
        return context.texts.localize(context.lang(), body)
    tried = replace(
        body,
        phone=_phone(context, trial),
        oled=_base64(trial.oled),
        oled_moving=_base64(trial.oled_moving),
        buttons=trial.buttons,
        refused=trial.refused,
    )
    return trial.texts.localize(context.lang(), tried)


def _phone(context: AppContext, trial: KitTrial) -> TableBody:
    """Return the trial as the phone of its viewer would get it."""
    view = ViewKey(trial.viewer, frozenset({trial.viewer}), context.lang(), joined=True)
    return context.views.seen(trial.snapshot, view, ())


def _base64(picture: bytes) -> str:
    return b64encode(picture).decode("ascii")
