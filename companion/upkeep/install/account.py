"""The service's account, and whether this computer and program fit it."""

from __future__ import annotations

import stat
from dataclasses import dataclass
from pathlib import Path

from companion.service.helper import USER
from companion.upkeep.install.machine import Machine

PEOPLE = 1000
"""Lowest number of a person's account. Source: Debian Policy, 9.2.2."""
NO_SHELLS = ("nologin", "false")
HIDDEN = ("/home", "/root", "/run/user", "/tmp", "/var/tmp")
"""Folders that the service's units hide from it."""


class NotInstallable(Exception):
    """The program can't be a service here; the message explains it.

    It also says how to fix it.
    """


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


def account(machine: Machine) -> Account | None:
    """Return the account of the service's name, None if there is none.

    :raises OSError: if the accounts can't be read.
    """
    lines = (line.split(":") for line in (machine.read("etc/passwd") or "").splitlines())
    found = (Account(int(fields[2]), fields[5], fields[6]) for fields in lines if fields[0] == USER)
    return next(found, None)


def groups(machine: Machine) -> frozenset[str]:
    """Return the names of all groups.

    :raises OSError: if they can't be read.
    """
    return frozenset(line.partition(":")[0] for line in (machine.read("etc/group") or "").splitlines())


def check_account(machine: Machine) -> None:
    """Check that the service's account is free, or one for services.

    :raises NotInstallable: if it is a person's account, or root's.
    :raises OSError: if the accounts can't be read.
    """
    found = account(machine)
    if found is None or found.is_for_services:
        return
    raise NotInstallable(
        f"The table would run as the user {USER}, and somebody's account is called so: its number is {found.number}, "
        f"its folder {found.home}, its shell {found.shell or 'the usual one'}. Expected is none, or one below {PEOPLE} "
        f"whose shell is nologin. Give that account another name, `usermod --login NAME {USER}`, and install once "
        "more; nothing was changed."
    )


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
