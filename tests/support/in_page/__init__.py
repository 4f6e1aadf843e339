"""Scripts that tests run in a page, each an expression of its own."""

from __future__ import annotations

from pathlib import Path


def script(name: str) -> str:
    """Return the script *name* as text."""
    return (Path(__file__).parent / f"{name}.js").read_text("utf-8")
