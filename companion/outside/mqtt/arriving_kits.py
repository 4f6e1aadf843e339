"""Kits from the club: checked, asked about at the table, and stored.

They are stored with the family's own kits. An existing file is never replaced, and a kit is stored only after an OK at
the table.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Container
from functools import partial
from pathlib import Path
from typing import Protocol

from companion.engine.values.message import Message
from companion.kits.format.kit_file import BadKit, KitFile, read_kit
from companion.model.requests import RequestRefused
from companion.model.snapshot import Snapshot
from companion.outside.messages import KitMessage
from companion.outside.mqtt.keeper_orders import HowItCame, drawn
from companion.outside.mqtt.kit_files import NoKit, slug_of
from companion.phones.confirmation import Confirmation
from companion.runtime.atomic_file import keep_new
from companion.runtime.timers import guarded
from companion.texts.say import LANGUAGES

log = logging.getLogger(__name__)

WHO = "club"
LONGEST_NAME = 30
"""Maximum length of a kit's name in the question."""


class KitScreen(Protocol):
    """The table's screen, as far as kits need it."""

    published: Snapshot
    """The state on show, for its language."""

    def tell(self, said: Message) -> None:
        """Report the outcome of a kit that people at the table accepted."""

    def refuse(self, said: Message) -> None:
        """Say why something isn't done."""


class ArrivingKits:
    """Kits on their way into *folder*, beside the games called *slugs*.

    *asking* has the table's OK; *undrawable* gives the letters that *screen* can't draw. *kept* offers a kit that
    is kept at once.
    """

    def __init__(
        self,
        folder: Path,
        slugs: Container[str],
        asking: Confirmation,
        screen: KitScreen,
        *,
        undrawable: Callable[[str], str],
        kept: Callable[[], None],
    ) -> None:
        self._folder = folder
        self._slugs = slugs
        self._asking = asking
        self._screen = screen
        self._undrawable = undrawable
        self._kept = kept
        self._agreed: tuple[KitMessage, str] | None = None
        self._came: HowItCame | None = None
        """Callback for the outcome of the kit in question."""
        asking.subscribe(self._asked)

    def offer(self, kit: KitMessage, came: HowItCame) -> bool:
        """Ask at the table whether to take *kit*; return True if asked.

        *came* gets the outcome later.
        """
        try:
            found = self._checked(kit)
            name = drawn(self._name_of(found), self._undrawable)[:LONGEST_NAME]
            self._asking.ask(WHO, Message("stage.ask-kit", {"name": name}), partial(self._agree, kit, name))
        except NoKit as error:
            log.warning("the club's kit isn't read: %s", error)
        except BadKit as error:
            log.warning("the club's kit has %d faults", len(error.faults))
        except RequestRefused as refusal:
            log.warning("the table isn't asked about the club's kit: %s", refusal.reason)
        else:
            self._came = came
            return True
        return False

    def _checked(self, kit: KitMessage) -> KitFile:
        """Return *kit* after reading and checking it.

        :raises RequestRefused: if its name is taken.
        :raises NoKit: if it isn't a kit, or has another name than it says.
        :raises BadKit: if it has faults.
        """
        if kit.slug in self._slugs or os.path.lexists(self._file(kit)):
            raise RequestRefused(Message("kit-fault.slug-taken", {"slug": kit.slug, "file": kit.slug}), "taken")
        if slug_of(kit.text) != kit.slug:
            raise NoKit("a kit of another name")
        return read_kit(f"{kit.slug}.toml", kit.text)

    def _file(self, kit: KitMessage) -> Path:
        return self._folder / f"{kit.slug}.toml"

    def _name_of(self, found: KitFile) -> str:
        words = found.texts.get(self._screen.published.lang) or found.texts[LANGUAGES[0]]
        return words[f"kit.{found.kit.slug}.name"]

    def _agree(self, kit: KitMessage, name: str) -> None:
        self._agreed = (kit, name)

    def _asked(self) -> None:
        """Store a kit after the table's yes, once the question is closed.

        The screen is then free to show the outcome.
        """
        came = self._came
        if came is None or self._asking.outcome(WHO) == "waiting":
            return
        self._came = None
        agreed, self._agreed = self._agreed, None
        if agreed is None:
            came("declined")
        else:
            _aside(self._take, *agreed, came)

    def _take(self, kit: KitMessage, name: str, came: HowItCame) -> None:
        try:
            keep_new(self._file(kit), kit.text)
        except OSError as error:
            log.warning("the club's kit can't be kept: %s", error.strerror)
            came("refused")
            self._screen.refuse(Message("stage.not-kept"))
        else:
            log.info("a kit of the club's is kept")
            came("taken")
            guarded(self._kept)
            self._screen.tell(Message("stage.kit-taken", {"name": name}))


def _aside(do: Callable[..., None], *about: object) -> None:
    """Run *do* on a thread of its own.

    A card may write slowly.
    """
    threading.Thread(target=guarded, args=(do, *about), name="club-kit", daemon=True).start()
