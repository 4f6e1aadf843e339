"""The texts of the kits that ship, by slug."""

from __future__ import annotations

from tests.support.paths import ROOT

SHIPPED = {path.stem: path.read_text("utf-8") for path in sorted((ROOT / "companion/kits").rglob("*.toml"))}
