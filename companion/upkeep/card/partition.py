"""A card's FAT partition: checks and writing."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from companion.runtime.atomic_file import keep
from companion.upkeep.card.answers import CardAnswers
from companion.upkeep.card.seed import META_DATA, NETWORK_CONFIG, USER_DATA, meta_data, network_config, user_data

BOOT_FILES = ("config.txt", "cmdline.txt")
SEED_FILES = (META_DATA, NETWORK_CONFIG, USER_DATA)
ROOM = 1 << 20
"""Bytes to leave free for the system's own files."""
DEB_BEGINS = b"!<arch>\ndebian-binary"
ARCHITECTURE = "_arm64.deb"


class NoCard(Exception):
    """An unusable folder or package; the message says why. Nothing was changed."""


def check_folder(folder: Path, is_any: bool) -> None:
    """Check that *folder* is the FAT partition of a card with cloud-init.

    With *is_any*, any folder will do.

    :raises NoCard: if it isn't.
    """
    if not folder.is_dir():
        raise NoCard(f"{folder} is no folder: put the card in, and name where its small partition, bootfs, is mounted.")
    if is_any:
        return
    missing = [name for name in BOOT_FILES if not (folder / name).is_file()]
    if missing:
        raise NoCard(f"{folder} is no Raspberry Pi's boot partition: there is no {missing[0]} in it.")
    if not any((folder / name).is_file() for name in SEED_FILES):
        raise NoCard(
            f"{folder} is of a Raspberry Pi OS without cloud-init: there is no {USER_DATA} in it. Write the 64-bit one "
            "of Trixie or newer onto the card."
        )


def newest_package(folder: Path) -> Path:
    """Return the newest Raspberry Pi package in *folder*, or its expected name."""
    wanted = f"tidetable_*{ARCHITECTURE}"
    return max(folder.glob(wanted), key=lambda each: each.stat().st_mtime_ns, default=folder / wanted)


def check_package(deb: Path, is_any: bool = False) -> None:
    """Check that *deb* is a Debian package for a Raspberry Pi.

    With *is_any*, any computer's will do.

    :raises NoCard: if it isn't.
    """
    if not deb.is_file():
        raise NoCard(f"There is no package {deb}: `make deb` makes it, and --deb names another place.")
    if not is_any and not deb.name.endswith(ARCHITECTURE):
        raise NoCard(f"{deb.name} isn't for a Raspberry Pi: its name would end in {ARCHITECTURE}.")
    with deb.open("rb") as file:
        if file.read(len(DEB_BEGINS)) != DEB_BEGINS:
            raise NoCard(f"{deb} is no Debian package, or only a part of one.")


def write(folder: Path, deb: Path, answers: CardAnswers, own: Mapping[str, bytes] = MappingProxyType({})) -> None:
    """Write the package, *own* files and those for cloud-init into *folder*.

    The file that makes cloud-init read the others is the last. *own* ones have their names in *folder*.

    :raises NoCard: if the card has no room; it is unchanged.
    :raises OSError: if it can't be written.
    """
    old = [each for each in folder.glob(f"tidetable_*{ARCHITECTURE}") if each.name != deb.name]
    free = shutil.disk_usage(folder).free + sum(each.stat().st_size for each in old)
    needed = deb.stat().st_size + sum(map(len, own.values())) + ROOM
    if free < needed:
        raise NoCard(f"The card has no room: {needed >> 20} MB are needed in {folder}, and {free >> 20} MB are free.")
    for each in old:
        each.unlink()
    _copy(deb, folder / deb.name)
    for name, content in own.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        keep(folder / name, content)
    keep(folder / NETWORK_CONFIG, network_config(answers))
    keep(folder / USER_DATA, user_data(answers, deb.name))
    keep(folder / META_DATA, meta_data(secrets.token_hex(4)))


def _copy(source: Path, target: Path) -> None:
    """Copy the file *source* to *target*, durably and atomically."""
    new = target.with_name(f"{target.name}.new")
    try:
        with source.open("rb") as reading, new.open("wb") as writing:
            shutil.copyfileobj(reading, writing, 1 << 20)
            writing.flush()
            os.fsync(writing.fileno())
        new.replace(target)
    except OSError:
        new.unlink(missing_ok=True)
        raise
