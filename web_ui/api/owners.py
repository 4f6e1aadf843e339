"""Owners: one permission check for every route that only they may use."""

from __future__ import annotations

from collections.abc import Callable

from web_ui.api.context import AppContext
from web_ui.api.routes import must_wait
from web_ui.http.bodies import Body, read_body
from web_ui.http.callers import Caller
from web_ui.http.errors import Problem


def must_be_owner(context: AppContext) -> Caller:
    """Return the caller, an owner of the table.

    :raises Problem: 403 for anybody else.
    """
    return _owner(context, _who_is_in(context))


def owners_body(context: AppContext, kind: type[Body], is_for_all: Callable[[Body], bool] = lambda body: False) -> Body:
    """Return the body of an owner's request.

    Everybody who has joined may send a body that passes *is_for_all*.

    :raises Problem: 403 for anybody else; 400 or 415 if it isn't a *kind*; 429 if a phone sends too many.
    """
    caller = _who_is_in(context)
    may_say(context, caller)
    body = read_body(kind)
    if not is_for_all(body):
        _owner(context, caller)
    return body


def may_say(context: AppContext, caller: Caller) -> None:
    """Check *caller*'s rate limit; this computer has none.

    :raises Problem: 429.
    """
    if not caller.this_computer:
        must_wait(context.commands, caller.key)


def _who_is_in(context: AppContext) -> Caller:
    if not context.may_read():
        raise Problem(403, "not-in")
    return context.caller()


def _owner(context: AppContext, caller: Caller) -> Caller:
    if not caller.is_owner(context.source.published):
        raise Problem(403, "not-owner")
    return caller
