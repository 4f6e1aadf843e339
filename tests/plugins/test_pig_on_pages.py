"""Pig, which brings no JavaScript: played to its end in a browser by taps, by keys alone, and seen from afar."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.opening import Opening
from companion.texts.say import wordings_in
from tests.plugins.fingers import MOTION, Press, by_key, by_tap, position
from tests.plugins.wheels import beside_the_program
from tests.support.browsing import DESK, Pages
from tests.support.fireships import answered
from tests.support.paths import TESTS
from tests.support.waiting import eventually
from tests.support.whole import Whole, same_chance, whole_table
from tests.support.wording import say

pytestmark = pytest.mark.long  # Harbour is played on its pages in `make test`

PIG = Opening("pig", "referee", ("Ann", "Ben"), {"target": 30})
NAMES = ("Ann", "Ben")
ENOUGH = 10
MAX_TURNS = 100
SEEN = "document.body.innerText"
ROLL, HOLD = "[data-key='do roll']", "[data-key='do hold']"
PLAY = wordings_in(TESTS / "plugins" / "pig" / "tidetable_pig" / "texts.en.toml")["pig.words.play"]
CARD_NAMES = ("Five more", "Ten more", "Fifteen more")


@pytest.fixture
def table(site: Path, tmp_path: Path) -> Iterator[Whole]:
    with beside_the_program(site), same_chance(), whole_table(tmp_path, PIG) as table:
        eventually(lambda: bool(table.table["plays"]))
        yield table


def play_card(page: Page, press: Press) -> None:
    """Play the own hidden card, which is chosen by its back."""
    press(page, page.locator(".hand button"))
    press(page, page.locator("dialog[open]").get_by_role("button", name=str(PLAY)))
    expect(page.locator(".hand")).to_be_hidden()


def take_turn(page: Page, table: Whole, press: Press) -> None:
    """Do one thing: play the card as soon as it may be played, hold what is enough, or else roll."""
    state = position(table)
    answered(page)
    if state.total and state.hands[state.turn]:
        play_card(page, press)
    elif state.total >= ENOUGH:
        press(page, page.locator(HOLD))
    else:
        press(page, page.locator(ROLL))


def play_to_the_end(phones: tuple[Page, ...], table: Whole, press: Press) -> dict[str, str]:
    """Have each of *phones* play in its turn; return how the game ended."""
    for _ in range(MAX_TURNS):
        before = table.table
        if end := before["state"].get("end"):
            return dict(end)
        turn = position(table).turn
        expect(phones[turn].locator(".folk [aria-current]")).to_contain_text(NAMES[turn])
        take_turn(phones[turn], table, press)
        eventually(lambda before=before: table.table["version"] > before["version"])  # type: ignore[misc]
        table.settle()
    pytest.fail("the game never ends")


@pytest.mark.parametrize("press", [by_tap, by_key])
def test_it_is_played_to_its_end_and_seen_from_afar(pages: Pages, table: Whole, press: Press) -> None:
    phones = tuple(table.open(pages, table.join([seat], name), **MOTION[press]) for seat, name in enumerate(NAMES))
    afar = pages.open("/tv", DESK, **MOTION[press])
    end = play_to_the_end(phones, table, press)
    assert end["text"].endswith("points.")
    scores = position(table).scores
    for page in (*phones, afar):
        expect(page.locator(".ending")).to_contain_text(end["text"])
        held = page.get_by_role("list", name=say("page.holdings")).locator("ul li")
        assert held.all_inner_texts() == [f"Points: {score}" for score in scores]
    hands = position(table).hands
    assert not any(hand for hand, score in zip(hands, scores, strict=True) if score)


@pytest.mark.parametrize("key", [False, True])
def test_a_hidden_card_is_seen_by_its_owner_alone_and_only_when_asked_for(
    pages: Pages, table: Whole, key: bool
) -> None:
    ann, ben = (table.open(pages, table.join([seat], name)) for seat, name in enumerate(NAMES))
    afar = pages.open("/tv", DESK)
    table.do("roll", 0)
    everybody = (ann, ben, afar)
    for page in everybody:
        page.locator(".folk").wait_for()
        assert not any(name in page.evaluate(SEEN) for name in CARD_NAMES)
    peek = ann.locator(".peek")
    if key:
        by_key(ann, peek)
    else:
        peek.hover()
        ann.mouse.down()
    expect(ann.locator(".hand .card")).to_contain_text("more")
    (card,) = position(table).hands[0]
    for page in (ben, afar):
        assert f"{card}-does" not in page.content()
        assert not any(name in page.evaluate(SEEN) for name in CARD_NAMES)
    if key:
        ann.keyboard.press("Enter")
    else:
        ann.mouse.up()
    expect(ann.locator(".hand .back")).to_have_count(1)
    assert not any(name in ann.evaluate(SEEN) for name in CARD_NAMES)


def test_who_is_not_in_turn_is_offered_nothing_that_would_be_refused(pages: Pages, table: Whole) -> None:
    ann, ben = (table.open(pages, table.join([seat], name)) for seat, name in enumerate(NAMES))
    expect(ann.locator(ROLL)).to_be_visible()
    expect(ann.locator(".ask")).to_have_text(say("page.choose"))
    expect(ben.locator(".now")).to_have_text("Ann: roll")
    expect(ben.locator(".ask")).to_have_text(say("page.playing", name="Ann"))
    expect(ben.locator(ROLL)).to_have_count(0)
