"""Ten kits built by edits alone are the kits that people wrote, and play."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.kits.format.kit_file import read_kit
from companion.maker import shape
from companion.maker.maker import Maker
from companion.maker.wire import MAX_EDITS, KitEdit, MadeKit, MakerRequest
from companion.runtime.foreign_file import toml_of
from companion.texts.say import Texts
from tests.support.paths import ROOT
from tests.support.rows import each_row

FOLK, SIX = ROOT / "companion/kits/folk", ROOT / "tests/companion/kits/six"
PRESSES: dict[Path, tuple[str, ...]] = {
    FOLK / "pig.toml": ("press roll", "press roll", "press draw"),
    FOLK / "yacht.toml": ("press roll", "keep five 1 2", "press roll"),
    FOLK / "ten-thousand.toml": ("press roll",),
    FOLK / "liars-dice.toml": ("press roll",),
    FOLK / "score-pad.toml": ("count points 1 +5", "step"),
    FOLK / "raffle.toml": ("press draw",),
    SIX / "hills.toml": ("press roll", "press draw"),
    SIX / "tricks.toml": ("deal pack",),
    SIX / "words.toml": ("press spin",),
    ROOT / "companion/kits/any-dice.toml": ("throw any 2d6",),
}
"""What is tried of each kit."""


def edits_for(data: Any) -> Iterator[KitEdit]:
    """Yield the taps that build a kit with *data*: a table is added, and each of its keys set."""
    yield KitEdit("name", slug=data["slug"])
    for path, content in tables_in(data):
        if path:
            kind = shape.place_of(path).kind
            *_, name = path
            yield KitEdit("add", table=kind, of=path[1] if "." in kind else "", name=name, value={})
        for key, value in content.items():
            yield KitEdit("set", (*path, key), value=value)


def tables_in(data: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """Yield each table of *data* that is added as such, with its own keys."""
    inner = [key for key, value in data.items() if shape.depth((*path, key)) > len(path) and isinstance(value, dict)]
    inner = [key for key in inner if shape.place_of((*path, key)).kind not in ("sheet.rows", "sheet.bonus")]
    if len(path) in (0, 2, 4) or path[0] in shape.SINGLE:
        yield path, {key: value for key, value in data.items() if key not in inner}
    for key in inner:
        yield from tables_in(data[key], (*path, key))


def built(maker: Maker, edits: list[KitEdit], presses: tuple[str, ...]) -> MadeKit:
    made = maker.make(MakerRequest(""), "en")
    for at in range(0, len(edits), MAX_EDITS):
        made = maker.make(MakerRequest(made.text, tuple(edits[at : at + MAX_EDITS]), presses), "en")
        assert made.fault is None
    return made


@each_row("path", PRESSES, ids=lambda path: path.stem)
def test_a_kit_built_by_edits_is_the_kit_that_was_written_and_plays(path: Path) -> None:
    written = path.read_text("utf-8")
    made = built(Maker(Texts.load(), lambda: None), list(edits_for(toml_of(written))), PRESSES[path])
    assert (made.faults, made.data) == ((), toml_of(written))
    assert read_kit("", made.text) == read_kit("", written)
    assert made.trial is not None
    assert made.trial.refused is None
    assert len(made.trial.snapshot.open.log) >= len(PRESSES[path])
