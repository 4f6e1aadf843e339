"""``/api/v1/openapi.json``: the description of all routes.

It is made from their declarations and the types they name.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from flask import Response
from msgspec.json import schema_components

from companion.engine.values.message import Message
from web_ui.api.context import AppContext
from web_ui.api.routes import PREFIX, ApiRoute, Parameter, RouteAnswer, Routes
from web_ui.http.content.bodies import answer_json
from web_ui.http.content.errors import ErrorBody, RefusalBody

_REFS = "#/components/schemas/{name}"
_INFO = {
    "title": "Tidetable",
    "version": "1",
    "license": {"name": "MIT", "identifier": "MIT"},
    "description": (
        "The mirror of a games table. GET changes nothing. A POST needs an Origin header equal to the page's own, "
        "and application/json. Every error is {error, text}: a slug that stays, and a sentence in the language "
        "asked for."
    ),
}
_LANG = Parameter(
    "lang", str, "The language of every text in the answer; without it, or with another word, the table's own."
)
"""Every route takes it: errors too are sentences."""
_PROBLEMS = {
    400: "The Host header is none of this machine's names.",
    403: "The Origin header is of another page; or only who has joined may watch here.",
    429: "Too many in too short a time.",
}
"""Problems that every route may answer with besides its own."""
_PROBLEMS_OF_POST = {
    400: "The body is not what the schema asks for; or the Host header is none of this machine's names.",
    403: "The Origin header is missing, or not the page's own; or the caller may not do this.",
    413: "The body is larger than 4 KiB.",
    415: "The content type is not application/json.",
    429: "Too many in too short a time.",
}
_REFUSALS = frozenset({409, 422})
"""Statuses of the table's refusals; the body has the details."""
_PLACE = re.compile(r"<(?:(int):)?(\w+)>")
"""A place in a route's address."""


def with_description(routes: Iterable[ApiRoute]) -> tuple[ApiRoute, ...]:
    """Return *routes* and the route of their description.

    It describes itself, too.
    """
    description, every = Routes(), [*routes]
    described = cache(lambda: describe(every))

    @description.get("/openapi.json", RouteAnswer(dict[str, Any], "OpenAPI 3.1."), open_to_all=True)
    def openapi(context: AppContext) -> Response:
        """This description."""
        return answer_json(described())

    every += description.all
    return tuple(every)


def describe(routes: Sequence[ApiRoute]) -> dict[str, Any]:
    """Return the OpenAPI description of *routes*."""
    kinds: list[Any] = [ErrorBody, RefusalBody]
    for route in routes:
        kinds += [answer.kind for answer in route.answers if answer.kind is not None]
        kinds += [parameter.kind for parameter in (*route.parameters, _LANG)]
        kinds += [route.body] if route.body else []
    schemas, components = schema_components(kinds, ref_template=_REFS)
    schema_of = {repr(kind): _as_sent(schema) for kind, schema in zip(kinds, schemas, strict=True)}
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        path = PREFIX + _PLACE.sub(r"{\2}", route.path)
        paths.setdefault(path, {})[route.method.lower()] = _operation(route, schema_of)
    return {
        "openapi": "3.1.0",
        "info": _INFO,
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": {name: _as_sent(each) for name, each in components.items() if name != Message.__name__}
        },
    }


def _operation(route: ApiRoute, schema_of: dict[str, Any]) -> dict[str, Any]:
    summary, _, more = (inspect.getdoc(route.view) or "").partition("\n\n")
    operation: dict[str, Any] = {"summary": " ".join(summary.split())}
    if more:
        operation["description"] = " ".join(more.split())
    operation["parameters"] = [*_places(route), *(_parameter(each, schema_of) for each in (*route.parameters, _LANG))]
    if route.body is not None:
        body = {"schema": schema_of[repr(route.body)], "example": route.example}
        operation["requestBody"] = {"required": True, "content": {"application/json": body}}
    answers = {str(answer.status): _answer(answer, schema_of) for answer in route.answers}
    operation["responses"] = answers | _problems(route, schema_of)
    return operation


def _places(route: ApiRoute) -> list[dict[str, Any]]:
    number = {"type": "integer", "minimum": 0}
    return [
        {"name": name, "in": "path", "required": True, "schema": number if kind else {"type": "string"}}
        for kind, name in _PLACE.findall(route.path)
    ]


def _parameter(parameter: Parameter, schema_of: dict[str, Any]) -> dict[str, Any]:
    name, kind, text, place, required = parameter
    schema = schema_of[repr(kind)]
    return {"name": name, "in": place, "required": required, "description": text, "schema": schema}


def _answer(answer: RouteAnswer, schema_of: dict[str, Any]) -> dict[str, Any]:
    content = {} if answer.kind is None else {"schema": schema_of[repr(answer.kind)]}
    described: dict[str, Any] = {"description": answer.text, "content": {answer.media: content}}
    if answer.headers:
        described["headers"] = {
            name: {"description": text, "schema": {"type": "string"}} for name, text in answer.headers.items()
        }
    return described


def _problems(route: ApiRoute, schema_of: dict[str, Any]) -> dict[str, Any]:
    common = _PROBLEMS if route.method == "GET" else _PROBLEMS_OF_POST
    problems = {}
    for status in sorted({*common, *route.problems}):
        text = " ".join(texts[status] for texts in (route.problems, common) if status in texts)
        kind = RefusalBody if status in _REFUSALS else ErrorBody
        headers = {"Retry-After": "In how many seconds again."} if status == 429 else {}
        problems[str(status)] = _answer(RouteAnswer(kind, text, headers=headers), schema_of)
    return problems


def _as_sent(schema: Any) -> Any:
    """Return *schema* for values as sent.

    Every message is translated, so a string, and patterns are as browsers read them.
    """
    if isinstance(schema, list):
        return [_as_sent(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("$ref") == _REFS.format(name=Message.__name__):
        return {**{key: value for key, value in schema.items() if key != "$ref"}, "type": "string"}
    sent = {key: _as_sent(value) for key, value in schema.items()}
    if isinstance(sent.get("pattern"), str):
        sent["pattern"] = sent["pattern"].replace(r"\Z", "$")
    choices = sent.get("anyOf")
    if isinstance(choices, list):
        once = [each for number, each in enumerate(choices) if each not in choices[:number]]
        sent = (
            {**sent, "anyOf": once} if len(once) > 1 else {key: sent[key] for key in sent if key != "anyOf"} | once[0]
        )
    return sent
