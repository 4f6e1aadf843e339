"""The law of changes: a table that was sent and what has changed since are, to the byte, what its listener may see now.

A real table is played at random, with undo, redo and changes of language, while streams of changes are left unread for
a while, cut and opened anew, in another language too. What each has made of what it was sent is held against the whole
table that a stream opened at that moment is sent first.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.engine.values.seats import WATCHER
from tests.support.browsing import WATCHERS_HOST
from tests.support.sse import ChangesReader, Reader
from tests.support.waiting import eventually
from tests.support.whole import Whole, same_chance, whole_table
from web_ui.api.views import Views
from web_ui.http.access.callers import COOKIE, ViewKey
from web_ui.http.stream.changes import Changes

pytestmark = pytest.mark.whole

GAMES = (("fireship", "kit"), pytest.param("forbidden-island", "referee", marks=pytest.mark.long))
STEPS = 80
ENOUGH = {"play": 15, "undo": 2, "redo": 1, "lang": 2, "cut": 5, "unread": 5}
"""So often each has happened at least, or the law was held over little."""
NOT_PLAYED = frozenset({"correct", "close", "finish", "undo", "redo"})
ACTS = (*["play"] * 6, "undo", "undo", "lang", "cut", "cut")
REDONE = 2
"""Of so many undos one is taken back."""
UNREAD = 0.3
"""In so many of the steps nobody reads what they are sent."""


class Follower:
    """One caller with a stream of changes, who makes of them what pages do."""

    def __init__(self, port: int, host: str, cookie: str = "") -> None:
        self.port = port
        self.lang = "en"
        self.headers = {"Host": f"{host}:{port}"} | ({"Cookie": f"{COOKIE}={cookie}"} if cookie else {})
        self.reader = ChangesReader(port, self.path, **self.headers)

    @property
    def path(self) -> str:
        return f"/api/v1/stream?changes=1&lang={self.lang}"

    def open_anew(self, lang: str) -> None:
        """Have the connection cut, and open another, in *lang* from now on."""
        self.reader.close()
        self.lang = lang
        self.reader = ChangesReader(self.port, self.path, **self.headers)

    def close(self) -> None:
        self.reader.close()

    def has_what_may_be_seen(self) -> bool:
        """Tell whether what was sent has led, to the byte, to what a stream that begins now is sent as a whole."""
        with Reader(self.port, self.path, **self.headers) as whole:
            now = whole.next("table").data
        return msgspec.json.encode(self.reader.newest()).decode() == now


class Played:
    """A table that is played at random; *happened* counts what came of it."""

    def __init__(self, table: Whole, new: str, seed: int) -> None:
        self.table = table
        self.new = new
        self.draw = random.Random(seed)
        self.happened: Counter[str] = Counter()

    def said(self, line: str, seat: int | str) -> bool:
        """Have *seat* say *line*; tell whether it was done."""
        number, seen = sum(self.happened.values()), self.table.table["version"]
        body = {"id": f"law-{number}", "seen": seen, "seat": seat, "do": line}
        answer = self.table.ask("POST", "/api/v1/commands", body)
        self.table.settle()
        self.happened["said"] += 1
        return answer.status == 200

    def act(self, act: str, follower: Follower) -> None:
        """Do *act*, or what stands for it now."""
        offered = list(leaves(self.table.table["plays"]))
        if act == "cut":
            follower.open_anew(self.draw.choice(("en", "fr")))
            done = True
        elif act == "play" and not offered:
            self.table.do(self.new)
            done = False
        else:
            line, seat = self.draw.choice(offered) if act == "play" else (act, "table")
            done = self.said(f"lang {self.draw.choice(('en', 'fr'))}" if act == "lang" else line, seat)
        self.happened[act] += done
        if act == "undo" and done and self.happened[act] % REDONE == 0:
            self.happened["redo"] += self.said("redo", "table")


def leaves(plays: list[dict[str, Any]]) -> Iterator[tuple[str, int | str]]:
    """Give each line that can be said by one tap, with a seat that may."""
    for play in plays:
        line = play.get("do")
        if line and "form" not in play and "why" not in play and line.split()[0] not in NOT_PLAYED:
            yield line, play["seats"][0]
        yield from leaves(play.get("then", []))


@pytest.mark.parametrize(("slug", "mode"), GAMES)
def test_what_was_sent_and_what_has_changed_is_what_may_be_seen(tmp_path: Path, slug: str, mode: str) -> None:
    with same_chance(), whole_table(tmp_path, None) as table, ExitStack() as stack:
        played = Played(table, f"new {slug} {mode} seats=2", seed=25)
        table.do(played.new)
        cookies = [table.join([seat], name) for seat, name in enumerate(("Zoë", "Ben"))]
        followers = [Follower(table.port, WATCHERS_HOST, cookie) for cookie in (*cookies, "")]
        followers.append(Follower(table.port, "127.0.0.1"))
        for follower in followers:
            stack.callback(follower.close)
        sizes: Counter[str] = Counter()
        for act in played.draw.choices(ACTS, k=STEPS):
            played.act(act, played.draw.choice(followers))
            if played.draw.random() < UNREAD:
                played.happened["unread"] += 1
                continue  # what comes meanwhile lies on the way
            for follower in followers:
                eventually(follower.has_what_may_be_seen)
        for follower in followers:
            eventually(follower.has_what_may_be_seen)
            sizes.update(sizes_of(follower.reader.received))
        assert {act: count for act, count in played.happened.items() if count < ENOUGH.get(act, 0)} == {}
        assert played.happened.keys() >= ENOUGH.keys()
        assert sizes["changes"] > 4 * sizes["tables"]
        assert sizes["in changes"] * 4 < sizes["in tables"] * sizes["changes"] / sizes["tables"]


def test_changes_are_made_of_two_views_that_were_filtered_for_who_is_sent_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filtered: list[tuple[object, ViewKey]] = []
    compared: list[tuple[object, object]] = []
    plain, since = Views.plain, Changes.since

    def noted_plain(views: Views, published: Any, view: ViewKey, lamps: Any) -> dict[str, object]:
        table = plain(views, published, view, lamps)
        filtered.append((table, view))
        return table

    def noted_since(changes: Changes, before: Any, now: Any) -> Any:
        compared.append((before, now))
        return since(changes, before, now)

    monkeypatch.setattr(Views, "plain", noted_plain)
    monkeypatch.setattr(Changes, "since", noted_since)
    with whole_table(tmp_path, None) as table, ExitStack() as stack:
        played = Played(table, "new forbidden-island referee seats=2", seed=1)
        table.do(played.new)
        cookies = [table.join([seat], name) for seat, name in enumerate(("Zoë", "Ben"))]
        followers = [Follower(table.port, WATCHERS_HOST, cookie) for cookie in (*cookies, "")]
        for follower in followers:
            stack.callback(follower.close)
        for _ in range(10):
            played.act("play", followers[0])
        for follower in followers:
            eventually(follower.has_what_may_be_seen)
    views = {id(each): view for each, view in filtered}
    asked = {(views[id(before)][:2], views[id(now)][:2]) for before, now in compared}
    assert {one for one, _ in asked} == {(0, frozenset({0})), (1, frozenset({1})), (WATCHER, frozenset())}
    assert all(one == other for one, other in asked)


def sizes_of(received: bytes) -> dict[str, int]:
    """Return how many tables and changes were *received*, and how many bytes are in them."""
    frames = received.split(b"\n\n")
    tables, changes = (
        [each for each in frames if each.startswith(b"event: " + name)] for name in (b"table", b"change")
    )
    return {
        "tables": len(tables),
        "in tables": sum(map(len, tables)),
        "changes": len(changes),
        "in changes": sum(map(len, changes)),
    }
