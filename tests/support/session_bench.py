"""A table for tests of the session: its journal, a clock that stands still, and one tape of all that it lets out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from companion.chance.dealers import Dealer, ScriptedDealer, TypedDealer
from companion.engine.chance import Answer
from companion.engine.fact import Facts
from companion.engine.game import Game, OptionValue
from companion.engine.state import State
from companion.engine.values.seats import TABLE, WATCHER
from companion.journal.journal import Journal
from companion.journal.rows import Batch, LineRow
from companion.kits.format.kit_file import shipped_kits
from companion.kits.play import game_of
from companion.model.entry import Entry
from companion.model.publication import Published
from companion.model.requests import By, CommandRequest
from companion.model.snapshot import Motion, Snapshot
from companion.runtime.clock import ManualClock
from companion.session.session import Session, SessionConfig
from tests.support.games.duel import DUEL
from tests.support.games.spinner import SPINNER
from tests.support.seen import seen_plain

KITS = {kit.kit.slug: kit for kit in shipped_kits()}
FIRESHIP = game_of(KITS["fireship"].kit)
LIBRARY = (FIRESHIP, SPINNER, DUEL)
EVERY_SEAT = frozenset({TABLE, 0, 1, 2, 3})
_IDS = count(1)
VIEWERS = (0, 1, 2, 3, TABLE, WATCHER)


def view(published: Snapshot, viewer: int) -> bytes:
    """Every byte that *viewer* is given, which may play for its own seat."""
    return msgspec.json.encode(seen_plain(published, viewer, frozenset({viewer}) - {WATCHER}))


class Views(Mapping[int, bytes]):
    """What each viewer is given of what was *published*, which never changes: made when a test first looks."""

    def __init__(self, published: Snapshot) -> None:
        self._published = published
        self._made: dict[int, bytes] = {}

    def __getitem__(self, viewer: int) -> bytes:
        if viewer not in self._made:
            self._made[viewer] = view(self._published, viewer)
        return self._made[viewer]

    def __iter__(self) -> Iterator[int]:
        return iter(VIEWERS)

    def __len__(self) -> int:
        return len(VIEWERS)

    def __repr__(self) -> str:
        return repr(dict(self))


class Tape(list[tuple[Any, ...]]):
    """What happened, in its order."""

    def names(self) -> list[str]:
        return [event[0] for event in self]

    def of(self, name: str) -> list[tuple[Any, ...]]:
        return [event[1:] for event in self if event[0] == name]


class TapedStage:
    """The table's own devices: *holders* hold each reveal until the test lands them."""

    def __init__(self, tape: Tape, holders: Sequence[str] = ()) -> None:
        self.tape = tape
        self.holders = holders
        self.landings: list[Callable[[str], None]] = []

    def hear(self, published: Published) -> None:
        if published.motion is not None:
            self.tape.append(("stage.started", published.motion))
        else:
            self.tape.append(("stage.show" if published.is_shown else "stage.know", published.after))

    def go(self, motion: Motion, facts: Facts, state: State, landed: Callable[[str], None]) -> Iterable[str]:
        self.tape.append(("stage.go", motion, facts))
        self.landings.append(landed)
        return self.holders


class TapedMirror:
    """A mirror that keeps what it was told, and the bytes that each viewer would have got."""

    def __init__(self, tape: Tape) -> None:
        self.tape = tape

    def hear(self, published: Published) -> None:
        name = "mirror.changed" if published.motion is None else "mirror.started"
        self.tape.append((name, published.after, Views(published.after)))


class TapedJournal(Journal):
    """A journal that writes its commits on the tape, before and after; *fault* makes them fail."""

    def __init__(self, folder: Path, tape: Tape) -> None:
        super().__init__(folder)
        self.tape = tape
        self.fault: Callable[[Callable[[], list[int]]], list[int]] | None = None

    def commit_all(self, batches: Sequence[Batch]) -> list[int]:
        self.tape.extend(("commit", batch) for batch in batches)
        commit_all = super().commit_all
        numbers = commit_all(batches) if self.fault is None else self.fault(lambda: commit_all(batches))
        self.tape.extend(("durable", batch) for batch in batches)
        return numbers


class Bench:
    """A session on the journal in *folder*, driven by hand; ``again`` is the same table after a restart."""

    def __init__(
        self,
        folder: Path,
        answers: Iterable[Answer] = (),
        dealer: Dealer | None = None,
        holders: Sequence[str] = (),
        library: Sequence[Game] = LIBRARY,
        defaults: Mapping[str, Mapping[str, OptionValue]] | None = None,
        clock: ManualClock | None = None,
        must_arrive: frozenset[str] = frozenset(),
        can_call: bool = False,
        name: str = "Tidetable",
        first_evening: bool = False,
    ) -> None:
        self.folder = folder
        self.clock = clock or ManualClock()
        self.tape = Tape()
        self.stage = TapedStage(self.tape, holders)
        self.journal = TapedJournal(folder, self.tape)
        self.dealer = dealer or ScriptedDealer(answers)
        dealers: Mapping[str, Dealer] = {"dealer": self.dealer, "typed": TypedDealer(), "ask": TypedDealer()}
        config = SessionConfig(
            defaults=defaults or {},
            must_arrive=must_arrive,
            can_call=can_call,
            name=name,
            begins_first_evening=first_evening,
        )
        self.session = Session(library, self.journal, dealers, self.clock, stage=self.stage, config=config)
        self.session.subscribe(TapedMirror(self.tape))
        self.session.load()

    @property
    def published(self) -> Snapshot:
        return self.session.published

    @property
    def state(self) -> Any:
        return self.published.open.state

    def again(self, answers: Iterable[Answer] = (), **changes: Any) -> Bench:
        self.session.close()
        return Bench(self.folder, answers, **changes)

    def new(
        self, game: Game = FIRESHIP, people: int = 2, options: Mapping[str, OptionValue] | None = None, id: str = "new"
    ) -> Bench:
        """Open *game*, and see the deal with which it begins."""
        self.session.new_game(game.slug, game.mode, ("Ann", "Ben", "Cleo", "Dan")[:people], options or {}, id=id)
        self.pass_time(20)
        self.tape.clear()
        return self

    def request(
        self,
        do: str,
        seat: int = 0,
        id: str | None = None,
        seen: int | None = None,
        speaks_for: frozenset[int] = EVERY_SEAT,
        by: By = "phone",
    ) -> CommandRequest:
        seen = self.published.version if seen is None else seen
        return CommandRequest(id or f"id-{next(_IDS)}", seen, seat, do, by, speaks_for)

    def say(self, do: str, seat: int = 0, **more: Any) -> int:
        """Have *seat* say *do*; returns the version it leads to."""
        return self.session.handle(self.request(do, seat, **more))

    def pass_time(self, seconds: float) -> None:
        """Let time pass, a quarter of a second at a time, and have done what is due."""
        for _ in range(int(seconds * 4)):
            self.clock.advance(0.25)
            self.session.run_pending()

    def roll(self, do: str, seat: int = 0, **more: Any) -> int:
        """Have *seat* say *do* and wait for its reveal."""
        version = self.say(do, seat, **more)
        self.pass_time(20)
        return version

    def views(self) -> Views:
        return Views(self.published)

    def log(self, viewer: int = WATCHER) -> list[tuple[int, str, bool]]:
        """The log as *viewer* reads it: number, key of the sentence, whether it is struck out."""
        told = seen_plain(self.published, viewer, frozenset())["log"]
        return [(line["n"], line["text"].key, line["undone"]) for line in told]

    def rows(self) -> list[LineRow]:
        """What the journal holds of the open game."""
        return self.journal.lines(int(self.journal.setting("game") or 0))

    def lines(self) -> list[Entry]:
        return [row.entry for row in self.rows()]
