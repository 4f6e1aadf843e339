"""Whatever a kit file holds, it is read or refused in words, within bounds."""

from __future__ import annotations

import time
import tracemalloc
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.kits.format.checks import MAX_FAULTS, MAX_FORMULA_LETTERS
from companion.kits.format.decks import MAX_KINDS
from companion.kits.format.effects import MAX_ALL_EFFECTS
from companion.kits.format.kit_file import TABLES, BadKit, kit_of, read_kit
from companion.runtime.foreign_file import MAX_BYTES
from tests.companion.kits.test_reader_faults import bad_kit, fault
from tests.support.largest_kit import largest_kit
from tests.support.rows import each_row

PATIENCE_S = 2.0
"""Ten times what any file here takes on an idle computer."""
MAX_MEMORY = 64 * 1024 * 1024

WORDS = st.sampled_from(
    [
        "a", "b", "dice", "roll", "sum", "always", "next turn", "raise a 1", "raise a sum", "list:a", "tokens:a",
        "people", "person", "team", "free", "2d6", "3d[a]", "count 1", "sum = 1", "1 a", "1-6", "52", "roll a",
        "spin a", "draw a", "turn begins", "timer a", "after roll a", "name", "x-does", "Été", "", "{}", "\n",
    ]
)  # fmt: skip
KEYS = st.sampled_from(
    [
        "a", "b", "roll", "faces", "count", "rolls", "shown", "label", "dice", "cancel", "segments", "segment",
        "weight", "does", "asks", "pack", "cards", "card", "deal", "hand", "each", "ways", "draws", "counts",
        "ticks", "start", "option", "from", "to", "steps", "target", "wins", "names", "states", "stock", "seconds",
        "sound", "starts", "passes", "order", "first", "rows", "bonus", "roll a", "draw a", "turn begins", "always",
        "sum = 1", "en", "fr", "name", "spin", "draw", "2",
    ]
)  # fmt: skip
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 500) | st.integers() | st.floats(allow_nan=True) | WORDS | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.text(max_size=3), inner, max_size=4),
    max_leaves=12,
)
DATA = st.dictionaries(st.sampled_from(TABLES), st.dictionaries(KEYS, VALUES, max_size=3) | VALUES, max_size=6)


@settings(max_examples=60, deadline=None)
@given(DATA)
def test_any_data_is_a_kit_or_has_faults(data: dict[str, Any]) -> None:
    try:
        assert kit_of("any.toml", {"slug": "any", **data}).kit.slug
    except BadKit as error:
        assert 0 < len(error.faults) <= MAX_FAULTS


def filled(line: str) -> str:
    """Return as many of *line*, each with its number, as a file may hold."""
    room = MAX_BYTES - 200
    lines = (line.replace("N", str(number)) for number in range(room))
    text = ""
    parts = []
    for each in lines:
        room -= len(each) + 1
        if room < 0:
            break
        parts.append(each)
    return text + "\n".join(parts)


@each_row(
    "text",
    [
        filled("key-N = 1"),
        filled("[dice.d-N]"),
        filled('[dice.d-N]\nroll = "20d6!"'),
        filled("[counter.c-N]\nx = 1"),
        filled("[deck.d.card.c-N]"),
        "[deck.d]\ncards = {" + filled("c-N = 1,").replace("\n", "") + "}",
        "[deck.d]\ncards = [" + filled('"Word N",').replace("\n", "") + "]",
        "[wheel.w]\nsegments = [" + filled('"Word N",').replace("\n", "") + "]",
        "[list.l]\nnames = [" + filled('"Word N",').replace("\n", "") + "]",
        "[text.en]\n" + filled('word-N = "x"'),
        "[sheet.s.rows]\n" + filled('row-N = "sum + sum"'),
        '[dice.d]\nroll = "1d6"\n[on."roll d"]\n' + filled('"sum = N" = ["say x"]'),
        filled('[on."roll N"]\nalways = []'),
        "[action.a]\ndoes = [" + filled('"say x",').replace("\n", "") + "]",
        filled('[action.a-N]\ndoes = ["raise x 1"]'),
        f'[dice.d]\nroll = "{"(" * 100_000}"',
        f'[sheet.s]\nrows = {{ a = "{"-" * 100_000}1" }}',
        f'[sheet.s]\nrows = {{ a = "{"9" * 100_000}" }}',
        f"[timer.t]\nseconds = {'9' * 4000}",
        f'[deck.d]\ncards = "{"x" * 200_000}"',
        f'"{"x" * 200_000}" = 1',
        "[pool.p]\ndice = [" + filled('"9 a",').replace("\n", "") + "]",
    ],
    ids=[str(number) for number in range(22)],
)
def test_a_file_full_of_one_thing_is_refused_soon(text: str) -> None:
    begun_s = time.process_time()
    faults = bad_kit(f'slug = "full"\n{text}').faults
    assert time.process_time() - begun_s < PATIENCE_S
    assert 0 < len(faults) <= MAX_FAULTS
    assert all(len(each.where) < 500 for each in faults)


def test_the_largest_kit_is_read_with_little_memory() -> None:
    text = largest_kit()
    tracemalloc.start()
    kit = read_kit("largest.toml", text).kit
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (len(kit.dice), len(kit.rules), sum(len(deck.cards) for deck in kit.decks)) == (12, 200, 999)
    assert peak < MAX_MEMORY


SCORE = 'slug = "full"\n[counter.score]\n'
EVERY_BOUND = [
    (
        SCORE + "\n".join(f"[action.a{n}]\ndoes = {['raise score ' + '+'.join('1' * 90)] * 20}" for n in range(12)),
        fault("[action.a2] does 'raise score " + ("+".join("1" * 90))[:86] + "…", "all-formulas", maximum=10_000),
    ),
    (
        SCORE + '[on."turn begins"]\n' + "\n".join(f'"turn = {n}" = {["again"] * 20}' for n in range(60)),
        fault("[on.\"turn begins\"] 'turn = 50'", "all-effects", maximum=MAX_ALL_EFFECTS),
    ),
    (
        'slug = "full"\n' + "\n".join(f"[deck.d{n}]\ncards = {[f'c{n}-{k}' for k in range(400)]}" for n in range(3)),
        fault("[deck.NAME]", "card-kinds", maximum=MAX_KINDS, given=1200),
    ),
]


@each_row(("text", "told"), EVERY_BOUND, ids=["formulas", "effects", "cards"])
def test_all_formulas_effects_and_cards_together_have_a_bound(text: str, told: object) -> None:
    assert MAX_FORMULA_LETTERS == 10_000
    faults = bad_kit(text).faults
    assert [each for each in faults if each.said == told.said] == [told]  # type: ignore[attr-defined]
