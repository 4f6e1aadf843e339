"""What stands in two rooms, because the arrows keep them apart, is the same in both."""

from __future__ import annotations

from typing import get_type_hints

import pytest

from companion.kits.format import kit_file, words
from companion.model import table_menu
from companion.stage.devices import TRAY
from companion.stage.offers import DOING
from companion.texts.say import LANGUAGES
from firmware_host import dicetray, link, stand_in, tlink
from hardware.inputs.virtual_input import LONGEST_MS, MAX_STEPS, SHORTEST_MS
from hardware.ports import BUTTON_NAMES, SOUND_NAMES
from tests.support.wording import TEXTS
from web_ui.api.bodies import PressBody


def test_kits_and_the_tables_menu_speak_the_languages_of_the_texts() -> None:
    assert words.LANGUAGES == LANGUAGES == tuple(code for code, _ in table_menu.LANGUAGES)


def test_a_kit_gives_work_to_the_buttons_that_the_stage_lights() -> None:
    assert kit_file.BUTTONS == DOING
    assert set(DOING) < set(BUTTON_NAMES)


LIMITS = [("for_ms", SHORTEST_MS, LONGEST_MS), ("turn", -MAX_STEPS, MAX_STEPS)]


@pytest.mark.parametrize(("field", "minimum", "maximum"), LIMITS)
def test_what_may_be_asked_of_the_simulated_hands_is_what_they_do(field: str, minimum: int, maximum: int) -> None:
    hint = str(get_type_hints(PressBody, include_extras=True)[field])
    assert f"ge={minimum}" in hint
    assert f"le={maximum}" in hint


def test_the_dice_tray_is_called_the_same_everywhere_and_its_wire_has_the_tables_buttons_and_sounds() -> None:
    assert TRAY == stand_in.NAME
    assert tlink.SOUNDS == SOUND_NAMES
    assert tlink.BUTTONS == dicetray.BUTTON_NAMES == stand_in.TRAY_LAMPS


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("trouble", [stand_in.FAILED, link.ABSENT, *link.HINTS])
def test_each_trouble_with_a_dice_tray_has_its_sentence(lang: str, trouble: str) -> None:
    assert TEXTS.say(lang, trouble).endswith(".")
