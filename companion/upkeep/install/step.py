"""Kinds of steps: files, a block, a link, the user, units.

Files are our own; a block stands in a file of the system's; units are enabled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Protocol

from companion.service.helper import CONFIGS, missing_i2c
from companion.upkeep.install.machine import CallFailed, Machine
from companion.upkeep.install.sealed import is_sealed, sealed


class State(Enum):
    """State of one thing: done, to do, or left alone."""

    DONE = "is so"
    DUE = "to do"
    LEFT = "left as it is"
    """Owned or changed by somebody else."""
    NOWHERE = "not here"
    """Missing on this computer."""


@dataclass(frozen=True)
class Finding:
    """One thing of a step, such as a file, with its state.

    *why* explains a state that isn't plain.
    """

    thing: str
    state: State
    why: str = ""


class Step(Protocol):
    """One step of installing: look, do and undo, each repeatable."""

    @property
    def name(self) -> str:
        """Short description of the thing it installs."""

    @property
    def after(self) -> Sequence[Sequence[str]]:
        """System calls that make a running system notice the change."""

    @property
    def after_undo(self) -> Sequence[Sequence[str]]:
        """System calls that make a running system notice the removal."""

    def look(self, machine: Machine) -> Sequence[Finding]:
        """Return the state of each of its things, for installing.

        :raises OSError: if it can't be read.
        """

    def look_back(self, machine: Machine) -> Sequence[Finding]:
        """Return the state of each thing for uninstalling: DUE must be removed.

        :raises OSError: if it can't be read.
        """

    def do(self, machine: Machine, thing: str) -> None:
        """Install *thing*.

        :raises OSError: if a file can't be written.
        :raises CallFailed: if a program of the system has failed.
        """

    def undo(self, machine: Machine, thing: str) -> None:
        """Remove *thing*.

        :raises OSError: if a file can't be removed.
        :raises CallFailed: if a program of the system has failed.
        """


NOT_OURS = "it isn't ours, or somebody has changed it; move it away for ours to come"
CHANGED = "somebody has changed it, so it stays"
NO_FILE = "it isn't a plain file"
SOMEBODY = "it isn't ours, so it stays"
PEOPLE = 1000
"""Lowest number of a person's account. Source: Debian Policy, 9.2.2."""
NO_SHELLS = ("nologin", "false")
FOLDER_ONLY = "a folder has no users and runs nothing"


@dataclass(frozen=True)
class Files:
    """Files of ours, each *text* by its path.

    With *is_owners* they are the owner's to change. *old* are texts that other parts of ours have written there without
    a checksum.
    """

    name: str
    texts: Mapping[str, str]
    after: Sequence[Sequence[str]] = ()
    after_undo: Sequence[Sequence[str]] = ()
    is_owners: bool = False
    old: frozenset[str] = frozenset()

    def look(self, machine: Machine) -> Sequence[Finding]:
        return [self._look(machine, path) for path in self.texts]

    def _look(self, machine: Machine, path: str) -> Finding:
        if not _is_plain(machine.at(path)):
            return Finding(path, State.LEFT, NO_FILE)
        found = machine.read(path)
        if found is None:
            return Finding(path, State.DUE)
        if self.is_owners or found == sealed(self.texts[path]):
            return Finding(path, State.DONE)
        return Finding(path, State.DUE) if self._is_ours(path, found) else Finding(path, State.LEFT, NOT_OURS)

    def look_back(self, machine: Machine) -> Sequence[Finding]:
        return [self._look_back(machine, path) for path in self.texts]

    def _look_back(self, machine: Machine, path: str) -> Finding:
        if not _is_plain(machine.at(path)):
            return Finding(path, State.LEFT, NO_FILE)
        found = machine.read(path)
        if found is None:
            return Finding(path, State.DONE)
        return Finding(path, State.DUE) if self._is_ours(path, found) else Finding(path, State.LEFT, CHANGED)

    def _is_ours(self, path: str, found: str) -> bool:
        """Return True if *found* is ours.

        It was written by install, by another part, or copied here by hand.
        """
        return is_sealed(found) or found in self.old or found == self.texts[path]

    def do(self, machine: Machine, thing: str) -> None:
        machine.write(thing, sealed(self.texts[thing]))

    def undo(self, machine: Machine, thing: str) -> None:
        machine.remove(thing)


def _is_plain(file: Path) -> bool:
    """Return True if *file* is a plain file or doesn't exist."""
    return not file.is_symlink() and (file.is_file() or not file.exists())


@dataclass(frozen=True)
class Link:
    """The link at *path* to *target*."""

    name: str
    path: str
    target: str
    after: Sequence[Sequence[str]] = ()
    after_undo: Sequence[Sequence[str]] = ()

    def look(self, machine: Machine) -> Sequence[Finding]:
        if self._is_ours(machine):
            return [Finding(self.path, State.DONE)]
        file = machine.at(self.path)
        is_free = not file.is_symlink() and not file.exists()
        return [Finding(self.path, State.DUE) if is_free else Finding(self.path, State.LEFT, NOT_OURS)]

    def look_back(self, machine: Machine) -> Sequence[Finding]:
        if self._is_ours(machine):
            return [Finding(self.path, State.DUE)]
        file = machine.at(self.path)
        is_gone = not file.is_symlink() and not file.exists()
        return [Finding(self.path, State.DONE) if is_gone else Finding(self.path, State.LEFT, CHANGED)]

    def _is_ours(self, machine: Machine) -> bool:
        file = machine.at(self.path)
        return file.is_symlink() and str(file.readlink()) == self.target

    def do(self, machine: Machine, thing: str) -> None:
        file = machine.at(thing)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.symlink_to(self.target)

    def undo(self, machine: Machine, thing: str) -> None:
        machine.remove(thing)


BEGIN, END = "# >>> tidetable\n", "# <<< tidetable\n"
ALL = "[all]"
"""The section for all models; it ends any other section."""
TORN = "the lines between its marks were changed, so they stay"
NO_PI = "this computer has no Raspberry Pi's config.txt"


@dataclass(frozen=True)
class BootConfig:
    """Our block in the firmware's ``config.txt``: I2C, and the buzzer's *overlay*.

    The owner's own lines win: the block omits anything that they switch on or set otherwise. It is put at the end and
    stays where it is. Lines added behind it are for all models, as its own are, and stay so without it.
    """

    name: str
    overlay: str = ""
    after: Sequence[Sequence[str]] = ()
    after_undo: Sequence[Sequence[str]] = ()

    def look(self, machine: Machine) -> Sequence[Finding]:
        path = _config(machine)
        if path is None:
            return [Finding(CONFIGS[0], State.NOWHERE, NO_PI)]
        if not _is_plain(machine.at(path)):
            return [Finding(path, State.LEFT, NO_FILE)]
        text = machine.read(path) or ""
        if self._with_block(text) == text:
            return [Finding(path, State.DONE)]
        return [Finding(path, State.LEFT, TORN) if _is_torn(text) else Finding(path, State.DUE)]

    def look_back(self, machine: Machine) -> Sequence[Finding]:
        path = _config(machine)
        if path is None:
            return [Finding(CONFIGS[0], State.NOWHERE, NO_PI)]
        if not _is_plain(machine.at(path)):
            return [Finding(path, State.LEFT, NO_FILE)]
        text = machine.read(path) or ""
        if _is_torn(text):
            return [Finding(path, State.LEFT, TORN)]
        return [Finding(path, State.DONE if BEGIN not in text else State.DUE)]

    def _with_block(self, text: str) -> str:
        """Return *text* with the current block, replacing an earlier one."""
        own = _without_block(text)
        wanted = missing_i2c(own)
        if self.overlay and not _has_overlay(own, "pwm"):
            wanted.append(self.overlay)
        if not wanted:
            return own
        before, _, behind = _around_block(text)
        end = "" if not before or before.endswith("\n") else "\n"
        return before + end + BEGIN + sealed("\n".join([ALL, *wanted, ""])) + END + behind

    def do(self, machine: Machine, thing: str) -> None:
        machine.write(thing, self._with_block(machine.read(thing) or ""))

    def undo(self, machine: Machine, thing: str) -> None:
        machine.write(thing, _without_block(machine.read(thing) or ""))


def _config(machine: Machine) -> str | None:
    return next((path for path in CONFIGS if machine.at(path).is_file()), None)


def _block(text: str) -> tuple[int, int] | None:
    """Return the block's start and end in *text*.

    None if it is missing or was changed.
    """
    begin = text.find(BEGIN)
    end = text.find(END, begin)
    if begin < 0 or end < 0 or text.count(BEGIN) > 1 or not is_sealed(text[begin + len(BEGIN) : end]):
        return None
    return begin, end + len(END)


def _is_torn(text: str) -> bool:
    return _block(text) is None and (BEGIN.strip() in text or END.strip() in text)


def _around_block(text: str) -> tuple[str, bool, str]:
    """Return the text before the block, its presence, the text after."""
    block = _block(text)
    return (text, False, "") if block is None else (text[: block[0]], True, text[block[1] :])


def _without_block(text: str) -> str:
    """Return *text* without the block.

    Lines behind it still apply to all models. They don't join a section that stands before it.
    """
    before, is_there, behind = _around_block(text)
    sections = [line for line in _lines(before) if line.startswith("[")]
    is_narrowed = is_there and bool(sections) and sections[-1] != ALL
    lines = _lines(behind)
    keeps_all = is_narrowed and bool(lines) and not lines[0].startswith("[")
    return before + (f"{ALL}\n" if keeps_all else "") + behind


def _lines(config: str) -> list[str]:
    """Return the effective lines of *config*, without comments."""
    lines = (line.strip() for line in config.splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def _has_overlay(config: str, name: str) -> bool:
    """Return True if *config* has the overlay *name* or a variant.

    ``pwm-2chan`` is a variant of ``pwm``.
    """
    lines = (line.strip() for line in config.splitlines())
    overlays = (line.removeprefix("dtoverlay=") for line in lines if line.startswith("dtoverlay="))
    return any(overlay.partition(",")[0].partition("-")[0] == name for overlay in overlays)


@dataclass(frozen=True)
class User:
    """The service's *user* and *groups*, from the systemd-sysusers file *source*.

    The user is removed with the service. Its *data* stay, owned by root until it is installed again.
    """

    name: str
    user: str
    groups: Sequence[str]
    source: str
    data: str
    after: Sequence[Sequence[str]] = ()
    after_undo: Sequence[Sequence[str]] = ()

    def look(self, machine: Machine) -> Sequence[Finding]:
        if machine.is_folder:
            return [Finding(self.user, State.NOWHERE, FOLDER_ONLY)]
        found = account(machine, self.user)
        if found is None or not {*self.groups} <= _names(machine, "etc/group"):
            return [Finding(self.user, State.DUE)]
        return [Finding(self.user, State.DONE) if self._is_ours(found) else Finding(self.user, State.LEFT, SOMEBODY)]

    def look_back(self, machine: Machine) -> Sequence[Finding]:
        if machine.is_folder:
            return [Finding(self.user, State.NOWHERE, FOLDER_ONLY)]
        found = account(machine, self.user)
        if found is None:
            return [Finding(self.user, State.DONE)]
        return [Finding(self.user, State.DUE) if self._is_ours(found) else Finding(self.user, State.LEFT, SOMEBODY)]

    def _is_ours(self, found: Account) -> bool:
        return found.is_for_services and found.home == f"/{self.data}"

    def do(self, machine: Machine, thing: str) -> None:
        machine.system.call("systemd-sysusers", str(machine.at(self.source)))

    def undo(self, machine: Machine, thing: str) -> None:
        data = machine.at(self.data)
        if data.is_dir():
            # Whoever gets the user's number next must not get the games with it.
            machine.system.call("chown", "--no-dereference", "--recursive", "root:root", str(data))
        machine.system.call("userdel", thing)


@dataclass(frozen=True)
class Account:
    """An account of the computer: its *number*, its *home*, and its *shell*."""

    number: int
    home: str
    shell: str

    @property
    def is_for_services(self) -> bool:
        """Whether it is an account for services, without login.

        It is neither root's nor a person's.
        """
        return 0 < self.number < PEOPLE and Path(self.shell).name in NO_SHELLS


def account(machine: Machine, user: str) -> Account | None:
    """Return the account called *user*, None if there is none.

    :raises OSError: if the accounts can't be read.
    """
    lines = (line.split(":") for line in (machine.read("etc/passwd") or "").splitlines())
    found = (Account(int(fields[2]), fields[5], fields[6]) for fields in lines if fields[0] == user)
    return next(found, None)


def _names(machine: Machine, path: str) -> set[str]:
    """Return the names in a file such as ``etc/group``."""
    return {line.partition(":")[0] for line in (machine.read(path) or "").splitlines()}


@dataclass(frozen=True)
class Units:
    """Enabled units by name, each with the target that starts it."""

    name: str
    targets: Mapping[str, str]
    after: Sequence[Sequence[str]] = ()
    after_undo: Sequence[Sequence[str]] = ()

    def look(self, machine: Machine) -> Sequence[Finding]:
        if machine.is_folder:
            return [Finding(unit, State.NOWHERE, FOLDER_ONLY) for unit in self.targets]
        return [Finding(unit, State.DONE if self._is_on(machine, unit) else State.DUE) for unit in self.targets]

    def look_back(self, machine: Machine) -> Sequence[Finding]:
        if machine.is_folder:
            return [Finding(unit, State.NOWHERE, FOLDER_ONLY) for unit in self.targets]
        is_there = {unit: self._is_enabled(machine, unit) or self._runs(machine, unit) for unit in self.targets}
        return [Finding(unit, State.DUE if there else State.DONE) for unit, there in is_there.items()]

    def _is_on(self, machine: Machine, unit: str) -> bool:
        return self._is_enabled(machine, unit) and (not machine.runs_systemd or self._runs(machine, unit))

    def _is_enabled(self, machine: Machine, unit: str) -> bool:
        return machine.at(f"etc/systemd/system/{self.targets[unit]}.wants/{unit}").is_symlink()

    def _runs(self, machine: Machine, unit: str) -> bool:
        if not machine.runs_systemd:
            return False
        try:
            machine.system.call("systemctl", "is-active", "--quiet", unit)
        except CallFailed:
            return False
        return True

    def do(self, machine: Machine, thing: str) -> None:
        machine.system.call("systemctl", "enable", *self._now(machine), thing)

    def undo(self, machine: Machine, thing: str) -> None:
        machine.system.call("systemctl", "disable", *self._now(machine), thing)

    def _now(self, machine: Machine) -> tuple[str, ...]:
        return ("--now",) if machine.runs_systemd else ()
