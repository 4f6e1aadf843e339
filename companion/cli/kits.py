"""``tidetable kits``: kits of one's own begun and checked."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from companion.cli.shared.library import library_of, read_settings, say
from companion.cli.shared.options import Failed, config_option, data_option, json_option, print_json

if TYPE_CHECKING:
    from companion.kits.format.kit_file import KitFile
    from companion.kits.format.spec import Kit
    from companion.library.games import Library
    from companion.texts.say import Texts

START = """\
# A kit of Tidetable. Check it with: tidetable kits check FILE
slug = "{slug}"

# Dice. Others are written the same way: "4d6kh3+2", "d%", "2d20kh1".
[dice.two]
roll = "2d6"

# A score for each person. Leave each out for one number of the whole table.
[counter.score]
each = "person"

# Take the # away from the lines that your game needs.

#[wheel.weather]
#segments = {{ calm = 3, storm = 1 }}   # calm is three times as wide

#[deck.event]
#cards = {{ fair-wind = 4, pirates = 2 }}
#empty = "shuffle discard"

#[turn]                                 # who plays next: "by hand", or after a roll
#passes = "after roll two"

#[timer.glass]
#seconds = 60

#[on."roll two"]                        # what follows from a roll
#"sum = 7" = ["say bandit"]

#[text.en]                              # a name without a text is shown as its words
#name = "My game"
#bandit = "Move the bandit"
"""
_COUNTED = ("dice", "wheels", "decks", "counters", "groups", "badges", "sheets", "timers", "teams", "rules", "actions")
_CALLED = {"groups": "groups of tokens"}


@click.group()
def kits() -> None:
    """Begin a kit of your own, and check one."""


@kits.command()
@click.argument("slug")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@config_option
@data_option
def new(slug: str, file: Path | None, config: Path | None, data: Path | None) -> None:
    """Write a kit to begin with, with comments.

    It goes to FILE, else to the folder for kits of your own.
    """
    from companion.kits.format.kit_file import BadKit, read_kit
    from companion.runtime.atomic_file import keep_new

    library = _library(config, data)
    text = START.format(slug=slug)
    try:
        is_name = read_kit(slug, text).kit.slug == slug
    except BadKit:
        is_name = False
    if not is_name:
        raise Failed(f"{slug!r} can't name a kit: use small letters, digits and hyphens, such as harbour")
    if taken := next((game for game in library.games if game.slug == slug), None):
        raise Failed(f"there is a game called {slug} already: {say(library, taken.name)}; choose another name")
    path = file or (library.folder or Path()) / f"{slug}.toml"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        keep_new(path, text)
    except FileExistsError as error:
        raise Failed(f"{path} is there already; choose another name") from error
    except OSError as error:
        raise Failed(f"can't write {path}: {error.strerror}") from error
    click.echo(f"{path} is written. Change it, then: tidetable kits check {path}")


@kits.command()
@click.argument("file", type=click.Path(path_type=Path))
@json_option
@click.option("--draw", is_flag=True, help="Draw the screen even if the terminal is narrow, or isn't one.")
def check(file: Path, as_json: bool, draw: bool) -> None:
    """List all faults of a kit's FILE, or else its contents.

    A good kit's screen is drawn after a sample of its chance; below it are the parts of its page.
    """
    from companion.kits.format.kit_file import kits_at, shipped_kits, wrong_endings
    from companion.library.games import Library

    is_named = file.suffix == ".toml"
    good, bad = kits_at({str(file): file} if is_named else {}, shipped_kits())
    library = Library(only_shipped=True)
    faults = [line for each in bad or wrong_endings([] if is_named else [file]) for line in library.fault_lines(each)]
    if as_json:
        print_json({"file": str(file), "faults": faults, "kit": _told(good[0].kit) if good else None})
    if faults:
        raise Failed("\n".join(faults))
    if not as_json:
        click.echo(f"{file} is good: {_sentence(good[0].kit)}.")
        _show_sample(good[0], draw)


def _show_sample(file: KitFile, draws: bool) -> None:
    """Print the screen and the page's parts after a sample of chance."""
    from companion.cli.shared.half_blocks import GAP, beside
    from companion.cli.shared.kit_sample import sample_of
    from companion.stage.cues import Speaker
    from companion.texts.say import Texts
    from hardware.oled.drawing.bitmap import WIDTH

    texts = Texts.load(file.texts)
    speaker = Speaker(texts, _table_language(texts))
    sample = sample_of(file.kit, speaker)
    columns = shutil.get_terminal_size().columns
    is_wide = sys.stdout.isatty() and columns >= WIDTH
    if sample.drawings and (draws or is_wide):
        both = columns >= 2 * WIDTH + len(GAP)
        click.echo(beside(sample.drawings if both else sample.drawings[-1:]))
    for line in sample.outline:
        click.echo(speaker(line))


def _table_language(texts: Texts) -> str:
    """Return the table's language; English if wrong settings hide it."""
    try:
        wanted = read_settings(None).table.language
    except Failed:
        wanted = ""
    return wanted if wanted in texts.languages else texts.languages[0]


def _library(config: Path | None, data: Path | None) -> Library:
    settings = read_settings(config)
    if data is not None:
        settings = replace(settings, table=replace(settings.table, data=data))
    return library_of(settings, logs_faults=False)


def _told(kit: Kit) -> dict[str, Any]:
    """Return the contents of *kit* for programs."""
    counted = {name: len(getattr(kit, name)) for name in _COUNTED if getattr(kit, name)}
    return {"slug": kit.slug, "seats": list(kit.seats), "has": counted, "buttons": dict(kit.buttons)}


def _sentence(kit: Kit) -> str:
    """Return the contents of *kit* for people."""
    counted = [f"{_CALLED.get(name, name)}: {number}" for name, number in _told(kit)["has"].items()]
    buttons = [f"{name.upper()} does {line!r}" for name, line in kit.buttons]
    return "; ".join((f"{kit.slug}, for {_people(*kit.seats)}", *counted, *buttons))


def _people(minimum: int, maximum: int) -> str:
    """Return the numbers of people in words."""
    if minimum != maximum:
        return f"{minimum} to {maximum} people"
    return "1 person" if maximum == 1 else f"{maximum} people"
