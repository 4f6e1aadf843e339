"""Games that a family adds while the table runs: they count at once on every page, menu and screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.sse import Reader
from tests.support.tables import Phone, Reply, Table
from tests.support.waiting import eventually
from tests.support.wording import say

COVER = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 180 240">'
    '<rect width="180" height="240" fill="#{colour}"/></svg>'
)
KIT = 'slug = "otter"\nversion = {version}\ncover = "otter.svg"\n[dice.die]\nroll = "1d6"\n[text.en]\nname = "{name}"\n'


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Table(tmp_path, opening=None) as table:
        yield table


def otter(name: str = "Otter", version: int = 1, colour: str = "888") -> dict[str, str]:
    return {"otter.toml": KIT.format(name=name, version=version), "otter.svg": COVER.format(colour=colour)}


def send(table: Phone, files: dict[str, str], **more: Any) -> Reply:
    given = [{"name": name, "content": content} for name, content in files.items()]
    return table.ask("POST", "/api/v1/games/files", {"id": "test-0001", "files": given, **more})


def do(table: Phone, line: str) -> Reply:
    return table.ask("POST", "/api/v1/games/own", {"id": "test-0001", "do": line})


def shelf(table: Phone) -> dict[str, dict[str, Any]]:
    return {game["slug"]: game for game in table.table["menu"]["shelf"]["games"]}


def menu_of(table: Phone) -> list[str]:
    """The games of the table's own menu, by their words."""
    return [play["word"] for play in table.table["menu"]["plays"]]


def test_an_installed_game_counts_at_once_everywhere(table: Table) -> None:
    with Reader(table.port) as television:
        television.next("table")
        answer = send(table, otter())
        assert answer.status == 201, answer.body
        assert [(each["kind"], each["title"], each["version"]) for each in answer.json["files"]] == [
            ("cover", "Otter", 0),
            ("kit", "Otter", 1),
        ]
        shown = television.next("table").json
        assert "otter" in {game["slug"] for game in shown["menu"]["shelf"]["games"]}
    found = shelf(table)["otter"]
    assert found["name"] == "Otter"
    assert table.get(f"/static/{table.table['page']}/{found['cover']}").body.startswith(b"<svg")
    assert "otter" in menu_of(table)
    assert table.command("new otter kit seats=1").status == 200
    eventually(lambda: table.table["game"] is not None)
    assert table.table["title"] == "Otter"


def test_a_newer_kit_replaces_the_older_only_when_asked(table: Table) -> None:
    assert send(table, otter()).status == 201
    before = shelf(table)["otter"]["cover"]
    newer = otter("Sea otter", version=2, colour="abc")
    asked = send(table, newer)
    assert (asked.status, asked.json["error"]) == (409, "replaces")
    assert [(each["version"], each["replaces"]) for each in asked.json["files"]] == [(0, 0), (2, 1)]
    assert shelf(table)["otter"]["name"] == "Otter"
    assert send(table, newer, replaces=True).status == 201
    found = shelf(table)["otter"]
    assert (found["name"], found["cover"] != before) == ("Sea otter", True)
    assert b"#abc" in table.get(f"/static/{table.table['page']}/{found['cover']}").body


def test_a_game_that_goes_on_is_not_replaced_or_removed(table: Table) -> None:
    assert send(table, otter()).status == 201
    assert table.command("new otter kit seats=1").status == 200
    eventually(lambda: table.table["game"] is not None)
    for refused in (send(table, otter(version=2), replaces=True), do(table, "remove otter")):
        assert (refused.status, refused.json["text"]) == (422, say("own-games.being-played", name="Otter"))
    assert table.command("finish").status == 200
    assert do(table, "remove otter").status == 200
    assert "otter" not in shelf(table)


def test_faults_are_told_at_their_place_and_nothing_is_installed(table: Table, tmp_path: Path) -> None:
    answer = send(
        table, {"good.toml": 'slug = "good"\n[dice.die]\nroll = "1d6"\n', "bad.toml": 'slug = "Bad"\nseats = 3\n'}
    )
    assert (answer.status, answer.json["error"]) == (422, "faults")
    assert {(each["file"], each["where"]) for each in answer.json["faults"]} >= {
        ("bad.toml", "slug"),
        ("bad.toml", "seats"),
    }
    assert "good" not in shelf(table)
    assert not (tmp_path / "data" / "kits").exists()
