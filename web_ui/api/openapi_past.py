"""What openapi.py says of games of the past, and of what is promised of draws and taken back."""

from __future__ import annotations

from typing import Any

_TEXT = {"type": "string"}
_NUMBER = {"type": "integer"}
_YES_NO = {"type": "boolean"}
_LANG = {
    "name": "lang",
    "in": "query",
    "description": "The language of every text in the answer; without it, or with another word, the table's own.",
    "schema": {"type": "string", "enum": ["en", "fr"]},
}
_GAME = {"name": "number", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 0}}
_AT = {"name": "at", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 0}}

_FROM = {
    "name": "from",
    "in": "query",
    "description": "The line to begin with, 0 for the start of the game.",
    "schema": {"type": "integer", "minimum": 0, "default": 0},
}


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "null"}]}


def _list(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _problem(description: str) -> dict[str, Any]:
    error = {"$ref": "#/components/schemas/Error"}
    return {"description": description, "content": {"application/json": {"schema": error}}}


_SEAT = {"anyOf": [_NUMBER, {"enum": ["table", "chance"]}]}
PAST_FIELDS: dict[str, Any] = {
    "commitment": {**_or_null(_TEXT), "description": "The SHA-256 of the seed of this game's draws, in hex."},
    "seed": {**_or_null(_TEXT), "description": "That seed, once the game is over."},
    "undo": {
        **_object(
            {
                "why": {**_or_null(_TEXT), "description": "Why the last step can't be taken back; null: it can."},
                "two": {**_YES_NO, "description": "Whether that takes two people; the other sends `consent`."},
                "set_right": {
                    **_or_null(_object({"who": _TEXT, "text": _TEXT, "undo": _TEXT})),
                    "description": "Who set what right, as long as an undo takes back just that.",
                },
                "redo": _YES_NO,
                "wish": _or_null(_object({"seat": _SEAT, "who": _TEXT, "what": _TEXT, "agreed": _list(_NUMBER)})),
            }
        ),
        "description": "How taking back stands; `wish` is what somebody wants another to agree to, for ten seconds.",
    },
    "put_back": {**_list(_TEXT), "description": "What the real board has to show again after an undo."},
    "over": {
        **_or_null(
            _object(
                {
                    "again": {**_TEXT, "description": "What the command `again` is called: any seat may send it."},
                    "name": {**_TEXT, "description": "The game, where none is open any more."},
                    "check": _or_null(_object({"which": _TEXT, "label": _TEXT})),
                }
            )
        ),
        "description": "Once a game is over; `which` finds its record on /verify?check=.",
    },
}
"""Fields of the table."""
_DRAW = _object(
    {
        "n": {**_NUMBER, "description": "The record's number of chance's line."},
        "line": {**_NUMBER, "description": "Where that stands in the file."},
        "seat": {**_NUMBER, "description": "Who had it drawn; -1: nobody in particular."},
        "number": {**_or_null(_NUMBER), "description": "Which draw of the seed it is, from 0; null: people typed it."},
        "kind": {"enum": ["roll", "spin", "draw", "deal", "take"]},
        "purpose": _TEXT,
        "entropy": {**_TEXT, "description": "What people gave to it, in hex."},
        "do": {**_TEXT, "description": "What came, as the record has it."},
        "of": {"description": "The faces of each die; the segments with weights; the cards; or how many cards."},
        "count": _NUMBER,
    }
)
_OF = {**_NUMBER, "description": "How many lines the record has."}
_DONE: dict[str, Any] = {
    "at": _NUMBER,
    "time": _or_null(_TEXT),
    "seat": _or_null(_SEAT),
    "who": _TEXT,
    "text": _list(_TEXT),
    "undo": {**_or_null(_NUMBER), "description": "The line that is taken back here."},
}
PAST_SCHEMAS: dict[str, Any] = {
    "Moves": _object(
        {
            "of": _OF,
            "title": _TEXT,
            "moves": {**_list(_object(_DONE)), "description": "What was done, a hundred lines at most."},
            "next": {**_or_null(_TEXT), "description": "The address of the rest; null: that was all."},
        }
    ),
    "Draws": _object(
        {
            "game": _TEXT,
            "commitment": _or_null(_TEXT),
            "seed": _or_null(_TEXT),
            "people": _list(_TEXT),
            "draws": _list(_DRAW),
            "labels": {"type": "object", "additionalProperties": _TEXT},
        }
    ),
    "Move": _object(
        {
            **_DONE,
            "of": _OF,
            "title": _TEXT,
            "end": _or_null(_TEXT),
            "people": _list({"type": "object"}),
            "state": {"type": "object", "description": "As `state` of the table, as a watcher saw it."},
        }
    ),
}


def _get(summary: str, schema: dict[str, Any], *more: dict[str, Any]) -> dict[str, Any]:
    return {
        "get": {
            "summary": summary,
            "parameters": [_GAME, *more, _LANG],
            "responses": {
                "200": {"description": "There it is.", "content": {"application/json": {"schema": schema}}},
                "400": _problem("The Host header is none of this machine's names."),
                "403": _problem("The caller is neither this computer nor a phone that is in."),
                "404": _problem("There is no such game, or no such move in it."),
                "409": _problem("`sealed`: the game isn't over. `damaged`: its record can't be gone through."),
                "503": _problem("It can't be read now."),
            },
        }
    }


_ONE = "/api/v1/records/{number}"
PAST_PATHS: dict[str, Any] = {
    "/api/v1/rules/{game}/{name}": {
        "get": {
            "summary": "What a rule says, in full: a refusal names it.",
            "parameters": [
                {"name": "game", "in": "path", "required": True, "schema": _TEXT, "example": "forbidden-island"},
                {"name": "name", "in": "path", "required": True, "schema": _TEXT, "example": "FI-C1"},
                _LANG,
            ],
            "responses": {
                "200": {
                    "description": "There it is.",
                    "content": {"application/json": {"schema": _object({"id": _TEXT, "text": _TEXT})}},
                },
                "400": _problem("The Host header is none of this machine's names."),
                "404": _problem("There is no such rule."),
            },
        }
    },
    "/api/v1/words": {
        "get": {
            "summary": "The words of a part of the phone's page that comes after its first picture.",
            "parameters": [_LANG],
            "responses": {
                "200": {
                    "description": "Sentences by their keys, the places for values still open, as {name}.",
                    "content": {"application/json": {"schema": {"type": "object"}}},
                },
                "400": _problem("The Host header is none of this machine's names."),
            },
        }
    },
    f"{_ONE}/draws": _get(
        "What every draw of a game that is over could have come to, to make it once more from its seed.",
        {"$ref": "#/components/schemas/Draws"},
    ),
    f"{_ONE}/moves": _get(
        "What was done in a game that is over, line by line; `moves/{at}` shows the table after a line.",
        {"$ref": "#/components/schemas/Moves"},
        _FROM,
    ),
    f"{_ONE}/moves/{{at}}": _get(
        "A game that is over, after so many lines of its record.", {"$ref": "#/components/schemas/Move"}, _AT
    ),
    f"{_ONE}/report": _get(
        "What helps to find a fault, in one file: versions, devices, and the record, sealed while the game goes on.",
        _object({"versions": {"type": "object"}, "devices": _list({"type": "object"}), "record": _TEXT}),
    ),
}
