"""Kits that the club sends: only a good one of a new name is asked about, and only an OK at the table keeps it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.engine.values.message import Message
from companion.library.games import Library
from companion.model.snapshot import Snapshot
from companion.outside.messages import Came, KitMessage
from companion.outside.mqtt.arriving_kits import ArrivingKits
from companion.phones.confirmation import ASKED_S, PAUSE_S, Confirmation
from companion.runtime.clock import ManualClock
from companion.runtime.timers import Action
from hardware.oled.fonts import undrawable
from tests.companion.phones.test_pairing import RingingTimer
from tests.support.waiting import TIMEOUT_S

HARBOUR = """\
slug = "harbour"
[dice.day]
faces = "1-6"
[text.en]
name = "Harbour Days"
day = "Day die"
[text.fr]
name = "Jours de port 🚀"
day = "Dé du jour"
"""
KIT = KitMessage("k1", "harbour", HARBOUR)


class Desk:
    """A table that is asked about kits, and what it did with them; its *lang* and the *folder* of its kits."""

    def __init__(self, folder: Path, lang: str = "en") -> None:
        self.folder = folder
        self.clock = ManualClock()
        self.timers: list[RingingTimer] = []
        self.asking = Confirmation(self.clock, self._later)
        self.told: list[str] = []
        self.came: list[Came] = []
        self._offered = threading.Event()
        self._done = threading.Event()
        self.published = Snapshot(lang=lang)
        slugs = {game.slug for game in Library().games}
        self.kits = ArrivingKits(
            folder,
            slugs,
            self.asking,
            self,
            undrawable=undrawable,
            kept=self._offered.set,
        )

    def _later(self, seconds: float, ring: Action) -> RingingTimer:
        self.timers.append(RingingTimer(seconds, ring))
        return self.timers[-1]

    def tell(self, said: Message) -> None:
        assert said.key == "stage.kit-taken"
        assert self._offered.is_set()
        self.told.append(str(said.values["name"]))
        self._done.set()

    def refuse(self, said: Message) -> None:
        assert said.key == "stage.not-kept"
        self.told.append("not kept")
        self._done.set()

    def offer(self, kit: KitMessage) -> bool:
        return self.kits.offer(kit, self.came.append)

    def answer(self, is_yes: bool) -> None:
        self.clock.advance(1)
        self.asking.answer(is_yes)

    def take(self) -> list[str]:
        """Say OK, and return what came of it."""
        self.answer(True)
        assert self._done.wait(TIMEOUT_S)
        return self.told

    def files(self) -> dict[str, str]:
        return {path.name: path.read_text("utf-8") for path in self.folder.glob("*")}


def test_an_ok_at_the_table_keeps_it_and_offers_it_at_once(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "kits")
    assert desk.offer(KIT)
    assert desk.asking.question == Message("stage.ask-kit", {"name": "Harbour Days"})
    assert desk.files() == {}
    assert desk.came == []
    assert (desk.take(), desk.came) == (["Harbour Days"], ["taken"])
    assert desk.files() == {"harbour.toml": HARBOUR}
    assert "harbour" in [game.slug for game in Library(desk.folder).games]


def test_it_is_asked_about_in_the_tables_words_and_letters(tmp_path: Path) -> None:
    desk = Desk(tmp_path, lang="fr")
    desk.offer(KIT)
    assert desk.asking.question == Message("stage.ask-kit", {"name": "Jours de port ?"})


@pytest.mark.parametrize("is_late", [False, True])
def test_a_no_and_silence_keep_nothing_and_the_club_pauses(tmp_path: Path, is_late: bool) -> None:
    desk = Desk(tmp_path)
    desk.offer(KIT)
    assert desk.timers[0].seconds == ASKED_S
    if is_late:
        desk.timers[0].ring()
    else:
        desk.answer(False)
    assert (desk.files(), desk.asking.question, desk.came) == ({}, None, ["declined"])
    assert not desk.offer(KIT)
    desk.clock.advance(PAUSE_S)
    assert desk.offer(KIT)


@pytest.mark.parametrize("slug", [game.slug for game in Library().games])
def test_a_game_or_kit_that_is_there_is_never_replaced(tmp_path: Path, slug: str) -> None:
    desk = Desk(tmp_path)
    assert not desk.offer(KitMessage("k1", slug, HARBOUR.replace("harbour", slug)))
    assert desk.asking.question is None


@pytest.mark.parametrize("lies_there", [Path.touch, Path.mkdir, lambda path: path.symlink_to("nowhere")])
def test_nor_is_a_file_of_that_name(tmp_path: Path, lies_there: Callable[[Path], None]) -> None:
    desk = Desk(tmp_path)
    lies_there(tmp_path / "harbour.toml")
    assert not desk.offer(KIT)


def test_nor_is_a_file_that_came_while_it_was_asked_about(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.offer(KIT)
    (tmp_path / "harbour.toml").write_text("ours", "utf-8")
    assert desk.take() == ["not kept"]
    assert desk.files() == {"harbour.toml": "ours"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "slug = ",
        HARBOUR.replace("1-6", "6-1"),
        HARBOUR.replace("harbour", "another"),
        f"cover = 'mine.svg'\n{HARBOUR}",
        f"cover = '../../secret.svg'\n{HARBOUR}",
        ".".join("a" * 30000) + " = 1",
        "a = " + "[" * 30000 + "]" * 30000,
        "a = " + "{a=" * 15000 + "1" + "}" * 15000,
    ],
    ids=range(9),
)
def test_a_kit_with_faults_or_of_another_name_isnt_asked_about(tmp_path: Path, text: str) -> None:
    desk = Desk(tmp_path)
    assert not desk.offer(KitMessage("k1", "harbour", text))
    assert (desk.asking.question, desk.files()) == (None, {})


def test_while_the_table_is_asked_something_else_it_isnt_asked_about(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.asking.ask("ada", Message("stage.ask-owner", {"name": "Ada"}), lambda: None)
    assert not desk.offer(KIT)
