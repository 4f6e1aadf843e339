"""What tiles and adventurers say of themselves, what is to be watched, and the first round's hints."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.engine.plays import plays
from companion.games.forbidden_island.notes import GIFTS
from companion.games.forbidden_island.rules.components import ADVENTURERS
from tests.companion.games.forbidden_island.island import playing
from tests.support.referees import FORBIDDEN_ISLAND, TEXTS


def shown(**more: Any) -> Any:
    return msgspec.to_builtins(TEXTS.tell("en", FORBIDDEN_ISLAND.picture(playing(**more).now)))


def cell(tile: str, **more: Any) -> Any:
    return next(each for each in shown(**more)["boards"][0]["cells"] if each["id"] == tile)


def watched(**more: Any) -> dict[str, str]:
    return {each["id"]: each["watch"] for each in shown(**more)["boards"][0]["cells"] if "watch" in each}


def test_a_tile_tells_what_it_is_for_and_what_it_means_that_it_is_wet_or_gone() -> None:
    dry, wet = cell("coral-palace")["about"], cell("coral-palace", flooded="coral-palace")["about"]
    assert (len(dry), len(wet), dry[0], wet[0]) == (1, 2, wet[0], dry[0])
    assert "4 of its cards" in dry[0]
    assert "Ocean’s Chalice" in dry[0]
    assert "You have that treasure" in cell("coral-palace", captured=(-1, -1, -1, 0))["about"][0]
    assert "helicopter" in cell("fools-landing")["about"][0]
    assert "Diver" in cell("iron-gate")["about"][0]
    assert len(cell("misty-marsh", sunk="misty-marsh")["about"]) == 1


def test_only_tiles_whose_card_everybody_knows_to_come_are_to_be_watched() -> None:
    assert watched() == {}
    used = watched(spent="lost-lagoon watchtower", flooded="watchtower", sunk="misty-marsh")
    assert used.keys() == {"lost-lagoon", "watchtower"}
    assert all("used pile" in said for said in used.values())
    on_top = watched(pile=("lost-lagoon watchtower", "gold-gate iron-gate"), spent="silver-gate")
    assert on_top.keys() == {"lost-lagoon", "watchtower", "silver-gate"}
    assert "one of the next 2" in on_top["lost-lagoon"]
    assert "used pile" in on_top["silver-gate"]
    (alone,) = watched(pile=("lost-lagoon", "gold-gate iron-gate")).values()
    assert "the next one drawn" in alone


def test_each_adventurer_has_a_gift_of_their_own() -> None:
    assert tuple(GIFTS) == ADVENTURERS
    assert len({TEXTS.tell("en", gift.text) for gift in GIFTS.values()}) == len(ADVENTURERS)
    assert shown()["people"][1]["gift"]["shows"] == ("water", "water", "to", "land", "land")


def hints(**more: Any) -> list[tuple[str, list[int], int]]:
    return [(each["name"], list(each["seats"]), each["number"]) for each in shown(**more)["hints"]]


def test_hints_come_in_the_first_round_to_whom_they_help() -> None:
    hands = ("earth earth", "wind wind")
    tile, gift, cards, end, watch = (
        ("tile", [0], 1),
        ("gift", [0], 2),
        ("cards", [0], 3),
        ("end", [0], 4),
        ("watch", [1], 5),
    )
    assert hints(hands=hands) == [tile, cards, watch]
    assert hints(hands=hands, step="actions-2") == [tile, gift, cards, end, watch]
    assert hints(hands=hands, step="flood-2") == [("watch", [0, 1], 5)]
    assert hints(hands=hands, step="treasure-1") == []
    assert {each["of"] for each in shown(hands=hands)["hints"]} == {5}


def test_after_the_first_round_there_are_no_hints() -> None:
    # Two people have four cards of their first hands, and draw four in a round.
    hands, discard = ("earth earth fire fire", "wind wind"), "lift lift"
    assert hints(hands=hands, discard=discard) == []
    assert hints(hands=hands, discard=discard, step="flood-2") != []
    assert hints(hands=hands) != []


def test_what_cannot_be_captured_says_what_is_lacking_and_where_it_is_to_be_found() -> None:
    def remedy(pawns: str, *hands: str) -> tuple[str, str, tuple[str, ...]]:
        game = playing(pawns, hands).now
        (capture,) = (each for each in plays(game, (0,)) if each.word == "capture")
        found = next(each.remedy for each in capture.below if each.word == "earth-stone")
        assert found is not None
        return str(TEXTS.tell("en", found.short)), str(TEXTS.tell("en", found.text)), found.where

    short, text, where = remedy("diver@iron-gate engineer@bronze-gate", "earth earth earth", "earth")
    assert (short, where) == ("has 3 of 4", ("temple-of-the-moon", "temple-of-the-sun"))
    short, text, where = remedy("diver@temple-of-the-moon engineer@bronze-gate", "earth earth earth", "earth")
    assert (short, where) == ("has 3 of 4", ("bronze-gate",))
    assert "Engineer" in text
    short, text, where = remedy("diver@temple-of-the-moon engineer@bronze-gate", "earth")
    assert (short, where) == ("has 1 of 4", ())
    assert "draw two more" in text
