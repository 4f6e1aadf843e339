"""Files of somebody else's: whatever lies there is read within bounds of bytes, time and memory."""

from __future__ import annotations

import os
import time
import tracemalloc
from pathlib import Path

import pytest

from companion.health.faults import Faults
from companion.kits.format.kit_file import BadKit, read_kit, shipped_kits
from companion.library.languages import Words, languages_in
from companion.outside.metrics.token import token_of
from companion.outside.mqtt.address import BadAddress, address_of
from companion.outside.webhooks.request import NotSent, headers_of
from companion.runtime.foreign_file import (
    MAX_ALL_DOTS,
    MAX_BYTES,
    MAX_DEPTH,
    MAX_DOTS,
    HugeNumber,
    NotAFile,
    TooLong,
    TooTangled,
    read_own,
    toml_of,
)
from companion.settings.backup_part import FILE, under
from companion.settings.reader import FILE_NAME, look
from companion.settings.tables import MetricsSettings, MqttSettings, WebhookSettings
from companion.upkeep.backup.errors import BackupError
from companion.upkeep.backup.settings import arriving
from tests.support.paths import KITS, ROOT
from tests.support.rows import each_row

DOTS = "a" + ".a" * 60_000 + " = 1\n"
TANGLED = {
    "a key": DOTS,
    "a table": f"[a{'.a' * (MAX_DOTS + 1)}]\n",
    "quoted": '"a"' + '."a"' * (MAX_DOTS + 1) + " = 1\n",
    "after a text": f'x = """\n...\n""" # "\n{DOTS}',
    "many lines": "".join(f"k{number}{'.a' * MAX_DOTS} = 1\n" for number in range(MAX_ALL_DOTS // MAX_DOTS + 1)),
    "lists": f"x = {'[' * (MAX_DEPTH + 1)}",
    "tables": f"x = {'{a=' * (MAX_DEPTH + 1)}",
}
SECONDS, BYTES = 2.0, 16 * 2**20


UNENDED = ('"""\\', '"\\', "'''x", '"""\\"', "'")


@each_row("piece", UNENDED)
def test_texts_that_never_end_take_no_time(piece: str) -> None:
    began = time.process_time()
    many = piece * (MAX_BYTES // len(piece))
    for text in (many, f"x = {many}\\"):
        with pytest.raises(ValueError, match=r"line|end of document"):
            toml_of(text)
    assert time.process_time() - began < SECONDS


@each_row("text", TANGLED)
def test_a_tangled_toml_is_refused_in_little_time_and_memory(text: str) -> None:
    began = time.process_time()
    tracemalloc.start()
    try:
        with pytest.raises(TooTangled):
            toml_of(TANGLED[text])
        assert tracemalloc.get_traced_memory()[1] < BYTES
    finally:
        tracemalloc.stop()
    assert time.process_time() - began < SECONDS


@each_row("number", ("1" * 5000, "-1" + "0" * 5000, "0x" + "f" * 5000, "0b" + "1" * 20_000, "1_" * 3000 + "1"))
def test_a_number_that_python_would_not_write_is_refused(number: str) -> None:
    with pytest.raises(HugeNumber) as refused:
        toml_of(f"x = 1\ny = [{number}]")
    assert refused.value.line == 2


def test_dots_and_brackets_in_texts_and_comments_count_for_nothing() -> None:
    many = "[{." * 100
    assert toml_of(f"# {many}\nx = \"{many}\\\"\"\ny = '{many}'\nz = '''\n{many}'''") == {
        "x": f'{many}"',
        "y": many,
        "z": many,
    }


def test_each_toml_that_ships_is_far_within_the_bounds() -> None:
    files = list((ROOT / "companion").rglob("*.toml"))
    assert len(files) > 10
    for path in files:
        toml_of(path.read_text("utf-8"))


def test_no_reader_takes_a_line_of_60000_dots(tmp_path: Path) -> None:
    with pytest.raises(BadKit):
        read_kit("dots.toml", DOTS)
    (tmp_path / "de.toml").write_text(DOTS, "utf-8")
    good, bad = languages_in(tmp_path, lambda: Words({}, {}), lambda text: "")
    assert (good, len(bad)) == ({}, 1)
    (tmp_path / FILE_NAME).write_text(DOTS, "utf-8")
    assert look(None, {}, tmp_path).document is None
    with pytest.raises(BackupError):
        arriving(tmp_path / FILE_NAME, lambda slug, name, value: True)
    (tmp_path / FILE).write_text(DOTS, "utf-8")
    assert under({}, tmp_path) == {}


def test_only_a_regular_file_of_some_length_is_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "long").write_bytes(bytes(MAX_BYTES + 1))
    with pytest.raises(NotAFile):
        read_own(tmp_path / "pipe")
    with pytest.raises(NotAFile):
        read_own(Path("/dev/zero"))
    with pytest.raises(IsADirectoryError):
        read_own(tmp_path)
    with pytest.raises(TooLong):
        read_own(tmp_path / "long")
    assert look(tmp_path / "pipe", {}, tmp_path).document is None


def test_the_kits_that_ship_are_read_as_before() -> None:
    for kit in shipped_kits():
        assert read_kit(kit.file, (KITS / f"{kit.kit.slug}.toml").read_text("utf-8")) is not None


def test_no_file_that_the_settings_name_may_be_a_pipe(tmp_path: Path) -> None:
    pipe, faults = tmp_path / "pipe", Faults()
    os.mkfifo(pipe)
    with pytest.raises(NotSent):
        headers_of(WebhookSettings("http://lamp.home", body="", headers_file=pipe))
    with pytest.raises(BadAddress):
        address_of(MqttSettings("mqtt://broker.home", password_file=pipe))
    assert token_of(MetricsSettings(token_file=pipe), faults) == ""
    assert len(faults.now) == 1
