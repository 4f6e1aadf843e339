"""A family's own languages: complete ones are said, others are left out in words."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.library.games import Library
from companion.texts.say import Wording
from hardware.oled.fonts import undrawable
from tests.support.languages import LANGUAGE, english, german, put
from tests.support.rows import each_row
from tests.support.wording import say


def library(data: Path) -> Library:
    return Library(data / "kits", data / "languages", undrawable)


def lines(found: Library, lang: str = "en") -> list[str]:
    return [line for bad in found.faults for line in found.fault_lines(bad, lang)]


def test_a_complete_language_is_said_after_those_that_ship(tmp_path: Path) -> None:
    put(tmp_path, german())
    found = library(tmp_path)
    assert lines(found) == []
    assert found.texts.languages == ("en", "fr", "de")
    assert found.texts.say("de", "menu.language") == LANGUAGE
    assert found.texts.say("de", "kit.fireship.name") == "Fireship"
    assert (found.language_of("de"), found.language_of("it")) == ("de", "en")


def test_the_tables_own_form_of_a_file_is_read_too(tmp_path: Path) -> None:
    put(tmp_path, german({"menu.language": None}) + f'[menu]\nlanguage = "{LANGUAGE}"\n')
    assert library(tmp_path).texts.say("de", "menu.language") == LANGUAGE


@each_row(
    ("changes", "said"),
    [
        ({"menu.language": None}, "menu.language: missing"),
        ({"kit.fireship.name": None}, "kit.fireship.name: missing"),
        ({"forbidden-island.words.name": None}, "forbidden-island.words.name: missing"),
        ({"menu.tongue": "Zunge"}, "menu.tongue: unknown"),
        ({"menu.tongue\n\u202e" + "x" * 100: "Zunge"}, f"menu.tongue??{'x' * 47}: unknown"),
        ({"menu.language": " "}, "menu.language: empty"),
        ({"menu.language": "Zeile\nZeile"}, f"menu.language: {say('words.line')}"),
        ({"menu.language": "言語 GO"}, f"menu.language: {say('words.letters', letters='言, 語')}"),
        ({"menu.language": "שפה"}, f"menu.language: {say('words.letters', letters='ה, פ, ש')}"),
        ({"menu.language": "{name}"}, f"menu.language: {say('words.no-values')}"),
        ({"menu.bad-kit": "Unbrauchbar"}, f"menu.bad-kit: {say('words.values', values='{file}')}"),
        ({"menu.language": {"one": "a", "other": "b"}}, f"menu.language: {say('words.sentence')}"),
        ({"words": "?"}, "words: unknown"),
    ],
)
def test_a_language_that_differs_from_english_is_left_out_and_told_by_its_key(
    changes: dict[str, Wording | None], said: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.clear()
    file = put(tmp_path, german(changes))
    found = library(tmp_path)
    assert found.texts.languages == ("en", "fr")
    assert lines(found) == [f"{file}: {said}"]
    found.log_faults()
    assert f"left out: {file}: {said}" in caplog.text
    assert found.has_language("de")
    assert not found.has_language("it")
    assert all(lines(found, "fr"))


@each_row("said", ["Język", "Språk", "Γλώσσα", "Мова", "Dil ğışİ", "„Sprache“ – ‚a‘ …", "a\u202fb"])
def test_letters_that_the_tables_screen_has_are_fine(said: str, tmp_path: Path) -> None:
    put(tmp_path, german({"menu.language": said}))
    assert library(tmp_path).texts.say("de", "menu.language") == said


def test_a_byte_order_mark_is_no_fault_and_another_ending_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "languages"
    folder.mkdir()
    (folder / "de.toml").write_text(german(), "utf-8-sig")
    (folder / "nl.TOML").write_text(german(), "utf-8")
    found = library(tmp_path)
    assert "de" in found.texts.languages
    assert [fault.said.key for bad in found.faults for fault in bad.faults] == ["kit-fault.ending"]


def test_a_plural_needs_its_two_forms(tmp_path: Path) -> None:
    key = next(key for key, entry in english().items() if not isinstance(entry, str))
    file = put(tmp_path, german({key: "viele"}))
    assert lines(library(tmp_path)) == [f"{file}: {key}: {say('words.plural')}"]


def test_all_that_an_empty_file_lacks_is_told(tmp_path: Path) -> None:
    put(tmp_path, "")
    assert len(lines(library(tmp_path))) == german().count("\n")


KIT_TEXT = 'slug = "ferry"\n[dice.oars]\nfaces = "1-6"\n[text.LANG]\nname = "Ferry"\noars = "Oars"\n'


@each_row("lang", ["en", "fr"])
def test_what_it_lacks_of_a_familys_kit_is_said_as_english_says_it(lang: str, tmp_path: Path) -> None:
    (tmp_path / "kits").mkdir()
    (tmp_path / "kits" / "ferry.toml").write_text(KIT_TEXT.replace("LANG", lang))
    put(tmp_path, german({"kit.ferry.oars": "Ruder"}))
    found = library(tmp_path)
    assert lines(found) == []
    assert [found.texts.say("de", f"kit.ferry.{word}") for word in ("name", "oars")] == ["Ferry", "Ruder"]
    assert found.texts.say("en", "kit.ferry.oars") == "Oars"


def test_what_it_says_of_a_familys_kit_has_the_kits_values(tmp_path: Path) -> None:
    (tmp_path / "kits").mkdir()
    (tmp_path / "kits" / "ferry.toml").write_text(KIT_TEXT.replace("LANG", "en"))
    file = put(tmp_path, german({"kit.ferry.oars": "{count} Ruder"}))
    assert lines(library(tmp_path)) == [f"{file}: kit.ferry.oars: {say('words.no-values')}"]


CODE = say("words.code")
BAD_NAMES = [("deutsch.toml", CODE), ("DE.toml", CODE), (".de.toml", CODE), ("d-e.toml", CODE), ("dé.toml", CODE)]


@each_row(("name", "said"), [*BAD_NAMES, ("en.toml", say("words.code-taken")), ("odd\udcff\n.toml", CODE)])
def test_a_file_of_another_name_is_told(name: str, said: str, tmp_path: Path) -> None:
    put(tmp_path, german(), name)
    found = library(tmp_path)
    assert found.texts.languages == ("en", "fr")
    (line,) = lines(found)
    assert line.endswith(f".toml: {said}")
    assert line.isprintable()


def fifo(path: Path) -> None:
    os.mkfifo(path)


def huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(2**40)


@each_row(
    ("make", "said"),
    [
        (fifo, say("kit-fault.unreadable", error=say("kit-fault.not-a-file"))),
        (lambda path: path.symlink_to("/dev/zero"), say("kit-fault.unreadable", error=say("kit-fault.not-a-file"))),
        (lambda path: path.symlink_to(path), "can't be read: "),
        (lambda path: path.symlink_to("nowhere"), say("kit-fault.unreadable", error=say("kit-fault.nowhere"))),
        (Path.mkdir, say("kit-fault.unreadable", error=say("kit-fault.folder"))),
        (huge, say("kit-fault.unreadable", error=say("kit-fault.too-long", maximum=1024))),
        (lambda path: path.write_bytes(b"\xff\xfe"), say("kit-fault.unreadable", error=say("kit-fault.not-text"))),
        (lambda path: path.write_text("menu = ["), "not TOML: "),
        (lambda path: path.write_text("[menu]\nlanguage = “Sprache”"), "a curly quote in line 2"),
        (lambda path: path.write_text("a = " + "[" * 100_000), "not TOML: "),
        (lambda path: path.write_text("a = " + "9" * 5000), "not TOML: "),
        (lambda path: path.write_text("a." * 5000 + "a = 'b'"), "not TOML: "),
        (lambda path: path.write_text("[menu]\nlanguage = 7"), "menu.language: neither a sentence nor the two forms"),
        (lambda path: path.write_text("[menu]\nlanguage = ['a']"), "menu.language: neither a sentence nor the two"),
    ],
    ids=[
        "a pipe", "endless", "a circle", "a link to nothing", "a folder", "huge", "no text", "no TOML", "curly", "deep",
        "digits", "deep keys", "a number", "a list",
    ],
)  # fmt: skip
def test_whatever_lies_among_the_languages_is_left_out_in_words(
    make: Callable[[Path], object], said: str, tmp_path: Path
) -> None:
    (tmp_path / "languages").mkdir()
    make(tmp_path / "languages" / "de.toml")
    found = library(tmp_path)
    assert found.texts.languages == ("en", "fr")
    (line,) = lines(found)
    assert line.startswith(f"{tmp_path / 'languages' / 'de.toml'}: {said}")
    assert lines(found, "fr") != [line]


@each_row("locked", ["kits", "languages"])
def test_a_folder_that_the_table_may_not_look_into_is_told_once(
    locked: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, german())
    look = Path.iterdir

    def look_but_there(path: Path) -> Iterator[Path]:
        if path == tmp_path / locked:
            raise PermissionError(13, "Permission denied", str(path))
        return look(path)

    monkeypatch.setattr(Path, "iterdir", look_but_there)
    found = library(tmp_path)
    assert lines(found) == [f"{tmp_path / locked}: {say('kit-fault.unreadable', error=say('kit-fault.not-allowed'))}"]
    assert found.texts.languages == (("en", "fr") if locked == "languages" else ("en", "fr", "de"))


def test_a_file_in_the_folders_place_is_no_language(tmp_path: Path) -> None:
    (tmp_path / "languages").write_text(german(), "utf-8")
    assert lines(library(tmp_path)) == []


def test_a_link_to_a_complete_file_and_a_folder_that_isnt_there_are_fine(tmp_path: Path) -> None:
    assert lines(library(tmp_path)) == []
    real = put(tmp_path / "elsewhere", german())
    (tmp_path / "languages").mkdir()
    (tmp_path / "languages" / "de.toml").symlink_to(real)
    assert library(tmp_path).texts.languages == ("en", "fr", "de")
