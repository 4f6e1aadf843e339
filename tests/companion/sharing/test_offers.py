"""Offers of kits: what was looked at is taken, few are kept, and each refusal says why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.engine.values.message import Message
from companion.kits.format.kit_file import read_kit
from companion.library.own.examination import Examination, FileFault, FoundFile, GivenFile
from companion.library.own.history import OwnFile
from companion.model.requests import RequestRefused
from companion.phones.confirmation import Confirmation
from companion.runtime.clock import ManualClock
from companion.runtime.timers import TimerThread
from companion.sharing.code import code_of
from companion.sharing.offers import MAX_OFFERS, KitOffers, without_picture
from tests.companion.sharing.test_code import SHIPPED
from tests.support.rows import each_row

KIT = 'slug = "otter"\nversion = {version}\n[dice.die]\nroll = "1d6"\n'


class FakeGames:
    """Own games that take anything, but for a *refusal*; *taken* are the texts."""

    def __init__(self) -> None:
        self.taken: list[str] = []
        self.faults: tuple[FileFault, ...] = ()
        self.refusal: Exception | None = None
        self.library: Any = SimpleNamespace(games=(), own=(), others=())

    def look(self, files: list[GivenFile]) -> Examination:
        (file,) = files
        if self.faults:
            return Examination((), self.faults)
        kit = read_kit(file.name, file.content)
        found = FoundFile(
            kind="kit",
            given=file.name,
            file=OwnFile("kits", file.name),
            content=file.content.encode(),
            slug=kit.kit.slug,
            titles={},
            is_new=True,
            replaced=False,
            kit=kit,
        )
        return Examination((found,), ())

    def install(self, files: list[GivenFile], replaces: bool) -> None:
        assert replaces
        if self.refusal is not None:
            raise self.refusal
        self.taken += [file.content for file in files]


class Bench:
    """Offers over fake games, whose installation waits until it is *run*."""

    def __init__(self, timers: TimerThread) -> None:
        self.games, self.clock = FakeGames(), ManualClock()
        self.asking = Confirmation(self.clock, timers.after)
        self.run: list[Callable[[], None]] = []
        self.offers = KitOffers(self.games, self.asking, self.no_photos, self.run.append)  # type: ignore[arg-type]  # a part of them

    def no_photos(self) -> Any:
        raise ImportError("no zxingcpp here")

    def confirm(self) -> None:
        self.clock.advance(1)
        self.asking.answer(True)
        for action in self.run:
            action()


@pytest.fixture
def bench() -> Iterator[Bench]:
    timers = TimerThread()
    yield Bench(timers)
    timers.close()


def refused(do: Callable[[], object]) -> Message:
    with pytest.raises(RequestRefused) as raised:
        do()
    return raised.value.said


def test_what_was_looked_at_is_taken_though_something_else_is_offered_meanwhile(bench: Bench) -> None:
    bench.offers.look("ann", KIT.format(version=1))
    bench.offers.ask("ann", "en")
    bench.offers.look("ann", KIT.format(version=2))
    bench.confirm()
    assert bench.games.taken == [KIT.format(version=1)]
    newest = bench.offers.offer("ann")
    assert newest is not None
    assert newest.kit.kit.version == 2


def test_a_no_takes_nothing_and_silence_neither(bench: Bench) -> None:
    bench.offers.look("ann", KIT.format(version=1))
    bench.offers.ask("ann", "en")
    bench.asking.answer(False)
    assert bench.offers.outcome("ann") == ("no", None)
    bench.offers.look("ben", KIT.format(version=1))
    bench.offers.ask("ben", "en")
    bench.asking.end()
    assert (bench.offers.outcome("ben"), bench.games.taken, bench.run) == (("late", None), [], [])


def test_a_kit_that_cannot_be_installed_says_why_and_stays_on_offer(bench: Bench) -> None:
    said = Message("own-games.being-played", {"name": "Otter"})
    bench.games.refusal = RequestRefused(said, "refused")
    bench.offers.look("ann", KIT.format(version=1))
    bench.offers.ask("ann", "en")
    bench.confirm()
    assert bench.offers.outcome("ann") == ("refused", said)
    assert bench.offers.offer("ann") is not None
    assert refused(lambda: bench.offers.install("ann")) == said
    bench.games.refusal = RuntimeError("a fault of the program's own")
    assert refused(lambda: bench.offers.install("ann")) == Message("error.broken")


def test_the_oldest_offers_are_forgotten(bench: Bench) -> None:
    for number in range(MAX_OFFERS + 2):
        bench.offers.look(f"phone {number}", KIT.format(version=1))
    assert bench.offers.offer("phone 1") is None
    assert bench.offers.offer("phone 2") is not None
    assert refused(lambda: bench.offers.ask("phone 1", "en")) == Message("share.no-offer")


def test_a_table_that_reads_no_photos_asks_for_the_file(bench: Bench) -> None:
    assert refused(lambda: bench.offers.look_at("ann", b"")) == Message("share.no-reader")


def test_a_fault_is_told_at_its_place(bench: Bench) -> None:
    bench.games.faults = (FileFault("kit.toml", "seats", Message("kit-fault.seats")),)
    at_place = Message("share.faulty-at", {"where": "seats", "fault": Message("kit-fault.seats")})
    assert refused(lambda: bench.offers.look("ann", KIT.format(version=1))) == Message(
        "share.faulty", {"fault": at_place}
    )


def test_every_shipped_kit_is_taken_from_its_code_as_it_is(bench: Bench) -> None:
    for path in SHIPPED:
        text = Path(path).read_text("utf-8")
        offer = bench.offers.look("ann", code_of(text.encode()) or "")
        assert (offer.given.content, offer.compared.key) == (text, "share.new"), path.name


@each_row(
    ("kit", "left"),
    [
        ('slug = "a"\ncover = "a.svg"\nminutes = 3\n', 'slug = "a"\nminutes = 3\n'),
        ("cover='A.SVG' # mine\nslug = 'a'\n", "slug = 'a'\n"),
        ('slug = "a"\ncover = "dice"\n', 'slug = "a"\ncover = "dice"\n'),
        ('slug = "a"\n[text.en]\ncover = "a.svg"\n', 'slug = "a"\n[text.en]\ncover = "a.svg"\n'),
    ],
)
def test_the_file_of_a_cover_is_left_out_and_nothing_else(kit: str, left: str) -> None:
    assert without_picture(kit) == left
