"""Declarations of the routes of ``/api/v1``: function, input, answers and shared rules.

A declaration is all that openapi.py needs: the first line of the function's docstring is the route's summary, the rest
its description.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple

from flask import Blueprint, Response
from msgspec import Struct, field

from web_ui.api.context import AppContext
from web_ui.http.access.rate_limit import Limit
from web_ui.http.content.errors import too_fast

PREFIX = "/api/v1"

View = Callable[..., Response]
"""A route's function: it takes the `AppContext` and the address's values.

These are passed by name.
"""


class RouteAnswer(NamedTuple):
    """The answer of a route.

    It has the *kind* of its body, *text* about it, HTTP *status*, media type and more headers.
    """

    kind: Any
    text: str
    status: int = 200
    media: str = "application/json"
    headers: Mapping[str, str] = {}


class Parameter(NamedTuple):
    """A query value, or one at a *place* such as ``header``.

    It is read as *kind*; its text is the description.
    """

    name: str
    kind: Any
    text: str
    place: str = "query"
    required: bool = False


class ApiRoute(Struct, frozen=True):
    """One method of one address.

    *problems* are its own errors, by HTTP status. *example* is a body that it accepts. If only joined callers may
    watch, strangers still reach routes that are *open_to_all*.
    """

    method: str
    path: str
    view: View
    answers: tuple[RouteAnswer, ...]
    problems: Mapping[int, str] = field(default_factory=dict)
    parameters: tuple[Parameter, ...] = ()
    body: type[Struct] | None = None
    example: Mapping[str, Any] | None = None
    open_to_all: bool = False

    @property
    def name(self) -> str:
        """The name of its function."""
        return self.view.__name__


class Routes:
    """A module's routes, in order."""

    def __init__(self) -> None:
        self.all: list[ApiRoute] = []

    def get(
        self,
        path: str,
        *answers: RouteAnswer,
        problems: Mapping[int, str] | None = None,
        parameters: Iterable[Parameter] = (),
        open_to_all: bool = False,
    ) -> Callable[[View], View]:
        """Declare the decorated function as the handler of GET *path*.

        It changes nothing.
        """

        def declare(view: View) -> View:
            self.all.append(
                ApiRoute("GET", path, view, answers, problems or {}, tuple(parameters), open_to_all=open_to_all)
            )
            return view

        return declare

    def post(
        self,
        path: str,
        body: type[Struct],
        *answers: RouteAnswer,
        example: Mapping[str, Any],
        problems: Mapping[int, str] | None = None,
        open_to_all: bool = False,
    ) -> Callable[[View], View]:
        """Declare the decorated function as the handler of POST *path*.

        *body* is the type of its body and *example* an instance of it.
        """

        def declare(view: View) -> View:
            route = ApiRoute(
                "POST",
                path,
                view,
                answers,
                problems=problems or {},
                body=body,
                example=example,
                open_to_all=open_to_all,
            )
            self.all.append(route)
            return view

        return declare


def create_api(context: AppContext, routes: Iterable[ApiRoute]) -> Blueprint:
    """Return *routes* over *context*."""
    api = Blueprint("api", __name__, url_prefix=PREFIX)
    for route in routes:
        api.add_url_rule(route.path, route.name, partial(route.view, context), methods=[route.method])
    return api


def must_wait(limit: Limit, caller: str, *, take: bool = True) -> None:
    """Take one request from *caller*'s share of *limit*.

    Without *take* only check that there is one.

    :raises Problem: 429, when there is none left.
    """
    wait_s = limit.wait_s(caller, take=take)
    if wait_s:
        raise too_fast(wait_s)
