"""Where things lie in the repository, so that a test may move without being told."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
STATIC = ROOT / "web_ui" / "static"
KITS = ROOT / "companion" / "kits"
TEXTS = ROOT / "companion" / "texts"
NODE_MODULES = TESTS / "node_modules"
SCREENSHOTS = TESTS / "screenshots"
RECORDS = TESTS / "companion" / "records" / "golden"
"""Finished games as record files, each of which still replays to its end."""
GOLDEN = TESTS / "companion" / "journal" / "golden"
"""Journals of former versions, as SQL."""
