"""The kits of the four games have the numbers of their rules; each says all it comes to in both languages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.chance import ChanceAnswer
from companion.engine.command import Refused
from companion.engine.corrections import Correct
from companion.engine.plays import Play, plays
from companion.engine.table import Table
from companion.engine.values.forms import Field
from companion.engine.values.message import Message
from companion.engine.values.seats import ALL_SEEING, CHANCE, TABLE, WATCHER
from companion.kits.format.flow import Effect
from companion.kits.format.kit_file import shipped_kits
from companion.kits.format.spec import DeckSpec, Kit
from companion.kits.play import game_of
from companion.kits.screens.scene import deed_line
from companion.kits.things.jobs import Fallen
from companion.library.games import Library
from companion.stage.cues import Speaker
from companion.texts.say import LANGUAGES, Texts
from hardware.oled import fonts
from hardware.oled.drawing.bitmap import WIDTH
from tests.support.rows import each_row
from tests.support.wording import say

FILES = {file.kit.slug: file for file in shipped_kits()}
KITS = {slug: file.kit for slug, file in FILES.items()}
FIRESHIP, ISLAND = KITS["fireship"], KITS["forbidden-island"]
FIREBALL, BATTLE = KITS["fireball-island"], KITS["battle-for-the-island"]
STEPS = 80


def deck(kit: Kit, name: str) -> DeckSpec:
    return kit.decks[kit.deck_at[name]]


def counts(kit: Kit, name: str) -> dict[str, int]:
    return {card.name: card.count for card in deck(kit, name).cards}


def says(kit: Kit, word: str) -> str:
    return FILES[kit.slug].texts["en"][f"kit.{kit.slug}.{word}"]


TOOLS = {slug: kit for slug, kit in KITS.items() if kit.is_tool}
OF_GAMES = {slug: kit for slug, kit in KITS.items() if slug not in TOOLS}


def test_there_is_a_kit_for_each_of_the_four_games_and_two_tools() -> None:
    assert set(OF_GAMES) == {"fireship", "forbidden-island", "fireball-island", "battle-for-the-island"}
    assert set(TOOLS) == {"any-dice", "who-begins"}
    assert all(file.texts["en"].keys() == file.texts["fr"].keys() for file in FILES.values())


# ---------------------------------------------------------------------- Fireship
def test_fireships_dice_wheel_and_badges_are_those_of_the_rules() -> None:
    assert [(dice.name, dice.count) for dice in FIRESHIP.dice] == [("dice", 3), ("plain", 1), ("blue", 1)]
    dice, plain, blue = (spec.faces for spec in FIRESHIP.dice)
    assert dice == tuple(range(1, 11))  # FS-C1
    assert [(len(faces), faces.count("won")) for faces in (plain, blue)] == [(6, 3), (6, 4)]  # FS-C2
    (wheel,) = FIRESHIP.wheels
    assert [each.name for each in wheel.segments] == [  # FS-C3, FS-W1 to FS-W11
        "gain-boat", "gain-plane", "lose-boat", "lose-plane", "draw-card", "spin-again", "kraken", "boom",
        "gulf-stream", "fog", "updraft",
    ]  # fmt: skip
    assert {each.weight for each in wheel.segments} == {1}
    assert {each.name: each.does for each in wheel.segments if each.does} == {
        "draw-card": (Effect("draw", "mystery"),),
        "spin-again": (Effect("spin", "wheel"),),
    }
    assert {badge.name: badge.stock for badge in FIRESHIP.badges} == {  # FS-C5
        "boom": 6, "gulf-stream": 6, "fog": 6, "updraft": 6,
    }  # fmt: skip
    assert dict(FIRESHIP.buttons) == {"roll": "roll dice", "spin": "spin wheel", "draw": "draw mystery"}


def test_fireships_mystery_cards_are_those_of_the_rules() -> None:
    assert counts(FIRESHIP, "mystery") == {  # FS-C4
        "spin-wheel": 5, "gain-boat": 6, "gain-plane": 4, "lose-boat": 5, "lose-plane": 3, "no": 5, "boom": 5,
        "plus-one": 6, "updraft": 4, "fog": 4, "gulf-stream": 4, "deep-hole-bermuda": 2, "whirlpool": 2,
    }  # fmt: skip
    mystery = deck(FIRESHIP, "mystery")
    assert len(mystery.all_cards) == 55
    hidden = {card.name for card in mystery.cards if card.secret}
    assert hidden == {"no", "boom", "plus-one", "updraft", "fog", "gulf-stream", "whirlpool"}  # FS-K13
    assert hidden == {card.name for card in mystery.cards if card.kept}
    assert mystery.card("spin-wheel").does == (Effect("spin", "wheel"),)  # FS-K1
    assert mystery.refills == "when drawn"  # FS-K16


# ---------------------------------------------------------------------- Forbidden Island
TREASURES = {
    "earth": {"temple-of-the-moon", "temple-of-the-sun"},
    "wind": {"howling-garden", "whispering-garden"},
    "fire": {"cave-of-embers", "cave-of-shadows"},
    "ocean": {"coral-palace", "tidal-palace"},
}
ADVENTURERS = {
    "diver": ("Black", "iron-gate"),
    "engineer": ("Red", "bronze-gate"),
    "explorer": ("Green", "copper-gate"),
    "messenger": ("Silver", "silver-gate"),
    "navigator": ("Yellow", "gold-gate"),
    "pilot": ("Blue", "fools-landing"),
}


def test_the_island_has_its_24_tiles_in_the_cross_and_what_they_give() -> None:
    tiles, figures = ISLAND.groups
    names = [token.name for token in tiles.tokens]
    assert len(names) == 24
    assert names == sorted(names)
    assert set(names) == {  # FI-C1
        "fools-landing", "bronze-gate", "copper-gate", "gold-gate", "iron-gate", "silver-gate", "temple-of-the-moon",
        "temple-of-the-sun", "cave-of-embers", "cave-of-shadows", "coral-palace", "tidal-palace", "howling-garden",
        "whispering-garden", "breakers-bridge", "cliffs-of-abandon", "crimson-forest", "dunes-of-deception",
        "lost-lagoon", "misty-marsh", "observatory", "phantom-rock", "twilight-hollow", "watchtower",
    }  # fmt: skip
    found = {sign: {token.name for token in tiles.tokens if token.sign == sign} for sign in TREASURES}
    assert found == TREASURES  # FI-C2
    assert [row.count("x") for row in tiles.shape] == [2, 4, 6, 6, 4, 2]  # FI-S1
    assert all(row == row[::-1] for row in tiles.shape)
    assert [(state.name, state.look) for state in tiles.states] == [
        ("dry", "land"), ("flooded", "water"), ("sunk", "hole"),
    ]  # fmt: skip
    assert [token.sign for token in figures.tokens] == list(TREASURES)
    assert [(state.name, state.look) for state in figures.states] == [("not-captured", "plain"), ("captured", "lit")]


def test_the_islands_three_decks_are_those_of_the_rules() -> None:
    assert counts(ISLAND, "treasure") == {  # FI-C3
        "earth-stone": 5, "statue-of-the-wind": 5, "crystal-of-fire": 5, "oceans-chalice": 5, "helicopter-lift": 3,
        "sandbags": 2, "waters-rise": 3,
    }  # fmt: skip
    treasure, flood, adventurer = (deck(ISLAND, name) for name in ("treasure", "flood", "adventurer"))
    assert len(treasure.all_cards) == 28
    assert [card.name for card in treasure.cards if not card.kept] == ["waters-rise"]
    assert treasure.card("waters-rise").does == (Effect("step", "water", by=1), Effect("on-top", "flood"))  # FI-D2
    assert not treasure.has_secrets  # FI-H3
    assert [card.name for card in flood.cards] == [token.name for token in ISLAND.groups[0].tokens]  # FI-C4
    assert (flood.draws, flood.first, flood.each) == ("water", 6, (Effect("advance"),))  # FI-S2, FI-F1
    assert [flood.goes(state) for state in ("dry", "flooded", "sunk")] == ["discard", "discard", "removed"]  # FI-F2
    assert (treasure.refills, flood.refills, adventurer.refills) == ("at once", "at once", None)  # FI-D5, FI-F3
    assert counts(ISLAND, "adventurer") == dict.fromkeys(ADVENTURERS, 1)
    for name, (pawn, tile) in ADVENTURERS.items():  # FI-C5
        assert says(ISLAND, f"{name}-does") == f"{pawn} pawn, starts on {says(ISLAND, tile)}"
    assert dict(ISLAND.buttons) == {"draw": "draw flood", "spin": "draw treasure"}


@each_row(("difficulty", "tick"), [("novice", 1), ("normal", 2), ("elite", 3), ("legendary", 4)])
def test_the_water_meter_starts_by_the_difficulty(difficulty: str, tick: int) -> None:
    (water,) = ISLAND.counters
    assert water.ticks == (2, 2, 3, 3, 3, 4, 4, 5, 5, "skull")  # FI-C6
    state: Any = game_of(ISLAND).start(game_of(ISLAND).setup((), {"difficulty": difficulty}))
    assert state.counters == ((tick - 1,),)
    assert game_of(ISLAND).options["difficulty"].default == "novice"


# ---------------------------------------------------------------------- the other two islands
def test_the_volcano_has_the_cards_and_dice_of_the_rules() -> None:
    assert [(dice.name, dice.faces, dice.count) for dice in FIREBALL.dice] == [
        ("die", (1, 2, 3, 4, 5, 6), 1), ("cave-die", (1, 2, 3, 4, 5, 6), 1),
    ]  # fmt: skip
    assert counts(FIREBALL, "cards") == {  # FB-C2
        "fireball": 4, "fake-jewel": 2, "cancel": 4, "magic-talisman": 4, "reroll": 4, "take-another-turn": 4,
        "take-one-card": 4, "double": 4, "move-ahead-4": 3, "move-ahead-5": 3, "move-ahead-6": 3, "move-back-1": 3,
        "move-back-2": 3, "move-back-3": 3,
    }  # fmt: skip
    cards = deck(FIREBALL, "cards")
    assert (len(cards.all_cards), cards.refills) == (48, "when drawn")  # FB-C2, FB-K1
    assert all(card.kept and card.secret for card in cards.cards)  # FB-S2
    assert [(badge.name, badge.stock) for badge in FIREBALL.badges] == [("charm", 4)]  # FB-C1
    (jewel,) = FIREBALL.groups
    assert [state.name for state in jewel.states] == ["with-vul-kar", "owned", "on-the-board"]
    assert dict(FIREBALL.buttons) == {"roll": "roll die", "spin": "roll cave-die", "draw": "draw cards"}


def test_the_battle_has_its_die_and_its_ten_blocks_each_once() -> None:
    assert [(dice.name, dice.faces, dice.count) for dice in BATTLE.dice] == [("die", (0, 1, 2, 3, 4, 5), 1)]  # BI-M1
    assert counts(BATTLE, "block") == {"live": 6, "safe": 4}  # BI-S3
    game = game_of(BATTLE)
    table = Table(game.start(game.setup((), {})))
    for block in ["live"] * 6 + ["safe"] * 4:
        table.do(game.notation.read(TABLE, "draw block"))
        table.do(game.notation.read(CHANCE, f"draw {block}"))
    state: Any = table.state
    assert (state.pack("block").left, len(state.pack("block").removed)) == (0, 10)
    with pytest.raises(Refused):
        table.do(game.notation.read(TABLE, "draw block"))
    assert dict(BATTLE.buttons) == {"roll": "roll die", "draw": "draw block"}


def test_the_battle_remembers_how_many_each_has_lost_up_to_all_ten() -> None:
    assert [counter.ticks for counter in BATTLE.counters] == [tuple(range(11))] * 2  # BI-E1
    game = game_of(BATTLE)
    table = Table(game.start(game.setup(("Ann", "Ben"), {})))
    for _ in range(5):  # BI-E7
        table.do(game.notation.read(0, "raise lost-by-2"))
    state: Any = table.state
    assert state.counters == ((0,), (5,))


# ---------------------------------------------------------------------- all of them, played at random
@each_row("people", [(), ("Ann", "Ben")], ids=["alone", "two"])
@each_row("slug", FILES)
def test_whatever_a_kit_comes_to_is_said_in_both_languages(slug: str, people: tuple[str, ...]) -> None:
    game, texts, random = game_of(KITS[slug]), Texts.load(FILES[slug].texts), Random(f"{slug}{people}")
    start = game.start(game.setup(people, {}))
    table = Table(start)
    for _ in range(STEPS):
        _step(table, random)
        _told(texts, game, start, table)


def _step(table: Table, random: Random) -> None:
    """Let chance answer what it is asked, or somebody do something of any kind."""
    state: Any = table.state
    request = state.due()
    if request is not None:
        table.do(ChanceAnswer(CHANCE, request.verb, request.sample(random.randrange)))
        return
    ask = random.choice(state.asks())
    tries = {kind: tuple(kind.tries(state, ask.seat)) for kind in ask.kinds if not kind.is_form}
    table.do(random.choice(random.choice([each for each in tries.values() if each])))


@each_row(("slug", "people"), [(slug, people) for slug in KITS for people in (0, 2)])
def test_without_its_results_a_kit_has_the_very_same_plays(slug: str, people: int) -> None:
    names, random = ("Ann", "Ben")[:people], Random(f"{slug}{people}")
    table = Table(game_of(KITS[slug]).start(game_of(KITS[slug]).setup(names, {})))
    for _ in range(STEPS):
        _step(table, random)
        for seat in (TABLE, *range(people)):
            assert plays(table.state.without_results(), (seat,)) == plays(table.state, (seat,))


def _told(texts: Texts, game: Any, start: Any, table: Table) -> None:
    state: Any = table.state
    for viewer in (WATCHER, TABLE, 0, 1, ALL_SEEING)[: 3 + state.people]:
        seen = state.seen_by(viewer)
        facts = [told for fact in table.steps[-1].facts if (told := fact.seen_by(viewer)) is not None]
        said = [sentence for fact in facts if (sentence := fact.said(seen)) is not None]
        shown = (game.picture(seen), said, game.hand(seen, viewer), game.differences(start.seen_by(viewer), seen))
        for language in LANGUAGES:
            texts.tell(language, shown)
    roots = plays(state, (TABLE, *range(state.people)))
    form = Correct.form(state, TABLE) or ()
    words = (game.name, tuple(_labels(roots)), tuple(_fields(form)))
    for language in LANGUAGES:
        texts.tell(language, words)


def _labels(roots: Iterable[Play]) -> Iterator[Message]:
    for play in roots:
        yield play.label
        yield from _fields(play.form or ())
        yield from _labels(play.below)


def _fields(form: Iterable[Field]) -> Iterator[Message]:
    for field in form:
        yield field.label
        yield from (choice.label for choice in field.choices)


@each_row(
    "line",
    [
        *("roll x", "spin x", "draw x", "discard x x", "give x x 1", "raise x", "set x x", "shuffle x", "gain x"),
        *("draw mystery", "raise water", "set cave-of-embers dry", "set cave-of-embers lit", "shuffle flood"),
        *("lower water", "discard treasure sandbags", "spend fog", "correct fog.1=6 fog.2=1"),
    ],
)
def test_every_refusal_is_said_in_both_languages(line: str) -> None:
    told = []
    for slug in ("fireship", "forbidden-island"):
        game = game_of(KITS[slug])
        table = Table(game.start(game.setup(("Ann", "Ben"), {})))
        refusal = game.notation.read(TABLE, line).why_not(table.state)
        if refusal is not None:
            texts = Texts.load(FILES[slug].texts)
            told += [texts.say(language, refusal.reason.key, **refusal.reason.values) for language in LANGUAGES]
    assert len(set(told)) >= 2
    assert all(told)


# ---------------------------------------------------------------------- what comes next
def test_a_wheel_that_stops_at_a_badge_asks_for_it_until_something_else_falls() -> None:
    game = game_of(FIRESHIP)
    table = Table(game.start(game.setup(("Ann", "Ben"), {})))

    def spun(segment: str) -> Any:
        table.do(game.notation.read(0, "spin wheel"))
        request = table.state.due()
        assert request is not None
        table.do(ChanceAnswer(CHANCE, request.verb, (segment,)))
        return game.picture(table.state)["next"]

    assert game.picture(table.state)["next"] is None
    asked = spun("boom")
    assert (asked.do, asked.label.key, asked.hint.key) == ("gain boom", "play.gain", "kit.fireship.boom")
    assert spun("kraken") is None
    (wheel,) = game.picture(table.state)["wheels"]
    assert all(segment.text for segment in wheel.segments)


@each_row("lang", LANGUAGES)
def test_the_tables_screen_names_the_deed_that_is_asked_for_without_cutting_a_word(lang: str) -> None:
    speaker, named = Speaker(Library().texts, lang), set()
    for kit in KITS.values():
        game = game_of(kit)
        state: Any = game.start(game.setup(("Ann",), {}))
        asked = [(each.name, each.asks, "") for wheel in kit.wheels for each in wheel.segments if each.asks]
        asked += [(card.name, card.asks, deck.name) for deck in kit.decks for card in deck.cards if card.asks]
        asked += [(deck.cards[0].name, f"draw {deck.name}", deck.name) for deck in kit.decks if deck.draws]
        for word, asks, source in asked:
            fallen = replace(state, fallen=Fallen(word, 0, asks, source))
            line = deed_line(fallen, speaker, "nothing")
            named.add(line)
            assert fonts.cut(line, WIDTH - 30, 12) == line, (kit.slug, word)
    buttons = {"en": ("DRAW", "ROLL"), "fr": ("PIOCHE", "DÉS")}[lang]
    assert named == {say("stage.by-knob-gain", lang), *(say("stage.then", lang, button=button) for button in buttons)}
