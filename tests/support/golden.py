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
from tests.support.seen import plain
from tests.support.wording import TEXTS

WIDTH = 120
"""The longest line of a golden picture that could be broken."""


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


def keyed(picture: object) -> Any:
    """Return *picture* as plain data, with its sentences by their keys."""
    return _keyed(plain(picture), KeySpeaker())


def _keyed(value: Any, say: KeySpeaker) -> Any:
    if isinstance(value, dict):
        return {str(name): _keyed(each, say) for name, each in value.items()}
    if isinstance(value, list):
        return [_keyed(each, say) for each in value]
    return say(value) if isinstance(value, Message) else value


def laid_out(value: Any, margin: int = 0, used: int = 0) -> str:
    """Return plain *value* as JSON. What fits on a line, *used* by a name before it, stays on one."""
    line = json.dumps(value, ensure_ascii=False)
    if not value or not isinstance(value, dict | list) or used + len(line) < WIDTH:
        return line
    below = margin + 1
    if isinstance(value, dict):
        named = [(f"{json.dumps(name, ensure_ascii=False)}: ", each) for name, each in value.items()]
    else:
        named = [("", each) for each in value]
    parts = [name + laid_out(each, below, below + len(name)) for name, each in named]
    start = "\n" + " " * below
    return line[0] + start + f",{start}".join(parts) + "\n" + " " * margin + line[-1]


def assert_golden_picture(file: Path, found: Mapping[str, Any]) -> None:
    """Compare *found*, plain data, with the golden *file* as `assert_golden` does; each part has lines of its own."""
    _assert_golden(file, laid_out(found) + "\n")


def assert_golden(file: Path, found: Mapping[str, Any]) -> None:
    """Compare *found* with the golden *file*, a line for each of its entries.

    Where there is no file it is written, and the test fails so that somebody reads it.
    """
    lines = [f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in found.items()]
    _assert_golden(file, "{\n" + ",\n".join(lines) + "\n}\n")


def _assert_golden(file: Path, text: str) -> None:
    if not file.exists():
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
        pytest.fail(f"{file} was missing and is written. Read it.")
    golden = json.loads(file.read_text("utf-8"))
    assert json.loads(text) == golden, f"Remove {file} to have it written once more."
