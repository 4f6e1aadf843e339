from __future__ import annotations

import ast
import json
import re
import tomllib
import weakref
from dataclasses import dataclass, field

import pytest

from companion.engine.values.message import Constant, Message
from companion.library.packages import DECLARATION, installed, located, read_package, unchecked
from companion.texts.say import LANGUAGES, PLACEHOLDER, PLURAL_FORMS, Texts, Wording, read_language
from tests.support.paths import KITS, ROOT

EXTRA = {
    "en": {
        "test.roll": "Roll {number}: {values}, together {total}",
        "test.die": "Plain die",
        "test.rolls": "{who} rolls the {die}",
        "test.braces": "{number} {Number} {0} { number } {number.real} {",
    },
    "fr": {
        "test.roll": "Lancer {number} : {values}, en tout {total}",
        "test.die": "Dé simple",
        "test.rolls": "{who} lance le {die}",
        "test.seul": "Seulement en français",
    },
}


@pytest.fixture
def texts() -> Texts:
    return Texts.load(EXTRA)


@pytest.fixture
def plurals() -> Texts:
    return Texts(
        {
            "en": {"cards": {"one": "{count} card", "other": "{count} cards"}},
            "fr": {"cards": {"one": "{count} carte", "other": "{count} cartes"}},
        }
    )


def all_words(lang: str) -> dict[str, Wording]:
    """Every sentence and name in *lang*: the table's own and those of the games that ship."""
    packages, _ = installed()
    own = read_language(lang)
    of_games = [package.texts(lang) for package in packages]
    found = {**own, **{key: entry for texts in of_games for key, entry in texts.items()}}
    assert len(found) == len(own) + sum(map(len, of_games)), "a key stands twice"
    return found


def forms(entry: Wording) -> list[str]:
    return [entry] if isinstance(entry, str) else list(entry.values())


def placeholders(entry: Wording) -> set[str]:
    return {name for form in forms(entry) for name in PLACEHOLDER.findall(form)}


def test_the_games_that_ship_are_read_without_a_check_and_would_pass_it() -> None:
    ours = {point: folder for point, folder in located()[0].items() if point.value.startswith("companion.")}
    assert ours
    for point, folder in ours.items():
        assert read_package(point, folder).declared == unchecked(point, folder).declared


def test_a_games_words_are_read_once_one_of_them_is_asked_for() -> None:
    asked: list[str] = []

    def words(lang: str) -> dict[str, Wording]:
        asked.append(lang)
        return {"late.first": f"first in {lang}", "late.second": "second"}

    texts = Texts.load({"en": {"late.named": "known before"}}, late={"late": words})
    assert (texts.say("fr", "late.named"), texts.say("fr", "page.live"), asked) == ("known before", "En direct", [])
    assert (texts.say("fr", "late.first"), texts.say("fr", "late.second"), asked) == ("first in fr", "second", ["fr"])
    assert (texts.knows("en", Message("late.first")), texts.knows("en", Message("late.third"))) == (True, False)
    with pytest.raises(KeyError, match="no text 'late.third' in en"):
        texts.say("en", "late.third")
    assert asked == ["fr", "en"]


def test_every_language_has_the_same_keys() -> None:
    english = all_words("en")
    for lang in LANGUAGES:
        assert all_words(lang).keys() ^ english.keys() == set(), f"keys in only one of en and {lang}"


def test_every_language_fills_in_the_same_values() -> None:
    english = {key: placeholders(entry) for key, entry in all_words("en").items()}
    for lang in LANGUAGES:
        assert {key: placeholders(entry) for key, entry in all_words(lang).items()} == english


def test_a_plural_has_all_its_forms_in_every_language() -> None:
    english = {key: type(entry) for key, entry in all_words("en").items()}
    for lang in LANGUAGES:
        entries = all_words(lang)
        assert {key: type(entry) for key, entry in entries.items()} == english
        lonely = [key for key in entries if key.rpartition(".")[2] in PLURAL_FORMS]
        assert not lonely, f"{lang}: plural forms without their other form: {lonely}"


def test_no_text_is_empty_and_every_brace_is_a_value() -> None:
    for lang in LANGUAGES:
        for key, entry in all_words(lang).items():
            for form in forms(entry):
                assert form.strip() == form != "", f"{lang}: {key}"
                assert not set("{}") & set(PLACEHOLDER.sub("", form)), f"{lang}: {key} has a brace without a value"


@pytest.mark.parametrize(("lang", "begin"), [("en", "Waiting for {"), ("fr", "C’est à {")])
def test_what_others_wait_for_does_not_read_as_done(lang: str, begin: str) -> None:
    waits = {key: entry for key, entry in all_words(lang).items() if key.partition(".")[2].startswith("waiting-")}
    assert len(waits) > 30
    assert [key for key, entry in waits.items() if not all(form.startswith(begin) for form in forms(entry))] == []


def french_of_the_kits() -> dict[str, str]:
    files = sorted(KITS.glob("*.toml"))
    kits = {file.stem: tomllib.loads(file.read_text("utf-8"))["text"]["fr"] for file in files}
    return {f"{kit}: {key}": text for kit, texts in kits.items() for key, text in texts.items()}


def test_french_signs_stand_off_by_spaces_that_no_line_breaks_at() -> None:
    french = {key: form for key, entry in all_words("fr").items() for form in forms(entry)} | french_of_the_kits()
    assert len(french) > 900
    narrow, wide = re.compile(r"(?<!\u202f)[;!?]|[^\S\u202f](?=[;!?])"), re.compile(r"(?<!\xa0)»|«(?!\xa0)|[^\S\xa0]:")
    wrong = {key: form for key, form in french.items() if narrow.search(form) or wide.search(form)}
    assert wrong == {}


def test_a_sentence_is_said_in_the_language_asked_for(texts: Texts) -> None:
    assert texts.say("en", "test.roll", number=14, values=(3, 7, 10), total=20) == "Roll 14: 3, 7, 10, together 20"
    assert texts.say("fr", "test.roll", number=14, values=(3, 7, 10), total=20) == "Lancer 14 : 3, 7, 10, en tout 20"


def test_only_plain_names_in_braces_are_filled_in(texts: Texts) -> None:
    assert texts.say("en", "test.braces", number=1) == "1 {Number} {0} { number } {number.real} {"


def test_a_value_is_never_read_as_a_sentence(texts: Texts) -> None:
    assert texts.say("en", "test.rolls", who="{die}", die="{who}") == "{die} rolls the {who}"


@pytest.mark.parametrize(
    ("lang", "count", "said"),
    [
        ("en", 0, "0 cards"),
        ("en", 1, "1 card"),
        ("en", 2, "2 cards"),
        ("fr", 0, "0 carte"),
        ("fr", 1, "1 carte"),
        ("fr", 2, "2 cartes"),
    ],
)
def test_a_plural_follows_its_language(plurals: Texts, lang: str, count: int, said: str) -> None:
    assert plurals.say(lang, "cards", count=count) == said


def test_a_plural_needs_a_count(plurals: Texts) -> None:
    with pytest.raises(KeyError, match="plural and needs a whole number `count`; None was given"):
        plurals.say("en", "cards")


@pytest.mark.parametrize(
    ("lang", "key", "message"),
    [
        ("en", "test.nowhere", "no text 'test.nowhere' in en"),
        ("de", "test.die", "no texts in the language 'de': expected en or fr"),
        ("fr", "test.roll", r"the text test.roll \(fr\) needs a value for {number}"),
    ],
)
def test_what_cannot_be_said_is_named(texts: Texts, lang: str, key: str, message: str) -> None:
    with pytest.raises(KeyError, match=message):
        texts.say(lang, key)


def test_a_kit_with_one_language_is_said_in_it_everywhere(texts: Texts) -> None:
    assert texts.say("en", "test.seul") == "Seulement en français"


def test_extra_texts_in_an_unknown_language_are_refused() -> None:
    with pytest.raises(ValueError, match="texts in de: expected en or fr"):
        Texts.load({"de": {"test.die": "Würfel"}})


def test_extra_texts_never_replace_those_of_the_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.texts.say.read_language", lambda lang: {"page.live": "live"})
    with pytest.raises(ValueError, match=r"texts page.live stand in en.toml already"):
        Texts.load({"en": {"page.live": "dead"}})


def test_telling_walks_plain_data_and_says_what_has_a_key(texts: Texts) -> None:
    roll = Message("test.rolls", {"who": "Ben", "die": Message("test.die")})
    told = texts.tell("fr", {"log": [roll, (1, None, True)], "values": {"key": 2.5}})
    assert told == {"log": ["Ben lance le Dé simple", [1, None, True]], "values": {"key": 2.5}}
    json.dumps(told)


def test_sayables_in_a_tuple_are_joined_in_their_language(texts: Texts) -> None:
    said = Message("test.rolls", {"who": ("Ben", "Eva"), "die": (Message("test.die"), 3)})
    assert texts.tell("en", said) == "Ben, Eva rolls the Plain die, 3"


def test_anything_with_a_key_and_values_can_be_told(texts: Texts) -> None:
    @dataclass
    class Label:
        key: str
        values: dict[str, object] = field(default_factory=dict)

    assert texts.tell("fr", Label("test.die")) == "Dé simple"


@pytest.mark.parametrize("value", [object(), b"bytes", {1, 2}])
def test_what_is_not_plain_data_is_never_told(texts: Texts, value: object) -> None:
    with pytest.raises(TypeError, match="can't be told"):
        texts.tell("en", {"state": value})


FAMILIES = (
    *(f"{package.slug}.words." for package in installed()[0]),
    *(
        "play.",
        "chance.",
        "due.",
        "motion.",
        "stage.by-knob-",
        "device.",
        "error.",
        "club.page.",
        *(f"maker-page.{group}." for group in ("condition", "effect", "event", "hole")),
        *(f"maker-page.{group}." for group in ("keeps", "number", "taken", "whom")),
        "page.device.",
        "panel.",
        "session.unwritable.",
        "share.is-",
        "share.outcome-",
    ),
    *(
        "doctor.",
        "expected.",
        "settings.",
        "wiring-page.",
        "consent.finish",
        "consent.delete",
        "consent.keep",
        "stage.finish-asked",
        "stage.delete-asked",
        "stage.keep-asked",
        "network.",
        "house.",
        "hook.",
        "metrics.",
        "stage.network-",
        "health.write-",
        "owner.new-",
        "health.unread",
        "health.no-toml",
        "stage.fault-unread",
        "stage.fault-no-toml",
        "option.chance-",
        "kit.no-",
        "kit-fault.no-",
        "formula.dice.",
        "packs.",
        "kit.pile",
        "kit.discard",
        "forbidden-island.due-",
        "forbidden-island.end.",
        "fireship.battle.",
        "battle-for-the-island.strike.",
        "fireball-island.strike.",
        "club.book.why.",
        "backup.",
        "maker.section",
        "maker.table",
        "maker.key",
        "maker.choice.",
        "maker.button.",
    ),
)
"""Keys that the program puts together from a name; each family's names are held by its room's tests."""


FOLDERS = [ROOT / folder for folder in ("companion", "hardware", "web_ui")]


def test_every_sentence_that_the_program_says_has_its_text() -> None:
    known = all_words("en")
    trees = [ast.parse(path.read_text("utf-8")) for folder in FOLDERS for path in folder.rglob("*.py")]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    said = {call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id == "Message"}
    keys = {first.value for first in said if isinstance(first, ast.Constant)}
    assert len(keys) > 300
    assert keys - known.keys() == set()


def test_every_text_is_said_somewhere() -> None:
    files = [path for folder in FOLDERS for path in folder.rglob("*")]
    says = [path for path in files if path.suffix in {".py", ".js", ".html"} or path.name == DECLARATION]
    program = "\n".join(path.read_text("utf-8") for path in says)
    said = set(re.findall(r"[\w.-]+", program))  # most keys stand there as they are
    left = [key for key in all_words("en") if key not in said and not key.startswith(FAMILIES)]
    unsaid = [key for key in left if key not in program]
    assert unsaid == []


def test_a_constant_is_said_once_in_each_language_and_forgotten_with_its_owner() -> None:
    texts = Texts.load()
    constant = Constant({"close": Message("page.close"), "rows": (Message("page.close"), 3)})
    said = texts.tell("en", {"words": constant})
    assert said == {"words": {"close": texts.say("en", "page.close"), "rows": [texts.say("en", "page.close"), 3]}}
    again, french = texts.tell("en", constant), texts.tell("fr", constant)
    assert again is said["words"]
    assert french == {"close": texts.say("fr", "page.close"), "rows": [texts.say("fr", "page.close"), 3]}
    gone = weakref.ref(constant)
    del constant
    assert gone() is None


def test_the_languages_that_ship_are_called_what_they_call_themselves_without_being_read() -> None:
    read: list[str] = []

    def reading(lang: str) -> dict[str, Wording]:
        read.append(lang)
        return dict(read_language(lang))

    texts = Texts(
        {lang: lambda lang=lang: reading(lang) for lang in LANGUAGES} | {"de": {"page.language_name": "Deutsch"}}
    )
    names = {lang: texts.name_of(lang) for lang in texts.languages}
    assert read == ["en"]
    assert names == {lang: texts.say(lang, "page.language_name") for lang in texts.languages}
