"""The Flask application: every part joined, and what holds for every request whatever its address."""

from __future__ import annotations

import hashlib
import logging
from pathlib import Path

import msgspec
from flask import Flask, Response, render_template, request, send_from_directory
from werkzeug.exceptions import HTTPException
from werkzeug.security import safe_join

from companion.phones import Phones
from companion.texts.say import Texts
from web_ui.api import create_api
from web_ui.errors import Problem, body_of, problem_of, sentence_of
from web_ui.hosts import Hosts
from web_ui.lean import LEAN
from web_ui.limits import Limit
from web_ui.owner import create_owner
from web_ui.pages import create_pages
from web_ui.parts import MAX_BODY_BYTES, SECURITY_HEADERS, Parts, keep_parts
from web_ui.past import create_past
from web_ui.seats import origin_matches
from web_ui.source import PanelSource, TableSource, WebSettings
from web_ui.stream import Stream
from web_ui.views import Views

log = logging.getLogger(__name__)

_STATIC = Path(__file__).parent / "static"
_TEMPLATES = Path(__file__).parent / "templates"
_SAFE = frozenset({"GET", "HEAD"})
JOINS = (10, 10 / 60)
"""How many joins an address may try at once, and then for each second."""
COMMANDS = (20, 5.0)
"""How many commands a phone may send at once, and then for each second."""
_FOR_ALL = frozenset(
    {
        "static",
        "pages.phone",
        "pages.join",
        "pages.manifest",
        "api.join",
        "api.joined",
        "api.leave",
        "api.openapi",
        "api.healthz",
    }
)
"""What is there for who isn't in, where they may not watch: the pages show them how to join, and nothing else."""
_YEAR_S = 31_536_000


def create_app(
    table: TableSource, panel: PanelSource | None, texts: Texts, settings: WebSettings, phones: Phones
) -> Flask:
    """Return the mirror of *table* as a WSGI application, subscribed to it; made before the session starts.

    *panel* gives the devices; None leaves the screen and ``/panel`` out. *phones* lets phones in. Its stream runs until
    ``Server.close`` or, without a server, ``parts_of(app).stream.close()``.
    """
    app = Flask(__name__, static_folder=None)
    app.config.update(MAX_CONTENT_LENGTH=MAX_BODY_BYTES, PROVIDE_AUTOMATIC_OPTIONS=False)
    app.add_url_rule(f"/static/{_version_of(_STATIC)}/<path:filename>", "static", _static)
    views = Views(texts, panel, phones, _version_of(_STATIC, _TEMPLATES))
    stream = Stream(table.published, views, settings)
    hosts = Hosts(settings.hostname, settings.names, settings.addresses)
    joins, commands = (Limit(burst, per_s, settings.clock) for burst, per_s in (JOINS, COMMANDS))
    parts = Parts(table, panel, texts, hosts, views, stream, phones, joins, commands, settings.watching)
    keep_parts(app, parts)
    app.register_blueprint(create_api(parts))
    app.register_blueprint(create_owner(parts))
    app.register_blueprint(create_pages(parts))
    app.register_blueprint(create_past(parts))
    app.before_request(lambda: _guard(parts))
    app.before_request(lambda: _admit(parts))
    app.after_request(_secure)
    _register_errors(app, parts)
    table.subscribe(stream)
    phones.window.subscribe(stream.nudge)
    return app


def _static(filename: str) -> Response:
    response = send_from_directory(_STATIC, filename, max_age=_YEAR_S)
    if Path(filename).suffix not in LEAN or response.status_code != 200:
        return response
    kind, lean = LEAN[Path(filename).suffix]
    path = safe_join(str(_STATIC), filename)
    assert path is not None  # or it would not have been found
    response.close()
    body = Response(lean(Path(path).read_text("utf-8")), mimetype=kind)
    body.headers["Cache-Control"] = response.headers["Cache-Control"]
    return body


def _guard(parts: Parts) -> None:
    """Turn away what no page of ours sent.

    :raises Problem: 400 for a foreign Host; 403 for a foreign Origin, or none where something may change.
    """
    host = request.headers.get("Host", "")
    if not parts.hosts.allows(host):
        raise Problem(400, "host")
    origin = request.headers.get("Origin")
    if origin is None and request.method in _SAFE:
        return
    if origin is None or not origin_matches(origin, host):
        raise Problem(403, "origin")


def _admit(parts: Parts) -> None:
    """Where only who is in may watch, turn everybody else away from all but what lets them in.

    :raises Problem: 403.
    """
    known = request.endpoint is not None and request.endpoint not in _FOR_ALL
    if known and not parts.may_look():
        raise Problem(403, "not-in")


def _secure(response: Response) -> Response:
    kept = response.headers.get("Cache-Control")
    response.headers.update(SECURITY_HEADERS)
    if request.endpoint == "static" and response.status_code < 400:
        response.headers["Cache-Control"] = f"{kept}, immutable"
    return response


def _register_errors(app: Flask, parts: Parts) -> None:
    def answer(problem: Problem) -> Response:
        response = say(problem)
        if problem.retry_s is not None:
            response.headers["Retry-After"] = str(problem.retry_s)
        return response

    def say(problem: Problem) -> Response:
        lang = parts.lang()
        if request.path == "/api" or request.path.startswith("/api/"):
            body = msgspec.json.encode(body_of(problem, parts.texts, lang))
            return Response(body, problem.status, mimetype="application/json")
        text = sentence_of(problem, parts.texts, lang)
        page = render_template("error.html", lang=lang, text=text, back=parts.texts.say(lang, "page.to_table"))
        return Response(page, problem.status, mimetype="text/html")

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


def _version_of(*folders: Path) -> str:
    """Return a name for exactly what lies in *folders*: browsers may keep for ever what has it in its address."""
    digest = hashlib.sha256()
    for path in (path for folder in folders for path in sorted(folder.rglob("*"))):
        if path.is_file():
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]
