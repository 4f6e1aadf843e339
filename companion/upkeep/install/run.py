"""One run of installing or removing, each thing changed, kept or left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion.service.helper import CONFIGS, USER
from companion.upkeep.install.account import Account, account, groups
from companion.upkeep.install.boot_config import is_torn
from companion.upkeep.install.machine import CallFailed, Machine
from companion.upkeep.install.seal import is_sealed, sealed

UNFINISHED = "etc/tidetable/.unfinished"
"""File that is present while something is being changed.

A run that finds it repeats system calls that the last one may have missed.
"""
DATA = "var/lib/tidetable"
ACCOUNT = f"the user {USER}"
ADDED, REMOVED = ("done", "would do"), ("removed", "would remove")
"""Words for a change, and for one of a dry run."""
NOT_OURS = "it isn't ours, or somebody has changed it; move it away for ours to come"
CHANGED = "somebody has changed it, so it stays"
NO_FILE = "it isn't a plain file"
SOMEBODY = "it isn't ours, so it stays"
TORN = "the lines between its marks were changed, so they stay"
NO_PI = "this computer has no Raspberry Pi's config.txt"
Tell = Callable[[str], None]


class Run:
    """A run on *machine* that reports each thing and notes its *changes*.

    With *is_dry* it makes none.
    """

    def __init__(self, machine: Machine, tell: Tell, is_dry: bool) -> None:
        self.changes: list[str] = []
        self._machine, self._tell, self._is_dry = machine, tell, is_dry
        self._was_cut = machine.has_begun(UNFINISHED)
        if self._was_cut:
            tell("The last run was cut in the middle: this one goes on.")

    @property
    def has_changed(self) -> bool:
        """Whether this run, or one that was cut, has changed anything."""
        return bool(self.changes) or self._was_cut

    def call_each(self, commands: Sequence[Sequence[str]]) -> None:
        """Run *commands* in order, if there is a running system.

        :raises CallFailed: if one fails; those after it aren't started.
        """
        if self._machine.runs_systemd and not self._is_dry:
            for command in commands:
                self._machine.call(*command)

    def end(self) -> None:
        """Note that nothing is unfinished."""
        if self.has_changed and not self._is_dry:
            self._machine.sweep(UNFINISHED)
            self._machine.remove(UNFINISHED)

    # ---------------------------------------------------------------------- reporting
    def _change(self, thing: str, words: tuple[str, str], do: Callable[[], None]) -> None:
        if not self._is_dry:
            if not self.changes:
                self._machine.write(UNFINISHED, "")
            do()
        self.changes.append(thing)
        self._tell(f"{words[self._is_dry]}: {thing}")

    def _keep(self, thing: str) -> None:
        self._tell(f"up to date: {thing}")

    def _leave(self, thing: str, why: str) -> None:
        self._tell(f"left as it is: {thing} ({why})")

    # ---------------------------------------------------------------------- files
    def put(self, path: str, text: str, is_owners: bool = False) -> None:
        """Write the file *path* with *text*, unless it is somebody else's.

        With *is_owners*, one that is there is the owner's to change.
        """
        if not self._is_plain(path):
            return
        found = self._machine.read(path)
        if found == sealed(text) or (is_owners and found is not None):
            self._keep(path)
        elif found is None or _is_ours(found, text):
            self._change(path, ADDED, partial(self._machine.write, path, sealed(text)))
        else:
            self._leave(path, NOT_OURS)

    def drop(self, path: str, text: str) -> None:
        """Remove the file *path* with *text*, or with that of another version."""
        if not self._is_plain(path):
            return
        found = self._machine.read(path)
        if found is None:
            return
        if _is_ours(found, text):
            self._change(path, REMOVED, partial(self._machine.remove, path))
        else:
            self._leave(path, CHANGED)

    def configure(self, words: tuple[str, str], wanted: Callable[[str], str]) -> None:
        """Give the firmware's ``config.txt`` the text that *wanted* makes of its own."""
        path = next((path for path in CONFIGS if self._machine.at(path).is_file()), None)
        if path is None:
            self._tell(f"not here: {CONFIGS[0]} ({NO_PI})")
        elif self._is_plain(path):
            text = self._machine.read(path) or ""
            if is_torn(text):
                self._leave(path, TORN)
            elif wanted(text) == text:
                self._keep(path)
            else:
                self._change(path, words, partial(self._machine.write, path, wanted(text)))

    def link(self, path: str, target: str, old: str = "") -> None:
        """Make *path* a link to *target*; it may be one to *old*."""
        self._sweep(path)
        found = self._machine.target(path)
        if found == target:
            self._keep(path)
        elif found == old or (found is None and not self._machine.at(path).exists()):
            self._change(path, ADDED, partial(self._machine.link, path, target))
        else:
            self._leave(path, NOT_OURS)

    def unlink(self, path: str, *targets: str) -> None:
        """Remove the link *path* to one of *targets*."""
        self._sweep(path)
        found = self._machine.target(path)
        if found in targets:
            self._change(path, REMOVED, partial(self._machine.remove, path))
        elif found is not None or self._machine.at(path).exists():
            self._leave(path, CHANGED)

    def _is_plain(self, path: str) -> bool:
        """Return True if *path* is plain or missing, else report it."""
        self._sweep(path)
        if self._machine.is_plain(path):
            return True
        self._leave(path, NO_FILE)
        return False

    def _sweep(self, path: str) -> None:
        if self._was_cut and not self._is_dry:
            self._machine.sweep(path)

    # ---------------------------------------------------------------------- the account and the units
    def add_account(self, path: str) -> None:
        """Make the service's account and groups by the systemd-sysusers file *path*."""
        found = account(self._machine)
        lines = (self._machine.read(path) or "").splitlines()
        wanted = {line.split()[1] for line in lines if line.startswith("g ")}
        if found is None or not wanted <= groups(self._machine):
            source = str(self._machine.at(path))
            self._change(ACCOUNT, ADDED, partial(self._machine.call, "systemd-sysusers", source))
        elif _is_services(found):
            self._keep(ACCOUNT)
        else:
            self._leave(ACCOUNT, SOMEBODY)

    def remove_account(self) -> None:
        """Remove the service's account.

        Its data stay, owned by root until it is installed again.
        """
        found = account(self._machine)
        if found is not None and _is_services(found):
            self._change(ACCOUNT, REMOVED, self._delete_account)
        elif found is not None:
            self._leave(ACCOUNT, SOMEBODY)

    def _delete_account(self) -> None:
        data = self._machine.at(DATA)
        if data.is_dir():
            # Whoever gets the user's number next must not get the games with it.
            self._machine.call("chown", "--no-dereference", "--recursive", "root:root", str(data))
        self._machine.call("userdel", USER)

    def start(self, unit: str, target: str) -> None:
        """Have *target* start *unit* with the computer, and start it now."""
        if self._is_enabled(unit, target) and (self._runs(unit) or not self._machine.runs_systemd):
            self._keep(unit)
        else:
            self._change(unit, ADDED, partial(self._enable, unit))

    def stop(self, unit: str, target: str) -> None:
        """Stop *unit*, now and for ever."""
        if self._is_enabled(unit, target) or self._runs(unit):
            now = ("--now",) if self._machine.runs_systemd else ()
            self._change(unit, REMOVED, partial(self._machine.call, "systemctl", "disable", *now, unit))

    def _enable(self, unit: str) -> None:
        # Unlike `enable` it renews a link to a unit that lies elsewhere now.
        self._machine.call("systemctl", "reenable", unit)
        if self._machine.runs_systemd:
            self._machine.call("systemctl", "start", unit)

    def _is_enabled(self, unit: str, target: str) -> bool:
        found = self._machine.target(f"etc/systemd/system/{target}.wants/{unit}")
        return found is not None and self._machine.at(found.removeprefix("/")).exists()

    def _runs(self, unit: str) -> bool:
        if not self._machine.runs_systemd:
            return False
        try:
            self._machine.call("systemctl", "is-active", "--quiet", unit)
        except CallFailed:
            return False
        return True


def _is_ours(found: str, text: str) -> bool:
    """Return True if *found* is ours, sealed or a plain *text*."""
    return is_sealed(found) or found == text


def _is_services(found: Account) -> bool:
    return found.is_for_services and found.home == f"/{DATA}"
