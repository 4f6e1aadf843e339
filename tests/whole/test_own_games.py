"""Games that a family adds while the table runs: they count at once on every page, menu and screen."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from companion.library.own.history import FOLDER, Change, History, OwnFile
from companion.opening import Opening
from tests.support.languages import german
from tests.support.sse import Reader
from tests.support.tables import Phone, Reply, Table, of_menu
from tests.support.waiting import TIMEOUT_S, eventually
from tests.support.wording import say
from web_ui.http.content.headers import LARGE_BODIES, OWN_GAMES_PATH

COVER = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 180 240">'
    '<rect width="180" height="240" fill="#{colour}"/></svg>'
)
KIT = 'slug = "otter"\nversion = {version}\ncover = "otter.svg"\n[dice.die]\nroll = "1d6"\n[text.en]\nname = "{name}"\n'
PLAIN = 'slug = "heron"\n[dice.die]\nroll = "1d6"\n'
WINNING = (
    '[counter.score]\neach = "person"\ntarget = 1\nends = true\n[action.win]\ndoes = ["raise score 1", "next turn"]\n'
)


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
    return {game["slug"]: game for game in table.get("/api/v1/shelf").json["games"]}


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


def test_a_game_that_the_owner_finishes_can_be_replaced(table: Table) -> None:
    assert send(table, otter()).status == 201
    table.command("new otter kit")
    newer = otter(version=2)
    assert send(table, newer, replaces=True).status == 422
    finish = {"id": "owner-finishes", "seen": table.table["version"], "do": "finish"}
    assert table.ask("POST", "/api/v1/owner", finish).status == 200
    assert send(table, newer, replaces=True).status == 201


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


def test_other_words_of_an_installed_game_are_said_at_once(table: Table) -> None:
    assert send(table, otter()).status == 201
    table.turn(1)
    assert send(table, {"otter.toml": otter("Sea otter", version=2)["otter.toml"]}, replaces=True).status == 201
    words = [play["label"] for play in table.table["menu"]["plays"]]
    assert "Sea otter" in words
    assert "Otter" not in words
    at = words.index("Sea otter")
    table.turn(1 + at)
    table.glass_shows(of_menu("", words[at - 1], words[at], words[at + 1]))


def test_a_game_that_is_over_keeps_its_words_while_its_kit_is_replaced_and_others_come(table: Table) -> None:
    kit = otter()["otter.toml"].replace("[text.en]", f'{WINNING}[text.en]\nscore = "Old score"')
    assert send(table, {**otter(), "otter.toml": kit}).status == 201
    table.command("new otter kit seats=1")
    eventually(lambda: table.table["game"] is not None)
    assert table.command("do win").status == 200
    eventually(lambda: table.daemon.session.published.open.is_over)
    assert send(table, otter("Sea otter", version=2), replaces=True).status == 201
    assert send(table, {"heron.toml": PLAIN}).status == 201
    assert table.get("/api/v1/table").status == 200
    assert table.get("/api/v1/table?lang=fr").status == 200
    assert table.table["title"] == "Sea otter"
    assert "Old score" in str(table.table)


def test_what_is_switched_off_is_on_no_shelf_and_an_unfinished_game_of_it_goes_on(tmp_path: Path) -> None:
    with Table(tmp_path, opening=Opening("pig", "kit", ("Ann", "Ben"))) as table:
        for line in ("off pig", "off fireship"):
            assert do(table, line).status == 200
        assert {"pig", "fireship"}.isdisjoint(shelf(table))
        assert table.command("roll die").status == 200
        table.settle()
        assert table.command("new fireship kit").json["text"] == say("session.no-such-game")
        number = table.table["number"]
        assert table.command("new any-dice kit").status == 200
    with Table(tmp_path, opening=None) as table:
        assert {"pig", "fireship"}.isdisjoint(shelf(table))
        assert table.command(f"resume {number}").status == 200
        eventually(lambda: table.table["game"] is not None and table.table["number"] == number)
        assert do(table, "on fireship").status == 200
        assert "fireship" in shelf(table)
        assert do(table, "off nothing").status == 422


def test_a_removed_game_comes_back_by_one_undo_after_a_restart(tmp_path: Path) -> None:
    kits = tmp_path / "data" / "kits"
    with Table(tmp_path, opening=None) as table:
        assert send(table, otter()).status == 201
        removed = do(table, "remove otter")
        assert (removed.status, removed.json["changes"][0]["said"]) == (
            200,
            say("own-games.was-removed", titles="Otter"),
        )
        assert list(kits.iterdir()) == []
        assert do(table, "remove otter").status == 422
    with Table(tmp_path, opening=None) as table:
        number = table.get("/api/v1/games/own").json["changes"][0]["number"]
        answers = [do(table, f"undo {number}").status for _ in range(2)]
        assert answers == [200, 409]  # of two owners one has undone it
        assert "otter" in shelf(table)
        assert {path.name for path in kits.iterdir()} == {"otter.svg", "otter.toml"}


def test_a_change_ended_by_the_plug_is_put_back_by_the_next_start(tmp_path: Path) -> None:
    with Table(tmp_path, opening=None) as table:
        assert send(table, otter()).status == 201
    data = tmp_path / "data"
    before = {path.name: path.read_bytes() for path in (data / "kits").iterdir()}
    history = History(data / FOLDER, {"kits": data / "kits", "languages": data / "languages"})
    with patch.object(Path, "rename", side_effect=KeyboardInterrupt), pytest.raises(KeyboardInterrupt):
        history.apply(Change(deed="removed", titles=()), dict.fromkeys(OwnFile("kits", name) for name in before))
    assert list((data / "kits").iterdir()) == []
    with Table(tmp_path, opening=None) as table:
        eventually(lambda: "otter" in shelf(table))
        assert {path.name: path.read_bytes() for path in (data / "kits").iterdir()} == before
        assert not any(change["deed"] == "removed" for change in table.get("/api/v1/games/own").json["changes"])


def test_an_unusable_file_is_listed_with_its_faults_and_removed(tmp_path: Path) -> None:
    kits = tmp_path / "data" / "kits"
    kits.mkdir(parents=True)
    (kits / "farm.toml").write_text('slug = "Farm"\n', encoding="utf-8")
    with Table(tmp_path, opening=None) as table:
        (unusable,) = table.get("/api/v1/games/own").json["unusable"]
        assert unusable["file"] == "farm.toml"
        assert "farm.toml" in menu_of(table)
        assert do(table, "remove farm.toml").status == 200
        assert "farm.toml" not in menu_of(table)
        eventually(lambda: not table.daemon.health.faults.now)


def test_a_language_speaks_at_once_and_its_viewers_go_on_when_it_is_removed(table: Table) -> None:
    assert send(table, {"nl.toml": german({"page.language_name": "Nederlands"})}).status == 201
    assert table.get("/api/v1/games/own").json["languages"] == [{"code": "nl", "name": "Nederlands"}]
    assert table.command("lang nl").status == 200
    with Reader(table.port, "/api/v1/stream?lang=nl") as viewer:
        viewer.next("table")
        assert send(table, otter()).status == 201
        viewer.next("table")
        assert do(table, "remove nl").status == 200
        viewer.next("table")
        assert send(table, {"heron.toml": PLAIN}).status == 201
        while "Heron" not in viewer.next("table").data:
            pass
    assert table.table["lang"] == "en"


def test_a_body_beyond_the_bound_is_refused_unread(table: Table) -> None:
    here = f"127.0.0.1:{table.port}"
    head = [f"POST {OWN_GAMES_PATH} HTTP/1.1", f"Host: {here}", f"Origin: http://{here}", "Connection: close"]
    head += ["Content-Type: application/json", f"Content-Length: {LARGE_BODIES[OWN_GAMES_PATH] + 2}"]
    with socket.create_connection(("127.0.0.1", table.port), timeout=TIMEOUT_S) as connection:
        connection.sendall("\r\n".join([*head, "", ""]).encode())
        large = Reply(b"".join(iter(lambda: connection.recv(65536), b"")))
    assert (large.status, large.json["error"]) == (413, "too-large")
    assert send(table, otter()).status == 201


def test_a_request_that_comes_twice_is_done_once(table: Table) -> None:
    assert [send(table, otter()).status for _ in range(2)] == [201, 201]
    assert len(table.get("/api/v1/games/own").json["changes"]) == 1
