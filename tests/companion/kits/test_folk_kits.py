"""The folk games: the core turn of each by notation, their texts, and random play."""

from __future__ import annotations

from random import Random

import pytest

from companion.engine.chance import ChanceAnswer
from companion.engine.plays import plays
from companion.engine.table import Table
from companion.engine.values.seats import CHANCE, TABLE
from companion.kits.folk_kit import folk_kits
from companion.kits.format.shelf import GROUPS
from companion.kits.format.spec import Kit
from companion.kits.play import game_of
from companion.texts.say import LANGUAGES, Texts
from tests.support.long_forms import few_of
from tests.support.new_kits import Evening
from tests.support.rows import each_row

FILES = {folk.slug: folk.whole for folk in folk_kits()}
FOLK = {slug: file.kit for slug, file in FILES.items()}
TEXTS = {slug: Texts.load(file.texts) for slug, file in FILES.items()}
LONG_COURSE, SHORT_COURSE = 1_000, 40

TURNS: list[tuple[str, tuple[str, ...], dict[str, list[int]], int | None, tuple[str, ...]]] = [
    ("pig", ("roll die", "=roll 6", "roll die", "=roll 4", "do hold"), {"pot": [0], "score": [10, 0]}, 1, ()),
    ("pig", ("roll die", "=roll 6", "roll die", "=roll 1"), {"pot": [0], "score": [0, 0]}, 1, ()),
    (
        "ten-thousand",
        ("roll six", "=roll 1 1 1 2 3 4", "keep six 1 2 3", "count pot table +500", "count pot table +500", "do bank"),
        {"pot": [0], "score": [1000, 0]},
        1,
        (),
    ),
    (
        "ten-thousand",
        ("roll six", "=roll 1 1 1 5 5 5", "keep six 1 2 3 4 5 6", "do all-six", "=roll 2 2 3 3 4 6", "do nothing"),
        {"pot": [0]},
        1,
        (),
    ),
    ("ten-thousand", ("count pot table +50", "do nothing"), {"pot": [0], "score": [0, 0]}, 1, ()),
    ("ludo", ("roll die", "=roll 6", "roll die", "=roll 6", "roll die", "=roll 2"), {"sixes": [0]}, 1, ()),
    ("ludo", ("roll die", "=roll 6", "roll die", "=roll 6"), {"sixes": [2]}, 0, ()),
    ("ludo", ("roll die", "=roll 6") * 3, {"sixes": [0]}, 1, ("third-six",)),
    ("snakes-and-ladders", ("roll die", "=roll 4"), {"square": [14, 0]}, 1, ("ladder",)),
    ("snakes-and-ladders", ("roll die", "=roll 6"), {"square": [6, 0]}, 0, ()),
    (
        "snakes-and-ladders",
        ("count square 1 +1", "roll die", "=roll 5", "*next", "roll die", "=roll 6", "roll die", "=roll 5"),
        {"square": [7, 0]},
        1,
        ("snake",),
    ),
    ("goose", ("roll two", "=roll 6 3"), {"square": [26, 0]}, 1, ("first-nine",)),
    ("goose", ("roll two", "=roll 4 5"), {"square": [53, 0]}, 1, ("first-nine",)),
    ("goose", ("roll two", "=roll 4 1"), {"square": [10, 0]}, 1, ("goose",)),
    ("goose", ("roll two", "=roll 5 1"), {"square": [12, 0]}, 1, ("bridge",)),
    (
        "goose",
        ("roll two", "=roll 6 3", "1roll two", "=roll 1 2", "roll two", "=roll 2 3"),
        {"square": [31, 3], "misses": [3, 0]},
        1,
        ("well",),
    ),
    (
        "goose",
        (
            "roll two",
            "=roll 5 4",
            "1roll two",
            "=roll 1 2",
            "roll two",
            "=roll 6 1",
            "1roll two",
            "=roll 1 2",
            "roll two",
            "=roll 6 5",
        ),
        {"square": [55, 6 + 6]},
        1,
        (),
    ),
    (
        "goose",
        ("roll two", "=roll 6 4", "1roll two", "=roll 1 2", "roll two", "=roll 4 5", "1roll two", "=roll 1 2"),
        {"square": [19, 6 + 6], "misses": [1, 0]},
        1,
        ("bridge",),
    ),
    ("backgammon", ("roll two", "=roll 3 3"), {}, 1, ("doublet",)),
    ("craps", ("roll two", "=roll 5 2"), {"point": [0]}, 0, ("natural",)),
    ("craps", ("roll two", "=roll 1 1"), {"point": [0]}, 0, ("craps",)),
    ("craps", ("roll two", "=roll 5 3", "roll two", "=roll 6 5"), {"point": [8]}, 0, ()),
    ("craps", ("roll two", "=roll 5 3", "roll two", "=roll 6 2"), {"point": [0]}, 0, ("point-made",)),
    ("craps", ("roll two", "=roll 5 3", "roll two", "=roll 6 1"), {"point": [0]}, 1, ("seven-out",)),
    ("thrice", ("roll three", "=roll 1 1 4"), {"score": [2, 0]}, 0, ()),
    ("thrice", ("roll three", "=roll 1 1 1"), {"score": [21, 0], "thrices": [1, 0]}, 0, ("thrice",)),
    ("thrice", ("roll three", "=roll 5 5 5"), {"score": [5, 0]}, 0, ()),
    ("thrice", ("roll three", "=roll 2 3 4"), {"score": [0, 0]}, 1, ()),
    ("thrice", ("do next-round", "1roll three", "=roll 2 3 2"), {"score": [0, 2], "goal": [2]}, 1, ()),
    ("mexico", ("roll two", "=roll 3 5", "next", "1roll two", "=roll 4 4"), {"value": [53, 144]}, 1, ()),
    ("mexico", ("roll two", "=roll 1 2"), {"value": [200, 0], "rolls": [1]}, 0, ("mexico",)),
    (
        "ship-captain-crew",
        ("roll five", "=roll 6 5 2 2 1", "keep five 1 2", "roll five", "=roll 4 6 3"),
        {"cargo": [9, 0]},
        0,
        (),
    ),
    ("ship-captain-crew", ("roll five", "=roll 6 6 4 3 3"), {"cargo": [0, 0]}, 0, ()),
    ("beetle", ("roll die", "=roll 5", "1roll die", "=roll 6", "roll die", "=roll 6"), {"parts": [1, 1]}, 1, ()),
    (
        "beetle",
        ("roll die", "=roll 6", "*next", "roll die", "=roll 5", "*next", "roll die", "=roll 1"),
        {"parts": [3, 0], "eyes": [1, 0]},
        1,
        (),
    ),
    ("crown-and-anchor", ("roll three", "=roll heart heart heart", "next"), {"chips": [20, 20]}, 1, ()),
    ("hazard", ("roll two", "=roll 6 5"), {"losses": [0]}, 0, ("nick",)),
    ("hazard", ("count main table +1", "roll two", "=roll 6 5"), {"main": [8], "losses": [1]}, 0, ("out",)),
    ("hazard", ("roll two", "=roll 3 3", "roll two", "=roll 4 2"), {"chance": [0]}, 0, ("won",)),
    ("hazard", ("roll two", "=roll 3 3", "roll two", "=roll 4 3"), {"chance": [0], "losses": [1]}, 0, ("lost",)),
    ("hazard", ("roll two", "=roll 1 1") * 3, {"losses": [0]}, 1, ("out",)),
    ("ur", ("roll four", "=roll 0 1 1 0"), {}, 0, ()),
    ("ur", ("roll four", "=roll 0 0 0 0"), {}, 1, ("zero",)),
    ("shut-the-box", ("roll both", "=roll 3 4", "set seven shut", "do open-all"), {"score": [0, 0]}, 1, ()),
    ("charades", ("start glass", "do guessed", "*ring glass"), {"points": [1, 0]}, 1, ()),
    ("score-pad", ("count points 2 +10", "step"), {"points": [0, 10]}, None, ()),
    ("raffle", ("draw ticket", "=draw n17", "spin winner", "=spin seat-2"), {"prize": [2]}, None, ()),
    ("bingo", ("draw ball", "=draw n90", "do new-game"), {"wins": [0, 0]}, None, ()),
]


def evening(slug: str, *lines: str, people: int = 2) -> Evening:
    game = Evening(FOLK[slug], people=people)
    turn = FOLK[slug].turn
    if turn is not None and turn.starts != "chosen":
        game.say("*begin", "=spin seat-1" if turn.starts == "random" else "=roll 6 1")
    game.say(*lines)
    return game


@each_row(("slug", "lines", "scores", "seat", "told"), TURNS)
def test_the_core_turn_is_as_the_rules_say(
    slug: str, lines: tuple[str, ...], scores: dict[str, list[int]], seat: int | None, told: tuple[str, ...]
) -> None:
    game = evening(slug, *lines)
    assert {name: game.scores(name) for name in scores} == scores
    assert game.picture().get("round", {}).get("seat") == seat
    keys = {said.key for step in game.table.steps[-8:] for fact in step.facts if (said := fact.said(game.state))}
    assert {f"kit.{slug}.{word}" for word in told} <= keys


def test_in_yacht_the_rows_score_as_the_rules_say() -> None:
    game = evening("yacht", "roll five", "=roll 5 5 2 3 4")
    offers = {row["name"]: row.get("offers") for row in game.picture()["sheets"][0]["rows"]}
    assert (offers["fives"], offers["small-run"], offers["large-run"], offers["chance"]) == (10, 30, 0, 19)
    assert (offers["three-alike"], offers["full-house"], offers["yacht"]) == (0, 0, 0)
    game.say("enter card small-run", "1roll five", "=roll 6 6 6 5 5")
    offers = {row["name"]: row.get("offers") for row in game.picture()["sheets"][0]["rows"]}
    assert (offers["three-alike"], offers["full-house"], offers["sixes"], offers["four-alike"]) == (28, 25, 18, 0)


def test_in_liars_dice_only_the_owner_sees_a_cup_until_it_is_shown() -> None:
    game = evening("liars-dice", "do shake", "=roll 1 2 3 4 5", "=roll 6 6 6 6 6")
    assert game.state.seen_by(1).result("cup", 0).is_seen is False
    assert game.refusal("do doubt")
    game.say("count face table +1", "count bid table +1", "do bid-on", "1do doubt")
    assert game.state.seen_by(1).result("cup", 0).faces == (1, 2, 3, 4, 5)
    assert game.scores("found") == [2]  # a 2, and the 1 that is wild
    game.say("1count own 2 -1", "1do shake", "=roll 1 1 1 1 1")
    assert game.state.due().dice == ((1, 2, 3, 4, 5, 6),) * 4
    assert game.scores("found") == [0]


def test_in_shut_the_box_the_tiles_open_again_for_the_next_person() -> None:
    game = evening("shut-the-box", "roll both", "=roll 3 4", "set seven shut")
    assert game.state.token("seven") == "shut"
    game.say("do open-all")
    assert game.state.token("seven") == "open"


@each_row(("people", "wolves"), [(5, 2), (6, 2), (7, 2), (8, 2)])
def test_in_the_village_everybody_has_one_role_that_only_they_see(people: int, wolves: int) -> None:
    game = evening("village", "do give-roles", people=people)
    (deck,) = (deck for deck in game.state.kit.decks if dict(deck.deal).get(people))
    game.say("=deal " + " ".join([card.name for card in deck.cards for _ in range(card.count)][:people]))
    hands = [[name for row in game.state.packs for pack in row for name in pack.hands[seat]] for seat in range(people)]
    assert [len(hand) for hand in hands] == [1] * people
    assert sum(hand.count("wolf") for hand in hands) == wolves
    assert game.state.due() is None


def test_a_pack_deals_seven_cards_to_each_and_a_charade_is_seen_by_one() -> None:
    pack = evening("pack-of-cards", "*deal pack", people=3)
    assert pack.state.due().count == 21
    charades = evening("charades", "draw task", "=draw owl")
    assert charades.state.packs[0][0].hands == (("owl",), ())
    assert "owl" not in str(charades.state.seen_by(1).packs[0][0].hands)


@each_row("slug", list(FOLK))
def test_every_text_is_there_in_both_languages(slug: str) -> None:
    english, french = FILES[slug].texts["en"], FILES[slug].texts["fr"]
    assert english.keys() == french.keys()
    assert FOLK[slug].shelf_group in GROUPS
    assert 3 <= FOLK[slug].rule_lines <= 10
    same = {key for key in english if "rule-" in key and english[key] == french[key]}
    assert not same


def test_there_are_twenty_four() -> None:
    assert len(FOLK) == 24


def step(table: Table, random: Random) -> None:
    """Let chance answer, or somebody do something of any kind that is possible."""
    state = table.state
    request = state.due()
    if request is not None:
        table.do(ChanceAnswer(CHANCE, request.verb, request.sample(random.randrange)))
        return
    seats = [ask.seat for ask in state.asks()]
    random.shuffle(seats)
    for seat in seats:
        kinds = next(ask.kinds for ask in state.asks() if ask.seat == seat)
        tries = [tuple(kind.tries(state, seat)) for kind in kinds if not kind.is_form]
        if found := [each for each in tries if each]:
            table.do(random.choice(random.choice(found)))
            return
    raise AssertionError("nobody can do anything")


def played_at_random(kit: Kit, commands: int) -> None:
    game, random = game_of(kit), Random(kit.slug)
    start = game.start(game.setup(tuple(f"P{seat}" for seat in range(max(2, kit.seats[0]))), {}))
    table = Table(start)
    for _ in range(commands):
        if table.state.end() is not None:
            table = Table(start)
        step(table, random)
        said = [sentence for fact in table.steps[-1].facts if (sentence := fact.said(table.state)) is not None]
        TEXTS[kit.slug].tell("fr", said)
    rows = [play.label for play in plays(table.state, (TABLE, 0))]
    for language in LANGUAGES:
        TEXTS[kit.slug].tell(language, (game.name, rows, game.picture(table.state.seen_by(TABLE))))


@pytest.mark.parametrize("length", few_of([SHORT_COURSE], [SHORT_COURSE, LONG_COURSE]))
def test_random_play_never_raises_and_never_sticks(length: int) -> None:
    for kit in FOLK.values():
        played_at_random(kit, length)
