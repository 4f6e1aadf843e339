"""One tape, of webhooks and counts: none of their bytes tells what was rolled before its reveal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from companion.engine.chance import Answer
from companion.model.publication import Published
from companion.outside.messages import ResultMessage
from companion.outside.metrics.counts import Metrics
from companion.outside.newest import Newest
from companion.parts.optional import WEBHOOKS
from companion.runtime.clock import ManualClock
from companion.session.game_table import GameTable
from companion.settings.tables import MetricsSettings, Settings, WebhookSettings
from hardware.oled.drawing.motion import landing
from tests.support.houses import PatientNewest
from tests.support.receivers import Receiver, receiver
from tests.support.snapshots import replace
from tests.support.tables import FIRESHIP, Table, of_roll, roll_cue, scripted
from tests.support.waiting import eventually
from tests.web_ui.http.hooked import counts_as_soon_as_it_is_durable
from tests.whole.tapes import MASKED

FIRST_ROLL: Answer = (2, 2, 9)
TWO_ROLLS: tuple[Answer, Answer] = ((3, 7, 10), (8, 1, 1))
STANDS_S = 0.8
"""So long after its beginning a landing shows the first dice; the least time of a roll, 0.9 s, isn't over."""
MARK = ResultMessage("mark", 0, "mark")
"""Sent behind all that waits for a webhook: once it has come, nothing is under way."""


@dataclass
class Sent:
    """All that was sent at each stage of a roll: to the webhook, and as counts to who asked."""

    hooks: dict[str, list[bytes]] = field(default_factory=dict)
    counts: dict[str, bytes] = field(default_factory=dict)


class Ear:
    """Whatever the table in *table* sends to *hooked*, looked at stage by stage."""

    def __init__(self, table: Table, hooked: Receiver) -> None:
        self._table, self._hooked = table, hooked
        self._seen = 0
        self.sent = Sent()

    def look(self, stage: str) -> None:
        webhooks = self._table.daemon.optional.made(WEBHOOKS)
        assert webhooks is not None
        webhooks.hooks[0].leave(MARK, "")
        eventually(lambda: bool(self._hooked.got[self._seen :]) and self._hooked.got[-1].json["kind"] == "mark")
        new = self._hooked.got[self._seen : -1]
        self._seen += len(new) + 1
        self.sent.hooks[stage] = [got.body for got in new]
        self.sent.counts[stage] = MASKED.sub(b"", self._table.get("/metrics").raw)


@contextmanager
def patient(table: Table) -> Iterator[None]:
    """Let the session wait until each state was told to the house, so that none is left out for a newer one."""
    newest: Any = table.daemon.for_hooks
    newest.is_patient = True
    try:
        yield
    finally:
        newest.is_patient = False


def play(folder: Path, answer: Answer, patch: pytest.MonkeyPatch) -> Sent:
    """Roll twice, the second time *answer*; return what was sent before, while only the table knows it, and after."""
    patch.setattr("companion.app.Newest", PatientNewest)
    clock = ManualClock()
    with receiver() as hooked:

        def change(settings: Settings) -> Settings:
            hooks = (WebhookSettings(hooked.url, names=True),)
            return structs.replace(settings, webhooks=hooks, metrics=MetricsSettings(enabled=True))

        dealers = scripted(FIRST_ROLL, answer)
        with Table(folder, dealers, opening=FIRESHIP, clock=clock, change=change) as table, patient(table):
            ear = Ear(table, hooked)
            assert table.command("roll dice", id="first").status == 200
            clock.advance(5.0)
            table.roll(1)
            table.glass_shows(of_roll(table.table))
            ear.look("before")
            assert table.command("roll dice", id="second").status == 200
            shows_half(table, clock, answer)
            ear.look("while only the table knows")
            clock.advance(5.0)
            table.roll(2)
            ear.look("after")
        return ear.sent


def shows_half(table: Table, clock: ManualClock, answer: Answer) -> None:
    """Let the table's own screen show the first dice of *answer*."""
    scene = landing(roll_cue(answer, number=2))
    begun, half_landed = scene.draw(0.0).tobytes(), scene.draw(STANDS_S).tobytes()
    eventually(lambda: table.private_screen == begun)
    screen: Any = table.daemon.stage._devices._screen
    eventually(lambda: screen._mail is None)  # what tumbles may look just as what lands begins
    clock.advance(STANDS_S)
    eventually(lambda: table.private_screen == half_landed)


def both(folder: Path, patch: pytest.MonkeyPatch) -> list[Sent]:
    """Return what was sent for each of two answers."""
    made = []
    for name, answer in zip(("one", "other"), TWO_ROLLS, strict=True):
        with patch.context() as own:
            made.append(play(folder / name, answer, own))
    return made


def hooks_tell_nothing_before_the_reveal(made: Iterable[Sent]) -> None:
    one, other = (sent.hooks for sent in made)
    assert len(one["before"]) == 1
    assert one["before"] == other["before"]
    assert one["while only the table knows"] == other["while only the table knows"] == []
    assert len(one["after"]) == 1
    assert one["after"] != other["after"]


def counts_step_at_the_reveal(made: Iterable[Sent]) -> None:
    one, other = (sent.counts for sent in made)
    assert b'tidetable_results_total{game="fireship",kind="rolled",mode="kit"} 1.0' in one["before"]
    assert one["before"] == other["before"] == one["while only the table knows"] == other["while only the table knows"]
    assert b'tidetable_results_total{game="fireship",kind="rolled",mode="kit"} 2.0' in one["after"]
    assert one["after"] != other["after"]


def test_no_byte_of_webhooks_or_counts_tells_a_result_before_its_reveal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = both(tmp_path, monkeypatch)
    hooks_tell_nothing_before_the_reveal(made)
    counts_step_at_the_reveal(made)


# ---------------------------------------------------------------------- the test itself: planted leaks
def leaks_once_it_is_durable(patch: pytest.MonkeyPatch, leak: Callable[[GameTable, Any], None]) -> None:
    """Do *leak* with the result that the table's own screen is told."""
    whole = GameTable.go

    def leaky(table: GameTable, opened: Any, steps: Iterable[Any], *more: Any, **is_new: Any) -> None:
        waiting = list(steps)
        for step in waiting[:1]:
            leak(table, step)
        whole(table, opened, waiting, *more, **is_new)

    patch.setattr(GameTable, "go", leaky)


def to_the_webhook(table: GameTable, step: Any) -> None:
    """Leave the result for whoever sends it on."""
    ahead = replace(table.published, version=step.version, log=(*table.published.open.log, *step.lines))
    for follower in table._followers:
        if isinstance(follower, Newest):
            follower.hear(Published(table.published, ahead))


def into_the_counts(table: GameTable, step: Any) -> None:
    """Count the faces that came."""
    for follower in table._followers:
        if isinstance(follower, Metrics):
            for face in str(step.lines[-1].entry.do).split(" ")[1:]:
                follower._faces.labels("fireship", "kit", face).inc()


@pytest.mark.long
@pytest.mark.parametrize(
    ("leak", "law"),
    [
        (to_the_webhook, hooks_tell_nothing_before_the_reveal),
        (to_the_webhook, counts_step_at_the_reveal),
        (into_the_counts, counts_step_at_the_reveal),
    ],
)
def test_a_planted_leak_is_caught(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    leak: Callable[[GameTable, Any], None],
    law: Callable[[Iterable[Sent]], None],
) -> None:
    leaks_once_it_is_durable(monkeypatch, leak)
    made = both(tmp_path, monkeypatch)
    with pytest.raises(AssertionError):
        law(made)


def test_a_commit_that_is_counted_before_the_reveal_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counts_as_soon_as_it_is_durable(monkeypatch)
    with pytest.raises(AssertionError):
        counts_step_at_the_reveal(both(tmp_path, monkeypatch))
