"""Golden files: whole pictures and lists of cues, compared as they were once read and found good."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.engine.values.message import Message
from companion.stage.cues import Speaker
from hardware.cues import StageCue
from tests.support.wording import TEXTS


class KeySpeaker(Speaker):
    """Says a sentence by its key and what fills it, so that a golden file has no words of a text."""

    def __init__(self) -> None:
        super().__init__(TEXTS, "en")

    def __call__(self, said: Message | str) -> str:
        if isinstance(said, str):
            return said
        values = ", ".join(f"{name}={self._spelt(value)}" for name, value in sorted(said.values.items()))
        return f"{said.key}({values})" if values else said.key

    def _spelt(self, value: Any) -> str:
        if isinstance(value, tuple):
            return " + ".join(self._spelt(each) for each in value)
        return self(value) if isinstance(value, Message) else str(value)


def spelt(cue: StageCue | None) -> dict[str, Any] | None:
    """Return the kind of *cue* and what it shows, as plain values; None says nothing."""
    if cue is None:
        return None
    shown = {field: getattr(cue, field) for field in type(cue).fields}
    told = {field: value for field, value in shown.items() if value not in ("", 0, (), False, None)}
    return {"cue": type(cue).__name__, **told}


def assert_golden(file: Path, found: Mapping[str, Any]) -> None:
    """Compare *found* with the golden *file*, a line for each of its entries.

    Where there is no file it is written, and the test fails so that somebody reads it.
    """
    lines = [f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in found.items()]
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    if not file.exists():
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
        pytest.fail(f"{file} was missing and is written. Read it.")
    golden = json.loads(file.read_text("utf-8"))
    assert json.loads(text) == golden, f"Remove {file} to have it written once more."
