"""Modules say the same as they travel as in the files that people write."""

from __future__ import annotations

import subprocess
from pathlib import Path

from rjsmin import jsmin

from tests.support.packages import packages
from tests.support.served import lay_out

HERE = Path(__file__).parent


def differing(sent: dict[Path, str], folder: Path) -> str:
    """Return what differs in the words and signs of each module and of what is *sent* for it."""
    folder.mkdir()
    pairs: list[str] = []
    for number, (written, text) in enumerate(sent.items()):
        minified = folder / f"{number}.js"
        minified.write_text(text, "utf-8")
        pairs += [str(written), str(minified)]
    command = ["node", str(HERE / "minified.mjs"), str(packages() / "index.js"), *pairs]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout


def test_no_word_and_no_sign_of_a_module_is_lost(tmp_path: Path) -> None:
    lay_out(tmp_path / "static")
    sent = {path: jsmin(path.read_text("utf-8")) for path in sorted((tmp_path / "static").rglob("*.js"))}
    assert len(sent) > 100
    assert differing(sent, tmp_path / "sent") == ""


def test_a_lost_sign_is_found(tmp_path: Path) -> None:
    (tmp_path / "way.js").write_text("export const way = [1, /a b/];\n", "utf-8")
    lost = {tmp_path / "way.js": "export const way=[1,/ab/];"}
    assert "way.js: RegularExpression /a b/ became RegularExpression /ab/" in differing(lost, tmp_path / "sent")
