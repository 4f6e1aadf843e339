"""Errors, JSON output and shared options of ``tidetable``'s calls."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click


class Failed(click.ClickException):
    """A call failed with a sentence; exit code 1."""

    def show(self, file: Any = None) -> None:
        """Print the sentence alone."""
        click.echo(self.format_message(), err=True)


config_option = click.option("--config", type=click.Path(path_type=Path), help="The settings file.")
data_option = click.option("--data", type=click.Path(path_type=Path), help="The folder for the table's memory.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")


def print_json(value: Any) -> None:
    """Print *value* as one JSON document."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))
