"""The metrics of a table, as an optional part."""

from __future__ import annotations

from companion.outside.metrics.counts import Measured, Metrics
from companion.outside.metrics.token import token_of
from companion.parts.optional import LISTENER, WEBHOOKS
from companion.parts.table import Parts


def make(table: Parts) -> Metrics:
    """Return the counts of *table*; they begin now."""
    measured = Measured(table.mirror.stream, table.devices, table.session, table.optional.get(WEBHOOKS))
    token = token_of(table.settings.metrics, table.health.faults)
    metrics = Metrics(table.session.published, measured, token)
    if (listener := table.optional.get(LISTENER)) is not None:
        listener.hear(metrics.heard)
    table.session.hear_refusals(metrics.refused)
    table.session.subscribe(metrics)
    return metrics
