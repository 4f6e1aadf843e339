"""How long it takes to read kit files, in CPU time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from companion.kits.format.kit_file import read_kit
from tests.bench.figures import Row, Section
from tests.bench.sizes import Sizes
from tests.support.largest_kit import largest_kit
from tests.support.paths import ROOT

SHIPPED = ROOT / "companion/kits/fireship.toml"


def sections(sizes: Sizes, folder: Path) -> Iterator[Section]:
    """Measure the largest kit that the format allows, and one that ships."""
    rows = [
        Row("the largest kit", "ms", _reading_ms(largest_kit(), sizes.shown)),
        Row(SHIPPED.stem, "ms", _reading_ms(SHIPPED.read_text("utf-8"), sizes.shown)),
    ]
    yield Section("Reading a kit, CPU time", rows, "From its text to the kit, TOML included.")


def _reading_ms(text: str, times: int) -> list[float]:
    found = []
    for _ in range(times):
        begun_s = time.process_time()
        read_kit("kit.toml", text)
        found.append((time.process_time() - begun_s) * 1000)
    return found
