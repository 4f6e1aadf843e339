"""The text of a kit's QR code: every byte comes back, and nothing hostile costs much."""

from __future__ import annotations

import zlib
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.kits.format import kit_file
from companion.sharing.code import MARK, MAX_CODE, MAX_KIT, NotAKit, code_of, kit_in
from tests.support.rows import each_row

KITS = Path(kit_file.__file__).parents[1]
SHIPPED = sorted([*KITS.glob("*.toml"), *KITS.glob("folk/*.toml")])
LETTERS_OF_QR = set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")


def written(data: bytes) -> str:
    """Return *data* in base 45, by another way than the program's."""
    digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
    found = ""
    for at in range(0, len(data), 2):
        pair = data[at : at + 2]
        number = pair[0] * 256 + pair[1] if len(pair) == 2 else pair[0]
        for _ in range(len(pair) + 1):
            number, digit = divmod(number, 45)
            found += digits[digit]
    return found


def fault_of(code: str) -> str:
    with pytest.raises(NotAKit) as raised:
        kit_in(code)
    return raised.value.said.key


def test_every_shipped_kit_fits_one_code_and_comes_back_byte_for_byte() -> None:
    assert len(SHIPPED) == 30
    for path in SHIPPED:
        kit = path.read_bytes()
        code = code_of(kit)
        assert code is not None, path.name
        assert set(code) <= LETTERS_OF_QR
        assert kit_in(code) == kit


@given(st.binary(max_size=300))
def test_any_bytes_come_back(data: bytes) -> None:
    code = code_of(data)
    assert code == f"{MARK}{written(zlib.compress(data, 9))}"
    assert kit_in(code) == data


def test_base_45_is_that_of_the_rfc() -> None:
    packed = zlib.compress(b"AB", 9)
    assert code_of(b"AB") == f"{MARK}{written(packed)}"
    assert [written(example) for example in (b"AB", b"Hello!!", b"base-45", b"ietf!")] == [
        "BB8",
        "%69 VD92EX0",
        "UJCLQE7W581",
        "QED8WEX0",
    ]


def test_what_is_too_large_for_a_code_has_none() -> None:
    dense = b"".join(sha256(bytes([number])).digest() for number in range(100))
    assert code_of(dense) is None
    assert code_of(b"a" * (MAX_KIT + 1)) is None
    assert code_of(b"a" * MAX_KIT) is not None


@each_row(
    ("code", "key"),
    [
        ("https://example.org/", "share.is-web"),
        ("http://table.local/k/pig", "share.is-game-page"),
        ("WIFI:S:home;T:WPA;P:secret;;", "share.is-wifi"),
        ("BEGIN:VCARD\nN:Robin", "share.is-person"),
        ("4006381333931", "share.is-number"),
        ("Hello", "share.is-text"),
        ("", "share.is-text"),
        ("TIDETABLE2:ABC", "share.newer"),
        (MARK, "share.damaged"),
        (f"{MARK}A", "share.damaged"),
        (f"{MARK}::::::", "share.damaged"),
        (f"{MARK}BB8a", "share.damaged"),
        (f"{MARK}{written(b'not packed')}", "share.damaged"),
        (f"{MARK}{written(zlib.compress(b'cut short' * 9, 9)[:-1])}", "share.damaged"),
        (f"{MARK}{written(zlib.compress(b'more') + b'behind')}", "share.damaged"),
        (f"{MARK}{'0' * MAX_CODE}", "share.damaged"),
    ],
)
def test_another_code_is_refused_by_what_it_is(code: str, key: str) -> None:
    assert fault_of(code) == key


def test_a_bomb_is_refused_before_it_grows() -> None:
    bomb = f"{MARK}{written(zlib.compress(bytes(2**20), 9))}"
    assert len(bomb) < MAX_CODE
    assert fault_of(bomb) == "share.damaged"


@given(st.text(max_size=200))
def test_whatever_a_code_says_it_is_a_kit_or_refused(text: str) -> None:
    for code in (text, f"{MARK}{text}"):
        try:
            kit_in(code)
        except NotAKit as refused:
            assert refused.said.key.startswith("share.")
