"""The simulated table shows every person of a game beside its drawing, on a small desk's screen."""

from __future__ import annotations

import pytest

from tests.support.browsing import Pages
from tests.support.whole import Whole, table_of

CUT_OFF = """() => {
  const { top, bottom } = document.getElementById('game').getBoundingClientRect();
  const people = [...document.querySelectorAll('#game .mates > li')].map((each) => each.getBoundingClientRect());
  return [people.length, people.filter((each) => each.top < top || each.bottom > bottom + 1).length];
}"""

table = table_of()


@pytest.mark.parametrize(("game", "seats"), [("fireball-island", 4), ("battle-for-the-island", 2)])
def test_no_person_is_cut_off_beside_the_drawing(game: str, seats: int, pages: Pages, table: Whole) -> None:
    table.do(f"new {game} referee seats={seats}")
    page = pages.open("/panel", {"width": 1280, "height": 800})
    page.locator(f"#game .mates > li:nth-child({seats})").wait_for()
    page.wait_for_function(f"() => String(({CUT_OFF})()) === '{seats},0'")
    table.finish()
