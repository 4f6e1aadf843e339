"""The same evening by pages alone: a phone that joined by six digits, and the table's own page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from playwright.sync_api import Browser, expect

from companion.app import close
from companion.opening import Opening
from companion.session.game.reveal import TIMES_S
from tests.support.browsing import WATCHERS_HOST
from tests.support.tables import scripted
from tests.support.wording import say
from tests.whole.phone_evenings import HostedTable, Thumb, pages_of

COPPER_GATE = say("kit.forbidden-island.copper-gate", "fr")

SECRET = "Tourbillon"
FIRESHIP = Opening("fireship", "kit", ("1", "2"))


@pytest.fixture(autouse=True)
def hurried() -> Iterator[None]:
    """Nobody has to watch what tumbles; what it ends on comes just the same."""
    with patch.dict(TIMES_S, dict.fromkeys(TIMES_S, (0.0, 0.1))):
        yield


def join(phone: Thumb, table: HostedTable) -> None:
    """Come in by the six digits and take both seats."""
    phone.tap(table.say("join.open"), phone.page.locator("#joining"))
    sheet = phone.page.get_by_role("dialog", name=table.say("join.title"))
    sheet.get_by_label(table.say("join.code")).fill(table.let_phones_in())
    for number in (2, 1):  # the free seat that is offered gives way to a choice
        sheet.get_by_label(table.say("seat.number", number=number)).check()
    phone.tap(table.say("join.enter"), sheet)
    expect(phone.page.locator("#joined-as")).to_contain_text("Joueur 1")
    assert table.table["held_seats"] == [0, 1]


@pytest.mark.long
def test_fireship_on_a_phone_that_joined_for_two(tmp_path: Path, browser: Browser) -> None:
    dealers = scripted((3, 7, 10), ("lost",), ("kraken",), ("whirlpool",))
    with HostedTable(tmp_path, dealers, opening=FIRESHIP) as table, pages_of(browser, table) as pages:
        phone = Thumb(pages.open(host=WATCHERS_HOST, has_touch=True))
        expect(phone.dock).to_have_text(say("kit.press", "fr", buttons="DÉS, ROUE, PIOCHE"))
        join(phone, table)

        phone.do("Lancer Trois dés", "Joueur 2")
        expect(phone.caption).to_have_text("Lancer 1\u00a0: 3, 7, 10, ensemble 20 · Joueur 2")
        assert table.of("dice", "dice")["values"] == [3, 7, 10]

        phone.tap(table.say("page.rest"))
        phone.do("Dé simple", "Joueur 1")
        expect(phone.page.locator(".verdict.lost")).to_contain_text("Perdu Dé simple")
        assert table.of("dice", "plain")["values"] == ["lost"]

        phone.do("Tourner Roue", "Joueur 1")
        expect(phone.page.locator(".slice.landed")).to_contain_text("Kraken")
        wheel = table.of("wheels", "wheel")
        assert wheel["segments"][wheel["at"]]["name"] == "kraken"

        phone.do("Piocher Cartes mystères, reste 55", "Joueur 1")
        expect(phone.caption).to_have_text(table.say("kit.drawn-secret", deck="Cartes mystères") + " · Joueur 1")
        assert table.of("decks", "mystery")["left"] == 54
        assert SECRET not in phone.shown
        with phone.holding(table.say("page.peek")):
            expect(phone.dock.locator(".card")).to_contain_text(SECRET)
        expect(phone.dock.locator(".back")).to_have_count(1)
        assert SECRET not in phone.shown

        phone.do("Carte 1", table.say("play.discard"))
        expect(phone.caption).to_have_text(table.say("kit.discarded", card=SECRET) + " · Joueur 1")
        mystery = table.of("decks", "mystery")
        assert (mystery["discarded"], [card["name"] for card in mystery["top"]]) == (1, ["whirlpool"])
        assert sum(hand["hidden"] for hand in mystery["hands"]) == 0


@pytest.mark.long
def test_forbidden_island_on_the_tables_own_page_with_the_plug_pulled(tmp_path: Path, browser: Browser) -> None:
    answers = (("copper-gate",), ("waters-rise",), ("copper-gate",), ("observatory",))
    with HostedTable(tmp_path, scripted(*answers), opening=FIRESHIP) as table, pages_of(browser, table) as pages:
        here = Thumb(pages.open())
        here.open_menu()
        kit = table.say("menu.mode-kit")
        for label in ("Table", table.say("menu.new-sure"), table.say("menu.new-yes"), "L’Île interdite", kit):
            here.tap(label, here.menu)
        here.menu.locator("form").get_by_label("Joueurs").fill("0")
        here.menu.get_by_label("Difficulté").select_option("normal")
        here.do(table.say("menu.start"), inside=here.menu)
        expect(here.menu).to_be_hidden()
        assert (table.table["game"], table.of("counters", "water")["at"]) == ("forbidden-island", 1)

        phone = Thumb(pages.open(host=WATCHERS_HOST))
        phone.tap_low(table.say("join.open"))
        phone.tap(table.say("join.only-watch"), phone.page.get_by_role("dialog", name=table.say("join.title")))

        here.draws("Inondation", f"{COPPER_GATE}\u00a0: Inondée")
        assert table.tile("copper-gate") == "flooded"
        here.tap(table.say("page.rest"))
        here.draws("Trésor", table.say("kit.shuffled", deck="Cartes Inondation"))
        meter = table.say("page.tick", label="Niveau d’eau", tick=3, at=3, of=10)
        expect(here.page.get_by_role("img", name=meter)).to_be_visible()
        water, flood = table.of("counters", "water"), table.of("decks", "flood")
        assert (water["at"], flood["left"], flood["discarded"]) == (2, 24, 0)
        here.draws("Inondation", f"{COPPER_GATE}\u00a0: Engloutie")
        expect(here.tile(f"{COPPER_GATE}, Engloutie")).to_have_class("tile sunk")
        expect(phone.page.get_by_role("img", name=f"{COPPER_GATE}, Engloutie")).to_be_visible()
        assert (table.tile("copper-gate"), table.of("decks", "flood")["removed"]) == ("sunk", 1)
        here.draws("Inondation", "Observatoire\u00a0: Inondée")

        here.tile("Observatoire, Inondée").click()
        here.do("Au sec")
        expect(here.tile("Observatoire, Au sec")).to_be_visible()
        assert table.tile("observatory") == "dry"
        here.open_menu()
        here.do(table.say("menu.undo"), inside=here.menu)
        expect(here.caption).to_have_text(table.say("log.undone"))
        assert table.tile("observatory") == "flooded"
        here.page.locator("#put-back").get_by_role("button", name=table.say("put-back.done")).click()

        here.tap(table.say("page.rest"))
        here.tap(table.say("play.correct"))
        here.correct("observatory", "Au sec")
        expect(here.tile("Observatoire, Au sec")).to_be_visible()
        assert table.tile("observatory") == "dry"

        port = table.port
        close(table.daemon)
        with HostedTable(tmp_path, scripted(("iron-gate",)), port) as table:
            compare = here.page.get_by_role("region", name=table.say("page.compare_title"))
            compare.locator("summary").click()
            expect(compare.get_by_role("listitem")).to_have_text(table.table["compare"])
            water, *tiles = table.table["compare"]
            assert (water.startswith("Niveau d’eau\u00a0: "), tiles) == (
                True,
                [f"{COPPER_GATE}\u00a0: Engloutie"],
            )
            here.tap(table.say("page.compare_wrong"), compare)
            here.correct("copper-gate", "Inondée")
            expect(compare).to_be_hidden()
            assert (table.tile("copper-gate"), table.table["compare"]) == ("flooded", [])
            here.draws("Inondation", f"{say('kit.forbidden-island.iron-gate', 'fr')}\u00a0: Inondée")
            assert table.tile("iron-gate") == "flooded"
