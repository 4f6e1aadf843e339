"""What openapi.py says of the owner's addresses and of records."""

from __future__ import annotations

from typing import Any

_TEXT = {"type": "string"}
_NUMBER = {"type": "integer"}


def _problem(description: str) -> dict[str, Any]:
    error = {"$ref": "#/components/schemas/Error"}
    return {"description": description, "content": {"application/json": {"schema": error}}}


def _object(properties: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), **more}


_LANG = {
    "name": "lang",
    "in": "query",
    "description": "The language of every text in the answer; without it, or with another word, the table's own.",
    "schema": {"type": "string", "enum": ["en", "fr"]},
}
_BAD_HOST = _problem("The Host header is none of this machine's names.")
_NOT_IN = _problem("The caller is neither this computer nor a phone that is in.")

MORE_SCHEMAS: dict[str, Any] = {
    "Owner": _object(
        {
            "id": {**_TEXT, "pattern": "^[A-Za-z0-9_-]{1,64}$", "description": "Made by the caller, once a command."},
            "seen": {"type": "integer", "minimum": 0, "description": "The version the caller decided on."},
            "do": {
                **_TEXT,
                "minLength": 1,
                "maxLength": 500,
                "description": (
                    "`ask`: have the table asked whether this phone may look after it; `give-up`; `close` the pairing "
                    "window; `sign-out` and a phone's id; `television` and "
                    "`forget-televisions`; or the table's own `lang`, `mute`, `new`, `resume`, `delete`."
                ),
            },
        },
        additionalProperties=False,
        example={"id": "b7c41f0e93", "seen": 14, "do": "mute on"},
    ),
    "Record": _object(
        {
            "id": _NUMBER,
            "game": _TEXT,
            "mode": {"enum": ["kit", "referee"]},
            "name": _TEXT,
            "seats": {"type": "array", "items": _TEXT},
            "at": _TEXT,
            "ended": {"type": "boolean", "description": "Whether it is over; until then what is hidden is sealed."},
            "commitment": {"anyOf": [_TEXT, {"type": "null"}], "description": "What was promised of its draws."},
        }
    ),
}
_RECORDS = {"type": "array", "items": {"$ref": "#/components/schemas/Record"}}
_REFUSED = {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}
_OR_NULL = {"anyOf": [_TEXT, {"type": "null"}]}
_DONE = {
    "type": "object",
    "properties": {
        "address": {**_TEXT, "description": "After `television`: what to open on it, once."},
        "path": {**_TEXT, "description": "The same from here."},
    },
}
_INVITE = _object(
    {
        "address": {**_TEXT, "description": "By which this phone has found the table."},
        "name": {**_OR_NULL, "description": "The same by the table's short name, where that isn't how it was found."},
        "link": {**_OR_NULL, "description": "What the QR code says; null while the pairing window is shut."},
    }
)

MORE_PATHS: dict[str, Any] = {
    "/api/v1/owner": {
        "post": {
            "summary": "Look after the table, for whom its OK has confirmed; opening the window is for hands alone.",
            "parameters": [_LANG],
            "requestBody": {
                "required": True,
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Owner"}}},
            },
            "responses": {
                "200": {"description": "Done.", "content": {"application/json": {"schema": _DONE}}},
                "202": {
                    "description": "The table is asked; GET /api/v1/join tells what it says.",
                    "content": {"application/json": {"schema": _object({"asked": {"type": "boolean"}})}},
                },
                "400": _problem("The body is not what the schema asks for."),
                "403": _problem("`not-in`, `not-owner`; or the Origin header is missing, or not the page's own."),
                "409": {"description": "`asking`, `asked-lately`, `full`, `stale` or `rolling`.", "content": _REFUSED},
                "413": _problem("The body is larger than 4 KiB."),
                "415": _problem("The content type is not application/json."),
                "422": {"description": "It can't be done.", "content": _REFUSED},
                "429": _problem("Too many in too short a time."),
                "503": _problem("Nothing can be written down now; or the table is busy."),
            },
        }
    },
    "/api/v1/invite": {
        "get": {
            "summary": "How a phone that is in brings a friend: where the table is, and the link that lets one in.",
            "responses": {
                "200": {"description": "Where.", "content": {"application/json": {"schema": _INVITE}}},
                "400": _BAD_HOST,
                "403": _problem("The caller isn't a phone that is in."),
            },
        }
    },
    "/api/v1/records": {
        "get": {
            "summary": "The games that were played, the newest first.",
            "parameters": [_LANG],
            "responses": {
                "200": {"description": "The games.", "content": {"application/json": {"schema": _RECORDS}}},
                "400": _BAD_HOST,
                "403": _NOT_IN,
                "503": _problem("They can't be read now."),
            },
        }
    },
    "/api/v1/records/{number}": {
        "get": {
            "summary": "A game's record file. While the game can go on, what is hidden is sealed: `draw ?`.",
            "parameters": [
                {"name": "number", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 0}},
                _LANG,
            ],
            "responses": {
                "200": {"description": "A .tide file.", "content": {"text/plain": {"schema": _TEXT}}},
                "400": _BAD_HOST,
                "403": _NOT_IN,
                "404": _problem("There is no such game."),
                "409": _problem("`sealed`: its rules aren't here to say what is hidden, and it isn't over."),
                "503": _problem("It can't be read now."),
            },
        }
    },
}
