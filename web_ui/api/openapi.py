"""What ``GET /api/v1/openapi.json`` gives, written by hand; a test walks the routes against it."""

from __future__ import annotations

from typing import Any

from web_ui.api.openapi_owner import MORE_PATHS, MORE_SCHEMAS
from web_ui.api.openapi_past import PAST_FIELDS, PAST_PATHS, PAST_SCHEMAS

_LANG = {
    "name": "lang",
    "in": "query",
    "description": "The language of every text in the answer; without it, or with another word, the table's own.",
    "schema": {"type": "string", "enum": ["en", "fr"]},
}
_SCREEN = {
    "name": "screen",
    "in": "query",
    "description": (
        "1 adds `screen` events, and a `table` event when only the lamps have changed. `own` adds `glass` events in "
        "place of `screen`: for this computer, where the hardware is simulated."
    ),
    "schema": {"type": "string", "enum": ["1", "own"]},
}
_SCALE = {
    "name": "scale",
    "in": "query",
    "description": "How many pixels wide and high each pixel of the screen becomes.",
    "schema": {"type": "integer", "minimum": 1, "maximum": 8, "default": 1},
}
_SEAT_ASKED = {
    "name": "seat",
    "in": "query",
    "description": (
        "Which of the caller's own seats to look through. Without it, or with another's, the first of them. `none` to "
        "be shown what everybody may see, whoever asks."
    ),
    "schema": {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 63}, {"enum": ["none"]}]},
}
_FORM_OF = {
    "name": "do",
    "in": "query",
    "required": True,
    "description": "The play's `do`, such as `correct`.",
    "schema": {"type": "string"},
}
_LAST_EVENT = {
    "name": "Last-Event-ID",
    "in": "header",
    "description": "Sent by browsers when they connect again. Whatever it says, the stream begins with the full state.",
    "schema": {"type": "string"},
}


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def _json(schema: dict[str, Any], description: str) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _problem(description: str) -> dict[str, Any]:
    return _json(_ref("Error"), description)


def _object(properties: dict[str, Any], *required: str, **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required or properties), **more}


def _list(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "null"}]}


_TEXT = {"type": "string"}
_NUMBER = {"type": "integer"}
_YES_NO = {"type": "boolean"}
_SEAT = {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 63}, {"enum": ["table", "chance"]}]}
_BUTTON = {"enum": ["roll", "spin", "draw", "ok", "back", "push"]}
_LAMP = {"enum": ["roll", "spin", "draw", "ok", "back"]}

_BAD_HOST = _problem("The Host header is none of this machine's names.")
_BAD_BODY = _problem("The body is not what the schema asks for.")
_BAD_ORIGIN = _problem("The Origin header is missing, or not the page's own; or the caller may not do this.")
_NOT_JSON = _problem("The content type is not application/json.")
_TOO_LARGE = _problem("The body is larger than 4 KiB.")
_TOO_FAST = {
    **_problem("Too many in too short a time."),
    "headers": {"Retry-After": {"description": "In how many seconds again.", "schema": _NUMBER}},
}
_COOKIE = {
    "Set-Cookie": {
        "description": "By which the phone is known from now on, or no more; for the browser alone.",
        "schema": _TEXT,
    }
}

_SCHEMAS: dict[str, Any] = {
    "Error": _object({"error": _TEXT, "text": _TEXT}),
    "Refusal": _object(
        {
            "error": _TEXT,
            "text": _TEXT,
            "rule": {**_or_null(_TEXT), "description": "The rule's id in the game's catalogue; null in a kit."},
            "reason": {**_TEXT, "description": "409: the slug `stale` or `rolling`. 422: a sentence."},
        },
        "error",
        "text",
        "reason",
    ),
    "Why": _object({"rule": _or_null(_TEXT), "reason": _TEXT}),
    "Field": _object(
        {
            "name": _TEXT,
            "label": _TEXT,
            "kind": {"enum": ["number", "choice", "text"]},
            "min": {**_or_null(_NUMBER), "description": "The least number; left out of a choice, as max is."},
            "max": _or_null(_NUMBER),
            "choices": _list(_object({"word": _TEXT, "label": _TEXT})),
            "word": {**_TEXT, "description": "What the field holds now, if anything."},
        },
        "name",
        "label",
        "kind",
    ),
    "Play": _object(
        {
            "word": _TEXT,
            "label": _TEXT,
            "do": {
                **_or_null(_TEXT),
                "description": "The line to send; before a form's values, separated by spaces. Left out of a group.",
            },
            "seats": {**_list(_SEAT), "description": "Who may say it; left out where nobody may."},
            "role": {
                "enum": ["first", "end", "aside", "board", "hand", "answer"],
                "description": "What a page does with a verb; left out where it is a plain button.",
            },
            "hint": _TEXT,
            "why": {**_or_null(_ref("Why")), "description": "Why it can't be done now; left out if it can."},
            "form": {
                **_or_null(_list(_ref("Field"))),
                "description": (
                    "What is to be filled in; left out if nothing. Empty on a phone where it is the table's: "
                    "GET /api/v1/form gives it."
                ),
            },
            "named": {**_YES_NO, "description": "A form's values are sent as name=value, only those changed."},
            "done": {**_TEXT, "description": "What sends a form as it is, where that means something; else left out."},
            "then": {**_list(_ref("Play")), "description": "What goes on from here; left out if nothing does."},
        },
        "word",
        "label",
    ),
    "Reveal": _object(
        {"number": _NUMBER, "seat": _SEAT, "verb": _TEXT, "purpose": _TEXT, "label": _TEXT, "count": _NUMBER}
    ),
    "Device": _object({"name": _TEXT, "label": _TEXT, "simulated": _YES_NO, "working": _YES_NO, "text": _TEXT}),
    "Entry": _object({"n": _NUMBER, "seat": _SEAT, "who": _TEXT, "text": _TEXT, "undone": _YES_NO}),
    "Person": _object({"seat": _NUMBER, "name": _TEXT, "presence": {"enum": ["here", "asleep", "gone"]}}),
    "Ask": _object({"seat": _SEAT, "since": _NUMBER, "verbs": _list(_TEXT)}),
    "Menu": _object({"title": _TEXT, "plays": _list(_ref("Play"))}),
    "Table": _object(
        {
            "version": _NUMBER,
            "game": _or_null(_TEXT),
            "title": _or_null(_TEXT),
            "mode": _or_null({"enum": ["kit", "referee"]}),
            "page": {**_TEXT, "description": "Which pages are served now: one that came with another is old."},
            "lang": {"enum": ["en", "fr"]},
            "seats": {**_list(_SEAT), "description": "Whom the caller may speak for; empty while watching."},
            "joined": {**_YES_NO, "description": "Whether the caller is a phone that is in, with a seat or without."},
            "arrived": {**_list(_TEXT), "description": "The ids of the caller's own commands done last, at most 4."},
            "may_join": {**_YES_NO, "description": "Whether the digits on the table's screen let phones in now."},
            "taken": {**_list(_NUMBER), "description": "The seats that phones hold."},
            "looks": {**_or_null(_NUMBER), "description": "The seat that `state` is seen through; null: none."},
            "state": {
                **_or_null({"type": "object"}),
                "description": "The game as the caller may see it; its `kind` says how to draw it.",
            },
            "plays": _list(_ref("Play")),
            "asks": _list(_ref("Ask")),
            "reveal": {**_or_null(_ref("Reveal")), "description": "What is in motion, without its result."},
            "log": {**_list(_ref("Entry")), "description": "The newest last, at most 20."},
            "devices": _list(_ref("Device")),
            "lamps": {**_list(_LAMP), "description": "The lamps beside the buttons that are lit now."},
            "people": _list(_ref("Person")),
            "trouble": {**_or_null(_TEXT), "description": "A sentence, while the table itself is not well."},
            "menu": {**_or_null(_ref("Menu")), "description": "What can be started, while no game is on."},
            "house": {**_list(_ref("Play")), "description": "The rows of the table itself, for who speaks for it."},
            "compare": {**_list(_TEXT), "description": "What the real board has to show of a game just taken up."},
            **PAST_FIELDS,
        },
        "version",
        "page",
        "lang",
        "seats",
        "joined",
        "arrived",
        "may_join",
        "taken",
        "looks",
        "state",
        "plays",
        "asks",
        "reveal",
        "log",
        "devices",
        "lamps",
        "people",
    ),
    "Leds": _object(
        {
            "windows": {**_list(_list(_TEXT)), "description": "Of each LED of each window the colour, as rrggbb."},
            "verdict": {**_list(_TEXT), "description": "The lamps for won and lost."},
            "ring": {**_list(_TEXT), "description": "The wheel's."},
            "lamps": {**_list({"type": "boolean"}), "description": "Those of ROLL, SPIN, DRAW and OK."},
            "moves": {"type": "boolean", "description": "Something lands: these are the lights from before."},
        }
    ),
    "Command": _object(
        {
            "id": {**_TEXT, "pattern": "^[A-Za-z0-9_-]{1,64}$", "description": "Made by the caller, once a command."},
            "seen": {"type": "integer", "minimum": 0, "description": "The version the caller decided on."},
            "seat": _SEAT,
            "do": {**_TEXT, "minLength": 1, "maxLength": 500, "description": "One line of the game's notation."},
            "entropy": {**_TEXT, "pattern": "^([0-9a-f]{2}){0,32}$", "description": "Chance of the caller's own."},
        },
        "id",
        "seen",
        "seat",
        "do",
        additionalProperties=False,
        example={"id": "b7c41f0e93", "seen": 14, "seat": "table", "do": "roll dice", "entropy": "00ff10"},
    ),
    "Join": _object(
        {
            "pin": {**_TEXT, "pattern": "^[0-9]{6}$", "description": "The digits on the table's screen."},
            "token": {**_TEXT, "pattern": "^[0-9A-Z]{11}$", "description": "What the QR code's address ends with."},
            "seats": {**_list({"type": "integer", "minimum": 0, "maximum": 63}), "maxItems": 64},
            "name": {**_TEXT, "maxLength": 200, "description": "1 to 20 characters; a single seat is called that."},
        },
        additionalProperties=False,
        description="A phone that is in gives neither `pin` nor `token`; what it leaves out stays as it is.",
        example={"pin": "417098", "seats": [0], "name": "Chloé"},
    ),
    "Joined": _object(
        {
            "joined": _YES_NO,
            "owner": {**_YES_NO, "description": "Whether it may look after the table."},
            "asked": {"enum": ["", "waiting", "yes", "no", "late"]},
        }
    ),
    "Leave": _object({}, additionalProperties=False, example={}),
    "Press": _object(
        {
            "button": _BUTTON,
            "buttons": {**_list(_BUTTON), "minItems": 1, "maxItems": 6, "description": "Held down together."},
            "for_ms": {"type": "integer", "minimum": 20, "maximum": 10000, "default": 100},
            "turn": {"type": "integer", "minimum": -24, "maximum": 24, "description": "Steps; clockwise is positive."},
        },
        additionalProperties=False,
        description="Exactly one of `button`, `buttons`, `turn`.",
        example={"button": "roll", "for_ms": 100},
    ),
}
for _name in ("Join", "Leave", "Press"):
    _SCHEMAS[_name]["required"] = []

_VERSION = _object({"version": _NUMBER})

_SCHEMAS |= MORE_SCHEMAS | PAST_SCHEMAS
DESCRIPTION: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {
        "title": "Tidetable",
        "version": "1",
        "license": {"name": "MIT", "identifier": "MIT"},
        "description": (
            "The mirror of a games table. GET changes nothing. A POST needs an Origin header equal to the page's own, "
            "and application/json. Every error is {error, text}: a slug that stays, and a sentence in the language "
            "asked for."
        ),
    },
    "servers": [{"url": "/"}],
    "paths": {
        "/api/v1/table": {
            "get": {
                "summary": "What the caller may see now.",
                "parameters": [_LANG, _SEAT_ASKED],
                "responses": {"200": _json(_ref("Table"), "The table."), "400": _BAD_HOST},
            }
        },
        "/api/v1/stream": {
            "get": {
                "summary": "The same, pushed: server-sent events, the full state first.",
                "description": (
                    "`table`: the object of GET /api/v1/table, its version as the event's id. `cue`: {version, "
                    "reveal, lamps}, something has started, without its result. `heartbeat`: {version}, at least "
                    "every five seconds. "
                    "`screen`: what the table's own screen shows in public, 1,024 bytes in base64, row by row, the "
                    "leftmost pixel in the highest bit; when it changes, ten times a second at most. "
                    "`glass`: the same as the table's own screen shows it, with what is private; nothing of a result "
                    "before its reveal."
                ),
                "parameters": [_LANG, _SEAT_ASKED, _SCREEN, _LAST_EVENT],
                "responses": {
                    "200": {"description": "Events without end.", "content": {"text/event-stream": {"schema": _TEXT}}},
                    "400": _BAD_HOST,
                    "403": _problem("`screen=own` from anywhere but this computer; or a foreign Origin."),
                    "404": _problem("`screen=own` where the hardware is real."),
                    "503": _problem("Two hundred streams are open in all. Of one client the fifth ends the oldest."),
                },
            }
        },
        "/api/v1/form": {
            "get": {
                "summary": "The form of a play that any seat may send as `table`, as the caller may see what it sets.",
                "parameters": [_FORM_OF, _LANG, _SEAT_ASKED],
                "responses": {
                    "200": _json(_object({"version": _NUMBER, "play": _ref("Play")}), "The play, with its form."),
                    "400": _BAD_HOST,
                    "403": _problem("The caller holds no seat."),
                    "404": _problem("There is no such form now."),
                },
            }
        },
        "/api/v1/commands": {
            "post": {
                "summary": "Do something. The same id twice is done once and answered alike.",
                "description": (
                    "A phone speaks for the seats it holds; and, if it holds any, as `table` for what sets the game "
                    "up, for `correct ...` and for `right`: the record says `with` which seats."
                ),
                "parameters": [_LANG],
                "requestBody": {"required": True, "content": {"application/json": {"schema": _ref("Command")}}},
                "responses": {
                    "200": _json(_VERSION, "Done, and durable."),
                    "400": _BAD_BODY,
                    "403": _BAD_ORIGIN,
                    "409": _json(_ref("Refusal"), "The state has moved on, or something is in motion."),
                    "413": _TOO_LARGE,
                    "415": _NOT_JSON,
                    "422": _json(_ref("Refusal"), "A rule is against it, or the line can't be read."),
                    "429": _TOO_FAST,
                    "503": _problem("Nothing can be written down now, so nothing is played; or the table is busy."),
                },
            }
        },
        "/api/v1/join": {
            "get": {
                "summary": "Whether this phone is in, and what became of what it had the table asked.",
                "responses": {"200": _json(_ref("Joined"), "How it stands."), "400": _BAD_HOST},
            },
            "post": {
                "summary": "Let this phone in, or change its seats. What others hold is asked for at the table.",
                "parameters": [_LANG],
                "requestBody": {"required": True, "content": {"application/json": {"schema": _ref("Join")}}},
                "responses": {
                    "200": {
                        **_json(_object({"seats": _list(_NUMBER), "name": _TEXT}), "In, and durable."),
                        "headers": _COOKIE,
                    },
                    "202": {
                        **_json(_object({"asked": _YES_NO}), "The table is asked first; GET tells what it says."),
                        "headers": _COOKIE,
                    },
                    "400": _BAD_BODY,
                    "403": _problem("`no-window`: hold OK at the table. `wrong-pin`, `wrong-token`. Or the Origin."),
                    "409": _json(_ref("Refusal"), "`taken`, `full`; `asking`: the table is busy; `asked-lately`."),
                    "413": _TOO_LARGE,
                    "415": _NOT_JSON,
                    "422": _json(_ref("Refusal"), "There is no such seat, or the name can't be shown."),
                    "429": _TOO_FAST,
                    "503": _problem("Nothing can be written down now; or the table is busy."),
                },
            },
        },
        "/api/v1/leave": {
            "post": {
                "summary": "Let this phone go: its seats are free. Done twice it is done once.",
                "parameters": [_LANG],
                "requestBody": {"required": True, "content": {"application/json": {"schema": _ref("Leave")}}},
                "responses": {
                    "200": {**_json({"type": "object"}, "Gone."), "headers": _COOKIE},
                    "400": _BAD_BODY,
                    "403": _BAD_ORIGIN,
                    "413": _TOO_LARGE,
                    "415": _NOT_JSON,
                    "429": _TOO_FAST,
                    "503": _problem("Nothing can be written down now; or the table is busy."),
                },
            }
        },
        **MORE_PATHS,
        **PAST_PATHS,
        "/api/v1/press": {
            "post": {
                "summary": "Press buttons or turn the knob of simulated hardware, from this computer.",
                "parameters": [_LANG],
                "requestBody": {"required": True, "content": {"application/json": {"schema": _ref("Press")}}},
                "responses": {
                    "200": _json({"type": "object"}, "Pressed."),
                    "400": _BAD_BODY,
                    "403": _BAD_ORIGIN,
                    "404": _problem("The hardware is real."),
                    "413": _TOO_LARGE,
                    "415": _NOT_JSON,
                },
            }
        },
        "/api/v1/screen.png": {
            "get": {
                "summary": "What the table's own screen shows in public.",
                "parameters": [_SCALE, _LANG],
                "responses": {
                    "200": {"description": "128 x 64 pixels, scaled.", "content": {"image/png": {}}},
                    "400": _problem("No such scale; or a foreign Host."),
                    "404": _problem("There is no screen."),
                },
            }
        },
        "/api/v1/tray": {
            "get": {
                "summary": "The lights of an emulated dice tray, without a result before its reveal; for the panel.",
                "responses": {
                    "200": _json(_object({"leds": _or_null(_ref("Leds"))}), "null where none is emulated."),
                    "400": _BAD_HOST,
                    "404": _problem("The hardware is real, or the caller another computer."),
                },
            }
        },
        "/api/v1/openapi.json": {
            "get": {
                "summary": "This description.",
                "responses": {"200": _json({"type": "object"}, "OpenAPI 3.1."), "400": _BAD_HOST},
            }
        },
        "/api/v1/healthz": {
            "get": {
                "summary": "Whether the table plays.",
                "responses": {
                    "200": _json(_VERSION, "It plays."),
                    "400": _BAD_HOST,
                    "503": _problem("It answers, but nothing can be played: `trouble` of the table says why."),
                },
            }
        },
    },
    "components": {"schemas": _SCHEMAS},
}
