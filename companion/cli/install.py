"""``tidetable install`` and ``uninstall``: the table as a service."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from companion.cli.shared.options import Failed
from companion.service.helper import CONFIGS
from companion.settings.reader import SettingsError, load
from companion.upkeep.install import installation
from companion.upkeep.install.account import NotInstallable, check_account, check_program
from companion.upkeep.install.files import SETTINGS, program
from companion.upkeep.install.machine import CallFailed, Machine
from companion.upkeep.install.run import DATA
from hardware.board.wiring import PinNumbers

root_option = click.option(
    "--root",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    metavar="DIR",
    help="Install into this folder, as into a computer's files; no program of a system is called.",
)
dry_option = click.option("--dry-run", "is_dry", is_flag=True, help="List the changes, and make none.")


@click.command()
@dry_option
@root_option
def install(is_dry: bool, root: Path | None) -> None:
    """Make the table a service of this computer. Call it by sudo.

    It starts with the computer. Each file is printed: changed now, or up to date. It can be called again at any time,
    also after it was cut in the middle.
    """
    machine = _machine(root, is_dry)
    try:
        if root is None:
            check_program(Path(sys.prefix), Path(sys.base_prefix))
        check_account(machine)
    except NotInstallable as why:
        raise Failed(str(why)) from why
    if root is None and not is_dry:
        from companion.cli.shared.ahead import (
            make_ahead,  # it imports the pages, which taking the service off must not need
        )

        before = os.umask(0o022)  # root's own may keep them from the service
        try:
            make_ahead()
        finally:
            os.umask(before)
    with _failures_told():
        changed = installation.install(machine, program(Path(sys.prefix)), _buzzer(machine), click.echo, is_dry=is_dry)
    if not changed:
        click.echo("No change needed.")
    elif not is_dry and any(path in changed for path in CONFIGS):
        click.echo("I2C and the buzzer's PWM are there from the next start of this computer on: sudo reboot")


@click.command()
@dry_option
@root_option
def uninstall(is_dry: bool, root: Path | None) -> None:
    """Remove the service from this computer. Call it by sudo.

    The games stay.
    """
    machine = _machine(root, is_dry)
    with _failures_told():
        changed = installation.uninstall(machine, program(Path(sys.prefix)), click.echo, is_dry=is_dry)
    if not changed:
        click.echo("Nothing of it is here: nothing was changed.")
    if machine.at(DATA).is_dir():
        click.echo(f"The games are kept, in {machine.at(DATA)}.")


def _machine(root: Path | None, is_dry: bool) -> Machine:
    if root is not None:
        return Machine(root.resolve(), is_folder=True)
    if os.geteuid() != 0 and not is_dry:
        raise Failed("Only root may do that: put sudo before it. With --dry-run anybody may see what it would do.")
    return Machine()


@contextmanager
def _failures_told() -> Iterator[None]:
    again = "Call it again once that is put right: it goes on."
    try:
        yield
    except OSError as error:
        raise Failed(f"{error.filename}: {error.strerror}. {again}") from error
    except CallFailed as error:
        raise Failed(f"{error}. {again}") from error


def _buzzer(machine: Machine) -> int:
    """Return the buzzer's GPIO by the owner's settings.

    `tidetable config` reports a file with faults.
    """
    file = machine.at(SETTINGS)
    if not file.is_file():
        return PinNumbers().buzzer
    try:
        return load(file, {}, Path("/")).pins.buzzer
    except SettingsError:
        return PinNumbers().buzzer
