"""The table's settings: commands that need no game and no current version.

Such a command depends only on values that stay the same while the table runs, so it may join any group.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from companion.engine.values.message import Message
from companion.model.requests import CommandRequest, RequestRefused, must_be_table
from companion.model.snapshot import Snapshot
from companion.model.table_menu import BRIGHTNESSES

ON_OFF = ("on", "off")


class Setting(Struct, frozen=True):
    """A setting as published and, by its *name*, in the journal."""

    name: str
    kept: str
    field: str
    value: object


def _lang(published: Snapshot, words: list[str]) -> Setting:
    """``lang en|fr``: the table speaks this from now on."""
    codes = tuple(code for code, _ in published.languages)
    if words not in [[code] for code in codes]:
        raise RequestRefused(Message("session.no-such-language", {"languages": codes}), "refused")
    return Setting("lang", words[0], "lang", words[0])


def _mute(_: Snapshot, words: list[str]) -> Setting:
    """``mute on|off``: no sounds any more, or sounds again."""
    if words not in [[word] for word in ON_OFF]:
        raise RequestRefused(Message("session.on-or-off"), "refused")
    return Setting("muted", words[0], "muted", words[0] == "on")


def _brightness(_: Snapshot, words: list[str]) -> Setting:
    """``brightness 1..5``: how bright the table's screen is."""
    if words not in [[str(level)] for level in BRIGHTNESSES]:
        raise RequestRefused(Message("session.no-such-brightness"), "refused")
    return Setting("brightness", words[0], "brightness", int(words[0]))


SETTINGS: Mapping[str, Callable[[Snapshot, list[str]], Setting]] = {
    "lang": _lang,
    "mute": _mute,
    "brightness": _brightness,
}
"""The settings by the first word of a line."""


def setting_of(published: Snapshot, request: CommandRequest) -> Setting | None:
    """Return *request*'s setting, None if it asks for something else.

    *published* is the current state.

    :raises RequestRefused: somebody's seat asks it, or the table can't be set so.
    """
    verb, *words = request.do.split(" ")
    if verb not in SETTINGS:
        return None
    must_be_table(request)
    return SETTINGS[verb](published, words)
