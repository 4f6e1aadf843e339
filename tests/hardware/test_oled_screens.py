from __future__ import annotations

import io
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image

from companion.games.fireship.rules.board import components as fireship
from companion.games.forbidden_island.rules import components as forbidden_island
from companion.texts.say import LANGUAGES, PLACEHOLDER, Texts, read_language
from hardware.cues import (
    AimCue,
    CardCue,
    ChoiceCue,
    CountdownCue,
    DrawingCue,
    ErrorCue,
    FrameCue,
    HandCue,
    IdleCue,
    JoinCue,
    MenuCue,
    MessageCue,
    MeterCue,
    NumberCue,
    RollCue,
    RollingCue,
    RollingVerdictCue,
    ScoresCue,
    SpinningCue,
    StageCue,
    StartCue,
    StepCue,
    SymbolsCue,
    ThrowCue,
    TokenCue,
    TurnCue,
    VerdictCue,
    WheelCue,
)
from hardware.oled import fonts
from hardware.oled.drawing.bitmap import png
from hardware.oled.drawing.canvas import PLAIN, Canvas, TextStyle
from hardware.oled.drawing.motion import showing
from hardware.oled.drawing.qr import MODULES, qr_modules
from hardware.oled.drawing.screens import FACES, menu_letters_hidden, placeholder, still
from hardware.oled.drawing.signs import SIGNS, draw_sign
from tests.support.qr import read_code
from tests.support.referees import TEXTS as OF_GAMES
from tests.support.rows import each_row
from tests.support.wording import say

TEXTS = Texts.load()
TROUBLES = {
    "session.unwritable.full",
    "session.unwritable.read-only",
    "session.unwritable.broken",
    "session.unwritable.gone",
    "session.unwritable.newer",
    "session.set-aside",
    "session.cannot-resume",
}
ADDRESS = "192.168.1.23:8080"
ADDRESSES = (ADDRESS, "192.168.100.200:8080", "127.0.0.1:49152", "10.0.0.7:80", "tide.local:8080")
LOOKS = ("land", "water", "hole", "lit", "plain", "shot", "blast")
LONG = "Marie-Élisabeth Œuvrard de la Roche-Guyon, duchesse"
SHORT_CUES: tuple[StageCue, ...] = (
    StartCue(lines=("Join at",), address=ADDRESS, qr=f"http://{ADDRESS}/"),
    StartCue(lines=("Join at",), address=ADDRESS),
    RollCue(values=(3, 7, 10), total=20, caption="Roll 14", name="Ben"),
    RollCue(values=(100, 100, 100, 100, 100), total=500, caption="Lancer 14"),
    RollCue(values=(100,), caption="Roll 14", name="Ben"),
    RollCue(values=(6, 1), total=7, caption="Roll 14", look="d6"),
    VerdictCue(won=True, title="GAGNÉ", detail="dé simple 3/6"),
    VerdictCue(won=False, title="LOST", detail="plain die 3/6"),
    ErrorCue(title="No tray", lines=("Check its cable.", "ROLL still works")),
    MessageCue(title="À vous, Ben", lines=("Appuyez sur OK.",)),
    MessageCue(title="À vous"),
    MenuCue(before="Forbidden Island", selected="Fireship", after="Fireball Island"),
    MenuCue(title="Games", selected="Fireship"),
    CardCue(title="Earth", caption="27 left, Ada", sign="earth"),
    CardCue(title="Montée des eaux !", lines=("L’eau monte d’un cran",), caption="Reste 27, Ben", sign="wave"),
    TokenCue(title="Copper Gate", word="FLOODS", place="2/3", look="water"),
    TokenCue(title=say("forbidden-island.words.dunes-of-deception"), word="FLOODS", place="2/3", look="water"),
    TokenCue(title=say("forbidden-island.words.cliffs-of-abandon"), word="SINKS", place="3/3", look="hole"),
    TokenCue(title="Dunes de la Déception", word="EST INONDÉE", place="2/5", look="water"),
    TokenCue(title="Fools’ Landing", word="SHORED UP", look="land"),
    TokenCue(title="Heart of Fire", word="CAPTURED", look="lit"),
    TokenCue(title="Block 3", word="CANNON"),
    JoinCue(lines=("Join at",), address=ADDRESS, code="417062", qr=f"http://{ADDRESS}/"),
    JoinCue(lines=("Join at",), address="192.168.100.200:8080", code="417062", qr=f"http://{ADDRESS}/"),
    JoinCue(lines=("Rejoins la table sur", "Encore 118 s"), address=ADDRESS, code="417062"),
    IdleCue(title="20:14", hint="Any button"),
    IdleCue(title="Tidetable", hint="Un bouton réveille"),
    HandCue(title="Cartes d’Ada", cards=("Vent ascendant",)),
    TokenCue(
        title=say("forbidden-island.words.cliffs-of-abandon"),
        word="SINKS",
        place="3/3",
        look="hole",
        foot="Navigator swims",
    ),
    TokenCue(
        title=say("forbidden-island.words.statue-of-the-wind", "fr"),
        word="CAPTURÉ",
        look="lit",
        foot="Carte Trésor 1/2",
    ),
    *(AimCue(degrees=at, pose="aim", title="Maximilien", word="Vul-Kar : sud-ouest") for at in (0, 45, 90, 135, 180)),
    AimCue(degrees=10, pose="strike", title="Ann", word="Pit A", foot="The jewel lies there"),
    AimCue(degrees=90, pose="asleep", title="Vul-Kar", word="The Fireball hits nobody"),
)
OTHER_SHORT_CUES: tuple[StageCue, ...] = (
    ThrowCue(kinds=("d20",), faces=("17",), caption="1d20+5", total="22", name="Check"),
    ThrowCue(kinds=("d4", "d8", "d12", "d%"), faces=("4", "8", "12", "99"), caption="d4+d8+d12+d%", total="123"),
    ThrowCue(kinds=("d6",) * 5, faces=tuple("66621"), caption="5d6", total="21", name="Lancer 1/3", at=3),
    ThrowCue(kinds=("d20",) * 10, faces=tuple(map(str, range(11, 21))), caption="10d20", total="155", name="Ben"),
    ThrowCue(kinds=("d20",) * 20, faces=tuple(map(str, range(1, 21))), caption="20d20kh3", total="57", name="Ben"),
    SymbolsCue(title="Check", symbols=(("Success", 2), ("Advantage", 1)), foot=say("stage.each-die", "fr")),
    SymbolsCue(title="Check", symbols=(("Success", 2), ("Advantage", 1), ("Threat", 3), ("Failure", 1))),
    NumberCue(title="Score", name="Ann", before="31", value="34", foot="of 100"),
    NumberCue(title="Points", value="-120"),
    ScoresCue(title="Score", rows=(("Ann", "34"), ("Ben", "101"), ("Cleo", "-5"), ("Dan", "9999")), leads=(1,), of=2),
    StepCue(title="Appuie sur", word="RETOUR", at=6, of=20, lit=(False,) * 5, foot=("OK", "passe")),
    StepCue(
        title=say("rehearsal.there"), word="Lamp DRAW", at=12, of=20, foot=("OK: yes, broken", "BACK: isn’t there")
    ),
    FrameCue(title="Cadre entier ?", name="SH1106 +4", foot=("Tourner : autre", "OK oui, RETOUR non")),
    ChoiceCue(title="Hello  Bonjour", word="Français", foot=(say("stage.choose", "fr"), "OK")),
    ChoiceCue(
        title=say("first-evening.asks-name", "fr"),
        word=say("first-evening.name-1", "fr"),
        foot=(say("stage.choose", "fr"), "OK"),
    ),
    WheelCue(names=("Bateau", "Perdre un bateau"), at=1, sign="no-boat", detail="de ton choix", name="Ben"),
    WheelCue(names=("Kraken",), at=0, sign="kraken", detail="5 x 5 cells", name="Ada"),
    MeterCue(title="Waters Rise!", ticks=("2", "2", "3", "3", "3", "4", "4", "5", "5", ""), at=4, line="Draw 3"),
    HandCue(title="Ada’s cards", cards=("Earth", "Sandbags", "Helicopter lift", "Fire"), at=2),
    HandCue(title="Ada has no cards", cards=()),
    SpinningCue(count=11, caption="La roue", name="Ben"),
    DrawingCue(caption="Mystery cards", name="Ben"),
    TurnCue(
        title="Navigateur",
        step="Cartes Inondation",
        left=2,
        of=5,
        foot=say("forbidden-island.words.dunes-of-deception", "fr"),
        level=8,
        levels=10,
    ),
    TurnCue(title="Diver", step="Swim", left=1, of=1, foot="Watchtower"),
    CountdownCue(title="Sand glass", left_s=42.3, of_s=60, runs=False, foot=say("stage.go-on-how", "fr")),
    CountdownCue(title="Ann", left_s=3600.0, of_s=3600, runs=False, foot=say("stage.go-on-how")),
)
"""Those of which not every word is to be seen at once."""

LONG_CUES: tuple[StageCue, ...] = (
    StartCue(lines=(LONG, LONG), address=LONG * 2, qr=f"http://{ADDRESS}/"),
    StartCue(lines=(LONG, LONG), address=LONG * 2, qr=LONG * 3),
    RollCue(values=(3, 7, 10), total=20, caption=LONG, name=LONG),
    RollCue(values=(3, 7), total=10, caption="", name=LONG),
    RollCue(values=(3,), caption=LONG, name=LONG),
    RollingCue(count=4, caption=LONG, name=LONG),
    VerdictCue(won=True, title=LONG, detail=LONG),
    RollingVerdictCue(caption=LONG, name=LONG),
    ErrorCue(title=LONG, lines=(LONG, LONG, LONG)),
    MessageCue(title=LONG, lines=(LONG, LONG)),
    MessageCue(title=LONG * 3),
    MenuCue(title=LONG, before=LONG, selected=LONG, after=LONG),
    MessageCue(title="", lines=("", "")),
    SpinningCue(count=3, caption=LONG, name=LONG),
    WheelCue(names=(LONG,), at=0, sign="fog", detail=LONG * 2, name=LONG),
    WheelCue(names=(LONG,), at=0),
    DrawingCue(caption=LONG, name=LONG),
    CardCue(title=LONG, lines=(LONG, LONG, LONG), caption=LONG, sign="skull"),
    CardCue(title=LONG * 3, sign="skull"),
    *(TokenCue(title=LONG, word=LONG, place="10/10", look=look) for look in LOOKS),
    MeterCue(title=LONG, ticks=(LONG,) * 30, at=29, line=LONG),
    HandCue(title=LONG, cards=(LONG, LONG, LONG), at=1),
    HandCue(title=LONG, cards=()),
    JoinCue(code="417062" * 6, address=LONG * 2, lines=(LONG, LONG), qr=f"http://{ADDRESS}/"),
    JoinCue(code="417062", address=LONG * 2, lines=(LONG, LONG)),
    IdleCue(title=LONG, hint=LONG),
    *(TurnCue(title=LONG, step=LONG, left=30, of=30, foot=LONG, level=9, levels=levels) for levels in (0, 10)),
    CountdownCue(title=LONG, left_s=360_000.0, of_s=3600, runs=False, foot=LONG),
    TokenCue(title=LONG, word=LONG, place="10/10", look="water", foot=LONG),
    *(AimCue(degrees=at, pose="strike", title=LONG, word=LONG, foot=LONG) for at in (0, 180)),
)


@dataclass
class Written:
    """Words on a canvas: where their capitals and descenders are."""

    words: str
    left: int
    top: int
    right: int
    bottom: int
    size: int
    bold: bool

    def meets(self, other: Written) -> bool:
        beside = self.right <= other.left or other.right <= self.left
        return not (beside or self.bottom <= other.top or other.bottom <= self.top)


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[Written]:
    """All that is written from now on, without the dark halo of numbers."""
    found: list[Written] = []
    write = Canvas.words

    def note(self: Canvas, words: str, x: int, top: int, size: int, style: TextStyle = PLAIN) -> None:
        write(self, words, x, top, size, style=style)
        wide = fonts.width(words, size)
        left = {"left": x, "middle": x - wide // 2, "right": x - wide}[style.align]
        high = fonts.capital(size)[1]
        lines = Written(words, left, top, left + wide, top + high, size, style.bold)
        if not (style.ink == 0 and style.align == "middle"):
            found.append(lines)

    monkeypatch.setattr(Canvas, "words", note)
    return found


def lit(image: Image.Image, left: int = 0, top: int = 0, right: int = 128, bottom: int = 64) -> int:
    return image.crop((left, top, right, bottom)).convert("L").histogram()[255]


@each_row("cue", SHORT_CUES + OTHER_SHORT_CUES + LONG_CUES)
def test_nothing_is_written_over_the_edge_or_over_other_words(cue: StageCue, written: list[Written]) -> None:
    written.clear()
    showing(cue).draw(0.0)
    for words in written:
        assert 0 <= words.left <= words.right <= 128, words
        assert 0 <= words.top <= words.bottom <= 64, words
    overlaps = [(one, two) for at, one in enumerate(written) for two in written[:at] if one.meets(two)]
    assert overlaps == []


@each_row("cue", SHORT_CUES)
def test_every_short_word_of_a_cue_stands_on_its_screen(cue: StageCue, written: list[Written]) -> None:
    written.clear()
    still(cue)
    seen = "".join(words.words for words in written).replace(" ", "")
    said = (
        getattr(cue, name) for name in type(cue).fields if name not in ("qr", "look", "pose", "degrees", "sign", "at")
    )
    wanted = [word for value in said for word in strings(value)]
    assert all(word.replace(" ", "") in seen for word in wanted)


def strings(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, tuple):
        return [word for inner in value for word in strings(inner)]
    return [] if value is None or isinstance(value, bool) else [str(value)]


def test_every_cue_that_rests_has_a_screen() -> None:
    assert {type(cue) for cue in SHORT_CUES + OTHER_SHORT_CUES} - {SpinningCue, DrawingCue} == set(FACES)


def test_three_dice_and_their_sum_can_be_read_across_the_table(written: list[Written]) -> None:
    still(RollCue(values=(3, 7, 10), total=20, caption="Roll 14", name="Ben"))
    assert {words.words: (words.size, words.bold) for words in written} == {
        "3": (24, True),
        "7": (24, True),
        "10": (24, True),
        "20": (32, True),
        "Roll 14": (12, False),
        "Ben": (12, False),
    }


def test_a_lone_die_has_no_sum(written: list[Written]) -> None:
    still(RollCue(values=(8,), total=8, caption="Roll 14"))
    assert [(words.words, words.size) for words in written] == [("8", 32), ("Roll 14", 16)]


def test_dice_whose_total_means_nothing_have_no_sum(written: list[Written]) -> None:
    still(RollCue(values=(3, 7), caption="Roll 14"))
    assert [words.words for words in written] == ["3", "7", "Roll 14"]


@each_row("count", [0, 6])
def test_there_is_room_for_one_to_five_dice(count: int) -> None:
    with pytest.raises(ValueError, match=f"{count} dice: the screen has room for 1 to 5"):
        still(RollCue(values=(1,) * count, caption="Roll 14"))


def test_a_verdict_for_good_is_dark_on_lit_and_one_against_lit_on_dark() -> None:
    won = still(VerdictCue(won=True, title="WON", detail="blue die 4/6"))
    lost = still(VerdictCue(won=False, title="LOST", detail="blue die 4/6"))
    assert lit(won) > 6500
    assert lit(lost) < 1500
    assert lit(lost, 10, 15, 42, 46) > 200, "the cross"


def test_the_selected_row_is_a_lit_bar_between_its_neighbours() -> None:
    image = still(MenuCue(before="Forbidden Island", selected="Fireship", after="Fireball Island"))
    assert lit(image, 0, 20, 128, 43) > 128 * 23 / 2
    only = still(MenuCue(selected="Fireship"))
    assert lit(only, 0, 0, 128, 20) == lit(only, 0, 44, 128, 64) == 0


def test_a_phones_light_is_told_by_a_shape_before_its_row() -> None:
    def sign(light: str | None) -> int:
        """How many pixels are lit before the words of the row below the bar."""
        cue = MenuCue(title="Phones", selected="Ann", after="Ben", presences=(None, None, light))
        return lit(still(cue), 6, 50, 16, 64)

    assert sign("here") > sign("asleep") + 10 > sign("gone") + 20
    plain = still(MenuCue(title="Phones", selected="Ann"))
    here = still(MenuCue(title="Phones", selected="Ann", presences=(None, "here", None)))
    assert lit(plain, 6, 30, 15, 40) - lit(here, 6, 30, 15, 40) > 0, "dark in the lit bar"


def test_a_row_with_a_light_has_less_room_before_it_is_read_bit_by_bit() -> None:
    row = "x" * 18
    assert menu_letters_hidden(MenuCue(selected=row)) == 0
    assert menu_letters_hidden(MenuCue(selected=row, presences=(None, "gone", None))) == 2


@each_row("address", ADDRESSES)
@each_row("qr", ["http://192.168.1.23:8080/", None], ids=["code", "no code"])
@each_row("button", ["roll", "spin", "draw", ""])
@each_row("lang", LANGUAGES)
def test_the_start_says_what_the_address_is_for_the_address_and_what_to_do(
    lang: str, button: str, qr: str | None, address: str, written: list[Written]
) -> None:
    written.clear()
    join, do = TEXTS.say(lang, "stage.join-at"), TEXTS.say(lang, "stage.choose")
    if button:
        do = TEXTS.say(lang, "stage.press", button=TEXTS.say(lang, f"panel.{button}"))
    still(StartCue(lines=(join, do), address=address, qr=qr))
    assert "".join(words.words.replace(" ", "") for words in written) == (join + address + do).replace(" ", "")
    parts = [words for words in written if words.bold]
    assert "".join(words.words for words in parts) == address
    for part, following in pairwise(parts):
        assert part.words.endswith(".") or following.words.startswith(":"), "no number is torn"
    assert max(words.right for words in written) <= 127
    assert [words.size for words in (written[0], written[-1])] == [12, 12]
    assert min(words.size for words in parts) >= (12 if qr else 20)


def said_by_the_table() -> list[tuple[str, str, str]]:
    """Each sentence of the session, of refusals and of the stage, with something in its braces: language, key, text."""
    found = []
    for lang in LANGUAGES:
        for key, entry in read_language(lang).items():
            if key.partition(".")[0] in ("session", "refused", "stage"):
                names = PLACEHOLDER.findall(str(entry))
                values = {name: 12 if name == "count" else "Trois dés, bleu" for name in names}
                found.append((lang, key, TEXTS.say(lang, key, **values)))
    return found


def stands_whole(sentence: str, written: list[Written]) -> bool:
    assert all(words.right <= 127 for words in written)
    return " ".join(words.words for words in written) == " ".join(sentence.split(" "))


@each_row(("lang", "key", "sentence"), said_by_the_table())
def test_every_sentence_of_the_table_stands_whole_on_the_screen(
    lang: str, key: str, sentence: str, written: list[Written]
) -> None:
    written.clear()
    still(MessageCue(title="", lines=(sentence,)))
    assert stands_whole(sentence, written), [words.words for words in written]


@each_row(("lang", "key", "sentence"), [one for one in said_by_the_table() if one[1] in TROUBLES])
def test_what_is_wrong_with_the_memory_stands_whole_under_its_title(
    lang: str, key: str, sentence: str, written: list[Written]
) -> None:
    written.clear()
    title = TEXTS.say(lang, "stage.memory" if key.startswith("session.unwritable.") else "stage.trouble")
    still(ErrorCue(title=title, lines=(sentence,)))
    assert stands_whole(f"{title} {sentence}", written), [words.words for words in written]


def test_every_kind_of_trouble_is_tried_here() -> None:
    keys = {key for _, key, _ in said_by_the_table()}
    assert {key for key in keys if key.startswith("session.unwritable.")} < TROUBLES < keys


def test_a_sentence_alone_is_as_large_as_it_can_be(written: list[Written]) -> None:
    still(MessageCue(title="", lines=(say("refused.ended"),)))
    assert [(words.words, words.size) for words in written] == [("The game", 24), ("has ended.", 24)]


def test_a_title_makes_room_for_a_long_sentence(written: list[Written]) -> None:
    sentence = TEXTS.say("en", "session.stale")
    still(MessageCue(title="Not now", lines=(sentence,)))
    assert stands_whole(f"Not now {sentence}", written)


@each_row("cue", [cue for cue in SHORT_CUES if isinstance(cue, RollCue)])
def test_nothing_of_a_roll_stands_on_the_very_edge(cue: RollCue) -> None:
    image = still(cue)
    left, top, right, bottom = image.getbbox() or (0, 0, 0, 0)
    assert (left >= 1, top >= 1, right <= 127, bottom <= 63) == (True,) * 4, (left, top, right, bottom)


@each_row(
    ("detail", "lines"),
    [
        ("Plain die 3/6", ["Plain die 3/6"]),
        ("Dé simple 3/6", ["Dé simple 3/6"]),
        ("Dé à dix faces 3/10", ["Dé à dix faces 3/10"]),
        ("The blue die of storms 4/6", ["The blue die", "of storms 4/6"]),
    ],
)
def test_the_detail_of_a_verdict_is_one_line_where_it_fits(
    detail: str, lines: list[str], written: list[Written]
) -> None:
    written.clear()
    still(VerdictCue(won=True, title="GAGNÉ", detail=detail))
    assert [words.words for words in written] == ["GAGNÉ", *lines]


def test_the_code_is_drawn_two_pixels_a_module_with_a_lit_margin() -> None:
    image = still(StartCue(lines=("Join at",), address=ADDRESS, qr=f"http://{ADDRESS}/"))
    modules = qr_modules(f"http://{ADDRESS}/")
    assert modules is not None
    for row in range(MODULES):
        for column in range(MODULES):
            left, top = 7 + 2 * column, 7 + 2 * row
            assert lit(image, left, top, left + 2, top + 2) == (0 if modules[row][column] else 4)
    assert lit(image, 0, 0, 64, 7) == lit(image, 0, 57, 64, 64) == 64 * 7
    assert lit(image, 0, 0, 7, 64) == lit(image, 57, 0, 64, 64) == 64 * 7


@each_row(
    ("address", "read"),
    [
        ("http://192.168.100.200:8080/", "http://192.168.100.200:8080/"),
        ("http://tide.local/J/417062", "http://TIDE.LOCAL/J/417062"),
        ("http://192.168.100.200:8080/J/417062", "http://192.168.100.200:8080/J/417062"),
        ("http://tide.local/J/token", "http://tide.local/J/token"),
        ("http://[fd00::5]:8080/", "http://[fd00::5]:8080/"),
        ("just words", "just words"),
    ],
)
def test_a_phone_reads_the_scheme_in_small_letters(address: str, read: str) -> None:
    image = still(StartCue(lines=("Join at",), address=ADDRESS, qr=address))
    drawn = [[int(not image.getpixel((7 + 2 * x, 7 + 2 * y))) for x in range(MODULES)] for y in range(MODULES)]
    assert read_code(drawn) == read


def test_a_code_that_would_be_too_fine_is_left_out(written: list[Written]) -> None:
    too_long = "http://tide.local:8080/join/abcdefghijklmnop"
    assert qr_modules(too_long) is None
    with_code = StartCue(lines=("Join at",), address=ADDRESS, qr=too_long)
    assert still(with_code).tobytes() == still(StartCue(lines=("Join at",), address=ADDRESS)).tobytes()


def test_what_befalls_a_tile_can_be_read_across_the_table(written: list[Written]) -> None:
    for look, word in (("water", "FLOODS"), ("hole", "SINKS")):
        still(TokenCue(title="Copper Gate", word=word, place="2/3", look=look))
    assert {words.words: (words.size, words.bold) for words in written} == {
        "Copper Gate": (22, True),
        "FLOODS": (32, True),
        "SINKS": (32, True),
        "2/3": (16, False),
    }


@each_row("word", ["FLOODS", "SINKS", "COULE", "EST INONDÉE", "ASSÉCHÉE", "SHORED UP"])
@each_row(
    "title",
    [
        say("forbidden-island.words.dunes-of-deception"),
        say("forbidden-island.words.cliffs-of-abandon"),
        "Dunes de la Déception",
        "Pont Suspendu",
    ],
)
def test_long_names_of_tiles_stay_large_and_whole(title: str, word: str, written: list[Written]) -> None:
    written.clear()
    still(TokenCue(title=title, word=word, place="2/3", look="water"))
    assert min(words.size for words in written) >= 16
    (below,) = (words for words in written if words.words == word)
    assert all(below.top - words.bottom >= words.size // 5 for words in written if words.words in title), "descenders"
    assert "".join(words.words for words in written).replace(" ", "") == f"{title}{word}2/3".replace(" ", "")


def components_of(slug: str) -> Any:
    """Return the module of what lies in a game's box."""
    return import_module(f"companion.games.{slug.replace('-', '_')}.rules.components")


battle, fireball = map(components_of, ("battle-for-the-island", "fireball-island"))
NAMES = {
    "forbidden-island": (*forbidden_island.TILES, *forbidden_island.ADVENTURERS, *forbidden_island.CARDS),
    "fireship": (*(f"island-{number}" for number in range(1, 10)), *fireship.KINDS, *fireship.CARD_COUNTS),
    "battle-for-the-island": battle.KINDS,
    "fireball-island": (*fireball.CAVES, *fireball.PITS, *fireball.CARD_COUNTS, "vul-kar", "jewel", "charm"),
}
"""Words of the games for tiles, roles, treasures, islands, pieces, cards and places."""


@each_row("lang", LANGUAGES)
def test_no_name_of_a_game_is_cut_on_the_screen(lang: str, written: list[Written]) -> None:
    names = [OF_GAMES.say(lang, f"{slug}.words.{word}") for slug, words in NAMES.items() for word in words]
    for name in names:
        written.clear()
        still(TokenCue(title=name, word="OK"))
        still(CardCue(title=name, lines=()))
        seen = "".join(words.words for words in written).replace(" ", "")
        assert seen == f"{name}OK{name}".replace(" ", "")


def test_what_is_lost_is_dark_on_lit_and_every_look_is_another_picture() -> None:
    pictures = {look: still(TokenCue(title="Copper Gate", word="SINKS", look=look)) for look in LOOKS}
    assert len({picture.tobytes() for picture in pictures.values()}) == len(LOOKS)
    for look, picture in pictures.items():
        words = lit(picture, 0, 0, 128, 47)
        assert words > 128 * 47 / 2 if look in ("hole", "blast") else words < 128 * 47 / 3, look


def test_a_segment_has_its_sign_large_at_the_left_and_its_name_beside_it(written: list[Written]) -> None:
    image = still(WheelCue(names=("Fog", "Kraken"), at=1, sign="kraken", detail="5 x 5 cells", name="Ada"))
    assert lit(image, 0, 0, 48, 64) > 400
    assert [(words.words, words.left, words.size) for words in written] == [
        ("Kraken", 50, 24),
        ("5 x 5 cells", 50, 12),
        ("Ada", 50, 12),
    ]


def test_a_title_that_would_be_small_beside_its_sign_stands_alone(written: list[Written]) -> None:
    still(CardCue(title="Waters Rise!", lines=("The water rises",), caption="27 left, Ada", sign="wave"))
    (title,) = (words for words in written if words.words == "Waters Rise!")
    assert (title.left, title.size) == (1, 20)


def test_the_bars_of_a_meter_are_lit_up_to_where_it_stands_and_say_their_ticks(written: list[Written]) -> None:
    ticks = ("2", "2", "3", "3", "3", "4", "4", "5", "5", "")
    image = still(MeterCue(title="Waters Rise!", ticks=ticks, at=4, line="Draw 3 floods"))
    assert [words.words for words in written] == ["Waters Rise!", *ticks, "Draw 3 floods"]
    columns = [lit(image, 0 + 12 * tick + 6, 34, 12 * tick + 15, 37) for tick in range(10)]
    assert [column > 15 for column in columns] == [True] * 5 + [False] * 5


def test_a_hand_is_scrolled_to_one_card_and_says_which_of_how_many(written: list[Written]) -> None:
    cards = ("Earth", "Sandbags", "Helicopter lift", "Fire")
    still(HandCue(title="Ada’s cards", cards=cards, at=2))
    assert [words.words for words in written] == ["Ada’s cards", "3/4", "Helicopter lift", "Sandbags", "Fire"]
    written.clear()
    still(HandCue(title="Ada’s cards", cards=cards, at=99))
    assert [words.words for words in written] == ["Ada’s cards", "4/4", "Fire", "Helicopter lift"]


@each_row("address", ADDRESSES)
@each_row(("qr", "size"), [(f"http://{ADDRESS}/", 20), (None, 32)], ids=["code", "no code"])
def test_the_six_digits_are_large_and_the_address_is_whole(
    qr: str | None, size: int, address: str, written: list[Written]
) -> None:
    written.clear()
    still(JoinCue(code="417062", address=address, lines=("Join at",), qr=qr))
    assert [(words.words, words.size) for words in written if words.bold] == [("417062", size)]
    assert address in "".join(words.words for words in written)


def test_every_sign_is_large_unlike_the_others_and_in_its_box() -> None:
    pictures = {}
    for sign in SIGNS:
        canvas = Canvas()
        draw_sign(canvas, sign, 40, 8)
        left, top, right, bottom = canvas.image.getbbox() or (0, 0, 0, 0)
        assert 40 <= left < right <= 88, sign
        assert 8 <= top < bottom <= 56, sign
        assert max(right - left, bottom - top) >= 40, sign
        pictures[sign] = canvas.image.tobytes()
    assert len(set(pictures.values())) == len(SIGNS) == 33


def test_an_unknown_sign_is_named() -> None:
    with pytest.raises(ValueError, match="no sign is called 'krakn': expected one of boat, no-boat"):
        still(WheelCue(names=("Kraken",), at=0, sign="krakn"))


def test_the_placeholder_is_neither_dark_nor_any_words(written: list[Written]) -> None:
    assert lit(placeholder()) > 50
    assert written == []


def test_a_cue_without_a_screen_is_named() -> None:
    class StrangeCue(StageCue):
        pass

    with pytest.raises(TypeError, match="no screen shows a StrangeCue"):
        still(StrangeCue())


@each_row("scale", [1, 4, 8])
def test_a_public_picture_becomes_a_png_of_any_scale(scale: int) -> None:
    image = still(SHORT_CUES[0])
    opened = Image.open(io.BytesIO(png(image.tobytes(), scale)))
    assert (opened.format, opened.size) == ("PNG", (128 * scale, 64 * scale))
    assert opened.resize((128, 64), Image.Resampling.NEAREST).convert("1").tobytes() == image.tobytes()


@each_row(
    ("picture", "scale", "message"),
    [
        (bytes(1023), 4, "a picture of 1023 bytes: expected 1024"),
        (bytes(1024), 0, "scale 0: expected 1 to 8"),
        (bytes(1024), 9, "scale 9: expected 1 to 8"),
    ],
)
def test_a_png_of_anything_else_is_refused(picture: bytes, scale: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        png(picture, scale)
