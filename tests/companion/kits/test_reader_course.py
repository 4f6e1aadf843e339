"""Turns, scores, timers, formulas and packs of a kit file, and every fault of theirs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.kits.format.checks import KitFault
from companion.kits.format.flow import Effect, PoolDie, RoundSpec, RowSpec, TimerSpec, TurnSpec
from companion.kits.format.kit_file import BadKit, KitFile, read_kit
from companion.kits.format.packs import PACKS
from companion.kits.format.spec import CounterSpec, Kit, SegmentSpec
from companion.kits.formulas.canonical_text import spelled
from companion.kits.formulas.tree import BuiltInNumber, FaceCount, NamedNumber, WholeNumber
from companion.kits.play import game_of
from companion.texts.say import LANGUAGES, read_language
from tests.companion.kits.night import NIGHT
from tests.companion.kits.test_reader_faults import bad_kit, because, fault, there_are
from tests.support.rows import each_row

SIX = sorted((Path(__file__).parent / "six").glob("*.toml"))
FILE = read_kit("night.toml", NIGHT)
KIT = FILE.kit


def kit_of(text: str) -> Kit:
    return read_kit("some.toml", f'slug = "some"\n{text}').kit


def formula(where: str, text: str, at: int, key: str, /, meant: str = "", **values: Any) -> KitFault:
    """Return the fault at letter *at* of the formula *text*."""
    caret = f"\n{text}\n{' ' * at}^"
    said = Message(f"formula.{key}", values)
    if meant:
        said = because("meant", fault=said, word=meant)
    return KitFault(where, because("formula", fault=said, caret=caret))


# ---------------------------------------------------------------------- whole kits
@pytest.mark.parametrize("path", SIX, ids=[path.stem for path in SIX])
def test_a_kit_of_a_well_known_kind_of_game_is_read_in_at_most_25_lines(path: Path) -> None:
    text = path.read_text("utf-8")
    assert read_kit(path.name, text).kit.slug == path.stem
    assert len(text.splitlines()) <= 25


@pytest.mark.parametrize("path", SIX, ids=[path.stem for path in SIX])
def test_such_a_kit_begins_with_legal_lines_on_its_buttons(path: Path) -> None:
    kit = read_kit(path.name, path.read_text("utf-8")).kit
    game = game_of(kit)
    for people in range(kit.seats[0], kit.seats[1] + 1):
        state = game.start(game.setup(tuple(f"Person {number}" for number in range(people)), {}))
        lines = dict(game.buttons(state)).values()
        assert lines
        assert [line for line in lines if game.notation.read(TABLE, line).why_not(state) is not None] == []


def test_a_wheel_that_has_cards_drawn_into_a_hand_by_a_rule_is_known() -> None:
    deck = '[deck.d]\npack = "32"\n[wheel.w]\nsegments = ["a", "b"]\n[wheel.x]\nsegments = ["a", "b"]\n'
    assert kit_of(deck + '[on."spin w"]\na = ["draw from bottom d"]').dealing == {"d", "w"}


def test_dice_are_plain_formulas_free_or_pools() -> None:
    dice = KIT.dice_named
    assert {name: each.formula.spelled() for name, each in dice.items() if each.formula} == {
        "attack": "4d6kh3+2", "five": "5d6", "luck": "2d[trouble]=failure",
    }  # fmt: skip
    assert (dice["five"].rolls, dice["cup"].is_hidden, dice["cup"].count, dice["any"].is_free) == (3, True, 5, True)
    ability = ("success", "success+advantage", "blank")
    assert dice["check"].pool == (PoolDie("ability", 2, ability), PoolDie("trouble", 1, ("failure", 2)))
    assert (dice["check"].cancel, dice["check"].look) == ((("success", "failure"),), "blue")


def test_wheels_have_short_forms() -> None:
    assert KIT.wheel_named["begins"].is_of_people
    assert KIT.wheel_named["sky"].segments == (SegmentSpec("calm", 3), SegmentSpec("big-storm"))
    assert [each.name for each in KIT.wheel_named["place"].segments] == ["old-mill", "ete", "harbour"]


def test_counters_are_ticks_or_numbers() -> None:
    tide, pot, score, points = KIT.counters
    assert (tide.ticks, tide.starts) == ((1, 2, 3, 4, 5, 6, 7), (("", 1),))
    assert pot == CounterSpec("pot", start=5)
    assert score == CounterSpec(
        "score", each="person", lowest=-50, highest=500, start=10, steps=(1, 5, -1), target=100, wins="first"
    )
    assert points.each == "team"


@each_row(
    ("keys", "start"),
    [("from = 3", 3), ("to = -3", -3), ("from = -3\nto = 3", 0), ("from = 1\nto = 5\nstart = 4", 4)],
)
def test_a_number_starts_at_zero_or_at_the_nearest_bound(keys: str, start: int) -> None:
    assert kit_of(f"[counter.pot]\n{keys}").counters[0].start == start


@each_row(("keys", "lowest"), [("to = 13", 0), ("to = -3", -999_999), ("from = -5\nto = 13", -5), ("from = 3", 3)])
def test_a_number_with_an_end_alone_begins_at_zero(keys: str, lowest: int) -> None:
    assert kit_of(f"[counter.bid]\n{keys}").counters[0].lowest == lowest


def test_decks_are_packs_or_lists_and_can_be_dealt() -> None:
    pack, luck, own, towns = KIT.decks
    assert [card.name for card in pack.cards] == [*PACKS["52"]]
    assert all(card.kept and card.secret for card in pack.cards)
    assert (pack.deal, pack.hand) == (((2, 7), (3, 5)), 10)
    assert (luck.all_cards, luck.ways, luck.counts_all) == (
        ("big-storm", "calm", "calm", "calm"), ("upright", "reversed"), True,
    )  # fmt: skip
    assert (own.each_person, own.all_cards, towns.all_cards) == (
        True, ("shield", "sword"), ("ete", "harbour", "old-mill"),
    )  # fmt: skip


@each_row(
    ("keys", "kept", "secret"),
    [
        ('pack = "32"', True, True),
        ("pack = 32", True, True),
        ('pack = "32"\nshown = "all"', True, False),
        ('pack = "32"\nkept = false', False, False),
        ('cards = ["a", "b"]', False, False),
        ('cards = ["a", "b"]\ndeal = 1', True, True),
        ('cards = ["a", "b"]\nhand = 1\nshown = "all"', True, False),
    ],
)
def test_the_cards_of_packs_and_hands_are_kept_and_secret_unless_the_deck_says_so(
    keys: str, kept: bool, secret: bool
) -> None:
    (deck,) = kit_of(f"[deck.d]\n{keys}").decks
    assert {(card.kept, card.secret) for card in deck.cards} == {(kept, secret)}


@each_row(("pack", "cards"), [("52", 52), ("54", 54), ("32", 32), ("tarot", 78)])
def test_each_pack_has_its_cards_with_a_text_in_every_language(pack: str, cards: int) -> None:
    assert len(set(PACKS[pack])) == len(PACKS[pack]) == cards
    for language in LANGUAGES:
        texts = read_language(language)
        assert len({texts[f"packs.{card}"] for card in PACKS[pack]}) == cards


def test_the_course_of_a_game_is_read() -> None:
    assert KIT.turn == TurnSpec("roll", "after roll", "attack")
    assert KIT.round == RoundSpec(("plan", "act"), moves=True)
    assert KIT.timers == (TimerSpec("glass", 60), TimerSpec("clock", 900, "person", sound=False))
    assert KIT.teams == ("reds", "blues")
    assert KIT.seats == (2, 8)
    (sheet,) = KIT.sheets
    assert (sheet.rows[0], sheet.rows[2], sheet.dice) == (RowSpec("ones", FaceCount(1)), RowSpec("gift"), "five")
    assert [spelled(row.value) for row in sheet.bonus if row.value] == ["if ones + gift >= 63 then 35 else 0"]


def test_rules_and_actions_have_every_effect() -> None:
    told = [(f"{rule.event} {rule.name}".strip(), spelled(rule.condition)) for rule in KIT.rules]
    assert told == [
        ("roll five", "sum = 7 or score > 3"), ("roll five", "always"), ("roll check", "success > 1"),
        ("spin sky", "big-storm"), ("draw luck-cards", "calm and reversed"), ("counter score", "score >= 100"),
        ("timer glass", "always"), ("turn begins", "turn = 1"), ("round ends", "left pack = 0"),
    ]  # fmt: skip
    done = [(each.kind, each.name, each.amount and spelled(each.amount)) for rule in KIT.rules for each in rule.does]
    assert done == [
        ("raise", "score", "sum"), ("next-turn", "", None), ("skip", "", "turn + 1"), ("say", "", None),
        ("again", "", None), ("reverse", "", None), ("draw-bottom", "towns", None), ("raise", "score", "5"),
        ("lower", "score", "2"), ("lower", "score", "3 * 2"), ("start", "glass", None), ("pause", "clock", None),
        ("extend", "clock", "10 * 2"), ("deal", "pack", None), ("peek", "towns", "3"), ("pass-left", "pack", None),
        ("next-step", "", None), ("roll", "five", None), ("assign", "pot", "0"), ("set", "old-mill", None),
    ]  # fmt: skip
    assert KIT.actions[0].does == (Effect("raise", "score", amount=NamedNumber("pot")), Effect("next-turn"))
    assert KIT.rules[0].does[0].amount == BuiltInNumber("sum")
    assert KIT.rules[4].does[0].amount == WholeNumber(5)


# ---------------------------------------------------------------------- what needn't be written
@each_row(
    ("text", "seats"),
    [
        ('[dice.die]\nroll = "1d6"', (0, 4)),
        ("[turn]", (1, 8)),
        ('[action.hold]\ndoes = ["next turn"]', (1, 8)),
        ('[team]\nnames = ["A", "B"]', (1, 8)),
        ('[counter.score]\neach = "person"', (1, 8)),
        ('[dice.die]\nroll = "1d6"\nshown = "roller"', (2, 8)),
        ('[deck.d]\npack = "52"\ndeal = 13', (2, 4)),
        ('[deck.d]\npack = "52"\ndeal = 5', (2, 8)),
        ('seats = [3, 5]\n[deck.d]\npack = "52"\ndeal = 5', (3, 5)),
    ],
)
def test_the_number_of_people_follows_from_the_tables(text: str, seats: tuple[int, int]) -> None:
    assert kit_of(text).seats == seats


@each_row(
    ("text", "buttons"),
    [
        ('[dice.any]\nroll = "free"\n[dice.two]\nroll = "2d6"\n[dice.three]\nroll = "3d6"', (("roll", "roll two"),)),
        ('[wheel.w]\nsegments = ["a", "b"]\n[deck.d]\ncards = ["x"]', (("spin", "spin w"), ("draw", "draw d"))),
        ('[deck.d]\npack = "52"\ndeal = 13', (("draw", "deal d"),)),
        ('[deck.d]\npack = "52"\ndeal = 5', (("draw", "draw d"),)),
        ('[dice.two]\nroll = "2d6"\n[action.hold]\ndoes = []\n[button.spin]\ndoes = "do hold"', (("spin", "do hold"),)),
    ],
)
def test_buttons_follow_from_the_first_dice_wheel_and_deck(text: str, buttons: tuple[tuple[str, str], ...]) -> None:
    assert kit_of(text).buttons == buttons


@each_row(
    ("text", "turn"),
    [
        ('[action.hold]\ndoes = ["next turn"]', TurnSpec()),
        ('[action.hold]\ndoes = ["skip 1"]', TurnSpec()),
        ('[timer.clock]\nseconds = 5\ncounts = "turn"', TurnSpec()),
        ('[counter.a]\n[on."turn ends"]\nalways = ["raise a 1"]', TurnSpec()),
        ('[action.hold]\ndoes = ["say x"]', None),
        ('[sheet.s]\nrows = ["a"]\n[turn]\npasses = "after sheet"', TurnSpec(passes="after sheet", name="s")),
        ('[counter.a]\n[turn]\norder = "right"', TurnSpec(order="right")),
    ],
)
def test_what_needs_turns_brings_them(text: str, turn: TurnSpec | None) -> None:
    assert kit_of(text).turn == turn


def texts_of(file: KitFile, language: str) -> dict[str, str]:
    start = f"kit.{file.kit.slug}."
    return {key.removeprefix(start): text for key, text in file.texts[language].items()}


def test_names_without_a_text_are_said_as_words() -> None:
    english, french = (texts_of(FILE, language) for language in LANGUAGES)
    found = {word: english[word] for word in ("name", "luck-cards", "ete", "big-storm", "attack", "success+advantage")}
    assert found == {
        "name": "Night", "luck-cards": "Luck cards", "ete": "Été", "big-storm": "Big storm", "attack": "An attack",
        "success+advantage": "Success + Advantage",
    }  # fmt: skip
    assert (english["sky"], french["sky"], french["hello"]) == ("Ciel", "Ciel", "Hello")
    assert (french["hold-does"], KIT.told) == ("Your points are safe", ("hold",))


def test_a_card_of_a_pack_has_the_packs_text_unless_the_kit_has_one() -> None:
    assert KIT.text("king-of-hearts") == Message("packs.king-of-hearts")
    assert KIT.text("ace-of-spades") == Message("kit.night.ace-of-spades")
    assert "king-of-hearts" not in texts_of(FILE, "en")


def test_words_in_another_alphabet_have_names_of_their_own() -> None:
    file = read_kit("some.toml", 'slug = "some"\n[wheel.w]\nsegments = ["Ναι", "Όχι", "1", 2]')
    first, second, *others = (segment.name for segment in file.kit.wheels[0].segments)
    assert (len({first, second}), others) == (2, ["n1", "n2"])
    assert [texts_of(file, "en")[name] for name in (first, second, *others)] == ["Ναι", "Όχι", "1", "2"]


# ---------------------------------------------------------------------- faults
def test_no_rule_may_ask_which_secret_card_was_drawn() -> None:
    text = 'slug = "some"\n[deck.d]\npack = "32"\n{}[on."draw d"]\nace-of-spades = ["say x"]'
    assert [each.where for each in bad_kit(text.format("")).faults][0] == "[on.\"draw d\"] 'ace-of-spades'"
    assert read_kit("some.toml", text.format('shown = "all"\n')).kit.rules


FIVE = "[on.\"roll five\"] 'sum = 7 or score > 3'"
HOLD = "[action.hold] does"
COURSE_FAULTS = [
    # dice
    ('"4d6kh3+2"', "7", fault("[dice.attack] roll", "roll", got="7", example="4d6kh3+2", free="free")),
    ('"4d6kh3+2"', '"4d6kh3+2"\nfaces = "1-6"', fault("[dice.attack] faces", "roll-alone", example='roll = "2d6"')),
    ('"4d6kh3+2"', '"4d6kh3+2"\nrolls = 2', fault("[dice.attack] rolls", "plain-rolls", example="5d6")),
    ('"free"', '"free"\nshown = "roller"', fault("[dice.any] shown", "free-shown", example="5d6")),
    ('shown = "roller"', 'shown = "me"', fault("[dice.cup] shown", "one-of", got="'me'", words=("all", "roller"))),
    ("rolls = 3", "rolls = 0", fault("[dice.five] rolls", "number", got="0", minimum=1, maximum=20)),
    ('"An attack"', '""', fault("[dice.attack] label", "word", got="''", maximum=60)),
    ('["failure", 2]', '["failure", 2.5]', fault("[dice.trouble] faces", "faces", got="['failure', 2.5]", maximum=100)),
    ('["2 ability", "1 trouble"]', '"2d6"',
        fault("[pool.check] dice", "pool", got="'2d6'", example='["2 ability", "1 difficulty"]')),
    ('"1 trouble"', '"trouble"',
        fault("[pool.check] dice", "pool", got="'trouble'", example='["2 ability", "1 difficulty"]')),
    ('"1 trouble"', '"1 trable"',
        fault("[pool.check] dice", "no-die", meant="trouble", name="'trable'",
            there=there_are("cup", "ability", "trouble"))),
    ('"2 ability"', '"20 ability"', fault("[pool.check] dice", "pool-size", maximum=20, given=21)),
    ('"1 trouble"', '"1 ability"', fault("[pool.check] dice", "twice", name="'ability'", times=2)),
    ('[["success", "failure"]]', '["success"]',
        fault("[pool.check] cancel", "cancel", got="['success']", example='[["success", "failure"]]')),
    ('[["success", "failure"]]', '[["success", "triumph"]]',
        fault("[pool.check] cancel", "no-symbol", name="'triumph'",
            there=there_are("success", "advantage", "blank", "failure"))),
    # wheels and lists
    ('"Été"', '""', fault("[list.town] names", "word", got="''", maximum=60)),
    ('["Old Mill", "Été", "Harbour"]', '"Old Mill"',
        fault("[list.town] names", "words", got="'Old Mill'", minimum=1, maximum=64, example='["Red", "Blue"]')),
    ('"Harbour"', '"old mill!"', fault("[list.town] names", "twice", name="'old-mill'", times=2)),
    ('segments = "list:town"', 'segments = "list:tun"',
        fault("[wheel.place] segments", "one-of", got="'list:tun'", meant="list:town", words=("list:town",))),
    ('segments = "list:town"', 'segments = ["One"]', fault("[wheel.place] segments", "segments", maximum=24, given=1)),
    ('segments = "list:town"', "segments = {}",
        fault("[wheel.place] segments", "weighted", got="{}", maximum=24, example="{ calm = 3, storm = 1 }")),
    ("segments = { calm = 3,", "segments = { calm = 0,",
        fault("[wheel.sky] segments calm", "number", got="0", minimum=1, maximum=99)),
    ('segments = "list:town"', 'segments = "list:town"\n[wheel.place.segment.a]',
        fault("[wheel.place] segment", "two-segments")),
    # counters
    ("start = 5", "start = 5.5", fault("[counter.pot] start", "number", got="5.5", minimum=-999999, maximum=999999)),
    ("start = 5", "start = 9999999",
        fault("[counter.pot] start", "number", got="9999999", minimum=-999999, maximum=999999)),
    ("[counter.pot]", "[counter.turn]", fault("[counter.turn]", "reserved", name="'turn'")),
    ("to = 500", "to = -60", fault("[counter.score] to", "number", got="-60", minimum=-50, maximum=999999)),
    ("start = 10\n", "start = 501\n", fault("[counter.score] start", "number", got="501", minimum=-50, maximum=500)),
    ("target = 100", "target = 501", fault("[counter.score] target", "number", got="501", minimum=-50, maximum=500)),
    ("[1, 5, -1]", "[1, 0]",
        fault("[counter.score] steps", "counter-steps", got="[1, 0]", maximum=8, widest=9999, example="[1, 5, -1]")),
    ('wins = "first"', 'wins = "last"',
        fault("[counter.score] wins", "one-of", got="'last'", meant="lowest", words=("highest", "lowest", "first"))),
    ('each = "person"\nfrom', 'each = "persons"\nfrom',
        fault("[counter.score] each", "one-of", got="'persons'", meant="person", words=("person", "team"))),
    ('ticks = "1-7"', 'ticks = "1-7"\neach = "person"',
        fault("[counter.tide] each", "with-ticks", example="to = 20")),
    ('names = ["Reds", "Blues"]', "", fault("[team] names", "words", got=because("nothing"), minimum=2, maximum=8,
        example='["Red", "Blue"]')),
    ('[team]\nnames = ["Reds", "Blues"]', "",
        fault("[counter.points] each", "needs-team", example='[team] names = ["Reds", "Blues"]')),
    ('["Reds", "Blues"]', '["Reds", "Table"]', fault("[team] names", "reserved", name="'table'")),
    # decks
    ('pack = "52"', 'pack = "53"',
        fault("[deck.pack] pack", "one-of", got="'53'", words=("52", "54", "32", "tarot"))),
    ('pack = "52"', 'pack = "52"\ncards = ["a"]', fault("[deck.pack] cards", "two-kinds")),
    ("deal = { 2 = 7, 3 = 5 }", "deal = 53", fault("[deck.pack] deal", "number", got="53", minimum=1, maximum=52)),
    ("deal = { 2 = 7, 3 = 5 }", "deal = { 3 = 18 }",
        fault("[deck.pack] deal 3", "number", got="18", minimum=1, maximum=17)),
    ("deal = { 2 = 7, 3 = 5 }", "deal = { two = 5 }",
        fault("[deck.pack] deal", "deal", got="{'two': 5}", maximum=12, example="{ 2 = 7, 3 = 5 }")),
    ("hand = 10", "hand = 0", fault("[deck.pack] hand", "number", got="0", minimum=1, maximum=400)),
    ("hand = 10", "kept = false", fault("[deck.pack] deal", "deal-kept", example='shown = "drawer"')),
    ('counts = "all"', 'counts = "some"', fault("[deck.luck-cards] counts", "one-of", got="'some'",
        words=("own", "all"))),
    ('["upright", "reversed"]', '["upright"]',
        fault("[deck.luck-cards] ways", "words", got="['upright']", minimum=2, maximum=6, example='["Red", "Blue"]')),
    # turns, rounds, timers, sheets
    ('starts = "roll"', 'starts = "role"',
        fault("[turn] starts", "one-of", got="'role'", meant="roll", words=("chosen", "random", "roll"))),
    ('passes = "after roll attack"', 'passes = "after rol attack"',
        fault("[turn] passes", "one-of", got="'after rol attack'", meant="after roll attack",
            words=("by hand", "after roll attack", "after roll five", "after roll cup", "after roll ability",
                "after roll trouble", "after roll luck", "after roll check", "after sheet card", "after sheet",
                "after timer glass", "after timer clock"))),
    ("[turn]", "[turn]\norder = 'rigth'",
        fault("[turn] order", "one-of", got="'rigth'", meant="right", words=("left", "right"))),
    ("[turn]", "[turn]\norder = 3", fault("[turn] order", "one-of", got="3", words=("left", "right"))),
    ("[turn]", "[turn]\nspeed = 3", fault("[turn] speed", "unknown")),
    ('["Plan", "Act"]', '["Plan"]',
        fault("[round] steps", "words", got="['Plan']", minimum=2, maximum=12, example='["Red", "Blue"]')),
    ('first = "moves"', 'first = "move"',
        fault("[round] first", "one-of", got="'move'", meant="moves", words=("stays", "moves"))),
    ('steps = ["Plan", "Act"]', "",
        fault('[on."round ends"] \'left pack = 0\' \'next step\'', "needs-step",
            example='[round] steps = ["Plan", "Act"]')),
    ("seconds = 60", "seconds = 0", fault("[timer.glass] seconds", "number", got="0", minimum=1, maximum=86400)),
    ("seconds = 60", "seconds = 31536000",
        fault("[timer.glass] seconds", "number", got="31536000", minimum=1, maximum=86400)),
    ("sound = false", 'sound = "off"', fault("[timer.clock] sound", "flag", got="'off'")),
    ('counts = "person"', 'counts = "people"',
        fault("[timer.clock] counts", "one-of", got="'people'", words=("demand", "turn", "person"))),
    ('rows = { ones = "count 1",', "rows = {}\nrow = {",
        fault("[sheet.card] rows", "rows", got="{}", maximum=30, example='{ ones = "count 1", chance = "sum" }')),
    ('ones = "count 1"', 'ones = "cuont 1"',
        formula("[sheet.card] rows ones", "cuont 1", 0, "expression.unknown", meant="count", given="cuont")),
    ('gift = ""', 'left = ""', fault("[sheet.card] rows left", "reserved", name="'left'")),
    ('gift = ""', 'score = ""',
        fault("[sheet.card] score", "name-taken", name="'score'", where="[counter.score]")),
    ('extra = "', 'ones = "', fault("[sheet.card]", "twice", name="'ones'", times=2)),
    # rules
    ('[on."roll five"]', '[on."role five"]',
        fault('[on."role five"]', "wanted", meant="roll five", expected=because("one-of", words=(
            "roll DICE", "spin WHEEL", "draw DECK", "counter COUNTER", "timer TIMER",
            "turn begins", "turn ends", "round ends")))),
    ('[on."timer glass"]', '[on."timer glas"]',
        fault('[on."timer glas"]', "no-timer", meant="glass", name="'glas'", there=there_are("glass", "clock"))),
    ('[on."roll five"]', '[on."roll cup"]', fault('[on."roll cup"]', "hidden-rule")),
    ('"big-storm" = [', '"ace-of-spades" = [',
        formula('[on."spin sky"] \'ace-of-spades\'', "ace-of-spades", 0, "expression.unknown", given="ace-of-spades")),
    ("success > 1", "success >", formula('[on."roll check"] \'success >\'', "success >", 9,
        "expression.wants-value", given=Message("formula.expression.end"))),
    ('["raise score sum", "next turn"]', '"next turn"', fault(FIVE, "effects", got="'next turn'")),
    # effects
    ("raise score sum", "raise scor sum",
        fault(f"{FIVE} 'raise scor sum'", "no-counter", meant="score", name="'scor'",
            there=there_are("tide", "pot", "score", "points"))),
    ("raise score sum", "raise tide sum", fault(f"{FIVE} 'raise tide sum'", "has-ticks", name="tide", tick=1)),
    ("raise score sum", "raise score",
        fault(f"{FIVE} 'raise score'", "wanted", expected=("raise COUNTER NUMBER",))),
    ("raise score pot", "raise score sum", formula(f"{HOLD} 'raise score sum'", "sum", 0,
        "expression.no-dice", given="sum")),
    ("start glass", "start glas",
        fault('[on."counter score"] \'score >= 100\' \'start glas\'', "no-timer", meant="glass", name="'glas'",
            there=there_are("glass", "clock"))),
    ("roll five\", \"set", "roll any\", \"set",
        fault('[on."round ends"] \'left pack = 0\' \'roll any\'', "no-dice", name="'any'",
            there=there_are("attack", "five", "cup", "ability", "trouble", "luck", "check"))),
    ("deal pack\",", "deal towns\",",
        fault('[on."turn begins"] \'turn = 1\' \'deal towns\'', "no-dealt", name="'towns'", there=there_are("pack"))),
    ('does = ["raise score pot", "next turn"]', f"does = {['again'] * 21}",
        fault(HOLD, "too-many", maximum=20, given=21)),
    # what never ends
    ('"score >= 100" = ["start glass"]', 'always = ["raise score 1"]', fault('[on."counter score"]', "endless")),
    ('"turn = 1" = ["deal pack"', 'always = ["next turn"', fault('[on."turn begins"]', "endless")),
    # buttons
    ('"do hold"', '"do holt"', fault("[button.roll] does", "one-of", got="'do holt'", meant="do hold")),
]  # fmt: skip


@each_row(("old", "new", "told"), COURSE_FAULTS, ids=[f"{old} is {new}" for old, new, _ in COURSE_FAULTS])
def test_a_fault_is_told_by_table_and_key_with_an_example(old: str, new: str, told: KitFault) -> None:
    assert old in NIGHT
    assert plain(told) in [plain(found) for found in bad_kit(NIGHT.replace(old, new, 1)).faults]


def plain(value: Any) -> Any:
    """Return a fault or its words for comparison, without its lists of names."""
    if isinstance(value, KitFault):
        return (value.where, plain(value.said))
    if isinstance(value, Message):
        words = {name: each for name, each in value.values.items() if name not in {"names", "words"}}
        return (value.key, {name: plain(each) for name, each in words.items()})
    return value


def test_a_rule_may_go_on_for_ever_only_with_a_condition() -> None:
    deck = 'slug = "some"\n[deck.d]\ncards = ["a", "b"]\n[on."draw d"]\n'
    assert bad_kit(deck + 'always = ["draw d"]').faults == (fault("[deck.d]", "endless"),)
    assert read_kit("some.toml", deck + 'a = ["draw d"]').kit.rules


def test_a_kit_can_have_too_many_rules() -> None:
    rules = "\n".join(f'"score > {number}" = ["raise score 1"]' for number in range(10_000))
    text = f'slug = "many"\n[counter.score]\n[on."turn begins"]\n{rules}'
    assert bad_kit(text).faults == (fault("[on.EVENT]", "too-many", maximum=200, given=10_000),)


CROWDED = 'slug = "many"\n' + "\n".join(f"key-{number} = 1" for number in range(10_000))


def test_only_the_first_hundred_faults_are_told() -> None:
    faults = bad_kit(CROWDED).faults
    assert (len(faults), faults[-1]) == (100, KitFault("", because("more", shown=99)))


@pytest.mark.parametrize("missing", ["", "[[turn]]\n[turn]\n", "[turn]\n[turn]\n"])
def test_a_kit_with_nothing_or_two_turns_is_refused(missing: str) -> None:
    with pytest.raises(BadKit):
        read_kit("some.toml", f'slug = "some"\n{missing}')
