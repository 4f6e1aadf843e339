"""``tidetable club keeper``: the password of the club's keeper."""

from __future__ import annotations

import os
from pathlib import Path

import click

from companion.cli.options import Failed, config_option, data_option


@click.command()
@config_option
@data_option
def keeper(config: Path | None, data: Path | None) -> None:
    """Set the password of the club's keeper: asked twice, kept as a hash. Whoever is signed in is signed out."""
    from companion.club.keeper import LONGEST, SHORTEST, BadPassword, Keeper

    folder = club_folder(config, data)
    password = click.prompt(
        f"New password, {SHORTEST} to {LONGEST} signs", hide_input=True, confirmation_prompt="Once more", err=True
    )
    try:
        Keeper(folder).set_password(password)
    except BadPassword as error:
        raise Failed(f"{error}: nothing was changed") from error
    except OSError as error:
        raise Failed(f"the password can't be kept in {folder}: {error.strerror}") from error
    click.echo("The keeper's password is set. Sign in with it on the club's page.", err=True)


def club_folder(config: Path | None, data: Path | None) -> Path:
    """Return the folder in which a club keeps what is its own: below *data*, else that of the settings."""
    from companion.health.settings import usable

    found = usable(config, os.environ, Path.cwd(), data)
    return (data or found.settings.table.data) / "club"
