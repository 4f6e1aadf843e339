"""The steps of installing, done or undone in order, each reported."""

from __future__ import annotations

import stat
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.upkeep.install.machine import Machine
from companion.upkeep.install.step import PEOPLE, Finding, State, Step, account

UNFINISHED = "etc/tidetable/.unfinished"
"""File that is present while something is being changed.

A run that finds it repeats system calls that the last one may have missed.
"""
HIDDEN = ("/home", "/root", "/run/user", "/tmp", "/var/tmp")
"""Folders that the service's units hide from it."""
Tell = Callable[[str], None]


class NotInstallable(Exception):
    """The program can't be a service here; the message explains it.

    It also says how to fix it.
    """


def check_program(prefix: Path, base: Path) -> None:
    """Check that the program in *prefix* can be a service.

    Part of it runs as root. *base* holds its Python.

    :raises NotInstallable: if the service couldn't see it, or if anyone but root could change it.
    """
    helps = "install the .deb (`make deb`), or put the program into /opt/tidetable as hardware/README.md says."
    for place in (prefix, base):
        if any(place.is_relative_to(folder) for folder in HIDDEN):
            raise NotInstallable(f"The program needs {place}, where a service sees nothing: {helps}")
        for folder in (place, *place.parents):
            found = folder.stat()
            if found.st_uid != 0 or found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
                raise NotInstallable(f"Others than root can write in {folder}, and part of this runs as root: {helps}")


def check_account(machine: Machine, user: str) -> None:
    """Check that the service may run as *user*.

    The account must be free, or one for services.

    :raises NotInstallable: if it is a person's account, or root's.
    :raises OSError: if the accounts can't be read.
    """
    found = account(machine, user)
    if found is None or found.is_for_services:
        return
    raise NotInstallable(
        f"The table would run as the user {user}, and somebody's account is called so: its number is {found.number}, "
        f"its folder {found.home}, its shell {found.shell or 'the usual one'}. Expected is none, or one below {PEOPLE} "
        f"whose shell is nologin. Give that account another name, `usermod --login NAME {user}`, and install once "
        "more; nothing was changed."
    )


@dataclass(frozen=True)
class _Way:
    """One direction through the steps, install or uninstall, and its words."""

    look: Callable[[Step, Machine], Sequence[Finding]]
    do: Callable[[Step, Machine, str], None]
    after: Callable[[Step], Sequence[Sequence[str]]]
    word: str
    dry_word: str


_ON = _Way(
    lambda step, machine: step.look(machine),
    lambda step, machine, thing: step.do(machine, thing),
    lambda step: step.after,
    "done",
    "would do",
)
_OFF = _Way(
    lambda step, machine: step.look_back(machine),
    lambda step, machine, thing: step.undo(machine, thing),
    lambda step: step.after_undo,
    "removed",
    "would remove",
)


def install(machine: Machine, steps: Sequence[Step], tell: Tell, is_dry: bool = False) -> Sequence[str]:
    """Do the *steps* that are due, reporting each; return the changes.

    With *is_dry*, return the changes that would be made.

    :raises OSError: if a file can't be read or written; all before it is done, and a further run continues there.
    :raises CallFailed: if a program of the system has failed; likewise.
    """
    return _go(machine, steps, _ON, tell, is_dry=is_dry)


def uninstall(machine: Machine, steps: Sequence[Step], tell: Tell, is_dry: bool = False) -> Sequence[str]:
    """Undo *steps*, the last first; otherwise like `install`."""
    return _go(machine, tuple(reversed(steps)), _OFF, tell, is_dry=is_dry)


def _go(machine: Machine, steps: Sequence[Step], way: _Way, tell: Tell, *, is_dry: bool) -> Sequence[str]:
    was_cut = machine.has_begun(UNFINISHED)
    if was_cut:
        tell("The last run was cut in the middle: this one goes on.")
    changed: list[str] = []
    for step in steps:
        findings = way.look(step, machine)
        due = [each.thing for each in findings if each.state is State.DUE]
        if due and not changed and not is_dry:
            machine.write(UNFINISHED, "")
        changed += due
        for each in findings:
            if was_cut and not is_dry:
                machine.sweep(each.thing)
            if each.state is State.DUE and not is_dry:
                way.do(step, machine, each.thing)
            tell(_line(step, each, way.dry_word if is_dry else way.word))
        if (due or was_cut) and not is_dry and machine.runs_systemd:
            machine.call_each(way.after(step))
    if not is_dry and (changed or was_cut):
        machine.sweep(UNFINISHED)
        machine.remove(UNFINISHED)
    return changed


def _line(step: Step, found: Finding, word: str) -> str:
    state = word if found.state is State.DUE else found.state.value
    return f"{state}: {step.name}: {found.thing}{f' ({found.why})' if found.why else ''}"
