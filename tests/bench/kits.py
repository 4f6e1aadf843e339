"""How long it takes to read kit files and to roll with rules, in CPU time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from companion.engine.chance import ChanceAnswer
from companion.engine.table import judged
from companion.engine.values.seats import CHANCE
from companion.kits.commands.dice import KitRoll
from companion.kits.format.kit_file import read_kit
from companion.kits.format.spec import Kit
from companion.kits.play import game_of
from tests.bench.figures import Row, Section, times
from tests.bench.sizes import Sizes
from tests.support.largest_kit import largest_kit
from tests.support.paths import ROOT

TWENTY = 20
SHIPPED = ROOT / "companion/kits/fireship.toml"


def sections(sizes: Sizes, folder: Path) -> Iterator[Section]:
    """Measure the largest kit that the format allows, and one that ships."""
    rows = [
        Row("the largest kit", "ms", _reading_ms(largest_kit(), sizes.shown)),
        Row(SHIPPED.stem, "ms", _reading_ms(SHIPPED.read_text("utf-8"), sizes.shown)),
    ]
    yield Section("Reading a kit, CPU time", rows, "From its text to the kit, TOML included.")
    plain, ruled = (_rolling_us(_with_rules(count), sizes.shown) for count in (0, TWENTY))
    rolls = [
        Row("without rules", "us", plain),
        Row("with twenty rules", "us", ruled, f"{times(median(ruled), median(plain))} of the roll without"),
    ]
    yield Section("A roll of two dice by a kit, CPU time", rolls, "The command, chance's answer and the rules.")


def _with_rules(count: int) -> Kit:
    """Return a kit of two dice with so many rules about a roll, of which one holds."""
    conditions = "".join(f'"sum = {number} and points >= 0" = ["say seven"]\n' for number in range(7, 7 + count))
    rules = f'[on."roll two"]\n{conditions}' if count else ""
    text = f'slug = "rolls"\n[dice.two]\nroll = "2d6"\n[counter.points]\neach = "person"\n{rules}'
    return read_kit("kit.toml", text).kit


def _rolling_us(kit: Kit, rolls: int) -> list[float]:
    game = game_of(kit)
    start = game.start(game.setup(("Ann", "Ben"), {}))
    found = []
    for _ in range(rolls * 10):
        begun_s = time.process_time()
        _, rolling = judged(KitRoll(0, "two"), start, 1)
        judged(ChanceAnswer(CHANCE, "roll", (3, 4)), rolling, 2)
        found.append((time.process_time() - begun_s) * 1_000_000)
    return found


def _reading_ms(text: str, times: int) -> list[float]:
    found = []
    for _ in range(times):
        begun_s = time.process_time()
        read_kit("kit.toml", text)
        found.append((time.process_time() - begun_s) * 1000)
    return found
