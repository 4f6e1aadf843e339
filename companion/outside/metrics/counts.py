"""Metrics: counts of the table, as text for Prometheus.

Law: no names, and nothing hidden from a watcher. Each count is made of published states and changes at the reveal.
Secret passes are never counted. Neither are refusals to a seat, because they may tell of its cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from companion.engine.fact import hidden_from
from companion.engine.values.seats import CHANCE, TABLE, WATCHER, seat_word
from companion.model.publication import Published
from companion.model.requests import CommandRequest, RequestRefused
from companion.model.snapshot import Snapshot
from companion.outside.messages import ResultMessage
from companion.outside.results import OF_CHANCE, OF_ENDS
from companion.outside.watcher_messages import WatcherView
from hardware.ports import DeviceStatus

DICE = OF_CHANCE["roll"]
COMMIT_BUCKETS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
BY_THE_RULES = "refused"
"""Reason of a refusal that may depend on a seat's cards."""


class OpenStreams(Protocol):
    """The pages that are kept up to date."""

    @property
    def open_streams(self) -> int:
        """The number of pages that listen."""


class Statuses(Protocol):
    """The table's devices."""

    def statuses(self) -> Sequence[DeviceStatus]:
        """Return how each device is."""


class WaitingMessages(Protocol):
    """The session's outbox."""

    def waiting(self) -> int:
        """Return how many messages wait.

        :raises RequestRefused: the journal can't be read.
        """


class Dropping(Protocol):
    """The webhooks."""

    def dropped(self) -> Mapping[int, int]:
        """Return the number of undelivered results of each webhook."""


@dataclass(frozen=True)
class Measured:
    """The parts of a table that are measured on request."""

    streams: OpenStreams
    devices: Statuses
    outbox: WaitingMessages
    webhooks: Dropping | None = None


class Metrics:
    """The counts of one table, starting from the state *published*.

    *measured* are read on request. It hears of each state by ``heard``, observes the session, and is one of its
    mirrors. Another computer needs the *token* to read them; none may with "". Any thread may call ``page``.
    """

    def __init__(self, published: Snapshot, measured: Measured, token: str = "") -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]  # the time of a first count is private
        self.token = token
        self._registry = registry = CollectorRegistry()
        self._version = self._committed_version = published.version
        self._commit_s: float | None = None
        about = Gauge("tidetable_info", "The program of this table.", ["version"], registry=registry)
        about.labels(published.program).set(1)
        self._up = Gauge("tidetable_up", "1 while the table can play.", registry=registry)
        self._faults = Gauge("tidetable_faults", "Faults that the table tells.", registry=registry)
        self._phones = Gauge("tidetable_phones", "Phones that have joined.", registry=registry)
        game = ["game", "mode"]
        self._results = Counter(
            "tidetable_results", "Rolls, spins, draws and all else that came out.", [*game, "kind"], registry=registry
        )
        self._faces = Counter("tidetable_faces", "Faces that dice showed.", [*game, "face"], registry=registry)
        self._finished = Counter("tidetable_games_finished", "Games over.", [*game, "end"], registry=registry)
        self._accepted = Counter("tidetable_commands", "Commands done.", game, registry=registry)
        self._refused = Counter("tidetable_commands_refused", "Commands refused.", ["reason"], registry=registry)
        self._commits = Histogram(
            "tidetable_journal_commit_seconds",
            "How long commands that everybody noticed took to become durable.",
            buckets=COMMIT_BUCKETS_S,
            registry=registry,
        )
        registry.register(_Gauges(measured))
        self._set_gauges(published)

    def page(self) -> tuple[bytes, str]:
        """Return all current counts, and their media type."""
        return generate_latest(self._registry), CONTENT_TYPE_LATEST

    # ------------------------------------------------------------------ of published states, on the listener's thread
    def heard(self, view: WatcherView, results: Sequence[ResultMessage]) -> None:
        """Count the new *results* of a state, and its commands."""
        published = view.published
        self._set_gauges(published)
        if view.game is None:
            return
        slug, mode = view.game.slug, view.game.mode
        for result in results:
            self._results.labels(slug, mode, result.kind).inc()
            if result.kind == DICE:
                for face in (*result.numbers, *result.words):
                    self._faces.labels(slug, mode, face).inc()
            if result.kind in OF_ENDS.values():
                self._finished.labels(slug, mode, result.kind).inc()
        for _ in _commands(published, self._version):
            self._accepted.labels(slug, mode).inc()
        self._version = max(self._version, published.version)

    def _set_gauges(self, published: Snapshot) -> None:
        self._up.set(published.trouble is None)
        self._faults.set(len(published.faults))
        self._phones.set(len(published.roster.phones))

    # ------------------------------------------------------------------ on the session's thread
    def refused(self, request: CommandRequest, refusal: RequestRefused) -> None:
        """Count a refusal by its reason.

        Refusals by the rules count only if the request came from the table itself.
        """
        if refusal.reason != BY_THE_RULES or request.seat == TABLE:
            self._refused.labels(refusal.reason).inc()

    def hear(self, published: Published) -> None:
        """Count the duration of the command that led to a new version.

        Without a new version it is forgotten.
        """
        if published.durable_s is not None:
            self._commit_s = published.durable_s
        if published.after.version == self._committed_version:
            return
        self._committed_version = published.after.version
        if self._commit_s is not None:
            self._commits.observe(self._commit_s)
            self._commit_s = None


def _commands(published: Snapshot, after: int) -> Iterator[str]:
    """Yield the log's public commands since version *after*.

    They come from people or the clock, and everybody may notice them.
    """
    for line in published.open.log:
        is_noticed = not line.facts or not hidden_from(line.facts, WATCHER)
        if line.version > after and line.entry.seat != seat_word(CHANCE) and is_noticed:
            yield line.entry.do or ""


class _Gauges(Collector):
    def __init__(self, measured: Measured) -> None:
        self._measured = measured

    def collect(self) -> Iterable[Metric]:
        measured = self._measured
        streams = measured.streams.open_streams
        yield GaugeMetricFamily("tidetable_streams_open", "Pages that are kept up to date.", streams)
        with suppress(RequestRefused):  # then it is missing on the page
            waiting = measured.outbox.waiting()
            yield GaugeMetricFamily("tidetable_outbox_waiting", "Messages that must arrive, and wait.", waiting)
        devices = GaugeMetricFamily("tidetable_device_working", "1 while a device works.", labels=["device"])
        for each in measured.devices.statuses():
            devices.add_metric([each.name], each.working)
        yield devices
        dropped = CounterMetricFamily("tidetable_webhook_dropped", "Results that it never got.", labels=["webhook"])
        for number, count in (measured.webhooks.dropped() if measured.webhooks else {}).items():
            dropped.add_metric([str(number)], count)
        yield dropped
