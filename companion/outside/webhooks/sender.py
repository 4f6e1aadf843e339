"""Webhooks: addresses that get results by HTTP, without a broker.

A webhook gets revealed results that a watcher may know. It gets none if only joined phones may watch. Each has its own
queue and thread.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from functools import partial

from companion.engine.values.message import Message
from companion.health.faults import Faults
from companion.model.reports.faults import Fault
from companion.outside.distributor import StateDistributor
from companion.outside.messages import ResultMessage
from companion.outside.watcher_messages import WatcherView
from companion.outside.webhooks.hook import Hook
from companion.settings.tables import Settings

log = logging.getLogger(__name__)

UNWATCHED = "house.webhooks"
"""Key of the fault of webhooks without public watching.

Only joined phones may watch such a table.
"""


class Webhooks:
    """The webhooks of *settings*; their faults are reported in *faults*."""

    def __init__(self, settings: Settings, faults: Faults) -> None:
        self._is_watched, self._faults = settings.web.watching, faults
        self.hooks = tuple(
            Hook(number, each, settings.table.name, faults) for number, each in enumerate(settings.webhooks, 1)
        )

    def listen(self, listener: StateDistributor) -> None:
        """Send results from *listener* from now on."""
        if not self._is_watched:
            log.error("webhooks are sent nothing: only who has joined may watch")
            self._faults.add(unwatched_fault())
            return
        for by_name in sorted({hook.settings.names for hook in self.hooks}):
            hooks = [hook for hook in self.hooks if hook.settings.names == by_name]
            listener.hear(partial(_leave, hooks), by_name=by_name)

    def start(self) -> None:
        """Start sending, unless only joined phones may watch."""
        if self._is_watched:
            for hook in self.hooks:
                hook.start()

    def dropped(self) -> Mapping[int, int]:
        """Return the number of undelivered results of each webhook, by its number."""
        return {hook.number: hook.dropped for hook in self.hooks}

    def close(self) -> None:
        """Stop sending."""
        for hook in self.hooks:
            hook.close()


def _leave(hooks: Sequence[Hook], view: WatcherView, results: Sequence[ResultMessage]) -> None:
    for result in results:
        for hook in hooks:
            if view.game is not None and hook.wants(result):
                hook.leave(result, view.game.slug)


def unwatched_fault() -> Fault:
    """Return the fault of webhooks without public watching."""
    told, text = Message("hook.unwatched"), Message("hook.unwatched-text")
    short, remedy = Message("hook.unwatched-short"), Message("hook.unwatched-remedy")
    return Fault(UNWATCHED, Message("stage.house"), short, text, told, remedy, waits=True)
