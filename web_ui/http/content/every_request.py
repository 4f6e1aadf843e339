"""Rules for every request and answer, at any address of any application."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

import msgspec
from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from companion.texts.say import Texts
from web_ui.http.access.callers import origin_matches
from web_ui.http.access.hosts import Hosts
from web_ui.http.access.proxy_callers import PROXIED
from web_ui.http.content.encoding import compressed
from web_ui.http.content.errors import Problem, body_of, page_of, problem_of
from web_ui.http.content.headers import MAX_BODY_BYTES, SECURITY_HEADERS
from web_ui.http.content.templates import KeptBeside

log = logging.getLogger(__name__)

_SAFE = frozenset({"GET", "HEAD"})


def new_app(name: str, template_folder: str = "templates") -> Flask:
    """Return an application called *name* without static files and own routes."""
    app = Flask(name, static_folder=None, template_folder=template_folder)
    app.jinja_options = {**app.jinja_options, "bytecode_cache": KeptBeside(Path(app.root_path) / template_folder)}
    app.config.update(MAX_CONTENT_LENGTH=MAX_BODY_BYTES, PROVIDE_AUTOMATIC_OPTIONS=False)
    return app


def guard(hosts: Hosts) -> None:
    """Turn away requests that none of the table's own pages sent.

    :raises Problem: 400 for a foreign Host; 403 for a foreign Origin, or none where something may change.
    """
    host = request.headers.get("Host", "")
    if not hosts.allows(host, any_port=PROXIED in request.environ):
        raise Problem(400, "host")
    origin = request.headers.get("Origin")
    if origin is None and request.method in _SAFE:
        return
    if origin is None or not origin_matches(origin, host, request.scheme):
        raise Problem(403, "origin")


def finish_answers(app: Flask, texts: Texts, lang: Callable[[], str], static: str) -> None:
    """Add safe headers, compression and translated errors to all answers of *app*.

    *lang* returns the language of the current caller; *static* is the address of the static files.
    """
    app.after_request(_secure)
    app.after_request(compressed)

    def answer(problem: Problem) -> Response:
        response = say(problem)
        if problem.retry_s is not None:
            response.headers["Retry-After"] = str(problem.retry_s)
        return response

    def say(problem: Problem) -> Response:
        if request.path == "/api" or request.path.startswith("/api/"):
            body = msgspec.json.encode(body_of(problem, texts, lang()))
            return Response(body, problem.status, mimetype="application/json")
        return Response(page_of(problem, texts, lang(), static), problem.status, mimetype="text/html")

    def answer_framework(error: HTTPException) -> Response:
        response = answer(problem_of(error.code or 500))
        if "Allow" in error.get_response().headers:
            response.headers["Allow"] = error.get_response().headers["Allow"]
        return response

    def answer_broken(error: Exception) -> Response:
        log.error("a request failed", exc_info=error)
        return answer(Problem(500, "broken"))

    app.register_error_handler(Problem, answer)
    app.register_error_handler(HTTPException, answer_framework)
    app.register_error_handler(Exception, answer_broken)


def _secure(response: Response) -> Response:
    kept = response.headers.get("Cache-Control")
    response.headers.update(SECURITY_HEADERS)
    if request.endpoint == "static" and kept is not None:
        response.headers["Cache-Control"] = kept
    return response
