"""Golden files are written once, by a test that fails, and compared from then on."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.values.message import Message
from companion.engine.values.picture import Cell
from hardware.cues import MessageCue
from tests.support.golden import WIDTH, KeySpeaker, assert_golden, assert_golden_picture, keyed, laid_out, spelt


def test_a_missing_golden_file_is_written_by_a_test_that_fails(tmp_path: Path) -> None:
    golden = tmp_path / "golden" / "faces.json"
    speaker = KeySpeaker()
    line = speaker(Message("log.names", {"names": (Message("panel.draw"), "Ann")}))
    found = {"said": spelt(MessageCue(title="", lines=(line,))), "nothing": spelt(None)}
    with pytest.raises(pytest.fail.Exception, match="was missing and is written"):
        assert_golden(golden, found)
    assert_golden(golden, found)
    assert golden.read_text("utf-8").splitlines()[1:] == [
        '"said": {"cue": "MessageCue", "lines": ["log.names(names=panel.draw + Ann)"]},',
        '"nothing": null',
        "}",
    ]
    with pytest.raises(AssertionError, match="to have it written once more"):
        assert_golden(golden, {**found, "nothing": 1})


def test_a_golden_picture_has_keys_for_sentences_and_a_line_for_what_fits_on_one(tmp_path: Path) -> None:
    golden = tmp_path / "golden" / "start.json"
    cell = Cell("a1", Message("panel.draw"), (1, 2), notes=(Message("log.names", {"names": ("Ann", "Ben")}),))
    picture = keyed({"board": [cell] * 2, "none": {}, 1: "one"})
    with pytest.raises(pytest.fail.Exception, match="was missing and is written"):
        assert_golden_picture(golden, picture)
    assert_golden_picture(golden, picture)
    line = '{"id": "a1", "label": "panel.draw", "place": [1, 2], "notes": ["log.names(names=Ann + Ben)"]}'
    assert golden.read_text("utf-8").splitlines() == [
        "{",
        ' "board": [',
        f"  {line},",
        f"  {line}",
        " ],",
        ' "none": {},',
        ' "1": "one"',
        "}",
    ]
    with pytest.raises(AssertionError, match="to have it written once more"):
        assert_golden_picture(golden, {**picture, "none": None})


def test_no_line_of_a_golden_picture_is_too_long_if_it_could_be_broken() -> None:
    lines = laid_out({"a long name": [list(range(30)), {"another": list(range(33)), "more": ["."]}]}).splitlines()
    assert max(map(len, lines)) <= WIDTH
