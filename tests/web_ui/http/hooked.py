"""A world's webhook and counts: what they are sent and tell of a session that is played in two worlds."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from companion.health.faults import Faults
from companion.journal.rows import Batch
from companion.outside.distributor import StateDistributor
from companion.outside.messages import ResultMessage
from companion.outside.metrics.counts import Measured, Metrics
from companion.outside.webhooks.sender import Webhooks
from companion.session.game_table import GameTable
from companion.session.session import Session
from companion.settings.reader import load
from companion.settings.tables import WebhookSettings
from companion.texts.say import Texts
from tests.support.houses import PatientNewest
from tests.support.receivers import receiver
from tests.support.waiting import eventually

MARK = ResultMessage("mark", 0, "mark")
TOKEN = "0123456789abcdef"


def counts_as_soon_as_it_is_durable(patch: pytest.MonkeyPatch) -> None:
    """Plant a leak: count how long a command took to become durable, whoever may notice it."""
    write = GameTable._write

    def counting(table: GameTable, batches: Sequence[Batch]) -> list[int]:
        numbers = write(table, batches)
        for follower in table._followers:
            if isinstance(follower, Metrics):
                follower._commits.observe(table.store.took_s or 0.0)
        return numbers

    patch.setattr(GameTable, "_write", counting)


class Hooked:
    """Hears of *session*, made before that starts: a webhook that is sent everything, and all counts."""

    def __init__(self, session: Session, texts: Texts, folder: Path) -> None:
        self._running = ExitStack()
        self._receiver = self._running.enter_context(receiver())
        self._newest = PatientNewest()
        session.subscribe(self._newest)
        self._session, self._listener = session, StateDistributor(self._newest, texts)
        own = load(None, {}, folder, folder / "no.toml")
        self._webhooks = Webhooks(replace(own, webhooks=(WebhookSettings(self._receiver.url, names=True),)), Faults())
        self._running.callback(self._webhooks.close)
        self.metrics: Metrics | None = None
        """The counts for the mirror, None before the start."""

    def start(self) -> None:
        """Begin to hear; no state is left out for a newer one."""
        idle: Any = SimpleNamespace(open_streams=0, statuses=tuple)
        self.metrics = Metrics(self._session.published, Measured(idle, idle, self._session), TOKEN)
        self._session.hear_refusals(self.metrics.refused)
        self._session.subscribe(self.metrics)
        self._listener.hear(self.metrics.heard)
        self._webhooks.listen(self._listener)
        self._webhooks.start()
        self._listener.start(self._session.published)
        self._running.callback(self._listener.close)
        self._newest.is_patient = True

    @property
    def counts(self) -> bytes:
        """All counts as they are now."""
        assert self.metrics is not None
        return self.metrics.page()[0]

    def sent(self) -> bytes:
        """Return all that the webhook was sent."""
        got = self._receiver.got
        self._webhooks.hooks[0].leave(MARK, "")
        eventually(lambda: bool(got) and got[-1].json["kind"] == "mark")
        return b"\n".join(each.body for each in got)

    def close(self) -> None:
        self._newest.is_patient = False
        self._running.close()
