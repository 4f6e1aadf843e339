"""Every fault of a kit file is told in words, by table and key, all at once."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.kits.reader import BadKit, read_kit
from companion.kits.reader_checks import SIGNS
from companion.texts.say import Texts
from tests.companion.kits.coast import WHOLE
from tests.companion.kits.test_reader import GOOD
from tests.support.rows import each_row

TEXTS = Texts.load()


def bad_kit(text: str) -> BadKit:
    with pytest.raises(BadKit) as caught:
        read_kit("farm.toml", text)
    return caught.value


def faults(text: str, lang: str = "en") -> tuple[str, ...]:
    told = [(fault.where, TEXTS.say(lang, fault.said.key, **fault.said.values)) for fault in bad_kit(text).faults]
    return tuple(f"{where}: {said}" if where else said for where, said in told)


FACES = 'expected a span like "1-10", or a list of 2 to 100 numbers from 0 to 999, or of as many words'
TICKS = 'expected a span like "1-10", or a list of 2 to 100 numbers from 0 to 999 and words'
NAME = "expected a name of small letters, digits and hyphens"
ROLLS = "[button.roll] does: expected one of roll weather, roll yield"
SEATS = "seats: expected the least and greatest number of people, like [0, 4]"


FARM_FAULTS = [
    ('slug = "farm"', "", f"slug: {NAME}, got None"),
    ('slug = "farm"', 'slug = "Farm!"', f"slug: {NAME}, got 'Farm!'"),
    ('slug = "farm"', "slug = 7", f"slug: {NAME}, got 7"),
    ('slug = "farm"', 'slug = "farm"\nseat = 3', "the file seat: unknown; did you mean seats?"),
    ('slug = "farm"', 'slug = "farm"\nmoon = 3', "the file moon: unknown"),
    ("[1, 3]", "[3, 1]", f"{SEATS}, got [3, 1]"),
    ("[1, 3]", "4", f"{SEATS}, got 4"),
    ("[1, 3]", "[0, 13]", f"{SEATS}, got [0, 13]"),
    ("[1, 3]", "[true, 3]", f"{SEATS}, got [True, 3]"),
    ("count = 2", "counts = 2", "[dice.weather] counts: unknown; did you mean count?"),
    ("count = 2", "count = 0", "[dice.weather] count: expected a number from 1 to 5, got 0"),
    ("count = 2", 'count = "2"', "[dice.weather] count: expected a number from 1 to 5, got '2'"),
    ("count = 2", "count = true", "[dice.weather] count: expected a number from 1 to 5, got True"),
    ('look = "d10"', 'look = "round"', "[dice.yield] look: expected one of d10, plain, blue, got 'round'"),
    ('look = "d10"', "look = [1]", "[dice.yield] look: expected one of d10, plain, blue, got [1]"),
    ("[0, 0, 5]", '"10-1"', f"[dice.yield] faces: {FACES}, got '10-1'"),
    ("[0, 0, 5]", '"0-999"', f"[dice.yield] faces: {FACES}, got '0-999'"),
    ("[0, 0, 5]", "[1]", f"[dice.yield] faces: {FACES}, got [1]"),
    ("[0, 0, 5]", "[1, 1000]", f"[dice.yield] faces: {FACES}, got [1, 1000]"),
    ("[0, 0, 5]", '[1, "two"]', f"[dice.yield] faces: {FACES}, got [1, 'two']"),
    ("[0, 0, 5]", "[1, 2.5]", f"[dice.yield] faces: {FACES}, got [1, 2.5]"),
    ('["sun", "rain"]', '["sun", "Rain"]', f"[dice.weather] faces: {NAME}, got 'Rain'"),
    ("faces = [0, 0, 5]", "", f"[dice.yield] faces: {FACES}, got None"),
    ("[dice.yield]", "[dice.Yield]", f"[dice.Yield]: {NAME}, got 'Yield'"),
    ("[dice.yield]", "[dice.name]", "[dice.name]: 'name' is the kit's own name; choose another"),
    ('"rain"]', '"name"]', "[dice.weather] faces: 'name' is the kit's own name; choose another"),
    ("[button.roll]", "[button.rol]", "[button.rol]: expected one of roll, spin, draw; did you mean roll?"),
    ('"roll yield"', '"roll hay"', f"{ROLLS}, got 'roll hay'; did you mean roll yield?"),
    ('does = "roll yield"', "", f"{ROLLS}, got None"),
    ('"roll yield"', "[1]", f"{ROLLS}, got [1]"),
    ("does =", "do =", "[button.roll] do: unknown; did you mean does?"),
    ('sun = "Sun"', "", "[text.en] sun: missing; give its words"),
    ('sun = "Sun"', 'sun = ""', "[text.en] sun: expected 1 to 60 characters on one line, got ''"),
    ('sun = "Sun"', "sun = 3", "[text.en] sun: expected 1 to 60 characters on one line, got 3"),
    ('sun = "Sun"', 'sun = "a\\nb"', "[text.en] sun: expected 1 to 60 characters on one line, got 'a\\nb'"),
    ('sun = "Sun"', 'sun = "{total}"', "[text.en] sun: braces can't be said; leave them out of '{total}'"),
    ('sun = "Sun"', 'sun = "Sun"\nraim = "x"', "[text.en] raim: unknown; did you mean rain?"),
    ("[text.en]", '[text.fr]\nname = "La ferme"\n[text.en]', "[text.fr] weather: missing; give its words"),
    ("[text.en]", '[text.de]\nname = "Hof"\n[text.en]', "[text] de: unknown"),
]  # fmt: skip


EFFECT = (
    "expected step COUNTER +1, advance, advance TOKEN, set STATE, set TOKEN STATE, draw DECK, spin WHEEL, "
    "discard on top, discard into, DECK: discard on top, DECK: discard into, leave, say KEY"
)
STORM = "[wheel.sky.segment.storm] does"
TEMPEST = "[deck.news.card.tempest] does"
SHAPE = 'expected up to 12 rows of as many letters, each x or a dot, like [".x.", "xxx"]'
BY = "expected how many ticks on or back, from -99 to +99 and with its sign, like +1"
TEXT = "expected 1 to 60 characters on one line"


COAST_FAULTS = [
    # wheels
    ("weight = 3", "weigth = 3", "[wheel.sky.segment.sun] weigth: unknown; did you mean weight?"),
    ("weight = 3", "weight = 0", "[wheel.sky.segment.sun] weight: expected a number from 1 to 99, got 0"),
    ("segment.sun]", "segment.Sun]", f"[wheel.sky.segment.Sun]: {NAME}, got 'Sun'"),
    ("[wheel.sky]", "[wheel.dry]", "[wheel.dry]: expected 2 to 24 segments, got 0"),
    ("[wheel.sky]", "[wheel.sky]\nsegments = 1", "[wheel.sky] segments: unknown; did you mean segment?"),
    # effects
    ("does = [\"spin sky\"", "does = \"spin sky\" #", "[wheel.sky.segment.gust] does: expected a list of effects, "
        "such as [\"say hello\"], got 'spin sky'"),
    ("say thunder", "tell thunder", f"{STORM} 'tell thunder': {EFFECT}"),
    ("say thunder", "dras news", f"{STORM} 'dras news': {EFFECT}; did you mean draw?"),
    ("say thunder", "say", f"{STORM} 'say': expected say KEY"),
    ("say thunder", "say Thunder", f"{STORM} 'say Thunder': {NAME}, got 'Thunder'"),
    ("say thunder", "news: say thunder", f"{STORM} 'news: say thunder': expected say KEY"),
    ("say thunder", "news: draw", f"{STORM} 'news: draw': expected draw DECK"),
    ("step tide +2", "step tied +2", f"{STORM} 'step tied +2': there is no counter 'tied'; there are: tide, day; "
        "did you mean tide?"),
    ("step tide +2", "step tide 2", f"{STORM} 'step tide 2': {BY}, got '2'"),
    ("step tide +2", "step tide +0", f"{STORM} 'step tide +0': {BY}, got '+0'"),
    ("advance ship", "advance shop", f"{STORM} 'advance shop': there is no token 'shop'; there are: cove, cape, "
        "dune, ship; did you mean ship?"),
    ("advance ship", "advance", f"{STORM} 'advance': only the card of a token can do that; name the token"),
    ("set ship lost", "set ship lots", f"{STORM} 'set ship lots': there is no state 'lots'; there are: home, lost; "
        "did you mean lost?"),
    ("set ship lost", "set moon lost", f"{STORM} 'set moon lost': there is no token 'moon'; there are: cove, cape, "
        "dune, ship"),
    ("set ship lost", "set lost", f"{STORM} 'set lost': only the card of a token can do that; name the token"),
    ("draw news", "draw new", f"{STORM} 'draw new': there is no deck 'new'; there are: beach, news; "
        "did you mean news?"),
    ("spin sky", "spin ski", "[wheel.sky.segment.gust] does 'spin ski': there is no wheel 'ski'; there are: sky; "
        "did you mean sky?"),
    ("beach: discard into", "beech: discard into", "[wheel.sky.segment.gust] does 'beech: discard into': there is "
        "no deck 'beech'; there are: beach, news; did you mean beach?"),
    ("draw news", "leave", f"{STORM} 'leave': only a card can do that"),
    ("draw news", "discard on top", f"{STORM} 'discard on top': only a card can do that"),
    ("draw news", "discard", f"{STORM} 'discard': expected discard on top, discard into, DECK: discard on top, "
        "DECK: discard into"),
    ("step tide -1", "advance", f"{TEMPEST} 'advance': only the card of a token can do that; name the token"),
    ('"set dry"', '"set dray"', "[deck.beach] each 'set dray': there is no state 'dray'; there are: dry, wet; "
        "did you mean dry?"),
    # counters
    ('[1, 2, "flood"]', "[]", f"[counter.tide] ticks: {TICKS}, got []"),
    ('[1, 2, "flood"]', "[1, 2.5]", f"[counter.tide] ticks: {TICKS}, got [1, 2.5]"),
    ('[1, 2, "flood"]', '[1, "Two"]', f"[counter.tide] ticks: {NAME}, got 'Two'"),
    ("start = 3", "start = 8", "[counter.day] start: expected a number from 1 to 7, got 8"),
    ("start = 3", "start = 0", "[counter.day] start: expected a number from 1 to 7, got 0"),
    ("rough = 2 }", "rough = 4 }", "[counter.tide] start rough: expected a number from 1 to 3, got 4"),
    ("start = { calm = 1, rough = 2 }", "start = 1", "[counter.tide] start: expected a tick for each of 2 to 8 "
        "choices, like { easy = 1, hard = 3 }, got 1"),
    ('option = "weather"', "", "[counter.tide] start: expected a number from 1 to 3, got {'calm': 1, 'rough': 2}"),
    ('option = "weather"', 'option = "chance"', "[counter.tide] option: 'chance' is the option for who rolls; "
        "choose another name"),
    ("start = 3", 'option = "weather"\nstart = { calm = 1, wild = 2 }', "[counter.day] option: 'weather' has other "
        "choices here: expected calm, rough, got calm, wild"),
    # tokens
    ('["home", "lost"]', '["home"]', "[token.ship] states: expected a list of 2 to 8 names, got ['home']"),
    ('["home", "lost"]', '["home", "home"]', "[token.ship] states: 'home' stands there 2 times; give each another "
        "name"),
    ('["land", "water"]', '["land"]', "[token.bay] looks: expected a list of 2 looks, one for each state, "
        "got ['land']"),
    ('["land", "water"]', '["land", "watr"]', "[token.bay] looks: expected one of plain, land, water, hole, lit, "
        "got 'watr'; did you mean water?"),
    ('"cape", "dune"]', '"cape", "cape"]', "[token.bay] names: 'cape' stands there 2 times; give each "
        "another name"),
    ('"cape", "dune"]', '"cape", "name"]', "[token.bay] names: 'name' is the kit's own name; choose another"),
    ('"cape", "dune"]', '"cape", "cape-does"]', "[token.bay] names: 'cape-does' is where the texts tell what cape "
        "does; choose another"),
    ('[".x", "xx"]', '["xx", "xx"]', "[token.bay] shape: expected an x for each of the 3 names, got 4"),
    ('[".x", "xx"]', '["x", "xx"]', f"[token.bay] shape: {SHAPE}, got ['x', 'xx']"),
    ('[".x", "xx"]', '["ox", "xx"]', f"[token.bay] shape: {SHAPE}, got ['ox', 'xx']"),
    ('[".x", "xx"]', '".x"', f"[token.bay] shape: {SHAPE}, got '.x'"),
    ("cape = \"wave\"", "cap = \"wave\"", "[token.bay] signs cap: unknown; did you mean cape?"),
    ('{ cape = "wave" }', '"wave"', "[token.bay] signs: expected a sign for each of some names, got 'wave'"),
    # decks
    ('"tokens:bay"', '"tokens:bey"', "[deck.beach] cards: expected one of tokens:bay, tokens:ship, got "
        "'tokens:bey'; did you mean tokens:bay?"),
    ('"counter:tide"', '"tide"', "[deck.beach] draws: expected one of counter:tide, counter:day, got 'tide'"),
    ("first = 2", "first = 4", "[deck.beach] first: expected a number from 0 to 3, got 4"),
    ("wet = \"removed\"", "wit = \"removed\"", "[deck.beach] leaves wit: unknown; did you mean wet?"),
    ("wet = \"removed\"", "wet = \"gone\"", "[deck.beach] leaves wet: expected one of discard, removed, "
        "got 'gone'"),
    ('leaves = { wet = "removed", else = "discard" }', 'leaves = "removed"', "[deck.beach] leaves: expected a "
        "place for each of some states, like { else = \"removed\" }, got 'removed'"),
    ('"shuffle discard"', '"shuffle"', "[deck.beach] empty: expected one of shuffle discard, shuffle discard when "
        "drawn, stop, got 'shuffle'; did you mean shuffle discard?"),
    ('shown = "drawer"', 'shown = "me"', "[deck.news] shown: expected one of all, drawer, got 'me'"),
    ('shown = "drawer"', 'shown = "drawer"\nkept = false', "[deck.news] kept: a card that only its drawer sees is "
        'kept; say shown = "all" too'),
    ("count = 4", "kept = false", "[deck.news.card.rumour] kept: a card that only its drawer sees is kept; "
        'say shown = "all" too'),
    ("kept = true", "kept = 1", "[deck.news.card.wreck] kept: expected true or false, got 1"),
    ("count = 4", "count = 100", "[deck.news.card.rumour] count: expected a number from 1 to 99, got 100"),
    ("count = 4", "cuont = 4", "[deck.news.card.rumour] cuont: unknown; did you mean count?"),
    ('sign = "cards"', 'sign = "card"', "[deck.news.card.rumour] sign: expected one of "
        f"{', '.join(SIGNS)}, got 'card'; did you mean cards?"),
    ("[deck.news]", "[deck.other]", "[deck.other]: expected 1 to 200 cards, got 0"),
    ("[deck.news]", "[deck.beach.card.x]", "[deck.beach] card: a deck has the cards of tokens, or cards of its "
        "own; leave one out"),
    ('shown = "drawer"', 'shown = "drawer"\neach = ["leave"]', "[deck.news] each: kept cards do nothing when they "
        "are drawn; say `does` for the others"),
    # two numbers compared
    ('slug = "coast"', 'slug = "coast"\ncompare = 3', "[compare]: expected a table, such as [compare], got 3"),
    (
        "[badge.medal]",
        '[compare]\nbetween = ["beach", "wreck"]\nequal = "die"\nhigher = "dye"\n[badge.medal]',
        "[compare] higher: expected one of die, got 'dye'; did you mean die?",
    ),
    # badges and buttons
    ("stock = 3", "", "[badge.medal] stock: expected a number from 1 to 99, got None"),
    ("stock = 3", "stock = 100", "[badge.medal] stock: expected a number from 1 to 99, got 100"),
    ('"spin sky"\n[button', '"spin die"\n[button', "[button.spin] does: expected one of roll die, spin sky, "
        "draw beach, draw news, got 'spin die'; did you mean spin sky?"),
    # names that stand for two things
    ("[dice.die]", "[dice.sky]", "[wheel.sky]: 'sky' stands in [dice.sky] already; choose another name"),
    ("[counter.day]", "[counter.ship]", "[token.ship]: 'ship' stands in [counter.ship] already; choose another "
        "name"),
    ("[token.ship]", "[token.dune]", "[token.dune]: 'dune' stands in [token.bay] already; choose another name"),
    ("[deck.news]", "[deck.tide]\n[deck.news]", "[counter.tide]: 'tide' stands in [deck.tide] already; choose "
        "another name"),
    # what never ends
    ("[wheel.sky.segment.sun]", '[wheel.sky.segment.sun]\ndoes = ["spin top"]\n[wheel.top.segment.a]\n'
        'does = ["spin top"]\n[wheel.top.segment.b]\ndoes = ["spin top", "draw news"]\n[wheel.sky.segment.moon]',
        "[wheel.top]: never ends, as all that can come draws or spins on; let something end it"),
    ('each = ["advance"', 'each = ["draw beach", "advance"', "[deck.beach]: never ends, as all that can come draws "
        "or spins on; let something end it"),
    # words
    ('storm-does = "The', 'thunder-does = "The', "[text.en] thunder-does: unknown; did you mean dune-does?"),
    ('thunder = "Thunder!"', "", "[text.en] thunder: missing; give its words"),
    ('weather = "Weather"', "", "[text.en] weather: missing; give its words"),
    ('calm = "Calm"', "", "[text.en] calm: missing; give its words"),
    ('flood = "Flood"', "", "[text.en] flood: missing; give its words"),
    ('lost = "Lost"', "", "[text.en] lost: missing; give its words"),
    ('cape = "Cape"', "", "[text.en] cape: missing; give its words"),
    ('medal = "Medal"', "", "[text.en] medal: missing; give its words"),
    ('tempest = "Tempest"', "", "[text.en] tempest: missing; give its words"),
    ("[text.en]", '[text.fr]\nname = "La côte"\n[text.en]', "[text.fr] storm-does: missing; give its words"),
    ('"The tide rises"', f'"{61 * "x"}"', f"[text.en] storm-does: {TEXT}, got '{61 * 'x'}'"),
    ('"The tide rises"', '" "', f"[text.en] storm-does: {TEXT}, got ' '"),
]  # fmt: skip


FAULTS = [*((GOOD, *row) for row in FARM_FAULTS), *((WHOLE, *row) for row in COAST_FAULTS)]


@each_row(("kit", "old", "new", "told"), FAULTS, ids=[told for _, _, _, told in FAULTS])
def test_a_fault_is_told_by_table_and_key_with_what_was_expected(kit: str, old: str, new: str, told: str) -> None:
    assert old in kit
    assert told in faults(kit.replace(old, new, 1))


@each_row(
    ("old", "new", "told"),
    [
        ('shown = "drawer"', 'shown = "me"', ("[deck.news] shown: expected one of all, drawer, got 'me'",)),
        ("[badge.medal]", "[deck.empty]\n[badge.medal]", ("[deck.empty]: expected 1 to 200 cards, got 0",)),
        (
            "[badge.medal]",
            '[dice.A]\nfaces = "1-2"\n[dice.B]\nfaces = "1-2"\n[counter.C]\nticks = "1-2"\n[badge.medal]',
            tuple(f"[{table}]: {NAME}, got {table[-1]!r}" for table in ("counter.C", "dice.A", "dice.B")),
        ),
    ],
    ids=["of a whole deck", "of an empty deck", "of a name"],
)
def test_one_fault_is_told_once(old: str, new: str, told: tuple[str, ...]) -> None:
    spoken = WHOLE.replace('medal = "Medal"', 'medal = "Medal"\nempty = "Empty"') if "empty" in new else WHOLE
    assert faults(spoken.replace(old, new, 1)) == told


TOO_MANY: list[tuple[Callable[[int], str], str]] = [
    (lambda n: f'[dice.d{n}]\nfaces = "1-6"', "[dice.NAME]: expected at most 12, got 13"),
    (lambda n: f"[badge.b{n}]\nstock = 1", "[badge.NAME]: expected at most 12, got 13"),
    (
        lambda n: f'[token.t{n}]\nstates = ["a", "b"]\nnames = ["a{n}", "b{n}", "c{n}", "d{n}", "e{n}"]',
        "[token.NAME]: expected at most 60 tokens in all, got 65",
    ),
    (lambda n: f"[deck.d.card.c{n}]\ncount = 16", "[deck.d]: expected 1 to 200 cards, got 208"),
    (lambda n: f"[wheel.w.segment.s{n}]\n[wheel.w.segment.z{n}]", "[wheel.w]: expected 2 to 24 segments, got 26"),
]


def many(made: Callable[[int], str]) -> str:
    return "\n".join(['slug = "many"', *(made(number) for number in range(13))])


@each_row(("made", "told"), TOO_MANY)
def test_there_can_be_too_many(made: Callable[[int], str], told: str) -> None:
    assert told in faults(many(made))


def test_an_option_may_start_several_counters() -> None:
    text = WHOLE.replace("start = 3", 'option = "weather"\nstart = { calm = 1, rough = 7 }')
    assert read_kit("coast.toml", text).kit.counters[1].starts == (("calm", 1), ("rough", 7))


def test_a_chain_of_draws_and_spins_may_end_elsewhere_or_in_a_hand() -> None:
    chain = """
slug = "chain"
[wheel.w.segment.a]
does = ["draw d"]
[wheel.w.segment.b]
does = ["spin w"]
[deck.d]
kept = true
[deck.d.card.x]
does = ["spin w"]
[text.en]
name = "Chain"
w = "W"
a = "A"
b = "B"
d = "D"
x = "X"
"""
    assert [wheel.name for wheel in read_kit("chain.toml", chain).kit.wheels] == ["w"]
    assert faults(chain.replace("kept = true", "")) == tuple(
        f"[{source}]: never ends, as all that can come draws or spins on; let something end it"
        for source in ("deck.d", "wheel.w")
    )


OTHER_SHAPES = [
    ("slug = farm", "not TOML: Invalid value (at line 1, column 8)"),
    ("a = 1" + "0" * 5000, "not TOML: Exceeds the limit (4300 digits)"),
    ("a = " + "[" * 5000, "not TOML: too many dots or brackets in line 1"),
    ('slug = "a"\ndice = 3', "[dice.NAME]: expected tables, got 3"),
    ('slug = "a"\n[dice]\nx = 3', "[dice.NAME]: expected tables, got {'x': 3}"),
    ('slug = "a"', "the file: a kit needs dice, a wheel, a deck, a counter, a token or badges"),
    ('slug = "a"\ndeck = 3', "[deck.NAME]: expected tables, got 3"),
    ('slug = "a"\n[wheel.w]\nsegment = 3', "[wheel.w.segment.NAME]: expected tables, got 3"),
    ('slug = "a"\n[deck.d]\ncard = 3', "[deck.d.card.NAME]: expected tables, got 3"),
    ('slug = "a"\nbutton = "roll"', "[button.NAME]: expected tables, got 'roll'"),
    ('slug = "a"\ntext = "words"', "[text]: expected tables of words, got 'words'"),
    ('slug = "a"\n[text]\nen = 3', "[text.en]: expected a table of words, got 3"),
]


@each_row(("text", "told"), OTHER_SHAPES)
def test_a_file_of_another_shape_is_told(text: str, told: str) -> None:
    assert any(fault.startswith(told) for fault in faults(text)), faults(text)


def test_all_faults_are_told_at_once() -> None:
    text = GOOD.replace("[1, 3]", "[9]").replace("count = 2", "count = 9").replace('"roll yield"', '"jump"')
    assert [fault.split(":")[0] for fault in faults(text)] == ["seats", "[dice.weather] count", "[button.roll] does"]


ODD: tuple[Any, ...] = (None, True, -1, 3, 2.5, "", "name", "x y", [], [[]], [{}], ["a", 1], {}, {"a": {}}, {"a": []})


def _changed(data: Any) -> Iterator[Any]:
    """Give *data* again and again, each time with something odd in another place."""
    if isinstance(data, dict):
        for key, inner in data.items():
            yield from ({**data, key: other} for other in (*ODD, *_changed(inner)))
    elif isinstance(data, list):
        yield from ([*data[:-1], other] for other in ODD)


@pytest.mark.long
def test_whatever_stands_somewhere_is_read_or_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for data in list(_changed(tomllib.loads(WHOLE))):
        monkeypatch.setattr("companion.kits.reader.tomllib.loads", lambda text, data=data: data)
        try:
            read_kit("coast.toml", "")
        except BadKit as error:
            assert error.faults
