"""Two worlds that differ only in what a viewer can't know give that viewer the same bytes on every road of HTTP.

Each world is a session with a mirror on a real port: the same commands, the same people, but cards that the viewer
can't see fall differently. Compared is all that a watcher, another seat and the table's own page are sent: pages,
tables, streams (their frames, how large they are, how many and in which order), answers and refusals, records, errors,
the owner's page, and the table's own screen as it is mirrored, after every step and while things move.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from flask import current_app, render_template
from msgspec.structs import replace

from companion.engine.command import Refusal
from companion.engine.corrections import Correct
from companion.engine.game import Game
from companion.engine.values.message import Message
from companion.engine.values.seats import ALL_SEEING
from companion.engine.windows import open_window
from companion.input.peek import Peek
from companion.journal.rows import GameRow, LineRow
from companion.model.snapshot import Snapshot
from companion.outside.messages import ResultMessage
from companion.outside.metrics.counts import Metrics
from companion.outside.watcher_messages import WatcherView
from companion.outside.webhooks.hook import Hook
from companion.records.record import Record, of_journal
from companion.session.game.deadlines import DeadlineWatch
from companion.stage.cues import Speaker
from hardware.cues import HandCue
from tests.support.games.duel import Duel
from tests.support.mosquitto import mosquitto_in
from tests.support.near_broker import near_broker
from tests.support.waiting import eventually
from tests.web_ui.http.hooked import counts_as_soon_as_it_is_durable
from tests.web_ui.http.worlds import CHANGES, DUELS, KITS, Story, World, differing
from web_ui.api.context import context_of
from web_ui.api.views import Cue, TableBody, Views
from web_ui.http.stream.stream import Listener, Stream

pytestmark = pytest.mark.whole


@pytest.fixture(autouse=True)
def lights_that_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """When a light goes out is a matter of real time, and nobody's secret."""
    monkeypatch.setattr("web_ui.http.access.presence.BEAT_LASTS_S", 1e6)
    monkeypatch.setattr("web_ui.http.access.presence.AWAY_S", 1e9)


@pytest.fixture(autouse=True)
def nothing_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream leaves out what is old before it could be sent; how much is a matter of real time too."""
    whole = Stream.hear

    def hear(stream: Stream, published: Any) -> None:
        whole(stream, published)
        eventually(lambda: all(each.edition >= stream._newest.number for each in list(stream._listeners.values())))

    monkeypatch.setattr(Stream, "hear", hear)


@pytest.mark.parametrize("story", [DUELS, KITS], ids=["duel", "kit"])
def test_what_a_viewer_cannot_know_changes_no_byte_for_them(tmp_path: Path, story: Story) -> None:
    assert differing(tmp_path, story) == []


@pytest.mark.needs("mosquitto")
@pytest.mark.parametrize("story", [DUELS, KITS], ids=["duel", "kit"])
def test_with_a_real_broker_it_changes_no_byte_either(tmp_path: Path, story: Story) -> None:
    assert differing(tmp_path, story, partial(mosquitto_in, users={})) == []


def test_what_a_phone_sets_right_in_these_worlds_is_done(tmp_path: Path) -> None:
    for number, answers in enumerate(DUELS.worlds):
        with near_broker(tmp_path / f"broker-{number}") as broker:
            world = World(tmp_path / str(number), DUELS, answers, broker)
            try:
                world.play()
                lines = world.session.record(1).splitlines()
            finally:
                world.close()
        assert [json.loads(line)["do"] for line in lines if '"with":[2]' in line] == [
            "correct life-1=5",
            "correct life-0=4",
            "correct oldest-0=guard",
        ]


def test_what_nobody_may_notice_steps_no_count(tmp_path: Path) -> None:
    steps = unnoticed(tmp_path)
    assert steps != []
    assert all(before == after for before, after in steps)


@pytest.mark.parametrize("is_planted", [False, True], ids=["as it is", "planted"])
def test_in_an_open_window_nobody_is_sent_anything_whole_or_as_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_planted: bool
) -> None:
    if is_planted:
        tells_again(monkeypatch)
    with near_broker(tmp_path / "broker") as broker:
        world = World(tmp_path, DUELS, DUELS.worlds[0], broker)
        try:
            world.play()
        finally:
            world.close()
    listening = {who for who, _ in world.asked_on}
    assert listening == {*DUELS.viewers, *(CHANGES + who for who in DUELS.viewers)}
    assert len(world.asked_on) == 3 * len(listening)
    assert {who for who, told in world.asked_on if told} == (listening if is_planted else set())


def tells_again(patch: pytest.MonkeyPatch) -> None:
    """The same state is told once more after each line."""
    whole = World.settle

    def leaky(world: World) -> None:
        context_of(world.app).stream.nudge()
        whole(world)

    patch.setattr(World, "settle", leaky)


REFUSED = re.compile(rb"tidetable_commands_refused_total\{.*\n")
"""Refusals of what can't be read, say: that is nobody's secret."""


def unnoticed(folder: Path) -> list[tuple[bytes, bytes]]:
    """Return the counts before and after each line of the duel that led to no new version, without refusals."""
    with near_broker(folder / "broker") as broker:
        world = World(folder, DUELS, DUELS.worlds[0], broker)
        try:
            world.play()
        finally:
            world.close()
    counted = [(version, REFUSED.sub(b"", page)) for version, page in world.counted]
    return [(before, after) for (then, before), (now, after) in pairwise(counted) if then == now]


def test_a_pass_that_is_counted_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counts_as_soon_as_it_is_durable(monkeypatch)
    assert any(before != after for before, after in unnoticed(tmp_path))


# ---------------------------------------------------------------------- the test itself: planted leaks
Leak = Callable[[pytest.MonkeyPatch], None]


def first_card(published: Snapshot) -> str:
    """A card that nobody but Ann may see."""
    state: Any = published.open.state
    return str(state.hands[0][0]) if state is not None and state.hands[0] else ""


def leaks_in_a_table(patch: pytest.MonkeyPatch) -> None:
    """A word of a hidden card, in one field of the table."""
    whole = Views.seen

    def leaky(views: Views, published: Any, view: Any, lamps: Any) -> TableBody:
        return replace(whole(views, published, view, lamps), commitment=first_card(published))

    patch.setattr(Views, "seen", leaky)


def leaks_by_its_size(patch: pytest.MonkeyPatch) -> None:
    """A byte more, if the card is a guard."""
    whole = Views.seen

    def leaky(views: Views, published: Any, view: Any, lamps: Any) -> TableBody:
        return replace(whole(views, published, view, lamps), page=" " * (first_card(published) == "guard"))

    patch.setattr(Views, "seen", leaky)


def leaks_in_a_page(patch: pytest.MonkeyPatch) -> None:
    """A word of a hidden card, in what a page's modules begin with."""

    def leaky(name: str, **more: Any) -> str:
        return render_template(name, **{**more, "start": more["start"] + more["table"]["commitment"]})

    patch.setattr("web_ui.pages.first_picture.render_template", leaky)
    leaks_in_a_table(patch)


def leaks_by_one_push_more(patch: pytest.MonkeyPatch) -> None:
    """The same state once more, if the card is a guard."""
    whole = Stream._next_frame

    def leaky(stream: Stream, listener: Listener) -> bytes:
        new = listener.edition != stream._newest.number
        frame = whole(stream, listener)
        if not new or first_card(stream._newest.published) != "guard":
            return frame
        return frame + (b"event: change\ndata: {}\n\n" if frame.startswith(b"event: change") else frame)

    patch.setattr(Stream, "_next_frame", leaky)


def leaks_in_an_unsealed_record(patch: pytest.MonkeyPatch) -> None:
    """A record of an unfinished game as it stands in the journal."""

    def whole(game: Game, row: GameRow, lines: Iterable[LineRow]) -> Record:
        return of_journal(replace(row, ended=None), [line.entry for line in lines])

    patch.setattr("companion.session.game.archive.sealed", whole)


def leaks_on_the_owners_page(patch: pytest.MonkeyPatch) -> None:
    """A hidden card, where the rows by which games are opened are."""

    def leaky(name: str, **more: Any) -> str:
        card = first_card(context_of(current_app).source.published)
        return render_template(name, **{**more, "start": more["start"] + card})

    patch.setattr("web_ui.pages.owner.render_template", leaky)


def leaks_on_the_mirrored_screen(patch: pytest.MonkeyPatch) -> None:
    """A peek at a hand that isn't marked as private."""
    whole = Peek.cue

    def leaky(peek: Peek, say: Speaker) -> HandCue:
        cue = whole(peek, say)
        return HandCue(title=cue.title, cards=cue.cards, at=cue.at)

    patch.setattr(Peek, "cue", leaky)


def leaks_by_when_a_window_shuts(patch: pytest.MonkeyPatch) -> None:
    """Silence is a pass a second earlier where Ann has no guard to answer with."""
    whole = DeadlineWatch.look

    def leaky(watch: DeadlineWatch, published: Snapshot) -> None:
        whole(watch, published)
        watched, state = watch._window, published.open.state
        if watched is not None and isinstance(state, Duel) and "guard" not in state.hands[0]:
            window = open_window(state)
            assert window is not None
            due_s = watch._store.clock.monotonic_s() + window.answer_s - 1.0
            watch._timers.at(due_s, lambda: watch._time_up(watched))

    patch.setattr(DeadlineWatch, "look", leaky)


def leaks_in_a_cue(patch: pytest.MonkeyPatch) -> None:
    """What moves is called by a hidden card."""
    whole = Views.cue

    def leaky(views: Views, published: Any, view: Any, lamps: Any) -> Cue:
        cue = whole(views, published, view, lamps)
        return replace(cue, reveal=cue.reveal and replace(cue.reveal, label=first_card(published)))

    patch.setattr(Views, "cue", leaky)


def leaks_at_the_broker(patch: pytest.MonkeyPatch) -> None:
    """A result with chance's own word, whoever may know it."""
    patch.setattr("companion.outside.results.keep_a_secret_from", lambda facts, viewer: False)


def leaks_in_a_webhook(patch: pytest.MonkeyPatch) -> None:
    """A hidden card, where the body says in which game it is."""
    whole = Hook.leave

    def told(hooks: Sequence[Hook], view: WatcherView, results: Sequence[ResultMessage]) -> None:
        for result in results:
            for hook in hooks:
                whole(hook, result, first_card(view.published))

    patch.setattr("companion.outside.webhooks.sender._leave", told)


def leaks_in_a_count(patch: pytest.MonkeyPatch) -> None:
    """What chance answered is counted as faces, whoever may know it."""
    whole = Metrics.heard

    def leaky(metrics: Metrics, view: WatcherView, results: Sequence[ResultMessage]) -> None:
        for line in view.published.open.log[-1:]:
            metrics._faces.labels("", "", str(line.entry.do)).inc()
        whole(metrics, view, results)

    patch.setattr(Metrics, "heard", leaky)


def leaks_in_a_form(patch: pytest.MonkeyPatch) -> None:
    """A form that is filled in from what lies on the table, not from what its viewer sees."""
    whole = Snapshot.form
    patch.setattr(Snapshot, "form", lambda published, line, viewer: whole(published, line, ALL_SEEING))


def leaks_in_a_refusal(patch: pytest.MonkeyPatch) -> None:
    """A correction that is refused with another sentence where Ann's oldest card is a guard."""
    whole = Correct.why_not

    def leaky(command: Correct, state: Any) -> Refusal | None:
        refusal = whole(command, state)
        is_guard = isinstance(state, Duel) and state.hands[0][:1] == ("guard",)
        return Refusal(Message("duel.count")) if refusal is not None and is_guard else refusal

    patch.setattr(Correct, "why_not", leaky)


@pytest.mark.parametrize(
    ("leak", "where"),
    [
        (leaks_in_a_page, {"/", "/?lang=fr", "stream", "table"}),
        pytest.param(leaks_at_the_broker, {"broker", "webhook"}, marks=pytest.mark.long),
        pytest.param(leaks_in_a_count, {"counts", "/metrics"}, marks=pytest.mark.long),
        pytest.param(leaks_on_the_mirrored_screen, {"stream"}, marks=pytest.mark.long),
        pytest.param(leaks_in_a_table, {"stream", "table"}, marks=pytest.mark.long),
        pytest.param(leaks_by_its_size, {"stream", "table"}, marks=pytest.mark.long),
        pytest.param(leaks_by_one_push_more, {"stream"}, marks=pytest.mark.long),
        pytest.param(leaks_in_a_cue, {"stream"}, marks=pytest.mark.long),
        pytest.param(leaks_in_a_webhook, {"webhook"}, marks=pytest.mark.long),
        pytest.param(leaks_by_when_a_window_shuts, {"stream"}, marks=pytest.mark.long),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_a_planted_leak_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: Leak, where: set[str]) -> None:
    leak(monkeypatch)
    found = differing(tmp_path, KITS if leak is leaks_on_the_mirrored_screen else DUELS)  # the duel knows no peek
    assert where <= {each.partition(": ")[2] for each in found}, found


WRONG = ("0=guard life-0=99", "0=strike life-0=99", "9=guard")
APART: tuple[tuple[Leak, set[str]], ...] = (
    (leaks_on_the_owners_page, {"/owner"}),
    (leaks_in_an_unsealed_record, {"records/1"}),
    (leaks_in_a_form, {"form?do=correct", "form?do=correct&lang=fr", "form?do=correct&seat=0"}),
    (leaks_in_a_refusal, {f"correct oldest-{each} as table" for each in WRONG}),
)
"""Each of these is seen at its own places and at no other's, so that they can be planted together."""


@pytest.mark.long
def test_planted_leaks_are_caught_each_at_its_own_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for leak, _ in APART:
        leak(monkeypatch)
    found = {each.partition(": ")[2] for each in differing(tmp_path, DUELS)}
    assert found == set().union(*(where for _, where in APART))
