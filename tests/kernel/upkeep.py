"""``python -m tests.kernel.upkeep [part...]``: a table over the years, in computers that have a drive and a card.

Each part is some starts of such a computer, one after the other; nobody types anything into it.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path

from companion.upkeep.card.answers import wifi
from companion.upkeep.card.seed import HARMLESS, LOG
from companion.upkeep.debian.build import DESCRIPTIONS, SOURCES, NotBuilt, build
from firmware_host.bench.emulator import Emulator
from hardware.cues import MessageCue
from hardware.oled.drawing.screens import still
from tests.kernel import card
from tests.kernel.debian import make_partition, prepare_drive
from tests.kernel.glass import glass_after, of_last_process, written
from tests.kernel.machine import CONSOLE, Boot, Failed, run
from tests.kernel.prepare import Kernel, NotPrepared, cache_folder, prepare, run_program
from tests.support.oleds import pixels
from tests.support.paths import ROOT
from tests.support.wording import say

CARRIED = "carried"
"""A folder by which a start of the computer tells the next one what to expect."""
TYPED = "typed.txt"
"""The commands that a start's owner has typed, a line each."""
MAIN_PID = "main-pid"
"""The number of the table's process, from a start that switches it off."""
OF_THE_NEWER = "usr/lib/tidetable/of-the-newer-version"
GOES_ON = "The last run was cut in the middle: this one goes on."
MINUTES = "minutes"
GAMES_LABEL, GAMES_MB = "tidetable", 64
LIMIT_S = 1500.0
"""How many seconds a start may take: what it takes on an idle machine, many times over."""


class Computer:
    """A computer that is switched on again and again: its drive and its card, in the folder *work*."""

    def __init__(self, kernel: Kernel, work: Path, results: Path, patience: int) -> None:
        self.work = work
        self.drive, self.card = work / "drive", work / "card"
        self.games = work / "games"
        """A partition for the games alone, there once it is made."""
        self.starts = 0
        self.typed: list[str] = []
        """The commands that its owner has typed."""
        self._kernel, self._results, self._patience = kernel, results, patience

    @property
    def results(self) -> Path:
        """The folder of what its last start has brought back."""
        return self._results / f"{self.starts}"

    def stock_drive(self) -> Path:
        """Return the file of a drive with Debian alone, to be copied."""
        return prepare_drive(self._kernel)

    def switch_on(self, suite: str = "", is_overlay: bool = False, ending: str = "off") -> None:
        """Switch it on, and wait until it is off again: by itself, or once the *suite* of the guest has ended.

        :raises Failed: a test has failed, or it has stayed on.
        """
        self.starts += 1
        results = self.results
        results.mkdir(parents=True)
        carried = self._results / f"{self.starts - 1}/{CARRIED}"
        if carried.exists():
            shutil.copytree(carried, results / CARRIED)
        begun_s = time.monotonic()
        drives = (self.drive, self.card, *((self.games,) if self.games.exists() else ()))
        path = f"whole/test_{suite}.py" if suite else ""
        with closing(Emulator()) as board:
            limit_s = LIMIT_S * self._patience
            boot = Boot(path, "", limit_s, board.path, drives, is_overlay, ending, self._patience)
            try:
                run(self._kernel, boot, results, lambda line: print(f"  {line}", flush=True))
            except Failed as fault:
                raise Failed(f"{fault}\nThe card's log:\n{card.read(self.card, LOG)}") from fault
        if (results / TYPED).exists():
            self.typed += (results / TYPED).read_text("utf-8").splitlines()
        told = suite.replace("_", " ") if suite else "it went off by itself"
        print(f"  start {self.starts}: {told}, {(time.monotonic() - begun_s) / 60:.1f} min", flush=True)


def copy(source: Path, target: Path) -> None:
    """Copy a drive without the holes in it, which are most of it."""
    run_program("cp", "--sparse=always", str(source), str(target))


def expect(is_so: bool, otherwise: str) -> None:
    """See that something holds of the computer's drives.

    :raises Failed: it doesn't; *otherwise* says so.
    """
    if not is_so:
        raise Failed(otherwise)


@cache
def table_folder() -> Path:
    """Return the cache's folder for this very table; those of other versions are swept."""
    files = [ROOT / name for name in (*DESCRIPTIONS, "requirements-dev.lock")]
    files += [path for name in SOURCES for path in sorted((ROOT / name).rglob("*")) if path.is_file()]
    own = [path for path in files if "__pycache__" not in path.parts]
    digest = hashlib.sha256(b"".join(str(path.relative_to(ROOT)).encode() + path.read_bytes() for path in own))
    folder = cache_folder() / f"table-{digest.hexdigest()[:8]}"
    for other in cache_folder().glob("table-*"):
        if other != folder:
            shutil.rmtree(other)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def package() -> Path:
    """Return the package of this table for the guest's processor, made unless an earlier run has."""
    return next(table_folder().glob("*.deb"), None) or build("amd64", table_folder())


def newer(deb: Path, work: Path) -> Path:
    """Return *deb* as a newer version has it: by its number, and with a file more."""
    unpacked, own = work / "newer", deb.name.split("_")[1]
    run_program("dpkg-deb", "--raw-extract", str(deb), str(unpacked))
    control = unpacked / "DEBIAN/control"
    text = control.read_text("utf-8")
    control.write_text(text.replace(f"\nVersion: {own}\n", f"\nVersion: {own}.1\n"), "utf-8")
    (unpacked / OF_THE_NEWER).touch()
    made = work / deb.name.replace(f"_{own}_", f"_{own}.1_")
    run_program("dpkg-deb", "--root-owner-group", "-Znone", "--build", str(unpacked), str(made))
    return made


def put_card_in(computer: Computer, deb: Path) -> None:
    """Give *computer* a stock drive and a card that the owner's command has made, with *deb* on it."""
    copy(computer.stock_drive(), computer.drive)
    card.make_card(computer.card, deb, computer.work)
    expect(_key() in computer.card.read_bytes(), "the card was made without its Wi-Fi")


def _key() -> bytes:
    return wifi(card.WIFI, card.PASSWORD, "GB").key.encode()


def see_it_installed(computer: Computer) -> str:
    """See that the first start has done all that the card says; return the log of the installation.

    :raises Failed: the card has not become harmless, or the table isn't installed.
    """
    log = card.read(computer.card, LOG)
    expect(not [name for name in card.names(computer.card) if name.endswith(".deb")], f"not installed: {log}")
    for name, text in HARMLESS.items():
        expect(card.read(computer.card, name) == text, f"{name} isn't harmless after the first start")
    expect(_key() not in computer.card.read_bytes(), "the Wi-Fi's key is still on the card")
    return log


def have_installed(computer: Computer) -> float:
    """Give *computer* what a card has made of one, in this run or an earlier one; return how many minutes that took."""
    kept = table_folder()
    if not (kept / "card").exists():
        begun_s = time.monotonic()
        put_card_in(computer, package())
        computer.switch_on()
        see_it_installed(computer)
        (kept / MINUTES).write_text(f"{(time.monotonic() - begun_s) / 60:.1f}")
        for file in (computer.drive, computer.card):
            copy(file, kept / f"{file.name}.new")
        for file in (computer.drive, computer.card):
            (kept / f"{file.name}.new").rename(kept / file.name)
    for file in (computer.drive, computer.card):
        copy(kept / file.name, file)
    minutes = float((kept / MINUTES).read_text("utf-8"))
    print(f"  a card has installed the table on it, at its first start, in {minutes:.1f} min", flush=True)
    return minutes


def by_card(computer: Computer) -> None:
    """A card is put in, and the computer switched on."""
    (table_folder() / "card").unlink(missing_ok=True)
    have_installed(computer)
    computer.switch_on("card")


def with_cuts(computer: Computer) -> None:
    """A card's first start with the power cut in the middle, and the next with another cut; then it plays."""
    put_card_in(computer, package())
    computer.switch_on("cut_in_its_environment", ending="cut")
    computer.switch_on("cut_in_its_steps", ending="cut")
    computer.switch_on()
    log = see_it_installed(computer)
    expect(GOES_ON in log.splitlines(), f"the third start didn't go on: {log}")
    computer.switch_on("cut_and_whole")


def made_newer(computer: Computer) -> None:
    """A newer package over a table that plays: games and settings stay; and all but these goes with the package."""
    have_installed(computer)
    card.add(computer.card, newer(package(), computer.work))
    computer.switch_on("newer")


def with_overlay(computer: Computer) -> None:
    """The root is never written, the games have a partition of their own, and the power is cut in a game."""
    have_installed(computer)
    make_partition(computer.games, GAMES_LABEL, GAMES_MB)
    computer.switch_on("games_apart")
    before = computer.drive.read_bytes()
    computer.switch_on("overlay_played", is_overlay=True, ending="cut")
    computer.switch_on("overlay_after_the_cut", is_overlay=True)
    expect(computer.drive.read_bytes() == before, "the root was written, though an overlay lies over it")


def as_owner(computer: Computer) -> None:
    """The owner's whole way: the first evening by hands, a roll from a phone, a backup by page, restored elsewhere."""
    first, begun_s = have_installed(computer), time.monotonic()
    computer.switch_on("first_evening")
    second = have_installed(computer)  # another one, with a card of its own
    computer.switch_on("restored_elsewhere")
    expect(not computer.typed, f"the owner has typed {computer.typed}")
    minutes = first + second + (time.monotonic() - begun_s) / 60
    print(f"  with both cards' first starts: {minutes:.1f} min; an install that is cut: the part `cut`", flush=True)


def switched_off(computer: Computer) -> None:
    """Two buttons switch it off for good; its screen says last of all, by systemd, that the plug may be pulled."""
    have_installed(computer)
    computer.switch_on("switched_off", ending="held")
    console = (computer.results / CONSOLE).read_text("utf-8", "replace")
    last = of_last_process(written(console))
    table = int((computer.results / MAIN_PID).read_text("utf-8"))
    expect(bool(last) and last[-1].process != table, "nothing was written on the screen after the table had ended")
    cue = MessageCue(title=say("stage.off", card.LANGUAGE), lines=(say("stage.unplug", card.LANGUAGE),))
    glass = glass_after(last)
    expect(glass.on and glass.picture() == pixels(still(cue)), "the last picture isn't that the plug may be pulled")


PARTS: dict[str, Callable[[Computer], None]] = {
    "card": by_card,
    "cut": with_cuts,
    "newer": made_newer,
    "overlay": with_overlay,
    "owner": as_owner,
    "off": switched_off,
}


def main() -> int:
    """Go through the parts that are asked for; return the exit code."""
    parser = argparse.ArgumentParser(prog="make guest", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="part", help=f"of {', '.join(PARTS)}; all if none is named")
    parser.add_argument("--patience", type=int, default=1, help="wait so many times as long, on a busy host")
    parser.add_argument("--keep", type=Path, help="a folder that keeps what the guests bring back")
    given = parser.parse_args()
    if unknown := [part for part in given.parts if part not in PARTS]:
        parser.error(f"there is no part {', '.join(unknown)}")
    try:
        kernel = prepare()
        prepare_drive(kernel)
        package()
        for part in given.parts or PARTS:
            _go(kernel, part, given.keep, given.patience)
    except (Failed, NotPrepared, NotBuilt) as fault:
        print(f"make guest: {fault}", file=sys.stderr)
        return 1
    return 0


def _go(kernel: Kernel, part: str, keep: Path | None, patience: int) -> None:
    print(f"{part}: {PARTS[part].__doc__}", flush=True)
    begun_s = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="tidetable-guest-") as work:
        results = (keep or Path(work) / "results") / part
        shutil.rmtree(results, ignore_errors=True)
        computer = Computer(kernel, Path(work), results, patience)
        PARTS[part](computer)
    minutes = (time.monotonic() - begun_s) / 60
    typed = f"commands typed: {len(computer.typed)}{''.join(f'; {command}' for command in computer.typed)}"
    print(f"{part}: passed in {minutes:.1f} min, {computer.starts} starts, {typed}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
