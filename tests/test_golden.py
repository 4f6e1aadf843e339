"""Golden files are written once, by a test that fails, and compared from then on."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.values.message import Message
from hardware.cues import MessageCue
from tests.support.golden import KeySpeaker, assert_golden, spelt


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
