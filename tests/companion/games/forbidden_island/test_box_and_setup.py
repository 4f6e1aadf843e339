from __future__ import annotations

from collections import Counter

import pytest

from companion.engine.chance import Deal, Dice
from companion.engine.game import BadSetup
from companion.engine.notation import Unreadable
from companion.engine.values.seats import TABLE
from companion.games.forbidden_island.rules.components import (
    ADVENTURERS,
    COLOURS,
    FLOODS_AT_TICK,
    SHRINES,
    START_TILES,
    TILES,
    TREASURE_DECK,
    TREASURES,
)
from companion.games.forbidden_island.rules.layouts import LAYOUTS, BadLayout, Layout
from companion.games.forbidden_island.rules.masks import names_of, tiles_of
from tests.companion.games.forbidden_island.island import Play, setting_up, tiles
from tests.support.referees import FORBIDDEN_ISLAND
from tests.support.rows import each_row
from tests.support.seen import plain

TABLE_WORDS = ["earth-stone", "sandbags", "oceans-chalice", "helicopter-lift"]


def dealt(people: int = 2, first: int = 1, adventurers: str = "pilot diver", hands: str = "") -> Play:
    """Return play on an island that chance has laid by the alphabet."""
    table = setting_up(people)
    table.do("deal rest", TABLE)
    table.chance(first)
    table.chance(*TILES)
    table.chance(*TILES[:6])
    table.chance(*adventurers.split())
    table.chance(*(hands.split() or TABLE_WORDS))
    return table


@pytest.mark.rule("FI-C1")
def test_there_are_24_tiles_by_the_catalogues_names() -> None:
    catalogue = (
        "fools-landing bronze-gate copper-gate gold-gate iron-gate silver-gate temple-of-the-moon temple-of-the-sun "
        "cave-of-embers cave-of-shadows coral-palace tidal-palace howling-garden whispering-garden breakers-bridge "
        "cliffs-of-abandon crimson-forest dunes-of-deception lost-lagoon misty-marsh observatory phantom-rock "
        "twilight-hollow watchtower"
    )
    assert list(TILES) == sorted(catalogue.split())
    assert len(TILES) == 24


@pytest.mark.rule("FI-C2")
@each_row(
    ("treasure", "pair"),
    [
        ("earth-stone", "temple"),
        ("statue-of-the-wind", "garden"),
        ("crystal-of-fire", "cave"),
        ("oceans-chalice", "palace"),
    ],
)
def test_each_treasure_belongs_to_two_tiles(treasure: str, pair: str) -> None:
    names = names_of(SHRINES[list(TREASURES).index(treasure)])
    assert len(names) == 2
    assert all(pair in name.split("-") for name in names)


@pytest.mark.rule("FI-C3")
def test_the_treasure_deck_has_28_cards() -> None:
    counts = Counter(TREASURE_DECK)
    assert len(TREASURE_DECK) == 28
    assert [counts[card] for card in TREASURES] == [5, 5, 5, 5]
    assert (counts["helicopter-lift"], counts["sandbags"], counts["waters-rise"]) == (3, 2, 3)


@pytest.mark.rule("FI-C4")
def test_the_flood_deck_has_one_card_a_tile() -> None:
    request = None
    table = dealt()
    table.do("end-actions")
    table.draw("earth", "earth")
    table.do("draw")
    request = table.now.due()
    assert request is not None
    assert sorted([*request.cards, *TILES[:6]]) == list(TILES)  # type: ignore[attr-defined]  # it is a Card


@pytest.mark.rule("FI-C5")
def test_six_adventurers_have_their_colours_and_where_they_start() -> None:
    rows = {ADVENTURERS[role]: (COLOURS[role], TILES[START_TILES[role]]) for role in range(6)}
    assert rows == {
        "diver": ("black", "iron-gate"),
        "engineer": ("red", "bronze-gate"),
        "explorer": ("green", "copper-gate"),
        "messenger": ("silver", "silver-gate"),
        "navigator": ("yellow", "gold-gate"),
        "pilot": ("blue", "fools-landing"),
    }


@pytest.mark.rule("FI-C6", "FI-S5")
@pytest.mark.parametrize(("difficulty", "tick"), [("novice", 1), ("normal", 2), ("elite", 3), ("legendary", 4)])
def test_the_marker_starts_on_the_difficultys_tick(difficulty: str, tick: int) -> None:
    assert FLOODS_AT_TICK == (2, 2, 3, 3, 3, 4, 4, 5, 5)
    table = setting_up(difficulty=difficulty)
    assert table.now.water == tick
    assert FORBIDDEN_ISLAND.picture(table.now)["counters"][0]["at"] == tick - 1
    assert len(FORBIDDEN_ISLAND.picture(table.now)["counters"][0]["ticks"]) == 10


@pytest.mark.rule("FI-C7")
@pytest.mark.parametrize(("people", "good"), [(1, False), (2, True), (3, True), (4, True), (5, False)])
def test_two_to_four_play(people: int, good: bool) -> None:
    if good:
        assert FORBIDDEN_ISLAND.setup(("Ann",) * people, {}).seats
        return
    with pytest.raises(BadSetup):
        FORBIDDEN_ISLAND.setup(("Ann",) * people, {})


@pytest.mark.rule("FI-S1")
def test_the_standard_island_is_a_cross_and_all_layouts_have_24_places_connected_by_their_sides() -> None:
    rows = Counter(row for row, _ in LAYOUTS["cross"].places)
    assert [rows[row] for row in range(6)] == [2, 4, 6, 6, 4, 2]
    assert FORBIDDEN_ISLAND.options["layout"].default == "cross"
    assert len(LAYOUTS) >= 5
    for layout in LAYOUTS.values():
        assert len(set(layout.places)) == 24
        left = set(layout.places)
        edge = [left.pop()]
        while edge:
            row, column = edge.pop()
            near = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)} & left
            left -= near
            edge += near
        assert not left


@pytest.mark.rule("FI-S1")
@pytest.mark.parametrize(
    ("rows", "key", "values"),
    [
        (("xxxxx",) * 5, "forbidden-island.layout-count", {"given": 25, "expected": 24}),
        (("xxxxxx",) * 3, "forbidden-island.layout-count", {"given": 18, "expected": 24}),
        (("xxxxxx", "xxxxxx", "xxxxxx", "xxxxx", ".....x"), "forbidden-island.layout-apart", {"count": 1}),
    ],
)
def test_a_layout_with_too_many_cells_or_an_unreachable_one_is_refused(
    rows: tuple[str, ...], key: str, values: dict[str, int]
) -> None:
    with pytest.raises(BadLayout) as caught:
        Layout("bad", rows)
    assert (caught.value.refusal.rule, caught.value.refusal.reason.key) == ("FI-S1", key)
    assert caught.value.refusal.reason.values == values


@pytest.mark.rule("FI-S1", "FI-S2", "FI-S3", "FI-S4", "FI-S8")
def test_a_set_up_dealt_by_chance_runs_in_its_order_and_begins_the_first_turn() -> None:
    table = setting_up(2)
    table.do("deal rest", TABLE)
    asked = []
    for answer in ((1,), TILES, TILES[:6], ("pilot", "diver"), TABLE_WORDS):
        request = table.now.due()
        assert request is not None
        asked.append((request.purpose, request.rule))
        assert table.now.turn == -1
        table.chance(*answer)
    assert asked == [
        ("first", "FI-S6"),
        ("tiles", "FI-S1"),
        ("first-floods", "FI-S2"),
        ("adventurers", "FI-S3"),
        ("hands", "FI-S4"),
    ]
    assert (table.now.turn, table.now.actions, table.now.wet) == (0, 3, tiles(" ".join(TILES[:6])))
    assert [tuple(names_of(table.now.spent)), table.now.pile] == [TILES[:6], (tiles(" ".join(TILES[6:])),)]


@pytest.mark.rule("FI-S1")
def test_the_tiles_lie_dry_on_the_places_of_the_chosen_layout() -> None:
    table = setting_up(2, layout="raft")
    table.do("first 1", TABLE)
    table.do("deal next", TABLE)
    table.chance(*reversed(TILES))
    cells = plain(FORBIDDEN_ISLAND.picture(table.now))["boards"][0]["cells"]
    assert [cell["place"] for cell in cells] == [[column, row] for row in range(1, 5) for column in range(1, 7)]
    assert [cell["id"] for cell in cells] == list(reversed(TILES))
    assert {cell["state"] for cell in cells} == {"dry"}


@pytest.mark.rule("FI-S2")
def test_six_flood_cards_are_asked_for_and_are_the_discard() -> None:
    table = setting_up(2)
    for line in ("first 1", f"lay {' '.join(TILES)}", "deal next"):
        table.do(line, TABLE)
    request = table.now.due()
    assert isinstance(request, Deal)
    assert (request.count, request.cards) == (6, TILES)


@pytest.mark.rule("FI-S3")
def test_each_pawn_stands_where_its_adventurer_starts_flooded_or_not() -> None:
    table = dealt(adventurers="engineer explorer")
    assert [table.at(0), table.at(1)] == ["bronze-gate", "copper-gate"]
    assert "bronze-gate" in table.wet
    assert len(table.now.roles) == 2


@pytest.mark.rule("FI-S4")
def test_each_is_dealt_two_cards_and_waters_rise_is_none_of_them_but_in_the_deck() -> None:
    table = setting_up(3)
    table.do("deal rest", TABLE)
    for answer in ((1,), TILES, TILES[:6], ("pilot", "diver", "messenger")):
        table.chance(*answer)
    request = table.now.due()
    assert isinstance(request, Deal)
    assert (request.count, "waters-rise" in request.cards) == (6, False)
    table.chance(*TABLE_WORDS, "earth-stone", "earth-stone")
    assert [len(table.now.hand(seat)) for seat in range(3)] == [2, 2, 2]
    assert table.now.deck.count("waters-rise") == 3
    assert len(table.now.deck) == 22


@pytest.mark.rule("FI-S4")
def test_a_waters_rise_typed_into_a_first_hand_is_refused() -> None:
    table = setting_up(2)
    for line in ("first 1", f"lay {' '.join(TILES)}", "deal next"):
        table.do(line, TABLE)
    table.chance(*TILES[:6])
    table.do("cast pilot diver", TABLE)
    lines = [
        "waters-rise sandbags sandbags earth-stone",
        "sandbags sandbags sandbags earth-stone",
        "sandbags earth-stone",
    ]
    for words in lines:
        assert table.why_not(f"hand-out {words}", TABLE) == ("FI-S4", "forbidden-island.first-hands")


@pytest.mark.rule("FI-S6")
def test_the_table_names_the_first_seat_or_chance_picks_it() -> None:
    named = setting_up(3)
    assert named.why_not("first 4", TABLE) == ("FI-S6", "refused.no-seat")
    named.do("first 3", TABLE)
    assert named.now.first == 2
    picked = setting_up(3)
    picked.do("deal next", TABLE)
    assert picked.now.due() == Dice("first", "FI-S6", dice=((1, 2, 3),))
    picked.chance(2)
    assert picked.now.first == 1


@pytest.mark.rule("FI-S6", "FI-T3")
def test_the_first_seat_begins_and_play_passes_to_the_left() -> None:
    table = dealt(people=2, first=2)
    for seat, floods in ((1, ("gold-gate", "watchtower")), (0, ("iron-gate", "phantom-rock"))):
        assert table.now.turn == seat
        table.do("end-actions", seat)
        table.draw("earth", "wind", *floods, seat=seat)
    assert table.now.turn == 1


@pytest.mark.rule("FI-S8", "FI-S4")
def test_adventurers_and_cards_go_round_from_the_first_seat() -> None:
    table = dealt(first=2, adventurers="pilot diver")
    assert [ADVENTURERS[role] for role in table.now.roles] == ["diver", "pilot"]
    assert table.now.hand(1) == ("earth-stone", "sandbags")
    assert table.now.hand(0) == ("oceans-chalice", "helicopter-lift")


@pytest.mark.rule("FI-S7")
def test_everything_can_be_typed_in_instead() -> None:
    table = setting_up(2)
    for line in (
        "first 2",
        f"lay {' '.join(reversed(TILES))}",
        f"flood-first {' '.join(TILES[10:16])}",
        "cast navigator messenger",
        "hand-out earth-stone sandbags helicopter-lift sandbags",
    ):
        assert table.now.due() is None
        table.do(line, TABLE)
    now = table.now
    assert (now.turn, now.tiles, now.wet) == (1, tuple(range(23, -1, -1)), tiles(" ".join(TILES[10:16])))
    assert [table.at(0), table.at(1), now.hand(0), now.hand(1)] == [
        "gold-gate",
        "silver-gate",
        ("earth-stone", "sandbags"),
        ("helicopter-lift", "sandbags"),
    ]


@pytest.mark.rule("FI-S7")
def test_a_part_can_be_typed_in_and_the_rest_dealt() -> None:
    table = setting_up(2)
    table.do("first 1", TABLE)
    table.do("deal next", TABLE)
    table.chance(*TILES)
    assert table.now.due() is None
    table.do(f"flood-first {' '.join(TILES[6:12])}", TABLE)
    table.do("deal rest", TABLE)
    table.chance("pilot", "diver")
    table.chance(*TABLE_WORDS)
    assert (table.now.turn, table.now.wet) == (0, tiles(" ".join(TILES[6:12])))


REFUSED_DEALS = [
    ("first 1", "lay " + " ".join(TILES[:23]), "FI-S1", "forbidden-island.each-tile-once"),
    ("first 1", "lay " + " ".join((*TILES, "watchtower")), "FI-S1", "forbidden-island.each-tile-once"),
    ("first 1", "lay " + " ".join((*TILES[:23], "watchtower")), "FI-S1", "forbidden-island.each-tile-once"),
    ("lay", "flood-first " + " ".join(TILES[:5]), "FI-S2", "forbidden-island.six-floods"),
    ("lay", "flood-first " + " ".join((*TILES[:5], TILES[0])), "FI-S2", "forbidden-island.six-floods"),
    ("flood-first", "cast pilot", "FI-S3", "forbidden-island.one-adventurer-each"),
    ("flood-first", "cast pilot pilot", "FI-S3", "forbidden-island.one-adventurer-each"),
    ("", "cast pilot diver", "FI-S8", "forbidden-island.set-up-order"),
    ("lay", "hand-out sandbags sandbags earth-stone earth-stone", "FI-S8", "forbidden-island.set-up-order"),
]
LINES_UP_TO = {
    "first 1": ["first 1"],
    "lay": ["first 1", f"lay {' '.join(TILES)}"],
    "flood-first": ["first 1", f"lay {' '.join(TILES)}", f"flood-first {' '.join(TILES[:6])}"],
    "": [],
}


@pytest.mark.rule("FI-S1", "FI-S2", "FI-S3", "FI-S7", "FI-S8")
@pytest.mark.parametrize(("before", "line", "rule", "key"), REFUSED_DEALS)
def test_a_typed_set_up_that_cannot_be_is_refused_with_its_rule(before: str, line: str, rule: str, key: str) -> None:
    table = setting_up(2)
    for each in LINES_UP_TO[before]:
        table.do(each, TABLE)
    assert table.why_not(line, TABLE) == (rule, key)


@pytest.mark.rule("FI-S7")
def test_only_the_table_sets_up_and_only_before_play() -> None:
    table = setting_up(2)
    assert table.why_not("first 1", 0) == ("FI-S7", "refused.only-table")
    assert table.why_not("move iron-gate", 0) == ("FI-S8", "forbidden-island.set-up-first")
    assert table.why_not("draw", 0) == ("FI-S8", "forbidden-island.set-up-first")
    assert table.why_not("lift diver iron-gate", 0) == ("FI-S8", "forbidden-island.set-up-first")
    table.do("deal next", TABLE)
    assert table.why_not("first 1", TABLE) == ("FI-X1", "forbidden-island.card-first")
    assert dealt().why_not("deal rest", TABLE) == ("FI-S8", "forbidden-island.set-up-done")


def test_chance_that_is_typed_is_held_to_what_can_come() -> None:
    table = setting_up(2)
    table.do("first 1", TABLE)
    table.do("deal next", TABLE)
    request = table.now.due()
    assert request is not None
    assert not request.allows((*TILES[:23], TILES[0]))
    assert not request.allows((*TILES, TILES[0]))
    assert request.allows(TILES)


def test_an_unknown_word_is_unreadable_rather_than_refused() -> None:
    with pytest.raises(Unreadable):
        setting_up(2).do("lay atlantis", TABLE)


def test_the_forms_of_a_typed_set_up_ask_for_a_word_a_place() -> None:
    table = setting_up(2)
    found = []
    for line in ("first 1", f"lay {' '.join(TILES)}", f"flood-first {' '.join(TILES[:6])}", "cast pilot diver"):
        table.do(line, TABLE)
        kinds = [kind for ask in table.now.asks() for kind in ask.kinds if kind.is_form and kind.form(table.now, TABLE)]
        found += [(kind.verb, len(kind.form(table.now, TABLE) or ())) for kind in kinds]
    assert found == [("lay", 24), ("flood-first", 6), ("cast", 2), ("hand-out", 4)]


def test_masks_name_their_tiles_in_order() -> None:
    assert tiles_of(tiles("watchtower bronze-gate")) == (1, 22)
    assert names_of(tiles("watchtower bronze-gate")) == ("bronze-gate", "watchtower")
