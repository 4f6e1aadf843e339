"""The shared thread that makes results of published states.

It serves every listener in the home without a thread of its own.

Each listener hears each state once, with its new results. A listener must not block.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from companion.model.snapshot import Snapshot
from companion.outside.messages import ResultMessage
from companion.outside.newest import Newest
from companion.outside.watcher_messages import Telling, WatcherView
from companion.runtime.timers import guarded
from companion.stage.cues import Speaker
from companion.texts.say import Texts

Heard = Callable[[WatcherView, Sequence[ResultMessage]], None]
"""Callback for a watcher's view of a state and its new results."""
CLOSING_S = 2.0


class StateDistributor:
    """Distributor of the states in *newest* to subscribers.

    *texts* words them in the table's language. Call ``hear`` before ``start``.
    """

    def __init__(self, newest: Newest, texts: Texts) -> None:
        self._newest, self._texts = newest, texts
        self._tellings: dict[bool, Telling] = {}
        self._listeners: list[tuple[bool, Heard]] = []
        self._is_closing = False
        self._thread = threading.Thread(target=self._run, name="house", daemon=True)

    def hear(self, heard: Heard, *, by_name: bool = False) -> None:
        """Call *heard* with each state from now on.

        People are called *by_name*, or else as Player 2.
        """
        self._tellings.setdefault(by_name, Telling(by_name=by_name))
        self._listeners.append((by_name, heard))

    def start(self, published: Snapshot) -> None:
        """Start. Results up to the state *published* are skipped."""
        for telling in self._tellings.values():
            telling.begin(published)
        self._thread.start()

    def close(self) -> None:
        """Stop the thread."""
        self._is_closing = True
        self._newest.nudge()
        self._thread.join(CLOSING_S)

    def _run(self) -> None:
        while not self._is_closing:
            published = self._newest.wait()
            if published is not None and not self._is_closing:
                guarded(self._tell, published)

    def _tell(self, published: Snapshot) -> None:
        say = Speaker(self._texts, published.lang)
        for by_name, telling in self._tellings.items():
            view = telling.view(published, say)
            results = telling.results(view)
            for is_theirs, heard in self._listeners:
                if is_theirs == by_name:
                    guarded(heard, view, results)
