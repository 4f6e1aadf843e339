from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

import web_ui
from tests.web.callers import call
from web_ui.lean import LEAN, lean, lean_sheet

STATIC = Path(web_ui.__file__).parent / "static"
SOURCE = """/** @file Notes.
 *  More of them.
 */
export const a = 'https://x/*'; // kept
// gone
  const b = a /* kept */ + 1; /* gone */
"""


def test_comments_of_their_own_lines_and_indentation_are_left_out_line_for_line() -> None:
    assert lean(SOURCE).split("\n") == [
        "",
        "",
        "",
        "export const a = 'https://x/*'; // kept",
        "",
        "const b = a /* kept */ + 1;",
        "",
    ]


def test_no_text_of_a_module_or_sheet_runs_over_several_lines() -> None:
    for path in sorted(STATIC.rglob("*")):
        if path.suffix in LEAN:
            for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
                assert line.count("`") % 2 == 0, f"{path.name}:{number}"


def test_a_sheet_loses_the_room_around_its_signs() -> None:
    sheet = "a, b { color: red; margin: 0 -3px; } /* c */\n@media (x: 1) { p :hover { y: calc(1px + 2px); } }"
    assert lean_sheet(sheet) == "a,b{color:red;margin:0 -3px}\n@media (x:1){p :hover{y:calc(1px + 2px)}}"


def test_no_sheet_says_anything_in_quotes_with_room_in_it() -> None:
    for path in sorted((STATIC / "css").glob("*.css")):
        rules = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
        quoted = [each for each in re.findall(r'"[^"\n]*"', rules) if re.search("[:;,{] | [{}]", each)]
        assert quoted == [], path.name


@pytest.mark.parametrize(("name", "kind"), [("js/kit.js", "text/javascript"), ("css/kit.css", "text/css")])
def test_files_are_sent_without_comments(client: FlaskClient, name: str, kind: str) -> None:
    page = call(client, "this computer", "GET", "/").get_data(as_text=True)
    folder = page.partition('href="/static/')[2].partition("/")[0]
    response = call(client, "this computer", "GET", f"/static/{folder}/{name}")
    assert (response.status_code, response.mimetype) == (200, kind)
    assert "/*" not in response.get_data(as_text=True)
    assert len(response.data) < (STATIC / name).stat().st_size
    assert call(client, "this computer", "GET", f"/static/{folder}/../app.py").status_code == 404
