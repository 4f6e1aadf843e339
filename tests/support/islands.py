"""Forbidden Island laid by hand, so that a test knows every tile, pawn and card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from playwright.sync_api import Page, expect

from companion.opening import Opening
from tests.support.browsing import Pages
from tests.support.drafts import Played
from tests.support.whole import Whole
from tests.support.wording import say

LAID = (
    *("misty-marsh", "watchtower"),
    *("temple-of-the-sun", "silver-gate", "crimson-forest", "cave-of-embers"),
    *("lost-lagoon", "coral-palace", "fools-landing", "copper-gate", "howling-garden", "phantom-rock"),
    *("dunes-of-deception", "bronze-gate", "observatory", "iron-gate", "temple-of-the-moon", "cliffs-of-abandon"),
    *("whispering-garden", "gold-gate", "breakers-bridge", "tidal-palace"),
    *("twilight-hollow", "cave-of-shadows"),
)
"""Row by row; the island of the design's pictures."""
FLOODED = ("silver-gate", "coral-palace", "copper-gate", "observatory", "lost-lagoon", "cave-of-shadows")
OPENING = Opening("forbidden-island", "referee", ("Ada", "Ben"))
LAYOUTS = ("cross", "lagoon", "raft", "twins", "crescent", "kite")


def begin(
    table: Played, cast: Iterable[str] = ("engineer", "diver"), cards: str = "earth-stone earth-stone oceans-chalice"
) -> None:
    """Begin a game that is laid like that; Ada is on. *cards* are two for each, a Helicopter Lift added at the end."""
    roles = list(cast)
    table.do(f"new forbidden-island referee seats={len(roles)}")
    table.do("first 1")
    table.do(f"lay {' '.join(LAID)}")
    table.do(f"flood-first {' '.join(FLOODED)}")
    table.do(f"cast {' '.join(roles)}")
    table.do(f"hand-out {cards} helicopter-lift")


def correct(table: Played, **changes: str | int) -> None:
    """Set right what *changes* name, ``_`` standing for a dot and ``__`` for a hyphen; a line for every few of them."""
    words = [f"{key.replace('__', '-').replace('_', '.')}={value}" for key, value in changes.items()]
    put(table, words)


def almost_lost(table: Played) -> None:
    """Have the water stand one below the skull once somebody is on: few turns are left."""
    state = table.table["state"]
    if "end" not in state and state["turn"]["seat"] is not None:
        put(table, ["water=9"])


def put(table: Played, words: Iterable[str]) -> None:
    """Set right what *words* say, each ``name=word``."""
    table.do(f"correct {' '.join(words)}")


def next_flood(table: Played, tile: str) -> None:
    """Have the flood step begin with one card to be drawn, and that is *tile*'s, which is flooded."""
    discard = [f"flood.{other}=discard" for other in LAID if other != tile and other not in FLOODED]
    put(table, [f"{tile}=flooded", *([f"flood.{tile}=pile-1"] if tile in FLOODED else []), *discard[:9]])
    put(table, [*discard[9:], "step=flood-1"])


def cells(table: Whole) -> dict[str, dict[str, Any]]:
    """Return the island's cells by their tiles, each with the seats whose *pawns* stand there."""
    (board,) = table.table["state"]["boards"]
    pawns = [(piece["cell"], piece["owner"]) for piece in board.get("pieces", [])]
    return {cell["id"]: {**cell, "pawns": [seat for at, seat in pawns if at == cell["id"]]} for cell in board["cells"]}


# ---------------------------------------------------------------------- its page
CAME: dict[str, str] = {}
"""The cookie of the phone that came last."""


def tile(name: str) -> str:
    return f'.tile[data-token="{name}"]:not(.ghost)'


def phone(pages: Pages, table: Whole, *seats: int, path: str = "/", **more: Any) -> Page:
    """Open the page of a phone that holds *seats*; whoever held them before has left."""
    table.daemon.phones.leave(CAME.get("cookie", ""))
    CAME["cookie"] = table.join(seats or (0,))
    page = table.open(pages, CAME["cookie"], path, **more)
    page.locator("#dock :is(.ask, .waiting)").first.wait_for()
    expect(page.locator(".tiles")).to_be_visible() if table.table["game"] == "forbidden-island" else None
    return page


def choosable(page: Page) -> dict[str, str]:
    """Return what each tile that can be chosen is called."""
    found = page.locator(".tile[role=button]").evaluate_all(
        "all => all.map((each) => [each.dataset.token, each.getAttribute('aria-label')])"
    )
    return dict(found)


def mean(page: Page, verb: str) -> None:
    """Say what the next tap means."""
    page.locator(f"[data-key='open {verb}']").click()


def lines(plays: list[dict[str, object]]) -> Iterator[str]:
    """Give every complete line below *plays* that may be said."""
    for each in plays:
        if each.get("do") and not each.get("why") and each.get("form") is None:
            yield str(each["do"])
        yield from lines(each.get("then", []))  # type: ignore[arg-type]


def expect_actions(page: Page, left: int) -> None:
    """Wait until *page* says that *left* of three actions are left."""
    told = say("forbidden-island.page.actions-left", left=left, of=3)
    expect(page.locator(".pips")).to_have_attribute("aria-label", told)
