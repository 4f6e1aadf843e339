"""Templates are compiled once; whatever lies beside them, a page is drawn from its text."""

from __future__ import annotations

import sys
from pathlib import Path

import jinja2
import pytest

from companion.runtime.parse_cache import KEPT_IN
from web_ui.http.content import templates
from web_ui.http.content.every_request import new_app
from web_ui.http.content.templates import KeptBeside


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (tmp_path / "page.html").write_text("<b>{{ word }}</b>", "utf-8")
    return tmp_path


def drawn(folder: Path) -> str:
    """Return the page as a program draws it that has just begun."""
    loader = jinja2.FileSystemLoader(folder)
    environment = jinja2.Environment(loader=loader, autoescape=True, bytecode_cache=KeptBeside(folder))
    return environment.get_template("page.html").render(word="a & b")


def test_a_template_is_compiled_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawn(folder) == "<b>a &amp; b</b>"
    monkeypatch.setattr(jinja2.Environment, "compile", None)
    assert drawn(folder) == "<b>a &amp; b</b>"
    assert len(list((folder / KEPT_IN).iterdir())) == 1


def test_a_template_that_was_changed_is_compiled_anew(folder: Path) -> None:
    drawn(folder)
    (folder / "page.html").write_text("<i>{{ word }}</i>", "utf-8")
    assert drawn(folder) == drawn(folder) == "<i>a &amp; b</i>"


def test_code_of_another_jinja_or_of_other_options_is_not_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loader = jinja2.FileSystemLoader(folder)
    bare = jinja2.Environment(loader=loader, autoescape=False, bytecode_cache=KeptBeside(folder))
    assert bare.get_template("page.html").render(word="a & b") == "<b>a & b</b>"
    assert drawn(folder) == "<b>a &amp; b</b>"
    (kept,) = (folder / KEPT_IN).iterdir()
    before = kept.read_bytes()
    monkeypatch.setattr(templates, "version", lambda name: "0.0")
    assert drawn(folder) == "<b>a &amp; b</b>"
    assert kept.read_bytes() != before


@pytest.mark.parametrize(
    "junk", [b"", b"junk", b"\xe9\x00\x00\x00\x00", b"i\x07\x00\x00\x00", b")\x02i\x07\x00\x00\x00N"]
)
def test_what_is_no_compiled_template_is_made_anew(folder: Path, junk: bytes) -> None:
    drawn(folder)
    (kept,) = (folder / KEPT_IN).iterdir()
    good = kept.read_bytes()
    kept.write_bytes(junk)
    assert drawn(folder) == "<b>a &amp; b</b>"
    assert kept.read_bytes() == good


def test_where_nothing_can_be_written_a_page_is_drawn_all_the_same(folder: Path) -> None:
    (folder / KEPT_IN).write_text("in the way", "utf-8")
    assert drawn(folder) == "<b>a &amp; b</b>"


def test_the_pages_are_kept_beside_their_templates() -> None:
    cache = new_app("web_ui").jinja_env.bytecode_cache
    assert isinstance(cache, KeptBeside)
    assert (cache.folder / "page.html").is_file()
