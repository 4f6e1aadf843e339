"""The pages of a table, as an optional part."""

from __future__ import annotations

from flask import Flask

from companion.parts.table import Parts
from web_ui.application import make_application


def make(table: Parts) -> Flask:
    """Return the Flask application of *table*'s pages."""
    return make_application(table.mirror)
