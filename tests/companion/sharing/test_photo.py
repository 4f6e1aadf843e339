"""Codes in photos: found however they lie, and nothing hostile is decoded."""

from __future__ import annotations

import io
import struct
import zlib
from random import Random

import pytest
import segno
from PIL import Image, ImageOps

from companion.model.requests import RequestRefused
from companion.sharing.code import code_of, kit_in
from companion.sharing.photo import MAX_PIXELS, MAX_SCANS, PhotoReader
from tests.companion.sharing.test_code import SHIPPED
from tests.support.photos import bent, blurred, in_file, noisy, on_table
from tests.support.rows import each_row

LONGEST = max((path for path in SHIPPED if len(path.read_bytes()) <= 2900), key=lambda path: len(path.read_bytes()))


def drawn(text: str) -> Image.Image:
    """Return the QR code of *text*, with its quiet zone."""
    written = io.BytesIO()
    segno.make_qr(text).save(written, kind="png", scale=6, border=4)
    return Image.open(written).convert("L")


def refused(photo: bytes) -> str:
    with pytest.raises(RequestRefused) as raised:
        PhotoReader().read(photo)
    return raised.value.said.key


def header_of(width: int, height: int) -> bytes:
    """Return a PNG that says to be so large, and holds next to nothing."""
    chunks = (b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0), b"IDAT" + zlib.compress(bytes(9)))
    written = (struct.pack(">I", len(each) - 4) + each + struct.pack(">I", zlib.crc32(each)) for each in chunks)
    return b"\x89PNG\r\n\x1a\n" + b"".join(written)


def test_the_largest_kit_below_2900_bytes_is_read_however_its_code_lies() -> None:
    kit = LONGEST.read_bytes()
    assert len(kit) == 2785
    picture = drawn(code_of(kit) or "")
    flat = on_table(picture)
    photos = {
        "flat": flat,
        **{f"turned by {degrees}": on_table(picture, 0.7, degrees) for degrees in (7, 45, 90, 180)},
        "blurred": blurred(flat, 1.2),
        "noisy": noisy(flat, 60),
        "bent": bent(flat, 0.08),
        "all": noisy(blurred(bent(on_table(picture, 0.72, 7), 0.06), 0.8), 30),
        "light on dark": ImageOps.invert(flat),
        "small": flat.resize((900, 675), Image.Resampling.BOX),
    }
    reader = PhotoReader()
    for name, photo in photos.items():
        assert kit_in(reader.read(in_file(photo))) == kit, name
    assert kit_in(reader.read(in_file(flat, "PNG"))) == kit


def test_among_several_codes_a_kit_is_taken() -> None:
    kit = b'slug = "x"\n[dice.die]\nroll = "1d6"\n'
    for web, own in (((50, 20), (700, 80)), ((50, 80), (700, 20))):
        photo = Image.new("L", (1400, 700), 255)
        photo.paste(drawn("https://example.org").resize((600, 600)), web)
        photo.paste(drawn(code_of(kit) or "").resize((600, 600)), own)
        assert kit_in(PhotoReader().read(in_file(photo))) == kit


def of_scans(count: int) -> bytes:
    """Return a progressive JPEG that ends in its last scan so many times."""
    whole = in_file(drawn("HELLO"), progressive=True)
    at = whole.rindex(b"\xff\xda")
    return whole[:at] + whole[at:-2] * (count - whole.count(b"\xff\xda") + 1) + whole[-2:]


def test_a_photo_of_few_scans_is_read_and_one_of_many_is_not_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    few, many = of_scans(MAX_SCANS), of_scans(MAX_SCANS + 1)
    assert PhotoReader().read(few) == "HELLO"
    monkeypatch.setattr(Image.Image, "convert", lambda *_: pytest.fail("it was decoded"))
    assert refused(many) == "share.no-photo"


@each_row(
    ("photo", "key"),
    [
        (b"", "share.no-photo"),
        (b"GIF89a" + bytes(40), "share.no-photo"),
        (b"<svg/>", "share.no-photo"),
        (in_file(Image.new("L", (300, 300), 9)), "share.no-code"),
        (in_file(Image.new("L", (300, 300), 9))[:-200], "share.no-photo"),
        (header_of(30_000, 30_000), "share.photo-too-large"),
        (header_of(3000, MAX_PIXELS // 3000 + 1), "share.photo-too-large"),
        (header_of(1, 5000), "share.photo-too-large"),
        (header_of(200, 200), "share.no-photo"),
        (in_file(Image.new("L", (300, 300), 9), "GIF"), "share.no-photo"),
        (in_file(Image.new("L", (300, 300), 9), "TIFF"), "share.no-photo"),
    ],
)
def test_what_is_no_photo_of_a_code_is_refused(photo: bytes, key: str) -> None:
    assert refused(photo) == key


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_a_damaged_photo_is_read_or_refused(kind: str) -> None:
    whole = in_file(on_table(drawn("HELLO")).resize((400, 300)), kind)
    reader, chance = PhotoReader(), Random(7)
    outcomes = set()
    for _ in range(150):
        photo = bytearray(whole)
        for _ in range(chance.randint(1, 6)):
            photo[chance.randrange(len(photo))] = chance.randrange(256)
        del photo[chance.choice((len(photo), chance.randrange(len(photo)))) :]
        try:
            outcomes.add(reader.read(bytes(photo)))
        except RequestRefused as refused_photo:
            outcomes.add(refused_photo.said.key)
    assert "share.no-photo" in outcomes
    assert outcomes <= {"HELLO", "share.no-photo", "share.no-code", "share.photo-too-large"}


def test_a_photo_waits_for_another_no_longer_than_pages_can(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.sharing.photo._WAIT_S", 0.0)
    reader = PhotoReader()
    with reader._reading, pytest.raises(RequestRefused) as raised:  # noqa: SLF001  # another photo is being read
        reader.read(in_file(on_table(drawn("HELLO"))))
    assert raised.value.reason == "busy"
