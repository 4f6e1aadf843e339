"""Every law on random kits from the whole vocabulary."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.engine.laws.check import LawCourse, broken
from companion.kits.format.spec import Kit
from companion.kits.play import game_of
from tests.laws.games import of_a_kit
from tests.support.cases import NAMES
from tests.support.random_kits import random_kits
from tests.support.sources import seeded

pytestmark = pytest.mark.law
LONG = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large]}


def keeps_the_laws(kit: Kit, people: int, seed: int) -> None:
    game = game_of(kit)
    setup = game.setup(NAMES[:people], {})
    assert broken(LawCourse(game, setup, seeded, of_a_kit, seeds=1, maximum=30, name=str(seed))) == {}


@settings(max_examples=6, **LONG)  # type: ignore[arg-type]  # hypothesis takes them so
@given(random_kits(), st.integers(0, 3), st.integers(0, 99))
def test_a_random_kit_keeps_every_law(kit: Kit, people: int, seed: int) -> None:
    keeps_the_laws(kit, people, seed)


@pytest.mark.soak
@settings(max_examples=600, **LONG)  # type: ignore[arg-type]  # as above
@given(random_kits(), st.integers(0, 3), st.integers(0, 99))
def test_many_random_kits_keep_every_law(kit: Kit, people: int, seed: int) -> None:
    keeps_the_laws(kit, people, seed)
