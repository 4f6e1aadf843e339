"""The command ``tidetable``: every call of a table, for people at a terminal. Its own words are English."""

from __future__ import annotations

import click

from companion.cli.backup import backup, restore
from companion.cli.card import card
from companion.cli.club import club
from companion.cli.dicetray import dicetray
from companion.cli.doctor import doctor
from companion.cli.games import games, rules, simulate
from companion.cli.install import install, uninstall
from companion.cli.record_files import replay, verify
from companion.cli.records import records
from companion.cli.rehearse import rehearse
from companion.cli.run import run
from companion.cli.settings import config, wiring


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tidetable", message="%(package)s %(version)s")
def main() -> None:
    """Tidetable: the companion of a real games table."""


for call in (backup, card, club, config, dicetray, doctor, games, install, records, rehearse):
    main.add_command(call)
for call in (replay, restore, rules, run, simulate, uninstall, verify, wiring):
    main.add_command(call)
