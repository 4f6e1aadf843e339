"""Backups of several megabytes over real HTTP: taken whole where one is expected, refused by their length elsewhere."""

from __future__ import annotations

import socket
from pathlib import Path
from random import Random

import pytest

from companion.model.reports.backups import MAX_UPLOAD
from companion.upkeep.backup.leftovers import uploaded
from tests.support.tables import Process, Reply, running
from tests.support.waiting import TIMEOUT_S
from tests.support.wording import say
from tests.whole.test_backup_by_page import given

SEVERAL_MB = 2 * 2**20
BOARDS = 16
SENT_BYTES = 60_000


def send(table: Process, path: str, body: bytes, length: int | None = None) -> Reply:
    """Send *body* as a backup, said to be of another *length* if that is given; return the answer."""
    here = f"127.0.0.1:{table.port}"
    head = [f"POST {path} HTTP/1.1", f"Host: {here}", f"Origin: http://{here}", "Connection: close"]
    head += ["Content-Type: application/zip", f"Content-Length: {len(body) if length is None else length}"]
    with socket.create_connection(("127.0.0.1", table.port), TIMEOUT_S) as connection:
        connection.sendall("\r\n".join([*head, "", ""]).encode())
        for at in range(0, len(body), SENT_BYTES):
            connection.sendall(body[at : at + SENT_BYTES])
        return Reply(b"".join(iter(lambda: connection.recv(65536), b"")))


def expected(table: Process) -> str:
    path = table.ask("POST", "/api/v1/backup", {"do": "send"}).json["path"]
    assert isinstance(path, str)
    return path


def furnish(data: Path) -> None:
    """Give the table whose folder is *data* many boards, whose bytes can't be packed well."""
    kits, random = data / "kits", Random(24)
    kits.mkdir(parents=True)
    for number in range(BOARDS):
        text = random.randbytes(120_000).hex()
        (kits / f"board-{number}.svg").write_text(f'<svg xmlns="http://www.w3.org/2000/svg"><!--{text}--></svg>')


@pytest.mark.long
def test_a_backup_of_megabytes_is_given_out_and_taken_in_again_byte_by_byte(tmp_path: Path) -> None:
    data = tmp_path / "data"
    furnish(data)
    with running(tmp_path) as table:
        assert table.ask("POST", "/api/v1/backup", {"do": "ask"}).status == 202
        backup = given(table)
        assert len(backup) > SEVERAL_MB // 2
        answer = send(table, expected(table), backup)
        assert answer.status == 200
        assert len(answer.json["boards"]) == BOARDS
        (sent,) = uploaded(data)
        assert sent.read_bytes() == backup
        before = sorted(each.name for each in tmp_path.iterdir())
        cut = send(table, expected(table), backup[: SEVERAL_MB // 4])
        assert (cut.status, cut.json["text"]) == (422, say("backup.no-backup"))
        assert uploaded(data) == []
        assert {*before} - {each.name for each in tmp_path.iterdir()} == {sent.name}
        assert not [each for each in data.iterdir() if each.name.startswith("tmp")], "a body leaves no file behind"


def test_one_that_is_too_large_is_refused_by_its_length_before_its_first_byte(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        path = expected(table)
        for length in (MAX_UPLOAD + 1, 2**40):
            assert send(table, path, b"", length).status == 413, "nothing of it was sent"
        assert send(table, "/api/v1/owner", b"", SEVERAL_MB).status == 413
        assert uploaded(tmp_path / "data") == []
        assert send(table, path, b"PK" * 5000).status == 422, "it is still expected"
