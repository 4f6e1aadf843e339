"""Every fault of a kit file can be said in every language, and none of them names a folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine.values.message import Message
from companion.kits.format.checks import KitFault
from companion.kits.format.kit_file import BadKit, kits_in, shipped_kits
from companion.runtime.foreign_file import MAX_BYTES
from companion.texts.say import LANGUAGES, Texts, read_language
from tests.companion.kits.coast import WHOLE
from tests.companion.kits.night import NIGHT
from tests.companion.kits.test_reader import GOOD
from tests.companion.kits.test_reader_bounds import EVERY_BOUND
from tests.companion.kits.test_reader_course import COURSE_FAULTS, CROWDED
from tests.companion.kits.test_reader_faults import (
    COAST_FAULTS,
    FARM_FAULTS,
    OTHER_SHAPES,
    TOO_MANY,
    bad_kit,
    many,
)
from tests.companion.kits.test_reader_shelf import all_faulty
from tests.companion.kits.test_written import WRITTEN_FAULTS

TEXTS = Texts.load()
LONELY = 'slug = "a"\n[deck.d]\ncards = "tokens:bay"\n[wheel.w.segment.a]\ndoes = ["draw d", "step tide +1"]'
"""A kit that speaks of tokens and counters and has none."""
NAMELESS = 'slug = "a"\nauthor = 3'


def every_text() -> Iterator[str]:
    yield from (GOOD.replace(old, new, 1) for old, new, _ in FARM_FAULTS)
    yield from (WHOLE.replace(old, new, 1) for old, new, _ in COAST_FAULTS)
    yield from (NIGHT.replace(old, new, 1) for old, new, _ in COURSE_FAULTS)
    yield from (many(made) for made, _ in TOO_MANY)
    yield from (text for text, _ in OTHER_SHAPES)
    yield from (text for text, _ in WRITTEN_FAULTS)
    yield from (LONELY, NAMELESS, CROWDED, *(text for text, _ in EVERY_BOUND))
    yield GOOD.replace('"farm"', "“farm”")


@pytest.fixture
def unreadable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[BadKit]:
    """What is wrong with a folder of files that can't be read, or that have a slug which is taken."""
    (tmp_path / "a.toml").mkdir()
    (tmp_path / "b.toml").write_bytes(b"\xff\xfe")
    (tmp_path / "c.toml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "d.toml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "e.toml").symlink_to(tmp_path / "nowhere")
    (tmp_path / "f.toml").write_text(GOOD, encoding="utf-8")
    os.mkfifo(tmp_path / "g.toml")
    (tmp_path / "h.toml").write_text(GOOD + MAX_BYTES * "#", encoding="utf-8")
    (tmp_path / "i.TOML").write_text(GOOD, encoding="utf-8")
    open_ = os.open

    def open_but_one(path: Path, flags: int, mode: int = 0o777) -> int:
        if Path(path).name == "f.toml":
            raise PermissionError(13, "Permission denied", str(path))
        return open_(path, flags, mode)

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", open_but_one)
        return kits_in(tmp_path, shipped_kits())[1]


def keys_of(value: object) -> Iterator[str]:
    if isinstance(value, Message):
        yield value.key
        yield from (key for inner in value.values.values() for key in keys_of(inner))
    elif isinstance(value, tuple):
        yield from (key for inner in value for key in keys_of(inner))


def faults(text: str, lang: str = "en") -> tuple[str, ...]:
    """Return what is said in *lang* of each fault of the kit *text*, with where it stands."""
    told = [(fault.where, said(lang, fault)) for fault in bad_kit(text).faults]
    return tuple(f"{where}: {sentence}" if where else sentence for where, sentence in told)


def said(lang: str, fault: KitFault) -> str:
    return TEXTS.say(lang, fault.said.key, **fault.said.values)


def test_every_fault_is_said_in_every_language_and_no_text_is_spare(unreadable: list[BadKit], tmp_path: Path) -> None:
    found = [fault for text in every_text() for fault in bad_kit(text).faults]
    found += [fault for bad in (*unreadable, *all_faulty(tmp_path / "covers")) for fault in bad.faults]
    assert all(said(lang, fault) for fault in found for lang in LANGUAGES)
    keys = {key for fault in found for key in keys_of(fault.said) if not key.startswith("formula.")}
    assert keys == {key for key in read_language("en") if key.startswith("kit-fault.")}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("count = 2", "counts = 2", "[dice.weather] counts: inconnu\u202f; tu voulais dire count\u202f?"),
        ("count = 2", "count = 0", "[dice.weather] count: attendu\u00a0: un nombre de 1 à 20\u202f; trouvé\u00a0: 0"),
        ("faces = [0, 0, 5]", "", "[dice.yield] faces: attendu\u00a0: un intervalle comme \"1-10\", ou une liste de "
            "2 à 100 nombres de 0 à 999, mots et listes de symboles\u202f; trouvé\u00a0: rien"),
        ('slug = "farm"', 'slug = "farm"\nseat = 3', "le fichier, seat\u00a0: inconnu\u202f; "
            "tu voulais dire seats\u202f?"),
        ("[dice.weather]", "[dice", "ce n’est pas du TOML\u00a0: Expected ']' at the end of a table declaration "
            "(ligne 5, colonne 6)"),
        ("[dice.weather]", '[wheel.w.segment.a]\ndoes = ["draw farm"]\n[dice.weather]', "[wheel.w.segment.a] does "
            "'draw farm': il n’y a pas de pioche 'farm'\u202f; il n’y a rien de tel"),
    ],
)  # fmt: skip
def test_a_fault_is_told_in_french(old: str, new: str, told: str) -> None:
    assert told in faults(GOOD.replace(old, new, 1), "fr")


def test_why_a_file_cannot_be_read_is_told_without_its_folder(unreadable: list[BadKit], tmp_path: Path) -> None:
    assert [said("fr", fault) for bad in unreadable for fault in bad.faults] == [
        "illisible\u00a0: c’est un dossier",
        "illisible\u00a0: ce n’est pas du texte en UTF-8",
        "'farm' est déjà à c.toml\u202f; donnes-en un autre à ce kit",
        "illisible\u00a0: il n’est pas là",
        "illisible\u00a0: la table n’a pas le droit de l’ouvrir",
        "illisible\u00a0: ce n’est pas un fichier, mais un tube, un périphérique ou semblable",
        "illisible\u00a0: il fait plus de 256\u202fKo",
        "son nom doit finir par .toml, en minuscules et sans rien derrière",
    ]
    assert str(tmp_path) not in str([fault for bad in unreadable for fault in bad.faults])


def test_what_is_given_is_cut_short_where_it_is_long() -> None:
    (fault,) = faults(GOOD.replace('"Sun"', f'"{500 * "x"}"'))
    assert fault.endswith(f"got '{98 * 'x'}…")
