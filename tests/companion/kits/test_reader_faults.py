"""Every fault of a kit file is told in words, by table and key, all at once."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.engine.values.message import Message
from companion.kits.format.checks import SIGNS, KitFault
from companion.kits.format.kit_file import BadKit, kit_of, read_kit
from tests.companion.kits.coast import WHOLE
from tests.companion.kits.night import NIGHT
from tests.companion.kits.test_reader import GOOD
from tests.support.rows import each_row


def bad_kit(text: str) -> BadKit:
    with pytest.raises(BadKit) as caught:
        read_kit("farm.toml", text)
    return caught.value


def because(key: str, /, **values: Any) -> Message:
    """Return the part of a fault that is called *key*."""
    return Message(f"kit-fault.{key}", values)


NOTHING = because("nothing")


def there_are(*names: str) -> Message:
    return because("there-are", names=names)


def fault(where: str, key: str, /, got: Any = None, meant: str = "", **values: Any) -> KitFault:
    """Return the fault *key* of what stands at *where*; *got* instead of what is expected, where *meant* is alike."""
    said = because(key, **values)
    if got is not None:
        said = because("expected", expected=said, given=got)
    return KitFault(where, because("meant", fault=said, word=meant) if meant else said)


ROLLS = ("roll weather", "roll yield")


FARM_FAULTS = [
    ('slug = "farm"', "", fault("slug", "name", got=NOTHING)),
    ('slug = "farm"', 'slug = "Farm!"', fault("slug", "name", got="'Farm!'")),
    ('slug = "farm"', "slug = 7", fault("slug", "name", got="7")),
    ('slug = "farm"', 'slug = "farm"\nseat = 3', fault("", "unknown-table", meant="seats", key="seat")),
    ('slug = "farm"', 'slug = "farm"\nzebra = 3', fault("", "unknown-table", key="zebra")),
    ("[1, 3]", "[3, 1]", fault("seats", "seats", got="[3, 1]")),
    ("[1, 3]", "4", fault("seats", "seats", got="4")),
    ("[1, 3]", "[0, 13]", fault("seats", "seats", got="[0, 13]")),
    ("[1, 3]", "[true, 3]", fault("seats", "seats", got="[True, 3]")),
    ("count = 2", "counts = 2", fault("[dice.weather] counts", "unknown", meant="count")),
    ("count = 2", "count = 0", fault("[dice.weather] count", "number", got="0", minimum=1, maximum=20)),
    ("count = 2", 'count = "2"', fault("[dice.weather] count", "number", got="'2'", minimum=1, maximum=20)),
    ("count = 2", "count = true", fault("[dice.weather] count", "number", got="True", minimum=1, maximum=20)),
    ('look = "d10"', 'look = "round"',
        fault("[dice.yield] look", "one-of", got="'round'", words=("d10", "plain", "blue"))),
    ('look = "d10"', "look = [1]", fault("[dice.yield] look", "one-of", got="[1]", words=("d10", "plain", "blue"))),
    ("[0, 0, 5]", '"10-1"', fault("[dice.yield] faces", "faces", got="'10-1'", maximum=100)),
    ("[0, 0, 5]", '"0-999"', fault("[dice.yield] faces", "faces", got="'0-999'", maximum=100)),
    ("[0, 0, 5]", "[1]", fault("[dice.yield] faces", "faces", got="[1]", maximum=100)),
    ("[0, 0, 5]", "[1, 1000]", fault("[dice.yield] faces", "faces", got="[1, 1000]", maximum=100)),
    ("[0, 0, 5]", "[1, 2.5]", fault("[dice.yield] faces", "faces", got="[1, 2.5]", maximum=100)),
    ('["sun", "rain"]', '["sun", "Rain"]', fault("[dice.weather] faces", "name", got="'Rain'")),
    ("faces = [0, 0, 5]", "", fault("[dice.yield] faces", "faces", got=NOTHING, maximum=100)),
    ("[dice.yield]", "[dice.Yield]", fault("[dice.Yield]", "name", got="'Yield'")),
    ("[dice.yield]", "[dice.name]", fault("[dice.name]", "own-name", name="'name'")),
    ('"rain"]', '"name"]', fault("[dice.weather] faces", "own-name", name="'name'")),
    ("[button.roll]", "[button.rol]",
        fault("[button.rol]", "wanted", meant="roll", expected=because("one-of", words=("roll", "spin", "draw")))),
    ('"roll yield"', '"roll hay"',
        fault("[button.roll] does", "one-of", got="'roll hay'", meant="roll yield", words=ROLLS)),
    ('does = "roll yield"', "", fault("[button.roll] does", "one-of", got=NOTHING, words=ROLLS)),
    ('"roll yield"', "[1]", fault("[button.roll] does", "one-of", got="[1]", words=ROLLS)),
    ("does =", "do =", fault("[button.roll] do", "unknown", meant="does")),
    ('sun = "Sun"', 'sun = ""', fault("[text.en] sun", "text", got="''", maximum=60)),
    ('sun = "Sun"', "sun = 3", fault("[text.en] sun", "text", got="3", maximum=60)),
    ('sun = "Sun"', 'sun = "a\\nb"', fault("[text.en] sun", "text", got="'a\\nb'", maximum=60)),
    ('sun = "Sun"', 'sun = "{total}"', fault("[text.en] sun", "braces", given="'{total}'")),
    ('sun = "Sun"', 'sun = "Sun"\nraim = "x"', fault("[text.en] raim", "unknown", meant="rain")),
    ("[text.en]", '[text.de]\nname = "Hof"\n[text.en]', fault("[text] de", "unknown")),
]  # fmt: skip


DISCARD = "discard on top, discard into, DECK: discard on top, DECK: discard into"
VERBS = (
    "step", "raise", "lower", "advance", "set", "roll", "show", "draw", "spin", "deal", "peek", "pass", "discard",
    "leave", "next", "again", "skip", "reverse", "do", "start", "pause", "extend", "say",
)  # fmt: skip
"""The first word of every effect that there is."""
STORM, GUST = (f"[wheel.sky.segment.{name}] does" for name in ("storm", "gust"))
TEMPEST = "[deck.news.card.tempest] does"


COAST_FAULTS = [
    # wheels
    ("weight = 3", "weigth = 3", fault("[wheel.sky.segment.sun] weigth", "unknown", meant="weight")),
    ("weight = 3", "weight = 0", fault("[wheel.sky.segment.sun] weight", "number", got="0", minimum=1, maximum=99)),
    ("segment.sun]", "segment.Sun]", fault("[wheel.sky.segment.Sun]", "name", got="'Sun'")),
    ("[wheel.sky]", "[wheel.dry]", fault("[wheel.dry]", "segments", maximum=24, given=0)),
    ("[wheel.sky]", "[wheel.sky]\nsegmnt = 1", fault("[wheel.sky] segmnt", "unknown", meant="segment")),
    # effects
    ("does = [\"spin sky\"", "does = \"spin sky\" #", fault(GUST, "effects", got="'spin sky'")),
    ("say thunder", "tell thunder", fault(f"{STORM} 'tell thunder'", "no-effect", name="'tell'", verbs=VERBS)),
    ("say thunder", "if day = 1 then say thunder",
        fault(f"{STORM} 'if day = 1 then say thunder'", "effect-if",
            example="raise COUNTER if turn = 1 then 5 else 0")),
    ("say thunder", "dras news", fault(f"{STORM} 'dras news'", "no-effect", meant="draw", name="'dras'", verbs=VERBS)),
    ("say thunder", "say", fault(f"{STORM} 'say'", "wanted", expected=("say NAME",))),
    ("say thunder", "say Thunder", fault(f"{STORM} 'say Thunder'", "name", got="'Thunder'")),
    ("say thunder", "news: say thunder", fault(f"{STORM} 'news: say thunder'", "wanted", expected=("say NAME",))),
    ("say thunder", "news: draw",
        fault(f"{STORM} 'news: draw'", "wanted", expected=("draw DECK, draw from bottom DECK",))),
    ("step tide +2", "step tied +2",
        fault(f"{STORM} 'step tied +2'", "no-counter", meant="tide", name="'tied'", there=there_are("tide", "day"))),
    ("step tide +2", "step tide 2", fault(f"{STORM} 'step tide 2'", "steps", got="'2'")),
    ("step tide +2", "step tide +0", fault(f"{STORM} 'step tide +0'", "steps", got="'+0'")),
    ("advance ship", "advance shop",
        fault(f"{STORM} 'advance shop'", "no-token", meant="ship", name="'shop'",
            there=there_are("cove", "cape", "dune", "ship"))),
    ("advance ship", "advance", fault(f"{STORM} 'advance'", "only-token-card")),
    ("set ship lost", "set ship lots",
        fault(f"{STORM} 'set ship lots'", "no-state", meant="lost", name="'lots'", there=there_are("home", "lost"))),
    ("set ship lost", "set moon lost",
        fault(f"{STORM} 'set moon lost'", "no-token", name="'moon'", there=there_are("cove", "cape", "dune", "ship"))),
    ("set ship lost", "set lost", fault(f"{STORM} 'set lost'", "only-token-card")),
    ("draw news", "draw new",
        fault(f"{STORM} 'draw new'", "no-deck", meant="news", name="'new'", there=there_are("beach", "news"))),
    ("spin sky", "spin ski",
        fault(f"{GUST} 'spin ski'", "no-wheel", meant="sky", name="'ski'", there=there_are("sky"))),
    ("beach: discard into", "beech: discard into",
        fault(f"{GUST} 'beech: discard into'", "no-deck", meant="beach", name="'beech'",
            there=there_are("beach", "news"))),
    ("draw news", "leave", fault(f"{STORM} 'leave'", "only-card")),
    ("draw news", "discard on top", fault(f"{STORM} 'discard on top'", "only-card")),
    ("draw news", "discard", fault(f"{STORM} 'discard'", "wanted", expected=(DISCARD,))),
    ("step tide -1", "advance", fault(f"{TEMPEST} 'advance'", "only-token-card")),
    ('"set dry"', '"set dray"',
        fault("[deck.beach] each 'set dray'", "no-state", meant="dry", name="'dray'", there=there_are("dry", "wet"))),
    # counters
    ('[1, 2, "flood"]', "[]", fault("[counter.tide] ticks", "ticks", got="[]", maximum=100)),
    ('[1, 2, "flood"]', "[1, 2.5]", fault("[counter.tide] ticks", "ticks", got="[1, 2.5]", maximum=100)),
    ('[1, 2, "flood"]', '[1, "Two"]', fault("[counter.tide] ticks", "name", got="'Two'")),
    ("start = 3", "start = 8", fault("[counter.day] start", "number", got="8", minimum=1, maximum=7)),
    ("start = 3", "start = 0", fault("[counter.day] start", "number", got="0", minimum=1, maximum=7)),
    ("rough = 2 }", "rough = 4 }", fault("[counter.tide] start rough", "number", got="4", minimum=1, maximum=3)),
    ("start = { calm = 1, rough = 2 }", "start = 1",
        fault("[counter.tide] start", "starts", got="1", maximum=8, example="{ easy = 1, hard = 3 }")),
    ('option = "weather"', "",
        fault("[counter.tide] start", "number", got="{'calm': 1, 'rough': 2}", minimum=1, maximum=3)),
    ('option = "weather"', 'option = "chance"', fault("[counter.tide] option", "own-option", name="'chance'")),
    ("start = 3", 'option = "weather"\nstart = { calm = 1, wild = 2 }',
        fault("[counter.day] option", "other-choices", name="'weather'",
            expected=("calm", "rough"), given=("calm", "wild"))),
    # tokens
    ('["home", "lost"]', '["home"]', fault("[token.ship] states", "names", got="['home']", minimum=2, maximum=8)),
    ('["home", "lost"]', '["home", "home"]', fault("[token.ship] states", "twice", name="'home'", times=2)),
    ('["land", "water"]', '["land"]', fault("[token.bay] looks", "looks", got="['land']", states=2)),
    ('["land", "water"]', '["land", "watr"]',
        fault("[token.bay] looks", "one-of", got="'watr'", meant="water",
            words=("plain", "land", "water", "hole", "lit"))),
    ('"cape", "dune"]', '"cape", "cape"]', fault("[token.bay] names", "twice", name="'cape'", times=2)),
    ('"cape", "dune"]', '"cape", "name"]', fault("[token.bay] names", "own-name", name="'name'")),
    ('"cape", "dune"]', '"cape", "cape-does"]',
        fault("[token.bay] names", "own-text", name="'cape-does'", thing="cape")),
    ('[".x", "xx"]', '["xx", "xx"]', fault("[token.bay] shape", "places", names=3, given=4)),
    ('[".x", "xx"]', '["x", "xx"]', fault("[token.bay] shape", "shape", got="['x', 'xx']", maximum=12)),
    ('[".x", "xx"]', '["ox", "xx"]', fault("[token.bay] shape", "shape", got="['ox', 'xx']", maximum=12)),
    ('[".x", "xx"]', '".x"', fault("[token.bay] shape", "shape", got="'.x'", maximum=12)),
    ("cape = \"wave\"", "cap = \"wave\"", fault("[token.bay] signs cap", "unknown", meant="cape")),
    ('{ cape = "wave" }', '"wave"', fault("[token.bay] signs", "signs", got="'wave'")),
    # decks
    ('"tokens:bay"', '"tokens:bey"',
        fault("[deck.beach] cards", "one-of", got="'tokens:bey'", meant="tokens:bay",
            words=("tokens:bay", "tokens:ship"))),
    ('"counter:tide"', '"tide"',
        fault("[deck.beach] draws", "one-of", got="'tide'", words=("counter:tide", "counter:day"))),
    ("first = 2", "first = 4", fault("[deck.beach] first", "number", got="4", minimum=0, maximum=3)),
    ("wet = \"removed\"", "wit = \"removed\"", fault("[deck.beach] leaves wit", "unknown", meant="wet")),
    ("wet = \"removed\"", "wet = \"gone\"",
        fault("[deck.beach] leaves wet", "one-of", got="'gone'", words=("discard", "removed"))),
    ('leaves = { wet = "removed", else = "discard" }', 'leaves = "removed"',
        fault("[deck.beach] leaves", "leaves", got="'removed'", example='{ else = "removed" }')),
    ('"shuffle discard"', '"shuffle"',
        fault("[deck.beach] empty", "one-of", got="'shuffle'", meant="shuffle discard",
            words=("shuffle discard", "shuffle discard when drawn", "stop"))),
    ('shown = "drawer"', 'shown = "me"', fault("[deck.news] shown", "one-of", got="'me'", words=("all", "drawer"))),
    ('shown = "drawer"', 'shown = "drawer"\nkept = false', fault("[deck.news] kept", "secret-kept")),
    ("count = 4", "kept = false", fault("[deck.news.card.rumour] kept", "secret-kept")),
    ("kept = true", "kept = 1", fault("[deck.news.card.wreck] kept", "flag", got="1")),
    ("count = 4", "count = 100", fault("[deck.news.card.rumour] count", "number", got="100", minimum=1, maximum=99)),
    ("count = 4", "cuont = 4", fault("[deck.news.card.rumour] cuont", "unknown", meant="count")),
    ('sign = "cards"', 'sign = "card"',
        fault("[deck.news.card.rumour] sign", "one-of", got="'card'", meant="cards", words=SIGNS)),
    ("[deck.news]", "[deck.other]", fault("[deck.other]", "cards", maximum=400, given=0)),
    ("[deck.news]", "[deck.beach.card.x]", fault("[deck.beach] card", "two-kinds")),
    ('shown = "drawer"', 'shown = "drawer"\neach = ["leave"]', fault("[deck.news] each", "kept-does")),
    # two numbers compared
    ('slug = "coast"', 'slug = "coast"\ncompare = 3', fault("[compare]", "table", got="3", example="[compare]")),
    (
        "[badge.medal]",
        '[compare]\nbetween = ["beach", "wreck"]\nequal = "die"\nhigher = "dye"\n[badge.medal]',
        fault("[compare] higher", "one-of", got="'dye'", meant="die", words=("die",)),
    ),
    # badges and buttons
    ("stock = 3", "", fault("[badge.medal] stock", "number", got=NOTHING, minimum=1, maximum=99)),
    ("stock = 3", "stock = 100", fault("[badge.medal] stock", "number", got="100", minimum=1, maximum=99)),
    ('"spin sky"\n[button', '"spin die"\n[button',
        fault("[button.spin] does", "one-of", got="'spin die'", meant="spin sky",
            words=("roll die", "spin sky", "draw beach", "draw news"))),
    # names that stand for two things
    ("[dice.die]", "[dice.sky]", fault("[wheel.sky]", "name-taken", name="'sky'", where="[dice.sky]")),
    ("[counter.day]", "[counter.ship]", fault("[token.ship]", "name-taken", name="'ship'", where="[counter.ship]")),
    ("[token.ship]", "[token.dune]", fault("[token.dune]", "name-taken", name="'dune'", where="[token.bay]")),
    ("[deck.news]", "[deck.tide]\n[deck.news]",
        fault("[counter.tide]", "name-taken", name="'tide'", where="[deck.tide]")),
    # what never ends
    ("[wheel.sky.segment.sun]", '[wheel.sky.segment.sun]\ndoes = ["spin top"]\n[wheel.top.segment.a]\n'
        'does = ["spin top"]\n[wheel.top.segment.b]\ndoes = ["spin top", "draw news"]\n[wheel.sky.segment.moon]',
        fault("[wheel.top]", "endless")),
    ('each = ["advance"', 'each = ["draw beach", "advance"', fault("[deck.beach]", "endless")),
    # words
    ('storm-does = "The', 'thunder-does = "The', fault("[text.en] thunder-does", "unknown", meant="dune-does")),
    ('"The tide rises"', f'"{401 * "x"}"',
        fault("[text.en] storm-does", "text", got=f"'{98 * 'x'}…", maximum=400)),
    ('thunder = "Thunder!"', f'thunder = "{61 * "x"}"',
        fault("[text.en] thunder", "text", got=repr(61 * "x"), maximum=60)),
    ('"The tide rises"', '" "', fault("[text.en] storm-does", "text", got="' '", maximum=400)),
]  # fmt: skip


FAULTS = [*((GOOD, *row) for row in FARM_FAULTS), *((WHOLE, *row) for row in COAST_FAULTS)]


@each_row(("kit", "old", "new", "told"), FAULTS, ids=[f"{old} is {new}" for _, old, new, _ in FAULTS])
def test_a_fault_is_told_by_table_and_key_with_what_was_expected(kit: str, old: str, new: str, told: KitFault) -> None:
    assert old in kit
    assert told in bad_kit(kit.replace(old, new, 1)).faults


@each_row(
    ("old", "new", "told"),
    [
        (
            'shown = "drawer"',
            'shown = "me"',
            [fault("[deck.news] shown", "one-of", got="'me'", words=("all", "drawer"))],
        ),
        ("[badge.medal]", "[deck.empty]\n[badge.medal]", [fault("[deck.empty]", "cards", maximum=400, given=0)]),
        (
            "[badge.medal]",
            '[dice.A]\nfaces = "1-2"\n[dice.B]\nfaces = "1-2"\n[counter.C]\nticks = "1-2"\n[badge.medal]',
            [fault(f"[{table}]", "name", got=repr(table[-1])) for table in ("dice.A", "dice.B", "counter.C")],
        ),
        (
            "say thunder",
            "tell thunder",
            [fault(f"{STORM} 'tell thunder'", "no-effect", name="'tell'", verbs=VERBS)],
        ),
    ],
    ids=["of a whole deck", "of an empty deck", "of a name", "of an effect with a text"],
)
def test_one_fault_is_told_once(old: str, new: str, told: list[KitFault]) -> None:
    spoken = WHOLE.replace('medal = "Medal"', 'medal = "Medal"\nempty = "Empty"') if "empty" in new else WHOLE
    assert [*bad_kit(spoken.replace(old, new, 1)).faults] == told


TOO_MANY: list[tuple[Callable[[int], str], KitFault]] = [
    (lambda n: f'[dice.d{n}]\nfaces = "1-6"', fault("[dice.NAME]", "too-many", maximum=12, given=13)),
    (lambda n: f"[badge.b{n}]\nstock = 1", fault("[badge.NAME]", "too-many", maximum=12, given=13)),
    (
        lambda n: f'[token.t{n}]\nstates = ["a", "b"]\nnames = ["a{n}", "b{n}", "c{n}", "d{n}", "e{n}", "f{n}"]',
        fault("[token.NAME]", "too-many-tokens", maximum=64, given=72),
    ),
    (lambda n: f"[deck.d.card.c{n}]\ncount = 32", fault("[deck.d]", "cards", maximum=400, given=416)),
    (lambda n: f"[wheel.w.segment.s{n}]\n[wheel.w.segment.z{n}]", fault("[wheel.w]", "segments", maximum=24, given=26)),
]


def many(made: Callable[[int], str]) -> str:
    return "\n".join(['slug = "many"', *(made(number) for number in range(13))])


@each_row(("made", "told"), TOO_MANY)
def test_there_can_be_too_many(made: Callable[[int], str], told: KitFault) -> None:
    assert told in bad_kit(many(made)).faults


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
    endless = [fault(f"[{source}]", "endless") for source in ("deck.d", "wheel.w")]
    assert [*bad_kit(chain.replace("kept = true", "")).faults] == endless


OTHER_SHAPES = [
    ("slug = farm", fault("", "not-toml", error=because("toml-place", error="Invalid value", line=1, column=8))),
    ("\na = 1" + "0" * 5000, fault("", "not-toml", error=because("huge-number", line=2, maximum=64))),
    ("a = [0x" + "f" * 5000 + "]", fault("", "not-toml", error=because("huge-number", line=1, maximum=64))),
    ("a = " + "[" * 5000, fault("", "not-toml", error=because("too-tangled", line=1))),
    ('slug = "a"\ndice = 3', fault("[dice.NAME]", "tables", got="3")),
    ('slug = "a"\n[dice]\nx = 3', fault("[dice.NAME]", "tables", got="{'x': 3}")),
    ('slug = "a"', fault("", "empty")),
    ('slug = "a"\ndeck = 3', fault("[deck.NAME]", "tables", got="3")),
    ('slug = "a"\n[wheel.w]\nsegment = 3', fault("[wheel.w.segment.NAME]", "tables", got="3")),
    ('slug = "a"\n[deck.d]\ncard = 3', fault("[deck.d.card.NAME]", "tables", got="3")),
    ('slug = "a"\nbutton = "roll"', fault("[button.NAME]", "tables", got="'roll'")),
    ('slug = "a"\ntext = "words"', fault("[text]", "text-tables", got="'words'")),
    ('slug = "a"\n[text]\nen = 3', fault("[text.en]", "text-table", got="3")),
]


@each_row(("text", "told"), OTHER_SHAPES)
def test_a_file_of_another_shape_is_told(text: str, told: KitFault) -> None:
    assert told in bad_kit(text).faults


def test_all_faults_are_told_at_once() -> None:
    text = GOOD.replace("[1, 3]", "[9]").replace("count = 2", "count = 99").replace('"roll yield"', '"jump"')
    assert [fault.where for fault in bad_kit(text).faults] == ["seats", "[dice.weather] count", "[button.roll] does"]


ODD: tuple[Any, ...] = (None, True, -1, 3, 2.5, "", "name", "x y", [], [[]], [{}], ["a", 1], {}, {"a": {}}, {"a": []})


def _changed(data: Any) -> Iterator[Any]:
    """Give *data* again and again, each time with something odd in another place."""
    if isinstance(data, dict):
        for key, inner in data.items():
            yield from ({**data, key: other} for other in (*ODD, *_changed(inner)))
    elif isinstance(data, list):
        yield from ([*data[:-1], other] for other in ODD)


@pytest.mark.long
@pytest.mark.parametrize("text", [WHOLE, NIGHT], ids=["coast", "night"])
def test_whatever_stands_somewhere_is_read_or_told(text: str) -> None:
    for data in _changed(tomllib.loads(text)):
        if isinstance(data, dict):
            try:
                assert kit_of("some.toml", data).kit.slug
            except BadKit as error:
                assert error.faults
