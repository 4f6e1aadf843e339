"""The command ``tidetable``: every call of a table at a terminal.

Its own words are English.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

import click

CALLS: Mapping[str, str] = MappingProxyType(
    {
        "backup": "companion.cli.backup",
        "card": "companion.cli.card",
        "club": "companion.cli.club.service",
        "config": "companion.cli.settings",
        "dicetray": "companion.cli.dicetray",
        "doctor": "companion.cli.doctor",
        "games": "companion.cli.games",
        "install": "companion.cli.install",
        "kits": "companion.cli.kits",
        "records": "companion.cli.records",
        "rehearse": "companion.cli.rehearse",
        "replay": "companion.cli.record_files",
        "restore": "companion.cli.backup",
        "rules": "companion.cli.games",
        "run": "companion.cli.run",
        "simulate": "companion.cli.games",
        "uninstall": "companion.cli.install",
        "verify": "companion.cli.record_files",
        "wiring": "companion.cli.settings",
    }
)
"""The modules of the calls, imported one by one.

Each has a command of the call's name.
"""


class Calls(click.Group):
    """The group of all commands, imported one by one.

    A table's start doesn't wait for the modules of other commands.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(CALLS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return call_named(cmd_name) if cmd_name in CALLS else None


def call_named(name: str) -> click.Command:
    """Return the call *name*.

    :raises KeyError: there is none.
    """
    call: click.Command = getattr(import_module(CALLS[name]), name)
    return call


@click.group(cls=Calls, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tidetable", message="%(package)s %(version)s")
def main() -> None:
    """Tidetable: the companion of a real games table."""
