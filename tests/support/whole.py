"""A whole table behind the pages of a test: real kits and a real session, in no more time than it needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page

from companion.app import build, close
from companion.chance.dealers import Dealer, FairDealer, TypedDealer
from companion.chance.fairness import SEED_BYTES
from companion.engine.fact import Facts
from companion.engine.state import State
from companion.model.snapshot import Motion
from companion.opening import Opening
from companion.parts.options import TableOptions
from companion.parts.table import Parts
from companion.session.game.reveal import TIMES_S
from companion.settings.tables import Settings
from companion.start import start
from tests.support.browsing import PROXY_HOST, WATCHERS_HOST, Pages
from tests.support.ports import port_of_process
from tests.support.sse import Reader
from tests.support.tables import Phone, Reply, settings
from tests.support.waiting import eventually

MOTION_S = (0.0, 0.05)
"""Least and longest time in motion: nobody watches."""
PAUSE_S = 0.1
"""Between the cards of one step: nobody reads them."""
HELD_S, HOLDER = (0.0, 60.0), "the test"
"""The same where a holder says when it has landed."""
KITS = ("fireship", "forbidden-island", "fireball-island", "battle-for-the-island")


class Whole(Phone):
    """The table, and this computer as one that asks it."""

    def __init__(self, daemon: Parts) -> None:
        super().__init__(daemon.server.port)
        self.daemon = daemon

    def do(self, line: str, seat: int | str = "table") -> None:
        """Have *seat* do *line*, and wait until everybody may see what came of it."""
        answer = self._say(line, seat)
        assert answer.status == 200, answer.body
        self.settle()

    def _say(self, line: str, seat: int | str, cookie: str = "") -> Reply:
        """Send *line* for *seat*, once more while the table moves on by itself; return the answer."""
        self._sent += 1
        answer = Reply(b"")

        def is_said() -> bool:
            nonlocal answer
            body = {"id": f"whole-{self._sent}", "seen": self.table["version"], "seat": seat, "do": line}
            answer = self.ask("POST", "/api/v1/commands", body, cookie)
            # While several results come one after the other the table moves on by itself.
            return not any(each in answer.body for each in (b'"rolling"', b'"stale"'))

        eventually(is_said)
        return answer

    def settle(self) -> None:
        """Wait until nothing is in motion."""
        eventually(lambda: self.daemon.session.published.reveal is None)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Have what falls stay in motion while somebody looks, however long that takes, and let it land then."""
        stage, held = self.daemon.stage, list[Callable[[], None]]()
        go = stage.go

        def hold(motion: Motion, facts: Facts, state: State, landed: Callable[[str], None]) -> Sequence[str]:
            go(motion, facts, state, landed)
            held.append(lambda: landed(HOLDER))
            return (HOLDER,)

        with patch.object(stage, "go", hold), patch.dict(TIMES_S, dict.fromkeys(TIMES_S, HELD_S)):
            yield
            eventually(lambda: bool(held))
        for let_go in held:  # what this brings falls and lands as always
            let_go()
        self.settle()

    def join(self, seats: Sequence[int], name: str | None = None) -> str:
        """Let a phone in that holds *seats*; return its cookie."""
        window = self.daemon.window
        window.open()
        try:
            return self.daemon.phones.join("", window.digits, seats, name).cookie
        finally:
            window.close()

    @contextmanager
    def two_phones(self) -> Iterator[tuple[str, str]]:
        """Let Ann's phone and Ben's in on the first two seats, which are free again afterwards."""
        cookies = (self.join([0], "Ann"), self.join([1], "Ben"))
        yield cookies
        for cookie in cookies:
            self.daemon.phones.leave(cookie)

    def finish(self, *cookies: str) -> None:
        """Close the open game: the phones of *cookies*, of the first seats, agree where that needs two."""
        agreed: list[tuple[str, int | str, str]] = [("consent", at, each) for at, each in enumerate(cookies)]
        for do, seat, cookie in (("finish", "table", ""), *agreed):
            self.settle()
            if self.table["game"] is not None:
                self._say(do, seat, cookie)
        assert self.table["game"] is None

    def open(self, pages: Pages, cookie: str, path: str = "/", host: str = WATCHERS_HOST, **more: Any) -> Page:
        """Open the page of the phone that has *cookie*."""
        return pages.open(path, host=host, cookie=cookie, **more)


def table_of(opening: Opening | None = None) -> Any:
    """Return a fixture: the one table of a module, which begins with *opening*."""

    @pytest.fixture(scope="module")
    def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
        with whole_table(tmp_path_factory.mktemp("table"), opening) as table:
            yield table

    return table


@contextmanager
def same_chance() -> Iterator[None]:
    """Have every game of one kind go alike: all begin from one seed, and the moment of a press adds nothing to it."""
    with (
        patch.object(FairDealer, "seed", lambda dealer: bytes(SEED_BYTES)),
        patch("companion.session.game.store.moment", lambda monotonic_s: b""),
    ):
        yield


@contextmanager
def whole_table(
    folder: Path,
    opening: Opening | None,
    change: Callable[[Settings], Settings] = lambda settings: settings,
    first_evening: bool = False,
) -> Iterator[Whole]:
    """Run a table of its own in *folder*, playing *opening*, with usual settings after their *change*."""
    usual = settings(folder)
    own = change(replace(usual, web=replace(usual.web, port=port_of_process(), names=(WATCHERS_HOST, PROXY_HOST))))
    with (
        patch.dict(TIMES_S, dict.fromkeys(TIMES_S, MOTION_S)),
        patch("companion.session.game.rests.PAUSE_S", PAUSE_S),
    ):
        dealers: dict[str, Dealer] = {"dealer": FairDealer(), "typed": TypedDealer()}
        daemon = build(own, own.table.data, TableOptions(dealers=dealers, begins_first_evening=first_evening))
        try:
            start(daemon, opening)
            with Reader(daemon.server.port) as first:
                first.next("table")  # from now on the stream's thread runs
            yield Whole(daemon)
        finally:
            close(daemon)
