"""Errors between a phone and the table: ``{error, text}``.

They never hold the caller's own bytes.
"""

from __future__ import annotations

import math
from typing import Annotated

from markupsafe import Markup
from msgspec import UNSET, Meta, Struct, UnsetType

from companion.model.requests import RequestRefused
from companion.texts.say import Texts

_STATUS_OF_REASON = {
    "stale": 409,
    "rolling": 409,
    "taken": 409,
    "asking": 409,
    "asked-lately": 409,
    "full": 409,
    "forbidden": 403,
    "no-window": 403,
    "wrong-pin": 403,
    "wrong-token": 403,
    "unknown": 404,
    "sealed": 409,
    "damaged": 409,
    "unwritable": 503,
    "busy": 503,
    "failed": 500,
}
_ERROR_OF_STATUS = {
    400: "malformed",
    404: "unknown",
    405: "method",
    411: "malformed",
    413: "too-large",
    414: "malformed",
    415: "not-json",
    431: "too-large",
}


_SHEETS = ("tokens", "parts", "phone")
# Said by itself: a request may be so broken that no template and no address could be made of it.
_PAGE = Markup("""<!doctype html>
<html lang="{lang}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>{title}</title>
  <link rel="icon" href="{static}/icon.svg" type="image/svg+xml">
  {sheets}
</head>
<body class="phone">
  <main class="opening">
    <img class="rose" src="{static}/icon.svg" alt="">
    <h1>{text}</h1>
    <a class="button first" href="/">{back}</a>
  </main>
</body>
</html>
""")
_SHEET = Markup('<link rel="stylesheet" href="{static}/css/{name}.css">')


class ErrorBody(Struct, frozen=True):
    """An error: a stable slug, and a message for people."""

    error: str
    text: str


class RefusalBody(Struct, frozen=True):
    """A refusal of the table, and its reason."""

    error: str
    text: str
    reason: Annotated[str, Meta(description="409: the slug, such as `stale` or `rolling`. 422: a sentence.")]
    rule: Annotated[
        str | None | UnsetType, Meta(description="The rule's id in the game's catalogue; null in a kit.")
    ] = UNSET


class Problem(Exception):
    """A request that fails: HTTP *status* and an *error* slug.

    Its message is in the texts. *retry_s* is given if the request may be repeated after so many whole seconds.
    """

    def __init__(self, status: int, error: str, retry_s: int | None = None) -> None:
        super().__init__(error)
        self.status = status
        self.error = error
        self.retry_s = retry_s


def too_fast(wait_s: float) -> Problem:
    """Return the problem of a caller over their rate limit.

    They may ask again in *wait_s* seconds.
    """
    return Problem(429, "too-fast", math.ceil(wait_s))


def problem_of(status: int) -> Problem:
    """Return the problem for the framework's HTTP error *status*."""
    return Problem(status, _ERROR_OF_STATUS.get(status, "broken" if status >= 500 else "malformed"))


def sentence_of(problem: Problem, texts: Texts, lang: str) -> str:
    """Return the message about *problem* for a person."""
    values = {} if problem.retry_s is None else {"count": problem.retry_s}
    return texts.say(lang, f"error.{problem.error}", **values)


def body_of(problem: Problem, texts: Texts, lang: str) -> ErrorBody:
    """Return the body for *problem*."""
    return ErrorBody(problem.error, sentence_of(problem, texts, lang))


def page_of(problem: Problem, texts: Texts, lang: str, static: str) -> str:
    """Return the page for *problem*; *static* is the static files' address."""
    sheets = Markup("\n  ").join(_SHEET.format(static=static, name=name) for name in _SHEETS)
    return _PAGE.format(
        lang=lang,
        static=static,
        sheets=sheets,
        text=sentence_of(problem, texts, lang),
        title=texts.say(lang, "page.title"),
        back=texts.say(lang, "page.to_table"),
    )


def refusal_of(refusal: RequestRefused, texts: Texts, lang: str) -> tuple[ErrorBody | RefusalBody, int]:
    """Return body and HTTP status for the session's *refusal*.

    409 names the reason by its slug (the state has moved on); 422 gives the rule and the reason as a sentence.
    """
    status = _STATUS_OF_REASON.get(refusal.reason, 422)
    text = str(texts.tell(lang, refusal.said))
    if status == 409:
        return RefusalBody(refusal.reason, text, refusal.reason), status
    if status == 422:
        return RefusalBody(refusal.reason, text, text, refusal.rule), status
    return ErrorBody(refusal.reason, text), status
