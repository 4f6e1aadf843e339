"""The page of kits: an idea a section, each with an example and a picture that was made of it, the full tables last."""

from __future__ import annotations

import pytest
from PIL import Image

from tests.pictures.kits import MOVES
from tests.support.kit_page import MADE_OF, PAGE, Section, sections

MAX_BYTES = 25_000
WITHOUT_EXAMPLE = ["Kits to copy from, and to share", "Everything"]
SECTIONS = [section for section in sections() if section.examples]


def test_each_section_has_one_example_and_one_picture() -> None:
    found = sections()
    assert [each.title for each in found if not each.examples] == WITHOUT_EXAMPLE
    assert [(each.title, len(each.examples), len(each.pictures)) for each in SECTIONS] == [
        (each.title, 1, 1) for each in SECTIONS
    ]


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.slug)
def test_a_picture_is_small_and_was_made_of_its_example(section: Section) -> None:
    ((alternative, place),) = section.pictures
    file = PAGE.parent / place
    assert place == f"images/{section.slug}.png"
    assert len(alternative.split()) > 6
    assert file.stat().st_size <= MAX_BYTES
    with Image.open(file) as picture:
        assert picture.info.get(MADE_OF) == section.digest, "run `make pictures`"


def test_no_picture_is_left_over() -> None:
    slugs = {section.slug for section in SECTIONS}
    assert {file.stem for file in (PAGE.parent / "images").iterdir()} == slugs == MOVES.keys()


def test_another_number_in_an_example_asks_for_another_picture_and_a_comment_does_not() -> None:
    first, *_ = SECTIONS
    (example,) = first.examples
    commented = Section(first.title, (f"# Dice\n{example}",), first.pictures)
    changed = Section(first.title, (example.replace("3d6", "4d6"),), first.pictures)
    assert commented.digest == first.digest != changed.digest


def test_the_full_tables_are_last() -> None:
    last = sections()[-1]
    assert last.title == WITHOUT_EXAMPLE[-1]
    assert PAGE.read_text("utf-8").endswith(" |\n")
