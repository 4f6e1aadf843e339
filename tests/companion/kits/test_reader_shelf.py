"""What a kit says of itself for the shelf of games, and which pictures are turned away."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.values.message import Message
from companion.kits.format.kit_file import BadKit, KitFile, kits_in
from companion.kits.format.safe_svg import fault_of
from companion.kits.play import game_of
from companion.library.games import Library
from companion.model.shelf.games import edition_of, shelf_games
from tests.companion.kits.test_reader import GOOD
from tests.support.rows import each_row
from tests.support.wording import say

SHAPES = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 180 240">{}</svg>'
SAFE = SHAPES.format('<defs><g id="a"><path d="M0 0h9v9z"/></g></defs><use href="#a"/><rect fill="url(#a)" width="9"/>')
FOREIGN = (
    ("<script>alert(1)</script>", "<script>"),
    ("<path onclick='x()' d='M0 0'/>", "onclick"),
    ("<foreignObject/>", "<foreignObject>"),
    ("<style>*{fill:red}</style>", "<style>"),
    ("<image href='https://example.org/a.png'/>", "<image>"),
    ("<rect style='fill: red'/>", "style"),
    ("<g xml:base='https://example.org/'/>", "base"),
    ("<use href='https://example.org/a.svg#b'/>", "href"),
    ("<use xmlns:x='http://www.w3.org/1999/xlink' x:href='data:image/svg+xml,x'/>", "href"),
    ("<path style='fill:url(https://example.org)'/>", "style"),
    ("<path fill='u\\72l(//example.org)'/>", "fill"),
)
NO_COVERS = (
    ("own.svg", "", say("kit-fault.cover-file", file="'own.svg'", fault=say("kit-fault.svg-unread"))),
    ("own.svg", "<svg", say("kit-fault.cover-file", file="'own.svg'", fault=say("kit-fault.svg-unread"))),
    ("own.svg", SHAPES.format("<g id='a'><use href='#a'/></g>"), "its shapes repeat other shapes too often"),
    ("own.svg", f"<!DOCTYPE svg>{SAFE}", say("kit-fault.cover-file", file="'own.svg'", fault="it holds <!DOCTYPE>")),
    ("own.svg", SAFE.replace("180 240", "240 180"), "three wide by four high"),
    ("own.svg", SAFE.replace("</svg>", f"<desc>{'x' * 16_384}</desc></svg>"), say("kit-fault.too-long", maximum=16)),
    ("../own.svg", SAFE, "or an SVG file beside the kit"),
    ("dise", "", "did you mean dice?"),
)


def kit_with(folder: Path, cover: str, picture: str = "", more: str = "") -> KitFile:
    """Return the kit that says *cover* in *folder*, where *picture* lies as ``own.svg``.

    :raises BadKit: it has faults.
    """
    (folder / "farm.toml").write_text(f"cover = {cover!r}\n{more}\n{GOOD}", "utf-8")
    if picture:
        (folder / "own.svg").write_text(picture, "utf-8")
    good, bad = kits_in(folder, [])
    if bad:
        raise bad[0]
    return good[0]


def faulty(folder: Path, cover: str, picture: str = "", more: str = "") -> BadKit:
    with pytest.raises(BadKit) as raised:
        kit_with(folder, cover, picture, more)
    return raised.value


def all_faulty(folder: Path) -> list[BadKit]:
    """Return a kit for each thing that can be wrong with what one says of itself."""
    folder.mkdir()
    long = f'line = {{ en = "{"x" * 61}" }}'
    rules = (f"rules = {given}" for given in ("{ en = [] }", '{ en = ["A", "B"], fr = ["C"] }'))
    covers = (faulty(folder, cover, picture) for cover, picture, _ in NO_COVERS)
    return [*(faulty(folder, "dice", more=more) for more in (long, *rules)), *covers]


def faults(folder: Path, cover: str, picture: str = "", more: str = "") -> list[str]:
    return Library().fault_lines(faulty(folder, cover, picture, more))


def test_line_minutes_and_cover_stand_on_the_shelf(tmp_path: Path) -> None:
    said = 'line = { fr = "à la ferme" }\nminutes = 25\nbreaks = { en = "Farm-yard" }'
    kit = kit_with(tmp_path, "own.svg", SAFE, said)
    game = game_of(kit.kit)
    (shelf,) = shelf_games([game])
    key = f"kit.{game.slug}.shelf"
    assert (shelf.cover, game.cover, game.minutes) == (f"covers/{game.slug}.svg", str(tmp_path / "own.svg"), 25)
    assert [kit.texts[lang][f"{key}.line"] for lang in ("en", "fr")] == ["à la ferme"] * 2
    assert kit.texts["fr"][f"{key}.breaks"] == "Farm-yard"
    (named,) = shelf_games([game_of(kit_with(tmp_path, "dice").kit)])
    assert (named.cover, named.line) == ("covers/drawn/dice.svg", "")


def test_a_group_and_the_lines_of_the_rules_stand_on_the_shelf(tmp_path: Path) -> None:
    kit = kit_with(tmp_path, "dice", more='group = "party"\nrules = { en = ["Roll.", "Win."] }')
    assert (kit.kit.shelf_group, kit.kit.rule_lines) == ("party", 2)
    assert [kit.texts["fr"][f"kit.farm.shelf.rule-{number}"] for number in (1, 2)] == ["Roll.", "Win."]
    both = kit_with(tmp_path, "dice", more='tool = true\nrules = { en = ["Roll."], fr = ["Lance."] }')
    assert (both.kit.shelf_group, both.texts["fr"]["kit.farm.shelf.rule-1"]) == ("tools", "Lance.")


def test_a_kit_says_its_version_and_author_and_has_the_first_without(tmp_path: Path) -> None:
    game = game_of(kit_with(tmp_path, "dice", more='version = 2\nauthor = "Robin"').kit)
    assert edition_of(game) == Message("shelf.version-by", {"version": 2, "author": "Robin"})
    second = game_of(kit_with(tmp_path, "dice", more="version = 2").kit)
    assert edition_of(second) == Message("shelf.version", {"version": 2})
    plain = game_of(kit_with(tmp_path, "dice").kit)
    assert (plain.version, plain.author, edition_of(plain)) == (1, "", "")


@each_row(
    ("more", "where"),
    [
        ('group = "outdoor"', "group"),
        ("rules = { en = [] }", "[rules] en"),
        (f"rules = {{ fr = {['x'] * 11} }}", "[rules] fr"),
        (f'rules = {{ en = ["{"x" * 121}"] }}', "[rules] en"),
        ('rules = { en = ["a", "b"], fr = ["c"] }', "[rules]"),
        ('rules = { de = ["a"] }', "[rules] de"),
        ("version = 0", "version"),
        ("version = 10000", "version"),
        ('version = "2"', "version"),
        ("author = 7", "author"),
        (f'author = "{"x" * 61}"', "author"),
        ('author = "{0}"', "author"),
    ],
)
def test_other_groups_and_rules_are_faults(tmp_path: Path, more: str, where: str) -> None:
    assert [fault.where for fault in faulty(tmp_path, "dice", more=more).faults] == [where]


@pytest.mark.parametrize(("holds", "told"), FOREIGN)
def test_a_picture_that_is_more_than_shapes_is_turned_away_with_what_it_holds(
    tmp_path: Path, holds: str, told: str
) -> None:
    sentence = say("kit-fault.svg-holds", what=told)
    assert faults(tmp_path, "own.svg", SHAPES.format(holds)) == [
        f"{tmp_path}/farm.toml: cover: " + say("kit-fault.cover-file", file="'own.svg'", fault=sentence)
    ]


@pytest.mark.parametrize(("cover", "picture", "told"), NO_COVERS)
def test_what_is_no_cover_is_said(tmp_path: Path, cover: str, picture: str, told: str) -> None:
    (line,) = faults(tmp_path, cover, picture)
    assert told in line


def test_a_line_is_short_and_minutes_are_a_number(tmp_path: Path) -> None:
    long = faults(tmp_path, "dice", more=f'line = {{ en = "{"x" * 61}" }}\nminutes = 0')
    assert [line.split(": ")[1] for line in long] == ["line", "minutes"]


def doubled(way: str, times: int = 11) -> str:
    """Shapes that draw ten of the ones before, *times* over: by 11 times they are 10^11."""
    first = "<rect id='s0' width='9' height='9'/>"
    return first + "".join(way.format(id=f"s{n}", before=f"s{n - 1}") for n in range(1, times + 1))


USES = {
    "uses": doubled("<g id='{id}'>" + "<use href='#{before}'/>" * 10 + "</g>"),
    "patterns": doubled("<pattern id='{id}'>" + "<rect fill='url(#{before})'/>" * 10 + "</pattern>"),
    "inherited": doubled(
        "<marker id='{id}'><g marker-mid=\"url('#{before}')\">" + "<path d='M0 0 9 9'/>" * 9 + "</g></marker>"
    ),
    "a circle": "<g id='a'>" + "<use href='#b'/>" * 9 + "</g><g id='b'>" + "<use href='#a'/>" * 9 + "</g>",
    "itself": "<g id='a'><use href='#a'/></g>",
    "deep": "<g>" * 2_000 + "</g>" * 2_000,
}


@each_row("way", USES)
def test_shapes_that_repeat_others_without_end_are_no_cover(way: str) -> None:
    said = fault_of(SHAPES.format(USES[way]))
    assert said is not None
    assert said.key == "kit-fault.svg-many"


def test_some_uses_and_gradients_are_a_cover() -> None:
    shapes = "<linearGradient id='sky'><stop/><stop/></linearGradient>"
    shapes += doubled("<g id='{id}' fill='url(#sky)'><use href='#{before}'/><use href='#{before}'/></g>", 3)
    assert fault_of(SHAPES.format(shapes + "<path d='M0 0 L9 9' fill='url(#sky)'/>" * 99)) is None
