"""The memory card, or another disk with the games: writable, space, wear."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from companion.doctor.place import SystemPlace
from companion.engine.values.message import Message
from companion.model.reports.findings import Finding, fault, none, ok, warning

FULL_MB, NEARLY_FULL_MB = 20, 200
"""Limits of free space in MB: full, and nearly full."""
WORN = 0x0B
"""Life value of a worn-out card.

Each step before it is a tenth.
"""
END_NEAR, END_URGENT = 2, 3
"""Values of the card's used-up spare blocks: near and urgent."""


@dataclass(frozen=True)
class GamesCard:
    """The card with the games.

    *free_mb* is None if unknown. *life*, the more used of two, and *end* are the card's own values, None if it has
    none. *errors* counts those of the file system.
    """

    read_only: bool = False
    free_mb: int | None = None
    life: int | None = None
    end: int | None = None
    errors: int = 0


def read_card(place: SystemPlace) -> GamesCard:
    """Read the state of the games' file system and of its card."""
    there = next((each for each in (place.data, *place.data.parents) if each.exists()), Path("/"))
    try:
        space = os.statvfs(there)
    except OSError:
        return GamesCard()
    is_read_only, free_mb = bool(space.f_flag & os.ST_RDONLY), space.f_bavail * space.f_frsize // 1_000_000
    device = there.stat().st_dev
    block = place.root / f"sys/dev/block/{os.major(device)}:{os.minor(device)}"
    life, end, errors = words_of(place.root, block)
    return GamesCard(is_read_only, free_mb, life, end, errors)


def words_of(root: Path, block: Path) -> tuple[int | None, int | None, int]:
    """Return life, end and error count of the card of *block*.

    *block* is a device below ``sys``.
    """
    life = end = None
    if not block.exists():
        return life, end, 0
    partition = block.resolve()
    for disk in (partition, partition.parent):
        with suppress(OSError, ValueError):
            life = max(int(word, 16) for word in (disk / "device/life_time").read_text("ascii").split())
        with suppress(OSError, ValueError):
            end = int((disk / "device/pre_eol_info").read_text("ascii"), 16)
    errors = 0
    with suppress(OSError, ValueError):
        errors = int((root / "sys/fs/ext4" / partition.name / "errors_count").read_text("ascii"))
    return life, end, errors


def judge_card(card: GamesCard) -> Finding:
    """Judge whether games can be kept here, the worst problem first."""
    if card.free_mb is None:
        return none("card-unread")
    if card.read_only:
        return fault("card-read-only")
    if card.free_mb < FULL_MB:
        return fault("card-full", free=_size(card.free_mb))
    if card.life == WORN or card.end == END_URGENT:
        return fault("card-worn")
    if card.errors:
        return warning("card-errors", count=card.errors)
    if card.end == END_NEAR or (card.life or 0) >= WORN - 2:
        return warning("card-wearing")
    if card.free_mb < NEARLY_FULL_MB:
        return warning("card-nearly-full", free=_size(card.free_mb))
    if card.life:
        return ok("card-ok-worn", free=_size(card.free_mb), used=min(10 * card.life, 100))
    return ok("card-ok", free=_size(card.free_mb))


def _size(megabytes: int) -> Message:
    if megabytes >= 1000:
        return Message("doctor.gigabytes", {"size": round(megabytes / 1000)})
    return Message("doctor.megabytes", {"size": megabytes})
