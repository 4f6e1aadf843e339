from __future__ import annotations

import string
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import companion.texts
from hardware.oled import fonts
from tests.support.rows import each_row

TEXTS = Path(next(iter(companion.texts.__path__)))
NOT_A_CHARACTER = "\uffff"


def sentences(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from sentences(inner)


def letters_of_players() -> set[str]:
    files = sorted(TEXTS.glob("*.toml"))
    assert [file.name for file in files] == ["en.toml", "fr.toml"]
    words = (sentence for file in files for sentence in sentences(tomllib.loads(file.read_text("utf-8"))))
    return set(string.digits + fonts.ELLIPSIS + "".join(words))


@each_row("bold", [False, True])
@each_row("size", fonts.SIZES)
def test_every_letter_of_every_sentence_has_a_glyph(size: int, bold: bool) -> None:
    face = fonts.font(size, bold)
    missing_glyph = bytes(face.getmask(NOT_A_CHARACTER, mode="1"))
    drawn = {letter: letter.translate(fonts.DRAWN_AS) for letter in letters_of_players() if letter != "\n"}
    lacking = [letter for letter, glyph in drawn.items() if bytes(face.getmask(glyph, mode="1")) == missing_glyph]
    assert lacking == []


def test_a_letter_without_a_glyph_would_be_found() -> None:
    face = fonts.font(12)
    assert bytes(face.getmask("中", mode="1")) == bytes(face.getmask(NOT_A_CHARACTER, mode="1"))


@each_row(
    ("words", "told"),
    [
        ("Grüße, Γειά, Привет…", ""),
        ("a\u00a0b\u202fc\u2009d", ""),
        ("日本 日", "日本"),
        ("שלום", "שלום"),
        ("u\u0308", "\u0308"),
    ],
)
def test_letters_that_it_would_draw_wrong_are_told_once(words: str, told: str) -> None:
    assert fonts.undrawable(words) == "".join(sorted(told))


@each_row("space", ["\u00a0", "\u2009", "\u202f"])
def test_every_space_is_drawn_as_nothing(space: str) -> None:
    assert not any(fonts.font(16).getmask(space.translate(fonts.DRAWN_AS), mode="1"))


@each_row("size", fonts.SIZES)
def test_every_size_advances_by_half_of_itself(size: int) -> None:
    for words in ("W", "Île brumeuse", "…"):
        assert fonts.font(size).getlength(words) == fonts.width(words, size)
        assert fonts.font(size, bold=True).getlength(words) == fonts.width(words, size)


@each_row(("size", "high"), [(12, 8), (16, 10), (20, 13), (22, 14), (24, 15), (28, 18), (32, 20)])
def test_capitals_are_placed_by_their_ink(size: int, high: int) -> None:
    assert fonts.capital(size)[1] == high


@each_row("size", [14, 18, 0, 33])
def test_other_sizes_are_refused(size: int) -> None:
    with pytest.raises(ValueError, match=f"font size {size}: expected one of 12, 16"):
        fonts.font(size)


def test_the_fonts_are_shipped_with_their_licence() -> None:
    licence = Path(fonts.__file__).with_name("OFL.txt").read_text("utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert 'Reserved Font Name "Terminus Font"' in licence


@each_row(
    ("words", "room", "fitted"),
    [
        ("Ben", 48, ("Ben", 32)),
        ("Ben", 47, ("Ben", 16)),
        ("Maximilienne", 96, ("Maximilienne", 16)),
        ("Maximilienne", 72, ("Maximilienne", 12)),
        ("Maximilienne", 66, ("Maximilien…", 12)),
        ("To the island", 42, ("To the…", 12)),
    ],
)
def test_words_shrink_before_they_are_cut(words: str, room: int, fitted: tuple[str, int]) -> None:
    assert fonts.fit(words, room, (32, 16, 12)) == fitted


@each_row(
    ("words", "lines"),
    [
        ("", []),
        ("Join at", ["Join at"]),
        ("Check its cable.", ["Check its", "cable."]),
        ("192.168.1.23:8080", ["192.168.1.", "23:8080"]),
        ("at 192.168.1.23:8080 now", ["at", "192.168.1.", "23:8080", "now"]),
        ("tide.local:8080", ["tide.", "local:8080"]),
        ("Donaudampfschiff", ["Donaudampf", "schiff"]),
        ("Lancer 14\u202f: 3", ["Lancer", "14\u202f: 3"]),
    ],
)
def test_lines_end_at_spaces_then_after_signs(words: str, lines: list[str]) -> None:
    assert fonts.wrap(words, 60, 12) == lines


@each_row(
    ("address", "lines"),
    [
        ("tide.local", ["tide.local"]),
        ("tide.local:8080", ["tide.local", ":8080"]),
        ("127.0.0.1:8080", ["127.0.0.1", ":8080"]),
        ("192.168.1.20:8080", ["192.168.", "1.20:8080"]),
        ("192.168.100.200:8080", ["192.168.", "100.200", ":8080"]),
        ("[fd00:12:34::1]:8080", ["[fd00:12", ":34::1]", ":8080"]),
        ("spieltischlein.local", ["spieltisch", "lein.local"]),
        ("", [""]),
    ],
)
def test_an_address_is_broken_after_a_dot_or_before_a_colon_and_evenly(address: str, lines: list[str]) -> None:
    assert fonts.wrap_address(address, 60, 12) == lines


@given(st.text(alphabet="ab12é.:", max_size=40), st.integers(16, 128), st.sampled_from(fonts.SIZES))
def test_no_part_of_an_address_is_too_wide_or_lost(address: str, room: int, size: int) -> None:
    lines = fonts.wrap_address(address, room, size)
    assert all(fonts.width(line, size) <= room for line in lines)
    assert "".join(lines) == address


@given(st.text(alphabet="ab é./:", max_size=60), st.integers(16, 128), st.sampled_from(fonts.SIZES))
def test_no_line_is_wider_than_its_room_and_no_letter_is_lost(words: str, room: int, size: int) -> None:
    lines = fonts.wrap(words, room, size)
    assert all(fonts.width(line, size) <= room for line in lines)
    assert "".join(lines).replace(" ", "") == words.replace(" ", "")
    assert fonts.width(fonts.cut(words, room, size), size) <= room
