"""A table whose network comes, changes and goes: screen and pages follow, and play needs none."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from hardware.cues import StartCue
from tests.support.tables import Process, picture, running, say
from tests.support.waiting import eventually

APART = ("unshare", "--net", "sh", "-c", 'ip link set lo up; exec "$@"', "sh")
"""Starts a program in a network of its own, where it is alone."""
ASKING = """
import http.client, sys
method, path, port, body = sys.argv[1:]
here = f"127.0.0.1:{port}"
connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=20)
headers = {"Host": here, "Origin": f"http://{here}", "Content-Type": "application/json"}
connection.request(method, path, body or None, headers)
sys.stdout.buffer.write(connection.getresponse().read())
"""


class Apart:
    """A *table* in a network of its own, asked and changed from inside it."""

    def __init__(self, table: Process) -> None:
        self.table = table

    def within(self, *words: str) -> bytes:
        line = ["nsenter", "--net", "--target", str(self.table.process.pid), *words]
        return subprocess.run(line, check=True, capture_output=True, timeout=30).stdout

    def ask(self, path: str, body: object = None) -> bytes:
        method = "GET" if body is None else "POST"
        sent = "" if body is None else json.dumps(body)
        return self.within(sys.executable, "-c", ASKING, method, path, str(self.table.port), sent)

    def get(self, path: str) -> Any:
        return json.loads(self.ask(path))

    def shows(self, address: str) -> None:
        """Wait until the table's screen says *address*, with a code for it."""
        lines = (say("stage.join-at"), say("stage.choose"))
        at = f"{address}:{self.table.port}"
        wanted = picture(StartCue(address=at, lines=lines, qr=f"http://{at}/"))
        eventually(lambda: bits(self.ask("/api/v1/screen.png")) == wanted)


def bits(png: bytes) -> bytes:
    return Image.open(io.BytesIO(png)).convert("1").tobytes()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes networks")
def test_screen_and_pages_follow_every_change_of_address_and_play_needs_none(tmp_path: Path) -> None:
    with running(tmp_path, "--host", "0.0.0.0", "--lang", "en", under=APART) as table:
        apart = Apart(table)
        apart.shows("127.0.0.1")
        before = apart.get("/api/v1/table")
        for number, address in enumerate(("192.0.2.7", "198.51.100.9"), 1):
            apart.within("ip", "address", "add", f"{address}/24", "dev", "lo")
            apart.shows(address)
            assert apart.get("/api/v1/invite")["address"] == f"http://{address}:{table.port}/"
            assert apart.get("/api/v1/table")["network"] > before["network"] + number - 1
            apart.within("ip", "address", "del", f"{address}/24", "dev", "lo")
            apart.shows("127.0.0.1")
        assert "the network has changed: this computer is at 198.51.100.9" in table.log.read_text("utf-8")
        body = {"id": "plays", "seen": before["version"], "seat": "table", "do": "new fireship kit"}
        assert "version" in json.loads(apart.ask("/api/v1/commands", body))
