"""A kit that travels: shared at one table, photographed, and taken at another after its OK."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
import segno
from PIL import Image

from companion.engine.values.message import Message
from companion.sharing.code import code_of
from tests.support.photos import in_file, noisy, on_table
from tests.support.sse import Reader
from tests.support.tables import Reply
from tests.support.waiting import eventually
from tests.support.whole import Whole, whole_table
from tests.support.wording import say

KIT = 'slug = "otter"\nversion = {version}\nauthor = "Robin"\n[dice.die]\nroll = "1d6"\n[text.en]\nname = "Otter"\n'

COVER = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 180 240"><rect/></svg>'


@pytest.fixture(scope="module")
def giver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    folder = tmp_path_factory.mktemp("giver")
    kits = folder / "data" / "kits"
    kits.mkdir(parents=True)
    (kits / "otter.toml").write_text(KIT.format(version=2), "utf-8")
    (kits / "seal.toml").write_text('slug = "seal"\ncover = "seal.svg"\n[dice.die]\nroll = "1d6"\n', "utf-8")
    (kits / "seal.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 180 240"><rect/></svg>', "utf-8"
    )
    with whole_table(folder, None) as table:
        yield table


@pytest.fixture
def taker(tmp_path: Path) -> Iterator[Whole]:
    with whole_table(tmp_path, None) as table:
        yield table


def photo_of(code: str) -> bytes:
    """Return a photo of the QR code *code*, taken by hand."""
    written = BytesIO()
    segno.make_qr(code).save(written, kind="png", scale=6, border=4)
    return in_file(noisy(on_table(Image.open(written), 0.75, 7), 30))


def send(table: Whole, sent: bytes, kind: str, size: int = 0) -> Reply:
    """Offer *sent* to *table*, or only the head of a request with a body of that *size*."""
    here = f"127.0.0.1:{table.port}"
    head = ["POST /api/v1/games/offer HTTP/1.1", f"Host: {here}", f"Origin: http://{here}", "Connection: close"]
    head += [f"Content-Length: {size or len(sent)}", f"Content-Type: {kind}"]
    with socket.create_connection(("127.0.0.1", table.port), timeout=60) as connection:
        connection.sendall("\r\n".join([*head, "", ""]).encode() + sent)
        return Reply(b"".join(iter(lambda: connection.recv(65536), b"")))


def take(table: Whole, do: str) -> Reply:
    return table.ask("POST", "/api/v1/games/take", {"do": do})


def outcome(table: Whole) -> str:
    found: str = table.get("/api/v1/games/offer").json["outcome"]
    return found


def shelf(table: Whole) -> set[str]:
    return {game["slug"] for game in table.table["menu"]["shelf"]["games"]}


def confirm(table: Whole) -> None:
    """Press OK at the table, once its question was there long enough to be read."""

    def is_answered() -> bool:
        table.daemon.asking.answer(True)
        return table.daemon.asking.question is None

    eventually(is_answered)


def test_a_photographed_kit_is_taken_after_ok_and_playable_at_once(giver: Whole, taker: Whole) -> None:
    file = giver.get("/api/v1/games/otter/kit.toml")
    assert file.body == KIT.format(version=2).encode()
    told = giver.get("/api/v1/games/otter/share").json
    assert told["edition"] == say("shelf.version-by", version=2, author="Robin")
    assert told["code"].startswith("<svg")
    assert "otter" not in shelf(taker)
    offer = send(taker, photo_of(code_of(file.body) or ""), "image/jpeg")
    assert offer.status == 200, offer.body
    assert (offer.json["slug"], offer.json["name"], offer.json["compared"]) == ("otter", "Otter", say("share.new"))
    assert take(taker, "ask").status == 202
    assert taker.daemon.asking.question == Message("stage.ask-take", {"title": "Otter"})
    assert (outcome(taker), "otter" in shelf(taker)) == ("waiting", False)
    confirm(taker)
    eventually(lambda: outcome(taker) == "taken")
    assert "otter" in shelf(taker)
    taker.do("new otter kit seats=1")
    taker.do("roll die", 0)
    assert taker.table["title"] == "Otter"


def test_a_refused_kit_stays_away(taker: Whole) -> None:
    assert take(taker, "ask").status == 422
    assert send(taker, KIT.format(version=1).encode(), "application/toml").status == 200
    assert take(taker, "ask").status == 202
    taker.daemon.asking.answer(False)
    assert (outcome(taker), "otter" in shelf(taker)) == ("no", False)
    assert take(taker, "ask").json["reason"] == "asked-lately"
    assert take(taker, "put-away").status == 200
    assert taker.get("/api/v1/games/offer").json["offer"] is None


def test_an_owner_takes_a_kit_at_once_and_hears_what_it_replaces(taker: Whole) -> None:
    assert send(taker, KIT.format(version=2).encode(), "text/plain").status == 200
    assert take(taker, "take").status == 200
    again = send(taker, KIT.format(version=2).encode(), "text/plain").json
    assert (again["compared"], again["take"]) == (say("share.there"), "")
    older = send(taker, KIT.format(version=1).encode(), "text/plain").json
    assert older["compared"] == say("share.older", old=2, new=1)
    newer = send(taker, KIT.format(version=3).encode(), "text/plain").json
    assert newer["compared"] == say("share.replaces", old=2, new=3)
    assert take(taker, "ask").status == 202
    assert taker.daemon.asking.question == Message("stage.ask-replace", {"title": "Otter", "old": 2, "new": 3})
    confirm(taker)
    eventually(lambda: outcome(taker) == "taken")
    assert taker.get("/api/v1/games/otter/kit.toml").body == KIT.format(version=3).encode()


def test_a_shipped_kit_that_comes_back_needs_no_taking(giver: Whole) -> None:
    pig = giver.get("/api/v1/games/pig/kit.toml").body
    offer = send(giver, (code_of(pig) or "").encode(), "text/plain").json
    assert (offer["compared"], offer["take"]) == (say("share.there"), "")
    changed = send(giver, pig.replace(b'slug = "pig"', b'slug = "pig"\nversion = 2'), "text/plain").json
    assert changed["compared"] == say("share.replaces", old=1, new=2)


def test_a_picture_of_its_own_travels_apart(giver: Whole, taker: Whole) -> None:
    told = giver.get("/api/v1/games/seal/share").json
    assert told["note"] == say("share.no-picture")
    page = giver.table["page"]
    assert giver.get(f"/static/{page}/{told['cover']}").body.startswith(b"<svg")
    assert send(taker, giver.get("/api/v1/games/seal/kit.toml").body, "application/toml").status == 200
    assert take(taker, "take").status == 200
    assert "seal" in shelf(taker)


def test_televisions_show_the_code_until_it_is_withdrawn(giver: Whole) -> None:
    assert giver.ask("POST", "/api/v1/games/nothing/share", {"shown": True}).status == 404
    with Reader(giver.port) as television:
        assert television.next("table").json["shared"] == ""
        assert giver.ask("POST", "/api/v1/games/otter/share", {"shown": True}).status == 200
        assert television.next("table").json["shared"] == "otter"
        assert giver.ask("POST", "/api/v1/games/otter/share", {"shown": False}).status == 200
        assert television.next("table").json["shared"] == ""


@pytest.mark.parametrize(
    ("sent", "kind", "status", "text"),
    [
        (b"WIFI:S:home;;", "text/plain", 422, "share.is-wifi"),
        (b"TIDETABLE1:::", "text/plain", 422, "share.damaged"),
        (b"\xff\xfe", "text/plain", 422, "share.is-text"),
        (b'slug = "x"\ndice = 3\n', "text/plain", 422, ""),
        (b"\x89PNG", "image/png", 422, "share.no-photo"),
        (b"{}", "application/json", 415, "error.not-json"),
    ],
)
def test_anything_else_is_refused_in_words(giver: Whole, sent: bytes, kind: str, status: int, text: str) -> None:
    answer = send(giver, sent, kind)
    assert answer.status == status, answer.body
    told = answer.json
    assert told["text"] == say(text) if text else told["text"].startswith(say("share.faulty", fault="")[:20])


def test_a_photo_of_more_than_two_megabytes_is_not_taken_at_all(giver: Whole) -> None:
    assert send(giver, b"", "image/jpeg", 2**21 + 1).status == 413
