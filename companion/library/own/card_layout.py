"""Names in the table's folder on its card."""

from __future__ import annotations

FOLDER = "tidetable"
"""The folder's name on the card's small partition."""
PLACES = (".", "kits", "languages")
"""Folders in it for kits, covers and languages."""
SETTINGS = "settings.toml"
"""Settings for the first start: no game's."""
