"""What anybody could know before the seed is told: an attacker with every byte that left the table predicts nothing."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from companion.chance import fairness
from companion.chance.dealers import Dealer, FairDealer
from companion.opening import Opening
from companion.records import record
from tests.support.sse import Reader
from tests.support.tables import Table
from tests.support.waiting import eventually

pytestmark = pytest.mark.whole

PAGES = (
    "/", "/?lang=fr", "/panel", "/owner", "/verify", "/records", "/api/v1/table", "/api/v1/records",
    "/api/v1/records/1", "/api/v1/records/1/report", "/api/v1/records/1/draws", "/api/v1/records/1/moves/0",
    "/api/v1/openapi.json", "/api/v1/healthz", "/api/v1/words", "/api/v1/join",
)  # fmt: skip
HEX = re.compile(rb"(?=([0-9A-Fa-f]{64}))")


def candidates(data: bytes, raw: bytes) -> Iterator[bytes]:
    """Every 32 bytes that *data* could spell in hex or base64, and that *raw* holds, forwards and backwards."""
    for at in range(len(raw) - 31):
        yield raw[at : at + 32]
        yield raw[at : at + 32][::-1]
    for match in HEX.finditer(data):
        yield bytes.fromhex(match[1].decode())
    for run in re.findall(rb"[A-Za-z0-9+/_-]{43,}", data):
        for at in range(len(run) - 42):
            text = run[at : at + 43].translate(bytes.maketrans(b"-_", b"+/")) + b"="
            yield base64.b64decode(text)


def seed_in(data: bytes, commitment: str, raw: bytes = b"") -> bytes | None:
    """The seed behind *commitment*, if it can be found in *data* or in *raw* bytes."""
    wanted = bytes.fromhex(commitment)
    return next((each for each in candidates(data, raw) if hashlib.sha256(each).digest() == wanted), None)


def all_that_is_sent(table: Table) -> bytes:
    return b"\n".join(table.get(path).raw for path in PAGES)


def differing(one: bytes, other: bytes) -> str:
    """Where *one* and *other* begin to differ, with what stands around it; "" if they don't."""
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return "" if one == other else f"{one[max(0, at - 80) : at + 40]!r} | {other[max(0, at - 80) : at + 40]!r}"


def first(seed: bytes, count: int) -> bytes:
    return seed[:count]


def rolled(table: Table, number: int) -> str:
    said = {"id": f"roll-{number}", "seen": table.table["version"], "seat": 0, "do": "roll dice", "entropy": "00ff10"}
    assert table.ask("POST", "/api/v1/commands", said).status == 200
    eventually(lambda: table.table["reveal"] is None)
    return str(table.table["log"][-1]["text"])


@pytest.mark.long
def test_nothing_that_leaves_the_table_before_the_end_holds_the_seed(tmp_path: Path) -> None:
    bus: list[bytes] = []
    with (
        Table(tmp_path, opening=Opening("fireship", "kit", ("Ann", "Ben")), tape=bus.append) as table,
        Reader(table.port, "/api/v1/stream?screen=1") as stream,
    ):
        commitment = table.table["commitment"]
        sent = all_that_is_sent(table)
        for number in range(3):
            rolled(table, number)
            sent += all_that_is_sent(table)
            stream.next("cue")
            stream.next("table")
        assert stream.received.count(b"event: cue\n") == 3
        sent += stream.received
        assert commitment.encode() in sent
        assert seed_in(sent, commitment, table.get("/api/v1/screen.png").body + b"".join(bus)) is None
        assert table.command("finish").status == 200
        told = table.get("/api/v1/records/1").body
    # The same attacker finds it as soon as it is told, so the search above could have.
    ending = record.read(told.splitlines()).ending
    assert ending is not None
    assert seed_in(told, commitment) == bytes.fromhex(ending.seed or "")


@pytest.mark.long
def test_two_tables_with_other_seeds_send_the_same_before_their_rolls_but_roll_otherwise(tmp_path: Path) -> None:
    volatile = re.compile(rb"Date: [^\r]*|\"at\":\"[^\"]*\"|127\.0\.0\.1:\d+|\d\d\.\d\d\. \d\d:\d\d")
    sent, rolls = [], []
    for world in (b"\x01", b"\x02"):
        seed = world * 32
        dealers: dict[str, Dealer] = {"dealer": FairDealer(partial(first, seed))}
        folder = tmp_path / world.hex()
        folder.mkdir()
        with Table(folder, dealers, opening=Opening("fireship", "kit", ("Ann", "Ben"))) as table:
            promised = fairness.commitment(seed).encode()
            heard = all_that_is_sent(table).replace(promised, b"PROMISED").replace(promised[:16], b"P")
            sent.append(volatile.sub(b"", heard))
            rolls.append([rolled(table, number) for number in range(3)])
    assert differing(*sent) == ""
    assert rolls[0] != rolls[1]
