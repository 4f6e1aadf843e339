"""Every law on every folk game."""

from __future__ import annotations

import pytest

from companion.engine.laws.check import LawCourse, broken
from companion.kits.folk_kit import folk_kits
from companion.kits.format.spec import Kit
from companion.kits.play import game_of
from tests.laws.games import of_a_kit
from tests.support.long_forms import few_of
from tests.support.new_kits import PEOPLE
from tests.support.sources import seeded

pytestmark = pytest.mark.law
FOLK = {folk.slug: folk.whole.kit for folk in folk_kits()}


def keeps_the_laws(kit: Kit, people: int) -> None:
    game = game_of(kit)
    course = LawCourse(game, game.setup(PEOPLE[:people], {}), seeded, of_a_kit, seeds=1, maximum=30, name=kit.slug)
    assert broken(course) == {}


@pytest.mark.parametrize("slug", few_of(["liars-dice"], FOLK))
def test_a_folk_game_keeps_every_law(slug: str) -> None:
    least, _ = FOLK[slug].seats
    for people in {least, max(2, least)}:
        keeps_the_laws(FOLK[slug], people)
