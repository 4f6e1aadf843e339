"""The settings and games of a call of ``tidetable``, or its error."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.shared.options import Failed
from companion.settings.reader import SettingsError, load
from companion.settings.tables import Settings

if TYPE_CHECKING:
    from companion.engine.game import Game, Mode
    from companion.engine.values.message import Message
    from companion.library.games import Library


LANGUAGE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def terminal_language(library: Library, usual: str, env: Mapping[str, str]) -> str:
    """Return the terminal's language if there are texts in it.

    Else it is the *usual*, else English.
    """
    wanted = language_code(env)
    return library.language_of(wanted if wanted in library.texts.languages else usual)


def language_code(env: Mapping[str, str]) -> str:
    """Return the code of the terminal's language, "" if it names none."""
    named = next((env[name] for name in LANGUAGE_VARIABLES if env.get(name)), "")
    return named.partition(".")[0].partition("_")[0]


def read_settings(file: Path | None) -> Settings:
    """Return the settings in *file*, or in the first file found.

    :raises Failed: with all faults of the settings.
    """
    try:
        return load(file, os.environ, Path.cwd())
    except SettingsError as error:
        raise Failed(str(error)) from error


def check(settings: Settings, library: Library) -> None:
    """Check the pins for conflicts, and the language and options for existence.

    :raises Failed: with all faults, none of which the file alone shows.
    """
    from hardware.board.wiring import Wiring, WiringError

    faults: list[str] = []
    try:
        Wiring.from_settings(settings.pins.lines)
    except WiringError as error:
        faults += error.faults
    if not library.has_language(settings.table.language):
        known = ", ".join(library.texts.languages)
        faults.append(f"[table] language: the table doesn't speak {settings.table.language!r}; it speaks: {known}")
    faults += map(str, library.option_faults(settings.game))
    if faults:
        raise Failed("\n".join(f"{settings.source}, {fault}" for fault in faults))


def library_of(settings: Settings, logs_faults: bool = True, only_shipped: bool = False) -> Library:
    """Return the games of a table with *settings*.

    Games that can't be used are logged if *logs_faults*. *only_shipped* leaves out those that families and other
    authors have added.
    """
    from companion.library.games import Library

    data = settings.table.data
    if only_shipped:
        return Library(only_shipped=True)
    library = Library(settings.kits.folder or data / "kits", data / "languages", _undrawable)
    if logs_faults:
        library.log_faults()
    return library


def _undrawable(sentence: str) -> str:
    from hardware.oled.fonts import undrawable  # only who has a language of their own pays for it

    return undrawable(sentence)


def own_library() -> Library:
    """Return the games of this computer's own settings."""
    return library_of(read_settings(None))


def find(library: Library, slug: str, mode: Mode) -> Game:
    """Return the *mode* called *slug*.

    :raises Failed: there is none; the message lists those there are.
    """
    from companion.engine.game import BadGame

    try:
        game = library.find(slug, mode)
    except BadGame as error:
        raise Failed(f"{slug} can't be loaded: {error.why}") from error
    if game is None:
        known = ", ".join(game.slug for game in library.games if game.mode == mode)
        other = next((game for game in library.games if game.slug == slug), None)
        advice = f"; as a {other.mode} there is one" if other else ""
        folder = f"; kits of your own are looked for in {library.folder}" if library.folder else ""
        raise Failed(f"no {mode} is called {slug!r}; there are: {known}{advice}{folder}")
    return game


def say(library: Library, said: Message) -> str:
    """Return *said* in English."""
    return library.texts.say("en", said.key, **said.values)
