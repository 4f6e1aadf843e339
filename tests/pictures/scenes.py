"""Every scene of the gallery: what lies on a table, and the page that somebody has open there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from unittest.mock import patch

from playwright.sync_api import Browser, Page, Route

from companion.model.requests import CommandRequest
from companion.session.game.reveal import TIMES_S
from tests.support import fireships
from tests.support.browsing import DESK, PHONE, WATCHERS_HOST, Pages
from tests.support.islands import FLOODED, LAID, begin, correct, next_flood, put, tile
from tests.support.midgame import play
from tests.support.seating import open_join
from tests.support.whole import KITS, Whole

CREW = ("Ada", "Ben", "Chloé", "Maximilienne-Alexane")
IN_MOTION_S = 5.0
"""So long does a roll last while it is photographed."""
OUT_OF_TOUCH_MS = 12_000
CAPTURED = {f"captured_{each}": 1 for each in ("earth__stone", "statue__of__the__wind", "crystal__of__fire")}


@dataclass
class Hand:
    """Whoever sets the scenes: at *table*, with *pages* to open, in *lang*."""

    table: Whole
    pages: Pages
    lang: str
    cookies: list[str] = field(default_factory=list)

    def own(self, path: str) -> Page:
        """Open *path* on the table's own computer."""
        return self.pages.open(f"{path}{'&' if '?' in path else '?'}lang={self.lang}", DESK, reduced_motion="reduce")

    def watcher(self, path: str = "/") -> Page:
        """Open *path* as somebody who hasn't joined."""
        return self.pages.open(f"{path}?lang={self.lang}", PHONE, WATCHERS_HOST, reduced_motion="reduce")

    def phone(self, *seats: int, prepare: Callable[[Page], None] | None = None) -> Page:
        """Open the page of a phone that holds *seats*."""
        look = f"/?lang={self.lang}"
        page = self.table.open(self.pages, self.join(*seats), look, prepare=prepare, reduced_motion="reduce")
        page.locator("#dock :is(.ask, .actions, .waiting)").first.wait_for(state="attached")
        return page

    def join(self, *seats: int) -> str:
        """Let a phone in that holds *seats*; return its cookie."""
        self.cookies.append(self.table.join(seats, CREW[seats[0]]))
        return self.cookies[-1]

    def leave(self) -> None:
        """Have everybody leave who came in."""
        for cookie in self.cookies:
            self.table.daemon.phones.leave(cookie)

    def start(self, line: str, seat: int) -> None:
        """Have *seat* do *line*, and leave it in motion."""
        session = self.table.daemon.session
        seen = session.published.version
        with patch.dict(TIMES_S, dict.fromkeys(TIMES_S, (IN_MOTION_S, IN_MOTION_S))):
            session.submit(CommandRequest(f"gallery-{self.lang}-{seen}", seen, seat, line, "phone", frozenset({seat})))


# ---------------------------------------------------------------------- the scenes
def menu(hand: Hand) -> Page:
    return hand.own("/")


def tv_menu(hand: Hand) -> Page:
    return hand.watcher("/tv")


def watching(hand: Hand) -> Page:
    play(hand.table, "fireship")
    return hand.watcher()


def joining(hand: Hand) -> Page:
    page = hand.watcher()
    open_join(page)
    page.locator(".digits").fill("4170")
    return page


def joining_refused(hand: Hand) -> Page:
    page = hand.watcher()
    open_join(page)
    page.locator(".digits").fill("123456")
    page.locator("#join-enter").click()
    page.locator(".digits[aria-invalid=true]").wait_for()
    return page


def full_table(hand: Hand) -> Page:
    hand.table.do("new forbidden-island referee seats=4")
    for seat, _ in enumerate(CREW):
        hand.join(seat)
    page = hand.watcher()
    open_join(page)
    page.locator("#join .seat .quiet").last.wait_for()
    return page


def set_up(hand: Hand) -> Page:
    hand.table.do("new forbidden-island referee seats=4")
    return hand.own("/")


def set_up_typed(hand: Hand) -> Page:
    hand.table.do("new forbidden-island referee seats=4 chance=typed")
    hand.table.do("first 1")
    hand.table.do(f"lay {' '.join(LAID)}")
    hand.table.do(f"flood-first {' '.join(FLOODED)}")
    hand.table.do("cast engineer diver explorer messenger")
    return open_form(hand.own("/"), "hand-out")


def correction(hand: Hand) -> Page:
    begin(hand.table)
    page = open_form(hand.own("/"), "correct")
    page.locator("summary").last.click()
    return page


def open_form(page: Page, word: str) -> Page:
    """Open the form of *word* among all that can be done on *page*."""
    opener, more = page.locator(f"#dock [data-key='open {word}']"), page.locator("#dock [data-key=more]")
    opener.or_(more).first.wait_for()
    if more.count():
        more.click()
    opener.click()
    form, elsewhere = page.locator("dialog .form"), page.locator("#dock [data-key=else]")
    form.or_(elsewhere).first.wait_for()
    if elsewhere.count():  # what is on the board is set right there
        elsewhere.click()
    form.wait_for()
    return page


def old_page(hand: Hand) -> Page:
    play(hand.table, "fireship")

    def aged(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=re.sub(r'"page":"\w+"', '"page":"of yesterday"', answer.text()))

    def prepare(page: Page) -> None:
        page.route("**/?lang=*", aged)

    page = hand.pages.open(f"/?lang={hand.lang}", PHONE, prepare=prepare, reduced_motion="reduce")
    page.locator(".notice button").wait_for()
    return page


def my_turn(hand: Hand) -> Page:
    begin(hand.table, cards="earth-stone sandbags oceans-chalice")
    return hand.phone(0)


def waiting_for_another(hand: Hand) -> Page:
    begin(hand.table, cards="earth-stone sandbags oceans-chalice")
    return hand.phone(1)


def refusal(hand: Hand) -> Page:
    begin(hand.table, ("pilot", "diver"))
    page = hand.phone(0)
    page.locator("[data-key='open fly']").click()
    page.locator(tile("coral-palace")).click()
    page.locator("#answer[open]").wait_for()
    return page


def too_many_cards(hand: Hand) -> Page:
    begin(hand.table, cards="earth-stone sandbags oceans-chalice")
    correct(hand.table, hand_1_oceans__chalice=4)
    return hand.phone(0)


def four_players(hand: Hand) -> Page:
    seven = "earth-stone earth-stone oceans-chalice oceans-chalice crystal-of-fire crystal-of-fire sandbags"
    begin(hand.table, ("engineer", "diver", "explorer", "messenger"), cards=seven)
    put(hand.table, ["captured.earth-stone=1", "coral-palace=sunk", "flood.coral-palace=out"])
    return hand.phone(0)


def card_in_motion(hand: Hand) -> Page:
    begin(hand.table)
    next_flood(hand.table, "watchtower")
    page = hand.phone(0)
    hand.start("draw", 0)
    page.locator(".coming.shown").wait_for()
    return page


def lost(hand: Hand) -> Page:
    begin(hand.table)
    hand.table.do("correct coral-palace=sunk flood.coral-palace=out tidal-palace=sunk flood.tidal-palace=out")
    return hand.phone(0)


def won(hand: Hand) -> Page:
    begin(hand.table)
    correct(hand.table, **CAPTURED, captured_oceans__chalice=2, pawn_1="fools-landing", pawn_2="fools-landing")
    hand.table.do("lift-off", 1)
    return hand.phone(0)


def out_of_touch(hand: Hand) -> Page:
    begin(hand.table)
    page = hand.phone(0, prepare=lambda page: page.clock.install())
    page.route("**/api/v1/*", lambda route: route.abort())
    page.clock.fast_forward(OUT_OF_TOUCH_MS)
    page.locator("body.stale").wait_for()
    return page


def peek(hand: Hand) -> Page:
    play(hand.table, "fireship")
    page = hand.phone(0)
    page.locator(".peek").press("Enter")
    return page


def moving(line: str) -> Callable[[Hand], Page]:
    """Return the scene of a phone while what *line* has set going is in motion."""

    def scene(hand: Hand) -> Page:
        play(hand.table, "fireship")
        page = hand.phone(0)
        hand.start(line, 0)
        page.locator(".moving").first.wait_for()
        return page

    return scene


def landed(hand: Hand) -> Page:
    play(hand.table, "fireship")
    page = hand.phone(0)
    hand.table.do("roll dice", 0)
    page.locator(".roll:not(.moving) .sum").first.wait_for()
    return page


def sea_moves(hand: Hand) -> Page:
    fireships.begin(hand.table)
    fireships.deal(hand.table, "no")
    fireships.roll(hand.table)
    hand.table.do("pick blue-boat", 0)
    return hand.phone(0)


def sea_attacks(hand: Hand) -> Page:
    fireships.begin(hand.table)
    fireships.attacks(hand.table)
    return hand.phone(0)


def sea_answers(hand: Hand) -> Page:
    fireships.begin(hand.table)
    fireships.deal(hand.table, "no")
    fireships.attacks(hand.table)
    page = hand.phone(0)
    hand.table.do("attack 9-9 10-9", 0)
    page.locator(".window").wait_for()
    return page


def sea_won(hand: Hand) -> Page:
    fireships.begin(hand.table)
    fireships.put(hand.table, *(f"island-{number}={'green' if number > 8 else 'blue'}" for number in range(1, 10)))
    page = hand.phone(0)
    fireships.put(hand.table, "island-9=blue")
    page.locator(".moment").wait_for()
    page.locator(".ending h2").wait_for()
    page.locator(":root:not(:has(> .moment))").wait_for()
    return page


def closed_kit(hand: Hand) -> Page:
    play(hand.table, "fireship")
    page = hand.phone(0)
    hand.table.do("finish")
    page.locator("#dock a").wait_for()
    return page


def kit_phone(slug: str) -> Callable[[Hand], Page]:
    """Return the scene of a phone that plays the kit called *slug*."""

    def scene(hand: Hand) -> Page:
        play(hand.table, slug)
        return hand.phone(0)

    return scene


def tv_kit(slug: str) -> Callable[[Hand], Page]:
    """Return the scene of the television at that kit."""

    def scene(hand: Hand) -> Page:
        play(hand.table, slug)
        return hand.watcher("/tv")

    return scene


def tv_of(scene: Callable[[Hand], Page]) -> Callable[[Hand], Page]:
    """Return the same scene as the television sees it."""

    def seen(hand: Hand) -> Page:
        scene(hand).close()
        return hand.watcher("/tv")

    return seen


def tv_in_motion(hand: Hand) -> Page:
    play(hand.table, "fireship")
    page = hand.watcher("/tv")
    hand.start("roll dice", 0)
    page.locator(".moving").first.wait_for()
    return page


def panel(hand: Hand) -> Page:
    play(hand.table, "fireship")
    return hand.own("/panel")


def owner(hand: Hand) -> Page:
    play(hand.table, "fireship")
    hand.table.daemon.window.open()
    page = hand.own("/")
    page.goto(f"{page.url.partition('/?')[0]}/owner?lang={hand.lang}")
    page.wait_for_load_state("networkidle")
    hand.table.daemon.window.close()
    return page


def finished(hand: Hand, path: str) -> Page:
    """Open *path* once a game has been played to its end."""
    play(hand.table, "fireship")
    hand.table.do("finish")
    page = hand.own("/")
    page.goto(f"{page.url.partition('/?')[0]}{path}?lang={hand.lang}")
    return page


def verify(hand: Hand) -> Page:
    page = finished(hand, "/verify")
    page.locator("main button").first.click()
    page.locator("#verdict:not(:empty)").wait_for()
    return page


def records(hand: Hand) -> Page:
    page = finished(hand, "/records")
    page.locator("[data-game]").first.click()
    page.locator("#watching .wheel, #watching .roll").first.wait_for()
    return page


def lost_way(hand: Hand) -> Page:
    page = hand.watcher()
    page.goto(f"{page.url.partition('/?')[0]}/nowhere?lang={hand.lang}")
    return page


def after_a_power_cut(hand: Hand) -> Page:
    return hand.own("/")


SCENES: dict[str, Callable[[Hand], Page]] = {
    "menu": menu,
    "tv-menu": tv_menu,
    "watching": watching,
    "joining": joining,
    "joining-refused": joining_refused,
    "full-table": full_table,
    "set-up": set_up,
    "set-up-typed": set_up_typed,
    "correction": correction,
    "old-page": old_page,
    "my-turn": my_turn,
    "waiting-for-another": waiting_for_another,
    "refusal": refusal,
    "too-many-cards": too_many_cards,
    "four-players": four_players,
    "card-in-motion": card_in_motion,
    "lost": lost,
    "won": won,
    "out-of-touch": out_of_touch,
    "peek": peek,
    "rolling": moving("roll dice"),
    "landed": landed,
    "sea-moves": sea_moves,
    "sea-attacks": sea_attacks,
    "sea-answers": sea_answers,
    "sea-won": sea_won,
    "closed-kit": closed_kit,
    "spinning": moving("spin wheel"),
    **{f"kit-{slug}": kit_phone(slug) for slug in KITS},
    **{f"tv-{slug}": tv_kit(slug) for slug in KITS},
    "tv-island": tv_of(four_players),
    "tv-lost": tv_of(lost),
    "tv-won": tv_of(won),
    "tv-rolling": tv_in_motion,
    "panel": panel,
    "owner": owner,
    "verify": verify,
    "records": records,
    "error": lost_way,
    "after-a-power-cut": after_a_power_cut,
}


@contextmanager
def staged(browser: Browser, table: Whole, name: str, lang: str) -> Iterator[Page]:
    """Set the scene called *name* on *table*, and clear it away afterwards.

    :raises RuntimeError: if the page complained of something meanwhile.
    """
    pages = Pages(browser, table.daemon.server)
    with ExitStack() as stack:
        stack.callback(pages.close)
        hand = Hand(table, pages, lang)
        stack.callback(table.settle)
        stack.callback(hand.leave)
        yield SCENES[name](hand)
    if pages.complaints:
        raise RuntimeError(f"{name}: the page complains: {pages.complaints}")
