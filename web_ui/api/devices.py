"""The devices as pages show them, and virtual hands on simulated ones.

The hands are for this computer alone.
"""

from __future__ import annotations

from typing import Literal

from flask import Response, request

from web_ui.api.bodies import DoneBody, PressBody, TrayBody
from web_ui.api.context import AppContext
from web_ui.api.routes import Parameter, RouteAnswer, Routes
from web_ui.api.services import Fingers
from web_ui.http.content.bodies import answer_json, read_body
from web_ui.http.content.errors import Problem

ROUTES = Routes()
_SCALE = Parameter(
    "scale",
    Literal[1, 2, 3, 4, 5, 6, 7, 8],
    "How many pixels wide and high each pixel of the screen becomes; 1 without it.",
)


@ROUTES.post(
    "/press",
    PressBody,
    RouteAnswer(DoneBody, "Pressed."),
    example={"button": "roll", "for_ms": 100},
    problems={404: "The hardware is real."},
)
def press(context: AppContext) -> Response:
    """Press buttons or turn the knob of simulated hardware, from this computer."""
    virtual = input_for_caller(context)
    body = read_body(PressBody)
    if [body.button, body.buttons, body.turn].count(None) != 2 or body.turn == 0:
        raise Problem(400, "press")
    try:
        if body.turn is not None:
            virtual.turn(body.turn)
        else:
            virtual.press(body.buttons or [body.button or "push"], body.for_ms)
    except ValueError as fault:
        raise Problem(400, "press") from fault
    return answer_json(DoneBody())


@ROUTES.get(
    "/screen.png",
    RouteAnswer(None, "128 x 64 pixels, scaled.", media="image/png"),
    problems={400: "No such scale.", 404: "There is no screen."},
    parameters=[_SCALE],
)
def screen(context: AppContext) -> Response:
    """The table's own screen, as shown in public."""
    if context.panel is None:
        raise Problem(404, "no-screen")
    scale = request.args.get("scale", "1")
    if scale not in tuple("12345678"):
        raise Problem(400, "scale")
    picture = context.panel.public_png(int(scale))
    return Response(picture, mimetype="image/png")


@ROUTES.get(
    "/tray",
    RouteAnswer(TrayBody, "Its LEDs."),
    problems={404: "The hardware is real, or the caller another computer."},
)
def tray(context: AppContext) -> Response:
    """The LEDs of an emulated dice tray, for the panel.

    They show no result before its reveal.
    """
    input_for_caller(context, elsewhere=404)
    assert context.panel is not None
    return answer_json({"leds": context.panel.tray()})


def input_for_caller(context: AppContext, elsewhere: int = 403) -> Fingers:
    """Return the hands on simulated hardware for the caller.

    :raises Problem: 404 where the hardware is real, *elsewhere* for all but this computer.
    """
    if context.panel is None or context.panel.input is None:
        raise Problem(404, "no-panel")
    if not context.caller().this_computer:
        raise Problem(elsewhere, "panel-elsewhere")
    return context.panel.input
