"""Pins, screen and tray by page: faults at their fields, and steps of a trial that a cut can't harm."""

from __future__ import annotations

import errno
import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import pytest

from companion.health.display_driver import DISPLAY, chosen_display, keep_display
from companion.health.settings import usable
from companion.parts.optional import TRIAL
from companion.settings import choices
from companion.settings.choices import FILE, WiringChoice, load, over
from companion.upkeep.trial.course import TrialStart, begin, confirm, propose, undo
from hardware.oled.panel.settings import OledSettings
from tests.support.tables import Reply
from tests.support.waiting import eventually
from tests.support.whole import Whole, whole_table
from tests.support.wording import TEXTS, say

ROLL_ON_4 = {"pins.roll": WiringChoice(4)}
NEVER = 10**6
"""More writes than there are."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Whole]:
    with whole_table(tmp_path, None) as table:
        yield table


def save(table: Whole, values: dict[str, str], cookie: str = "") -> Reply:
    return table.ask("POST", "/api/v1/wiring", {"do": "save", "values": values}, cookie)


def faults(reply: Reply) -> dict[str, str]:
    assert reply.status == 422, reply.body
    return {fault["key"]: fault["expected"] for fault in reply.json["faults"]}


def roll_pin(folder: Path, written: str = "", *, is_trial: bool = False) -> int:
    """Return the pin of ROLL in the settings of a start with the file *written*."""
    file = folder / "tidetable.toml"
    file.write_text(written, "utf-8")
    return usable(file, {"HOME": str(folder)}, folder, folder, is_trial=is_trial).settings.pins.roll


# ---------------------------------------------------------------------- by page
def test_wrong_values_are_told_at_their_fields_and_nothing_is_stored(table: Whole) -> None:
    twice = {
        key: say("wiring-page.twice", number=27, other=say(f"wiring-page.pins.{other}"))
        for key, other in (("pins.roll", "spin"), ("pins.spin", "roll"))
    }
    assert faults(save(table, {"pins.roll": "27"})) == twice
    assert faults(save(table, {"pins.roll": "3"})) == {"pins.roll": say("wiring-page.reserved", number=3)}
    assert faults(save(table, {"pins.roll": "28"})) == {"pins.roll": say("expected.whole", low="0", high="27")}
    assert faults(save(table, {"oled.driver": "sh1107"})) == {
        "oled.driver": TEXTS.say("en", "expected.choice", words=("ssd1306", "sh1106", "ssd1309"))
    }
    assert faults(save(table, {"oled.offset": "3"})) == {"oled.offset": say("expected.offset-of", driver="ssd1306")}
    assert faults(save(table, {"oled.address": "0x78", "dicetray.port": "usb"})).keys() == {
        "oled.address",
        "dicetray.port",
    }
    assert not (table.daemon.data / FILE).exists()
    assert not table.daemon.power.is_ending


def test_values_are_stored_on_trial_and_the_table_starts_again(table: Whole) -> None:
    assert (
        save(table, {"pins.roll": "4", "oled.address": "0x3d", "oled.offset": "auto", "pins.spin": "27"}).status == 200
    )
    eventually(lambda: table.daemon.power.is_ending)
    found = load(table.daemon.data)
    assert found.now == {"pins.roll": WiringChoice(4), "oled.address": WiringChoice(0x3D)}, "usual values are no choice"
    assert found.before == {}


def test_an_unsaved_game_is_not_ended_for_them(table: Whole) -> None:
    unsaved = SimpleNamespace(published=SimpleNamespace(keeps_nothing=True, open=SimpleNamespace(is_over=False)))
    with patch.object(table.daemon.optional.get(TRIAL), "_session", unsaved):
        reply = save(table, {"pins.roll": "4"})
    assert (reply.status, reply.json["text"]) == (422, say("keeping.close-first"))
    assert not (table.daemon.data / FILE).exists()


def test_values_that_cannot_be_written_are_told_and_nothing_restarts(table: Whole) -> None:
    with patch.object(choices, "keep", side_effect=OSError(errno.ENOSPC, "full")):
        assert save(table, {"pins.roll": "4"}).status == 503
    assert not table.daemon.power.is_ending
    assert table.ask("POST", "/api/v1/wiring", {"do": "confirm"}).status == 400
    assert table.ask("POST", "/api/v1/wiring", {"do": "back"}).status == 400


# ---------------------------------------------------------------------- the trial on disk
def test_new_choices_count_for_the_one_start_that_tries_them(tmp_path: Path) -> None:
    propose(tmp_path, ROLL_ON_4, replaces_display=False)
    assert roll_pin(tmp_path) == 17, "nobody tries them yet"
    assert begin(tmp_path) is TrialStart.TRIES
    assert (roll_pin(tmp_path, is_trial=True), roll_pin(tmp_path)) == (4, 17)
    assert begin(tmp_path) is TrialStart.RETURNS
    assert begin(tmp_path) is TrialStart.USUAL
    assert roll_pin(tmp_path, is_trial=True) == 17
    assert load(tmp_path).refused == {"pins.roll": 4}


def test_a_second_change_during_a_trial_goes_back_to_what_was_confirmed(tmp_path: Path) -> None:
    propose(tmp_path, ROLL_ON_4, replaces_display=False)
    begin(tmp_path)
    assert confirm(tmp_path)
    propose(tmp_path, {"pins.roll": WiringChoice(7)}, replaces_display=False)
    begin(tmp_path)
    propose(tmp_path, {"pins.roll": WiringChoice(8)}, replaces_display=False)
    begin(tmp_path)
    undo(tmp_path)
    assert roll_pin(tmp_path) == 4


def test_a_later_edit_of_the_file_has_the_last_word(tmp_path: Path) -> None:
    propose(tmp_path, {"pins.roll": WiringChoice(4, under=7)}, replaces_display=False)
    begin(tmp_path)
    confirm(tmp_path)
    assert roll_pin(tmp_path, "[pins]\nroll = 7\n") == 4
    assert roll_pin(tmp_path, "[pins]\nroll = 8\n") == 8
    assert roll_pin(tmp_path) == 17
    assert roll_pin(tmp_path, "[pins]\nroll = 7\nspin = 4\n") == 7, "the file has taken the chosen pin since"


@pytest.mark.parametrize("written", [0, 1, NEVER])
def test_a_failed_write_at_any_step_leaves_the_values_before(tmp_path: Path, written: int) -> None:
    written_since = 0

    def keep(file: Path, content: bytes) -> None:
        nonlocal written_since
        if written_since >= written:
            raise OSError(errno.EROFS, "read-only")
        written_since += 1
        file.write_bytes(content)

    with patch.object(choices, "keep", keep):
        try:
            propose(tmp_path, ROLL_ON_4, replaces_display=False)
            tried = begin(tmp_path) is TrialStart.TRIES
            assert tried == (written == NEVER)
        except OSError:
            assert written == 0
    assert roll_pin(tmp_path) == 17
    if written == 1:
        assert begin(tmp_path) is TrialStart.TRIES, "once it can be written, it is tried"


@pytest.mark.parametrize("content", ["", "{", '{"now": 3}', '{"now": {"pins.roll": {"value": 99}}}', "[" * 100_000])
def test_a_damaged_file_counts_for_nothing(tmp_path: Path, content: str) -> None:
    (tmp_path / FILE).write_text(content, "utf-8")
    assert begin(tmp_path) is TrialStart.USUAL
    assert over({}, tmp_path) == {}


def test_a_driver_chosen_by_hand_is_replaced_and_comes_back(tmp_path: Path) -> None:
    usual, by_hand = OledSettings(), OledSettings("sh1106", offset=2)
    keep_display(tmp_path, usual, by_hand)
    propose(tmp_path, {}, replaces_display=True)
    assert chosen_display(tmp_path, usual) == by_hand, "it is tried by the next start"
    begin(tmp_path)
    assert chosen_display(tmp_path, usual) == usual
    begin(tmp_path)
    assert chosen_display(tmp_path, usual) == by_hand
    assert json.loads((tmp_path / DISPLAY).read_text("utf-8"))["is"] == ["sh1106", 2]
