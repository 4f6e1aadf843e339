"""Playing without keeping: what was tried stands in nobody's way, and what two play two must agree to end."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.values.seats import TABLE, WATCHER
from companion.journal.journal import Journal
from tests.companion.session.test_leaving import asks, join, say
from tests.companion.session.test_trouble import make_read_only, refused
from tests.support.games.spinner import SPINNER
from tests.support.seen import seen_plain
from tests.support.session_bench import Bench


def play_unkept(bench: Bench, patch: pytest.MonkeyPatch) -> None:
    """Let *bench*'s journal be read-only, and have another game played that isn't kept."""
    make_read_only(patch, bench)
    assert refused(bench, "lang fr", seat=TABLE).reason == "unwritable"
    bench.say("keep-nothing", TABLE)
    bench.new(SPINNER, id="unkept")
    assert bench.published.keeps_nothing


def test_a_memory_that_was_tried_in_vain_is_let_go_for_this_very_tables_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench, other = Bench(tmp_path).new(SPINNER), Journal(tmp_path)
    with monkeypatch.context() as patch:
        play_unkept(bench, patch)
        assert refused(bench, "keep-again", seat=TABLE).reason == "unwritable"
        assert (bench.published.keeps_nothing, bench.published.open.number) == (True, 1)
    other.open()
    other.close()
    bench.say("keep-again", TABLE)
    bench.session.close()
    other.open()
    other.close()


def test_an_unkept_game_of_two_phones_is_ended_by_two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(tmp_path)
    with monkeypatch.context() as patch:
        play_unkept(bench, patch)
    join(bench, "Ann", (0,))
    join(bench, "Ben", (1,))
    assert refused(bench, "keep-again", seat=TABLE).said.key == "session.undo-needs-consent"
    asked = seen_plain(bench.published, WATCHER, frozenset())["consent"]
    assert (asked["kind"], asked["title"].key) == ("keep", "consent.keep")
    asks(bench, "consent", 0, "ann")
    assert (bench.published.keeps_nothing, bench.published.open.number) == (True, 1)
    say(bench, "consent", 1, "ben")
    published = bench.published
    assert (published.keeps_nothing, published.open.game, published.consent, published.trouble) == (
        False,
        None,
        None,
        None,
    )
