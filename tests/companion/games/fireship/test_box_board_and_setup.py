from __future__ import annotations

from typing import Any

import pytest

from companion.engine.chance import Dice
from companion.engine.game import BadSetup, OptionValue
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.games.fireship.course import SeaInPlay
from companion.games.fireship.rules.board.board import BadFireshipBoard, FireshipBoard
from companion.games.fireship.rules.board.components import (
    BADGE_STOCK,
    BADGES,
    CARD_COUNTS,
    KEPT,
    WHEEL,
    WHITE,
    name,
    place_of,
)
from companion.games.fireship.rules.board.masks import cells_of
from companion.games.fireship.rules.board.shipped_boards import ARCHIPELAGO, SHIPPED
from companion.kits.format.kit_file import shipped_kits
from companion.texts.say import LANGUAGES
from tests.companion.games.fireship.boards import POND, POND_ROWS
from tests.companion.games.fireship.sea import NAMES, cell, playing, setting_up
from tests.support.referees import FIRESHIP, TEXTS, fireship_on


@pytest.mark.rule("FS-C1")
@pytest.mark.parametrize(("faces", "minimum", "maximum"), [("1-10", 1, 10), ("0-9", 0, 9)])
def test_three_dice_of_ten_faces_are_rolled(faces: str, minimum: int, maximum: int) -> None:
    table = playing("b", "b", step="roll", faces=faces)
    table.do("roll")
    assert table.now.due() == Dice("dice", "FS-C1", dice=(tuple(range(minimum, maximum + 1)),) * 3)


@pytest.mark.rule("FS-C2")
@pytest.mark.parametrize(("attackers", "die", "wins"), [("b@9-9", "plain", 3), ("b@9-9 b@8-9", "blue", 4)])
def test_the_plain_die_wins_on_three_faces_and_the_blue_one_on_four(attackers: str, die: str, wins: int) -> None:
    for chosen, expected in (({}, wins), ({f"{die}_wins": 1}, 1)):
        more: dict[str, Any] = chosen
        table = playing(attackers, "b@9-10", step="attacks", **more)
        table.all("attack 9-9 9-10", "roll")
        assert table.now.due() == Dice(f"{die}-die", "FS-C2", dice=(("won",) * expected + ("lost",) * (6 - expected),))
        assert table.now.due().odds()  # type: ignore[union-attr]  # it was just compared


@pytest.mark.rule("FS-C3")
def test_the_wheel_has_eleven_segments_of_equal_weight_unless_the_family_weighs_them() -> None:
    table = playing("b@9-9", "b", step="attacks")
    table.all("end-attacks", "use 9-9", "spin")
    request = table.now.due()
    assert request is not None
    assert request.odds() == tuple(((segment,), 1) for segment in WHEEL)
    weighed = playing("b@9-9", "b", step="attacks", wheel_kraken=0, wheel_fog=9)
    assert dict(weighed.now.rules.wheel)["kraken"] == 0
    assert dict(weighed.now.rules.wheel)["fog"] == 9
    with pytest.raises(BadSetup):
        FIRESHIP.start(FIRESHIP.setup(NAMES[:2], {f"wheel_{segment.replace('-', '_')}": 0 for segment in WHEEL}))


@pytest.mark.rule("FS-C4")
def test_there_are_55_mystery_cards_and_their_counts_may_be_chosen() -> None:
    deck = playing("b", "b").now.deck
    assert len(deck) == 55
    counts = {card: deck.count(card) for card in set(deck)}
    assert counts == {
        "spin-wheel": 5, "gain-boat": 6, "gain-plane": 4, "lose-boat": 5, "lose-plane": 3, "no": 5, "boom": 5,
        "plus-one": 6, "updraft": 4, "fog": 4, "gulf-stream": 4, "deep-hole-bermuda": 2, "whirlpool": 2,
    }  # fmt: skip
    assert playing("b", "b", cards_no=0).now.deck.count("no") == 0


@pytest.mark.rule("FS-C5")
def test_there_are_six_badges_of_each_of_four_kinds() -> None:
    now = playing("b", "b", badges=("boom fog fog",)).now
    assert BADGES == ("boom", "gulf-stream", "fog", "updraft")
    assert [now.badge_stock(badge) for badge in range(4)] == [5, 6, 4, 6]


@pytest.mark.rule("FS-C6")
def test_what_a_colour_has_on_the_board_is_missing_from_its_reserve_and_returns_there() -> None:
    table = playing("b@9-9 b p s", "b@9-10", step="attacks")
    assert [table.now.reserve(0, kind) for kind in range(3)] == [13, 2, 1]
    assert table.now.on_board(WHITE, 0) == 9
    table.all("attack 9-9 9-10", "roll")
    table.chance("won")
    assert table.now.reserve(1, 0) == 15


@pytest.mark.rule("FS-C7")
def test_two_to_four_people_each_choose_a_colour_of_their_own() -> None:
    assert FIRESHIP.seats == (2, 4)
    table = setting_up(3)
    assert table.can("colour", 0) == {"blue", "red", "green", "yellow"}
    table.do("colour green", 1)
    assert table.why_not("colour green", 0) == ("FS-C7", "fireship.colour-taken")
    assert table.why_not("colour red", 1) == ("FS-C7", "fireship.colour-chosen")
    assert table.why_not("give-colours", 0) == ("FS-C7", "refused.only-table")
    table.do("give-colours", TABLE)
    assert table.now.colours == (0, 2, 1)
    assert table.why_not("colour yellow", 0) == ("FS-C7", "fireship.set-up-done")


def _words(mask: int) -> set[str]:
    """Return the words of the cells of *mask*, ``column-row``."""
    return {"{}-{}".format(*place_of(each)) for each in cells_of(mask)}


def _block(column: int, row: int, side: int) -> set[str]:
    """Return the words of the *side* by *side* cells whose top left one is at *column* and *row*."""
    return {f"{column + right}-{row + down}" for right in range(side) for down in range(side)}


CENTRES = [(column, row) for row in (5, 13, 21) for column in (5, 13, 21)]
DOTS = ["7-5", "13-7", "21-7", "7-13", "13-11", "19-13", "5-19", "13-19", "19-21"]
SPECIALS = {
    "battleship-cell": {"13-9", "13-17"},
    "wheel-cell": {"9-9", "17-9", "9-13", "17-13", "9-17", "17-17"},
    "mystery-cell": {"9-5", "17-5", "5-9", "21-9", "5-17", "21-17", "9-21", "17-21"},
}


@pytest.mark.rule("FS-B1", "FS-B5")
@pytest.mark.parametrize(
    ("board", "last_dot"), [(SHIPPED[0], "19-21"), (SHIPPED[-1], "21-19")], ids=["newest", "first"]
)
def test_the_usual_board_has_nine_islands_their_dots_four_squares_and_its_special_cells(
    board: FireshipBoard, last_dot: str
) -> None:
    assert (board.width, board.height) == (25, 25)
    assert list(map(_words, board.islands)) == [_block(column - 1, row - 1, 3) for column, row in CENTRES]
    assert list(board.dots) == list(map(cell, (*DOTS[:-1], last_dot)))
    assert list(map(_words, board.squares)) == [_block(*at, 2) for at in ((1, 1), (24, 1), (24, 24), (1, 24))]
    assert board.special_kind == {cell(word): kind for kind, words in SPECIALS.items() for word in words}
    used = {*DOTS[:-1], last_dot, *set().union(*SPECIALS.values())}
    covered = set().union(*map(_words, (*board.islands, *board.squares)))
    assert _words(board.open) == _block(1, 1, 25) - covered
    assert used <= _words(board.open)


@pytest.mark.rule("FS-B5")
def test_a_new_game_is_on_the_newest_board_and_a_kept_one_on_the_board_it_was_begun_on() -> None:
    option = FIRESHIP.options["board"]
    assert (option.default, option.choices, len(option.names)) == ("archipelago:2", ("archipelago:2",), 1)
    options: tuple[dict[str, OptionValue], ...] = ({}, {"board": "archipelago"}, {"board": "archipelago:2"})
    for chosen in options:
        assert FIRESHIP.setup(NAMES[:2], chosen).options["board"] == "archipelago:2"
    words = (None, "archipelago"), ("archipelago", "archipelago"), ("archipelago:2", "archipelago:2")
    for said, board in words:
        setup = FIRESHIP.kept_setup(NAMES[:2], {} if said is None else {"board": said})
        assert setup.options["board"] == board
        state = FIRESHIP.start(setup)
        assert isinstance(state, SeaInPlay)
        assert place_of(state.rules.board.dots[-1]) == ((19, 21) if board == "archipelago:2" else (21, 19))
    for unknown in ("archipelago:3", "archipelago:1", "pond"):
        for setup_of in (FIRESHIP.setup, FIRESHIP.kept_setup):
            with pytest.raises(BadSetup):
                setup_of(NAMES[:2], {"board": unknown})


@pytest.mark.rule("FS-B1")
def test_a_family_draws_its_own_board_and_names_its_islands() -> None:
    own = FireshipBoard("ours", POND_ROWS, name("archipelago"), [f"Rock {number}" for number in range(1, 10)])
    game = fireship_on(own)
    assert game.options["board"].choices == ("archipelago:2", "ours")
    assert game.options["board"].default == "ours"
    assert own.island_name(2) == Message("fireship.own-name", {"name": "Rock 3"})
    assert POND.island_name(2) == name("island-3")
    table = setting_up(2, game)
    table.do("give-colours", TABLE)
    assert table.now.pawns[WHITE][0].bit_count() == 9


def _with(row: int, text: str) -> tuple[str, ...]:
    return (*ARCHIPELAGO[: row - 1], text, *ARCHIPELAGO[row:])


@pytest.mark.rule("FS-B1")
@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        (_with(8, "." * 24), "board-row"),
        (_with(8, "x" + "." * 24), "board-letter"),
        (ARCHIPELAGO[:4], "board-size"),
        ((), "board-size"),
        (tuple(text.replace("5", ".") for text in ARCHIPELAGO), "board-no-island"),
        (_with(8, "1" + "." * 24), "board-island-apart"),
        (_with(8, "a" + "." * 24), "board-dots"),
        (tuple(text.replace("e", ".") for text in ARCHIPELAGO), "board-dots"),
        (_with(5, "...111.a?..222..?..333..."), "board-dot-far"),
        (tuple(text.replace("G", ".") for text in ARCHIPELAGO), "board-no-square"),
        (_with(8, "R" + "." * 24), "board-square-apart"),
        (("BB1" + ARCHIPELAGO[0][3:], "BB1" + ARCHIPELAGO[1][3:], "111" + ARCHIPELAGO[2][3:], *ARCHIPELAGO[3:]),
         "board-square-shut"),
        (_with(1, "BB...1.1" + "." * 15 + "RR")[:1] + _with(2, "BB....1" + "." * 16 + "RR")[1:], "board-unreached"),
    ],
)  # fmt: skip
def test_a_board_with_a_fault_is_refused_in_words(rows: tuple[str, ...], fault: str) -> None:
    with pytest.raises(BadFireshipBoard) as caught:
        FireshipBoard("ours", rows, name("archipelago"))
    assert f"fireship.{fault}" in {each.key for each in caught.value.faults}
    for lang in LANGUAGES:
        assert TEXTS.tell(lang, list(caught.value.faults))


@pytest.mark.rule("FS-B1")
def test_names_are_for_nine_islands() -> None:
    with pytest.raises(BadFireshipBoard, match="board-names"):
        FireshipBoard("ours", ARCHIPELAGO, name("archipelago"), ["Rock"])


@pytest.mark.rule("FS-B2")
def test_a_colour_square_counts_as_one_cell_and_only_its_colour_enters_it() -> None:
    table = playing("b b b@4-1 p@10-10", "b@3-2", units=3)
    assert table.move("blue-boat", "1-3") == 1
    assert table.now.home[0] == (1, 0, 0)
    table = playing("b b@4-1", "b@4-4", units=9)
    assert table.move("4-1", "home") == 2
    assert table.now.home[0] == (2, 0, 0)
    assert table.why_not("go-home") == ("FS-T1", "fireship.nothing-picked-up")
    assert table.move("blue-boat", "3-3") == 2
    table.do("pick blue-boat")
    assert table.why_not("go-home") == ("FS-B2", "fireship.home-already")
    assert table.why_not("go 2 2") == ("FS-B2", "fireship.square-by-home")
    assert table.why_not("go 25 1") == ("FS-B2", "fireship.others-square")
    assert table.why_not("pick red-boat") == ("FS-T1", "fireship.not-yours")
    assert table.why_not("pick blue-plane") == ("FS-B2", "fireship.none-at-home")


@pytest.mark.rule("FS-B2")
def test_the_shortest_way_may_lead_through_the_own_square_but_through_no_other() -> None:
    assert playing("b@3-1", "b@25-25").move("3-1", "1-3") == 2
    assert playing("b@23-1", "b@25-25").move("23-1", "25-3") == 4


@pytest.mark.rule("FS-B3")
def test_dots_and_special_cells_are_entered_but_no_island() -> None:
    table = playing("b@8-5 b@9-8", "b", white="", units=20)
    assert table.move("8-5", "7-5") == 1
    assert table.move("9-8", "9-9") == 1
    table.do("pick 7-5")
    assert table.why_not("go 6 5") == ("FS-B3", "fireship.island-cell")
    assert table.why_not("go 27 5") == ("FS-B1", "fireship.no-cell")


@pytest.mark.rule("FS-B4")
def test_one_cell_away_are_the_eight_neighbours_of_a_cell_island_or_square() -> None:
    table = playing("b@10-10 b@3-3 b@7-7 b", "b@11-11 b@13-10", step="attacks", white="b@8-7", flags="1:red")
    assert table.can("attack") == {"10-10 11-11", "7-7 8-7", "3-3 island-1"}
    assert table.now.near(cell("island-1")) >> cell("7-7") & 1
    assert not table.now.near(cell("island-1")) >> cell("8-7") & 1
    assert table.now.near(cell("blue-boat")) >> cell("3-3") & 1
    assert table.now.power(0, cell("3-3")) == 2


@pytest.mark.rule("FS-S1", "FS-S2")
def test_white_flags_and_boats_wait_at_the_islands_and_three_boats_and_a_plane_in_each_square() -> None:
    table = setting_up(2)
    table.do("give-colours", TABLE)
    now = table.now
    assert now.flags == (WHITE,) * 9
    assert now.pawns[WHITE][0] == sum(1 << dot for dot in now.rules.board.dots)
    assert now.home == ((3, 1, 0), (3, 1, 0))
    assert [now.reserve(0, kind) for kind in range(3)] == [12, 2, 2]


@pytest.mark.rule("FS-S3")
def test_the_highest_total_begins_and_who_is_tied_rolls_again() -> None:
    table = setting_up(3)
    assert table.why_not("roll") == ("FS-T1", "fireship.no-roll")
    table.do("give-colours", TABLE)
    for seat, dice in enumerate(((9, 5, 4), (2, 2, 2), (8, 5, 5))):
        assert [table.is_asked(each) for each in range(3)] == [each == seat for each in range(3)]
        table.do("roll", seat)
        table.chance(*dice)
    assert table.why_not("roll", 1) == ("FS-S3", "refused.not-your-turn")
    table.do("roll", 0)
    table.chance(1, 1, 1)
    table.do("roll", 2)
    table.chance(1, 1, 2)
    assert (table.now.first, table.now.turn, table.now.step) == (2, 2, "roll")
    table.do("roll", 2)
    table.chance(1, 1, 1)
    for line in ("end-moves", "end-turn"):
        table.do(line, 2)
    assert (table.now.turn, table.now.round) == (0, 1)


@pytest.mark.rule("FS-S4")
def test_the_way_to_win_is_most_islands_unless_all_are_chosen() -> None:
    assert FIRESHIP.options["win"].default == "most"
    for win, ended in (("most", True), ("all", False)):
        table = playing("b", "b", step="attacks", win=win, rounds=1, turn=1)
        table.do("end-turn", 1)
        assert (table.ending is not None) is ended


def test_each_ruling_marked_as_an_option_is_one() -> None:
    wanted = {"faces", "plain_wins", "blue_wins", "leads", "casualties", "win", "limit", "rounds", "minutes"}
    assert wanted | {"board", "answer_s", "chance"} < set(FIRESHIP.options)
    assert len([word for word in FIRESHIP.options if word.startswith("wheel_")]) == 11
    assert len([word for word in FIRESHIP.options if word.startswith("cards_")]) == 13
    assert len(NAMES) == FIRESHIP.seats[1]


def test_the_kit_has_the_numbers_of_the_referee() -> None:
    kit = next(file.kit for file in shipped_kits() if file.kit.slug == "fireship")
    rules = playing("b", "b").now.rules
    faces = {dice.name: (dice.count, dice.faces) for dice in kit.dice}
    assert faces == {"dice": (3, rules.faces), "plain": (1, rules.die(3)), "blue": (1, rules.die(4))}
    assert tuple((segment.name, segment.weight) for segment in kit.wheels[0].segments) == rules.wheel
    (deck,) = kit.decks
    assert {card.name: card.count for card in deck.cards} == CARD_COUNTS
    assert {card.name for card in deck.cards if card.kept} == KEPT
    assert {badge.name: badge.stock for badge in kit.badges} == dict.fromkeys(BADGES, BADGE_STOCK)
