from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.support.paths import STATIC
from tests.web.callers import call
from tests.web.tokens import tokens
from web_ui.http.lean import lean, lean_sheet

SOURCE = """/** @file Notes.
 *  More of them.
 */
export const a = 'https://x/*  y'; // gone
// gone
  const b = a /* gone */ + +a; /* gone */
const c = (d) => /a  [/]  \\/ b/.test(d) ? `${d ? `  ${a}  ` : ''}  /* kept */` : d / 2 / a;
function e(f,
  g) {

  return [f, g]
    .flat()
}
class H {
  i() {
    e() // no sign ends this line
    e(';\\
')
  }

  j() {}
}
"""


def test_comments_spare_room_and_lines_that_end_nothing_are_left_out() -> None:
    assert lean(SOURCE).split("\n") == [
        "export const a='https://x/*  y';const b=a + +a;"
        "const c=(d)=>/a  [/]  \\/ b/.test(d)?`${d ? `  ${a}  ` : ''}  /* kept */`:d / 2 / a;"
        "function e(f,g){return[f,g].flat()}",
        "class H{i(){e()",
        "e(';\\",
        "')}",
        "j(){}}",
        "",
    ]


def test_every_module_keeps_its_own_tokens() -> None:
    for path in sorted(STATIC.rglob("*.js")):
        source = path.read_text("utf-8")
        assert tokens(lean(source)) == tokens(source), path.name


def test_a_line_that_may_end_a_statement_stays_one() -> None:
    for path in sorted(STATIC.rglob("*.js")):
        found = tokens(path.read_text("utf-8"), lines=True)
        kept = tokens(lean(path.read_text("utf-8")), lines=True)
        assert kept == needed(found), path.name


def needed(found: list[str]) -> list[str]:
    """Return the tokens *found*, with those ends of lines alone that stand between two that might be one statement."""
    kept: list[str] = []
    for at, token in enumerate(found):
        after = next((each for each in found[at:] if each != "\n"), "")
        spare = not kept or kept[-1] in ("{", "(", "[", ",", ";", "\n") or after[:1] in (")", "}", "]", ".")
        if token != "\n" or not spare:
            kept.append(token)
    return kept


def test_a_sheet_loses_the_room_around_its_signs() -> None:
    sheet = "a,\nb { color: red; margin: 0\n  -3px;\n} /* c */\n@media (x: 1) { p :hover { y: calc(1px + 2px); } }\n"
    assert lean_sheet(sheet) == "a,b{color:red;margin:0\n-3px}@media (x:1){p :hover{y:calc(1px + 2px)}}"


def test_no_sheet_says_anything_in_quotes_with_room_in_it() -> None:
    for path in sorted((STATIC / "css").glob("*.css")):
        rules = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
        quoted = [each for each in re.findall(r'"[^"\n]*"', rules) if re.search("[:;,{] | [{}]", each)]
        assert quoted == [], path.name


@pytest.mark.parametrize(("name", "kind"), [("pages/kit.js", "text/javascript"), ("css/kit.css", "text/css")])
def test_files_are_sent_without_comments(client: FlaskClient, name: str, kind: str) -> None:
    page = call(client, "this computer", "GET", "/").get_data(as_text=True)
    folder = page.partition('href="/static/')[2].partition("/")[0]
    response = call(client, "this computer", "GET", f"/static/{folder}/{name}")
    assert (response.status_code, response.mimetype) == (200, kind)
    assert "/*" not in response.get_data(as_text=True)
    assert len(response.data) < (STATIC / name).stat().st_size
    assert call(client, "this computer", "GET", f"/static/{folder}/../app.py").status_code == 404


def test_a_browser_that_has_a_file_is_not_sent_it_again(client: FlaskClient) -> None:
    page = call(client, "this computer", "GET", "/").get_data(as_text=True)
    address = "/static/" + page.partition('href="/static/')[2].partition('"')[0]
    first = client.get(address)
    again = client.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert (first.status_code, again.status_code, again.data) == (200, 304, b"")
    assert client.head(address).headers["ETag"] == first.headers["ETag"]


@pytest.mark.parametrize("name", ["pages/kit.js", "css/kit.css", "icon.svg"])
def test_text_travels_compressed_to_whoever_can_take_it(client: FlaskClient, name: str) -> None:
    page = call(client, "this computer", "GET", "/").get_data(as_text=True)
    address = "/static/" + page.partition('href="/static/')[2].partition("/")[0] + "/" + name
    plain = client.get(address, headers={"Accept-Encoding": "identity"})
    small = client.get(address, headers={"Accept-Encoding": "br, gzip;q=0.8"})
    assert plain.content_encoding is None and small.content_encoding == "gzip"
    assert len(small.data) < len(plain.data) and gzip.decompress(small.data) == plain.data
    assert plain.headers["ETag"] != small.headers["ETag"]
    assert {each.headers["Vary"] for each in (plain, small)} == {"Accept-Encoding"}
    assert client.get(address, headers={"Accept-Encoding": "gzip;q=0"}).content_encoding is None


def test_a_picture_is_compressed_already(client: FlaskClient) -> None:
    page = call(client, "this computer", "GET", "/").get_data(as_text=True)
    address = "/static/" + page.partition('href="/static/')[2].partition("/")[0] + "/icons/icon-192.png"
    assert client.get(address, headers={"Accept-Encoding": "gzip"}).content_encoding is None


def test_no_answer_keeps_a_file_open(client: FlaskClient) -> None:
    page = call(client, "this computer", "GET", "/").get_data(as_text=True)
    before = open_files()
    answers = [client.get(address) for address in re.findall(r'(?:href|src)="(/static/[^"]+)"', page)]
    assert len(answers) > 20
    assert open_files() == before


def open_files() -> set[str]:
    return {str(each.readlink()) for each in Path("/proc/self/fd").iterdir() if each.exists()}
