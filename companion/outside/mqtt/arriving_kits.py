"""Kits from the club: checked, asked about at the table, and stored.

They are stored with the family's own.

Law: nothing that is there is ever replaced, and nothing is kept that nobody at the table said OK to.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path

from companion.engine.values.message import Message
from companion.kits.reader import BadKit, KitFile, read_kit
from companion.model.requests import Refusal
from companion.outside.messages import Kit
from companion.outside.mqtt.kit_files import NoKit, slug_of
from companion.outside.mqtt.obeying import HowItCame, drawn
from companion.phones.confirmation import Confirmation
from companion.runtime.keeping import keep_new
from companion.runtime.timers import guarded
from companion.texts.say import LANGUAGES

log = logging.getLogger(__name__)

WHO = "club"
LONGEST_NAME = 30
"""Maximum length of a kit's name in the question."""


class ArrivingKits:
    """Kits on their way into *folder*, beside the games called *slugs*.

    *asking* asks for the table's OK. *lang* gives the table's language, *undrawable* the letters that its screen can't
    draw. *taken* gets the name of a stored kit, *not_taken* that of a failed one.
    """

    def __init__(
        self,
        folder: Path,
        slugs: Collection[str],
        asking: Confirmation,
        lang: Callable[[], str],
        *,
        undrawable: Callable[[str], str],
        taken: Callable[[str], None],
        not_taken: Callable[[], None],
    ) -> None:
        self._folder = folder
        self._slugs = slugs
        self._asking = asking
        self._lang = lang
        self._undrawable = undrawable
        self._taken = taken
        self._not_taken = not_taken
        self._agreed: tuple[Kit, str] | None = None
        self._came: HowItCame | None = None
        """Callback for the outcome of the kit in question."""
        asking.subscribe(self._asked)

    def offer(self, kit: Kit, came: HowItCame) -> bool:
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
        except Refusal as refusal:
            log.warning("the table isn't asked about the club's kit: %s", refusal.reason)
        else:
            self._came = came
            return True
        return False

    def _checked(self, kit: Kit) -> KitFile:
        """Return *kit* after reading and checking it.

        :raises Refusal: if its name is taken.
        :raises NoKit: if it isn't a kit, or has another name than it says.
        :raises BadKit: if it has faults.
        """
        if kit.slug in self._slugs or os.path.lexists(self._file(kit)):
            raise Refusal(Message("kit-fault.slug-taken", {"slug": kit.slug, "file": kit.slug}), "taken")
        if slug_of(kit.text) != kit.slug:
            raise NoKit("a kit of another name")
        return read_kit(f"{kit.slug}.toml", kit.text)

    def _file(self, kit: Kit) -> Path:
        return self._folder / f"{kit.slug}.toml"

    def _name_of(self, found: KitFile) -> str:
        words = found.texts.get(self._lang()) or found.texts[LANGUAGES[0]]
        return words[f"kit.{found.kit.slug}.name"]

    def _agree(self, kit: Kit, name: str) -> None:
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

    def _take(self, kit: Kit, name: str, came: HowItCame) -> None:
        try:
            keep_new(self._file(kit), kit.text)
        except OSError as error:
            log.warning("the club's kit can't be kept: %s", error.strerror)
            came("refused")
            self._not_taken()
        else:
            log.info("a kit of the club's is kept")
            came("taken")
            self._taken(name)


def _aside(do: Callable[..., None], *about: object) -> None:
    """Run *do* on a thread of its own.

    A card may write slowly.
    """
    threading.Thread(target=guarded, args=(do, *about), name="club-kit", daemon=True).start()
