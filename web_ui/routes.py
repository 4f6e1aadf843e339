"""Every route of the mirror, those of a table that is played among them: imported once another is asked for."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint

from web_ui.api import backups, devices, first_evening, joining, owner, records, rules, table
from web_ui.api.context import AppContext
from web_ui.api.openapi import with_description
from web_ui.application import create_played
from web_ui.pages import past
from web_ui.pages.apart import create_apart
from web_ui.pages.first_evening import create_first_evening
from web_ui.pages.metrics import create_metrics
from web_ui.pages.owner import create_owner
from web_ui.pages.past import create_past
from web_ui.source import MetricsSource

API = with_description(
    route
    for module in (table, devices, joining, owner, backups, first_evening, records, rules, past)
    for route in module.ROUTES.all
)
"""Every route of the API."""


def create_blueprints(context: AppContext, metrics: MetricsSource | None) -> Iterator[Blueprint]:
    """Give all pages over *context*, that of *metrics* where there are any."""
    yield from create_played(context)
    for create in (create_owner, create_apart, create_first_evening, create_past):
        yield create(context)
    if metrics is not None:
        yield create_metrics(context, metrics)
